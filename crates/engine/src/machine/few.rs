//! Games whose positions have few options: what neighbouring positions need of them is computed for all
//! at once, and options at a fixed distance in the order of storage are read at once.

use super::cell::Cell;
use super::choices::Rest;
use super::code::ClauseCode;
use super::lanes::{LANES, LaneProgram, Registers, SHORTEST_ROW, all, clamped, within};
use super::parts::{PartCode, Range};
use super::run::{Halt, STRIDE, Schedule};
use super::scalar::Scalar;
use crate::fold::Fold;
use crate::space::Space;
use crate::term::form::Form;
use clauses::term::interval::{Interval, interval, narrow};
use clauses::term::{Op, Term};
use kernels::Pulse;

/// A position has at most this many options, so that values are places of digits in one word.
const MAX_OPTIONS: usize = 31;

/// All options of a game.
#[derive(Debug)]
pub(crate) struct FewOptions {
    options: Vec<Target>,
    /// What tells them along rows; `None` where some option is stored later than its position.
    rows: Option<RowProgram>,
    /// The same for any positions.
    listed: RowProgram,
}

/// Computes for each option whether it is a move, and what [`Target`]s refer to.
#[derive(Debug)]
struct RowProgram {
    /// The first of the coordinates that change in a batch.
    from: usize,
    program: LaneProgram,
}

/// The positions of a batch.
#[derive(Clone, Copy)]
enum Group<'s> {
    /// So many from the first on, which lies so far from the beginning of its row.
    Stored { first: usize, offset: usize, count: usize },
    /// Group that do not depend on each other.
    Listed(&'s [u32]),
}

impl Group<'_> {
    fn len(self) -> usize {
        match self {
            Self::Stored { count, .. } => count,
            Self::Listed(cells) => cells.len(),
        }
    }

    #[inline]
    fn cell(self, i: usize) -> usize {
        match self {
            Self::Stored { first, .. } => first + i,
            Self::Listed(cells) => cells[i] as usize,
        }
    }
}

/// Where an option is.
#[derive(Debug)]
struct Target {
    back: Back<usize>,
    /// The result that says whether it is in the box; `None` where it always is.
    inside: Option<usize>,
}

/// How far the cell of an option is before the position's.
#[derive(Clone, Copy, Debug)]
enum Back<E> {
    /// So far for all positions.
    Same(i64),
    /// For each position its own.
    Each(E),
}

/// An option of a position, as terms.
struct OptionTerms {
    /// Whether it is a move.
    condition: Term,
    /// Its cell from the position's own.
    change: Term,
    /// Whether it is in the box, where it is a move.
    inside: Term,
}

impl FewOptions {
    /// All options of all clauses, if they are few; `None` where some ask for what lanes cannot tell.
    pub(super) fn new(clauses: &[ClauseCode], space: &Space) -> Option<Self> {
        let from = space.changing(SHORTEST_ROW)?;
        let ranges: Vec<Interval> = space.axes.iter().map(|axis| (axis.lo, axis.hi)).collect();
        let mut moves = Vec::new();
        for clause in clauses.iter() {
            let guards = terms(&clause.guards[0]).filter(|_| !clause.when_stuck)?;
            match (&clause.choices, &clause.ranges[..], &clause.parts[..]) {
                (Some(choices), ..) => {
                    for choice in &choices.all {
                        moves.push(chosen(choice.by_forms()?, &guards, &ranges)?);
                    }
                }
                (None, [], [PartCode::Point(point)]) => {
                    moves.push(single(&terms(point)?, &guards, &ranges, space)?);
                }
                (None, [Range::Between(lo, hi)], [PartCode::Point(point)])
                    if clause.lines.is_none() || !clause.open.is_empty() =>
                {
                    let guards = [guards, terms(&clause.inner_guards)?].concat();
                    let (ends, point) = ((lo.term()?, hi.term()?), terms(point)?);
                    moves.extend(quantified(ends, &point, &guards, &ranges, space)?);
                }
                _ => return None,
            }
        }
        if moves.len() > MAX_OPTIONS {
            return None;
        }
        let mut results: Vec<Term> = moves.iter().map(|option| option.condition.clone()).collect();
        let mut place = |result: Term| {
            results.push(result);
            results.len() - 1
        };
        let mut options = Vec::new();
        for OptionTerms { change, inside, .. } in moves {
            let back = match change {
                Term::Const(change) => Back::Same(change.checked_neg()?),
                change => Back::Each(place(Term::op(Op::Sub, Term::Const(0), change))),
            };
            let inside = (inside != Term::Const(1)).then(|| place(inside));
            options.push(Target { back, inside });
        }
        let program = |from: usize| {
            Some(RowProgram { from, program: LaneProgram::compile(&results, from, &ranges)? })
        };
        let is_later = |option: &Target| matches!(option.back, Back::Same(..=0));
        let rows = if options.iter().any(is_later) { None } else { Some(program(from)?) };
        let listed = program(0)?;
        Some(Self { options, rows, listed })
    }

