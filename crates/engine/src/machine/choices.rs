//! Clauses whose quantifiers choose among few constants: what every choice requires of the coordinates
//! and what it does to them is computed once for a table, for sets as bit masks. If there are very few
//! choices, their guards may require more; that is evaluated for each choice.

use super::cell::{Cell, Fault, Sink, View};
use super::parts::Range;
use super::scalar::Scalar;
use crate::space::Space;
use crate::term::form::Form;
use crate::term::simplify::simplify;
use clauses::term::interval::{Interval, interval};
use clauses::term::{Op, Term};
use std::sync::Arc;
use table::Axis;

/// At most this many choices are told one by one.
const MAX_CHOICES: i64 = 1024;
/// With more of them batches are faster than guards evaluated for each.
const VERY_FEW: usize = 8;
/// The same for sets with a limit.
const FEW: usize = 32;

/// The options of a clause, or of several, as choices.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    pub(super) all: Vec<Choice>,
    /// What choices need besides their first need, one choice after another.
    needs: Vec<Need>,
    /// Whether guards of the position ask for more than they do.
    pub(super) is_guarded: bool,
}

/// A choice that is a move where coordinates are as it needs them.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// Of most choices the only need.
    first: Need,
    /// Where its other needs end among those of all choices.
    end: usize,
    target: Target,
    rest: Arc<Rest>,
}

/// Where the cell of an option is.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// So far from the position's own.
    Near(i64),
    /// So far from the position's own before digits of a coordinate change.
    Digits(i64, Digits),
    /// As the rest says.
    Other,
}

/// How the digits of a set change: those that are kept, and those that change after that.
#[derive(Clone, Copy, Debug)]
struct Digits {
    slot: usize,
    /// From one cell to the next along the coordinate.
    stride: i64,
    kept: i64,
    changed: i64,
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
    /// Nothing but that the coordinate is in the box.
    fn whole((slot, axis): (usize, &Axis)) -> Self {
        Self { slot, lo: axis.lo, hi: axis.hi, mask: 0, ones: 0 }
    }

    #[inline]
    fn holds(&self, slots: &[i64]) -> bool {
        let c = slots[self.slot];
        self.lo <= c && c <= self.hi && c & self.mask == self.ones
    }
}

impl Choices {
    /// The value of a position whose options are all choices.
    #[inline]
    pub(super) fn value<T: Cell>(
        &self,
        view: View<'_, T>,
        point: &[i64],
        sink: &mut impl Sink<T>,
    ) -> Result<u32, Fault> {
        sink.begin();
        let moved = self.take(view, point, sink)?;
        sink.finish(!moved).ok_or(Fault)
    }

    /// Takes the values of the options of a position; whether there are any.
    #[inline]
    pub(super) fn take<T: Cell>(
        &self,
        view: View<'_, T>,
        slots: &[i64],
        sink: &mut impl Sink<T>,
    ) -> Result<bool, Fault> {
        let (mut first, mut moved) = (0, false);
        for choice in &self.all {
            let from = std::mem::replace(&mut first, choice.end);
            let more_hold = || self.needs[from..first].iter().all(|need| need.holds(slots));
            if !choice.first.holds(slots) || from < first && !more_hold() {
                continue;
            }
            let distance = match &choice.target {
                Target::Near(distance) => *distance,
                Target::Digits(distance, digits) => distance + digits.change(slots),
                Target::Other => match choice.rest.distance(slots)? {
                    Some(distance) => distance,
                    None => continue,
                },
            };
            moved = true;
            sink.take(std::iter::once(view.cells[(view.own + distance) as usize]));
        }
        Ok(moved)
    }

    /// Those of several clauses, where they ask for all that guards do.
    pub(super) fn joined<'c>(parts: impl Iterator<Item = &'c Self>) -> Option<Self> {
        let mut joined = Self::default();
        for part in parts {
            if part.is_guarded {
                return None;
            }
            let before = joined.needs.len();
            let all = part.all.iter().cloned();
            joined.all.extend(all.map(|c| Choice { end: before + c.end, ..c }));
            joined.needs.extend_from_slice(&part.needs);
        }
        Some(joined)
    }
}

