//! What is kept for a line: the values on it, or whether a lost cell is among them.

use super::scan::{Scan, Work};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

/// What tells the value of a cell from the lines through it. Cells computed at the same time share
/// no line, so plain reads and writes of atomic words do.
pub(super) trait Sets: Sync {
    /// The value of a cell on these lines.
    fn value<const K: usize>(&self, lines: [usize; K]) -> u32;
    /// Adds the value of a cell to its lines.
    fn add<const K: usize>(&self, lines: [usize; K], value: u32);
    /// Does the work inside a function compiled for the instructions the sets are read with.
    fn within(work: impl Work) {
        work.run();
    }
}

/// The values on each line as bit sets, read with the scan `V`.
pub(super) struct Used<V> {
    words: Vec<AtomicU64>,
    /// The first word of each line that is not full.
    floors: Vec<AtomicU16>,
    width: usize,
    scan: PhantomData<V>,
}

impl<V: Scan> Used<V> {
    /// Sets for so many lines of `width` words, the last one of which no value reaches.
    pub(super) fn new(lines: usize, width: usize) -> Self {
        // Scans read whole vectors from any word but the last.
        let width = width + V::WORDS - 1;
        let words = std::iter::repeat_with(AtomicU64::default).take(lines * width).collect();
        let floors = std::iter::repeat_with(AtomicU16::default).take(lines).collect();
        Self { words, floors, width, scan: PhantomData }
    }
}

impl<V: Scan> Sets for Used<V> {
    #[inline]
    fn within(work: impl Work) {
        V::within(work);
    }

    #[inline(always)]
    fn value<const K: usize>(&self, lines: [usize; K]) -> u32 {
        let floors = lines.map(|line| self.floors[line].load(Relaxed));
        let at = usize::from(floors.into_iter().max().unwrap_or(0));
        let sets = lines.map(|line| &self.words[line * self.width + at..]);
        (at * 64) as u32 + V::gap(sets)
    }

    #[inline(always)]
    fn add<const K: usize>(&self, lines: [usize; K], value: u32) {
        let (at, bit) = ((value / 64) as usize, 1 << (value % 64));
        for line in lines {
            let held = &self.words[line * self.width + at];
            let word = held.load(Relaxed) | bit;
            held.store(word, Relaxed);
            if word == u64::MAX {
                self.raise(line);
            }
        }
    }
}

impl<V> Used<V> {
    /// Raises the floor of a line that has a further full word.
    #[cold]
    fn raise(&self, line: usize) {
        let set = &self.words[line * self.width..][..self.width];
        let full = |word: &AtomicU64| word.load(Relaxed) == u64::MAX;
        let mut least = self.floors[line].load(Relaxed);
        while set.get(usize::from(least)).is_some_and(full) {
            least += 1;
        }
        self.floors[line].store(least, Relaxed);
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
