//! Value by value, as by a sieve: of the heaps that do not have a smaller value, those have the
//! value that do not exceed another heap of it by an amount. Those that do are a union of bit sets:
//! the earlier heaps of the value shifted by each amount, or the amounts shifted by each such heap.

use super::Subtraction;
use super::bits::{Amounts, Bits, Block, HEAPS, Shifted, settle_block, uncovered, union_of};
use crate::{Halt, Level, MAX_VALUE, Pulse, memory};

/// Heaps joined between two looks at whether all are covered.
const CHUNK: usize = 16;
/// Heaps valued together: as many as are known, within these limits.
const STRIP: std::ops::RangeInclusive<usize> = 1 << 16..=1 << 19;

pub(super) fn extend(
    game: &Subtraction,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    if values.len() > to {
        return Ok(());
    }
    let mut sieve = Sieve::new(game, level, to);
    for (heap, &value) in values.iter().enumerate().skip(game.least) {
        sieve.heaps_of(usize::from(value)).push(heap as u32);
    }
    while values.len() <= to {
        let end = end_of_strip(values, to);
        sieve.append(values, end, &|known| pulse(known as u64, to as u64) || known > to)?;
    }
    Ok(())
}

/// [`Subtraction::extend_outcomes`]: the lost heaps are found as those of value 0 are.
pub(super) fn extend_outcomes(
    game: &Subtraction,
    level: Level,
    stuck: u16,
    outcomes: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    if outcomes.len() > to {
        return Ok(());
    }
    let mut sieve = Sieve::new(game, level, to);
    let lost = outcomes.iter().enumerate().skip(game.least).filter(|(_, outcome)| **outcome == 0);
    sieve.heaps_of(0).extend(lost.map(|(heap, _)| heap as u32));
    memory::reserve(outcomes, to + 1 - outcomes.len());
    let stuck_below = game.amounts.first().map_or(usize::MAX, |&s| s as usize + game.least);
    while outcomes.len() <= to {
        let (known, end) = (outcomes.len(), end_of_strip(outcomes, to));
        let first = known - known % 8;
        let from = if stuck == 0 { known } else { known.max(stuck_below) };
        outcomes.resize(end, 1);
        sieve.settle(0, first, &mut blocks(first, from, end), outcomes);
        if !pulse(end as u64, to as u64) && end <= to {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}

fn end_of_strip(known: &[u16], to: usize) -> usize {
    (known.len() + known.len().clamp(*STRIP.start(), *STRIP.end())).min(to + 1)
}

struct Sieve<'g> {
    level: Level,
    /// Heaps below this are no options.
    least: usize,
    amounts: &'g [u32],
    eighths: Amounts,
    set: Shifted,
    /// By value, the heaps that an option may be, in increasing order.
    heaps: Vec<Vec<u32>>,
    /// Those of the value at hand.
    bits: Bits,
    found: Vec<u32>,
}

impl<'g> Sieve<'g> {
    fn new(game: &'g Subtraction, level: Level, to: usize) -> Self {
        let amounts = &game.amounts[..game.amounts.partition_point(|&s| s as usize <= to)];
        Self {
            level,
            least: game.least,
            amounts,
            eighths: Amounts::new(amounts),
            set: Shifted::new(amounts, to + 1),
            heaps: Vec::new(),
            bits: Bits::new(to),
            found: Vec::new(),
        }
    }

    fn heaps_of(&mut self, value: usize) -> &mut Vec<u32> {
        self.heaps.resize_with(self.heaps.len().max(value + 1), Vec::new);
        &mut self.heaps[value]
    }

    /// Appends the values of the heaps below `end`. The pulse learns how many values are known; if
    /// it stops the work, those before the first unknown one are kept.
    fn append(
        &mut self,
        values: &mut Vec<u16>,
        end: usize,
        pulse: &dyn Fn(usize) -> bool,
    ) -> Result<(), Halt> {
        let known = values.len();
        let first = known - known % 8;
        let mut open = blocks(first, known, end);
        values.resize(end, 0);
        let mut left = end - known;
        let mut halt = Halt::Overflow;
        for value in 0..=MAX_VALUE {
            left -= self.settle(value, first, &mut open, values);
            let goes_on = pulse(end - left);
            if left == 0 && goes_on {
                return Ok(());
            }
            if !goes_on {
                halt = Halt::Interrupted;
                break;
            }
        }
        let words = open.as_flattened();
        if let Some(word) = words.iter().position(|&word| word != 0) {
            values.truncate(first + word * 64 + words[word].trailing_zeros() as usize);
        }
        Err(halt)
    }

    /// Closes the heaps of a value in the blocks from `first` on; how many there are.
    fn settle(
        &mut self,
        value: u16,
        first: usize,
        open: &mut [Block],
        values: &mut [u16],
    ) -> usize {
        let mut heaps = std::mem::take(self.heaps_of(value.into()));
        let mut count = 0;
        let mut are_bits = false;
        for (first, open) in (first..).step_by(HEAPS).zip(open) {
            if open.iter().all(|&word| word == 0) {
                continue;
            }
            let mut covered = [0; _];
            if self.amounts.partition_point(|&s| s as usize <= first) < heaps.len() {
                if !are_bits {
                    self.bits.clear();
                    self.bits.extend(&heaps);
                    are_bits = true;
                }
                self.bits.shifted_by(self.level, &self.eighths, first, &mut covered);
            } else {
                // Late heaps first: they cover as much, and are in the cache.
                for chunk in heaps.rchunks(CHUNK) {
                    union_of(self.level, &self.set, first, chunk, &mut covered);
                    if open.iter().zip(&covered).all(|(open, covered)| open & !covered == 0) {
                        break;
                    }
                }
            }
            let words = uncovered(self.level, open, &covered);
            settle_block(
                self.level,
                &self.set,
                (first, self.least),
                words,
                open,
                &mut covered,
                &mut self.found,
            );
            count += self.found.len();
            for &heap in &self.found {
                values[heap as usize] = value;
            }
            let options = self.found.partition_point(|&heap| (heap as usize) < self.least);
            heaps.extend_from_slice(&self.found[options..]);
            if are_bits {
                self.bits.extend(&self.found[options..]);
            }
        }
        self.heaps[usize::from(value)] = heaps;
        count
    }
}

/// The heaps from `from` to `to`, the last excluded, in blocks from `first` on.
fn blocks(first: usize, from: usize, to: usize) -> Vec<Block> {
    let below = |end: usize, word: usize| match end.saturating_sub(word) {
        bits @ ..64 => (1 << bits) - 1,
        _ => u64::MAX,
    };
    let mut blocks = vec![[0; _]; (to - first).div_ceil(HEAPS)];
    for (word, bits) in (first..).step_by(64).zip(blocks.as_flattened_mut()) {
        *bits = below(to, word) & !below(from, word);
    }
    blocks
}
