//! Why an automaton was not built or a sentence not decided, and the limits of the work.

use crate::Name;

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// An automaton outgrew the [`Limits`].
    #[error(
        "{doing}: {size} {what} exceed the limit of {cap}; raise the limit or split the sentence"
    )]
    TooLarge {
        /// Number reached.
        size: usize,
        /// Number allowed.
        cap: usize,
        /// `states`, `transitions`, `symbols` or `levels`.
        what: &'static str,
        /// The step, with its variables.
        doing: String,
    },
    /// The work was asked to end.
    #[error("interrupted")]
    Interrupted,
    /// A number left 128 bits.
    #[error("a number exceeds 128 bits")]
    Overflow,
    /// The recurrence does not describe a numeration whose greedy words a finite automaton knows.
    #[error("{name}: {reason}")]
    BadNumeration {
        /// The numeration.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A sentence to decide has free variables.
    #[error("the sentence leaves {0:?} free; bind them with a quantifier")]
    Free(Vec<Name>),
    /// A relation got the wrong number of arguments.
    #[error("{relation} takes {expected} arguments, not {found}")]
    Arity {
        /// Name of the relation.
        relation: String,
        /// Number of its parameters.
        expected: usize,
        /// Number of arguments given.
        found: usize,
    },
    /// A relation is written in another numeration than the sentence.
    #[error("{relation} is written in {found}, the sentence in {expected}")]
    OtherNumeration {
        /// Name of the relation.
        relation: String,
        /// Numeration of the sentence.
        expected: String,
        /// Numeration of the relation.
        found: String,
    },
    /// A variable has a name that the solver uses itself.
    #[error("variables must not start with a control character: {0:?}")]
    Reserved(Name),
    /// Two parameters of a relation have the same name.
    #[error("the name {0} is given twice")]
    Twice(Name),
    /// The automaton of a relation mentions a state or digit that does not exist, or treats
    /// leading zeros as significant.
    #[error("{relation}: {reason}")]
    BadRelation {
        /// Name of the relation.
        relation: String,
        /// What is wrong.
        reason: String,
    },
}

/// What is built or decided, or why it is not.
pub type Result<T, E = Error> = std::result::Result<T, E>;
