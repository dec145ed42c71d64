//! Laws of the outcome are proved of the bundled rules for all positions; altered ones never are,
//! and altered certificates are rejected.

use crate::alterations::altered;
use crate::question::ask;
use serde_json::{Value, json};

const NIM: &str = include_str!("../../../../rules/heaps/nim.game");
const BASH: &str = include_str!("../../../../rules/heap/bash.game");
const SUBTRACTION: &str = include_str!("../../../../rules/heap/subtraction.game");
const TAKE_ALL: &str = include_str!("../../../../rules/heap/take-1-2-all.game");
const WYTHOFF: &str = include_str!("../../../../rules/pair/wythoff.game");

fn certificate(rule: &str, parameters: &[(&str, &str)], law: &str) -> String {
    match ask(rule, parameters, law, 0) {
        Ok(certificate) => {
            assert_eq!(certificate.accepted.law, law);
            certificate.text
        }
        Err(why) => panic!("{law}: {why}"),
    }
}

fn refused(rule: &str, parameters: &[(&str, &str)], law: &str) -> String {
    match ask(rule, parameters, law, 0) {
        Err(why) => why.to_string(),
        Ok(certificate) => panic!("proved: {}", certificate.accepted.law),
    }
}

#[test]
fn nim() {
    certificate(NIM, &[("k", "1")], "win iff h[1] > 0");
    certificate(NIM, &[("k", "2")], "win iff xor(h) != 0");
    certificate(NIM, &[("k", "2")], "lose iff h[1] = h[2]");
    certificate(NIM, &[("k", "3")], "win iff h[1] ^ h[2] ^ h[3] != 0");
    for wrong in ["xor(h) != 1", "sum(h) % 2 != 0", "h[1] > h[2]", "max(h) > 1", "sum(h) > 0"] {
        refused(NIM, &[("k", "2")], &format!("win iff {wrong}"));
        refused(NIM, &[("k", "3")], &format!("win iff {wrong}"));
    }
}

#[test]
fn bash_and_subtraction() {
    for m in 1..=6 {
        let value = m.to_string();
        certificate(BASH, &[("m", &value)], "win iff n % (m + 1) != 0");
        refused(BASH, &[("m", &value)], "win iff n % (m + 2) != 0");
        refused(BASH, &[("m", &value)], "win iff n % (m + 1) != 1");
        refused(BASH, &[("m", &value)], "win iff n % (m + 1) != 0 or n = 100 * (m + 1)");
    }
    certificate(SUBTRACTION, &[("S", "1,3,4")], "lose iff n % 7 in {0, 2}");
    certificate(SUBTRACTION, &[("S", "2,3")], "lose iff n % 5 < 2");
    refused(SUBTRACTION, &[("S", "1,3,4")], "lose iff n % 7 in {0, 3}");
    refused(SUBTRACTION, &[("S", "primes")], "lose iff n % 4 = 0");
}

#[test]
fn stones_that_are_spread() {
    const STONES: &str = include_str!("../../../../rules/heaps/new-stone-game.game");
    certificate(STONES, &[("m", "2")], "lose iff h[1] = h[2]");
    for wrong in ["h[1] = 0 and h[2] = 0", "xor(h) < 2", "h[1] = h[2] or h[1] + h[2] = 40"] {
        refused(STONES, &[("m", "2")], &format!("lose iff {wrong}"));
    }
}

#[test]
fn other_rules() {
    certificate(TAKE_ALL, &[], "win iff n > 0");
    refused(TAKE_ALL, &[], "win iff n > 1");
    for law in ["win iff a != b", "win iff a != 2 * b and b != 2 * a", "win iff a + b > 0"] {
        refused(WYTHOFF, &[], law);
    }
}

