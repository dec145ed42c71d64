//! Turn a coin and j others to its left, for the numbers j of a set, as in Mock Turtles.
//!
//! The values of the options are the xors of the values of j different earlier coins. For every j the
//! set of these xors is kept: a new value v adds the xors of j - 1 values, translated by v.

use crate::{Halt, Pulse};

/// Appends Grundy values until `to` coins are known, of the game in which a turn turns a coin and
/// exactly j others to its left, j one of the `counts`; the prefix holds the values of the first
/// coins. Cost: for each coin and count an eighth of a byte for every value up to the greatest.
///
/// # Errors
/// [`Halt::Overflow`] when a value exceeds `most`, [`Halt::Interrupted`].
pub fn extend_chosen(
    counts: &[usize],
    values: &mut Vec<u32>,
    to: usize,
    most: u32,
    pulse: Pulse,
) -> Result<(), Halt> {
    let deepest = counts.iter().copied().max().unwrap_or(0);
    let mut sums = Sums { sets: vec![vec![0]; deepest + 1] };
    sums.sets[0][0] = 1;
    for &value in values.iter() {
        sums.add(value);
    }
    let mut from = 0;
    for coin in values.len()..to {
        let words = sums.sets[0].len();
        // The sets only grow, and so does the least number that is in none of them.
        let union = |word: usize| counts.iter().fold(0, |all, &j| all | sums.sets[j][word]);
        while from < words && union(from) == u64::MAX {
            from += 1;
        }
        let bit = if from < words { union(from).trailing_ones() } else { 0 };
        let value = u32::try_from(from * 64).ok().and_then(|first| first.checked_add(bit));
        let value = value.filter(|&v| v <= most).ok_or(Halt::Overflow)?;
        values.push(value);
        sums.add(value);
        if (coin.is_multiple_of(64) || words > 4096) && !pulse(coin as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}

/// The xors of exactly 0, 1, 2, ... of the values so far, as bit sets of the same number of words,
/// a power of two.
struct Sums {
    sets: Vec<Vec<u64>>,
}

/// Words translated at a time.
const CHUNK: usize = 64;

impl Sums {
    fn add(&mut self, value: u32) {
        let needed = (value as usize / 64 + 1).next_power_of_two();
        if needed > self.sets[0].len() {
            self.sets.iter_mut().for_each(|set| set.resize(needed, 0));
        }
        for j in (1..self.sets.len()).rev() {
            let (below, above) = self.sets.split_at_mut(j);
            translate(&below[j - 1], value, &mut above[0]);
        }
    }
}

/// Adds to `into` the elements of `from` xor the value.
fn translate(from: &[u64], value: u32, into: &mut [u64]) {
    let across = value as usize / 64;
    let chunk = CHUNK.min(from.len());
    for (index, words) in from.chunks(chunk).enumerate() {
        if words.iter().all(|&word| word == 0) {
            continue;
        }
        let mut moved = [0; CHUNK];
        moved[..chunk].copy_from_slice(words);
        for bit in (0..6).filter(|bit| value >> bit & 1 == 1) {
            // The positions whose number does not have the bit.
            let low = u64::MAX / ((1 << (1 << bit)) + 1);
            let by = 1 << bit;
            moved.iter_mut().for_each(|word| *word = (*word & low) << by | *word >> by & low);
        }
        let target = &mut into[(index ^ (across / chunk)) * chunk..][..chunk];
        for (i, word) in moved[..chunk].iter().enumerate() {
            target[i ^ (across % chunk)] |= word;
        }
    }
}
