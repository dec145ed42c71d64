//! Any number taken, or moves of a code, as in Lasker's Nim: every smaller heap is an option, and
//! the heap may be split as well.
//!
//! A value is hardly above the values before it, so there are few candidates for the next one; each is
//! looked for among all pairs of parts at once, in a loop that becomes vector instructions.

use crate::codes::{Code, Leaves, Move};
use crate::{Halt, Pulse};

/// Pairs compared between two looks at whether one was found.
const CHUNK: usize = 256;

/// A split into two heaps that may not be too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Stones taken.
    pub taken: usize,
    /// The least size of a part.
    pub part: usize,
    /// Whether the parts may have the same size.
    pub equal: bool,
}

/// Appends Grundy values until heaps up to `to` are known, of the game in which every smaller heap
/// of at least `least` stones is an option, and those of the code and the splits are. The prefix holds the values
/// of 0, 1, 2, ... . Cost: a few comparisons for each split.
///
/// Splits into three heaps are not for this kernel: `None`.
///
/// # Errors
/// [`Halt::Interrupted`]; the values found are kept.
pub fn extend(
    code: &Code,
    splits: &[Split],
    least: usize,
    values: &mut Vec<u32>,
    to: usize,
    pulse: Pulse,
) -> Option<Result<(), Halt>> {
    if code.moves().iter().any(|m| m.leaves == Leaves::Three) {
        return None;
    }
    // Which values the smaller heaps have, as far as they may be left.
    let mut had: Vec<bool> = Vec::new();
    let add = |had: &mut Vec<bool>, value: u32| {
        had.resize(had.len().max(value as usize + 1), false);
        had[value as usize] = true;
    };
    values.iter().skip(least).for_each(|&value| add(&mut had, value));
    // Below it all values were had.
    let (mut first, mut work) = (0, 0);
    for n in values.len()..=to {
        first += had[first..].iter().take_while(|&&had| had).count();
        let is_open = |v: &usize| !had.get(*v).is_some_and(|&had| had);
        let mut open = (first..).filter(is_open).map(|v| v as u32);
        let value = open.find(|&value| {
            work += n;
            !code.moves().iter().any(|&m| leaves(m, value, n, values))
                && !splits.iter().any(|split| split.leaves(value, n, values))
        });
        let value = value.unwrap_or(u32::MAX);
        values.push(value);
        if n >= least {
            add(&mut had, value);
        }
        if work > 1 << 24 {
            work = 0;
            if n < to && !pulse(n as u64, to as u64) {
                return Some(Err(Halt::Interrupted));
            }
        }
    }
    Some(Ok(()))
}

/// Whether the move leads from n to an option of this value.
fn leaves(Move { taken, leaves }: Move, value: u32, n: usize, values: &[u32]) -> bool {
    let taken = taken as usize;
    match leaves {
        Leaves::Nothing => n == taken && value == 0,
        Leaves::One => n > taken && values[n - taken] == value,
        Leaves::Two | Leaves::TwoUnequal | Leaves::Three => {
            Split { taken, part: 1, equal: leaves == Leaves::Two }.leaves(value, n, values)
        }
    }
}

impl Split {
    /// Whether a split of n has this value.
    fn leaves(self, value: u32, n: usize, values: &[u32]) -> bool {
        let Some(left) = n.checked_sub(self.taken) else { return false };
        let most = if self.equal { left / 2 } else { left.saturating_sub(1) / 2 };
        if most < self.part {
            return false;
        }
        let (small, large) = (&values[self.part..=most], &values[left - most..=left - self.part]);
        let mut parts = small.chunks(CHUNK).zip(large.rchunks(CHUNK));
        parts.any(|(small, large)| {
            let pairs = small.iter().zip(large.iter().rev());
            pairs.fold(false, |any, (a, b)| any | (a ^ b == value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draw::{Draw, cases, check, prop_assert_eq};
    use std::collections::BTreeSet;

    /// The value by the definition.
    fn plain(code: &Code, splits: &[Split], least: usize, n: usize, values: &[u32]) -> u32 {
        let mut options: BTreeSet<u32> = values.iter().skip(least).copied().collect();
        for m in code.moves() {
            let Some(left) = n.checked_sub(m.taken as usize) else { continue };
            match m.leaves {
                Leaves::Nothing if left == 0 => drop(options.insert(0)),
                Leaves::One if left > 0 => drop(options.insert(values[left])),
                Leaves::Two | Leaves::TwoUnequal => {
                    let splits = (1..left).map(|a| (a, left - a));
                    let splits = splits.filter(|(a, b)| m.leaves == Leaves::Two || a != b);
                    options.extend(splits.map(|(a, b)| values[a] ^ values[b]));
                }
                _ => {}
            }
        }
        for split in splits {
            let Some(left) = n.checked_sub(split.taken) else { continue };
            let pairs = (0..=left).map(|a| (a, left - a));
            let large = pairs.filter(|&(a, b)| a.min(b) >= split.part && (split.equal || a != b));
            options.extend(large.map(|(a, b)| values[a] ^ values[b]));
        }
        (0..).find(|v| !options.contains(v)).expect("finitely many options")
    }

    #[test]
    fn values_are_those_by_definition() {
        let all = [Leaves::Nothing, Leaves::One, Leaves::Two, Leaves::TwoUnequal];
        let input = |d: &mut Draw| {
            let moves = d.many(0..6, |d| Move { taken: d.int(0..5) as u32, leaves: d.pick(&all) });
            let moves = moves.into_iter().filter(|m| m.taken > 0 || m.leaves >= Leaves::Two);
            let split =
                |d: &mut Draw| Split { taken: d.size(0..4), part: d.size(1..9), equal: d.flag() };
            let code = Code::new(moves).expect("a code");
            (code, d.many(0..3, split), d.size(0..4), d.size(0..50), d.size(0..250))
        };
        check(cases(), input, |(code, splits, least, prefix, to)| {
            let mut expected = Vec::new();
            for n in 0..=to {
                expected.push(plain(&code, &splits, least, n, &expected));
            }
            let mut values = expected[..prefix.min(to)].to_vec();
            let result = extend(&code, &splits, least, &mut values, to, &|_, _| true);
            prop_assert_eq!(result, Some(Ok(())));
            prop_assert_eq!(values, expected);
            Ok(())
        });
    }

    #[test]
    fn lasker_has_its_closed_form_and_stops_when_asked() {
        let split = Code::new([Move { taken: 0, leaves: Leaves::Two }]).expect("a code");
        let mut values = Vec::new();
        assert_eq!(extend(&split, &[], 0, &mut values, 5000, &|_, _| true), Some(Ok(())));
        // Emanuel Lasker: 4k + 1 and 4k + 2 are fixed, 4k + 3 and 4k + 4 are exchanged.
        for (n, &value) in values.iter().enumerate() {
            let expected = match n % 4 {
                _ if n == 0 => 0,
                0 => n - 1,
                3 => n + 1,
                _ => n,
            };
            assert_eq!(value as usize, expected);
        }
        let stopped = extend(&split, &[], 0, &mut values, 90_000, &|_, _| false);
        assert_eq!(stopped, Some(Err(Halt::Interrupted)));
        assert!(values.len() < 90_000);
        let three = Code::new([Move { taken: 0, leaves: Leaves::Three }]).expect("a code");
        assert_eq!(extend(&three, &[], 0, &mut values, 1, &|_, _| true), None);
    }
}
