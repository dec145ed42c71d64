//! Guards that few slots decide, as rows of binary digits along the innermost quantifier: each is
//! evaluated once for a table in place of once for every option.

use super::scalar::Scalar;
use crate::term::interval::Interval;

/// The rows of one guard take at most so many digits.
const MAX_DIGITS: u128 = 1 << 27;
/// A row pays from so many uses on.
const LEAST_USES: u128 = 8;

/// A guard on the innermost quantifier that is worth keeping.
#[derive(Debug)]
pub(crate) struct RowGuard {
    /// Its number among the clause's inner guards.
    pub(super) guard: usize,
    /// The other slots it depends on: slot, least value, distance between rows.
    slots: Vec<(usize, i64, usize)>,
    rows: usize,
    /// The innermost quantifier's slot and values.
    inner: usize,
    span: Interval,
}

impl RowGuard {
    /// Rows for a guard that depends on the slots `used`; `None` where they would be many, or
    /// hardly used twice. The innermost quantifier is the last slot of `ranges`.
    pub(super) fn new(guard: usize, used: &[usize], ranges: &[Option<Interval>]) -> Option<Self> {
        let inner = ranges.len().checked_sub(1)?;
        let span = ranges[inner]?;
        let length = |&(lo, hi): &Interval| Some(u128::try_from(hi.checked_sub(lo)?).ok()? + 1);
        let mut rows = 1u128;
        let mut slots = Vec::new();
        for &slot in used.iter().filter(|slot| **slot != inner) {
            let range = ranges[slot]?;
            slots.push((slot, range.0, usize::try_from(rows).ok()?));
            rows = rows.checked_mul(length(&range)?)?;
        }
        let uses = ranges[..inner].iter().flatten().filter_map(length);
        let uses = uses.fold(1, u128::saturating_mul);
        let digits = rows.checked_mul(length(&span)?)?;
        let pays = digits <= MAX_DIGITS && rows.checked_mul(LEAST_USES)? <= uses;
        let rows = usize::try_from(rows).ok()?;
        pays.then_some(Self { guard, slots, rows, inner, span })
    }

    /// The row for these slots; `None` where one of them is not in its range.
    #[inline]
    fn row(&self, slots: &[i64]) -> Option<usize> {
        let mut row = 0;
        for &(slot, least, stride) in &self.slots {
            row += usize::try_from(slots[slot].checked_sub(least)?).ok()?.checked_mul(stride)?;
        }
        (row < self.rows).then_some(row)
    }
}

/// The rows of one guard, as far as they are known.
#[derive(Debug)]
pub(super) struct Rows(Vec<Row>);

/// Whether the guard holds for values of the innermost quantifier.
#[derive(Clone, Debug)]
struct Row {
    /// First and last value known; none where they are the wrong way round.
    known: Interval,
    /// Some value asked for is undefined.
    undefined: bool,
    /// One digit a value, from the least value of the quantifier on.
    digits: Vec<u64>,
}

/// A row that is known over the values asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    guard: usize,
    row: usize,
    least: i64,
}

impl Rows {
    pub(super) fn new(guard: &RowGuard) -> Self {
        let none = Row { known: (0, -1), undefined: false, digits: Vec::new() };
        Self(vec![none; guard.rows])
    }

    /// Sees to it that the row for these slots is known from `lo` to `hi`; `None` where the guard
    /// has no value somewhere. `number` is that of the guard among those with rows.
    #[inline]
    pub(super) fn know(
        &mut self,
        (number, guard): (usize, &RowGuard),
        scalar: &Scalar,
        (lo, hi): Interval,
        slots: &mut [i64],
    ) -> Option<Known> {
        let (least, most) = guard.span;
        let index = guard.row(slots).filter(|_| least <= lo && hi <= most)?;
        let row = &mut self.0[index];
        if lo < row.known.0 || hi > row.known.1 {
            row.extend(guard, scalar, (lo, hi), slots);
        }
        (!row.undefined).then_some(Known { guard: number, row: index, least })
    }
}

impl Row {
    /// Evaluates the guard where it is not known yet.
    #[cold]
    fn extend(&mut self, guard: &RowGuard, scalar: &Scalar, (lo, hi): Interval, slots: &mut [i64]) {
        let (from, to) = match self.known {
            (from, to) if from <= to => (from, to),
            _ => (lo, lo - 1),
        };
        let last = (to.max(hi) - guard.span.0) as usize / 64;
        if self.digits.len() <= last {
            self.digits.resize(last + 1, 0);
        }
        for k in (lo..from).chain(to + 1..=hi) {
            slots[guard.inner] = k;
            match scalar.value(slots) {
                Ok(value) => {
                    let at = (k - guard.span.0) as usize;
                    self.digits[at / 64] |= u64::from(value != 0) << (at % 64);
                }
                Err(_) => self.undefined = true,
            }
        }
        self.known = (from.min(lo), to.max(hi));
    }
}

impl Known {
    /// Whether the guard holds for `k` and the 63 values after it; those that are not known may be
    /// anything.
    #[inline]
    pub(super) fn word(self, rows: &[Rows], k: i64) -> u64 {
        let digits = &rows[self.guard].0[self.row].digits;
        let at = (k - self.least) as usize;
        let (word, shift) = (at / 64, at % 64);
        let low = digits.get(word).map_or(0, |w| w >> shift);
        let high = digits.get(word + 1).map_or(0, |w| w << 1 << (63 - shift));
        low | high
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::interval::tests::terms;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_say_what_the_guard_says(
            guard in terms(),
            asked in prop::collection::vec((0i64..4, -2i64..150, 0i64..150), 1..8),
        ) {
            // The first slot decides with the innermost; the second makes for many uses.
            let ranges = [Some((0, 3)), Some((0, 99)), Some((-2, 300))];
            let rows = RowGuard::new(0, &[0, 2], &ranges).expect("rows that pay");
            let (mut known, scalar) = (vec![Rows::new(&rows)], Scalar::Term(guard.clone()));
            for (first, lo, more) in asked {
                let mut slots = vec![first, 7, 0];
                let row = known[0].know((0, &rows), &scalar, (lo, lo + more), &mut slots);
                let value = |k: i64| guard.value(&[first, 7, k]);
                match row {
                    Some(row) => for k in lo..=lo + more {
                        let here = row.word(&known, lo + (k - lo) / 64 * 64) >> ((k - lo) % 64) & 1;
                        prop_assert_eq!(Ok(here == 1), value(k).map(|v| v != 0));
                    },
                    None => prop_assert!((-2..=300).any(|k| value(k).is_err())),
                }
            }
        }
    }

    #[test]
    fn rows_that_are_used_once_are_not_kept() {
        let ranges = [Some((0, 99)), Some((0, 99)), Some((0, 99))];
        assert!(RowGuard::new(0, &[0, 2], &ranges).is_some());
        assert!(RowGuard::new(0, &[0, 1, 2], &ranges).is_none());
        let endless = [Some((0, 99)), Some((0, 99)), Some((0, 1 << 30))];
        assert!(RowGuard::new(0, &[0, 2], &endless).is_none());
    }
}
