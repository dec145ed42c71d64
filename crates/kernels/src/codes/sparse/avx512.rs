//! The search by a sparse space with 64 values in a register, as [codes](super::coding).
//!
//! Blocks of 64 heaps are done together. For a rare part the partners in all heaps of the block are
//! consecutive: one load and a nim-sum give its options, and a transposition brings the options of
//! each heap together. Partners inside the block are left to be done heap by heap.
//!
//! A set of codes is a register of 256 bits. To add many options, 64 at a time are looked up in the
//! set, those not yet in it are squeezed together, and only they are added one by one. Witnesses are
//! found in the same way among pairs of common parts, the smallest parts first, until every rare
//! value below the candidate is in the set.
#![expect(unsafe_code, reason = "loads and stores of registers; the functions of a level")]

mod sets;
mod table;
mod transpose;

use std::arch::x86_64::*;

use super::super::Stop;
use super::super::mask::Mask;
use super::super::shape::Shape;
use super::coding::{Coding, DEAD};
use crate::{Halt, Level, Pulse};
use sets::{ABOVE, ONE, Set, absorb, absorb_all, is_full, least_missing, load, load_set, store};
use table::{HEAD, PAD, Table};

/// Heaps done together.
const BLOCK: usize = 64;
/// Values between two calls of the pulse.
const BEAT: usize = 4096;

/// One register of codes in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u8; 64]);

/// Appends values until heaps up to `to` are known, or one needs a code that is no byte, or more
/// than `most` heaps are rare. The empty heap must be known.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub(in super::super) fn extend(
    shape: &Shape,
    mask: Mask,
    values: &mut Vec<u16>,
    to: usize,
    most: usize,
    pulse: Pulse,
) -> Result<Stop, Halt> {
    let coding = Coding::new(mask);
    if !is_supported() || values.is_empty() {
        return Ok(Stop::Outgrown);
    }
    let Some(table) = Table::new(shape, coding, values, to) else { return Ok(Stop::Outgrown) };
    let lines = Vec::new();
    let mut search = Search { shape, table, lines, sets: [[0; 4]; BLOCK], direct: 1 };
    while values.len() <= to {
        let start = values.len();
        // SAFETY: these instructions are supported, as was asked above.
        let done = unsafe { search.block(values, to) };
        if !done {
            return Ok(Stop::Outgrown);
        }
        let n = values.len();
        if start / BEAT != n / BEAT && !pulse(n as u64 - 1, to as u64) {
            return Err(Halt::Interrupted);
        }
        if search.table.rares > most {
            return Ok(Stop::Crowded);
        }
    }
    Ok(Stop::Reached)
}

/// Whether the processor has the instructions used here.
fn is_supported() -> bool {
    Level::best() >= Level::Avx512
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

struct Search<'s> {
    shape: &'s Shape,
    table: Table,
    /// The options of each heap of the block with a rare part, all those of one heap together.
    lines: Vec<Line>,
    /// The rare options of each heap of the block with two rare parts.
    sets: [Set; BLOCK],
    /// Lines added to an empty set without looking them up.
    direct: usize,
}

