//! A law: an expression that gives a quantity from the coordinates, on a stated domain.

use crate::ast::Expr;
use message::{Message, Tell, message};

/// What kind of law it is; names the family that found it (`kind` in JSON findings).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum LawKind {
    Constant,
    Affine,
    Periodic,
    ArithmeticPeriodic,
    Residue,
    Closed,
    Xor,
    Coordinates,
    Beatty,
    Positions,
    Recurrence,
    Automatic,
    Regular,
    Sparse,
}

impl LawKind {
    /// The word used in reports and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Affine => "affine",
            Self::Periodic => "periodic",
            Self::ArithmeticPeriodic => "arithmetic-periodic",
            Self::Residue => "residue",
            Self::Closed => "closed",
            Self::Xor => "xor",
            Self::Coordinates => "coordinates",
            Self::Beatty => "beatty",
            Self::Positions => "positions",
            Self::Recurrence => "recurrence",
            Self::Automatic => "automatic",
            Self::Regular => "regular",
            Self::Sparse => "sparse-exceptions",
        }
    }
}

impl Tell for LawKind {
    fn message(&self) -> Message {
        self.name().into()
    }
}

/// `subject(variables) = body` from `from` on where the condition holds, but for the exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// The quantity, as in the table's header: `sg`, `win`, `a`, ...
    pub subject: String,
    /// Names of the coordinates the body may use, in order.
    pub variables: Vec<String>,
    /// Which family.
    pub kind: LawKind,
    /// The value. A condition stands for 1 (true) or 0.
    pub body: Expr,
    /// For one coordinate: least index for which the body holds (up to exceptions). For grids the
    /// body holds on the whole box and this is `None`.
    pub from: Option<i64>,
    /// The positions that the law speaks of, all where there is none: `c = 2`, `k % 2 = 0`.
    pub condition: Option<Expr>,
    /// Constants of the law by their standard names (`preperiod`, `period`, `saltus`, ...).
    pub parameters: Vec<(Message, Message)>,
    /// Every position of the table at or after `from` (all positions for grids) where the value
    /// differs from the body, with its true value.
    pub exceptions: Vec<(Vec<i64>, i64)>,
    /// The sentence a person would say: `sg(n) = n mod (k+1)`.
    pub words: Message,
}

impl Law {
    /// Its constants in words: `period 12`, and only the name of what is so or not (`symmetric`).
    pub fn parameters_in_words(&self) -> impl Iterator<Item = Message> {
        self.parameters.iter().map(|(name, value)| match *value == *"yes" {
            true => name.clone(),
            false => message!("{name} {value}"),
        })
    }

    /// The value of the constant of this name, if the law has it.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<String> {
        let (_, value) = self.parameters.iter().find(|(own, _)| *own == *name)?;
        Some(value.to_string())
    }
}
