//! `mexlab-verify FILE...`: checks the core certificates in files.

fn main() {}
