//! Guards that ask for binary digits, such as `m & n = m`: of the innermost quantifier only the values
//! that have no other digits are looked at.

use clauses::term::interval::Interval;
use clauses::term::{Op, Term, Undefined};

/// Which binary digits the values of the innermost quantifier may have.
#[derive(Debug)]
pub(crate) enum Mask {
    /// Those of this number.
    Only(Term),
    /// All others.
    Without(Term),
}

impl Mask {
    /// The mask that the guard is of the quantifier with that slot.
    pub(super) fn of(guard: &Term, slot: usize) -> Option<Self> {
        let (zero, quantifier) = (Term::Const(0), &Term::Slot(slot));
        let (a, b) = match guard {
            Term::Op(Op::Eq, a, b) => (&**a, &**b),
            Term::Not(digits) => (&**digits, &zero),
            _ => return None,
        };
        let mask = [(a, b), (b, a)].into_iter().find_map(|(digits, value)| {
            let Term::Op(op, x, y) = digits else { return None };
            let other = match (&**x == quantifier, &**y == quantifier) {
                (true, _) => &**y,
                (_, true) if *op != Op::AndNot => &**x,
                _ => return None,
            };
            let is_none = *value == zero;
            match op {
                Op::BitAnd if value == quantifier => Some(Self::Only(other.clone())),
                Op::BitOr if value == other => Some(Self::Only(other.clone())),
                Op::AndNot if is_none => Some(Self::Only(other.clone())),
                Op::BitAnd if is_none => Some(Self::Without(other.clone())),
                _ => None,
            }
        });
        mask.filter(|(Self::Only(other) | Self::Without(other))| !other.uses(slot))
    }

    /// The values from `lo` to `hi` that have no other digits.
    ///
    /// # Errors
    /// The number has no value.
    pub(super) fn values(&self, (lo, hi): Interval, slots: &[i64]) -> Result<Masked, Undefined> {
        let mask = match self {
            Self::Only(digits) => digits.value(slots)?,
            Self::Without(digits) => !digits.value(slots)?,
        };
        Ok(Masked::new((lo, hi), mask))
    }
}

/// Numbers whose binary digits a mask has, in increasing order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masked {
    next: i64,
    last: i64,
    mask: i64,
    is_over: bool,
}

impl Masked {
    fn new((lo, hi): Interval, mask: i64) -> Self {
        // The digits of a number that the mask has not, up to the highest.
        let wrong = |number: i64| match number & !mask {
            0 => None,
            digits => Some(u64::MAX.checked_shr(digits.leading_zeros()).unwrap_or(0) as i64),
        };
        let next = wrong(lo).map_or(lo, |wrong| successor(lo | wrong, mask));
        let last = wrong(hi).map_or(hi, |wrong| hi & !wrong | wrong & mask);
        // There is none up to `hi` if a negative number would need digits that the mask has not.
        let is_over = next > last || next < lo || last > hi;
        Self { next, last, mask, is_over }
    }

    /// Least and greatest of them.
    #[inline]
    pub(super) fn span(&self) -> Option<Interval> {
        (!self.is_over).then_some((self.next, self.last))
    }
}

/// The next number with digits of the mask alone, where there is one.
#[inline]
fn successor(number: i64, mask: i64) -> i64 {
    (number | !mask).wrapping_add(1) & mask
}

impl Iterator for Masked {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        let next = (!self.is_over).then_some(self.next);
        self.is_over |= self.next == self.last;
        self.next = successor(self.next, self.mask);
        next
    }
}
