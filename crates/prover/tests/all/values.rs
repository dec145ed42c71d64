//! Laws of the nim-values are proved of the bundled rules for all positions; altered ones never are,
//! and every condition of the theorem is needed.

use crate::alterations::altered;
use crate::question::ask;
use draw::{Runs, one_in, some_of};
use expr::eval::{Constant, evaluate_constant};
use logic::numeration::Numeration;
use meaning::game::{Game, Law};
use serde_json::{Value, json};
use std::collections::BTreeMap;

macro_rules! rule {
    ($path:literal) => {
        include_str!(concat!("../../../../rules/", $path, ".game"))
    };
}

const NIM: &str = rule!("heaps/nim");
const BASH: &str = rule!("heap/bash");
const LASKER: &str = rule!("heap/lasker");
const RULER: &str = rule!("coins/ruler");
const TURTLES: &str = rule!("coins/mock-turtles");
const STAIRCASE: &str = rule!("row/staircase");
const MOORE: &str = rule!("heaps/moore-nim");
const MARK: &str = "game mark\nheap n\nmove n -> n - 1 if n > 0\nmove n -> n // 2 if n > 0\n";

const TAKEN_FROM: &str = "game g(S = primes)\nheap n\nmove n -> n - s for s in S if s <= n\n";
const HALF: &str = "game half\nheap n\nmove n -> n - t for t in 1..n // 2\n";

/// Rule, parameters and law.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// What is proved within a second each.
const PROVED: [Case; 32] = [
    (NIM, &[("k", "1")], "sg = h[1]"),
    (NIM, &[("k", "2")], "sg = h[1] ^ h[2]"),
    (NIM, &[("k", "3")], "sg = xor(h)"),
    (BASH, &[("m", "3")], "sg = n % 4"),
    (BASH, &[("m", "6")], "sg = n % (m + 1)"),
    (rule!("heap/subtraction"), &[("S", "1,3,4")], "sg = [0, 1, 0, 1, 2, 3, 2][n % 7]"),
    (rule!("heap/range-bash"), &[("x", "3"), ("y", "5")], "sg = n % 8 // 3"),
    (rule!("heap/take-1-2-all"), &[], "sg = if n = 0 then 0 else 1 + (n - 1) % 3"),
    (rule!("heap/split-only"), &[("c", "1")], "sg = if n < 2 then 0 else (n + 1) % 2"),
    (LASKER, &[], "sg = if n = 0 then 0 else [n - 1, n, n, n + 1][n % 4]"),
    (RULER, &[], "sg = lowbit(x)"),
    (TURTLES, &[("base", "0")], "sg = if odious(2 * x) then 2 * x else 2 * x + 1"),
    (TURTLES, &[("base", "0")], "sg = 2 * x + (popcount(x) + 1) % 2"),
    (rule!("coins/coin-upto2"), &[("base", "1")], "sg = x"),
    (rule!("coins/coin-consec"), &[("k", "3")], "sg = if x % 3 = 0 then 1 else 0"),
    (STAIRCASE, &[("m", "4")], "sg = xor{h[i] for i in 1..m if i % 2 = 1}"),
    (STAIRCASE, &[("m", "4")], "lose iff h[1] = h[3]"),
    (rule!("heaps/k-pile-bash"), &[("k", "3"), ("m", "2")], "sg = xor{h[i] % 4 for i in 1..m}"),
    (
        MOORE,
        &[("k", "2"), ("m", "3")],
        "lose iff all{count{bit(h[i], j) = 1 for i in 1..m} % 3 = 0 for j in 0..bitlen(max(h))}",
    ),
    (MARK, &[], "lose iff n = 0 or v2(n) % 2 = 1"),
    (MARK, &[], "sg = if n = 0 or v2(n) % 2 = 1 then 0 else 2 - popcount(n) % 2"),
    (MARK, &[], "lose iff n = 0 or valuation(2 * n, 2) % 2 = 0"),
    (
        "game third\nheap n\nmove n -> n - n // 3 - 1 if n > 0\nmove n -> 0 if n > 0\n",
        &[],
        "win iff n > 0",
    ),
    (rule!("rectangle/cut-anything"), &[], "sg = if w * h % 2 = 0 then 1 else 0"),
    (rule!("pair/ferguson"), &[], "win iff m * n % 2 = 0"),
    (
        "game g\nstate heaps h[2]\nmove one of h[i]: h[i] - t for t in 1..h[i]\nstuck wins\n",
        &[],
        "sg = h[1] ^ h[2]",
    ),
    (TAKEN_FROM, &[("S", "powers(2)")], "sg = n % 3"),
    (TAKEN_FROM, &[("S", "powers(3)")], "sg = n % 2"),
    (TAKEN_FROM, &[("S", "evil")], "sg = n // 3"),
    (HALF, &[], "win iff popcount(n + 1) != 1"),
    (HALF, &[], "lose iff n + 1 in powers(2)"),
    (
        "game bits\nheap n\nmove n -> n - t for t in 1..n if t & n = t\n",
        &[],
        "win iff popcount(n) > 0",
    ),
];

