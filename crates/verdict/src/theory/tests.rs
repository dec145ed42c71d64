//! Claims that are the theorem are recognised, and no longer wherever one word, or one thing that the
//! theorem supposes, is changed.

use super::is_identity;
use crate::{ClaimAnswer, ProofBudget, check, prove};
use draw::{one_in, some_of};
use engine::{Bounds, Means};
use rule::{Library, Rule};
use std::borrow::Cow;

const HEAP: &str = "game heap\nheap n\nmove n -> n - t for t in 1..min(n, 3)\n";
const SPLIT: &str = "game split\nheap n\nmove n -> i | j for i in 0..n - 1, j in 0..i\n";
const COINS: &str = "game c\ncoins x from 1\nturn x and 0..2 of y in 1..x - 1\n";
const SUM: &str = "game s(A = game heap, B = game split)\nstart (a, b): A at a | B at b\n";

/// The games that starts name.
struct Games;

impl Library for Games {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        let own = [HEAP, SPLIT, COINS].into_iter().find(|text| text[5..].starts_with(name));
        own.map(Cow::Borrowed).or(match name {
            "misere" => Some(format!("{}stuck wins\n", HEAP.replace("heap\n", "misere\n")).into()),
            "onward" => Some("game onward\nheap n\nmove n -> misere at n - 1 if n > 0\n".into()),
            _ => None,
        })
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The rule with a claim; `None` where that has a mistake.
fn read(rule: &str, claim: &str) -> Option<Rule> {
    match rule::parse(&format!("{}\nclaim x.1{claim}\n", rule.trim_end())) {
        (Some(rule), mistakes) if mistakes.is_empty() => Some(rule),
        _ => None,
    }
}

fn is_recognised(rule: &Rule) -> bool {
    is_identity(&rule.claims[0], &rule::bind(rule, &[]).unwrap(), &Games)
}

/// Whether the law is read, and recognised.
fn follows(rule: &str, law: &str) -> bool {
    read(rule, &format!(": {law}")).is_some_and(|rule| is_recognised(&rule))
}

/// The same of laws about `starts` or `boards 3`.
fn follows_on(rule: &str, domain: &str, law: &str) -> bool {
    read(rule, &format!(" on {domain}: {law}")).is_some_and(|rule| is_recognised(&rule))
}

#[test]
fn outcomes_and_values_are_those_of_the_options() {
    for law in [
        "win iff any{w = 0 for w in win of options}",
        "sg = mex(sg of options)",
        "sg != 0 iff any{x = 0 for x in sg of options}",
        "win iff sg > 0",
        "(win iff sg != 0) and (lose iff sg = 0)",
        "n < 7 implies 0 < sg or not win",
    ] {
        assert!(follows(HEAP, law), "{law}");
        assert!(follows_on(SUM, "starts", law) || law.contains('n'), "{law}");
    }
    for law in [
        "lose iff any{w = 0 for w in win of options}",
        "win iff any{w = 1 for w in win of options}",
        "win iff all{w = 0 for w in win of options}",
        "win iff any{w = 0 for w in win of options if n > 3}",
        "win iff any{w = 0 for w in misere of options}",
        "misere iff any{w = 0 for w in misere of options}",
        "misere iff sg > 0",
        "sg = mex(win of options)",
        "sg = mex(sg of options) + 1",
        "sg = 0 iff any{x = 0 for x in sg of options}",
        "win iff sg > 1",
        "win iff sg >= 0",
        // there may be no options
        "win iff min{w for w in win of options} = 0",
        "lose iff min{w for w in win of options} = 1",
        "n < 7 implies sg = 1",
        "n = n",
        "false",
        "true implies false",
        // nothing is true where a part has no value
        "1 // (n - 50) = 0 or sg = mex(sg of options)",
        "sg = mex(sg of options) or sg(99 - n) = 0",
    ] {
        assert!(!follows(HEAP, law), "{law}");
    }
}

#[test]
fn the_game_must_be_played_as_the_theorem_supposes() {
    let law = "win iff any{w = 0 for w in win of options}";
    for rule in [
        "game g\nheap n\nmove n -> n - t for t in 1..n\nstuck loses",
        "game g\nheap n\nmove n -> n - s for s in primes if s <= n",
        "game g\nstate (a, b) symmetric\nmove (i, a - i) for i in 0..a - 1 if b > 0",
        "game g\nstate (a, b) where a <= b\nmove (a, b) -> (a, b - 1) if b > a",
    ] {
        assert!(follows(rule, law), "{rule}");
    }
    for rule in [
        "game g\nheap n\nmove n -> n - t for t in 1..n\nstuck wins",
        "game g\nheap n\nmove n -> n - t for t in 1..n\nwin if n = 7",
        "game g\nheap n\nmove n -> n - t for t in 1..n\nlose when any n = 7",
        "game g\nheap n\nmove n -> n - t for t in 1..n\nplay every",
        "game g\nheap n\nmove n -> n - t for t in 1..n\nplay loopy",
        "game g\nheap n\nleft n -> n - t for t in 1..n",
        "game g\nheap n\nmove n -> misere at n - 1 if n > 0",
        "game g\nheap n\nmove n -> n - 2 if n > 1\nmove n -> n - 1 if n > 0 when stuck",
    ] {
        assert!(read(rule, ": 1 = 1").is_some(), "{rule}");
        assert!(!follows(rule, law), "{rule}");
    }
}

#[test]
fn what_has_no_table_is_not_called_true() {
    let law = ": sg = mex(sg of options)";
    for (text, is_proved) in [
        ("game g\nheap n\nmove n -> n - 1 if n > 0\ncheck to n = 9", true),
        ("game g\nheap n\nmove n -> 9 - n if n < 10\ncheck to n = 9", false),
        ("game g\nheap n\nmove n -> n - 2\ncheck to n = 9", false),
    ] {
        let rule = read(text, law).unwrap();
        let means = Means::silent(1 << 26);
        let Ok(mut verdicts) = check(&rule, &[], &Games, &Bounds::Check, means) else {
            assert!(!is_proved, "{text}");
            continue;
        };
        prove(&rule, &[], &Games, &mut verdicts, &ProofBudget::of(1)).unwrap();
        assert_eq!(verdicts[0].proof.is_some(), is_proved, "{text}");
    }
}

#[test]
fn sums_have_the_nim_sum_of_their_values() {
    for law in [
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4}",
        "all{lose(n | b | 2) iff sg(b) ^ sg(n) = sg(2) for b in {0, 5} if n <= 4}",
        "all{sg(n | b) = sg(b | n) for b in 0..4}",
    ] {
        assert!(follows(HEAP, law), "{law}");
    }
    for law in [
        "all{win(n | b) iff sg ^ sg(n) != 0 for b in 0..4}",
        "all{win(n | b) iff sg ^ sg(b) = 0 for b in 0..4}",
        "all{win(n | b) iff sg + sg(b) != 0 for b in 0..4}",
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0 - 1..4}",
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..n}",
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4 // n}",
        "all{win(n | b + 1) iff sg ^ sg(b + 1) != 0 for b in 0..4}",
        "all{win(n | n) iff sg(n) ^ sg(n) != 0 for n in 0..4}",
        "all{all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4} for b in 0..4}",
        "all{sg(b) = sg(b) for b in 0..4} and all{sg(b) = sg(b) for b in primes}",
        "any{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4}",
        "sg(n - 1) = sg(n - 1)",
        "sg of heap at n = sg",
        "all{sg(n - t) = sg for t in 1..min(n, 3)}",
        "all{sg != sg for t in 1..min(n, 3)}",
    ] {
        assert!(!follows(HEAP, law), "{law}");
    }
    // 0 is no position, nor is 9
    let law = "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..9}";
    assert!(follows(HEAP, law));
    for (rule, is_true) in [
        ("game g\nheap n from 1\nmove n -> n - t for t in 1..min(n - 1, 3)", false),
        ("game g\nstate (n in 0..8)\nmove (n - t) for t in 1..n", false),
        ("game g\nstate (n in 0..9)\nmove (n - t) for t in 1..n", true),
        ("game g\nstate (n) where n != 4\nmove (n - t) for t in 1..n if n - t != 4", false),
    ] {
        assert_eq!(follows(rule, law), is_true, "{rule}");
    }
    let coins = "all{win(x | b) iff sg ^ sg(b) != 0 for b in 1..4}";
    assert!(!follows(COINS, coins) && !follows(COINS, "win(x | x) iff sg ^ sg != 0"));
}

