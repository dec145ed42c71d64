//! Taking at most K times as much as before: the lost numbers of stones for every fixed K.

use prover::take_away::by_digits;
use prover::{Certified, Question, Unproved, prove};
use serde_json::{Value, json};

const DYNAMIC: &str = include_str!("../../../../rules/limit/dynamic-nim.game");

fn ask(rule: &str, k: &str, law: Option<&str>) -> Result<Certified, Unproved> {
    let parameters = vec![("K".to_owned(), k.to_owned())];
    let (rule, law) = (rule.to_owned(), law.map(str::to_owned));
    let question = Question { rule, parameters, quantity: "win".into(), law, to: 0 };
    prove(&question)
}

fn certificate(k: &str, law: Option<&str>) -> (String, String) {
    match ask(DYNAMIC, k, law) {
        Ok(certificate) => (certificate.text, certificate.accepted.law),
        Err(why) => panic!("K = {k}: {why}"),
    }
}

/// Whether (n, q) is won, by definition.
fn wins(factor: usize, to: usize) -> Vec<Vec<bool>> {
    let mut won: Vec<Vec<bool>> = Vec::new();
    for n in 0..=to {
        let loses = |t: usize| !won[n - t][(factor * t).min(n - t)];
        let first = (1..=n).find(|&t| loses(t)).unwrap_or(usize::MAX);
        won.push((0..=n).map(|q| q >= first).collect());
    }
    won
}

#[test]
fn laws_by_digits_are_those_of_numerations() {
    let law = |k: &str| {
        let parameters = [("K".to_owned(), k.to_owned())];
        by_digits(&meaning::source::instance(DYNAMIC, &parameters).unwrap())
    };
    for (k, expected) in [("1", "lowbit(n)"), ("2", "zeckendorf(n)[0]")] {
        let law = law(k).unwrap();
        assert_eq!(law, format!("win iff n > 0 and limit >= {expected}"));
        let (text, _) = certificate(k, Some(&law));
        let whole: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(whole["theorem"], "automata");
    }
    assert_eq!(law("3"), None);
}

#[test]
fn lost_starts_are_those_of_the_law() {
    for k in 1..=9 {
        let (_, law) = certificate(&k.to_string(), Some("limit = n - 1 implies ?"));
        let (_, condition) = law.split_once("(lose iff ").unwrap();
        let condition = expr::parser::parse_expression(condition.strip_suffix(')').unwrap());
        let names = expr::eval::Names { slots: vec!["n".into()], ..Default::default() };
        let lost = expr::eval::Program::compile_condition(
            &condition.unwrap(),
            &names,
            &expr::eval::Definitions::default(),
        )
        .unwrap();
        let won = wins(k, 600);
        for (n, by_limit) in won.iter().enumerate().skip(1) {
            let mut frame = expr::eval::Frame::new(vec![n as i128]);
            let lost = lost.condition(&mut frame, &mut expr::eval::NoContext).unwrap();
            assert_eq!(lost, !by_limit[n - 1], "K = {k}, n = {n}: {law}");
        }
    }
}

#[test]
fn won_positions_are_those_of_the_law() {
    for k in 1..=9 {
        let (text, law) = certificate(&k.to_string(), None);
        let condition = expr::parser::parse_expression(law.strip_prefix("win iff ").unwrap());
        let slots = vec!["n".into(), "limit".into()];
        let names = expr::eval::Names { slots, ..Default::default() };
        let definitions = expr::eval::Definitions::default();
        let condition = condition.unwrap();
        let said =
            expr::eval::Program::compile_condition(&condition, &names, &definitions).unwrap();
        for (n, by_limit) in wins(k, 120).iter().enumerate() {
            for (limit, &won) in by_limit.iter().enumerate() {
                let mut frame = expr::eval::Frame::new(vec![n as i128, limit as i128]);
                let said = said.condition(&mut frame, &mut expr::eval::NoContext).unwrap();
                assert_eq!(said, won, "K = {k}, n = {n}, limit = {limit}: {law}");
            }
        }
        for (old, new) in [("limit >= ", "limit > "), ("n > 0 and ", ""), ("[0]", "[1]")] {
            let altered = text.replace(old, new);
            assert_ne!(altered, text);
            assert!(checker::verify(&altered).is_err(), "{altered}");
        }
        for (at, _) in law.match_indices(|c: char| c.is_ascii_digit()) {
            let digit = law.as_bytes()[at] - b'0';
            let mut altered = law.clone();
            altered.replace_range(at..=at, &((digit + 1) % 10).to_string());
            let altered = text.replace(&law, &altered);
            assert!(checker::verify(&altered).is_err(), "{altered}");
        }
    }
}

