//! Why a core certificate proves nothing.

use message::{Message, Tell};

/// Why a certificate proves nothing: one sentence that names what fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected(pub Message);

/// What is shown, or why it is not.
pub type Result<T, E = Rejected> = std::result::Result<T, E>;

impl Rejected {
    /// The same, said of something.
    pub(crate) fn within(self, about: impl Into<Message>) -> Self {
        Self(self.0.within(about))
    }
}

impl Tell for Rejected {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

message::error!(Rejected);

impl From<logic::Error> for Rejected {
    fn from(why: logic::Error) -> Self {
        Self(why.message())
    }
}

/// [`Rejected`] in those words.
pub(crate) fn rejected(words: impl Into<Message>) -> Rejected {
    Rejected(words.into())
}

/// [`Rejected`] in those words, as an error.
pub(crate) fn reject<T>(words: impl Into<Message>) -> Result<T> {
    Err(rejected(words))
}

/// A number exceeds 128 bits.
pub(crate) fn overflow() -> Rejected {
    rejected("a number exceeds 128 bits")
}
