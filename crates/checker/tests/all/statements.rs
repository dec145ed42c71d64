//! What is proved is a statement about the rule: its names, types and positions are the rule's, and
//! what it is about is said with it.

use checker::{Accepted, Rejected};
use serde_json::{Value, json};

const HEAP: &str = "game heap(k = 2)\nheap n\nmove n -> n - t for t in 1..min(n, 3)";

fn identity(rule: &str, law: &str, about: &str, games: Value) -> Result<Accepted, Rejected> {
    let quantity = if law.contains("sg") { "sg" } else { "win" };
    let parameters = if rule == HEAP { json!({"k": 2}) } else { json!({}) };
    let certificate = json!({
        "mexlab-certificate": 1, "rule": rule, "parameters": parameters, "quantity": quantity,
        "law": law, "theorem": "identity", "data": {"about": about, "games": games},
    });
    checker::verify(&certificate.to_string())
}

fn is_proved(rule: &str, law: &str) -> bool {
    identity(rule, law, "positions", json!({})).is_ok()
}

#[test]
fn a_law_has_the_names_types_and_arities_of_its_rule() {
    for law in [
        "sg = sg",
        "sg = sg or n > k",
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4 if b > k}",
    ] {
        assert!(is_proved(HEAP, law), "{law}");
    }
    for law in [
        "sg = sg or frobnicate(7)",
        "(1 + frob) implies sg = sg",
        "sg = sg or frob",
        "sg = sg or n",
        "sg = sg or isqrt(1, 2) = 1",
        "sg = sg or sg(n, n) = 0",
        "sg = sg or left",
        "sg = sg or (n and win)",
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4 if frob(b)}",
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4 if b + 1}",
        // names are bound once
        "all{win(n | k) iff sg ^ sg(k) != 0 for k in 0..4}",
        "sg = sg or any{n = 2 for n in 0..4}",
        "sg",
    ] {
        assert!(!is_proved(HEAP, law), "{law}");
    }
}

#[test]
fn every_theorem_reads_its_law_as_a_claim_of_the_rule() {
    let of = |theorem: &str, law: &str, data: Value| {
        let rule = "game g\nheap n\nmove n - t  for t in {1, 2} if t <= n\n";
        let certificate = json!({
            "mexlab-certificate": 1, "rule": rule, "parameters": {}, "quantity": "sg", "law": law,
            "theorem": theorem, "data": data,
        });
        checker::verify(&certificate.to_string()).map_err(|why| why.to_string())
    };
    let repeat = || json!({"preperiod": 0, "period": 3, "saltus": 0, "repeat": 2});
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
fn moves_lead_to_positions() {
    let law = "sg = mex(sg of options)";
    for (rule, is_game) in [
        ("game g\nheap n from 1\nmove n -> n - 1 if n > 1", true),
        ("game g\nheap n from 1\nmove n -> n - 1", false),
        ("game g\ncoins x from 1\nturn x, y for y in 1..x - 1", true),
        ("game g\ncoins x from 1\nturn x, y for y in 0..x - 1", false),
        ("game g\nstate (n, p in 0..2)\nmove (n, p) -> (n - 1, (p + 1) % 3) if n > 0", false),
        ("game g\nstate (n, p in 0..2)\nmove (n, p) -> (n - 6, p + 5) if n > 5", false),
        ("game g\nstate (n, p in 0..2)\nmove (n, p) -> (n - 6, min(p + 5, 2)) if n > 5", true),
        ("game g\nstate (a, b) where a <= b\nmove (a, b) -> (a, b - 1) if b > 0", false),
        ("game g\nstate (a, b) where a <= b\nmove (a, b) -> (a, b - 1) if b > a", true),
        // nothing is known of such a condition
        ("game g\nstate (a, b) where a * b <= 6\nmove (a, b) -> (a, b - 1) if b > a", false),
    ] {
        assert_eq!(is_proved(rule, law), is_game, "{rule}");
    }
}

#[test]
fn parts_of_a_start_are_games_that_are_given() {
    let taken = "game taken(k = 1 in 1..2)\nheap n\nmove n -> n - t for t in k..n";
    let of = |rule: &str, games: Value| identity(rule, "lose", "starts", games).is_ok();
    assert!(of("game g\nstart a: taken at a | taken at a", json!({"taken": taken})));
    assert!(!of("game g\nstart a: taken at a | taken at a", json!({})));
    assert!(!of("game g\nstart a: taken(k = 1) at a | taken(k = 2) at a", json!({"taken": taken})));
    let own = "heap n\nmove n -> n - 1 if n > 0\nstart a: ";
    assert!(of(&format!("game g\n{own} a | a"), json!({})));
    assert!(!of(&format!("game g\n{own} taken at a | taken at a"), json!({})));
    let different = format!("game g\n{own} taken(k = 1) at a | taken(k = 2) at a");
    assert!(!of(&different, json!({"taken": taken})));
}

#[test]
fn what_a_law_is_about_is_said_with_it() {
    let said = |rule: &str, law: &str, about: &str| {
        identity(rule, law, about, json!({})).map(|accepted| accepted.statement)
    };
    let starts = "game g\nheap n\nmove n -> n - 1 if n > 0\nstart a: a | a";
    assert_eq!(said(starts, "lose", "starts"), Ok("on starts: lose".to_owned()));
    assert!(said(starts, "lose", "positions").is_err());
    assert_eq!(said(starts, "sg = sg", "positions"), Ok("sg = sg".to_owned()));
    let coins = "game g\ncoins x from 1\nturn x, y for y in 1..x - 1";
    let law = "sg = xor{sg(x) for x in heads}";
    assert_eq!(said(coins, law, "boards"), Ok(format!("on boards N: {law}")));
}
