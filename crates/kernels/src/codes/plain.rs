//! The Grundy values of a code by the definition, the reference every other engine must equal.

use super::{Code, Leaves, Move};
use crate::{Halt, MAX_VALUE, Pulse};

/// The values of the options of one heap.
#[derive(Debug)]
pub(super) struct Marks {
    seen: Vec<u32>,
    stamp: u32,
}

impl Default for Marks {
    fn default() -> Self {
        Self { seen: vec![0; usize::from(u16::MAX) + 1], stamp: 0 }
    }
}

impl Marks {
    /// Forgets the options of the heap before.
    pub(super) fn begin(&mut self) {
        if self.stamp == u32::MAX {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Takes the options that one move gives a heap of `n`, from the values of smaller heaps.
    pub(super) fn take(&mut self, m: &Move, n: usize, values: &[u16]) {
        let Some(left) = n.checked_sub(m.taken as usize) else { return };
        let mut mark = |value: u16| self.seen[usize::from(value)] = self.stamp;
        match m.leaves {
            Leaves::Nothing if left == 0 => mark(0),
            Leaves::One if left > 0 => mark(values[left]),
            Leaves::Two | Leaves::TwoUnequal => (1..=left / 2)
                .filter(|a| m.leaves == Leaves::Two || 2 * a != left)
                .for_each(|a| mark(values[a] ^ values[left - a])),
            Leaves::Three => (1..=left / 3).for_each(|a| {
                (a..=(left - a) / 2)
                    .for_each(|b| mark(values[a] ^ values[b] ^ values[left - a - b]));
            }),
            Leaves::Nothing | Leaves::One => {}
        }
    }

    /// Which of the values `64 * at ..` some option has, as bits.
    pub(super) fn word(&self, at: usize) -> u64 {
        let marks = self.seen.get(at * 64..).unwrap_or_default();
        let bits = marks.iter().take(64).enumerate();
        bits.fold(0, |word, (i, &s)| word | u64::from(s == self.stamp) << i)
    }

    /// The least value no option has.
    fn mex(&self) -> usize {
        self.seen.iter().position(|&s| s != self.stamp).unwrap_or(self.seen.len())
    }
}

/// Appends values until heaps up to `to` are known; the prefix holds the values of 0, 1, 2, ...
/// Cost: the number of options.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub fn extend(code: &Code, values: &mut Vec<u16>, to: usize, pulse: Pulse) -> Result<(), Halt> {
    let mut marks = Marks::default();
    one_by_one(
        values,
        to,
        pulse,
        |_| 0,
        |n, values| {
            marks.begin();
            code.moves().iter().for_each(|m| marks.take(m, n, values));
            marks.mex()
        },
    )
}

/// Appends the values that `mex` tells for one heap after another, from those of the smaller ones,
/// until heaps up to `to` are known. The value of heap n takes `units(n)` units of work, where these
/// are worth counting ([`patience::spend`]).
pub(super) fn one_by_one(
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
    units: impl Fn(u64) -> u64,
    mut mex: impl FnMut(usize, &[u16]) -> usize,
) -> Result<(), Halt> {
    // 256 cheap values, or a sixth of a second's work.
    const BEAT: u64 = 1 << 14;
    let mut since = 0;
    for n in values.len()..=to {
        let value = u16::try_from(mex(n, values)).ok().filter(|&value| value <= MAX_VALUE);
        values.push(value.ok_or(Halt::Overflow)?);
        let spent = units(n as u64);
        patience::spend(spent);
        since += spent + BEAT / 256;
        if since >= BEAT {
            since = 0;
            if !pulse(n as u64, to as u64) {
                return Err(Halt::Interrupted);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kayles_is_as_published() {
        // Berlekamp, Conway, Guy, Winning Ways (2001), chapter 4.
        let kayles = Code::of_digits(&[0, 7, 7]).expect("a code");
        let mut values = vec![0];
        extend(&kayles, &mut values, 12, &|_, _| true).expect("values");
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    }

    #[test]
    fn a_move_that_takes_nothing_must_split() {
        assert_eq!(Code::of_digits(&[2, 7]), None);
        assert!(Code::of_digits(&[4]).is_some());
        assert_eq!(Code::of_digits(&[0, 16]), None);
    }
}
