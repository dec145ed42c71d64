//! Errors of a sweep as a whole; errors of a member are recorded in its row.

use expr::diagnostic::{Diagnostic, Mistakes};
use message::{Message, Tell};

/// What was done, or why it was not.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a sweep, or a part of it, did not come to its end.
#[derive(Debug)]
pub enum Error {
    /// A mistake of the user, or a folder that is not what it should be: one sentence with a remedy.
    Mistake(Message),
    /// Mistakes in a text, shown with line and caret.
    Diagnosed(Mistakes),
    /// A file that cannot be written.
    Write(report::Error),
    /// The work was asked to end.
    Interrupted,
}

impl Tell for Error {
    fn message(&self) -> Message {
        match self {
            Self::Mistake(why) => why.clone(),
            Self::Diagnosed(mistakes) => mistakes.message(),
            Self::Write(why) => why.message(),
            Self::Interrupted => "interrupted".into(),
        }
    }
}

message::error!(Error, Write(report::Error));

impl Error {
    pub(crate) fn diagnosed(name: &str, source: &str, mistakes: &[Diagnostic]) -> Self {
        let (name, source) = (name.to_owned(), source.to_owned());
        Self::Diagnosed(Mistakes { name, source, diagnostics: mistakes.to_vec() })
    }
}

/// A mistake in one sentence.
pub(crate) fn mistake(text: impl Into<Message>) -> Error {
    Error::Mistake(text.into())
}
