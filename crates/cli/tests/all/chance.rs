//! `mexlab chance` against counting by hand, and what it refuses.

use crate::program::run;
use std::path::Path;

fn out(command: &str) -> String {
    let words: Vec<&str> = command.split_whitespace().collect();
    let ran = run(Path::new("."), &words, "");
    assert_eq!(ran.status, 0, "mexlab {command}: {}", ran.err);
    ran.out
}

fn refused(command: &str) -> String {
    let words: Vec<&str> = command.split_whitespace().collect();
    let ran = run(Path::new("."), &words, "");
    assert_eq!(ran.status, 2, "mexlab {command}: {}", ran.out);
    ran.err
}

/// Heaps on `lo..=hi` whose xor is 0, out of all.
fn nim(heaps: u32, lo: i64, hi: i64) -> (usize, usize) {
    let mut xors = vec![0];
    for _ in 0..heaps {
        xors = xors.iter().flat_map(|x| (lo..=hi).map(move |h| x ^ h)).collect();
    }
    (xors.len(), xors.iter().filter(|x| **x == 0).count())
}

fn row(total: usize, lost: usize) -> String {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let won = total - lost;
    let common = gcd(won, total);
    format!("{total},{lost},{won},{}/{}", won / common, total / common)
}

#[test]
fn heaps_of_nim_are_counted() {
    let (total, lost) = nim(3, 0, 9);
    let expected = format!("positions,lost,won,chance\n{}\n", row(total, lost));
    assert_eq!(out("chance nim -p k=3 --to 9 --format csv"), expected);
    let (total, lost) = nim(3, 2, 9);
    let expected = format!("positions,lost,won,chance\n{}\n", row(total, lost));
    assert_eq!(out("chance nim -p k=3 --to 9 --from 2 --format csv"), expected);
    // The same as three independent heaps.
    assert_eq!(out("chance nim -p k=1 --to 9 --from 2 --components 3 --format csv"), expected);
}

#[test]
fn a_size_is_chosen_where_nothing_says_one() {
    let rule = ["-e", "heap n", "-e", "move n - k for k in 1..3 if k <= n"];
    let ran = run(Path::new("."), &[&["chance"], &rule[..]].concat(), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("n = 0..") && ran.out.contains("about 0.7"), "{}{}", ran.err, ran.out);
}

#[test]
fn each_bound_has_a_line() {
    let text = out("chance nim -p k=2 --to 6 --from 1 --each --format csv");
    let mut expected = "bound,positions,lost,won,chance\n".to_owned();
    for bound in 1..=6 {
        let (total, lost) = nim(2, 1, bound);
        let line = if bound == 1 { "1,1,0,0".to_owned() } else { row(total, lost) };
        expected += &format!("{bound},{line}\n");
    }
    assert_eq!(text, expected);
    let text = out("chance nim -p k=2 --to 6 --from 1 --each --format json");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value[5]["bound"], 6);
    assert_eq!(value[5]["chance"], "5/6");
}

#[test]
fn components_of_different_games_and_large_numbers() {
    // Values of a Bash heap with m = 1 are 0, 1, 0, 1; of a Nim heap 0..3 each one of 0..3.
    let text = out("chance bash nim -p m=1 -p k=1 --to 3 --format csv");
    assert_eq!(text, "positions,lost,won,chance\n16,4,12,3/4\n");
    let text = out("chance bash -p m=1 --to 3 --components 100 --format json");
    let total = "1606938044258990275541962092341162602522202993782792835301376";
    assert!(text.contains(&format!("\"positions\": {total}")), "{text}");
    assert!(text.contains("\"chance\": \"1/2\""), "{text}");
}

#[test]
fn misere_and_starts() {
    // Misere Bash with m = 3 is lost at 1, 5, 9 of 0..11.
    let text = out("chance bash -p m=3 --to 11 --misere --format csv");
    assert_eq!(text, "positions,lost,won,chance\n12,3,9,3/4\n");
    let text = out("chance fibonacci-nim --starts --to n=20 --format csv");
    assert!(text.ends_with(",6,14,7/10\n"), "{text}");
    let text = out("chance ruler --boards 3 --format csv");
    // Values 1, 2, 1: no head and the two outer ones are lost.
    assert_eq!(text, "positions,lost,won,chance\n8,2,6,3/4\n");
}

#[test]
fn words_name_the_fraction() {
    let text = out("chance bash -p m=2 --to 5");
    assert!(text.contains("n = 0..5") && text.contains("2/3 (about 0.666666)"), "{text}");
    assert!(out("chance bash --to 5 --lang zh").contains("先手胜率"));
}

#[test]
fn senseless_questions_are_refused() {
    assert!(refused("chance nim --misere --components 2").contains("misere play of a sum"));
    let words = out("chance nim -p k=2 --to 9 --from 2");
    assert!(words.starts_with("nim") && words.contains("h1 = 2..9, h2 = 2..9"), "{words}");
    assert!(refused("chance bash --from x").contains("--from x"));
    assert!(refused("chance bash --from -1").contains("never negative"));
    assert!(refused("chance bash --to 5 --from 6").contains("no position to choose from"));
    assert!(refused("chance bash -p m=1..3").contains("one value"));
    assert!(refused("chance bash nim -p q=1").contains("no rule has it"));
    assert!(refused("chance ruler --boards 3 --each").contains("--boards"));
    assert!(refused("chance wythoff --to a=3,b=5 --each").contains("--to N"));
    assert!(refused("chance nothing-of-the-kind").contains("there is no game"));
    assert!(refused("chance bash --components 0").contains("components"));
    assert!(refused("chance").contains("RULE"));
}
