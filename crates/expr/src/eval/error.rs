//! Why an expression has no value.

/// An expression has no value, or it could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// A number does not fit.
    #[error("a number exceeds 128 bits")]
    Overflow,
    /// `1 // 0`.
    #[error("division by zero")]
    DivisionByZero,
    /// A list or vector has no such element.
    #[error("a list of {length} has no element {index}")]
    NoElement {
        /// The index asked for.
        index: i128,
        /// Number of elements.
        length: usize,
    },
    /// `min`, `max` or `first` over nothing.
    #[error("`{0}` of nothing")]
    Nothing(&'static str),
    /// A definition needs its own value, or ever new ones.
    #[error("{0} never ends")]
    NeverEnds(String),
    /// A definition calls itself too often before it ends.
    #[error("{0} calls itself too deeply")]
    TooDeep(String),
    /// A definition takes too many steps or too much memory.
    #[error("{0} takes too many steps")]
    TooLong(String),
    /// The evaluation takes too many steps or too much memory.
    #[error("the evaluation takes too many steps")]
    TooMuchWork,
    /// There is no such value, and why.
    #[error("{0}")]
    Undefined(String),
    /// The context does not know the value, although there may be one.
    #[error("{0}")]
    Unavailable(String),
    /// The value is that of a table, and nothing says how far the table goes; in words.
    #[error("{0}")]
    NoBound(String),
    /// The value is that of a table that a limit kept from being made; in words.
    #[error("{0}")]
    TooLarge(String),
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
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

    /// Whether an evaluation was given up after much work.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::TooDeep(_) | Self::TooLong(_) | Self::TooMuchWork)
    }
}
