//! Certificates altered at random: whatever the checker still accepts must be true by a reader of its
//! own, which plays small positions by the rules as they stand in the certificate.

mod alter;
mod reader;
mod statement;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use alter::Dice;
use rayon::prelude::*;
use reader::{Others, Reader, Why};
use rule::Rule;
use serde_json::Value;
use statement::members;

/// Longest certificate that is altered, in bytes.
const MAX_LENGTH: usize = 30_000;

/// The certificates of `output`, by theorem.
fn certificates() -> BTreeMap<String, Vec<Value>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../output");
    let (mut open, mut texts) = (vec![root], Vec::new());
    while let Some(folder) = open.pop() {
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "json") {
                texts.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut all: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for text in texts {
        let Ok(read) = serde_json::from_str::<Value>(&text) else { continue };
        let list = match read {
            Value::Array(list) => list,
            one => vec![one],
        };
        for whole in list {
            let Some(theorem) = whole["theorem"].as_str() else { continue };
            if whole.to_string().len() < MAX_LENGTH {
                all.entry(theorem.to_owned()).or_default().push(whole);
            }
        }
    }
    all
}

fn rule_of(text: &str) -> Option<Rule> {
    match rule::code::from_code(text.trim()) {
        Some(rule) => rule.ok(),
        None => rule::parse(text).0.filter(|_| rule::parse(text).1.is_empty()),
    }
}

