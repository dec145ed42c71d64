//! Forged certificates around the core form: for every hypothesis one that breaks it alone.

use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What the place of an honest certificate says instead.
type Change = (&'static str, Value);
/// Name, honest certificate, what is changed in it, why it is rejected.
type Case = (&'static str, fn() -> Value, Vec<Change>, &'static str);

fn take_three(name: &str) -> String {
    format!("game {name}\nheap n\nmove n -> n - t for t in 1..3 if t <= n\n")
}

fn certificate(rule: &str, law: &str, theorem: &str, data: &Value) -> Value {
    let quantity = if law.contains("sg") { "sg" } else { "win" };
    json!({
        "mexlab-certificate": 1, "rule": rule, "parameters": {}, "quantity": quantity, "law": law,
        "theorem": theorem, "data": data,
    })
}

fn state_of(name: &str) -> Value {
    let data = json!({"preperiod": 0, "period": 4, "saltus": 0, "repeat": 6});
    certificate(&take_three(name), "sg = n % 4", "state-repeat", &data)
}

fn state() -> Value {
    state_of("t")
}

fn code() -> Value {
    let data = json!({"preperiod": 0, "period": 4, "greatest": 3, "mask": 0});
    certificate("octal:0.333", "sg = n % 4", "periodicity", &data)
}

fn sum() -> Value {
    let rule = "game s\nstart (a, b): u at a | u at b\n";
    certificate(rule, "sg = a % 4 ^ b % 4", "composed", &json!({"parts": [state_of("u")]}))
}

fn elsewhere() -> Value {
    let data = json!({"others": [state_of("u")], "follows_from": [state()]});
    certificate(&take_three("t"), "sg = sg of u at n", "elsewhere", &data)
}

fn parameters() -> Value {
    let rule = "game b(m = 3 in 1..)\nheap n\nmove n - t  for t in 1..min(m, n)\n";
    let data = json!({"cases": [{"take": "r"}]});
    certificate(rule, "lose iff n % (m + 1) = 0", "all-parameters", &data)
}

fn finite() -> Value {
    let rule = "game f\nstate (n in 0..9)\nmove n - t for t in 1..2 if t <= n\n";
    // h = (h * (10**18 + 9) + v + 1) % (2**61 - 1), from 0, for v = 0, 1, 2, 0, ..., 0
    let data = json!({"positions": 10, "hash": "0b2524aeea52dcbf"});
    certificate(rule, "sg = n % 3", "exhaustion", &data)
}

fn fibonacci() -> Value {
    let rule = "game f\nstate (n, q)\nmove (n - t, min(2 * t, n - t)) for t in 1..min(n, q)\n";
    let law = "win iff n > 0 and q >= greedy_parts(n, [1, 1], [1, 2])[0]";
    certificate(rule, law, "take-away", &json!({"from": 1, "lag": 1}))
}

/// Places of a strip that vanish one by one: octal 0.7.
const STRIP: &str =
    "game s(n = 9)\nstate (F subset 1..n)\nmove F -> F - {x}  for x in F\nstart k: ({1..k})\n";

fn strip() -> Value {
    let data = json!({"preperiod": 0, "period": 2, "greatest": 1, "mask": 0});
    let heaps = certificate("octal:0.7", "sg = n % 2", "periodicity", &data);
    let data = json!({"length": "n", "heaps": heaps});
    let mut whole = certificate(STRIP, "sg = k % 2", "strip", &data);
    whole["parameters"] = json!({"n": 9});
    whole
}

/// One heap of Nim: n > 0 is won, by taking all.
fn machines() -> Value {
    let steps = json!([[0, [0, 0], 0], [0, [1, 1], 1], [1, [0, 0], 1], [1, [1, 1], 1]]);
    let data = json!({
        "numeration": {"base": 2}, "measure": [1], "prefix": null, "won": null, "stuck": null,
        "witnesses": [{"accepting": [false, true], "steps": steps}],
    });
    certificate("game one\nheap n\nmove n - t  for t in 1..n\n", "win iff n > 0", "automata", &data)
}

fn cases() -> Vec<Case> {
    let other = || json!("game t\nheap n\nmove n -> n - t for t in 1..2 if t <= n\n");
    vec![
        ("outer-unknown", state, vec![("/data/more", json!(1))], "unknown field `more`"),
        ("outer-theorem", state, vec![("/theorem", json!("magic"))], "knows no theorem"),
        ("outer-quantity", state, vec![("/quantity", json!("win"))], "sg"),
        ("outer-law", state, vec![("/law", json!("sg = n % 5"))], "the law fails"),
        ("outer-names", state, vec![("/law", json!("sg = m % 4"))], "`m`"),
        ("outer-parameters", code, vec![("/parameters", json!({"k": 3}))], "no parameter `k`"),
        ("outer-rule", state, vec![("/rule", other())], "do not differ by 0"),
        ("code-greatest", code, vec![("/data/greatest", json!(4))], "the greatest value is 3"),
        (
            "code-misere",
            code,
            vec![
                ("/rule", json!(format!("{}stuck wins\n", take_three("t")))),
                ("/quantity", json!("win")),
                ("/law", json!("win iff n % 4 != 0")),
            ],
            "a player without a move wins",
        ),
        (
            "code-heaps",
            code,
            vec![("/rule", json!("game g\nheap n\nmove n -> n - 1 if n % 2 = 1\n"))],
            "depend on residues",
        ),
        ("machines-quantity", machines, vec![("/quantity", json!("sg"))], "not about `sg`"),
        (
            "machines-implied",
            machines,
            vec![("/data/implied_by", json!("win iff n > 0")), ("/law", json!("win iff n > 1"))],
            "does not follow",
        ),
        (
            "machines-slope",
            machines,
            vec![(
                "/data/numeration/slopes",
                json!([{"slope": "(-1 + 1 * sqrt(5)) / 2", "machine": {"accepting": [true], "steps": [[0, [0, 0], 0]]}}]),
            )],
            "a slope",
        ),
        (
            "lag-law",
            fibonacci,
            vec![("/law", json!("win iff n > 0 and q > greedy_parts(n, [1, 1], [1, 2])[0]"))],
            "which is not the law",
        ),
        (
            "lag-rule",
            fibonacci,
            vec![(
                "/rule",
                json!(
                    "game f\nstate (n, q)\nmove (n - t, min(3 * t, n - t)) for t in 1..min(n, q)\n"
                ),
            )],
            "lag",
        ),
        (
            "parameters-given",
            parameters,
            vec![("/parameters", json!({"m": 3}))],
            "no parameter `m`",
        ),
        ("strip-law", strip, vec![("/law", json!("sg = 1 - k % 2"))], "the law of full strips is"),
        ("strip-heaps", strip, vec![("/data/heaps/law", json!("sg = n % 3"))], "the law fails"),
        (
            "strip-of-strip",
            strip,
            vec![("/data/heaps", strip())],
            "proved by the theorem `strip` itself",
        ),
        (
            "strip-play",
            strip,
            vec![("/rule", json!(STRIP.replace("in F\n", "in F if x != 7 or 6 in F\n")))],
            "are not played as heaps",
        ),
        (
            "strip-far",
            strip,
            vec![("/rule", json!(STRIP.replace("in F\n", "in F if x < 20\n")))],
            "are not played as heaps",
        ),
        (
            "strip-stuck",
            strip,
            vec![("/rule", json!(format!("{STRIP}stuck wins\n")))],
            "are not nim-sums",
        ),
        (
            "strip-start",
            strip,
            vec![("/rule", json!(STRIP.replace("1..k", "1..k // 2")))],
            "is no run of",
        ),
        (
            "strip-length",
            strip,
            vec![
                ("/rule", json!(STRIP.replace("n = 9", "n = 9, m = 9"))),
                ("/parameters", json!({"n": 5, "m": 9})),
                ("/data/length", json!("m")),
            ],
            "does not say how long the strip is",
        ),
        ("parameters-law", parameters, vec![("/law", json!("lose iff n % m = 0"))], "not shown"),
        ("sum-law", sum, vec![("/law", json!("sg = a % 4 + b % 4"))], "which is not the law"),
        (
            "sum-twice",
            sum,
            vec![("/data/parts", json!([state_of("u"), state_of("u")]))],
            "two certificates are about `u`",
        ),
        ("sum-every", sum, vec![("/data/parts", json!([]))], "no certificate covers the part `u`"),
        (
            "sum-more",
            sum,
            vec![("/data/parts", json!([state_of("u"), state_of("v")]))],
            "`v` is not a part",
        ),
        (
            "sum-play",
            sum,
            vec![("/rule", json!("game s\nstart (a, b): u at a | u at b\nstuck wins\n"))],
            "way of playing",
        ),
        ("sum-part", sum, vec![("/data/parts/0/law", json!("sg = n % 5"))], "the law fails"),
        (
            "sum-part-law",
            sum,
            vec![("/data/parts/0/law", json!("n >= 0 implies sg(n + 4) = sg(n)"))],
            "laws other than",
        ),
        (
            "sum-part-name",
            sum,
            vec![
                ("/data/parts/0/rule", json!(take_three("octal-0.77"))),
                ("/rule", json!("game s\nstart (a, b): octal-0.77 at a | octal-0.77 at b\n")),
            ],
            "name of a code",
        ),
        (
            "sum-part-catalogue",
            sum,
            vec![
                ("/data/parts/0/rule", json!(take_three("lasker"))),
                ("/rule", json!("game s\nstart (a, b): lasker at a | lasker at b\n")),
            ],
            "`lasker` is a game of the catalogue",
        ),
        (
            "elsewhere-open",
            elsewhere,
            vec![("/data/follows_from/0/law", json!("sg % 4 = n % 4"))],
            "is not proved",
        ),
        (
            "elsewhere-about",
            elsewhere,
            vec![("/data/follows_from/0/rule", json!(take_three("w")))],
            "about something else",
        ),
        (
            "elsewhere-starts",
            strip,
            vec![
                ("/data", json!({"others": [], "follows_from": [strip()]})),
                ("/law", json!("sg = 0")),
                ("/theorem", json!("elsewhere")),
            ],
            "about something else",
        ),
        ("elsewhere-none", elsewhere, vec![("/data/follows_from", json!([]))], "is not proved"),
        (
            "elsewhere-more",
            elsewhere,
            vec![(
                "/data/follows_from",
                json!([state(), {"mexlab-certificate": 1, "rule": take_three("t"), "parameters": {}, "quantity": "sg", "law": "sg < 4", "theorem": "state-repeat", "data": {"preperiod": 0, "period": 4, "saltus": 0, "repeat": 6}}]),
            )],
            "nothing of it is",
        ),
        (
            "elsewhere-unused",
            elsewhere,
            vec![("/data/others", json!([state_of("u"), state_of("v")]))],
            "says nothing of `v`",
        ),
        (
            "elsewhere-other",
            elsewhere,
            vec![("/data/others", json!([state_of("v")]))],
            "nothing is known",
        ),
        (
            "elsewhere-catalogue",
            elsewhere,
            vec![
                ("/law", json!("sg = sg of lasker at n")),
                ("/data/others/0/rule", json!(take_three("lasker"))),
            ],
            "`lasker` is a game of the catalogue",
        ),
        ("exhaustion-law", finite, vec![("/law", json!("sg = min(n, 2)"))], "is false at 3"),
        ("exhaustion-quantity", finite, vec![("/quantity", json!("win"))], "not about `win`"),
        ("exhaustion-positions", finite, vec![("/data/positions", json!(11))], "there are 10"),
        ("exhaustion-hash", finite, vec![("/data/hash", json!("0"))], "hash of their table is"),
        (
            "exhaustion-bound",
            finite,
            vec![("/rule", json!("game f\nheap n\nmove n - t for t in 1..2 if t <= n\n"))],
            "no bound to `n`",
        ),
        (
            "exhaustion-few",
            finite,
            vec![("/rule", json!("game f\nstate (n in 0..999999)\nmove n - 1 if n > 0\n"))],
            "more than 131072 positions",
        ),
        (
            "exhaustion-ends",
            finite,
            vec![("/rule", json!("game f\nstate (n in 0..9)\nmove 9 - n\n"))],
            "can return to",
        ),
    ]
}

fn forged(honest: fn() -> Value, changes: &[Change]) -> Value {
    let mut whole = honest();
    for (at, value) in changes {
        let (place, name) = at.rsplit_once('/').unwrap();
        match whole.pointer_mut(place) {
            Some(Value::Array(list)) => match list.get_mut(name.parse::<usize>().unwrap()) {
                Some(entry) => *entry = value.clone(),
                None => list.push(value.clone()),
            },
            Some(Value::Object(fields)) => drop(fields.insert(name.into(), value.clone())),
            other => panic!("{at}: {other:?}"),
        }
    }
    whole
}

#[test]
fn what_is_honest_is_accepted() {
    let honest: BTreeSet<String> =
        cases().into_iter().map(|(_, honest, ..)| honest().to_string()).collect();
    assert!(honest.len() > 7);
    for whole in honest {
        let accepted = checker::verify(&whole);
        assert!(accepted.as_ref().is_ok_and(|a| a.compared.judged > 0), "{accepted:?}\n{whole}");
    }
}

#[test]
fn each_hypothesis_is_needed() {
    let mut wrong = Vec::new();
    for (name, honest, changes, because) in cases() {
        let whole = forged(honest, &changes);
        match checker::verify(&whole.to_string()) {
            Err(why) if why.to_string().contains(because) && !because.is_empty() => {}
            Err(why) => wrong.push(format!("{name}: {why}")),
            Ok(accepted) => wrong.push(format!("{name}: {}", accepted.statement)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What others forged.
#[test]
fn forged_elsewhere() {
    for (text, because) in [
        (include_str!("../data/greedy.json"), "the end of some word is the word of no number"),
        (include_str!("../data/else.json"), "`lasker` is a game of the catalogue"),
        (include_str!("../data/sum.json"), "`lasker` is a game of the catalogue"),
    ] {
        let why = checker::verify(text).unwrap_err().to_string();
        assert!(why.contains(because), "{why}");
    }
}

#[test]
fn the_page_lists_every_case_and_no_other() {
    let page = include_str!("../../../../docs/certificates.md");
    let (_, listed) = page.split_once("## Hypotheses around the core form").unwrap();
    let listed = listed.split("\n## ").next().unwrap();
    let rows = listed.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let last = |row: &'static str| row.trim_end_matches(" |").rsplit_once("| ").unwrap().1;
    let names = |row| last(row).split('`').skip(1).step_by(2);
    let listed: BTreeSet<&str> = rows.flat_map(names).collect();
    let made: BTreeSet<&str> = cases().into_iter().map(|case| case.0).collect();
    assert_eq!(listed, made);
}

/// A name that a reader takes for one of the catalogue or of a code stands for no other game either.
#[test]
fn names_that_look_like_known_ones_are_refused() {
    for (name, known) in [
        ("Lasker", "`lasker` is a game of the catalogue"),
        ("octal-00.77", "`octal-0.77` is the game of a code"),
        ("Octal-0.77", "`octal-0.77` is the game of a code"),
    ] {
        let changes = vec![
            ("/law", json!(format!("sg = sg of {name} at n"))),
            ("/data/others/0/rule", json!(take_three(name))),
        ];
        let why = checker::verify(&forged(elsewhere, &changes).to_string());
        let why = why.expect_err(name).to_string();
        assert!(why.contains(known), "{name}: {why}");
    }
    // A comment of the law is no part of what is proved.
    let law = "sg = n % 4 # and sg = 0";
    let commented = forged(code, &[("/law", json!(law))]);
    assert_eq!(checker::verify(&commented.to_string()).unwrap().statement, "sg = n % 4");
}
