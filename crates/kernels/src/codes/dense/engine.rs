//! The operations a vector level has to offer.

use super::planes::Planes;
use super::unseen::Unseen;
use crate::Level;

/// Heaps sifted together.
pub(super) const ABREAST: usize = 4;
/// Stones between two heaps sifted together, and the least number of pairs to sift.
pub(super) const APART: usize = 64;
/// Most pairs of a sweep.
pub(super) const MAX_LENGTH: usize = 2048;

/// The pairs (a, sum - a) for the `a` from `from` up to, not including, `end`, to be struck from a
/// set of unseen values from `base` on, a multiple of `1 << shift`.
#[derive(Clone, Copy)]
pub(super) struct Sweep<'p> {
    pub(super) planes: &'p Planes,
    pub(super) base: usize,
    pub(super) sum: usize,
    pub(super) from: usize,
    pub(super) end: usize,
}

/// The bytes of a sweep's pairs, in whole vectors: those of the `a` and of the `sum - a`.
pub(super) struct Runs<'p, const LANES: usize> {
    pub(super) x_low: &'p [[u8; LANES]],
    pub(super) x_high: &'p [[u8; LANES]],
    pub(super) y_low: &'p [[u8; LANES]],
    pub(super) y_high: &'p [[u8; LANES]],
}

impl<'p> Sweep<'p> {
    /// Its vectors; the last pairs may be too few for one.
    #[inline]
    pub(super) fn runs<const LANES: usize>(self) -> Runs<'p, LANES> {
        let Self { planes, sum, from, end, .. } = self;
        let vectors = |plane: &'p [u8], at: usize| plane[at..][..end - from].as_chunks().0;
        let back = planes.mirror(sum - from);
        Runs {
            x_low: vectors(&planes.low, from),
            x_high: vectors(&planes.high, from),
            y_low: vectors(&planes.low_back, back),
            y_high: vectors(&planes.high_back, back),
        }
    }
}

/// The operations of one level. They may only be called where the processor has it.
#[derive(Clone, Copy)]
pub(super) struct Engine {
    /// Bits of the low byte of a value.
    pub(super) shift: u32,
    /// Values in a window.
    pub(super) span: usize,
    /// Pairs of each split that are better marked one by one, since many of them are unseen, a
    /// multiple of [`APART`].
    pub(super) marked: usize,
    /// `abreast` wants a multiple of so many pairs, itself a multiple of [`APART`].
    pub(super) run: usize,
    /// Sifts the heaps with sums `sum`, `sum + APART`, ..., best where few pairs are unseen.
    pub(super) abreast: fn(Sweep, &mut [Unseen; ABREAST], &mut Net),
    /// Sifts one heap, so many pairs at a time, a multiple of [`APART`].
    pub(super) alone: fn(Sweep, &mut Unseen, &mut Net, usize),
    /// See [`Unseen::of`].
    pub(super) gather: fn(&[u8]) -> Unseen,
    /// See [`Unseen::keep`].
    pub(super) keep: fn(&mut Unseen, usize),
    /// See [`Unseen::least`].
    pub(super) least: fn(&Unseen, &[u8]) -> Option<usize>,
}

impl Engine {
    /// That of a level, if there is one.
    pub(super) fn of(level: Level) -> Option<Self> {
        assert!(level <= Level::best(), "the processor cannot run {level:?}");
        match level {
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => Some(super::avx2::ENGINE),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => Some(super::avx512::ENGINE),
            _ => None,
        }
    }
}

/// Options found unseen, each as its byte in [`Unseen`] and its bit there. Kept between calls so
/// that its room need not be made anew.
pub(super) struct Net {
    pub(super) bytes: [u8; MAX_LENGTH + 64],
    pub(super) bits: [u8; MAX_LENGTH + 64],
}

impl Net {
    pub(super) const EMPTY: Self = Self { bytes: [0; MAX_LENGTH + 64], bits: [0; MAX_LENGTH + 64] };

    /// Removes the first `count` from a set.
    #[inline]
    pub(super) fn strike(&self, count: usize, unseen: &mut Unseen) {
        for (&byte, &bit) in self.bytes[..count].iter().zip(&self.bits) {
            unseen.bits[usize::from(byte) % 128] &= !bit;
        }
    }
}