#[test]
fn named_sets() {
    let law = |set: &str| format!("limit = n - 1 implies (lose iff n in {set})");
    certificate("2", Some(&law("fibonacci")));
    certificate("1", Some(&law("powers(2)")));
    for (k, set) in [("1", "fibonacci"), ("2", "powers(2)"), ("3", "fibonacci"), ("2", "primes")] {
        assert!(ask(DYNAMIC, k, Some(&law(set))).is_err(), "{k} {set}");
    }
    // conditions on the factor alone are decided
    let choice = |first: &str| {
        format!(
            "limit = n - 1 implies (K <= 2 implies (lose iff (if {first} then n in powers(2) else n in fibonacci)))"
        )
    };
    for k in ["1", "2"] {
        certificate(k, Some(&choice("K = 1")));
        let wrong = |law: &str| assert!(ask(DYNAMIC, k, Some(law)).is_err());
        wrong(&choice("K = 2"));
        wrong(&choice("n = 1"));
        wrong(&choice("K = 1").replace("K <= 2", "K > 2"));
        wrong(&choice("K = 1").replace("K <= 2", "n <= 2"));
    }
}

#[test]
fn altered_certificates_are_rejected() {
    let (text, law) = certificate("3", Some("limit = n - 1 implies ?"));
    let recurrence = "recurrence(k, [1, 0, 0, 1], [";
    assert!(law.contains(recurrence), "{law}");
    let whole: Value = serde_json::from_str(&text).unwrap();
    let rejected = |field: &str, inner: Option<&str>, value: Value| {
        let mut other = whole.clone();
        match inner {
            Some(inner) => other[field][inner] = value,
            None => other[field] = value,
        }
        assert!(checker::verify(&other.to_string()).is_err(), "{other:#}");
    };
    for inner in ["from", "lag"] {
        let number = whole["data"][inner].as_u64().unwrap();
        for value in
            [json!(number + 1), json!(number - 1), json!(u64::MAX), json!(null), json!("1")]
        {
            rejected("data", Some(inner), value);
        }
    }
    rejected("data", None, json!({"from": whole["data"]["from"]}));
    rejected("data", Some("more"), json!(1));
    rejected("parameters", None, json!({"K": "2"}));
    rejected("parameters", None, json!({"K": "4"}));
    rejected("parameters", None, json!({}));
    rejected("quantity", None, json!("misere"));
    rejected("theorem", None, json!("state-repeat"));
    for (part, with) in [
        (recurrence, "recurrence(k, [1, 0, 0, 2], ["),
        (recurrence, "recurrence(k, [1, 0, 1, 1], ["),
        ("lose iff", "win iff"),
        ("n - 1 implies", "n implies"),
        ("n - 1 implies", "n - 2 implies"),
        ("0..4", "0..1"),
    ] {
        assert!(law.contains(part), "{law}");
        rejected("law", None, json!(law.replace(part, with)));
    }
    for (part, with) in [
        ("K * t", "K + t"),
        ("K * t", "t * K"),
        ("min(K * t, n - t)", "K * t"),
        ("min(K * t, n - t)", "max(K * t, n - t)"),
        ("(n - t, min", "(n - 2 * t, min"),
        ("1..min(n, limit)", "2..min(n, limit)"),
        ("1..min(n, limit)", "1..min(n, limit + 1)"),
        ("1..min(n, limit)", "1..min(n, limit) if t != 3"),
        ("1..min(n, limit)", "1..min(n, limit)\nmove (n - 1, limit) if n > 0 and limit < n"),
        ("1..min(n, limit)", "1..min(n, limit)\nstuck wins"),
        ("1..min(n, limit)", "1..min(n, limit)\nlose if n = 5"),
        ("state (n, limit)", "state (limit, n)"),
        ("state (n, limit)", "state (n, limit from 1)"),
        ("state (n, limit)", "state (n, limit) where limit <= n"),
    ] {
        assert!(DYNAMIC.contains(part), "{part}");
        rejected("rule", None, json!(DYNAMIC.replacen(part, with, 1)));
    }
}

#[test]
fn a_lag_that_is_constant_for_too_short_a_time() {
    // of the terms for K = 5 a lag L is often met some times, though not L + 2 times, in a row
    let (text, _) = certificate("5", None);
    let whole: Value = serde_json::from_str(&text).unwrap();
    let (from, lag) = (&whole["data"]["from"], &whole["data"]["lag"]);
    let (from, lag) = (from.as_u64().unwrap(), lag.as_u64().unwrap());
    assert!(from > lag, "{whole:#}");
    for (from, lag) in (0..from).flat_map(|from| (0..=lag + 1).map(move |lag| (from, lag))) {
        let mut other = whole.clone();
        other["data"] = json!({"from": from, "lag": lag});
        let why = checker::verify(&other.to_string()).unwrap_err().to_string();
        assert!(why.to_string().contains("lag"), "{why}");
    }
}
