//! What stands before a list and says what it is: `sg: 0, 1, 2`, `g(n) = 0, 1, 2`, `a(1..3) = 5, 7, 9`,
//! `lost: 0, 3, 6`.

use super::field::{Field, grouping, is_outcome, is_plain_number, says_lost};
use super::sheet::{RowForm, Sheet, is_dots};
use super::{As, starts_with_name, wrong};
use message::message;
use std::ops::Range;
use table::lines::Result;

/// What else speaks of positions.
const POSITIONS: [&str; 4] =
    ["position", "\u{5fc5}\u{80dc}", "\u{5fc5}\u{52dd}", "\u{80dc}\u{6001}"];

/// What stands before the values of a text.
#[derive(Clone, Debug)]
pub(super) struct Title<'t> {
    name: Field<'t>,
    /// The part of the text that it takes.
    range: Range<usize>,
    /// The index of the first value, and that of the last where it is said.
    indices: Option<(i64, Option<i64>)>,
    is_lost: bool,
    /// Whether the values stand in brackets.
    is_nested: bool,
}

/// Whether a name is that of the index of the first value.
pub(super) fn says_offset(name: &str) -> bool {
    const NAMES: [&str; 8] = ["offset", "start", "first", "from", "begin", "base", "lo", "n0"];
    let name = name.to_lowercase();
    NAMES.contains(&&*name)
        || ["offset", "start_index", "first_index"].iter().any(|word| name.ends_with(word))
}

/// The title of the values of a text, if it has one.
pub(super) fn title(text: &str) -> Option<Title<'_>> {
    let is_said = |line: &&str| !(line.trim().is_empty() || line.starts_with(['#', '%']));
    let line = text.lines().find(is_said)?;
    let begins = line.as_ptr() as usize - text.as_ptr() as usize;
    let sign = text.rfind([':', '=']).or_else(|| text.find("<-").map(|at| at + 1))?;
    let said =
        text[begins..].get(..sign.checked_sub(begins)?).filter(|said| !said.contains('\n'))?;
    let is_equation = text[sign..].starts_with('=') && !text[sign..].starts_with("==");
    let name = said.trim_end_matches([':', '<']).trim().trim_matches(['"', '\'']);
    let rest = text[sign + 1..].trim_start_matches([' ', '\t']);
    // `A =` above a matrix is no name of a list, and `f(3) = 1` and `n == 3` say something else.
    if is_equation && (rest.starts_with(['\n', '\r']) || said.ends_with(['=', '>', '!'])) {
        return None;
    }
    let indices = indices(name);
    let is_counted = indices.is_some() && name.matches('=').count() == 1;
    let is_prose = is_equation && name.split_whitespace().count() > 2 && !says_lost(name);
    let is_slice = indices.is_some() && name.ends_with(']') && name.matches(':').count() == 1;
    if name.contains([';', '|', '&', '\t'])
        || name.contains(':') && !is_slice
        || is_prose
        || indices.is_none() && name.split(['(', '[']).next()?.contains(',')
        || is_equation && name.contains('=') && !is_counted
    {
        return None;
    }
    let values = rest.trim().trim_end_matches([',', ';']);
    let is_above = rest.starts_with(['\n', '\r']);
    if let Some((first, below)) = values.split_once('\n').filter(|_| !(is_above && says_lost(name)))
        && let Ok(number) = first.trim().parse::<i64>()
        && !below.trim().is_empty()
    {
        // `offset: 1` above a list; another number there may be anything
        let range = begins..sign + 1 + text[sign + 1..].find(first)? + first.len();
        let title = Field::new("value", 1, 1);
        let indices = Some((number, None));
        let title = Title { name: title, range, indices, is_lost: false, is_nested: false };
        return (says_offset(name) && !is_above).then_some(title);
    }
    let is_nested = values.starts_with(['[', '(', '{'])
        || values.split_once('(').is_some_and(|(name, _)| name.chars().all(char::is_alphabetic));
    let stem = stem(name, indices.is_some()).filter(|(_, is_called)| !(*is_called && is_equation));
    let (stem, _) = stem?;
    let is_lost = says_lost(name) || name == "P";
    let lower = name.to_lowercase();
    let is_other = !is_lost && POSITIONS.iter().any(|word| lower.contains(word));
    let is_range = indices.is_some() && name.starts_with(|c: char| c.is_ascii_digit());
    if !(starts_with_name(name) || is_range)
        || is_outcome(name) && !is_lost
        || is_other
        || !(is_nested || is_list(values))
    {
        return None;
    }
    let stem = if is_range { "value" } else { stem };
    let line = text[..begins].matches('\n').count() + 1;
    let name = Field::new(stem.trim().to_owned(), line, 1);
    Some(Title { name, range: begins..sign + 1, indices, is_lost, is_nested })
}

/// Whether a text is a list of values; its first lines decide.
fn is_list(values: &str) -> bool {
    const LOOKED_AT: usize = 50;
    let ends = |c: char| c.is_whitespace() || ",;|&".contains(c);
    let parts = |text: &'_ str| -> Vec<String> {
        let parts = text.split(ends).filter(|part| !part.is_empty()).take(LOOKED_AT);
        parts.map(str::to_owned).collect()
    };
    // `x: 2,3` may be a decimal
    let count = parts(values).len();
    let has_several = count > 2 || count == 2 && !values.contains(',') || values.contains(", ");
    let says = |part: &String| {
        is_plain_number(part)
            || is_outcome(part)
            || is_dots(part)
            || grouping(part).is_some()
            || matches!(&**part, "*" | "?" | "-")
    };
    // Names beside a number are a header; a slip stands among many values.
    let first = parts(values.lines().next().unwrap_or(""));
    let odd = first.iter().filter(|part| !says(part)).count();
    has_several && first.first().is_some_and(says) && odd * 2 < first.len()
}

