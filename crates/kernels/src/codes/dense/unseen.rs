//! The values of one window that no option has had yet, laid out for look-ups by vector shuffles.

use super::planes::Planes;

/// A set of the values base..base + span, one bit each: a value with low byte `l` and high byte `h`
/// (see [`Planes`]), both relative to the base, is bit `h % 8` of byte `l + (h / 8 << shift)`.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Unseen {
    pub(super) bits: [u8; 128],
}

impl Unseen {
    /// The values whose byte in `window` is 255; the others have 0. `window` starts at the base.
    pub(super) fn of(window: &[u8], shift: u32) -> Self {
        let mut bits = [0; 128];
        for (high, row) in window.chunks_exact(1 << shift).enumerate() {
            let bytes = &mut bits[high / 8 << shift..][..1 << shift];
            bytes.iter_mut().zip(row).for_each(|(to, from)| *to |= from & 1 << (high % 8));
        }
        Self { bits }
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

    /// Removes the options of the pairs at `lanes` after `at` forwards and `back` backwards, all
    /// of them in the window.
    pub(super) fn strike(
        &mut self,
        planes: &Planes,
        base: usize,
        at: usize,
        back: usize,
        lanes: u64,
    ) {
        let mut left = lanes;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let low = planes.low[at + lane] ^ planes.low_back[back + lane];
            let high = planes.high[at + lane] ^ planes.high_back[back + lane];
            let high = usize::from(high).wrapping_sub(base >> planes.shift);
            let byte = usize::from(low) + (high / 8 << planes.shift);
            self.bits[byte % 128] &= !(1 << (high % 8));
        }
    }
}
