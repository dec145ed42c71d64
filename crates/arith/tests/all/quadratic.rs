//! Numbers of quadratic fields against the Wythoff sequence, other fractions and doubles.

use arith::Quadratic;
use arith::quadratic::QuadraticError::{
    self, DifferentFields, DivisionByZero, NegativeRadicand, NestedRoot, Overflow,
};
use arith::sequences::{fibonacci, zeckendorf};
use proptest::prelude::*;
use std::cmp::Ordering;

fn phi_floor(n: i128) -> Result<i128, QuadraticError> {
    Quadratic::PHI.checked_mul(Quadratic::integer(n))?.floor()
}

/// floor(phi * n) without a root: shifting the Zeckendorf parts of n - 1 one index up gives
/// floor(phi * n) - 1 (the lower Wythoff sequence; Knuth's Fibonacci product).
fn lower_wythoff(n: i128) -> i128 {
    let mut parts = Vec::new();
    zeckendorf(n - 1, &mut parts);
    let shifted = |f: i128| {
        let k = (2..150).find(|&k| fibonacci(k) == Ok(f)).unwrap();
        fibonacci(k + 1).unwrap()
    };
    parts.into_iter().map(shifted).sum::<i128>() + 1
}

proptest! {
    #[test]
    fn golden_multiples(n in 1i128..1_000_000_000_000_000_000) {
        prop_assert_eq!(phi_floor(n), Ok(lower_wythoff(n)));
        // phi * -n is irrational
        prop_assert_eq!(phi_floor(-n), Ok(-lower_wythoff(n) - 1));
        // phi^2 = phi + 1, and 1 / phi = phi - 1
        let n_exact = Quadratic::integer(n);
        let squared = Quadratic::PHI.checked_mul(Quadratic::PHI).unwrap();
        prop_assert_eq!(squared.checked_mul(n_exact).unwrap().floor(), Ok(lower_wythoff(n) + n));
        prop_assert_eq!(n_exact.checked_div(Quadratic::PHI).unwrap().floor(), Ok(lower_wythoff(n) - n));
    }

    #[test]
    fn golden_multiples_whose_squares_leave_128_bits(n in 1i128 << 64..1 << 100) {
        prop_assert_eq!(phi_floor(n), Ok(lower_wythoff(n)));
        prop_assert_eq!(phi_floor(-n), Ok(-lower_wythoff(n) - 1));
    }

    #[test]
    fn floor_is_the_greatest_integer_below(
        p in -1000i128..1000, q in -1000i128..1000, r in -50i128..50, d in 0i128..200
    ) {
        prop_assume!(r != 0);
        let x = Quadratic::new(p, q, r, d).unwrap();
        let floor = x.floor().unwrap();
        prop_assert_ne!(Quadratic::integer(floor).compare(x), Ok(Ordering::Greater));
        prop_assert_eq!(Quadratic::integer(floor + 1).compare(x), Ok(Ordering::Greater));
        let (n, a, b) = (q - p, p, r.abs());
        let line = x.checked_mul(Quadratic::integer(n));
        let line = line.and_then(|x| x.checked_add(Quadratic::new(a, 0, b, 0)?));
        prop_assert_eq!(x.floor_of_line(n, (a, b)), line.and_then(Quadratic::floor));
    }

    #[test]
    fn field_arithmetic(
        a in (-99i128..99, -99i128..99, 1i128..9), b in (-99i128..99, -99i128..99, 1i128..9),
        d in 0i128..60, factor in 1i128..5
    ) {
        let x = Quadratic::new(a.0, a.1, a.2, d).unwrap();
        // the same field under another radicand
        let y = Quadratic::new(b.0, b.1, b.2, d * factor * factor).unwrap();
        let back = x.checked_add(y).unwrap().checked_sub(y).unwrap();
        prop_assert_eq!(back.compare(x), Ok(Ordering::Equal));
        if y.sign() != Ok(Ordering::Equal) {
            let back = x.checked_mul(y).unwrap().checked_div(y).unwrap();
            prop_assert_eq!(back.compare(x), Ok(Ordering::Equal));
        }
        // order is that of the reals as far as doubles can tell
        let real = |(p, q, r): (i128, i128, i128), d: i128| {
            (p as f64 + q as f64 * (d as f64).sqrt()) / r as f64
        };
        let difference = real(a, d) - real(b, d * factor * factor);
        if difference.abs() > 1e-6 {
            prop_assert_eq!(x.compare(y).unwrap(), difference.total_cmp(&0.0));
        }
    }
}

#[test]
fn refusals() {
    let root = |n| Quadratic::integer(n).sqrt();
    assert_eq!(root(2).unwrap().checked_add(root(3).unwrap()), Err(DifferentFields));
    assert_eq!(root(-1), Err(NegativeRadicand));
    assert_eq!(root(2).unwrap().sqrt(), Err(NestedRoot));
    assert_eq!(root(4), Ok(Quadratic::integer(2)));
    assert_eq!(Quadratic::PHI.checked_div(Quadratic::integer(0)), Err(DivisionByZero));
    assert_eq!(phi_floor(i128::MAX), Err(Overflow));
    assert_eq!(Quadratic::new(i128::MIN, 0, -1, 0), Err(Overflow));
}
