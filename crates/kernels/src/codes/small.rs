//! Games of small values: the options of a heap fit the bits of one word.
//!
//! Blocks of [`LANES`] heaps are done together. For a part `a`, the partners of `a` in all heaps of
//! the block are consecutive, so a word of each heap takes its option in one vector step. All rare
//! parts are taken, and so many of the smallest common parts that they usually witness the rare
//! values. What needs a heap of the block itself as partner is done heap by heap. Every bit set is
//! an option; so the least bit not set is the value if it is a common one, and if it is rare, pairs
//! are tried until one reaches it or all are done (see [`super::sparse`]).

mod parts;
mod vector;

use super::Stop;
use super::mask::Mask;
use super::shape::Shape;
use crate::{Halt, Level, Pulse};
use parts::Parts;
use vector::Word;

/// Heaps done together.
const LANES: usize = 16;
/// Values between two calls of the pulse.
const BEAT: usize = 1 << 14;
/// The most common parts tried in every block.
const PROBES: usize = 2048;
/// Pairs tried between two looks at the least value missing.
const CHUNK: usize = 64;

/// Values from here on do not fit the widest words.
pub(super) const TOO_GREAT: u16 = 64;

/// Appends values until heaps up to `to` are known, or one does not fit a word, or more than `most`
/// heaps are rare. All values given must be below [`TOO_GREAT`].
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub(super) fn extend(
    shape: &Shape,
    mask: Mask,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    most: usize,
    pulse: Pulse,
) -> Result<Stop, Halt> {
    let greatest = values.iter().copied().max().unwrap_or(0);
    let run = Run { shape, mask, level, to, most, pulse };
    if u32::from(greatest) < u32::BITS {
        let stop = run.extend::<u32>(values)?;
        if stop != Stop::Outgrown {
            return Ok(stop);
        }
    }
    run.extend::<u64>(values)
}

/// What stays the same during a run.
struct Run<'r> {
    shape: &'r Shape,
    mask: Mask,
    level: Level,
    to: usize,
    most: usize,
    pulse: Pulse<'r>,
}

impl Run<'_> {
    fn extend<W: Word>(&self, values: &mut Vec<u16>) -> Result<Stop, Halt> {
        let mut parts = Parts::new(self.shape, self.mask, values);
        let mut probes = CHUNK;
        while values.len() <= self.to {
            let start = values.len();
            let block: [W; LANES] = parts.gather(self.level, values, probes);
            let known = parts.rares.len();
            let near = parts.near(start);
            let edge = parts.edge(start);
            let mut misses = 0;
            for (n, mut set) in (start..=self.to).zip(block) {
                for value in self.shape.single(values, n) {
                    set = set | W::of(value);
                }
                for part in &parts.rares[near.clone()] {
                    set = set | part.option(values, n);
                }
                for part in parts.rares[edge.clone()].iter().chain(&parts.rares[known..]) {
                    set = set | part.option(values, n);
                }
                let mut value = set.mex();
                if u32::from(value) < W::BITS && self.mask.is_rare(value, n) {
                    misses += 1;
                    value = self.search(values, n, set);
                }
                if u32::from(value) >= W::BITS {
                    return Ok(Stop::Outgrown);
                }
                values.push(value);
                if n > 0 && self.mask.is_rare(value, n) {
                    parts.add(self.shape, n, value);
                }
            }
            parts.sort_from(known);
            parts.add_commons(self.shape, self.mask, values);
            probes = if misses > 0 { PROBES.min(probes + 8 * misses) } else { probes.max(1) - 1 };
            let n = values.len();
            if start / BEAT != n / BEAT && !(self.pulse)(n as u64 - 1, self.to as u64) {
                return Err(Halt::Interrupted);
            }
            if parts.rares.len() > self.most.saturating_mul(self.shape.splits.len()) {
                return Ok(Stop::Crowded);
            }
        }
        Ok(Stop::Reached)
    }

    /// The value of the heap of `n`, of whose options these are known: all with a rare part or at
    /// most one part, and perhaps others.
    fn search<W: Word>(&self, values: &[u16], n: usize, mut set: W) -> u16 {
        let mut first = 1;
        loop {
            let mut more = false;
            for split in &self.shape.splits {
                let Some(left) = n.checked_sub(split.taken) else { continue };
                let end = if split.equal { left / 2 + 1 } else { left.div_ceil(2) };
                if end <= first {
                    continue;
                }
                let last = (first + CHUNK).min(end);
                more |= last < end;
                let (low, high) = (&values[first..last], &values[left + 1 - last..=left - first]);
                set = set | W::pairs(self.level, low, high);
            }
            let value = set.mex();
            if !more || u32::from(value) >= W::BITS || !self.mask.is_rare(value, n) {
                return value;
            }
            first += CHUNK;
        }
    }
}
