//! The known values as codes, and the rare parts.

use std::ops::Range;

use super::super::super::shape::{Shape, Split};
use super::coding::{Coding, DEAD};
use super::processor::CodeLine;
use super::set::{ABOVE, Set};
use crate::memory;

/// Bytes before the code of the empty heap, so that a line may begin below it.
pub(super) const PAD: usize = 64;
/// Witnesses with a part up to this size are found in lines.
pub(super) const HEAD: usize = 1 << 15;

/// A rare part at a split: in a heap of n its partner is n - offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct RarePart {
    pub(super) offset: usize,
    pub(super) code: u8,
    /// The heap in which the partner has the same size and must not; 0 for none.
    pub(super) barred: usize,
}

impl RarePart {
    pub(super) fn new(split: &Split, part: usize, code: u8) -> Self {
        let barred = if split.equal { 0 } else { 2 * part + split.taken };
        Self { offset: part + split.taken, code, barred }
    }
}

/// Rare parts by offset.
#[derive(Clone, Debug, Default)]
pub(super) struct RareParts {
    pub(super) offsets: Vec<usize>,
    pub(super) codes: Vec<u8>,
    pub(super) barred: Vec<usize>,
}

impl RareParts {
    pub(super) fn len(&self) -> usize {
        self.offsets.len()
    }

    /// How many have a lesser offset.
    pub(super) fn below(&self, offset: usize) -> usize {
        self.offsets.partition_point(|&other| other < offset)
    }

    pub(super) fn iter(&self, range: Range<usize>) -> impl Iterator<Item = RarePart> {
        let (offsets, codes) = (&self.offsets[range.clone()], &self.codes[range.clone()]);
        let parts = offsets.iter().zip(codes).zip(&self.barred[range]);
        parts.map(|((&offset, &code), &barred)| RarePart { offset, code, barred })
    }

    pub(super) fn insert(&mut self, part: RarePart) {
        let at = self.below(part.offset);
        self.offsets.insert(at, part.offset);
        self.codes.insert(at, part.code);
        self.barred.insert(at, part.barred);
    }
}

/// The heaps known: all of them, or a head of the first and a window of the last ones, which then have
/// the indices after those of the head.
#[derive(Clone, Debug)]
pub(super) struct CodeTable {
    pub(super) coding: Coding,
    /// After the pad, the code of every heap.
    pub(super) codes: Vec<u8>,
    /// Like `codes`: DEAD for a rare heap, for none and in the pad, 0 for a common heap. Beyond the
    /// last rare heap kept only while `mixed`.
    pub(super) dead: Vec<u8>,
    /// The codes of the first heaps, up to [`HEAD`] of them, in lines of 64, the last heap of a line
    /// first.
    pub(super) head: Vec<CodeLine>,
    /// Like `head`: DEAD for a rare heap and for none, 0 for a common heap.
    pub(super) head_dead: Vec<CodeLine>,
    pub(super) parts: RareParts,
    /// The number of rare heaps.
    pub(super) rares: usize,
    pub(super) last_rare: usize,
    /// Whether partners of rare parts and of the common parts in lines can be rare.
    pub(super) mixed: bool,
    /// Lesser parts from here on are no witnesses, as their partners may not be known; the greatest
    /// number where all are.
    pub(super) reach: usize,
}

impl CodeTable {
    /// The table of these values, with room for heaps up to `to`; `None` when a value has no code.
    pub(super) fn new(shape: &Shape, coding: Coding, values: &[u16], to: usize) -> Option<Self> {
        let codes = coding.codes(values)?;
        let rares = coding.mask().rares(values);
        let known = Self::with_room(coding, to + 1, HEAD);
        Some(known.filled(shape, codes, &rares))
    }

    /// A table without heaps, with room for so many; those up to `head` may be in lines.
    pub(super) fn with_room(coding: Coding, room: usize, head: usize) -> Self {
        let mut codes = Vec::new();
        memory::reserve(&mut codes, PAD + room);
        codes.resize(PAD, 0);
        let lines = head.min(HEAD) / 64;
        Self {
            coding,
            codes,
            dead: vec![DEAD; PAD + 1],
            head: vec![CodeLine([0; 64]); lines],
            head_dead: vec![CodeLine([DEAD; 64]); lines],
            parts: RareParts::default(),
            rares: 0,
            last_rare: 0,
            mixed: true,
            reach: usize::MAX,
        }
    }

