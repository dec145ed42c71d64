//! Random terms, and the intervals that hold their values.

use clauses::term::interval::{Interval, interval};
use clauses::term::{Digits, Op, Term};
use proptest::prelude::*;

const OPS: [Op; 20] = {
    use Op::{Add, And, AndNot, BitAnd, BitOr, Div, Eq, Gcd, Le, Lt, Max, Min, Mul, Ne, Or};
    use Op::{Rem, Shl, Shr, Sub, Xor};
    [
        Add, Sub, Mul, Div, Rem, Xor, BitAnd, Min, Max, Gcd, Lt, Le, Eq, Ne, And, Or, BitOr,
        AndNot, Shl, Shr,
    ]
};

/// Terms over three slots.
pub(crate) fn terms() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![(-20i64..20).prop_map(Term::Const), (0usize..3).prop_map(Term::Slot)];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let op = proptest::sample::select(&OPS[..]);
        let digits = prop_oneof![Just(Digits::Ones), Just(Digits::Lowest), Just(Digits::Length)];
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            (op, boxed(), boxed()).prop_map(|(op, a, b)| Term::Op(op, a, b)),
            (boxed(), boxed(), boxed()).prop_map(|(c, a, b)| Term::Choose(c, a, b)),
            (digits, boxed()).prop_map(|(f, e)| Term::Digits(f, e)),
            boxed().prop_map(Term::Not),
            (proptest::collection::vec(inner.clone(), 1..5), boxed())
                .prop_map(|(items, e)| Term::Pick(items, e)),
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
