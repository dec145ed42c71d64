//! The ways in which a command can fail, and their exit status.

use message::{Message, message};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use wording::words::Words;
use workbench::Failure as Work;

/// Whether it was `--time` that ended the work.
pub(crate) static OUT_OF_TIME: AtomicBool = AtomicBool::new(false);

/// As above.
pub(crate) fn is_out_of_time() -> bool {
    OUT_OF_TIME.load(Ordering::Relaxed)
}

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// At least one claim is refuted; the answers have been printed.
    Refuted,
    /// The work ended without its answer.
    Work(workbench::Failure),
    /// Whoever reads our output has gone; nothing is wrong.
    NobodyReads,
}

/// What a command did, or why it did not end well.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::NobodyReads => 0,
            Self::Refuted => 1,
            Self::Work(failure) => wording::failure::status(failure, is_out_of_time()),
        }
    }

    /// What to print on standard error; empty when all is said.
    pub(crate) fn message(&self, words: &Words) -> String {
        match self {
            Self::Refuted | Self::NobodyReads => String::new(),
            Self::Work(failure) => wording::failure::message(failure, is_out_of_time(), words),
        }
    }
}

/// A mistake in one sentence.
pub(crate) fn mistake(text: impl Into<Message>) -> Failure {
    Failure::Work(Work::Mistake(text.into()))
}

impl From<Work> for Failure {
    fn from(failure: Work) -> Self {
        Self::Work(failure)
    }
}

impl From<io::Error> for Failure {
    /// For standard output: files are written by `report`, which names them.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::NobodyReads,
            io::ErrorKind::TimedOut => interrupted("; nobody read the output"),
            _ => mistake(message!("cannot write the output: {error}")),
        }
    }
}

impl From<report::Error> for Failure {
    fn from(error: report::Error) -> Self {
        match error {
            report::Error::Write { path, cause } if cause.kind() == io::ErrorKind::TimedOut => {
                interrupted(message!("; nobody read {}", path.display()))
            }
            error => mistake(error),
        }
    }
}

impl From<sweep::Error> for Failure {
    fn from(error: sweep::Error) -> Self {
        match error {
            sweep::Error::Diagnosed(mistakes) => Self::Work(Work::Diagnosed(mistakes)),
            sweep::Error::Interrupted => interrupted(""),
            other => mistake(other),
        }
    }
}

/// The work was stopped; what is to be said after that.
pub(crate) fn interrupted(rest: impl Into<Message>) -> Failure {
    Failure::Work(Work::Interrupted(rest.into()))
}

/// A limit stopped the work, in one sentence.
pub(crate) fn limit(text: impl Into<Message>) -> Failure {
    Failure::Work(Work::Limit(text.into()))
}
