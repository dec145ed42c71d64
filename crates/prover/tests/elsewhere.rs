//! Statements about the values of other games are proved where these are, and no others.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use prover::{Outcome, Question, prove_elsewhere, statement};
use serde_json::Value;

const SUBTRACTION: &str =
    "game subtraction(S = {1, 2, 3})\nheap n\nmove n -> n - s for s in S if s <= n";
const COINS: &str = "game c(k = 2 in 1..)\ncoins x from 1\nturn x, y for y in max(1, x - k)..x - 1\nturn x if x <= k";
const LETTERS: &str = "game w\nheap n\nmove n -> n - t for t in {1, 2} if t <= n\nmove n -> 0 if n >= 3\n\
    let preset(x) = if x = 0 then 0 else mex{preset(x - 1); preset(x - 2) if x >= 2; preset(0)}\n\
    let other(x) = if x = 0 then 0 else mex{other(x - 1); other(x - 2) if x >= 4; other(0)}\n\
    let bare(x) = mex{bare(x - 1) if x >= 1; bare(x - 2) if x >= 2; bare(0)}\n\
    let half(x) = if x = 0 then 1 else mex{half(x - 1); half(x - 2) if x >= 2; half(0)}";

fn ask(rule: &str, parameters: &[(&str, &str)], law: &str) -> Outcome {
    let pairs = parameters.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let question = Question {
        rule: rule.to_owned(),
        parameters: pairs.collect(),
        quantity: statement::quantity(law).to_owned(),
        law: Some(law.to_owned()),
        to: 10_000,
    };
    let text = |name: &str| (name == "subtraction").then(|| SUBTRACTION.to_owned());
    prove_elsewhere(&question, &[], &text, &|_, _| true).unwrap()
}

#[test]
fn values_of_other_games_are_put_in() {
    for (rule, parameters, law, follows) in [
        (COINS, &[("k", "2")][..], "sg = sg of subtraction(S = 1..k) at x", true),
        (
            COINS,
            &[("k", "3")],
            "sg = x % (k + 1) and sg = sg of subtraction(S = {1, 2, 3}) at x",
            true,
        ),
        (COINS, &[("k", "3")], "sg = sg of subtraction at x", true),
        (COINS, &[("k", "2")], "sg of subtraction(S = {1}) at x = x % 2", true),
        (COINS, &[("k", "2")], "sg = sg of subtraction at x", false),
        (COINS, &[("k", "2")], "sg = sg of subtraction(S = {1, 3}) at x", false),
        (COINS, &[("k", "2")], "sg = sg of subtraction(S = 1..k + 1) at x", false),
        (COINS, &[("k", "2")], "sg = sg of subtraction(S = 1..k) at x - 1", false),
        (COINS, &[("k", "2")], "sg = sg of unheard(S = 1..k) at x", false),
        (COINS, &[("k", "2")], "sg = x % 3", false),
        (LETTERS, &[], "sg = preset(n)", true),
        (LETTERS, &[], "sg = other(n)", false),
        (LETTERS, &[], "sg = bare(n)", false),
        (LETTERS, &[], "sg = half(n)", false),
        (LETTERS, &[], "misere iff preset(n) = 1", false),
        (LETTERS, &[], "win iff preset(n) != 0", true),
        (LETTERS, &[], "lose iff preset(n) != 0", false),
    ] {
        let outcome = ask(rule, parameters, law);
        let Outcome::Proved(certificate) = outcome else {
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
            if altered["data"]["follows_from"][field] != other {
                altered["data"]["follows_from"][field] = other.into();
                refused(&altered);
            }
        }
        // the law of the other game, its rule and its parameters matter
        let of = |altered: &mut Value, field: &str, other: Value| {
            altered["data"]["others"][0][field] = other;
        };
        for (field, other) in [
            ("law", Value::from("sg = 0")),
            ("rule", Value::from("game subtraction\nheap n\nmove n -> n - 1 if n > 0")),
            ("quantity", Value::from("win")),
            ("theorem", Value::from("elsewhere")),
        ] {
            let mut altered = whole.clone();
            of(&mut altered, field, other);
            refused(&altered);
        }
        let mut altered = whole.clone();
        altered["data"]["follows_from"]["theorem"] = "elsewhere".into();
        refused(&altered);
        let mut altered = whole;
        altered["data"]["more"] = Value::Null;
        refused(&altered);
    }
}
