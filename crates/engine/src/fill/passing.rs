//! Summarises values that are counted and not kept, and finds the period that they prove.

use crate::kernel::Kernel as Fast;
use crate::machine::run::Halt;
use crate::progress::Cells;
use crate::request::Limits;
use kernels::Pulse;
use kernels::codes::{Follow, SparseSpace};
use kernels::period::Period;
use std::fs::File;
use table::{Digest, Running};

/// The values of a column as far as they have been passed on.
#[derive(Clone, Debug)]
pub(super) struct Passing {
    follow: Follow,
    cells: u64,
    running: Running,
    /// The turn of a proved period that all cells to come repeat, as far as it is known.
    turn: Option<Running>,
}

impl Passing {
    /// The column of `cells` cells whose first values these are; `None` where the kernel has no
    /// way to the others within the limits.
    pub(super) fn new(
        kernel: &dyn Fast,
        values: &[u16],
        cells: u64,
        limits: Limits,
    ) -> Option<Self> {
        let memory = limits.memory.checked_sub(size_of_val(values) as u64)?;
        let follow = kernel.follow(values, memory)?;
        let mut running = Running::default();
        // At most as many as were given.
        running.add(&values[..follow.known() as usize]);
        Some(Self { follow, cells, running, turn: None })
    }

    /// Keeps in this file what leaves memory, if that tells values; nothing may have been passed on.
    pub(super) fn keep_in(&mut self, file: File) {
        self.follow.keep_in(file);
    }

    /// How many cells are known.
    pub(super) fn known(&self) -> u64 {
        self.running.cells() + self.turn.as_ref().map_or(0, Running::cells)
    }

    /// The period that is proved from cells of the column.
    pub(super) fn period(&self) -> Option<Period> {
        self.follow.period().filter(|period| period.computed_to < self.cells)
    }

    /// What the column amounts to, once all is passed on, and its sparse space.
    pub(super) fn digest(self) -> (Digest, Option<SparseSpace>) {
        let digest = self.running.digest();
        let count = self.follow.known().min(self.cells);
        let greatest = digest.greatest.and_then(|(value, _)| u16::try_from(value).ok());
        let space = self.follow.space().zip(greatest);
        (digest, space.and_then(|(space, greatest)| space.of_values(greatest, count)))
    }

    /// Passes on all values; `false` where one cannot be told from those that are kept.
    ///
    /// # Errors
    /// [`Halt::Interrupted`]; what was passed on is counted.
    pub(super) fn run(&mut self, pulse: Pulse<'_>) -> Result<bool, Halt> {
        while let Some(most) = self.wanted() {
            let left = usize::try_from(self.cells - self.running.cells()).unwrap_or(usize::MAX);
            let Some(values) = self.follow.advance(most) else { return Ok(false) };
            match &mut self.turn {
                Some(turn) => turn.add(values),
                None => self.running.add(&values[..values.len().min(left)]),
            }
            if self.wanted().is_some() && !pulse(self.known(), self.cells) {
                return Err(Halt::Interrupted);
            }
        }
        Ok(true)
    }

    /// How many values to pass on next; `None` at the end. Whole turns of a period are computed
    /// once, after all values that the theorem needs.
    fn wanted(&mut self) -> Option<u64> {
        let left = self.cells - self.running.cells();
        let period = self.period();
        if left == 0 {
            // Only the beginning of the period is still open.
            return (period.is_none() && self.follow.is_close(self.cells)).then_some(u64::MAX);
        }
        let Some(Period { period, .. }) =
            period.filter(|period| period.computed_to < self.follow.known())
        else {
            return Some(left);
        };
        match &self.turn {
            Some(turn) if turn.cells() < period => Some(period - turn.cells()),
            Some(turn) => {
                self.running.repeat(turn, left / period);
                self.turn = None;
                None
            }
            None if left < 2 * period => Some(left),
            None => match left % period {
                0 => {
                    self.turn = Some(Running::default());
                    Some(period)
                }
                rest => Some(rest),
            },
        }
    }

    /// All that a later run needs to go on.
    pub(super) fn state(&self) -> Cells<'static> {
        let turn = self.turn.as_ref().map_or_else(Vec::new, Running::state);
        let parts = [self.running.state(), turn];
        let words = parts.iter().flat_map(|part| [&[part.len() as u64], &part[..]].concat());
        let mut state: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        self.follow.save(&mut state);
        Cells::Bytes(state.into())
    }

    /// The same column at this state; `None` where it is of another way to it. Nothing may have been
    /// passed on from here.
    pub(super) fn restored(&self, state: &[u8]) -> Option<Self> {
        let mut rest = state;
        let mut part = || {
            let (length, after) = rest.split_first_chunk()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_mul(8)?;
            let (part, after) = after.split_at_checked(length)?;
            rest = after;
            Some(
                part.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect::<Vec<_>>(),
            )
        };
        let running = Running::of_state(&part()?)?;
        let turn = match &part()?[..] {
            [] => None,
            turn => Some(Running::of_state(turn)?),
        };
        let follow = self.follow.restored(rest)?;
        Some(Self { follow, cells: self.cells, running, turn })
    }
}
