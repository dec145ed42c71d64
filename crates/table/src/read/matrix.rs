//! A matrix with its coordinates in the first line and the first column.

use super::csv_box::{Rows, fields, fill};
use super::{integer, quoted, starts_with_name, wrong};
use crate::Table;
use crate::lines::Mistake;

/// Whether a first line is that of a matrix: a corner that is empty or names the coordinates, then
/// at least two consecutive integers.
pub(super) fn is_heading(line: &str) -> bool {
    let mut fields = fields(line);
    let corner = fields.next().unwrap_or("");
    let columns: Option<Vec<i64>> = fields.map(|f| f.parse().ok()).collect();
    let follows = |w: &[i64]| w[0].checked_add(1) == Some(w[1]);
    (corner.is_empty() || starts_with_name(corner))
        && columns.is_some_and(|c| c.len() >= 2 && c.windows(2).all(follows))
}

/// The matrix whose first line is `first`.
pub(super) fn read(text: &str, line: usize, first: &str) -> Result<Table, Mistake> {
    let mut heading = fields(first);
    let corner = heading.next().unwrap_or("");
    let (a, b) = match corner.split_once(['\\', '/', '|']) {
        Some((a, b)) if !a.is_empty() && !b.is_empty() => (a, b),
        _ if corner.is_empty() || corner == "b" => ("a", "b"),
        _ => (corner, "b"),
    };
    let columns: Vec<i64> = heading.filter_map(|field| field.parse().ok()).collect();
    let header = [a, b, "value"].map(str::to_owned).to_vec();
    let mut rows = Rows {
        header,
        coordinates: 2,
        columns: vec![Vec::new(); 3],
        words: vec![Vec::new(); 3],
        lines: Vec::new(),
    };
    for (line, content) in super::rows(text).filter(|(number, _)| *number > line) {
        let count = content.split(',').count();
        if count != columns.len() + 1 {
            let expected = format!("{} fields as in the first line", columns.len() + 1);
            return Err(wrong(line, format!("{count} fields"), expected));
        }
        let mut cells = fields(content);
        let number =
            |field: &str| integer(field).map_err(|expected| wrong(line, quoted(field), expected));
        let row = number(cells.next().unwrap_or(""))?;
        for (field, &column) in cells.zip(&columns).filter(|(field, _)| !field.is_empty()) {
            let value = number(field)?;
            let entries = [row, column, value];
            rows.columns.iter_mut().zip(entries).for_each(|(all, entry)| all.push(entry));
            rows.lines.push(line);
        }
    }
    if rows.lines.is_empty() {
        return Err(wrong(line, "no row", "rows below the first line"));
    }
    fill(&rows)
}
