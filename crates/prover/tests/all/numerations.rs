//! Laws in other numerations than bases: multiples of irrational numbers rounded down, and parts of
//! greedy sums. True ones are proved of the bundled rules; altered ones and altered certificates
//! are not.

use crate::question::ask;
use prover::Question;
use serde_json::{Value, json};

const EXTENDED: &str = include_str!("../../../../rules/pair/wythoff-ext.game");
const LIMIT: &str = include_str!("../../../../rules/limit/dynamic-nim.game");
/// Wythoff's game with a definition that laws may use.
const WYTHOFF: &str =
    concat!(include_str!("../../../../rules/pair/wythoff.game"), "let exact(d) = floor(phi * d)\n");

fn certificate(rule: &str, parameters: &[(&str, &str)], law: &str) -> String {
    ask(rule, parameters, law, 0).unwrap_or_else(|why| panic!("{law}: {why}")).text
}

fn refused(rule: &str, parameters: &[(&str, &str)], law: &str) {
    if let Ok(certificate) = ask(rule, parameters, law, 0) {
        panic!("proved: {}", certificate.accepted.law);
    }
}

/// The P-positions of extended Wythoff: with `c` more between the heaps for each step.
fn pairs(slope: &str, c: u32) -> String {
    format!("lose iff abs(a - b) % {c} = 0 and min(a, b) = floor({slope} * (abs(a - b) // {c}))")
}

#[test]
fn extended_wythoff() {
    // the rule allows |x - y| <= d
    let slope = "(1 - d + sqrt(d * d + 2 * d + 5)) / 2";
    certificate(EXTENDED, &[("d", "0")], &pairs(slope, 1));
    certificate(EXTENDED, &[("d", "1")], &pairs("sqrt(2)", 2));
    certificate(EXTENDED, &[("d", "2")], &pairs(slope, 3));
    for (d, slope, c) in [
        ("1", "sqrt(3)", 2),
        ("1", "sqrt(2)", 3),
        ("1", "(sqrt(2) + 1)", 2),
        ("1", "phi", 2),
        ("0", "sqrt(2)", 2),
        ("2", "sqrt(2)", 2),
    ] {
        refused(EXTENDED, &[("d", d)], &pairs(slope, c));
    }
}

#[test]
fn fibonacci_nim_with_its_limit() {
    let two = &[("K", "2")];
    certificate(LIMIT, two, "lose iff n = 0 or zeckendorf(n)[0] > limit");
    certificate(LIMIT, two, "win iff n > 0 and zeckendorf(n)[0] <= limit");
    certificate(LIMIT, &[("K", "1")], "win iff 0 < lowbit(n) <= limit");
    for wrong in [
        "n > 0 and zeckendorf(n)[0] < limit",
        "n > 1 and zeckendorf(n)[0] <= limit",
        "zeckendorf(n)[0] <= limit",
        "n > 0 and zeckendorf(n + 1)[0] <= limit",
        "n > 0 and lowbit(n) <= limit",
    ] {
        refused(LIMIT, two, &format!("win iff {wrong}"));
    }
    for k in ["1", "3", "4"] {
        refused(LIMIT, &[("K", k)], "win iff n > 0 and zeckendorf(n)[0] <= limit");
    }
}

#[test]
fn printed_claims_follow() {
    let law = "lose iff min(a, b) = floor(phi * abs(a - b))";
    let Ok(certificate) = ask(WYTHOFF, &[], law, 0) else { panic!("{law}") };
    for claim in [
        "a < b implies (lose iff a = floor(phi * (b - a)))",
        "a < b implies (lose iff a = floor((sqrt(5) + 1) / 2 * (b - a)))",
        "a < b implies (lose iff a = exact(b - a))",
        "a < b and lose implies b = floor(phi * phi * (b - a))",
    ] {
        assert!(certificate.implies(claim, WYTHOFF).is_some(), "{claim}");
    }
    for wrong in [
        "a < b implies (lose iff a = floor(phi * (b - a)) + 1)",
        "a < b implies (lose iff a = floor(phi * phi * (b - a)))",
        "a > b implies (lose iff a = floor(phi * (a - b)))",
        "lose iff a = floor(phi * (b - a))",
    ] {
        assert!(certificate.implies(wrong, WYTHOFF).is_none(), "{wrong}");
    }
}

