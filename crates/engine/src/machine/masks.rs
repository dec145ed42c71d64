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

#[cfg(test)]
mod tests {
    use super::*;
    use draw::{Draw, cases, check, prop_assert_eq};

    fn number(d: &mut Draw) -> i64 {
        let far = d.pick(&[0, i64::MIN, i64::MAX, i64::MAX - 9]);
        if far == 0 { d.int(-40..40) } else { far }
    }

    #[test]
    fn values_have_the_digits_of_the_mask() {
        let input = |d: &mut Draw| (number(d), d.int(0..70), number(d));
        check(cases(), input, |(lo, length, mask)| {
            let hi = lo.saturating_add(length);
            let values: Vec<i64> = Masked::new((lo, hi), mask).collect();
            let expected: Vec<i64> = (lo..=hi).filter(|value| value & mask == *value).collect();
            prop_assert_eq!(values, expected);
            Ok(())
        });
    }

    #[test]
    fn guards_that_ask_for_digits_are_masks() {
        let (n, m) = (Term::Slot(0), Term::Slot(1));
        let is_mask = |guard: Term| Mask::of(&guard, 1).is_some();
        let of = |op, a: &Term, b: &Term| Term::op(op, a.clone(), b.clone());
        let both = of(Op::BitAnd, &m, &n);
        assert!(is_mask(of(Op::Eq, &both, &m)));
        assert!(is_mask(of(Op::Eq, &Term::Const(0), &both)));
        assert!(is_mask(of(Op::Eq, &of(Op::BitOr, &n, &m), &n)));
        assert!(is_mask(of(Op::Eq, &of(Op::AndNot, &m, &n), &Term::Const(0))));
        assert!(!is_mask(of(Op::Eq, &of(Op::AndNot, &n, &m), &Term::Const(0))));
        assert!(!is_mask(of(Op::Eq, &both, &n)), "numbers with all digits of n");
        assert!(!is_mask(of(Op::Eq, &of(Op::BitAnd, &m, &m), &m)));
    }
}
