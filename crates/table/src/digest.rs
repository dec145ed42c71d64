//! Digests of columns of integers: the greatest value, how often each value occurs, a hash.
//!
//! The hash is that of the sequence x(0), x(1), ... of all cells in order, x = value + 1 (and 0 for
//! a cell without a position): the number sum of x(i) B^(N - 1 - i) modulo P = 2^61 - 1, for
//! B = 10^18 + 9 and N cells. In Python: `h = (h * (10**18 + 9) + v + 1) % (2**61 - 1)`, from
//! `h = 0`. It can be computed of a repetition without writing it out; two different sequences of
//! N cells chosen without regard to B agree with probability at most N / P.

use crate::{Table, Values};
use rayon::prelude::*;
use std::collections::HashMap;

/// Modulus of the hash.
const P: u64 = (1 << 61) - 1;
/// Base of the hash.
const B: u64 = 1_000_000_000_000_000_009;

/// A column of integers in a few numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// How many positions there are.
    pub positions: u64,
    /// The greatest value, and the first cell that has it; `None` without positions.
    pub greatest: Option<(i64, u64)>,
    /// Every value that occurs and how often, the commonest first, then the least.
    pub counts: Vec<(i64, u64)>,
    /// The hash of all cells in order.
    pub hash: u64,
    /// Bytes a value takes in memory.
    pub bytes_per_value: u64,
}

/// The digest of a sequence that comes in parts.
#[derive(Clone, Debug, Default)]
pub struct Running(Tally);

impl Running {
    /// Adds the cells that follow.
    pub fn add(&mut self, values: &[u16]) {
        self.0.add_all(values);
    }

    /// Adds the cells that follow, of which some are no positions.
    pub fn add_cells(&mut self, cells: impl Iterator<Item = Option<u16>>) {
        let mut held = [0; CHUNK];
        let mut count = 0;
        for cell in cells {
            held[count] = cell.map_or(0, |value| u32::from(value) + 1);
            count += 1;
            if count == CHUNK {
                self.0.add(held.iter().copied());
                count = 0;
            }
        }
        self.0.add(held[..count].iter().copied());
    }

    /// Adds this sequence `times` times.
    pub fn repeat(&mut self, part: &Self, times: u64) {
        let (Self(tally), Self(part)) = (self, part);
        if times > 0 {
            tally.repeat(part, times);
        }
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.0.cells
    }

    /// What [`Running::of_state`] needs to go on.
    #[must_use]
    pub fn state(&self) -> Vec<u64> {
        let Tally { cells, counts: [even, odd], first, hash } = &self.0;
        let counts = even.iter().zip(odd).map(|(even, odd)| even + odd);
        [*cells, *first, hash.factor, hash.add].into_iter().chain(counts).collect()
    }

    /// The digest that had this state; `None` where none has.
    #[must_use]
    pub fn of_state(state: &[u64]) -> Option<Self> {
        let (&[cells, first, factor, add], counts) = state.split_first_chunk()?;
        let counts = [counts.to_vec(), vec![0; counts.len()]];
        let hash = Affine { factor, add };
        (!counts[0].is_empty()).then_some(Self(Tally { cells, counts, first, hash }))
    }

    /// The digest of all of them.
    #[must_use]
    pub fn digest(self) -> Digest {
        Digest::of_tally(&self.0)
    }
}

impl Digest {
    /// The digest of a column of the table; `None` when its values are no integers.
    #[must_use]
    pub fn of_column(table: &Table, values: &Values) -> Option<Self> {
        if !values.is_integers() {
            return None;
        }
        if let (Values::U16(values), None) = (values, &table.present) {
            return Some(Self::of_repetition(values, 0, values.len(), values.len() as u64));
        }
        if let (Values::U16(values), Some(present)) = (values, &table.present) {
            let mut tally = Tally::default();
            for (values, present) in values.chunks(CHUNK).zip(present.chunks(CHUNK)) {
                let cells = values.iter().zip(present);
                tally.add(cells.map(|(&v, &is)| if is { u32::from(v) + 1 } else { 0 }));
            }
            return Some(Self::of_tally(&tally));
        }
        let mut counts: HashMap<i64, u64> = HashMap::new();
        let mut greatest: Option<(i64, u64)> = None;
        let mut hash = Affine::NONE;
        for cell in 0..values.len() {
            if !table.is_present(cell) {
                hash = hash.then(Affine::of(0));
                continue;
            }
            let value = values.get(cell);
            *counts.entry(value).or_insert(0) += 1;
            if greatest.is_none_or(|(most, _)| value > most) {
                greatest = Some((value, cell as u64));
            }
            let residue = value.rem_euclid(P as i64) as u64;
            hash = hash.then(Affine::of((residue + 1) % P));
        }
        let bytes = if matches!(values, Values::U16(_)) { 2 } else { 8 };
        Some(Self::new(counts, greatest, hash, bytes))
    }