#[test]
fn recursions_are_those_of_the_moves() {
    let of = |definition: &str| follows(&format!("{SPLIT}let f(x) = {definition}\n"), "sg = f(n)");
    assert!(of("mex{f(i) ^ f(j) for i in 0..x - 1, j in 0..i}"));
    assert!(of("mex{f(j) ^ f(m) for m in 0..x - 1, j in 0..m}"));
    assert!(of("mex{f(j) ^ f(n) for n in 0..x - 1, j in 0..n}"));
    for wrong in [
        "mex{f(i) ^ f(j) for i in 0..x - 1, j in 0..x}",
        "mex{f(i) ^ f(j) for i in 0..x - 1, j in 1..i}",
        "mex{f(i) ^ f(j) for i in 0..x - 1, j in 0..i if x > 2}",
        "mex{f(i) + f(j) for i in 0..x - 1, j in 0..i}",
        "mex{f(i) ^ f(i) for i in 0..x - 1, j in 0..i}",
        "mex{f(i) for i in 0..x - 1, j in 0..i}",
        "mex{0; f(i) ^ f(j) for i in 0..x - 1, j in 0..i}",
        "xor{f(i) ^ f(j) for i in 0..x - 1, j in 0..i}",
        "any{not f(i) for i in 0..x - 1}",
        "mex{f(x) ^ f(j) for x in 0..x - 1, j in 0..i}",
        "mex{f(i) ^ f(j) for i in 0..x - 1, i in 0..i}",
        "mex{f(n) ^ f(j) for i in 0..x - 1, j in 0..n}",
    ] {
        assert!(!of(wrong), "{wrong}");
    }
    let two = format!(
        "{HEAP}let g(m) = any{{not g(m - t) for t in 1..min(m, 3)}}\n\
         let h(m) = mex{{h(m - t) for t in 1..min(m, 3)}}\n"
    );
    assert!(follows(&two, "win iff g(n)"));
    assert!(follows(&two, "sg = h(n) and all{win(n | b) iff h(b) ^ sg != 0 for b in 0..2}"));
    for wrong in ["lose iff g(n)", "win iff g(n + 1)", "sg = h(n - 1)", "misere iff g(n)"] {
        assert!(!follows(&two, wrong), "{wrong}");
    }
    // of a choice by parameters the half that counts is compared
    let ends = |upper: &str| {
        format!(
            "game p(upper = {upper} in low | high)\nheap n\n\
             move n -> n - t for t in 1..(if upper = high then n else min(n, 2))\n\
             let f(x) = mex{{f(x - t) for t in 1..min(x, 2)}}\n"
        )
    };
    assert!(follows(&ends("low"), "sg = f(n)") && !follows(&ends("high"), "sg = f(n)"));
    // names that mean two things are mistakes
    for wrong in [
        "game q(k = 1)\nheap n\nmove n -> n - j for k in 1..2, j in 1..min(n, k)\n\
         let f(x) = mex{f(x - j) for k in 1..2, j in 1..min(x, k)}",
        "game p(m = 1)\nheap n\nmove n -> n - t for t in 1..min(n, m)\n\
         let f(m) = mex{f(m - t) for t in 1..min(m, m)}",
    ] {
        assert!(!follows(wrong, "sg = f(n)"), "{wrong}");
    }
}

