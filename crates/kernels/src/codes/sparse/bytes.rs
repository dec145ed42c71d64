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
mod dropped;
mod far;
mod long;
mod order;
mod plain;
mod processor;
mod set;
mod stretch;
mod table;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod vectors;
mod witness;

use super::super::Stop;
use super::super::shape::Shape;
use super::Task;
use crate::{Halt, Level};
use coding::{Coding, DEAD};
pub(in super::super) use long::Long;
use order::Order;
use processor::{BLOCK, Processor, TEAM, Work};
use set::{ABOVE, ONE, Set, least_missing, union};
use table::{CodeTable, PAD, RarePart, RareParts};
#[cfg(target_arch = "x86_64")]
use vectors::Vectors;

/// Codes above the greatest candidate of a block that are not left out in the next.
const MARGIN: usize = 24;
/// Values between two calls of the pulse.
const BEAT: usize = 4096;

/// Appends values until the task is done or crowded, or a heap needs a code that is no byte; none if
/// fewer than a block are known.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub(in super::super) fn extend(task: Task, values: &mut Vec<u16>) -> Result<Stop, Halt> {
    if values.len() < BLOCK {
        return Ok(Stop::Outgrown);
    }
    let Some(table) = CodeTable::new(task.shape, Coding::new(task.mask), values, task.to) else {
        return Ok(Stop::Outgrown);
    };
    let pace = Pace::new(task.shape, &table, task.to);
    search(task, table, pace, values).0
}

/// A head and a window of values ([`super::super::follow`]).
#[derive(Clone, Copy)]
pub(in super::super) struct Ends<'e> {
    /// Length of the head.
    pub(in super::super) head: usize,
    /// Whether the window begins so that an even index stands for an odd heap.
    pub(in super::super) is_odd: bool,
    /// All rare heaps.
    pub(in super::super) rares: &'e [usize],
    /// Parts that may be witnesses are less than this, by so much that the first of the window is none.
    pub(in super::super) reach: usize,
}

/// Appends values after those of a head and a window until the task is done, or a heap has no witness
/// within reach, or needs a code that is no byte. All heaps of the window are common. The mask is that
/// of all heaps; the pace is that of the last values, if any.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub(in super::super) fn extend_near(
    task: Task,
    ends: Ends,
    pace: &mut Option<Pace>,
    values: &mut Vec<u16>,
) -> Result<Stop, Halt> {
    let Ends { head, is_odd, rares, reach } = ends;
    let coding = Coding::new(task.mask);
    let Some(codes) = coding.codes(values).filter(|_| values.len() > BLOCK) else {
        return Ok(Stop::Outgrown);
    };
    // Heaps and their indices are to be even together.
    let codes = codes.enumerate().filter(|&(n, _)| n != head || !is_odd).map(|(_, code)| code);
    let task = Task { to: task.to - usize::from(is_odd), ..task };
    let table = CodeTable::with_room(coding, task.to + 1, reach).filled(task.shape, codes, rares);
    let table = CodeTable { reach, ..table };
    let last = pace.take().unwrap_or_else(|| Pace::new(task.shape, &table, usize::MAX));
    let (found, _, last) = search(task, table, last, values);
    *pace = Some(last);
    found
}

/// How the search goes: it does not change what is found.
#[derive(Clone, Debug)]
pub(in super::super) struct Pace {
    order: Order,
    /// Common codes from here on are left out at first: candidates are hardly ever so great.
    bound: usize,
}

impl Pace {
    fn new(shape: &Shape, table: &CodeTable, to: usize) -> Self {
        Self { order: Order::new(shape, table, to), bound: usize::from(DEAD) }
    }
}

