//! Laws proved for all values of the parameters at once.

use crate::question::ask;
use prover::Certified;
use serde_json::{Value, json};

const BASH: &str = include_str!("../../../../rules/heap/bash.game");
const RANGE: &str = include_str!("../../../../rules/heap/range-bash.game");

fn certificate(rule: &str, law: &str) -> Certified {
    ask(rule, &[], law, 0).unwrap_or_else(|why| panic!("{law}: {why}"))
}

/// Whether n is won, by definition, when x to y are taken.
fn wins(x: usize, y: usize, misere: bool) -> Vec<bool> {
    let mut won: Vec<bool> = Vec::new();
    for n in 0..100 {
        won.push((x..=y.min(n)).any(|t| !won[n - t]) || (misere && n < x));
    }
    won
}

#[test]
fn true_laws() {
    for law in [
        "lose iff n % (m + 1) = 0",
        "win iff n % (m + 1) != 0",
        "win iff n % (1 + m) > 0",
        "lose iff n % (m + 1) < 1",
        "not misere iff n % (m + 1) = 1",
        "misere iff n % (m + 1) != 1",
    ] {
        certificate(BASH, law);
    }
    for law in [
        "lose iff n % (x + y) < x",
        "win iff n % (x + y) >= x",
        "lose iff n % (y + x) in 0..x - 1",
        "not misere iff n % (x + y) in x..2 * x - 1",
    ] {
        certificate(RANGE, law);
    }
    for (x, y) in (1..6).flat_map(|x| (x..9).map(move |y| (x, y))) {
        let (normal, misere) = (wins(x, y, false), wins(x, y, true));
        for n in 0..100 {
            let r = n % (x + y);
            assert_eq!((!normal[n], !misere[n]), (r < x, (x..2 * x).contains(&r)), "{x} {y} {n}");
        }
    }
    let guarded = "game g(k = 5 in 2..)\nheap n\nmove n - t  for t in 2..k if t <= n\n";
    certificate(guarded, "lose iff n % (k + 2) <= 1");
    let bounded = "game g(k = 5 in 3..9)\nheap n\nmove n - t  for t in 2..min(n, 2 * k)\n";
    certificate(bounded, "lose iff n % (2 * k + 2) <= 1");
}

#[test]
fn altered_laws_are_never_proved() {
    for law in [
        "lose iff n % (m + 2) = 0",
        "lose iff n % m = 0",
        "lose iff n % (m + 1) = 1",
        "lose iff n % (2 * m + 1) = 0",
        "win iff n % (m + 1) = 0",
        "misere iff n % (m + 1) != 0",
        "not misere iff n % (m + 1) <= 1",
    ] {
        assert!(ask(BASH, &[], law, 0).is_err(), "{law}");
    }
    for law in [
        "lose iff n % (x + y) <= x",
        "lose iff n % (x + y) < x - 1",
        "lose iff n % (x + y) < y",
        "lose iff n % (x + y + 1) < x",
        "lose iff n % (x + y - 1) < x",
        "lose iff n % (2 * x) < x",
        "lose iff n % 8 < 3",
        "not misere iff n % (x + y) in x..y",
        "not misere iff n % (x + y) in x..2 * x",
        "not misere iff n % (x + y) in x - 1..2 * x - 1",
        "not misere iff n % (x + y) < x",
    ] {
        assert!(ask(RANGE, &[], law, 0).is_err(), "{law}");
    }
}

