//! Periods of tables of codes that a theorem proves from finitely many values, and their copies.
//!
//! *Periodicity theorem* (R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc.
//! Cambridge Philos. Soc. 52 (1956), for octal games). Let every move of a code take at most t
//! stones and leave at most c heaps, whatever their sizes, and let n0 >= 1, p >= 1. If
//! g(n + p) = g(n) for all n with n0 <= n < c n0 + (c - 1) p + t, then for all n >= n0.
//!
//! Proof by induction on n from there on. An option of n + p has at most c heaps with at least
//! n + p - t >= c (n0 + p) stones together, so one with n0 + p or more: with p stones less it is
//! an option of n of the same value. An option of n has a heap of n0 or more, which with p stones
//! more gives one of n + p. (Nothing is left of n or n + p: they are greater than t.)
//!
//! For c = 1 this is the repetition of a window of t values of a subtraction game.

use crate::memory;
use message::{Message, message};

/// What the theorem has to know of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The most heaps a move leaves, at least 1.
    pub heaps: u32,
    /// The most stones a move takes, at least 1.
    pub taken: u32,
}

/// What the periodicity theorem says of computed values: g(n + period) = g(n) for all n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least index the period holds from.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The greatest index whose value the theorem needs.
    pub computed_to: u64,
}

/// The longest part of a table whose copies are compared at once, and copied at once: it stays in
/// the processor's cache.
const CHUNK: usize = 1 << 15;

impl Reach {
    /// The last index the theorem needs for a period from `preperiod` on.
    pub(crate) fn needs(self, preperiod: u64, period: u64) -> u64 {
        u64::from(self.heaps) * (preperiod.max(1) + period) + u64::from(self.taken) - 1
    }

    /// The period the theorem proves from the values of 0, 1, 2, ... of a game of this reach;
    /// `None` where it proves none.
    /// Time and memory: linear.
    #[must_use]
    pub fn prove(self, values: &[u16]) -> Option<Period> {
        // The theorem's inequality is preperiod + period <= sum: the last `overlap` values equal
        // those `period` places before, whatever the period is.
        let sum = values.len().checked_sub(self.taken as usize)? / self.heaps as usize;
        let overlap = values.len() - sum;
        let period = least_shift(values.get(1..)?, overlap, sum.checked_sub(1)?)?;
        let differs = |n: &usize| values[*n] != values[n + period];
        let preperiod = (0..sum - period).rev().find(differs).map_or(0, |n| n + 1);
        let (preperiod, period) = (preperiod as u64, period as u64);
        Some(Period { preperiod, period, computed_to: self.needs(preperiod, period) })
    }
}

impl Period {
    /// Appends copies until the values of 0 to `to` are known. The prefix must hold the preperiod
    /// and one period.
    pub fn fill(&self, values: &mut Vec<u16>, to: usize) {
        let (from, period) = (self.preperiod as usize, self.period as usize);
        debug_assert!(values.len() >= from + period);
        let Some(missing) = (to + 1).checked_sub(values.len()) else { return };
        memory::reserve(values, missing);
        while values.len() <= to {
            let whole = (values.len() - from) / period;
            let back = whole.min((CHUNK / period).max(1)) * period;
            let start = values.len() - back;
            let count = back.min(to + 1 - values.len());
            values.extend_from_within(start..start + count);
        }
    }

    /// The period of the images of values that have this one, under any function of the value: its least
    /// length divides this one. `images` holds those of 0, 1, 2, ... to the end of one period at least.
    #[must_use]
    pub fn of_images(&self, images: &[u16]) -> Self {
        let (from, length) = (self.preperiod as usize, self.period as usize);
        let cycle = &images[from..from + length];
        let repeats = |p: &usize| length % p == 0 && cycle[*p..] == cycle[..length - p];
        let period = (1..length).find(repeats).unwrap_or(length);
        let differs = |n: &usize| images[*n] != images[n + period];
        let preperiod = (0..from).rev().find(differs).map_or(0, |n| n + 1);
        Self { preperiod: preperiod as u64, period: period as u64, computed_to: self.computed_to }
    }