#[test]
fn boards_are_sums_of_their_heads() {
    let law = "sg = xor{sg(x) for x in heads} and (win iff sg != 0)";
    let follows = |rule: &str, law: &str| follows_on(rule, "boards 9", law);
    assert!(follows(COINS, law) && follows(COINS, "sg = xor{sg(c) for c in heads}"));
    for wrong in [
        "sg = sum{sg(x) for x in heads}",
        "sg = xor{sg(x) for x in heads if x > 1}",
        "sg = xor{sg(x + 1) for x in heads}",
        "sg = xor{sg for x in heads}",
        "sg = xor{x for x in heads}",
        "sg = xor{win(x) for x in heads}",
        "sg = xor{sg(x) for x in 1..9}",
        "sg = xor{sg(x) for x in heads, y in heads}",
        "sg = xor{0; sg(x) for x in heads}",
        "win iff sg = xor{sg(x) for x in heads}",
        "sg = sg(1)",
    ] {
        assert!(!follows(COINS, wrong), "{wrong}");
    }
    for wrong in [
        "game c\ncoins x from 1\nturn x, y for y in 1..x - 1 if head(y)",
        "game c\ncoins x from 1\nturn x, y for y in 1..x - 1\nstuck wins",
        "game c\ncoins x from 1\nturn x, y for y in 1..x - 1\nwin if x = 3",
    ] {
        assert!(!follows(wrong, law), "{wrong}");
    }
}

