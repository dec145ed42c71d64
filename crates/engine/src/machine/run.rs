//! Fills a whole table in evaluation order, in parallel where the order allows it.

use super::cell::{Cell, Fault, MexSink, OutcomeSink, RemotenessSink, ShortMexSink, Sink, View};
use super::choices::Choices;
use super::code::{ClauseCode, Worker};
use super::few::FewOptions;
use super::lanes::LANES;
use super::scalar::Scalar;
use super::stationary::Stationary;
use crate::fold::Fold;
use crate::order::Order;
use crate::space::{Space, Walk};
use crate::threads::PerThread;
use kernels::Pulse;
use rayon::prelude::*;
use std::cell::LazyCell;
use std::ops::Range;
use std::sync::OnceLock;

/// A game compiled for one table.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) space: Space,
    pub(crate) clauses: Vec<ClauseCode>,
    /// The same moves by cases of the position, where that saves work.
    pub(crate) cases: Option<Vec<ClauseCode>>,
    /// All moves as choices, where they are.
    pub(crate) choices: Option<Choices>,
    /// The same as far as they are few, for a row of positions at once.
    pub(crate) few: Option<FewOptions>,
    /// All moves as lists, where the game is stationary; made by the first run.
    pub(crate) lists: OnceLock<Option<Stationary>>,
    /// Immediate ends: condition, and whether the player to move wins.
    pub(crate) endings: Vec<(Scalar, bool)>,
    /// Which cells are positions.
    pub(crate) condition: Option<Scalar>,
    /// Whether cells with the same coordinates in another order have the same value and do not
    /// depend on each other: then only those in rising order are computed.
    pub(crate) mirrored: bool,
    /// Whether sampled moves lead to cells before the position's: they may be computed as they are stored.
    pub(crate) falling: bool,
    /// Whether sampled moves raise a coordinate, by axis.
    pub(crate) rising: Vec<bool>,
}

/// Why a run ended before its last cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// An option of this cell could not be valued.
    Fault(usize),
    /// A value did not fit the cell type.
    Overflow,
    /// The user asked to stop.
    Interrupted,
}

impl Halt {
    /// The cell at fault of a run that ended at one.
    pub(crate) fn fault(run: &Result<(), Self>) -> Option<usize> {
        match run {
            Err(Self::Fault(cell)) => Some(*cell),
            _ => None,
        }
    }
}

/// Cells in an order in which every option comes before the position it belongs to. Cells between
/// two bounds do not depend on each other.
pub(super) struct Schedule {
    /// `None`: cells in storage order.
    pub(super) cells: Option<Vec<u32>>,
    pub(super) bounds: Vec<usize>,
}

