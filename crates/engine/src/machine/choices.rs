//! Clauses whose quantifiers choose among few constants: what every choice requires of the coordinates
//! and what it does to them is computed once for a table, for sets as bit masks. If there are very few
//! choices, their guards may require more; that is evaluated for each choice.

use super::form::Form;
use super::parts::Range;
use super::scalar::Scalar;
use crate::space::Space;
use crate::term::interval::{Interval, interval};
use crate::term::simplify::simplify;
use crate::term::{Op, Term};
use table::Axis;

/// So many choices are told one by one.
const MAX_CHOICES: i64 = 1024;
/// With more of them batches are faster than guards evaluated for each.
const VERY_FEW: usize = 8;

/// A choice that is a move where coordinates are as it needs them.
#[derive(Debug)]
pub(crate) struct Choice {
    needs: Vec<Need>,
    /// The option's cell from the position's own, where nothing else matters.
    plain: Option<i64>,
    pub(super) rest: Box<Rest>,
}

/// What few choices need, besides bounds and digits.
#[derive(Debug)]
pub(super) struct Rest {
    /// What guards ask for besides; each has a value everywhere.
    tests: Vec<Term>,
    /// All that guards ask for.
    pub(super) conditions: Vec<Term>,
    /// Coordinates of the option that may be outside the box, with the ends of their axes.
    pub(super) rooms: Vec<(Form, Interval)>,
    /// The option's cell from the position's own.
    pub(super) cell: Form,
}

/// What a coordinate must be: between two numbers, and its digits behind a mask these.
#[derive(Clone, Copy, Debug)]
struct Need {
    slot: usize,
    lo: i64,
    hi: i64,
    mask: i64,
    ones: i64,
}

impl Need {
    #[inline]
    fn holds(&self, slots: &[i64]) -> bool {
        let c = slots[self.slot];
        self.lo <= c && c <= self.hi && c & self.mask == self.ones
    }
}

impl Choice {
    /// The option's cell, where the choice is a move; counts it as outside where it leaves the box.
    #[inline]
    pub(super) fn cell(&self, slots: &[i64], own: i64, outside: &mut usize) -> Option<usize> {
        if !self.needs.iter().all(|need| need.holds(slots)) {
            return None;
        }
        match self.plain {
            Some(cell) => Some((own + cell) as usize),
            None => self.rest.cell(slots, own, outside),
        }
    }
}

impl Rest {
    fn cell(&self, slots: &[i64], own: i64, outside: &mut usize) -> Option<usize> {
        if !self.tests.iter().all(|test| test.value(slots) != Ok(0)) {
            return None;
        }
        let is_inside = |(form, axis): &(Form, Interval)| {
            let c = form.value(slots);
            axis.0 <= c && c <= axis.1
        };
        let is_inside = self.rooms.iter().all(is_inside);
        *outside += usize::from(!is_inside);
        is_inside.then(|| (own + self.cell.value(slots)) as usize)
    }
}

/// The values of a quantifier that are constants, and what none of them that is a move is above.
fn values(range: &Range) -> Option<(Vec<i64>, Option<&Term>)> {
    let listed = |lo: i64, hi: i64, most| (hi.checked_sub(lo)? < most).then(|| (lo..=hi).collect());
    match range {
        Range::Between(Scalar::Term(Term::Const(lo)), Scalar::Term(hi)) => match hi {
            Term::Const(hi) => Some((listed(*lo, *hi, MAX_CHOICES)?, None)),
            Term::Op(Op::Min, a, b) => match (&**a, &**b) {
                (Term::Const(hi), limit) | (limit, Term::Const(hi)) => {
                    Some((listed(*lo, *hi, VERY_FEW as i64)?, Some(limit)))
                }
                _ => None,
            },
            _ => None,
        },
        Range::Values(values, None) if values.len() as i64 <= MAX_CHOICES => {
            Some((values.clone(), None))
        }
        Range::Values(values, Some(Scalar::Term(limit))) if values.len() <= VERY_FEW => {
            Some((values.clone(), Some(limit)))
        }
        _ => None,
    }
}

