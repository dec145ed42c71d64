//! Interval analysis of terms: which values can occur while the slots stay in their ranges.

use super::{Op, Term, floor_div};

/// Least and greatest value, both attained or not.
pub(crate) type Interval = (i64, i64);

/// An interval that holds every value of the term; `None` when it may leave 64 bits or be undefined.
pub(crate) fn interval(term: &Term, slots: &[Interval]) -> Option<Interval> {
    Some(match term {
        Term::Const(value) => (*value, *value),
        Term::Slot(slot) => slots[*slot],
        Term::Not(e) => match interval(e, slots)? {
            (0, 0) => (1, 1),
            (lo, hi) if lo > 0 || hi < 0 => (0, 0),
            _ => (0, 1),
        },
        Term::Choose(c, a, b) => {
            interval(c, slots)?;
            let (a, b) = (interval(a, slots)?, interval(b, slots)?);
            (a.0.min(b.0), a.1.max(b.1))
        }
        Term::Element(list, index) => {
            let (lo, hi) = interval(index, slots)?;
            if lo < 0 || usize::try_from(hi).ok()? >= list.len() {
                return None;
            }
            let within = &list[lo as usize..=hi as usize];
            (*within.iter().min()?, *within.iter().max()?)
        }
        Term::Pick(items, index) => {
            let (lo, hi) = interval(index, slots)?;
            if lo < 0 || usize::try_from(hi).ok()? >= items.len() {
                return None;
            }
            let mut span: Option<Interval> = None;
            for item in &items[lo as usize..=hi as usize] {
                let own = interval(item, slots)?;
                span = Some(span.map_or(own, |s| (s.0.min(own.0), s.1.max(own.1))));
            }
            span?
        }
        Term::Digits(function, e) => {
            let (lo, hi) = interval(e, slots)?;
            if lo < 0 {
                return None;
            }
            let (least, most) = function.function()?.values(&[(lo.into(), hi.into())]);
            (i64::try_from(least).ok()?, i64::try_from(most).ok()?)
        }
        Term::Op(op, a, b) => {
            let (a, b) = (interval(a, slots)?, interval(b, slots)?);
            match op {
                Op::Add => (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?),
                Op::Sub => (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?),
                Op::Mul => {
                    let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
                    let mut span: Option<Interval> = None;
                    for (x, y) in corners {
                        let p = x.checked_mul(y)?;
                        span = Some(span.map_or((p, p), |(lo, hi)| (lo.min(p), hi.max(p))));
                    }
                    span?
                }
                Op::Div => {
                    if b.0 <= 0 {
                        return None;
                    }
                    let least = floor_div(a.0, if a.0 < 0 { b.0 } else { b.1 })?;
                    let most = floor_div(a.1, if a.1 < 0 { b.1 } else { b.0 })?;
                    (least, most)
                }
                Op::Rem => {
                    if b.0 <= 0 {
                        return None;
                    }
                    (0, if a.0 >= 0 { a.1.min(b.1 - 1) } else { b.1 - 1 })
                }
                Op::Xor | Op::BitOr => {
                    if a.0 < 0 || b.0 < 0 {
                        return None;
                    }
                    let top = (a.1 | b.1).checked_add(1)?.checked_next_power_of_two_minus_one()?;
                    (if *op == Op::Xor { 0 } else { a.0.max(b.0) }, top)
                }
                Op::AndNot => {
                    if a.0 < 0 {
                        return None;
                    }
                    (0, a.1)
                }
                Op::Shl => {
                    if a.0 < 0 {
                        return None;
                    }
                    (Op::Shl.apply(a.0, b.0).ok()?, Op::Shl.apply(a.1, b.1).ok()?)
                }
                Op::Shr => {
                    if b.0 < 0 {
                        return None;
                    }
                    let least = Op::Shr.apply(a.0, if a.0 < 0 { b.0 } else { b.1 }).ok()?;
                    (least, Op::Shr.apply(a.1, if a.1 < 0 { b.1 } else { b.0 }).ok()?)
                }
                Op::BitAnd => {
                    if a.0 < 0 || b.0 < 0 {
                        return None;
                    }
                    (0, a.1.min(b.1))
                }
                Op::Min => (a.0.min(b.0), a.1.min(b.1)),
                Op::Max => (a.0.max(b.0), a.1.max(b.1)),
                Op::Gcd => {
                    let ends = [a.0, a.1, b.0, b.1].map(i64::checked_abs);
                    (0, ends.into_iter().try_fold(0, |most, end| Some(end?.max(most)))?)
                }
                Op::Eq | Op::Ne if a.1 < b.0 || b.1 < a.0 => known(*op == Op::Ne),
                Op::Eq | Op::Ne if a == b && a.0 == a.1 => known(*op == Op::Eq),
                Op::Lt if a.1 < b.0 => known(true),
                Op::Lt if a.0 >= b.1 => known(false),
                Op::Le if a.1 <= b.0 => known(true),
                Op::Le if a.0 > b.1 => known(false),
                Op::And if a == (0, 0) || b == (0, 0) => known(false),
                Op::And if is_true(a) && is_true(b) => known(true),
                Op::Or if is_true(a) || is_true(b) => known(true),
                Op::Or if a == (0, 0) && b == (0, 0) => known(false),
                Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::And | Op::Or => (0, 1),
            }
        }
    })
}

