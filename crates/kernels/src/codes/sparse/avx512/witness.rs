//! Witnesses: pairs of common parts that reach the rare values below a candidate.

use std::arch::x86_64::*;
use std::ops::Range;

use super::Search;
use super::order::Step;
use super::sets::{BATCH, ONE, TEAM, absorb, is_full, least_missing, load, load_set, store_set};
use super::table::PAD;

/// A heap whose witnesses are looked for.
#[derive(Clone, Copy)]
struct Seat {
    n: usize,
    /// The next step to try.
    step: usize,
}

impl Search<'_> {
    /// The first heap from `first` on with a rare code that has no witness, and the least such code;
    /// `start` is the first heap of the block.
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    pub(super) fn first_rare(
        &mut self,
        values: &[u16],
        start: usize,
        first: usize,
    ) -> Option<(usize, usize)> {
        if self.table.mixed {
            self.find::<true>(start, first..values.len());
        } else {
            self.find::<false>(start, first..values.len());
        }
        for n in first..values.len() {
            let mut set = load_set(&self.rare[n - start]);
            if !is_full(set) {
                set = self.sweep(values, n, set);
                if let Some(code) = least_missing(set) {
                    return Some((n, code));
                }
            }
        }
        None
    }

    /// Adds rare options with two common parts to the sets of these heaps of the block, each until
    /// it is full or all steps are done.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn find<const MIXED: bool>(&mut self, start: usize, heaps: Range<usize>) {
        let steps = self.order.steps();
        let table = &self.table;
        let full = _mm256_set1_epi8(-1);
        // Who leaves a seat makes room for the next heap; an empty seat has a full set.
        let mut seats = [Seat { n: start, step: 0 }; TEAM];
        let mut sets = [full; TEAM];
        let mut taken = [false; TEAM];
        let mut next = heaps.start;
        loop {
            for i in 0..TEAM {
                if taken[i] && !is_full(sets[i]) && seats[i].step + BATCH <= steps.len() {
                    continue;
                }
                if taken[i] {
                    store_set(&mut self.rare[seats[i].n - start], sets[i]);
                }
                (taken[i], sets[i], seats[i].step) = (false, full, 0);
                while next < heaps.end && !taken[i] {
                    let set = load_set(&self.rare[next - start]);
                    if !is_full(set) && BATCH <= steps.len() {
                        (taken[i], sets[i], seats[i].n) = (true, set, next);
                    }
                    next += 1;
                }
            }
            if !taken.contains(&true) {
                return;
            }
            let plans: [&[Step]; TEAM] =
                std::array::from_fn(|i| &steps[seats[i].step..seats[i].step + BATCH]);
            absorb(&mut sets, &mut self.scratch, 0..BATCH, |index, i| {
                let Step { taken, line } = plans[i][index];
                // The line is stored backwards, so it meets its partners as they are.
                let partner = PAD + seats[i].n - taken - 64 * (line + 1);
                let part = load(&table.head[line].0, 0);
                let codes = _mm512_xor_si512(part, load(&table.codes, partner));
                let live = table.live[line];
                if MIXED {
                    let dead = _mm512_movepi8_mask(load(&table.dead, partner));
                    (codes, live & !dead)
                } else {
                    (codes, live)
                }
            });
            for seat in &mut seats {
                seat.step += BATCH;
            }
        }
    }

    /// Adds rare options of the heap of `n` with two parts until the set is full or all pairs are
    /// done.
    #[cold]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn sweep(&self, values: &[u16], n: usize, mut set: __m256i) -> __m256i {
        let coding = &self.table.coding;
        let rare = &coding.sides[n % 2].rare;
        let mut wanted = [false; 1 << 9];
        let mut missing = 0;
        let mut rest = set;
        while let Some(code) = least_missing(rest) {
            wanted[usize::from(rare[code])] = true;
            missing += 1;
            rest = _mm256_or_si256(rest, load_set(&ONE[code]));
        }
        for split in &self.shape.splits {
            let left = n.saturating_sub(split.taken);
            let low = values.get(1..left.div_ceil(2)).unwrap_or(&[]);
            let high = values[..left].iter().rev();
            for (low, high) in low.iter().zip(high) {
                // Values with codes are below 512, and so are their sums.
                let value = usize::from(low ^ high);
                if wanted[value] {
                    wanted[value] = false;
                    missing -= 1;
                    // All values wanted have codes.
                    if let Some(code) = coding.code(low ^ high) {
                        set = _mm256_or_si256(set, load_set(&ONE[usize::from(code)]));
                    }
                    if missing == 0 {
                        return set;
                    }
                }
            }
        }
        set
    }
}