/// The choices of a clause with one part and at most one quantifier; `None` where its values are not
/// constants, or guards ask for more than digits of many. `ranges` are those of all slots. The outer
/// guards are taken to hold.
pub(crate) fn choices(
    range: &[Range],
    (outer, guards): (&[Scalar], &[Scalar]),
    points: &[Vec<Term>],
    ranges: &[Option<Interval>],
    space: &Space,
) -> Option<Vec<Choice>> {
    let (values, limit) = match range {
        [] => (vec![0], None),
        [range] => values(range)?,
        _ => return None,
    };
    let [point] = points else { return None };
    let is_few = values.len() <= VERY_FEW;
    let term = |guard: &Scalar| match guard {
        Scalar::Term(guard) => Some(guard.clone()),
        Scalar::Exact(_) => None,
    };
    let limit = limit.map(|end| Term::op(Op::Le, Term::Slot(space.axes.len()), end.clone()));
    let guards = guards.iter().map(term).chain(limit.map(Some)).collect::<Option<Vec<_>>>()?;
    let outer: Vec<Term> = outer.iter().filter_map(term).flat_map(Term::conjuncts).collect();
    let chosen = Chosen { outer, guards, point, ranges, space, is_few };
    let all = values.into_iter().map(|k| chosen.choice(k)).collect::<Option<Vec<_>>>()?;
    Some(all.into_iter().flatten().collect())
}

/// A clause whose quantifier is to have one of its values.
struct Chosen<'a> {
    outer: Vec<Term>,
    guards: Vec<Term>,
    point: &'a [Term],
    ranges: &'a [Option<Interval>],
    space: &'a Space,
    is_few: bool,
}

impl Chosen<'_> {
    /// The choice of this value; none where it cannot be a move, `None` where it is more than a
    /// choice can say.
    fn choice(&self, k: i64) -> Option<Option<Choice>> {
        let Self { space, is_few, .. } = *self;
        let inner = space.axes.len();
        let mut known = self.ranges[..inner].to_vec();
        known.push(Some((k, k)));
        let fixed = |term: &Term| simplify(term.with(inner, &Term::Const(k)), &known, inner);
        let whole = |(slot, axis): (usize, &Axis)| Need {
            slot,
            lo: axis.lo,
            hi: axis.hi,
            mask: 0,
            ones: 0,
        };
        let mut needs: Vec<Need> = space.axes.iter().enumerate().map(whole).collect();
        for condition in &self.outer {
            // One that asks for more says less of where options are.
            let _ = require(condition, &mut needs);
        }
        let (mut tests, mut conditions) = (Vec::new(), Vec::new());
        for condition in self.guards.iter().flat_map(|guard| fixed(guard).conjuncts()) {
            conditions.push(condition.clone());
            match require(&condition, &mut needs) {
                Some(true) => {}
                Some(false) => return Some(None),
                None if is_few && has_value(&condition, &known) => tests.push(condition),
                None => return None,
            }
        }
        let (cell, rooms) = change(self.point, &fixed, &needs, (&known, space))?;
        let is_even = rooms.is_empty() && cell.is_constant();
        if !is_few && !is_even {
            return None;
        }
        needs.retain(|need| {
            let axis = &space.axes[need.slot];
            need.mask != 0 || need.lo > axis.lo || need.hi < axis.hi
        });
        let plain = (is_even && tests.is_empty()).then(|| cell.value(&[]));
        let rest = Box::new(Rest { tests, conditions, rooms, cell });
        Some(Some(Choice { needs, plain, rest }))
    }
}

/// Whether a condition has a value wherever the slots are in their ranges.
fn has_value(condition: &Term, ranges: &[Option<Interval>]) -> bool {
    let known: Option<Vec<Interval>> = ranges.iter().copied().collect();
    known.is_some_and(|known| interval(condition, &known).is_some())
}

