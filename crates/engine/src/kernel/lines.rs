//! One piece moved any distance along fixed directions: Wythoff's game, Nim with two or three heaps, a
//! rook, a bishop; conditions may restrict where moves begin or end.

use super::linear::{Condition, Linear, rewrite};
use super::walk::walk;
use super::{Filling, WholeColumn, halt};
use crate::fold::Fold;
use crate::machine::code::ClauseCode;
use crate::machine::lanes::{LANES, LaneProgram};
use crate::machine::run::{Code, Halt};
use clauses::term::interval::{Interval, interval};
use clauses::term::{Op, Term};
use kernels::Pulse;
use kernels::lines::{Ask, Lines, Rights, fill};
use message::{Message, message};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Steps for a cell and direction (measured on Wythoff's game to 2000).
const STEPS: f64 = 8.0;
/// The sets of values may take this many bytes for every cell, or [`BYTES`] in all.
const BYTES_A_CELL: usize = 16;
const BYTES: usize = 1 << 26;

/// A clause that moves along one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Direction {
    /// Bit i: coordinate i falls.
    falling: u8,
    /// Where moves may begin.
    leave: Vec<Term>,
    /// Where they may end.
    enter: Vec<Term>,
}

/// A condition on the position a move leads to, from one on the position and the steps made.
fn at_target(linear: Linear, falling: u8, dimensions: usize) -> Option<Linear> {
    let falls = |i: usize| falling >> i & 1 == 1;
    let steps: i64 = (0..dimensions).filter(|&i| falls(i)).map(|i| linear.coefficients[i]).sum();
    let mut target = linear;
    target.coefficients[dimensions] = target.coefficients[dimensions].checked_add(steps)?;
    (target.coefficients[dimensions] == 0).then_some(target)
}

/// The clause as a direction: `x -> x - k d` for every k >= 1 that stays in the box, where the
/// guards hold.
fn direction(clause: &ClauseCode, box_of: &[Interval]) -> Option<Direction> {
    let dimensions = box_of.len();
    let walk = walk(clause).filter(|walk| walk.among.is_none())?;
    let bit = |(i, &falls): (usize, &bool)| u8::from(falls) << i;
    let falling: u8 = walk.falls.iter().enumerate().map(bit).sum();
    let (mut least, mut enter) = (None::<i64>, Vec::new());
    let mut inside = vec![false; dimensions];
    for condition in &walk.conditions {
        let target = |linear: Linear| at_target(linear, falling, dimensions);
        match condition {
            Condition::AtLeastZero(linear) if linear.single() == Some((dimensions, 1)) => {
                least = least.max(Some(-linear.constant));
            }
            Condition::AtLeastZero(linear) => {
                let at = target(*linear)?;
                if let Some((slot, 1)) = at.single() {
                    inside[slot] |= -at.constant >= box_of[slot].0;
                }
                enter.push(Term::op(Op::Le, Term::Const(0), at.term()));
            }
            Condition::Other(term) => enter.push(rewrite(term, &target)?),
        }
    }
    let stays = (0..dimensions).all(|i| !walk.falls[i] || inside[i]);
    if falling == 0 || !stays || least != Some(1) {
        return None;
    }
    let mut leave: Vec<Term> = walk.guards.into_iter().cloned().collect();
    // What holds everywhere is no condition.
    let doubtful = |t: &Term| interval(t, box_of).is_none_or(|(lo, hi)| lo <= 0 && 0 <= hi);
    leave.retain(doubtful);
    enter.retain(doubtful);
    Some(Direction { falling, leave, enter })
}

/// A game of lines on a box.
struct OnLines {
    lines: Lines,
    ask: Ask,
    conditions: Option<Conditions>,
}

/// The conditions of a game of lines, for whole rows.
struct Conditions {
    program: LaneProgram,
    /// Whether each result of the program is a condition; those that are not hold everywhere.
    bits: Vec<usize>,
    always: u16,
    /// The bits that say that a move may end at a cell.
    ends: u16,
    lows: Vec<i64>,
    /// A move ends where no position is, or a condition has no value: the machine says which.
    broken: AtomicBool,
}

