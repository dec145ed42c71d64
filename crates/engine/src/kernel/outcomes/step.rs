//! A move for fixed values of all quantifiers but one: the option that a position has more than the cell
//! before it along a line.

use super::row::{Places, add_moved, bit, lowest, set, spread};
use crate::machine::code::ClauseCode;
use crate::machine::parts::{PartCode, Range};
use crate::machine::rows::{RowGuard, Rows};
use crate::machine::scalar::Scalar;
use crate::space::Space;
use crate::term::form::Form;
use crate::term::simplify::simplify;
use clauses::term::interval::{Interval, interval};
use clauses::term::{Op, Term, Undefined};

/// Values of quantifiers that do not depend on the position, at most.
const MAX_VALUES: i64 = 64;

/// Conditions on positions.
#[derive(Debug)]
pub(super) struct Conditions {
    /// Those that hold for whole rows.
    of_rows: Vec<Term>,
    /// Those on the last coordinate, each kept as rows where that pays.
    of_cells: Vec<([Scalar; 1], Option<RowGuard>)>,
}

impl Conditions {
    pub(super) fn new(all: Vec<Term>, space: &Space) -> Self {
        let last = space.axes.len() - 1;
        let ranges: Vec<_> = space.axes.iter().map(|axis| Some((axis.lo, axis.hi))).collect();
        let all = all.into_iter().flat_map(Term::conjuncts).filter(|t| *t != Term::Const(1));
        let (of_cells, of_rows): (Vec<Term>, _) = all.partition(|term| term.uses(last));
        let kept = |term: Term| {
            let used: Vec<usize> = (0..=last).filter(|&slot| term.uses(slot)).collect();
            let term = [Scalar::Term(term)];
            let rows = RowGuard::new(vec![0], &used, &term, &ranges);
            (term, rows)
        };
        Self { of_rows, of_cells: of_cells.into_iter().map(kept).collect() }
    }

    /// Room for what will be known of them.
    pub(super) fn room(&self) -> Vec<Option<Rows>> {
        self.of_cells.iter().map(|(_, guard)| guard.as_ref().map(Rows::new)).collect()
    }

