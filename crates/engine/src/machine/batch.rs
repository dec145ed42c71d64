//! The innermost quantifier in batches. Guards select some of its values: a row of bits if few slots
//! decide the guard, else a lane program. The options of these values are read along a line if their
//! cells are linear in the quantifier, else from the cells that a lane program computes. What no lane
//! program can compute is evaluated exactly, one option at a time.

use super::cell::{Cell, Fault, Sink, View};
use super::code::{ClauseCode, Worker};
use super::gather::{xor_cells, xor_line};
use super::lanes::LANES;
use super::masks::Masked;
use super::rows::{KnownRow, Rows};

/// Values that one word of digits tells of.
const WORD: i64 = 64;
/// Fewer options without guards are all taken, whether or not they matter.
const FEW: i64 = 1024;
/// One in this many values must be an option for the whole line to be read.
const DENSE: usize = 3;

/// Values of the innermost quantifier that are left to take.
pub(super) enum ValuesLeft<'v> {
    Range(i64, i64),
    /// In increasing order.
    List(&'v [i64]),
    Masked(Masked),
}

impl ValuesLeft<'_> {
    /// First and last of them.
    fn span(&self) -> Option<(i64, i64)> {
        match *self {
            Self::Range(lo, hi) => (lo <= hi).then_some((lo, hi)),
            Self::List(values) => Some((*values.first()?, *values.last()?)),
            Self::Masked(values) => values.span(),
        }
    }

    /// Puts values at which the rows hold into a batch, as many as it has room for, and returns how
    /// many there are. All fit 32 bits.
    #[inline]
    fn fill(&mut self, known: &[KnownRow], rows: &[Rows], batch: &mut [i32; LANES]) -> usize {
        let holds = |k: i64| word(known, rows, k);
        let mut count = 0;
        match self {
            Self::List(values) => {
                let (taken, left) = values.split_at(values.len().min(LANES));
                for &k in taken {
                    batch[count] = k as i32;
                    count += (holds(k) & 1) as usize;
                }
                *values = left;
            }
            Self::Masked(values) => {
                for k in values.take(LANES) {
                    batch[count] = k as i32;
                    count += (holds(k) & 1) as usize;
                }
            }
            Self::Range(lo, hi) if known.is_empty() => {
                let first = *lo as i32;
                count = usize::try_from(*hi - *lo + 1).map_or(0, |left| left.min(LANES));
                batch[..count].iter_mut().zip(0..).for_each(|(value, i)| *value = first + i);
                *lo += count as i64;
            }
            Self::Range(lo, hi) => {
                while *lo <= *hi && count + WORD as usize <= LANES {
                    let length = (*hi - *lo + 1).min(WORD);
                    let mut word = holds(*lo) & (u64::MAX >> (WORD - length));
                    let here = &mut batch[count..count + 64];
                    let mut i = 0;
                    while word != 0 {
                        here[i & 63] = *lo as i32 + word.trailing_zeros() as i32;
                        word &= word - 1;
                        i += 1;
                    }
                    count += i;
                    *lo += length;
                }
            }
        }
        count
    }
}

impl Iterator for ValuesLeft<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        match self {
            &mut Self::Range(lo, hi) => {
                let first = (lo <= hi).then_some(lo)?;
                *self = lo.checked_add(1).map_or(Self::List(&[]), |lo| Self::Range(lo, hi));
                Some(first)
            }
            Self::List(values) => {
                let (&first, left) = values.split_first()?;
                *values = left;
                Some(first)
            }
            Self::Masked(values) => values.next(),
        }
    }
}

/// The places of the digits of a word that are 1.
struct Ones(u64);

impl Iterator for Ones {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        let place = (self.0 != 0).then(|| i64::from(self.0.trailing_zeros()));
        self.0 &= self.0.wrapping_sub(1);
        place
    }
}

/// At which of the [`WORD`] values from `k` on all rows hold.
#[inline]
fn word(known: &[KnownRow], rows: &[Rows], k: i64) -> u64 {
    known.iter().fold(u64::MAX, |word, row| word & row.word(rows, k))
}

