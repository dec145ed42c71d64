//! Sums and products of games from certificates of their parts.

use prover::composed::{compose, parts};
use prover::{Certified, Question, Unproved, prove};
use serde_json::{Value, json};

const BASH: &str = include_str!("../../../../rules/heap/bash.game");
const ALL: &str = include_str!("../../../../rules/heap/take-1-2-all.game");
const CONSECUTIVE: &str = include_str!("../../../../rules/coins/coin-consec.game");
const TWO: &str = include_str!("../../../../rules/coins/coin-exact2.game");

const SUM: &str = "game sum\nstart (a, b): bash at a | take-1-2-all at b\n";
const PRODUCT: &str =
    "game product(A = game coin-consec, B = game coin-exact2)\ncoins product A B\n";

fn question(rule: &str, parameters: &[(&str, &str)], quantity: &str, law: &str) -> Question {
    Question {
        rule: rule.to_owned(),
        parameters: parameters.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect(),
        quantity: quantity.to_owned(),
        law: (!law.is_empty()).then(|| law.to_owned()),
        to: 10_000,
    }
}

fn proved(outcome: Result<Certified, Unproved>) -> Certified {
    outcome.unwrap_or_else(|why| panic!("{why}"))
}

fn part(rule: &str, parameters: &[(&str, &str)], law: &str) -> Certified {
    proved(prove(&question(rule, parameters, "sg", law)))
}

fn sum_parts() -> Vec<Certified> {
    vec![part(BASH, &[("m", "3")], "sg = n % (m + 1)"), part(ALL, &[], "sg = ?")]
}

fn product_parts() -> Vec<Certified> {
    vec![
        part(CONSECUTIVE, &[("k", "3")], "sg = if x % k = 0 then 1 else 0"),
        part(TWO, &[], "sg = x"),
    ]
}

fn product(law: &str) -> Question {
    question(PRODUCT, &[("A", "coin-consec"), ("B", "coin-exact2")], "sg", law)
}

#[test]
fn every_value_in_one_law() {
    let law =
        |rule: &str, parameters: &[(&str, &str)]| part(rule, parameters, "sg = ?").accepted.law;
    assert_eq!(law(ALL, &[]), "sg = if n < 1 then [0][n] else [1, 2, 3][(n - 1) % 3]");
    assert_eq!(law("allbut:2,3", &[]), "sg = [0, 1, 0, 1][n % 4] + 2 * (n // 4)");
    assert_eq!(law(CONSECUTIVE, &[("k", "2")]), "sg = [0, 1][(x - 1) % 2]");
    assert_eq!(law(TWO, &[]), "sg = x");
    let kayles = law("octal:0.77", &[]);
    assert!(kayles.starts_with("sg = if n < 71 then [0, 1, 2, 3, 1, 4, 3,"), "{kayles}");
    let wins = question("subtract:2,3", &[], "win", "win iff ?");
    let wins = proved(prove(&wins));
    assert_eq!(wins.accepted.law, "win iff ([0, 0, 1, 1, 1][n % 5]) = 1");
}

