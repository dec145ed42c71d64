//! Games on two numbers, and the one on dates.

use super::{Outcome, Solver};

/// Two numbers.
pub(crate) type Pair = (u32, u32);

/// All pairs with coordinates `from` to `to` and their outcomes.
pub(crate) fn square(
    options: impl Fn(&Pair) -> Vec<Pair>,
    from: u32,
    to: u32,
) -> Vec<(Pair, Outcome)> {
    let mut solver = Solver::new(options);
    let pairs = (from..=to).flat_map(|a| (from..=to).map(move |b| (a, b)));
    pairs.map(|pair| (pair, solver.solve(&pair))).collect()
}

/// Wythoff: take from one heap, or x and y from both with |x - y| <= d.
pub(crate) fn wythoff(d: u32) -> impl Fn(&Pair) -> Vec<Pair> {
    move |&(a, b)| {
        let mut options = Vec::new();
        for x in 0..=a {
            for y in 0..=b {
                let from_one = (x == 0) != (y == 0);
                let from_both = x > 0 && y > 0 && x.abs_diff(y) <= d;
                if from_one || from_both {
                    options.push((a - x, b - y));
                }
            }
        }
        options
    }
}

/// Euclid: subtract a positive multiple of the smaller number from the larger; no number falls
/// below `least` (0 or 1), and from a 0 there is no move.
pub(crate) fn euclid(least: u32) -> impl Fn(&Pair) -> Vec<Pair> {
    move |&(a, b)| {
        let mut options = Vec::new();
        if a == 0 || b == 0 {
            return options;
        }
        for times in 1..=a.max(b) {
            if a >= b && a >= times * b + least {
                options.push((a - times * b, b));
            }
            if b >= a && b >= times * a + least {
                options.push((a, b - times * a));
            }
        }
        options
    }
}

/// Ferguson: empty one box, divide what is in the other into two non-empty boxes.
pub(crate) fn ferguson(&(m, n): &Pair) -> Vec<Pair> {
    [m, n].into_iter().flat_map(|kept| (1..kept).map(move |part| (part, kept - part))).collect()
}

/// Year, month, day.
pub(crate) type Date = (u32, u32, u32);

/// First and last date of the Calendar Game.
pub(crate) const DATES: (Date, Date) = ((1900, 1, 1), (2001, 11, 4));

/// Whether the Gregorian calendar has this date.
fn exists((year, month, day): Date) -> bool {
    let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (1..=12).contains(&month) && (1..=days).contains(&day)
}

/// The next day; the same day of the next month if there is one; neither past the last date.
fn calendar(&(year, month, day): &Date) -> Vec<Date> {
    let month_later = if month == 12 { (year + 1, 1, day) } else { (year, month + 1, day) };
    let tomorrow = if exists((year, month, day + 1)) {
        (year, month, day + 1)
    } else if month == 12 {
        (year + 1, 1, 1)
    } else {
        (year, month + 1, 1)
    };
    [tomorrow, month_later].into_iter().filter(|&date| exists(date) && date <= DATES.1).collect()
}

/// All dates of the Calendar Game with their outcomes, the last date first.
pub(crate) fn dates() -> Vec<(Date, Outcome)> {
    let mut solver = Solver::new(calendar);
    let (first, last) = DATES;
    let mut all = Vec::new();
    for year in (first.0..=last.0).rev() {
        for month in (1..=12).rev() {
            for day in (1..=31).rev() {
                let date = (year, month, day);
                if exists(date) && date <= last {
                    all.push((date, solver.solve(&date)));
                }
            }
        }
    }
    all
}
