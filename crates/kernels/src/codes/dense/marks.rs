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

    /// Marks the values of the options (a, sum - a) with these `a`.
    pub(super) fn mark_pairs(&mut self, values: &[u16], sum: usize, these: Range<usize>) {
        if !these.is_empty() {
            let others = values[sum + 1 - these.end..=sum - these.start].iter().rev();
            values[these].iter().zip(others).for_each(|(x, y)| self.mark(x ^ y));
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
