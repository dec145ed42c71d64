//! Matrices, with their coordinates beside them or from 0.

use super::{Reading, Result, holes, noun, range, reading, readings, uneven};
use crate::cells::{Cells, Filled, coordinates};
use crate::field::{Field, typed};
use crate::sheet::{RowForm, Sheet};
use crate::{counts_on, identifier, quoted, starts_with_name, wrong};
use message::message;

/// The coordinates that a matrix has beside it.
pub(super) struct Labels {
    names: [String; 2],
    columns: Vec<i64>,
}

impl Labels {
    /// Consecutive numbers in the first row behind a corner that is empty, names the coordinates or has the
    /// sign of the operation; or one less than in the other rows.
    ///
    /// # Errors
    /// `-` in the corner of rows that may have headers as well as no value there.
    pub(super) fn of(sheet: &Sheet<'_>) -> Result<Option<Self>> {
        let none = || Ok(None);
        let Some((first, below)) = sheet.rows.split_first() else { return none() };
        let (Some(corner), Some(second)) = (first.first(), below.first()) else { return none() };
        if sheet.header.is_some() || sheet.form == RowForm::List || second.len() < 2 {
            return none();
        }
        let rows: Option<Vec<i64>> = below.iter().map(|row| row.first()?.small()).collect();
        let counted = rows.as_ref().filter(|rows| rows.len() > 1 && counts_on(rows));
        let is_name = |c: char| c.is_alphabetic() || "\\/_(".contains(c);
        // `-` and `*` say of a cell that it has no value, and name an operation above numbers that count.
        let is_once = || sheet.rows.iter().flatten().filter(|f| f.text == corner.text).count() == 1;
        let may_be_value = corner.is_nothing() && !corner.text.is_empty();
        let has_corner = match may_be_value {
            true => is_sign(&corner.text) && corner.text != "?" && counted.is_some() && is_once(),
            false => {
                corner.text.is_empty() || corner.text.starts_with(is_name) || is_sign(&corner.text)
            }
        };
        let labels = if has_corner { &first[1..] } else { &first[..] };
        let Some(columns) = labels.iter().map(Field::small).collect::<Option<Vec<i64>>>() else {
            return none();
        };
        let width = columns.len();
        let fits = has_corner
            || below.iter().all(|row| row.len() == width + 1)
                && below.len() > 1
                && rows.as_ref().is_some_and(|rows| counts_on(rows) || parts(rows, &columns));
        if width < 2 || !counts_on(&columns) || !fits {
            return none();
        }
        let same = counted.filter(|rows| may_be_value && rows[0] == columns[0] && rows[0] != 0);
        if has_corner && same.is_some() {
            let found = message!("{} in the corner of a matrix", quoted(&corner.text));
            let found = readings(found, "one with headers".into(), "one without headers".into());
            let expected = "a name like `a\\b` in its place, or `?` for no value";
            return Err(corner.mistaken(wrong(corner.line, found, expected)));
        }
        let corner = if has_corner { &*corner.text } else { "" };
        Ok(Some(Self { names: axes_of(corner), columns }))
    }

    /// The index of the first value, if each row begins where the one above it ends: `10` above `20` beside the columns
    /// 0, ..., 9. Then they are one list.
    pub(super) fn first_of_list(&self, sheet: &Sheet<'_>) -> Option<i64> {
        let rows = sheet.rows[1..].iter().map(|row| row[0].small()).collect::<Option<Vec<_>>>()?;
        parts(&rows, &self.columns).then(|| rows[0])
    }
}

/// Whether rows that begin with these numbers below these columns are parts of one list.
fn parts(rows: &[i64], columns: &[i64]) -> bool {
    const FEWEST: usize = 5;
    let step = columns.len() as i64;
    let goes_on = rows.windows(2).all(|w| w[0].checked_add(step) == Some(w[1]));
    columns.len() >= FEWEST && rows.len() > 1 && goes_on && columns[0] == 0
}

