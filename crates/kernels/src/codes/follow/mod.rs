//! Values of codes that are passed on without being kept: they depend only on a *head*, the values of
//! the least heaps, and a *window*, the values just before.
//!
//! If moves leave at most one heap, the window is as long as the most stones taken. If they leave two,
//! the rare heaps of a sparse space must end at some size ([`recurrence`]). Both cases are the same
//! arithmetic on a table of head, window and the values to come ([`lines`]), and windows that are short
//! show a period ([`repeats`]). Where a short window has no witness, head and window as long as memory
//! allows go on, a byte for each value ([`Long`]); no period is looked for then. A file may keep what they
//! drop, for heaps that have no witness in a long window either.

mod lines;
mod recurrence;
mod repeats;
mod state;
#[cfg(test)]
mod tests;

use super::mask::Census;
use super::shape::Shape;
use super::sparse::bytes::Long;
use super::{Code, SparseSpace};
use crate::Level;
use crate::period::Period;
use lines::ValueStream;
use std::fs::File;

/// Most values of a long window computed at once.
const CHUNK: usize = 1 << 16;

/// The values of a code in order, of which only those are kept that the following ones need.
#[derive(Clone, Debug)]
pub struct Follow {
    /// How many values come before the next that is passed on.
    known: u64,
    /// `None` once a value needs more than a short window.
    lines: Option<ValueStream>,
    /// What goes on then; it is behind until it has come as far as the lines did.
    long: Option<Box<Long>>,
    /// What the long window passed on last.
    fresh: Vec<u16>,
}

impl Follow {
    /// The way from these values, of 0, 1, 2, ..., in `memory` bytes beside them. `None` where none is
    /// known: where a move leaves three heaps, where rare heaps do not end early among the values given
    /// or values do not fit bytes, and where head and window do not fit.
    #[must_use]
    pub fn new(code: &Code, values: &[u16], memory: u64) -> Option<Self> {
        let long = Self::long(code, values, memory).map(Box::new);
        let lines = ValueStream::new(code, values, memory);
        let known = match (&lines, &long) {
            (Some(lines), _) => lines.known(),
            (None, Some(long)) => long.known(),
            (None, None) => return None,
        };
        Some(Self { known, lines, long, fresh: Vec::new() })
    }

    /// Half of the memory is for the copy that [`Follow::save`] makes.
    fn long(code: &Code, values: &[u16], memory: u64) -> Option<Long> {
        let shape = Shape::of(code).filter(|shape| !shape.splits.is_empty())?;
        let mut census = Census::new();
        census.update(values);
        let room = usize::try_from(memory / 2).unwrap_or(usize::MAX);
        let (mask, _) = census.best(&shape);
        Long::new(shape, mask.widened(census.greatest()), values, room)
    }

    /// Keeps in this file what long windows drop, a byte for each value; nothing may have been passed on.
    pub fn keep_in(&mut self, file: File) {
        if let Some(long) = &mut self.long {
            long.keep_in(file);
        }
    }

    /// How many values come before the next that is passed on: at first not more than were given.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Passes on one more value or several, at most `most`; none while a long window catches up. `None`
    /// when one cannot be told from those kept; nothing can be asked after that.
    pub fn advance(&mut self, most: u64) -> Option<&[u16]> {
        if let Some(lines) = &mut self.lines {
            if lines.advance(most).is_some() {
                self.known = lines.known();
                return self.lines.as_ref().map(ValueStream::fresh);
            }
            self.lines = None;
        }
        self.fresh.clear();
        let long = self.long.as_mut()?;
        // At most the chunk.
        let count = |most: u64| most.clamp(1, CHUNK.min(long.most()) as u64) as usize;
        let known = long.known();
        if known > self.known {
            self.fresh = long.values(self.known, count(most.min(known - self.known)))?;
        } else if known < self.known {
            let behind = count(self.known - known);
            long.extend(Level::best(), behind, &mut self.fresh)?;
            self.fresh.clear();
        } else {
            let count = count(most);
            if long.extend(Level::best(), count, &mut self.fresh).is_none() {
                self.long = None;
                if self.fresh.is_empty() {
                    return None;
                }
            }
        }
        self.known += self.fresh.len() as u64;
        Some(&self.fresh)
    }

    /// The period, once the values passed on prove one; they may do so before they reach as far as
    /// the periodicity theorem needs, which the period says.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.lines.as_ref()?.period()
    }

    /// Whether more values would tell a period that is known but for its beginning, and needs no values
    /// from `cells` on.
    #[must_use]
    pub fn is_close(&self, cells: u64) -> bool {
        self.lines.as_ref().is_some_and(|lines| lines.is_close(cells))
    }

    /// The sparse space of the values passed on, with digits for values to come
    /// ([`SparseSpace::of_values`]), where moves leave two heaps.
    #[must_use]
    pub fn space(&self) -> Option<SparseSpace> {
        match (&self.lines, &self.long) {
            (Some(lines), _) => lines.space(),
            (None, Some(long)) => long.space(),
            (None, None) => None,
        }
    }

    /// Appends all that is needed to go on from here beside the values given at first.
    pub fn save(&self, state: &mut Vec<u8>) {
        let (numbers, codes) = match (&self.lines, &self.long) {
            (Some(lines), _) => (lines.state(), &[][..]),
            (None, Some(long)) => long.state(),
            (None, None) => (Vec::new(), &[][..]),
        };
        let head = [self.known, self.lines.is_some().into(), numbers.len() as u64];
        state.reserve_exact(8 * (head.len() + numbers.len()) + codes.len());
        state.extend(head.iter().chain(&numbers).flat_map(|number| number.to_le_bytes()));
        state.extend_from_slice(codes);
    }

    /// Goes to the place of that state of the same code, whose windows are as long; `None` where it
    /// is of another, and then nothing has changed. Nothing may have been passed on from here.
    #[must_use]
    pub fn restored(&self, state: &[u8]) -> Option<Self> {
        let (head, rest) = state.split_first_chunk::<24>()?;
        let [known, in_lines, length] = *numbers(head).first_chunk()?;
        let length = usize::try_from(length).ok().and_then(|length| length.checked_mul(8))?;
        let (state, codes) = rest.split_at_checked(length)?;
        let state = numbers(state);
        let mut restored = Self { known, ..self.clone() };
        if in_lines == 1 {
            restored.lines = Some(self.lines.as_ref()?.restored(&state)?);
            return (codes.is_empty() && restored.lines.as_ref()?.known() == known)
                .then_some(restored);
        }
        restored.lines = None;
        restored.long = Some(Box::new(self.long.as_ref()?.restored(&state, codes)?));
        Some(restored)
    }
}

/// The numbers of a state.
fn numbers(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect()
}