impl Search<'_> {
    /// Appends the values of a block; `false` when one does not fit.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn block(&mut self, values: &mut Vec<u16>, to: usize) -> bool {
        let start = values.len();
        self.table.begin(self.shape, start);
        let near = self.table.parts.partition_point(|part| part.offset < BLOCK);
        let far = self.table.parts.partition_point(|part| part.offset < start + BLOCK - 1);
        let known = self.table.parts.len();
        let groups = (far.max(near) - near).div_ceil(64);
        self.lines.resize(self.lines.len().max(groups * BLOCK), Line([DEAD; 64]));
        self.sets = [[0; 4]; BLOCK];
        for group in 0..groups {
            let first = near + 64 * group;
            let parts = first..far.min(first + 64);
            if self.table.mixed {
                self.gather::<true>(start, parts, group, groups);
            } else {
                self.gather::<false>(start, parts, group, groups);
            }
        }
        let mut greatest = 0;
        for (j, n) in (start..=to).take(BLOCK).enumerate() {
            let lines = &self.lines[j * groups..(j + 1) * groups];
            let common = self.far(lines);
            let rare = load_set(&self.sets[j]);
            let parts = (0..near).chain(known..self.table.parts.len());
            let (common, rare) = self.near(n, parts, common, rare);
            let Some(value) = self.value(values, n, common, rare) else {
                return false;
            };
            let Some(code) = self.table.coding.code(value) else { return false };
            greatest = greatest.max(code);
            values.push(value);
            self.table.push(self.shape, value, code);
        }
        self.table.sort_from(known);
        self.direct = usize::from(greatest) / 64 + 1;
        true
    }

    /// Lists the options of the block with these rare parts in this line of each heap.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn gather<const MIXED: bool>(
        &mut self,
        start: usize,
        parts: std::ops::Range<usize>,
        group: usize,
        groups: usize,
    ) {
        let table = &self.table;
        // Codes are bytes; the cast keeps their bits.
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
                        self.sets[j][usize::from(code / 64)] |= 1 << (code % 64);
                    }
                }
            }
        }
        let lines = &mut self.lines;
        transpose::transpose(&rows, |j, column| store(&mut lines[j * groups + group].0, column));
    }

    /// The codes in these lines, and the dead one.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn far(&self, lines: &[Line]) -> __m256i {
        let (direct, rest) = lines.split_at(self.direct.min(lines.len()));
        let mut set = load_set(&ONE[usize::from(DEAD)]);
        for line in direct {
            set = absorb_all(set, &line.0);
        }
        let (fours, eights) = rest.split_at(rest.len().min(8));
        for lines in fours.chunks(4).chain(eights.chunks(8)) {
            set = absorb(set, lines.iter().map(|line| load(&line.0, 0)));
        }
        set
    }

    /// Adds the options of the heap of `n` with these rare parts, one by one.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn near(
        &self,
        n: usize,
        parts: impl Iterator<Item = usize>,
        mut common: __m256i,
        mut rare: __m256i,
    ) -> (__m256i, __m256i) {
        let table = &self.table;
        for part in parts.map(|index| &table.parts[index]).filter(|part| part.offset < n) {
            let at = PAD + n - part.offset;
            let option = load_set(&ONE[usize::from(part.code ^ table.codes[at])]);
            if !table.mixed || table.dead[at] == 0 {
                common = _mm256_or_si256(common, option);
            } else if part.barred != n {
                rare = _mm256_or_si256(rare, option);
            }
        }
        (common, rare)
    }

    /// The value of the heap of `n`, given its options with a rare part; `None` when the candidate
    /// does not fit.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn value(
        &self,
        values: &[u16],
        n: usize,
        mut common: __m256i,
        mut rare: __m256i,
    ) -> Option<u16> {
        let coding = &self.table.coding;
        for value in self.shape.single(values, n) {
            let option = load_set(&ONE[usize::from(coding.code(value)?)]);
            if coding.mask().is_rare(value, n) {
                rare = _mm256_or_si256(rare, option);
            } else {
                common = _mm256_or_si256(common, option);
            }
        }
        // Two equal parts: the witness search takes different ones.
        let halves = |taken: usize| taken < n && (n - taken).is_multiple_of(2);
        if self.shape.splits.iter().any(|split| split.equal && halves(split.taken)) {
            rare = _mm256_or_si256(rare, load_set(&ONE[0]));
        }
        let side = &coding.sides[n % 2];
        let candidate = least_missing(common).filter(|&code| code < usize::from(DEAD))?;
        let below = usize::from(side.below[candidate]);
        if below > usize::from(DEAD) {
            return None;
        }
        // Codes from `below` on need no witness.
        rare = _mm256_or_si256(rare, load_set(&ABOVE[below]));
        if !is_full(rare) {
            rare = if self.table.mixed {
                self.witnesses::<true>(n, rare)
            } else {
                self.witnesses::<false>(n, rare)
            };
            if !is_full(rare) {
                rare = self.sweep(values, n, rare);
            }
        }
        Some(least_missing(rare).map_or(side.common[candidate], |code| side.rare[code]))
    }

    /// Adds rare options of the heap of `n` with two common parts, one of them at most [`HEAD`],
    /// until the set is full or these pairs are done, but for less than a line at each end.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn witnesses<const MIXED: bool>(&self, n: usize, mut set: __m256i) -> __m256i {
        let (mut first, mut size) = (1, 2);
        loop {
            let mut more = false;
            for split in &self.shape.splits {
                let Some(left) = n.checked_sub(split.taken) else { continue };
                let end = left.div_ceil(2).min(HEAD + 1);
                let lines = size.min(end.saturating_sub(first) / 64);
                if lines > 0 {
                    set = self.scan::<MIXED>(left, first, lines, set);
                    if is_full(set) {
                        return set;
                    }
                }
                more |= lines == size;
            }
            if !more {
                return set;
            }
            first += 64 * size;
            size = if first < 1024 { 4 } else { 8 };
        }
    }

    /// Adds the options made of common parts `first`, `first + 1`, ..., as many as these lines have,
    /// and their partners.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn scan<const MIXED: bool>(
        &self,
        left: usize,
        first: usize,
        lines: usize,
        set: __m256i,
    ) -> __m256i {
        let table = &self.table;
        // Both end with the part `first`: the head is stored backwards.
        let head = HEAD + 1 - first - 64 * lines;
        let partner = PAD + left + 1 - first - 64 * lines;
        let options = (0..lines).map(|line| {
            let (head, partner) = (head + 64 * line, partner + 64 * line);
            let sum = _mm512_xor_si512(load(&table.head, head), load(&table.codes, partner));
            let sum = _mm512_or_si512(sum, load(&table.dead_head, head));
            if MIXED { _mm512_or_si512(sum, load(&table.dead, partner)) } else { sum }
        });
        absorb(set, options)
    }

    /// Adds rare options of the heap of `n` with two parts until the set is full or all pairs are
    /// done.
    #[cold]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
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
            let Some(left) = n.checked_sub(split.taken) else { continue };
            let low = &values[1.min(left)..left.div_ceil(2).max(1.min(left))];
            let high = values[..left].iter().rev();
            for (low, high) in low.iter().zip(high) {
                // Values with codes are below 512, and so are their sums.
                let value = usize::from(low ^ high);
                if wanted[value] {
                    wanted[value] = false;
                    missing -= 1;
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
