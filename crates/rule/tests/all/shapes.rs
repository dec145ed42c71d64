//! Rows, sets, updates, sums of several games, players, and list parameters: what is read, what a
//! child makes of it, and what the parameters turn into.

use crate::shelf::Shelf;
#[allow(dead_code, reason = "other tests use the rest")]
use expr::diagnostic::render;
use rule::ast::*;
use rule::{BindError, Constant, Rule, bind, bind_constants, constants, parse, resolve};

fn rule(source: &str) -> Rule {
    let (rule, mistakes) = parse(source);
    assert!(mistakes.is_empty(), "{}", render("case", source, &mistakes));
    rule.unwrap()
}

/// A rule that uses everything; printed, it is the same text.
const EVERYTHING: &str = "\
game all(m = 3 in 1..9, c = [2, m], A = game grid)
state (turn in 0..1, h[m] from 1, r[2] in 0..m, A2 subset 0..m) where all{x < m for x in A2}
move (turn, h, r, A2) -> (1 - turn, reverse(h), r[1..1], A2 + {0}) | nim at 3 | A at (1, [2, 3], {1})
move h[i] -> h[i] - t, r -> concat(r[1..1], t), A2 -> A2 - {i} for i in 1..m, t in c if t < h[i]
left go: turn -> 1 - turn
right r[1] -> if turn = 0 then 0 else 1 for k in A2 & {1, 2} when stuck
win if turn = 0
lose when any size(A2) = 0
win when all {x for x in A2 if x > 1} = A2
play every
start (n, k from 1): (0, [k for j in 1..m], [0, n], {}) | A at (n, [1, 1], {}) | subtraction(S = {1, 3}) at k
table left, right, outcome, value to n = 3, k = 4
check over m in 1..2, c in [1, 2]; []; [3] to turn = 1, h = 2 * m, r = m
claim a.b \"words\" on starts: left iff exponent = 0
claim a.c beyond \"a conjecture\"
nearby a.b if size(c) = 2: numerator > max(numerator of options)
nearby a.b: c[0] = 2
";

#[test]
fn everything_is_read_and_printed() {
    let all = rule(EVERYTHING);
    assert_eq!(all.to_string(), EVERYTHING);
    let Some(State::Tuple { coordinates, .. }) = &all.state else { panic!() };
    let forms: Vec<&CoordinateForm> = coordinates.iter().map(|c| &c.form).collect();
    assert!(matches!(
        forms.as_slice(),
        [
            CoordinateForm::Number,
            CoordinateForm::Row(_),
            CoordinateForm::Row(_),
            CoordinateForm::Subset
        ]
    ));
    let players: Vec<Player> = all.moves.iter().map(|m| m.player).collect();
    assert_eq!(players, [Player::Either, Player::Either, Player::Left, Player::Right]);
    assert!(all.is_partizan() && all.leads_elsewhere());
    let roles: Vec<Role> = all.claims.iter().map(|c| c.role).collect();
    assert_eq!(roles, [Role::Printed, Role::Printed, Role::Nearby, Role::Nearby]);
    assert_eq!(all.claims[1].beyond.as_deref(), Some("a conjecture"));
}

/// The form of the only move of a rule with this state.
fn form(state: &str, clause: &str) -> String {
    let rule = rule(&format!("game g\n{state}\nmove {clause}\n"));
    let clause = &rule.moves[0];
    let places = |p: &Place| p.to_string();
    match (&clause.pattern, &clause.form) {
        (None, MoveForm::Update(updates)) => {
            let places: Vec<String> = updates.iter().map(|(p, _)| places(p)).collect();
            format!("update {}", places.join(" "))
        }
        (pattern, MoveForm::Sum(sum)) => {
            format!("{} -> {}", pattern.clone().unwrap_or_default().join(" "), sum.len())
        }
        _ => "other".to_owned(),
    }
}

#[test]
fn a_name_before_the_arrow_is_the_state_or_a_place() {
    for (state, clause, expected) in [
        ("heap n", "n -> n - 1", "n -> 1"),
        ("heap n", "n -> n - 1 | 1", "n -> 2"),
        ("heap n", "n -> none", "n -> 0"),
        ("heap n", "n - 1", " -> 1"),
        ("heap n", "n -> g at n - 1", "n -> 1"),
        ("state (A subset 1..3)", "A -> A - {1}", "A -> 1"),
        ("state (h[3])", "h -> reverse(h)", "h -> 1"),
        ("state (h[3])", "h[1] -> 0", "update h[1]"),
        ("state (a, b)", "a -> a - 1", "update a"),
        ("state (a, b)", "(a, b) -> (b, a)", "a b -> 1"),
        ("state (a, b)", "b -> a, a -> b", "update b a"),
        (
            "state (a, h[2])",
            "h[a] -> a, h[a + 1] -> if a = 1 then 2 else 3",
            "update h[a] h[a + 1]",
        ),
    ] {
        assert_eq!(form(state, clause), expected, "{state}: {clause}");
    }
}

#[test]
fn a_child_decides_what_a_lone_name_means() {
    let shelf = Shelf::of(&[
        "game heap\nheap a\nmove a -> a - 1 if a > 0",
        "game pair\nstate (a, b)\nmove a -> a - 1 if a > 0",
    ]);
    let moves = |source: &str| {
        let rule = resolve(rule(source), &shelf).unwrap();
        assert_eq!(parse(&rule.to_string()).0, Some(rule.clone()));
        rule.moves.into_iter().map(|m| matches!(m.form, MoveForm::Update(_))).collect::<Vec<_>>()
    };
    assert_eq!(moves("game g = heap\nmove a -> a - 2 if a > 1"), [false, false]);
    assert_eq!(moves("game g = heap\nstate (a, b)\nmove b -> a"), [true, true]);
    assert_eq!(moves("game g = pair\nstate (a)\nmove a -> a - 3 if a > 2"), [false, false]);
}

