//! The `mexlab` program, for `main` and for the package in Python. Apart from `mexlab-verify`, only this
//! crate prints.
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
pub mod library;
mod program;
mod shown;
mod source;
mod structure;
mod terminal;

use arguments::Arguments;
use std::ffi::OsString;
use terminal::Terminal;
use wording::{position, summary, words};

pub use program::begins_with;

/// Does what the command line asks for; the first word is the program's name. The status with which the
/// process is to end: the work sets what ends it (Ctrl-C, `--time`) for the whole process, so that there
/// is nothing else to do in it.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::read(words.into_iter().collect()) {
        Ok(arguments) => arguments,
        Err(ended) => return ended,
    };
    let terminal = Terminal::new(&arguments.common);
    match command::perform(&arguments, &terminal) {
        Ok(()) => 0,
        Err(failure) => terminal.end_with(&failure),
    }
}
