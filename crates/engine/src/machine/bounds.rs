//! Guards that bound the innermost quantifier, taken as ends of its range: options that they exclude
//! are never looked at.

use super::scalar::Scalar;
use clauses::term::interval::{Interval, interval};
use clauses::term::{Op, Term};

/// From about this many values on, a range takes longer than computing its ends.
const LONG: i64 = 256;

/// What a guard leaves of the values of a quantifier: it holds between the greatest of the lower ends
/// and the least of the upper ends, and nowhere else.
#[derive(Debug, Default)]
struct Ends {
    lower: Vec<Term>,
    upper: Vec<Term>,
    are_quotients: bool,
}

/// Narrows the range `lo..=hi` of the quantifier by those of its guards that are linear in it, and
/// returns which guards are still to be asked for. `ranges` are those of all slots. Guards behind one
/// that may have no value stay: it has to be asked first.
///
/// With other quantifiers before it ends are computed often: guards whose ends are quotients stay then, but
/// for long ranges.
pub(super) fn narrow(
    (lo, hi): (&mut Term, &mut Term),
    guards: &[Scalar],
    (quantifier, is_only): (usize, bool),
    ranges: &[Interval],
) -> Vec<bool> {
    let mut is_left = vec![true; guards.len()];
    let is_long = ranges[quantifier].1.saturating_sub(ranges[quantifier].0) >= LONG;
    for (guard, is_left) in guards.iter().zip(&mut is_left) {
        let Some(guard) = guard.term().filter(|guard| interval(guard, ranges).is_some()) else {
            break;
        };
        let mut ends = Ends::default();
        if ends.of(guard, quantifier, ranges).is_none()
            || ends.are_quotients && !is_only && !is_long
        {
            continue;
        }
        *is_left = false;
        let below = |term: &Term, other: &Term| {
            let both = interval(term, ranges).zip(interval(other, ranges));
            term == other || both.is_some_and(|(term, other)| term.1 <= other.0)
        };
        for end in ends.lower {
            if !below(&end, lo) {
                *lo = Term::op(Op::Max, lo.clone(), end);
            }
        }
        for end in ends.upper {
            if !below(hi, &end) {
                *hi = Term::op(Op::Min, hi.clone(), end);
            }
        }
    }
    is_left
}

/// The lower and the upper ends that a condition leaves a quantifier, none of them a quotient; `None`
/// where it has others.
pub(super) fn ends(
    condition: &Term,
    quantifier: usize,
    ranges: &[Interval],
) -> Option<(Vec<Term>, Vec<Term>)> {
    let mut ends = Ends::default();
    ends.of(condition, quantifier, ranges)?;
    (!ends.are_quotients).then_some((ends.lower, ends.upper))
}

/// The same for values that are listed: guards that leave all of them up to some become their limit.
pub(super) fn limit(
    (values, limit): (&[i64], &mut Option<Scalar>),
    guards: &[Scalar],
    place: (usize, bool),
    ranges: &[Interval],
) -> Vec<bool> {
    let mut is_left = vec![true; guards.len()];
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return is_left };
    let mut end = match limit {
        Some(Scalar::Term(end)) => end.clone(),
        Some(Scalar::Exact(_)) => return is_left,
        None => Term::Const(last),
    };
    for (guard, is_left) in guards.iter().zip(&mut is_left) {
        if !guard.has_value(ranges) {
            break;
        }
        let (mut lo, mut hi) = (Term::Const(first), end.clone());
        let left = narrow((&mut lo, &mut hi), std::slice::from_ref(guard), place, ranges);
        if left == [false] && lo == Term::Const(first) {
            (*is_left, end) = (false, hi);
        }
    }
    if is_left.contains(&false) {
        *limit = Some(Scalar::Term(end));
    }
    is_left
}

impl Ends {
    /// Adds the ends of a condition; `None` where it has others.
    fn of(&mut self, condition: &Term, quantifier: usize, ranges: &[Interval]) -> Option<()> {
        let Term::Op(op @ (Op::Le | Op::Lt | Op::Eq), a, b) = condition else { return None };
        match (op, &**a, &**b) {
            (Op::Le | Op::Lt, Term::Op(Op::Max, x, y), b) => {
                self.of(&Term::op(*op, (**x).clone(), b.clone()), quantifier, ranges)?;
                self.of(&Term::op(*op, (**y).clone(), b.clone()), quantifier, ranges)
            }
            (Op::Le | Op::Lt, a, Term::Op(Op::Min, x, y)) => {
                self.of(&Term::op(*op, a.clone(), (**x).clone()), quantifier, ranges)?;
                self.of(&Term::op(*op, a.clone(), (**y).clone()), quantifier, ranges)
            }
            (_, a, b) => {
                // The condition is that slope * quantifier + rest is at least 0, or 0.
                let room = Term::op(Op::Sub, b.clone(), a.clone());
                let room = Term::op(Op::Sub, room, Term::Const(i64::from(*op == Op::Lt)));
                interval(&room, ranges)?;
                let (slope, rest) = room.slope_in(quantifier)?;
                let Term::Const(slope) = slope else { return None };
                interval(&rest, ranges)?;
                let quotient =
                    |of: Term| Some(Term::op(Op::Div, of, Term::Const(slope.checked_abs()?)));
                let negated = |of: Term| Term::op(Op::Sub, Term::Const(0), of);
                self.are_quotients |= slope.abs() > 1;
                let is_equation = *op == Op::Eq;
                if slope == 0 {
                    return None;
                }
                if slope > 0 || is_equation {
                    let above = if slope > 0 { rest.clone() } else { negated(rest.clone()) };
                    self.lower.push(negated(quotient(above)?));
                }
                if slope < 0 || is_equation {
                    self.upper.push(quotient(if slope < 0 { rest } else { negated(rest) })?);
                }
                Some(())
            }
        }
    }
}