/// Recognises a game of lines.
pub(super) fn recognise(code: &Code, fold: Fold) -> Option<Box<dyn WholeColumn>> {
    let ask = match fold {
        Fold::Mex => Ask::Mex,
        Fold::Outcome { stuck } => Ask::Outcome { stuck: u16::try_from(stuck).ok()? },
        Fold::Remoteness => return None,
    };
    let axes = &code.space.axes;
    if axes.is_empty() || axes.len() > 3 || !code.endings.is_empty() {
        return None;
    }
    let box_of: Vec<Interval> = axes.iter().map(|a| (a.lo, a.hi)).collect();
    let mut directions: Vec<Direction> = Vec::new();
    for clause in &code.clauses {
        let direction = direction(clause, &box_of)?;
        if !directions.contains(&direction) {
            directions.push(direction);
        }
    }
    if directions.is_empty() {
        return None;
    }
    let sides: Vec<usize> = axes.iter().map(|a| a.len()).collect();
    let numbers: Vec<u8> = directions.iter().map(|d| d.falling).collect();
    let mut lines = Lines::new(&sides, &numbers)?;
    let position = code.condition.iter().map(|c| c.term().cloned()).collect::<Option<Vec<_>>>()?;
    let plain = directions.iter().all(|d| d.leave.is_empty() && d.enter.is_empty());
    let conditions = match plain && position.is_empty() {
        true => None,
        false => Some(Conditions::compile(&position, &directions, &box_of)?),
    };
    if conditions.is_none() || is_symmetric(&position, &directions, &box_of) {
        lines = lines.halved();
    }
    let room = lines.cells().saturating_mul(BYTES_A_CELL).max(BYTES);
    (lines.bytes() <= room)
        .then(|| Box::new(OnLines { lines, ask, conditions }) as Box<dyn WholeColumn>)
}

/// Whether all conditions are the same with any two coordinates exchanged.
fn is_symmetric(position: &[Term], directions: &[Direction], box_of: &[Interval]) -> bool {
    let dimensions = box_of.len();
    (1..dimensions).all(|j| {
        let exchanged = |t: &Term| {
            let swap = |mut linear: Linear| {
                linear.coefficients.swap(j - 1, j);
                Some(linear)
            };
            rewrite(t, &swap).map(|t| ordered(&t))
        };
        let same = |t: &Term| rewrite(t, &Some).map(|t| ordered(&t));
        let all = |terms: &[Term], of: &dyn Fn(&Term) -> Option<Term>| {
            let mut all = terms.iter().map(|t| of(t).map(|t| format!("{t:?}"))).collect::<Vec<_>>();
            all.sort_unstable();
            all
        };
        let alike = |a: &[Term], b: &[Term]| {
            let (a, b) = (all(a, &exchanged), all(b, &same));
            a == b && !a.contains(&None)
        };
        let bits = |d: u8| {
            let (low, high) = (d >> (j - 1) & 1, d >> j & 1);
            d & !(3 << (j - 1)) | high << (j - 1) | low << j
        };
        box_of[j - 1] == box_of[j]
            && alike(position, position)
            && directions.iter().all(|d| {
                let mut other = directions.iter().filter(|o| o.falling == bits(d.falling));
                other.any(|o| alike(&d.leave, &o.leave) && alike(&d.enter, &o.enter))
            })
    })
}

/// The term with the operands of operations that allow it in a fixed order.
fn ordered(term: &Term) -> Term {
    use Op::{Add, And, BitAnd, BitOr, Eq, Max, Min, Mul, Ne, Or, Xor};
    match term.map(&mut |part| ordered(part)) {
        Term::Op(
            op @ (Add | Mul | Xor | BitAnd | BitOr | Min | Max | Eq | Ne | And | Or),
            a,
            b,
        ) if format!("{a:?}") > format!("{b:?}") => Term::op(op, *b, *a),
        other => other,
    }
}