    /// Fills the table as it is stored. A fault says no more than that this way cannot go on.
    pub(super) fn by_rows<T: Cell>(
        &self,
        space: &Space,
        cells: &mut [T],
        fold: Fold,
        pulse: Pulse<'_>,
    ) -> Result<(), Halt> {
        let Some(program) = &self.rows else { return Err(Halt::Fault(0)) };
        let (mut batch, mut reported) = (Batch::new(&self.options, program, space), 0);
        let total = cells.len() as u64;
        for row in space.rows(program.from) {
            // What was found before an interruption is not found anew.
            let known = cells[row.clone()].iter().take_while(|cell| **cell != T::UNSET).count();
            for first in (row.start + known..row.end).step_by(LANES) {
                let count = LANES.min(row.end - first);
                batch.fill(
                    Group::Stored { first, offset: first - row.start, count },
                    cells,
                    fold,
                )?;
                report(first + count, &mut reported, total, pulse)?;
            }
        }
        Ok(())
    }

    /// Fills the table level by level.
    pub(super) fn by_levels<T: Cell>(
        &self,
        space: &Space,
        cells: &mut [T],
        schedule: &Schedule,
        fold: Fold,
        pulse: Pulse<'_>,
    ) -> Result<(), Halt> {
        let total = schedule.bounds.last().copied().unwrap_or(0);
        if total < schedule.bounds.len() * SHORTEST_ROW {
            return Err(Halt::Fault(0));
        }
        let (mut batch, mut reported) = (Batch::new(&self.options, &self.listed, space), 0);
        for level in schedule.bounds.windows(2) {
            for first in (level[0]..level[1]).step_by(LANES) {
                let end = level[1].min(first + LANES);
                let here = match &schedule.cells {
                    Some(cells) => Group::Listed(&cells[first..end]),
                    None => Group::Stored { first, offset: first, count: end - first },
                };
                // What was found before an interruption is not found anew.
                if (0..here.len()).any(|i| cells[here.cell(i)] == T::UNSET) {
                    batch.fill(here, cells, fold)?;
                }
                report(end, &mut reported, total as u64, pulse)?;
            }
        }
        Ok(())
    }
}

/// Says how many cells are done, from time to time.
fn report(done: usize, reported: &mut usize, total: u64, pulse: Pulse<'_>) -> Result<(), Halt> {
    if done >= *reported + STRIDE {
        *reported = done;
        if patience::is_over() || !pulse(done as u64, total) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}

/// Positions that are valued together.
struct Batch<'a> {
    options: &'a [Target],
    program: &'a RowProgram,
    space: &'a Space,
    registers: Registers,
    /// The first of them.
    point: Vec<i64>,
    /// For each the values of its options, as places of digits.
    seen: [u32; LANES],
}