    /// The digest of `cells` cells, the first of which are `values`; from index `from` on they
    /// repeat with the period `period`. All of them are positions.
    ///
    /// # Panics
    /// When the values end before the first period does, unless there are `cells` values.
    #[must_use]
    pub fn of_repetition(values: &[u16], from: usize, period: usize, cells: u64) -> Self {
        let (head, cycle) = match usize::try_from(cells) {
            Ok(cells) if cells <= values.len() => (&values[..cells], &values[..0]),
            _ => (&values[..from], &values[from..from + period]),
        };
        let repeated = cells - head.len() as u64;
        let (times, rest) = match period as u64 {
            _ if cycle.is_empty() => (0, &cycle[..0]),
            period => (repeated / period, &cycle[..(repeated % period) as usize]),
        };
        let mut all = Tally::of(head);
        for (part, times) in [(cycle, times), (rest, 1)] {
            if times > 0 {
                all.repeat(&Tally::of(part), times);
            }
        }
        Self::of_tally(&all)
    }

    fn of_tally(tally: &Tally) -> Self {
        Self::new(tally.counts(), tally.greatest(), tally.hash, 2)
    }

    fn new(
        counts: HashMap<i64, u64>,
        greatest: Option<(i64, u64)>,
        hash: Affine,
        bytes_per_value: u64,
    ) -> Self {
        let mut counts: Vec<(i64, u64)> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|&(value, count)| (std::cmp::Reverse(count), value));
        let positions = counts.iter().map(|(_, count)| count).sum();
        Self { positions, greatest, counts, hash: hash.add, bytes_per_value }
    }
}

/// Cells that are counted at once: they stay in the processor's cache.
const CHUNK: usize = 1 << 12;
/// Cells that one thread counts before it is done or takes more.
const SHARE: usize = if cfg!(test) { 16 } else { 1 << 20 };

/// What a part of a sequence amounts to, in terms x = value + 1 (0: no position).
#[derive(Clone, Debug)]
struct Tally {
    cells: u64,
    /// How often each x occurs, in two parts, so that equal neighbours do not wait for each other.
    counts: [Vec<u64>; 2],
    /// The first cell with the greatest x so far.
    first: u64,
    hash: Affine,
}

impl Default for Tally {
    fn default() -> Self {
        Self { cells: 0, counts: [vec![0], vec![0]], first: 0, hash: Affine::NONE }
    }
}

impl Tally {
    /// All of these values, every one at a position. Threads share long sequences.
    fn of(values: &[u16]) -> Self {
        let part = |values: &[u16]| {
            let mut tally = Self::default();
            tally.add_all(values);
            tally
        };
        let joined = |mut before: Self, next: Self| {
            before.repeat(&next, 1);
            before
        };
        match values.len() {
            // A pool of threads need not be started.
            ..=SHARE => part(values),
            _ => values.par_chunks(SHARE).map(part).reduce(Self::default, joined),
        }
    }

    /// Adds these values, every one at a position.
    fn add_all(&mut self, values: &[u16]) {
        for chunk in values.chunks(CHUNK) {
            self.add(chunk.iter().map(|&value| u32::from(value) + 1));
        }
    }

    /// Adds at most [`CHUNK`] terms.
    fn add(&mut self, terms: impl ExactSizeIterator<Item = u32>) {
        let mut buffer = [0u32; CHUNK];
        let buffer = &mut buffer[..terms.len()];
        let mut most = 0;
        for (held, x) in buffer.iter_mut().zip(terms) {
            *held = x;
            most = most.max(x);
        }
        let length = most as usize + 1;
        if length > self.counts[0].len() {
            self.counts.iter_mut().for_each(|counts| counts.resize(length, 0));
            let at = buffer.iter().position(|&x| x == most).unwrap_or(0);
            self.first = self.cells + at as u64;
        }
        let [even, odd] = &mut self.counts;
        let pairs = buffer.chunks_exact(2);
        for &x in pairs.remainder() {
            even[x as usize] += 1;
        }
        for pair in pairs {
            even[pair[0] as usize] += 1;
            odd[pair[1] as usize] += 1;
        }
        self.cells += buffer.len() as u64;
        self.hash = self.hash.then(Affine::of_all(buffer));
    }

