//! What is kept for a line: the values on it, or whether a lost cell is among them.

use super::Ask;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

/// What tells the value of a cell from the lines through it. Cells computed at the same time share
/// no line, so plain reads and writes of atomic words do.
pub(super) trait Sets: Sync {
    /// The value of a cell on these lines.
    fn value<const K: usize>(&self, lines: [usize; K]) -> u32;
    /// Adds the value of a cell to its lines.
    fn add<const K: usize>(&self, lines: [usize; K], value: u32);
}

/// The values on each line as bit sets.
pub(super) struct Used {
    words: Vec<AtomicU64>,
    /// The first word of each line that is not full.
    floors: Vec<AtomicU32>,
    width: usize,
}

impl Used {
    pub(super) fn new(lines: usize, width: usize) -> Self {
        let words = std::iter::repeat_with(AtomicU64::default).take(lines * width).collect();
        let floors = std::iter::repeat_with(AtomicU32::default).take(lines).collect();
        Self { words, floors, width }
    }
}

impl Sets for Used {
    #[inline]
    fn value<const K: usize>(&self, lines: [usize; K]) -> u32 {
        let floors = lines.map(|line| self.floors[line].load(Relaxed));
        let mut at = floors.into_iter().max().unwrap_or(0);
        loop {
            let first = lines.map(|line| self.words[line * self.width + at as usize].load(Relaxed));
            let used = first.into_iter().fold(0, |all, word| all | word);
            if used != u64::MAX {
                return at * 64 + used.trailing_ones();
            }
            at += 1;
        }
    }

    #[inline]
    fn add<const K: usize>(&self, lines: [usize; K], value: u32) {
        let (at, bit) = ((value / 64) as usize, 1 << (value % 64));
        for line in lines {
            let set = &self.words[line * self.width..][..self.width];
            let word = set[at].load(Relaxed) | bit;
            set[at].store(word, Relaxed);
            if word == u64::MAX {
                let floor = &self.floors[line];
                let full = |word: &AtomicU64| word.load(Relaxed) == u64::MAX;
                let mut least = floor.load(Relaxed);
                while set.get(least as usize).is_some_and(full) {
                    least += 1;
                }
                floor.store(least, Relaxed);
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
    pub(super) fn new(lines: usize, stuck: u32) -> Self {
        Self { lines: std::iter::repeat_with(AtomicU8::default).take(lines).collect(), stuck }
    }
}

impl Sets for Lost {
    #[inline]
    fn value<const K: usize>(&self, lines: [usize; K]) -> u32 {
        match lines.into_iter().fold(0, |all, line| all | self.lines[line].load(Relaxed)) {
            0 => self.stuck,
            seen => u32::from(seen >> 1),
        }
    }

    #[inline]
    fn add<const K: usize>(&self, lines: [usize; K], value: u32) {
        let seen = if value == 0 { 3 } else { 1 };
        for line in lines {
            let line = &self.lines[line];
            line.store(line.load(Relaxed) | seen, Relaxed);
        }
    }
}

/// What `ask` needs for so many lines of so many words.
pub(super) enum Kept {
    Used(Used),
    Lost(Lost),
}

impl Kept {
    pub(super) fn new(ask: Ask, lines: usize, width: usize) -> Self {
        match ask {
            Ask::Mex => Self::Used(Used::new(lines, width)),
            Ask::Outcome { stuck } => Self::Lost(Lost::new(lines, u32::from(stuck))),
        }
    }
}