#[test]
fn sums() {
    let all = sum_parts();
    let ask = |quantity: &str, law: &str| compose(&question(SUM, &[], quantity, law), &all);
    assert_eq!(parts(&question(SUM, &[], "sg", "")).unwrap(), ["bash", "take-1-2-all"]);
    let b = "(if b < 1 then [0][b] else [1, 2, 3][(b - 1) % 3])";
    assert_eq!(proved(ask("sg", "")).accepted.law, format!("sg = a % (3 + 1) ^ {b}"));
    assert_eq!(proved(ask("win", "")).accepted.law, format!("win iff a % (3 + 1) ^ {b} != 0"));
    proved(ask("win", &format!("lose iff (a % (3 + 1)) ^ {b} = 0")));
    for (quantity, wrong) in [
        ("win", format!("lose iff a % (3 + 1) ^ {b} != 0")),
        ("win", format!("win iff a % (3 + 1) ^ {b} = 0")),
        ("win", format!("win iff a % (3 + 2) ^ {b} != 0")),
        ("win", format!("win iff b % (3 + 1) ^ {b} != 0")),
        ("win", format!("sg = a % (3 + 1) ^ {b}")),
        ("sg", format!("sg = a % (3 + 1) + {b}")),
        ("sg", format!("win iff a % (3 + 1) ^ {b} != 0")),
        ("misere", format!("misere iff a % (3 + 1) ^ {b} != 0")),
    ] {
        assert!(ask(quantity, &wrong).is_err(), "{wrong}");
    }
    let whys = [
        (SUM.replace("start", "play every\nstart"), "way of playing"),
        (SUM.replace("start", "stuck wins\nstart"), "way of playing"),
        (SUM.replace("bash at a", "bash(m = 3) at a"), "neither a sum"),
        (SUM.replace("bash at a", "bash at a + 1"), "neither a sum"),
        (SUM.replace("bash at a", "lasker at a"), "`bash` is not a part"),
        (SUM.replace(" at b", " at b | lasker at b"), "covers the part `lasker`"),
        (BASH.to_owned(), "neither a sum"),
    ];
    for (rule, part) in whys {
        let parameters: &[(&str, &str)] = if rule == BASH { &[("m", "3")] } else { &[] };
        match compose(&question(&rule, parameters, "sg", ""), &all) {
            Err(why) => assert!(why.to_string().contains(part), "{rule}: {why}"),
            Ok(certificate) => panic!("{}", certificate.accepted.law),
        }
    }
    // a part that begins with 1 where the sum begins with 0
    let late = part("game late\nheap n from 1\nmove n -> n - 1  if n > 1\n", &[], "sg = ?");
    let rule = "game sum\nstart (a, b from 1): late at a | late at b\n";
    let refused = compose(&question(rule, &[], "sg", ""), std::slice::from_ref(&late));
    assert!(matches!(refused, Err(why) if why.to_string().contains("as small")));
    let rule = rule.replace("(a,", "(a from 1,");
    proved(compose(&question(&rule, &[], "sg", ""), &[late]));
}

#[test]
fn the_name_of_a_code_is_that_of_its_game_alone() {
    let rule = "game sum\nstart (a): octal-0.07 at a\n";
    let ask = |part: Certified| compose(&question(rule, &[], "sg", ""), &[part]);
    proved(ask(part("octal:0.07", &[], "sg = ?")));
    let other = "game octal-0.07\nheap n\nmove n -> n - t for t in 1..n\n";
    match ask(part(other, &[], "sg = n")) {
        Err(why) => assert!(why.to_string().contains("name of a code"), "{why}"),
        Ok(certificate) => panic!("{}", certificate.accepted.law),
    }
}

#[test]
fn parts_that_do_not_serve() {
    let other = |part: &Certified, why: &str| {
        let all = [part.clone(), sum_parts()[1].clone()];
        match compose(&question(SUM, &[], "sg", ""), &all) {
            Err(reason) => assert!(reason.to_string().contains(why), "{reason}"),
            Ok(certificate) => panic!("{}", certificate.accepted.law),
        }
    };
    // proved of another member than the sum plays
    other(&part(BASH, &[("m", "4")], "sg = n % (m + 1)"), "default");
    // no law of every value
    other(&part(BASH, &[("m", "3")], ""), "laws other than");
    other(&part(BASH, &[("m", "3")], "sg >= 0"), "laws other than");
    // laws that say nothing of the value, or bind a name that the sum may use
    other(&part(BASH, &[("m", "3")], "sg = sg"), "no formula");
    other(&part(BASH, &[("m", "3")], "sg = sg(n + 4)"), "no formula");
    let bound = "sg = if any{n % 4 = b for b in 1..3} then n % 4 else 0";
    other(&part(BASH, &[("m", "3")], bound), "no formula");
    let reversed = BASH.replace("heap n\n", "heap n\nstuck wins\n");
    other(&part(&reversed, &[("m", "3")], "sg = n % (m + 1)"), "of their own");
    // the law of the part is another than its certificate proves
    let mut false_part = sum_parts()[0].clone();
    false_part.text = false_part.text.replace("n % (m + 1)", "n % (m + 2)");
    other(&false_part, "of a part: the law fails");
    let twice = [sum_parts(), sum_parts()].concat();
    assert!(compose(&question(SUM, &[], "sg", ""), &twice).is_err());
    // the whole is no part of another whole
    let whole = proved(compose(&question(SUM, &[], "sg", ""), &sum_parts()));
    other(&whole, "positions of more than one number");
}

