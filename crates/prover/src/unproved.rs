//! Why a law is not proved.

use std::borrow::Cow;

/// Why a law is not proved: it says nothing about the law's truth.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// The work was asked to end.
    #[error("interrupted")]
    Interrupted,
    /// The rule or the law is not read.
    #[error(transparent)]
    Unread(#[from] meaning::Error),
    /// The checker does not accept what was found.
    #[error(transparent)]
    Rejected(#[from] checker::Rejected),
    /// The automata searched for are not built.
    #[error(transparent)]
    Unbuilt(#[from] automata::Error),
    /// No theorem fits, or what a theorem needs is not found.
    #[error("{0}")]
    NotFound(Cow<'static, str>),
    /// The reason, and what it is about.
    #[error("{about}: {why}")]
    Within {
        /// What the reason is about.
        about: String,
        /// The reason.
        why: Box<Self>,
    },
    /// Why each theorem that was tried does not prove it.
    #[error("{}", listed(.0))]
    ByEachTheorem(Vec<Self>),
}

impl Unproved {
    /// The same, said of something.
    pub(crate) fn within(self, about: impl Into<String>) -> Self {
        Self::Within { about: about.into(), why: Box::new(self) }
    }
}

impl From<logic::Error> for Unproved {
    fn from(why: logic::Error) -> Self {
        Self::Unread(why.into())
    }
}

/// [`Unproved::NotFound`] in those words.
pub(crate) fn not_found(words: impl Into<Cow<'static, str>>) -> Unproved {
    Unproved::NotFound(words.into())
}

fn listed(reasons: &[Unproved]) -> String {
    let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    reasons.join("; nor by another theorem: ")
}
