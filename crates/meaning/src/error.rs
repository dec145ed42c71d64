//! Why a rule, a law or a certificate is not read, or not shown to hold.

use expr::eval::EvalError;
use message::{Message, Tell, message};
use std::fmt::Display;

/// Why a rule, a law or a certificate is not read, or not shown to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The text of a rule, a law, a code or a certificate has a mistake.
    Mistake(Message),
    /// The theorems do not speak of it, or it is not definable.
    Unsupported(Message),
    /// It would take more than is allowed.
    TooLarge(Message),
    /// A law or a hypothesis does not hold, or is not shown to.
    Fails(Message),
    /// A parameter has a value that it cannot have.
    Parameter(rule::BindError),
    /// A constant has no value.
    Constant(EvalError),
    /// A sentence is not decided.
    Undecided(logic::Error),
    /// The reason, and what it is about.
    Within {
        /// What the reason is about.
        about: Message,
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
    pub fn within(self, about: impl Into<Message>) -> Self {
        Self::Within { about: about.into(), why: Box::new(self) }
    }
}

impl Tell for Error {
    fn message(&self) -> Message {
        match self {
            Self::Mistake(why)
            | Self::Unsupported(why)
            | Self::TooLarge(why)
            | Self::Fails(why) => why.clone(),
            Self::Parameter(why) => why.message(),
            Self::Constant(why) => why.message(),
            Self::Undecided(why) => why.message(),
            Self::Within { about, why } => why.message().within(about.clone()),
        }
    }
}

message::error!(Error, Parameter(rule::BindError), Constant(EvalError), Undecided(logic::Error));

impl From<verify::Rejected> for Error {
    fn from(why: verify::Rejected) -> Self {
        Self::Fails(why.0)
    }
}

/// [`Error::Mistake`] in those words.
#[must_use]
pub fn mistake(words: impl Into<Message>) -> Error {
    Error::Mistake(words.into())
}

/// [`Error::Unsupported`] in those words.
#[must_use]
pub fn unsupported(words: impl Into<Message>) -> Error {
    Error::Unsupported(words.into())
}

/// [`Error::TooLarge`] in those words.
#[must_use]
pub fn too_large(words: impl Into<Message>) -> Error {
    Error::TooLarge(words.into())
}

/// [`Error::Fails`] in those words.
#[must_use]
pub fn fails(words: impl Into<Message>) -> Error {
    Error::Fails(words.into())
}

/// [`Error::Fails`] in those words, as an error.
///
/// # Errors
/// Always.
pub fn reject<T>(words: impl Into<Message>) -> Result<T> {
    Err(fails(words))
}

/// An expression that no formula defines.
pub(crate) fn undefinable(e: impl Display) -> Error {
    unsupported(message!("`{e}` is not definable here"))
}
