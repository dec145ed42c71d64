//! Tables of one component by every solver.

use arena::read::{graphs, words};
use arena::{Components, Solver};
use table::{Column, Table, Values};

fn column(name: &str, cells: impl Into<Vec<i64>>) -> Column {
    Column { name: name.to_owned(), values: Values::I64(cells.into()) }
}

fn table(solver: Solver, text: &str) -> Table {
    let given = match solver {
        Solver::Prefixes | Solver::Substrings => Components::Words(words(text).unwrap()),
        _ => Components::Graphs(graphs(text).unwrap()),
    };
    solver.table(&given).unwrap()
}

#[test]
fn rows_of_every_kind() {
    let columns = table(Solver::Dag, "3 3\n1 2\n2 3\n1 3\n").columns;
    assert_eq!(columns[0], column("sg", [2, 1, 0]));
    assert_eq!(columns[1], column("win", [1, 1, 0]));
    let columns = table(Solver::Geography, "3 2\n1 2\n2 3\n").columns;
    assert_eq!(columns[0], column("win", [0, 1, 0]));
    assert_eq!(columns[1], column("moves", [0, 2, 0]));
    let hanging = table(Solver::Hackenbush, "4 2 1\n1 2\n2 3\n");
    assert_eq!(hanging.columns[0], column("sg", [2, 1, 0, 0]));
    assert_eq!(hanging.present, Some(vec![true, true, true, false]));
    // The empty word, a, b, aa, ab, aab.
    let columns = table(Solver::Substrings, "words 1\naab\n").columns;
    assert_eq!(columns[0], column("words", [3, 2, 1]));
    let columns = table(Solver::Loopy, "3 3\n1 2\n2 1\n2 3\n").columns;
    let words = ["N", "P", "draw"].map(str::to_owned).into();
    let values = Values::Words { words, cells: vec![1, 0, 1] };
    assert_eq!(columns[0], Column { name: "outcome".to_owned(), values });
}
