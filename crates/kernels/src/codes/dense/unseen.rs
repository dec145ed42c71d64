//! The values of a window that no option has had yet, laid out for look-ups by vector shuffles.

/// Values in a window.
pub(super) const SPAN: usize = 1024;

/// A set of values from a base on. With the low and high byte of [`Planes`](super::planes::Planes)
/// of a value less the base, and `shift` bits in the low byte, the value is in the set if bit
/// `high % 8` of byte `low + ((high / 8) << shift)` is set.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Unseen {
    pub(super) bits: [u8; 128],
    /// Values from here on, less the base, are not in the set, whether seen or not.
    pub(super) end: usize,
}

impl Unseen {
    /// The empty set.
    pub(super) const NONE: Self = Self { bits: [0; 128], end: 0 };

    /// The values, less the base, whose byte in a window of marks is 255 and not 0.
    #[inline]
    pub(super) fn of(window: &[u8], shift: u32) -> Self {
        let mut bits = [0; 128];
        for (high, row) in window.chunks_exact(1 << shift).enumerate() {
            let bytes = &mut bits[(high / 8) << shift..][..1 << shift];
            bytes.iter_mut().zip(row).for_each(|(to, from)| *to |= from & (1 << (high % 8)));
        }
        Self { bits, end: window.len() }
    }

    /// Inserts a value, less the base.
    pub(super) fn insert(&mut self, value: usize, shift: u32) {
        let (high, low) = (value >> shift, value % (1 << shift));
        self.bits[((high / 8) << shift) + low] |= 1 << (high % 8);
    }

    /// The least value, less the base, whose byte in a window of marks is 255 as well.
    #[inline]
    pub(super) fn least(&self, window: &[u8], shift: u32) -> Option<usize> {
        window.chunks_exact(1 << shift).enumerate().find_map(|(high, row)| {
            let bytes = &self.bits[(high / 8) << shift..][..1 << shift];
            let both = |(byte, other): (&u8, &u8)| byte & other & (1 << (high % 8));
            let any = bytes.iter().zip(row).map(both).fold(0, |all, byte| all | byte);
            let low = || bytes.iter().zip(row).map(both).position(|byte| byte != 0);
            (any != 0).then(low).flatten().map(|low| (high << shift) + low)
        })
    }

    /// Removes all but the least `most` values, given all of them as bits in order.
    #[inline(always)]
    pub(super) fn keep(&mut self, in_order: &[u64], most: usize, shift: u32) {
        let mut left = most;
        for (&word, at) in in_order.iter().zip((0..).step_by(64)) {
            let ones = word.count_ones() as usize;
            if ones > left {
                let rest = (0..left).fold(word, |word, _| word & (word - 1));
                return self.cut(at + rest.trailing_zeros() as usize, shift);
            }
            left -= ones;
        }
    }

    /// Removes the values from `end` on, less the base.
    #[inline]
    pub(super) fn cut(&mut self, end: usize, shift: u32) {
        let (high, low) = (end >> shift, end % (1 << shift));
        let (row, bit) = ((high / 8) << shift, 1 << (high % 8));
        let (below, above) = self.bits.split_at_mut(row + low);
        below[row..].iter_mut().for_each(|byte| *byte &= bit | (bit - 1));
        let (rest, above) = above.split_at_mut((1 << shift) - low);
        rest.iter_mut().for_each(|byte| *byte &= bit - 1);
        above.fill(0);
        self.end = end;
    }
}
