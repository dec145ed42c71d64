//! Sets that fall apart: starting positions and single positions too large for a box, against the
//! definition of smaller ones.

use crate::common::{MEANS, column, compile, request};
use engine::{Component, Game, Kernel, Means, Positions, Request};

/// Kayles on a strip of `length` cells of which the first k are left.
fn strip(length: u32) -> Game {
    let text = format!(
        "game strip\nstate (F subset 1..{length})\n\
         move one: F -> F - {{x}} for x in F\n\
         move two: F -> F - {{x, x + 1}} for x in F if x + 1 in F\n\
         start k: ({{1..k}})\n"
    );
    compile(&text).expect("a rule")
}

fn of_starts(to: &str, quantities: &str, kernel: Kernel) -> Request {
    Request { positions: Positions::Starts, kernel, ..request(to, quantities) }
}

const ALL: &str = "sg,win,moves,least,misere";

#[test]
fn starts_by_parts_are_those_of_the_definition() {
    let large = of_starts("k=9", ALL, Kernel::Auto);
    let game = strip(30);
    let plan = game.plan(&large, MEANS.limits).expect("a plan");
    assert!(plan.words().to_string().contains("parts"), "{}", plan.words());
    let table = game.table(&large, MEANS).expect("a table");
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names.join(","), ALL);
    let small = strip(9).table(&of_starts("k=9", ALL, Kernel::Oracle), MEANS).expect("a table");
    for name in names {
        assert_eq!(column(&table, name), column(&small, name), "{name}");
    }
}

#[test]
fn a_strip_of_62_cells_is_kayles_whatever_the_memory() {
    let request = of_starts("k=62", "sg,win,moves", Kernel::Auto);
    for memory in [1 << 16, 1 << 28] {
        let table = strip(62).table(&request, Means::silent(memory)).expect("a table");
        let values = column(&table, "sg");
        let heap = "game kayles\nheap n\nmove n -> i | n - i - t for t in 1..2, i in 0..(n - t) // 2 if t <= n\n";
        let kayles = crate::common::table(heap, "n=62", "sg");
        assert_eq!(values, column(&kayles, "sg"));
        let won: Vec<i64> = values.iter().map(|value| i64::from(*value != 0)).collect();
        assert_eq!(column(&table, "win"), won);
        assert_eq!(column(&table, "moves")[..6], [0, 1, 1, 1, 1, 1]);
    }
}

#[test]
fn misere_play_on_a_long_strip_is_that_of_heaps() {
    let request = of_starts("k=40", "misere", Kernel::Auto);
    let table = strip(40).table(&request, MEANS).expect("a table");
    let heap = "game kayles\nheap n\nmove n -> i | n - i - t for t in 1..2, i in 0..(n - t) // 2 if t <= n\n";
    let kayles = crate::common::table(heap, "n=40", "misere");
    assert_eq!(column(&table, "misere"), column(&kayles, "misere"));
    let answer = strip(40).ask(&[Component::own(vec![(1 << 40) - 1])], MEANS).expect("an answer");
    assert_eq!(answer.misere.map(i64::from), column(&kayles, "misere").last().copied());
}

#[test]
fn an_answer_lists_the_moves_after_which_the_value_is_0() {
    let game = strip(40);
    let at = |cells: i64| Component::own(vec![(1 << cells) - 1]);
    let answer = game.ask(&[at(40)], MEANS).expect("an answer");
    let ask = |parts: &[Component]| game.ask(parts, MEANS).expect("an answer");
    assert_eq!(answer.sg, ask(&[at(16)]).sg, "the values have the period 12");
    assert!(!answer.winning.is_empty());
    for first in &answer.winning {
        assert_eq!(ask(&first.steps[0].parts).sg, Some(0), "{first:?}");
    }
    // Of a sum, and where the player to move loses.
    assert_eq!(ask(&[at(40), at(40)]).sg, Some(0));
    assert!(ask(&[at(40), at(40)]).winning.is_empty());
}

#[test]
fn it_is_said_that_play_falls_apart() {
    let says = |game: Game| game.explain().into_iter().any(|(topic, _)| topic == "parts");
    assert!(says(strip(62)));
    for (rest, expected) in [
        ("if size(F) > 2", false),
        ("\nlose if size(F) = 0", false),
        ("\nplay every", false),
        ("\nstuck wins", true),
        ("\nleft F -> F - {1} if 1 in F", true),
        ("\nleft F -> F - {1} if 1 in F\nstuck wins", false),
        ("\nleft F -> F - {1} if size(F) > 7 and 1 in F", false),
    ] {
        let text =
            format!("game g\nstate (F subset 1..9)\nmove F -> F - {{x}} for x in F {rest}\n");
        assert_eq!(says(compile(&text).expect(rest)), expected, "{rest}");
    }
    assert!(!says(compile("game g\nheap n\nmove n -> n - 1 if n > 0\n").expect("a rule")));
}
