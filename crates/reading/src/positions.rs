//! Lists of lost positions as tables of who wins.

use super::field::Field;
use super::layout::reading;
use super::sheet::{RowForm, Sheet};
use super::{Reading, axis_name, named, wrong};
use message::message;
use table::lines::Result;
use table::{Axis, Column, Table, Values};

/// Boxes with more cells are refused.
const MAX_CELLS: u128 = 1 << 26;
/// A box of several coordinates may have this many cells whatever its number of rows, or
/// [`MAX_CELLS_PER_SQUARE`] times the square of that number: lost pairs are about as many as the
/// sides of their box are long, and others are more.
const SMALL_BOX: u128 = 1 << 20;
const MAX_CELLS_PER_SQUARE: u128 = 256;
/// Coordinates of a position, at most, where the text does not name them.
const MAX_WIDTH: usize = 8;

/// The table of `win` (1 where the player to move wins) whose lost positions the rows are, or single
/// numbers in any arrangement.
///
/// The list is taken to be complete as far as its greatest first number. Pairs `a <= b`, each
/// written once, stand for their mirror images as well; then a position is known where its smaller
/// number is within the list.
///
/// # Errors
/// What is no integer, a row with more or fewer numbers than the others, a negative number, or
/// numbers so large that their box is.
pub(super) fn read(mut sheet: Sheet<'_>) -> Result<Reading> {
    let source = sheet.source;
    let header = sheet.header.take();
    let (names, rows) = rows(sheet, header.as_deref())?;
    let (table, is_unordered) = table(&names, &rows)?;
    let count = rows.len();
    let names = match &names[..] {
        [name] => name.clone(),
        _ => format!("({})", names.join(", ")),
    };
    let known = rows.iter().map(|(_, row)| row[0]).max().filter(|_| table.present.is_some());
    let is_sorted = table.axes.len() > 2 && rows.iter().all(|(_, row)| row.is_sorted());
    let what = match () {
        () if is_unordered => {
            let said = message!("{count} lost positions {names}, each for both orders");
            match known {
                Some(known) => {
                    message!("{said}, complete where the smaller number is at most {known}")
                }
                None => said,
            }
        }
        () if is_sorted => message!("{count} lost positions {names}, each for this order alone"),
        () => message!("{count} lost positions {names}"),
    };
    Ok(reading(table, what, Vec::new(), source))
}

type Rows = Vec<(usize, Vec<i64>)>;

/// Names of the coordinates, and the positions with their lines.
fn rows(sheet: Sheet<'_>, header: Option<&[Field<'_>]>) -> Result<(Vec<String>, Rows)> {
    let integer = |f: &Field<'_>| f.small().ok_or_else(|| f.wrong("an integer of at most 64 bits"));
    let mut rows: Rows = Vec::new();
    for row in &sheet.rows {
        let numbers: Vec<i64> = row.iter().map(integer).collect::<Result<_, _>>()?;
        rows.push((row[0].line, numbers));
    }
    let names: Vec<String> = header.unwrap_or(&[]).iter().map(named).collect::<Result<_, _>>()?;
    let first = rows.first().map_or(0, |(_, row)| row.len());
    let width = if names.is_empty() { first } else { names.len() };
    let is_flat = names.is_empty() && rows.iter().any(|(_, row)| row.len() != width);
    let is_tuple = sheet.form == RowForm::Rows || sheet.form == RowForm::Places;
    let is_list =
        names.is_empty() && !is_tuple && (rows.len() == 1 || is_flat && width > MAX_WIDTH);
    if is_list {
        let singles = rows.iter().flat_map(|(line, row)| row.iter().map(|&n| (*line, vec![n])));
        return Ok((vec!["n".to_owned()], singles.collect()));
    }
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != width) {
        let expected = message!("{width} numbers, a position as on the lines before");
        return Err(wrong(*line, message!("{} numbers", row.len()), expected));
    }
    if !names.is_empty() {
        return Ok((names, rows));
    }
    if width > MAX_WIDTH {
        let expected = message!("positions of at most {MAX_WIDTH} numbers");
        return Err(wrong(rows[0].0, message!("{width} numbers"), expected));
    }
    let axis = |k: usize| if width == 1 { "n".to_owned() } else { axis_name(k) };
    Ok(((0..width).map(axis).collect(), rows))
}

/// The table of who wins, and whether pairs stand for both orders.
fn table(names: &[String], rows: &Rows) -> Result<(Table, bool)> {
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
        let found = message!("{} rows in a box of {cells} positions", rows.len());
        return Err(wrong(line, found, message!("a box of at most {allowed} for so many rows")));
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
    Ok((table, is_unordered))
}
