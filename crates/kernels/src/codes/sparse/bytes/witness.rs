//! Witnesses: pairs of common parts that reach the rare values below a candidate.

use super::Known;
use super::order::LineStep;
use super::processor::{BATCH, Processor, TEAM, Work};
use super::set::{ABOVE, ONE, Set, is_full, least_missing, union};
use super::table::PAD;

/// A heap whose witnesses are looked for.
#[derive(Clone, Copy)]
struct Seat {
    n: usize,
    /// The next step to try.
    step: usize,
    taken: bool,
}

impl<P: Processor> Known<'_, P> {
    /// The first heap from `first` on with a rare code that has no witness, and the least such code;
    /// `rare` has the set of each of these heaps, of those codes that need none.
    pub(super) fn first_rare(
        &self,
        first: usize,
        rare: &mut [Set],
        room: &mut P::Room,
    ) -> Option<(usize, usize)> {
        if self.table.mixed {
            self.processor.compute(Find::<_, true> { known: self, first, rare: &mut *rare, room });
        } else {
            self.processor.compute(Find::<_, false> { known: self, first, rare: &mut *rare, room });
        }
        rare.iter().zip(first..).find_map(|(&set, n)| {
            let missing = !is_full(&set);
            missing.then(|| least_missing(&self.sweep(n, set))).flatten().map(|c| (n, c))
        })
    }

    /// Adds rare options of the heap of `n` with two parts until the set is full or all pairs are
    /// done whose lesser part is within reach.
    #[cold]
    fn sweep(&self, n: usize, mut set: Set) -> Set {
        let table = &self.table;
        let mut wanted = [false; 256];
        let mut rest = set;
        while let Some(code) = least_missing(&rest) {
            wanted[code] = true;
            rest = union(rest, &ONE[code]);
        }
        for split in &self.shape.splits {
            let left = n.saturating_sub(split.taken);
            let end = left.div_ceil(2).min(table.reach).max(1);
            let low = &table.codes[PAD + 1..PAD + end];
            let high = table.codes[..PAD + left].iter().rev();
            for ((low, high), part) in low.iter().zip(high).zip(1..) {
                let code = usize::from(low ^ high);
                if wanted[code] && table.is_dead(part) == table.is_dead(left - part) {
                    wanted[code] = false;
                    set = union(set, &ONE[code]);
                    if is_full(&set) {
                        return set;
                    }
                }
            }
        }
        set
    }
}

/// Rare options with two common parts, added to the sets of the heaps from `first` on, each until it
/// is full or all steps are done; `MIXED` where a partner may be rare.
struct Find<'w, 's, P: Processor, const MIXED: bool> {
    known: &'w Known<'s, P>,
    first: usize,
    rare: &'w mut [Set],
    room: &'w mut P::Room,
}

impl<P: Processor, const MIXED: bool> Work for Find<'_, '_, P, MIXED> {
    type Found = ();

    #[inline(always)]
    fn run(self) {
        let Self { known: Known { processor: p, table, order, .. }, first, rare, room } = self;
        let steps = order.steps();
        // Who leaves a seat makes room for the next heap; an empty seat has a full set.
        let full = p.open(&ABOVE[0]);
        let mut seats = [Seat { n: first, step: 0, taken: false }; TEAM];
        let mut sets = [full; TEAM];
        let (mut next, end) = (first, first + rare.len());
        loop {
            for (seat, set) in seats.iter_mut().zip(&mut sets) {
                if seat.taken && !p.is_full(set) && seat.step + BATCH <= steps.len() {
                    continue;
                }
                if seat.taken {
                    rare[seat.n - first] = p.close(set);
                    *set = full;
                }
                (seat.taken, seat.step) = (false, 0);
                while next < end && !seat.taken {
                    let rare = &rare[next - first];
                    if !is_full(rare) && BATCH <= steps.len() {
                        *set = p.open(rare);
                        (seat.taken, seat.n) = (true, next);
                    }
                    next += 1;
                }
            }
            if seats.iter().all(|seat| !seat.taken) {
                return;
            }
            let plans: [&[LineStep]; TEAM] =
                std::array::from_fn(|i| &steps[seats[i].step..seats[i].step + BATCH]);
            p.add(&mut sets, room, |index, i| {
                let LineStep { taken, line } = plans[i][index];
                // The line is stored backwards, so it meets its partners as they are.
                let partner = PAD + seats[i].n - taken - 64 * (line + 1);
                let part = p.load(&table.head[line].0, 0);
                let codes = p.sums(part, p.load(&table.codes, partner));
                let codes = p.without(codes, p.load(&table.head_dead[line].0, 0));
                if MIXED { p.without(codes, p.load(&table.dead, partner)) } else { codes }
            });
            for seat in &mut seats {
                seat.step += BATCH;
            }
        }
    }
}
