//! The search by a sparse space with 64 values in a register, as [codes](super::coding).
//!
//! Blocks of 64 heaps are done together, in three passes. First the options with a rare part are
//! added to a set of codes for each heap ([`far`]). Then, heap by heap, those whose partner is in
//! the block itself; this gives the candidate, and it is taken for the value. Last come the
//! witnesses of the smaller rare values ([`witness`]): a heap that lacks one is rare, and what was
//! found after it is dropped and found anew.
//!
//! A set of codes is a register of 256 bits. To add many options, 64 at a time are looked up in the
//! set, those not yet in it are squeezed together, and only they are added one by one.
#![expect(unsafe_code, reason = "loads and stores of registers; functions for one processor")]

mod far;
mod order;
mod sets;
mod table;
mod transpose;
mod witness;

use std::arch::x86_64::*;

use super::super::Stop;
use super::super::mask::Mask;
use super::super::shape::Shape;
use super::coding::{Coding, DEAD};
use crate::{Halt, Level, Pulse};
use order::Order;
use sets::{ABOVE, BATCH, Line, ONE, Scratch, Set, TEAM, least_missing, load_set, store_set};
use table::{PAD, Part, Parts, Table};
use transpose::Pieces;

/// Heaps done together.
const BLOCK: usize = 64;
/// Codes above the greatest candidate of a block that are not left out in the next.
const MARGIN: usize = 24;
/// Values between two calls of the pulse.
const BEAT: usize = 4096;

/// Appends values until heaps up to `to` are known, or one needs a code that is no byte, or more
/// than `most` heaps are rare; none if fewer than a block are known.
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
    if !is_supported() || values.len() < BLOCK {
        return Ok(Stop::Outgrown);
    }
    let Some(table) = Table::new(shape, Coding::new(mask), values, to) else {
        return Ok(Stop::Outgrown);
    };
    let mut search = Search::new(shape, table, to);
    while values.len() <= to {
        let start = values.len();
        // SAFETY: these instructions are supported, as was asked above.
        let fits = unsafe { search.block(values, to) };
        if !fits {
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
    order: Order,
    /// The options of each heap of the block with some rare parts.
    lines: Box<[[Line; BATCH]; BLOCK]>,
    /// The options of each heap of the block with a rare part, known before the block, and a common
    /// one; and with two rare parts.
    common: [Set; BLOCK],
    both: [Set; BLOCK],
    /// The rare codes that need no witness, for each heap of the block.
    rare: [Set; BLOCK],
    /// The rare parts found in the block.
    fresh: Parts,
    /// The number of heaps whose witnesses are looked for together: fewer after a rare one.
    width: usize,
    /// Common codes from here on are left out at first: candidates are hardly ever so great.
    bound: usize,
    scratch: Scratch,
    pieces: Pieces,
}

impl<'s> Search<'s> {
    /// `to` is the last heap that will be asked for.
    fn new(shape: &'s Shape, table: Table, to: usize) -> Self {
        Self {
            shape,
            order: Order::new(shape, &table, to),
            table,
            lines: Box::new([[Line([DEAD; 64]); BATCH]; BLOCK]),
            common: [[0; 4]; BLOCK],
            both: [[0; 4]; BLOCK],
            rare: [[0; 4]; BLOCK],
            fresh: Parts::default(),
            width: BLOCK,
            bound: usize::from(DEAD),
            scratch: sets::SCRATCH,
            pieces: [[Line([0; 64]); 8]; 8],
        }
    }

    /// Appends the values of a block; `false` when one does not fit.
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn block(&mut self, values: &mut Vec<u16>, to: usize) -> bool {
        let start = values.len();
        let end = to.min(start + BLOCK - 1);
        self.table.begin(self.shape, start);
        self.order.begin(self.shape, start);
        self.fresh = Parts::default();
        self.common = [ABOVE[self.bound]; BLOCK];
        self.both = [[0; 4]; BLOCK];
        self.add_far(start, end + 1 - start);
        let near = self.table.parts.below(BLOCK);
        let mut greatest = 0;
        while values.len() <= end {
            let first = values.len();
            let last = end.min(first + self.width - 1);
            for n in first..=last {
                let Some(candidate) = self.candidate(values, n - start, near) else { break };
                greatest = greatest.max(candidate);
                values.push(self.table.coding.sides[n % 2].common[usize::from(candidate)]);
                self.table.push(candidate);
            }
            let found = values.len();
            self.width = BLOCK.min(2 * self.width);
            if let Some((n, code)) = self.first_rare(values, start, first) {
                values.truncate(n);
                values.push(self.table.coding.sides[n % 2].rare[code]);
                // One of the codes below 255 that the candidate was greater than.
                self.table.push_rare(self.shape, n, code as u8);
                for split in &self.shape.splits {
                    self.fresh.insert(Part::new(split, n, code as u8));
                }
                self.width = TEAM;
            } else if found <= last {
                return false;
            }
        }
        self.bound = (usize::from(greatest) + MARGIN).max(self.bound - 1).min(usize::from(DEAD));
        true
    }

    /// The candidate of the next heap, at index j of the block, and in `rare` its rare options and
    /// the codes above the candidate; `None` when the candidate, or a rare code that would need a
    /// witness, does not fit.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn candidate(&mut self, values: &[u16], j: usize, near: usize) -> Option<u8> {
        let n = values.len();
        let (common, both) = (load_set(&self.common[j]), load_set(&self.both[j]));
        let (common, rare) = self.add_near(values, near, common, both);
        let code = least_missing(common).or_else(|| {
            // The bound was too low.
            let far = self.all_far(n);
            least_missing(self.add_near(values, near, far, both).0)
        })?;
        let below = usize::from(self.table.coding.sides[n % 2].below[code]);
        if below > usize::from(DEAD) {
            return None;
        }
        store_set(&mut self.rare[j], _mm256_or_si256(rare, load_set(&ABOVE[below])));
        // The set has the code 255.
        Some(code as u8)
    }

    /// The common and rare options of the next heap, those with near rare parts and with less than
    /// two parts being added.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn add_near(
        &self,
        values: &[u16],
        near: usize,
        mut common: __m256i,
        mut rare: __m256i,
    ) -> (__m256i, __m256i) {
        let (n, table) = (values.len(), &self.table);
        for part in table.parts.iter(0..near).chain(self.fresh.iter(0..self.fresh.len())) {
            if part.offset >= n {
                continue;
            }
            let at = PAD + n - part.offset;
            let option = load_set(&ONE[usize::from(part.code ^ table.codes[at])]);
            if !table.mixed || table.dead[at] == 0 {
                common = _mm256_or_si256(common, option);
            } else if part.barred != n {
                rare = _mm256_or_si256(rare, option);
            }
        }
        for value in self.shape.single(values, n) {
            // All values known have codes.
            let code = table.coding.code(value).unwrap_or(DEAD);
            let option = load_set(&ONE[usize::from(code)]);
            if table.coding.mask().is_rare(value, n) {
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
        (common, rare)
    }

    /// All common options of the heap of `n` with a rare part, one by one.
    #[cold]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn all_far(&self, n: usize) -> __m256i {
        let table = &self.table;
        let mut set = load_set(&ONE[usize::from(DEAD)]);
        for part in table.parts.iter(0..table.parts.below(n)) {
            let at = PAD + n - part.offset;
            if !table.mixed || table.dead[at] == 0 {
                let option = load_set(&ONE[usize::from(part.code ^ table.codes[at])]);
                set = _mm256_or_si256(set, option);
            }
        }
        set
    }
}