fn certificate(rule: &str, parameters: &[(&str, &str)], law: &str) -> Value {
    let certificate = ask(rule, parameters, law, 0).unwrap_or_else(|why| panic!("{law}: {why}"));
    serde_json::from_str(&certificate.text).unwrap()
}

/// What the law says of all small positions; `None` where it cannot be evaluated.
fn said(rule: &str, parameters: &[(&str, &str)], law: &str) -> Option<Vec<Option<i128>>> {
    let parameters: Vec<(String, String)> =
        parameters.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect();
    let game = Game::read(rule, &parameters).unwrap();
    let law = Law::read(law, &game).ok()?;
    let side: usize = [70, 18, 9, 6][game.width() - 1];
    let all = (0..side.pow(u32::try_from(game.width()).unwrap())).map(|mut place| {
        let mut own = BTreeMap::new();
        for name in game.names() {
            own.insert(name.clone(), Constant::Int(i128::try_from(place % side).unwrap()));
            place /= side;
        }
        let e = match &law {
            Law::Value(e) => e.clone(),
            Law::Outcome { wins: e, .. } => {
                let choice = expr::parser::parse_expression(&format!("if {e} then 1 else 0"));
                choice.unwrap()
            }
        };
        evaluate_constant(&e, &own).ok()
    });
    Some(all.collect())
}

