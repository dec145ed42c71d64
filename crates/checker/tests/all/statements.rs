//! What is proved is a statement about the rule: its names, types and positions are the rule's, and
//! what it is about is said with it.

use checker::Accepted;
use serde_json::{Value, json};

/// What the checker says of a law of one heap of which 1 or 2 are taken.
fn of(theorem: &str, law: &str, data: Value) -> Result<Accepted, String> {
    let rule = "game g(k = 2)\nheap n\nmove n - t  for t in {1, 2} if t <= n\n";
    let certificate = json!({
        "mexlab-certificate": 1, "rule": rule, "parameters": {"k": 2}, "quantity": "sg", "law": law,
        "theorem": theorem, "data": data,
    });
    checker::verify(&certificate.to_string()).map_err(|why| why.to_string())
}

fn repeat() -> Value {
    json!({"preperiod": 0, "period": 3, "saltus": 0, "repeat": 2})
}

#[test]
fn a_law_has_the_names_types_and_arities_of_its_rule() {
    for law in ["sg = n % 3", "sg = n % 3 or n > k", "all{sg = n % 3 for b in 0..4 if b > k}"] {
        let accepted = of("state-repeat", law, repeat());
        assert!(accepted.is_ok(), "{law}: {accepted:?}");
    }
    for law in [
        "sg = n % 3 or frobnicate(7)",
        "(1 + frob) implies sg = n % 3",
        "sg = n % 3 or frob",
        "sg = n % 3 or n",
        "sg = n % 3 or isqrt(1, 2) = 1",
        "sg = n % 3 or sg(n, n) = 0",
        "sg = n % 3 or left",
        "sg = n % 3 or (n and win)",
        "all{sg = n % 3 for b in 0..4 if frob(b)}",
        "all{sg = n % 3 for b in 0..4 if b + 1}",
        // names are bound once
        "all{sg = n % 3 for k in 0..4}",
        "sg = n % 3 or any{n = 2 for n in 0..4}",
        "all{all{sg = n % 3 for b in 0..4} for b in 0..4}",
        "sg",
    ] {
        let why = of("state-repeat", law, repeat()).unwrap_err();
        assert!(why.contains("the law has a mistake"), "{law}: {why}");
    }
}

#[test]
fn every_theorem_reads_its_law_as_a_claim_of_the_rule() {
    let code = || json!({"preperiod": 0, "period": 3, "greatest": 2, "mask": 0});
    for (theorem, data) in [("state-repeat", repeat()), ("periodicity", code())] {
        assert!(of(theorem, "sg = n % 3", data.clone()).is_ok(), "{theorem}");
        for law in ["sg = n % 3 or frob = 1", "sg = n % 3 or any{sg = 0 for n in 1..2}"] {
            let why = of(theorem, law, data.clone()).unwrap_err();
            assert!(why.contains("the law has a mistake"), "{theorem} {law}: {why}");
        }
    }
}

#[test]
fn what_a_law_is_about_is_said_with_it() {
    let accepted = of("state-repeat", "sg = n % 3", repeat()).unwrap();
    assert_eq!(accepted.statement, "sg = n % 3");
    let part = json!({
        "mexlab-certificate": 1, "rule": "octal:0.333", "parameters": {}, "quantity": "sg",
        "law": "sg = n % 4", "theorem": "periodicity",
        "data": {"preperiod": 0, "period": 4, "greatest": 3, "mask": 0},
    });
    let sum = json!({
        "mexlab-certificate": 1, "rule": "game s\nstart (a): octal-0.333 at a\n", "parameters": {},
        "quantity": "sg", "law": "sg = a % 4", "theorem": "composed", "data": {"parts": [part]},
    });
    let accepted = checker::verify(&sum.to_string()).unwrap();
    assert_eq!(accepted.statement, "on starts: sg = a % 4");
}
