//! The beginning of the table.

use super::{cell, plain};
use crate::{Page, zeros_are_p_positions};
use table::{Axis, Column, Table};

/// Values of a sequence shown, and side of the corner of a grid.
const SEQUENCE: usize = 20;
const CORNER: usize = 12;
/// P-positions listed.
const P_POSITIONS: usize = 20;

pub(super) fn section(text: &mut String, page: &Page<'_>) {
    let table = page.table;
    let Some(main) = table.column(&page.main_quantity) else { return };
    *text += "\n## Table\n\n";
    *text += &match table.axes.as_slice() {
        [] => format!("{} = {}\n", plain(&main.name), shown(table, main, 0)),
        [_] => sequence(table),
        [leading @ .., down, across] => corner(table, main, leading, down, across),
    };
    *text += "\nAll of it: [table.csv](table.csv)";
    if table.axes.len() == 1 {
        *text += ", and as a b-file: [bfile.txt](bfile.txt)";
    }
    *text += ".\n";
    if zeros_are_p_positions(&main.name) {
        p_positions(text, table, main);
    }
}

fn shown(table: &Table, column: &Column, cell: usize) -> String {
    if table.is_present(cell) { column.values.get(cell).to_string() } else { String::new() }
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
        text += &row(&column.name, cells.iter().map(|&c| column.values.get(c).to_string()));
    }
    text
}

/// The corner of the first slice.
fn corner(table: &Table, main: &Column, leading: &[Axis], down: &Axis, across: &Axis) -> String {
    let (rows, columns) = (down.len().min(CORNER), across.len().min(CORNER));
    let slice: Vec<_> = leading.iter().map(|a| format!("{} = {}", a.name, a.lo)).collect();
    let place = if slice.is_empty() { String::new() } else { format!(" for {}", slice.join(", ")) };
    let mut text = format!(
        "{}{}, {} downwards and {} to the right:\n\n",
        plain(&main.name),
        plain(&place),
        plain(&down.name),
        plain(&across.name)
    );
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

fn p_positions(text: &mut String, table: &Table, column: &Column) {
    let mut found = (0..table.cells())
        .filter(|&c| table.is_present(c) && column.values.get(c) == 0)
        .map(|c| match table.position(c).as_slice() {
            [n] => n.to_string(),
            coordinates => {
                let parts: Vec<_> = coordinates.iter().map(i64::to_string).collect();
                format!("({})", parts.join(", "))
            }
        });
    let first: Vec<_> = found.by_ref().take(P_POSITIONS).collect();
    let name = if column.name == "misere" { "Misère P-positions" } else { "P-positions" };
    *text += &match (first.is_empty(), found.next()) {
        (true, _) => format!("\n{name} (lost for the player to move): none in this table.\n"),
        (false, more) => {
            let tail = if more.is_some() { ", ..." } else { "" };
            format!("\n{name} (lost for the player to move): {}{tail}\n", first.join(", "))
        }
    };
}
