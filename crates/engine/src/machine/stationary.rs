//! Games that are stationary along one coordinate: from some value of it on, the options of a position
//! are those of the position one period before, moved by the period. They are listed once for every
//! combination of the other coordinates, and replayed from then on.

use super::cell::{Cell, Sink};
use super::code::{ClauseCode, Worker};
use super::listing::Options;
use super::parts::{PartCode, Range};
use super::period::{lcm, repeats};
use super::run::{Code, Halt, STRIDE};
use super::scalar::Scalar;
use crate::fold::Fold;
use crate::space::Walk;
use crate::term::simplify::simplify;
use clauses::term::Term;
use clauses::term::interval::{Interval, interval};
use kernels::Pulse;

/// A list pays from this many uses on.
const LEAST_USES: i64 = 32;
/// The lists must hold for all but the first of this many parts of the coordinate's values.
const PARTS: i64 = 4;
/// A position has fewer options than this.
const MAX_OPTIONS: usize = 1 << 12;
/// All lists together have at most this many entries.
const MAX_ENTRIES: usize = 1 << 22;

/// The options of all positions from one value of a coordinate on.
#[derive(Debug)]
pub(crate) struct Stationary {
    axis: usize,
    /// The coordinate's least value for which the lists hold.
    from: i64,
    /// After this many of its values they come again.
    period: i64,
    /// The cells at which the coordinate has its least value, in storage order, each with the
    /// greatest value at which the cell there is meant.
    first: Vec<(u32, i64)>,
    /// For each value of one period, and each of those cells.
    entries: Vec<Entry>,
    /// How far before the position's cell that of each option is (modulo 2^32), list after list.
    backs: Vec<u32>,
    /// Length of the longest list.
    pub(super) longest: u32,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    /// No position.
    Nothing,
    /// Play has ended, and the player to move has won or lost.
    End(bool),
    /// A position with the list between these places.
    Options(u32, u32),
}

impl Stationary {
    /// Lists for the longest coordinate along which the game is stationary; `None` where there is
    /// none, or lists do not pay.
    pub(super) fn new(code: &Code) -> Option<Self> {
        let axes = &code.space.axes;
        let mut order: Vec<usize> = (0..axes.len()).filter(|_| !code.mirrored).collect();
        order.sort_by_key(|&axis| std::cmp::Reverse(axes[axis].len()));
        order.into_iter().find_map(|axis| Self::along(code, axis))
    }

    fn along(code: &Code, axis: usize) -> Option<Self> {
        let (lo, hi) = (code.space.axes[axis].lo, code.space.axes[axis].hi);
        let length = hi.checked_sub(lo)?.checked_add(1)?;
        let period = |from| Along { code, axis, from }.period();
        let mut from = lo + length / PARTS;
        let own = period(from).filter(|&own| own <= length / LEAST_USES)?;
        while from > lo && period(lo + (from - lo) / 2) == Some(own) {
            from = lo + (from - lo) / 2;
        }
        let cells = u32::try_from(code.space.cells()).ok()?;
        let stride = u32::try_from(code.space.strides[axis]).ok()?;
        let block = stride.checked_mul(u32::try_from(length).ok()?)?;
        let mut walk = Walk::new(&code.space);
        let mut last = |cell: u32| {
            let Some(cap) = &code.space.cap else { return hi };
            let room = cap.room(walk.to(cell as usize));
            let more = room.checked_div_euclid(cap.weights[axis]);
            lo + more.unwrap_or(if room < 0 { -1 } else { length - 1 })
        };
        let first = (0..cells / block).flat_map(|i| i * block..i * block + stride);
        let first = first.map(|cell| (cell, last(cell))).collect();
        let (entries, backs) = (Vec::new(), Vec::new());
        let mut lists = Self { axis, from, period: own, first, entries, backs, longest: 0 };
        lists.list(code)?;
        Some(lists)
    }

