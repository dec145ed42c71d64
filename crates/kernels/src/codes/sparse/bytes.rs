//! The search by a sparse space with values as bytes, [codes](coding), 64 at a time.
//!
//! Blocks of 64 heaps are done together, in three passes. First the options with a rare part are
//! added to a set of codes for each heap ([`far`]). Then, heap by heap, those whose partner is in
//! the block itself; this gives the candidate, and it is taken for the value. Last come the
//! witnesses of the smaller rare values ([`witness`]): a heap that lacks one is rare, and what was
//! found after it is dropped and found anew.
//!
//! How sets of codes grow is a matter of the processor. With vector instructions a set is a register
//! of 256 bits: many options are looked up in it at once, and only those not yet in it are added one
//! by one. Elsewhere a set is 256 bytes, and each option marks one.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod coding;
mod far;
mod order;
mod plain;
mod processor;
mod set;
mod table;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod vectors;
mod witness;

use super::super::Stop;
use super::super::mask::Mask;
use super::super::shape::Shape;
use crate::{Halt, Level, Pulse};
use coding::{Coding, DEAD};
use order::Order;
use processor::{BLOCK, Processor, TEAM};
use set::{ABOVE, ONE, Set, least_missing, union};
use table::{PAD, Part, Parts, Table};
#[cfg(target_arch = "x86_64")]
use vectors::Vectors;

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
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    most: usize,
    pulse: Pulse,
) -> Result<Stop, Halt> {
    if values.len() < BLOCK {
        return Ok(Stop::Outgrown);
    }
    let Some(table) = Table::new(shape, Coding::new(mask), values, to) else {
        return Ok(Stop::Outgrown);
    };
    #[cfg(target_arch = "x86_64")]
    match level.min(Level::best()) {
        Level::Avx512 => {
            if let Some(processor) = avx512::Avx512::new().map(Vectors::<_, 1>) {
                return Search::new(processor, shape, table, to).run(values, to, most, pulse);
            }
        }
        Level::Avx2 => {
            if let Some(processor) = avx2::Avx2::new().map(Vectors::<_, 2>) {
                return Search::new(processor, shape, table, to).run(values, to, most, pulse);
            }
        }
        Level::Plain => {}
    }
    Search::new(plain::Plain, shape, table, to).run(values, to, most, pulse)
}

struct Search<'s, P: Processor> {
    processor: P,
    shape: &'s Shape,
    table: Table,
    order: Order,
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
    room: Box<P::Room>,
}

impl<'s, P: Processor> Search<'s, P> {
    /// `to` is the last heap that will be asked for.
    fn new(processor: P, shape: &'s Shape, table: Table, to: usize) -> Self {
        Self {
            processor,
            shape,
            order: Order::new(shape, &table, to),
            table,
            common: [[0; 4]; BLOCK],
            both: [[0; 4]; BLOCK],
            rare: [[0; 4]; BLOCK],
            fresh: Parts::default(),
            width: BLOCK,
            bound: usize::from(DEAD),
            room: processor.room(),
        }
    }

    fn run(
        mut self,
        values: &mut Vec<u16>,
        to: usize,
        most: usize,
        pulse: Pulse,
    ) -> Result<Stop, Halt> {
        while values.len() <= to {
            let start = values.len();
            if !self.processor.block(&mut self, values, to) {
                return Ok(Stop::Outgrown);
            }
            let n = values.len();
            if start / BEAT != n / BEAT && !pulse(n as u64 - 1, to as u64) {
                return Err(Halt::Interrupted);
            }
            if self.table.rares > most {
                return Ok(Stop::Crowded);
            }
        }
        Ok(Stop::Reached)
    }

    /// Appends the values of a block; `false` when one does not fit.
    #[inline(always)]
    fn block(&mut self, values: &mut Vec<u16>, to: usize) -> bool {
        let start = values.len();
        let end = to.min(start + BLOCK - 1);
        self.table.begin(self.shape, start);
        self.order.begin(self.shape, start);
        self.fresh = Parts::default();
        self.common = [ABOVE[self.bound]; BLOCK];
        self.both = [[0; 4]; BLOCK];
        if self.table.mixed {
            self.add_far::<true>(start);
        } else {
            self.add_far::<false>(start);
        }
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
    #[inline(always)]
    fn candidate(&mut self, values: &[u16], j: usize, near: usize) -> Option<u8> {
        let n = values.len();
        let (common, rare) = self.add_near(values, near, self.common[j], self.both[j]);
        let code = least_missing(&common).or_else(|| {
            // The bound was too low.
            let far = self.all_far(n);
            least_missing(&self.add_near(values, near, far, self.both[j]).0)
        })?;
        let below = usize::from(self.table.coding.sides[n % 2].below[code]);
        if below > usize::from(DEAD) {
            return None;
        }
        self.rare[j] = union(rare, &ABOVE[below]);
        // The set has the code 255.
        Some(code as u8)
    }

    /// The common and rare options of the next heap, those with near rare parts and with less than
    /// two parts being added.
    #[inline(always)]
    fn add_near(&self, values: &[u16], near: usize, mut common: Set, mut rare: Set) -> (Set, Set) {
        let (n, table) = (values.len(), &self.table);
        for part in table.parts.iter(0..near).chain(self.fresh.iter(0..self.fresh.len())) {
            if part.offset >= n {
                continue;
            }
            let at = PAD + n - part.offset;
            let option = &ONE[usize::from(part.code ^ table.codes[at])];
            if !table.mixed || table.dead[at] == 0 {
                common = union(common, option);
            } else if part.barred != n {
                rare = union(rare, option);
            }
        }
        for value in self.shape.single(values, n) {
            // All values known have codes.
            let option = &ONE[usize::from(table.coding.code(value).unwrap_or(DEAD))];
            if table.coding.mask().is_rare(value, n) {
                rare = union(rare, option);
            } else {
                common = union(common, option);
            }
        }
        // Two equal parts: the witness search takes different ones.
        let halves = |taken: usize| taken < n && (n - taken).is_multiple_of(2);
        if self.shape.splits.iter().any(|split| split.equal && halves(split.taken)) {
            rare = union(rare, &ONE[0]);
        }
        (common, rare)
    }

    /// All common options of the heap of `n` with a rare part, one by one.
    #[cold]
    fn all_far(&self, n: usize) -> Set {
        let table = &self.table;
        let mut set = ONE[usize::from(DEAD)];
        for part in table.parts.iter(0..table.parts.below(n)) {
            let at = PAD + n - part.offset;
            if !table.mixed || table.dead[at] == 0 {
                set = union(set, &ONE[usize::from(part.code ^ table.codes[at])]);
            }
        }
        set
    }
}