#[test]
fn products() {
    let whole = proved(compose(&product(""), &product_parts()));
    let law = "sg = nimprod(if x % 3 = 0 then 1 else 0, y)";
    assert_eq!(whole.accepted.law, law);
    for wrong in [
        "sg = nimprod(if y % 3 = 0 then 1 else 0, x)",
        "sg = nimprod(if x % 3 = 0 then 1 else 0, y + 1)",
        "sg = nimprod(if x % 3 = 0 then 1 else 0, x)",
        "sg = (if x % 3 = 0 then 1 else 0) ^ y",
        "sg = (if x % 3 = 0 then 1 else 0) * y",
    ] {
        let outcome = compose(&product(wrong), &product_parts());
        assert!(outcome.is_err(), "{wrong}");
    }
    let mut wins = product("");
    wins.quantity = "win".into();
    assert!(compose(&wins, &product_parts()).is_err());
    // heaps have no product
    let heaps = question(
        &PRODUCT.replace("coin-consec", "bash"),
        &[("A", "bash"), ("B", "coin-exact2")],
        "sg",
        "",
    );
    let all = [sum_parts()[0].clone(), product_parts()[1].clone()];
    match compose(&heaps, &all) {
        Err(why) => assert!(why.to_string().contains("not a game of coins"), "{why}"),
        Ok(certificate) => panic!("{}", certificate.accepted.law),
    }
}

const CORNERS: &str = "game g\ncoins (x, y) from 1\n\
    turn (x, y), (x, b), (a, y), (a, b) for a in 1..x - 1, b in max(1, y - 2)..y - 1\n";

/// The certificate of a product that the turns of a rule write out.
fn turned(rule: &str, law: &str) -> Result<Certified, Unproved> {
    prove(&question(rule, &[], "sg", law))
}

