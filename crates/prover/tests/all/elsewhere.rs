//! Statements about the values of other games are proved where these are, and no others.

use prover::{Certified, Question, Unproved, prove_elsewhere, statement};
use serde_json::{Value, json};

const SUBTRACTION: &str =
    "game taking(S = {1, 2, 3})\nheap n\nmove n -> n - s for s in S if s <= n";
const COINS: &str = "game c(k = 2 in 1..)\ncoins x from 1\nturn x, y for y in max(1, x - k)..x - 1\nturn x if x <= k";
const NIM: &str = "game several(k = 2 in 1..)\nstate heaps h[k]\nmove take: one of h[i]: h[i] - t for t in 1..h[i]";
const TWO: &str = "game two\ncoins x from 0\nturn x, y for y in 0..x - 1";
const CORNERS: &str = "game corners\ncoins (x, y) from 0\n\
    turn (x, y), (x, b), (a, y), (a, b) for a in 0..x - 1, b in 0..y - 1\n\
    let times(x, y) = mex{times(a, b) ^ times(a, y) ^ times(x, b) for a in 0..x - 1, b in 0..y - 1}\n\
    let wrong(x, y) = mex{wrong(a, b) ^ wrong(a, y) for a in 0..x - 1, b in 0..y - 1}";
const LETTERS: &str = "game w\nheap n\nmove n -> n - t for t in {1, 2} if t <= n\nmove n -> 0 if n >= 3\n\
    let preset(x) = if x = 0 then 0 else mex{preset(x - 1); preset(x - 2) if x >= 2; preset(0)}\n\
    let other(x) = if x = 0 then 0 else mex{other(x - 1); other(x - 2) if x >= 4; other(0)}\n\
    let bare(x) = mex{bare(x - 1) if x >= 1; bare(x - 2) if x >= 2; bare(0)}\n\
    let half(x) = if x = 0 then 1 else mex{half(x - 1); half(x - 2) if x >= 2; half(0)}";

fn ask(rule: &str, parameters: &[(&str, &str)], law: &str) -> Result<Certified, Unproved> {
    let pairs = parameters.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let question = Question {
        rule: rule.to_owned(),
        parameters: pairs.collect(),
        quantity: statement::quantity(law).to_owned(),
        law: Some(law.to_owned()),
        to: 10_000,
    };
    let text = |name: &str| match name {
        "taking" => Some(SUBTRACTION.to_owned()),
        "several" => Some(NIM.to_owned()),
        "two" => Some(TWO.to_owned()),
        _ => None,
    };
    let laws = match rule == TWO {
        true => vec![proved(prove(&Question { law: Some("sg = x".into()), ..question.clone() }))],
        false => Vec::new(),
    };
    prove_elsewhere(&question, &laws, &text)
}

fn prove(question: &Question) -> Result<Certified, Unproved> {
    prover::prove(question)
}

