//! Slopes come back from the floors of their multiples, and fractions are none.

use arith::Quadratic;
use arith::integer::exact_sqrt;
use draw::{Draw, cases, check, prop_assert, prop_assert_eq, prop_assume};
use formula::bits::length;
use formula::slope::{SlopeInterval, below, floor};

const PHI: Quadratic = Quadratic::PHI;

fn interval(slope: Quadratic, last: i64) -> SlopeInterval {
    SlopeInterval::of((0..=last).map(|n| (n, floor(slope, n, (0, 1)).unwrap()))).unwrap()
}

#[test]
fn golden_ratio() {
    assert_eq!(interval(PHI, 40).slope(1), Some(PHI));
    // phi^2 and 1/phi^2
    let square = Quadratic::new(3, 1, 2, 5).unwrap();
    assert_eq!(interval(square, 60).slope(1), Some(square));
    let inverse = Quadratic::new(3, -1, 2, 5).unwrap();
    assert_eq!(interval(inverse, 200).slope(1), Some(inverse));
}

#[test]
fn fractions_are_not_irrational() {
    for (x, y) in [(1, 2), (13, 8), (355, 113)] {
        let interval = SlopeInterval::of((0..400).map(|n| (n, n * x / y))).unwrap();
        assert_eq!(interval.slope(0), None, "{x}/{y}");
    }
}

#[test]
fn simplest_fractions() {
    // Bits of the simplest fraction in the interval from a / b to c / d.
    let bits = |(a, b): (i64, i64), (c, d): (i64, i64)| {
        let interval = SlopeInterval::between([(b * d, a * d, c * b)].into_iter()).unwrap();
        interval.fraction_bits()
    };
    assert_eq!(bits((314, 100), (315, 100)), length(22) + length(7));
    assert_eq!(bits((1, 3), (1, 2)), length(1) + length(3));
    assert_eq!(bits((2, 5), (1, 2)), length(2) + length(5));
    assert_eq!(bits((5, 2), (7, 2)), length(3) + length(1));
    assert_eq!(bits((1, 16), (1, 2)), length(1) + length(3));
    assert_eq!(bits((1, 16), (1, 15)), length(1) + length(16));
}

#[test]
fn slopes_come_back() {
    let input = |d: &mut Draw| [0..6, 2..30, 1..4].map(|range| i128::from(d.int(range)));
    check(cases(), input, |[p, d, q]| {
        prop_assume!(exact_sqrt(d.cast_unsigned()).is_none());
        let slope = Quadratic::new(p, 1, q, d).unwrap();
        let found = interval(slope, 9000).slope(1);
        prop_assert!(found.is_some());
        for n in 0..5000 {
            prop_assert_eq!(floor(found.unwrap(), n, (0, 1)), floor(slope, n, (0, 1)));
        }
        Ok(())
    });
}

#[test]
fn comparison_with_a_fraction() {
    let input = |d: &mut Draw| {
        ([d.int(-50..50), d.int(1..20), d.int(-9..9)].map(i128::from), d.pick(&[1, -1]))
    };
    check(cases(), input, |([x, y, p], sign)| {
        // sqrt(7) = 2.6457513..., far from every fraction tried
        let slope = Quadratic::new(p, sign, 3, 7).unwrap();
        let value = (p * 10_000_000 + sign * 26_457_513) * y;
        prop_assert_eq!(below((x, y), slope), x * 30_000_000 < value);
        Ok(())
    });
}
