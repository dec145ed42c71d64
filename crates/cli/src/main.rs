//! The program `mexlab`; the library of this package does its work.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os()).into()
}
