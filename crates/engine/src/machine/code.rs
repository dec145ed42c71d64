//! A clause compiled for the machine, and the worker that runs it on one position.
//!
//! The innermost quantifier is taken in batches, all others one value at a time.

use super::ahead::{Ahead, Found, Row};
use super::batch::ValuesLeft;
use super::cell::{Cell, Fault, Sink, View};
use super::choices::Choices;
use super::gather::xor_block;
use super::guarded::Guarded;
use super::lanes::{LANES, LaneProgram, Registers};
use super::parts::{FastEnds, Line, PartCode, Range, line_ends};
use super::reach::{self, Reach};
use super::rows::{KnownRow, RowGuard, Rows};
use super::scalar::Scalar;
use super::ways::Ways;
use crate::space::Space;
use clauses::exact::numbers;
use clauses::term::Undefined;

/// A clause ready to run.
#[derive(Debug)]
pub(crate) struct ClauseCode {
    /// Guards by the number of quantifiers that must be fixed first, the innermost excluded.
    pub(crate) guards: Vec<Vec<Scalar>>,
    pub(crate) ranges: Vec<Range>,
    /// The ends of these, where some are computed faster than by their terms.
    pub(super) ends: Vec<Option<FastEnds>>,
    /// How far the innermost quantifier gets, where some of its guards say so.
    pub(super) reach: Option<Reach>,
    /// The few values that the innermost quantifier may have, where a guard says so.
    pub(super) guarded: Option<Guarded>,
    /// Guards that depend on the innermost quantifier.
    pub(crate) inner_guards: Vec<Scalar>,
    pub(crate) parts: Vec<PartCode>,
    /// All parts as lines, when they are.
    pub(crate) lines: Option<Vec<Line>>,
    /// Where it is a choice among constants: what each needs and does.
    pub(super) choices: Option<Choices>,
    /// Their cells, where it can be told before quantifiers have values that all are in the box.
    pub(super) ways: Option<Ways>,
    /// What it needs of a row of positions at once.
    pub(super) ahead: Option<Ahead>,
    /// The guards on the innermost quantifier that are kept as rows.
    pub(crate) rows: Vec<RowGuard>,
    /// The numbers of the others that the reach does not decide.
    pub(crate) open: Vec<usize>,
    /// The open guards as conditions that are asked for one after another; none where lanes cannot
    /// tell them.
    pub(crate) guard_lanes: Vec<LaneProgram>,
    /// The coordinates of all parts, where they are not lines.
    pub(crate) target_lanes: Option<LaneProgram>,
    pub(crate) when_stuck: bool,
    /// Number of slots before the first quantifier.
    pub(crate) dimensions: usize,
}

/// Per-thread storage.
#[derive(Debug)]
pub(crate) struct Worker<T> {
    pub(super) slots: Vec<i64>,
    pub(super) guards: Vec<Vec<Registers>>,
    pub(super) targets: Vec<Option<Registers>>,
    reaches: Vec<Option<reach::Known>>,
    ahead: Vec<Option<Row>>,
    /// The place of the position in the row that was looked at ahead, where one was.
    lane: Option<usize>,
    /// The clauses that may have options at some position of that row.
    active: Vec<usize>,
    /// The last coordinate of the first position of that row.
    row: i64,
    pub(super) rows: Vec<Vec<Rows>>,
    /// The batch: how many values of the innermost quantifier, the values, cells of a part, values
    /// of options.
    pub(super) count: usize,
    pub(super) batch: Box<[i32; LANES]>,
    pub(super) cells: Vec<i64>,
    pub(super) values: Vec<T>,
    /// Scratch: divisors, the rows of a batch, and the ends of its lines.
    divisors: Vec<i64>,
    pub(super) known: Vec<KnownRow>,
    pub(super) ends: Vec<(i64, i64)>,
    /// Whether no option of the clause at hand leaves the box.
    inside: bool,
    /// Whether the ends are of a way that is uneven.
    pub(super) uneven: bool,
    /// Whether some clause is only for who has no other move.
    has_stuck: bool,
    steps: patience::Steps,
}

