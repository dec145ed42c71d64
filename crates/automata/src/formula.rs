//! First-order formulas about natural numbers.
//!
//! Terms are integers: variables range over the natural numbers, but `x - y` may be negative and
//! comparisons are those of integers. Arguments of relations are natural numbers: an atom with a
//! negative argument is false (so its negation is true).

mod term;

pub use term::Term;
pub(crate) use term::TermKind;

use crate::Name;
use crate::relation::Relation;
use std::sync::Arc;

/// Greatest nesting of a formula or term; deeper ones become [`Formula::too_deep`], which no solver
/// decides. So the work on a formula may recur.
pub(crate) const MAX_DEPTH: u32 = 250;

/// A formula; cheap to clone.
#[derive(Clone, Debug)]
pub struct Formula {
    pub(crate) kind: Arc<FormulaKind>,
    depth: u32,
}

/// What a formula says.
#[derive(Debug)]
pub(crate) enum FormulaKind {
    Constant(bool),
    Compare(Term, Sign, Term),
    Holds(Relation, Vec<Term>),
    Not(Formula),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Implies(Formula, Formula),
    Exists(Vec<Name>, Formula),
    Forall(Vec<Name>, Formula),
    TooDeep,
}

/// Comparison signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Equal,
    Below,
    AtMost,
}

impl Formula {
    fn new(kind: FormulaKind, depth: u32) -> Self {
        let kind = if depth > MAX_DEPTH { FormulaKind::TooDeep } else { kind };
        Self { kind: Arc::new(kind), depth }
    }

    /// Truth or falsehood.
    #[must_use]
    pub fn constant(truth: bool) -> Self {
        Self::new(FormulaKind::Constant(truth), 0)
    }

    pub(crate) fn compare(left: Term, sign: Sign, right: Term) -> Self {
        let depth = left.depth().max(right.depth()) + 1;
        Self::new(FormulaKind::Compare(left, sign, right), depth)
    }

    pub(crate) fn holds(relation: Relation, arguments: Vec<Term>) -> Self {
        let depth = arguments.iter().map(Term::depth).max().unwrap_or(0) + 1;
        Self::new(FormulaKind::Holds(relation, arguments), depth)
    }

    /// True when all are.
    #[must_use]
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts: Vec<Self> = parts.into_iter().collect();
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1;
        Self::new(FormulaKind::And(parts), depth)
    }

    /// True when one of them is.
    #[must_use]
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts: Vec<Self> = parts.into_iter().collect();
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1;
        Self::new(FormulaKind::Or(parts), depth)
    }

    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::all([self, other])
    }

    /// At least one.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::any([self, other])
    }

    /// If this, then that.
    #[must_use]
    pub fn implies(self, other: Self) -> Self {
        let depth = self.depth.max(other.depth) + 1;
        Self::new(FormulaKind::Implies(self, other), depth)
    }

    /// For some natural numbers. A variable bound again inside is another one there.
    #[must_use]
    pub fn exists<N: AsRef<str>>(names: impl IntoIterator<Item = N>, body: Self) -> Self {
        let depth = body.depth + 1;
        Self::new(FormulaKind::Exists(collect(names), body), depth)
    }

    /// For all natural numbers.
    #[must_use]
    pub fn forall<N: AsRef<str>>(names: impl IntoIterator<Item = N>, body: Self) -> Self {
        let depth = body.depth + 1;
        Self::new(FormulaKind::Forall(collect(names), body), depth)
    }

    /// Whether the formula was nested too deeply to be kept.
    #[must_use]
    pub fn too_deep(&self) -> bool {
        self.depth > MAX_DEPTH
    }
}

impl std::ops::Not for Formula {
    type Output = Self;

    fn not(self) -> Self {
        let depth = self.depth + 1;
        Self::new(FormulaKind::Not(self), depth)
    }
}

fn collect<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Vec<Name> {
    names.into_iter().map(|name| name.as_ref().into()).collect()
}
