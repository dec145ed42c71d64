//! Games whose positions have few options: what neighbouring positions need of them is computed for all
//! at once, and options at a fixed distance in the order of storage are read at once.

use super::cell::Cell;
use super::choices::Rest;
use super::code::ClauseCode;
use super::form::Form;
use super::lanes::{LANES, LaneProgram, Registers, SHORTEST_ROW, all, clamped, within};
use super::parts::PartCode;
use super::run::{Code, Halt, STRIDE};
use super::scalar::Scalar;
use crate::fold::Fold;
use crate::space::Space;
use crate::term::interval::{Interval, narrow};
use crate::term::{Op, Term};
use kernels::Pulse;

/// A position has at most this many options, so that values are places of digits in one word.
const MAX_OPTIONS: usize = 31;

/// All options of a game.
#[derive(Debug)]
pub(crate) struct FewOptions {
    /// The first of the coordinates that change along a row.
    from: usize,
    /// Along a row, for each option whether it is a move, and what [`Target`]s refer to.
    program: LaneProgram,
    options: Vec<Target>,
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
    Same(usize),
    /// For each position its own.
    Each(E),
}

/// An option of a position, as terms.
struct Move {
    /// Whether it is a move.
    condition: Term,
    /// Its cell from the position's own.
    change: Term,
    /// Whether it is in the box, where it is a move.
    inside: Term,
}

impl FewOptions {
    /// All options of all clauses, if they are few; `None` where some lead to cells behind their own, or
    /// ask for what lanes cannot tell.
    pub(super) fn new(clauses: &[ClauseCode], space: &Space) -> Option<Self> {
        let from = space.changing(SHORTEST_ROW)?;
        let ranges: Vec<Interval> = space.axes.iter().map(|axis| (axis.lo, axis.hi)).collect();
        let mut moves = Vec::new();
        for clause in clauses.iter() {
            let guards = clause.guards[0].iter().map(|guard| guard.term().cloned());
            let guards = guards.collect::<Option<Vec<Term>>>().filter(|_| !clause.when_stuck)?;
            match (&clause.choices, &clause.ranges[..], &clause.parts[..]) {
                (Some(choices), ..) => {
                    for choice in &choices.all {
                        moves.push(chosen(choice.by_forms()?, &guards, &ranges)?);
                    }
                }
                (None, [], [PartCode::Point(point)]) => {
                    moves.push(single(point, &guards, &ranges, space)?);
                }
                _ => return None,
            }
        }
        let mut results: Vec<Term> = moves.iter().map(|option| option.condition.clone()).collect();
        let mut place = |result: Term| {
            results.push(result);
            results.len() - 1
        };
        let mut options = Vec::new();
        for Move { change, inside, .. } in moves {
            let back = match change {
                Term::Const(change @ ..0) => {
                    Back::Same(usize::try_from(change.checked_neg()?).ok()?)
                }
                Term::Const(_) => return None,
                change => Back::Each(place(Term::op(Op::Sub, Term::Const(0), change))),
            };
            let inside = (inside != Term::Const(1)).then(|| place(inside));
            options.push(Target { back, inside });
        }
        let program = LaneProgram::compile(&results, from, &ranges)?;
        (options.len() <= MAX_OPTIONS).then_some(Self { from, program, options })
    }

    /// Fills the table. A fault says no more than that this way cannot go on.
    pub(super) fn fill<T: Cell>(
        &self,
        code: &Code,
        cells: &mut [T],
        fold: Fold,
        pulse: Pulse<'_>,
    ) -> Result<(), Halt> {
        let space = &code.space;
        let total = cells.len() as u64;
        let mut batch = Batch {
            registers: self.program.registers(),
            slots: vec![0; space.axes.len()],
            seen: [0; LANES],
            start: 0,
            offset: 0,
            count: 0,
        };
        let mut reported = 0;
        for row in space.rows(self.from) {
            // What was found before an interruption is not found anew.
            let known = cells[row.clone()].iter().take_while(|cell| **cell != T::UNSET).count();
            for start in (row.start + known..row.end).step_by(LANES) {
                (batch.start, batch.count) = (start, LANES.min(row.end - start));
                batch.offset = start - row.start;
                self.batch(&mut batch, space, cells, fold)?;
                let done = start + batch.count;
                if done >= reported + STRIDE {
                    reported = done;
                    if patience::is_over() || !pulse(done as u64, total) {
                        return Err(Halt::Interrupted);
                    }
                }
            }
        }
        Ok(())
    }

