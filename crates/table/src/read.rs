//! Reads tables from text: one integer per line, lists, b-files, CSV with a header.
//!
//! The form is recognised from the text alone:
//!
//! - a first line that starts with a name is the header of a CSV: the last column is the value,
//!   the others are coordinates (the columns of [`QUANTITIES`] just before it are values as well);
//! - two integers on every line, the first ones consecutive over at least two lines: an OEIS
//!   b-file;
//! - a first line whose first field is empty or a name (`a`, `a\b`) and whose others are
//!   consecutive integers: a matrix, the second coordinate in the first line, the first one in the
//!   first column; an empty field is no position;
//! - any other integers, separated by white space or commas: a list, numbered from 0.
//!
//! `;` or tabs in the first line stand for commas, everywhere. [`positions()`] reads lists of lost
//! positions. Blank lines and comments are skipped ([`crate::lines`]).

mod csv_box;
mod matrix;
mod positions;
mod scan;

pub use positions::positions;

use std::borrow::Cow;
use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use arith::Dyadic;

use crate::lines::{Line, Mistake, lines, unmarked};
use crate::{Axis, Column, Table, Values};

/// Column names that always are values, never coordinates: the quantities `mexlab` writes.
pub const QUANTITIES: [&str; 7] = ["sg", "win", "lose", "misere", "remoteness", "moves", "least"];

/// Why a text is not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{source_name}:{mistake}")]
pub struct ReadError {
    /// The name the caller gave to the text.
    pub source_name: String,
    /// What is wrong where.
    pub mistake: Mistake,
}

/// A mistake in a line: what stands there, and what should.
fn wrong(line: usize, found: impl Display, expected: impl Display) -> Mistake {
    Mistake::at(line, format!("found {found}, expected {expected}"))
}

/// A word that a message quotes, cut to a length that fits one.
fn quoted(word: &str) -> String {
    const MAX_LENGTH: usize = 40;
    let end = word.char_indices().nth(MAX_LENGTH).map(|(end, _)| end);
    end.map_or_else(|| format!("`{word}`"), |end| format!("`{}...`", &word[..end]))
}

/// The table written in `text`; `name` is the name of the text (a path) for error messages.
///
/// A list has one axis `n` from 0 (a b-file: from its first index) and one column `value`; a CSV
/// names its own. Rows of a CSV may come in any order and need not fill their box.
///
/// # Errors
/// When something is not an integer of 64 bits (128 for the terms of a list or b-file), a row is
/// ragged, a field is empty, a position comes twice, an index of a b-file is missing, a box is far
/// larger than its rows, or there is no integer at all.
pub fn read(text: &str, name: &str) -> Result<Table, ReadError> {
    let text = &*with_commas(unmarked(text));
    let result = match rows(text).next() {
        Some((line, first)) if matrix::is_heading(first) => matrix::read(text, line, first),
        Some((_, first)) if starts_with_name(first) => csv_box::read(text),
        Some(_) => plain_integers(text).map_or_else(|| read_integers(text), Ok),
        None => Err(wrong(text.lines().count().max(1), "the end of the text", "an integer")),
    };
    result.map_err(|mistake| ReadError { source_name: name.to_owned(), mistake })
}

/// The text with commas where its first line shows that `;` or tabs stand for them. Places stay
/// what they are.
fn with_commas(text: &str) -> Cow<'_, str> {
    let mut lines = text.lines().filter(|line| says_something(line));
    let (first, second) = (lines.next().unwrap_or(""), lines.next());
    // What is indented by a tab is a list, unless only the first line is: the corner of a matrix.
    let is_corner = first.starts_with('\t') && second.is_some_and(|l| !l.starts_with('\t'));
    if first.contains(',') {
        Cow::Borrowed(text)
    } else if first.contains(';') {
        text.replace(';', ",").into()
    } else if first.contains('\t') && (starts_with_name(first.trim()) || is_corner) {
        text.replace('\t', ",").into()
    } else {
        Cow::Borrowed(text)
    }
}

/// A list or an undamaged b-file without anything unusual in it; `None` for any other text.
fn plain_integers(text: &str) -> Option<Table> {
    let mut values = Values::U16(Vec::new());
    let (mut is_pairs, mut lines) = (true, 0);
    let whole = scan::scan(
        text,
        |value| scan::push(&mut values, value),
        |line| {
            is_pairs &= line.numbers == 2 && line.commas == 0;
            lines += 1;
        },
    );
    if !whole || lines == 0 {
        return None;
    }
    if is_pairs && lines >= 2 {
        let follows = |i: usize| values.get(2 * i - 2).checked_add(1) == Some(values.get(2 * i));
        if !(1..lines).all(follows) {
            return None;
        }
        let mut terms = Values::U16(Vec::new());
        (0..lines).for_each(|i| scan::push(&mut terms, values.get(2 * i + 1)));
        return list(values.get(0), terms.len(), terms, "value");
    }
    list(0, values.len(), values, "value")
}

/// Rows with the numbers of their lines, without blank lines and comments on lines of their own:
/// an entry may be a word with `#` in it.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    (1..).zip(text.lines().map(str::trim)).filter(|(_, row)| says_something(row))
}

