//! Guards that leave the innermost quantifier few values, which are found without a look at the others.

use super::divisors::Divisors;
use super::masks::Mask;
use super::scalar::Scalar;
use clauses::term::interval::Interval;

/// What a guard leaves of the innermost quantifier.
#[derive(Debug)]
pub(crate) enum Guarded {
    Digits(Mask),
    Divisors(Divisors),
}

impl Guarded {
    /// The first guard that leaves few values, and its number. `ranges` are those of all slots, of the
    /// innermost quantifier last. A guard behind one that may have no value is none: that one has to be asked
    /// first.
    pub(super) fn among(guards: &[Scalar], ranges: &[Interval]) -> Option<(usize, Self)> {
        let terms =
            guards.iter().take_while(|guard| guard.has_value(ranges)).filter_map(Scalar::term);
        terms.enumerate().find_map(|(i, guard)| {
            let digits = || Mask::of(guard, ranges.len().checked_sub(1)?).map(Self::Digits);
            let divisors = || Divisors::of(guard, ranges).map(Self::Divisors);
            Some((i, digits().or_else(divisors)?))
        })
    }
}
