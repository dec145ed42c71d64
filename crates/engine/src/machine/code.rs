//! A clause compiled for the machine, and the worker that runs it on one position.
//!
//! The innermost quantifier is the batch. Three ways to run a batch, fastest first: targets linear
//! in the quantifier read the table along a line; otherwise a lane program computes guard and
//! cells; what a lane program cannot hold is evaluated one option at a time, exactly.

use super::cell::{Cell, Sink};
use super::lanes::{LANES, LaneProgram, Registers};
use super::term::{Term, Undefined};
use crate::space::Space;
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
    pub(crate) coordinates: Vec<(i64, Term)>,
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
    /// Guard (result 0, when there is one) and, unless the parts are lines, their coordinates.
    pub(crate) lanes: Option<LaneProgram>,
    /// Guard, then all coordinates: for lines that leave the table where the guard is false.
    pub(crate) full_lanes: Option<LaneProgram>,
    pub(crate) when_stuck: bool,
    /// Number of slots before the first quantifier.
    pub(crate) dimensions: usize,
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
    slots: Vec<i64>,
    lanes: Vec<Option<Registers>>,
    full_lanes: Vec<Option<Registers>>,
    values: Vec<T>,
}

impl<T: Cell> Worker<T> {
    pub(crate) fn new(clauses: &[ClauseCode]) -> Self {
        let slots = clauses.iter().map(|c| c.dimensions + c.ranges.len()).max().unwrap_or(0);
        let registers = |p: &Option<LaneProgram>| p.as_ref().map(LaneProgram::registers);
        Self {
            slots: vec![0; slots],
            lanes: clauses.iter().map(|c| registers(&c.lanes)).collect(),
            full_lanes: clauses.iter().map(|c| registers(&c.full_lanes)).collect(),
            values: vec![T::ZERO; LANES],
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

    /// At least the number of options of the position, guards on the innermost quantifier
    /// aside, counting at most `cap` outer choices.
    pub(crate) fn count(&mut self, clauses: &[ClauseCode], point: &[i64], cap: usize) -> u64 {
        let mut total = 0u64;
        for clause in clauses {
            self.slots[..point.len()].copy_from_slice(point);
            let mut left = cap;
            total = total.saturating_add(self.count_from(clause, 0, &mut left));
        }
        total
    }

    fn count_from(&mut self, clause: &ClauseCode, depth: usize, left: &mut usize) -> u64 {
        let blocked = |guard: &Scalar| !matches!(guard.value(&self.slots), Ok(v) if v != 0);
        if *left == 0 || clause.guards.get(depth).is_some_and(|g| g.iter().any(blocked)) {
            return 0;
        }
        let (lo, hi) = match clause.ranges.get(depth) {
            None => return 1,
            Some(Range::Values(values, limit)) => {
                let limit = limit.as_ref().and_then(|l| l.value(&self.slots).ok());
                let count = values.partition_point(|&v| limit.is_none_or(|l| v <= l));
                (1, count as i64)
            }
            Some(Range::Between(lo, hi)) => match (lo.value(&self.slots), hi.value(&self.slots)) {
                (Ok(lo), Ok(hi)) => (lo, hi),
                _ => return 0,
            },
        };
        let length = u64::try_from(hi.saturating_sub(lo).saturating_add(1)).unwrap_or(0);
        if depth + 1 == clause.ranges.len() {
            return length;
        }
        let (mut total, mut tried) = (0u64, 0u64);
        for k in lo..=hi {
            if *left == 0 {
                break;
            }
            *left -= 1;
            tried += 1;
            self.slots[clause.dimensions + depth] = match &clause.ranges[depth] {
                Range::Values(values, _) => values[(k - 1) as usize],
                Range::Between(..) => k,
            };
            total = total.saturating_add(self.count_from(clause, depth + 1, left));
        }
        // What the cap cut off is taken to be like what was tried.
        if tried == 0 { 0 } else { total.saturating_mul(length) / tried }
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
                    return self.batches(index, clause, lo, hi, view, sink);
                }
                for k in lo..=hi {
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
                for &k in values {
                    self.slots[slot] = k;
                    moved |= if innermost {
                        self.one_by_one(clause, view, sink)?
                    } else {
                        self.quantify(index, clause, depth + 1, view, sink)?
                    };
                    if sink.settled() {
                        break;
                    }
                }
            }
        }
        Ok(moved)
    }