    /// Lists the options of the positions of one period; `None` where some lead to cells that are
    /// filled later.
    fn list(&mut self, code: &Code) -> Option<()> {
        let mut worker = Worker::<u16>::new(&code.clauses);
        let (mut options, mut point) = (Options::default(), vec![0; code.space.axes.len()]);
        for n in self.from..self.from + self.period {
            for i in 0..self.first.len() {
                // Whoever fills the table another way then sees that work should end.
                worker.pause().ok()?;
                let (cell, last) = self.first[i];
                code.space.point(cell as usize, &mut point);
                point[self.axis] = n;
                let entry = match n <= last {
                    true => self.entry(code, &mut worker, &point, &mut options)?,
                    false => Entry::Nothing,
                };
                self.entries.push(entry);
            }
        }
        Some(())
    }

    /// What a position is; its list is added to the others.
    fn entry(
        &mut self,
        code: &Code,
        worker: &mut Worker<u16>,
        point: &[i64],
        options: &mut Options,
    ) -> Option<Entry> {
        if let Some(condition) = &code.condition
            && condition.value(point).ok()? == 0
        {
            return Some(Entry::Nothing);
        }
        for (condition, wins) in &code.endings {
            if condition.value(point).ok()? != 0 {
                return Some(Entry::End(*wins));
            }
        }
        worker.list(&code.clauses, point, MAX_OPTIONS, options).ok()?;
        let own = code.space.cell(point)?;
        let start = self.backs.len();
        for (_, option) in options.iter() {
            let cell = code.space.cell(option)?;
            let (there, here) = ((option[self.axis], cell), (point[self.axis], own));
            self.backs.push((there < here).then(|| (own as u32).wrapping_sub(cell as u32))?);
        }
        let length = self.backs.len() - start;
        let fits = length < MAX_OPTIONS && self.backs.len() <= MAX_ENTRIES;
        self.longest = self.longest.max(length as u32);
        fits.then_some(Entry::Options(start as u32, self.backs.len() as u32))
    }

    /// The cells before those for which the lists hold, in the order in which they are filled.
    pub(super) fn early(&self, code: &Code) -> impl Iterator<Item = usize> {
        let (lo, stride) = (code.space.axes[self.axis].lo, code.space.strides[self.axis]);
        (lo..self.from).flat_map(move |n| {
            let meant = self.first.iter().filter(move |(_, last)| n <= *last);
            meant.map(move |(cell, _)| *cell as usize + ((n - lo) * stride) as usize)
        })
    }

    /// Fills the cells for which the lists hold; those that have values keep them.
    pub(super) fn replay<T: Cell>(
        &self,
        code: &Code,
        cells: &mut [T],
        fold: Fold,
        pulse: Pulse<'_>,
        sink: &mut impl Sink<T>,
    ) -> Result<(), Halt> {
        let axis = &code.space.axes[self.axis];
        let (lo, stride) = (axis.lo, code.space.strides[self.axis] as u32);
        let mut reported = 0;
        for n in self.from..=axis.hi {
            self.row(n, (n - lo) as u32 * stride, cells, fold, sink)?;
            let done = (n - lo + 1) as usize * self.first.len();
            if done - reported >= STRIDE {
                reported = done;
                if patience::is_over() || !pulse(done as u64, cells.len() as u64) {
                    return Err(Halt::Interrupted);
                }
            }
        }
        Ok(())
    }

    /// Fills the cells of one value of the coordinate, which lie `row` cells behind the first ones.
    fn row<T: Cell>(
        &self,
        n: i64,
        row: u32,
        cells: &mut [T],
        fold: Fold,
        sink: &mut impl Sink<T>,
    ) -> Result<(), Halt> {
        let residue = ((n - self.from) % self.period) as usize;
        let entries = &self.entries[residue * self.first.len()..];
        for (&(first, last), entry) in self.first.iter().zip(entries) {
            let own = first + row;
            if n > last || cells[own as usize] != T::UNSET {
                continue;
            }
            let value = match *entry {
                Entry::Nothing => continue,
                Entry::End(wins) => fold.ended(wins),
                Entry::Options(start, end) => {
                    let backs = &self.backs[start as usize..end as usize];
                    sink.begin();
                    sink.take(backs.iter().map(|back| cells[own.wrapping_sub(*back) as usize]));
                    sink.finish(backs.is_empty()).ok_or(Halt::Fault(own as usize))?
                }
            };
            cells[own as usize] = T::store(value).ok_or(Halt::Overflow)?;
        }
        Ok(())
    }
}

