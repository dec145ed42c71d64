//! A clause compiled for the machine, and the worker that runs it on one position.
//!
//! The innermost quantifier is the batch. Three ways to run a batch, fastest first: targets linear
//! in the quantifier read the table along a line; otherwise a lane program computes guard and
//! cells; what a lane program cannot hold is evaluated one option at a time, exactly.

use super::cell::{Cell, Sink};
use super::gather::{mask, xor_block, xor_line};
use super::lanes::{LANES, LaneProgram, Registers};
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
    pub(crate) coordinates: Vec<(i64, Term)>,
}

/// First cell and step of every line for the values `lo..=hi` of the innermost quantifier, `None`
/// when some line leaves the box. Of one value there is no step.
///
/// # Errors
/// A coordinate has no value.
pub(crate) fn line_ends(
    lines: &[Line],
    slots: &[i64],
    (lo, hi): (i64, i64),
    space: &Space,
) -> Result<Option<Vec<(i64, i64)>>, Undefined> {
    let mut ends = Vec::with_capacity(lines.len());
    for line in lines {
        let (mut first, mut step) = (0, 0);
        for ((coefficient, rest), (axis, stride)) in
            line.coordinates.iter().zip(space.axes.iter().zip(&space.strides))
        {
            let rest = rest.value(slots)?;
            let at = |k: i64| coefficient.checked_mul(k).and_then(|c| c.checked_add(rest));
            let (Some(a), Some(b)) = (at(lo), at(hi)) else { return Ok(None) };
            if a.min(b) < axis.lo || a.max(b) > axis.hi {
                return Ok(None);
            }
            first += (a - axis.lo) * stride;
            if lo < hi {
                step += coefficient * stride;
            }
        }
        ends.push((first, step));
    }
    Ok(Some(ends))
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
    pub(super) slots: Vec<i64>,
    lanes: Vec<Option<Registers>>,
    full_lanes: Vec<Option<Registers>>,
    values: Vec<T>,
    steps: patience::Steps,
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
                    return self.batches(index, clause, lo, hi, view, sink);
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

    /// Gives up work that should end.
    fn pause(&mut self) -> Result<(), Fault> {
        if self.steps.is_over() { Err(Fault) } else { Ok(()) }
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
            && let Some(ends) = line_ends(lines, &self.slots, (lo, hi), view.space)?
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
            self.pause()?;
            self.slots[slot] = k;
            moved |= self.one_by_one(clause, view, sink)?;
            if sink.settled() {
                break;
            }
        }
        Ok(moved)
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
            } else if let (Some(program), Some(registers)) = (&clause.lanes, &mut self.lanes[index])
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
            if self.steps.is_over() {
                return Err(Fault);
            }
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
