//! States as numbers, four values in each.

/// Appends values.
pub(super) fn push(words: &mut Vec<u64>, values: &[u16]) {
    let pack = |part: &[u16]| part.iter().rev().fold(0, |word, &v| word << 16 | u64::from(v));
    words.extend(values.chunks(4).map(pack));
}

/// What is left to read of a state.
pub(super) struct Words<'s>(&'s [u64]);

impl<'s> Words<'s> {
    pub(super) fn new(state: &'s [u64]) -> Self {
        Self(state)
    }

    /// The next number.
    pub(super) fn number(&mut self) -> Option<u64> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// The next `count` values.
    pub(super) fn values(&mut self, count: usize) -> Option<Vec<u16>> {
        let (packed, rest) = self.0.split_at_checked(count.div_ceil(4))?;
        self.0 = rest;
        // The lower 16 bits each.
        let unpack = |&word: &u64| (0..4).map(move |i| (word >> (16 * i)) as u16);
        Some(packed.iter().flat_map(unpack).take(count).collect())
    }

    pub(super) fn is_over(&self) -> bool {
        self.0.is_empty()
    }
}
