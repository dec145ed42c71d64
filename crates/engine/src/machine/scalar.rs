//! Values computed from the slots.

use crate::term::{Term, Undefined};
use expr::eval::Program;

/// A value computed from the slots: by a term, or exactly.
#[derive(Debug)]
pub(crate) enum Scalar {
    Term(Term),
    Exact(Box<Program>),
}

impl Scalar {
    #[inline]
    pub(crate) fn value(&self, slots: &[i64]) -> Result<i64, Undefined> {
        // Most ends of ranges are constants or slots.
        match self {
            Self::Term(Term::Const(value)) => Ok(*value),
            Self::Term(Term::Slot(slot)) => Ok(slots[*slot]),
            Self::Term(term) => term.value(slots),
            Self::Exact(program) => {
                let value = crate::exact::integer(program, slots).map_err(|_| Undefined)?;
                i64::try_from(value).map_err(|_| Undefined)
            }
        }
    }
}