    /// Whether those on rows hold.
    fn hold(&self, slots: &[i64]) -> Result<bool, Undefined> {
        for condition in &self.of_rows {
            if condition.value(slots)? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// At which cells of a row all hold.
    pub(super) fn bits(
        &self,
        space: &Space,
        slots: &mut [i64],
        known: &mut [Option<Rows>],
        bits: &mut [u64],
    ) -> Result<(), Undefined> {
        let last = space.axes.len() - 1;
        let (lo, hi) = (space.axes[last].lo, space.axes[last].hi);
        if !self.hold(slots)? {
            bits.fill(0);
            return Ok(());
        }
        let firsts = (lo..=hi).step_by(64);
        bits.iter_mut().zip(firsts.clone()).for_each(|(bits, k)| *bits = lowest(hi - k + 1));
        for ((condition, guard), rows) in self.of_cells.iter().zip(known) {
            if let (Some(guard), Some(rows)) = (guard, rows) {
                let row = rows.know((0, guard), condition, (lo, hi), slots).ok_or(Undefined)?;
                let rows = std::slice::from_ref(rows);
                bits.iter_mut()
                    .zip(firsts.clone())
                    .for_each(|(bits, k)| *bits &= row.word(rows, k));
                continue;
            }
            for (bits, k) in bits.iter_mut().zip(firsts.clone()) {
                for at in (0..64).filter(|at| k + at <= hi) {
                    slots[last] = k + at;
                    *bits &= !(u64::from(condition[0].value(slots)? == 0) << at);
                }
            }
            slots[last] = lo;
        }
        Ok(())
    }
}

/// One option of each position, and those of the cells before it along a line.
#[derive(Debug)]
pub(super) struct Step {
    /// Where there is the option.
    given: Conditions,
    /// The row it lies in: all coordinates but the last.
    target: Vec<Term>,
    /// Its last coordinate: the least of the position's with a number added, and of a number.
    shift: Option<Term>,
    cap: Option<Term>,
    /// Whether it lies in the position's own row.
    pub(super) is_own: bool,
    /// How far away the cell before it lies along each axis, where its options count.
    line: Option<Vec<i64>>,
    /// Where positions have all of these options.
    allowed: Conditions,
}

/// What was found of a row, for one step.
#[derive(Debug)]
pub(super) struct Room {
    words: usize,
    /// At which cells there is the option, and how far away it is.
    given: Vec<u64>,
    shift: i64,
    /// Whether some option is lost, some is no earlier position, there is one: a row of bits each.
    found: Vec<u64>,
    /// The same for the rows before, as far back as the line leads.
    before: Vec<u64>,
    allowed: Vec<u64>,
    known: [Vec<Option<Rows>>; 2],
}

impl Room {
    /// Adds what was found to rows of bits.
    pub(super) fn add_to(&self, rows: [&mut [u64]; 3]) {
        for (row, found) in rows.into_iter().zip(self.found.chunks(self.words)) {
            let each = row.iter_mut().zip(found.iter().zip(&self.allowed));
            each.for_each(|(row, (found, allowed))| *row |= found & allowed);
        }
    }
}

/// A row, and the rows before it.
pub(super) struct Reading<'r> {
    pub(super) space: &'r Space,
    pub(super) number: usize,
    /// Lost positions, and cells that are none, of the rows before.
    pub(super) lost: &'r [u64],
    pub(super) absent: &'r [u64],
    /// Cells of this row that are no positions.
    pub(super) own: &'r [u64],
}

impl Step {
    /// The clause as steps; `None` where it is none.
    pub(super) fn all(clause: &ClauseCode, space: &Space) -> Option<Vec<Self>> {
        let [PartCode::Point(target)] = &clause.parts[..] else { return None };
        if clause.when_stuck {
            return None;
        }
        let terms = |all: &mut dyn Iterator<Item = &Scalar>| {
            all.map(|scalar| scalar.term().cloned()).collect::<Option<Vec<Term>>>()
        };
        let guards = terms(&mut clause.guards.iter().flatten().chain(&clause.inner_guards))?;
        let move_of = Move { guards, target: terms(&mut target.iter())?, range: None };
        move_of.by_values(&clause.ranges, space)?.into_iter().map(|m| m.step(space)).collect()
    }

    /// How many rows are kept for those to come.
    pub(super) fn kept(&self, space: &Space) -> usize {
        self.line.as_ref().map_or(0, |line| back(line, space))
    }

    /// Room for what is found of rows of that many words.
    pub(super) fn room(&self, space: &Space, words: usize) -> Room {
        Room {
            words,
            given: vec![0; words],
            shift: 0,
            found: vec![0; 3 * words],
            before: vec![0; 3 * words * self.kept(space)],
            allowed: vec![0; words],
            known: [self.given.room(), self.allowed.room()],
        }
    }

    /// Finds of a row which cells have a lost option, one that is no earlier position, or any.
    pub(super) fn read(
        &self,
        row: &Reading<'_>,
        slots: &mut [i64],
        room: &mut Room,
    ) -> Result<(), Undefined> {
        let Room { words, given, shift, found, before, allowed, known } = room;
        let [known_given, known_allowed] = known;
        self.given.bits(row.space, slots, known_given, given)?;
        self.allowed.bits(row.space, slots, known_allowed, allowed)?;
        found.fill(0);
        if given.iter().any(|&word| word != 0) {
            *shift = self.take(row, slots, (given, found))?;
        }
        let Some(line) = &self.line else { return Ok(()) };
        let (length, (step, others)) = (*words, line.split_last().unwrap_or((&0, &[])));
        let back = back(line, row.space);
        if back == 0 {
            found.chunks_mut(length).for_each(|found| spread(found, *step));
            return Ok(());
        }
        let kept = &mut before[row.number % back * 3 * length..][..3 * length];
        let mut others = others.iter().zip(slots.iter().zip(&row.space.axes));
        if others.all(|(step, (at, axis))| at - step >= axis.lo) {
            for (found, kept) in found.chunks_mut(length).zip(kept.chunks(length)) {
                add_moved(found, kept, *step);
            }
        }
        kept.copy_from_slice(found);
        Ok(())
    }

