//! All amounts for one heap at a time: the heaps that have an option of value v are the union of
//! the amounts shifted by the heaps of value v. A block of heaps is valued value by value; the
//! union is left as soon as it has every heap that is still open.

use super::Subtraction;
use super::wide::{Shifted, WORDS, union_of};
use crate::{Halt, Level, MAX_VALUE, Pulse};

/// Heaps in a block.
const HEAPS: usize = WORDS * 64;
/// Heaps joined between two looks at whether all are covered.
const CHUNK: usize = 16;

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
    let amounts = Shifted::new(&game.amounts, HEAPS, to + 1);
    let mut heaps = Heaps { least: game.least, of: Vec::new() };
    for (heap, &value) in values.iter().enumerate() {
        heaps.add(heap, usize::from(value));
    }
    while values.len() <= to {
        append(&amounts, level, &mut heaps, values, HEAPS.min(to + 1 - values.len()))?;
        if !pulse(values.len() as u64, to as u64) && values.len() <= to {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}

/// The heaps of each value that an option may be, the latest last.
struct Heaps {
    least: usize,
    of: Vec<Vec<u32>>,
}

impl Heaps {
    fn add(&mut self, heap: usize, value: usize) {
        self.of.resize_with(self.of.len().max(value + 1), Vec::new);
        if heap >= self.least {
            self.of[value].push(heap as u32);
        }
    }
}

/// Appends the values of the next `count` heaps, at most [`HEAPS`].
fn append(
    amounts: &Shifted,
    level: Level,
    heaps: &mut Heaps,
    values: &mut Vec<u16>,
    count: usize,
) -> Result<(), Halt> {
    let first = values.len();
    let mut open: [u64; WORDS] = std::array::from_fn(|word| match count.checked_sub(word * 64) {
        None | Some(0) => 0,
        Some(heaps @ 1..64) => (1 << heaps) - 1,
        Some(_) => u64::MAX,
    });
    values.resize(first + count, 0);
    let mut value = 0;
    while open != [0; WORDS] {
        if value > usize::from(MAX_VALUE) {
            let known = open.iter().position(|&w| w != 0).unwrap_or(0);
            values.truncate(first + known * 64 + open[known].trailing_zeros() as usize);
            return Err(Halt::Overflow);
        }
        let mut covered = [0; WORDS];
        let earlier = heaps.of.get(value).map_or(&[][..], |heaps| heaps);
        // Late heaps first: they cover as much, and are in the cache.
        for chunk in earlier.rchunks(CHUNK) {
            union_of(level, amounts, first, chunk, &mut covered);
            if open.iter().zip(&covered).all(|(open, covered)| open & !covered == 0) {
                break;
            }
        }
        for word in 0..WORDS {
            loop {
                let free = open[word] & !covered[word];
                if free == 0 {
                    break;
                }
                let at = free.trailing_zeros() as usize;
                open[word] &= !(1 << at);
                let heap = first + word * 64 + at;
                values[heap] = value as u16;
                heaps.add(heap, value);
                if heap >= heaps.least {
                    union_of(level, amounts, first, &[heap as u32], &mut covered);
                }
            }
        }
        value += 1;
    }
    Ok(())
}
