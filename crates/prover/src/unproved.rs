//! Why a law is not proved.

use meaning::Error;
use meaning::error::{too_large, unsupported};
use std::borrow::Cow;

/// Why a law is not proved: it says nothing about the law's truth.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// The work was asked to end.
    #[error("interrupted")]
    Interrupted,
    /// The rule or the law is not read, no theorem fits, what a theorem needs is not found, or the
    /// checker does not accept it.
    #[error(transparent)]
    Refused(#[from] Error),
    /// The automata searched for are not built.
    #[error(transparent)]
    Unbuilt(#[from] automata::Error),
    /// Why each theorem that was tried does not prove it.
    #[error("{}", listed(.0))]
    ByEachTheorem(Vec<Self>),
}

/// What is proved or found, or why it is not.
pub type Result<T, E = Unproved> = std::result::Result<T, E>;

impl Unproved {
    /// The same, said of something.
    pub(crate) fn within(self, about: impl Into<String>) -> Self {
        let why = match self {
            Self::Refused(why) => why,
            Self::Unbuilt(why) => too_large(why.to_string()),
            other => return other,
        };
        why.within(about).into()
    }
}

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
pub(crate) fn not_found(words: impl Into<Cow<'static, str>>) -> Unproved {
    unsupported(words).into()
}

fn listed(reasons: &[Unproved]) -> String {
    let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    reasons.join("; nor by another theorem: ")
}
