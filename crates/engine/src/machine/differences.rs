//! Clauses whose last quantifier is one of a few linear forms of what comes before it, as `t` of
//! `abs(s - t) <= 2` or `t = a - s`: one clause for each form, without the quantifier.

use super::bounds::ends;
use crate::space::Space;
use crate::term::form::Form;
use clauses::term::interval::{Interval, interval};
use clauses::term::{Op, Term};
use clauses::{Clause, Domain, OptionPart};
use expr::ast::{Binary, Comparison, Expr, Node};
use expr::build::{binary, compared};
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
    let mut known = Known::default();
    for axis in &space.axes {
        known.push(&axis.name, (axis.lo, axis.hi));
    }
    for (name, domain) in before {
        let Domain::Range(lo, hi) = domain else { return None };
        let (lo, hi) = known.span(&known.term(lo)?, &known.term(hi)?)?;
        known.push(name, (lo, hi.max(lo)));
    }
    // Batches along the next quantifier must be fewer than those along the last.
    let next = known.ranges.last().filter(|_| !before.is_empty())?;
    let most_clauses = most_clauses.min(next.1.saturating_sub(next.0));
    if clause.spread > 0 || hides(clause, &known.slots) {
        return None;
    }
    let (least, most) = (known.term(lo)?, known.term(hi)?);
    let quantifier = known.ranges.len();
    known.push(last, known.span(&least, &most)?);
    let (mut lower, mut upper) = (sides(least, Op::Max), sides(most, Op::Min));
    for guard in &clause.guards {
        // Behind a guard that may have no value nothing is passed over.
        let Some(guard) = known.term(guard) else { break };
        for conjunct in guard.conjuncts() {
            if let Some((more_lower, more_upper)) = ends(&conjunct, quantifier, &known.ranges) {
                lower.extend(more_lower);
                upper.extend(more_upper);
            }
        }
    }
    let (width, first) = tightest(&lower, &upper, most_clauses)?;
    let clauses = (0..=width).map(|more| {
        let value = known.expression(&first.clone().plus(&Form::constant(more), 1)?)?;
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
    let at_most = |a: &Expr, b: &Expr| compared(a.clone(), Comparison::Le, b.clone());
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
fn hides(clause: &Clause, names: &HashMap<String, usize>) -> bool {
    let bound = |e: &Expr| match &e.node {
        Node::Fold(_, items) => items
            .iter()
            .flat_map(|item| &item.binders)
            .any(|binder| names.contains_key(&binder.name)),
        _ => false,
    };
    let checked = |e: &Expr| if within(e).any(bound) { Err(()) } else { Ok(e.clone()) };
    clause.guards.iter().any(|guard| checked(guard).is_err())
        || clause.parts.iter().any(|part| match part {
            OptionPart::Each(list) => within(list).any(bound),
            other => other.try_map(checked).is_err(),
        })
}

/// The terms of which this is the greatest or the least.
fn sides(term: Term, op: Op) -> Vec<Term> {
    match term {
        Term::Op(own, a, b) if own == op => [sides(*a, op), sides(*b, op)].concat(),
        term => vec![term],
    }
}

/// The slots that expressions may name.
#[derive(Default)]
struct Known {
    names: Vec<String>,
    /// By name: of slots with the same name the last.
    slots: HashMap<String, usize>,
    ranges: Vec<Interval>,
}

impl Known {
    fn push(&mut self, name: &str, range: Interval) {
        self.slots.insert(name.to_owned(), self.names.len());
        self.names.push(name.to_owned());
        self.ranges.push(range);
    }

    /// The expression as a term that has a value everywhere.
    fn term(&self, e: &Expr) -> Option<Term> {
        Term::from_expr(e, &self.slots).filter(|term| interval(term, &self.ranges).is_some())
    }

    /// The least value of one term and the greatest of another.
    fn span(&self, lo: &Term, hi: &Term) -> Option<Interval> {
        Some((interval(lo, &self.ranges)?.0, interval(hi, &self.ranges)?.1))
    }

    /// A form as an expression; `None` where a slot is hidden by another of the same name.
    fn expression(&self, form: &Form) -> Option<Expr> {
        let (constant, terms) = form.parts();
        terms.iter().try_fold(int(constant), |sum, &(slot, coefficient)| {
            let own = &self.names[slot];
            let product = binary(Binary::Mul, int(coefficient), name(own.clone()));
            (self.slots[own] == slot).then(|| binary(Binary::Add, sum, product))
        })
    }
}
