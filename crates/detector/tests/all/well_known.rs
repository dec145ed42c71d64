//! Sequences that everybody knows: named from a few terms, laws from more, of terms of any size.

use crate::common;
use detector::{Finding, candidates, find};
use num_bigint::BigInt;
use std::str::FromStr;
use table::{Axis, Column, Table, Values};

struct Known {
    name: String,
    first: i64,
    terms: Vec<BigInt>,
}

/// Eighty sequences of the OEIS.
fn well_known() -> Vec<Known> {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../data/well-known.json")).unwrap();
    let one = |row: &serde_json::Value| Known {
        name: row["name"].as_str().unwrap().to_owned(),
        first: row["first"].as_i64().unwrap(),
        terms: row["terms"].as_str().unwrap().split(", ").map(|t| t.parse().unwrap()).collect(),
    };
    file["sequences"].as_array().unwrap().iter().map(one).collect()
}

fn table(first: i64, terms: &[BigInt]) -> Table {
    let last = first + i64::try_from(terms.len()).unwrap() - 1;
    let column = Column { name: "a".into(), values: Values::of_big_integers(terms.to_vec()) };
    Table { axes: vec![Axis::new("n", first, last)], columns: vec![column], present: None }
}

/// Whether what is predicted is what comes.
fn is_right(finding: &Finding, rest: &[BigInt]) -> bool {
    let count = finding.next.len().min(rest.len());
    count >= 3 && finding.next[..count] == rest[..count]
}

#[test]
fn twelve_terms_have_the_right_candidate_among_the_first_three() {
    let (mut right, mut missed) = (0, Vec::new());
    for Known { name, first, terms } in well_known() {
        let table = table(first, &terms[..12]);
        assert!(find(&table, "a").is_empty(), "{name}: twelve terms are no law");
        let found = candidates(&table, "a");
        assert!(found.len() <= 5, "{name}");
        match found.iter().take(3).any(|one| is_right(one, &terms[12..])) {
            true => right += 1,
            false => missed.push(name),
        }
        for one in &found {
            assert!(one.terms_for_a_law() >= 24, "{}", one.law.words);
        }
    }
    assert!(right >= 76, "{right} of 80; not {missed:?}");
}

#[test]
fn six_terms_have_candidates() {
    for (terms, name) in [
        ([2, 3, 5, 7, 11, 13], "A000040"),
        ([1, 1, 2, 5, 14, 42], "A000108"),
        ([1, 3, 4, 6, 8, 9], "A000201"),
        ([1, 2, 6, 24, 120, 720], "A000142(n + 1)"),
        ([0, 3, 5, 6, 9, 10], "A001969"),
        ([1, 1, 2, 3, 5, 8], "fib(n + 1)"),
        ([1, 2, 2, 3, 3, 4], "A001462"),
        ([0, 1, 8, 27, 64, 125], "n * n * n"),
        ([1, 2, 3, 4, 5, 6], "n + 1"),
        ([1, 3, 5, 7, 9, 11], "2 * n + 1"),
        ([10, 9, 8, 7, 6, 5], "10"),
        ([5, 5, 5, 5, 5, 5], "5"),
    ] {
        let terms = terms.map(BigInt::from);
        let found = candidates(&table(0, &terms), "a");
        let told: Vec<String> = found.iter().map(|one| one.law.words.to_string()).collect();
        let cube = |words: &str| words.contains("n ** 3") || words.contains("cubes");
        let is_told = |words: &str| words.contains(name) || name == "n * n * n" && cube(words);
        assert!(told.iter().any(|words| is_told(words)), "{name}: {told:?}");
    }
    assert!(candidates(&table(0, &[2, 3, 5, 7, 11].map(BigInt::from)), "a").is_empty());
}

#[test]
fn a_name_is_a_law_where_no_formula_is() {
    let partitions: Vec<BigInt> = arith::named::named(41).unwrap().terms(60);
    let finding = find(&table(0, &partitions[..40]), "a").remove(0);
    assert_eq!(finding.law.words, "a(n) = A000041(n), the partition numbers");
    assert_eq!(finding.law.body.to_string(), "oeis(41, n)");
    assert!(is_right(&finding, &partitions[40..]));
    let mut wrong = partitions[..40].to_vec();
    wrong[39] += 1;
    assert!(find(&table(0, &wrong), "a").is_empty());
}

