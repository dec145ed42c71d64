//! The options of a block of heaps with a rare part, but for partners in the block itself.
//!
//! For a rare part the partners in all heaps of the block are consecutive: one load and a nim-sum
//! give its options, a row whose byte j belongs to the heap with index j.

use super::Search;
use super::processor::{BLOCK, Processor};
use super::table::PAD;

impl<P: Processor> Search<'_, P> {
    /// Adds these options to the sets of the heaps of the block.
    #[inline(always)]
    pub(super) fn add_far<const MIXED: bool>(&mut self, start: usize) {
        let (p, table) = (self.processor, &self.table);
        let parts = &table.parts;
        let range = parts.below(BLOCK)..parts.below(start + BLOCK - 1);
        let (offsets, codes) = (&parts.offsets[range.clone()], &parts.codes[range.clone()]);
        let barred = &parts.barred[range];
        let both = &mut self.both;
        let row = |i: usize| {
            let (offset, code) = (offsets[i], codes[i]);
            let at = PAD + start - offset;
            let options = p.plus(p.load(&table.codes, at), code);
            if !MIXED {
                return options;
            }
            let dead = p.load(&table.dead, at);
            let mut rare = p.dead(dead);
            while rare != 0 {
                let j = rare.trailing_zeros() as usize;
                rare &= rare - 1;
                let n = start + j;
                if offset < n && barred[i] != n {
                    let code = code ^ table.codes[at + j];
                    both[j][usize::from(code / 64)] |= 1 << (code % 64);
                }
            }
            p.without(options, dead)
        };
        p.add_columns(&mut self.common, &mut self.room, offsets.len(), row);
    }
}
