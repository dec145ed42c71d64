//! Floors of irrational multiples of n with a shift, and the words of their differences.

use crate::sequences::{Rule, body, law, list};
use expr::law::LawKind;

#[test]
fn sturmian_words() {
    // The Fibonacci word, and a Beatty sequence with a shift.
    let word: Vec<i64> = (0..2000)
        .map(|n| {
            let mut parts = Vec::new();
            arith::sequences::zeckendorf(n, &mut parts);
            i64::from(parts.first() != Some(&1))
        })
        .collect();
    assert_eq!(body(&law(&word, 0, 1000)), "zeckendorf(n)[0] != 1");
    let floor = |n: i64| (3 * n * n).isqrt();
    let word: Vec<i64> = (0..2000).map(|n| floor(n + 1) - floor(n)).collect();
    assert_eq!(law(&word, 0, 1000).law.kind, LawKind::Beatty);
}

#[test]
fn shifted_beatty_sequences() {
    // floor((a + sqrt(b)) / c * (n + ahead) + p / q), or with -sqrt(b)
    let value = |(a, b, c): (i64, i64, i64), (p, q): (i64, i64), n: i64| {
        let square = (q * n).pow(2) * b.abs();
        let root = square.isqrt();
        let root = if b > 0 { root } else { -root - i64::from(root * root < square) };
        (q * n * a + c * p + root).div_euclid(c * q)
    };
    let cases = [
        ((1, 5, 2), 0, (1, 2), "floor(phi * n + 1 / 2)"),
        ((1, 5, 2), 0, (-1, 3), "floor(phi * n - 1 / 3)"),
        ((1, 5, 2), 0, (2, 1), "floor(phi * n) + 2"),
        ((0, 2, 1), 0, (1, 2), "floor(sqrt(2) * n + 1 / 2)"),
        ((0, 2, 1), 0, (-1, 3), "floor(sqrt(2) * n - 1 / 3)"),
        ((0, 2, 1), 2, (1, 2), "floor(sqrt(2) * (n + 2) + 1 / 2)"),
        ((3, -5, 2), 0, (0, 1), "floor((3 - sqrt(5)) / 2 * n)"),
        ((3, -5, 2), 0, (-1, 3), "floor((3 - sqrt(5)) / 2 * n - 1 / 3)"),
    ];
    for (slope, ahead, shift, expected) in cases {
        let values = list(4000, |n| value(slope, shift, n + ahead));
        assert_eq!(body(&law(&values, 0, 2000)), expected);
    }
}

#[test]
fn beatty_sequences() {
    // floor(n * (a + sqrt(b)) / c) by comparing squares
    let floor = |n: i64, a: i64, b: i64, c: i64| {
        (0..).take_while(|&m| m * c - a * n <= 0 || (m * c - a * n).pow(2) <= b * n * n).last()
    };
    let cases = [
        ((1, 5, 2), "floor(phi * n)"),
        ((3, 5, 2), "floor((3 + sqrt(5)) / 2 * n)"),
        ((0, 2, 1), "floor(sqrt(2) * n)"),
        ((2, 2, 1), "floor((2 + sqrt(2)) * n)"),
        ((1, 13, 2), "floor((1 + sqrt(13)) / 2 * n)"),
    ];
    for ((a, b, c), expected) in cases {
        let values = list(900, |n| floor(n, a, b, c).unwrap());
        for terms in [100, 600] {
            let law = law(&values, 0, terms);
            assert_eq!((body(&law).as_str(), law.law.kind), (expected, LawKind::Beatty));
        }
        // The same numbers listed from the first one on.
        assert_eq!(law(&values[1..], 0, 600).law.kind, LawKind::Beatty);
    }
}

#[test]
fn a_fraction_is_no_beatty_sequence() {
    let cases: [(Rule, &str); 2] =
        [(&|n| 13 * n / 8, "13 * n // 8"), (&|n| (3 * n + 1) / 7, "(3 * n + 1) // 7")];
    for (f, expected) in cases {
        assert_eq!(body(&law(&list(1500, f), 0, 600)), expected);
    }
}
