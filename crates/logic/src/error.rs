//! Why a sentence is not decided.

use std::borrow::Cow;

/// An answer, or why there is none.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a sentence is not decided, or a numeration not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The work was asked to end.
    #[error("interrupted")]
    Interrupted,
    /// A number exceeds 128 bits.
    #[error("a number exceeds 128 bits")]
    Overflow,
    /// It would take more than is allowed.
    #[error("{0}")]
    TooLarge(Cow<'static, str>),
    /// A machine, a variable or a modulus is not one that can be read.
    #[error("{0}")]
    Malformed(Cow<'static, str>),
    /// What a numeration or a slope must satisfy is not shown.
    #[error("{0}")]
    Unproved(String),
}
