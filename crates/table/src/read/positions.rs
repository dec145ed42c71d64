//! Lists of lost positions as tables of who wins.

use super::{ReadError, csv_box, integer, read_line, starts_with_name, with_commas, wrong};
use crate::lines::{Line, Mistake, lines, unmarked};
use crate::{Axis, Column, Table, Values};

/// Boxes with more cells are refused.
const MAX_CELLS: u128 = 1 << 26;
/// A box of several coordinates may have this many cells whatever its number of rows, or
/// [`MAX_CELLS_PER_SQUARE`] times the square of that number: lost pairs are about as many as the
/// sides of their box are long, and others are more.
const SMALL_BOX: u128 = 1 << 20;
const MAX_CELLS_PER_SQUARE: u128 = 256;
/// Names of coordinates where the text has none.
const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// The table of `win` (1 where the player to move wins) whose lost positions are written in
/// `text`: one position on each line, or single numbers in any arrangement.
///
/// The list is taken to be complete as far as its greatest first number. Pairs `a <= b`, each
/// written once, stand for their mirror images as well; then a position is known where its smaller
/// number is within the list.
///
/// # Errors
/// What is no integer, a line with more or fewer numbers than the others, a negative number, or
/// numbers so large that their box is.
pub fn positions(text: &str, name: &str) -> Result<Table, ReadError> {
    rows(text)
        .and_then(|(names, rows)| table(&names, &rows))
        .map_err(|mistake| ReadError { source_name: name.to_owned(), mistake })
}

type Rows = Vec<(usize, Vec<i64>)>;

/// Names of the coordinates, and the positions with their lines.
fn rows(text: &str) -> Result<(Vec<String>, Rows), Mistake> {
    let text = &*with_commas(unmarked(text));
    let mut lines = lines(text).peekable();
    let mut names = Vec::new();
    if let Some(first) = lines.next_if(|line| starts_with_name(line.text)) {
        names = csv_box::header(first.number, first.text)?;
    }
    let mut rows: Rows = Vec::new();
    for line in lines {
        let mut numbers = Vec::new();
        let text = line.text.trim_matches(['(', ')']);
        read_line(Line { text, ..line }, &mut numbers, integer)?;
        if !numbers.is_empty() {
            rows.push((line.number, numbers));
        }
    }
    let Some((_, first)) = rows.first() else {
        return Err(wrong(1, "no position", "at least one position"));
    };
    let width = if names.is_empty() { first.len() } else { names.len() };
    let is_flat = names.is_empty() && rows.iter().any(|(_, row)| row.len() != width);
    let is_list = names.is_empty() && (rows.len() == 1 || is_flat && width > NAMES.len());
    if is_list {
        let singles = rows.iter().flat_map(|(line, row)| row.iter().map(|&n| (*line, vec![n])));
        return Ok((vec!["n".to_owned()], singles.collect()));
    }
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != width) {
        let expected = format!("{width} numbers, a position as on the lines before");
        return Err(wrong(*line, format!("{} numbers", row.len()), expected));
    }
    if names.is_empty() {
        if width > NAMES.len() {
            let expected = format!("positions of at most {} numbers", NAMES.len());
            return Err(wrong(rows[0].0, format!("{width} numbers"), expected));
        }
        let single = width == 1;
        names = NAMES[..width].iter().map(|n| if single { "n" } else { n }.to_owned()).collect();
    }
    Ok((names, rows))
}

fn table(names: &[String], rows: &Rows) -> Result<Table, Mistake> {
    let greatest = |i: usize| rows.iter().map(|(_, row)| row[i]).max().unwrap_or(0);
    let is_unordered = names.len() == 2
        && rows.iter().all(|(_, row)| row[0] <= row[1])
        && rows.iter().any(|(_, row)| row[0] < row[1]);
    let mut axes = Vec::new();
    for (i, name) in names.iter().enumerate() {
        if let Some((line, row)) = rows.iter().find(|(_, row)| row[i] < 0) {
            return Err(wrong(*line, row[i].to_string(), "numbers that are not negative"));
        }
        axes.push(Axis::new(name.clone(), 0, greatest(if is_unordered { 1 } else { i })));
    }
    let cells: u128 = axes.iter().fold(1, |product, axis| {
        product.saturating_mul(u128::try_from(axis.hi).unwrap_or(0).saturating_add(1))
    });
    let allowed = match names.len() {
        1 => MAX_CELLS,
        _ => {
            let rows = rows.len() as u128;
            MAX_CELLS.min(SMALL_BOX.max(rows * rows * MAX_CELLS_PER_SQUARE))
        }
    };
    if cells > allowed {
        // The farthest row, of which the others may fall short.
        let farthest = rows.iter().max_by_key(|(_, row)| row.iter().copied().max());
        let line = farthest.map_or(1, |(line, _)| *line);
        let found = format!("{} rows in a box of {cells} positions", rows.len());
        return Err(wrong(line, found, format!("a box of at most {allowed} for so many rows")));
    }
    let cells = usize::try_from(cells).unwrap_or(0);
    let known_to = greatest(0);
    let mut table = Table { axes, columns: Vec::new(), present: None };
    let mut win = vec![1u16; cells];
    for (_, row) in rows {
        let mirrored: Vec<i64> = row.iter().rev().copied().collect();
        let images = if is_unordered { vec![row.clone(), mirrored] } else { vec![row.clone()] };
        for cell in images.iter().filter_map(|at| table.cell(at)) {
            win[cell] = 0;
        }
    }
    if is_unordered {
        let is_known = |cell| table.position(cell).into_iter().min().is_some_and(|m| m <= known_to);
        let present: Vec<bool> = (0..cells).map(is_known).collect();
        win.iter_mut().zip(&present).filter(|(_, here)| !**here).for_each(|(w, _)| *w = 0);
        table.present = Some(present).filter(|p| p.contains(&false));
    }
    table.columns.push(Column { name: "win".to_owned(), values: Values::U16(win) });
    Ok(table)
}
