//! Whatever text is answered, and what is written in a notation is read from it.

use crate::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn any_text_is_answered(text in "[-0-9a-ceNPn*+$&\\\\, ;:=<>.|\\n\t#\"\\[\\](){}%/\u{2026}\u{7b2c}]{0,60}") {
        for asked in [None, Some(As::List), Some(As::Table), Some(As::Matrix), Some(As::Triangle), Some(As::Positions)] {
            match read(&text, "t", asked) {
                Ok(Reading { table, .. }) => {
                    let cells = table.cells();
                    prop_assert!(table.columns.iter().all(|c| c.values.len() == cells));
                    prop_assert!(table.present.is_none_or(|p| p.len() == cells));
                }
                Err(e) => prop_assert!((1..=text.lines().count().max(1)).contains(&e.mistake.line), "{}", e),
            }
        }
    }

    #[test]
    fn what_stands_beside_a_list_changes_nothing(list in prop::collection::vec(-99i64..9999, 3..30)) {
        let said: Vec<String> = list.iter().map(i64::to_string).collect();
        let said = said.join(", ");
        for text in [
            format!("{said} # mine, 5"),
            format!("{said} // mine; 5\n"),
            format!("/* 5, 6 */ {said}"),
            format!("${said}$"),
            format!("\\[ {said}, \\ldots \\]"),
            format!("```\n{said}\n```\n"),
            format!("> {said}"),
            format!(">>> sg(5)\n[{said}]"),
            format!("sg(n) = {said}."),
            format!("sg := [{said}]:"),
            format!("g <- c({said});"),
            format!("{{\"offset\": 0, \"data\": [{said}]}}"),
            format!("%S {said}"),
        ] {
            let read = read(&text, "t", None);
            prop_assert_eq!(read.map(|r| (r.table.axes[0].lo, values(&r.table))), Ok((0, list.clone())), "{}", text);
        }
    }

    #[test]
    fn lists_come_back(list in prop::collection::vec(any::<i128>(), 2..50), offset in -50i64..50) {
        let lines: String = list.iter().map(|v| format!("{v}\n")).collect();
        prop_assert_eq!(table(&lines).columns[0].values.wide(), Some(list.clone()));
        let lines: String = list.iter().zip(offset..).map(|(v, n)| format!("{n} {v}\n")).collect();
        let table = table(&lines);
        prop_assert_eq!((table.axes[0].lo, table.columns[0].values.wide()), (offset, Some(list)));
    }

    #[test]
    fn tables_come_back_in_every_notation(
        sides in (1usize..5, 1usize..5),
        list in prop::collection::vec(-9i64..2000, 16),
    ) {
        let (height, width) = (sides.0 + 1, sides.1 + 2);
        let at = |a: usize, b: usize| list[(a * width + b) % list.len()];
        let rows: Vec<Vec<String>> = (0..height).map(|a| (0..width).map(|b| at(a, b).to_string()).collect()).collect();
        let joined = |open: &str, mark: &str, close: &str, between: &str| {
            let row = |row: &Vec<String>| format!("{open}{}{close}", row.join(mark));
            rows.iter().map(row).collect::<Vec<_>>().join(between)
        };
        let wanted: Vec<i64> = (0..height).flat_map(|a| (0..width).map(move |b| (a, b))).map(|(a, b)| at(a, b)).collect();
        let labelled = |mark: &str| {
            let head: String = (0..width).map(|b| format!("{mark}{b}")).collect();
            let row = |(a, row): (usize, &Vec<String>)| format!("\n{a}{mark}{}", row.join(mark));
            head + &rows.iter().enumerate().map(row).collect::<String>()
        };
        let long: String = (0..height).flat_map(|a| (0..width).map(move |b| (a, b))).map(|(a, b)| format!("{a};{b};{}\n", at(a, b))).collect();
        let equations: String = (0..height).flat_map(|a| (0..width).map(move |b| (a, b))).map(|(a, b)| format!("f({a}, {b}) = {}, ", at(a, b))).collect();
        for text in [
            format!("[{}]", joined("[", ", ", "]", ",\n ")),
            format!("[{}]", joined("[", " ", "]", "\n ")),
            format!("{{{}}}", joined("{", ", ", "}", ", ")),
            format!("[{}]", joined("", " ", "", "; ")),
            labelled(","),
            labelled("\t"),
            format!("a;b;value\n{long}"),
            equations,
        ] {
            let read = read(&text, "t", None);
            prop_assert_eq!(read.map(|r| (r.table.axes.len(), values(&r.table))), Ok((2, wanted.clone())), "{}", text);
        }
    }
}

#[test]
fn a_number_in_lists_that_are_nested_less_deeply_is_a_mistake() {
    let said = mistake("([[][(())6]])");
    assert!(said.contains("fields as in the other rows"), "{said}");
}