/// Extends a table, and appends the values found.
fn search(
    task: Task,
    table: CodeTable,
    pace: Pace,
    values: &mut Vec<u16>,
) -> (Result<Stop, Halt>, CodeTable, Pace) {
    #[cfg(target_arch = "x86_64")]
    match task.level.min(Level::best()) {
        Level::Avx512 => {
            if let Some(processor) = avx512::Avx512::new().map(Vectors::<_, 1>) {
                return Search::new(processor, task, table, pace).run(values);
            }
        }
        Level::Avx2 => {
            if let Some(processor) = avx2::Avx2::new().map(Vectors::<_, 2>) {
                return Search::new(processor, task, table, pace).run(values);
            }
        }
        Level::Plain => {}
    }
    Search::new(plain::Plain, task, table, pace).run(values)
}

/// What is known of the game and its values: all that threads read together.
struct Known<'s, P> {
    processor: P,
    shape: &'s Shape,
    table: CodeTable,
    order: Order,
}

struct Search<'s, P: Processor> {
    task: Task<'s>,
    known: Known<'s, P>,
    /// For each heap at work, its options with a rare part, known before the block, and a common one.
    common: Vec<Set>,
    /// Those with two rare parts.
    both: [Set; BLOCK],
    /// For each heap at work, the rare codes that need no witness.
    rare: Vec<Set>,
    /// The rare parts found in the block.
    fresh: RareParts,
    /// The number of heaps whose witnesses are looked for together: fewer after a rare one.
    width: usize,
    /// See [`Pace`].
    bound: usize,
    /// One for each part of the work on a stretch.
    rooms: Vec<Box<P::Room>>,
}

impl<'s, P: Processor> Search<'s, P> {
    fn new(processor: P, task: Task<'s>, table: CodeTable, pace: Pace) -> Self {
        let (shape, Pace { order, bound }) = (task.shape, pace);
        let parts = stretch::parts();
        let heaps = if parts > 1 { stretch::HEAPS } else { BLOCK };
        Self {
            task,
            known: Known { processor, shape, table, order },
            common: vec![[0; 4]; heaps],
            both: [[0; 4]; BLOCK],
            rare: vec![[0; 4]; heaps],
            fresh: RareParts::default(),
            width: BLOCK,
            bound,
            rooms: (0..parts).map(|_| processor.room()).collect(),
        }
    }

    /// Extends the table; returns it and the pace.
    fn run(mut self, values: &mut Vec<u16>) -> (Result<Stop, Halt>, CodeTable, Pace) {
        let found = self.extend(values);
        let Known { table, order, .. } = self.known;
        (found, table, Pace { order, bound: self.bound })
    }

    fn extend(&mut self, values: &mut Vec<u16>) -> Result<Stop, Halt> {
        let Task { to, most, pulse, .. } = self.task;
        while self.known.table.len() <= to {
            let start = self.known.table.len();
            self.known.begin(start);
            let found = if self.is_stretch(start, to) {
                self.stretch(values)
            } else {
                self.known.processor.compute(Block { search: self, values, to })
            };
            if let Some(stop) = found {
                return Ok(stop);
            }
            let n = self.known.table.len();
            if start / BEAT != n / BEAT && !pulse(n as u64 - 1, to as u64) {
                return Err(Halt::Interrupted);
            }
            if self.known.table.rares > most {
                return Ok(Stop::Crowded);
            }
        }
        Ok(Stop::Reached)
    }

    /// The bound for the next block, given the greatest candidate of this one.
    fn next_bound(&self, greatest: u8) -> usize {
        (usize::from(greatest) + MARGIN).max(self.bound - 1).min(usize::from(DEAD))
    }

    /// Appends a value that is common and has this code.
    #[inline(always)]
    fn push(&mut self, values: &mut Vec<u16>, code: u8) {
        let table = &mut self.known.table;
        values.push(table.coding.sides[table.len() % 2].common[usize::from(code)]);
        table.push(code);
    }

    /// Drops the values from n on and appends the rare one with this code; if there may be witnesses
    /// of it out of reach, appends nothing and stops.
    fn push_rare(&mut self, values: &mut Vec<u16>, n: usize, code: usize) -> Option<Stop> {
        let Known { shape, table, .. } = &mut self.known;
        values.truncate(values.len() - (table.len() - n));
        table.truncate(n);
        if table.reach < n {
            return Some(Stop::Unwitnessed);
        }
        values.push(table.coding.sides[n % 2].rare[code]);
        // One of the codes below 255 that the candidate was greater than.
        let code = code as u8;
        table.push_rare(shape, code);
        for split in &shape.splits {
            self.fresh.insert(RarePart::new(split, n, code));
        }
        self.width = TEAM;
        None
    }

