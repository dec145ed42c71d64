//! The numbers at which a condition holds, in order.

use super::Formula;

/// The numbers from `first` on at which a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Members {
    /// The condition, in one variable.
    pub(crate) condition: Formula,
    pub(crate) first: i64,
    /// The `i`-th member, from 0, is among the first `step * (i + 1)` numbers.
    pub(crate) step: i64,
    /// The first members, to count on from.
    pub(crate) known: Vec<i64>,
}

impl Members {
    /// The number of that place, from 0.
    pub(crate) fn nth(&self, place: i64) -> Option<i64> {
        let end = self.first.checked_add(self.step.checked_mul(place.checked_add(1)?)?)?;
        let place = usize::try_from(place).ok()?;
        if let Some(&x) = self.known.get(place) {
            return Some(x);
        }
        let next = self.known.last().map_or(self.first, |last| last + 1);
        let holds = |&x: &i64| self.condition.eval(&[x]).is_some_and(|v| v != 0);
        (next..end).filter(holds).nth(place - self.known.len())
    }
}
