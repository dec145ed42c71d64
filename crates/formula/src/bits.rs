//! Lengths in bits, computed in integers so that no rounding mode decides what is found.

use hashbrown::HashMap;
use rayon::prelude::*;
use std::ops::Range;

/// Fraction bits of the fixed-point logarithms.
pub const FRACTION: u32 = 16;
/// Tables with more different values than this are rich beyond any question.
const MANY_VALUES: usize = 1 << 14;
/// Values that one processor counts at a time.
const CHUNK: usize = 1 << 18;
/// Longer lists are measured by their values alone.
const LONG_LIST: usize = 1 << 12;

/// `log2(n)` in units of 2^-16, rounded down; 0 for `n = 0`.
pub fn log2(n: u64) -> u64 {
    if n < 2 {
        return 0;
    }
    let whole = n.ilog2();
    // The mantissa in [1, 2) with 32 fraction bits; each squaring yields one digit.
    let mut mantissa = (u128::from(n) << 32) >> whole;
    let mut result = u64::from(whole) << FRACTION;
    for digit in (0..FRACTION).rev() {
        mantissa = (mantissa * mantissa) >> 32;
        if mantissa >> 33 != 0 {
            mantissa >>= 1;
            result |= 1 << digit;
        }
    }
    result
}

/// `log2(n!)` in units of 2^-16: Stirling's series with its first correction.
fn log2_factorial(n: u64) -> u64 {
    if n < 32 {
        return (2..=n).map(log2).sum();
    }
    const LOG2_E: u128 = 94_548; // log2(e) * 2^16
    let n128 = u128::from(n);
    let main = n128 * u128::from(log2(n)) - n128 * LOG2_E;
    // log2(2 * pi * n) / 2, with 2 * pi taken as 44 / 7
    let correction = (log2(n * 44) - log2(7)) / 2;
    u64::try_from(main).unwrap_or(u64::MAX).saturating_add(correction)
}

/// Bits of a choice of `k` places out of `n`: `log2` of the binomial coefficient, rounded up.
pub fn choice_bits(n: usize, k: usize) -> u32 {
    let [all, part, rest] = [n, k, n.saturating_sub(k)].map(|k| log2_factorial(k as u64));
    let bits = all.saturating_sub(part).saturating_sub(rest).div_ceil(1 << FRACTION);
    u32::try_from(bits).unwrap_or(u32::MAX)
}

/// How many bits it takes to single out one arrangement of these values among all arrangements of
/// the same values: `log2` of the multinomial coefficient, rounded down.
///
/// A law shorter than this by `b` bits is found in a random shuffle with probability below
/// `2^-b` (Kraft's inequality).
pub fn arrangement_bits(values: impl Iterator<Item = i64>) -> u64 {
    let mut counted = Counted::default();
    for value in values {
        counted.add(value);
        if counted.is_rich() {
            break;
        }
    }
    counted.bits()
}

/// As [`arrangement_bits`], of the values at `0..count`, of which there may be 10^8.
pub fn arrangement_bits_at(count: usize, at: impl Fn(usize) -> i64 + Sync) -> u64 {
    counted(count, |i| Some(at(i))).bits()
}

/// How many bits it takes to single out the values at `0..count` among all lists that change as often
/// and by the same steps: where they change, and in which order the steps come. `None` where they change
/// at more than every other place: such a list is not made of runs.
pub fn run_bits(count: usize, at: impl Fn(usize) -> i64 + Sync) -> Option<u64> {
    let step = |i: usize| Some(at(i + 1).wrapping_sub(at(i))).filter(|&step| step != 0);
    let steps = counted(count.max(1) - 1, step);
    let changes = steps.total as usize;
    let places = u64::from(choice_bits(count.max(1) - 1, changes));
    (2 * changes < count).then(|| places + steps.bits())
}

/// The values counted that stand at `0..count`, where there are any.
fn counted(count: usize, at: impl Fn(usize) -> Option<i64> + Sync) -> Counted {
    let part = |range: Range<usize>| {
        let mut counted = Counted::default();
        range.filter_map(&at).for_each(|value| counted.add(value));
        counted
    };
    if count <= CHUNK {
        return part(0..count);
    }
    let chunks: Vec<usize> = (0..count).step_by(CHUNK).collect();
    let parts = chunks.into_par_iter().map(|from| part(from..count.min(from + CHUNK)));
    parts.reduce(Counted::default, Counted::with)
}

