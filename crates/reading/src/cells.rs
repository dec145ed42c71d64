//! Rows of coordinates and values as a table: the least box that holds them.

use super::field::{Field, Kind, Typed, typed};
use super::wrong;
use message::{Message, message};
use std::collections::HashSet;
use table::lines::{Mistake, Result};
use table::{Axis, Column, Table};

/// Boxes with more cells are refused.
const MAX_CELLS: u128 = 2_000_000_000;
/// A box may have this many cells whatever its number of rows.
const SMALL_BOX: u128 = 1 << 20;
/// Cells of a larger box per row, at most.
const MAX_CELLS_PER_ROW: u128 = 64;

/// Coordinates and values, column by column, and the line of each row.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// The name of each axis, and the coordinates of the rows.
    pub(super) axes: Vec<(String, Vec<i64>)>,
    pub(super) columns: Vec<(String, Typed)>,
    pub(super) lines: Vec<usize>,
}

pub(super) fn wrong_in(
    column: &str,
    line: usize,
    found: impl Into<Message>,
    expected: impl Into<Message>,
) -> Mistake {
    Mistake { column: Some(column.to_owned()), ..wrong(line, found, expected) }
}

/// Which rows have every value (`None`: all), and the columns under their names.
type Kept = (Option<Vec<bool>>, Vec<(String, Typed)>);

/// A table, and what is to be said of its values.
pub(super) struct Filled {
    pub(super) table: Table,
    /// What the values of the first column are called.
    pub(super) kinds: Vec<Kind>,
    pub(super) notes: Vec<Message>,
}

/// What is said of marks between groups of digits.
pub(super) fn of_groups(kind: &Kind) -> Option<Message> {
    match kind {
        Kind::Grouped(mark) if mark.is_whitespace() => Some("a blank between thousands".into()),
        Kind::Grouped(mark) => Some(message!("`{mark}` between thousands")),
        _ => None,
    }
}