/// The interval of a condition whose truth is known.
fn known(truth: bool) -> Interval {
    (i64::from(truth), i64::from(truth))
}

/// Whether the interval leaves 0 out.
fn is_true(span: Interval) -> bool {
    span.0 > 0 || span.1 < 0
}

trait PowerOfTwo: Sized {
    fn checked_next_power_of_two_minus_one(self) -> Option<Self>;
}

impl PowerOfTwo for i64 {
    fn checked_next_power_of_two_minus_one(self) -> Option<i64> {
        let next = u64::try_from(self).ok()?.checked_next_power_of_two()?;
        i64::try_from(next).ok().map(|p| p - 1)
    }
}

/// Narrows the ranges of single slots by a condition known to hold (`b > 0`, `x <= 5`, ...).
pub(crate) fn narrow(condition: &Term, slots: &mut [Interval]) {
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
pub(crate) mod tests {
    use super::super::Digits;
    use super::*;
    use proptest::prelude::*;

    /// Terms over three slots.
    pub(crate) fn terms() -> impl Strategy<Value = Term> {
        let leaf =
            prop_oneof![(-20i64..20).prop_map(Term::Const), (0usize..3).prop_map(Term::Slot)];
        leaf.prop_recursive(4, 24, 3, |inner| {
            let op = prop_oneof![
                Just(Op::Add),
                Just(Op::Sub),
                Just(Op::Mul),
                Just(Op::Div),
                Just(Op::Rem),
                Just(Op::Xor),
                Just(Op::BitAnd),
                Just(Op::Min),
                Just(Op::Max),
                Just(Op::Gcd),
                Just(Op::Lt),
                Just(Op::Le),
                Just(Op::Eq),
                Just(Op::Ne),
                Just(Op::And),
                Just(Op::Or),
                Just(Op::BitOr),
                Just(Op::AndNot),
                Just(Op::Shl),
                Just(Op::Shr),
            ];
            let digits =
                prop_oneof![Just(Digits::Ones), Just(Digits::Lowest), Just(Digits::Length)];
            prop_oneof![
                (op, inner.clone(), inner.clone()).prop_map(|(op, a, b)| Term::Op(
                    op,
                    Box::new(a),
                    Box::new(b)
                )),
                (inner.clone(), inner.clone(), inner.clone()).prop_map(|(c, a, b)| Term::Choose(
                    Box::new(c),
                    Box::new(a),
                    Box::new(b)
                )),
                (digits, inner.clone()).prop_map(|(f, e)| Term::Digits(f, Box::new(e))),
                inner.clone().prop_map(|e| Term::Not(Box::new(e))),
                (proptest::collection::vec(inner.clone(), 1..5), inner)
                    .prop_map(|(items, e)| Term::Pick(items, Box::new(e))),
            ]
        })
    }

    proptest! {
        #[test]
        fn an_interval_holds_every_value(
            term in terms(),
            lows in proptest::array::uniform3(-6i64..6),
            widths in proptest::array::uniform3(0i64..6),
            picks in proptest::array::uniform3(0i64..6),
        ) {
            let slots: Vec<Interval> = (0..3).map(|i| (lows[i], lows[i] + widths[i])).collect();
            let point: Vec<i64> = (0..3).map(|i| lows[i] + picks[i].min(widths[i])).collect();
            if let Some((lo, hi)) = interval(&term, &slots) {
                let value = term.value(&point).expect("an interval promises a value");
                prop_assert!(lo <= value && value <= hi);
            }
        }
    }
}
