//! Beatty sequences: the multiples of the slope of an Ostrowski numeration, rounded down.
//!
//! Let `a = [0; d, d, d, ...]` with convergents `p(i) / q(i)`, so `p(i) = q(i - 1)`, and let `n` be
//! the sum of `b(i) q(i)`, its Ostrowski digits. Then `n a` is the sum of `b(i) p(i)` plus the sum
//! of `b(i) (q(i) a - p(i))`; the second sum lies between -1 and 1 and has the sign of its term with
//! the least `i`, positive exactly when that `i` is even. So `floor(n a)` is the first sum, less 1
//! when that `i` is odd. Source: A. Ostrowski, *Bemerkungen zur Theorie der Diophantischen
//! Approximationen*, Abh. Math. Sem. Hamburg 1 (1922); J.-P. Allouche, J. Shallit, *Automatic
//! Sequences* (2003), section 3.9.

use super::linear::{Comparison, compare_shifted};
use super::{Kind, Numeration};
use crate::Name;
use crate::automaton::Automaton;
use crate::error::{Error, Limits, Result};
use crate::product::{join, merge};

impl Numeration {
    /// The pairs with `multiple = floor(number * a)`, for `a = [0; d, d, d, ...]` of the
    /// numeration, the positive root of `a^2 + d a = 1` (the golden ratio less 1 for `d = 1`,
    /// `sqrt(2) - 1` for `d = 2`). `None` for other numerations than those of
    /// [`Self::ostrowski`] and [`Self::fibonacci`].
    ///
    /// # Errors
    /// [`Error::Twice`] for equal names; [`Error::TooLarge`].
    pub fn multiples(
        &self,
        number: &str,
        multiple: &str,
        limits: &Limits,
    ) -> Result<Option<Automaton>> {
        let Kind::Ostrowski(d) = self.kind else { return Ok(None) };
        let (number, multiple): (Name, Name) = (number.into(), multiple.into());
        if number == multiple {
            return Err(Error::Twice(number));
        }
        let mut tracks = vec![(number.clone(), [0, 1]), (multiple, [-1, 0])];
        tracks.sort();
        let first_sum = |less: i128| {
            let equal = Comparison::Equal;
            compare_shifted(self, tracks.clone(), -less, equal, limits)
        };
        // states: no digit yet; an even, an odd number of zeros behind the last digit
        let ending = |accepting: [bool; 3]| {
            self.relation(
                &[&number],
                &accepting,
                |state, digits| match (state, digits[0]) {
                    (0, 0) => Some(0),
                    (_, 1..) => Some(1),
                    (state, 0) => Some(3 - state),
                },
                limits,
            )
        };
        // for d = 1 the least place is q(1), not q(0)
        let even = d > 1;
        let exact = join(&first_sum(0)?, &ending([true, even, !even])?, limits)?;
        let less = join(&first_sum(1)?, &ending([false, !even, even])?, limits)?;
        Ok(Some(merge(&exact, &less, limits)?))
    }

    /// The place below the least one, as the recurrence of an Ostrowski numeration has it; 0 for
    /// others.
    pub(super) fn before(&self) -> i128 {
        match self.kind {
            Kind::Ostrowski(d) => self.places[1] - i128::from(d),
            _ => 0,
        }
    }
}