    /// The table without heaps with the heaps of these codes, those listed being rare.
    pub(super) fn filled(
        mut self,
        shape: &Shape,
        codes: impl Iterator<Item = u8>,
        rares: &[usize],
    ) -> Self {
        self.codes.extend(codes);
        for n in 1..self.len().min(64 * self.head.len() + 1) {
            self.set_head(n, self.codes[PAD + n], true);
        }
        for &rare in rares {
            self.add_rare(shape, rare, self.codes[PAD + rare]);
        }
        self.begin(shape, self.len());
        if self.mixed {
            self.dead.resize(self.codes.len(), 0);
        }
        self
    }

    /// How many heaps are known, the empty one among them.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.codes.len() - PAD
    }

    /// Whether the heap of `n` is rare, or the empty one.
    #[inline]
    pub(super) fn is_dead(&self, n: usize) -> bool {
        self.dead.get(PAD + n).is_some_and(|&dead| dead != 0)
    }

    /// The value of the heap of `n`, which is not empty.
    #[inline]
    pub(super) fn value(&self, n: usize) -> u16 {
        let (side, code) = (&self.coding.sides[n % 2], usize::from(self.codes[PAD + n]));
        if self.is_dead(n) { side.rare[code] } else { side.common[code] }
    }

    /// Prepares for the heaps from `start` on.
    pub(super) fn begin(&mut self, shape: &Shape, start: usize) {
        let lines = 64 * self.head.len();
        self.mixed &= start <= shape.most_taken() + self.last_rare + self.last_rare.max(lines);
    }

    /// Appends a heap that is common and has this code.
    #[inline]
    pub(super) fn push(&mut self, code: u8) {
        let n = self.len();
        self.codes.push(code);
        self.set_head(n, code, true);
        if self.mixed {
            self.dead.push(0);
        }
    }

    /// Drops the heaps from `n` on.
    pub(super) fn truncate(&mut self, n: usize) {
        self.codes.truncate(PAD + n);
        self.dead.truncate(PAD + n);
    }

    /// Appends a rare heap with this code.
    pub(super) fn push_rare(&mut self, shape: &Shape, code: u8) {
        let n = self.len();
        self.codes.push(code);
        self.mixed = true;
        self.add_rare(shape, n, code);
    }

    /// Drops so many heaps, an even number, behind the first `count`; `None` where partners may be rare.
    pub(super) fn drop_behind(
        &mut self,
        shape: &Shape,
        count: usize,
        dropped: usize,
    ) -> Option<()> {
        self.begin(shape, self.len());
        self.codes.drain(PAD + count..PAD + count + dropped);
        (!self.mixed).then_some(())
    }

    /// Notes that the heap of `n`, the greatest rare one so far, is rare.
    fn add_rare(&mut self, shape: &Shape, n: usize, code: u8) {
        self.dead.resize(PAD + n, 0);
        self.dead.push(DEAD);
        self.set_head(n, code, false);
        self.rares += 1;
        self.last_rare = n;
        for split in &shape.splits {
            self.parts.insert(RarePart::new(split, n, code));
        }
    }

    #[inline]
    fn set_head(&mut self, n: usize, code: u8, common: bool) {
        if n <= 64 * self.head.len() {
            let (line, byte) = ((n - 1) / 64, 63 - (n - 1) % 64);
            self.head[line].0[byte] = code;
            self.head_dead[line].0[byte] = if common { 0 } else { DEAD };
        }
    }

    /// The rare codes that needed a witness in the heap of `n`, if it is common.
    pub(super) fn wanted(&self, n: usize) -> Option<Set> {
        let code = usize::from(self.codes[PAD + n]);
        let below = self.coding.sides[n % 2].below[code];
        (!self.is_dead(n)).then(|| ABOVE[usize::from(below)].map(|word| !word))
    }

    /// The codes of the options that common parts in this line of the head make with common
    /// partners of a heap, `left` stones being left.
    pub(super) fn reached(&self, left: usize, line: usize) -> Set {
        let mut set = [0; 4];
        let partners = PAD + left - 64 * (line + 1);
        let heaps = self.head[line].0.iter().zip(&self.head_dead[line].0);
        for ((code, &dead), other) in heaps.zip(&self.codes[partners..]) {
            let code = code ^ other;
            set[usize::from(code / 64)] |= u64::from(dead == 0) << (code % 64);
        }
        set
    }
}
