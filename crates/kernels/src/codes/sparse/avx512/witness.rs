//! Witnesses: pairs of common parts that reach the rare values below a candidate.

use std::arch::x86_64::*;

use super::Search;
use super::sets::{BATCH, ONE, TEAM, absorb, are_full, is_full, least_missing, load, load_set};
use super::table::{HEAD, PAD};

impl Search<'_> {
    /// The first heap from `start` on with a rare code that has no witness, and the least such code.
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    pub(super) fn first_rare(&mut self, values: &[u16], start: usize) -> Option<(usize, usize)> {
        for first in (start..values.len()).step_by(TEAM) {
            // A team at the end of the table has its last heap more than once.
            let heaps: [usize; TEAM] = std::array::from_fn(|i| (first + i).min(values.len() - 1));
            let mut sets = heaps.map(|n| load_set(&self.rare[n - start]));
            if !are_full(&sets) {
                if self.table.mixed {
                    self.find::<true>(&heaps, &mut sets);
                } else {
                    self.find::<false>(&heaps, &mut sets);
                }
            }
            for (n, mut set) in heaps.into_iter().zip(sets) {
                if !is_full(set) {
                    set = self.sweep(values, n, set);
                    if let Some(code) = least_missing(set) {
                        return Some((n, code));
                    }
                }
            }
        }
        None
    }

    /// Adds rare options with two common parts, one of them at most [`HEAD`], until all sets are
    /// full or these pairs are done, but for less than a register at the end.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn find<const MIXED: bool>(&mut self, heaps: &[usize; TEAM], sets: &mut [__m256i; TEAM]) {
        let table = &self.table;
        let (mut first, mut size) = (1, BATCH / 2);
        loop {
            let mut more = false;
            for split in &self.shape.splits {
                let Some(least) = heaps[0].checked_sub(split.taken) else { continue };
                let end = least.div_ceil(2).min(HEAD + 1);
                let size = size.min(end.saturating_sub(first) / 64);
                if size == 0 {
                    continue;
                }
                more = true;
                // Both end with the part `first` and its partner: the head is stored backwards.
                let head = HEAD + 1 - first - 64 * size;
                let partners = heaps.map(|n| PAD + n - split.taken + 1 - first - 64 * size);
                absorb(sets, &mut self.scratch, size, |register| {
                    let at = 64 * register;
                    let part = load(&table.head, head + at);
                    let dead = load(&table.dead_head, head + at);
                    partners.map(|partner| {
                        let codes = _mm512_xor_si512(part, load(&table.codes, partner + at));
                        let codes = _mm512_or_si512(codes, dead);
                        if MIXED {
                            _mm512_or_si512(codes, load(&table.dead, partner + at))
                        } else {
                            codes
                        }
                    })
                });
                if are_full(sets) {
                    return;
                }
            }
            if !more {
                return;
            }
            first += 64 * size;
            size = BATCH;
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