fn proved(outcome: Result<Certified, Unproved>) -> Certified {
    outcome.unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn values_of_other_games_are_put_in() {
    for (rule, parameters, law, follows) in [
        (COINS, &[("k", "2")][..], "sg = sg of taking(S = 1..k) at x", true),
        (COINS, &[("k", "3")], "sg = x % (k + 1) and sg = sg of taking(S = {1, 2, 3}) at x", true),
        (COINS, &[("k", "3")], "sg = sg of taking at x", true),
        (COINS, &[("k", "2")], "sg of taking(S = {1}) at x = x % 2", true),
        (COINS, &[("k", "2")], "sg = sg of taking at x", false),
        (COINS, &[("k", "2")], "sg = sg of taking(S = {1, 3}) at x", false),
        (COINS, &[("k", "2")], "sg = sg of taking(S = 1..k + 1) at x", false),
        (COINS, &[("k", "2")], "sg = sg of taking(S = 1..k) at x - 1", false),
        (COINS, &[("k", "2")], "sg = sg of unheard(S = 1..k) at x", false),
        (COINS, &[("k", "2")], "sg = x % 3", false),
        // a row of one heap, and of more
        (TWO, &[], "sg = x and sg = sg of several(k = 1) at (x)", true),
        (TWO, &[], "sg of several(k = 1) at x = x", true),
        (TWO, &[], "sg = sg of several(k = 2) at (x)", false),
        (TWO, &[], "sg = sg of several at (x)", false),
        (TWO, &[], "sg = (sg of several(k = 1) at (x)) + 1", false),
        // conditions that are proved by different theorems
        (CORNERS, &[], "sg = nimprod(sg of two at x, sg of two at y)", true),
        (CORNERS, &[], "sg = nimprod(sg of two at x, y) and sg = wrong(x, y)", false),
        (CORNERS, &[], "sg = wrong(sg of two at x, y) and sg = nimprod(x, y)", false),
        (CORNERS, &[], "sg = nimprod(sg of two at x, sg of two at x)", false),
        (CORNERS, &[], "sg = wrong(sg of two at x, y) or sg = nimprod(y, y)", false),
        // conditions on numbers alone, and behind others
        (TWO, &[], "sg = sg of two at x and count{fib(j) <= 10 ** 7 for j in 1..60} = 35", true),
        (TWO, &[], "x > 3 implies (sg = sg of two at x and x + 1 > 0 and fib(5) > 4)", true),
        (TWO, &[], "sg = sg of two at x and count{fib(j) <= 10 ** 7 for j in 2..60} = 35", false),
        (TWO, &[], "x > 3 implies (sg = sg of two at x and x > 4)", false),
        (TWO, &[], "x > 3 implies (sg = sg of two at x and fib(5) > 5)", false),
        (LETTERS, &[], "sg = preset(n)", true),
        (LETTERS, &[], "sg = other(n)", false),
        (LETTERS, &[], "sg = bare(n)", false),
        (LETTERS, &[], "sg = half(n)", false),
        (LETTERS, &[], "misere iff preset(n) = 1", false),
        (LETTERS, &[], "win iff preset(n) != 0", true),
        (LETTERS, &[], "lose iff preset(n) != 0", false),
    ] {
        let outcome = ask(rule, parameters, law);
        let Ok(certificate) = outcome else {
            assert!(!follows, "{law}: {outcome:?}");
            continue;
        };
        assert!(follows, "{law}");
        assert_eq!(certificate.accepted.law, law);
        let whole: Value = serde_json::from_str(&certificate.text).unwrap();
        let refused = |altered: &Value| assert!(checker::verify(&altered.to_string()).is_err());
        let mut altered = whole.clone();
        altered["data"]["others"] = Value::Array(Vec::new());
        refused(&altered);
        for (field, other) in [("law", "sg = 0"), ("rule", SUBTRACTION), ("quantity", "win")] {
            let mut altered = whole.clone();
            if altered["data"]["follows_from"][0][field] != other {
                altered["data"]["follows_from"][0][field] = other.into();
                refused(&altered);
            }
        }
        // the law of the other game, its rule and its parameters matter
        let of = |altered: &mut Value, field: &str, other: Value| {
            altered["data"]["others"][0][field] = other;
        };
        for (field, other) in [
            ("law", Value::from("sg = 0")),
            ("rule", Value::from("game taking\nheap n\nmove n -> n - 1 if n > 0")),
            ("quantity", Value::from("win")),
            ("theorem", Value::from("elsewhere")),
        ] {
            let mut altered = whole.clone();
            of(&mut altered, field, other);
            refused(&altered);
        }
        let mut altered = whole.clone();
        altered["data"]["follows_from"][0]["theorem"] = "elsewhere".into();
        refused(&altered);
        let mut altered = whole.clone();
        altered["data"]["follows_from"] = whole["data"]["follows_from"][0].clone();
        refused(&altered);
        let mut altered = whole;
        altered["data"]["more"] = Value::Null;
        refused(&altered);
    }
}

/// A certificate of the law by these other games, whatever they are, and the law put in.
fn supplied(rule: &str, parameters: Value, law: &str, others: &[Certified], put: &str) -> String {
    let given = parameters.as_object().unwrap().iter();
    let given: Vec<(String, String)> =
        given.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect();
    let question = Question {
        rule: rule.to_owned(),
        parameters: given,
        quantity: "sg".into(),
        law: Some(put.to_owned()),
        to: 10_000,
    };
    let value = |law: &Certified| serde_json::from_str::<Value>(&law.text).unwrap();
    let mut whole = value(&proved(prove(&question)));
    let follows_from = [whole.clone()];
    whole["law"] = law.into();
    whole["theorem"] = "elsewhere".into();
    let others: Vec<Value> = others.iter().map(value).collect();
    whole["data"] = json!({"others": others, "follows_from": follows_from});
    whole.to_string()
}

/// The values of a game of one heap.
fn values(rule: &str, law: &str) -> Certified {
    proved(prove(&Question {
        rule: rule.to_owned(),
        parameters: Vec::new(),
        quantity: "sg".into(),
        law: Some(law.to_owned()),
        to: 10_000,
    }))
}

#[test]
fn a_game_is_the_one_that_its_name_stands_for() {
    let nim = "\nheap n\nmove n -> n - t for t in 1..n";
    let named = |name: &str| values(&format!("game {name}{nim}"), "sg = n");
    let outer = format!("game outer(A = game mine){nim}");
    for (name, given, is_true) in
        [("A", "mine", false), ("mine", "mine", true), ("A", "two", false), ("two", "two", true)]
    {
        let text =
            supplied(&outer, json!({"A": given}), "sg = sg of A at n", &[named(name)], "sg = n");
        assert_eq!(checker::verify(&text).is_ok(), is_true, "{name} for {given}");
    }
}
