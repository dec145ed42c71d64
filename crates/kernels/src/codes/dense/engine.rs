//! What a vector engine does for the block: strike the options of many pairs from unseen sets.

use super::planes::Planes;
use super::unseen::Unseen;
use crate::Level;

/// Heaps sifted together.
pub(super) const ABREAST: usize = 4;
/// Stones between two heaps sifted together.
pub(super) const APART: usize = 64;

/// The pairs (a, sum - a) for the `a` from `from` up to, not including, `end`, looked up among the
/// unseen values from `base` on.
#[derive(Clone, Copy)]
pub(super) struct Sweep<'p> {
    pub(super) planes: &'p Planes,
    pub(super) base: usize,
    pub(super) sum: usize,
    pub(super) from: usize,
    pub(super) end: usize,
}

/// The operations of one level, and the shape of the data they work on.
#[derive(Clone, Copy)]
pub(super) struct Engine {
    /// Bits of the low byte of a value.
    pub(super) shift: u32,
    /// Values in a window.
    pub(super) span: usize,
    /// `abreast` takes multiples of so many pairs; `alone` at least [`APART`].
    pub(super) run: usize,
    /// Sifts heaps with sums `sum`, `sum + APART`, ...
    pub(super) abreast: fn(Sweep, &mut [Unseen; ABREAST]),
    /// Sifts one heap.
    pub(super) alone: fn(Sweep, &mut Unseen),
}

impl Engine {
    /// That of a level, if it has one.
    pub(super) fn of(level: Level) -> Option<Self> {
        match level {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => Some(super::avx512::ENGINE),
            _ => None,
        }
    }
}
