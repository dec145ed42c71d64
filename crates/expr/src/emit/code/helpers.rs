//! What the languages lack, as source text with a marker line before each helper: `//@ NAME`.
//! A helper calls only helpers above it.

use crate::emit::Dialect;

const CPP: &str = include_str!("../helpers/cpp.cpp");
const PYTHON: &str = include_str!("../helpers/python.py");
const RUST: &str = include_str!("../helpers/rust.rs");

/// One helper.
struct Helper<'a> {
    name: &'a str,
    text: &'a str,
}

fn all(dialect: Dialect) -> Vec<Helper<'static>> {
    let (text, marker) = match dialect {
        Dialect::Python => (PYTHON, "#@ "),
        Dialect::Rust => (RUST, "//@ "),
        _ => (CPP, "//@ "),
    };
    let parts = text.split(marker).filter_map(|part| part.split_once('\n'));
    parts
        .map(|(heading, text)| Helper {
            name: heading.split_whitespace().next().unwrap_or(heading),
            text,
        })
        .collect()
}

/// Names of all helpers, which functions of laws must not have.
pub(super) fn names(dialect: Dialect) -> impl Iterator<Item = &'static str> {
    all(dialect).into_iter().map(|helper| helper.name)
}

/// The helpers that `code` calls and those they call, each with an empty line behind it, callees
/// first.
pub(super) fn called_by(code: &str, dialect: Dialect) -> String {
    let helpers = all(dialect);
    let mut needed = vec![false; helpers.len()];
    for i in (0..helpers.len()).rev() {
        let name = helpers[i].name;
        let callers = helpers.iter().zip(&needed).skip(i + 1).filter(|(_, needed)| **needed);
        needed[i] = calls(code, name) || callers.into_iter().any(|(h, _)| calls(h.text, name));
    }
    let chosen = helpers.iter().zip(needed).filter(|(_, needed)| *needed);
    chosen.map(|(helper, _)| format!("{}\n", helper.text)).collect()
}

/// Whether the text calls the function of that name, or names the type.
fn calls(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let is_start = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '.');
        is_start && text[at + name.len()..].starts_with(['(', '<'])
    })
}