/// A way through all cells of a table.
enum Pass<'c> {
    /// By options that are listed, all of one position like those of another.
    Lists(&'c Stationary),
    /// By options that are few, those of a row of positions at once.
    FewInRows(&'c FewOptions),
    /// By layers of rows, along which the coordinates from that one on change, in so many tables.
    Layers((usize, usize)),
    /// Along rows that are looked at ahead, along which the coordinates from that one on change.
    Rows(usize),
    /// One cell after another as they are stored.
    Stored,
    /// One cell after another by these keys.
    Lexicographic(&'c [(usize, bool)]),
    /// Level by level, by options that are few.
    FewInLevels(&'c FewOptions),
    /// Level by level.
    Levels,
}

/// A level is worth spreading over threads from this many cells on.
const PARALLEL: usize = 64;
/// With two coordinates, from this many options a position on, two threads are faster than one that
/// looks ahead.
const FEW_OPTIONS: f64 = 128.0;
/// How many cells pass between two calls of the progress hook.
pub(super) const STRIDE: usize = 1024;

/// Cell i of some (`None`: all of the box).
#[inline]
pub(super) fn nth(cells: Option<&[u32]>, i: usize) -> usize {
    cells.map_or(i, |cells| cells[i] as usize)
}

impl Code {
    /// The clauses that are run.
    pub(crate) fn moves(&self) -> &[ClauseCode] {
        self.cases.as_ref().unwrap_or(&self.clauses)
    }

    /// The cells that may be positions, in storage order; `None` where that may be all of them.
    pub(crate) fn candidates(&self) -> Option<Vec<u32>> {
        let kept = self.space.kept();
        match self.mirrored {
            true => Some(self.space.filtered(kept, <[i64]>::is_sorted)),
            false => kept,
        }
    }

    /// Stores the value of a cell, and of its mirror images.
    fn put<T: Cell>(&self, cells: &mut [T], cell: usize, value: T, point: &mut [i64]) {
        if self.mirrored {
            self.space.point(cell, point);
            self.space.mirrors(point, &mut |cell| cells[cell] = value);
        } else {
            cells[cell] = value;
        }
    }

    /// Whether no position has so many options that its value needs more than a [`ShortMexSink`].
    fn has_short_values(&self) -> bool {
        let is_short = |choices: &Choices| (choices.all.len() as u64) < ShortMexSink::VALUES.into();
        self.endings.is_empty() && self.choices.as_ref().is_some_and(is_short)
    }

    /// Runs one fold over the whole table. Cells that have values keep them; cells that were not
    /// reached hold [`Cell::UNSET`].
    pub(crate) fn run<T: Cell>(
        &self,
        cells: &mut Vec<T>,
        order: &Order,
        fold: Fold,
        pulse: Pulse<'_>,
    ) -> Result<(), Halt> {
        cells.resize(usize::try_from(self.space.cells()).unwrap_or(usize::MAX), T::UNSET);
        match fold {
            // Small values do not need wide cells.
            Fold::Mex if size_of::<T>() == 2 && self.has_short_values() => {
                self.run_with(cells, order, fold, pulse, ShortMexSink::default)
            }
            Fold::Mex => self.run_with(cells, order, fold, pulse, MexSink::<T>::new),
            Fold::Outcome { stuck } => {
                self.run_with(cells, order, fold, pulse, move || OutcomeSink::new(stuck))
            }
            Fold::Remoteness => self.run_with(cells, order, fold, pulse, RemotenessSink::new),
        }
    }

    /// One pass after another, until one fills the table. What a pass found before it came to an option
    /// without a value stays: a move may lead farther than any sampled one.
    fn run_with<T: Cell, S: Sink<T> + Send>(
        &self,
        cells: &mut [T],
        order: &Order,
        fold: Fold,
        pulse: Pulse<'_>,
        sink: impl Fn() -> S + Sync,
    ) -> Result<(), Halt> {
        // Few passes ask which cells may be positions.
        let candidates = LazyCell::new(|| self.candidates());
        let schedule = LazyCell::new(|| {
            Schedule::new(order, &self.space, candidates.as_ref().filter(|_| self.mirrored))
        });
        let mut state = Local::new(self, sink());
        let mut filled = Ok(());
        for pass in self.passes::<T>(order, fold) {
            filled = match pass {
                Pass::Lists(lists) => self.by_lists(lists, cells, fold, pulse, &mut state),
                Pass::FewInRows(few) => few.by_rows(&self.space, cells, fold, pulse),
                Pass::Layers(layers) => self.by_layers(layers, cells, fold, pulse, &sink),
                Pass::Rows(from) => self.by_rows(from, cells, fold, pulse, &mut state),
                Pass::Stored => {
                    let count = candidates.as_ref().map_or(cells.len(), Vec::len);
                    let all = (0..count).map(|i| nth(candidates.as_deref(), i));
                    self.in_turn(cells, (all, count), fold, pulse, &mut state)
                }
                Pass::Lexicographic(keys) => {
                    let all = (serial(keys, &self.space), cells.len());
                    self.in_turn(cells, all, fold, pulse, &mut state)
                }
                // It is none where it was cut short.
                _ if schedule.bounds.is_empty() && patience::is_over() => Err(Halt::Interrupted),
                Pass::FewInLevels(few) => few.by_levels(&self.space, cells, &schedule, fold, pulse),
                Pass::Levels => self.by_levels(cells, &schedule, fold, pulse, &mut state, &sink),
            };
            if !matches!(filled, Err(Halt::Fault(_))) {
                break;
            }
        }
        filled
    }

    /// The passes that may fill the table, the quickest first; the last one needs no more than the order.
    fn passes<'c, T: Cell>(
        &'c self,
        order: &'c Order,
        fold: Fold,
    ) -> impl Iterator<Item = Pass<'c>> {
        let lists = self.lists.get_or_init(|| Stationary::new(self)).as_ref();
        let few = self.few.as_ref().filter(|_| !self.mirrored && fold != Fold::Remoteness);
        let is_whole = !self.mirrored && self.space.cap.is_none();
        let rows = self.ahead().filter(|_| self.falling && is_whole);
        let layers = rows.and_then(|from| Some((from, self.tables::<T>(from)?)));
        let is_alone = self.falling && self.is_filled_alone();
        let last = match order {
            Order::Lexicographic(keys) if is_whole => [None, Some(Pass::Lexicographic(keys))],
            _ => [few.map(Pass::FewInLevels), Some(Pass::Levels)],
        };
        let first = [
            lists.map(Pass::Lists),
            few.map(Pass::FewInRows),
            layers.map(Pass::Layers),
            is_alone.then(|| rows.map_or(Pass::Stored, Pass::Rows)),
        ];
        first.into_iter().chain(last).flatten()
    }

    /// Fills a table whose options are listed, but for the first cells.
    fn by_lists<T: Cell, S: Sink<T>>(
        &self,
        lists: &Stationary,
        cells: &mut [T],
        fold: Fold,
        pulse: Pulse<'_>,
        state: &mut Local<'_, T, S>,
    ) -> Result<(), Halt> {
        self.in_turn(cells, (lists.early(self), cells.len()), fold, pulse, state)?;
        let is_short = |value: u32| value < ShortMexSink::VALUES;
        let early = |cell: usize| cells[cell] == T::UNSET || is_short(cells[cell].load());
        let is_short = fold == Fold::Mex && is_short(lists.longest) && lists.early(self).all(early);
        match is_short && size_of::<T>() == 2 {
            true => lists.replay(self, cells, fold, pulse, &mut ShortMexSink::default()),
            false => lists.replay(self, cells, fold, pulse, &mut state.sink),
        }
    }

    /// Fills the levels one after another, several threads each that is large enough.
    fn by_levels<T: Cell, S: Sink<T> + Send>(
        &self,
        cells: &mut [T],
        schedule: &Schedule,
        fold: Fold,
        pulse: Pulse<'_>,
        state: &mut Local<'_, T, S>,
        sink: impl Fn() -> S + Sync,
    ) -> Result<(), Halt> {
        let total = schedule.bounds.last().copied().unwrap_or(0);
        let (mut reported, mut point) = (0, vec![0; self.space.axes.len()]);
        let locals = PerThread::new(|| Local::new(self, sink()));
        for bounds in schedule.bounds.windows(2) {
            let level = bounds[0]..bounds[1];
            let at = |i: usize| nth(schedule.cells.as_deref(), i);
            if level.len() < PARALLEL || locals.len() == 1 {
                for i in level {
                    let value = state.value(self, cells, at(i), fold)?;
                    self.put(cells, at(i), value, &mut point);
                }
            } else {
                let values: Vec<Result<T, Halt>> = level
                    .clone()
                    .into_par_iter()
                    .with_min_len(PARALLEL / 4)
                    .map_init(|| locals.own(), |local, i| local.value(self, cells, at(i), fold))
                    .collect();
                for (i, value) in level.zip(values) {
                    self.put(cells, at(i), value?, &mut point);
                }
            }
            if bounds[1] - reported >= STRIDE {
                reported = bounds[1];
                if !pulse(reported as u64, total as u64) {
                    return Err(Halt::Interrupted);
                }
            }
        }
        Ok(())
    }

    /// The first of the coordinates that change along the rows that are looked at ahead, where that
    /// helps.
    pub(super) fn ahead(&self) -> Option<usize> {
        let is_plain = self.endings.is_empty() && self.condition.is_none();
        let mut ahead = self.moves().iter().filter_map(|clause| clause.ahead.as_ref());
        ahead.next().filter(|_| is_plain && self.choices.is_none()).map(|ahead| ahead.from)
    }

    /// Whether one thread fills the table as it is stored, if no move leads to a later cell.
    pub(crate) fn is_filled_alone(&self) -> bool {
        match rayon::current_num_threads() {
            1 => true,
            2 => !self.mirrored && self.space.cap.is_none() && self.is_faster_alone(),
            _ => false,
        }
    }

    /// Whether one thread that looks ahead at rows is faster than two that share the levels. With
    /// three coordinates the cells of a level lie so far apart that they take twice the work.
    fn is_faster_alone(&self) -> bool {
        let has_few_options = || self.options() < FEW_OPTIONS * self.space.cells() as f64;
        self.ahead().is_some() && (self.space.axes.len() > 2 || has_few_options())
    }

    /// All cells as they are stored, after a look ahead at each row, along which the coordinates from
    /// that one on change.
    fn by_rows<T: Cell, S: Sink<T>>(
        &self,
        from: usize,
        cells: &mut [T],
        fold: Fold,
        pulse: Pulse<'_>,
        state: &mut Local<'_, T, S>,
    ) -> Result<(), Halt> {
        let (mut reported, total) = (0, cells.len() as u64);
        for row in self.space.rows(from) {
            for start in row.clone().step_by(LANES) {
                let end = row.end.min(start + LANES);
                self.part_of_row(from, (row.start, start..end), cells, fold, state)?;
                if end >= reported + STRIDE {
                    reported = end;
                    if !pulse(end as u64, total) {
                        return Err(Halt::Interrupted);
                    }
                }
            }
        }
        Ok(())
    }

    /// At most [`LANES`] cells of the row that begins at `first`.
    pub(super) fn part_of_row<T: Cell, S: Sink<T>>(
        &self,
        from: usize,
        (first, part): (usize, Range<usize>),
        cells: &mut [T],
        fold: Fold,
        state: &mut Local<'_, T, S>,
    ) -> Result<(), Halt> {
        // What was found before an interruption is not found anew.
        if cells[part.clone()].iter().all(|cell| *cell != T::UNSET) {
            return Ok(());
        }
        let is_single = from + 1 == self.space.axes.len();
        self.space.point(part.start, &mut state.point);
        let span = (part.start - first, part.len());
        let is_known = state.worker.look_ahead(self.moves(), &self.space, &state.point, span);
        for (lane, cell) in part.enumerate() {
            cells[cell] = match is_known {
                true => state.value_in_row(self, cells, cell, lane, is_single, fold)?,
                false => state.value(self, cells, cell, fold)?,
            };
        }
        Ok(())
    }

    /// One cell after another.
    fn in_turn<T: Cell, S: Sink<T>>(
        &self,
        cells: &mut [T],
        (all, count): (impl Iterator<Item = usize>, usize),
        fold: Fold,
        pulse: Pulse<'_>,
        state: &mut Local<'_, T, S>,
    ) -> Result<(), Halt> {
        let mut point = vec![0; self.space.axes.len()];
        for (done, cell) in all.enumerate() {
            let value = state.value(self, cells, cell, fold)?;
            self.put(cells, cell, value, &mut point);
            if done % STRIDE == STRIDE - 1 && !pulse(done as u64 + 1, count as u64) {
                return Err(Halt::Interrupted);
            }
        }
        Ok(())
    }
}

/// What one thread needs.
pub(super) struct Local<'c, T, S> {
    worker: Worker<T>,
    sink: S,
    walk: Walk<'c>,
    point: Vec<i64>,
}