/// The integers of a column of coordinates, and what is said of how they are written.
pub(super) fn coordinates(
    fields: &[&Field<'_>],
    name: &str,
    separator: char,
) -> Result<(Vec<i64>, Option<Message>)> {
    let in_column = |mistake| Mistake { column: Some(name.to_owned()), ..mistake };
    if let Some(empty) = fields.iter().find(|f| f.is_nothing()) {
        return Err(in_column(empty.wrong("an integer")));
    }
    let Typed { columns, kind, .. } = typed(fields, name, separator).map_err(in_column)?;
    let is_integer = matches!(kind, Kind::Integers | Kind::Grouped(_));
    match columns.first().filter(|(_, values)| is_integer && values.is_integers()) {
        Some((_, values)) => Ok((values.iter().collect(), of_groups(&kind))),
        None => {
            let odd = fields.iter().find(|f| f.small().is_none());
            let wrong = odd.map(|f| in_column(f.wrong("an integer of at most 64 bits")));
            Err(wrong.unwrap_or_else(|| wrong_in(name, 1, "no integer", "an integer")))
        }
    }
}

impl Cells {
    /// Lays the rows out in the least box that holds them. Rows without a value of some column are
    /// left out.
    ///
    /// # Errors
    /// A position that comes twice, or a box far larger than its rows.
    pub(super) fn fill(mut self) -> Result<Filled> {
        let mut notes = Vec::new();
        let (kept, mut columns) = self.columns_with_values(&mut notes)?;
        let rows = self.lines.len();
        let left_out = kept.as_ref().map_or(0, |kept| kept.iter().filter(|kept| !**kept).count());
        if columns.is_empty() || left_out == rows {
            return Err(wrong(
                self.lines.first().copied().unwrap_or(1),
                "no value",
                "rows with values",
            ));
        }
        let is_kept = |row: usize| kept.as_ref().is_none_or(|kept| kept[row]);
        let (axes, cells) = self.bounds(&is_kept)?;
        let mut table = Table { axes, columns: Vec::new(), present: None };
        let mut present = vec![false; cells];
        // The row of each cell.
        let mut order: Vec<Option<usize>> = vec![None; cells];
        let mut position = vec![0; self.axes.len()];
        for (row, &line) in self.lines.iter().enumerate().filter(|(row, _)| is_kept(*row)) {
            position.iter_mut().zip(&self.axes).for_each(|(slot, (_, column))| *slot = column[row]);
            let cell = table.cell(&position).unwrap_or(0);
            if std::mem::replace(&mut present[cell], true) {
                let found = message!("position {position:?} a second time");
                let names: Vec<&str> = self.axes.iter().map(|(name, _)| name.as_str()).collect();
                return Err(wrong_in(&names.join(", "), line, found, "each position once"));
            }
            order[cell] = Some(row);
        }
        // A row that was left out may stand behind all others.
        let is_sorted = order.len() == self.lines.len()
            && order.iter().enumerate().all(|(cell, row)| *row == Some(cell));
        if columns.len() > 1 && left_out > 0 {
            notes.push("rows that lack a value are left out".into());
        }
        let kinds = columns.iter().map(|(_, typed)| typed.kind.clone()).collect();
        for (name, typed) in &mut columns {
            for (suffix, values) in std::mem::take(&mut typed.columns) {
                let values = if is_sorted { values } else { values.pick(order.iter().copied()) };
                table.columns.push(Column { name: format!("{name}{suffix}"), values });
            }
        }
        table.present = present.contains(&false).then_some(present);
        Ok(Filled { table, kinds, notes })
    }

    /// The columns that have values at all, under their names, and which rows have all of them.
    fn columns_with_values(&mut self, notes: &mut Vec<Message>) -> Result<Kept> {
        let mut kept: Option<Vec<bool>> = None;
        let mut columns: Vec<(String, Typed)> = Vec::new();
        let mut names: HashSet<String> = self.axes.iter().map(|(name, _)| name.clone()).collect();
        let line = self.lines.first().map_or(1, |line| line.saturating_sub(1).max(1));
        let given = std::mem::take(&mut self.columns);
        let has_win = given.iter().any(|(name, _)| name == "win");
        let is_alone = given.len() == 1;
        for (mut name, typed) in given {
            if typed.present.as_ref().is_some_and(|present| !present.contains(&true)) {
                notes.push(message!("without the empty column {name}"));
                continue;
            }
            if let Some(present) = &typed.present {
                match &mut kept {
                    None => kept = Some(present.clone()),
                    Some(kept) => kept.iter_mut().zip(present).for_each(|(kept, is)| *kept &= is),
                }
            }
            if let Kind::Outcomes(win, loss) = &typed.kind {
                if !has_win && columns.iter().all(|(other, _)| other != "win") {
                    "win".clone_into(&mut name);
                }
                if self.axes.len() > 1 || !is_alone || name != "win" {
                    notes.push(message!("{name} is 1 where {win} stands, 0 where {loss} does"));
                }
            }
            notes.extend(of_groups(&typed.kind));
            if !names.insert(name.clone()) {
                let found = message!("column `{name}` a second time");
                return Err(wrong(line, found, "different names in the header"));
            }
            columns.push((name, typed));
        }
        Ok((kept, columns))
    }

    /// The axes of the least box, and the number of its cells.
    fn bounds(&self, is_kept: &impl Fn(usize) -> bool) -> Result<(Vec<Axis>, usize)> {
        let mut axes = Vec::with_capacity(self.axes.len());
        let mut cells: u128 = 1;
        let rows = self.lines.len();
        for (name, column) in &self.axes {
            let kept = || column.iter().copied().enumerate().filter(|(row, _)| is_kept(*row));
            let lo = kept().map(|(_, c)| c).min().unwrap_or(0);
            let (worst, hi) = kept().max_by_key(|(_, c)| *c).unwrap_or((0, 0));
            let length = u128::try_from(i128::from(hi) - i128::from(lo) + 1).unwrap_or(u128::MAX);
            cells = cells.saturating_mul(length);
            let allowed = MAX_CELLS.min(SMALL_BOX.max(rows as u128 * MAX_CELLS_PER_ROW));
            if cells > allowed {
                let found = message!("{lo}..{hi}, a box of at least {cells} cells");
                let expected = message!("a box of at most {allowed} cells for {rows} rows");
                return Err(wrong_in(name, self.lines[worst], found, expected));
            }
            axes.push(Axis::new(name.clone(), lo, hi));
        }
        Ok((axes, usize::try_from(cells).unwrap_or(usize::MAX)))
    }
}
