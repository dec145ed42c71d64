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
    /// The least value, relative to the base, whose byte in `window` is 255 as well.
    #[inline]
    pub(super) fn least(&self, window: &[u8], shift: u32) -> Option<usize> {
        window.chunks_exact(1 << shift).enumerate().find_map(|(high, row)| {
            let bytes = &self.bits[high / 8 << shift..][..1 << shift];
            let both = |(byte, other): (&u8, &u8)| byte & other & 1 << (high % 8);
            let any = bytes.iter().zip(row).map(both).fold(0, |all, byte| all | byte);
            let low = || bytes.iter().zip(row).map(both).position(|byte| byte != 0);
            (any != 0).then(low).flatten().map(|low| (high << shift) + low)
        })
    }

    /// Removes the values from `end` on.
    #[inline]
    pub(super) fn cut(&mut self, end: usize, shift: u32) {
        let (high, low) = (end >> shift, end % (1 << shift));
        let (below, rest) = self.bits.split_at_mut((high / 8 << shift) + low);
        let below = &mut below[high / 8 << shift..];
        let keep = (1 << (high % 8)) - 1;
        below.iter_mut().for_each(|byte| *byte &= keep | 1 << (high % 8));
        let (row, above) = rest.split_at_mut((1 << shift) - low);
        row.iter_mut().for_each(|byte| *byte &= keep);
        above.fill(0);
        self.end = end;
    }
}

/// The place of the one bit after the first `count`, if there are more.
#[inline]
pub(super) fn after(words: &[u64], count: usize) -> Option<usize> {
    let mut left = count;
    words.iter().zip((0..).step_by(64)).find_map(|(&word, at)| {
        let ones = word.count_ones() as usize;
        if ones <= left {
            left -= ones;
            return None;
        }
        let rest = (0..left).fold(word, |word, _| word & (word - 1));
        Some(at + rest.trailing_zeros() as usize)
    })
}
