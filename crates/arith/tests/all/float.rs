//! Rounded arithmetic against that of the machine.

use arith::Overflow;
use arith::float::{rounded, rounded_phi};
use draw::{Draw, cases, check, prop_assert_eq};

#[test]
fn double_precision_is_that_of_the_machine() {
    let input = |d: &mut Draw| d.int(0..1 << 53);
    check(cases(), input, |n| {
        let phi = (5f64.sqrt() + 1.0) / 2.0;
        let machine = (phi * n as f64).floor() as i128;
        prop_assert_eq!(rounded_phi(i128::from(n), 53), Ok(machine));
        prop_assert_eq!(rounded_phi(-i128::from(n), 53), Ok((phi * -(n as f64)).floor() as i128));
        Ok(())
    });
}

#[test]
fn single_precision_is_that_of_the_machine() {
    let input = |d: &mut Draw| d.int(0..1 << 24);
    check(cases(), input, |n| {
        let phi = (5f32.sqrt() + 1.0) / 2.0;
        prop_assert_eq!(rounded_phi(i128::from(n), 24), Ok((phi * n as f32).floor() as i128));
        Ok(())
    });
}

#[test]
fn integers_are_rounded_as_the_machine_does() {
    let input = |d: &mut Draw| (d.bits() as i64, d.size(0..60));
    check(cases(), input, |(n, shift)| {
        let n = i128::from(n) << shift;
        prop_assert_eq!(rounded(n, 53), Ok((n as f64) as i128));
        prop_assert_eq!(rounded(n, 24), Ok((n as f32) as i128));
        prop_assert_eq!(rounded(n, 127), Ok(n));
        Ok(())
    });
}

#[test]
fn ties_go_to_even() {
    let rounded_to_3 = |n| rounded(n, 3).unwrap();
    assert_eq!([0, 7, 9, 11, 13, 15, -9].map(rounded_to_3), [0, 7, 8, 12, 12, 16, -8]);
    assert_eq!(rounded(i128::MAX, 100), Err(Overflow));
    assert_eq!(rounded(1, 0), Err(Overflow));
}

#[test]
fn extended_precision() {
    // the 64-bit significand of phi is 0xcf1bbcdcbfa53e0b (x87 documentation of the constant)
    assert_eq!(rounded_phi(1 << 62, 64), Ok(0xcf1b_bcdc_bfa5_3e0b >> 1));
    assert_eq!(rounded_phi(1 << 63, 64), Err(Overflow));
    assert_eq!(rounded_phi(5, 65), Err(Overflow));
}
