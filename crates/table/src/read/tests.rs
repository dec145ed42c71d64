//! Every form that is read, every mistake that is refused.

use proptest::prelude::*;

use super::{ReadError, positions, read};
use crate::{Table, Values};

fn values(table: &Table) -> Vec<i64> {
    table.columns.last().unwrap().values.iter().collect()
}

fn axis(table: &Table, i: usize) -> (&str, i64, i64) {
    let axis = &table.axes[i];
    (&axis.name, axis.lo, axis.hi)
}

fn mistake(text: &str) -> ReadError {
    read(text, "t").unwrap_err()
}

#[test]
fn one_integer_per_line() {
    let table = read("# a comment\n0\n1\n\n-3\n", "t").unwrap();
    assert_eq!(values(&table), [0, 1, -3]);
    assert_eq!(axis(&table, 0), ("n", 0, 2));
    assert_eq!(table.columns[0].name, "value");
}

#[test]
fn comments_behind_integers() {
    assert_eq!(values(&read("[0, 1 # two\n#\n2#,\n]", "t").unwrap()), [0, 1, 2]);
    assert_eq!(axis(&read("3 0 # a\n4 1\n", "t").unwrap(), 0), ("n", 3, 4));
    assert_eq!(positions("(1, 2) # a\n3 5\n", "t"), positions("1 2\n3 5\n", "t"));
    // In a CSV it may be part of a word.
    let keys = &read("n,key\n0,C#\n1,C\n", "t").unwrap().columns[0].values;
    assert!(matches!(keys, Values::Words { words, .. } if words[..] == ["C#", "C"]));
    assert!(read("n,v\n0,1 # x\n", "t").is_err());
}

#[test]
fn lists() {
    for text in
        ["0, 1, 2, 5", "0 1 2 5", "[0, 1,\n 2, 5]", "0,1,\n2,5,\n", "\u{feff}0\r\n1\t2\r\n5"]
    {
        assert_eq!(values(&read(text, "t").unwrap()), [0, 1, 2, 5], "{text:?}");
    }
}

#[test]
fn semicolons_and_tabs_are_commas() {
    let comma = "a,b,sg\n0,0,0\n0,1,1\n1,0,1\n1,1,-2\n";
    let table = read(comma, "t").unwrap();
    for separator in [";", "\t", " ;"] {
        assert_eq!(read(&comma.replace(',', separator), "t").unwrap(), table, "{separator:?}");
    }
    assert_eq!(values(&read("3;1;2\n4", "t").unwrap()), [3, 1, 2, 4]);
    assert_eq!(read("\t0\t1\n0\t4\t5\n", "t"), read(",0,1\n0,4,5\n", "t"));
    assert_eq!(values(&read("\t0\t1\n\t4\t5\n", "t").unwrap()), [0, 1, 4, 5]);
    assert_eq!(positions("a;b\n1;2\n3;5\n", "t"), positions("a,b\n1,2\n3,5\n", "t"));
    let error = mistake("n\tsg\n0\tx\n");
    assert_eq!(error.to_string(), "t:2 (column sg): found `x`, expected an integer");
}

#[test]
fn b_file() {
    let table = read("# A000027\n1 1\n2 3\n3 4\n", "t").unwrap();
    assert_eq!(axis(&table, 0), ("n", 1, 3));
    assert_eq!(values(&table), [1, 3, 4]);
    let negative = read("-1 7\n0 8\n", "t").unwrap();
    assert_eq!(axis(&negative, 0), ("n", -1, 0));
}

#[test]
fn pairs_that_are_a_list() {
    // Fibonacci numbers, two to a line: the first ones are not consecutive.
    let table = read("0 1\n1 2\n3 5\n8 13\n", "t").unwrap();
    assert_eq!(values(&table), [0, 1, 1, 2, 3, 5, 8, 13]);
    // One line alone is a list; so are pairs with commas.
    assert_eq!(values(&read("4 5", "t").unwrap()), [4, 5]);
    assert_eq!(values(&read("0, 1\n1, 2\n", "t").unwrap()), [0, 1, 1, 2]);
}

#[test]
fn b_file_with_a_missing_index() {
    let error = mistake("0 5\n1 5\n2 5\n3 5\n5 5\n6 5\n");
    assert_eq!(error.mistake.line, 5);
    assert_eq!(error.to_string(), "t:5: found index 5, expected index 4 of a b-file");
}

