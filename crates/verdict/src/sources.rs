//! The source notes and how they number their statements, so that none is silently missing.

use std::cmp::Ordering;

/// The notes in the order of the errata page: name, letter of the numbers, how many there are.
pub const SOURCES: [(&str, &str, u32); 5] = [
    ("lecture", "L", 39),
    ("formulas", "F", 46),
    ("primer", "P", 9),
    ("survey", "S", 16),
    ("template", "T", 5),
];

/// Number and reading of an id: of `F2.a` they are `F2` and `a`, of `F2` there is no reading.
#[must_use]
pub fn split(id: &str) -> (&str, &str) {
    id.split_once('.').unwrap_or((id, ""))
}

/// Order of the errata page: by source, then by number, then by reading.
#[must_use]
pub fn in_page_order(a: (&str, &str), b: (&str, &str)) -> Ordering {
    let key = |(source, id): (&str, &str)| {
        let place = SOURCES.iter().position(|s| s.0 == source).unwrap_or(SOURCES.len());
        let (number, reading) = split(id);
        let letters = number.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits: u64 = number[letters.len()..].parse().unwrap_or(0);
        let (source, letters) = (source.to_owned(), letters.to_owned());
        (place, source, letters, digits, reading.to_owned())
    };
    key(a).cmp(&key(b))
}

/// Every number of the notes, as source and number, for which `is_stated` says no.
pub fn unstated(is_stated: impl Fn(&str, &str) -> bool) -> Vec<(&'static str, String)> {
    let mut missing = Vec::new();
    for (source, letter, count) in SOURCES {
        let numbers = (1..=count).map(|i| format!("{letter}{i}"));
        missing.extend(numbers.filter(|id| !is_stated(source, id)).map(|id| (source, id)));
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_the_order_of_the_notes() {
        let mut ids = [
            ("template", "T1"),
            ("formulas", "F10"),
            ("formulas", "F2.b"),
            ("formulas", "F2.a"),
            ("other", "1"),
            ("lecture", "L39"),
            ("formulas", "F2"),
        ];
        ids.sort_by(|a, b| in_page_order(*a, *b));
        let ids = ids.map(|(_, id)| id);
        assert_eq!(ids, ["L39", "F2", "F2.a", "F2.b", "F10", "T1", "1"]);
    }

    #[test]
    fn what_nobody_states_is_listed() {
        let missing = unstated(|_, id| !matches!(id, "L5" | "T5" | "F46"));
        let missing: Vec<&str> = missing.iter().map(|(_, id)| id.as_str()).collect();
        assert_eq!(missing, ["L5", "F46", "T5"]);
        assert_eq!(unstated(|_, _| false).len(), 39 + 46 + 9 + 16 + 5);
    }
}