    /// Reads the one option of each cell of a row; returns how far away it is.
    fn take(
        &self,
        row: &Reading<'_>,
        slots: &[i64],
        (given, found): (&[u64], &mut [u64]),
    ) -> Result<i64, Undefined> {
        let (words, space) = (given.len(), row.space);
        let last = &space.axes[space.axes.len() - 1];
        let value = |term: &Option<Term>| term.as_ref().map(|term| term.value(slots)).transpose();
        let shift = value(&self.shift)?;
        let cap = match value(&self.cap)? {
            Some(cap) => cap.checked_sub(last.lo).ok_or(Undefined)?,
            None => i64::MAX,
        };
        let places = Places { shift, cap };
        let (mut number, mut is_inside) = (0i64, true);
        for (term, (axis, stride)) in self.target.iter().zip(space.axes.iter().zip(&space.strides))
        {
            let at = term.value(slots)?;
            is_inside &= axis.lo <= at && at <= axis.hi;
            let rows = at.saturating_sub(axis.lo).saturating_mul(stride / last.len() as i64);
            number = rows.saturating_add(number);
        }
        let earlier = usize::try_from(number).ok().filter(|&n| is_inside && n < row.number);
        let (lost, absent): (&[u64], &[u64]) = match earlier {
            _ if self.is_own => (&[], row.own),
            Some(n) => (&row.lost[n * words..][..words], &row.absent[n * words..][..words]),
            None => (&[], &[]),
        };
        let (of_lost, rest) = found.split_at_mut(words);
        let (of_absent, any) = rest.split_at_mut(words);
        for (k, &given) in given.iter().enumerate().filter(|(_, given)| **given != 0) {
            of_lost[k] = given & places.word(lost, 64 * k as i64, false);
            of_absent[k] = given & places.word(absent, 64 * k as i64, true);
            any[k] = given;
        }
        Ok(shift.unwrap_or(0))
    }

    /// Marks what wins by a move to that lost cell of its own row.
    pub(super) fn mark(&self, lost: usize, room: &Room, won: &mut [u64]) {
        let Some(first) =
            (lost as i64).checked_sub(room.shift).and_then(|first| usize::try_from(first).ok())
        else {
            return;
        };
        if first >= 64 * room.words || !bit(&room.given, first) {
            return;
        }
        let step = self.line.as_ref().map_or(usize::MAX, |line| line[line.len() - 1] as usize);
        for at in (first..64 * room.words).step_by(step) {
            if bit(&room.allowed, at) {
                set(won, at);
            }
        }
    }
}

/// How many rows back a line leads.
fn back(line: &[i64], space: &Space) -> usize {
    let length = space.axes.last().map_or(1, |axis| axis.len() as i64);
    let rows = line.iter().zip(&space.strides).map(|(step, stride)| step * (stride / length));
    rows.sum::<i64>() as usize
}

/// A clause with values for some quantifiers.
#[derive(Clone, Debug)]
struct Move {
    guards: Vec<Term>,
    target: Vec<Term>,
    /// The quantifier whose values depend on the position, with its ends.
    range: Option<(usize, Term, Term)>,
}

impl Move {
    /// The moves for all values of quantifiers that do not depend on the position, where they are few and
    /// at most one other is left.
    fn by_values(self, ranges: &[Range], space: &Space) -> Option<Vec<Self>> {
        let mut all = vec![(self, Vec::<(usize, i64)>::new())];
        for (depth, range) in ranges.iter().enumerate() {
            let slot = space.axes.len() + depth;
            let mut next = Vec::new();
            for (own, chosen) in all {
                let with = |value: i64| {
                    let chosen = [&chosen[..], &[(slot, value)]].concat();
                    (own.with(slot, value), chosen)
                };
                let end = |scalar: &Scalar| {
                    let term = scalar.term()?.clone();
                    let put =
                        |t: Term, &(slot, value): &(usize, i64)| t.with(slot, &Term::Const(value));
                    Some(simplified(chosen.iter().fold(term, put), space))
                };
                match range {
                    Range::Values(values, None) => next.extend(values.iter().map(|&v| with(v))),
                    Range::Values(..) => return None,
                    Range::Between(lo, hi) => match (end(lo)?, end(hi)?) {
                        (Term::Const(lo), Term::Const(hi)) if hi.checked_sub(lo)? < MAX_VALUES => {
                            next.extend((lo..=hi).map(with));
                        }
                        (lo, hi) if own.range.is_none() => {
                            next.push((Self { range: Some((slot, lo, hi)), ..own }, chosen));
                        }
                        _ => return None,
                    },
                }
                if next.len() as i64 > MAX_VALUES {
                    return None;
                }
            }
            all = next;
        }
        Some(all.into_iter().map(|(own, _)| own).collect())
    }