#[test]
fn starts_are_sums_of_other_games() {
    for law in [
        "sg = sg of A at a ^ sg of B at b and (win iff sg of A at a != sg of B at b)",
        "sg = sg of heap at a ^ sg of B at b",
        "sg = mex(sg of options)",
    ] {
        assert!(follows_on(SUM, "starts", law), "{law}");
    }
    for law in [
        "sg = sg of A at b ^ sg of B at a",
        "sg = sg of B at a ^ sg of A at b",
        "sg = sg of A at a ^ sg of B at b + 1",
        "sg = sg of A at a",
        "lose iff sg of A at a != sg of B at b",
        "all{sg = sg of A at a ^ sg of B at b for a in 0..3}",
    ] {
        assert!(!follows_on(SUM, "starts", law), "{law}");
    }
    let law = "sg = sg of A at a ^ sg of B at b";
    assert!(!follows(SUM, law));
    for other in ["misere", "onward", "c", "nowhere"] {
        let sum = SUM.replace("B = game split", &format!("B = game {other}"));
        assert!(read(&sum, &format!(" on starts: {law}")).is_some(), "{other}");
        assert!(!follows_on(&sum, "starts", law), "{other}");
    }
    let own = |start: &str| format!("{HEAP}start a: {start}\n");
    assert!(follows_on(&own("a | a"), "starts", "lose"));
    assert!(!follows(&own("a | a"), "lose") && !follows(&own("a | a"), "sg(a, a) = sg"));
    assert!(!follows_on(&own("split(k = 1) at a | split(k = 2) at a"), "starts", "lose"));
    assert!(!follows_on(&format!("{COINS}start a: a | a\n"), "starts", "lose"));
}

/// What laws are altered by: what stands in them, and what stands there instead.
const ALTERED: [(&str, &str); 26] = [
    ("win", "lose"),
    ("sg", "win"),
    ("sg", "misere"),
    ("!=", "="),
    ("=", "!="),
    (">", ">="),
    (">", "<"),
    (" ^ ", " + "),
    (" and ", " or "),
    ("iff", "implies"),
    ("any", "all"),
    ("all", "any"),
    ("mex", "max"),
    ("mex", "xor"),
    ("xor", "mex"),
    ("xor", "sum"),
    ("options", "options if sg > 0"),
    ("heads", "heads if x > 1"),
    ("0", "1"),
    ("1", "2"),
    ("3", "4"),
    ("n", "b"),
    ("b", "n"),
    ("i", "j"),
    ("a", "b"),
    ("(x)", "(x + 1)"),
];

#[test]
fn altered_claims_are_recognised_only_where_they_hold() {
    let recursive = format!(
        "{SPLIT}let f(x) = mex{{f(i) ^ f(j) for i in 0..x - 1, j in 0..i}}\n\
         let g(x) = mex{{f(i) ^ f(j) for i in 0..x, j in 0..i}}\n"
    );
    let two = format!(
        "{HEAP}start (a, b): a | b\nlet f(m) = any{{not f(m - t) for t in 1..min(m, 3)}}\n"
    );
    let mut seen = 0;
    for (rule, claim) in some_of([
        (HEAP, ": win iff any{w = 0 for w in win of options}"),
        (HEAP, ": sg = mex(sg of options) and (win iff sg > 0)"),
        (HEAP, ": sg != 0 iff any{x = 0 for x in sg of options}"),
        (HEAP, " for b in 0..3 if n <= 4: win(n | b) iff sg ^ sg(b) != 0"),
        (&recursive, ": sg = f(n) and (win iff f(n) != 0)"),
        (&recursive, " for b in 0..3 if n <= 3: win(n | b) iff f(n) ^ f(b) != 0"),
        (&two, ": win iff f(n)"),
        (&two, " on starts: sg = sg(a) ^ sg(b) and (win iff sg(a) != sg(b))"),
        (COINS, " on boards 5: sg = xor{sg(x) for x in heads} and (win iff sg != 0)"),
        (SUM, " on starts: sg = sg of A at a ^ sg of B at b and (win iff sg > 0)"),
    ]) {
        assert!(read(rule, claim).is_some_and(|rule| is_recognised(&rule)), "{claim}");
        let whole = format!("{}\nclaim x.1{claim}\n", rule.trim_end());
        for (from, to) in ALTERED {
            for (at, _) in whole.match_indices(from) {
                let text = format!("{}{to}{}", &whole[..at], &whole[at + from.len()..]);
                let (Some(altered), mistakes) = rule::parse(&text) else { continue };
                if !mistakes.is_empty() || rule::bind(&altered, &[]).is_err() {
                    continue;
                }
                if !is_recognised(&altered) {
                    continue;
                }
                let means = Means::silent(1 << 26);
                let answer = check(&altered, &[], &Games, &Bounds::All(7), means);
                let answer = answer.map(|mut verdicts| verdicts.remove(0).answer);
                // what cannot be tabulated is called nothing
                if let Ok(ClaimAnswer::Fails { .. }) = answer {
                    panic!("{text}: {answer:?}");
                }
                seen += usize::from(matches!(answer, Ok(ClaimAnswer::Holds { .. })));
            }
        }
    }
    assert!(one_in() * seen > 40, "{seen}");
}
