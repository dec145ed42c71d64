//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod altered;
mod claims;
mod mutants;
mod nearby;
mod numbers;
mod order;
mod readings;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/words.rs"]
mod words;