impl Choice {
    /// All that it needs, and where it leads; `None` where digits change.
    pub(super) fn by_forms(&self) -> Option<&Rest> {
        (!matches!(self.target, Target::Digits(..))).then_some(&*self.rest)
    }
}

impl Digits {
    #[inline]
    fn change(&self, slots: &[i64]) -> i64 {
        let c = slots[self.slot];
        (((c & self.kept) ^ self.changed) - c) * self.stride
    }
}

impl Rest {
    /// How far the option's cell is from the position's own; none where tests do not hold.
    fn distance(&self, slots: &[i64]) -> Result<Option<i64>, Fault> {
        if self.tests.iter().any(|test| test.value(slots) == Ok(0)) {
            return Ok(None);
        }
        let is_inside = |(form, axis): &(Form, Interval)| {
            let c = form.value(slots);
            axis.0 <= c && c <= axis.1
        };
        let is_inside = self.rooms.iter().all(is_inside);
        is_inside.then(|| Some(self.cell.value(slots))).ok_or(Fault)
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
        Range::Values(values, Some(Scalar::Term(limit))) if values.len() <= FEW => {
            Some((values.clone(), Some(limit)))
        }
        _ => None,
    }
}

/// The choices of a clause with one part and at most one quantifier; `None` where its values are not
/// constants, or guards ask for more than digits of many. `ranges` are those of all slots. The outer
/// guards are taken to hold where some ask for more than digits and bounds.
pub(crate) fn choices(
    range: &[Range],
    outer: &[Scalar],
    guards: &[Scalar],
    points: &[Vec<Term>],
    ranges: &[Option<Interval>],
    space: &Space,
) -> Option<Choices> {
    let (values, limit) = match range {
        [] => (vec![0], None),
        [range] => values(range)?,
        _ => return None,
    };
    let [point] = points else { return None };
    let is_few = values.len() <= VERY_FEW;
    let term = |guard: &Scalar| guard.term().cloned();
    let limit = limit.map(|end| Term::op(Op::Le, Term::Slot(space.axes.len()), end.clone()));
    let guards = guards.iter().map(term).chain(limit.map(Some)).collect::<Option<Vec<_>>>()?;
    let mut outer_needs: Vec<Need> = space.axes.iter().enumerate().map(Need::whole).collect();
    let mut asks = |guard: &Scalar| {
        let conjuncts = term(guard).map_or(Vec::new(), Term::conjuncts);
        // All of them are asked for, as far as they can be.
        let asked = conjuncts.iter().map(|c| require(c, &mut outer_needs) == Some(true));
        !conjuncts.is_empty() && asked.fold(true, |all, one| all & one)
    };
    let is_guarded = outer.iter().fold(false, |is_guarded, guard| is_guarded | !asks(guard));
    let mut choices = Choices { is_guarded, ..Choices::default() };
    let chosen = Chosen { outer: outer_needs, guards, point, ranges, space, is_few };
    for k in values {
        if let Some((needs, target, rest)) = chosen.choice(k)? {
            let mut needs = needs.into_iter();
            let first =
                needs.next().or_else(|| space.axes.first().map(|axis| Need::whole((0, axis))))?;
            choices.needs.extend(needs);
            let (end, rest) = (choices.needs.len(), Arc::new(rest));
            choices.all.push(Choice { first, end, target, rest });
        }
    }
    Some(choices)
}

/// A clause whose quantifier is to have one of its values.
struct Chosen<'a> {
    /// What the outer guards ask for.
    outer: Vec<Need>,
    guards: Vec<Term>,
    point: &'a [Term],
    ranges: &'a [Option<Interval>],
    space: &'a Space,
    is_few: bool,
}

