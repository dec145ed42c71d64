//! Makes terms cheaper by what is known of their slots: drops conditions that are decided and bounds
//! that are never reached, and replaces functions of one or two quantifiers by lists of values.

use clauses::term::interval::{Interval, interval};
use clauses::term::{Op, Term};

/// A list of values has at most this many entries.
const MAX_LIST_LENGTH: i64 = 1024;
/// A term of fewer operations is as fast as a list.
const LEAST_OPERATIONS: usize = 3;

/// A term of the same value wherever the slots are in their ranges (slots behind the list, and
/// `None`, may be anything). Slots below `dimensions` are coordinates.
pub(crate) fn simplify(term: Term, ranges: &[Option<Interval>], dimensions: usize) -> Term {
    let decided = Decided { ranges };
    lists(&decided.term(&term), ranges, dimensions)
}

struct Decided<'a> {
    ranges: &'a [Option<Interval>],
}

impl Decided<'_> {
    /// Least and greatest value of the term; it has one everywhere then.
    fn span(&self, term: &Term) -> Option<Interval> {
        let known = term.last_slot().map_or(Some(Vec::new()), |last| {
            let used = |slot| if term.uses(slot) { self.range(slot) } else { Some((0, 0)) };
            (0..=last).map(used).collect()
        });
        interval(term, &known?)
    }

    fn range(&self, slot: usize) -> Option<Interval> {
        self.ranges.get(slot).copied().flatten()
    }

    fn term(&self, term: &Term) -> Term {
        let term = match term {
            Term::Const(_) | Term::Slot(_) => return term.clone(),
            Term::Choose(c, a, b) => {
                let c = self.term(c);
                match self.span(&c) {
                    Some((0, 0)) => return self.term(b),
                    Some((lo, hi)) if lo > 0 || hi < 0 => return self.term(a),
                    _ => {
                        let [c, a, b] = [c, self.term(a), self.term(b)].map(Box::new);
                        self.chosen_digit(Term::Choose(c, a, b))
                    }
                }
            }
            _ => term.map(&mut |part| self.term(part)),
        };
        if let Some((lo, hi)) = self.span(&term)
            && lo == hi
        {
            return Term::Const(lo);
        }
        match term {
            Term::Op(op @ (Op::Min | Op::Max), a, b) => self.extreme(op, a, b),
            Term::Op(Op::BitOr, a, b) => common_digits(a, b),
            Term::Op(Op::And, a, b) => match (self.span(&a), self.span(&b)) {
                (Some((lo, _)), _) if lo > 0 && is_condition(&b) => *b,
                (_, Some((lo, _))) if lo > 0 && is_condition(&a) => *a,
                _ => Term::Op(Op::And, a, b),
            },
            other => other,
        }
    }

    /// `if digit v of X is 1 and C then 2^v else 0` as `X & (if C then 2^v else 0)`, where C has a
    /// value everywhere: sets filtered element by element become operations on whole sets.
    fn chosen_digit(&self, choice: Term) -> Term {
        let Term::Choose(condition, digit, zero) = &choice else { return choice };
        let (&Term::Const(power), Term::Const(0)) = (&**digit, &**zero) else { return choice };
        let mut rest = (**condition).clone().conjuncts();
        let set = rest.iter().enumerate().find_map(|(i, c)| Some((i, digit_of(c, power)?.clone())));
        let Some((i, set)) = set else { return choice };
        rest.remove(i);
        if rest.iter().any(|c| self.span(c).is_none()) {
            return choice;
        }
        let power = Term::Const(power);
        let rest = rest.into_iter().reduce(|a, b| Term::op(Op::And, a, b));
        let digits = match rest {
            None => power,
            Some(rest) => Term::Choose(Box::new(rest), Box::new(power), Box::new(Term::Const(0))),
        };
        Term::op(Op::BitAnd, set, digits)
    }

    fn extreme(&self, op: Op, a: Box<Term>, b: Box<Term>) -> Term {
        let (Some(x), Some(y)) = (self.span(&a), self.span(&b)) else { return Term::Op(op, a, b) };
        let first_is_less = match () {
            () if x.1 <= y.0 => true,
            () if y.1 <= x.0 => false,
            () => return Term::Op(op, a, b),
        };
        if first_is_less == (op == Op::Min) { *a } else { *b }
    }
}

