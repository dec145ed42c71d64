//! Cells, elements and pawns that disappear.

use super::{ALL, Order, WITH_MOVES, compare, sets};
use crate::brute::board::{self, Pawns};
use crate::brute::row::Cells;
use crate::brute::{Outcome, Solver, heap};
use crate::support::Rows;

#[test]
fn chomp() {
    let mut solver = Solver::new(board::chomp);
    for (rows, columns) in [(1, 9), (3, 6), (4, 4), (6, 3)] {
        let expected: Vec<_> = board::shapes(rows, columns)
            .into_iter()
            .map(|shape| {
                let cells = solver.cells_with_moves(&shape);
                (shape.into_iter().map(i64::from).collect(), cells)
            })
            .collect();
        let names: Vec<String> = (1..=rows).map(|i| format!("r{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let game = format!("chomp -p n={rows} -p m={columns} --to r={columns}");
        compare(&game, WITH_MOVES, &names, Order::Matters, expected);
    }
}

#[test]
fn bars_of_chomp() {
    let mut solver = Solver::new(board::chomp);
    let mut expected = Vec::new();
    for rows in 1..=7_u8 {
        for columns in 1..=7 {
            let bar = vec![columns; usize::from(rows)];
            let cells = solver.cells_with_moves(&bar);
            expected.push((vec![i64::from(rows), i64::from(columns)], cells));
        }
    }
    compare(
        "chomp -p n=7 -p m=7 --starts --to 7",
        WITH_MOVES,
        &["a", "b"],
        Order::Matters,
        expected,
    );
}

#[test]
fn deletion_games() {
    for (n, code) in [(1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (3, 0x2d), (4, 0x5a5), (5, 0x1_2345)]
    {
        let game = format!("chomp-like -p n={n} -p g={code}");
        sets(&game, "S", n, board::deletion(board::gone_by_code(n, code)));
    }
}

#[test]
fn deletion_games_as_a_family() {
    let mut expected = Vec::new();
    for code in 0..64 {
        let mut solver = Solver::new(board::deletion(board::gone_by_code(3, code)));
        for set in 0..8_u64 {
            let position = vec![code.cast_signed(), set.cast_signed()];
            expected.push((position, solver.solve(&set).cells(ALL)));
        }
    }
    compare("chomp-like -p n=3 -p g=0..63", ALL, &["g", "S"], Order::Matters, expected);
}

#[test]
fn divisors_of_the_numbers_chosen() {
    sets("divisor-deletion -p n=8", "S", 8, board::deletion(board::divisors(8)));
    let expected: Vec<_> = (1..=20)
        .map(|n| {
            let mut solver = Solver::new(board::deletion(board::divisors(n)));
            let cells = solver.cells_with_moves(&board::all(n));
            (vec![i64::from(n)], cells)
        })
        .collect();
    let game = "divisor-deletion -p n=20 --starts";
    compare(game, WITH_MOVES, &["k"], Order::Matters, expected);
}

#[test]
fn partially_ordered_sets() {
    for code in 0..64 {
        let pairs = crate::brute::row::arcs_of_code(4, code);
        let pairs: Vec<_> = pairs.into_iter().map(|(high, low)| (low, high)).collect();
        let game = format!("poset-game -p n=4 -p pairs=1,1 -p g={code}");
        sets(&game, "S", 4, board::deletion(board::upper_sets(4, &pairs)));
    }
    let pairs = [(1, 2), (2, 5), (3, 5), (3, 6), (6, 8), (4, 7), (5, 9)];
    let words: Vec<String> = pairs.iter().map(|(low, high)| format!("{low},{high}")).collect();
    let game = format!("poset-game -p n=9 -p pairs={}", words.join(","));
    sets(&game, "S", 9, board::deletion(board::upper_sets(9, &pairs)));
}

/// A strip: all sets of 8 free cells, and the full strips of at most `to` cells.
#[track_caller]
fn strip(game: &str, to: u32, options: impl Fn(&Cells) -> Vec<Cells>) {
    sets(&format!("{game} -p n=8"), "F", 8, &options);
    let mut solver = Solver::new(&options);
    let expected: Vec<_> = (0..=to)
        .map(|k| {
            let full = board::all(k);
            (vec![i64::from(k)], solver.cells_with_moves(&full))
        })
        .collect();
    let starts = format!("{game} -p n={to} --starts");
    compare(&starts, WITH_MOVES, &["k"], Order::Matters, expected);
}

#[test]
fn strips() {
    strip("kayles", 13, board::kayles);
    strip("dawsons-kayles", 14, board::dawsons_kayles);
    strip("guarded-strip -p r=1", 14, board::guarded_strip(1));
    strip("guarded-strip -p r=2", 15, board::guarded_strip(2));
    strip("guarded-strip -p r=3", 15, board::guarded_strip(3));
}

/// Compares the nim-values of full strips with those of heaps that may be split by a code.
#[track_caller]
fn splits(game: &str, to: u32, digits: &[u32]) {
    let values = heap::values(&heap::take_and_break(digits), to);
    let expected = (0..).zip(values).map(|(k, sg)| (vec![k], vec![i64::from(sg)]));
    let starts = format!("{game} -p n={to} --starts");
    compare(&starts, "sg", &["k"], Order::Matters, expected);
}

#[test]
fn strips_are_sums_of_shorter_ones() {
    splits("kayles", 15, &[0, 7, 7]);
    splits("dawsons-kayles", 17, &[0, 0, 7]);
    splits("guarded-strip -p r=1", 17, &[0, 1, 3, 7]);
    splits("guarded-strip -p r=2", 17, &[0, 1, 1, 3, 3, 7]);
}

#[test]
fn treblecross() {
    let expected: Vec<_> = (0..=13)
        .map(|k| {
            let full = Solver::new(board::treblecross(k)).solve(&board::all(k));
            (vec![i64::from(k)], full.cells("win"))
        })
        .collect();
    compare("treblecross -p n=13 --starts", "win", &["k"], Order::Matters, expected);
    let mut expected = Vec::new();
    for length in 0..=6 {
        let mut solver = Solver::new(board::treblecross(length));
        for free in 0..1_u64 << length {
            let position = vec![i64::from(length), free.cast_signed()];
            expected.push((position, solver.solve(&free).cells("win")));
        }
    }
    compare("treblecross -p n=6 --to length=6", "win", &["length", "F"], Order::Matters, expected);
}

/// The column `win` of a table of full strips.
fn winners(game: &str) -> Vec<i64> {
    let rows = Rows::of(&format!("{game} --starts --quantity win")).columns(&["win"]);
    rows.into_iter().map(|row| row[0]).collect()
}

#[test]
fn treblecross_is_won_like_a_guarded_strip_from_three_cells_on() {
    let (marks, strip) = (winners("treblecross -p n=13"), winners("guarded-strip -p r=2 -p n=13"));
    assert_eq!(marks[3..], strip[3..]);
    assert_ne!(marks[2], strip[2]);
}

/// Dawson's Chess with 0 to `to` pawns each.
fn pawns(to: usize) -> Vec<Outcome> {
    let mut solver = Solver::new(Pawns::options);
    (0..=to).map(|columns| solver.solve(&Pawns::start(columns))).collect()
}

#[test]
fn dawsons_chess() {
    let expected = super::rows(0, &pawns(8), "win,misere");
    let game = "dawsons-chess -p n=8 --starts";
    compare(game, "win,misere", &["k"], Order::Matters, expected);
}

#[test]
fn dawsons_chess_is_won_like_a_guarded_strip() {
    let mut solver = Solver::new(board::guarded_strip(1));
    for (columns, outcome) in (0..).zip(pawns(9)) {
        let strip = solver.solve(&board::all(columns));
        assert_eq!(outcome.cells("win,misere"), strip.cells("win,misere"), "{columns} pawns");
    }
}

#[test]
fn cram() {
    for (rows, columns) in [(1, 8), (2, 4), (3, 3), (4, 2)] {
        let game = format!("cram -p R={rows} -p C={columns}");
        sets(&game, "F", rows * columns, board::cram(columns));
    }
    let mut expected = Vec::new();
    for rows in 1..=3 {
        for columns in 1..=5 {
            let mut solver = Solver::new(board::cram(columns));
            let board = board::all(rows * columns);
            let size = vec![i64::from(rows), i64::from(columns)];
            expected.push((size, solver.solve(&board).cells(ALL)));
        }
    }
    compare("cram -p R=3 -p C=5 --starts", ALL, &["a", "b"], Order::Matters, expected);
}
