//! Lists, tuples, equations and sums in words.

use std::fmt::Display;

/// With a text between each two.
pub fn joined(all: impl IntoIterator<Item = impl Display>, between: &str) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(between)
}

/// `a, b, c`
pub fn listed(all: impl IntoIterator<Item = impl Display>) -> String {
    joined(all, ", ")
}

/// `1 coordinate`, `2 coordinates`
#[must_use]
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// `a`, `(a, b)`: one alone has no brackets.
pub fn tuple(all: impl IntoIterator<Item = impl Display>) -> String {
    let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    if all.len() == 1 { all.concat() } else { format!("({})", all.join(", ")) }
}

/// `a = 1, b = 2`
pub fn equations(pairs: impl IntoIterator<Item = (impl Display, impl Display)>) -> String {
    listed(pairs.into_iter().map(|(name, value)| format!("{name} = {value}")))
}

/// Puts a term behind a sum, or before it is begun.
pub fn add_term(sum: &mut String, is_negative: bool, term: &str) {
    let sign = match (sum.is_empty(), is_negative) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    };
    sum.push_str(sign);
    sum.push_str(term);
}

/// `k name`; a factor 1 is left out, and so is a name that is empty.
#[must_use]
pub fn multiple(k: u128, name: &str) -> String {
    match (k, name) {
        (k, "") => k.to_string(),
        (1, name) => name.to_owned(),
        (k, name) => format!("{k} {name}"),
    }
}
