//! Lines of values that are passed on from a short window, and the search for their period.

use super::super::proved::subtraction_of;
use super::super::{Code, Leaves, SparseSpace};
use super::recurrence::Recurrence;
use super::repeats::{self, Repeats};
use super::state::{self, Words};
use crate::period::Period;
use crate::subtraction::Subtraction;

/// Most values computed at once.
const CHUNK: usize = 1 << 15;

/// The values of a code in order, of which only those are kept that the following ones need.
#[derive(Clone, Debug)]
pub(super) struct ValueStream {
    way: Way,
    line: StreamPlace,
    chunk: usize,
    /// The search for a period; `None` where there is no memory for it.
    repeats: Option<Repeats>,
}

/// How values follow from those kept.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// Moves leave at most one heap.
    One(Subtraction),
    /// Rare heaps end early.
    Two(Box<Recurrence>),
}

/// A place in the sequence of values: the head, the window that ends there, and the values passed
/// on last.
#[derive(Clone, Debug)]
pub(super) struct StreamPlace {
    pub(super) values: Vec<u16>,
    /// Lengths of head and window.
    pub(super) head: usize,
    pub(super) window: usize,
    /// How many values come before the next.
    pub(super) known: u64,
}

impl StreamPlace {
    /// The place after `known` values, the last of which are the window.
    pub(super) fn new(head: &[u16], window: &[u16], known: u64) -> Self {
        Self { values: [head, window].concat(), head: head.len(), window: window.len(), known }
    }

    /// The window before the next value.
    pub(super) fn window(&self) -> &[u16] {
        &self.values[self.values.len() - self.window..]
    }

    /// The window before the values passed on last, and these.
    pub(super) fn recent(&self) -> &[u16] {
        &self.values[self.head..]
    }

    /// The values passed on last.
    pub(super) fn fresh(&self) -> &[u16] {
        &self.values[self.head + self.window..]
    }

    /// Passes on `count` more values; `None` when one of them needs values that are not kept.
    pub(super) fn advance(&mut self, way: &mut Way, count: usize) -> Option<()> {
        let passed = self.fresh().len();
        self.values.drain(self.head..self.head + passed);
        let to = self.values.len() + count - 1;
        match way {
            Way::One(game) => game.extend(&mut self.values, to, &|_, _| true).ok()?,
            Way::Two(recurrence) => {
                recurrence.extend(&mut self.values, to, self.known)?;
            }
        }
        self.known += count as u64;
        Some(())
    }
}

impl ValueStream {
    /// The way from these values, of 0, 1, 2, ..., in `memory` bytes beside them. `None` where none is
    /// known: where a move leaves three heaps or unequal ones, where rare heaps do not end early among
    /// the values given, and where head and window do not fit.
    pub(super) fn new(code: &Code, values: &[u16], memory: u64) -> Option<Self> {
        let room = usize::try_from(memory / size_of::<u16>() as u64).unwrap_or(usize::MAX);
        let splits =
            code.moves().iter().any(|m| !matches!(m.leaves, Leaves::Nothing | Leaves::One));
        if splits {
            return Self::two(code, values, room);
        }
        let taken = code.moves().iter().map(|m| m.taken).max().unwrap_or(0) as usize;
        let window = taken + 1;
        let start = values.len().checked_sub(window)?;
        let chunk = room.checked_sub(window).filter(|&most| most > 0)?.min(CHUNK);
        let way = Way::One(subtraction_of(code, Leaves::One)?);
        let line = StreamPlace::new(&[], &values[start..], values.len() as u64);
        Some(Self { way, line, chunk, repeats: None })
    }

    fn two(code: &Code, values: &[u16], room: usize) -> Option<Self> {
        /// Values of a window for each of those given: early means early among them.
        const EARLY: usize = 8;
        // Two places, their values to come, and the marks.
        let most = (values.len() / EARLY).min(room / (repeats::MARKS + 5));
        let reach = code.reach().filter(|reach| reach.heaps == 2)?;
        let (recurrence, window) = Recurrence::new(code, values, most)?;
        // Each value is found by the recurrence itself: a window that comes again proves nothing of
        // values that were found otherwise.
        let first = &values[..window];
        let line = StreamPlace::new(first, first, window as u64);
        let chunk = (window / 2).min(CHUNK);
        let repeats = Some(Repeats::new(reach, first));
        Some(Self { way: Way::Two(Box::new(recurrence)), line, chunk, repeats })
    }

    /// How many values come before the next that is passed on: at first not more than were given.
    pub(super) fn known(&self) -> u64 {
        self.line.known
    }

    /// The values passed on last.
    pub(super) fn fresh(&self) -> &[u16] {
        self.line.fresh()
    }

    /// Passes on one more value or several, at most `most`. `None` when one cannot be told from
    /// those kept; nothing can be asked after that.
    pub(super) fn advance(&mut self, most: u64) -> Option<()> {
        let Self { way, line, chunk, repeats } = self;
        let room = repeats.as_ref().map_or(u64::MAX, |repeats| repeats.room(line.known));
        let count = most.min(room).min(*chunk as u64).max(1);
        // At most the chunk.
        line.advance(way, count as usize)?;
        if let Some(repeats) = repeats {
            repeats.update(way, line)?;
        }
        Some(())
    }

    /// The period, once the values passed on prove one; they may do so before they reach as far as
    /// the periodicity theorem needs, which the period says.
    pub(super) fn period(&self) -> Option<Period> {
        self.repeats.as_ref()?.period()
    }

    /// Whether more values would tell a period that is known but for its beginning, and needs no values
    /// from `cells` on.
    pub(super) fn is_close(&self, cells: u64) -> bool {
        self.repeats.as_ref().is_some_and(|repeats| repeats.is_close(cells))
    }

    /// The sparse space of the values, where moves leave two heaps.
    pub(super) fn space(&self) -> Option<SparseSpace> {
        match &self.way {
            Way::One(_) => None,
            Way::Two(recurrence) => Some(recurrence.space()),
        }
    }

    /// All that is needed to go on from here beside the values given at first.
    pub(super) fn state(&self) -> Vec<u64> {
        let mut words = vec![self.line.window as u64, self.line.known];
        state::push(&mut words, self.line.window());
        if let Some(repeats) = &self.repeats {
            repeats.save(&mut words);
        }
        words
    }

    /// Goes to the place of that state of the same code, whose windows are as long; `None` where it
    /// is of another, and then nothing has changed.
    pub(super) fn restored(&self, state: &[u64]) -> Option<Self> {
        let mut words = Words::new(state);
        let StreamPlace { head, window, .. } = self.line;
        words.number().filter(|&length| length == window as u64)?;
        let known = words.number()?;
        let line = StreamPlace::new(&self.line.values[..head], &words.values(window)?, known);
        let repeats = match &self.repeats {
            Some(repeats) => Some(repeats.restored(&mut words, &line)?),
            None => None,
        };
        words.is_over().then(|| Self { way: self.way.clone(), line, chunk: self.chunk, repeats })
    }
}
