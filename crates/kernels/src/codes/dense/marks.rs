//! Marks of one byte a value: the values seen so far, for any values.

use crate::{Halt, MOST};

/// A set of values, all unseen at first.
pub(super) struct Marks {
    /// 0 where a value was seen, 255 elsewhere.
    unseen: Box<[u8; 1 << 16]>,
}

impl Marks {
    pub(super) fn new() -> Self {
        Self { unseen: Box::new([u8::MAX; 1 << 16]) }
    }

    /// Forgets what was seen below `bound`.
    pub(super) fn clear(&mut self, bound: usize) {
        self.unseen[..bound].fill(u8::MAX);
    }

    pub(super) fn mark(&mut self, value: u16) {
        self.unseen[usize::from(value)] = 0;
    }

    /// Marks the options (a, sum - a) for the `a` from `from` up to, not including, `end`.
    #[inline]
    pub(super) fn mark_pairs(&mut self, values: &[u16], sum: usize, from: usize, end: usize) {
        if from < end {
            let upper = values[sum + 1 - end..=sum - from].iter().rev();
            values[from..end].iter().zip(upper).for_each(|(x, y)| self.mark(x ^ y));
        }
    }

    /// For each value from 0: 255 where it is unseen, else 0.
    pub(super) fn unseen(&self) -> &[u8; 1 << 16] {
        &self.unseen
    }

    /// The least unseen value.
    pub(super) fn mex(&self) -> Result<u16, Halt> {
        let least = self.unseen.iter().position(|&byte| byte != 0);
        least.and_then(|v| u16::try_from(v).ok()).filter(|&v| v <= MOST).ok_or(Halt::Overflow)
    }
}
