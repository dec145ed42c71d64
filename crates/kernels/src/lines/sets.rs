//! What is kept for a line: the values on it, or whether a lost cell is among them.

use crate::memory;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What tells the value of a cell from the lines through it. Cells computed at the same time share
/// no line, so plain reads and writes of atomic words do.
pub(super) trait Sets: Sync {
    /// How far apart the places of lines with successive numbers are.
    fn stride(&self) -> usize;
    /// The place of the line with number 0.
    fn start(&self) -> usize;
    /// The value of a cell on the lines at these places, which is added to those at the places
    /// `to`; or [`NO_ROOM`].
    fn settle<const K: usize>(&self, from: [usize; K], to: [usize; K]) -> u32;
    /// Whether cells that share no line are better settled together.
    const TOGETHER: bool = false;
    /// The same for such cells: those at `from[i]` and `to[i]` get `values[i]`.
    fn settle_all<const K: usize>(
        &self,
        from: &[[usize; K]],
        to: &[[usize; K]],
        values: &mut [u32],
    ) {
        for (value, (&from, &to)) in values.iter_mut().zip(from.iter().zip(to)) {
            *value = self.settle(from, to);
        }
    }
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
pub(super) const CACHED: usize = 8;

impl Used {
    /// Sets for `lines` lines with room for values below `room` at least.
    pub(super) fn new(lines: usize, room: usize) -> Self {
        let set = room.div_ceil(64).max(1);
        let upper = set.div_ceil(64);
        // An odd number of lines of the cache, so that neighbours fall on different places in it.
        let stride = ((upper + set).div_ceil(CACHED) | 1) * CACHED;
        let length = lines * stride + CACHED - 1;
        let mut words = Vec::new();
        memory::reserve(&mut words, length);
        words.resize_with(length, AtomicU64::default);
        let start = words.as_ptr().align_offset(CACHED * 8).min(CACHED - 1);
        let missing = (upper * 64).saturating_sub(stride - upper);
        if missing > 0 {
            // Words that are not there count as full.
            let last = words.iter().skip(start + upper - 1).step_by(stride).take(lines);
            last.for_each(|word| word.store(u64::MAX << (64 - missing), Relaxed));
        }
        Self { words, start, upper, stride }
    }

    // A loop, since `array::map` is not inlined here.
    #[inline(always)]
    fn lines<const K: usize>(&self, at: [usize; K]) -> [&[AtomicU64]; K] {
        let mut lines: [&[AtomicU64]; K] = [&[]; K];
        for (line, at) in lines.iter_mut().zip(at) {
            *line = &self.words[at..][..self.stride];
        }
        lines
    }

    #[inline(always)]
    fn value<const K: usize>(&self, lines: &[&[AtomicU64]; K]) -> u32 {
        for upper in 0..self.upper {
            let mut open = !union(lines, upper);
            while open != 0 {
                // Two words at once: which of them has the gap cannot be foretold.
                let first = open.trailing_zeros();
                open &= open - 1;
                let next = if open == 0 { first } else { open.trailing_zeros() };
                open &= open.wrapping_sub(1);
                let used = union(lines, self.upper + upper * 64 + first as usize);
                let after = union(lines, self.upper + upper * 64 + next as usize);
                let (at, used) = if used == u64::MAX { (next, after) } else { (first, used) };
                if used != u64::MAX {
                    return (upper * 64 + at as usize) as u32 * 64 + used.trailing_ones();
                }
            }
        }
        NO_ROOM
    }
}

/// The union of one word of all lines.
#[inline(always)]
fn union<const K: usize>(lines: &[&[AtomicU64]; K], at: usize) -> u64 {
    lines.iter().fold(0, |all, line| all | line[at].load(Relaxed))
}

impl Sets for Used {
    fn stride(&self) -> usize {
        self.stride
    }

    fn start(&self) -> usize {
        self.start
    }

    #[inline(always)]
    fn settle<const K: usize>(&self, from: [usize; K], to: [usize; K]) -> u32 {
        let value = self.value(&self.lines(from));
        if value == NO_ROOM {
            return value;
        }
        let (at, bit) = ((value / 64) as usize, 1 << (value % 64));
        for line in self.lines(to) {
            let held = &line[self.upper + at];
            let word = held.load(Relaxed) | bit;
            held.store(word, Relaxed);
            if word == u64::MAX {
                let upper = &line[at / 64];
                upper.store(upper.load(Relaxed) | 1 << (at % 64), Relaxed);
            }
        }
        value
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
    fn stride(&self) -> usize {
        1
    }

    fn start(&self) -> usize {
        0
    }

    #[inline(always)]
    fn settle<const K: usize>(&self, from: [usize; K], to: [usize; K]) -> u32 {
        let value = match from.iter().fold(0, |all, &at| all | self.lines[at].load(Relaxed)) {
            0 => self.stuck,
            seen => u32::from(seen >> 1),
        };
        let seen = if value == 0 { 3 } else { 1 };
        for at in to {
            let line = &self.lines[at];
            line.store(line.load(Relaxed) | seen, Relaxed);
        }
        value
    }
}
