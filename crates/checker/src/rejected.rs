//! Why a certificate proves nothing.

use meaning::Error;
use std::borrow::Cow;

/// Why a certificate proves nothing: one sentence that names the condition that fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// It has not the documented form.
    #[error("{0}")]
    Malformed(Cow<'static, str>),
    /// A hypothesis of its theorem, or a number in it, is wrong or not shown to be right.
    #[error("{0}")]
    Fails(Cow<'static, str>),
    /// The check would take more than is allowed.
    #[error("{0}")]
    TooLarge(Cow<'static, str>),
    /// The theorem cannot be applied to its rule or law.
    #[error(transparent)]
    Unread(#[from] Error),
    /// The reason, and what it is about.
    #[error("{about}: {why}")]
    Within {
        /// What the reason is about.
        about: String,
        /// The reason.
        why: Box<Self>,
    },
}

impl Rejected {
    /// The same, said of something.
    pub(crate) fn within(self, about: impl Into<String>) -> Self {
        Self::Within { about: about.into(), why: Box::new(self) }
    }
}

impl From<verify::Rejected> for Rejected {
    fn from(why: verify::Rejected) -> Self {
        Self::Fails(why.0)
    }
}

impl From<logic::Error> for Rejected {
    fn from(why: logic::Error) -> Self {
        Self::Unread(why.into())
    }
}

/// [`Rejected::Malformed`] in those words.
pub(crate) fn malformed(words: impl Into<Cow<'static, str>>) -> Rejected {
    Rejected::Malformed(words.into())
}

/// [`Rejected::TooLarge`] in those words.
pub(crate) fn too_large(words: impl Into<Cow<'static, str>>) -> Rejected {
    Rejected::TooLarge(words.into())
}

/// [`Rejected::Fails`] in those words.
pub(crate) fn fails(words: impl Into<Cow<'static, str>>) -> Rejected {
    Rejected::Fails(words.into())
}

/// [`Rejected::Fails`] in those words, as an error.
pub(crate) fn reject<T>(words: impl Into<Cow<'static, str>>) -> Result<T, Rejected> {
    Err(fails(words))
}
