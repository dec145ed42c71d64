//! Guards that hold up to some value of the innermost quantifier and not beyond it, such as
//! `not any{blocked(a - s, b) for s in 1..t}`: one step after another is looked at for a position, in
//! place of all steps for every option.

use super::lanes::{LANES, LaneProgram, Registers, all};
use super::rows::{RowGuard, Rows};
use super::scalar::Scalar;
use crate::lower::{Clause, Domain};
use crate::term::form::Form;
use crate::term::interval::Interval;
use crate::term::{Op, Term, Undefined};
use expr::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Unary};
use expr::substitute::{Bindings, mentions};
use expr::walk;
use hashbrown::HashMap;

/// How many steps are looked at first.
const FIRST: usize = 16;

/// How far the innermost quantifier gets.
#[derive(Debug)]
pub(crate) struct Reach {
    /// Its first step.
    from: Scalar,
    /// Whether a step may be taken.
    program: LaneProgram,
    /// The same by the places that steps lead to, where nothing else of a coordinate matters.
    pub(super) places: Option<Places>,
}

/// Steps along a coordinate: whether one may be taken depends on the place it leads to.
#[derive(Debug)]
pub(super) struct Places {
    axis: usize,
    /// 1 or -1: a place is the coordinate plus that many steps.
    sign: i64,
    /// Whether a step to the place may be taken, with the place for the innermost quantifier.
    steps: Scalar,
    rows: RowGuard,
}

/// What a thread knows of the steps.
#[derive(Debug)]
pub(super) struct Known {
    registers: Registers,
    rows: Vec<Rows>,
}

impl Reach {
    /// The reach by steps from that value on, each of which may be taken where all these conditions hold;
    /// `None` where lanes cannot tell. `ranges` are those of all slots, of the innermost quantifier last.
    pub(super) fn new(from: Scalar, steps: Vec<Term>, ranges: &[Interval]) -> Option<Self> {
        let inner = ranges.len().checked_sub(1)?;
        let steps = all(steps.iter(), ranges)?;
        let mut ways = (0..inner).flat_map(|axis| [(axis, -1), (axis, 1)]);
        let places = ways.find_map(|(axis, sign)| Places::new(&steps, (axis, sign), ranges));
        let program = LaneProgram::compile(&[steps], inner, ranges)?;
        Some(Self { from, program, places })
    }

    /// Room for what a thread will know.
    pub(super) fn room(&self) -> Known {
        let rows = self.places.iter().map(|places| Rows::new(&places.rows)).collect();
        Known { registers: self.program.registers(), rows }
    }

    /// The last value up to `hi` that is reached.
    ///
    /// # Errors
    /// A step has no value, or its number does not fit 32 bits.
    pub(super) fn last(
        &self,
        hi: i64,
        slots: &mut [i64],
        Known { registers, rows }: &mut Known,
    ) -> Result<i64, Undefined> {
        let mut next = self.from.value(slots)?;
        if next > hi {
            return Ok(hi);
        }
        if let Some(places) = &self.places
            && let Some(last) = places.last((next, hi), slots, rows)
        {
            return Ok(last);
        }
        self.program.prepare(slots, registers)?;
        let mut most = FIRST;
        while next <= hi {
            let count = usize::try_from(hi - next + 1).map_or(most, |left| left.min(most));
            let first = i32::try_from(next).map_err(|_| Undefined)?;
            first.checked_add(count as i32).ok_or(Undefined)?;
            registers.fill_range(first, count);
            self.program.run(registers, count);
            let stop = match self.program.lanes(registers, 0) {
                Some(lanes) => lanes[..count].iter().position(|&step| step == 0),
                None => (self.program.result(registers, 0, 0) == 0).then_some(0),
            };
            if let Some(stop) = stop {
                return Ok(next + stop as i64 - 1);
            }
            next += count as i64;
            most = LANES.min(2 * most);
        }
        Ok(hi)
    }
}

impl Places {
    /// For steps along a coordinate up (1) or down (-1); `None` where more of it matters, or rows of places
    /// do not pay.
    fn new(steps: &Term, (axis, sign): (usize, i64), ranges: &[Interval]) -> Option<Self> {
        let inner = ranges.len() - 1;
        if !steps.uses(axis) {
            return None;
        }
        let steps = by_place(steps, (axis, sign), inner)?;
        let mut of_places: Vec<Option<Interval>> = ranges.iter().copied().map(Some).collect();
        let place = Form::slot(axis).plus(&Form::slot(inner), sign)?;
        of_places[inner] = Some(place.span(&of_places)?);
        let used: Vec<usize> = (0..=inner).filter(|&slot| steps.uses(slot)).collect();
        let steps = Scalar::Term(steps);
        let rows = RowGuard::new(vec![0], &used, std::slice::from_ref(&steps), &of_places)?;
        Some(Self { axis, sign, steps, rows })
    }

