//! Why an automaton was not built or a sentence not decided, and the limits of the work.

use crate::Name;
use message::{Message, Tell, message};

/// How large automata may become.
///
/// The theory is decidable but not elementary: a quantifier can cost an exponential. So every
/// construction counts and stops with [`Error::TooLarge`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Greatest number of states of an automaton under construction.
    pub states: usize,
    /// Greatest number of transitions of an automaton under construction.
    pub edges: usize,
}

impl Default for Limits {
    /// Two hundred thousand states, twenty million transitions: below 1 GB.
    fn default() -> Self {
        Self { states: 200_000, edges: 20_000_000 }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// An automaton outgrew the [`Limits`].
    TooLarge {
        /// Number reached.
        size: usize,
        /// Number allowed.
        cap: usize,
        /// `states`, `transitions`, `symbols` or `levels`.
        what: &'static str,
        /// The step, with its variables.
        doing: Message,
    },
    /// The work was asked to end.
    Interrupted,
    /// A number left 128 bits.
    Overflow,
    /// The recurrence does not describe a numeration whose greedy words a finite automaton knows.
    BadNumeration {
        /// The numeration.
        name: String,
        /// What is wrong.
        reason: Message,
    },
    /// A sentence to decide has free variables.
    Free(Vec<Name>),
    /// A relation got the wrong number of arguments.
    Arity {
        /// Name of the relation.
        relation: String,
        /// Number of its parameters.
        expected: usize,
        /// Number of arguments given.
        found: usize,
    },
    /// A relation is written in another numeration than the sentence.
    OtherNumeration {
        /// Name of the relation.
        relation: String,
        /// Numeration of the sentence.
        expected: String,
        /// Numeration of the relation.
        found: String,
    },
    /// A variable has a name that the solver uses itself.
    Reserved(Name),
    /// Two parameters of a relation have the same name.
    Twice(Name),
    /// The automaton of a relation mentions a state or digit that does not exist, or treats
    /// leading zeros as significant.
    BadRelation {
        /// Name of the relation.
        relation: String,
        /// What is wrong.
        reason: Message,
    },
}

/// What is built or decided, or why it is not.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Tell for Error {
    fn message(&self) -> Message {
        match self {
            Self::TooLarge { size, cap, what, doing } => {
                let what = Message::from(*what);
                message!(
                    "{doing}: {size} {what} exceed the limit of {cap}; raise the limit or split the sentence"
                )
            }
            Self::Interrupted => "interrupted".into(),
            Self::Overflow => "a number exceeds 128 bits".into(),
            Self::BadNumeration { name, reason } | Self::BadRelation { relation: name, reason } => {
                message!("{name}: {reason}")
            }
            Self::Free(names) => {
                message!("the sentence leaves {names:?} free; bind them with a quantifier")
            }
            Self::Arity { relation, expected, found } => {
                message!("{relation} takes {expected} arguments, not {found}")
            }
            Self::OtherNumeration { relation, expected, found } => {
                message!("{relation} is written in {found}, the sentence in {expected}")
            }
            Self::Reserved(name) => {
                message!("variables must not start with a control character: {name:?}")
            }
            Self::Twice(name) => message!("the name {name} is given twice"),
        }
    }
}

message::error!(Error);