    fn batch<T: Cell>(
        &self,
        batch: &mut Batch,
        space: &Space,
        cells: &mut [T],
        fold: Fold,
    ) -> Result<(), Halt> {
        let Batch { registers, slots, seen, start, offset, count } = batch;
        let (start, count) = (*start, *count);
        let fault = Halt::Fault(start);
        space.point(start, slots);
        self.program.prepare(slots, registers).map_err(|_| fault.clone())?;
        registers.fill_row(space, self.from, *offset, count);
        self.program.run(registers, count);
        let seen = &mut seen[..count];
        seen.fill(0);
        // The options that lead into the batch itself, or may.
        let mut near: Vec<Near<'_>> = Vec::new();
        for (i, option) in self.options.iter().enumerate() {
            let lanes = |place| self.program.lanes(registers, place).map(|lanes| &lanes[..count]);
            let holds = lanes(i);
            let is_move = match holds {
                Some(holds) => holds.iter().any(|&h| h != 0),
                None => self.program.result(registers, i, 0) != 0,
            };
            if !is_move {
                continue;
            }
            if let Some(place) = option.inside {
                let is_inside = match (lanes(place), holds) {
                    (None, _) => self.program.result(registers, place, 0) != 0,
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
                    None => {
                        let back = self.program.result(registers, place, 0);
                        Back::Same(usize::try_from(back).map_err(|_| fault.clone())?)
                    }
                },
            };
            match back {
                Back::Same(back) if back >= count && back <= start => {
                    let options = &cells[start - back..][..count];
                    let is_unset = match holds {
                        Some(holds) => mark(seen, options, holds),
                        None => mark_all(seen, options),
                    };
                    if is_unset {
                        return Err(fault);
                    }
                }
                back => near.push((back, holds)),
            }
        }
        in_turn(cells, start, (seen, &near), fold)
    }
}

/// How far back an option is, and of which positions it is a move (`None`: of all).
type Near<'l> = (Back<&'l [i32]>, Option<&'l [i32]>);

/// A choice behind these guards.
fn chosen(choice: &Rest, guards: &[Term], ranges: &[Interval]) -> Option<Move> {
    let is_inside = |(form, axis): &(Form, Interval)| within(&form.term(), *axis, ranges);
    let rooms = choice.rooms.iter().map(is_inside).collect::<Option<Vec<_>>>()?.concat();
    Some(Move {
        condition: all(guards.iter().chain(&choice.conditions), ranges)?,
        change: choice.cell.term(),
        inside: all(rooms.iter(), ranges)?,
    })
}

/// The only option of a clause without quantifiers.
fn single(point: &[Scalar], guards: &[Term], ranges: &[Interval], space: &Space) -> Option<Move> {
    let mut narrowed = ranges.to_vec();
    guards.iter().for_each(|guard| narrow(guard, &mut narrowed));
    let (mut change, mut rooms) = (Term::Const(0), Vec::new());
    for (i, coordinate) in point.iter().enumerate() {
        let to = clamped(coordinate.term()?, &narrowed, ranges);
        if to == Term::Slot(i) {
            continue;
        }
        rooms.extend(within(&to, ranges[i], ranges)?);
        let by = Term::op(Op::Sub, to, Term::Slot(i));
        let by = Term::op(Op::Mul, by, Term::Const(space.strides[i]));
        change = Term::op(Op::Add, change, by);
    }
    let inside = all(rooms.iter(), ranges)?;
    Some(Move { condition: all(guards.iter(), ranges)?, change, inside })
}

/// Gives the positions from a cell on their values, one after another: `seen` has the values of their
/// options but those in `near`.
fn in_turn<T: Cell>(
    cells: &mut [T],
    start: usize,
    (seen, near): (&[u32], &[Near<'_>]),
    fold: Fold,
) -> Result<(), Halt> {
    let fault = || Halt::Fault(start);
    for (i, &seen) in seen.iter().enumerate() {
        let mut seen = seen;
        for &(back, holds) in near {
            if holds.is_none_or(|holds| holds[i] != 0) {
                let back = match back {
                    Back::Same(back) => back,
                    // Of a cell behind the position's it is negative, and then too great.
                    Back::Each(back) => back[i] as usize,
                };
                let own = start + i;
                let cell = own.checked_sub(back).filter(|&cell| cell < own).ok_or_else(fault)?;
                let option = cells[cell];
                if option == T::UNSET {
                    return Err(fault());
                }
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
        cells[start + i] = T::store(value).ok_or(Halt::Overflow)?;
    }
    Ok(())
}

/// Neighbouring positions of one row.
struct Batch {
    registers: Registers,
    /// The first of them.
    slots: Vec<i64>,
    /// For each the values of its options, as places of digits.
    seen: [u32; LANES],
    /// The cell of the first, how far it is from the beginning of the row, and how many there are.
    start: usize,
    offset: usize,
    count: usize,
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
