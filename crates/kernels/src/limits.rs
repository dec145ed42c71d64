//! Games of stones and a limit, such as dynamic subtraction: from (n, most) take t stones, at most the
//! limit, and the next limit depends on t.
//!
//! A greater limit allows more, so n stones are lost exactly for limits below some *threshold*, the
//! least take that wins: it is enough to know the threshold of each number of stones.

use crate::{Halt, Pulse};

/// No take wins.
pub const NONE: u32 = u32::MAX;

/// A game of stones and a limit: from (n, most) to (n - t, next(t)) for t from `least` up to the
/// lesser of n and most. A next limit above the stones left is as good as the stones left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limited {
    /// The next limit by take, from 0 on; takes beyond are not asked for.
    pub next: Vec<u32>,
    /// The least take, at least 1.
    pub least: u32,
    /// Whether a player who cannot move wins.
    pub stuck_wins: bool,
}

impl Limited {
    /// Whether the player to move at these stones and limit loses, given the threshold.
    fn is_lost(&self, stones: usize, most: u32, threshold: u32) -> bool {
        let stuck = most < self.least || stones < self.least as usize;
        most < threshold && !(self.stuck_wins && stuck)
    }

    /// Whether the player to move at these stones and limit wins, given the thresholds so far.
    #[must_use]
    pub fn wins(&self, thresholds: &[u32], stones: usize, most: u32) -> bool {
        !self.is_lost(stones, most.min(NONE - 1), thresholds[stones])
    }

    /// The number of takes that win at these stones and limit. Cost: the takes.
    #[must_use]
    pub fn winning(&self, thresholds: &[u32], stones: usize, most: u32) -> usize {
        let most = stones.min(most as usize);
        let (least, next) = (self.least as usize, &self.next);
        if most < least {
            return 0;
        }
        let left = thresholds[stones - most..=stones - least].iter().rev();
        let takes = left.zip(&next[least..=most]).zip(least..);
        if !self.stuck_wins {
            return takes.map(|((&threshold, &next), _)| usize::from(next < threshold)).sum();
        }
        takes.filter(|&((&threshold, &next), t)| self.is_lost(stones - t, next, threshold)).count()
    }

    /// Appends thresholds until those of `to` stones are known; the prefix holds those of 0, 1, 2,
    /// ... stones. Cost: the thresholds themselves, on an average about the logarithm of the
    /// stones where limits grow as in dynamic subtraction.
    ///
    /// # Errors
    /// [`Halt::Interrupted`]; the thresholds found are kept.
    pub fn extend(&self, thresholds: &mut Vec<u32>, to: usize, pulse: Pulse) -> Result<(), Halt> {
        thresholds.reserve((to + 1).saturating_sub(thresholds.len()));
        for n in thresholds.len()..=to {
            let takes = self.next.iter().zip(0u32..).take(n + 1).skip(self.least as usize);
            let left = thresholds[..n + 1 - (self.least as usize).min(n + 1)].iter().rev();
            let wins = |&((&next, t), &threshold): &((&u32, u32), &u32)| {
                self.is_lost(n - t as usize, next, threshold)
            };
            let won = if self.stuck_wins {
                takes.zip(left).find(wins)
            } else {
                takes.zip(left).find(|((next, _), threshold)| next < threshold)
            };
            thresholds.push(won.map_or(NONE, |((_, t), _)| t));
            if n.is_multiple_of(1 << 16) && !pulse(n as u64, to as u64) {
                return Err(Halt::Interrupted);
            }
        }
        Ok(())
    }
}