    /// In one sentence, about the coordinate of that name.
    #[must_use]
    pub fn words(&self, coordinate: &str) -> Message {
        let Self { preperiod, period, computed_to } = self;
        message!(
            "period {period} from {coordinate} = {preperiod} by the periodicity theorem (Guy and \
             Smith), from the values computed up to {coordinate} = {computed_to}; those after it are \
             copied"
        )
    }
}

/// The least shift, from 1 to `most`, at which the last `overlap` values occur.
///
/// Candidates are tried in turn, which is fast on tables that hardly repeat themselves; where many
/// fail late, the rest is left to [`least_shift_by_failures`].
fn least_shift(values: &[u16], overlap: usize, most: usize) -> Option<usize> {
    let end = values.len();
    let pattern = &values[end.checked_sub(overlap)?..];
    let tail = &pattern[overlap.saturating_sub(64)..];
    let most = most.min(end - overlap);
    let mut budget = 4 * end;
    // As one word: the last values, and as many that end `shift` places before the end.
    debug_assert!(overlap > 0);
    let length = overlap.min(4);
    let key =
        pattern[overlap - length..].iter().fold(0, |key, &value| key << 16 | u64::from(value));
    let mut window = key;
    let before = &values[end - length - most..end - length];
    for (shift, &value) in (1..).zip(before.iter().rev()) {
        window = window >> 16 | u64::from(value) << (16 * (length - 1));
        if window != key || !values[..end - shift].ends_with(tail) {
            continue;
        }
        // Exceptions are more frequent among the earlier values.
        let earlier = &values[end - shift - overlap..end - shift];
        let mut chunks = pattern.chunks(CHUNK / 64).zip(earlier.chunks(CHUNK / 64));
        if chunks.all(|(a, b)| {
            budget = budget.saturating_sub(a.len());
            a == b
        }) {
            return Some(shift);
        }
        if budget == 0 {
            return least_shift_by_failures(values, overlap, most);
        }
    }
    None
}

