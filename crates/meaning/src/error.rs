//! Why a rule, a law or a certificate is not read, or not shown to hold.

use expr::eval::EvalError;
use std::borrow::Cow;
use std::fmt::Display;

/// Why a rule, a law or a certificate is not read, or not shown to hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The text of a rule, a law, a code or a certificate has a mistake.
    #[error("{0}")]
    Mistake(Cow<'static, str>),
    /// The theorems do not speak of it, or it is not definable.
    #[error("{0}")]
    Unsupported(Cow<'static, str>),
    /// It would take more than is allowed.
    #[error("{0}")]
    TooLarge(Cow<'static, str>),
    /// A law or a hypothesis does not hold, or is not shown to.
    #[error("{0}")]
    Fails(Cow<'static, str>),
    /// A parameter has a value that it cannot have.
    #[error(transparent)]
    Parameter(#[from] rule::BindError),
    /// A constant has no value.
    #[error(transparent)]
    Constant(#[from] EvalError),
    /// A sentence is not decided.
    #[error(transparent)]
    Undecided(#[from] logic::Error),
    /// The reason, and what it is about.
    #[error("{about}: {why}")]
    Within {
        /// What the reason is about.
        about: String,
        /// The reason.
        why: Box<Self>,
    },
}

/// What is read or shown, or why it is not.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A number exceeds 128 bits.
    pub const OVERFLOW: Self = Self::Undecided(logic::Error::Overflow);

    /// The same, said of something.
    #[must_use]
    pub fn within(self, about: impl Into<String>) -> Self {
        Self::Within { about: about.into(), why: Box::new(self) }
    }
}

impl From<verify::Rejected> for Error {
    fn from(why: verify::Rejected) -> Self {
        Self::Fails(why.0)
    }
}

/// [`Error::Mistake`] in those words.
#[must_use]
pub fn mistake(words: impl Into<Cow<'static, str>>) -> Error {
    Error::Mistake(words.into())
}

/// [`Error::Unsupported`] in those words.
#[must_use]
pub fn unsupported(words: impl Into<Cow<'static, str>>) -> Error {
    Error::Unsupported(words.into())
}

/// [`Error::TooLarge`] in those words.
#[must_use]
pub fn too_large(words: impl Into<Cow<'static, str>>) -> Error {
    Error::TooLarge(words.into())
}

/// [`Error::Fails`] in those words.
#[must_use]
pub fn fails(words: impl Into<Cow<'static, str>>) -> Error {
    Error::Fails(words.into())
}

/// [`Error::Fails`] in those words, as an error.
///
/// # Errors
/// Always.
pub fn reject<T>(words: impl Into<Cow<'static, str>>) -> Result<T> {
    Err(fails(words))
}

/// An expression that no formula defines.
pub(crate) fn undefinable(e: impl Display) -> Error {
    unsupported(format!("`{e}` is not definable here"))
}
