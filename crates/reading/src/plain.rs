//! Large files of plain integers, fast: a list, indices with values, or a CSV with a header. Anything
//! unusual is left to the careful reader, which reads the same of what both read.

use super::cells::{Cells, Filled};
use super::field::says_lost;
use super::field::{Kind, Typed};
use super::layout::{ListForm, of_table, reading};
use super::scan::{push, scan};
use super::{Reading, identifier, starts_with_name};
use table::lines::Result;
use table::{Axis, Column, Table, Values};

/// The table of a plain text, and how it was read.
pub(super) fn read(text: &str) -> Option<Result<Reading>> {
    let first =
        text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))?;
    match first.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        true => integers(text).map(Ok),
        false => headed(text, first),
    }
}

/// One number on each line, all numbers on one, or indices that go on by 1 with their values.
pub(super) fn integers(text: &str) -> Option<Reading> {
    // Tabs between fields with blanks or decimal commas, or beside empty ones.
    let is_beside = |line: &str| line.starts_with('\t') || line.ends_with('\t');
    if text.contains('\t')
        && (text.contains([' ', ',']) || text.contains("\t\t") || text.lines().any(is_beside))
    {
        return None;
    }
    // A comma between thousands, beside others between numbers; or blanks and commas between numbers.
    let is_tight = |w: &[u8]| w[0] == b',' && w[1].is_ascii_digit();
    let has_blanks = |part: &str| part.trim().contains([' ', '\t']);
    let is_spaced = text.contains(", ") || text.contains(" ,");
    if is_spaced && text.as_bytes().windows(2).any(is_tight)
        || text.contains(',') && text.lines().any(|line| line.split(',').any(has_blanks))
    {
        return None;
    }
    let mut values = Values::U16(Vec::new());
    let (mut is_pairs, mut is_column, mut may_be_decimals, mut lines) = (true, true, false, 0);
    let whole = scan(
        text,
        b',',
        |value| push(&mut values, value),
        |line| {
            is_pairs &= line.numbers == 2 && line.commas == 0;
            is_column &= line.numbers == 1 && line.commas == 0;
            may_be_decimals |= line.numbers > 4 && line.numbers == 2 * line.commas;
            lines += 1;
        },
    );
    if !whole || lines == 0 || may_be_decimals {
        return None;
    }
    let count = values.len();
    if is_pairs && lines >= 2 {
        let follows = |i: usize| values.get(2 * i - 2).checked_add(1) == Some(values.get(2 * i));
        if !(1..lines).all(follows) {
            return None;
        }
        let mut terms = Values::U16(Vec::new());
        (0..lines).for_each(|i| push(&mut terms, values.get(2 * i + 1)));
        let table = list(values.get(0), "value", terms)?;
        return Some(of_table(table, &[Kind::Integers], 1, Vec::new(), None));
    }
    let may_be_digits = |value: i64| value > 9 && value.to_string().bytes().all(|b| b <= b'1');
    if lines > 1 && (!is_column || values.iter().all(may_be_digits))
        || count == 1 && values.get(0) > 9_999_999
    {
        return None;
    }
    let form = if lines > 1 { ListForm::Column } else { ListForm::List };
    let said = form.said(count, None, "value", 0);
    Some(reading(list(0, "value", values)?, said, Vec::new(), None))
}

fn list(offset: i64, name: &str, values: Values) -> Option<Table> {
    let last = offset.checked_add(i64::try_from(values.len()).ok()?.checked_sub(1)?)?;
    // `Axis::len` computes `hi - lo + 1`.
    last.checked_sub(offset)?.checked_add(1)?;
    let columns = vec![Column { name: name.to_owned(), values }];
    Some(Table { axes: vec![Axis::new("n", offset, last)], columns, present: None })
}

/// Rows of as many integers below a header of simple names.
fn headed(text: &str, first: &str) -> Option<Result<Reading>> {
    let separator = [b';', b'\t', b','].into_iter().find(|mark| first.as_bytes().contains(mark));
    let separator = separator.unwrap_or(b',');
    let names: Vec<&str> = first.split(char::from(separator)).map(str::trim).collect();
    let is_simple = |name: &&str| starts_with_name(name) && identifier(name) == **name;
    let mut different = names.clone();
    different.sort_unstable();
    different.dedup();
    // Lost positions may have such a name.
    let is_lost = matches!(names[..], [name] if says_lost(name));
    if !names.iter().all(is_simple) || different.len() < names.len() || is_lost {
        return None;
    }
    let at = text.find(first)?;
    let heading = text[..at].matches('\n').count();
    let width = names.len();
    let mut columns = vec![Vec::new(); width];
    let mut lines = Vec::new();
    let (mut column, mut is_even) = (0, true);
    let whole = scan(
        &text[at + first.len()..],
        separator,
        |value| {
            columns[column].push(value);
            column = if column + 1 == width { 0 } else { column + 1 };
        },
        |line| {
            is_even &= line.numbers == width && line.commas + 1 == width;
            lines.push(heading + line.place);
        },
    );
    if !whole || !is_even || lines.is_empty() {
        return None;
    }
    if let [name] = names[..] {
        let values = Values::of_integers(columns.remove(0));
        let said = ListForm::Column.said(values.len(), None, name, 0);
        return Some(Ok(reading(list(0, name, values)?, said, Vec::new(), None)));
    }
    let owned: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let is_quantity = |name: &String| super::QUANTITIES.contains(&name.as_str());
    // Two columns that are no index and quantity may be lost positions.
    if width == 2 && !is_quantity(&owned[1]) && !super::counts_on(&columns[0]) {
        return None;
    }
    let count = super::coordinate_count(&owned, &columns[0]);
    let mut named = owned.into_iter().zip(columns);
    let axes = named.by_ref().take(count).collect();
    let typed = |values| Typed {
        columns: vec![("", Values::of_integers(values))],
        present: None,
        kind: Kind::Integers,
    };
    let columns = named.map(|(name, values)| (name, typed(values))).collect();
    let filled = Cells { axes, columns, lines }.fill();
    Some(
        filled.map(|Filled { table, notes, .. }| {
            of_table(table, &[Kind::Integers], count, notes, None)
        }),
    )
}
