//! Functions of integers against division, search and written digits.

use arith::integer::{
    bit_length, digit_count, digit_sum, exact_sqrt, floor_div, floor_rem, gcd, icbrt, is_odious,
    isqrt, lowbit, popcount, power, v2, valuation,
};
use draw::{Draw, cases, check, prop_assert, prop_assert_eq, prop_assume};

#[test]
fn division_with_remainder() {
    let input = |d: &mut Draw| [d.wide_bits(), d.wide_bits()].map(u128::cast_signed);
    check(cases(), input, |[a, b]| {
        prop_assume!(b != 0 && (a, b) != (i128::MIN, -1));
        let (q, r) = (floor_div(a, b).unwrap(), floor_rem(a, b).unwrap());
        prop_assert_eq!(q.wrapping_mul(b).wrapping_add(r), a);
        let (least, most) = if b > 0 { (0, b - 1) } else { (b + 1, 0) };
        prop_assert!(least <= r && r <= most);
        Ok(())
    });
}

#[test]
fn cube_root_brackets() {
    let input = |d: &mut Draw| d.wide_bits() >> d.int(0..128);
    check(cases(), input, |n| {
        let r = icbrt(n);
        prop_assert!(r * r * r <= n);
        prop_assert!((r + 1).checked_pow(3).is_none_or(|cube| cube > n));
        Ok(())
    });
}

#[test]
fn decimal_digits() {
    let input = |d: &mut Draw| i128::from(d.int(1..1_000_000_000));
    check(cases(), input, |n| {
        let text = n.to_string();
        let sum: i128 = text.bytes().map(|b| i128::from(b - b'0')).sum();
        let zeros = text.len() - text.trim_end_matches('0').len();
        prop_assert_eq!(digit_sum(n, 10), Some(sum));
        prop_assert_eq!(digit_count(n, 10), Some(text.len()));
        prop_assert_eq!(valuation(n, 10), Some(zeros as u32));
        prop_assert_eq!(valuation(-n, 2), v2(n));
        prop_assert_eq!(digit_count(n, 2), bit_length(n).map(|k| k as usize));
        prop_assert_eq!((digit_sum(-n, 10), digit_sum(n, 1), valuation(n, 1)), (None, None, None));
        Ok(())
    });
}

#[test]
fn gcd_divides_and_is_greatest() {
    let input = |d: &mut Draw| d.ints(0..500).map(|n| n as u128);
    check(cases(), input, |[a, b]| {
        let slow = (1..=a.max(b)).rev().find(|d| a % d == 0 && b % d == 0).unwrap_or(0);
        prop_assert_eq!(gcd(a, b), slow);
        Ok(())
    });
}

#[test]
fn binary_digits() {
    let input = |d: &mut Draw| i128::from(d.int(0..100_000));
    check(cases(), input, |n| {
        let text = format!("{n:b}");
        let ones = text.matches('1').count();
        prop_assert_eq!(popcount(n), Some(ones as u32));
        prop_assert_eq!(is_odious(n), Some(ones % 2 == 1));
        prop_assert_eq!(bit_length(n), Some(if n == 0 { 0 } else { text.len() as u32 }));
        prop_assert_eq!(v2(n).map(|e| 1 << e), lowbit(n).filter(|&b| b != 0));
        prop_assert_eq!(
            lowbit(n),
            Some((0..=17).map(|e| 1 << e).find(|b| n & b != 0).unwrap_or(0))
        );
        Ok(())
    });
}

#[test]
fn extremes_are_none_rather_than_wrong() {
    assert_eq!(floor_div(i128::MIN, -1), None);
    assert_eq!(floor_rem(i128::MIN, -1), Some(0));
    assert_eq!((floor_div(1, 0), floor_rem(1, 0)), (None, None));
    assert_eq!((floor_div(-1, 2), floor_rem(-1, 2)), (Some(-1), Some(1)));
    assert_eq!(lowbit(i128::MIN), None);
    assert_eq!(
        (power(2, 126), power(2, 127), power(-2, 127)),
        (Some(1 << 126), None, Some(i128::MIN))
    );
    assert_eq!((power(0, 0), power(-1, i128::MAX), power(5, -1)), (Some(1), Some(-1), None));
    assert_eq!(isqrt(u128::MAX), u128::from(u64::MAX));
    assert_eq!((exact_sqrt(144), exact_sqrt(145)), (Some(12), None));
}
