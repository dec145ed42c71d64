//! Outcomes and fractions as plain text, CSV, JSON and Markdown.

use arith::Dyadic;
use report::{columns, csv, json, text};
use table::{Axis, Column, Table, Values};

fn number(text: &str) -> Option<Dyadic> {
    text.parse().ok()
}

/// Three positions: up, a half, and an integer.
fn towers() -> Table {
    let words = ["L", "R", "N", "P"].map(String::from).to_vec();
    let outcome = Values::Words { words, cells: vec![2, 0, 1] };
    let value = Values::of_numbers(vec![None, number("1/2"), number("-3")]);
    Table {
        axes: vec![Axis::new("n", 0, 2)],
        columns: vec![
            Column { name: "outcome".into(), values: outcome },
            Column { name: "value".into(), values: value },
        ],
        present: None,
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes it");
    String::from_utf8(out).expect("text")
}

#[test]
fn text_marks_what_is_not_a_number() {
    let table = towers();
    let expected = "
n          0   1   2
outcome    N   L   R
value      -  1/2  -3

-  not a number
";
    let shown = written(|w| text::table(&table, &columns(&table), 60, w));
    let squeezed = |text: &str| -> Vec<Vec<String>> {
        text.lines().map(|l| l.split_whitespace().map(String::from).collect()).collect()
    };
    assert_eq!(squeezed(&shown), squeezed(&expected[1..]));
    let widths: Vec<usize> = shown.lines().take(3).map(str::len).collect();
    assert!(widths.windows(2).all(|w| w[0] == w[1]), "{shown}");
    // Without fractions there is nothing to explain.
    let shown = written(|w| text::table(&table, &[&table.columns[0]], 60, w));
    assert!(!shown.contains("not a number"), "{shown}");
}

#[test]
fn csv_leaves_an_empty_field() {
    let table = towers();
    let shown = written(|w| csv::write_table(&table, &columns(&table), w));
    assert_eq!(shown, "n,outcome,value\n0,N,\n1,L,1/2\n2,R,-3\n");
}

#[test]
fn json_has_strings_numbers_and_null() {
    let table = towers();
    let shown = written(|w| json::table(&table, &columns(&table), w));
    let value: serde_json::Value = serde_json::from_str(&shown).expect("valid JSON");
    let expected = serde_json::json!([[0, "N", null], [1, "L", "1/2"], [2, "R", -3]]);
    assert_eq!(value["rows"], expected);
}
