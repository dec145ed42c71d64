//! Why a sentence is not decided.

use message::{Message, Tell};

/// An answer, or why there is none.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a sentence is not decided, or a numeration not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The work was asked to end.
    Interrupted,
    /// A number exceeds 128 bits.
    Overflow,
    /// It would take more than is allowed.
    TooLarge(Message),
    /// A machine, a variable or a modulus is not one that can be read.
    Malformed(Message),
    /// What a numeration or a slope must satisfy is not shown.
    Unproved(Message),
}

impl Tell for Error {
    fn message(&self) -> Message {
        match self {
            Self::Interrupted => "interrupted".into(),
            Self::Overflow => "a number exceeds 128 bits".into(),
            Self::TooLarge(why) | Self::Malformed(why) | Self::Unproved(why) => why.clone(),
        }
    }
}

message::error!(Error);