impl<T: Cell> Worker<T> {
    /// The options for these values of the innermost quantifier.
    pub(super) fn batches(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        mut source: ValuesLeft<'_>,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let Some((lo, hi)) = source.span() else { return Ok(false) };
        if clause.open.is_empty()
            && let Some((cell, step)) = self.line_inside(clause, lo, view.own)
            && self.know_rows(index, clause, (lo, hi))
        {
            return match source {
                ValuesLeft::Range(..) => self.along_line(index, (lo, hi), (cell, step), view, sink),
                list => self.at_values(index, list, move |k| cell + step * (k - lo), view, sink),
            };
        }
        if clause.open.is_empty()
            && self.find_ends(clause, (lo, hi), view)?
            && self.know_rows(index, clause, (lo, hi))
        {
            let uneven = clause.ways.as_ref().and_then(|ways| ways.uneven.as_ref());
            if let (true, Some(uneven), &[(cell, _)]) = (self.uneven, uneven, &self.ends[..]) {
                let at = |k: i64| cell + uneven.cells[(k - uneven.least) as usize];
                return self.at_values(index, source, at, view, sink);
            }
            match (source, &self.ends[..]) {
                (ValuesLeft::Range(..), &[line]) => {
                    return self.along_line(index, (lo, hi), line, view, sink);
                }
                (ValuesLeft::Range(..), _) => return self.along_lines(index, (lo, hi), view, sink),
                (list, &[(cell, step)]) => {
                    let at = move |k: i64| cell + step * (k - lo);
                    return self.at_values(index, list, at, view, sink);
                }
                (list, _) => source = list,
            }
        }
        let guarded = clause.open.is_empty() || !clause.guard_lanes.is_empty();
        let aimed = clause.lines.is_some() || clause.target_lanes.is_some();
        let narrow = i32::try_from(lo).is_ok() && i32::try_from(hi).is_ok();
        if guarded && aimed && narrow && self.know_rows(index, clause, (lo, hi)) {
            return self.by_lanes(index, clause, source, view, sink);
        }
        self.each(clause, source, view, sink)
    }

