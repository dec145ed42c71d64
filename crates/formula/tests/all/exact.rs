//! Values of any size against small ones and against identities.

use draw::{Draw, cases, check, prop_assert_eq};
use formula::{Formula, Op, Operation};
use num_bigint::BigInt;

#[test]
fn values_go_on_beyond_128_bits() {
    let n = || Formula::Var(0);
    let two = Formula::Int(2).pow(n());
    let large = BigInt::from(1) << 500u32;
    assert_eq!(two.exact(500), Some(large.clone()));
    assert_eq!((&two / 3).exact(500), Some(&large / 3));
    assert_eq!((Formula::Int(0) - &two).div(3).exact(500), Some(BigInt::from(-1) - &large / 3));
    assert_eq!((&two ^ 1).exact(500), Some(&large + 1));
    assert_eq!(Formula::call("isqrt", [two]).exact(1000), Some(large));
    let fibonacci = Formula::call("fib", [n()]);
    let sums = fibonacci.exact(399).unwrap() + fibonacci.exact(398).unwrap();
    assert_eq!(fibonacci.exact(400), Some(sums));
    let list = n().under(Operation::Named(142)).exact_list(0, 60);
    assert_eq!(list.len(), 60);
    assert_eq!(list[59], &list[58] * 59);
}

#[test]
fn small_values_are_those_of_eval() {
    let input = |d: &mut Draw| (d.int(-50..50), d.int(-7..8), d.int(0..40));
    check(cases(), input, |(a, b, n)| {
        use Op::{Add, And, BitAnd, Div, Iff, Implies, Mul, Or, Rem, Sub, Xor};
        for op in [Add, Sub, Mul, Div, Rem, Xor, BitAnd, And, Or, Implies, Iff] {
            let formula = Formula::Apply(
                Operation::Binary(op),
                vec![Formula::Var(0).plus(a), Formula::Int(b)],
            );
            prop_assert_eq!(
                formula.exact(n),
                formula.eval(&[n]).map(BigInt::from),
                "{:?}",
                formula
            );
        }
        Ok(())
    });
}
