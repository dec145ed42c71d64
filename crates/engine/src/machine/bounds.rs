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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::random::term;
    use draw::{Draw, check, prop_assert_eq};

    /// A condition on the slots 0, 1 and 2.
    fn condition(d: &mut Draw) -> Term {
        let linear = |d: &mut Draw| {
            let (rest, slope) = (term(d).with(2, &Term::Const(1)), Term::Const(d.int(-3..4)));
            Term::op(Op::Add, rest, Term::op(Op::Mul, slope, Term::Slot(2)))
        };
        let side = |d: &mut Draw| match d.size(0..5) {
            0 => term(d),
            1..=3 => linear(d),
            _ => Term::op(d.pick(&[Op::Min, Op::Max]), linear(d), linear(d)),
        };
        Term::op(d.pick(&[Op::Le, Op::Lt, Op::Eq]), side(d), side(d))
    }

    #[test]
    fn a_narrowed_range_has_the_values_at_which_guards_hold() {
        let input = |d: &mut Draw| {
            let (guards, ends) = (d.many(1..4, condition), (d.int(-4..3), d.int(2..7)));
            (guards, ends, d.ints::<2>(-3..4), d.flag())
        };
        check(3000, input, |(guards, (lo, hi), place, is_only)| {
            let guards: Vec<Scalar> = guards.into_iter().map(Scalar::Term).collect();
            let (mut from, mut to) = (Term::Const(lo), Term::Const(hi));
            let left =
                narrow((&mut from, &mut to), &guards, (2, is_only), &[(-3, 3), (-3, 3), (lo, hi)]);
            let at = |k: i64| [place[0], place[1], k];
            let end = |end: &Term| end.value(&at(0)).expect("an interval promises a value");
            let span = end(&from)..=end(&to);
            for k in lo..=hi {
                // One after another: a guard without a value is not asked for behind one that fails.
                let holds = |is_asked: &dyn Fn(usize) -> bool| {
                    let asked = guards.iter().enumerate().filter(|(i, _)| is_asked(*i));
                    let mut values = asked.map(|(_, guard)| guard.value(&at(k)));
                    values.find(|value| *value != Ok(1)).unwrap_or(Ok(1))
                };
                let narrowed = if span.contains(&k) { holds(&|i| left[i]) } else { Ok(0) };
                prop_assert_eq!(narrowed, holds(&|_| true), "{:?} at {:?}", guards, at(k));
            }
            Ok(())
        });
    }
}
