//! The Gregorian calendar.

/// Number of days of month `month` (1 = January) of year `year` of the Gregorian calendar,
/// extended to all years; `None` when there is no such month.
#[must_use]
pub fn days_in_month(year: i128, month: i128) -> Option<i128> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if leap { 29 } else { 28 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::days_in_month;

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
}
