//! Random rules of every shape: heaps in any order, coins, parameters, ends, ways of play, starts, two players.

use crate::common::{MEANS, compile, request};
use crate::random_rules::{ALL, Bounded, HEAP_MOVES, PAIR_MOVES, WORK, agree, cases, lines};
use draw::{Draw, check, prop_assert_eq};
use engine::{Bounds, Component, Positions, Request};

/// Moves on the heaps h.
const HEAPS_MOVES: &[&str] = &[
    "move one of h[i]: h[i] - t for t in 1..h[i]<if t>",
    "move some 1..2 of h[i]: h[i] - t for t in 1..h[i]<if t>",
    "move all of h[i]: h[i] - t for same t in 1..h[i]<if t>",
    "move all of h[i]: h[i] // <c=1..4> if h[i] >= <c> and h[i] > 0",
    "move one of h[i]: h[i] - <c=2..4> if h[i] >= <c>",
    "move one of h[i]: h[i] - t - s for t in 1..h[i], s in 1..h[i] - t \
     spread s over h[j] where j != i and h[j] > 0<if t s>",
];

/// Turns of coins in a row, numbered from 1.
const TURNS: &[&str] = &[
    "turn x, y for y in 1..x - 1<if x y>",
    "turn x<if x>",
    "turn x and <0..2>..<1..3> of y in 1..x - 1<if x>",
    "turn x, y..x - 1 for y in 1..x<if x y>",
    "turn x, x - <c=1..4> if x > <c>",
    "turn x, x - <c=1..3>, x - <c> - <d=1..3> if x > <c> + <d>",
];

/// Turns of coins on a grid, numbered from 1.
const GRID_TURNS: &[&str] = &[
    "turn (x, y)<if x y>",
    "turn (x, y), (a, y) for a in 1..x - 1<if x y a>",
    "turn (x, y), (x, b) for b in 1..y - 1<if x y b>",
    "turn (x, y), (a, y), (x, b), (a, b) for a in 1..x - 1, b in 1..y - 1<if x y a b>",
];

/// Moves of one heap that name parameters.
const PARAMETRIC: &[&str] = &[
    "move n -> n - s for s in S if s <= n",
    "move n -> n - t for t in 1..min(p, n)",
    "move n -> t | n - t - p for t in 1..(n - p) // 2 if n > p",
    "move n -> n - c[n % size(c)] if n >= c[n % size(c)]",
    "move n -> n // p if n > 0 and word = halve",
    "move n -> f(n) - <d=1..3> if n > <d> and f(n) >= <d>",
];

/// A rule, and how far it is tabulated.
fn shapes(d: &mut Draw) -> Bounded {
    d.one_of(&[
        |d| {
            let state = d.text("state heaps h[<2..4>]<| from 1>");
            let moves = lines(d, 1..4, HEAPS_MOVES);
            (format!("game g\n{state}\n{moves}{}", d.pick(&["", "stuck wins\n"])), "h=4")
        },
        |d| (format!("game g\ncoins x from 1\n{}", lines(d, 1..4, TURNS)), "x=14"),
        |d| (format!("game g\ncoins (x, y) from 1\n{}", lines(d, 1..4, GRID_TURNS)), "x=6,y=6"),
        // Where being stuck wins, heaps that split are played as whole sums.
        |d| {
            let (moves, ends) = (lines(d, 1..4, HEAP_MOVES), ends(d));
            let to = if ends.contains("stuck") { "n=14" } else { "n=25" };
            (format!("game g\nheap n\n{moves}{ends}"), to)
        },
        |d| {
            let parameters = d.text(
                "p = <1..5> in 1.., S = {<1..4>, 5}, c = [<1..4>, 2, 1], \
                 word = <halve|stop> in halve | stop",
            );
            let f = "let f(x) = if x < 2 then 0 else 1 + f(x - 2)";
            let moves = lines(d, 1..4, PARAMETRIC);
            (format!("game g({parameters})\nheap n\n{f}\n{moves}"), "n=25")
        },
        // What no decreasing move leaves.
        |d| {
            let state = d.text("state (a, b) where a + b < <4..12>");
            (format!("game g\n{state}\n{}", lines(d, 1..4, PAIR_MOVES)), "a=8,b=8")
        },
    ])
}

/// What ends play besides being stuck, and who wins then.
fn ends(d: &mut Draw) -> String {
    d.one_of(&[
        |_| String::new(),
        |_| "stuck wins\n".to_owned(),
        |d| {
            let condition = d.pick(&["odious(n)", "n < <0..9>", "n % <1..6> = <0..3>"]);
            d.text(&format!("<win|lose> if {condition}\n"))
        },
    ])
}