impl<'a> Batch<'a> {
    fn new(options: &'a [Target], program: &'a RowProgram, space: &'a Space) -> Self {
        let registers = program.program.registers();
        let point = vec![0; space.axes.len()];
        Self { options, program, space, registers, point, seen: [0; LANES] }
    }

    /// Gives these positions their values.
    fn fill<T: Cell>(&mut self, here: Group<'_>, cells: &mut [T], fold: Fold) -> Result<(), Halt> {
        let Self { options, program: RowProgram { from, program }, space, registers, point, seen } =
            self;
        let (count, fault) = (here.len(), Halt::Fault(here.cell(0)));
        space.point(here.cell(0), point);
        program.prepare(point, registers).map_err(|_| fault.clone())?;
        match here {
            Group::Stored { offset, .. } => registers.fill_row(space, *from, offset, count),
            Group::Listed(cells) => registers.fill_cells(space, cells),
        }
        program.run(registers, count);
        let seen = &mut seen[..count];
        seen.fill(0);
        // The options that lead into the batch itself, or may.
        let mut near: Vec<Near<'_>> = Vec::new();
        for (i, option) in options.iter().enumerate() {
            let lanes = |place| program.lanes(registers, place).map(|lanes| &lanes[..count]);
            let holds = lanes(i);
            let is_move = match holds {
                Some(holds) => holds.iter().any(|&h| h != 0),
                None => program.result(registers, i, 0) != 0,
            };
            if !is_move {
                continue;
            }
            if let Some(place) = option.inside {
                let is_inside = match (lanes(place), holds) {
                    (None, _) => program.result(registers, place, 0) != 0,
                    (Some(inside), None) => inside.iter().all(|&i| i != 0),
                    (Some(inside), Some(holds)) => is_implied(inside, holds),
                };
                if !is_inside {
                    return Err(fault);
                }
            }
            let back = match option.back {
                Back::Same(back) => Back::Same(back),
                Back::Each(place) => match lanes(place) {
                    Some(lanes) => Back::Each(lanes),
                    None => Back::Same(program.result(registers, place, 0).into()),
                },
            };
            match (here, back) {
                (Group::Stored { first, .. }, Back::Same(back))
                    if count as i64 <= back && back <= first as i64 =>
                {
                    let options = &cells[first - back as usize..][..count];
                    let is_unset = match holds {
                        Some(holds) => mark(seen, options, holds),
                        None => mark_all(seen, options),
                    };
                    if is_unset {
                        return Err(fault);
                    }
                }
                _ => near.push((back, holds)),
            }
        }
        in_turn(cells, here, seen, &near, fold)
    }
}

/// How far back an option is, and of which positions it is a move (`None`: of all).
type Near<'l> = (Back<&'l [i32]>, Option<&'l [i32]>);

/// A choice behind these guards.
fn chosen(choice: &Rest, guards: &[Term], ranges: &[Interval]) -> Option<OptionTerms> {
    let is_inside = |(form, axis): &(Form, Interval)| within(&form.term(), *axis, ranges);
    let rooms = choice.rooms.iter().map(is_inside).collect::<Option<Vec<_>>>()?.concat();
    Some(OptionTerms {
        condition: all(guards.iter().chain(&choice.conditions), ranges)?,
        change: choice.cell.term(),
        inside: all(rooms.iter(), ranges)?,
    })
}

/// Values computed from the slots as terms, where all are.
fn terms(scalars: &[Scalar]) -> Option<Vec<Term>> {
    scalars.iter().map(|scalar| scalar.term().cloned()).collect()
}

