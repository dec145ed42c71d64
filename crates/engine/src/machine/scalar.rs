//! Values computed from the slots.

use clauses::term::interval::{Interval, interval};
use clauses::term::{Term, Undefined};
use expr::eval::Program;

/// A value computed from the slots: by a term, or exactly.
#[derive(Debug)]
pub(crate) enum Scalar {
    Term(Term),
    Exact(Box<Program>),
}

impl Scalar {
    /// The term, where it is one.
    pub(crate) fn term(&self) -> Option<&Term> {
        match self {
            Self::Term(term) => Some(term),
            Self::Exact(_) => None,
        }
    }

    /// Whether it is a term that has a value wherever the slots are in these ranges.
    pub(crate) fn has_value(&self, ranges: &[Interval]) -> bool {
        self.term().is_some_and(|term| interval(term, ranges).is_some())
    }

    #[inline]
    pub(crate) fn value(&self, slots: &[i64]) -> Result<i64, Undefined> {
        let leaf = |term: &Term| match term {
            Term::Const(value) => Some(*value),
            Term::Slot(slot) => Some(slots[*slot]),
            _ => None,
        };
        match self {
            // Most ends of ranges are leaves, or one operation on two of them.
            Self::Term(Term::Const(value)) => Ok(*value),
            Self::Term(Term::Slot(slot)) => Ok(slots[*slot]),
            Self::Term(term @ Term::Op(op, a, b)) => match (leaf(a), leaf(b)) {
                (Some(a), Some(b)) => op.apply(a, b),
                _ => term.value(slots),
            },
            Self::Term(term) => term.value(slots),
            Self::Exact(program) => {
                let value = clauses::exact::integer(program, slots).map_err(|_| Undefined)?;
                i64::try_from(value).map_err(|_| Undefined)
            }
        }
    }
}
