//! Sequences against the constructions that define them.

use arith::Overflow;
use arith::sequences::{fibonacci, fraenkel, greedy_parts, josephus, recurrent, zeckendorf};
use draw::{Draw, cases, check, prop_assert, prop_assert_eq};

#[test]
fn the_last_of_a_circle() {
    for (n, k) in (1..30).flat_map(|n| (1..9).map(move |k| (n, k))) {
        let mut circle: Vec<usize> = (0..n).collect();
        let mut at = 0;
        while circle.len() > 1 {
            at = (at + k - 1) % circle.len();
            circle.remove(at);
        }
        assert_eq!(josephus(n as i128, k as i128), Some(circle[0] as i128), "{n} {k}");
    }
    assert_eq!([josephus(0, 2), josephus(5, 0), josephus(10_000_001, 2)], [None; 3]);
}

#[test]
fn least_numbers_in_no_pair_before() {
    for (s, t) in (1..6).flat_map(|s| (1..6).map(move |t| (s, t))) {
        let mut used = std::collections::BTreeSet::new();
        for n in 0..300 {
            let least = (0..).find(|k| !used.contains(k)).unwrap();
            assert_eq!(fraenkel(n, s, t), Some(least), "{n} {s} {t}");
            used.extend([least, s * least + t * n]);
        }
    }
    // floor(n * phi)
    assert_eq!(fraenkel(10_i128.pow(18), 1, 1), Some(1_618_033_988_749_894_848));
    assert_eq!(fraenkel(10_i128.pow(18), 1, 2), Some(1_414_213_562_373_095_048));
    let far = 10_i128.pow(30);
    assert!((1..50).all(|k| fraenkel(far + k, 3, 2) > fraenkel(far + k - 1, 3, 2)));
    assert_eq!([fraenkel(-1, 1, 1), fraenkel(3, 0, 1), fraenkel(3, 1, 0)], [None; 3]);
    assert_eq!(fraenkel(i128::MAX, 1, 1), None);
    assert_eq!([fraenkel(0, 2, 1), fraenkel(1, i128::MAX / 2, 1)], [Some(0), Some(1)]);
}

#[test]
fn greedy_parts_of_sums() {
    let parts = |n, weights: &[i128], first: &[i128]| {
        let mut parts = vec![7];
        greedy_parts(n, weights, first, &mut parts).map(|()| parts.split_off(1))
    };
    for n in -1..300 {
        let mut own = Vec::new();
        zeckendorf(n, &mut own);
        assert_eq!(parts(n, &[1, 1], &[1, 2]), Some(own));
    }
    // 1, 2, 3, 4, 6, 8, 11, 15, 21, 29, ... and 1, 2, 5, 12, 29, ...
    assert_eq!(parts(28, &[1, 0, 0, 1], &[1, 2, 3, 4, 6]), Some(vec![1, 6, 21]));
    assert_eq!(parts(27, &[2, 1], &[1, 2]), Some(vec![1, 2, 12, 12]));
    let long = parts(i128::MAX, &[1, 1], &[1, 2]).unwrap();
    assert_eq!(long.iter().sum::<i128>(), i128::MAX);
    for (weights, first) in [
        (&[1][..], &[1][..]),
        (&[1, 1], &[1, 1]),
        (&[1, 1], &[2, 3]),
        (&[1, 1], &[1]),
        (&[-1, 2], &[1, 2]),
        (&[1, 1], &[1, 1_000_000]),
        (&[], &[1]),
        (&[2], &[]),
    ] {
        assert_eq!(parts(99_999, weights, first), None, "{weights:?} {first:?}");
    }
}

#[test]
fn fibonacci_numbers() {
    let first: Vec<i128> = (0..10).map(|k| fibonacci(k).unwrap()).collect();
    assert_eq!(first, [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]);
    let (a, b) = (fibonacci(183).unwrap(), fibonacci(184).unwrap());
    assert_eq!(a.checked_add(b), None, "the table ends where 128 bits do");
    assert_eq!(fibonacci(185), Err(Overflow));
}

#[test]
fn recurrences() {
    let tribonacci: Vec<i128> =
        (0..9).map(|k| recurrent(&[1, 1, 1], &[1, 2, 4], k).unwrap()).collect();
    assert_eq!(tribonacci, [1, 2, 4, 7, 13, 24, 44, 81, 149]);
    assert_eq!(recurrent(&[1, 1], &[1], 5), None);
    assert_eq!(recurrent(&[2], &[1], 127), None);
    assert_eq!(recurrent(&[2], &[1], 126), Some(1 << 126));
}

#[test]
fn parts_are_non_adjacent_and_sum_to_n() {
    let input = |d: &mut Draw| d.wide_bits() >> d.int(1..128);
    check(cases(), input, |n| {
        let n = n.cast_signed();
        let mut parts = Vec::new();
        zeckendorf(n, &mut parts);
        prop_assert_eq!(parts.iter().sum::<i128>(), n);
        let index = |f: i128| (2..185).find(|&k| fibonacci(k) == Ok(f));
        let indices: Vec<usize> = parts.iter().map(|&f| index(f).unwrap()).collect();
        prop_assert!(indices.windows(2).all(|w| w[0] + 1 < w[1]), "{:?}", indices);
        Ok(())
    });
}

#[test]
fn small_representations() {
    let parts = |n| {
        let mut parts = Vec::new();
        zeckendorf(n, &mut parts);
        parts
    };
    assert_eq!(parts(0), []);
    assert_eq!(parts(1), [1]);
    assert_eq!(parts(4), [1, 3]);
    assert_eq!(parts(100), [3, 8, 89]);
    assert_eq!(parts(i128::MAX).iter().sum::<i128>(), i128::MAX);
}