/// A game from a value of one coordinate on.
struct Along<'c> {
    code: &'c Code,
    axis: usize,
    from: i64,
}

impl Along<'_> {
    /// A period of what positions are and which options they have; `None` where none is evident.
    fn period(&self) -> Option<i64> {
        let mut ranges: Vec<Interval> = self.code.space.axes.iter().map(|a| (a.lo, a.hi)).collect();
        ranges[self.axis].0 = self.from;
        let endings = self.code.endings.iter().map(|(condition, _)| condition);
        let conditions = endings.chain(&self.code.condition).map(|c| self.of(c, &ranges));
        let clauses = self.code.clauses.iter().map(|clause| self.of_clause(clause, &ranges));
        conditions.chain(clauses).try_fold(1, |all, own| lcm(all, own?))
    }

    fn of_clause(&self, clause: &ClauseCode, ranges: &[Interval]) -> Option<i64> {
        let mut ranges = ranges.to_vec();
        let mut all = 1;
        for range in &clause.ranges {
            let (own, span) = self.of_range(range, &ranges)?;
            all = lcm(all, own)?;
            ranges.push(span);
        }
        for guard in clause.guards.iter().flatten().chain(&clause.inner_guards) {
            all = lcm(all, self.of(guard, &ranges)?)?;
        }
        let [PartCode::Point(point)] = &clause.parts[..] else { return None };
        for (i, coordinate) in point.iter().enumerate() {
            let term = self.settled(coordinate, &ranges)?;
            let moved = i64::from(i == self.axis);
            let own = match term.linear_in(self.axis) {
                Some((factor, rest)) => (factor == moved).then(|| repeats(&rest, self.axis))?,
                None if moved == 0 => repeats(&term, self.axis),
                None => None,
            };
            all = lcm(all, own?)?;
        }
        Some(all)
    }

    /// A period of the quantifier's values, and their span.
    fn of_range(&self, range: &Range, ranges: &[Interval]) -> Option<(i64, Interval)> {
        match range {
            Range::Between(lo, hi) => {
                let (lo, hi) = (self.settled(lo, ranges)?, self.settled(hi, ranges)?);
                let (least, most) = (interval(&lo, ranges)?.0, interval(&hi, ranges)?.1);
                let period = lcm(repeats(&lo, self.axis)?, repeats(&hi, self.axis)?)?;
                Some((period, (least, most.max(least))))
            }
            Range::Values(values, limit) => {
                let span = (*values.first()?, *values.last()?);
                let Some(limit) = limit else { return Some((1, span)) };
                let limit = self.settled(limit, ranges)?;
                let is_free = interval(&limit, ranges)?.0 >= span.1;
                Some((if is_free { 1 } else { repeats(&limit, self.axis)? }, span))
            }
        }
    }

    fn of(&self, scalar: &Scalar, ranges: &[Interval]) -> Option<i64> {
        repeats(&self.settled(scalar, ranges)?, self.axis)
    }

    /// A term of the same value within the ranges, where it has one everywhere.
    fn settled(&self, scalar: &Scalar, ranges: &[Interval]) -> Option<Term> {
        let Scalar::Term(term) = scalar else { return None };
        let known: Vec<Option<Interval>> = ranges.iter().copied().map(Some).collect();
        // Lists of values are for terms that are evaluated often.
        let term = simplify(term.clone(), &known, usize::MAX);
        interval(&term, ranges).map(|_| term)
    }
}