/// Adds what a condition asks of the coordinates; false where it cannot hold, `None` where it asks
/// for something else.
fn require(condition: &Term, needs: &mut [Need]) -> Option<bool> {
    match condition {
        Term::Const(value) => Some(*value != 0),
        Term::Op(op @ (Op::Le | Op::Lt), a, b) => {
            // It is 0 or more that b is above a.
            let room = Form::new(&Term::op(Op::Sub, (**b).clone(), (**a).clone()))?;
            let (slot, coefficient, constant) = room.single()?;
            let constant = constant.checked_sub(i64::from(*op == Op::Lt))?;
            let need = needs.get_mut(slot)?;
            match coefficient {
                1 => need.lo = need.lo.max(constant.checked_neg()?),
                -1 => need.hi = need.hi.min(constant),
                _ => return None,
            }
            Some(need.lo <= need.hi)
        }
        _ => require_digit(condition, needs),
    }
}

/// The same for a condition on one binary digit.
fn require_digit(condition: &Term, needs: &mut [Need]) -> Option<bool> {
    let (equation, is_true) = match condition {
        Term::Not(equation) => (&**equation, false),
        equation => (equation, true),
    };
    let Term::Op(op @ (Op::Eq | Op::Ne), term, value) = equation else { return None };
    let (Term::Op(Op::BitAnd, shifted, mask), Term::Const(value @ 0..=1)) = (&**term, &**value)
    else {
        return None;
    };
    let one = if (*op == Op::Eq) == is_true { *value } else { 1 - value };
    let (slot, place) = match &**shifted {
        Term::Op(Op::Shr, set, place) => match (&**set, &**place) {
            (Term::Slot(slot), Term::Const(place @ 0..62)) => (*slot, *place),
            _ => return None,
        },
        Term::Slot(slot) => (*slot, 0),
        _ => return None,
    };
    let known = needs.get_mut(slot).filter(|_| **mask == Term::Const(1))?;
    let (digit, one) = (1 << place, one << place);
    if known.mask & digit != 0 {
        return Some(known.ones & digit == one);
    }
    known.mask |= digit;
    known.ones |= one;
    Some(true)
}

/// How far the option's cell is from the position's, where what is asked for tells, and which of its
/// coordinates may be outside the box.
fn change(
    point: &[Term],
    fixed: &dyn Fn(&Term) -> Term,
    needs: &[Need],
    (ranges, space): (&[Option<Interval>], &Space),
) -> Option<(Form, Vec<(Form, Interval)>)> {
    let (mut cell, mut rooms) = (Form::constant(0), Vec::new());
    for (i, (term, axis)) in point.iter().zip(&space.axes).enumerate() {
        let (need, term) = (needs[i], fixed(term));
        let change = match Form::new(&term) {
            Some(form) => {
                let (lo, hi) = match form.single() {
                    Some((slot, 1, change)) if slot == i => {
                        (need.lo.checked_add(change)?, need.hi.checked_add(change)?)
                    }
                    _ => form.span(ranges)?,
                };
                if lo < axis.lo || hi > axis.hi {
                    rooms.push((form.clone(), (axis.lo, axis.hi)));
                }
                form.plus(&Form::slot(i), -1)?
            }
            None => {
                // A box of all sets: other digits than those asked for stay what they are.
                let is_full = axis.lo == 0 && axis.hi.checked_add(1)?.count_ones() == 1;
                let after = changed(&term, i, (need.mask, need.ones))?;
                let change =
                    (is_full && (after | need.ones) <= axis.hi).then_some(after - need.ones);
                Form::constant(change?)
            }
        };
        change.span(ranges)?;
        cell = cell.plus(&change, space.strides[i])?;
    }
    cell.span(ranges)?;
    Some((cell, rooms))
}

/// The digits behind the mask after what the term does to the slot, where it changes no others.
fn changed(term: &Term, slot: usize, (mask, ones): (i64, i64)) -> Option<i64> {
    match term {
        Term::Slot(own) if *own == slot => Some(ones),
        Term::Op(op @ (Op::BitOr | Op::AndNot | Op::Xor), inner, other) => {
            let Term::Const(other) = **other else { return None };
            let before = changed(inner, slot, (mask, ones))?;
            (other >= 0 && other & !mask == 0).then(|| op.apply(before, other).ok())?
        }
        _ => None,
    }
}
