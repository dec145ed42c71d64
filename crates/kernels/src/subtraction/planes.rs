//! One amount for 64 heaps at a time: the values of their options as bits of words, 32 values after
//! 32 values, as long as some heap has them all. Where values need more than [`SETS`] such words, the
//! sieve goes on.

use super::join::{HEAPS, NONE, SETS, Set, VALUES, join, least_outside};
use super::{Subtraction, sieve};
use crate::{Halt, Level, Pulse};

pub(super) fn extend(
    game: &Subtraction,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    let start = values.len();
    let mut block = Block::new(game, level, values);
    while values.len() <= to && block.is_narrow {
        let first = values.len();
        let count = HEAPS.min(to + 1 - first);
        block.begin(first);
        let found = block.values();
        let known = found[..count].iter().take_while(|&&value| value != NONE).count();
        block.end(&found[..known]);
        values.extend(found[..known].iter().map(|&value| u16::from(value)));
        block.is_narrow = known == count;
        let blocks = (first - start) / HEAPS;
        if blocks % 64 == 63 && !pulse(values.len() as u64, to as u64) && values.len() <= to {
            return Err(Halt::Interrupted);
        }
    }
    sieve::extend(game, level, values, to, pulse)
}

/// 64 neighbouring heaps, and what their options outside the block take from them.
struct Block<'g> {
    level: Level,
    /// Amounts that may lead to a heap of the same block, and the others.
    near: &'g [u32],
    far: &'g [u32],
    /// Heaps below this are no options.
    least: usize,
    first: usize,
    /// How many of the far amounts are taken by all heaps of the block.
    allowed: usize,
    /// Whether all values are in the sets.
    is_narrow: bool,
    /// The values, and 0 for each heap of the block.
    known: Vec<u8>,
    /// About the greatest value of the blocks before this one.
    most: u8,
    /// The options by an amount that leads only some heaps to an earlier block, or [`NONE`].
    some: Vec<[u8; HEAPS]>,
    /// By 32 values, those of the options of each heap, as bits.
    sets: Vec<Set>,
}

impl<'g> Block<'g> {
    fn new(game: &'g Subtraction, level: Level, values: &[u16]) -> Self {
        let (near, far) =
            game.amounts.split_at(game.amounts.partition_point(|&s| (s as usize) < HEAPS));
        let is_narrow = values.iter().all(|&value| usize::from(value) < SETS * VALUES);
        let known = values.iter().map(|&value| value as u8).collect();
        Self {
            level,
            near,
            far,
            least: game.least,
            first: 0,
            allowed: 0,
            is_narrow,
            known,
            most: 0,
            some: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// The block of the heaps from `first` on, all earlier ones known.
    fn begin(&mut self, first: usize) {
        self.first = first;
        self.sets.clear();
        self.some.clear();
        let last = &self.known[first.saturating_sub(HEAPS)..];
        let most = last.iter().copied().max().unwrap_or(0);
        self.most = most.max(self.most.saturating_sub(1));
        self.known.resize(first + HEAPS, 0);
        self.allowed = self.far.partition_point(|&s| s as usize + self.least <= first);
        let soon = self.far[self.allowed..]
            .iter()
            .take_while(|&&s| s as usize + self.least < first + HEAPS);
        for &amount in self.near.iter().chain(soon) {
            let amount = amount as usize;
            let from = (amount + self.least).saturating_sub(first);
            let lanes = from..amount.min(HEAPS);
            if !lanes.is_empty() {
                let mut options = [NONE; HEAPS];
                let earlier = &self.known[first + lanes.start - amount..][..lanes.len()];
                options[lanes].copy_from_slice(earlier);
                self.some.push(options);
            }
        }
    }

    /// Keeps the values found for the first heaps of the block.
    fn end(&mut self, found: &[u8]) {
        self.known.truncate(self.first);
        self.known.extend_from_slice(found);
    }

    /// The values of the options of a heap of the block outside it, from 32 times `set` on.
    fn set(&mut self, set: usize, lane: usize) -> u32 {
        while self.sets.len() <= set {
            let (values, all) = ((&self.known[..], self.most), &self.far[..self.allowed]);
            join(self.level, values, self.first, all, &self.some, &mut self.sets);
        }
        self.sets[set][lane]
    }

    /// The values of the block, [`NONE`] if they are in no set. They are first looked for without
    /// the options within the block, which seldom matter; then those that such an option has are
    /// put right, least heap first.
    fn values(&mut self) -> [u8; HEAPS] {
        let mut found = [u32::from(NONE); HEAPS];
        while found.contains(&u32::from(NONE)) && self.sets.len() < SETS {
            let known = self.sets.len();
            self.set(known, 0);
            least_outside(self.level, &self.sets[known..], (known * VALUES) as u32, &mut found);
        }
        let mut found = found.map(|value| value as u8);
        // How many options within the block each heap has whose value is the one found for it.
        let mut clashes = [0u8; HEAPS];
        let mut options = [NONE; 2 * HEAPS];
        options[HEAPS..].copy_from_slice(&found);
        let useless = self.least.saturating_sub(self.first).min(HEAPS);
        options[HEAPS..HEAPS + useless].fill(NONE);
        for &amount in self.near {
            let earlier = &options[HEAPS - amount as usize..][..HEAPS];
            for ((clashes, found), option) in clashes.iter_mut().zip(&found).zip(earlier) {
                *clashes += u8::from(found == option);
            }
        }
        let bit = |(lane, &clashes): (usize, &u8)| u64::from(clashes > 0) << lane;
        let mut wrong = clashes.iter().enumerate().map(bit).fold(0, |all, bit| all | bit);
        let mut within = Vec::with_capacity(self.near.len());
        while wrong != 0 {
            let lane = wrong.trailing_zeros() as usize;
            wrong &= wrong - 1;
            within.clear();
            let below = self.near.iter().filter_map(|&s| lane.checked_sub(s as usize));
            within.extend(below.filter(|&m| m >= useless).map(|m| found[m]));
            let before = found[lane];
            found[lane] = self.least_value(lane, &within);
            if lane < useless {
                continue;
            }
            for above in self.near.iter().map(|&s| lane + s as usize).take_while(|&m| m < HEAPS) {
                clashes[above] -= u8::from(found[above] == before);
                clashes[above] += u8::from(found[above] == found[lane]);
                wrong &= !(1 << above);
                wrong |= u64::from(clashes[above] > 0) << above;
            }
        }
        found
    }

    /// The least value that no option of a heap outside the block has, and none of the others.
    fn least_value(&mut self, lane: usize, others: &[u8]) -> u8 {
        for set in 0..SETS {
            let bits = others.iter().map(|&value| usize::from(value).wrapping_sub(set * VALUES));
            let others = bits.filter(|&bit| bit < VALUES).fold(0, |all, bit| all | 1 << bit);
            let seen = self.set(set, lane) | others;
            if seen != u32::MAX {
                return (set * VALUES) as u8 + seen.trailing_ones() as u8;
            }
        }
        NONE
    }
}