    /// Adds this sequence `times` times, at least once.
    fn repeat(&mut self, part: &Self, times: u64) {
        if part.counts[0].len() > self.counts[0].len() {
            self.counts.iter_mut().for_each(|counts| counts.resize(part.counts[0].len(), 0));
            self.first = self.cells + part.first;
        }
        for (counts, more) in self.counts.iter_mut().zip(&part.counts) {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more * times);
        }
        self.cells += part.cells * times;
        self.hash = self.hash.then(part.hash.times(times));
    }

    /// The greatest value and its first cell, where there is a position.
    fn greatest(&self) -> Option<(i64, u64)> {
        (self.counts[0].len() > 1).then(|| (self.counts[0].len() as i64 - 2, self.first))
    }

    /// Every value that occurs, and how often.
    fn counts(&self) -> HashMap<i64, u64> {
        let [even, odd] = &self.counts;
        let counts = (0..).zip(even.iter().zip(odd).skip(1).map(|(a, b)| a + b));
        counts.filter(|&(_, count)| count > 0).collect()
    }
}

/// What a part of a sequence does to the hash of what stands before it: h to `factor h + add`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Affine {
    factor: u64,
    add: u64,
}

/// A number below 2^123 modulo P.
const fn reduced(x: u128) -> u64 {
    let folded = (x as u64 & P) + (x >> 61) as u64;
    let folded = (folded & P) + (folded >> 61);
    if folded >= P { folded - P } else { folded }
}

const fn product(a: u64, b: u64) -> u64 {
    reduced(a as u128 * b as u128)
}

impl Affine {
    /// What no cell does.
    const NONE: Self = Self { factor: 1, add: 0 };

    /// What one cell does.
    fn of(x: u64) -> Self {
        Self { factor: B, add: x }
    }

    /// What all these cells do, each at most 2^16. Powers of B stand in two halves, whose products with
    /// the cells fit 64 bits and are reduced together.
    fn of_all(terms: &[u32]) -> Self {
        /// Cells whose products are added before they are reduced: their sums are below 2^55.
        const STEP: usize = 256;
        const POWERS: [u64; STEP + 1] = {
            let mut powers = [1; STEP + 1];
            let mut i = 0;
            while i < STEP {
                powers[i + 1] = product(powers[i], B);
                i += 1;
            }
            powers
        };
        /// The lower 31 bits of the powers and the others, the greatest power first.
        static HALVES: [[u32; STEP]; 2] = {
            let mut halves = [[0; STEP]; 2];
            let mut i = 0;
            while i < STEP {
                let power = POWERS[STEP - 1 - i];
                halves[0][i] = (power & 0x7fff_ffff) as u32;
                halves[1][i] = (power >> 31) as u32;
                i += 1;
            }
            halves
        };
        let mut hash = 0;
        for block in terms.chunks(STEP) {
            let [low, high] = HALVES.each_ref().map(|half| &half[STEP - block.len()..]);
            let mut sums = [0u64; 2];
            for ((&x, &low), &high) in block.iter().zip(low).zip(high) {
                sums[0] += u64::from(x) * u64::from(low);
                sums[1] += u64::from(x) * u64::from(high);
            }
            let sum = u128::from(sums[0]) + (u128::from(sums[1]) << 31);
            hash = reduced(u128::from(hash) * u128::from(POWERS[block.len()]) + sum);
        }
        Self { factor: power(B, terms.len() as u64), add: hash }
    }

    /// This, and then the next.
    fn then(self, next: Self) -> Self {
        let add = u128::from(next.factor) * u128::from(self.add) + u128::from(next.add);
        Self { factor: product(self.factor, next.factor), add: reduced(add) }
    }

    /// This added `count` times.
    fn times(self, mut count: u64) -> Self {
        let (mut all, mut doubled) = (Self::NONE, self);
        while count > 0 {
            if count & 1 == 1 {
                all = all.then(doubled);
            }
            doubled = doubled.then(doubled);
            count >>= 1;
        }
        all
    }
}