/// A rule with starts.
fn with_starts(d: &mut Draw) -> String {
    let start = d.pick(&["k: k", "k: k | k + 1", "k: k | k | 2", "(k, j): k | j // 2"]);
    let play = d.pick(&[
        "",
        "",
        "play every\n",
        "play every\nwin when all n = 0\n",
        "stuck wins\n",
        "play every\nlose when any n = 1\n",
        "win when all n < 2\n",
    ]);
    format!("game g\nheap n\n{}{play}start {start}\n", lines(d, 1..4, HEAP_MOVES))
}

/// A rule in which the players have moves of their own.
fn partizan(d: &mut Draw) -> Bounded {
    // A partizan rule has a move of one player.
    let (state, moves, sure, to) = d.pick(&[
        ("heap n", HEAP_MOVES, "left n -> n - 1 if n > 8", "n=14"),
        ("state (a, b)", PAIR_MOVES, "left (a - 1, b) if a > 3", "a=5,b=5"),
    ]);
    let moves = lines(d, 1..4, moves);
    let lines = moves.lines().filter(|line| !line.contains("when stuck"));
    let own = |line: &str| line.replacen("move", d.pick(&["move", "left", "right"]), 1) + "\n";
    (format!("game g\n{state}\n{}{sure}\n", lines.map(own).collect::<String>()), to)
}

#[test]
fn most_rules_of_every_shape_give_a_table() {
    let mut d = Draw::deterministic();
    let mut tables = [0; 3];
    for _ in 0..100 {
        let (shape, to) = shapes(&mut d);
        let (own, end) = partizan(&mut d);
        let starts = Request { positions: Positions::Starts, ..request("", "win") };
        let asked = [
            (shape, request(to, "win")),
            (with_starts(&mut d), Request { bounds: Bounds::All(5), ..starts }),
            (own, request(end, "outcome")),
        ];
        for (tables, (text, request)) in tables.iter_mut().zip(asked) {
            let game = compile(&text).ok();
            let table = game.and_then(|g| g.table(&request, MEANS).ok());
            *tables += usize::from(table.is_some());
        }
    }
    assert!(tables.iter().all(|tables| *tables >= 60), "{tables:?} of 100");
}

#[test]
fn every_shape_agrees_with_its_definition() {
    check(cases(), shapes, |(text, bounds)| agree(&text, &request(bounds, "sg"), ALL));
}

#[test]
fn starts_agree_with_their_definition() {
    check(cases(), with_starts, |text| {
        let bounds = match text.contains("play every") {
            true => "k=5,j=5",
            false => "k=7,j=5",
        };
        let bounds = if text.contains("(k, j)") { bounds } else { &bounds[..3] };
        let starts = Request { positions: Positions::Starts, ..request(bounds, "win") };
        agree(&text, &starts, ALL)
    });
}

#[test]
fn partizan_rules_agree_with_their_definition() {
    check(cases(), partizan, |(text, bounds)| {
        agree(&text, &request(bounds, "left"), &["left", "right", "outcome", "value"])
    });
}

/// The theorem of Sprague and Grundy against play of the sum as it stands.
#[test]
fn sums_are_won_where_the_values_differ() {
    let input = |d: &mut Draw| (shapes(d).0, d.int(0..9), d.int(0..9));
    check(cases(), input, |(text, a, b)| {
        let Ok(game) = compile(&text) else { return Ok(()) };
        if game.coordinates() != ["n"] {
            return Ok(());
        }
        let Ok(table) = game.table(&request("n=9", "sg"), MEANS) else { return Ok(()) };
        let sum = [a, b].map(|n| Component::own(vec![n]));
        let asked = patience::within_work(WORK, || game.ask(&sum, MEANS));
        let Ok(answer) = asked else { return Ok(()) };
        // Some sums lead to millions of positions.
        let searched = patience::within_work(WORK, || game.ask_by_search(&sum, MEANS));
        let values = [a, b].map(|n| table.value("sg", &[n]).expect("a value"));
        if let Some(sg) = answer.sg {
            prop_assert_eq!(sg, values[0] ^ values[1], "{}", &text);
            prop_assert_eq!(
                answer.win,
                sg != 0 || text.contains("stuck wins") && answer.win,
                "{}",
                &text
            );
        }
        if let Ok(searched) = searched {
            prop_assert_eq!(searched.win, answer.win, "{}", text);
        }
        Ok(())
    });
}