    /// The last of these steps that is reached; `None` where some step to a place among theirs has no value.
    fn last(&self, (from, hi): Interval, slots: &mut [i64], rows: &mut [Rows]) -> Option<i64> {
        let own = slots[self.axis];
        let (first, last) = (own + self.sign * from, own + self.sign * hi);
        let span = (first.min(last), first.max(last));
        let steps = std::slice::from_ref(&self.steps);
        let row = rows.first_mut()?.know((0, &self.rows), steps, span, slots)?;
        Some(match self.sign {
            1 => row.first_zero(rows, span).map_or(hi, |stop| stop - own - 1),
            _ => row.last_zero(rows, span).map_or(hi, |stop| own - stop - 1),
        })
    }
}

/// The term with the place, coordinate plus `sign` times quantifier, for the quantifier; `None` where it
/// depends on either in another way.
fn by_place(term: &Term, (axis, sign): (usize, i64), quantifier: usize) -> Option<Term> {
    if !term.uses(axis) && !term.uses(quantifier) {
        return Some(term.clone());
    }
    let linear = term.linear_in(axis).and_then(|(along, rest)| {
        let (step, rest) = rest.linear_in(quantifier)?;
        (step == sign * along).then_some((along, rest))
    });
    match (linear, term) {
        (Some((along, rest)), _) => {
            let place = Term::op(Op::Mul, Term::Const(along), Term::Slot(quantifier));
            Some(Term::op(Op::Add, rest, place))
        }
        (None, Term::Slot(_)) => None,
        (None, term) => term.try_map(&mut |part| by_place(part, (axis, sign), quantifier)),
    }
}

/// A guard on every step up to some value.
struct Walk<'e> {
    /// The variable that runs over the steps, and their ends.
    step: &'e str,
    lo: &'e Expr,
    hi: &'e Expr,
    /// Whether the body must hold at each, or at none.
    is_wanted: bool,
    item: &'e Item,
}

impl<'e> Walk<'e> {
    fn new(guard: &'e Expr) -> Option<Self> {
        let (is_wanted, fold) = match &guard.node {
            Node::Unary(Unary::Not, e) => (false, &e.node),
            node => (true, node),
        };
        let items = match fold {
            Node::Fold(Fold::All, items) if is_wanted => items,
            Node::Fold(Fold::Any, items) if !is_wanted => items,
            _ => return None,
        };
        let [item] = &items[..] else { return None };
        let [Binder { name: step, set, .. }] = &item.binders[..] else { return None };
        let Node::Range(lo, hi) = &set.node else { return None };
        Some(Self { step, lo, hi, is_wanted, item })
    }

    /// What the last step must fulfil, if there is one.
    fn last(&self) -> Expr {
        let last = Bindings::of([(self.step.to_owned(), self.hi.clone())]);
        let at = |e: &Expr| Box::new(last.expr(e));
        let not = |e: Box<Expr>| Box::new(Expr::from(Node::Unary(Unary::Not, e)));
        let body = at(&self.item.body);
        let body = if self.is_wanted { body } else { not(body) };
        let is_before = Node::Compare(at(self.hi), vec![(Comparison::Lt, self.lo.clone())]);
        let either = |a, b| Box::new(Expr::from(Node::Binary(Binary::Or, a, b)));
        let body = self.item.guard.iter().fold(body, |body, guard| either(not(at(guard)), body));
        *either(Box::new(is_before.into()), body)
    }
}

/// Where a guard holds for a value of the innermost quantifier iff a condition holds for all values up to
/// it from the first of its range on: that condition.
pub(super) fn step(
    guard: &Expr,
    clause: &Clause,
    (slots, inner): (&HashMap<String, usize>, usize),
) -> Option<Expr> {
    let (quantifier, Domain::Range(first, _)) = clause.binders.last()? else { return None };
    let walk = Walk::new(guard)?;
    let is_slot = |binder: &Binder| slots.contains_key(&binder.name);
    let binds_slot = |e: &Expr| match &e.node {
        Node::Fold(_, items) => items.iter().flat_map(|item| &item.binders).any(is_slot),
        _ => false,
    };
    let mut steps = walk.item.guard.iter().chain([&walk.item.body]);
    if walk::within(guard).any(binds_slot) || steps.any(|e| mentions(e, quantifier)) {
        return None;
    }
    let term = |e: &Expr| Term::from_expr(e, slots);
    // The last step is the quantifier's value, or lies before it.
    let (Term::Const(1), Term::Const(..=0)) = term(walk.hi)?.slope_in(inner)? else { return None };
    let starts_before = match (term(first)?, term(walk.lo)?) {
        (Term::Const(first), Term::Const(least)) => first <= least,
        (first, least) => first == least,
    };
    starts_before.then(|| walk.last())
}
