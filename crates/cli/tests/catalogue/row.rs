//! Stairs, rows of heaps, and pieces on a line.

use super::{Order, WITH_MOVES, compare, sets};
use crate::brute::Solver;
use crate::brute::row::{self, Arc, Row};

fn integers(row: &Row) -> Vec<i64> {
    row.iter().copied().map(i64::from).collect()
}

/// A row of `count` heaps of at most `max`, those that `allowed` admits.
#[track_caller]
fn row_of_heaps(
    game: &str,
    (count, max): (usize, u32),
    allowed: impl Fn(&Row) -> bool,
    options: impl Fn(&Row) -> Vec<Row>,
) {
    let mut solver = Solver::new(options);
    let rows = row::rows(count, max).into_iter().filter(allowed);
    let expected: Vec<_> =
        rows.map(|row| (integers(&row), solver.cells_with_moves(&row))).collect();
    let names: Vec<String> = (1..=count).map(|i| format!("h{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    compare(&format!("{game} --to {max}"), WITH_MOVES, &names, Order::Matters, expected);
}

#[test]
fn staircase() {
    for (steps, max) in [(1, 20), (2, 8), (3, 6), (4, 4), (5, 2)] {
        let game = format!("staircase -p m={steps}");
        row_of_heaps(&game, (steps, max), |_| true, row::staircase);
    }
}

#[track_caller]
fn stones_on_a_graph(game: &str, heaps: (usize, u32), arcs: Vec<Arc>) {
    row_of_heaps(game, heaps, |_| true, row::along_arcs(arcs));
}

#[test]
fn stairs_with_prescribed_lower_steps() {
    let codes = (0..8).map(|code| (3, code, 3)).chain((0..64).step_by(7).map(|code| (4, code, 2)));
    let larger = [(5, 0x2d5, 1), (5, 0x3ff, 1), (6, 0x5a5a, 1), (6, 0x1234, 1)];
    for (n, code, max) in codes.chain(larger) {
        let arcs = row::arcs_of_code(n, code);
        stones_on_a_graph(&format!("dag-staircase -p n={n} -p g={code}"), (n, max), arcs);
    }
}

#[test]
fn cards_in_boxes() {
    for (boxes, max) in [(3, 5), (5, 3), (7, 2), (9, 1)] {
        let game = format!("box-staircase -p n={boxes}");
        stones_on_a_graph(&game, (boxes, max), row::box_arcs(boxes));
    }
}

#[test]
fn the_boxes_that_matter() {
    let mut solver = Solver::new(row::along_arcs(row::box_arcs(9)));
    for cards in row::rows(9, 1) {
        let matters = |place: &usize| [0, 2, 5].contains(&((place + 1) % 6));
        let value = (0..9).filter(matters).fold(0, |xor, place| xor ^ cards[place]);
        assert_eq!(solver.solve(&cards).sg, value, "{cards:?}");
    }
}

#[test]
fn coins_on_an_axis() {
    sets("axis-coins -p n=11 -p base=0", "A", 11, row::axis_coins);
    sets("axis-coins -p n=9 -p base=1", "A", 9, row::axis_coins);
}

#[test]
fn stones_to_the_nearest_empty_cell() {
    for cells in [1, 2, 6, 11, 12] {
        sets(&format!("right-empty -p n={cells}"), "A", cells, row::right_empty(cells));
    }
}

#[test]
fn climbing_the_hill() {
    let cells: u32 = 8;
    let mut solver = Solver::new(row::climbing_hill);
    let mut expected = Vec::new();
    for people in 0..1_u64 << cells {
        for king in 0..=cells {
            if king == 0 || people >> (king - 1) & 1 == 1 {
                let win = i64::from(solver.solve(&(people, king)).win);
                expected.push((vec![people.cast_signed(), i64::from(king)], vec![win]));
            }
        }
    }
    let columns = ["A", "king"];
    compare(&format!("climbing-hill -p n={cells}"), "win", &columns, Order::Matters, expected);
}

#[test]
fn heaps_taken_from_the_ends() {
    for (count, max) in [(1, 20), (2, 9), (3, 7), (4, 5), (5, 3), (6, 2)] {
        let game = format!("ends-nim -p m={count}");
        row_of_heaps(&game, (count, max), row::empty_at_ends, row::ends_nim);
    }
}
