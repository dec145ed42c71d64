//! What clauses need of positions, computed for a row of neighbouring positions at once: whether the
//! guards on the position hold, the ends of the quantifier's range, and where its options lie.

use super::lanes::{LANES, LaneProgram, Registers, SHORTEST_ROW, all, clamped, is_costly, within};
use super::parts::Range;
use super::scalar::Scalar;
use crate::space::Space;
use clauses::term::interval::Interval;
use clauses::term::{Op, Term};
use std::iter::once;

/// What a clause with at most one quantifier needs of a position, as programs along rows.
#[derive(Debug)]
pub(crate) struct Ahead {
    /// The first of the coordinates that change along a row.
    pub(super) from: usize,
    program: LaneProgram,
    /// Whether guards hold that take long, asked only where all others do.
    costly: Option<LaneProgram>,
    parts: usize,
}

/// The places of results in the program, behind whether the guards hold.
const HOLDS: usize = 1;
const FIRST: usize = 2;
const LAST: usize = 3;
const INSIDE: usize = 4;
const PARTS: usize = 5;

impl Ahead {
    /// For a clause with these guards on the position, this range of its quantifier if it has one, and
    /// these points along it. `ranges` are those of the coordinates where the guards hold.
    pub(super) fn new(
        guards: &[Scalar],
        range: &[Range],
        points: &[Vec<Term>],
        ranges: &[Interval],
        space: &Space,
    ) -> Option<Self> {
        let (quantifier, from) = (space.axes.len(), space.changing(SHORTEST_ROW)?);
        let whole: Vec<Interval> = space.axes.iter().map(|axis| (axis.lo, axis.hi)).collect();
        let one = Term::Const(1);
        let (lo, hi) = match range {
            [] => (&one, &one),
            [Range::Between(Scalar::Term(lo), Scalar::Term(hi))] => (lo, hi),
            _ => return None,
        };
        let guards = guards.iter().map(Scalar::term).collect::<Option<Vec<_>>>()?;
        let (costly, guards): (Vec<_>, Vec<_>) =
            guards.into_iter().partition(|guard| is_costly(guard, from));
        // Other positions get some value, so that none is without one.
        let clamped = |term: &Term| clamped(term, &ranges[..quantifier], &whole);
        let (lo, hi) = (clamped(lo), clamped(hi));
        let is_range = Term::op(Op::Le, lo.clone(), hi.clone());
        let allows = all(guards.iter().copied(), &whole)?;
        let holds = all(guards.into_iter().chain(once(&is_range)), &whole)?;
        let (mut inside, mut lines) = (Vec::new(), Vec::new());
        for point in points {
            let (mut cell, mut step) = (Term::Const(0), Term::Const(0));
            for (i, term) in point.iter().enumerate() {
                let (slope, rest) = term.slope_in(quantifier)?;
                if (&slope, &rest) == (&Term::Const(0), &Term::Slot(i)) {
                    continue;
                }
                let (slope, rest) = (clamped(&slope), clamped(&rest));
                let at = |end: &Term| {
                    Term::op(Op::Add, Term::op(Op::Mul, end.clone(), slope.clone()), rest.clone())
                };
                let (first, stride) = (at(&lo), Term::Const(space.strides[i]));
                for end in [&first, &at(&hi)] {
                    inside.extend(within(end, whole[i], &whole)?);
                }
                let change = Term::op(Op::Sub, first, Term::Slot(i));
                cell = Term::op(Op::Add, cell, Term::op(Op::Mul, change, stride.clone()));
                step = Term::op(Op::Add, step, Term::op(Op::Mul, slope, stride));
            }
            lines.extend([cell, step]);
        }
        let inside = all(inside.iter(), &whole)?;
        let results: Vec<Term> = [allows, holds, lo, hi, inside].into_iter().chain(lines).collect();
        let program = LaneProgram::compile(&results, from, &whole)?;
        let costly = match &costly[..] {
            [] => None,
            _ => Some(LaneProgram::compile(&[all(costly.into_iter(), &whole)?], from, &whole)?),
        };
        Some(Self { from, program, costly, parts: points.len() })
    }

    /// Room for what is found of a row.
    pub(super) fn room(&self) -> Row {
        let parts = if self.parts == 1 { 0 } else { self.parts };
        let (needs, ends) = (vec![Needs::default(); LANES], vec![(0, 0); parts * LANES]);
        let costly = self.costly.as_ref().map(LaneProgram::registers);
        Row { registers: self.program.registers(), costly, is_idle: true, needs, ends }
    }

