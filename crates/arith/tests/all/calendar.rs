//! Months against the lengths of years and centuries.

use arith::calendar::days_in_month;

#[test]
fn four_hundred_years_have_146097_days() {
    let days: Option<i128> =
        (2001..=2400).flat_map(|y| (1..=12).map(move |m| days_in_month(y, m))).sum();
    assert_eq!(days, Some(146_097));
}

#[test]
fn february_follows_the_century_rule() {
    let februaries = [1900, 2000, 2023, 2024].map(|y| days_in_month(y, 2));
    assert_eq!(februaries, [Some(28), Some(29), Some(28), Some(29)]);
    assert_eq!((days_in_month(2024, 0), days_in_month(2024, 13)), (None, None));
}
