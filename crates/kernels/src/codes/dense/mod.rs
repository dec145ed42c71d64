//! Grundy values of codes that leave at most two heaps, by looking at every pair of heaps.
//!
//! The value of a heap is the least value that none of its options has, and almost all options are
//! pairs. Two things make the work quick:
//!
//! - Only options not seen before matter, and they are few. A vector of pairs is looked up at once
//!   in the set of unseen values, held in registers; those found are struck from the set.
//! - Heaps are taken in blocks. The pairs of two heaps from below the block are done for the whole
//!   block together, part by part, so that their bytes stay close; the few others follow heap by
//!   heap.
//!
//! A set has only the values of a *window*. When all of them are struck, the heap is sifted again
//! for the next window. Values above those that a heap is likely to need are left out of its first
//! window, since striking them is lost work; if it needs them after all, it is sifted again too.
//!
//! Values beyond those that the planes tell apart are found heap by heap ([`folded`]).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod block;
mod engine;
mod folded;
mod marks;
mod planes;
#[cfg(test)]
mod tests;
mod unseen;

use super::plain::one_by_one;
use super::shape::Shape;
use crate::{Halt, Level, Pulse};
use block::{BLOCK, Blocks};
use engine::Operations;
use folded::Folded;
use marks::Marks;

/// Heaps below this are valued one by one.
const SMALL: usize = 1024;

/// Appends values until heaps up to `to` are known. Cost: the number of options, 64 or 32 of them at
/// a time. The values do not depend on the level.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
///
/// # Panics
/// If the level is not [available](Level::available).
pub(super) fn extend(
    shape: &Shape,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    assert!(level <= Level::best(), "the processor cannot run {level:?}");
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => extend_in_blocks::<avx2::Avx2>(shape, values, to, pulse),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => extend_in_blocks::<avx512::Avx512>(shape, values, to, pulse),
        _ => extend_singly(shape, values, to, pulse),
    }
}

fn extend_in_blocks<E: Operations>(
    shape: &Shape,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    extend_singly(shape, values, to.min(SMALL - 1), pulse)?;
    let mut blocks = Blocks::<E>::new(shape);
    while values.len() <= to && blocks.take(values) {
        blocks.append(values, (to - values.len()).saturating_add(1).min(BLOCK))?;
        if !pulse(values.len() as u64 - 1, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    let mut folded = Folded::<E>::new(shape);
    while values.len() <= to {
        folded.append(values)?;
        if values.len().is_multiple_of(BLOCK) && !pulse(values.len() as u64 - 1, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}

/// Appends values by marking all options of each heap in turn.
fn extend_singly(
    shape: &Shape,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    let mut marks = Marks::new();
    let (mut bits, mut joined) = (0, 0);
    one_by_one(
        values,
        to,
        pulse,
        |_| 0,
        |n, values| {
            bits = values[joined..].iter().fold(bits, |bits, value| bits | value);
            joined = n;
            marks.clear(bound(bits));
            shape.single(|part| values[part], n).for_each(|value| marks.mark(value));
            for pairs in shape.pairs(n) {
                marks.mark_pairs(values, pairs.sum, 1..pairs.end);
            }
            marks.least_from(0)
        },
    )
}

/// The least power of two above all values with no other bits than these, so above their sums too.
fn bound(bits: u16) -> usize {
    (usize::from(bits) + 1).next_power_of_two()
}