    /// The options that are left by guards whose rows are known and by the lane program of the
    /// others.
    fn by_lanes(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        mut source: ValuesLeft<'_>,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        for (program, registers) in clause.guard_lanes.iter().zip(&mut self.guards[index]) {
            program.prepare(&self.slots, registers)?;
        }
        if let (Some(program), Some(registers)) = (&clause.target_lanes, &mut self.targets[index]) {
            program.prepare(&self.slots, registers)?;
        }
        let mut moved = false;
        while source.span().is_some() && !sink.settled() {
            self.pause()?;
            self.count = source.fill(&self.known, &self.rows[index], &mut self.batch);
            for (program, registers) in clause.guard_lanes.iter().zip(&mut self.guards[index]) {
                let batch = &mut self.batch[..self.count];
                registers.fill(batch);
                program.run(registers, batch.len());
                self.count = program.retain(registers, 0, batch);
            }
            if self.count > 0 {
                moved = true;
                self.gather(index, clause, view)?;
                sink.take(self.values[..self.count].iter().copied());
            }
        }
        Ok(moved)
    }

    /// Makes the rows of the clause's guards known over the values; false where that cannot be.
    #[inline]
    pub(super) fn know_rows(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        span: (i64, i64),
    ) -> bool {
        self.known.clear();
        if clause.rows.is_empty() {
            return true;
        }
        for ((number, guard), rows) in clause.rows.iter().enumerate().zip(&mut self.rows[index]) {
            match rows.know((number, guard), &clause.inner_guards, span, &mut self.slots) {
                Some(known) => self.known.push(known),
                None => return false,
            }
        }
        true
    }

    /// The values of the options of the batch.
    fn gather(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        view: View<'_, T>,
    ) -> Result<(), Fault> {
        if clause.lines.is_some() {
            let (first, last) = (self.batch[0], self.batch[self.count - 1]);
            if !self.find_ends(clause, (first.into(), last.into()), view)? {
                return Err(Fault);
            }
            let (batch, values) = (&self.batch[..self.count], &mut self.values[..self.count]);
            if let [(cell, step)] = self.ends[..] {
                // Whoever takes the values sees to it that they are set.
                for (value, &k) in values.iter_mut().zip(batch) {
                    *value = view.cells[(cell + step * i64::from(k - first)) as usize];
                }
                return Ok(());
            }
            values.fill(if clause.parts.is_empty() { view.none } else { T::ZERO });
            for &(cell, step) in &self.ends {
                let at = |k: &i32| (cell + step * i64::from(k - first)) as usize;
                xor_cells(values, view.cells, batch.iter().map(at))?;
            }
            return Ok(());
        }
        let (batch, values) = (&self.batch[..self.count], &mut self.values[..self.count]);
        values.fill(if clause.parts.is_empty() { view.none } else { T::ZERO });
        let (Some(program), Some(registers)) = (&clause.target_lanes, &mut self.targets[index])
        else {
            return Err(Fault);
        };
        registers.fill(batch);
        program.run(registers, batch.len());
        let axes = view.space.axes.len();
        for part in 0..clause.parts.len() {
            let cells = &mut self.cells[..batch.len()];
            cells.fill(0);
            for (i, (axis, stride)) in view.space.axes.iter().zip(&view.space.strides).enumerate() {
                let mut outside = false;
                let mut put = |at: &mut i64, c: i32| {
                    let c = i64::from(c);
                    outside |= c < axis.lo || c > axis.hi;
                    *at += (c - axis.lo) * stride;
                };
                match program.lanes(registers, part * axes + i) {
                    Some(lanes) => cells.iter_mut().zip(lanes).for_each(|(at, &c)| put(at, c)),
                    None => {
                        let c = program.result(registers, part * axes + i, 0);
                        cells.iter_mut().for_each(|at| put(at, c));
                    }
                }
                if outside {
                    return Err(Fault);
                }
            }
            xor_cells(values, view.cells, cells.iter().map(|&at| at as usize))?;
        }
        Ok(())
    }

    /// The options along one line from its first cell on, behind guards whose rows are known.
    #[inline]
    pub(super) fn along_line(
        &mut self,
        index: usize,
        (mut lo, hi): (i64, i64),
        (mut from, step): (i64, i64),
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        self.pause()?;
        let (known, rows) = (&self.known[..], &self.rows[index]);
        if known.is_empty() && step.abs() == 1 {
            let last = from + step * (hi - lo);
            let span = from.min(last) as usize..=from.max(last) as usize;
            sink.take(view.cells[span].iter().copied());
            return Ok(true);
        }
        let value = move |from: i64, i: i64| view.cells[(from + step * i) as usize];
        if known.is_empty() && hi - lo < FEW {
            sink.take((0..=hi - lo).map(move |i| value(from, i)));
            return Ok(true);
        }
        let mut moved = false;
        while lo <= hi && !sink.settled() {
            let count = (hi - lo + 1).min(WORD);
            let all = u64::MAX >> (WORD - count);
            let holds = word(known, rows, lo) & all;
            moved |= holds != 0;
            match holds == all {
                true => sink.take((0..count).map(move |i| value(from, i))),
                false => sink.take(Ones(holds).map(move |i| value(from, i))),
            }
            lo += count;
            from += step * count;
        }
        Ok(moved)
    }

    /// The options along several lines whose ends are known, behind guards whose rows are known.
    pub(super) fn along_lines(
        &mut self,
        index: usize,
        (first, hi): (i64, i64),
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let (mut lo, mut moved) = (first, false);
        while lo <= hi && !sink.settled() {
            self.pause()?;
            let count = (hi - lo + 1).min(WORD);
            let holds = word(&self.known, &self.rows[index], lo) & (u64::MAX >> (WORD - count));
            if holds != 0 {
                moved = true;
                let taken = self.take_word(holds, (lo - first, count as usize), view)?;
                sink.take(self.values[..taken].iter().copied());
            }
            lo += count;
        }
        Ok(moved)
    }

    /// The options in the cells of these values of the innermost quantifier, behind guards whose
    /// rows are known.
    #[inline]
    fn at_values(
        &mut self,
        index: usize,
        source: ValuesLeft<'_>,
        at: impl Fn(i64) -> i64,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let mut moved = false;
        let (known, rows) = (&self.known[..], &self.rows[index]);
        // Closures that own what they read are faster: the sink's marks might change what they borrow.
        let value = move |k: i64| view.cells[at(k) as usize];
        match source {
            ValuesLeft::List(values) if known.is_empty() => {
                moved = !values.is_empty();
                sink.take(values.iter().map(move |&k| value(k)));
            }
            ValuesLeft::List(values) => {
                let held = values.iter().filter(|&&k| word(known, rows, k) & 1 == 1);
                sink.take(held.map(|&k| value(k)).inspect(|_| moved = true));
            }
            ValuesLeft::Masked(values) if known.is_empty() => {
                moved = values.span().is_some();
                sink.take(values.map(value));
            }
            ValuesLeft::Masked(values) => {
                let held = values.filter(|&k| word(known, rows, k) & 1 == 1);
                sink.take(held.map(value).inspect(|_| moved = true));
            }
            ValuesLeft::Range(mut lo, hi) => {
                while lo <= hi && !sink.settled() {
                    let count = (hi - lo + 1).min(WORD);
                    let holds = word(known, rows, lo) & (u64::MAX >> (WORD - count));
                    moved |= holds != 0;
                    sink.take(Ones(holds).map(|i| value(lo + i)));
                    lo += count;
                }
            }
        }
        self.pause()?;
        Ok(moved)
    }

    /// Puts the values of the options at the digits of a word into the batch; how many values. The
    /// first digit is `from` steps along the lines.
    fn take_word(
        &mut self,
        mut word: u64,
        (from, count): (i64, usize),
        view: View<'_, T>,
    ) -> Result<usize, Fault> {
        if word.count_ones() as usize * DENSE >= count {
            let read = self.read_lines(from, count, view);
            let values = &mut self.values[..count];
            // Cells behind a false guard need have no value.
            if read.is_ok() {
                let mut masked = !word & (u64::MAX >> (WORD as usize - count));
                while masked != 0 {
                    values[masked.trailing_zeros() as usize] = T::MASKED;
                    masked &= masked - 1;
                }
                return Ok(count);
            }
        }
        let mut taken = 0;
        while word != 0 {
            let k = from + i64::from(word.trailing_zeros());
            let mut value = if self.ends.is_empty() { view.none } else { T::ZERO };
            for &(first, step) in &self.ends {
                let cell = view.cells[(first + step * k) as usize];
                if cell == T::UNSET {
                    return Err(Fault);
                }
                value ^= cell;
            }
            self.values[taken] = value;
            taken += 1;
            word &= word - 1;
        }
        Ok(taken)
    }

    /// Puts the values of `count` options in a row into the batch, from `from` steps along the
    /// lines on.
    fn read_lines(&mut self, from: i64, count: usize, view: View<'_, T>) -> Result<(), Fault> {
        let values = &mut self.values[..count];
        values.fill(if self.ends.is_empty() { view.none } else { T::ZERO });
        for &(first, step) in &self.ends {
            xor_line(values, view.cells, first + step * from, step)?;
        }
        Ok(())
    }

    /// The options for these values of the innermost quantifier, one at a time.
    fn each(
        &mut self,
        clause: &ClauseCode,
        source: ValuesLeft<'_>,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let slot = clause.dimensions + clause.ranges.len() - 1;
        let mut moved = false;
        for k in source {
            self.pause()?;
            self.slots[slot] = k;
            moved |= self.one_by_one(clause, view, sink)?;
            if sink.settled() {
                break;
            }
        }
        Ok(moved)
    }
}
