//! What is kept for a line: the values on it, or whether a lost cell is among them.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What tells the value of a cell from the lines through it. Cells computed at the same time share
/// no line, so plain reads and writes of atomic words do.
pub(super) trait Sets: Sync {
    /// The value of a cell on these lines, or [`NO_ROOM`].
    fn value<const K: usize>(&self, lines: [usize; K]) -> u32;
    /// Adds the value of a cell to its lines.
    fn add<const K: usize>(&self, lines: [usize; K], value: u32);
}

/// A value the sets have no room for.
pub(super) const NO_ROOM: u32 = u32::MAX;

/// The values on each line as bit sets of two levels.
///
/// A line is a run of words: first one bit for every word of the set, which says that the word is
/// full, then the set. The least value not in a union is looked for only in words that no line has
/// full: on Wythoff's game to 8000 that are two on average.
pub(super) struct Used {
    words: Vec<AtomicU64>,
    /// Where the first line begins: lines of a few words fill whole lines of the cache.
    start: usize,
    /// Words of the upper level.
    upper: usize,
    stride: usize,
}

/// Words in a line of the cache.
const CACHED: usize = 8;

impl Used {
    /// Sets for so many lines with room for values below `room` at least.
    pub(super) fn new(lines: usize, room: usize) -> Self {
        let set = room.div_ceil(64).max(1);
        let upper = set.div_ceil(64);
        let stride = (upper + set).next_multiple_of(CACHED);
        let length = lines * stride + CACHED - 1;
        let words: Vec<_> = std::iter::repeat_with(AtomicU64::default).take(length).collect();
        let start = words.as_ptr().align_offset(CACHED * 8).min(CACHED - 1);
        let sets = Self { words, start, upper, stride };
        if let excess @ 1.. = upper * 64 - (stride - upper).min(upper * 64) {
            // Words that are not there count as full.
            for line in 0..lines {
                sets.word(line, upper - 1).store(u64::MAX << (64 - excess), Relaxed);
            }
        }
        sets
    }

    #[inline(always)]
    fn word(&self, line: usize, at: usize) -> &AtomicU64 {
        &self.words[self.start + line * self.stride + at]
    }

    /// The union of one word of all lines.
    #[inline(always)]
    fn union<const K: usize>(&self, lines: &[usize; K], at: usize) -> u64 {
        let mut all = 0;
        for &line in lines {
            all |= self.word(line, at).load(Relaxed);
        }
        all
    }
}

impl Sets for Used {
    #[inline(always)]
    fn value<const K: usize>(&self, lines: [usize; K]) -> u32 {
        for upper in 0..self.upper {
            let mut open = !self.union(&lines, upper);
            while open != 0 {
                // Two words at once: which of them it is cannot be foretold.
                let first = upper * 64 + open.trailing_zeros() as usize;
                open &= open - 1;
                let next =
                    if open == 0 { first } else { upper * 64 + open.trailing_zeros() as usize };
                open &= open.wrapping_sub(1);
                let used = self.union(&lines, self.upper + first);
                let after = self.union(&lines, self.upper + next);
                let (at, used) = if used == u64::MAX { (next, after) } else { (first, used) };
                if used != u64::MAX {
                    return (at * 64) as u32 + used.trailing_ones();
                }
            }
        }
        NO_ROOM
    }

    #[inline(always)]
    fn add<const K: usize>(&self, lines: [usize; K], value: u32) {
        let (at, bit) = ((value / 64) as usize, 1 << (value % 64));
        for line in lines {
            let held = self.word(line, self.upper + at);
            let word = held.load(Relaxed) | bit;
            held.store(word, Relaxed);
            if word == u64::MAX {
                let upper = self.word(line, at / 64);
                upper.store(upper.load(Relaxed) | 1 << (at % 64), Relaxed);
            }
        }
    }
}

/// For outcomes: whether there is a cell on each line (bit 0), and a lost one (bit 1).
pub(super) struct Lost {
    lines: Vec<AtomicU8>,
    stuck: u32,
}

impl Lost {
    pub(super) fn new(lines: usize, stuck: u16) -> Self {
        let lines = std::iter::repeat_with(AtomicU8::default).take(lines).collect();
        Self { lines, stuck: u32::from(stuck) }
    }
}

impl Sets for Lost {
    #[inline(always)]
    fn value<const K: usize>(&self, lines: [usize; K]) -> u32 {
        match lines.into_iter().fold(0, |all, line| all | self.lines[line].load(Relaxed)) {
            0 => self.stuck,
            seen => u32::from(seen >> 1),
        }
    }

    #[inline(always)]
    fn add<const K: usize>(&self, lines: [usize; K], value: u32) {
        let seen = if value == 0 { 3 } else { 1 };
        for line in lines {
            let line = &self.lines[line];
            line.store(line.load(Relaxed) | seen, Relaxed);
        }
    }
}