    /// Computes all for `count` positions from the point on, which lies `offset` cells after the first
    /// of its row; false where that cannot be.
    pub(super) fn look(
        &self,
        point: &[i64],
        space: &Space,
        (offset, count): (usize, usize),
        row: &mut Row,
    ) -> bool {
        let Row { registers, costly, is_idle, needs, ends } = row;
        registers.fill_row(space, self.from, offset, count);
        if self.program.prepare(point, registers).is_err() {
            return false;
        }
        *is_idle = !self.program.run_where_first(registers, count);
        if *is_idle {
            return true;
        }
        let needs = &mut needs[..count];
        self.copy(registers, HOLDS, needs, |needs, holds| needs.holds = holds != 0);
        if let (Some(program), Some(own)) = (&self.costly, costly) {
            let left: Vec<usize> = (0..count).filter(|&lane| needs[lane].holds).collect();
            if program.prepare(point, own).is_err() {
                return false;
            }
            own.fill_from(registers, space.axes.len() - self.from, &left);
            program.run(own, left.len());
            let holds = (0..left.len()).map(|place| program.result(own, 0, place) != 0);
            left.iter().zip(holds).for_each(|(&lane, holds)| needs[lane].holds = holds);
        }
        self.copy(registers, FIRST, needs, |needs, first| needs.first = first);
        self.copy(registers, LAST, needs, |needs, last| needs.last = last);
        self.copy(registers, INSIDE, needs, |needs, inside| needs.is_inside = inside != 0);
        if self.parts == 1 {
            self.copy(registers, PARTS, needs, |needs, cell| needs.line.0 = cell);
            self.copy(registers, PARTS + 1, needs, |needs, step| needs.line.1 = step);
            return true;
        }
        for (part, ends) in ends.chunks_mut(LANES).enumerate() {
            let (place, ends) = (PARTS + 2 * part, &mut ends[..count]);
            self.copy(registers, place, ends, |end, cell| end.0 = cell);
            self.copy(registers, place + 1, ends, |end, step| end.1 = step);
        }
        true
    }

    /// Copies a result of each position.
    fn copy<E>(
        &self,
        registers: &Registers,
        place: usize,
        all: &mut [E],
        put: impl Fn(&mut E, i32),
    ) {
        match self.program.lanes(registers, place) {
            Some(lanes) => all.iter_mut().zip(lanes).for_each(|(to, &value)| put(to, value)),
            None => {
                let value = self.program.result(registers, place, 0);
                all.iter_mut().for_each(|to| put(to, value));
            }
        }
    }
}

/// What was found of a row of positions.
#[derive(Debug)]
pub(super) struct Row {
    registers: Registers,
    costly: Option<Registers>,
    /// Whether the guards hold at no position.
    pub(super) is_idle: bool,
    needs: Vec<Needs>,
    /// The same of each part of each position, where there are several parts.
    ends: Vec<(i32, i32)>,
}

/// What a clause needs of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    holds: bool,
    /// Whether no option leaves the box.
    is_inside: bool,
    /// First and last value of the quantifier.
    first: i32,
    last: i32,
    /// First cell from the position's own, and step, of the only part.
    line: (i32, i32),
}

/// What is known of the options of a position.
pub(super) enum Found {
    /// There are none.
    None,
    /// They lie in the box, for these values of the quantifier: if they have one part, from that cell
    /// on with that step.
    Lines(Interval, (i64, i64)),
    /// Some may leave the box.
    Open,
}

impl Row {
    /// Whether the position of that number has no option.
    #[inline]
    pub(super) fn is_idle_at(&self, lane: usize) -> bool {
        self.is_idle || !self.needs[lane].holds
    }

    /// What was found of the position of that number, whose cell is that.
    #[inline]
    pub(super) fn at(&self, lane: usize, own: i64) -> Found {
        match &self.needs[lane] {
            _ if self.is_idle_at(lane) => Found::None,
            Needs { is_inside: false, .. } => Found::Open,
            Needs { first, last, line: (cell, step), .. } => {
                let line = (own + i64::from(*cell), i64::from(*step));
                Found::Lines((i64::from(*first), i64::from(*last)), line)
            }
        }
    }

    /// Puts the first cell and the step of each part into `ends`, for the position at that cell.
    #[inline]
    pub(super) fn ends(&self, lane: usize, own: i64, ends: &mut Vec<(i64, i64)>) {
        let parts = self.ends.iter().skip(lane).step_by(LANES);
        ends.clear();
        ends.extend(parts.map(|&(cell, step)| (own + i64::from(cell), i64::from(step))));
    }
}
