//! Guards that hold up to some value of the innermost quantifier and not beyond it, such as
//! `not any{blocked(a - s, b) for s in 1..t}`: one step after another is looked at for a position, in
//! place of all steps for every option.

use super::lanes::{LANES, LaneProgram, Registers, all};
use super::rows::{RowGuard, Rows};
use super::scalar::Scalar;
use crate::term::form::Form;
use clauses::term::interval::Interval;
use clauses::term::{Op, Term, Undefined};
use clauses::{Clause, Domain};
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
    /// Whether a step may be taken; `None` where lanes cannot tell.
    program: Option<LaneProgram>,
    /// The same by the places that steps lead to, where nothing else matters.
    pub(super) places: Option<LineSteps>,
}

/// Steps along a line of cells: whether one may be taken depends on the cell it leads to.
#[derive(Debug)]
pub(super) struct LineSteps {
    line: Line,
    /// Whether a step may be taken, with the place for the innermost quantifier, and for other coordinates that
    /// change along the line what stays the same of them.
    steps: Scalar,
    rows: RowGuard,
}

/// A direction. The place of a cell is its coordinate along an axis.
#[derive(Clone, Debug)]
struct Line {
    axis: usize,
    /// 1 or -1: what a step adds to that coordinate.
    sign: i64,
    /// What it adds to others.
    others: Vec<(usize, i64)>,
}

/// What a thread knows of the steps.
#[derive(Debug)]
pub(super) struct Known {
    registers: Option<Registers>,
    rows: Vec<Rows>,
}

impl Reach {
    /// The reach by steps from that value on, each of which may be taken where all these conditions hold;
    /// `None` where neither lanes nor places can tell. `ranges` are those of all slots, of the innermost
    /// quantifier last; `along` is what each value more of that adds to the coordinates, where it is known.
    pub(super) fn new(
        from: Scalar,
        steps: Vec<Term>,
        along: Option<&[i64]>,
        ranges: &[Interval],
    ) -> Option<Self> {
        let inner = ranges.len().checked_sub(1)?;
        let steps = all(steps.iter(), ranges)?;
        let axes = (0..inner).flat_map(|axis| [(axis, -1), (axis, 1)]);
        let axes = axes.map(|(axis, sign)| Line { axis, sign, others: Vec::new() });
        let mut lines = along.and_then(Line::of).into_iter().chain(axes);
        let places = lines.find_map(|line| LineSteps::new(&steps, line, ranges));
        let program = LaneProgram::compile(&[steps], inner, ranges);
        (program.is_some() || places.is_some()).then_some(Self { from, program, places })
    }