/// The names of the coordinates in a corner: of two names with an operation between them, both; a single name is that
/// of the first.
fn axes_of(corner: &str) -> [String; 2] {
    const WORDS: [&str; 12] = [
        "xor",
        "nim",
        "plus",
        "and",
        "vs",
        "by",
        "mod",
        "oplus",
        "setminus",
        "backslash",
        "times",
        "cdot",
    ];
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut names: Vec<&str> =
        corner.split(|c: char| !is_part(c)).filter(|name| !name.is_empty()).collect();
    // `g(n)` is one name, and so is `k = 2`; `(a, b)` are two
    let is_sign = |c: char| !(is_part(c) || c.is_whitespace() || "-=()[]{}".contains(c));
    let has_sign = corner.contains(is_sign) && names.iter().all(|name| starts_with_name(name));
    // `heap-size` is one name
    let has_dash = corner.contains('-') && names.iter().all(|name| name.chars().count() == 1);
    let before = names.len();
    names.retain(|name| !WORDS.contains(&&*name.to_lowercase()));
    match names[..] {
        [a, b] if has_sign || has_dash || before > names.len() => [a, b].map(identifier),
        [] | ["b"] => ["a", "b"].map(identifier),
        _ => {
            let halves = corner.split_once(['\\', '/', '|', ',']);
            let halves =
                halves.filter(|(a, b)| ![a, b].iter().any(|half| identifier(half).is_empty()));
            halves.map_or([corner, "b"], |(a, b)| [a, b]).map(identifier)
        }
    }
}

/// Whether a text is one sign, such as that of the nim-sum.
fn is_sign(text: &str) -> bool {
    let mut all = text.chars();
    all.next().is_some_and(|c| !c.is_alphanumeric()) && all.next().is_none()
}

/// A matrix, with its coordinates or from 0.
pub(super) fn matrix(mut sheet: Sheet<'_>, labels: Option<Labels>) -> Result<Reading> {
    let separator = sheet.separator;
    let has_labels = labels.is_some();
    if has_labels {
        sheet.rows.remove(0);
    }
    let labels = labels.unwrap_or_else(|| Labels {
        names: ["a".into(), "b".into()],
        columns: (0..sheet.rows[0].len() as i64).collect(),
    });
    let width = labels.columns.len() + usize::from(has_labels);
    let expected = match has_labels {
        true => message!("{width} fields as in the first line"),
        false => message!("{width} fields as in the first row"),
    };
    uneven(&sheet.rows, width, expected)?;
    let (numbers, note) = match has_labels {
        true => coordinates(
            &sheet.rows.iter().map(|row| &row[0]).collect::<Vec<_>>(),
            &labels.names[0],
            separator,
        )?,
        false => ((0..sheet.rows.len() as i64).collect(), None),
    };
    sheet.notes.extend(note);
    let mut cells = Cells {
        axes: labels.names.iter().map(|name| (name.clone(), Vec::new())).collect(),
        ..Cells::default()
    };
    let mut fields: Vec<&Field<'_>> = Vec::new();
    for (row, &a) in sheet.rows.iter().zip(&numbers) {
        for (field, &b) in row[usize::from(has_labels)..].iter().zip(&labels.columns) {
            cells.axes[0].1.push(a);
            cells.axes[1].1.push(b);
            cells.lines.push(field.line);
            fields.push(field);
        }
    }
    cells.columns.push(("value".to_owned(), typed(&fields, "", separator)?));
    let Filled { table, kinds, mut notes } = cells.fill()?;
    notes.splice(0..0, sheet.notes);
    notes.extend(holes(&table));
    let [a, b] = &table.axes[..] else { return Err(wrong(1, "no matrix", "a matrix")) };
    let (values, a, b) = (noun(table.cells(), kinds.first()), range(a), range(b));
    let core = match has_labels {
        true => message!("a matrix of {values} with headers: {a} down, {b} across"),
        false => message!("a matrix of {values} without headers: {a} down, {b} across"),
    };
    Ok(reading(table, core, notes, sheet.source))
}