/// The option of a clause without quantifiers, or of one value of its quantifier.
fn single(
    point: &[Term],
    guards: &[Term],
    ranges: &[Interval],
    space: &Space,
) -> Option<OptionTerms> {
    let mut narrowed = ranges.to_vec();
    guards.iter().for_each(|guard| narrow(guard, &mut narrowed));
    let (mut change, mut rooms) = (Term::Const(0), Vec::new());
    for (i, coordinate) in point.iter().enumerate() {
        let to = clamped(coordinate, &narrowed, ranges);
        if to == Term::Slot(i) {
            continue;
        }
        rooms.extend(within(&to, ranges[i], ranges)?);
        let by = Term::op(Op::Sub, to, Term::Slot(i));
        let by = Term::op(Op::Mul, by, Term::Const(space.strides[i]));
        change = Term::op(Op::Add, change, by);
    }
    let inside = all(rooms.iter(), ranges)?;
    Some(OptionTerms { condition: all(guards.iter(), ranges)?, change, inside })
}

/// The options of a clause for each value of its quantifier, which has few values in all.
fn quantified(
    (lo, hi): (&Term, &Term),
    point: &[Term],
    guards: &[Term],
    ranges: &[Interval],
    space: &Space,
) -> Option<Vec<OptionTerms>> {
    let (first, last) = (interval(lo, ranges)?.0, interval(hi, ranges)?.1);
    if last.checked_sub(first)? >= MAX_OPTIONS as i64 {
        return None;
    }
    let option = |k: i64| {
        let k = Term::Const(k);
        let fixed = |term: &Term| term.with(space.axes.len(), &k);
        let ends = [(lo, &k), (&k, hi)].map(|(a, b)| Term::op(Op::Le, a.clone(), b.clone()));
        let point: Vec<Term> = point.iter().map(fixed).collect();
        let guards: Vec<Term> = ends.into_iter().chain(guards.iter().map(fixed)).collect();
        single(&point, &guards, ranges, space)
    };
    (first..=last).map(option).collect()
}

/// Gives positions their values, one after another: `seen` has the values of their
/// options but those in `near`.
fn in_turn<T: Cell>(
    cells: &mut [T],
    here: Group<'_>,
    seen: &[u32],
    near: &[Near<'_>],
    fold: Fold,
) -> Result<(), Halt> {
    for (i, &seen) in seen.iter().enumerate() {
        let (own, mut seen) = (here.cell(i), seen);
        let fault = || Halt::Fault(own);
        for &(back, holds) in near {
            if holds.is_none_or(|holds| holds[i] != 0) {
                let back = match back {
                    Back::Same(back) => back,
                    Back::Each(back) => back[i].into(),
                };
                let option = cells.get((own as i64 - back) as usize).copied();
                let option = option.filter(|option| *option != T::UNSET).ok_or_else(fault)?;
                seen |= digit(option);
            }
        }
        let value = match fold {
            Fold::Outcome { stuck } if seen == 0 => stuck,
            Fold::Outcome { .. } => seen & 1,
            Fold::Mex => seen.trailing_ones(),
            // Its values are no places of digits.
            Fold::Remoteness => return Err(fault()),
        };
        cells[own] = T::store(value).ok_or(Halt::Overflow)?;
    }
    Ok(())
}

/// Whether one condition holds wherever the other does.
fn is_implied(condition: &[i32], by: &[i32]) -> bool {
    condition.iter().zip(by).fold(true, |all, (&holds, &by)| all & (by == 0 || holds != 0))
}

/// The place of a value: none is as great as a word is long.
#[inline]
fn digit<T: Cell>(value: T) -> u32 {
    1 << (value.load() % u32::BITS)
}

/// Takes the options of positions of which they are moves; whether one has no value.
fn mark<T: Cell>(seen: &mut [u32], options: &[T], holds: &[i32]) -> bool {
    let mut unset = false;
    for ((seen, &option), &holds) in seen.iter_mut().zip(options).zip(holds) {
        unset |= holds != 0 && option == T::UNSET;
        *seen |= if holds != 0 { digit(option) } else { 0 };
    }
    unset
}

/// The same for an option that is a move of all.
fn mark_all<T: Cell>(seen: &mut [u32], options: &[T]) -> bool {
    let mut unset = false;
    for (seen, &option) in seen.iter_mut().zip(options) {
        unset |= option == T::UNSET;
        *seen |= digit(option);
    }
    unset
}