impl<'c, T: Cell, S: Sink<T>> Local<'c, T, S> {
    pub(super) fn new(code: &'c Code, sink: S) -> Self {
        let point = vec![0; code.space.axes.len()];
        Self { worker: Worker::new(code.moves()), sink, walk: Walk::new(&code.space), point }
    }

    fn value(&mut self, code: &Code, cells: &[T], cell: usize, fold: Fold) -> Result<T, Halt> {
        if cells[cell] != T::UNSET {
            return Ok(cells[cell]);
        }
        if self.worker.pause().is_err() {
            return Err(Halt::Interrupted);
        }
        let fault = Halt::Fault(cell);
        let point = self.walk.to(cell);
        if let Some(condition) = &code.condition
            && condition.value(point).map_err(|_| fault.clone())? == 0
        {
            return Ok(T::UNSET);
        }
        for (condition, wins) in &code.endings {
            if condition.value(point).map_err(|_| fault.clone())? != 0 {
                return T::store(fold.ended(*wins)).ok_or(Halt::Overflow);
            }
        }
        let view = View { space: &code.space, cells, own: cell as i64, none: none(fold)? };
        let value = match &code.choices {
            Some(choices) => choices.value(view, point, &mut self.sink),
            None => self.worker.value(code.moves(), view, point, &mut self.sink),
        };
        stored(value, fault)
    }

