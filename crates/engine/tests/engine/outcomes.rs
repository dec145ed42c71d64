//! Who wins, by rows of bits: random rules against the definition, and which rules are taken.

use crate::common::{MEANS, compile, request};
use crate::random_rules::{agree, cases, one};
use draw::{Draw, check};
use engine::{Component, Means, Positions, Request, Stop};

/// Moves of (a, b, c) with few values of a and b and many of c.
const MOVES: &[&str] = &[
    "(x, min(b, x), min(c, <1..40> * x + <0..4>)) for x in <0..4>..a - 1",
    "(a, x, min(c, <1..40> * x)) for x in 0..b - 1",
    "(a, b, x) for x in <0..4>..c - 1 - <0..4>",
    "(a, b, c - x) for x in 1 + <0..4>..c",
    "(a - x, b - x, c - x) for x in 1..min(a, b, c)",
    "(a - x, b, c - 2 * x) for x in 1..min(a, c - <1..40>)",
    "(a, b - x, max(c - <1..40>, 0)) for x in 1..b",
    "(a, b - 1, y) for x in 0..2, y in x..c if b > 0",
    "(a, b, c - x) for x in {1, <1..40>, 7} if x <= c",
    "(a - 1, b, min(c + <0..4>, 70)) for x in 0..2 if a > 0",
    "(a - 1, min(c, 3), <1..40>) for x in 0..<0..4> if a > x",
    "(x, b, min(c - <k=0..4>, <1..40>)) for x in 0..min(a - 1, b + <0..4>) if c >= <k>",
    "(a, b, c - x * <k=0..4> - 1) for x in 1..c if x * <k> < c",
];

fn rules(d: &mut Draw) -> String {
    let positions = d.pick(&[
        "",
        " where c % 3 < 2 or a > 0",
        " where b <= a",
        " where c <= 9 * (a + b) + 30",
        " where a >= b and b * 8 >= c",
    ]);
    let moves = d.many(1..4, |d| {
        let shape = one(d, MOVES);
        let guard = if shape.contains(" if ") { "<and a b c x>" } else { "<if a b c x>" };
        let guard = d.pick(&["", guard]);
        format!("move (a, b, c) -> {shape}{}\n", one(d, &[guard]))
    });
    let stuck = d.pick(&["", "stuck wins\n"]);
    format!("game g\nstate (a, b, c){positions}\n{}{stuck}", moves.concat())
}

#[test]
fn rows_of_bits_are_what_the_definition_says() {
    let asked = request("a=3,b=3,c=70", "win");
    check(cases(), rules, |text| agree(&text, &asked, &["win", "misere"]));
}

/// How the plan says that outcomes of a rule are computed.
fn way(text: &str) -> String {
    let game = compile(text).unwrap_or_else(|d| panic!("{d:?}\n{text}"));
    game.plan(&request("a=9,b=9,c=40", "win"), MEANS.limits).expect("a plan").words().to_string()
}

const CHOMP: &str = "game chomp-3
state (a, b, c) where a >= b and b >= c
move (a, b, c) -> (x, min(b, x), min(c, x)) for x in 1..a - 1
move (a, b, c) -> (a, y, min(c, y)) for y in 0..b - 1
move (a, b, c) -> (a, b, z) for z in 0..c - 1
";

#[test]
fn moves_along_lines_of_cells_are_taken() {
    let rule = |moves: &str| format!("game g\nstate (a, b, c)\nmove (a, b, c) -> {moves}\n");
    assert!(way(CHOMP).contains("rows of bits"), "{}", way(CHOMP));
    for taken in [
        "(x, x, min(c, x)) for x in 0..min(a, b) - 1 if a % 2 = 0",
        "(x, min(b, x), c) for x in 0..a - 1 if x % 3 != b % 3",
        "(a, b - 1, x) for x in 0..c if x % 5 != a and b > 0",
    ] {
        assert!(way(&rule(taken)).contains("rows of bits"), "{taken}: {}", way(&rule(taken)));
    }
    // An option outside the table is none.
    let outside = rule("(x, b, c - 1) for x in 0..a - 1");
    assert!(way(&outside).contains("rows of bits"), "{}", way(&outside));
    let stop = compile(&outside).expect("a rule").table(&request("a=9,b=9,c=40", "win"), MEANS);
    assert!(matches!(stop, Err(Stop::Mistake(_))), "{stop:?}");
    for other in [
        // Options change from cell to cell: by the guard, by the target, by an end.
        "(a - x, b, c) for x in 1..a if x % 3 != b % 3",
        "(x, (a + b) // 2, c) for x in 0..a - 1 if b <= a",
        "(x, b, c) for x in a // 3..a - 1",
        "(x, b, c) for x in 0..a - 1 - a // 2",
        // A step leads more than one option further.
        "(x, b, c) for x in 0..2 * a - 5 if x < a",
        // The row depends on the cell.
        "(a, x, c // 2) for x in 0..b - 1",
        "(a - 1, min(b, c), c) for x in 0..9 if a > 0",
    ] {
        assert!(!way(&rule(other)).contains("rows of bits"), "{other}");
    }
}

#[test]
fn tables_that_do_not_fit_are_summed_up_bit_by_bit() {
    let game = compile(CHOMP).expect("a rule");
    let asked = request("a=40,b=39,c=38", "win,misere");
    let whole = game.summary(&asked, MEANS).expect("a summary");
    let small = game.summary(&asked, Means::silent(100_000)).expect("a summary");
    assert_eq!((small.positions, &small.columns), (whole.positions, &whole.columns));
    assert!(game.summary(&asked, Means::silent(10_000)).is_err());
}

#[test]
fn a_large_position_is_told_without_its_value() {
    let game = compile(CHOMP).expect("a rule");
    let ask = |at: &[i64]| {
        game.ask(&[Component::own(at.to_vec())], Means::silent(20_000_000)).expect("an answer")
    };
    let large = ask(&[300, 290, 250]);
    assert_eq!((large.sg, large.win, large.remoteness), (None, true, None));
    assert!(large.misere.is_some() && !large.winning.is_empty());
    for first in &large.winning {
        let after = &first.steps[0].parts[0].at;
        let lost = ask(after);
        assert_eq!((lost.win, lost.winning.len()), (false, 0), "{after:?}");
    }
}

#[test]
fn starts_are_read_off_the_outcomes_of_a_box_that_is_no_table() {
    let rule = format!("{CHOMP}start k from 3: (k, k // 2 + 1, k // 3)\n");
    let game = compile(&rule).expect("a rule");
    let starts = Request { positions: Positions::Starts, ..request("k=120", "win,misere") };
    let small = game.table(&starts, Means::silent(700_000)).expect("a table");
    assert_eq!(small, game.table(&starts, MEANS).expect("a table"));
}
