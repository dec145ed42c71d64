//! The values of one window that no option has had yet, laid out for look-ups by vector shuffles.

/// A set of the values base..base + span, one bit each: a value with low byte `l` and high byte `h`
/// (see [`Planes`]), both relative to the base, is bit `h % 8` of byte `l + (h / 8 << shift)`.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Unseen {
    pub(super) bits: [u8; 128],
    /// The values from here on, relative to the base, are not in the set, seen or not.
    pub(super) end: usize,
}

impl Unseen {
    /// The values whose byte in `window` is 255; the others have 0. `window` starts at the base.
    pub(super) fn of(window: &[u8], shift: u32) -> Self {
        let mut bits = [0; 128];
        for (high, row) in window.chunks_exact(1 << shift).enumerate() {
            let bytes = &mut bits[high / 8 << shift..][..1 << shift];
            bytes.iter_mut().zip(row).for_each(|(to, from)| *to |= from & 1 << (high % 8));
        }
        Self { bits, end: window.len() }
    }

    /// The least value, relative to the base, whose byte in `window` is 255 as well.
    pub(super) fn least(&self, window: &[u8], shift: u32) -> Option<usize> {
        window.chunks_exact(1 << shift).enumerate().find_map(|(high, row)| {
            let bytes = &self.bits[high / 8 << shift..][..1 << shift];
            let both = |(byte, other): (&u8, &u8)| byte & other & 1 << (high % 8);
            let any = bytes.iter().zip(row).map(both).fold(0, |all, byte| all | byte);
            let low = || bytes.iter().zip(row).map(both).position(|byte| byte != 0);
            (any != 0).then(low).flatten().map(|low| (high << shift) + low)
        })
    }

    /// Removes all but the least `most` values.
    pub(super) fn keep_least(&mut self, most: usize, shift: u32) {
        let mut left = most;
        for high in 0..self.bits.len() * 8 >> shift {
            let bytes = &mut self.bits[high / 8 << shift..][..1 << shift];
            let bit = 1 << (high % 8);
            let count: u8 = bytes.iter().map(|byte| u8::from(byte & bit != 0)).sum();
            if usize::from(count) <= left {
                left -= usize::from(count);
                continue;
            }
            for (low, byte) in bytes.iter_mut().enumerate().filter(|(_, byte)| **byte & bit != 0) {
                if left > 0 {
                    left -= 1;
                } else {
                    self.end = self.end.min((high << shift) + low);
                    *byte &= !bit;
                }
            }
            let keep = bit | (bit - 1);
            bytes.iter_mut().for_each(|byte| *byte &= keep);
            self.bits[(high / 8 + 1) << shift..].fill(0);
            return;
        }
    }
}