    /// The options for quantifier values `lo..=hi`.
    fn batches(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        lo: i64,
        hi: i64,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        if lo > hi {
            return Ok(false);
        }
        if let Some(lines) = &clause.lines
            && (clause.inner_guards.is_empty() || clause.lanes.is_some())
            && let Some(ends) = self.line_ends(lines, lo, hi, view.space)?
        {
            let moved = self.along_lines(index, clause, &ends, lo, hi, view, sink);
            // Behind a false guard a line may cross cells that have no value yet; lanes look only
            // where the guard is true. (Taking an option twice changes no value.)
            if moved.is_ok() || clause.inner_guards.is_empty() {
                return moved;
            }
        }
        if clause.full_lanes.is_some() && i32::try_from(lo).is_ok() && i32::try_from(hi).is_ok() {
            return self.by_lanes(index, clause, lo, hi, view, sink);
        }
        let slot = clause.dimensions + clause.ranges.len() - 1;
        let mut moved = false;
        for k in lo..=hi {
            self.slots[slot] = k;
            moved |= self.one_by_one(clause, view, sink)?;
            if sink.settled() {
                break;
            }
        }
        Ok(moved)
    }

    /// First cell and step of every part, `None` when some part leaves the table.
    fn line_ends(
        &self,
        lines: &[Line],
        lo: i64,
        hi: i64,
        space: &Space,
    ) -> Result<Option<Vec<(i64, i64)>>, Fault> {
        let mut ends = Vec::with_capacity(lines.len());
        for line in lines {
            let (mut first, mut step) = (0, 0);
            for ((coefficient, rest), (axis, stride)) in
                line.coordinates.iter().zip(space.axes.iter().zip(&space.strides))
            {
                let rest = rest.value(&self.slots)?;
                let at = |k: i64| coefficient.checked_mul(k).and_then(|c| c.checked_add(rest));
                let (Some(a), Some(b)) = (at(lo), at(hi)) else { return Ok(None) };
                if a.min(b) < axis.lo || a.max(b) > axis.hi {
                    return Ok(None);
                }
                first += (a - axis.lo) * stride;
                step += coefficient * stride;
            }
            ends.push((first, step));
        }
        Ok(Some(ends))
    }

    #[expect(clippy::too_many_arguments, reason = "the batch and where it goes")]
    fn along_lines(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        ends: &[(i64, i64)],
        lo: i64,
        hi: i64,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let guarded = !clause.inner_guards.is_empty();
        if let ([(first, 1)], false) = (ends, guarded) {
            let first = *first as usize;
            sink.take(&view.cells[first..=first + (hi - lo) as usize]);
            return Ok(true);
        }
        if let (true, Some(program)) = (guarded, &clause.lanes)
            && let Some(registers) = &mut self.lanes[index]
        {
            program.prepare(&self.slots, registers)?;
        }
        let mut moved = false;
        let mut k = lo;
        while k <= hi && !sink.settled() {
            let count = ((hi - k + 1) as usize).min(LANES);
            let values = &mut self.values[..count];
            values.fill(if ends.is_empty() { view.none } else { T::ZERO });
            for &(first, step) in ends {
                xor_line(values, view.cells, first + step * (k - lo), step)?;
            }
            if !guarded {
                moved = true;
            } else if let (Some(program), Some(registers)) =
                (&clause.lanes, &mut self.lanes[index])
            {
                registers.fill_range(i32::try_from(k).map_err(|_| Fault)?, count);
                program.run(registers, count);
                moved |= mask(values, program, registers);
            }
            sink.take(&self.values[..count]);
            k += count as i64;
        }
        Ok(moved)
    }

