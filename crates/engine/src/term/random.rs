//! Random terms, and the intervals that hold their values.

use clauses::term::interval::{Interval, interval};
use clauses::term::{Digits, Op, Term};
use draw::{Draw, cases, check, prop_assert};

const OPS: [Op; 20] = {
    use Op::{Add, And, AndNot, BitAnd, BitOr, Div, Eq, Gcd, Le, Lt, Max, Min, Mul, Ne, Or};
    use Op::{Rem, Shl, Shr, Sub, Xor};
    [
        Add, Sub, Mul, Div, Rem, Xor, BitAnd, Min, Max, Gcd, Lt, Le, Eq, Ne, And, Or, BitOr,
        AndNot, Shl, Shr,
    ]
};

/// A term over three slots.
pub(crate) fn term(d: &mut Draw) -> Term {
    nested(d, 4)
}

fn nested(d: &mut Draw, depth: usize) -> Term {
    let Some(less) = depth.checked_sub(1) else {
        return d.one_of(&[|d| Term::Const(d.int(-20..20)), |d| Term::Slot(d.size(0..3))]);
    };
    // Most are large, few of their parts.
    if !d.chance([2, 11, 67, 90][less]) {
        return nested(d, less);
    }
    let shape = d.size(0..5);
    let first = Box::new(nested(d, less));
    match shape {
        0 => Term::Not(first),
        1 => Term::Digits(d.pick(&[Digits::Ones, Digits::Lowest, Digits::Length]), first),
        2 => Term::Op(d.pick(&OPS), first, Box::new(nested(d, less))),
        3 => Term::Choose(first, Box::new(nested(d, less)), Box::new(nested(d, less))),
        _ => Term::Pick(d.many(1..5, |d| nested(d, less)), first),
    }
}

#[test]
fn an_interval_holds_every_value() {
    let input = |d: &mut Draw| (term(d), d.ints::<3>(-6..6), d.ints::<3>(0..6), d.ints::<3>(0..6));
    check(cases(), input, |(term, lows, widths, picks)| {
        let slots: Vec<Interval> = (0..3).map(|i| (lows[i], lows[i] + widths[i])).collect();
        let point: Vec<i64> = (0..3).map(|i| lows[i] + picks[i].min(widths[i])).collect();
        if let Some((lo, hi)) = interval(&term, &slots) {
            let value = term.value(&point).expect("an interval promises a value");
            prop_assert!(lo <= value && value <= hi);
        }
        Ok(())
    });
}