#[test]
fn laws_are_proved_and_altered_ones_are_not() {
    let mut refused = 0;
    for (rule, parameters, law) in some_of(PROVED) {
        certificate(rule, parameters, law);
        let truth = said(rule, parameters, law);
        let numbers: Vec<usize> =
            law.match_indices(|c: char| c.is_ascii_digit()).map(|m| m.0).collect();
        for at in numbers {
            if law[..at].ends_with(|c: char| c.is_ascii_alphanumeric()) {
                continue;
            }
            let digit: i64 = law[at..=at].parse().unwrap();
            let is_short = law.len() < if Runs::this() == Runs::All { 30 } else { 15 };
            for other in [digit + 1, digit - 1].into_iter().take(if is_short { 2 } else { 1 }) {
                let altered = format!("{}({other}){}", &law[..at], &law[at + 1..]);
                let outcome = ask(rule, parameters, &altered, 0);
                // another way to write the same
                if outcome.is_ok() {
                    assert_eq!(said(rule, parameters, &altered), truth, "{altered}");
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(one_in() * refused > 50, "{refused}");
}

/// Checks a certificate with one field of it, given as a path, replaced.
fn with(whole: &Value, path: &str, value: Value) -> Result<String, String> {
    let mut other = whole.clone();
    *other.pointer_mut(path).unwrap() = value;
    match checker::verify(&other.to_string()) {
        Ok(accepted) => Ok(accepted.law),
        Err(why) => Err(why.to_string()),
    }
}

/// The certificate of one rule is rejected for another rule, for that reason.
fn assert_needed(rule: &str, law: &str, other: &str, because: &str) {
    let whole = certificate(&format!("game g\n{rule}\n"), &[], law);
    let why = with(&whole, "/rule", format!("game g\n{other}\n").into()).unwrap_err();
    assert!(why.to_string().contains(because), "{other}: {why}");
}

#[test]
fn every_condition_on_moves_is_needed() {
    let take = "heap n\nmove n -> n - t for t in 1..min(2, n)";
    let law = "sg = n % 3";
    let whole = certificate(&format!("game g\n{take}\n"), &[], law);
    let witness = &whole["data"]["witnesses"][0];
    let two = json!([witness, null]);
    // a second move without a witness harms nothing unless it breaks one condition
    let second = |second: &str, because: Option<&str>| {
        let mut other = whole.clone();
        other["rule"] = format!("game g\n{take}\n{second}\n").into();
        other["data"]["witnesses"] = two.clone();
        let answer = checker::verify(&other.to_string());
        match because {
            None => assert!(answer.is_ok(), "{second}: {answer:?}"),
            Some(because) => {
                let why = answer.unwrap_err().to_string();
                assert!(why.to_string().contains(because), "{second}: {why}");
            }
        }
    };
    second("move n -> n - 4 if n >= 4", None);
    second("move n -> n - 3 if n >= 3", Some("same value"));
    second("move n -> n - 3 if n = 300", Some("same value"));
    second("move n -> n + 1 if n = 6", Some("lower the measure"));
    second("move n -> n - 4 if n = 3", Some("below 0"));
    second(
        "move n -> n - 4 + t for t in 0 - n..0 if n >= 4 and t = 0",
        Some("choose a number below 0"),
    );
    second("move n -> 1 | 2 if n > 2", None);
    second("move n -> 1 | 0 if n > 2", Some("same value"));
    second("move n -> 1 | 1 | 2 | 2 if n > 2 and n % 3 != 0", None);
    second("move n -> none if n > 2 and n % 3 != 0", None);
    second("move n -> none if n > 2", Some("same value"));
    // a guard that takes one winning move away
    let guarded = format!("game g\n{take} if n != 1000\n");
    assert!(with(&whole, "/rule", guarded.into()).unwrap_err().contains("not a move"));
    assert!(
        with(&whole, "/data/witnesses/0", Value::Null).unwrap_err().contains("no move to some")
    );
    assert!(with(&whole, "/data/measure", json!([0])).unwrap_err().contains("measure"));
    assert!(with(&whole, "/data/measure", json!([1, 1])).unwrap_err().contains("measure"));
    assert!(with(&whole, "/quantity", json!("win")).unwrap_err().contains("about `sg`"));
    // another law with the same witnesses
    for law in
        ["sg = n % 4", "sg = (n + 1) % 3", "sg = n % 3 + (if n = 99 then 3 else 0)", "sg = 0"]
    {
        assert!(with(&whole, "/law", law.into()).is_err(), "{law}");
    }
}

#[test]
fn every_condition_on_laws_and_positions_is_needed() {
    // -1 at 0 satisfies the rest
    let positive = "heap n from 1\nmove n -> n - t for t in 1..n - 1";
    assert_needed(positive, "sg = n - 1", &positive.replace(" from 1", ""), "below 0");
    assert_needed(
        positive,
        "sg = n - 1",
        &positive.replace("..n - 1", "..n if t < n or n = 5"),
        "outside the positions",
    );
    let first = "state (a, b)\nmove (a - t, b) for t in 1..a";
    assert_needed(first, "sg = a", &first.replace("(a, b)\n", "(a, b) symmetric\n"), "order");
    // a law without a value at 0
    let mark = "heap n from 1\nmove n -> n - 1 if n > 1\nmove n -> n // 2 if n > 1";
    assert!(matches!(
        ask(&format!("game g\n{}\n", mark.replace(" from 1", "")), &[], "win iff v2(n) % 2 = 0", 0),
        Err(why) if why.to_string().contains("no value")
    ));
    // the outcome of a sum is not known by that of its parts
    let split = "game g\nheap n\nmove n -> i | n - i for i in 1..n - 1\n";
    assert!(ask(split, &[], "win iff n % 2 = 0 and n > 0", 0).is_err());
}

#[test]
fn the_nim_sums_of_runs_are_proved() {
    let whole = certificate(RULER, &[], "sg = lowbit(x)");
    let prefix = &whole["data"]["prefix"];
    assert!(prefix["accepting"].as_array().unwrap().len() > 2);
    assert!(with(&whole, "/data/prefix", Value::Null).unwrap_err().contains("nim-sums"));
    let bash = certificate(BASH, &[("m", "3")], "sg = n % 4");
    assert!(
        with(&bash, "/data/prefix", prefix.clone()).unwrap_err().contains("no move turns runs")
    );
    // no pairs at all; all pairs; the sums of n instead of those below n; of another law
    let nothing = json!({"accepting": [false], "steps": [[0, [0, 0], 0]]});
    assert!(with(&whole, "/data/prefix", nothing).unwrap_err().contains("no value of some"));
    let steps: Vec<Value> = (0..4).map(|w| json!([0, [w / 2, w % 2], 0])).collect();
    let all = json!({"accepting": [true], "steps": steps});
    assert!(with(&whole, "/data/prefix", all).unwrap_err().contains("no coins is not 0"));
    let same = json!({"accepting": [true], "steps": [[0, [0, 0], 0], [0, [1, 1], 0]]});
    assert!(with(&whole, "/data/prefix", same).is_err());
    let zero = json!({"accepting": [true], "steps": [[0, [0, 0], 0], [0, [1, 0], 0]]});
    assert!(with(&whole, "/data/prefix", zero).unwrap_err().contains("does not add"));
    assert!(with(&whole, "/law", "sg = x".into()).is_err());
    assert!(with(&whole, "/rule", RULER.replace("y in 1..x", "y in 0..x").into()).is_err());
    assert!(with(&whole, "/rule", RULER.replace("y..x - 1", "y..x").into()).is_err());
}

#[test]
fn altered_certificates_are_rejected() {
    for (rule, parameters, law) in [
        (BASH, &[("m", "2")][..], "sg = n % 3"),
        (RULER, &[], "sg = lowbit(x)"),
        (MARK, &[], "win iff n % 9 > 9 or n > 0 and v2(n) % 2 = 0"),
    ] {
        let whole = certificate(rule, parameters, law);
        let (mut count, mut accepted) = (0, Vec::new());
        for field in ["numeration", "prefix", "witnesses"] {
            let path = format!("/data/{field}");
            altered(whole.pointer(&path).unwrap(), &mut |other| {
                count += 1;
                if with(&whole, &path, other.clone()).is_ok() {
                    accepted.push(other);
                }
            });
        }
        // what the theorem never asks for: the sum of the coins below 0, and other right moves
        assert!(count > 30 && accepted.len() * 20 <= count, "{law}: {count}, {accepted:?}");
    }
}

#[test]
fn work_is_bounded() {
    let nested: String = (0..9).map(|at| format!("i{at} in 1..60, ")).collect();
    let rows =
        format!("state (h[2])\nmove h[1] -> h[1] - 1 for {nested}j in 5..i1 - i1 if h[1] > 0");
    let deep: String =
        (1..60).map(|at| format!("let f{at}(x) = f{0}(x) + f{0}(x)\n", at - 1)).collect();
    let deep = format!("let f0(x) = x\n{deep}heap n\nmove n -> n - 1 if f59(n) > 0");
    let endless = "let f(x) = f(x + 1)\nheap n\nmove n -> n - 1 if f(n) > 0";
    let scene = |rule: &str| {
        let game = Game::read(&format!("game g\n{rule}\n"), &[])?;
        let (reader, before) = game.reader(&Numeration::base(2).unwrap());
        game.scene(&game.clauses()[0], reader, before)
    };
    // Quantifiers stay what they are, however many values they have together.
    assert!(scene(&rows).is_ok());
    for rule in [&deep, endless] {
        let why = scene(rule).unwrap_err().to_string();
        assert!(["more than", "too long", "too deeply"].iter().any(|w| why.contains(w)), "{why}");
    }
}

/// A fold over fixed numbers is written out, not computed by binary digits, of which no theorem speaks.
#[test]
fn folds_over_fixed_numbers_are_understood() {
    for (moves, law) in [
        ("n -> n - t for t in 1..n if any{k = t for k in 1..5}", "sg = n % 6"),
        ("n -> n - t for t in 1..n if any{k = t for k in {1, 3, 5}}", "sg = n % 2"),
        ("n -> n - t for t in 1..min(n, 9) if all{k != t for k in 4..9}", "sg = n % 4"),
        ("n -> n - t for t in 1..min(n, 9) if count{k < t for k in 1..9} < 3", "sg = n % 4"),
    ] {
        certificate(&format!("game g\nheap n\nmove {moves}\n"), &[], law);
    }
}

/// Two coins in one place cancel; the core form keeps both.
#[test]
fn coins_that_are_turned_twice() {
    let twice = |turns: &str| format!("game g\ncoins x from 0\n{turns}\n");
    certificate(&twice("turn x, x - 1, x - 1 if x > 0"), &[], "sg = min(x, 1)");
    let also = "turn x, y for y in 0..x - 1\nturn x, y, y for y in 0..x - 1 if x > 0";
    certificate(&twice(also), &[], "sg = x");
}
