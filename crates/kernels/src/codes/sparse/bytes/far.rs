//! The options of a block of heaps with a rare part, but for partners in the block itself.
//!
//! For a rare part the partners in all heaps of the block are consecutive: one load and a nim-sum
//! give its options, a row whose byte j belongs to the heap with index j.

use std::ops::Range;

use super::Known;
use super::processor::{BLOCK, Processor, Rows, Work};
use super::set::Set;
use super::table::PAD;

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
        self.processor.compute(Far { known: self, start, parts, common, room });
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
        let far = Far { known: self, start, parts, common, room };
        self.processor.compute(Mixed { far, both });
    }
}

/// The options of a block with these rare parts.
struct Far<'w, 's, P: Processor> {
    known: &'w Known<'s, P>,
    start: usize,
    parts: Range<usize>,
    common: &'w mut [Set; BLOCK],
    room: &'w mut P::Room,
}

impl<P: Processor> Work for Far<'_, '_, P> {
    type Found = ();

    #[inline(always)]
    fn run(self) {
        let Self { known: Known { processor: p, table, .. }, start, parts, common, room } = self;
        let options = Options {
            p: *p,
            heaps: &table.codes,
            origin: PAD + start,
            offsets: &table.parts.offsets[parts.clone()],
            codes: &table.parts.codes[parts.clone()],
        };
        p.add_columns(common, room, parts.len(), options);
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

/// The same where partners may be rare.
struct Mixed<'w, 's, P: Processor> {
    far: Far<'w, 's, P>,
    both: &'w mut [Set; BLOCK],
}

impl<P: Processor> Work for Mixed<'_, '_, P> {
    type Found = ();

    #[inline(always)]
    fn run(self) {
        let Self { far: Far { known, start, parts, common, room }, both } = self;
        let Known { processor: p, table, .. } = known;
        let options = Options {
            p: *p,
            heaps: &table.codes,
            origin: PAD + start,
            offsets: &table.parts.offsets[parts.clone()],
            codes: &table.parts.codes[parts.clone()],
        };
        let barred = &table.parts.barred[parts.clone()];
        let live = Live { options, dead: &table.dead, barred, start, both };
        p.add_columns(common, room, parts.len(), live);
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
