//! True laws of the catalogue are proved; with any one number in them altered they never are.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/ask.rs"]
mod question;

use prover::Outcome;
use question::ask;

macro_rules! rule {
    ($path:literal) => {
        include_str!(concat!("../../../rules/", $path, ".game"))
    };
}

const MARK: &str = "game mark\nheap n\nmove n -> n - 1 if n > 0\nmove n -> n // 2 if n > 0\n";

/// Rule, parameters and law.
type Stated = (&'static str, &'static [(&'static str, &'static str)], &'static str);

const LAWS: [Stated; 16] = [
    (rule!("heaps/nim"), &[("k", "2")], "win iff h[1] ^ h[2] != 0"),
    (rule!("heaps/nim"), &[("k", "3")], "sg = h[1] ^ h[2] ^ h[3]"),
    (rule!("heap/bash"), &[("m", "3")], "sg = n % 4"),
    (rule!("heap/bash"), &[("m", "3")], "misere iff n % 4 != 1"),
    (rule!("heap/range-bash"), &[("x", "3"), ("y", "5")], "lose iff n % 8 < 3"),
    (rule!("heap/range-bash"), &[("x", "3"), ("y", "5")], "sg = n % 8 // 3"),
    (rule!("heap/subtraction"), &[("S", "1,3,4")], "lose iff n % 7 in {0, 2}"),
    (rule!("heap/lasker"), &[], "sg = if n = 0 then 0 else [n - 1, n, n, n + 1][n % 4]"),
    (rule!("pair/wythoff"), &[], "lose iff min(a, b) = floor((1 + sqrt(5)) / 2 * abs(a - b))"),
    (rule!("coins/mock-turtles"), &[("base", "0")], "sg = 2 * x + 1 - popcount(x) % 2"),
    (
        rule!("heaps/moore-nim"),
        &[("k", "2"), ("m", "3")],
        "lose iff all{(bit(h[1], i) + bit(h[2], i) + bit(h[3], i)) % 3 = 0 for i in 0..bitlen(max(h))}",
    ),
    (rule!("row/staircase"), &[("m", "4")], "win iff h[1] ^ h[3] != 0"),
    (rule!("limit/dynamic-nim"), &[("K", "2")], "win iff n > 0 and zeckendorf(n)[0] <= limit"),
    (rule!("limit/dynamic-nim"), &[("K", "1")], "win iff n > 0 and lowbit(n) <= limit"),
    (MARK, &[], "lose iff n = 0 or v2(n) % 2 = 1"),
    ("octal:0.77", &[], "n >= 71 implies sg(n + 12) = sg(n)"),
];

fn is_proved(rule: &str, parameters: &[(&str, &str)], law: &str) -> bool {
    matches!(ask(rule, parameters, law), Outcome::Proved(_))
}

/// The law with one of its numbers one more or one less, in every way.
fn altered(law: &str) -> Vec<String> {
    let is_digit = |at: usize| law.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let is_letter = |at: usize| law.as_bytes()[at].is_ascii_alphabetic();
    let mut all = Vec::new();
    let begins = (0..law.len())
        .filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1) && !is_letter(at - 1)));
    for begin in begins {
        let end = (begin..=law.len()).find(|&at| !is_digit(at)).unwrap();
        let number: i64 = law[begin..end].parse().unwrap();
        for other in [number + 1, number - 1].into_iter().filter(|&n| n >= 0) {
            all.push(format!("{}{other}{}", &law[..begin], &law[end..]));
        }
    }
    all
}

#[test]
fn one_number_altered_is_never_proved() {
    let mut count = 0;
    for (rule, parameters, law) in LAWS {
        assert!(is_proved(rule, parameters, law), "{law}");
        for other in altered(law) {
            // a later beginning is as true
            if other.starts_with("n >= 72") {
                continue;
            }
            count += 1;
            assert!(!is_proved(rule, parameters, &other), "{other}, altered from {law}");
        }
    }
    assert!(count > 70, "{count}");
}
