//! The known values as codes, and the rare parts.

use super::super::super::shape::Shape;
use super::super::coding::{Coding, DEAD};

/// Bytes before the code of the empty heap, so that a line may begin below it.
pub(super) const PAD: usize = 64;
/// Witnesses with a part up to this size are found in lines.
pub(super) const HEAD: usize = 1 << 15;

/// A rare part at a split: in a heap of n its partner is n - offset.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) offset: usize,
    pub(super) code: u8,
    /// The heap in which the partner has the same size and must not; 0 for none.
    pub(super) barred: usize,
}

pub(super) struct Table {
    pub(super) coding: Coding,
    /// After the pad, the code of every heap.
    pub(super) codes: Vec<u8>,
    /// Like `codes`: DEAD for a rare heap, for none and in the pad, 0 for a common heap. Kept only
    /// while `mixed`.
    pub(super) dead: Vec<u8>,
    /// The codes of the heaps from [`HEAD`] down to 1.
    pub(super) head: Vec<u8>,
    /// Like `head`: DEAD for a rare heap, 0 for a common one.
    pub(super) dead_head: Vec<u8>,
    /// By offset.
    pub(super) parts: Vec<Part>,
    /// The number of rare heaps.
    pub(super) rares: usize,
    last_rare: usize,
    /// Whether partners of rare parts and of the common parts up to [`HEAD`] can be rare.
    pub(super) mixed: bool,
}

impl Table {
    /// The table of these values, with room for heaps up to `to`; `None` when a value has no code.
    pub(super) fn new(shape: &Shape, coding: Coding, values: &[u16], to: usize) -> Option<Self> {
        let mut codes = Vec::with_capacity(PAD + to + 1);
        codes.resize(PAD, 0);
        codes.extend(coding.codes(values)?);
        let known = HEAD.min(values.len() - 1);
        let mut head = vec![0; HEAD];
        for (slot, &code) in head.iter_mut().rev().zip(&codes[PAD + 1..]) {
            *slot = code;
        }
        let mut dead_head = vec![DEAD; HEAD];
        dead_head[HEAD - known..].fill(0);
        let mut table = Self {
            coding,
            codes,
            dead: vec![DEAD; PAD + 1],
            head,
            dead_head,
            parts: Vec::new(),
            rares: 0,
            last_rare: 0,
            mixed: true,
        };
        for rare in table.coding.mask().rares(values) {
            table.add_rare(shape, rare, table.codes[PAD + rare]);
        }
        table.sort_from(0);
        table.begin(shape, values.len());
        if table.mixed {
            table.dead.resize(PAD + values.len(), 0);
        }
        Some(table)
    }

    /// Prepares for the heaps from `start` on.
    pub(super) fn begin(&mut self, shape: &Shape, start: usize) {
        let reach = shape.most_taken() + self.last_rare + self.last_rare.max(HEAD);
        self.mixed &= start <= reach;
    }

    /// Appends a heap that is common and has this code.
    #[inline]
    pub(super) fn push(&mut self, code: u8) {
        let n = self.codes.len() - PAD;
        self.codes.push(code);
        if n <= HEAD {
            self.head[HEAD - n] = code;
            self.dead_head[HEAD - n] = 0;
        }
        if self.mixed {
            self.dead.push(0);
        }
    }

    /// Drops the heaps from `n` on and appends a rare one with this code.
    pub(super) fn push_rare(&mut self, shape: &Shape, n: usize, code: u8) {
        self.codes.truncate(PAD + n);
        self.dead.truncate(PAD + n);
        self.codes.push(code);
        if n <= HEAD {
            self.head[HEAD - n] = code;
        }
        let known = self.parts.len();
        self.mixed = true;
        self.add_rare(shape, n, code);
        self.sort_from(known);
    }

    /// Notes that the heap of `n`, the greatest rare one so far, is rare.
    fn add_rare(&mut self, shape: &Shape, n: usize, code: u8) {
        self.dead.resize(PAD + n, 0);
        self.dead.push(DEAD);
        if n <= HEAD {
            self.dead_head[HEAD - n] = DEAD;
        }
        self.rares += 1;
        self.last_rare = n;
        self.parts.extend(shape.splits.iter().map(|split| {
            let barred = if split.equal { 0 } else { 2 * n + split.taken };
            Part { offset: n + split.taken, code, barred }
        }));
    }

    /// Sorts the parts, those before index `known` being sorted.
    fn sort_from(&mut self, known: usize) {
        if known < self.parts.len() {
            self.parts.sort_by_key(|part| part.offset);
        }
    }
}