#[test]
fn csv_grid_in_any_order() {
    let table = read("a,b,sg\n1,0,1\n0,0,0\n1,1,0\n0,1,1\n", "t").unwrap();
    assert_eq!((axis(&table, 0), axis(&table, 1)), (("a", 0, 1), ("b", 0, 1)));
    assert_eq!(values(&table), [0, 1, 1, 0]);
    assert_eq!(table.columns[0].name, "sg");
    assert!(table.present.is_none());
}

#[test]
fn csv_triangle_has_a_mask() {
    let table = read("a, b, win\n0, 0, 0\n0, 1, 1\n1, 1, 1\n", "t").unwrap();
    assert_eq!(table.present, Some(vec![true, true, false, true]));
    assert_eq!(table.value("win", &[1, 0]), None);
    assert_eq!(table.value("win", &[1, 1]), Some(1));
}

#[test]
fn csv_with_several_quantities() {
    let table = read("n,sg,win\n1,1,1\n2,0,0\n", "t").unwrap();
    assert_eq!(table.axes.len(), 1);
    assert_eq!(table.value("sg", &[1]), Some(1));
    assert_eq!(values(&table), [1, 0]);
    // Names that are no quantities are coordinates.
    assert_eq!(read("n,k,f\n1,1,1\n", "t").unwrap().axes.len(), 2);
}

#[test]
fn csv_with_one_column_is_a_list() {
    let table = read("sg\n0\n1\n2\n", "t").unwrap();
    assert_eq!((axis(&table, 0), table.columns[0].name.as_str()), (("n", 0, 2), "sg"));
}

#[test]
fn matrix_with_its_coordinates() {
    for text in [",3,4,5\n0,1,2,3\n1,4,5,6\n", "a\\b, 3, 4, 5\n1, 4, 5, 6\n0, 1, 2, 3\n"] {
        let table = read(text, "t").unwrap();
        assert_eq!((axis(&table, 0), axis(&table, 1)), (("a", 0, 1), ("b", 3, 5)));
        assert_eq!(values(&table), [1, 2, 3, 4, 5, 6], "{text}");
    }
    let triangle = read("x/y,0,1\n0,7,\n1,8,9\n", "t").unwrap();
    assert_eq!((axis(&triangle, 0).0, axis(&triangle, 1).0), ("x", "y"));
    assert_eq!(triangle.present, Some(vec![true, false, true, true]));
    assert_eq!(
        mistake(",0,1\n0,1\n").to_string(),
        "t:2: found 2 fields, expected 3 fields as in the first line"
    );
    assert_eq!(mistake(",0,1\n0,1,x\n").to_string(), "t:2: found `x`, expected an integer");
    assert_eq!(mistake(",0,1\n0,1,2\n0,1,2\n").mistake.line, 3);
}

#[test]
fn lost_positions_become_who_wins() {
    let evil = positions("0 3 5 6 9", "t").unwrap();
    assert_eq!(values(&evil), [0, 1, 1, 0, 1, 0, 0, 1, 1, 0]);
    assert_eq!((axis(&evil, 0), evil.columns[0].name.as_str()), (("n", 0, 9), "win"));
    assert_eq!(values(&positions("1\n2\n", "t").unwrap()), [1, 0, 0]);
    // Pairs in one order: known where the smaller number is within the list.
    let pairs = positions("a,b\n0,0\n1,2\n", "t").unwrap();
    assert_eq!(values(&pairs), [0, 1, 1, 1, 1, 0, 1, 0, 0]);
    assert_eq!(pairs.present.unwrap()[7..], [true, false]);
    let ordered = positions("(0, 0)\n(2, 1)\n", "t").unwrap();
    assert_eq!(values(&ordered), [0, 1, 1, 1, 1, 0]);
    for (text, line, found) in [
        ("", 1, "no position"),
        ("1,2\n3\n", 2, "1 numbers"),
        ("1,2\n-3,4\n", 2, "-3"),
        ("9000000000,1\n1,9000000000\n", 2, "a box of"),
        ("1,x\n", 1, "`x`"),
    ] {
        let error = positions(text, "t").unwrap_err();
        assert_eq!(
            (error.mistake.line, error.mistake.what.contains(found)),
            (line, true),
            "{error}"
        );
    }
}

