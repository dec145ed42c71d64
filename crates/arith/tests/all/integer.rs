//! Functions of integers against division, search and written digits.

use arith::integer::{
    bit_length, digit_count, digit_sum, exact_sqrt, floor_div, floor_rem, gcd, icbrt, is_odious,
    isqrt, lowbit, popcount, power, v2, valuation,
};
use proptest::prelude::*;

proptest! {
    #[test]
    fn division_with_remainder(a in any::<i128>(), b in any::<i128>()) {
        prop_assume!(b != 0 && (a, b) != (i128::MIN, -1));
        let (q, r) = (floor_div(a, b).unwrap(), floor_rem(a, b).unwrap());
        prop_assert_eq!(q.wrapping_mul(b).wrapping_add(r), a);
        let (least, most) = if b > 0 { (0, b - 1) } else { (b + 1, 0) };
        prop_assert!(least <= r && r <= most);
    }

    #[test]
    fn cube_root_brackets(n in any::<u128>(), shift in 0u32..128) {
        let n = n >> shift;
        let r = icbrt(n);
        prop_assert!(r * r * r <= n);
        prop_assert!((r + 1).checked_pow(3).is_none_or(|cube| cube > n));
    }

    #[test]
    fn decimal_digits(n in 1i128..1_000_000_000) {
        let text = n.to_string();
        let sum: i128 = text.bytes().map(|b| i128::from(b - b'0')).sum();
        let zeros = text.len() - text.trim_end_matches('0').len();
        prop_assert_eq!(digit_sum(n, 10), Some(sum));
        prop_assert_eq!(digit_count(n, 10), Some(text.len()));
        prop_assert_eq!(valuation(n, 10), Some(zeros as u32));
        prop_assert_eq!(valuation(-n, 2), v2(n));
        prop_assert_eq!(digit_count(n, 2), bit_length(n).map(|k| k as usize));
        prop_assert_eq!((digit_sum(-n, 10), digit_sum(n, 1), valuation(n, 1)), (None, None, None));
    }

    #[test]
    fn gcd_divides_and_is_greatest(a in 0u128..500, b in 0u128..500) {
        let slow = (1..=a.max(b)).rev().find(|d| a % d == 0 && b % d == 0).unwrap_or(0);
        prop_assert_eq!(gcd(a, b), slow);
    }

    #[test]
    fn binary_digits(n in 0i128..100_000) {
        let text = format!("{n:b}");
        let ones = text.matches('1').count();
        prop_assert_eq!(popcount(n), Some(ones as u32));
        prop_assert_eq!(is_odious(n), Some(ones % 2 == 1));
        prop_assert_eq!(bit_length(n), Some(if n == 0 { 0 } else { text.len() as u32 }));
        prop_assert_eq!(v2(n).map(|e| 1 << e), lowbit(n).filter(|&b| b != 0));
        prop_assert_eq!(lowbit(n), Some((0..=17).map(|e| 1 << e).find(|b| n & b != 0).unwrap_or(0)));
    }
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
