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

/// Most pairs of a sweep.
pub(super) const MOST: usize = 4096;

/// Options found unseen, as the byte and the bit they are in.
pub(super) struct Net {
    pub(super) bytes: [u8; MOST + 64],
    pub(super) bits: [u8; MOST + 64],
}

impl Net {
    pub(super) fn new() -> Self {
        Self { bytes: [0; MOST + 64], bits: [0; MOST + 64] }
    }

    /// Removes the first `count` from an unseen set.
    #[inline]
    pub(super) fn strike(&self, count: usize, unseen: &mut Unseen) {
        for (&byte, &bit) in self.bytes[..count].iter().zip(&self.bits) {
            unseen.bits[usize::from(byte) % 128] &= !bit;
        }
    }
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
    pub(super) abreast: fn(Sweep, &mut [Unseen; ABREAST], &mut Net),
    /// Sifts one heap, so many pairs between two strikes.
    pub(super) alone: fn(Sweep, &mut Unseen, &mut Net, usize),
    /// The set of the values whose byte in a window of marks is 255, the others having 0.
    pub(super) gather: fn(&[u8]) -> Unseen,
    /// Removes all but some least values.
    pub(super) keep: fn(&mut Unseen, usize),
    /// The least unseen value whose byte in a window of marks is 255, relative to the base.
    pub(super) least: fn(&Unseen, &[u8]) -> Option<usize>,
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