/// The word that names a list, and whether an index stands behind it: of `g(n)` it is `g`, of `g(3)`, too.
fn stem(name: &str, has_indices: bool) -> Option<(&str, bool)> {
    let stem = name.split(',').next()?.split(" for ").next()?;
    let (stem, inner) = stem.split_once(['(', '[']).unwrap_or((stem, ""));
    let is_called = !has_indices && inner.contains(|c: char| c.is_ascii_digit());
    let is_said = [" from ", "start", "offset "].iter().any(|word| name.contains(word));
    let is_counted = has_indices && (is_said || stem.contains(['=', '>', '\u{2265}']));
    Some((if is_counted { "value" } else { stem.trim() }, is_called))
}

/// The integer at the end of a text.
fn last_integer(text: &str) -> Option<i64> {
    let text = text.trim_end_matches([')', ']', ' ']);
    let digits = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let begins = digits.len() - usize::from(digits.ends_with('-'));
    text[begins..].parse().ok().or_else(|| text[digits.len()..].parse().ok())
}

/// The integer at the beginning of a text, behind a name or a bracket.
fn first_integer(text: &str) -> Option<i64> {
    let text = text.trim_start_matches(|c: char| c.is_alphabetic() || "([ =".contains(c));
    let end = text.char_indices().find(|&(at, c)| !(c.is_ascii_digit() || c == '-' && at == 0));
    text[..end.map_or(text.len(), |(at, _)| at)].parse().ok()
}

/// The indices that a name gives: `n = 1..5`, `a(1), ..., a(5)`, `n >= 1`, `n = 1, 2, 3, ...`.
fn indices(name: &str) -> Option<(i64, Option<i64>)> {
    for mark in ["...", "..", "\u{2026}", "\u{2013}", "~", " to ", "-"] {
        let Some((before, after)) = name.split_once(mark) else { continue };
        let (before, after) =
            (before.trim_end_matches([',', ' ']), after.trim_start_matches([',', ' ']));
        if let (Some(first), Some(last)) = (last_integer(before), first_integer(after))
            && first <= last
        {
            return Some((first, Some(last)));
        }
    }
    let starts = name.contains("start");
    for mark in [">=", "\u{2265}", " from ", " at ", "offset "] {
        let behind = name.split_once(mark).filter(|_| mark != " at " || starts);
        if let Some((_, after)) = behind {
            let number = after.trim_start_matches(['n', ' ', '=']);
            return number
                .trim_end_matches([')', ']', ' '])
                .parse()
                .ok()
                .map(|first| (first, None));
        }
    }
    // `sg[1:5]`, where the end may belong to it or not
    if let Some((first, _)) = name.split_once('[').and_then(|(_, inner)| inner.split_once(':')) {
        return first.trim().parse().ok().map(|first| (first, None));
    }
    let (_, counted) = name
        .split_once('=')
        .filter(|(_, counted)| counted.contains("..") || counted.contains(','))?;
    first_integer(counted).map(|first| (first, None))
}

impl<'t> Title<'t> {
    /// The text with blanks in place of the title.
    pub(super) fn taken_from(&self, text: &str) -> String {
        let blanks = text[self.range.clone()].chars().map(|_| ' ');
        text[..self.range.start]
            .chars()
            .chain(blanks)
            .chain(text[self.range.end..].chars())
            .collect()
    }

    /// The rows below the title as what it says they are.
    ///
    /// # Errors
    /// Not as many values as indices, or a lost position that comes twice.
    pub(super) fn put_on(self, mut sheet: Sheet<'t>) -> Result<Sheet<'t>> {
        let line = self.name.line;
        if self.is_lost {
            sheet.says = Some(As::Positions);
            let mut all: Vec<&str> = sheet.rows.iter().flatten().map(|f| &*f.text).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            let are_single = sheet.form == RowForm::List || sheet.rows.len() == 1;
            if are_single && all.len() < count {
                return Err(wrong(
                    line,
                    "lost positions of which some come twice",
                    "each position once",
                ));
            }
            return Ok(sheet);
        }
        let is_list = sheet.form == RowForm::List || sheet.rows.len() == 1;
        if let Some((first, last)) = self.indices.filter(|_| sheet.offset == 0) {
            let count: usize = sheet.rows.iter().map(Vec::len).sum();
            if let Some(last) =
                last.filter(|last| last.abs_diff(first).checked_add(1) != Some(count as u64))
            {
                let found = message!("{count} values");
                return Err(wrong(
                    line,
                    found,
                    message!("as many as there are indices from {first} to {last}"),
                ));
            }
            sheet.offset = first;
            if !is_list {
                sheet.form = RowForm::List;
            }
        }
        if is_list && !self.is_nested {
            let is_named = self.name.text != "value";
            (sheet.header, sheet.form) = (is_named.then(|| vec![self.name]), RowForm::List);
        }
        Ok(sheet)
    }
}
