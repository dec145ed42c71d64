//! The values a vector engine reads: split into a low and a high byte, forwards and backwards.

/// Bytes of the values of heaps 0, 1, 2, ... as far as they are known.
///
/// The options (a, sum - a) for consecutive `a` are the exclusive or of two runs of bytes: one
/// forwards from `a`, one backwards from [`Planes::mirror`].
pub(super) struct Planes {
    /// Bits of a value in its low byte.
    pub(super) shift: u32,
    pub(super) low: Vec<u8>,
    pub(super) high: Vec<u8>,
    pub(super) low_back: Vec<u8>,
    pub(super) high_back: Vec<u8>,
    known: usize,
    /// All bits of the values known.
    bits: u16,
}

impl Planes {
    /// Room for the values of heaps below `size`.
    pub(super) fn new(shift: u32, size: usize) -> Self {
        let plane = || vec![0; size];
        let (low, high, low_back, high_back) = (plane(), plane(), plane(), plane());
        Self { shift, low, high, low_back, high_back, known: 0, bits: 0 }
    }

    /// Takes over the values not yet known.
    pub(super) fn follow(&mut self, values: &[u16]) {
        for (n, &value) in values.iter().enumerate().skip(self.known) {
            self.bits |= value;
            let at = self.mirror(n);
            self.low[n] = (value & ((1 << self.shift) - 1)) as u8;
            self.high[n] = (value >> self.shift) as u8;
            self.low_back[at] = self.low[n];
            self.high_back[at] = self.high[n];
        }
        self.known = values.len();
    }

    /// Where the value of heap n is in the planes that run backwards.
    pub(super) fn mirror(&self, n: usize) -> usize {
        self.low.len() - 1 - n
    }

    /// The least power of two above all values known, and above all their sums.
    pub(super) fn bound(&self) -> usize {
        (usize::from(self.bits) + 1).next_power_of_two()
    }

    /// Whether all values fit in the low byte.
    pub(super) fn narrow(&self) -> bool {
        self.bits >> self.shift == 0
    }
}
