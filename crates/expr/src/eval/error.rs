//! Why an expression has no value.

use crate::words::listed;
use message::{Message, Tell, message};
use std::fmt::{self, Display, Formatter};

/// An expression has no value, or it could not be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// A number does not fit.
    Overflow,
    /// `1 // 0`.
    DivisionByZero,
    /// A list or vector has no such element.
    NoElement {
        /// The index asked for.
        index: i128,
        /// Number of elements.
        length: usize,
    },
    /// `min`, `max` or `first` over nothing.
    Nothing(&'static str),
    /// A definition needs its own value, or ever new ones.
    NeverEnds(NamedCall),
    /// A definition calls itself too often before it ends.
    TooDeep(NamedCall),
    /// A definition takes too many steps or too much memory.
    TooLong(NamedCall),
    /// The evaluation takes too many steps or too much memory.
    TooMuchWork,
    /// There is no such value, and why.
    Undefined(Message),
    /// The context does not know the value, although there may be one.
    Unavailable(Message),
    /// The value is that of a table, and nothing says how far the table goes; in words.
    NoBound(Message),
    /// The value is that of a table that a limit kept from being made; in words.
    TooLarge(Message),
    /// The user asked to stop.
    Interrupted,
}

/// A definition applied to its arguments: `f(3, 1)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCall {
    /// The name of the definition.
    pub definition: String,
    /// What it is applied to.
    pub arguments: Vec<i128>,
}

impl Display for NamedCall {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.definition, listed(&self.arguments))
    }
}

impl EvalError {
    /// Whether the expression itself has no value, rather than one that was out of reach here.
    #[must_use]
    pub fn is_without_value(&self) -> bool {
        match self {
            Self::DivisionByZero
            | Self::NoElement { .. }
            | Self::Nothing(_)
            | Self::NeverEnds(_)
            | Self::Undefined(_) => true,
            Self::Overflow | Self::Unavailable(_) | Self::NoBound(_) | Self::Interrupted => false,
            Self::TooDeep(_) | Self::TooLong(_) | Self::TooMuchWork | Self::TooLarge(_) => false,
        }
    }

    /// What keeps an expression from having no value, where a rule can say it.
    #[must_use]
    pub fn remedy(&self) -> Message {
        match self {
            Self::Overflow => {
                "numbers have at most 128 bits: bound what grows, as the exponent by `for k in 1..60`"
                    .into()
            }
            Self::Nothing(fold) => message!("say what it is of nothing: `{fold}{{...; 0}}`"),
            _ => "exclude such positions by a guard, or say by `if c then a else b` what the value \
                  is there"
                .into(),
        }
    }

    /// Whether an evaluation was given up after much work.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::TooDeep(_) | Self::TooLong(_) | Self::TooMuchWork)
    }
}

impl Tell for EvalError {
    fn message(&self) -> Message {
        match self {
            Self::Overflow => "a number exceeds 128 bits".into(),
            Self::DivisionByZero => "division by zero".into(),
            Self::NoElement { index, length } => {
                message!("a list of {length} has no element {index}")
            }
            Self::Nothing(what) => message!("`{what}` of nothing"),
            Self::NeverEnds(call) => message!("{call} never ends"),
            Self::TooDeep(call) => message!("{call} calls itself too deeply"),
            Self::TooLong(call) => message!("{call} takes too many steps"),
            Self::TooMuchWork => "the evaluation takes too many steps".into(),
            Self::Undefined(why)
            | Self::Unavailable(why)
            | Self::NoBound(why)
            | Self::TooLarge(why) => why.clone(),
            Self::Interrupted => "interrupted".into(),
        }
    }
}

message::error!(EvalError);
