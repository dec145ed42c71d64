//! Guards that few slots decide, or remainders of slots, as rows of bits along the innermost
//! quantifier: each is evaluated once for a table, not once for every option.

use super::lanes::{LANES, LaneProgram, Registers, all};
use super::period::{lcm, repeats};
use super::scalar::Scalar;
use clauses::term::interval::Interval;

/// The rows of one guard take at most this many digits.
const MAX_DIGITS: u128 = 1 << 27;
/// A row pays from this many uses on.
const LEAST_USES: u128 = 8;

/// Guards on the innermost quantifier that are worth keeping together.
#[derive(Debug)]
pub(crate) struct RowGuard {
    /// Their numbers among the clause's inner guards, rising.
    pub(super) guards: Vec<usize>,
    /// The other slots they depend on.
    slots: Vec<Dependence>,
    /// Whether rows come again after a period of some slot.
    is_periodic: bool,
    rows: usize,
    /// Whether all hold, where that has a value for all values of the slots.
    program: Option<LaneProgram>,
    /// The innermost quantifier's slot and values.
    inner: usize,
    span: Interval,
}

/// How guards depend on a slot.
#[derive(Debug)]
struct Dependence {
    slot: usize,
    /// The slot's least value, and how many it has.
    least: i64,
    values: u64,
    /// After this many values the guards hold for the same numbers again.
    period: u64,
    /// Distance between the rows of neighbouring values.
    stride: usize,
}

impl RowGuard {
    /// Rows for the guards with these numbers that are worth keeping, by the slots they depend on: those
    /// that depend on no more than others share their rows, if these still pay. `scalars` are all guards of
    /// the clause.
    pub(super) fn of(
        guards: &[(usize, &[usize])],
        scalars: &[Scalar],
        ranges: &[Option<Interval>],
    ) -> Vec<Self> {
        let mut guards = guards.to_vec();
        guards.sort_by_key(|(_, used)| std::cmp::Reverse(used.len()));
        let mut groups: Vec<(Self, &[usize])> = Vec::new();
        for (i, used) in guards {
            let joined = groups.iter_mut().find_map(|(group, all)| {
                let is_within = used.iter().all(|slot| all.contains(slot));
                let mut both = [&group.guards[..], &[i]].concat();
                both.sort_unstable();
                let rows = is_within.then(|| Self::new(both, all, scalars, ranges))??;
                Some((group, rows))
            });
            match joined {
                Some((group, rows)) => *group = rows,
                None => {
                    let own = Self::new(vec![i], used, scalars, ranges);
                    groups.extend(own.map(|rows| (rows, used)));
                }
            }
        }
        groups.into_iter().map(|(rows, _)| rows).collect()
    }

    /// Rows for guards that depend on the slots `used`; `None` where they would be many, or hardly
    /// used twice. The innermost quantifier is the last slot of `ranges`.
    pub(crate) fn new(
        guards: Vec<usize>,
        used: &[usize],
        scalars: &[Scalar],
        ranges: &[Option<Interval>],
    ) -> Option<Self> {
        let period = |slot: usize| {
            let periods = guards.iter().map(|&i| repeats(scalars[i].term()?, slot));
            periods.reduce(|a, b| lcm(a?, b?)).flatten()
        };
        // Places are found sooner without a remainder.
        let by_values = Self::by_periods(used, ranges, &|_| None);
        let rows = by_values.or_else(|| Self::by_periods(used, ranges, &period))?;
        let terms = guards.iter().map(|&i| scalars[i].term()).collect::<Option<Vec<_>>>();
        let known = ranges.iter().copied().collect::<Option<Vec<Interval>>>();
        let program = terms.zip(known).and_then(|(terms, known)| {
            LaneProgram::compile(&[all(terms.into_iter(), &known)?], rows.inner, &known)
        });
        Some(Self { guards, program, ..rows })
    }

