//! Who wins a heap, without its value: a heap that is lost makes every heap an amount above it won.

use super::Subtraction;
use crate::{Halt, Pulse, memory};

/// Steps between two calls of the pulse.
const STRIDE: usize = 1 << 24;

impl Subtraction {
    /// For the heaps 0 to `to`: 1 where the player to move wins, 0 where not; a heap from which
    /// nothing can be taken has the outcome `stuck`. Cost: the amounts for each lost heap.
    ///
    /// # Errors
    /// [`Halt::Interrupted`]; the outcomes found are kept.
    pub fn outcomes(&self, stuck: u16, to: usize, pulse: Pulse) -> (Vec<u16>, Result<(), Halt>) {
        let mut outcomes: Vec<u16> = Vec::new();
        memory::reserve(&mut outcomes, to + 1);
        outcomes.resize(to + 1, 0);
        let free = self.amounts.first().map_or(usize::MAX, |&s| s as usize + self.least);
        let mut work = 0;
        for n in 0..=to {
            if n < free {
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
                    outcomes.truncate(n + 1);
                    return (outcomes, Err(Halt::Interrupted));
                }
            }
        }
        (outcomes, Ok(()))
    }
}
