//! `mexlab._mexlab`: the library `workbench` as classes of Python. Arguments and answers are converted
//! here, and nothing is computed; the modules in `python/mexlab/` are what users see.

mod certificate;
mod error;
mod follow;
mod laws;
mod rule;
mod table;

use pyo3::prelude::*;

/// The native part of mexlab.
#[pymodule]
mod _mexlab {
    use super::*;
    use std::ffi::OsString;

    #[pymodule_export]
    use super::certificate::{Certificate, verify};
    #[pymodule_export]
    use super::laws::Laws;
    #[pymodule_export]
    use super::rule::Rule;
    #[pymodule_export]
    use super::table::{Column, Table, read_table};

    /// Version of the engine.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// Runs the program with these words, the first of which is its name; its exit status. `beginning` are the words that start it again.
    #[pyfunction]
    fn run_program(py: Python<'_>, words: Vec<OsString>, beginning: Vec<OsString>) -> u8 {
        cli::begins_with(beginning);
        py.detach(|| cli::run(words))
    }

    /// Names and titles of the games of the catalogue.
    #[pyfunction]
    fn catalogue() -> Vec<(&'static str, String)> {
        cli::library::games()
    }

    /// Forgets the work that other threads did before this process was forked off.
    #[pyfunction]
    fn after_fork() {
        follow::after_fork();
    }
}
