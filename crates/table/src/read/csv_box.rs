//! CSV with a header: coordinates, then the value.

use super::scan::scan;
use super::{QUANTITIES, integer, list, narrow, quoted, wrong};
use crate::lines::Mistake;
use crate::{Axis, Column, Table, Values};
use arith::Dyadic;
use std::collections::HashSet;
use std::fmt::Display;

/// Most different words or fractions of a column.
const MAX_WORDS: usize = 256;
/// Boxes with more cells are refused.
const MAX_CELLS: u128 = 2_000_000_000;
/// A box may have this many cells whatever its number of rows.
const SMALL_BOX: u128 = 1 << 20;
/// Cells of a larger box per row, at most.
const MAX_CELLS_PER_ROW: u128 = 64;

/// The rows of a CSV, column by column, and the line of each row.
pub(super) struct Rows {
    pub(super) header: Vec<String>,
    /// The first `coordinates` columns are coordinates.
    pub(super) coordinates: usize,
    pub(super) columns: Vec<Vec<i64>>,
    /// Of a column of words or fractions: what its numbers stand for, from 0.
    pub(super) words: Vec<Vec<String>>,
    pub(super) lines: Vec<usize>,
}

fn wrong_in(column: &str, line: usize, found: impl Display, expected: impl Display) -> Mistake {
    Mistake { column: Some(column.to_owned()), ..wrong(line, found, expected) }
}

pub(super) fn read(text: &str) -> Result<Table, Mistake> {
    let rows = rows(text)?;
    let last_line = rows.lines.last().copied().unwrap_or(1);
    if rows.lines.is_empty() {
        return Err(wrong(text.lines().count().max(1), "no row", "rows below the header"));
    }
    if rows.coordinates == 0 {
        let values = rows.columns[0].clone();
        let count = values.len();
        return list(0, count, values_of(&rows, 0, values), &rows.header[0])
            .ok_or_else(|| wrong(last_line, "too many rows", "a shorter list"));
    }
    fill(&rows)
}

fn rows(text: &str) -> Result<Rows, Mistake> {
    let mut lines = super::rows(text);
    let (line, first) = lines.next().unwrap_or((1, ""));
    let header = header(line, first)?;
    let coordinates = header.len() - trailing_quantities(&header);
    let mut rows = Rows {
        coordinates,
        columns: vec![Vec::new(); header.len()],
        words: vec![Vec::new(); header.len()],
        lines: Vec::new(),
        header,
    };
    let body = text.find(first).map_or("", |at| &text[at + first.len()..]);
    if plain_rows(body, line, &mut rows) {
        return Ok(rows);
    }
    let is_text = text_columns(lines.clone(), &rows);
    for (line, content) in lines {
        let count = content.split(',').count();
        if count != rows.header.len() {
            return Err(wrong(
                line,
                format!("{count} fields"),
                format!("{} fields as in the header", rows.header.len()),
            ));
        }
        let kinds = is_text.iter().zip(&mut rows.words);
        let cells = fields(content).zip(&rows.header).zip(&mut rows.columns).zip(kinds);
        for (((field, name), column), (is_text, words)) in cells {
            if *is_text && (is_entry(field) || integer(field).is_ok()) {
                let known = words.iter().position(|word| word == field);
                let place = known.unwrap_or(words.len());
                if known.is_none() {
                    words.push(field.to_owned());
                }
                let Some(place) = u8::try_from(place).ok() else {
                    let found = format!("{} and {place} other values", quoted(field));
                    let expected = format!("at most {MAX_WORDS} different words or fractions");
                    return Err(wrong_in(name, line, found, expected));
                };
                column.push(place.into());
                continue;
            }
            let value = integer(field).map_err(|expected| {
                let found = match field {
                    "" => "an empty field".to_owned(),
                    field => quoted(field),
                };
                wrong_in(name, line, found, expected)
            })?;
            column.push(value);
        }
        rows.lines.push(line);
    }
    Ok(rows)
}

/// Which columns of values have words or fractions in them. Those of `sg`, `win` and the like have
/// none.
fn text_columns<'t>(lines: impl Iterator<Item = (usize, &'t str)>, rows: &Rows) -> Vec<bool> {
    let mut is_text = vec![false; rows.header.len()];
    for (_, content) in lines {
        let values = fields(content).zip(&rows.header).zip(&mut is_text).skip(rows.coordinates);
        for ((field, name), is_text) in values {
            let may_be = !QUANTITIES.contains(&name.as_str());
            *is_text |= may_be && integer(field).is_err() && is_entry(field);
        }
    }
    is_text
}

/// Whether it is a value that a column of words or fractions may have.
fn is_entry(field: &str) -> bool {
    let is_word = super::starts_with_name(field) && !field.contains(char::is_whitespace);
    is_word || (field.contains('/') && field.parse::<Dyadic>().is_ok())
}

