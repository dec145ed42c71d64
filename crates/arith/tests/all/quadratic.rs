//! Numbers of quadratic fields against the Wythoff sequence, other fractions and doubles.

use arith::Quadratic;
use arith::quadratic::QuadraticError::{
    self, DifferentFields, DivisionByZero, NegativeRadicand, NestedRoot, Overflow,
};
use arith::sequences::{fibonacci, zeckendorf};
use draw::{Draw, cases, check, prop_assert_eq, prop_assert_ne, prop_assume};
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

#[test]
fn golden_multiples() {
    let input = |d: &mut Draw| i128::from(d.int(1..1_000_000_000_000_000_000));
    check(cases(), input, |n| {
        prop_assert_eq!(phi_floor(n), Ok(lower_wythoff(n)));
        // phi * -n is irrational
        prop_assert_eq!(phi_floor(-n), Ok(-lower_wythoff(n) - 1));
        // phi^2 = phi + 1, and 1 / phi = phi - 1
        let n_exact = Quadratic::integer(n);
        let squared = Quadratic::PHI.checked_mul(Quadratic::PHI).unwrap();
        prop_assert_eq!(squared.checked_mul(n_exact).unwrap().floor(), Ok(lower_wythoff(n) + n));
        prop_assert_eq!(
            n_exact.checked_div(Quadratic::PHI).unwrap().floor(),
            Ok(lower_wythoff(n) - n)
        );
        Ok(())
    });
}

#[test]
fn golden_multiples_whose_squares_leave_128_bits() {
    let input = |d: &mut Draw| (1 << 64) + (d.wide_bits() % ((1 << 100) - (1 << 64))).cast_signed();
    check(cases(), input, |n| {
        prop_assert_eq!(phi_floor(n), Ok(lower_wythoff(n)));
        prop_assert_eq!(phi_floor(-n), Ok(-lower_wythoff(n) - 1));
        Ok(())
    });
}

#[test]
fn floor_is_the_greatest_integer_below() {
    let input = |d: &mut Draw| {
        [-1000..1000, -1000..1000, -50..50, 0..200].map(|range| i128::from(d.int(range)))
    };
    check(cases(), input, |[p, q, r, d]| {
        prop_assume!(r != 0);
        let x = Quadratic::new(p, q, r, d).unwrap();
        let floor = x.floor().unwrap();
        prop_assert_ne!(Quadratic::integer(floor).compare(x), Ok(Ordering::Greater));
        prop_assert_eq!(Quadratic::integer(floor + 1).compare(x), Ok(Ordering::Greater));
        let (n, a, b) = (q - p, p, r.abs());
        let line = x.checked_mul(Quadratic::integer(n));
        let line = line.and_then(|x| x.checked_add(Quadratic::new(a, 0, b, 0)?));
        prop_assert_eq!(x.floor_of_line(n, (a, b)), line.and_then(Quadratic::floor));
        Ok(())
    });
}

#[test]
fn field_arithmetic() {
    let number = |d: &mut Draw| {
        let [p, q] = d.ints(-99..99);
        (p.into(), q.into(), d.int(1..9).into())
    };
    let input =
        |d: &mut Draw| (number(d), number(d), i128::from(d.int(0..60)), i128::from(d.int(1..5)));
    check(cases(), input, |(a, b, d, factor)| {
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
        Ok(())
    });
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