impl Chosen<'_> {
    /// What the choice of this value needs and where it leads; none where it cannot be a move,
    /// `None` where it is more than a choice can say.
    fn choice(&self, k: i64) -> Option<Option<(Vec<Need>, Target, Rest)>> {
        let Self { space, is_few, .. } = *self;
        let inner = space.axes.len();
        let mut known = self.ranges[..inner].to_vec();
        known.push(Some((k, k)));
        let fixed = |term: &Term| simplify(term.with(inner, &Term::Const(k)), &known, inner);
        let mut needs = self.outer.clone();
        let (mut tests, mut conditions) = (Vec::new(), Vec::new());
        let conjuncts = self.guards.iter().flat_map(|guard| fixed(guard).conjuncts());
        for condition in conjuncts.flat_map(Term::sides) {
            conditions.push(condition.clone());
            match require(&condition, &mut needs) {
                Some(true) => {}
                Some(false) => return Some(None),
                None if is_few && has_value(&condition, &known) => tests.push(condition),
                None => return None,
            }
        }
        let Change { cell, rooms, digits } = change(self.point, &fixed, &needs, &known, space)?;
        let is_even = rooms.is_empty() && cell.is_constant();
        let target = match (is_even && tests.is_empty(), digits) {
            (true, None) => Target::Near(cell.value(&[])),
            (true, Some(digits)) => Target::Digits(cell.value(&[]), digits),
            (false, None) if is_few => Target::Other,
            (false, _) => return None,
        };
        needs.retain(|need| {
            let axis = &space.axes[need.slot];
            need.mask != 0 || need.lo > axis.lo || need.hi < axis.hi
        });
        Some(Some((needs, target, Rest { tests, conditions, rooms, cell })))
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

/// Where an option is.
struct Change {
    /// Its cell from the position's own, but for changing digits.
    cell: Form,
    /// Coordinates that may be outside the box, with the ends of their axes.
    rooms: Vec<(Form, Interval)>,
    digits: Option<Digits>,
}

/// Where an option is; `None` where what is asked for does not tell.
fn change(
    point: &[Term],
    fixed: &dyn Fn(&Term) -> Term,
    needs: &[Need],
    ranges: &[Option<Interval>],
    space: &Space,
) -> Option<Change> {
    let mut option = Change { cell: Form::constant(0), rooms: Vec::new(), digits: None };
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
                    option.rooms.push((form.clone(), (axis.lo, axis.hi)));
                }
                form.plus(&Form::slot(i), -1)?
            }
            None => {
                // A box of all sets: other digits than those asked for stay what they are.
                let is_full = axis.lo == 0 && axis.hi.checked_add(1)?.count_ones() == 1;
                let (kept, changed) = digits(&term, i).filter(|_| is_full)?;
                if changed > axis.hi {
                    return None;
                }
                if (!kept | changed) & !need.mask != 0 {
                    let digits = Digits { slot: i, stride: space.strides[i], kept, changed };
                    if option.digits.replace(digits).is_some() {
                        return None;
                    }
                    continue;
                }
                // All digits that may change are asked for.
                Form::constant(((need.ones & kept) ^ changed) - need.ones)
            }
        };
        change.span(ranges)?;
        option.cell = option.cell.plus(&change, space.strides[i])?;
    }
    option.cell.span(ranges)?;
    Some(option)
}

/// The digits of the slot that the term keeps, and those that it changes after that, where it does no
/// more. Both are not negative but for kept digits beyond all.
fn digits(term: &Term, slot: usize) -> Option<(i64, i64)> {
    match term {
        Term::Slot(own) if *own == slot => Some((-1, 0)),
        Term::Op(op @ (Op::BitOr | Op::AndNot | Op::BitAnd | Op::Xor), inner, other) => {
            let Term::Const(other @ 0..) = **other else { return None };
            let (kept, changed) = digits(inner, slot)?;
            Some(match op {
                Op::BitOr => (kept & !other, changed | other),
                Op::AndNot => (kept & !other, changed & !other),
                Op::BitAnd => (kept & other, changed & other),
                _ => (kept, changed ^ other),
            })
        }
        _ => None,
    }
}
