//! Whatever text is answered, and what is written in a notation is read from it.

use crate::*;
use draw::{Draw, TestCaseResult, check, prop_assert, prop_assert_eq};

/// Characters of notations.
const CHARACTERS: &str = "0123456789 \n\t,;:-+*$&\\=<>.|#\"[](){}%/abceNPn…第";

fn is_answered(text: &str) -> TestCaseResult {
    let forms = [As::List, As::Table, As::Matrix, As::Triangle, As::Positions].map(Some);
    for asked in forms.into_iter().chain([None]) {
        match read(text, "t", asked) {
            Ok(Reading { table, .. }) => {
                let cells = table.cells();
                prop_assert!(table.columns.iter().all(|c| c.values.len() == cells));
                prop_assert!(table.present.is_none_or(|p| p.len() == cells));
            }
            Err(e) => {
                let lines = text.lines().count().max(1);
                prop_assert!((1..=lines).contains(&e.mistake.line), "{}", e);
            }
        }
    }
    Ok(())
}

#[test]
fn any_text_is_answered() {
    is_answered(",\n{#\n{").unwrap();
    let characters: Vec<char> = CHARACTERS.chars().collect();
    let input = |d: &mut Draw| String::from_iter(d.many(0..61, |d| d.pick(&characters)));
    check(draw::cases(), input, |text| is_answered(&text));
}

#[test]
fn what_stands_beside_a_list_changes_nothing() {
    let input = |d: &mut Draw| d.many(3..30, |d| d.int(-99..9999));
    check(draw::cases(), input, |list| {
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
            let read = read(&text, "t", None).map(|r| (r.table.axes[0].lo, values(&r.table)));
            prop_assert_eq!(read, Ok((0, list.clone())), "{}", text);
        }
        Ok(())
    });
}

#[test]
fn lists_come_back() {
    let input = |d: &mut Draw| (d.many(2..50, Draw::wide), d.int(-50..50));
    check(draw::cases(), input, |(list, offset)| {
        let lines: String = list.iter().map(|v| format!("{v}\n")).collect();
        prop_assert_eq!(table(&lines).columns[0].values.wide(), Some(list.clone()));
        let lines: String = list.iter().zip(offset..).map(|(v, n)| format!("{n} {v}\n")).collect();
        let table = table(&lines);
        prop_assert_eq!((table.axes[0].lo, table.columns[0].values.wide()), (offset, Some(list)));
        Ok(())
    });
}

#[test]
fn tables_come_back_in_every_notation() {
    let input = |d: &mut Draw| ([d.size(2..6), d.size(3..7)], d.ints::<16>(-9..2000));
    check(draw::cases(), input, |([height, width], list)| {
        let row = |a: usize| (0..width).map(move |b| (a, b, list[(a * width + b) % list.len()]));
        let cells: Vec<(usize, usize, i64)> = (0..height).flat_map(row).collect();
        let wanted: Vec<i64> = cells.iter().map(|(_, _, value)| *value).collect();
        let rows = wanted.chunks(width);
        let rows: Vec<Vec<String>> =
            rows.map(|row| row.iter().map(i64::to_string).collect()).collect();
        let joined = |open: &str, mark: &str, close: &str, between: &str| {
            let row = |row: &Vec<String>| format!("{open}{}{close}", row.join(mark));
            rows.iter().map(row).collect::<Vec<_>>().join(between)
        };
        let labelled = |mark: &str| {
            let head: String = (0..width).map(|b| format!("{mark}{b}")).collect();
            let row = |(a, row): (usize, &Vec<String>)| format!("\n{a}{mark}{}", row.join(mark));
            head + &rows.iter().enumerate().map(row).collect::<String>()
        };
        let long = |(a, b, value): &(usize, usize, i64)| format!("{a};{b};{value}\n");
        let long: String = cells.iter().map(long).collect();
        let equation = |(a, b, value): &(usize, usize, i64)| format!("f({a}, {b}) = {value}, ");
        let equations = cells.iter().map(equation).collect();
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
            let read = read(&text, "t", None).map(|r| (r.table.axes.len(), values(&r.table)));
            prop_assert_eq!(read, Ok((2, wanted.clone())), "{}", text);
        }
        Ok(())
    });
}

#[test]
fn a_number_in_lists_that_are_nested_less_deeply_is_a_mistake() {
    let said = mistake("([[][(())6]])");
    assert!(said.contains("fields as in the other rows"), "{said}");
}
