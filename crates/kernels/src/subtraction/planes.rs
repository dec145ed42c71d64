//! One amount for 64 heaps at a time: the values of their options as bits of words, 32 values after
//! 32 values, as long as some heap has them all.

use super::Subtraction;
use super::wide::{HEAPS, VALUES, joined, joined_bytes, joined_words, least_outside};
use crate::{Halt, Level, MAX_VALUE, Pulse};

/// What stands for an option that a heap does not have.
const NONE: u16 = u16::MAX;

pub(super) fn extend(
    game: &Subtraction,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    // Amounts below 64 may lead to a heap of the same block.
    let near = game.amounts.partition_point(|&s| (s as usize) < HEAPS);
    let mut block = Block::new(level, near);
    let start = values.len();
    while values.len() <= to {
        let first = values.len();
        let count = HEAPS.min(to + 1 - first);
        // Whole blocks are read, also where their last heaps are not known.
        values.resize(first + HEAPS, 0);
        block.begin(game, values, first);
        let found = block.values(game, values);
        let known = found[..count].iter().take_while(|&&value| value <= MAX_VALUE).count();
        values.truncate(first);
        values.extend(&found[..known]);
        if known < count {
            return Err(Halt::Overflow);
        }
        let blocks = (first - start) / HEAPS;
        if blocks % 64 == 63 && !pulse(values.len() as u64, to as u64) && values.len() <= to {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}

/// 64 neighbouring heaps, and what their options outside the block take from them.
struct Block {
    level: Level,
    /// How many amounts may lead to a heap of the same block.
    near: usize,
    first: usize,
    /// How many of the amounts are taken by all heaps of the block, to earlier blocks.
    allowed: usize,
    /// The values as bytes, as far as they are known, and as long as they are below 256.
    bytes: Option<Vec<u8>>,
    /// About the greatest value of the blocks before this one.
    most: u16,
    /// The options by an amount that leads only some heaps to an earlier block, or [`NONE`].
    some: Vec<[u16; HEAPS]>,
    /// By 32 values, those of the options of each heap, as bits.
    sets: Vec<[u32; HEAPS]>,
}

impl Block {
    fn new(level: Level, near: usize) -> Self {
        let (some, sets) = (Vec::new(), Vec::new());
        Self { level, near, first: 0, allowed: 0, bytes: Some(Vec::new()), most: 0, some, sets }
    }

    /// The block of the heaps from `first` on, all earlier ones known.
    fn begin(&mut self, game: &Subtraction, values: &[u16], first: usize) {
        self.first = first;
        self.sets.clear();
        self.some.clear();
        if let Some(bytes) = &mut self.bytes {
            bytes.truncate(bytes.len().saturating_sub(HEAPS));
            let more = &values[bytes.len()..first];
            if more.iter().all(|&value| value < 256) {
                bytes.extend(more.iter().map(|&value| value as u8));
                bytes.resize(first + HEAPS, 0);
            } else {
                self.bytes = None;
            }
        }
        let last = &values[first.saturating_sub(HEAPS)..first];
        let most = last.iter().copied().max().unwrap_or(0);
        self.most = most.max(self.most.saturating_sub(1));
        let (near, far) = game.amounts.split_at(self.near);
        self.allowed = far.partition_point(|&s| s as usize + game.least <= first);
        let soon =
            far[self.allowed..].iter().take_while(|&&s| s as usize + game.least < first + HEAPS);
        for &amount in near.iter().chain(soon) {
            let amount = amount as usize;
            let from = (amount + game.least).saturating_sub(first);
            let lanes = from..amount.min(HEAPS);
            if !lanes.is_empty() {
                let mut options = [NONE; HEAPS];
                let earlier = &values[first + lanes.start - amount..][..lanes.len()];
                options[lanes].copy_from_slice(earlier);
                self.some.push(options);
            }
        }
    }

    /// The values of the options of a heap of the block outside it, from 32 times `set` on.
    fn set(&mut self, game: &Subtraction, values: &[u16], set: usize, lane: usize) -> u32 {
        while self.sets.len() <= set {
            let all = &game.amounts[self.near..][..self.allowed];
            let (first, some, sets) = (self.first, &self.some[..], &mut self.sets);
            let done = match &self.bytes {
                Some(bytes) => {
                    // The greatest value of a table of bytes is one.
                    let table = (&bytes[..], self.most as u8);
                    joined_bytes(self.level, table, first, all, some, sets)
                }
                None => joined_words((values, self.most), first, all, some, sets),
            };
            if !done {
                let base = (self.sets.len() * VALUES) as u16;
                let mut union = [0; HEAPS];
                joined(self.level, values, self.first, all, &self.some, base, &mut union);
                self.sets.push(union);
            }
        }
        self.sets[set][lane]
    }

    /// The values of the block. They are first looked for without the options within the block,
    /// which seldom matter; then those that such an option has are put right, least heap first.
    fn values(&mut self, game: &Subtraction, values: &[u16]) -> [u16; HEAPS] {
        let near = &game.amounts[..self.near];
        let mut found = [u32::from(NONE); HEAPS];
        while found.contains(&u32::from(NONE)) && self.sets.len() * VALUES <= usize::from(MAX_VALUE)
        {
            let known = self.sets.len();
            self.set(game, values, known, 0);
            least_outside(self.level, &self.sets[known..], (known * VALUES) as u32, &mut found);
        }
        let mut found = found.map(|value| value as u16);
        // How many options within the block each heap has whose value is the one found for it.
        let mut clashes = [0u8; HEAPS];
        let mut options = [NONE; 2 * HEAPS];
        options[HEAPS..].copy_from_slice(&found);
        let useless = game.least.saturating_sub(self.first).min(HEAPS);
        options[HEAPS..HEAPS + useless].fill(NONE);
        for &amount in near {
            let earlier = &options[HEAPS - amount as usize..][..HEAPS];
            for ((clashes, found), option) in clashes.iter_mut().zip(&found).zip(earlier) {
                *clashes += u8::from(found == option);
            }
        }
        let bit = |(lane, &clashes): (usize, &u8)| u64::from(clashes > 0) << lane;
        let mut wrong = clashes.iter().enumerate().map(bit).fold(0, |all, bit| all | bit);
        let mut within = Vec::with_capacity(self.near);
        while wrong != 0 {
            let lane = wrong.trailing_zeros() as usize;
            wrong &= wrong - 1;
            within.clear();
            let below = near.iter().filter_map(|&s| lane.checked_sub(s as usize));
            within.extend(below.filter(|&m| m >= useless).map(|m| found[m]));
            let before = found[lane];
            found[lane] = self.least(game, values, lane, &within);
            if lane < useless {
                continue;
            }
            for above in near.iter().map(|&s| lane + s as usize).take_while(|&m| m < HEAPS) {
                clashes[above] -= u8::from(found[above] == before);
                clashes[above] += u8::from(found[above] == found[lane]);
                wrong &= !(1 << above);
                wrong |= u64::from(clashes[above] > 0) << above;
            }
        }
        found
    }

    /// The least value that no option of a heap outside the block has, and none of the others.
    fn least(&mut self, game: &Subtraction, values: &[u16], lane: usize, others: &[u16]) -> u16 {
        let mut set = 0;
        loop {
            let base = set * VALUES;
            if base > usize::from(MAX_VALUE) {
                return NONE;
            }
            let bits = others.iter().map(|&value| usize::from(value).wrapping_sub(base));
            let others = bits.filter(|&bit| bit < VALUES).fold(0, |all, bit| all | 1 << bit);
            let seen = self.set(game, values, set, lane) | others;
            if seen != u32::MAX {
                return u16::try_from(base + seen.trailing_ones() as usize).unwrap_or(NONE);
            }
            set += 1;
        }
    }
}
