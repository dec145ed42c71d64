//! The options of a block of heaps with a rare part, but for partners in the block itself.
//!
//! For a rare part the partners in all heaps of the block are consecutive: one load and a nim-sum
//! give its options, a row whose byte j belongs to the heap with index j.

use std::ops::Range;

use super::Known;
use super::processor::{BLOCK, Processor, Rows, Work};
use super::set::Set;
use super::table::{PAD, RareParts};

impl<P: Processor> Known<'_, P> {
    /// Adds to the sets of a block from `start` on the options with these rare parts, where no
    /// partner is rare.
    pub(super) fn add_far(
        &self,
        start: usize,
        parts: Range<usize>,
        common: &mut [Set; BLOCK],
        room: &mut P::Room,
    ) {
        let (count, rows) = (parts.len(), self.options(start, parts));
        self.processor.compute(Columns { p: self.processor, count, rows, common, room });
    }

    /// The same where partners may be rare, of which there are none without stones; the options
    /// with two rare parts are added to `both`.
    pub(super) fn add_far_mixed(
        &self,
        start: usize,
        parts: Range<usize>,
        common: &mut [Set; BLOCK],
        both: &mut [Set; BLOCK],
        room: &mut P::Room,
    ) {
        let count = parts.len();
        let rows = Live {
            dead: &self.table.dead,
            barred: &self.table.parts.barred[parts.clone()],
            options: self.options(start, parts),
            start,
            both,
        };
        self.processor.compute(Columns { p: self.processor, count, rows, common, room });
    }

    fn options(&self, start: usize, parts: Range<usize>) -> Options<'_, P> {
        let RareParts { offsets, codes, .. } = &self.table.parts;
        Options {
            p: self.processor,
            heaps: &self.table.codes,
            origin: PAD + start,
            offsets: &offsets[parts.clone()],
            codes: &codes[parts],
        }
    }
}

/// Adds the columns of `count` rows to the sets of a block.
struct Columns<'w, P: Processor, R> {
    p: P,
    count: usize,
    rows: R,
    common: &'w mut [Set; BLOCK],
    room: &'w mut P::Room,
}

impl<P: Processor, R: Rows<P>> Work for Columns<'_, P, R> {
    type Found = ();

    #[inline(always)]
    fn run(self) {
        self.p.add_columns(self.common, self.room, self.count, self.rows);
    }
}

/// The options by each of some rare parts.
struct Options<'t, P> {
    p: P,
    /// The codes of all heaps, that of the first heap of the block at `origin`.
    heaps: &'t [u8],
    origin: usize,
    offsets: &'t [usize],
    codes: &'t [u8],
}

impl<P: Processor> Rows<P> for Options<'_, P> {
    #[inline(always)]
    fn row(&mut self, i: usize) -> P::Codes {
        self.p.plus(self.p.load(self.heaps, self.origin - self.offsets[i]), self.codes[i])
    }
}

/// Those with a common partner, dead codes for the others, which are added to `both`.
struct Live<'w, P> {
    options: Options<'w, P>,
    dead: &'w [u8],
    barred: &'w [usize],
    start: usize,
    both: &'w mut [Set; BLOCK],
}

impl<P: Processor> Rows<P> for Live<'_, P> {
    #[inline(always)]
    fn row(&mut self, i: usize) -> P::Codes {
        let Options { p, heaps, origin, offsets, codes } = self.options;
        let at = origin - offsets[i];
        let dead = p.load(self.dead, at);
        let mut rare = p.dead(dead);
        while rare != 0 {
            let j = rare.trailing_zeros() as usize;
            rare &= rare - 1;
            let n = self.start + j;
            if offsets[i] < n && self.barred[i] != n {
                let code = codes[i] ^ heaps[at + j];
                self.both[j][usize::from(code / 64)] |= 1 << (code % 64);
            }
        }
        p.without(self.options.row(i), dead)
    }
}
