//! Games whose positions have few options, each at a fixed distance in the order of storage: a run of
//! neighbouring positions is valued together, one choice after another.

use super::cell::Cell;
use super::code::ClauseCode;
use super::form::Form;
use super::lanes::{LANES, LaneProgram, Registers, SHORTEST_ROW, all};
use super::run::{Code, Halt, STRIDE};
use super::scalar::Scalar;
use crate::fold::Fold;
use crate::space::Space;
use crate::term::Term;
use crate::term::interval::Interval;
use kernels::Pulse;

/// A position has at most this many options, so that values are places of digits in one word.
const MAX_OPTIONS: usize = 31;

/// All choices of a game.
#[derive(Debug)]
pub(crate) struct FewOptions {
    /// The first of the coordinates that change along a row.
    from: usize,
    /// For each choice whether it is a move, along a row.
    conditions: LaneProgram,
    options: Vec<Target>,
}

/// Where a choice leads.
#[derive(Debug)]
struct Target {
    /// How far before the position's cell that of the option is.
    back: usize,
    /// Coordinates that may be outside the box, with the ends of their axes.
    rooms: Vec<(Form, Interval)>,
}

impl FewOptions {
    /// All clauses as choices; `None` where some have others, lead to cells behind their own, or ask
    /// for what lanes cannot tell.
    pub(super) fn new(clauses: &[ClauseCode], space: &Space) -> Option<Self> {
        let from = space.changing(SHORTEST_ROW)?;
        let ranges: Vec<Interval> = space.axes.iter().map(|axis| (axis.lo, axis.hi)).collect();
        let (mut conditions, mut options) = (Vec::new(), Vec::new());
        for clause in clauses {
            let choices = clause.choices.as_ref().filter(|_| !clause.when_stuck)?;
            let guards = clause.guards[0].iter().map(Scalar::term);
            let guards = guards.collect::<Option<Vec<&Term>>>()?;
            for choice in &choices.all {
                let choice = choice.by_forms()?;
                conditions.push(all(guards.iter().copied().chain(&choice.conditions), &ranges)?);
                let back = choice.cell.is_constant().then(|| -choice.cell.value(&[]))?;
                let back = usize::try_from(back).ok().filter(|&back| back > 0)?;
                // Only along one coordinate the ends tell whether linear forms stay in the box.
                if from + 1 < space.axes.len() && !choice.rooms.is_empty() {
                    return None;
                }
                options.push(Target { back, rooms: choice.rooms.clone() });
            }
        }
        let conditions = LaneProgram::compile(&conditions, from, &ranges)?;
        (options.len() <= MAX_OPTIONS).then_some(Self { from, conditions, options })
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
            registers: self.conditions.registers(),
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
        self.conditions.prepare(slots, registers).map_err(|_| fault.clone())?;
        registers.fill_row(space, self.from, *offset, count);
        self.conditions.run(registers, count);
        let seen = &mut seen[..count];
        seen.fill(0);
        // The choices that lead into the batch itself.
        let mut near: Vec<Near<'_>> = Vec::new();
        for (i, option) in self.options.iter().enumerate() {
            let holds = self.conditions.lanes(registers, i).map(|lanes| &lanes[..count]);
            let is_move = match holds {
                Some(holds) => holds.iter().any(|&h| h != 0),
                None => self.conditions.result(registers, i, 0) != 0,
            };
            if !is_move {
                continue;
            }
            if !option.is_inside(slots, count) {
                return Err(fault);
            }
            match start.checked_sub(option.back) {
                Some(from) if option.back >= count => {
                    let is_unset = match holds {
                        Some(holds) => mark(seen, &cells[from..from + count], holds),
                        None => mark_all(seen, &cells[from..from + count]),
                    };
                    if is_unset {
                        return Err(fault);
                    }
                }
                _ => near.push((option.back, holds)),
            }
        }
        in_turn(cells, start, (seen, &near), fold)
    }
}

/// How far back a choice leads, and of which positions it is a move (`None`: of all).
type Near<'h> = (usize, Option<&'h [i32]>);

/// Gives the positions from a cell on their values, one after another: `seen` has the values of their
/// options but those of the choices in `near`.
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
                let option = cells[(start + i).checked_sub(back).ok_or_else(fault)?];
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

impl Target {
    /// Whether no option of `count` positions from this one on leaves the box.
    fn is_inside(&self, slots: &mut [i64], count: usize) -> bool {
        let Some(last) = slots.len().checked_sub(1) else { return true };
        self.rooms.iter().all(|(form, (lo, hi))| {
            let first = form.value(slots);
            slots[last] += count as i64 - 1;
            let end = form.value(slots);
            slots[last] -= count as i64 - 1;
            *lo <= first.min(end) && first.max(end) <= *hi
        })
    }
}

/// The place of a value: none is as great as a word is long.
#[inline]
fn digit<T: Cell>(value: T) -> u32 {
    1 << (value.load() % u32::BITS)
}

/// Takes the options of choices that hold; whether one has no value.
fn mark<T: Cell>(seen: &mut [u32], options: &[T], holds: &[i32]) -> bool {
    let mut unset = false;
    for ((seen, &option), &holds) in seen.iter_mut().zip(options).zip(holds) {
        unset |= holds != 0 && option == T::UNSET;
        *seen |= if holds != 0 { digit(option) } else { 0 };
    }
    unset
}

/// The same for a choice that is a move of all.
fn mark_all<T: Cell>(seen: &mut [u32], options: &[T]) -> bool {
    let mut unset = false;
    for (seen, &option) in seen.iter_mut().zip(options) {
        unset |= option == T::UNSET;
        *seen |= digit(option);
    }
    unset
}
