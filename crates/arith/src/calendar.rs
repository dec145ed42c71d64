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
