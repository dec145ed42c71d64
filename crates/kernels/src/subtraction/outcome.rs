//! Who wins a heap, without its value: a heap that is lost makes every heap an amount above it won.

use super::{Subtraction, sieve};
use crate::{Halt, Level, Pulse, memory};

/// Steps between two calls of the pulse.
const STRIDE: usize = 1 << 24;

impl Subtraction {
    /// Appends outcomes until heaps up to `to` have one: 1 where the player to move wins, 0 where not;
    /// a heap from which nothing can be taken has the outcome `stuck`, 0 or 1. The prefix holds the outcomes
    /// of 0, 1, 2, ... .
    ///
    /// # Errors
    /// [`Halt::Interrupted`]; the outcomes found are kept.
    pub fn extend_outcomes(
        &self,
        stuck: u16,
        outcomes: &mut Vec<u16>,
        to: usize,
        pulse: Pulse,
    ) -> Result<(), Halt> {
        if self.amounts.partition_point(|&s| s as usize <= to) > Self::FEW {
            return sieve::extend_outcomes(self, Level::best(), stuck, outcomes, to, pulse);
        }
        let known = outcomes.len();
        memory::reserve(outcomes, (to + 1).saturating_sub(known));
        outcomes.resize(known.max(to + 1), 0);
        let free = self.amounts.first().map_or(usize::MAX, |&s| s as usize + self.least);
        let greatest = self.amounts.last().map_or(0, |&s| s as usize);
        let mut work = 0;
        for n in known.saturating_sub(greatest)..=to {
            if n < free && n >= known {
                outcomes[n] = stuck;
            }
            if outcomes[n] != 0 || n < self.least {
                continue;
            }
            let within = self.amounts.partition_point(|&s| s as usize <= to - n);
            self.amounts[..within].iter().for_each(|&s| outcomes[n + s as usize] = 1);
            work += within + 1;
            if work > STRIDE {
                work = 0;
                if !pulse(n as u64, to as u64) {
                    outcomes.truncate(known.max(n + 1));
                    return Err(Halt::Interrupted);
                }
            }
        }
        Ok(())
    }
}
