//! Turn any run of consecutive coins, as in the Ruler game.
//!
//! Let Q(x) be the xor of the values of all coins before x. The coins from y to just before x have the
//! xor Q(x) xor Q(y), so the value of x is the least v such that Q(x) xor v is no Q(y) so far.

use crate::{Halt, Pulse};

/// Appends Grundy values until `to` coins are known, of the game in which a turn turns a coin and
/// any number of coins next to it on its left; the prefix holds the values of the first coins.
///
/// # Errors
/// [`Halt::Overflow`] when a value exceeds `most`, [`Halt::Interrupted`].
pub fn extend_runs(values: &mut Vec<u32>, to: usize, most: u32, pulse: Pulse) -> Result<(), Halt> {
    let mut seen = Trie { full: vec![vec![false]] };
    let mut before = 0;
    for &value in values.iter() {
        seen.insert(before);
        before ^= value;
    }
    for coin in values.len()..to {
        seen.insert(before);
        let value = seen.least_xor_outside(before);
        if value > most {
            return Err(Halt::Overflow);
        }
        values.push(value);
        before ^= value;
        if coin.is_multiple_of(65536) && !pulse(coin as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}

/// A set of numbers: `full[h][p]` says whether it has all numbers p 2^h .. (p + 1) 2^h - 1. The
/// last level is the whole range.
struct Trie {
    full: Vec<Vec<bool>>,
}

impl Trie {
    fn insert(&mut self, number: u32) {
        while number as usize >= self.full[0].len() {
            self.full.iter_mut().for_each(|level| level.resize(level.len() * 2, false));
            self.full.push(vec![false]);
        }
        let mut at = number as usize;
        self.full[0][at] = true;
        for height in 1..self.full.len() {
            if !self.full[height - 1][at ^ 1] {
                return;
            }
            at /= 2;
            self.full[height][at] = true;
        }
    }

    /// The least v with `number xor v` not in the set.
    fn least_xor_outside(&self, number: u32) -> u32 {
        let top = self.full.len() - 1;
        if number >> top != 0 {
            return 0;
        }
        if self.full[top][0] {
            return 1 << top;
        }
        let (mut at, mut value) = (0usize, 0);
        for height in (0..top).rev() {
            at = 2 * at + (number >> height & 1) as usize;
            if self.full[height][at] {
                at ^= 1;
                value |= 1 << height;
            }
        }
        value
    }
}
