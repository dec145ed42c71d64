//! The values seen so far, one byte each.

use std::ops::Range;

use crate::{Halt, MAX_VALUE};

/// A set of values.
pub(super) struct Marks {
    /// 0 where a value was seen, 255 elsewhere.
    unseen: Box<[u8; 1 << 16]>,
}

impl Marks {
    /// No value is seen.
    pub(super) fn new() -> Self {
        Self { unseen: Box::new([u8::MAX; 1 << 16]) }
    }

    /// Forgets the values below `bound`.
    pub(super) fn clear(&mut self, bound: usize) {
        self.unseen[..bound].fill(u8::MAX);
    }

    pub(super) fn mark(&mut self, value: u16) {
        self.unseen[usize::from(value)] = 0;
    }

    pub(super) fn is_unseen(&self, value: u16) -> bool {
        self.unseen[usize::from(value)] != 0
    }

    /// How many values below `end` are unseen.
    pub(super) fn count(&self, end: usize) -> usize {
        // so many bytes of 0 and 1 that their sum is a byte
        let some = self.unseen[..end].chunks(u8::MAX.into());
        some.map(|some| usize::from(some.iter().map(|byte| byte & 1).sum::<u8>())).sum()
    }

    /// Lists the unseen values below `end`, from the least.
    pub(super) fn list(&self, end: usize, values: &mut Vec<u16>) {
        values.clear();
        let unseen = (0..=u16::MAX).zip(&self.unseen[..end]).filter(|(_, byte)| **byte != 0);
        values.extend(unseen.map(|(value, _)| value));
    }

    /// Marks the values of the options (a, sum - a) with these `a`.
    pub(super) fn mark_pairs(&mut self, values: &[u16], sum: usize, these: Range<usize>) {
        if !these.is_empty() {
            let (few, others) = values[sum + 1 - these.end..=sum - these.start].as_rchunks::<4>();
            let (these, rest) = values[these].as_chunks::<4>();
            // four pairs at a time: two words and their nim-sum
            for (x, y) in these.iter().zip(others.iter().rev()) {
                let [a, b, c, d] = *y;
                let mut sums = word(*x) ^ word([d, c, b, a]);
                for _ in 0..4 {
                    self.mark(sums as u16);
                    sums >>= 16;
                }
            }
            rest.iter().zip(few.iter().rev()).for_each(|(x, y)| self.mark(x ^ y));
        }
    }

    /// For each of `span` values from `base` on, 255 where it is unseen, else 0.
    pub(super) fn window(&self, base: usize, span: usize) -> &[u8] {
        &self.unseen[base..base + span]
    }

    /// The least unseen number from `base` on.
    pub(super) fn least_from(&self, base: usize) -> usize {
        let above = self.unseen[base..].iter();
        base + above.take_while(|&&byte| byte == 0).count()
    }

    /// The same as a value.
    pub(super) fn mex_from(&self, base: usize) -> Result<u16, Halt> {
        let value = u16::try_from(self.least_from(base)).ok();
        value.filter(|&value| value <= MAX_VALUE).ok_or(Halt::Overflow)
    }
}

/// Four values as one word, the first in the lowest bits.
fn word(values: [u16; 4]) -> u64 {
    values.iter().rev().fold(0, |word, &value| word << 16 | u64::from(value))
}
