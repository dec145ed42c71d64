//! Why a law is not proved.

use meaning::Error;
use meaning::error::{too_large, unsupported};
use message::{Message, Tell, message};

/// Why a law is not proved: it says nothing about the law's truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// The work was asked to end.
    Interrupted,
    /// The rule or the law is not read, no theorem fits, what a theorem needs is not found, or the
    /// checker does not accept it.
    Refused(Error),
    /// The automata searched for are not built.
    Unbuilt(automata::Error),
    /// Why each theorem that was tried does not prove it.
    ByEachTheorem(Vec<Self>),
}

/// What is proved or found, or why it is not.
pub type Result<T, E = Unproved> = std::result::Result<T, E>;

impl Unproved {
    /// The same, said of something.
    pub(crate) fn within(self, about: impl Into<Message>) -> Self {
        let why = match self {
            Self::Refused(why) => why,
            Self::Unbuilt(why) => too_large(why.message()),
            other => return other,
        };
        why.within(about).into()
    }
}

impl Tell for Unproved {
    fn message(&self) -> Message {
        match self {
            Self::Interrupted => "interrupted".into(),
            Self::Refused(why) => why.message(),
            Self::Unbuilt(why) => why.message(),
            Self::ByEachTheorem(reasons) => {
                let all = reasons.iter().map(Tell::message);
                let nor = |all, next| message!("{all}; nor by another theorem: {next}");
                all.reduce(nor).unwrap_or_else(|| "no theorem is tried".into())
            }
        }
    }
}

message::error!(Unproved, Refused(Error), Unbuilt(automata::Error));

impl From<logic::Error> for Unproved {
    fn from(why: logic::Error) -> Self {
        Error::from(why).into()
    }
}

impl From<verify::Rejected> for Unproved {
    fn from(why: verify::Rejected) -> Self {
        Error::from(why).into()
    }
}

/// No theorem fits, or what a theorem needs is not found.
pub(crate) fn not_found(words: impl Into<Message>) -> Unproved {
    unsupported(words).into()
}
