//! A clause compiled for the machine, and the worker that runs it on one position.
//!
//! The innermost quantifier is the batch. Its guards leave some of its values: rows of digits tell
//! those that few slots decide, a lane program the others. Of these values options are read along
//! a line where targets are linear in the quantifier, else where a lane program says; what a lane
//! program cannot hold is evaluated one option at a time, exactly.

use super::cell::{Cell, Sink};
use super::gather::{xor_block, xor_cells, xor_line};
use super::lanes::{LANES, LaneProgram, Registers};
use super::rows::{Known, RowGuard, Rows};
use crate::space::Space;
use crate::term::{Term, Undefined};
use expr::eval::Program;

/// A value computed from the slots: by a term, or exactly.
#[derive(Debug)]
pub(crate) enum Scalar {
    Term(Term),
    Exact(Box<Program>),
}

impl Scalar {
    pub(crate) fn value(&self, slots: &[i64]) -> Result<i64, Undefined> {
        match self {
            Self::Term(term) => term.value(slots),
            Self::Exact(program) => {
                let value = crate::exact::integer(program, slots).map_err(|_| Undefined)?;
                i64::try_from(value).map_err(|_| Undefined)
            }
        }
    }
}

/// The values of a quantifier.
#[derive(Debug)]
pub(crate) enum Range {
    /// Both ends included.
    Between(Scalar, Scalar),
    /// Members of a set in increasing order, up to a limit where there is one.
    Values(Vec<i64>, Option<Scalar>),
}

/// One component of an option.
#[derive(Debug)]
pub(crate) enum PartCode {
    Point(Vec<Scalar>),
    /// Every cell of a box; none where an axis runs backwards.
    Block(Vec<(Scalar, Scalar)>),
}

/// Cell of a part along the innermost quantifier `k`: `sum of (rest_i + coefficient_i * k)`.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) coordinates: Vec<(i64, Rest)>,
}

/// What of a coordinate does not depend on the innermost quantifier.
#[derive(Debug)]
pub(crate) enum Rest {
    /// The position's own coordinate.
    Own,
    /// A linear form: slots with their coefficients, and a constant.
    Linear(Vec<(usize, i64)>, i64),
    Term(Term),
}

impl Rest {
    /// Of the coordinate with that number and coefficient.
    pub(super) fn new(axis: usize, coefficient: i64, term: Term) -> Self {
        if coefficient == 0 && term == Term::Slot(axis) {
            return Self::Own;
        }
        let mut left = term.clone();
        let mut form = Vec::new();
        while let Some(slot) = left.last_slot() {
            let Some((coefficient, rest)) = left.linear_in(slot) else { return Self::Term(term) };
            form.push((slot, coefficient));
            left = rest;
        }
        match left.value(&[]) {
            Ok(constant) => Self::Linear(form, constant),
            Err(Undefined) => Self::Term(term),
        }
    }

    #[inline]
    fn value(&self, slots: &[i64], axis: usize) -> Result<i64, Undefined> {
        match self {
            Self::Own => Ok(slots[axis]),
            Self::Linear(form, constant) => {
                let mut sum = *constant;
                for &(slot, coefficient) in form {
                    let product = slots[slot].checked_mul(coefficient).ok_or(Undefined)?;
                    sum = sum.checked_add(product).ok_or(Undefined)?;
                }
                Ok(sum)
            }
            Self::Term(term) => term.value(slots),
        }
    }
}

/// Puts first cell and step of every line for the values `lo..=hi` of the innermost quantifier into
/// `ends`; false when some line leaves the box. Of one value there is no step.
///
/// # Errors
/// A coordinate has no value.
#[inline]
pub(crate) fn line_ends(
    lines: &[Line],
    slots: &[i64],
    (lo, hi): (i64, i64),
    space: &Space,
    ends: &mut Vec<(i64, i64)>,
) -> Result<bool, Undefined> {
    ends.clear();
    for line in lines {
        let (mut first, mut step) = (0, 0);
        for (i, (coefficient, rest)) in line.coordinates.iter().enumerate() {
            let (axis, stride) = (&space.axes[i], space.strides[i]);
            let own = rest.value(slots, i)?;
            if let Rest::Own = rest {
                first += (own - axis.lo) * stride;
                continue;
            }
            let rest = own;
            let at = |k: i64| coefficient.checked_mul(k).and_then(|c| c.checked_add(rest));
            let (Some(a), Some(b)) = (at(lo), at(hi)) else { return Ok(false) };
            if a.min(b) < axis.lo || a.max(b) > axis.hi {
                return Ok(false);
            }
            first += (a - axis.lo) * stride;
            if lo < hi {
                step += coefficient * stride;
            }
        }
        ends.push((first, step));
    }
    Ok(true)
}

