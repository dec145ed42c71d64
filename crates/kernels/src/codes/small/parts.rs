//! The parts whose options are gathered for a block of heaps.

use std::ops::Range;

use super::super::greedy;
use super::super::mask::Mask;
use super::super::shape::Shape;
use super::vector::Word;
use super::{LANES, PROBES};
use crate::Level;

/// Heaps of a sample.
const SAMPLE: usize = 48;

/// A part at a split: in a heap of n its partner is n - offset.
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

/// Rare parts, all of them, and the smallest common ones.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// By offset, but for those added since the last call of [`Parts::sort_from`].
    pub(super) rares: Vec<Part>,
    /// By offset, or in the order learned; parts with partners in the block itself are left out.
    commons: Vec<Part>,
    learned: bool,
    /// The heap to look at next for common parts.
    next_common: usize,
    last_barred: usize,
}

impl Parts {
    pub(super) fn new(shape: &Shape, mask: Mask, values: &[u16]) -> Self {
        let mut parts = Self {
            rares: Vec::new(),
            commons: Vec::new(),
            learned: false,
            next_common: 1,
            last_barred: 0,
        };
        for rare in mask.rares(values) {
            parts.add(shape, rare, values[rare]);
        }
        parts.sort_from(0);
        parts.add_commons(shape, mask, values);
        parts
    }

    /// Parts for the heaps after these values that see no partner more than `reach` before them; no
    /// others will be added. All rare parts must be among them.
    pub(super) fn below(shape: &Shape, mask: Mask, values: &[u16], reach: usize) -> Self {
        let mut parts = Self::new(shape, mask, values);
        parts.learn(mask, values);
        parts.commons.retain(|part| part.offset <= reach);
        parts.next_common = usize::MAX;
        parts
    }

    /// Puts first the common parts that reach the most rare values in a sample of the last heaps,
    /// if all common parts can occur in these and in all heaps to come.
    pub(super) fn learn(&mut self, mask: Mask, values: &[u16]) {
        let start = values.len() - values.len() / 8;
        if self.commons.len() < PROBES || self.commons.iter().any(|part| part.offset >= start) {
            return;
        }
        let sample: Vec<usize> = (start..values.len())
            .step_by((values.len() / 8 / SAMPLE).max(1))
            .filter(|&n| !mask.is_rare(values[n], n))
            .collect();
        let rares = |n: usize| (0..values[n]).filter(move |&value| mask.is_rare(value, n));
        let wanted = sample.iter().map(|&n| rares(n).fold(0, |set, value| set | u64::of(value)));
        let wanted: Vec<u64> = wanted.collect();
        let reached = |n: usize, part: &Part| u64::of(part.value ^ values[n - part.offset]);
        let gain = |wanted: &Vec<u64>, index: usize| {
            let part = &self.commons[index];
            let gains = wanted.iter().zip(&sample).filter(|&(set, &n)| set & reached(n, part) != 0);
            gains.count() as u32
        };
        let choose = |wanted: &mut Vec<u64>, index: usize| {
            for (set, &n) in wanted.iter_mut().zip(&sample) {
                *set &= !reached(n, &self.commons[index]);
            }
        };
        let order = greedy::order(self.commons.len(), wanted, gain, choose);
        self.commons = order.into_iter().map(|index| self.commons[index]).collect();
        self.learned = true;
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

    /// Sorts the rare parts, those before index `known` being sorted.
    pub(super) fn sort_from(&mut self, known: usize) {
        if known < self.rares.len() {
            self.rares.sort_by_key(|part| part.offset);
        }
    }

    /// Looks for more common parts among the values known.
    pub(super) fn add_commons(&mut self, shape: &Shape, mask: Mask, values: &[u16]) {
        if self.commons.len() >= PROBES || self.next_common >= values.len() {
            return;
        }
        while self.commons.len() < PROBES && self.next_common < values.len() {
            let n = self.next_common;
            if !mask.is_rare(values[n], n) {
                for part in Self::of(shape, n, values[n]).filter(|part| part.offset >= LANES) {
                    self.last_barred = self.last_barred.max(part.barred);
                    self.commons.push(part);
                }
            }
            self.next_common += 1;
        }
        self.commons.sort_by_key(|part| part.offset);
    }

    /// The rare parts with partners in a block of heaps itself.
    pub(super) fn near(&self) -> Range<usize> {
        0..self.rares.partition_point(|part| part.offset < LANES)
    }

    /// The rare parts, other than the near ones, that only some heaps of the block from `start` on
    /// can have.
    pub(super) fn edge(&self, start: usize) -> Range<usize> {
        let below = |offset| self.rares.partition_point(|part| part.offset < offset);
        below(start.max(LANES))..below(start.max(1) + LANES)
    }

    /// The part below which most parts are among the first `probes` common ones; at least 1.
    pub(super) fn probed(&self, probes: usize) -> usize {
        if self.learned {
            return 1;
        }
        self.commons[..probes.min(self.commons.len())].last().map_or(1, |part| part.offset.max(1))
    }

    /// The options of the heaps that follow the values known: those with a rare part neither near
    /// nor at the edge, and some of the first common parts.
    pub(super) fn gather<W: Word>(
        &self,
        level: Level,
        values: &[u16],
        probes: usize,
    ) -> [W; LANES] {
        let start = values.len();
        let far = self.near().end..self.edge(start).start;
        let far = &self.rares[far];
        let commons = &self.commons[..probes.min(self.commons.len())];
        let valid = if self.learned {
            commons.len()
        } else {
            commons.partition_point(|part| part.offset < start)
        };
        let commons = &commons[..valid];
        let mut block = [W::NONE; LANES];
        if self.last_barred < start {
            W::gather(level, far, values, &mut block);
            W::gather(level, commons, values, &mut block);
        } else {
            for (n, set) in (start..).zip(&mut block) {
                for part in far.iter().chain(commons) {
                    *set = *set | part.option(values, n);
                }
            }
        }
        block
    }
}