/// The rules that stand in the data of a certificate, by name.
fn rules_in(value: &Value, all: &mut BTreeMap<String, Rule>) {
    match value {
        Value::String(text) if text.contains('\n') || text.contains(':') => {
            if let Some(rule) = rule_of(text) {
                all.entry(rule.name.clone()).or_insert(rule);
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| rules_in(inner, all)),
        Value::Object(fields) => fields.values().for_each(|inner| rules_in(inner, all)),
        _ => {}
    }
}

/// Evaluates what a certificate states. Says how many positions it was judged at.
fn judge(whole: &Value) -> Result<usize, Why> {
    let wrong = |what: &str| Err(Why::Wrong(what.to_owned()));
    let Some(rule) = rule_of(whole["rule"].as_str().unwrap()) else { return wrong("no rule") };
    let Ok(law) = expr::parser::parse_expression(whole["law"].as_str().unwrap()) else {
        return wrong("no law");
    };
    let mut others = BTreeMap::new();
    rules_in(&whole["data"], &mut others);
    let others: Others = Rc::new(others);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let given: Vec<(String, String)> = whole["parameters"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(n, v)| (n.clone(), text(v)))
        .collect();
    let instances = if whole["theorem"] == "all-parameters" {
        members(&rule)
    } else {
        rule::bind(&rule, &given).into_iter().collect()
    };
    if instances.is_empty() {
        return wrong("no parameters");
    }
    let about = match whole["data"]["about"].as_str() {
        Some(about) => about,
        None if rule.state.is_none() => "starts",
        None => "positions",
    };
    let greatest = alter::numbers(&law.to_string()).into_iter().map(|(_, _, n)| n).max();
    let far = i128::from(greatest.unwrap_or(0).saturating_mul(2));
    let mut judged = 0;
    for instance in instances {
        let mut reader = Reader::new(instance, Rc::clone(&others))?;
        judged += match about {
            "starts" => reader.holds_of_starts(&law)?,
            _ => reader.holds_of_positions(&law, far)?,
        };
    }
    Ok(judged)
}

/// Alters certificates of every theorem so often, and judges what is accepted.
#[expect(clippy::print_stdout, reason = "how many of each theorem were accepted")]
fn try_mutants(each: usize, seed: u64) {
    let all = certificates();
    assert_eq!(all.len(), 8, "{:?}", all.keys());
    let everything: Vec<&Value> = all.values().flatten().collect();
    let mut total = 0;
    for (theorem, seeds) in &all {
        let one = |number: usize| -> Option<Result<usize, Why>> {
            let mut dice = Dice::new(seed ^ (number as u64) << 8 ^ theorem.len() as u64);
            let whole = alter::altered(&seeds[dice.below(seeds.len())], &everything, &mut dice);
            checker::verify(&whole.to_string()).ok()?;
            Some(judge(&whole).map_err(|why| match why {
                Why::Wrong(why) => Why::Wrong(format!("{why}\n{whole:#}")),
                beyond => beyond,
            }))
        };
        let found: Vec<_> = (0..each).into_par_iter().filter_map(one).collect();
        let is_false = |answer: &&Result<_, _>| matches!(answer, Err(Why::Wrong(_)));
        let truths = found.iter().filter(|answer| answer.is_ok()).count();
        let false_ones: Vec<_> = found.iter().filter(is_false).take(3).collect();
        let rejected = each - found.len();
        let beyond = found.len() - truths - false_ones.len();
        println!("{theorem}: {rejected} rejected, {truths} accepted and true, {beyond} not judged");
        for why in &false_ones {
            println!("{}", format!("{why:?}").replace("\\n", "\n"));
        }
        assert!(false_ones.is_empty(), "{theorem}: accepted and false");
        total += truths;
    }
    assert!(20 * total > each, "{total} judged");
}

#[test]
fn what_is_accepted_is_true() {
    try_mutants(65, 1);
}

#[test]
#[ignore = "takes minutes: ten times as many"]
fn what_is_accepted_of_thousands_is_true() {
    try_mutants(800, 2);
}

#[test]
fn the_reader_tells_true_statements_from_false_ones() {
    let certificate = |rule: &str, law: &str, about: &str| {
        judge(&serde_json::json!({
            "rule": rule, "law": law, "parameters": {}, "theorem": "x", "data": {"about": about},
        }))
    };
    let nim = "game nim\nstate heaps h[2]\nmove one of h[i]: h[i] - t for t in 1..h[i]";
    let coins = "game c\ncoins x from 1\nturn x, y for y in 1..x - 1\nturn x";
    let split = "game s\nheap n\nmove n -> i | n - 1 - i for i in 0..n - 1";
    let sum = "game s\nheap n\nmove n -> n - 1 if n > 0\nstart a: a | a";
    for (rule, law, wrong, about) in [
        (nim, "sg = h1 ^ h2", "sg = h1 + h2", "positions"),
        (
            nim,
            "misere iff (if max(h1, h2) < 2 then h1 = h2 else h1 != h2)",
            "misere iff h1 = h2",
            "positions",
        ),
        (coins, "sg = x", "sg = x - 1", "positions"),
        (split, "sg = n % 2", "sg = n % 3", "positions"),
        (
            split,
            "sg = mex(sg of options)",
            "lose iff all{w = 0 for w in win of options}",
            "positions",
        ),
        (sum, "lose", "win", "starts"),
    ] {
        assert!(certificate(rule, law, about).is_ok_and(|judged| judged > 3), "{law}");
        assert!(matches!(certificate(rule, wrong, about), Err(Why::Wrong(_))), "{wrong}");
    }
    // the game that a parameter names is not the one called like the parameter
    let named = |data: Value| {
        judge(&serde_json::json!({
            "rule": "game outer(A = game grundy)\nheap n\nmove n -> n - t for t in 1..n",
            "law": "sg = sg of A at n", "parameters": {}, "theorem": "elsewhere", "data": data,
        }))
    };
    let nim = |name: &str| format!("game {name}\nheap n\nmove n -> n - t for t in 1..n");
    assert!(matches!(named(serde_json::json!({"others": [nim("A")]})), Err(Why::Wrong(_))));
    assert!(named(serde_json::json!({"others": [nim("grundy")]})).is_ok());
    let outside = "game g\nheap n from 1\nmove n -> n - 1";
    assert!(matches!(certificate(outside, "sg = sg", "positions"), Err(Why::Wrong(_))));
}
