//! Plain text, CSV, JSON and b-files of small tables.

use draw::{Draw, cases, check, prop_assert_eq};
use report::{bfile, columns, csv, json, text};
use table::{Axis, Column, Table, Values};

fn column(name: &str, values: &[i64]) -> Column {
    Column { name: name.into(), values: Values::I64(values.to_vec()) }
}

fn sequence() -> Table {
    let sg: Vec<i64> = (0..13).map(|n| n % 4).collect();
    let win: Vec<i64> = sg.iter().map(|&v| i64::from(v > 0)).collect();
    Table {
        axes: vec![Axis::new("n", 0, 12)],
        columns: vec![column("sg", &sg), column("win", &win)],
        present: None,
    }
}

/// Two coordinates with a <= b.
fn triangle() -> Table {
    let mut table = Table {
        axes: vec![Axis::new("a", 0, 2), Axis::new("b", 0, 3)],
        columns: Vec::new(),
        present: None,
    };
    let positions: Vec<_> = (0..table.cells()).map(|c| table.position(c)).collect();
    let sg: Vec<i64> =
        positions.iter().map(|p| if p[0] <= p[1] { p[0] ^ p[1] } else { 0 }).collect();
    table.present = Some(positions.iter().map(|p| p[0] <= p[1]).collect());
    table.columns.push(column("sg", &sg));
    table
}

fn shown(table: &Table, columns: &[&Column], width: usize) -> String {
    let mut out = Vec::new();
    text::table(table, columns, width, &mut out).expect("memory takes it");
    String::from_utf8(out).expect("text")
}

#[test]
fn one_quantity_in_rows_of_ten() {
    let table = sequence();
    let text = shown(&table, &[&table.columns[0]], 60);
    let expected = "
 n   +0  +1  +2  +3  +4  +5  +6  +7  +8  +9
 0    0   1   2   3   0   1   2   3   0   1
10    2   3   0
";
    assert_eq!(text, expected[1..]);
}

#[test]
fn several_quantities_below_their_index() {
    let table = sequence();
    let text = shown(&table, &columns(&table), 25);
    let expected = "
n     0  1  2  3  4  5  6
sg    0  1  2  3  0  1  2
win   0  1  1  1  0  1  1

n     7  8  9 10 11 12
sg    3  0  1  2  3  0
win   1  0  1  1  1  0
";
    assert_eq!(text, expected[1..]);
}

#[test]
fn grids_are_matrices_when_they_fit() {
    let table = triangle();
    let expected = "
a\\b  0 1 2 3
  0  0 1 2 3
  1  . 0 3 2
  2  . . 0 1
";
    assert_eq!(shown(&table, &columns(&table), 40), expected[1..]);
    let expected = "a  b  sg\n0  0   0\n0  1   1\n0  2   2\n0  3   3\n1  1   0\n";
    assert!(shown(&table, &columns(&table), 8).starts_with(expected));
}

#[test]
fn more_coordinates_are_slices() {
    let table = Table {
        axes: vec![Axis::new("k", 1, 2), Axis::new("a", 0, 1), Axis::new("b", 0, 1)],
        columns: vec![column("sg", &[0, 1, 1, 0, 0, 1, 1, 2])],
        present: None,
    };
    let expected = "
sg: k = 1
a\\b  0 1
  0  0 1
  1  1 0

sg: k = 2
a\\b  0 1
  0  0 1
  1  1 2
";
    assert_eq!(shown(&table, &columns(&table), 40), expected[1..]);
}

#[test]
fn extreme_indices_end() {
    for lo in [i64::MIN, i64::MAX - 1] {
        let table = Table {
            axes: vec![Axis::new("n", lo, lo + 1)],
            columns: vec![column("v", &[7, 8])],
            present: None,
        };
        let text = shown(&table, &columns(&table), 80);
        assert!(text.contains('7') && text.contains('8'), "{text}");
    }
}

#[test]
fn csv_leaves_absent_cells_out() {
    let table = triangle();
    let mut out = Vec::new();
    csv::write_table(&table, &columns(&table), &mut out).unwrap();
    let expected = "a,b,sg\n0,0,0\n0,1,1\n0,2,2\n0,3,3\n1,1,0\n1,2,3\n1,3,2\n2,2,0\n2,3,1\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn json_has_the_rows_of_the_csv() {
    let table = triangle();
    let mut out = Vec::new();
    json::table(&table, &columns(&table), &mut out).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(value["columns"], serde_json::json!(["a", "b", "sg"]));
    assert_eq!(value["axes"][1], serde_json::json!({"name": "b", "from": 0, "to": 3}));
    assert_eq!(value["rows"].as_array().unwrap().len(), 9);
    assert_eq!(value["rows"][5], serde_json::json!([1, 2, 3]));
}

#[test]
fn b_files_have_index_and_value() {
    let table = sequence();
    let mut out = Vec::new();
    bfile::write(&table, &table.columns[0], "Bash: sg(n)", &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.starts_with("# Bash: sg(n)\n0 0\n1 1\n"), "{text}");
    assert!(text.ends_with("\n12 0\n"), "{text}");
}

/// Against the `csv` crate, with header names of any kind.
#[test]
fn csv_reads_back() {
    let input = |d: &mut Draw| {
        let signs: Vec<char> = ('a'..='z').chain([',', '"', '\n', ' ']).collect();
        let names = [(); 3].map(|()| String::from_iter(d.many(1..5, |d| d.pick(&signs))));
        (names, [(); 12].map(|()| d.bits() as i64), d.int(-3..3))
    };
    let reads_back = |(names, values, lo): ([String; 3], [i64; 12], i64)| {
        let table = Table {
            axes: vec![Axis::new(&names[0], lo, lo + 2), Axis::new(&names[1], -lo, -lo + 3)],
            columns: vec![column(&names[2], &values)],
            present: None,
        };
        let mut out = Vec::new();
        csv::write_table(&table, &columns(&table), &mut out).unwrap();
        let mut reader = ::csv::Reader::from_reader(out.as_slice());
        let header: Vec<String> = reader.headers().unwrap().iter().map(Into::into).collect();
        prop_assert_eq!(header, names);
        for (cell, record) in reader.deserialize().enumerate() {
            let row: Vec<i64> = record.unwrap();
            prop_assert_eq!(&row[..2], table.position(cell));
            prop_assert_eq!(row[2], values[cell]);
        }
        Ok(())
    };
    reads_back((["\n", "\n", "a"].map(String::from), [0; 12], 0)).expect("the same names");
    check(cases(), input, reads_back);
}