#[test]
fn wythoff() {
    certificate(WYTHOFF, &[], "lose iff min(a, b) = floor((1 + sqrt(5)) / 2 * abs(a - b))");
    for wrong in [
        "min(a, b) = floor((2 + sqrt(5)) / 2 * abs(a - b))",
        "min(a, b) = floor((1 + sqrt(5)) / 3 * abs(a - b))",
        "min(a, b) = floor((1 + sqrt(5)) / 2 * abs(a - b)) + 1",
        "min(a, b) = floor((1 + sqrt(5)) / 2 * (abs(a - b) + 1))",
        "min(a, b) = floor((1 + sqrt(6)) / 2 * abs(a - b))",
        "min(a, b) = floor((1 - sqrt(5)) / 2 * abs(a - b))",
        "min(a, b) = floor(phi * phi * abs(a - b))",
        "max(a, b) = floor(phi * abs(a - b))",
        "min(a, b) = floor(8 / 5 * abs(a - b))",
        "a = floor(phi * abs(a - b))",
        "a = floor(phi * (b - a))",
    ] {
        refused(WYTHOFF, &[], &format!("lose iff {wrong}"));
    }
}

#[test]
fn what_the_theorem_does_not_speak_of_is_refused() {
    let heap = |moves: &str| format!("game g\nheap n\n{moves}\n");
    for moves in [
        "move n -> n - 1",
        "move n -> n - t  for t in n - 3..n  if t > 0",
        "move n -> i | n - i  for i in 1..n - 1",
        "move n -> n  if n > 3",
        "move n -> n * n // n  if n > 3",
        "move n -> n - t  for t in powers(2)  if t <= n",
        "move n -> n - 1  if n > 0\nstuck wins",
        "move n -> n - 1  if n > 0\nwin when any n = 2",
        "move n -> n - 1  if n > 0\nplay loopy",
    ] {
        refused(&heap(moves), &[], "win iff n % 2 = 1");
    }
    let from = "game g\nheap n from 1\nmove n -> n - 1  if n > 0\n";
    refused(from, &[], "win iff n % 2 = 0");
    certificate(&from.replace("n > 0", "n > 1"), &[], "win iff n % 2 = 0");
    refused(NIM, &[("k", "2")], "win iff h[1] - 1 ^ h[2] > 0");
    refused(NIM, &[], "win iff h[1] > 0");
    refused(NIM, &[("k", "2")], "sg = h[1]");
}

#[test]
fn altered_certificates_are_rejected() {
    let cases =
        [(NIM, ("k", "2"), "win iff xor(h) != 0"), (BASH, ("m", "3"), "win iff n % 4 != 0")];
    for (rule, parameter, law) in cases {
        let text = certificate(rule, &[parameter], law);
        assert!(checker::verify(&text).is_ok());
        let whole: Value = serde_json::from_str(&text).unwrap();
        let mut count = 0;
        altered(&whole["data"], &mut |data| {
            let mut other = whole.clone();
            other["data"] = data;
            count += 1;
            // another measure that falls proves the same
            let measure = other["data"]["measure"].as_array();
            let falls = measure.is_some_and(|all| all.iter().all(|w| w.as_u64() > Some(0)));
            let is_same = falls && {
                let mut data = other["data"].clone();
                data["measure"] = whole["data"]["measure"].clone();
                data == whole["data"]
                    && measure.map(Vec::len) == data["measure"].as_array().map(Vec::len)
            };
            assert_eq!(checker::verify(&other.to_string()).is_ok(), is_same, "{}", other["data"]);
        });
        assert!(count > 30, "{count}");
        for (field, value) in [
            ("quantity", json!("sg")),
            ("quantity", json!("misere")),
            ("law", json!("win iff true")),
            ("law", json!(law.replace("!=", ">"))),
            ("law", json!(law.replace("!=", "="))),
            ("law", json!(law.replace("win", "lose"))),
            ("parameters", json!({})),
            ("parameters", json!({"k": "4"})),
            ("parameters", json!({"m": "4"})),
            ("parameters", json!({"m": 3, "x": 1})),
            ("theorem", json!("automaton")),
            ("rule", json!(rule.replace("for t in 1", "for t in 2"))),
            ("rule", json!(format!("{rule}\nstuck wins\n"))),
            ("rule", json!("")),
        ] {
            let mut other = whole.clone();
            let is_same = law.contains("xor") && value == json!(law.replace("!=", ">"));
            let is_same = is_same || value == json!("win iff n % 4 > 0");
            other[field] = value;
            assert_eq!(checker::verify(&other.to_string()).is_ok(), is_same, "{field}: {other}");
        }
    }
}