/// Terms of every kind of growth: a law of some of them is one of more of them.
#[test]
fn more_true_terms_lose_no_law() {
    let named = |number: i128| arith::named::named(number).unwrap();
    // Fibonacci, factorials, Catalan, Motzkin, Bell, 2^n - 1, primes, Pascal, Delannoy, Apery, ruler.
    for number in [45, 142, 108, 1006, 110, 225, 40, 7318, 1850, 5259, 7814, 312, 41, 166] {
        let terms = named(number).terms(160);
        let mut had_law = None;
        for count in (12..=160).step_by(if number == 7318 { 37 } else { 4 }) {
            let found = find(&table(named(number).first, &terms[..count]), "a");
            let is_law =
                found.first().is_some_and(|one| is_right(one, &terms[count..]) || count > 157);
            assert!(found.is_empty() || is_law, "A{number:06} at {count}: {}", found[0].law.words);
            assert!(
                is_law || had_law.is_none(),
                "A{number:06} has a law of {had_law:?} terms, none of {count}"
            );
            if is_law {
                had_law = had_law.or(Some(count));
            }
        }
        assert!(had_law.is_some(), "A{number:06}");
    }
}

#[test]
fn long_lists_of_large_terms_have_laws() {
    for (number, count) in [(45, 2001), (142, 500), (108, 400), (40, 600)] {
        let named = arith::named::named(number).unwrap();
        let terms = named.terms(count + 3);
        let found = find(&table(named.first, &terms[..count]), "a");
        let finding = found.first().unwrap_or_else(|| panic!("A{number:06}"));
        assert!(is_right(finding, &terms[count..]), "{}", finding.law.words);
    }
    let wrong = BigInt::from_str("12345678901234567890123456789012345678901").unwrap();
    let mut terms = arith::named::named(45).unwrap().terms(400);
    terms[399] = wrong;
    assert!(find(&table(0, &terms), "a").is_empty());
}

/// The first hundred terms of `f` have a law that gives the next ones.
#[test]
fn terms_of_many_bits_have_laws() {
    let large = 10i128.pow(25);
    let fibonacci = |k: i128| arith::sequences::fibonacci(usize::try_from(k).unwrap()).unwrap();
    let laws: [(&dyn Fn(i128) -> i128, &str); 6] = [
        (&fibonacci, "a(n) = fib(n)"),
        (&|n| 1 << n, "a(n) = 2 * 2 ** (n - 1)"),
        (&|n| 3 * (1 << n) - n, "a(n) = 4 a(n - 1) - 5 a(n - 2) + 2 a(n - 3)"),
        (&|n| large * n - 7, "a(n) = 2 a(n - 1) - a(n - 2)"),
        (
            &|n| n * n * n * 10i128.pow(20) + n,
            "a(n) = 4 a(n - 1) - 6 a(n - 2) + 4 a(n - 3) - a(n - 4)",
        ),
        (&|n| (large + n) * n, "a(n) = 3 a(n - 1) - 3 a(n - 2) + a(n - 3)"),
    ];
    let list = |count, f: &dyn Fn(i128) -> i128| (1..=count).map(|n| f(n).into()).collect();
    for (f, words) in laws {
        let all: Vec<BigInt> = list(120, f);
        let found = find(&table(1, &all[..100]), "a");
        let finding = found.first().unwrap_or_else(|| panic!("{words}"));
        assert!(finding.law.words.to_string().starts_with(words), "{}", finding.law.words);
        assert!(is_right(finding, &all[100..]), "{}: {:?}", finding.law.words, finding.next);
    }
    // Altered, irregular and few ones have none.
    let powers: Vec<BigInt> = list(100, &|n| 1 << n);
    let altered = [50, 97, 99].map(|at| {
        let mut powers = powers.clone();
        powers[at] += 1;
        powers
    });
    let noise = list(100, &|n| (1 << 70) + (n * n * 7919) % 1009 * ((1 << 60) + n));
    let few = list(20, &|n| (1 << 70) * n);
    for terms in altered.into_iter().chain([noise, few]) {
        let found = find(&table(1, &terms), "a");
        assert!(found.is_empty(), "{}", found[0].law.words);
    }
}

#[test]
fn thresholds_that_grow_by_a_factor_have_a_law() {
    let lost = |n: i64| (0..6).any(|k| (6 * 12i64.pow(k)..12i64.pow(k + 1)).contains(&n)) || n == 0;
    let values: Vec<i64> = (0..20_000).map(|n| i64::from(!lost(n))).collect();
    let finding = find(&common::sequence("win", 0, &values), "win").remove(0);
    assert_eq!(finding.law.words, "win(n) = 1 iff 12^k <= n < 6*12^k for a k >= 0");
    let mut body = common::Body::new(&finding.law.body, &finding.law.variables);
    for n in [1, 20_735, 20_736, 124_415, 124_416, 248_831, 248_832] {
        assert_eq!(body.at(&[n]), i64::from(!lost(n)), "{n}");
    }
    // Nim-values without a law of their own: where they are 0.
    let noise = |n: i64| 1 + n.wrapping_mul(7919) % 1009 % 3;
    let values: Vec<i64> = (0..20_000).map(|n| if lost(n) { 0 } else { noise(n) }).collect();
    let finding = find(&common::sequence("sg", 0, &values), "sg").remove(0);
    assert_eq!(finding.law.subject, "win");
}