    /// The sets of the block from `start` on.
    #[inline(always)]
    fn add_far(&mut self, start: usize) {
        let Self { known, both, rooms, .. } = self;
        let Some(common) = self.common.first_chunk_mut() else { return };
        *common = [ABOVE[self.bound]; BLOCK];
        *both = [[0; 4]; BLOCK];
        let parts = known.table.parts.below(BLOCK)..known.table.parts.below(start + BLOCK - 1);
        if known.table.mixed {
            known.add_far_mixed(start, parts, common, both, &mut rooms[0]);
        } else {
            known.add_far(start, parts, common, &mut rooms[0]);
        }
    }

    /// The candidate of the next heap, at index j of those at work, whose options with two far rare
    /// parts are `both`; and in `rare` its rare options and the codes above the candidate. `None` when
    /// the candidate, or a rare code that would need a witness, does not fit.
    #[inline(always)]
    fn candidate(&mut self, j: usize, near: usize, both: Set) -> Option<u8> {
        let n = self.known.table.len();
        let (common, rare) = self.add_near(near, self.common[j], both);
        let code = least_missing(&common).or_else(|| {
            // The bound was too low.
            let far = self.all_far(n);
            least_missing(&self.add_near(near, far, both).0)
        })?;
        let below = usize::from(self.known.table.coding.sides[n % 2].below[code]);
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
    fn add_near(&self, near: usize, mut common: Set, mut rare: Set) -> (Set, Set) {
        let table = &self.known.table;
        let n = table.len();
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
        for value in self.known.shape.single(|part| table.value(part), n) {
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
        if self.known.shape.splits.iter().any(|split| split.equal && halves(split.taken)) {
            rare = union(rare, &ONE[0]);
        }
        (common, rare)
    }

    /// All common options of the heap of `n` with a rare part, one by one.
    #[cold]
    fn all_far(&self, n: usize) -> Set {
        let table = &self.known.table;
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

impl<P> Known<'_, P> {
    /// Prepares for the heaps from `start` on.
    fn begin(&mut self, start: usize) {
        self.table.begin(self.shape, start);
        self.order.begin(self.shape, start);
    }
}

/// The values of the next block, up to that of heap `to`; why it ends before, if it does.
struct Block<'w, 's, P: Processor> {
    search: &'w mut Search<'s, P>,
    values: &'w mut Vec<u16>,
    to: usize,
}

impl<P: Processor> Work for Block<'_, '_, P> {
    type Found = Option<Stop>;

    #[inline(always)]
    fn run(self) -> Option<Stop> {
        let Self { search, values, to } = self;
        let start = search.known.table.len();
        let end = to.min(start + BLOCK - 1);
        search.fresh = RareParts::default();
        search.add_far(start);
        let near = search.known.table.parts.below(BLOCK);
        let mut greatest = 0;
        while search.known.table.len() <= end {
            let first = search.known.table.len();
            let last = end.min(first + search.width - 1);
            for n in first..=last {
                let both = search.both[n - start];
                let Some(code) = search.candidate(n - start, near, both) else { break };
                greatest = greatest.max(code);
                search.push(values, code);
            }
            let found = search.known.table.len();
            search.width = BLOCK.min(2 * search.width);
            let rare = &mut search.rare[first - start..found - start];
            let (known, room) = (&search.known, &mut search.rooms[0]);
            if let Some((n, code)) = known.first_rare(first, rare, room) {
                if let Some(stop) = search.push_rare(values, n, code) {
                    return Some(stop);
                }
            } else if found <= last {
                return Some(Stop::Outgrown);
            }
        }
        search.bound = search.next_bound(greatest);
        None
    }
}