impl<T: Cell> Worker<T> {
    pub(crate) fn new(clauses: &[ClauseCode]) -> Self {
        let slots = clauses.iter().map(|c| c.dimensions + c.ranges.len()).max().unwrap_or(0);
        let guards = |c: &ClauseCode| c.guard_lanes.iter().map(LaneProgram::registers).collect();
        let registers = |p: &Option<LaneProgram>| p.as_ref().map(LaneProgram::registers);
        Self {
            slots: vec![0; slots],
            guards: clauses.iter().map(guards).collect(),
            targets: clauses.iter().map(|c| registers(&c.target_lanes)).collect(),
            reaches: clauses.iter().map(|c| c.reach.as_ref().map(Reach::room)).collect(),
            ahead: clauses.iter().map(|_| None).collect(),
            lane: None,
            active: Vec::new(),
            row: 0,
            rows: clauses.iter().map(|c| c.rows.iter().map(Rows::new).collect()).collect(),
            count: 0,
            batch: Box::new([0; LANES]),
            cells: vec![0; LANES],
            values: vec![T::ZERO; LANES],
            divisors: Vec::new(),
            known: Vec::new(),
            ends: Vec::new(),
            inside: false,
            uneven: false,
            has_stuck: clauses.iter().any(|clause| clause.when_stuck),
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
        self.stand(point);
        self.value_here(clauses, view, sink)
    }

    /// The value of the position of that number of the row that was looked at, and its point, unless
    /// the last coordinate alone changes along the row.
    #[inline]
    pub(super) fn value_in_row(
        &mut self,
        clauses: &[ClauseCode],
        view: View<'_, T>,
        lane: usize,
        point: Option<&[i64]>,
        sink: &mut impl Sink<T>,
    ) -> Result<u32, Fault> {
        match point {
            Some(point) => self.stand(point),
            None => self.slots[view.space.axes.len() - 1] = self.row + lane as i64,
        }
        self.lane = Some(lane);
        if self.has_stuck {
            return self.value_here(clauses, view, sink);
        }
        sink.begin();
        let mut moved = false;
        for at in 0..self.active.len() {
            let index = self.active[at];
            let is_idle = self.ahead[index].as_ref().is_some_and(|row| row.is_idle_at(lane));
            if !is_idle && !sink.settled() {
                moved |= self.options(index, &clauses[index], view, sink)?;
            }
        }
        sink.finish(!moved).ok_or(Fault)
    }

    /// The value of the position that the worker stands at.
    fn value_here(
        &mut self,
        clauses: &[ClauseCode],
        view: View<'_, T>,
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
                    moved |= self.options(index, clause, view, sink)?;
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
        self.stand(point);
        for (index, clause) in clauses.iter().enumerate().filter(|(i, _)| !skip(*i)) {
            self.options(index, clause, view, sink)?;
        }
        Ok(())
    }

    /// Makes the point the position whose options are asked for.
    #[inline]
    fn stand(&mut self, point: &[i64]) {
        self.lane = None;
        // Without clauses there are no slots.
        self.slots.iter_mut().zip(point).for_each(|(slot, c)| *slot = *c);
    }

    /// The options of the position by a clause; whether there are any.
    fn options(
        &mut self,
        index: usize,
        clause: &ClauseCode,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        if let Some(choices) = &clause.choices {
            for guard in clause.guards[0].iter().filter(|_| choices.is_guarded) {
                if guard.value(&self.slots)? == 0 {
                    return Ok(false);
                }
            }
            return choices.take(view, &self.slots, sink);
        }
        if let (Some(lane), Some(row)) = (self.lane, &self.ahead[index]) {
            match row.at(lane, view.own) {
                Found::None => return Ok(false),
                // Single options are common, and a line takes longer to set out on.
                Found::Lines((lo, hi), (cell, _))
                    if lo == hi && clause.rows.is_empty() && clause.parts.len() == 1 =>
                {
                    self.pause()?;
                    sink.take(std::iter::once(view.cells[cell as usize]));
                    return Ok(true);
                }
                Found::Lines(span, line) if clause.parts.len() == 1 => {
                    if self.know_rows(index, clause, span) {
                        return self.along_line(index, span, line, view, sink);
                    }
                }
                Found::Lines(span, _) => {
                    row.ends(lane, view.own, &mut self.ends);
                    if self.know_rows(index, clause, span) {
                        return self.along_lines(index, span, view, sink);
                    }
                }
                Found::Open => {}
            }
        }
        self.inside = clause.ways.as_ref().is_some_and(|ways| ways.inside(&self.slots));
        self.quantify(index, clause, 0, view, sink)
    }

    /// Goes to a point and looks at positions from there on: `cells` says how many cells after the first
    /// of its row the point lies, and at how many positions to look. False where that cannot be done
    /// for every clause that looks ahead.
    pub(super) fn look_ahead(
        &mut self,
        clauses: &[ClauseCode],
        space: &Space,
        point: &[i64],
        cells: (usize, usize),
    ) -> bool {
        self.stand(point);
        self.row = point.last().copied().unwrap_or_default();
        self.active.clear();
        for (index, (clause, row)) in clauses.iter().zip(&mut self.ahead).enumerate() {
            if let Some(ahead) = &clause.ahead {
                let row = row.get_or_insert_with(|| ahead.room());
                if !ahead.look(point, space, cells, row) {
                    return false;
                }
                if row.is_idle {
                    continue;
                }
            }
            self.active.push(index);
        }
        true
    }

    /// First cell and step of the only line of a clause, where none of its options leaves the box.
    #[inline]
    pub(super) fn line_inside(&self, clause: &ClauseCode, lo: i64, own: i64) -> Option<(i64, i64)> {
        let ways = clause.ways.as_ref().filter(|_| self.inside)?;
        ways.line(&self.slots, own, lo)
    }

    /// Puts first cell and step of every line for these values of the innermost quantifier into the
    /// ends; false where there are no lines, or some leaves the box.
    #[inline]
    pub(super) fn find_ends(
        &mut self,
        clause: &ClauseCode,
        span: (i64, i64),
        view: View<'_, T>,
    ) -> Result<bool, Undefined> {
        self.uneven = false;
        if self.inside
            && let Some(ways) = &clause.ways
            && ways.at(&self.slots, view.own, span, &mut self.ends)
        {
            self.uneven = ways.uneven.is_some();
            return Ok(true);
        }
        let Some(lines) = &clause.lines else { return Ok(false) };
        line_ends(lines, &self.slots, span, view.space, &mut self.ends)
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
        let innermost = depth + 1 == clause.ranges.len();
        match range {
            Range::Between(lo, hi) => {
                let (lo, hi) = match &clause.ends[depth] {
                    Some(fast) => fast.of((lo, hi), &self.slots)?,
                    None => (lo.value(&self.slots)?, hi.value(&self.slots)?),
                };
                if !innermost {
                    return self.quantify_each(lo..=hi, index, clause, depth, view, sink);
                }
                let hi = match (&clause.reach, &mut self.reaches[index]) {
                    (Some(reach), Some(known)) => reach.last(hi, &mut self.slots, known)?,
                    _ => hi,
                };
                let mut divisors = std::mem::take(&mut self.divisors);
                let source = match &clause.guarded {
                    None => ValuesLeft::Range(lo, hi),
                    Some(Guarded::Digits(mask)) => {
                        ValuesLeft::Masked(mask.values((lo, hi), &self.slots)?)
                    }
                    Some(Guarded::Divisors(of)) => {
                        match of.values((lo, hi), &self.slots, &mut divisors)? {
                            Some(first) => ValuesLeft::Range(first, hi),
                            None => ValuesLeft::List(&divisors),
                        }
                    }
                };
                let moved = self.batches(index, clause, source, view, sink);
                self.divisors = divisors;
                moved
            }
            Range::Values(values, limit) => {
                let values = self.limited(values, limit.as_ref())?;
                if !innermost {
                    let values = values.iter().copied();
                    return self.quantify_each(values, index, clause, depth, view, sink);
                }
                self.batches(index, clause, ValuesLeft::List(values), view, sink)
            }
        }
    }

    /// The quantifiers after that of this depth, for each of its values.
    fn quantify_each(
        &mut self,
        values: impl Iterator<Item = i64>,
        index: usize,
        clause: &ClauseCode,
        depth: usize,
        view: View<'_, T>,
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let mut moved = false;
        for k in values {
            self.pause()?;
            self.slots[clause.dimensions + depth] = k;
            moved |= self.quantify(index, clause, depth + 1, view, sink)?;
            if sink.settled() {
                break;
            }
        }
        Ok(moved)
    }

    /// The values up to a limit, in increasing order.
    fn limited<'v>(&self, values: &'v [i64], limit: Option<&Scalar>) -> Result<&'v [i64], Fault> {
        let Some(limit) = limit else { return Ok(values) };
        let limit = limit.value(&self.slots)?;
        Ok(&values[..values.partition_point(|&value| value <= limit)])
    }

    /// Gives up work that should end.
    pub(super) fn pause(&mut self) -> Result<(), Fault> {
        if self.steps.is_over() { Err(Fault) } else { Ok(()) }
    }

    /// The single option given by the slots, if its guards hold.
    pub(super) fn one_by_one(
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
                PartCode::Each(list) => {
                    for number in numbers(list, &self.slots).map_err(|_| Fault)? {
                        let cell = view.space.cell(&[number]).ok_or(Fault)?;
                        if view.cells[cell] == T::UNSET {
                            return Err(Fault);
                        }
                        value ^= view.cells[cell];
                    }
                }
            }
        }
        sink.take(std::iter::once(value));
        Ok(true)
    }
}