    /// Room for what a thread will know.
    pub(super) fn room(&self) -> Known {
        let rows = self.places.iter().map(|places| Rows::new(&places.rows)).collect();
        Known { registers: self.program.as_ref().map(LaneProgram::registers), rows }
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
        let (Some(program), Some(registers)) = (&self.program, registers) else {
            return Err(Undefined);
        };
        program.prepare(slots, registers)?;
        let mut most = FIRST;
        while next <= hi {
            let count = usize::try_from(hi - next + 1).map_or(most, |left| left.min(most));
            let first = i32::try_from(next).map_err(|_| Undefined)?;
            first.checked_add(count as i32).ok_or(Undefined)?;
            registers.fill_range(first, count);
            program.run(registers, count);
            let stop = match program.lanes(registers, 0) {
                Some(lanes) => lanes[..count].iter().position(|&step| step == 0),
                None => (program.result(registers, 0, 0) == 0).then_some(0),
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

impl Line {
    /// The line along which each coordinate changes so; `None` where none changes by 1.
    fn of(along: &[i64]) -> Option<Self> {
        let axis = along.iter().position(|step| step.abs() == 1)?;
        let others = along.iter().copied().enumerate().filter(|&(i, step)| i != axis && step != 0);
        Some(Self { axis, sign: along[axis], others: others.collect() })
    }

    /// The term by the place and by what stays the same along the line, in the slots of the quantifier and of
    /// the other coordinates; `None` where it depends on where the line begins.
    fn by_place(&self, term: &Term, quantifier: usize) -> Option<Term> {
        let changing = self.others.iter().map(|&(slot, _)| slot);
        if ![self.axis, quantifier].into_iter().chain(changing).any(|slot| term.uses(slot)) {
            return Some(term.clone());
        }
        match (self.linear(term, quantifier), term) {
            (Some(placed), _) => Some(placed),
            (None, Term::Slot(_)) => None,
            (None, term) => term.try_map(&mut |part| self.by_place(part, quantifier)),
        }
    }

    /// The same for a term that is linear in all that changes along the line.
    fn linear(&self, term: &Term, quantifier: usize) -> Option<Term> {
        let (own, rest) = term.linear_in(self.axis)?;
        let (along, mut rest) = rest.linear_in(quantifier)?;
        let mut change = own.checked_mul(self.sign)?;
        let mut same = Vec::new();
        for &(slot, step) in &self.others {
            let (coefficient, left) = rest.linear_in(slot)?;
            rest = left;
            change = change.checked_add(coefficient.checked_mul(step)?)?;
            same.push((slot, coefficient));
        }
        let all = same.into_iter().chain([(quantifier, along.checked_mul(self.sign)?)]);
        let times = |(slot, factor)| Term::op(Op::Mul, Term::Const(factor), Term::Slot(slot));
        let all = all.filter(|(_, factor)| *factor != 0).map(times);
        (change == along).then(|| all.fold(rest, |sum, term| Term::op(Op::Add, sum, term)))
    }
}

impl LineSteps {
    /// For steps along a line; `None` where more matters than the cells they lead to, or rows of places do not
    /// pay.
    fn new(steps: &Term, line: Line, ranges: &[Interval]) -> Option<Self> {
        let inner = ranges.len() - 1;
        if !steps.uses(line.axis) {
            return None;
        }
        let steps = line.by_place(steps, inner)?;
        let known: Vec<Option<Interval>> = ranges.iter().copied().map(Some).collect();
        let mut of_places = known.clone();
        let place = Form::slot(line.axis).plus(&Form::slot(inner), line.sign)?;
        of_places[inner] = Some(place.span(&known)?);
        for &(slot, step) in &line.others {
            let same = Form::slot(slot).plus(&Form::slot(line.axis), -step * line.sign)?;
            of_places[slot] = Some(same.span(&known)?);
        }
        let used: Vec<usize> = (0..=inner).filter(|&slot| steps.uses(slot)).collect();
        let steps = Scalar::Term(steps);
        let rows = RowGuard::new(vec![0], &used, std::slice::from_ref(&steps), &of_places)?;
        Some(Self { line, steps, rows })
    }

    /// The last of these steps that is reached; `None` where some step to a place among theirs has no value.
    fn last(&self, (from, hi): Interval, slots: &mut [i64], rows: &mut [Rows]) -> Option<i64> {
        let Line { axis, sign, ref others } = self.line;
        let own = slots[axis];
        let (first, last) = (own + sign * from, own + sign * hi);
        let span = (first.min(last), first.max(last));
        let steps = std::slice::from_ref(&self.steps);
        others.iter().for_each(|&(slot, step)| slots[slot] -= step * sign * own);
        let row = rows.first_mut()?.know((0, &self.rows), steps, span, slots);
        others.iter().for_each(|&(slot, step)| slots[slot] += step * sign * own);
        Some(match sign {
            1 => row?.first_zero(rows, span).map_or(hi, |stop| stop - own - 1),
            _ => row?.last_zero(rows, span).map_or(hi, |stop| own - stop - 1),
        })
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

/// A guard on steps from before the first value of the innermost quantifier on as two: on the steps before
/// it, which do not depend on the quantifier, and on the others; `None` where the guard says no such thing.
pub(super) fn parted(
    guard: &Expr,
    clause: &Clause,
    slots: &HashMap<String, usize>,
    inner: usize,
) -> Option<[Expr; 2]> {
    let (_, Domain::Range(first, _)) = clause.binders.last()? else { return None };
    let walk = Walk::new(guard)?;
    let term = |e: &Expr| Term::from_expr(e, slots);
    // The steps before the first value are looked at for every value.
    let (Term::Const(1), Term::Const(-1..=0)) = term(walk.hi)?.slope_in(inner)? else {
        return None;
    };
    let (Term::Const(start), Term::Const(least)) = (term(first)?, term(walk.lo)?) else {
        return None;
    };
    let last = Expr::from(Node::Int(i128::from(start) - 1));
    let between = |lo: &Expr, hi: &Expr| {
        let mut part = guard.clone();
        let fold = match &mut part.node {
            Node::Unary(Unary::Not, e) => &mut e.node,
            node => node,
        };
        let Node::Fold(_, items) = fold else { return None };
        let binder = items.first_mut()?.binders.first_mut()?;
        binder.set.node = Node::Range(Box::new(lo.clone()), Box::new(hi.clone()));
        Some(part)
    };
    let parts = [between(walk.lo, &last)?, between(first, walk.hi)?];
    (least < start && step(&parts[1], clause, slots, inner).is_some()).then_some(parts)
}

/// Where a guard holds for a value of the innermost quantifier iff a condition holds for all values up to
/// it from the first of its range on: that condition.
pub(super) fn step(
    guard: &Expr,
    clause: &Clause,
    slots: &HashMap<String, usize>,
    inner: usize,
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
