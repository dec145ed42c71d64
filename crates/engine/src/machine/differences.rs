//! Clauses whose last quantifier is one of a few linear forms of what comes before it, as `t` of
//! `abs(s - t) <= 2` or `t = a - s`: one clause for each form, without the quantifier.

use super::bounds::ends;
use super::form::Form;
use crate::lower::{Clause, Domain};
use crate::space::Space;
use crate::term::interval::{Interval, interval};
use crate::term::{Op, Term};
use expr::ast::{Binary, Comparison, Expr, Node};
use expr::substitute::{Bindings, int, name};
use expr::walk::within;
use hashbrown::HashMap;

/// A clause becomes at most this many.
const MAX_CLAUSES: i64 = 16;

/// The clauses for a clause, at most [`MAX_CLAUSES`]; itself alone where there is nothing to gain.
pub(super) fn by_differences(clause: Clause, space: &Space) -> Vec<Clause> {
    split(clause, MAX_CLAUSES, space)
}

fn split(clause: Clause, most: i64, space: &Space) -> Vec<Clause> {
    match told(&clause, most, space) {
        Some(clauses) => {
            let most = most / clauses.len() as i64;
            clauses.into_iter().flat_map(|clause| split(clause, most, space)).collect()
        }
        None => vec![clause],
    }
}

/// The clauses without the last quantifier; `None` where it is not told by the others.
fn told(clause: &Clause, most_clauses: i64, space: &Space) -> Option<Vec<Clause>> {
    let ((last, Domain::Range(lo, hi)), before) = clause.binders.split_last()? else { return None };
    let mut names: Vec<String> = space.axes.iter().map(|axis| axis.name.clone()).collect();
    let mut ranges: Vec<Interval> = space.axes.iter().map(|axis| (axis.lo, axis.hi)).collect();
    for (name, domain) in before {
        ranges.push(span(domain, &names, &ranges)?);
        names.push(name.clone());
    }
    // Batches along the next quantifier must be fewer than those along the last.
    let next = ranges.last().filter(|_| !before.is_empty())?;
    let most_clauses = most_clauses.min(next.1.saturating_sub(next.0));
    if clause.spread > 0 || hides(clause, &names) {
        return None;
    }
    let [least, most] = [lo, hi].map(|end| term(end, &names, &ranges));
    let (least, most) = (least?, most?);
    let quantifier = names.len();
    ranges.push((interval(&least, &ranges)?.0, interval(&most, &ranges)?.1));
    names.push(last.clone());
    let (mut lower, mut upper) = (sides(least, Op::Max), sides(most, Op::Min));
    for guard in &clause.guards {
        // Behind a guard that may have no value nothing is passed over.
        let Some(guard) = term(guard, &names, &ranges) else { break };
        for conjunct in guard.conjuncts() {
            if let Some((more_lower, more_upper)) = ends(&conjunct, quantifier, &ranges) {
                lower.extend(more_lower);
                upper.extend(more_upper);
            }
        }
    }
    let (width, first) = tightest(&lower, &upper, most_clauses)?;
    let clauses = (0..=width).map(|more| {
        let value = expression(&first.clone().plus(&Form::constant(more), 1)?, &names)?;
        Some(with_last(clause, (last, &value), (lo, hi)))
    });
    clauses.collect()
}

/// A lower and an upper end that differ by a constant, the least there is and less than `most`: the
/// constant, and the lower end.
fn tightest(lower: &[Term], upper: &[Term], most: i64) -> Option<(i64, Form)> {
    let upper: Vec<Form> = upper.iter().filter_map(Form::new).collect();
    let pairs = lower.iter().filter_map(Form::new).flat_map(|from| {
        let width = |to: &Form| {
            let width = to.clone().plus(&from, -1).filter(Form::is_constant)?.value(&[]);
            (0..most).contains(&width).then(|| (width, from.clone()))
        };
        upper.iter().filter_map(width).collect::<Vec<_>>()
    });
    pairs.min_by_key(|(width, _)| *width)
}

/// The clause with a value in place of its last quantifier, which goes from `lo` to `hi`.
fn with_last(clause: &Clause, (last, value): (&str, &Expr), (lo, hi): (&Expr, &Expr)) -> Clause {
    let told = Bindings::of([(last.to_owned(), value.clone())]);
    let at_most = |a: &Expr, b: &Expr| {
        Expr::from(Node::Compare(Box::new(a.clone()), vec![(Comparison::Le, b.clone())]))
    };
    let mut guards = vec![at_most(lo, value), at_most(value, hi)];
    guards.extend(told.all(&clause.guards));
    Clause {
        binders: clause.binders[..clause.binders.len() - 1].to_vec(),
        guards,
        parts: clause.parts.iter().map(|part| part.bound(&told)).collect(),
        ..clause.clone()
    }
}

/// Whether a name means something else in a part of the guards or options.
fn hides(clause: &Clause, names: &[String]) -> bool {
    let bound = |e: &Expr| match &e.node {
        Node::Fold(_, items) => {
            items.iter().flat_map(|item| &item.binders).any(|binder| names.contains(&binder.name))
        }
        _ => false,
    };
    let checked = |e: &Expr| if within(e).any(bound) { Err(()) } else { Ok(e.clone()) };
    clause.guards.iter().any(|guard| checked(guard).is_err())
        || clause.parts.iter().any(|part| part.try_map(checked).is_err())
}

/// A term that has a value everywhere.
fn term(e: &Expr, names: &[String], ranges: &[Interval]) -> Option<Term> {
    let slots = names.iter().cloned().enumerate().map(|(i, name)| (name, i));
    let term = Term::from_expr(e, &slots.collect::<HashMap<_, _>>())?;
    interval(&term, ranges).map(|_| term)
}

/// Least and greatest value of a quantifier.
fn span(domain: &Domain, names: &[String], ranges: &[Interval]) -> Option<Interval> {
    match domain {
        Domain::Range(lo, hi) => {
            let end = |end| interval(&term(end, names, ranges)?, ranges);
            let (lo, hi) = (end(lo)?.0, end(hi)?.1);
            Some((lo, hi.max(lo)))
        }
        Domain::Set(..) => None,
    }
}

/// The terms of which this is the greatest or the least.
fn sides(term: Term, op: Op) -> Vec<Term> {
    match term {
        Term::Op(own, a, b) if own == op => [sides(*a, op), sides(*b, op)].concat(),
        term => vec![term],
    }
}

/// A form as an expression of what its slots are called; `None` where one is hidden by another of the
/// same name.
fn expression(form: &Form, names: &[String]) -> Option<Expr> {
    let join = |op, a, b| Expr::from(Node::Binary(op, Box::new(a), Box::new(b)));
    let mut sum = int(form.value(&vec![0; names.len()]));
    for (slot, own) in names.iter().enumerate() {
        let coefficient = form.coefficient(slot);
        if coefficient != 0 {
            let is_hidden = names[slot + 1..].contains(own);
            let product = join(Binary::Mul, int(coefficient), name(own.clone()));
            sum = (!is_hidden).then(|| join(Binary::Add, sum, product))?;
        }
    }
    Some(sum)
}