#[test]
fn rules_and_laws_of_other_forms() {
    let law = "lose iff n % (x + y) < x";
    for (part, with) in [
        ("x = 3 in 1..", "x = 3"),
        ("y = 5 in x..", "y = 5 in 1.."),
        ("y = 5 in x..", "y = 5 in x - 1.."),
        ("x..min(y, n)", "x..y"),
        ("x..min(y, n)", "x..min(y, n) if t != 2"),
        ("x..min(y, n)", "x..min(y, n) if n <= t"),
        ("x..min(y, n)", "x..max(y, n)"),
        ("n - t ", "n - 2 * t "),
        ("heap n", "heap n from 1"),
        ("heap n", "heap n\nstuck wins"),
        ("heap n", "heap n\nwin if n = 4"),
        ("heap n", "heap n\nplay every"),
        ("heap n", "heap n\nmove n -> 0  if n > 0"),
        ("n - t  for", "n - t | 1  for"),
    ] {
        assert!(RANGE.contains(part), "{part}");
        let rule = RANGE.replacen(part, with, 1);
        assert!(ask(&rule, &[], law, 0).is_err(), "{with}");
    }
    for law in [
        "n % (x + y) < x",
        "lose iff n % (x * y) < x",
        "lose iff n % (x + y) < n",
        "lose iff (n + 0) % (x + y) < x",
        "lose(n) iff n % (x + y) < x",
        "lose iff n % (x + y) < x and true",
    ] {
        assert!(ask(RANGE, &[], law, 0).is_err(), "{law}");
    }
}

#[test]
fn altered_certificates_are_rejected() {
    let text = certificate(RANGE, "lose iff n % (x + y) < x").text;
    let whole: Value = serde_json::from_str(&text).unwrap();
    let with = |cases: Value| {
        let mut other = whole.clone();
        other["data"]["cases"] = cases;
        checker::verify(&other.to_string()).map_err(|why| why.to_string())
    };
    let cases = |list: &[(&str, &str)], last: &str| {
        let mut all: Vec<Value> =
            list.iter().map(|(condition, take)| json!({"if": condition, "take": take})).collect();
        all.push(json!({"take": last}));
        with(all.into())
    };
    assert!(cases(&[("r <= y", "r")], "y").is_ok());
    assert!(cases(&[("r <= x - 1", "17"), ("r <= y", "r")], "y").is_ok());
    for (result, part) in [
        (cases(&[], "r"), "too much"),
        (cases(&[], "y"), "or never"),
        (cases(&[("r <= y", "r - 1")], "y"), "too little"),
        (cases(&[("r <= y", "r + 1")], "y"), ""),
        (cases(&[("r <= y - 2", "r")], "y"), "or never"),
        (cases(&[("r <= y - 1", "r + 1")], "y"), "small numbers"),
        (cases(&[("r <= y + 1", "r")], "y"), "too much"),
        (cases(&[("r <= y", "r")], "y - 1"), "too little"),
        (cases(&[("r <= y", "x")], "y"), "left is lost"),
        (cases(&[("r <= y", "n")], "y"), "not a sum"),
        (cases(&[("r < y", "r")], "y"), "of the form"),
        (cases(&[("r <= y and true", "r")], "y"), "of the form"),
        (with(json!([])), "the last case"),
        (with(json!([{"if": "r <= y", "take": "r"}])), "the last case"),
        (with(json!([{"take": "r"}, {"take": "y"}])), "the last case"),
        (with(json!([{"if": "r <= y", "take": "r"}, {"take": 3}])), "expected a string"),
        (with(json!([{"if": "r <= y", "take": "r"}, {"take": "y", "x": 1}])), "unknown field `x`"),
        (with(json!([{"if": "r <= y"}, {"take": "y"}])), "missing field `take`"),
        (with(json!(["r"])), "an object"),
        (with(json!("r")), "expected a sequence"),
    ] {
        let why = result.expect_err(part);
        assert!(why.to_string().contains(part), "{part}: {why}");
    }
    for field in whole.as_object().unwrap().keys() {
        for value in [json!(null), json!(3), json!("x"), json!([]), json!({"x": 1})] {
            let mut other = whole.clone();
            other[field] = value;
            assert!(checker::verify(&other.to_string()).is_err(), "{other:#}");
        }
    }
    let mut other = whole.clone();
    other["parameters"] = json!({"x": 3, "y": 5});
    assert!(checker::verify(&other.to_string()).is_err());
}