    /// The value of the position of that number of the row that was looked at.
    #[inline]
    fn value_in_row(
        &mut self,
        code: &Code,
        cells: &[T],
        cell: usize,
        lane: usize,
        is_single: bool,
        fold: Fold,
    ) -> Result<T, Halt> {
        if cells[cell] != T::UNSET {
            return Ok(cells[cell]);
        }
        let view = View { space: &code.space, cells, own: cell as i64, none: none(fold)? };
        let point = if is_single { None } else { Some(self.walk.to(cell)) };
        let value = self.worker.value_in_row(code.moves(), view, lane, point, &mut self.sink);
        stored(value, Halt::Fault(cell))
    }
}

/// The value of the empty sum.
#[inline]
fn none<T: Cell>(fold: Fold) -> Result<T, Halt> {
    let none = match fold {
        Fold::Outcome { stuck } => stuck,
        Fold::Mex | Fold::Remoteness => 0,
    };
    T::store(none).ok_or(Halt::Overflow)
}

/// A value as it is stored. Work that should end ends as a fault.
#[inline]
fn stored<T: Cell>(value: Result<u32, Fault>, fault: Halt) -> Result<T, Halt> {
    let halted = |_| if patience::is_over() { Halt::Interrupted } else { fault };
    T::store(value.map_err(halted)?).ok_or(Halt::Overflow)
}