fn says_something(row: &str) -> bool {
    !matches!(row.trim_start().chars().next(), None | Some('#'))
}

fn starts_with_name(line: &str) -> bool {
    line.trim_start_matches('"').starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Integers without a header: a list or a b-file.
fn read_integers(text: &str) -> Result<Table, Mistake> {
    let mut values: Vec<i128> = Vec::new();
    // Line number and number of integers of each line, while every line has two and no comma.
    let mut pairs: Option<Vec<usize>> = Some(Vec::new());
    for line in lines(text) {
        let before = values.len();
        read_line(line, &mut values, wide_integer)?;
        if values.len() == before + 2 && !line.text.contains([',', '[', ']', '{', '}']) {
            pairs.iter_mut().for_each(|lines| lines.push(line.number));
        } else {
            pairs = None;
        }
    }
    if values.is_empty() {
        return Err(wrong(1, "no integer", "at least one integer"));
    }
    if let Some(lines) = pairs
        && let Some(offset) = b_file_offset(&lines, &values)?
    {
        let terms: Vec<i128> = values.iter().skip(1).step_by(2).copied().collect();
        return i64::try_from(offset)
            .ok()
            .and_then(|offset| list(offset, terms.len(), narrow(terms), "value"))
            .ok_or_else(|| wrong(1, offset.to_string(), "a smaller index"));
    }
    list(0, values.len(), narrow(values), "value")
        .ok_or_else(|| wrong(1, "too many integers", "a shorter list"))
}

/// Appends the integers of one line, read by `number`. Brackets around a list are let pass, as is a
/// comma at the end of a line.
fn read_line<T>(
    line: Line<'_>,
    values: &mut Vec<T>,
    number: fn(&str) -> Result<T, &'static str>,
) -> Result<(), Mistake> {
    let list = line.text.trim_start_matches(['[', '{']).trim_end_matches([']', '}', ',']).trim();
    if list.is_empty() {
        return Ok(());
    }
    for field in list.split(',') {
        let mut words = field.split_whitespace().peekable();
        if words.peek().is_none() {
            return Err(wrong(line.number, "an empty field between commas", "an integer"));
        }
        for word in words {
            let value = number(word);
            values.push(value.map_err(|expected| wrong(line.number, quoted(word), expected))?);
        }
    }
    Ok(())
}

/// The integer written in `word`, or what was expected instead.
fn integer(word: &str) -> Result<i64, &'static str> {
    parsed(word, "an integer of at most 64 bits")
}

/// As [`integer`], of twice the size; the least number of 128 bits has no counterpart and is out.
fn wide_integer(word: &str) -> Result<i128, &'static str> {
    const TOO_LARGE: &str = "an integer of at most 128 bits";
    parsed(word, TOO_LARGE).and_then(|n| if n == i128::MIN { Err(TOO_LARGE) } else { Ok(n) })
}

fn parsed<T>(word: &str, too_large: &'static str) -> Result<T, &'static str>
where
    T: FromStr<Err = ParseIntError>,
{
    word.parse().map_err(|e: ParseIntError| match e.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => too_large,
        _ => "an integer",
    })
}

/// The first index of a b-file, `None` when the pairs are an ordinary list.
///
/// `lines` are the line numbers, `values` their pairs one after the other. Pairs whose first
/// numbers are consecutive but for few places are a damaged b-file, not a list.
fn b_file_offset(lines: &[usize], values: &[i128]) -> Result<Option<i128>, Mistake> {
    if lines.len() < 2 {
        return Ok(None);
    }
    let follows = |i: usize| values[2 * i - 2].checked_add(1) == Some(values[2 * i]);
    let steps = lines.len() - 1;
    let breaks: Vec<usize> = (1..lines.len()).filter(|&i| !follows(i)).collect();
    match breaks.first() {
        None => Ok(Some(values[0])),
        Some(&i) if breaks.len() * 3 < steps => Err(wrong(
            lines[i],
            format!("index {}", values[2 * i]),
            format!("index {} of a b-file", values[2 * i - 2].saturating_add(1)),
        )),
        Some(_) => Ok(None),
    }
}

/// The table of a list numbered from `offset`; `None` when the last number does not fit.
fn list(offset: i64, count: usize, values: Values, column: &str) -> Option<Table> {
    let last = offset.checked_add(i64::try_from(count).ok()?.checked_sub(1)?)?;
    // `Axis::len` computes `hi - lo + 1`.
    last.checked_sub(offset)?.checked_add(1)?;
    Some(Table {
        axes: vec![Axis::new("n", offset, last)],
        columns: vec![Column { name: column.to_owned(), values }],
        present: None,
    })
}

/// The values, stored as narrowly as all of them fit.
fn narrow<T: Copy + Into<i128>>(values: Vec<T>) -> Values {
    if let Some(narrow) = values.iter().map(|&v| u16::try_from(v.into()).ok()).collect() {
        return Values::U16(narrow);
    }
    Values::of_numbers(values.into_iter().map(|v| Dyadic::new(v.into(), 0).ok()).collect())
}

#[cfg(test)]
mod tests;