    fn with(&self, slot: usize, value: i64) -> Self {
        let put = |all: &[Term]| all.iter().map(|t| t.with(slot, &Term::Const(value))).collect();
        Self { guards: put(&self.guards), target: put(&self.target), range: self.range.clone() }
    }

    fn step(mut self, space: &Space) -> Option<Step> {
        for term in self.guards.iter_mut().chain(&mut self.target) {
            *term = simplified(term.clone(), space);
        }
        let Some((quantifier, lo, hi)) = self.range.take() else {
            return Step::new((self.guards, Vec::new()), self.target, None, space);
        };
        let within = Within { quantifier, lo: &lo, hi: &hi, space };
        self.target.iter_mut().for_each(|term| *term = within.term(term));
        let (own, outer): (Vec<Term>, _) =
            self.guards.into_iter().flat_map(Term::conjuncts).partition(|t| t.uses(quantifier));
        // Each target falls by so much where the quantifier grows by 1.
        let falls = self.target.iter().map(|term| term.linear_in(quantifier)?.0.checked_neg());
        let falls = falls.collect::<Option<Vec<i64>>>().map(|line| (line, 1));
        let units = (0..space.axes.len()).map(|i| {
            let line = (0..space.axes.len()).map(|j| i64::from(i == j)).collect();
            (line, 0)
        });
        let fits = |(line, along): &(Vec<i64>, i64)| {
            let same = |term: &Term| within.change(term, (line, *along)) == Some((0, 0));
            let more = within.change(&hi, (line, *along)).is_some_and(|(least, most)| {
                most == 1 && least >= *along || (least, most) == (0, 0) && *along == 0
            });
            let mut all = own.iter().chain(&self.target).chain([&lo]);
            let mut steps = line.iter().zip(&space.axes);
            let is_near = steps.all(|(step, axis)| (0..=axis.len() as i64).contains(step));
            more && is_near && all.all(same) && within.begins(line)
        };
        let (line, along) = units.chain(falls).find(fits)?;
        let end = if along == 0 { &hi } else { &lo };
        let at_end = |term: &Term| simplified(term.with(quantifier, end), space);
        let is_range = Term::op(Op::Le, lo.clone(), hi.clone());
        let own = own.iter().chain([&is_range]).map(at_end).collect();
        let target = self.target.iter().map(at_end).collect();
        Step::new((own, outer), target, Some(line), space)
    }
}

impl Step {
    fn new(
        (given, allowed): (Vec<Term>, Vec<Term>),
        mut target: Vec<Term>,
        line: Option<Vec<i64>>,
        space: &Space,
    ) -> Option<Self> {
        let last = space.axes.len() - 1;
        let (shift, cap) = least(&target.pop()?, last)?;
        if target.iter().any(|term| term.uses(last)) {
            return None;
        }
        let is_same = |(i, term): (usize, &Term)| Form::new(term) == Some(Form::slot(i));
        let is_own = target.iter().enumerate().all(is_same);
        // In its own row a move has to lead back.
        let falls = matches!((&shift, &cap), (Some(Term::Const(..=-1)), None));
        let is_along = line.as_ref().is_none_or(|line| line[..last].iter().all(|step| *step == 0));
        let [given, allowed] = [given, allowed].map(|all| Conditions::new(all, space));
        (!is_own || falls && is_along).then_some(Self {
            given,
            target,
            shift,
            cap,
            is_own,
            line,
            allowed,
        })
    }
}

/// The term as the least of a coordinate with something added and of something, both without it.
fn least(term: &Term, slot: usize) -> Option<(Option<Term>, Option<Term>)> {
    if let Term::Op(Op::Min, a, b) = term {
        let ((a, below_a), (b, below_b)) = (least(a, slot)?, least(b, slot)?);
        let both = |a: Option<Term>, b: Option<Term>| match (a, b) {
            (Some(a), Some(b)) => Some(Term::op(Op::Min, a, b)),
            (a, b) => a.or(b),
        };
        return Some((both(a, b), both(below_a, below_b)));
    }
    match term.slope_in(slot)? {
        (Term::Const(1), rest) => Some((Some(rest), None)),
        (Term::Const(0), rest) => Some((None, Some(rest))),
        _ => None,
    }
}

/// The term by what is known of the coordinates.
fn simplified(term: Term, space: &Space) -> Term {
    let ranges: Vec<_> = space.axes.iter().map(|axis| Some((axis.lo, axis.hi))).collect();
    simplify(term, &ranges, space.axes.len())
}

/// What is known of a quantifier between its ends.
struct Within<'w> {
    quantifier: usize,
    lo: &'w Term,
    hi: &'w Term,
    space: &'w Space,
}

