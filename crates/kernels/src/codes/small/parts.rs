//! The parts whose options are gathered for a block of heaps.

use std::collections::VecDeque;
use std::ops::Range;

use super::super::mask::Mask;
use super::super::shape::Shape;
use super::LANES;
use super::vector::Word;
use crate::Level;

/// The most witnesses remembered.
const MAX_WITNESSES: usize = 80;

/// A part that a move leaves, perhaps an empty one: in a heap of n its partner is n - offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) offset: usize,
    pub(super) value: u16,
    /// The heap in which the partner has the same size and must not; 0 for none.
    barred: usize,
}

impl Part {
    /// The option this part makes in a heap of `n`, if any.
    #[inline]
    pub(super) fn option<W: Word>(self, values: &[u16], n: usize) -> W {
        if self.offset < n && self.barred != n {
            W::of(self.value ^ values[n - self.offset])
        } else {
            W::NONE
        }
    }
}

/// A part whose partner is one of the last [`LANES`] values, where it is not barred.
#[derive(Clone, Copy, Debug)]
struct NearPart {
    /// The place of the partner among these values.
    place: u16,
    value: u16,
}

/// Rare parts, all of them, and the common ones found last as witnesses. An empty part counts as
/// rare: its partner is the heap that a move leaves alone.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// By offset, but for those added since the last call of [`Parts::sort_from`].
    pub(super) rares: Vec<Part>,
    /// The first of the rare parts, which have partners in a block of heaps itself.
    near: Vec<NearPart>,
    /// Common parts, the one remembered last at the end; none with partners in the block itself.
    witnesses: VecDeque<Part>,
    /// How many witnesses were remembered since the last call of [`Parts::gather`].
    fresh: usize,
    last_barred: usize,
}

impl Parts {
    /// From the values of 0, 1, 2, ...
    pub(super) fn new(shape: &Shape, mask: Mask, values: &[u16]) -> Self {
        let mut parts = Self {
            rares: Vec::new(),
            near: Vec::new(),
            witnesses: VecDeque::new(),
            fresh: 0,
            last_barred: 0,
        };
        let empty = |&taken| Part { offset: taken, value: 0, barred: 0 };
        parts.rares.extend(shape.takes.iter().map(empty));
        for rare in mask.rares(values) {
            parts.add(shape, rare, values[rare]);
        }
        parts.sort_from(0);
        parts
    }

    fn of(shape: &Shape, part: usize, value: u16) -> impl Iterator<Item = Part> + '_ {
        shape.splits.iter().map(move |split| {
            let barred = if split.equal { 0 } else { 2 * part + split.taken };
            Part { offset: part + split.taken, value, barred }
        })
    }

    /// A rare heap of `n` with this value.
    pub(super) fn add(&mut self, shape: &Shape, n: usize, value: u16) {
        for part in Self::of(shape, n, value) {
            self.last_barred = self.last_barred.max(part.barred);
            self.rares.push(part);
        }
    }

    /// Remembers a part in this range, all of whose parts are less than `n`, as a witness of a value
    /// of the heap of `n`.
    pub(super) fn remember(
        &mut self,
        shape: &Shape,
        values: &[u16],
        n: usize,
        value: u16,
        range: Range<usize>,
    ) {
        let mut parts = range.flat_map(|part| Self::of(shape, part, values[part]));
        let witness = parts.find(|part| {
            let is_option = (LANES..n).contains(&part.offset) && part.barred != n;
            is_option && part.value ^ values[n - part.offset] == value
        });
        let Some(witness) = witness else { return };
        if self.witnesses.len() == MAX_WITNESSES {
            self.witnesses.pop_front();
        }
        self.witnesses.push_back(witness);
        self.fresh += 1;
        self.last_barred = self.last_barred.max(witness.barred);
    }

    /// The witnesses remembered since the last call of [`Parts::gather`].
    pub(super) fn fresh(&self) -> impl Iterator<Item = &Part> {
        self.witnesses.iter().rev().take(self.fresh)
    }

    /// Sorts the rare parts, those before index `known` being sorted.
    pub(super) fn sort_from(&mut self, known: usize) {
        if known < self.rares.len() {
            self.rares.sort_by_key(|part| part.offset);
            let near = self.rares.iter().take_while(|part| part.offset < LANES);
            // At most the number of lanes.
            let place = |part: &Part| (LANES - part.offset) as u16;
            let near = near.map(|part| NearPart { place: place(part), value: part.value });
            self.near = near.collect();
        }
    }

    /// The options of the heap of `n` with a rare part whose partner is in a block of heaps itself.
    #[inline]
    pub(super) fn near_options<W: Word>(&self, values: &[u16], n: usize) -> W {
        let join = |set, one| set | one;
        match values.last_chunk::<LANES>() {
            Some(last) if self.last_barred < n => {
                let option = |part: &NearPart| part.value ^ last[usize::from(part.place) % LANES];
                self.near.iter().map(|part| W::of(option(part))).fold(W::NONE, join)
            }
            _ => {
                let near = self.rares[..self.near.len()].iter();
                near.map(|part| part.option(values, n)).fold(W::NONE, join)
            }
        }
    }

    /// The rare parts, other than the near ones, that only some heaps of the block from `start` on
    /// can have.
    pub(super) fn edge(&self, start: usize) -> Range<usize> {
        if start >= LANES && self.rares.last().is_none_or(|part| part.offset < start) {
            return self.rares.len()..self.rares.len();
        }
        let below = |offset| self.rares.partition_point(|part| part.offset < offset);
        below(start.max(LANES))..below(start.max(1) + LANES)
    }

    /// The options of the heaps that follow the values known: those with a rare part neither near
    /// nor at the edge, and those with a witness remembered.
    pub(super) fn gather<W: Word>(&mut self, level: Level, values: &[u16]) -> [W; LANES] {
        let start = values.len();
        let far = &self.rares[self.near.len()..self.edge(start).start];
        let (old, new) = self.witnesses.as_slices();
        let mut block = [W::NONE; LANES];
        if self.last_barred < start {
            for parts in [far, old, new] {
                W::gather(level, parts, values, &mut block);
            }
        } else {
            for (n, set) in (start..).zip(&mut block) {
                for part in far.iter().chain(&self.witnesses) {
                    *set = *set | part.option(values, n);
                }
            }
        }
        self.fresh = 0;
        block
    }
}