/// All cells in lexicographic order of the axes as the keys rank and direct them.
fn serial(keys: &[(usize, bool)], space: &Space) -> impl Iterator<Item = usize> {
    let total = usize::try_from(space.cells()).unwrap_or(usize::MAX);
    let mut digits = vec![0i64; keys.len()];
    (0..total).map(move |_| {
        let mut cell = 0;
        for (&(axis, descending), &digit) in keys.iter().zip(&digits) {
            let last = space.axes[axis].hi - space.axes[axis].lo;
            cell += (if descending { last - digit } else { digit }) * space.strides[axis];
        }
        for (i, &(axis, _)) in keys.iter().enumerate().rev() {
            if digits[i] < space.axes[axis].hi - space.axes[axis].lo {
                digits[i] += 1;
                break;
            }
            digits[i] = 0;
        }
        cell as usize
    })
}

impl Schedule {
    fn new(order: &Order, space: &Space, candidates: Option<&Vec<u32>>) -> Self {
        let leading =
            |weights: &[i64]| weights.iter().enumerate().all(|(i, &w)| w == i64::from(i == 0));
        if let Order::Levels(weights) = order
            && leading(weights)
            && candidates.is_none()
            && space.cap.is_none()
        {
            let total = usize::try_from(space.cells()).unwrap_or(usize::MAX);
            let stride = space.strides[0] as usize;
            return Self {
                cells: None,
                bounds: (0..=total / stride).map(|r| r * stride).collect(),
            };
        }
        let (cells, bounds) = order.levels(space, candidates.map(Vec::as_slice));
        Self { cells: Some(cells), bounds }
    }
}
