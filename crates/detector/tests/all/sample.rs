//! Every table of data/sample.json (games by brute force, written by scripts/sample): from every
//! length no false claim, and from all terms nearly every law.

use crate::common::{Body, grid, sequence};
use detector::find;
use serde_json::Value;

/// Least number of the tables with a law whose law is found from all terms.
const LEAST_FOUND: usize = 31;

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|v| v.as_i64().unwrap()).collect()
}

/// Whether there is a law; every law claimed must give the terms that follow.
fn is_found(entry: &Value, terms: usize) -> bool {
    let name = entry["id"].as_str().unwrap();
    let shown = integers(&entry["terms"]);
    let lo = entry["offset"].as_i64().unwrap();
    let all = [shown.clone(), integers(&entry["next"])].concat();
    let findings = find(&sequence("value", lo, &shown[..terms.min(shown.len())]), "value");
    for finding in &findings {
        let mut body = Body::new(&finding.law.body, &finding.law.variables);
        for (n, &value) in (lo..).zip(&all).skip(terms) {
            assert_eq!(
                body.at(&[n]),
                value,
                "{name}, {terms} terms, at {n}: {}",
                finding.law.words
            );
        }
    }
    !findings.is_empty()
}

/// The same for a grid, of which two thirds are shown in each direction.
fn is_grid_found(entry: &Value) -> bool {
    let name = entry["id"].as_str().unwrap();
    let (shape, cells) = (integers(&entry["shape"]), integers(&entry["terms"]));
    let cell = |p: &[i64]| cells[usize::try_from(p[0] * shape[1] + p[1]).unwrap()];
    let axes = [("x", 0, shape[0] * 2 / 3 - 1), ("y", 0, shape[1] * 2 / 3 - 1)];
    let findings = find(&grid("value", &axes, cell), "value");
    for finding in &findings {
        let mut body = Body::new(&finding.law.body, &finding.law.variables);
        for p in (0..shape[0]).flat_map(|x| (0..shape[1]).map(move |y| [x, y])) {
            assert_eq!(body.at(&p), cell(&p), "{name} at {p:?}: {}", finding.law.words);
        }
    }
    !findings.is_empty()
}

#[test]
fn laws_are_found_and_none_is_false() {
    let sample: Value = serde_json::from_str(include_str!("../data/sample.json")).unwrap();
    let (mut found, mut missed) = (0, Vec::new());
    for entry in sample.as_array().unwrap() {
        let is_found = match entry.get("shape") {
            Some(_) => is_grid_found(entry),
            None => {
                let lengths = [40, 60, 100, 200, usize::MAX];
                lengths.map(|terms| is_found(entry, terms))[4]
            }
        };
        match (entry.get("no_law").is_some(), is_found) {
            (true, claims) => assert!(!claims, "{}: no law is known", entry["id"]),
            (false, true) => found += 1,
            (false, false) => missed.push(entry["id"].to_string()),
        }
    }
    assert!(found >= LEAST_FOUND, "{found} found; missed {missed:?}");
}
