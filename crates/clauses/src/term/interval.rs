//! Interval analysis of terms: which values can occur while the slots stay in their ranges.

use super::{Op, Term};

/// Of longer parts of a list all entries of the list are said to occur.
const MAX_SEARCHED: usize = 1024;

/// Least and greatest value, both attained or not.
pub type Interval = (i64, i64);

/// An interval that holds every value of the term; `None` when it may leave 64 bits or be undefined.
pub fn interval(term: &Term, slots: &[Interval]) -> Option<Interval> {
    let of = |term: &Term| interval(term, slots);
    match term {
        Term::Const(value) => Some((*value, *value)),
        Term::Slot(slot) => Some(slots[*slot]),
        Term::Not(e) => {
            let e = of(e)?;
            Some(truth(e == (0, 0), is_true(e)))
        }
        Term::Choose(c, a, b) => {
            of(c)?;
            Some(hull(of(a)?, of(b)?))
        }
        Term::Element(list, index) => {
            let within = entries(list, of(index)?)?;
            match within.len() {
                ..=MAX_SEARCHED => Some((*within.iter().min()?, *within.iter().max()?)),
                _ => list.span,
            }
        }
        Term::Pick(items, index) => {
            let each = entries(items, of(index)?)?.iter().map(of);
            each.reduce(|a, b| Some(hull(a?, b?)))?
        }
        Term::Digits(function, e) => {
            let (lo, hi) = of(e)?;
            let function = function.function().filter(|_| lo >= 0)?;
            let (least, most) = function.values(&[(lo.into(), hi.into())]);
            Some((i64::try_from(least).ok()?, i64::try_from(most).ok()?))
        }
        Term::Op(op, a, b) => of_op(*op, of(a)?, of(b)?),
    }
}

/// An interval that holds the values of an operation on numbers in these intervals.
fn of_op(op: Op, a: Interval, b: Interval) -> Option<Interval> {
    let apply = |x, y| op.apply(x, y).ok();
    match op {
        // These are defined, and rise or fall with each operand, only there.
        Op::Div | Op::Rem if b.0 <= 0 => None,
        Op::Shr if b.0 < 0 => None,
        Op::Shl | Op::AndNot if a.0 < 0 => None,
        Op::Xor | Op::BitOr | Op::BitAnd if a.0 < 0 || b.0 < 0 => None,
        Op::Add | Op::Min | Op::Max | Op::Shl => Some((apply(a.0, b.0)?, apply(a.1, b.1)?)),
        Op::Sub => Some((apply(a.0, b.1)?, apply(a.1, b.0)?)),
        Op::Mul => {
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
            let products = corners.map(|(x, y)| apply(x, y).map(|p| (p, p)));
            products.into_iter().reduce(|p, q| Some(hull(p?, q?)))?
        }
        // The greater the second operand, the nearer to 0 (or -1) the value.
        Op::Div | Op::Shr => {
            let least = apply(a.0, if a.0 < 0 { b.0 } else { b.1 })?;
            Some((least, apply(a.1, if a.1 < 0 { b.1 } else { b.0 })?))
        }
        Op::Rem => Some((0, if a.0 >= 0 { a.1.min(b.1 - 1) } else { b.1 - 1 })),
        Op::Xor | Op::BitOr => {
            // As many digits as the greater of the two has; a range without numbers may end below 0.
            let most = i64::MAX >> ((a.1.max(0) | b.1.max(0)).leading_zeros() - 1);
            Some((if op == Op::Xor { 0 } else { a.0.max(b.0) }, most))
        }
        Op::BitAnd => Some((0, a.1.min(b.1))),
        Op::AndNot => Some((0, a.1)),
        Op::Gcd => {
            let ends = [a.0, a.1, b.0, b.1].map(i64::checked_abs);
            Some((0, ends.into_iter().try_fold(0, |most, end| Some(end?.max(most)))?))
        }
        Op::Eq | Op::Ne => {
            let (equal, apart) = (a == b && a.0 == a.1, a.1 < b.0 || b.1 < a.0);
            Some(if op == Op::Eq { truth(equal, apart) } else { truth(apart, equal) })
        }
        Op::Lt => Some(truth(a.1 < b.0, a.0 >= b.1)),
        Op::Le => Some(truth(a.1 <= b.0, a.0 > b.1)),
        Op::And => Some(truth(is_true(a) && is_true(b), a == (0, 0) || b == (0, 0))),
        Op::Or => Some(truth(is_true(a) || is_true(b), a == (0, 0) && b == (0, 0))),
    }
}

/// The interval of a condition that holds always, never, or may do both.
fn truth(always: bool, never: bool) -> Interval {
    (i64::from(always), i64::from(always || !never))
}

/// The least interval that holds both.
fn hull(a: Interval, b: Interval) -> Interval {
    (a.0.min(b.0), a.1.max(b.1))
}

/// The entries of a list that an index in the interval may name; `None` where it may name none.
fn entries<T>(list: &[T], (lo, hi): Interval) -> Option<&[T]> {
    list.get(usize::try_from(lo).ok()?..=usize::try_from(hi).ok()?)
}

/// Whether the interval leaves 0 out.
fn is_true(span: Interval) -> bool {
    span.0 > 0 || span.1 < 0
}

/// Narrows the ranges of single slots by a condition known to hold (`b > 0`, `x <= 5`, ...).
pub fn narrow(condition: &Term, slots: &mut [Interval]) {
    let Term::Op(op, a, b) = condition else { return };
    match (op, &**a, &**b) {
        (Op::And, a, b) => {
            narrow(a, slots);
            narrow(b, slots);
        }
        (Op::Lt | Op::Le, a, b) => {
            let gap = i64::from(*op == Op::Lt);
            if let (Term::Slot(s), Some((_, hi))) = (a, interval(b, slots)) {
                slots[*s].1 = slots[*s].1.min(hi.saturating_sub(gap)).max(slots[*s].0);
            }
            if let (Some((lo, _)), Term::Slot(s)) = (interval(a, slots), b) {
                slots[*s].0 = slots[*s].0.max(lo.saturating_add(gap)).min(slots[*s].1);
            }
        }
        (Op::Ne, Term::Slot(s), Term::Const(0)) if slots[*s].0 == 0 && slots[*s].1 > 0 => {
            slots[*s].0 = 1;
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Op, of_op};

    #[test]
    fn digits_of_ranges_without_numbers_are_counted() {
        for op in [Op::Xor, Op::BitOr] {
            assert!(of_op(op, (1, -1), (0, 3)).is_some(), "{op:?}");
            assert_eq!(of_op(op, (0, 4), (0, 3)), Some((0, 7)), "{op:?}");
        }
    }
}
