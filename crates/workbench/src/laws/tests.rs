//! How far a table without a law is extended.

use super::lawful;
use crate::input::{Input, Task};
use crate::request::Extent;
use crate::watch::Alone;

/// The ends of the axes of the table of which laws are stated.
fn ends(text: &str) -> Vec<i64> {
    let input = Input::of_text(text).expect(text);
    let game = input.game().expect(text);
    let request = input.request(&Extent::default(), &game);
    let task = Task { input: &input, game: &game, request: &request };
    let table = task.tabulate(&Alone).expect(text).table;
    lawful(task, table, &Alone).table.axes.iter().map(|axis| axis.hi).collect()
}

#[test]
fn a_coordinate_that_has_all_its_values_does_not_keep_others_from_growing() {
    let moves = "move (a - 1, b) if a > 0\nmove (a - 2, b) if a >= 2 and b > 0\n\
                 move (a, b - 1) if b > 0\n";
    assert_eq!(ends(&format!("state (a, b in 0..3)\n{moves}table sg to a = 12")), [36, 3]);
    assert_eq!(ends(&format!("state (a, b)\n{moves}table sg to a = 12, b = 3")), [36, 9]);
}

#[test]
fn a_table_that_would_take_much_memory_is_extended_less() {
    // the sums of such heaps are valued one by one
    let splits = "left n -> i | n - i for i in 1..n // 2 if i % 2 = 1\n\
                  right n -> i | n - i for i in 1..n // 2 if i % 2 = 0\n\
                  right n -> n - 1 if n > 0\n";
    assert_eq!(ends(&format!("heap n\n{splits}table outcome to n = 20")), [60]);
}