/// The same by the failure function of Knuth, Morris and Pratt (SIAM J. Comput. 6, 1977) of the
/// reversed values.
fn least_shift_by_failures(values: &[u16], overlap: usize, most: usize) -> Option<usize> {
    let end = values.len();
    let at = |i: usize| values[end - 1 - i];
    // How long a prefix of the reversed pattern its first i + 1 values end with.
    let mut failures = vec![0u32; overlap];
    let longer = |failures: &[u32], mut length: usize, next: u16| {
        while length > 0 && (length == overlap || at(length) != next) {
            length = failures[length - 1] as usize;
        }
        length + usize::from(at(length) == next)
    };
    let mut length = 0;
    for i in 1..end {
        length = longer(&failures, length, at(i));
        if length == overlap {
            // The first occurrence is the one of the least shift.
            let shift = i + 1 - overlap;
            return (shift <= most).then_some(shift);
        }
        if i < overlap {
            failures[i] = length as u32;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use draw::{Draw, cases, check, prop_assert_eq};

    #[test]
    fn images_have_a_least_period_of_their_own() {
        let values: Vec<u16> = [7, 0, 2].into_iter().chain([0, 1, 0, 2].repeat(9)).collect();
        let period = Reach { heaps: 1, taken: 3 }.prove(&values).expect("a period");
        assert_eq!((period.preperiod, period.period), (1, 4));
        let of = |f: fn(u16) -> u16| {
            let images: Vec<u16> = values.iter().map(|&v| f(v)).collect();
            let found = period.of_images(&images);
            (found.preperiod, found.period)
        };
        assert_eq!(of(|v| u16::from(v > 0)), (0, 2));
        assert_eq!(of(|v| v.min(1) * v.min(2)), (1, 4));
        assert_eq!(of(|_| 3), (0, 1));
        assert_eq!(of(|v| v % 7), (1, 4));
    }

    const KAYLES: Reach = Reach { heaps: 2, taken: 2 };

    /// The least period, with its least preperiod, that satisfies the theorem's condition.
    fn slowly(reach: Reach, values: &[u16]) -> Option<Period> {
        let (c, t) = (reach.heaps as usize, reach.taken as usize);
        let holds = |n0: usize, p: usize| {
            let end = c * n0 + (c - 1) * p + t;
            // Beyond `end` it always holds in the table of a game.
            end + p <= values.len() && (n0..values.len() - p).all(|n| values[n] == values[n + p])
        };
        for p in 1..values.len() {
            if let Some(n0) = (1..values.len()).find(|&n0| holds(n0, p)) {
                let preperiod = if n0 == 1 && values[0] == values[p] { 0 } else { n0 };
                return Some(Period {
                    preperiod: preperiod as u64,
                    period: p as u64,
                    computed_to: (c * (n0 + p) + t - 1) as u64,
                });
            }
        }
        None
    }

    /// Values that are often periodic from somewhere on.
    fn tables(d: &mut Draw) -> Vec<u16> {
        let value = |d: &mut Draw| d.int(0..3) as u16;
        let (head, cycle) = (d.many(0..12, value), d.many(1..9, value));
        let tail = cycle.into_iter().cycle().take(d.size(0..80));
        let mut all: Vec<u16> = head.into_iter().chain(tail).collect();
        if !all.is_empty() && d.chance(25) {
            let wrong = d.size(0..all.len());
            all[wrong] ^= 1;
        }
        all
    }

    #[test]
    fn what_is_proved_is_what_the_condition_says() {
        let input = |d: &mut Draw| {
            let (heaps, taken) = (d.int(1..4) as u32, d.int(1..5) as u32);
            (tables(d), Reach { heaps, taken })
        };
        check(cases(), input, |(values, reach)| {
            prop_assert_eq!(reach.prove(&values), slowly(reach, &values));
            Ok(())
        });
    }

    #[test]
    fn both_searches_find_the_same_shift() {
        let input = |d: &mut Draw| (tables(d), d.size(1..40));
        check(cases(), input, |(values, overlap)| {
            if overlap < values.len() {
                for most in [1, values.len() / 2, values.len()] {
                    let most = most.min(values.len() - overlap);
                    let by_failures = least_shift_by_failures(&values, overlap, most);
                    prop_assert_eq!(least_shift(&values, overlap, most), by_failures);
                }
            }
            Ok(())
        });
    }

    #[test]
    fn copies_repeat() {
        let input = |d: &mut Draw| {
            let value = |d: &mut Draw| d.int(0..9) as u16;
            (d.many(0..20, value), d.many(1..20, value), d.size(0..15), d.size(0..200_000))
        };
        check(cases(), input, |(head, cycle, more, to)| {
            let whole = |to: usize| -> Vec<u16> {
                head.iter().chain(cycle.iter().cycle()).copied().take(to + 1).collect()
            };
            let (preperiod, period) = (head.len(), cycle.len());
            let mut values = whole(preperiod + period + more - 1);
            let known = values.len();
            let proved =
                Period { preperiod: preperiod as u64, period: period as u64, computed_to: 0 };
            proved.fill(&mut values, to);
            prop_assert_eq!(values, whole(to.max(known - 1)));
            Ok(())
        });
    }

    #[test]
    fn many_late_failures_take_no_longer() {
        // Every shift agrees on the tail, and fails at the 1: 10^10 comparisons one by one.
        let mut values = vec![0u16; 200_000];
        values[120_000] = 1;
        assert_eq!(KAYLES.prove(&values), None);
        let mut later = values[..120_001].to_vec();
        later.resize(240_010, 0);
        let proved = Period { preperiod: 120_001, period: 1, computed_to: 240_005 };
        assert_eq!(KAYLES.prove(&later), Some(proved));
        assert_eq!(KAYLES.prove(&later[..240_005]), None);
    }

    #[test]
    fn the_sentence_says_what_was_needed() {
        let words = Period { preperiod: 71, period: 12, computed_to: 167 }.words("n");
        assert!(
            words.to_string().starts_with("period 12 from n = 71 by the periodicity theorem"),
            "{words}"
        );
        assert!(
            words.to_string().contains("computed up to n = 167")
                && !words.to_string().contains("proved"),
            "{words}"
        );
    }
}