/// The values of column `k`.
fn values_of(rows: &Rows, k: usize, values: Vec<i64>) -> Values {
    let words = &rows.words[k];
    if words.is_empty() {
        return narrow(values);
    }
    let word = |&value: &i64| usize::try_from(value).ok().and_then(|at| words.get(at));
    let number = |value: &i64| word(value).and_then(|word| word.parse::<Dyadic>().ok());
    if words.iter().all(|word| word.parse::<Dyadic>().is_ok()) {
        return Values::of_numbers(values.iter().map(number).collect());
    }
    let cells = values.iter().map(|&value| u8::try_from(value).unwrap_or(0)).collect();
    Values::Words { words: words.clone(), cells }
}

/// Reads rows without anything unusual in them; false, and no row read, for any other text.
fn plain_rows(body: &str, heading: usize, rows: &mut Rows) -> bool {
    let width = rows.header.len();
    let (mut column, mut is_even) = (0, true);
    let (columns, lines) = (&mut rows.columns, &mut rows.lines);
    let whole = scan(
        body,
        |value| {
            columns[column].push(value);
            column = if column + 1 == width { 0 } else { column + 1 };
        },
        |line| {
            is_even &= line.numbers == width && line.commas + 1 == width;
            // the text begins behind the heading, on its line
            lines.push(heading + line.place - 1);
        },
    );
    if !(whole && is_even) {
        rows.columns.iter_mut().for_each(Vec::clear);
        rows.lines.clear();
    }
    whole && is_even
}

/// The fields of a row. Names and integers need no quoted commas, so quotes are only taken off.
pub(super) fn fields(row: &str) -> impl Iterator<Item = &str> {
    row.split(',').map(|field| {
        let field = field.trim();
        field.strip_prefix('"').and_then(|f| f.strip_suffix('"')).unwrap_or(field).trim()
    })
}

pub(super) fn header(line: usize, row: &str) -> Result<Vec<String>, Mistake> {
    let mut names: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for field in fields(row) {
        let is_name = super::starts_with_name(field) && !field.contains(char::is_whitespace);
        if !is_name {
            let found = quoted(field);
            return Err(wrong(line, found, "the name of a column in the header"));
        }
        if !known.insert(field) {
            let found = format!("column {} a second time", quoted(field));
            return Err(wrong(line, found, "different names in the header"));
        }
        names.push(field.to_owned());
    }
    Ok(names)
}

/// Number of value columns: the last one and the quantities just before it.
fn trailing_quantities(header: &[String]) -> usize {
    let is_quantity = |name: &String| QUANTITIES.contains(&name.as_str());
    if !header.last().is_some_and(is_quantity) {
        return 1;
    }
    let quantities = header.iter().rev().take_while(|name| is_quantity(name)).count();
    // A table of quantities without coordinates would have no position.
    quantities.min(header.len().saturating_sub(1)).max(1)
}

/// Lays the rows out in the least box that holds them.
pub(super) fn fill(rows: &Rows) -> Result<Table, Mistake> {
    let mut axes = Vec::with_capacity(rows.coordinates);
    let mut cells: u128 = 1;
    for (name, column) in rows.header.iter().zip(&rows.columns[..rows.coordinates]) {
        let lo = column.iter().copied().min().unwrap_or(0);
        let hi = column.iter().copied().max().unwrap_or(0);
        let length = u128::try_from(i128::from(hi) - i128::from(lo) + 1).unwrap_or(u128::MAX);
        cells = cells.saturating_mul(length);
        let allowed = MAX_CELLS.min(SMALL_BOX.max(rows.lines.len() as u128 * MAX_CELLS_PER_ROW));
        if cells > allowed {
            let worst = column.iter().position(|&c| c == hi).unwrap_or(0);
            let found = format!("{lo}..{hi}, a box of at least {cells} cells");
            let expected =
                format!("a box of at most {allowed} cells for {} rows", rows.lines.len());
            return Err(wrong_in(name, rows.lines[worst], found, expected));
        }
        axes.push(Axis::new(name.clone(), lo, hi));
    }
    let cells = usize::try_from(cells).unwrap_or(usize::MAX);
    let mut table = Table { axes, columns: Vec::new(), present: None };
    let mut present = vec![false; cells];
    let mut order = Vec::with_capacity(rows.lines.len());
    let coordinates = &rows.columns[..rows.coordinates];
    let mut position = vec![0; rows.coordinates];
    for (row, &line) in rows.lines.iter().enumerate() {
        position.iter_mut().zip(coordinates).for_each(|(slot, column)| *slot = column[row]);
        let cell = table.cell(&position).unwrap_or(0);
        if std::mem::replace(&mut present[cell], true) {
            let found = format!("position {position:?} a second time");
            let name = rows.header[..rows.coordinates].join(", ");
            return Err(wrong_in(&name, line, found, "each position once"));
        }
        order.push(cell);
    }
    let named = rows.header.iter().zip(&rows.columns).enumerate();
    for (k, (name, column)) in named.skip(rows.coordinates) {
        let mut values = vec![0; cells];
        order.iter().zip(column).for_each(|(&cell, &v)| values[cell] = v);
        table.columns.push(Column { name: name.clone(), values: values_of(rows, k, values) });
    }
    table.present = (order.len() < cells).then_some(present);
    Ok(table)
}
