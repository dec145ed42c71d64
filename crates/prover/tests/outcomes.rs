//! Laws of the outcome are proved of the bundled rules for all positions; altered ones never are,
//! and altered certificates are rejected.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use prover::{Outcome, Question, prove};

const NIM: &str = include_str!("../../../rules/heaps/nim.game");
const BASH: &str = include_str!("../../../rules/heap/bash.game");
const SUBTRACTION: &str = include_str!("../../../rules/heap/subtraction.game");
const TAKE_ALL: &str = include_str!("../../../rules/heap/take-1-2-all.game");
const WYTHOFF: &str = include_str!("../../../rules/pair/wythoff.game");
/// Mark of A. S. Fraenkel, "The vile, dopey, evil and odious game players" (2012), for the divisor
/// 2: one stone is taken, or half of them are left; and what is definable of it.
const HALVES: &str = "game halves\nheap n\nmove half: n -> n // 2  if n > 0\nmove n -> n - 1  if n > 0\nmove n -> n - 2  if n > 1\n";

fn ask(rule: &str, parameters: &[(&str, &str)], law: &str) -> Outcome {
    let parameters = parameters.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect();
    let (rule, law) = (rule.to_owned(), Some(law.to_owned()));
    let question = Question { rule, parameters, quantity: "win".into(), law, to: 0 };
    prove(&question, &|_, _| true).unwrap()
}

fn certificate(rule: &str, parameters: &[(&str, &str)], law: &str) -> String {
    match ask(rule, parameters, law) {
        Outcome::Proved(certificate) => {
            assert_eq!(certificate.accepted.law, law);
            certificate.text
        }
        Outcome::Unproved(why) => panic!("{law}: {why}"),
    }
}

fn refused(rule: &str, parameters: &[(&str, &str)], law: &str) -> String {
    match ask(rule, parameters, law) {
        Outcome::Unproved(why) => why,
        Outcome::Proved(certificate) => panic!("proved: {}", certificate.accepted.law),
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
fn other_rules() {
    certificate(TAKE_ALL, &[], "win iff n > 0");
    refused(TAKE_ALL, &[], "win iff n > 1");
    certificate(HALVES, &[], "win iff n > 0");
    for law in ["win iff a != b", "win iff a != 2 * b and b != 2 * a", "win iff a + b > 0"] {
        refused(WYTHOFF, &[], law);
    }
}