fn power(base: u64, exponent: u64) -> u64 {
    Affine { factor: base, add: 0 }.times(exponent).factor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, Column};
    use draw::{Draw, check, prop_assert, prop_assert_eq};
    use std::ops::Range;

    fn table(values: Values, present: Option<Vec<bool>>) -> Table {
        let axes = vec![Axis::new("n", 0, values.len() as i64 - 1)];
        Table { axes, columns: vec![Column { name: "sg".into(), values }], present }
    }

    fn digest(values: Values, present: Option<Vec<bool>>) -> Digest {
        let table = table(values, present);
        Digest::of_column(&table, &table.columns[0].values).expect("integers")
    }

    #[test]
    fn the_hash_is_as_documented() {
        // Python: h = 0, then h = (h * (10**18 + 9) + v + 1) % (2**61 - 1) for v in range(40).
        let values: Vec<u16> = (0..40).collect();
        assert_eq!(digest(Values::U16(values), None).hash, PYTHON);
    }

    const PYTHON: u64 = 1_630_829_608_482_206_603;

    fn values(d: &mut Draw, sizes: Range<usize>, below: i64) -> Vec<u16> {
        d.many(sizes, |d| d.int(0..below) as u16)
    }

    #[test]
    fn digests_of_every_kind_agree() {
        let input = |d: &mut Draw| values(d, 0..90, 600);
        check(draw::cases(), input, |values| {
            let narrow = digest(Values::U16(values.clone()), None);
            let mut slow = 0u128;
            for &v in &values {
                slow = (slow * u128::from(B) + u128::from(v) + 1) % u128::from(P);
            }
            prop_assert_eq!(u128::from(narrow.hash), slow);
            let wide = digest(Values::I64(values.iter().map(|&v| i64::from(v)).collect()), None);
            prop_assert_eq!(&Digest { bytes_per_value: 2, ..wide }, &narrow);
            let mut running = Running::default();
            values.chunks(7).for_each(|part| running.add(part));
            prop_assert_eq!(&running.digest(), &narrow);
            let all = Some(vec![true; values.len()]);
            prop_assert_eq!(digest(Values::U16(values.clone()), all), narrow.clone());
            prop_assert_eq!(narrow.positions, values.len() as u64);
            let first =
                |most| values.iter().position(|&v| i64::from(v) == most).expect("it occurs");
            prop_assert!(narrow.greatest.is_none_or(|(most, at)| at == first(most) as u64));
            prop_assert_eq!(
                narrow.greatest.map(|g| g.0),
                values.iter().map(|&v| i64::from(v)).max()
            );
            Ok(())
        });
    }

    #[test]
    fn a_running_digest_goes_on_from_its_state_and_repeats() {
        let input =
            |d: &mut Draw| (values(d, 0..90, 600), values(d, 0..90, 600), d.int(0..5) as u64);
        check(draw::cases(), input, |(head, part, times)| {
            let mut running = Running::default();
            running.add(&head);
            let mut running = Running::of_state(&running.state()).expect("a state");
            let mut cycle = Running::default();
            cycle.add(&part);
            running.repeat(&cycle, times);
            let all = [head, part.repeat(times as usize)].concat();
            prop_assert_eq!(running.cells(), all.len() as u64);
            prop_assert_eq!(running.digest(), digest(Values::U16(all), None));
            prop_assert!(Running::of_state(&[0; 4]).is_none());
            Ok(())
        });
    }

    #[test]
    fn widths_agree_where_positions_are_missing() {
        let input = |d: &mut Draw| d.many(1..9000, |d| (d.int(0..40) as u16, d.flag()));
        check(draw::cases(), input, |cells| {
            let (values, present): (Vec<u16>, Vec<bool>) = cells.into_iter().unzip();
            let wide = Values::I64(values.iter().map(|&v| i64::from(v)).collect());
            let wide = digest(wide, Some(present.clone()));
            let mut running = Running::default();
            let cell = |(&value, &is): (&u16, &bool)| is.then_some(value);
            running.add_cells(values.iter().zip(&present).map(cell));
            let narrow = digest(Values::U16(values), Some(present));
            prop_assert_eq!(&Digest { bytes_per_value: 2, ..wide }, &narrow);
            prop_assert_eq!(running.digest(), narrow);
            Ok(())
        });
    }

    #[test]
    fn a_repetition_is_its_cells() {
        let input = |d: &mut Draw| {
            (values(d, 1..60, 9), d.size(0..30), d.size(0..30), d.int(1..400) as u64)
        };
        check(draw::cases(), input, |(values, from, more, cells)| {
            let from = from.min(values.len() - 1);
            let period = (values.len() - from).saturating_sub(more).max(1);
            let cell =
                |i: usize| if i < from { values[i] } else { values[from + (i - from) % period] };
            let whole: Vec<u16> = (0..cells as usize).map(cell).collect();
            let known: Vec<u16> = (0..values.len()).map(cell).collect();
            let repeated = Digest::of_repetition(&known, from, period, cells);
            prop_assert_eq!(repeated, digest(Values::U16(whole), None));
            Ok(())
        });
    }

    #[test]
    fn cells_without_a_position_are_hashed_as_such() {
        let values = || Values::U16(vec![3, 0, 4]);
        let whole = digest(values(), None);
        let holed = digest(values(), Some(vec![true, false, true]));
        assert_eq!((holed.positions, holed.counts), (2, vec![(3, 1), (4, 1)]));
        assert_ne!(holed.hash, whole.hash);
        assert_eq!(digest(Values::I64(vec![-1]), None).hash, 0);
    }
}
