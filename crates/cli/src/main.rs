//! The `mexlab` program. Apart from `mexlab-verify`, only this crate prints.
//!
//! Arguments are read, one command does its work, and how it ended becomes the exit status:
//! 0 success, 1 a claim or law refuted or a certificate rejected, 2 a mistake, 3 a limit or `--time`,
//! 4 not proved, 130 interrupted.
#![allow(rustdoc::invalid_html_tags, reason = "help prints the comments of flags as they stand")]

mod amounts;
mod announce;
mod arguments;
mod catalogue;
mod chinese;
mod command;
mod failure;
mod forecast;
#[cfg(test)]
#[path = "../tests/fuzz/mod.rs"]
mod fuzz;
mod input;
mod position;
mod shown;
mod source;
mod structure;
mod summary;
mod terminal;
mod words;

use arguments::{Arguments, Command};
use std::process::ExitCode;
use terminal::Terminal;

fn main() -> ExitCode {
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(ended) => return ended,
    };
    let mut terminal = Terminal::new(&arguments.common);
    if matches!(arguments.command, Command::Session) {
        terminal = terminal.in_session();
    }
    match command::perform(&arguments, &terminal) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => terminal.end_with(&failure),
    }
}