/// How often each value occurs. There may be 10^8 values, so none of them is kept, and small ones are
/// counted without hashing.
struct Counted {
    /// Of the values from `-SMALL` to `SMALL - 1`.
    small: Vec<u64>,
    others: HashMap<i64, u64>,
    total: u64,
}

/// Values of at most this size are small.
const SMALL: i64 = 1 << 8;

impl Default for Counted {
    fn default() -> Self {
        Self { small: vec![0; 2 * SMALL as usize], others: HashMap::new(), total: 0 }
    }
}

impl Counted {
    fn add(&mut self, value: i64) {
        self.total += 1;
        let place = usize::try_from(value.wrapping_add(SMALL)).ok();
        if let Some(count) = place.and_then(|place| self.small.get_mut(place)) {
            *count += 1;
        } else if !self.is_rich() {
            *self.others.entry(value).or_default() += 1;
        }
    }

    /// These values and others.
    fn with(mut self, other: Self) -> Self {
        self.total += other.total;
        self.small.iter_mut().zip(other.small).for_each(|(count, more)| *count += more);
        for (value, count) in other.others {
            *self.others.entry(value).or_default() += count;
        }
        self
    }

    /// Whether there are more different values than matters.
    fn is_rich(&self) -> bool {
        self.others.len() > MANY_VALUES
    }

    /// The bits of an arrangement, see [`arrangement_bits`].
    fn bits(&self) -> u64 {
        if self.is_rich() {
            return MANY_VALUES as u64;
        }
        let inside: u64 =
            self.small.iter().chain(self.others.values()).map(|&c| log2_factorial(c)).sum();
        log2_factorial(self.total).saturating_sub(inside) >> FRACTION
    }
}

/// Number of binary digits of `|k|`, at least 1.
pub fn length(k: impl Into<i128>) -> u32 {
    (u128::BITS - k.into().unsigned_abs().leading_zeros()).max(1)
}

/// Bits of a list: its different values once, then which of them stands where; or, where that is
/// shorter, its first value and the steps from each value to the next.
pub fn list_bits(list: &[i64]) -> u32 {
    let by_values = bits_of_values(list);
    let Some(&first) = list.first().filter(|_| list.len() <= LONG_LIST) else { return by_values };
    let steps: Option<Vec<i64>> = list.windows(2).map(|w| w[1].checked_sub(w[0])).collect();
    let by_steps = steps.map(|steps| (2 + length(first)).saturating_add(bits_of_values(&steps)));
    by_steps.map_or(by_values, |bits| bits.min(by_values))
}

/// Bits of a list spelled out: its different values once, then whole bits for each place.
pub fn spelled_bits(list: &[i64]) -> u32 {
    let mut different = list.to_vec();
    different.sort_unstable();
    different.dedup();
    let values: u64 = different.iter().map(|&k| u64::from(1 + length(k))).sum();
    let choice = usize::BITS - different.len().saturating_sub(1).leading_zeros();
    u32::try_from(values + list.len() as u64 * u64::from(choice)).unwrap_or(u32::MAX)
}

/// The different values once, then a number for each place, or how often each value stands and in
/// which arrangement.
fn bits_of_values(list: &[i64]) -> u32 {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    let runs: Vec<&[i64]> = sorted.chunk_by(|a, b| a == b).collect();
    let size = |k: usize| u64::from(length(i64::try_from(k).unwrap_or(i64::MAX)));
    let values: u64 = runs.iter().map(|run| u64::from(1 + length(run[0]))).sum();
    let each = (list.len() as u64 * log2(runs.len() as u64)).div_ceil(1 << FRACTION);
    let counts: u64 = runs.iter().skip(1).map(|run| size(run.len())).sum();
    let arranged = counts + arrangement_bits(list.iter().copied()) + 1;
    u32::try_from(values + each.min(arranged)).unwrap_or(u32::MAX)
}
