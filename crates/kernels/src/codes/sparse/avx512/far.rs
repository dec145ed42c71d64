//! The options of a block of heaps with a rare part, but for partners in the block itself.
//!
//! For a rare part the partners in all heaps of the block are consecutive: one load and a nim-sum
//! give its options, and a transposition brings the options of each heap together.

use std::arch::x86_64::*;
use std::ops::Range;

use super::super::coding::DEAD;
use super::sets::{BATCH, Line, TEAM, absorb, absorb_all, load, load_set, store, store_set};
use super::table::PAD;
use super::transpose::transpose;
use super::{BLOCK, Search};

impl Search<'_> {
    /// Adds these options to the sets of the first `width` heaps of the block.
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    pub(super) fn add_far(&mut self, start: usize, width: usize) {
        let below = |offset| self.table.parts.partition_point(|part| part.offset < offset);
        let near = below(BLOCK);
        let far = near..below(start + BLOCK - 1).max(near);
        let groups = far.len().div_ceil(64);
        self.lines.resize(self.lines.len().max(groups * BLOCK), Line([DEAD; 64]));
        for group in 0..groups {
            let first = far.start + 64 * group;
            let parts = first..far.end.min(first + 64);
            if self.table.mixed {
                self.list::<true>(start, parts, group, groups);
            } else {
                self.list::<false>(start, parts, group, groups);
            }
        }
        let direct = self.direct.min(groups);
        for first in (0..width).step_by(TEAM) {
            let lines: [&[Line]; TEAM] =
                std::array::from_fn(|i| &self.lines[(first + i) * groups..][..groups]);
            let mut sets = [_mm256_setzero_si256(); TEAM];
            for i in 0..TEAM {
                sets[i] = load_set(&self.common[first + i]);
                for line in &lines[i][..direct] {
                    sets[i] = absorb_all(sets[i], &line.0);
                }
            }
            let mut done = direct;
            while done < groups {
                let batch = if done < direct + BATCH { BATCH / 2 } else { BATCH };
                let batch = batch.min(groups - done);
                absorb(&mut sets, &mut self.scratch, batch, |register| {
                    lines.map(|lines| load(&lines[done + register].0, 0))
                });
                done += batch;
            }
            for i in 0..TEAM {
                store_set(&mut self.common[first + i], sets[i]);
            }
        }
    }

    /// Lists the options of the block with these rare parts in this line of each heap; those with
    /// two rare parts are added to the sets of rare ones.
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn list<const MIXED: bool>(
        &mut self,
        start: usize,
        parts: Range<usize>,
        group: usize,
        groups: usize,
    ) {
        let table = &self.table;
        // Codes are bytes; the casts keep their bits.
        let mut rows = [_mm512_set1_epi8(DEAD as i8); 64];
        for (row, part) in rows.iter_mut().zip(&table.parts[parts]) {
            let at = PAD + start - part.offset;
            let codes = load(&table.codes, at);
            *row = _mm512_xor_si512(codes, _mm512_set1_epi8(part.code as i8));
            if MIXED {
                let dead = load(&table.dead, at);
                *row = _mm512_or_si512(*row, dead);
                let mut both = _mm512_movepi8_mask(dead);
                while both != 0 {
                    let j = both.trailing_zeros() as usize;
                    both &= both - 1;
                    let n = start + j;
                    if part.offset < n && part.barred != n {
                        let code = part.code ^ table.codes[at + j];
                        self.rare[j][usize::from(code / 64)] |= 1 << (code % 64);
                    }
                }
            }
        }
        let lines = &mut self.lines;
        transpose(&rows, |j, column| store(&mut lines[j * groups + group].0, column));
    }
}
