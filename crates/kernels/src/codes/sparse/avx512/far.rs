//! The options of a block of heaps with a rare part, but for partners in the block itself.
//!
//! For a rare part the partners in all heaps of the block are consecutive: one load and a nim-sum
//! give its options, and a transposition brings the options of each heap together.

use std::arch::x86_64::*;
use std::ops::Range;

use super::super::coding::DEAD;
use super::sets::{ALL, BATCH, TEAM, absorb, load, load_set, store, store_set};
use super::table::PAD;
use super::transpose::transpose;
use super::{BLOCK, Search};

impl Search<'_> {
    /// Adds these options to the sets of the first `width` heaps of the block.
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    pub(super) fn add_far(&mut self, start: usize, width: usize) {
        let parts = &self.table.parts;
        let (mut first, end) = (parts.below(BLOCK), parts.below(start + BLOCK - 1));
        while first < end {
            let mut lines = 0;
            while lines < BATCH && first < end {
                let last = end.min(first + 64);
                if self.table.mixed {
                    self.list::<true>(start, first..last, lines);
                } else {
                    self.list::<false>(start, first..last, lines);
                }
                (first, lines) = (last, lines + 1);
            }
            self.add_lines(width, lines);
        }
    }

    /// Adds so many lines to the set of each heap.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn add_lines(&mut self, width: usize, lines: usize) {
        for first in (0..width).step_by(TEAM) {
            let mut sets = [_mm256_setzero_si256(); TEAM];
            for (set, common) in sets.iter_mut().zip(&self.common[first..]) {
                *set = load_set(common);
            }
            let heaps = &self.lines[first..first + TEAM];
            absorb(&mut sets, &mut self.scratch, 0..lines, |line, i| {
                (load(&heaps[i][line].0, 0), ALL)
            });
            for (set, common) in sets.into_iter().zip(&mut self.common[first..]) {
                store_set(common, set);
            }
        }
    }

    /// Lists the options of the block with these rare parts in this line of each heap; those with
    /// two rare parts are added to the sets of rare ones.
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn list<const MIXED: bool>(&mut self, start: usize, range: Range<usize>, line: usize) {
        let (table, parts) = (&self.table, &self.table.parts);
        let (offsets, codes) = (&parts.offsets[range.clone()], &parts.codes[range.clone()]);
        let both_rare = &mut self.both;
        let row = |i: usize| {
            // Codes are bytes; the casts keep their bits.
            let (Some(&offset), Some(&code)) = (offsets.get(i), codes.get(i)) else {
                return _mm512_set1_epi8(DEAD as i8);
            };
            let at = PAD + start - offset;
            let sum = _mm512_xor_si512(load(&table.codes, at), _mm512_set1_epi8(code as i8));
            if !MIXED {
                return sum;
            }
            let dead = load(&table.dead, at);
            let mut both = _mm512_movepi8_mask(dead);
            while both != 0 {
                let j = both.trailing_zeros() as usize;
                both &= both - 1;
                let n = start + j;
                if offset < n && parts.barred[range.start + i] != n {
                    let code = code ^ table.codes[at + j];
                    both_rare[j][usize::from(code / 64)] |= 1 << (code % 64);
                }
            }
            _mm512_or_si512(sum, dead)
        };
        let lines = &mut self.lines;
        let put = |j: usize, column| store(&mut lines[j][line].0, column);
        transpose(&mut self.pieces, row, put);
    }
}