#[test]
fn mistakes_name_line_and_value() {
    let cases = [
        ("", 1, "the end of the text"),
        ("# only\n", 1, "the end of the text"),
        ("[]", 1, "no integer"),
        ("1\nx\n", 2, "`x`"),
        ("1\n2.5\n", 2, "`2.5`"),
        ("1,,2", 1, "an empty field"),
        ("170141183460469231731687303715884105728", 1, "`1701411834"),
        ("n,sg\n", 1, "no row"),
        ("n,sg\n0,1\n1\n", 3, "1 fields"),
        ("n,sg\n0,1\n1,2,3\n", 3, "3 fields"),
        ("n,sg\n0,1\n1,\n", 3, "an empty field"),
        ("n,sg\n0,1\n\n0,2\n", 4, "position [0] a second time"),
        ("n,n\n0,1\n", 1, "column `n` a second time"),
        ("n,3\n0,1\n", 1, "`3`"),
        ("hello world\n", 1, "`hello world`"),
        ("n,sg\n0,\"1\"\n# comment\n1,\"2 2\"\n", 4, "`2 2`"),
        ("a,b,sg\n0,0,1\n9000000000,9000000000,2\n", 3, "a box of at least"),
        ("n,sg\n-9223372036854775808,1\n9223372036854775807,2\n", 3, "a box of at least"),
        ("9223372036854775806 1\n9223372036854775807 2\nx", 3, "`x`"),
    ];
    for (text, line, found) in cases {
        let error = mistake(text);
        assert_eq!(error.mistake.line, line, "{text:?}: {error}");
        assert!(error.mistake.what.contains(found), "{text:?}: {error}");
    }
}

#[test]
fn mistakes_in_a_csv_name_the_column() {
    let error = mistake("n,sg\n0,1\n1,\n");
    assert_eq!(error.to_string(), "t:3 (column sg): found an empty field, expected an integer");
}

/// The reader for unusual texts reads usual ones the same.
fn same_both_ways(text: &str) {
    if let Some(fast) = super::plain_integers(text) {
        assert_eq!(Ok(fast), super::read_integers(text).map_err(|m| m.what), "{text:?}");
    }
}

proptest! {
    #[test]
    fn fast_and_careful_reading_agree(text in "[-0-9, \n#\t]{0,40}") {
        same_both_ways(&text);
    }

    #[test]
    fn fast_and_careful_reading_of_pairs_agree(start in -3i64..9, list in prop::collection::vec(-70_000i64..70_000, 2..9)) {
        let lines: String = list.iter().zip(start..).map(|(v, n)| format!("{n} {v}\n")).collect();
        prop_assert!(super::plain_integers(&lines).is_some());
        same_both_ways(&lines);
    }

    #[test]
    fn any_text_is_answered(text in "[-0-9a-c, \\n#\"\\[\\]]{0,60}") {
        if let Ok(table) = read(&text, "t") {
            prop_assert_eq!(table.cells(), table.columns[0].values.len());
        }
    }

    #[test]
    fn lists_come_back(list in prop::collection::vec(any::<i64>(), 1..50)) {
        let lines: String = list.iter().map(|v| format!("{v}\n")).collect();
        prop_assert_eq!(values(&read(&lines, "t").unwrap()), list);
    }

    #[test]
    fn wide_lists_come_back(list in prop::collection::vec(-i128::MAX..=i128::MAX, 2..50)) {
        let lines: String = list.iter().map(|v| format!("{v}\n")).collect();
        let table = read(&lines, "t").unwrap();
        prop_assert_eq!(table.columns[0].values.wide(), Some(list.clone()));
        let lines: String = list.iter().zip(1..).map(|(v, n)| format!("{n} {v}\n")).collect();
        let table = read(&lines, "t").unwrap();
        prop_assert_eq!((table.axes[0].lo, table.columns[0].values.wide()), (1, Some(list)));
    }

    #[test]
    fn b_files_come_back(offset in -50i64..50, list in prop::collection::vec(any::<i64>(), 2..50)) {
        let lines: String = list.iter().zip(offset..).map(|(v, n)| format!("{n} {v}\n")).collect();
        let table = read(&lines, "t").unwrap();
        prop_assert_eq!(table.axes[0].lo, offset);
        prop_assert_eq!(values(&table), list);
    }
}