/// A clause ready to run.
#[derive(Debug)]
pub(crate) struct ClauseCode {
    /// Guards by the number of quantifiers that must be fixed first, the innermost excluded.
    pub(crate) guards: Vec<Vec<Scalar>>,
    pub(crate) ranges: Vec<Range>,
    /// Guards that depend on the innermost quantifier.
    pub(crate) inner_guards: Vec<Scalar>,
    pub(crate) parts: Vec<PartCode>,
    /// All parts as lines, when they are.
    pub(crate) lines: Option<Vec<Line>>,
    /// The guards on the innermost quantifier that are kept as rows.
    pub(crate) rows: Vec<RowGuard>,
    /// The numbers of the others.
    pub(crate) open: Vec<usize>,
    /// The open guards as one condition, where there are any.
    pub(crate) guard_lanes: Option<LaneProgram>,
    /// The coordinates of all parts, where they are not lines.
    pub(crate) target_lanes: Option<LaneProgram>,
    pub(crate) when_stuck: bool,
    /// Number of slots before the first quantifier.
    pub(crate) dimensions: usize,
}

/// Values of the innermost quantifier that are left to take.
enum Source<'v> {
    Range(i64, i64),
    /// In increasing order.
    List(&'v [i64]),
}

impl Source<'_> {
    /// First and last of them.
    fn span(&self) -> Option<(i64, i64)> {
        match *self {
            Self::Range(lo, hi) => (lo <= hi).then_some((lo, hi)),
            Self::List(values) => Some((*values.first()?, *values.last()?)),
        }
    }

    /// Puts values at which the rows hold into a batch, as many as it has room for, and returns how
    /// many there are. All fit 32 bits.
    #[inline]
    fn take(&mut self, known: &[Known], rows: &[Rows], batch: &mut [i32; LANES]) -> usize {
        let holds = |k: i64| known.iter().fold(u64::MAX, |word, row| word & row.word(rows, k));
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
            Self::Range(lo, hi) if known.is_empty() => {
                for (value, k) in batch.iter_mut().zip(*lo..=*hi) {
                    *value = k as i32;
                    count += 1;
                }
                *lo += count as i64;
            }
            Self::Range(lo, hi) => {
                while *lo <= *hi && count + 64 <= LANES {
                    let length = (*hi - *lo + 1).min(64);
                    let mut word = holds(*lo) & (u64::MAX >> (64 - length));
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

/// An option could not be valued: outside the table, not valued yet, or undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault;

impl From<Undefined> for Fault {
    fn from(_: Undefined) -> Self {
        Self
    }
}

/// Read access to the table under construction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'t, T> {
    pub(crate) space: &'t Space,
    pub(crate) cells: &'t [T],
    /// Value of the empty sum.
    pub(crate) none: T,
}

/// Per-thread storage.
#[derive(Debug)]
pub(crate) struct Worker<T> {
    pub(super) slots: Vec<i64>,
    guards: Vec<Option<Registers>>,
    targets: Vec<Option<Registers>>,
    rows: Vec<Vec<Rows>>,
    /// The batch: how many values of the innermost quantifier, the values, cells of a part, values
    /// of options.
    count: usize,
    batch: Box<[i32; LANES]>,
    cells: Vec<i64>,
    values: Vec<T>,
    /// Scratch: the rows of a batch, and the ends of its lines.
    known: Vec<Known>,
    ends: Vec<(i64, i64)>,
    steps: patience::Steps,
}

impl<T: Cell> Worker<T> {
    pub(crate) fn new(clauses: &[ClauseCode]) -> Self {
        let slots = clauses.iter().map(|c| c.dimensions + c.ranges.len()).max().unwrap_or(0);
        let registers = |p: &Option<LaneProgram>| p.as_ref().map(LaneProgram::registers);
        Self {
            slots: vec![0; slots],
            guards: clauses.iter().map(|c| registers(&c.guard_lanes)).collect(),
            targets: clauses.iter().map(|c| registers(&c.target_lanes)).collect(),
            rows: clauses.iter().map(|c| c.rows.iter().map(Rows::new).collect()).collect(),
            count: 0,
            batch: Box::new([0; LANES]),
            cells: vec![0; LANES],
            values: vec![T::ZERO; LANES],
            known: Vec::new(),
            ends: Vec::new(),
            steps: patience::Steps::default(),
        }
    }

    /// The value of the position `point`, from the values of its options.
    pub(crate) fn value(
        &mut self,
        clauses: &[ClauseCode],
        view: View<'_, T>,
        point: &[i64],
        sink: &mut impl Sink<T>,
    ) -> Result<u32, Fault> {
        sink.begin();
        let mut moved = false;
        for only_when_stuck in [false, true] {
            if only_when_stuck && moved {
                break;
            }
            for (index, clause) in clauses.iter().enumerate() {
                if clause.when_stuck == only_when_stuck && !sink.settled() {
                    self.slots[..point.len()].copy_from_slice(point);
                    moved |= self.quantify(index, clause, 0, view, sink)?;
                }
            }
        }
        sink.finish(!moved).ok_or(Fault)
    }

    /// Takes the values of the options of all clauses but the skipped ones.
    pub(crate) fn mark_options(
        &mut self,
        clauses: &[ClauseCode],
        skip: impl Fn(usize) -> bool,
        view: View<'_, T>,
        point: &[i64],
        sink: &mut impl Sink<T>,
    ) -> Result<(), Fault> {
        sink.begin();
        for (index, clause) in clauses.iter().enumerate().filter(|(i, _)| !skip(*i)) {
            self.slots[..point.len()].copy_from_slice(point);
            self.quantify(index, clause, 0, view, sink)?;
        }
        Ok(())
    }

    /// Whether the guards that depend on the position alone hold.
    pub(crate) fn allows(&mut self, clause: &ClauseCode, point: &[i64]) -> bool {
        self.slots[..point.len()].copy_from_slice(point);
        clause.guards[0].iter().all(|g| matches!(g.value(&self.slots), Ok(v) if v != 0))
    }

    fn quantify(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        depth: usize,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        for guard in &clause.guards[depth] {
            if guard.value(&self.slots)? == 0 {
                return Ok(false);
            }
        }
        let Some(range) = clause.ranges.get(depth) else {
            return self.one_by_one(clause, view, sink);
        };
        let slot = clause.dimensions + depth;
        let innermost = depth + 1 == clause.ranges.len();
        let mut moved = false;
        match range {
            Range::Between(lo, hi) => {
                let (lo, hi) = (lo.value(&self.slots)?, hi.value(&self.slots)?);
                if innermost {
                    return self.batches(index, clause, Source::Range(lo, hi), view, sink);
                }
                for k in lo..=hi {
                    self.pause()?;
                    self.slots[slot] = k;
                    moved |= self.quantify(index, clause, depth + 1, view, sink)?;
                    if sink.settled() {
                        break;
                    }
                }
            }
            Range::Values(values, limit) => {
                let mut values = &values[..];
                if let Some(limit) = limit {
                    let limit = limit.value(&self.slots)?;
                    values = &values[..values.partition_point(|&v| v <= limit)];
                }
                if innermost {
                    return self.batches(index, clause, Source::List(values), view, sink);
                }
                for &k in values {
                    self.slots[slot] = k;
                    moved |= self.quantify(index, clause, depth + 1, view, sink)?;
                    if sink.settled() {
                        break;
                    }
                }
            }
        }
        Ok(moved)
    }

    /// Gives up work that should end.
    fn pause(&mut self) -> Result<(), Fault> {
        if self.steps.is_over() { Err(Fault) } else { Ok(()) }
    }

    /// The options for these values of the innermost quantifier.
    fn batches(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        mut source: Source<'_>,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let Some((lo, hi)) = source.span() else { return Ok(false) };
        if let (Some(lines), true, Source::Range(..)) =
            (&clause.lines, clause.inner_guards.is_empty(), &source)
            && line_ends(lines, &self.slots, (lo, hi), view.space, &mut self.ends)?
        {
            return self.along_lines(lo, hi, view, sink);
        }
        let guarded = clause.open.is_empty() || clause.guard_lanes.is_some();
        let aimed = clause.lines.is_some() || clause.target_lanes.is_some();
        let narrow = i32::try_from(lo).is_ok() && i32::try_from(hi).is_ok();
        if !(guarded && aimed && narrow && self.know_rows(index, clause, (lo, hi))) {
            return self.each(clause, source, view, sink);
        }
        if let (Some(program), Some(registers)) = (&clause.guard_lanes, &mut self.guards[index]) {
            program.prepare(&self.slots, registers)?;
        }
        if let (Some(program), Some(registers)) = (&clause.target_lanes, &mut self.targets[index]) {
            program.prepare(&self.slots, registers)?;
        }
        let mut moved = false;
        while source.span().is_some() && !sink.settled() {
            self.pause()?;
            self.count = source.take(&self.known, &self.rows[index], &mut self.batch);
            if let (Some(program), Some(registers)) = (&clause.guard_lanes, &mut self.guards[index])
            {
                let batch = &mut self.batch[..self.count];
                registers.fill(batch);
                program.run(registers, batch.len());
                self.count = program.retain(registers, 0, batch);
            }
            if self.count > 0 {
                moved = true;
                self.gather(index, clause, view)?;
                sink.take(&self.values[..self.count]);
            }
        }
        Ok(moved)
    }

    /// Makes the rows of the clause's guards known over the values; false where that cannot be.
    #[inline]
    fn know_rows(&mut self, index: usize, clause: &ClauseCode, span: (i64, i64)) -> bool {
        self.known.clear();
        for ((number, guard), rows) in clause.rows.iter().enumerate().zip(&mut self.rows[index]) {
            let scalar = &clause.inner_guards[guard.guard];
            match rows.know((number, guard), scalar, span, &mut self.slots) {
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
        let batch = &self.batch[..self.count];
        let values = &mut self.values[..self.count];
        if let Some(lines) = &clause.lines {
            let (first, last) = (batch[0], batch[batch.len() - 1]);
            let span = (i64::from(first), i64::from(last));
            if !line_ends(lines, &self.slots, span, view.space, &mut self.ends)? {
                return Err(Fault);
            }
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
            for (i, (axis, stride)) in
                view.space.axes.iter().zip(&view.space.strides).enumerate()
            {
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

    /// The options along lines whose ends are known.
    fn along_lines(
        &mut self,
        lo: i64,
        hi: i64,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        if let [(first, 1)] = self.ends[..] {
            let first = first as usize;
            sink.take(&view.cells[first..=first + (hi - lo) as usize]);
            return Ok(true);
        }
        let mut k = lo;
        while k <= hi && !sink.settled() {
            let count = ((hi - k + 1) as usize).min(LANES);
            let values = &mut self.values[..count];
            values.fill(if self.ends.is_empty() { view.none } else { T::ZERO });
            for &(first, step) in &self.ends {
                xor_line(values, view.cells, first + step * (k - lo), step)?;
            }
            sink.take(&self.values[..count]);
            k += count as i64;
        }
        Ok(true)
    }

    /// The options for these values of the innermost quantifier, one at a time.
    fn each(
        &mut self,
        clause: &ClauseCode,
        source: Source<'_>,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let slot = clause.dimensions + clause.ranges.len() - 1;
        let mut moved = false;
        let mut one = |k: i64| -> Result<bool, Fault> {
            self.pause()?;
            self.slots[slot] = k;
            moved |= self.one_by_one(clause, view, sink)?;
            Ok(!sink.settled())
        };
        match source {
            Source::Range(lo, hi) => {
                for k in lo..=hi {
                    if !one(k)? {
                        break;
                    }
                }
            }
            Source::List(values) => {
                for &k in values {
                    if !one(k)? {
                        break;
                    }
                }
            }
        }
        Ok(moved)
    }

    /// The single option given by the slots, if its guards hold.
    fn one_by_one(
        &mut self,
        clause: &ClauseCode,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        for guard in &clause.inner_guards {
            if guard.value(&self.slots)? == 0 {
                return Ok(false);
            }
        }
        let mut value = if clause.parts.is_empty() { view.none } else { T::ZERO };
        for part in &clause.parts {
            match part {
                PartCode::Point(coordinates) => {
                    let mut cell = 0;
                    for (coordinate, (axis, stride)) in
                        coordinates.iter().zip(view.space.axes.iter().zip(&view.space.strides))
                    {
                        let c = coordinate.value(&self.slots)?;
                        if c < axis.lo || c > axis.hi {
                            return Err(Fault);
                        }
                        cell += (c - axis.lo) * stride;
                    }
                    let cell = view.cells[cell as usize];
                    if cell == T::UNSET {
                        return Err(Fault);
                    }
                    value ^= cell;
                }
                PartCode::Block(ranges) => {
                    let mut corners = Vec::with_capacity(ranges.len());
                    for (first, last) in ranges {
                        corners.push((first.value(&self.slots)?, last.value(&self.slots)?));
                    }
                    xor_block(&mut value, view, &corners)?;
                }
            }
        }
        sink.take(&[value]);
        Ok(true)
    }
}
