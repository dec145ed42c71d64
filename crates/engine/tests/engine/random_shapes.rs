//! Random rules of every shape: heaps in any order, coins, parameters, ends, ways of play, starts, two players.

use crate::common::{MEANS, compile, request};
use crate::random_rules::{WORK, agree, cases, guards, heap_moves, pair_moves};
use engine::{Bounds, Component, Positions, Request};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Moves on the heaps h.
fn heaps_moves() -> impl Strategy<Value = String> {
    let k = &["t"][..];
    prop_oneof![
        guards(k).prop_map(|g| format!("move one of h[i]: h[i] - t for t in 1..h[i]{g}")),
        guards(k).prop_map(|g| format!("move some 1..2 of h[i]: h[i] - t for t in 1..h[i]{g}")),
        guards(k).prop_map(|g| format!("move all of h[i]: h[i] - t for same t in 1..h[i]{g}")),
        (1..4i64)
            .prop_map(|c| format!("move all of h[i]: h[i] // {c} if h[i] >= {c} and h[i] > 0")),
        (2..4i64).prop_map(|c| format!("move one of h[i]: h[i] - {c} if h[i] >= {c}")),
        guards(&["t", "s"]).prop_map(|g| format!(
            "move one of h[i]: h[i] - t - s for t in 1..h[i], s in 1..h[i] - t \
             spread s over h[j] where j != i and h[j] > 0{g}"
        )),
    ]
}

/// Turns of coins in a row, numbered from 1.
fn turns() -> impl Strategy<Value = String> {
    let names = &["x", "y"][..];
    prop_oneof![
        guards(names).prop_map(|g| format!("turn x, y for y in 1..x - 1{g}")),
        guards(&["x"]).prop_map(|g| format!("turn x{g}")),
        (0..2usize, 1..3usize, guards(&["x"]))
            .prop_map(|(lo, hi, g)| format!("turn x and {lo}..{hi} of y in 1..x - 1{g}")),
        guards(names).prop_map(|g| format!("turn x, y..x - 1 for y in 1..x{g}")),
        (1..4i64).prop_map(|c| format!("turn x, x - {c} if x > {c}")),
        (1..3i64, 1..3i64)
            .prop_map(|(c, d)| format!("turn x, x - {c}, x - {c} - {d} if x > {c} + {d}")),
    ]
}

/// Turns of coins on a grid, numbered from 1.
fn grid_turns() -> impl Strategy<Value = String> {
    let names = &["x", "y", "a", "b"][..];
    prop_oneof![
        guards(names).prop_map(|g| format!(
            "turn (x, y), (a, y), (x, b), (a, b) for a in 1..x - 1, b in 1..y - 1{g}"
        )),
        guards(&["x", "y", "a"]).prop_map(|g| format!("turn (x, y), (a, y) for a in 1..x - 1{g}")),
        guards(&["x", "y", "b"]).prop_map(|g| format!("turn (x, y), (x, b) for b in 1..y - 1{g}")),
        guards(&["x", "y"]).prop_map(|g| format!("turn (x, y){g}")),
    ]
}

/// What ends play besides being stuck, and who wins then.
fn ends() -> impl Strategy<Value = String> {
    let condition = prop_oneof![
        (1..6i64, 0..3i64).prop_map(|(m, r)| format!("n % {m} = {r}")),
        (0..9i64).prop_map(|c| format!("n < {c}")),
        Just("odious(n)".to_owned()),
    ];
    prop_oneof![
        Just(String::new()),
        Just("stuck wins\n".to_owned()),
        (select(&["win", "lose"][..]), condition).prop_map(|(who, c)| format!("{who} if {c}\n")),
    ]
}

/// Moves of one heap that name parameters.
fn parametric() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("move n -> n - s for s in S if s <= n".to_owned()),
        Just("move n -> n - t for t in 1..min(p, n)".to_owned()),
        Just("move n -> t | n - t - p for t in 1..(n - p) // 2 if n > p".to_owned()),
        Just("move n -> n - c[n % size(c)] if n >= c[n % size(c)]".to_owned()),
        Just("move n -> n // p if n > 0 and word = halve".to_owned()),
        (1..3i64).prop_map(|d| format!("move n -> f(n) - {d} if n > {d} and f(n) >= {d}")),
    ]
}

fn joined(moves: Vec<String>) -> String {
    moves.join("\n") + "\n"
}

fn moves(one: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    proptest::collection::vec(one, 1..4).prop_map(joined)
}