    /// The same for guards that have these periods in the slots.
    fn by_periods(
        used: &[usize],
        ranges: &[Option<Interval>],
        period: &dyn Fn(usize) -> Option<i64>,
    ) -> Option<Self> {
        let inner = ranges.len().checked_sub(1)?;
        let span = ranges[inner]?;
        let length = |&(lo, hi): &Interval| Some(u128::try_from(hi.checked_sub(lo)?).ok()? + 1);
        let mut rows = 1u128;
        let (mut slots, mut is_periodic) = (Vec::new(), false);
        for &slot in used.iter().filter(|slot| **slot != inner) {
            let range = ranges[slot]?;
            let values = u64::try_from(length(&range)?).ok()?;
            let period = period(slot).map_or(values, |period| values.min(period.unsigned_abs()));
            is_periodic |= period < values;
            let stride = usize::try_from(rows).ok()?;
            slots.push(Dependence { slot, least: range.0, values, period, stride });
            rows = rows.checked_mul(period.into())?;
        }
        let uses = ranges[..inner].iter().flatten().filter_map(length);
        let uses = uses.fold(1, u128::saturating_mul);
        let digits = rows.checked_mul((length(&span)? / 64 + 2) * 64)?;
        let pays = digits <= MAX_DIGITS && rows.checked_mul(LEAST_USES)? <= uses;
        let rows = usize::try_from(rows).ok()?;
        pays.then_some(Self {
            guards: Vec::new(),
            slots,
            is_periodic,
            rows,
            program: None,
            inner,
            span,
        })
    }

    /// The row for these slots; `None` where one of them is not in its range.
    #[inline(always)]
    fn row(&self, slots: &[i64]) -> Option<usize> {
        if self.is_periodic {
            return self.row_by_periods(slots);
        }
        let mut row = 0;
        for own in &self.slots {
            let place = slots[own.slot].wrapping_sub(own.least) as u64;
            if place >= own.values {
                return None;
            }
            row += place as usize * own.stride;
        }
        Some(row)
    }

    /// The same where rows come again; it stands apart, as it takes longer.
    #[inline(never)]
    fn row_by_periods(&self, slots: &[i64]) -> Option<usize> {
        let place = |own: &Dependence| {
            let place = slots[own.slot].wrapping_sub(own.least) as u64;
            (place < own.values).then(|| (place % own.period) as usize * own.stride)
        };
        self.slots.iter().map(place).sum()
    }
}

/// The rows of some guards, as far as they are known.
#[derive(Debug)]
pub(crate) struct Rows {
    /// The first and last value known of each row; no value is known where the last is less.
    known: Vec<Interval>,
    /// One digit a value, each row from the least value of the quantifier on: whether all guards
    /// hold.
    digits: Vec<u64>,
    /// Words of a row; the last is always 0.
    words: usize,
    registers: Option<Registers>,
}

/// Stands for a row in which some value asked for is undefined.
const UNDEFINED: Interval = (i64::MAX, i64::MIN);

/// A row that is known over the values asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownRow {
    guard: usize,
    /// First word of the row.
    start: usize,
    least: i64,
}

impl Rows {
    pub(crate) fn new(guard: &RowGuard) -> Self {
        let words = guard.span.0.abs_diff(guard.span.1) as usize / 64 + 2;
        Self {
            known: vec![(0, -1); guard.rows],
            digits: vec![0; guard.rows * words],
            words,
            registers: guard.program.as_ref().map(LaneProgram::registers),
        }
    }

    /// Sees to it that the row for these slots is known from `lo` to `hi`; `None` where a guard has
    /// no value somewhere. `number` is that of the row guard, `scalars` are the clause's guards.
    #[inline(always)]
    pub(crate) fn know(
        &mut self,
        (number, guard): (usize, &RowGuard),
        scalars: &[Scalar],
        (lo, hi): Interval,
        slots: &mut [i64],
    ) -> Option<KnownRow> {
        let (least, most) = guard.span;
        let row = guard.row(slots).filter(|_| least <= lo && hi <= most)?;
        let known = self.known[row];
        if lo < known.0 || hi > known.1 {
            self.extend(guard, row, scalars, (lo, hi), slots)?;
        }
        Some(KnownRow { guard: number, start: row * self.words, least })
    }

