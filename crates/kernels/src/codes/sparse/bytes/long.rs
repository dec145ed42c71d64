//! Values beyond those that memory holds, a byte each.
//!
//! As long as the table has room it is whole, and every value is told. Then the heaps between a head and
//! a window of the last heaps are dropped again and again ([`super::super::super::follow`] says why what
//! is left is enough). Where it is not, the heaps dropped tell the value, if a file keeps them.

use super::super::super::mask::Mask;
use super::super::super::shape::{Shape, SplitPairs};
use super::super::super::{SparseSpace, Stop};
use super::super::Task;
use super::coding::Coding;
use super::dropped::Dropped;
use super::processor::BLOCK;
use super::table::{CodeTable, PAD};
use super::{Pace, search};
use crate::Level;
use std::fs::File;

/// Head and window have so many 32nds of the room each: the rest is filled before heaps are dropped.
const SHARE: usize = 15;
/// Partners of that many parts are looked at together.
const PARTS: usize = 1 << 16;
/// A longer window finds no more witnesses in practice: those of .6 to 10^8 have parts below 10^6.
const MAX_WINDOW: usize = 1 << 27;

/// The values of a code with a sparse space, as far as they are needed for the following ones.
#[derive(Clone, Debug)]
pub(in super::super::super) struct Long {
    shape: Shape,
    mask: Mask,
    /// Length of the head, and of the window.
    window: usize,
    /// Most heaps of the table.
    room: usize,
    /// Heaps that were dropped, an even number.
    dropped: u64,
    /// Where these are kept, if anywhere.
    kept: Option<Dropped>,
    /// `None` after a value that was not told.
    state: Option<(CodeTable, Pace)>,
}

impl Long {
    /// From the values of 0, 1, 2, ..., in `room` bytes. `None` where the rare heaps do not end
    /// early, and where the values do not fit bytes.
    pub(in super::super::super) fn new(
        shape: Shape,
        mask: Mask,
        values: &[u16],
        room: usize,
    ) -> Option<Self> {
        let window = (room / 32 * SHARE).min(MAX_WINDOW);
        let room = room.min(MAX_WINDOW / SHARE * 32);
        let rares = mask.rares(values);
        let is_early = rares.last().is_none_or(|last| 2 * last < values.len());
        if !is_early || values.len() < BLOCK || room < 2 * window + BLOCK {
            return None;
        }
        let codes = Coding::new(mask).codes(values)?;
        let mut long = Self { shape, mask, window, room, dropped: 0, kept: None, state: None };
        long.fill(codes, &rares, values.len())?;
        Some(long)
    }

    /// Keeps the heaps that are dropped in this file; before the first is.
    pub(in super::super::super) fn keep_in(&mut self, file: File) {
        self.kept = Some(Dropped::new(file));
    }

    /// Makes a table of these codes; `None` where the rare heaps do not end early among them.
    fn fill(
        &mut self,
        codes: impl Iterator<Item = u8>,
        rares: &[usize],
        known: usize,
    ) -> Option<()> {
        let Self { shape, mask, window, room, .. } = self;
        let reach = reach(shape, *window)?;
        let empty = CodeTable::with_room(Coding::new(*mask), known.max(*room), reach);
        let mut table = empty.filled(shape, codes, rares);
        if self.dropped > 0 {
            table.reach = reach;
        }
        let pace = Pace::new(shape, &table, usize::MAX);
        self.state = Some((table, pace));
        self.is_early().then_some(())
    }

    /// Whether all rare heaps are so small that they and their partners are in head and window.
    fn is_early(&self) -> bool {
        let Some((table, _)) = &self.state else { return false };
        reach(&self.shape, self.window)
            .is_some_and(|reach| 2 * (table.last_rare + self.shape.most_taken()) < reach)
    }

    /// The sparse space of the values.
    pub(in super::super::super) fn space(&self) -> Option<SparseSpace> {
        let (table, _) = self.state.as_ref()?;
        let last = (table.rares > 0).then_some(table.last_rare);
        Some(SparseSpace::new(self.mask, table.rares, last))
    }

    /// How many values are known.
    pub(in super::super::super) fn known(&self) -> u64 {
        self.dropped + self.state.as_ref().map_or(0, |(table, _)| table.len() as u64)
    }

    /// Most values found at once.
    pub(in super::super::super) fn most(&self) -> usize {
        self.room - 2 * self.window
    }

    /// The values of `count` heaps from that of `from` on, which are known and were not dropped.
    pub(in super::super::super) fn values(&self, from: u64, count: usize) -> Option<Vec<u16>> {
        let (table, _) = self.state.as_ref()?;
        // Below the length of the table.
        let first = from.checked_sub(self.dropped)? as usize;
        let is_kept = self.dropped == 0 || first >= self.window;
        (is_kept && first + count <= table.len())
            .then(|| (first..first + count).map(|n| table.value(n)).collect())
    }

    /// Appends the next `count` values, at most [`Long::most`]; `None` where one is not told by those
    /// that are kept. Nothing can be asked after that.
    pub(in super::super::super) fn extend(
        &mut self,
        level: Level,
        count: usize,
        values: &mut Vec<u16>,
    ) -> Option<()> {
        let (mut table, mut pace) = self.state.take()?;
        if table.len() + count > self.room {
            self.drop_heaps(&mut table)?;
        }
        let to = table.len() + count - 1;
        while table.len() <= to {
            let (shape, mask) = (&self.shape, self.mask);
            let task = Task { shape, mask, level, to, most: usize::MAX, pulse: &|_, _| true };
            let found;
            (found, table, pace) = search(task, table, pace, values);
            match found.ok()? {
                Stop::Reached => {}
                Stop::Unwitnessed => {
                    let code = self.common_code(&table)?;
                    values.push(table.coding.sides[table.len() % 2].common[usize::from(code)]);
                    table.push(code);
                }
                _ => return None,
            }
        }
        self.state = Some((table, pace));
        self.is_early().then_some(())
    }

