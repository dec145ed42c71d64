//! Why a core certificate proves nothing.

use std::borrow::Cow;

/// Why a certificate proves nothing: one sentence that names what fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Rejected(pub Cow<'static, str>);

/// What is shown, or why it is not.
pub type Result<T, E = Rejected> = std::result::Result<T, E>;

impl Rejected {
    /// The same, said of something.
    pub(crate) fn within(self, about: &str) -> Self {
        Self(format!("{about}: {}", self.0).into())
    }
}

impl From<logic::Error> for Rejected {
    fn from(why: logic::Error) -> Self {
        Self(why.to_string().into())
    }
}

/// [`Rejected`] in those words.
pub(crate) fn rejected(words: impl Into<Cow<'static, str>>) -> Rejected {
    Rejected(words.into())
}

/// [`Rejected`] in those words, as an error.
pub(crate) fn reject<T>(words: impl Into<Cow<'static, str>>) -> Result<T> {
    Err(rejected(words))
}

/// A number exceeds 128 bits.
pub(crate) fn overflow() -> Rejected {
    rejected("a number exceeds 128 bits")
}