    /// Evaluates the guards where they are not known yet.
    #[cold]
    fn extend(
        &mut self,
        guard: &RowGuard,
        row: usize,
        scalars: &[Scalar],
        (lo, hi): Interval,
        slots: &mut [i64],
    ) -> Option<()> {
        let (from, to) = match self.known[row] {
            UNDEFINED => return None,
            (from, to) if from <= to => (from, to),
            _ => (lo, lo - 1),
        };
        self.known[row] = UNDEFINED;
        let start = row * self.words * 64;
        let place = |k: i64| start + (k - guard.span.0) as usize;
        let Self { digits, registers, .. } = self;
        let mut put = |k: i64, holds: bool| {
            digits[place(k) / 64] |= u64::from(holds) << (place(k) % 64);
        };
        let (mut least, mut most) = (from.min(lo), to.max(hi));
        if let (Some(program), Some(registers)) = (&guard.program, registers) {
            // What comes next is asked for soon.
            if lo < from {
                least = least.min(from - LANES as i64).max(guard.span.0);
            }
            if hi > to {
                most = most.max(to + LANES as i64).min(guard.span.1);
            }
            program.prepare(slots, registers).ok()?;
            for gap in [(least, from - 1), (to + 1, most)] {
                in_lanes(program, registers, gap, &mut put)?;
            }
        } else {
            for k in (least..from).chain(to + 1..=most) {
                slots[guard.inner] = k;
                let mut holds = true;
                for &i in guard.guards.iter() {
                    holds = holds && scalars[i].value(slots).ok()? != 0;
                }
                put(k, holds);
            }
        }
        self.known[row] = (least, most);
        Some(())
    }
}

/// Says for each of these values of the innermost quantifier whether the prepared program's result holds.
fn in_lanes(
    program: &LaneProgram,
    registers: &mut Registers,
    (first, last): Interval,
    put: &mut impl FnMut(i64, bool),
) -> Option<()> {
    for first in (first..=last).step_by(LANES) {
        let count = (last - first + 1).min(LANES as i64) as usize;
        registers.fill_range(i32::try_from(first).ok()?, count);
        program.run(registers, count);
        (first..).zip(0..count).for_each(|(k, lane)| {
            put(k, program.result(registers, 0, lane) != 0);
        });
    }
    Some(())
}

impl KnownRow {
    /// Whether the guards hold for `k` and the 63 values after it; those that are not known may be
    /// anything.
    #[inline]
    pub(crate) fn word(self, rows: &[Rows], k: i64) -> u64 {
        let Rows { digits, words, .. } = &rows[self.guard];
        let at = (k - self.least) as usize;
        let (word, shift) = (at / 64, at % 64);
        let row = &digits[self.start..self.start + words];
        row[word] >> shift | row[word + 1] << 1 << (63 - shift)
    }

    /// The first of these values for which the guards do not hold.
    pub(super) fn first_zero(self, rows: &[Rows], (lo, hi): Interval) -> Option<i64> {
        let zero = |k: i64| {
            let place = k + i64::from(self.word(rows, k).trailing_ones());
            (place < k + 64).then_some(place)
        };
        (lo..=hi).step_by(64).find_map(zero).filter(|&place| place <= hi)
    }

    /// The last of these values for which the guards do not hold.
    pub(super) fn last_zero(self, rows: &[Rows], (lo, hi): Interval) -> Option<i64> {
        let zero = |back: i64| {
            let k = (hi - back - 63).max(self.least);
            // Those after the last asked for count as if they held.
            let after = (k + 63 - (hi - back)) as u32;
            let word = self.word(rows, k) | !(u64::MAX >> after);
            let place = k + 63 - i64::from(word.leading_ones());
            (place >= k).then_some(place)
        };
        (0..=hi - lo).step_by(64).find_map(zero).filter(|&place| place >= lo)
    }
}