#[test]
fn a_child_inherits_everything() {
    let games = [NIM, GRID, SUBTRACTION, EVERYTHING];
    let shelf = Shelf::of(&games);
    let child = "game child(d = [5, 6, 7], B = game grid) = all(2, d, A = game B)\nclaim x.y: left";
    let child = resolve(rule(child), &shelf).unwrap();
    assert_eq!(
        child.to_string(),
        "\
game child(d = [5, 6, 7], B = game grid)
state (turn in 0..1, h[2] from 1, r[2] in 0..2, A2 subset 0..2) where all{x < 2 for x in A2}
move (turn, h, r, A2) -> (1 - turn, reverse(h), r[1..1], A2 + {0}) | nim at 3 | B at (1, [2, 3], {1})
move h[i] -> h[i] - t, r -> concat(r[1..1], t), A2 -> A2 - {i} for i in 1..2, t in d if t < h[i]
left go: turn -> 1 - turn
right r[1] -> if turn = 0 then 0 else 1 for k in A2 & {1, 2} when stuck
win if turn = 0
lose when any size(A2) = 0
win when all {x for x in A2 if x > 1} = A2
play every
start (n, k from 1): (0, [k for j in 1..2], [0, n], {}) | B at (n, [1, 1], {}) | subtraction(S = {1, 3}) at k
table left, right, outcome, value to n = 3, k = 4
check over d in [1, 2]; []; [3] to turn = 1, h = 2 * 2, r = 2
claim x.y: left
"
    );
    // A list that is not handed on stands where its name stood.
    let child = resolve(rule("game child = all(c = [8])"), &shelf).unwrap();
    assert!(child.moves[1].to_string().contains("t in [8] if"), "{child}");
}

const NIM: &str = "game nim\nheap n\nmove n - k for k in 1..n";
const GRID: &str = "game grid\nstate (a, h[2], S subset 1..3)\nmove a -> a - 1 if a > 0";
const SUBTRACTION: &str = "game subtraction(S = {1})\nheap n\nmove n - s for s in S if s <= n";

#[test]
fn games_of_starting_positions_or_of_claims_need_no_state() {
    let shelf = Shelf::of(&[NIM]);
    for source in [
        "game g(A = game nim)\nstart (a, b): A at a | nim at b\ntable sg to a = 3, b = 3\nclaim a.b on starts: sg = a ^ b",
        "game g\nclaim a.b \"words\" beyond \"it asks for a proof\"\n",
    ] {
        let rule = resolve(rule(source), &shelf);
        assert!(rule.is_ok_and(|rule| rule.state.is_none()), "{source}");
    }
}

#[test]
fn lists_are_bound() {
    let rule = rule("game g(k = 2, c = [k, 1, -k])\nstate (h[size(c)])\nmove h[1] -> 0\n");
    let list = |given: &[(&str, &str)]| {
        let given: Vec<_> = given.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        bind(&rule, &given).map(|instance| {
            assert_eq!(bind_constants(&rule, &instance.values), Ok(instance.clone()));
            instance.values["c"].clone()
        })
    };
    assert_eq!(list(&[]), Ok(Constant::List(vec![2, 1, -2])));
    assert_eq!(list(&[("k", "5")]), Ok(Constant::List(vec![5, 1, -5])));
    assert_eq!(list(&[("c", "3, 1,2")]), Ok(Constant::List(vec![3, 1, 2])));
    let written = list(&[("c", "[7]")]).unwrap();
    assert_eq!(written.to_string(), "[7]");
    assert_eq!(list(&[("c", &written.to_string())]), Ok(written.clone()));
    let values = std::collections::BTreeMap::from([("c".to_owned(), written)]);
    assert_eq!(constants(&values)["c"], expr::eval::Constant::List(vec![7]));
    for (text, message) in [
        ("", "c = : expected whole numbers, such as 2,3,1"),
        ("1,,2", "c = 1,,2: expected whole numbers, such as 2,3,1"),
        ("[1, 2", "c = [1, 2: expected whole numbers, such as 2,3,1"),
        ("一", "c = 一: expected whole numbers, such as 2,3,1"),
    ] {
        assert_eq!(list(&[("c", text)]).unwrap_err().to_string(), message);
    }
    let long = vec!["1"; 257].join(",");
    assert!(matches!(list(&[("c", &long)]), Err(BindError::Kind { .. })));
}

#[test]
fn sizes_are_checked_for_the_parameters_given() {
    let rule = rule("game g(m = 3, n = 9)\nstate (h[m], A subset 1..n)\nmove h[1] -> 0\n");
    let message = |name: &str, value: &str| {
        let error = bind(&rule, &[(name.to_owned(), value.to_owned())]).err()?;
        assert!(matches!(error, BindError::Size { .. }) && !error.is_out_of_range());
        Some(error.to_string())
    };
    assert_eq!(message("m", "32"), None);
    assert_eq!(message("n", "62"), None);
    assert_eq!(message("n", "0"), None);
    let rows = "`g`: the row `h` has 33 entries; a row has 1 to 32 of them";
    assert_eq!(message("m", "33").as_deref(), Some(rows));
    let sets = "`g`: the set `A` is taken from 63 numbers, 1..63; a set is taken from at most 62 numbers >= 0";
    assert_eq!(message("n", "63").as_deref(), Some(sets));
    assert!(message("n", "9223372036854775807").is_some());
}