/// A rule, and how far it is tabulated.
fn shapes() -> impl Strategy<Value = (String, &'static str)> {
    let heaps = (moves(heaps_moves()), 2..4i64, select(&["", " from 1"][..]), any::<bool>())
        .prop_map(|(moves, m, from, stuck)| {
            let stuck = if stuck { "stuck wins\n" } else { "" };
            (format!("game g\nstate heaps h[{m}]{from}\n{moves}{stuck}"), "h=4")
        });
    let coins = moves(turns()).prop_map(|m| (format!("game g\ncoins x from 1\n{m}"), "x=14"));
    let grid =
        moves(grid_turns()).prop_map(|m| (format!("game g\ncoins (x, y) from 1\n{m}"), "x=6,y=6"));
    // Where being stuck wins, heaps that split are played as whole sums.
    let ended = (moves(heap_moves()), ends()).prop_map(|(moves, ends)| {
        let to = if ends.contains("stuck") { "n=14" } else { "n=25" };
        (format!("game g\nheap n\n{moves}{ends}"), to)
    });
    let numbers = (1..5i64, 1..4i64, 1..4i64, select(&["halve", "stop"][..]));
    let given = (moves(parametric()), numbers).prop_map(|(moves, (p, s, c, word))| {
        let parameters = format!(
            "p = {p} in 1.., S = {{{s}, 5}}, c = [{c}, 2, 1], word = {word} in halve | stop"
        );
        let f = "let f(x) = if x < 2 then 0 else 1 + f(x - 2)\n";
        (format!("game g({parameters})\nheap n\n{f}{moves}"), "n=25")
    });
    // What no decreasing move leaves.
    let where_ = (moves(pair_moves()), 4..12i64).prop_map(|(moves, most)| {
        (format!("game g\nstate (a, b) where a + b < {most}\n{moves}"), "a=8,b=8")
    });
    prop_oneof![heaps, coins, grid, ended, given, where_]
}

/// A rule with starts.
fn with_starts() -> impl Strategy<Value = String> {
    let start = select(
        &["start k: k", "start k: k | k + 1", "start k: k | k | 2", "start (k, j): k | j // 2"][..],
    );
    let play = select(
        &[
            "",
            "",
            "play every\n",
            "play every\nwin when all n = 0\n",
            "stuck wins\n",
            "play every\nlose when any n = 1\n",
            "win when all n < 2\n",
        ][..],
    );
    (moves(heap_moves()), start, play)
        .prop_map(|(moves, start, play)| format!("game g\nheap n\n{moves}{play}{start}\n"))
}

/// A rule in which the players have moves of their own.
fn partizan() -> impl Strategy<Value = (String, &'static str)> {
    let owned = |moves: String, owners: Vec<usize>| {
        let lines =
            moves.lines().filter(|line| !line.contains("when stuck")).zip(owners.iter().cycle());
        let own = |(line, owner): (&str, &usize)| {
            line.replacen("move", ["left", "right", "move"][*owner], 1)
        };
        // A partizan rule has a move of one player.
        lines.map(own).collect::<Vec<_>>().join("\n") + "\nleft n -> n - 1 if n > 8\n"
    };
    let owners = || proptest::collection::vec(0..3usize, 4);
    let heap = (proptest::collection::vec(heap_moves(), 1..4), owners()).prop_map(
        move |(moves, owners)| {
            (format!("game g\nheap n\n{}", owned(joined(moves), owners)), "n=14")
        },
    );
    let pair = (proptest::collection::vec(pair_moves(), 1..4), owners()).prop_map(
        move |(moves, owners)| {
            let own = owned(joined(moves), owners)
                .replace("left n -> n - 1 if n > 8", "left (a - 1, b) if a > 3");
            (format!("game g\nstate (a, b)\n{own}"), "a=5,b=5")
        },
    );
    prop_oneof![heap, pair]
}

#[test]
fn most_rules_of_every_shape_give_a_table() {
    let mut runner = TestRunner::deterministic();
    let mut tables = [0; 3];
    for _ in 0..100 {
        let (shape, to) = shapes().new_tree(&mut runner).expect("a rule").current();
        let started = with_starts().new_tree(&mut runner).expect("a rule").current();
        let (own, end) = partizan().new_tree(&mut runner).expect("a rule").current();
        let starts = Request { positions: Positions::Starts, ..request("", "win") };
        let asked = [
            (shape, request(to, "win")),
            (started, Request { bounds: Bounds::All(5), ..starts }),
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn every_shape_agrees_with_its_definition((text, bounds) in shapes()) {
        agree(&text, &request(bounds, "sg"), &["sg", "win", "misere", "remoteness", "moves", "least"])?;
    }

    #[test]
    fn starts_agree_with_their_definition(text in with_starts()) {
        let starts = Request { positions: Positions::Starts, ..request("k=7,j=5", "win") };
        let bounds = match text.contains("play every") {
            true => "k=5,j=5",
            false => "k=7,j=5",
        };
        let bounds = if text.contains("(k, j)") { bounds } else { &bounds[..3] };
        let starts = Request { bounds: request(bounds, "win").bounds, ..starts };
        agree(&text, &starts, &["sg", "win", "misere", "remoteness", "moves", "least"])?;
    }

    #[test]
    fn partizan_rules_agree_with_their_definition((text, bounds) in partizan()) {
        agree(&text, &request(bounds, "left"), &["left", "right", "outcome", "value"])?;
    }

    /// The theorem of Sprague and Grundy against play of the sum as it stands.
    #[test]
    fn sums_are_won_where_the_values_differ(
        (text, _) in shapes(),
        a in 0..9i64,
        b in 0..9i64,
    ) {
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
            prop_assert_eq!(answer.win, sg != 0 || text.contains("stuck wins") && answer.win, "{}", &text);
        }
        if let Ok(searched) = searched {
            prop_assert_eq!(searched.win, answer.win, "{}", text);
        }
    }
}