/// The number X when the condition asks whether its digit of value `power` is 1.
fn digit_of(condition: &Term, power: i64) -> Option<&Term> {
    let Term::Op(Op::Eq, digit, one) = condition else { return None };
    let Term::Op(Op::BitAnd, shifted, mask) = &**digit else { return None };
    if **one != Term::Const(1) || **mask != Term::Const(1) {
        return None;
    }
    let (set, place) = match &**shifted {
        Term::Op(Op::Shr, set, place) => match **place {
            Term::Const(place @ 0..62) => (&**set, place),
            _ => return None,
        },
        set => (set, 0),
    };
    (1 << place == power && matches!(set, Term::Slot(_))).then_some(set)
}

/// `(X & a) | (X & b)` as `X & (a | b)`.
fn common_digits(a: Box<Term>, b: Box<Term>) -> Term {
    if let (Term::Op(Op::BitAnd, x, left), Term::Op(Op::BitAnd, y, right)) = (&*a, &*b)
        && x == y
    {
        let both = Term::op(Op::BitOr, (**left).clone(), (**right).clone());
        return Term::op(Op::BitAnd, (**x).clone(), both);
    }
    Term::Op(Op::BitOr, a, b)
}

/// Whether the term is 0 or 1.
fn is_condition(term: &Term) -> bool {
    match term {
        Term::Not(_) => true,
        Term::Op(op, ..) => {
            matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::And | Op::Or)
        }
        _ => false,
    }
}

/// Replaces the greatest parts that depend on one or two quantifiers only.
fn lists(term: &Term, ranges: &[Option<Interval>], dimensions: usize) -> Term {
    let used: Vec<usize> =
        (0..=term.last_slot().unwrap_or(0)).filter(|&slot| term.uses(slot)).collect();
    let quantifiers = !used.is_empty() && used.iter().all(|&slot| slot >= dimensions);
    if quantifiers && is_costly(term) {
        let width = used.last().map_or(0, |last| last + 1);
        let value = |slots: &[i64]| term.value(slots).ok();
        if let Some(list) = listed(&used, ranges, width, &value) {
            return list;
        }
    }
    term.map(&mut |part| lists(part, ranges, dimensions))
}

/// Whether a list is cheaper than the term, and hides no straight line from the machine.
fn is_costly(term: &Term) -> bool {
    fn operations(term: &Term) -> usize {
        let own = !matches!(term, Term::Const(_) | Term::Slot(_));
        usize::from(own) + term.parts().map(operations).sum::<usize>()
    }
    fn is_straight(term: &Term) -> bool {
        let own = match term {
            Term::Const(_) | Term::Slot(_) | Term::Op(Op::Add | Op::Sub, ..) => true,
            Term::Op(Op::Mul, a, b) => {
                matches!((&**a, &**b), (Term::Const(_), _) | (_, Term::Const(_)))
            }
            _ => false,
        };
        own && term.parts().all(is_straight)
    }
    // A list itself is an operation on its index.
    if matches!(term, Term::Element(_, index) if matches!(**index, Term::Slot(_) | Term::Op(Op::Sub, ..)))
    {
        return false;
    }
    operations(term) >= LEAST_OPERATIONS && !is_straight(term)
}

/// A function of one or two slots (or none) as a list of its values in their ranges; `None` where
/// the list would be long, or some value is undefined.
fn listed(
    used: &[usize],
    ranges: &[Option<Interval>],
    width: usize,
    value: &dyn Fn(&[i64]) -> Option<i64>,
) -> Option<Term> {
    let mut slots = vec![0; width];
    match used.len() {
        0 => return value(&slots).map(Term::Const),
        1 | 2 => {}
        _ => return None,
    }
    let (mut length, mut index, mut axes) = (1i64, Term::Const(0), Vec::new());
    for &slot in used {
        let (lo, hi) = ranges.get(slot).copied().flatten()?;
        let side = hi.checked_sub(lo)?.checked_add(1)?.max(0);
        length = length.checked_mul(side)?;
        index = Term::op(Op::Mul, index, Term::Const(side));
        index = Term::op(Op::Add, index, place(slot, lo));
        axes.push((slot, lo, side));
    }
    if length > MAX_LIST_LENGTH {
        return None;
    }
    let mut values = Vec::new();
    for number in 0..length {
        let mut rest = number;
        for &(slot, lo, side) in axes.iter().rev() {
            slots[slot] = lo + rest % side;
            rest /= side;
        }
        values.push(value(&slots)?);
    }
    Some(Term::Element(values.into(), Box::new(index)))
}

fn place(slot: usize, lo: i64) -> Term {
    Term::op(Op::Sub, Term::Slot(slot), Term::Const(lo))
}
