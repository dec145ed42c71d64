//! Errors of a sweep as a whole; errors of a member are recorded in its row.

use expr::diagnostic::{Diagnostic, render};

/// What was done, or why it was not.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a sweep, or a part of it, did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A mistake of the user, or a folder that is not what it should be: one sentence with a remedy.
    #[error("{0}")]
    Mistake(String),
    /// Mistakes in a text, shown with line and caret.
    #[error("{0}")]
    Diagnosed(String),
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] report::Error),
    /// The work was asked to end.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    pub(crate) fn diagnosed(name: &str, source: &str, mistakes: &[Diagnostic]) -> Self {
        Self::Diagnosed(render(name, source, mistakes))
    }
}

/// A mistake in one sentence.
pub(crate) fn mistake(text: impl Into<String>) -> Error {
    Error::Mistake(text.into())
}