    /// Drops all heaps but those of head and window; `None` where partners of parts may be rare. If the
    /// file cannot keep them, none are kept.
    fn drop_heaps(&mut self, table: &mut CodeTable) -> Option<()> {
        let dropped = table.len().checked_sub(2 * self.window)? / 2 * 2;
        let codes = &table.codes[PAD + self.window..][..dropped];
        self.kept = self.kept.take().and_then(|mut kept| kept.append(codes).ok().map(|()| kept));
        table.drop_behind(&self.shape, self.window, dropped)?;
        self.dropped += dropped as u64;
        table.reach = reach(&self.shape, self.window)?;
        Some(())
    }

    /// The code of the next heap by all its options, those with parts that were dropped too; `None` if
    /// they are not kept, and if it is rare or has none.
    #[cold]
    fn common_code(&self, table: &CodeTable) -> Option<u8> {
        let n = usize::try_from(self.dropped).ok()?.checked_add(table.len())?;
        // By class, the rare one first, and by code.
        let mut seen = [[false; 256]; 2];
        for value in self.shape.single(|part| table.value(part), table.len()) {
            let is_common = !self.mask.is_rare(value, n);
            seen[usize::from(is_common)][usize::from(table.coding.code(value)?)] = true;
        }
        // All rare heaps stand in the head.
        let is_rare = |part: usize| part < self.window && table.is_dead(part);
        let (mut low, mut high) = (vec![0; PARTS], vec![0; PARTS]);
        for SplitPairs { sum, end } in self.shape.pairs(n) {
            for first in (1..end).step_by(PARTS) {
                let count = PARTS.min(end - first);
                self.read(table, first, &mut low[..count])?;
                let last = sum - first;
                self.read(table, last + 1 - count, &mut high[..count])?;
                let pairs = low[..count].iter().zip(high[..count].iter().rev());
                for ((low, high), part) in pairs.zip(first..) {
                    let is_common = is_rare(part) != is_rare(sum - part);
                    seen[usize::from(is_common)][usize::from(low ^ high)] = true;
                }
            }
        }
        let is_seen = |value: u16| {
            let is_common = !self.mask.is_rare(value, n);
            table
                .coding
                .code(value)
                .is_some_and(|code| seen[usize::from(is_common)][usize::from(code)])
        };
        let value = (0..=u16::MAX).find(|&value| !is_seen(value))?;
        table.coding.code(value).filter(|_| !self.mask.is_rare(value, n))
    }

    /// The codes of the heaps from `first` on, wherever they are; `None` where they are not kept.
    fn read(&self, table: &CodeTable, first: usize, codes: &mut [u8]) -> Option<()> {
        let dropped = usize::try_from(self.dropped).ok()?;
        let ends = [self.window, self.window + dropped].map(|end| end.saturating_sub(first));
        let (head, rest) = codes.split_at_mut(ends[0].min(codes.len()));
        let (behind, window) = rest.split_at_mut((ends[1] - ends[0]).min(rest.len()));
        let at = first + head.len();
        if !behind.is_empty() {
            self.kept.as_ref()?.read((at - self.window) as u64, behind).ok()?;
        }
        let copy = |at: usize, codes: &mut [u8]| {
            codes.copy_from_slice(table.codes.get(PAD + at..)?.get(..codes.len())?);
            Some(())
        };
        if !head.is_empty() {
            copy(first, head)?;
        }
        match window.is_empty() {
            true => Some(()),
            false => copy(at + behind.len() - dropped, window),
        }
    }

    /// What [`Long::restored`] needs: numbers and bytes.
    pub(in super::super::super) fn state(&self) -> (Vec<u64>, &[u8]) {
        let Some((table, _)) = &self.state else { return (Vec::new(), &[]) };
        let [mask, parity] = self.mask.as_numbers();
        let checksum = self.kept.as_ref().map_or(0, Dropped::checksum);
        let mut numbers = vec![self.room as u64, mask, parity, self.dropped, checksum];
        numbers.extend((1..=table.last_rare).filter(|&n| table.is_dead(n)).map(|n| n as u64));
        (numbers, &table.codes[PAD..])
    }

    /// The same code's values at this state; `None` where it is of other room or another mask, and where
    /// the file has other heaps than were dropped.
    pub(in super::super::super) fn restored(&self, numbers: &[u64], codes: &[u8]) -> Option<Self> {
        let (&[room, mask, parity, dropped, checksum], rares) = numbers.split_first_chunk()?;
        let is_same = room == self.room as u64 && [mask, parity] == self.mask.as_numbers();
        let rares: Vec<usize> = rares.iter().map(|&n| n as usize).collect();
        let is_sound = rares.is_sorted() && rares.last().is_none_or(|&n| n < codes.len());
        if !is_same || !is_sound || codes.len() < BLOCK {
            return None;
        }
        let kept = match &self.kept {
            Some(kept) => Some(kept.restored(dropped, checksum)?),
            None => None,
        };
        let Self { mask, window, room, .. } = *self;
        let shape = self.shape.clone();
        let mut long = Self { shape, mask, window, room, dropped, kept, state: None };
        long.fill(codes.iter().copied(), &rares, codes.len())?;
        Some(long)
    }
}

/// Parts from here on may have no partner in the window.
fn reach(shape: &Shape, window: usize) -> Option<usize> {
    let taken = shape.takes.iter().chain(&shape.wholes).copied().max().unwrap_or(0);
    window.checked_sub(taken.max(shape.most_taken()))
}
