//! The beginning of the table.

use super::{cell, plain};
use crate::{Page, place, zeros_are_p_positions};
use expr::words::{listed, tuple};
use message::{Message, message};
use table::{Axis, Column, Table};

/// Values of a sequence shown, and side of the corner of a grid.
const SEQUENCE: usize = 20;
const CORNER: usize = 12;
/// Shown where a value is not a number.
const NO_NUMBER: &str = "--";
/// P-positions listed.
const P_POSITIONS: usize = 20;

pub(super) fn section(text: &mut String, page: &Page<'_>) {
    let table = page.table;
    let Some(main) = table.column(&page.main_quantity) else { return };
    *text += &format!("\n## {}\n\n", page.said.told("Table"));
    *text += &match table.axes.as_slice() {
        [] => format!("{} = {}\n", plain(&main.name), shown(table, main, 0)),
        [_] => sequence(table),
        [leading @ .., down, across] => corner(page, main, leading, down, across),
    };
    let whole = match table.axes.len() == 1 && main.values.is_integers() {
        true => "The whole table: [table.csv](table.csv), and as a b-file: [bfile.txt](bfile.txt).",
        false => "The whole table: [table.csv](table.csv).",
    };
    *text += &format!("\n{}\n", page.said.told(whole));
    let printed: &[Column] = match table.axes.len() {
        1 => &table.columns,
        _ => std::slice::from_ref(main),
    };
    let lacks = |c: &Column, i: usize| table.is_present(i) && c.values.text(i).is_none();
    let fractions = printed.iter().filter(|c| !c.values.is_integers());
    if fractions.into_iter().any(|c| (0..table.cells()).any(|i| lacks(c, i))) {
        let mark = message!("{NO_NUMBER} marks a position whose value is not a number.");
        *text += &format!("\n{}\n", page.said.told(mark));
    }
    if zeros_are_p_positions(&main.name) {
        *text += &format!("\n{}\n", page.said.told(p_positions(page, main)));
    }
}

fn shown(table: &Table, column: &Column, cell: usize) -> String {
    match table.is_present(cell) {
        true => column.values.text(cell).map_or(NO_NUMBER.into(), |text| text.into_owned()),
        false => String::new(),
    }
}

/// The first values of every quantity below their index.
fn sequence(table: &Table) -> String {
    let cells: Vec<usize> =
        (0..table.cells()).filter(|&c| table.is_present(c)).take(SEQUENCE).collect();
    let axis = &table.axes[0];
    let indices = cells.iter().map(|&c| (axis.lo + c as i64).to_string());
    let mut text = row(&axis.name, indices);
    text += &format!("|---|{}\n", "---:|".repeat(cells.len()));
    for column in &table.columns {
        text += &row(&column.name, cells.iter().map(|&c| shown(table, column, c)));
    }
    text
}

/// The corner of the first slice.
fn corner(page: &Page<'_>, main: &Column, leading: &[Axis], down: &Axis, across: &Axis) -> String {
    let table = page.table;
    let (rows, columns) = (down.len().min(CORNER), across.len().min(CORNER));
    let slice = plain(&place(leading, &leading.iter().map(|a| a.lo).collect::<Vec<_>>()));
    let [name, below, right] = [&main.name, &down.name, &across.name].map(|name| plain(name));
    let head = match slice.is_empty() {
        true => message!("{name}, {below} downwards and {right} to the right:"),
        false => message!("{name} for {slice}, {below} downwards and {right} to the right:"),
    };
    let mut text = format!("{}\n\n", page.said.told(head));
    let label = format!("{}, {}", down.name, across.name);
    text += &row(&label, (0..columns).map(|j| (across.lo + j as i64).to_string()));
    text += &format!("|---:|{}\n", "---:|".repeat(columns));
    for i in 0..rows {
        let values = (0..columns).map(|j| shown(table, main, i * across.len() + j));
        text += &row(&format!("**{}**", down.lo + i as i64), values);
    }
    text
}

fn row(label: &str, cells: impl Iterator<Item = String>) -> String {
    let label = if label.starts_with("**") { label.to_owned() } else { cell(label) };
    let mut text = format!("| {label} |");
    for content in cells {
        text += &format!(" {content} |");
    }
    text.push('\n');
    text
}

/// The first P-positions.
fn p_positions(page: &Page<'_>, column: &Column) -> Message {
    let table = page.table;
    let mut found = (0..table.cells())
        .filter(|&c| table.is_present(c) && column.values.get(c) == 0)
        .map(|c| tuple(table.position(c)));
    let first: Vec<_> = found.by_ref().take(P_POSITIONS).collect();
    let list = match (first.is_empty(), found.next()) {
        (true, _) => "none in this table.".into(),
        (false, None) => Message::from(first.join(", ")),
        (false, Some(_)) => Message::from(first.join(", ") + ", ..."),
    };
    let sizes = listed(table.axes.iter().map(|axis| &axis.name));
    match (column.name == "misere", page.of_starts) {
        (false, false) => message!("P-positions (lost for the player to move): {list}"),
        (true, false) => message!("Misère P-positions (lost for the player to move): {list}"),
        (false, true) => {
            message!(
                "P-positions among the starts, by {sizes} (lost for the player to move): {list}"
            )
        }
        (true, true) => message!(
            "Misère P-positions among the starts, by {sizes} (lost for the player to move): {list}"
        ),
    }
}