    fn by_lanes(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        lo: i64,
        hi: i64,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let (Some(program), Some(registers)) = (&clause.full_lanes, &mut self.full_lanes[index])
        else {
            return Err(Fault);
        };
        program.prepare(&self.slots, registers)?;
        let guards = usize::from(!clause.inner_guards.is_empty());
        let mut moved = false;
        let mut k = lo;
        while k <= hi && !sink.settled() {
            let count = ((hi - k + 1) as usize).min(LANES);
            registers.fill_range(k as i32, count);
            program.run(registers, count);
            let values = &mut self.values[..count];
            values.fill(if clause.parts.is_empty() { view.none } else { T::ZERO });
            if guards == 0 {
                moved = true;
            } else {
                moved |= mask(values, program, registers);
            }
            for (lane, value) in values.iter_mut().enumerate() {
                if *value == T::MASKED {
                    continue;
                }
                let mut result = guards;
                for _ in &clause.parts {
                    let mut cell = 0;
                    for (axis, stride) in view.space.axes.iter().zip(&view.space.strides) {
                        let c = i64::from(program.result(registers, result, lane));
                        if c < axis.lo || c > axis.hi {
                            return Err(Fault);
                        }
                        cell += (c - axis.lo) * stride;
                        result += 1;
                    }
                    let cell = view.cells[cell as usize];
                    if cell == T::UNSET {
                        return Err(Fault);
                    }
                    *value ^= cell;
                }
            }
            sink.take(values);
            k += count as i64;
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

/// Replaces the lanes whose guard is false; says whether any is left.
fn mask<T: Cell>(values: &mut [T], program: &LaneProgram, registers: &Registers) -> bool {
    if let Some(guard) = program.lanes(registers, 0) {
        let mut any = 0;
        for (value, &holds) in values.iter_mut().zip(guard) {
            any |= holds;
            *value = if holds != 0 { *value } else { T::MASKED };
        }
        any != 0
    } else {
        let holds = program.result(registers, 0, 0) != 0;
        if !holds {
            values.fill(T::MASKED);
        }
        holds
    }
}

/// Xors every cell of the box between the corners into `value`.
fn xor_block<T: Cell>(
    value: &mut T,
    view: View<'_, T>,
    corners: &[(i64, i64)],
) -> Result<(), Fault> {
    if corners.iter().any(|(first, last)| first > last) {
        return Ok(());
    }
    let mut point: Vec<i64> = corners.iter().map(|c| c.0).collect();
    loop {
        let cell = view.space.cell(&point).map_or(T::UNSET, |cell| view.cells[cell]);
        if cell == T::UNSET {
            return Err(Fault);
        }
        *value ^= cell;
        let Some(axis) = (0..point.len()).rev().find(|&i| point[i] < corners[i].1) else {
            return Ok(());
        };
        point[axis] += 1;
        for i in axis + 1..point.len() {
            point[i] = corners[i].0;
        }
    }
}

/// Xors the cells `first, first + step, ...` into `values`.
fn xor_line<T: Cell>(values: &mut [T], cells: &[T], first: i64, step: i64) -> Result<(), Fault> {
    let count = values.len();
    let mut unset = false;
    let mut put = |value: &mut T, cell: T| {
        unset |= cell == T::UNSET;
        *value ^= cell;
    };
    match step {
        1 => {
            let line = &cells[first as usize..first as usize + count];
            values.iter_mut().zip(line).for_each(|(v, &c)| put(v, c));
        }
        -1 => {
            let line = &cells[first as usize + 1 - count..=first as usize];
            values.iter_mut().zip(line.iter().rev()).for_each(|(v, &c)| put(v, c));
        }
        0 => {
            let cell = cells[first as usize];
            values.iter_mut().for_each(|v| put(v, cell));
        }
        _ => {
            let mut at = first;
            for value in values.iter_mut() {
                put(value, cells[at as usize]);
                at += step;
            }
        }
    }
    if unset { Err(Fault) } else { Ok(()) }
}
