//! Lists with a wrong term, and the law with the term that disagrees; lists without some term.

use crate::common::{Random, octal, runs, sequence};
use detector::{Finding, Further, find, find_with_wrong_terms};

/// Lists with laws of many families.
fn lawful() -> Vec<(&'static str, i64, Vec<i64>)> {
    let list =
        |from: i64, count: i64, f: &dyn Fn(i64) -> i64| (from..from + count).map(f).collect();
    let mut fibonacci = vec![0i64, 1];
    let mut motzkin = vec![1i64, 1];
    while fibonacci.len() < 80 {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    while motzkin.len() < 36 {
        let n = motzkin.len() as i64;
        let last = motzkin.len() - 1;
        motzkin.push(((2 * n + 1) * motzkin[last] + (3 * n - 3) * motzkin[last - 1]) / (n + 2));
    }
    let sequence = |number: i128, count: usize| {
        let terms = arith::named::named(number).unwrap().terms(count);
        terms.iter().map(|t| i64::try_from(t).unwrap()).collect::<Vec<i64>>()
    };
    vec![
        ("period", 0, list(0, 120, &|n| [0, 1, 0, 2, 3][n as usize % 5])),
        ("saltus", 0, list(0, 120, &|n| n / 3 + n % 3)),
        ("Kayles", 0, octal(&[7, 7], 500)),
        ("squares", 0, list(0, 100, &|n| n * n)),
        ("cubic", 1, list(1, 100, &|n| n * (n + 1) * (n + 2) / 6)),
        ("popcount", 0, list(0, 300, &|n| n.count_ones().into())),
        ("nim-sum", 0, list(0, 200, &|n| n ^ (n / 2))),
        ("powers", 0, list(0, 60, &|n| 1 << n)),
        ("Fibonacci", 0, fibonacci),
        ("Motzkin", 0, motzkin),
        ("totients", 1, sequence(10, 200)),
        ("primes", 1, sequence(40, 200)),
        ("partitions", 0, sequence(41, 100)),
        ("Golomb", 1, sequence(1462, 200)),
    ]
}

fn law_of(name: &str, first: i64, values: &[i64]) -> Finding {
    let found = find_with_wrong_terms(&sequence("a", first, values), "a");
    found.into_iter().next().unwrap_or_else(|| panic!("{name} has no law"))
}

#[test]
fn a_wrong_term_is_named() {
    let mut random = Random(17);
    for (name, first, values) in lawful() {
        let law = law_of(name, first, &values).law;
        for part in 0..3 {
            // In each third, but for the last terms, after which a law may end.
            let third = values.len() / 3;
            let at = (part * third + random.below(third)).min(values.len() - 13).max(3);
            let mut wrong = values.clone();
            wrong[at] += 1;
            let n = first + at as i64;
            let found = law_of(&format!("{name}, wrong at {n},"), first, &wrong).law;
            let is_named = found.exceptions.contains(&(vec![n], wrong[at]));
            assert!(is_named, "{name}, wrong at {n}: {}", found.words);
            assert!(found.exceptions.len() <= law.exceptions.len() + 2, "{}", found.words);
        }
    }
}

#[test]
fn what_the_law_says_is_told() {
    let mut kayles = octal(&[7, 7], 499);
    kayles[300] = 5;
    let words = law_of("Kayles", 0, &kayles).law.words.to_string();
    assert!(words.ends_with("; term 300 is 5, the law says 4"), "{words}");
}

#[test]
fn no_recurrence_is_bent_around_a_wrong_term() {
    let cubic: Vec<i64> = (1..=100).map(|n| n * (n + 1) * (n + 2) / 6).collect();
    for at in [7, 12, 23] {
        let mut wrong = cubic.clone();
        wrong[at] += 1;
        let words = law_of("cubic", 1, &wrong).law.words.to_string();
        let told = format!("; term {} is {}, the law says {}", at + 1, wrong[at], cubic[at]);
        assert!(words.ends_with(&told), "{words}");
    }
}

#[test]
fn a_law_that_ends_or_is_none_has_no_mistakes() {
    let none = |values: &[i64], what: &str| {
        let found = find_with_wrong_terms(&sequence("a", 0, values), "a");
        assert!(found.is_empty(), "{what}: {}", found[0].law.words);
    };
    // Wrong at the end: there the law may stop.
    for at in [95, 99] {
        let mut squares: Vec<i64> = (0..100).map(|n| n * n).collect();
        squares[at] += 1;
        none(&squares, "squares");
    }
    // More wrong terms than one in fifty.
    let mut random = Random(29);
    for _ in 0..runs(20) {
        let mut squares: Vec<i64> = (0..100).map(|n| n * n).collect();
        for _ in 0..12 {
            squares[random.below(100)] += 1;
        }
        none(&squares, "many");
    }
    // Zero but at perfect numbers: a list of places is no law with mistakes.
    let perfect: Vec<i64> = (0..600).map(|n| i64::from([6, 28, 496].contains(&n))).collect();
    none(&perfect, "perfect numbers");
}

#[test]
fn a_missing_term_hides_no_law() {
    let mut random = Random(5);
    for (name, first, values) in lawful() {
        let whole = sequence("a", first, &values);
        for part in 0..3 {
            let third = values.len() / 3;
            let at = part * third + random.below(third);
            let mut table = whole.clone();
            let mut present = vec![true; values.len()];
            present[at] = false;
            table.present = Some(present);
            let found = find(&table, "a");
            // Of a short list, what is left on either side may be too little.
            if found.is_empty() && values.len() < 100 && part == 1 {
                continue;
            }
            let law =
                found.first().unwrap_or_else(|| panic!("{name} without term {at} has no law"));
            assert_eq!(law.against(&whole), Further::Holds, "{name} without term {at}: {law:?}");
            let last = first + values.len() as i64 - 1;
            assert_eq!(law.evidence.verified_to, [last], "{name} without term {at}");
            // A term that is not there refutes nothing; one that is there does.
            let other = (at + values.len() / 3) % values.len();
            let mut wrong = table.clone();
            wrong.columns[0].values = {
                let mut values = values.clone();
                values[other] += 1;
                sequence("a", first, &values).columns.remove(0).values
            };
            let of_wrong = find(&wrong, "a");
            let is_told = |law: &Finding| law.against(&wrong) == Further::Holds;
            assert!(of_wrong.iter().all(is_told), "{name}: {of_wrong:?}");
        }
    }
}
