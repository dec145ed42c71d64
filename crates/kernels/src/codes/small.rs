//! Games of small values: the options of a heap fit the bits of one word.
//!
//! Blocks of [`LANES`] heaps are done together. For a part `a`, the partners of `a` in all heaps of
//! the block are consecutive, so a word of each heap takes its option in one vector step. All rare
//! parts are taken, and the common parts found last as witnesses: most games nearly repeat, so these
//! witness the rare values of most heaps to come. Options with a partner in the block itself
//! are added heap by heap. Every bit set is an option. If the least bit not set is a common value,
//! it is the value of the heap; if it is rare, pairs are tried until one reaches it or all are done
//! (see [`super::sparse`]).

mod parts;
mod vector;

use super::Stop;
use super::mask::Mask;
use super::shape::Shape;
use super::sparse::Task;
use crate::{Halt, Level};
use parts::Parts;
use vector::Word;

/// Heaps done together.
const LANES: usize = 16;
/// Values between two calls of the pulse.
const BEAT: usize = 1 << 14;
/// Pairs tried between two looks at the least value missing.
const CHUNK: usize = 64;

/// Values from here on do not fit the widest words.
pub(super) const TOO_GREAT: u16 = 64;

/// Appends values until the task is done or crowded, or a value does not fit a word. All values given
/// must be below [`TOO_GREAT`].
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub(super) fn extend(task: Task, values: &mut Vec<u16>) -> Result<Stop, Halt> {
    let greatest = values.iter().copied().max().unwrap_or(0);
    let run = Run { task, rare: rare_bits(task.mask), reach: None };
    if u32::from(greatest) < u32::BITS {
        let stop = run.extend::<u32>(values)?;
        if stop != Stop::Outgrown {
            return Ok(stop);
        }
    }
    run.extend::<u64>(values)
}

/// The values below [`TOO_GREAT`] that are rare for even heaps and for odd ones, as bits.
fn rare_bits(mask: Mask) -> [u64; 2] {
    [0, 1].map(|n| {
        let bit = |value| u64::from(mask.is_rare(value, n)) << value;
        (0..TOO_GREAT).map(bit).sum()
    })
}

/// The parts and pace of values that are computed from a head and a window, see
/// [`super::follow`].
#[derive(Clone, Debug)]
pub(super) struct Near {
    parts: Parts,
    /// Parts from here on are not tried in search of a witness.
    reach: usize,
}

impl Near {
    /// From the values of 0, 1, 2, ..., all of whose rare parts are below `reach`.
    pub(super) fn new(shape: &Shape, mask: Mask, values: &[u16], reach: usize) -> Self {
        Self { parts: Parts::new(shape, mask, values), reach }
    }

    /// Appends values as [`extend`] does, from parts below the reach alone; stops at a value that
    /// has no witness among them. All values given must fit `bits`, 32 or 64.
    ///
    /// # Errors
    /// See [`Halt`]; the values found are kept.
    pub(super) fn extend(
        &mut self,
        shape: &Shape,
        mask: Mask,
        level: Level,
        bits: u32,
        values: &mut Vec<u16>,
        to: usize,
    ) -> Result<Stop, Halt> {
        let task = Task { shape, mask, level, to, most: usize::MAX, pulse: &|_, _| true };
        let run = Run { task, rare: rare_bits(mask), reach: Some(self.reach) };
        let parts = &mut self.parts;
        match bits {
            u32::BITS => run.extend_with::<u32>(values, parts),
            _ => run.extend_with::<u64>(values, parts),
        }
    }
}

/// What stays the same during a run.
struct Run<'r> {
    task: Task<'r>,
    /// The values that are rare for even heaps and for odd ones, as bits.
    rare: [u64; 2],
    /// Parts from here on witness nothing, as their partners may not be known.
    reach: Option<usize>,
}

impl Run<'_> {
    /// Whether the value, less than [`TOO_GREAT`], is rare for a heap of `n`.
    fn is_rare(&self, value: u16, n: usize) -> bool {
        self.rare[n % 2] >> value & 1 == 1
    }

    fn extend<W: Word>(&self, values: &mut Vec<u16>) -> Result<Stop, Halt> {
        let mut parts = Parts::new(self.task.shape, self.task.mask, values);
        self.extend_with::<W>(values, &mut parts)
    }

    fn extend_with<W: Word>(&self, values: &mut Vec<u16>, parts: &mut Parts) -> Result<Stop, Halt> {
        let Task { shape, level, to, most, pulse, .. } = self.task;
        while values.len() <= to {
            let start = values.len();
            let block: [W; LANES] = parts.gather(level, values);
            let known = parts.rares.len();
            let edge = parts.edge(start);
            for (n, mut set) in (start..=to).zip(block) {
                if shape.wholes.contains(&n) {
                    set = set | W::of(0);
                }
                set = set | parts.near_options(values, n);
                for part in &parts.rares[edge.clone()] {
                    set = set | part.option(values, n);
                }
                for part in &parts.rares[known..] {
                    set = set | part.option(values, n);
                }
                let mut value = set.mex();
                if u32::from(value) < W::BITS && self.is_rare(value, n) {
                    value = self.search(values, n, set, parts);
                    let fits = u32::from(value) < W::BITS;
                    if self.reach.is_some() && fits && self.is_rare(value, n) {
                        return Ok(Stop::Unwitnessed);
                    }
                }
                if u32::from(value) >= W::BITS {
                    return Ok(Stop::Outgrown);
                }
                values.push(value);
                if n > 0 && self.is_rare(value, n) {
                    parts.add(shape, n, value);
                }
            }
            parts.sort_from(known);
            let n = values.len();
            if start / BEAT != n / BEAT && !pulse(n as u64 - 1, to as u64) {
                return Err(Halt::Interrupted);
            }
            let empty = shape.takes.len();
            if parts.rares.len() - empty > most.saturating_mul(shape.splits.len()) {
                return Ok(Stop::Crowded);
            }
        }
        Ok(Stop::Reached)
    }

    /// The value of the heap of `n`, of whose options these are known: all with a rare part or at
    /// most one part, and perhaps others. Witnesses found are remembered.
    fn search<W: Word>(&self, values: &[u16], n: usize, known: W, parts: &mut Parts) -> u16 {
        let Task { shape, level, .. } = self.task;
        let is_found = |value| u32::from(value) >= W::BITS || !self.is_rare(value, n);
        let mut set = parts.fresh().fold(known, |set, part| set | part.option(values, n));
        let mut value = set.mex();
        if is_found(value) {
            return value;
        }
        let ends = shape.pairs(n).map(|pairs| pairs.end);
        let last = ends.max().unwrap_or(0).min(self.reach.unwrap_or(n));
        // A part with partners in the block itself is not remembered, so these come last.
        let far = (LANES..last).step_by(CHUNK).map(|first| first..(first + CHUNK).min(last));
        for range in far.chain(std::iter::once(1..LANES.min(last))) {
            for pairs in shape.pairs(n) {
                let range = range.start..range.end.min(pairs.end);
                if !range.is_empty() {
                    let partners = &values[pairs.sum + 1 - range.end..=pairs.sum - range.start];
                    set = set | W::pairs(level, &values[range], partners);
                }
            }
            let missing = std::mem::replace(&mut value, set.mex());
            if value != missing {
                parts.remember(shape, values, n, missing, range);
                if is_found(value) {
                    break;
                }
            }
        }
        value
    }
}