impl Conditions {
    fn compile(position: &[Term], directions: &[Direction], box_of: &[Interval]) -> Option<Self> {
        let (mut terms, mut bits) = (Vec::new(), Vec::new());
        let mut add = |bit: usize, parts: &[Term]| {
            let all = parts.iter().cloned().reduce(|a, b| Term::op(Op::And, a, b));
            terms.extend(all.iter().cloned());
            bits.extend(all.map(|_| bit));
        };
        add(0, position);
        for (k, direction) in directions.iter().enumerate() {
            add(2 * k + 1, &direction.leave);
            add(2 * k + 2, &direction.enter);
        }
        let used: u16 = bits.iter().fold(0, |all, bit| all | 1 << bit);
        let program = LaneProgram::compile(&terms, box_of.len() - 1, box_of)?;
        let lows = box_of.iter().map(|&(lo, _)| lo).collect();
        let ends = (0..directions.len()).fold(0, |all, k| all | 4 << (2 * k));
        Some(Self { program, bits, always: !used, ends, lows, broken: AtomicBool::new(false) })
    }
}

impl Rights for Conditions {
    fn row(&self, row: &[usize], along: std::ops::Range<usize>, rights: &mut [u16]) {
        let mut registers = self.program.registers();
        let dimensions = self.lows.len();
        let leading = &row[row.len() + 1 - dimensions..];
        let mut slots: Vec<i64> =
            self.lows.iter().zip(leading).map(|(lo, &at)| lo + at as i64).collect();
        slots.push(0);
        rights.fill(self.always);
        if self.program.prepare(&slots, &mut registers).is_err() {
            self.broken.store(true, Relaxed);
            return;
        }
        let first = self.lows[dimensions - 1] + along.start as i64;
        for (chunk, first) in rights.chunks_mut(LANES).zip((first..).step_by(LANES)) {
            let Ok(first) = i32::try_from(first) else {
                self.broken.store(true, Relaxed);
                return;
            };
            registers.fill_range(first, chunk.len());
            self.program.run(&mut registers, chunk.len());
            for (index, &bit) in self.bits.iter().enumerate() {
                match self.program.lanes(&registers, index) {
                    Some(lanes) => {
                        let cells = chunk.iter_mut().zip(lanes);
                        cells.for_each(|(right, &holds)| *right |= u16::from(holds != 0) << bit);
                    }
                    None => {
                        let holds = self.program.result(&registers, index, 0) != 0;
                        chunk.iter_mut().for_each(|right| *right |= u16::from(holds) << bit);
                    }
                }
            }
            if chunk.iter().any(|r| r & 1 == 0 && r & self.ends != 0) {
                self.broken.store(true, Relaxed);
            }
        }
    }
}

impl WholeColumn for OnLines {
    fn words(&self) -> Message {
        let directions = self.lines.directions();
        let words = message!(
            "games of lines: the values on each of {directions} kinds of lines as sets, tiles in parallel"
        );
        match self.lines.is_halved() {
            true => message!("{words}, mirror images copied"),
            false => words,
        }
    }

    fn steps(&self, _code: &Code) -> f64 {
        STEPS * self.lines.cells() as f64 * self.lines.directions() as f64
    }

    fn is_whole(&self) -> bool {
        self.conditions.is_none()
    }

    fn is_mirrored(&self) -> bool {
        self.lines.is_halved()
    }

    fn narrow(&self, _code: &Code, pulse: Pulse<'_>) -> Option<Filling<u16>> {
        let rights = self.conditions.as_ref().map(|c| c as &dyn Rights);
        let (cells, result) = fill(&self.lines, self.ask, rights, pulse);
        let broken = self.conditions.as_ref().is_some_and(|c| c.broken.load(Relaxed));
        let halted: Option<Halt> = halt(result);
        (!broken).then_some((cells, halted))
    }
}