#[test]
fn products_written_out() {
    let law = "sg = nimprod(x - 1, [0, 1, 2][(y - 1) % 3])";
    let whole = proved(turned(CORNERS, law));
    assert_eq!(whole.accepted.law, law);
    // other orders of the points and of the quantifiers; factors that turn one coin, or three
    for (rule, law) in [
        (
            "game g\ncoins (x, y) from 1\n\
             turn (x, y), (a, b), (a, y), (x, b) for b in max(1, y - 2)..y - 1, a in 1..x - 1\n",
            law,
        ),
        (
            "game g\ncoins (x, y) from 0\nturn (x, y), (x, b) for b in 0..y - 1\n",
            "sg = nimprod(1, y)",
        ),
        (
            "game g\ncoins (x, y) from 0\n\
             turn (x, y), (a, y), (c, y) for a in 1..min(1, x - 1), c in 0..a - 1\n",
            "sg = nimprod(if x < 2 then [0, 0][x] else 1, 1)",
        ),
    ] {
        let outcome = turned(rule, law);
        assert!(outcome.is_ok(), "{rule}{law}: {outcome:?}");
    }
    for wrong in [
        "sg = nimprod([0, 1, 2][(y - 1) % 3], x - 1)",
        "sg = nimprod(x, [0, 1, 2][(y - 1) % 3])",
        "sg = (x - 1) ^ [0, 1, 2][(y - 1) % 3]",
        "win iff nimprod(x - 1, [0, 1, 2][(y - 1) % 3]) != 0",
    ] {
        assert!(turned(CORNERS, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn turns_that_are_no_product_prove_nothing() {
    let text = proved(turned(CORNERS, "sg = nimprod(x - 1, [0, 1, 2][(y - 1) % 3])")).text;
    let whole: Value = serde_json::from_str(&text).unwrap();
    let with = |rule: &str| {
        let mut other = whole.clone();
        other["rule"] = json!(rule);
        checker::verify(&other.to_string())
    };
    with(CORNERS).unwrap();
    for (from, to) in [
        // a corner is missing, turned twice, or not where it should be
        (", (a, b)", ""),
        (", (a, b)", ", (a, b), (a, b)"),
        (", (a, b)", ", (a, y)"),
        (", (a, b)", ", (a, a)"),
        (", (a, b)", ", (a, b + 1)"),
        // the sides know of each other, or what is chosen is not free
        ("max(1, y - 2)", "max(1, a - 2)"),
        ("max(1, y - 2)", "max(1, x - 2)"),
        ("in 1..x - 1", "in 1..min(x, y) - 1"),
        ("y - 1\n", "y - 1 if a != b\n"),
        ("y - 1\n", "y - 1, c in 1..x\n"),
        ("y - 1\n", "y - 1 if head(a, b)\n"),
        // other factors, other boards, other ways of playing, or more moves
        ("max(1, y - 2)", "max(1, y - 3)"),
        ("in 1..x - 1", "in 2..x - 1"),
        ("from 1", "from 0"),
        ("y - 1\n", "y - 1\nstuck wins\n"),
        ("y - 1\n", "y - 1\nturn (x, y)\n"),
        ("turn", "left turn"),
    ] {
        assert!(CORNERS.contains(from), "{from}");
        assert!(with(&CORNERS.replace(from, to)).is_err(), "{from} to {to}");
    }
    let part = |at: usize, from: &str, to: &str| {
        let mut other = whole.clone();
        let rule = other["data"]["parts"][at]["rule"].as_str().unwrap().replace(from, to);
        other["data"]["parts"][at]["rule"] = json!(rule);
        assert!(checker::verify(&other.to_string()).is_err(), "{rule}");
    };
    part(0, "x - 1", "x - 2");
    part(0, "from 1", "from 0");
    part(0, "g-x", "g-y");
    part(1, "turn y, b", "turn y");
}

#[test]
fn the_product_of_mock_turtles_and_the_ruler_game() {
    let tartan = include_str!("../../../../rules/coins/tartan.game");
    let turtles = include_str!("../../../../rules/coins/mock-turtles.game");
    let ruler = include_str!("../../../../rules/coins/ruler.game");
    let of_turtles = "sg = if odious(2 * x - 2) then 2 * x - 2 else 2 * x - 1";
    let all = [part(turtles, &[("base", "1")], of_turtles), part(ruler, &[], "sg = lowbit(x)")];
    let ask = question(tartan, &[("A", "mock-turtles"), ("B", "ruler")], "sg", "");
    let whole = proved(compose(&ask, &all)).accepted;
    let law = "sg = nimprod(if odious(2 * x - 2) then 2 * x - 2 else 2 * x - 1, lowbit(y))";
    assert_eq!(whole.law, law);
}

#[test]
fn altered_certificates_are_rejected() {
    let text = proved(compose(&product(""), &product_parts())).text;
    let whole: Value = serde_json::from_str(&text).unwrap();
    let rejected = |pointer: &str, value: Value| {
        let mut other = whole.clone();
        *other.pointer_mut(pointer).unwrap() = value;
        assert!(checker::verify(&other.to_string()).is_err(), "{pointer}: {other:#}");
    };
    for field in whole.as_object().unwrap().keys() {
        for value in [json!(null), json!(3), json!("x"), json!([]), json!({}), json!({"x": 1})] {
            rejected(&format!("/{field}"), value);
        }
    }
    for part in ["/data/parts/0", "/data/parts/1"] {
        for field in whole.pointer(part).unwrap().as_object().unwrap().keys() {
            for value in [json!(null), json!(3), json!("x"), json!([]), json!({"x": 1})] {
                rejected(&format!("{part}/{field}"), value);
            }
        }
        rejected(&format!("{part}/data/saltus"), json!(7));
        rejected(part, json!(null));
        rejected(part, json!([]));
    }
    rejected("/parameters/A", json!("coin-exact2"));
    rejected("/data/parts", json!([whole["data"]["parts"][1], whole["data"]["parts"][1]]));
    rejected("/data/parts/1", whole["data"]["parts"][0].clone());
    rejected("/rule", json!(PRODUCT.replace("product A B", "product B A")));
    rejected("/rule", json!(format!("{PRODUCT}stuck wins\n")));
    let guarded = CONSECUTIVE.replace("if x >= k", "if x >= k and head(x - 1)");
    rejected("/data/parts/0/rule", json!(guarded));
    let nested = json!({"a": {"b": {"c": whole}}});
    rejected("/data", nested);
}

#[test]
fn deep_certificates_are_refused() {
    let mut text = proved(compose(&product(""), &product_parts())).text;
    for _ in 0..6 {
        let whole: Value = serde_json::from_str(&text).unwrap();
        let mut other = whole.clone();
        other["data"]["parts"][0] = whole;
        text = other.to_string();
        assert!(checker::verify(&text).is_err());
    }
}
