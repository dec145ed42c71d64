//! Values too many for a window: heap by heap, by the values still unseen modulo [`SPAN`].
//!
//! The first options are marked one by one, until few values are left that the heap may have. Those are
//! folded into one window, and the pairs that fall into it are marked: others than the few as well, and
//! that does no harm.

use super::engine::{APART, MAX_LENGTH, Operations, Sweep};
use super::marks::Marks;
use super::planes::Planes;
use super::unseen::{SPAN, Unseen};
use crate::Halt;
use crate::codes::shape::{Shape, SplitPairs};

/// Pairs of each split marked between two counts of what is left.
const STEP: usize = 2048;
/// So few values are folded: most pairs miss the window.
const FEW: usize = SPAN / 4;
/// Values looked for above the greatest so far.
const SPARE: usize = 64;

/// What is kept from heap to heap.
pub(super) struct Folded<'s, E: Operations> {
    shape: &'s Shape,
    planes: Planes,
    marks: Marks,
    /// The values still unseen, from the least.
    left: Vec<u16>,
    net: Box<E::Net>,
}

impl<'s, E: Operations> Folded<'s, E> {
    pub(super) fn new(shape: &'s Shape) -> Self {
        let planes = Planes::folded(E::SHIFT);
        Self { shape, planes, marks: Marks::new(), left: Vec::new(), net: Box::new(E::NET) }
    }

    /// Appends the value of the next heap.
    ///
    /// # Errors
    /// See [`Halt`].
    pub(super) fn append(&mut self, values: &mut Vec<u16>) -> Result<(), Halt> {
        self.planes.follow(values);
        let n = values.len();
        let bound = self.planes.bound();
        let end = bound.min(self.planes.greatest() + SPARE);
        self.marks.clear(bound);
        self.shape.single(|part| values[part], n).for_each(|value| self.marks.mark(value));
        let marked = self.mark_until_few(values, end);
        let mut from = marked;
        while !self.left.is_empty() && self.sift(values, from) {
            from += MAX_LENGTH;
        }
        let value = match self.left.first() {
            Some(&least) => least,
            None => {
                // a value that was not looked for: it takes all options to know it
                for SplitPairs { sum, end } in self.shape.pairs(n) {
                    self.marks.mark_pairs(values, sum, marked..end);
                }
                self.marks.mex_from(0)?
            }
        };
        values.push(value);
        Ok(())
    }

    /// Marks pairs until few values below `end` are unseen, which are listed, or no pairs are left; the
    /// first pair that was not marked.
    fn mark_until_few(&mut self, values: &[u16], end: usize) -> usize {
        let mut from = 1;
        loop {
            let mut is_more = false;
            let to = from / STEP * STEP + STEP.max(from / 8 / STEP * STEP);
            for pairs in self.shape.pairs(values.len()) {
                self.marks.mark_pairs(values, pairs.sum, from..pairs.end.min(to));
                is_more |= to < pairs.end;
            }
            from = to;
            if !is_more || self.marks.count(end) <= FEW {
                self.marks.list(end, &mut self.left);
                return from;
            }
        }
    }

    /// Sifts the pairs from `from` on, as many as make a sweep; whether there are any.
    fn sift(&mut self, values: &[u16], from: usize) -> bool {
        let mut unseen = Unseen::NONE;
        self.left.iter().for_each(|&value| unseen.insert(usize::from(value) % SPAN, E::SHIFT));
        let mut is_more = false;
        for SplitPairs { sum, end } in self.shape.pairs(values.len()) {
            let end = end.min(from + MAX_LENGTH);
            if end <= from {
                continue;
            }
            is_more = true;
            let words = (end - from) / APART;
            let whole = from + words * APART;
            let sweep = Sweep { planes: &self.planes, base: 0, sum, from, end: whole };
            for (&word, at) in
                E::find(sweep, &unseen, &mut self.net)[..words].iter().zip((from..).step_by(APART))
            {
                let mut found = word;
                while found != 0 {
                    let a = at + found.trailing_zeros() as usize;
                    self.marks.mark(values[a] ^ values[sum - a]);
                    found &= found - 1;
                }
            }
            self.marks.mark_pairs(values, sum, whole..end);
        }
        self.left.retain(|&value| self.marks.is_unseen(value));
        is_more
    }
}
