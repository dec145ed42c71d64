//! The values in the shape the vector engines read: bytes, forwards and backwards.

use std::ops::{Deref, DerefMut};

use super::bound;
use super::unseen::SPAN;

/// The low bits and the high bits of the values of heaps 0, 1, 2, ... as bytes.
///
/// The options (a, sum - a) for consecutive `a` are the exclusive or of two runs of bytes: one of
/// the planes that run forwards, from `a` on, and one of those that run backwards, from
/// [`Planes::mirror`] of `sum - a` on.
pub(super) struct Planes {
    /// Bits of a value in its low byte.
    shift: u32,
    pub(super) low: Plane,
    pub(super) high: Plane,
    pub(super) low_back: Plane,
    pub(super) high_back: Plane,
    known: usize,
    /// The bits of all values known.
    bits: u16,
    greatest: u16,
    /// The bits of a value that are kept.
    kept: u16,
}

impl Planes {
    /// No values.
    pub(super) fn new(shift: u32) -> Self {
        Self::with_room(shift, u16::MAX, 0)
    }

    /// No values; of those that follow the remainders modulo [`SPAN`] are kept.
    pub(super) fn folded(shift: u32) -> Self {
        Self::with_room(shift, SPAN as u16 - 1, 0)
    }

    fn with_room(shift: u32, kept: u16, room: usize) -> Self {
        let plane = || Plane::zeros(room);
        let (low, high, low_back, high_back) = (plane(), plane(), plane(), plane());
        Self { shift, low, high, low_back, high_back, known: 0, bits: 0, greatest: 0, kept }
    }

    /// Takes over the values not yet known. Values from `256 << shift` on are cut off.
    pub(super) fn follow(&mut self, values: &[u16]) {
        if values.len() > self.low.len() {
            *self = Self::with_room(self.shift, self.kept, values.len() * 2);
        }
        for (n, &value) in values.iter().enumerate().skip(self.known) {
            self.bits |= value;
            self.greatest = self.greatest.max(value);
            let value = value & self.kept;
            let (low, high) = (value & ((1 << self.shift) - 1), value >> self.shift);
            let back = self.mirror(n);
            (self.low[n], self.high[n]) = (low as u8, high as u8);
            (self.low_back[back], self.high_back[back]) = (low as u8, high as u8);
        }
        self.known = values.len();
    }

    /// The place of heap n in the planes that run backwards.
    pub(super) fn mirror(&self, n: usize) -> usize {
        self.low.len() - 1 - n
    }

    /// The greatest value known.
    pub(super) fn greatest(&self) -> usize {
        self.greatest.into()
    }

    /// The least power of two above all values known and all sums of them.
    pub(super) fn bound(&self) -> usize {
        bound(self.bits)
    }
}

/// Bytes that begin with a cache line, so that a vector from a multiple of 64 on lies in one.
pub(super) struct Plane {
    bytes: Vec<u8>,
    start: usize,
}

impl Plane {
    /// Bytes of a cache line.
    const LINE: usize = 64;

    fn zeros(length: usize) -> Self {
        let mut bytes = vec![0; length + Self::LINE];
        let start = bytes.as_ptr().align_offset(Self::LINE).min(Self::LINE);
        bytes.truncate(start + length);
        Self { bytes, start }
    }
}

impl Deref for Plane {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

impl DerefMut for Plane {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..]
    }
}
