//! Stretches of blocks, for several threads, far behind the last rare heap.
//!
//! The slow parts can be done for many blocks at once: the options with a rare part and a partner
//! before the stretch, and, when all heaps have a candidate, the witnesses. Only the candidates
//! themselves follow one another. If a heap lacks a witness, it is rare, and what was found after it
//! is dropped; this work is lost, but the case is very rare.

use super::super::super::Stop;
use super::Search;
use super::processor::{BLOCK, Processor, Work};
use super::set::ABOVE;
use super::table::RareParts;
use crate::share;

/// Blocks of a stretch.
const BLOCKS: usize = 32;
/// Heaps of a stretch.
pub(super) const HEAPS: usize = BLOCKS * BLOCK;

/// Into how many parts the work on a stretch is divided.
pub(super) fn parts() -> usize {
    rayon::current_num_threads().min(BLOCKS)
}

impl<P: Processor> Search<'_, P> {
    /// Whether the heaps from `start` on are worth a stretch.
    pub(super) fn is_stretch(&self, start: usize, to: usize) -> bool {
        self.rooms.len() > 1 && !self.known.table.mixed && to + 1 - start >= HEAPS
    }

    /// Appends the values of a stretch; why it ends before, if it does.
    pub(super) fn stretch(&mut self, values: &mut Vec<u16>) -> Option<Stop> {
        let start = self.known.table.len();
        self.fresh = RareParts::default();
        let Self { known, rooms, bound, .. } = self;
        let each = BLOCKS.div_ceil(rooms.len());
        let parts = self.common.as_chunks_mut::<BLOCK>().0.chunks_mut(each).zip(rooms);
        share(parts.zip((0..).step_by(each)), |((blocks, room), block)| {
            for (common, block) in blocks.iter_mut().zip(block..) {
                *common = [ABOVE[*bound]; BLOCK];
                let (parts, first) = (&known.table.parts, start + BLOCK * block);
                let far = parts.below(BLOCK * (block + 1))..parts.below(first + BLOCK - 1);
                known.add_far(first, far, common, room);
            }
        });
        let processor = self.known.processor;
        processor.compute(Candidates { search: self, values: &mut *values });
        let Self { known, rooms, .. } = self;
        let found = known.table.len() - start;
        let each = BLOCK.max(found.div_ceil(rooms.len()));
        let mut rares = vec![None; rooms.len()];
        let parts = self.rare[..found].chunks_mut(each).zip(rooms).zip(&mut rares);
        share(parts.zip((start..).step_by(each)), |(((rare, room), found), first)| {
            *found = known.first_rare(first, rare, room);
        });
        match rares.into_iter().flatten().min() {
            Some((n, code)) => self.push_rare(values, n, code),
            None => (found < HEAPS).then_some(Stop::Outgrown),
        }
    }
}

/// The candidates of all heaps of a stretch, as long as they fit, each taken for its value.
struct Candidates<'w, 's, P: Processor> {
    search: &'w mut Search<'s, P>,
    values: &'w mut Vec<u16>,
}

impl<P: Processor> Work for Candidates<'_, '_, P> {
    type Found = ();

    #[inline(always)]
    fn run(self) {
        let Self { search, values } = self;
        let mut greatest = 0;
        for block in 0..BLOCKS {
            let Search { known, rooms, .. } = search;
            let parts = &known.table.parts;
            let near = parts.below(BLOCK);
            let common = &mut search.common.as_chunks_mut::<BLOCK>().0[block];
            known.add_far(
                known.table.len(),
                near..parts.below(BLOCK * (block + 1)),
                common,
                &mut rooms[0],
            );
            for j in 0..BLOCK {
                let candidate = search.candidate(BLOCK * block + j, near, [0; 4]);
                let Some(code) = candidate else { return };
                greatest = greatest.max(code);
                search.push(values, code);
            }
        }
        search.bound = search.next_bound(greatest);
    }
}