#[test]
fn definitions_of_the_rule_may_be_used() {
    certificate(WYTHOFF, &[], "lose iff min(a, b) = exact(abs(a - b))");
    // an argument is a number of the ordinary kind: 2 * (gap // 2) is not the gap
    refused(WYTHOFF, &[], "lose iff min(a, b) = exact(abs(a - b) / 2 * 2)");
}

#[test]
fn altered_certificates_are_rejected() {
    let text = certificate(WYTHOFF, &[], "lose iff min(a, b) = floor(phi * abs(a - b))");
    let whole: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(whole["data"]["numeration"]["weights"], json!([1, 1]));
    for (place, value) in [
        ("/data/numeration/weights/0", json!(2)),
        ("/data/numeration/weights/1", json!(0)),
        ("/data/numeration/weights", json!([1])),
        ("/data/numeration/first/1", json!(3)),
        ("/data/numeration/words/accepting/0", json!(false)),
        ("/data/numeration/words/steps/0/2", json!(1)),
        ("/data/numeration/slopes", json!([])),
        ("/data/numeration/slopes", json!({})),
        ("/data/numeration/slopes/0", json!(1)),
        ("/data/numeration/slopes/0/slope", json!("(-1 + 1 * sqrt(6)) / 2")),
        ("/data/numeration/slopes/0/slope", json!("(0 + 1 * sqrt(5)) / 2")),
        ("/data/numeration/slopes/0/slope", json!("(-1 + 1 * sqrt(5)) / 3")),
        ("/data/numeration/slopes/0/slope", json!("n")),
        ("/data/numeration/slopes/0/slope", json!(1)),
        ("/data/numeration/slopes/0/machine/accepting/0", json!(false)),
        ("/data/numeration/slopes/0/machine/accepting/2", json!(true)),
        ("/data/numeration/slopes/0/machine/steps/0/2", json!(1)),
        ("/data/numeration/slopes/0/machine", json!(null)),
        ("/data/numeration", json!({"base": 2})),
        ("/data/won/accepting/0", json!(true)),
        ("/data/won/steps/0/2", json!(1)),
        ("/data/won/steps", json!([])),
        ("/data/won", json!(7)),
        ("/law", json!("lose iff min(a, b) = floor(phi * abs(a - b) + 1)")),
        ("/law", json!("lose iff min(a, b) = floor(phi * phi * abs(a - b))")),
        ("/law", json!("lose iff max(a, b) = floor(phi * abs(a - b))")),
        ("/law", json!("win iff min(a, b) = floor(phi * abs(a - b))")),
    ] {
        let mut other = whole.clone();
        *other.pointer_mut(place).unwrap() = value.clone();
        assert!(checker::verify(&other.to_string()).is_err(), "{place}: {value}");
    }
    // the same law in other words, and the positions won read off the law each time
    for (place, value) in [
        ("/law", json!("lose iff min(a, b) = floor((2 + sqrt(20)) / 4 * abs(b - a))")),
        ("/law", json!("lose iff max(a, b) = floor(phi * phi * abs(a - b))")),
    ] {
        let mut other = whole.clone();
        *other.pointer_mut(place).unwrap() = value.clone();
        assert!(checker::verify(&other.to_string()).is_ok(), "{place}: {value}");
    }
}

#[test]
fn scripts_for_walnut() {
    let question = |rule: &str, law: &str| Question {
        rule: rule.to_owned(),
        parameters: Vec::new(),
        quantity: "win".into(),
        law: Some(law.to_owned()),
        to: 0,
    };
    let law = "lose iff min(a, b) = floor(phi * abs(a - b))";
    let script = prover::walnut(&question(WYTHOFF, law)).unwrap();
    for part in ["eval closed1 ", "eval closed2 ", "eval closed3 ", "eval reached ", "msd_fib"] {
        assert!(script.commands.contains(part), "{part}: {}", script.commands);
    }
    // the positions won, as an automaton
    assert_eq!(script.files.len(), 1, "{:?}", script.files);
    assert!(prover::walnut(&question(WYTHOFF, "lose iff a * b = 0")).is_err());
}