impl Within<'_> {
    fn ranges(&self) -> Vec<Interval> {
        self.space.axes.iter().map(|axis| (axis.lo, axis.hi)).collect()
    }

    /// The term without sides of extremes that the quantifier's ends exclude.
    fn term(&self, term: &Term) -> Term {
        let term = term.map(&mut |part| self.term(part));
        let Term::Op(op @ (Op::Min | Op::Max), a, b) = &term else { return term };
        let (a_above, b_above) = (self.is_above(a, b), self.is_above(b, a));
        match op {
            Op::Min if a_above => (**b).clone(),
            Op::Min if b_above => (**a).clone(),
            Op::Max if a_above => (**a).clone(),
            Op::Max if b_above => (**b).clone(),
            _ => term,
        }
    }

    /// Whether a term is at least another, whatever the value.
    fn is_above(&self, a: &Term, b: &Term) -> bool {
        let least = || {
            let (a, b) = (Form::new(a)?, Form::new(b)?);
            let (rest, slope) = a.plus(&b, -1)?.without(self.quantifier);
            let end = if slope < 0 { self.hi } else { self.lo };
            let ranges: Vec<_> = self.ranges().into_iter().map(Some).collect();
            Some(rest.plus(&Form::new(end)?, slope)?.span(&ranges)?.0)
        };
        least().is_some_and(|least| least >= 0)
    }

    /// By how much, at least and at most, the term is greater than at the cell before along a line, where the
    /// quantifier is less by `along`; `None` where that is not known.
    fn change(&self, term: &Term, (line, along): (&[i64], i64)) -> Option<Interval> {
        let of = |term: &Term| self.change(term, (line, along));
        if let Some(form) = Form::new(term) {
            let step =
                |slot: usize| if slot == self.quantifier { Some(&along) } else { line.get(slot) };
            let each = form.parts().1.iter().map(|&(slot, factor)| step(slot)?.checked_mul(factor));
            let sum = each.reduce(|a, b| a?.checked_add(b?)).unwrap_or(Some(0))?;
            return Some((sum, sum));
        }
        match term {
            Term::Op(Op::Min | Op::Max, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            Term::Op(op @ (Op::Add | Op::Sub), a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                let (least, most) = match op {
                    Op::Add => b,
                    _ => (b.1.checked_neg()?, b.0.checked_neg()?),
                };
                Some((a.0.checked_add(least)?, a.1.checked_add(most)?))
            }
            _ => term.parts().all(|part| of(part) == Some((0, 0))).then_some((0, 0)),
        }
    }

    /// Whether a position has at most one option where the line begins.
    fn begins(&self, line: &[i64]) -> bool {
        let length = Term::op(Op::Sub, self.hi.clone(), self.lo.clone());
        let mut first = line.iter().zip(&self.space.axes).enumerate().filter(|(_, (s, _))| **s > 0);
        first.all(|(i, (step, axis))| {
            let mut ranges = self.ranges();
            ranges[i].1 = axis.hi.min(axis.lo.saturating_add(step - 1));
            interval(&length, &ranges).is_some_and(|(_, most)| most <= 0)
        })
    }
}
