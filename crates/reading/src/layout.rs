//! What rows of fields are: a list, indices with values, a table, a matrix, a triangle or positions.

mod matrix;
mod pairs;
mod said;

use self::matrix::{Labels, matrix};
use self::pairs::{Pairs, pairs};
pub(super) use self::said::{ListForm, of_table, reading};
use self::said::{holes, noun, range, ranges};
use super::cells::{Cells, Filled, coordinates};
use super::field::says_lost;
use super::field::{Field, Kind, typed};
use super::sheet::{self, CHARACTERS, PARTS, RowForm, Sheet};
use super::{
    As, QUANTITIES, Reading, axis_name, coordinate_count, counts_on, named, positions, quoted,
    wrong,
};
use message::{Message, message};
use std::collections::HashSet;
use table::Values;
use table::lines::{Mistake, Result};

type Row<'t> = Vec<Field<'t>>;

/// So few words may be different.
const FEW_WORDS: usize = 8;

/// The table that the rows show.
///
/// # Errors
/// Rows that are none of these, or that have two readings.
pub(super) fn lay_out(mut sheet: Sheet<'_>, asked: Option<As>) -> Result<Reading> {
    let asked = asked.or(sheet.says);
    sheet.rows.retain(|row| !row.is_empty());
    if sheet.rows.is_empty() {
        return Err(wrong(1, "no value", "an integer"));
    }
    if matches!(asked, None | Some(As::Table)) {
        sheet.turn();
    }
    match (sheet.form, asked) {
        (_, Some(As::Positions)) => {
            sheet.find_header()?;
            positions::read(sheet)
        }
        (RowForm::Places, None) => positions::read(sheet),
        (RowForm::Indexed(count), None | Some(As::Table)) => indexed(sheet, count),
        (RowForm::Triangle | RowForm::List, Some(As::Triangle)) | (RowForm::Triangle, None) => {
            triangle(sheet, None)
        }
        (RowForm::Antidiagonals { upwards }, None) => triangle(sheet, Some(upwards)),
        (_, None) => {
            if let Some(labels) = Labels::of(&sheet)? {
                let Some(offset) = labels.first_of_list(&sheet) else {
                    return matrix(sheet, Some(labels));
                };
                sheet.rows.remove(0);
                sheet.rows.iter_mut().for_each(|row| drop(row.remove(0)));
                (sheet.offset, sheet.source) = (offset, Some(PARTS));
                return list(sheet, ListForm::List);
            }
            sheet.find_header()?;
            let has_columns = sheet.header.is_some() && sheet.form != RowForm::List;
            if has_columns { headed(sheet) } else { headless(sheet) }
        }
        (_, Some(As::List)) => list(sheet, ListForm::List),
        (_, Some(As::Matrix)) => {
            sheet.take_apart();
            let labels = Labels::of(&sheet)?;
            matrix(sheet, labels)
        }
        (_, Some(As::Triangle)) if sheet.rows.len() == 1 => triangle(sheet, None),
        (_, Some(As::Triangle)) => rows_of_triangle(sheet),
        (_, Some(As::Table)) => {
            sheet.find_header()?;
            let firsts: Option<Vec<i64>> = sheet.rows.iter().map(|row| row[0].small()).collect();
            let counts = firsts.is_some_and(|firsts| counts_on(&firsts));
            match (sheet.header.is_some(), sheet.rows[0].len()) {
                (true, _) => headed(sheet),
                (false, 1) => list(sheet, ListForm::Column),
                (false, width) => indexed(sheet, if counts { 1 } else { width - 1 }),
            }
        }
    }
}

/// All fields as a list.
fn list(mut sheet: Sheet<'_>, form: ListForm) -> Result<Reading> {
    if sheet.separator == ',' {
        sheet.rows.iter_mut().for_each(sheet::without_last_separator);
    }
    let (offset, separator, source) = (sheet.offset, sheet.separator, sheet.source);
    let header = sheet.header.take();
    let name =
        header.as_ref().and_then(|h| h.first()).map_or_else(|| Ok("value".to_owned()), named)?;
    let fields: Row<'_> = std::mem::take(&mut sheet.rows).into_iter().flatten().collect();
    let count = fields.len();
    let filled = listed(&fields, &name, offset, separator)?;
    let Filled { table, kinds, mut notes } = filled;
    notes.splice(0..0, sheet.notes);
    notes.extend(holes(&table));
    let there = count - table.present.as_ref().map_or(0, |p| p.iter().filter(|is| !**is).count());
    let core = form.said(there, kinds.first(), &name, offset);
    Ok(reading(table, core, notes, source))
}

fn listed(fields: &[Field<'_>], name: &str, offset: i64, separator: char) -> Result<Filled> {
    let all: Vec<&Field<'_>> = fields.iter().collect();
    let line = fields.last().map_or(1, |f| f.line);
    let typed = typed(&all, if name == "value" { "" } else { name }, separator)?;
    if let (Kind::Words, [(_, Values::Words { words, .. }), ..]) = (&typed.kind, &typed.columns[..])
        && words.len() * 2 > fields.len().max(FEW_WORDS)
    {
        return Err(fields[0].wrong("an integer, or words that stand there again and again"));
    }
    let last = i64::try_from(fields.len()).ok().and_then(|count| offset.checked_add(count));
    let last = last.ok_or_else(|| wrong(line, "too many numbers", "a shorter list"))?;
    let cells = Cells {
        axes: vec![("n".to_owned(), (offset..last).collect())],
        columns: vec![(name.to_owned(), typed)],
        lines: fields.iter().map(|f| f.line).collect(),
    };
    // An empty end would make the axis shorter than the list.
    cells.fill()
}

/// Coordinates, then values.
fn indexed(mut sheet: Sheet<'_>, count: usize) -> Result<Reading> {
    even(&sheet.rows)?;
    let width = sheet.rows[0].len();
    if width < count {
        // A number in lists that are nested less deeply than others.
        let width = count + 1;
        uneven(&sheet.rows, width, message!("{width} fields as in the other rows"))?;
    }
    let names: Vec<String> = match sheet.header.take() {
        Some(header) => header.iter().map(named).collect::<Result<_>>()?,
        None => {
            let axis = |k: usize| if count == 1 { "n".to_owned() } else { axis_name(k) };
            let value = |k: usize| {
                if width == count + 1 { "value".to_owned() } else { format!("value_{}", k + 1) }
            };
            (0..count).map(axis).chain((0..width - count).map(value)).collect()
        }
    };
    table_of(sheet, &names, count)
}

fn table_of(mut sheet: Sheet<'_>, names: &[String], count: usize) -> Result<Reading> {
    let separator = sheet.separator;
    let column = |k: usize| sheet.rows.iter().map(|row| &row[k]).collect::<Vec<_>>();
    let in_column = |k: usize| {
        move |m: Mistake| match m.column {
            None if names.len() > 1 => Mistake { column: Some(names[k].clone()), ..m },
            _ => m,
        }
    };
    let mut cells =
        Cells { lines: sheet.rows.iter().map(|row| row[0].line).collect(), ..Cells::default() };
    let mut of_axes = Vec::new();
    for (k, name) in names.iter().enumerate() {
        match k < count {
            true => {
                let (numbers, note) = coordinates(&column(k), name, separator)?;
                cells.axes.push((name.clone(), numbers));
                of_axes.extend(note);
            }
            false => cells
                .columns
                .push((name.clone(), typed(&column(k), name, separator).map_err(in_column(k))?)),
        }
    }
    let Filled { table, kinds, mut notes } = cells.fill()?;
    notes.splice(0..0, std::mem::take(&mut sheet.notes).into_iter().chain(of_axes));
    notes.dedup();
    Ok(of_table(table, &kinds, count, notes, sheet.source))
}

/// Checks that all rows have as many fields as the first, or as the header.
fn even(rows: &[Row<'_>]) -> Result<()> {
    let width = rows.first().map_or(0, Vec::len);
    uneven(rows, width, message!("{width} fields as in the rows before"))
}

/// Checks that all rows have so many fields, which are expected for a reason.
fn uneven(rows: &[Row<'_>], width: usize, expected: Message) -> Result<()> {
    match rows.iter().find(|row| row.len() != width) {
        None => Ok(()),
        Some(row) => {
            let line = row.first().map_or(1, |f| f.line);
            Err(wrong(line, message!("{} fields", row.len()), expected))
        }
    }
}

/// A table whose first row names the columns.
fn headed(mut sheet: Sheet<'_>) -> Result<Reading> {
    let Some(mut header) = sheet.header.take() else { return headless(sheet) };
    let widest = sheet.rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_short = sheet.rows.iter().all(|row| row.len() == header.len() + 1);
    if is_short {
        // a column of row numbers without a name
        let (line, character) = header.first().map_or((1, 0), |f| (f.line, f.character));
        header.insert(0, Field::new("", line, character));
    }
    if header.len() > widest && header.last().is_some_and(|f| f.text.is_empty()) {
        header.pop();
    }
    if sheet.rows.is_empty() {
        return Err(wrong(header[0].line, "no row", "rows below the header"));
    }
    let width = header.len();
    uneven(&sheet.rows, width, message!("{width} fields as in the header"))?;
    let is_unnamed =
        |f: &Field<'_>| f.text.is_empty() || f.text == "#" || f.text.starts_with("Unnamed:");
    if is_unnamed(&header[0]) && header.len() > 1 {
        let numbers: Option<Vec<i64>> = sheet.rows.iter().map(|row| row[0].small()).collect();
        let starts_at = |first: i64| {
            numbers.as_ref().is_some_and(|n| n.iter().zip(first..).all(|(n, i)| *n == i))
        };
        let counts = starts_at(0) || (is_short || header[0].text == "#") && starts_at(1);
        let others_index = header.len() > 2 && !QUANTITIES.contains(&&*header[1].text);
        match counts && others_index {
            true => {
                header.remove(0);
                sheet.rows.iter_mut().for_each(|row| drop(row.remove(0)));
                sheet.notes.push("without the row numbers".into());
            }
            false => header[0].text = "n".into(),
        }
    }
    let names: Vec<String> = header.iter().map(named).collect::<Result<_>>()?;
    let mut known = HashSet::new();
    if let Some((_, twice)) =
        names.iter().zip(&header).find(|(name, _)| !known.insert((*name).clone()))
    {
        let found = message!("column {} a second time", quoted(&twice.text));
        return Err(twice.mistaken(wrong(twice.line, found, "different names in the header")));
    }
    if names.len() == 1 && says_lost(&names[0]) {
        let numbers: Option<Vec<i64>> = sheet.rows.iter().map(|row| row[0].small()).collect();
        if numbers.is_some_and(|n| n.len() > 2 && n.windows(2).all(|w| w[0] < w[1])) {
            return positions::read(sheet);
        }
    }
    if names.len() == 1 {
        sheet.header = Some(header);
        return list(sheet, ListForm::Column);
    }
    let pairs = (names.len() == 2 && !QUANTITIES.contains(&names[1].as_str()))
        .then(|| Pairs::of(&sheet.rows))
        .flatten();
    if pairs.is_some_and(|pairs| pairs.is_complementary() && pairs.has_gaps()) {
        sheet.header = Some(header);
        return positions::read(sheet);
    }
    let firsts: Option<Vec<i64>> = sheet.rows.iter().map(|row| row[0].small()).collect();
    let count = coordinate_count(&names, &firsts.unwrap_or_default());
    table_of(sheet, &names, count)
}

/// Rows of values without names.
fn headless(sheet: Sheet<'_>) -> Result<Reading> {
    let rows = &sheet.rows;
    let (first, last) = (rows[0].len(), rows[rows.len() - 1].len());
    let is_even = rows.iter().all(|row| row.len() == first);
    if sheet.form == RowForm::List || rows.len() == 1 {
        return list(sheet, ListForm::List);
    }
    if is_even && first == 1 {
        return binary_or_column(sheet);
    }
    if let ([count, all], Some(said)) = (&rows[..], rows[0][0].small())
        && (count.len(), u64::try_from(said)) == (1, Ok(all.len() as u64))
        && all.len() > 2
    {
        let list = message!("a list of {} values", said + 1);
        let found =
            readings(quoted(&count[0].text).into(), list, message!("how many values follow"));
        let expected = "a choice, --as list or the values without their number";
        return Err(count[0].mistaken(wrong(count[0].line, found, expected)));
    }
    if rows.len() >= 3 && rows.iter().zip(1..).all(|(row, length)| row.len() == length) {
        return rows_of_triangle(sheet);
    }
    if is_even && sheet.form == RowForm::Rows && sheet.source == Some(CHARACTERS) {
        return characters(sheet);
    }
    if is_even && first == 2 {
        return pairs(sheet);
    }
    if is_even {
        return rectangle(sheet);
    }
    let lengths = || rows.iter().map(Vec::len);
    if rows.len() >= 3 && lengths().eq((1..=rows.len()).rev()) {
        let found = message!("rows of {first}, {}, ..., 1 values", first - 1);
        return Err(wrong(rows[0][0].line, found, "rows of the same length; `?` may fill them up"));
    }
    let is_wrapped = rows[..rows.len() - 1].iter().all(|row| row.len() == first) && last < first;
    if let Some(width) = common_width(rows).filter(|_| !is_wrapped) {
        // A table with a row that lacks a field, or has one too many.
        uneven(rows, width, message!("{width} fields as in the other rows"))?;
    }
    if matches!(sheet.separator, ' ' | ',') && sheet.form == RowForm::Text
        || is_wrapped && sheet.separator == ';'
    {
        return list(sheet, ListForm::List);
    }
    even(rows).and_then(|()| list(sheet, ListForm::List))
}

/// Lines of as many characters each: a matrix, unless they may be indices with values.
fn characters(sheet: Sheet<'_>) -> Result<Reading> {
    let firsts: Option<Vec<i64>> = sheet.rows.iter().map(|row| row[0].small()).collect();
    if sheet.rows[0].len() > 2 || !firsts.is_some_and(|firsts| counts_on(&firsts)) {
        return if sheet.rows[0].len() > 2 { rectangle(sheet) } else { matrix(sheet, None) };
    }
    let (count, [a, b]) = (sheet.rows.len(), [0, 1].map(|k| &sheet.rows[0][k].text));
    let found = message!("`{}` and lines like it", format!("{a}{b}"));
    let table = message!("{count} numbers with their indices");
    let other = message!("a matrix of {count} rows and {} columns", 2);
    let line = sheet.rows[0][0].line;
    Err(two_readings(line, found, (table, "table"), (other, "matrix")))
}

/// The number of fields that all rows have but one in ten, or one in all where rows are as short as
/// those of a table.
fn common_width(rows: &[Row<'_>]) -> Option<usize> {
    const MAX_SHORT: usize = 6;
    let of_width = |width: usize| rows.iter().filter(|row| row.len() == width).count();
    let widest = rows.iter().map(Vec::len).max_by_key(|&width| of_width(width))?;
    let others = rows.len() - of_width(widest);
    let is_odd_one = others == 1 && rows.len() > 2 && widest <= MAX_SHORT;
    (widest > 1 && (is_odd_one || others * 10 <= rows.len())).then_some(widest)
}

/// A value on each line. Lines of as many digits, all of them 0 and 1, may be rows of a matrix.
fn binary_or_column(sheet: Sheet<'_>) -> Result<Reading> {
    let first = &sheet.rows[0][0];
    let width = first.text.len();
    let is_binary = |row: &Row<'_>| {
        row[0].text.len() == width && row[0].text.bytes().all(|b| matches!(b, b'0' | b'1'))
    };
    if width > 2 && sheet.rows.iter().all(is_binary) {
        let count = sheet.rows.len();
        let list = message!("a column of {count} numbers");
        let matrix = message!(
            "a matrix of {count} rows and {width} columns without blanks between its digits"
        );
        let found = message!("{} and lines like it", quoted(&first.text));
        return Err(two_readings(first.line, found, (list, "list"), (matrix, "matrix")));
    }
    list(sheet, ListForm::Column)
}

/// A refusal that names both readings and how to ask for each.
fn two_readings(
    line: usize,
    found: Message,
    one: (Message, &str),
    other: (Message, &str),
) -> Mistake {
    let found = readings(found, one.0, other.0);
    wrong(line, found, message!("a choice, --as {} or --as {}", one.1, other.1))
}

/// What was found, and its two readings.
fn readings(found: Message, one: Message, other: Message) -> Message {
    message!("{found}, which has two readings: {one} or {other}")
}

/// Whether the numbers never fall, and rise somewhere.
fn is_sorted(numbers: &[i64]) -> bool {
    numbers.windows(2).all(|w| w[0] <= w[1]) && numbers.first() < numbers.last()
}

/// Rows of as many values each: coordinates and a value, a matrix, or a list in lines.
fn rectangle(sheet: Sheet<'_>) -> Result<Reading> {
    let rows = &sheet.rows;
    let (height, width) = (rows.len(), rows[0].len());
    let numbers: Option<Vec<Vec<i64>>> =
        rows.iter().map(|row| row.iter().map(Field::small).collect()).collect();
    if let Some(numbers) = &numbers {
        if fills_box(numbers) {
            return indexed(sheet, width - 1);
        }
        let flat: Vec<i64> = numbers.iter().flatten().copied().collect();
        if sheet.form == RowForm::Text && is_sorted(&flat) {
            return list(sheet, ListForm::List);
        }
    }
    if is_symmetric(rows) && !is_periodic(rows) {
        return matrix(sheet, None);
    }
    let is_row = |row: &Vec<i64>| row.is_sorted();
    if sheet.source == Some("tuples")
        && numbers.is_some_and(|all| all.is_sorted() && all.iter().all(is_row))
    {
        let found = message!("{height} tuples of {width} numbers");
        let lost = message!("{height} lost positions of {width} numbers");
        let other = message!("a matrix of {height} rows and {width} columns");
        return Err(two_readings(rows[0][0].line, found, (lost, "positions"), (other, "matrix")));
    }
    let firsts: Option<Vec<i64>> = rows.iter().map(|row| row[0].small()).collect();
    let is_indexed = height >= 3 && firsts.is_some_and(|firsts| counts_on(&firsts));
    if is_indexed && height > width {
        let table = message!("{height} indices, each with {} values", width - 1);
        let other = message!("a matrix of {height} rows and {width} columns");
        let found = message!("{height} rows of {width} numbers");
        let mut mistake = two_readings(rows[0][0].line, found, (table, "table"), (other, "matrix"));
        mistake.what = message!("{}; a header would name the columns", mistake.what);
        return Err(mistake);
    }
    let is_matrix = sheet.form == RowForm::Rows && !(sheet.source.is_some() && is_periodic(rows));
    if is_matrix { matrix(sheet, None) } else { list_or_matrix(sheet) }
}

fn list_or_matrix(sheet: Sheet<'_>) -> Result<Reading> {
    let (height, width) = (sheet.rows.len(), sheet.rows[0].len());
    let found = message!("{height} lines of {width} values");
    let list = message!("a list of {} values", height * width);
    let matrix = message!("a matrix of {height} rows and {width} columns");
    Err(two_readings(sheet.rows[0][0].line, found, (list, "list"), (matrix, "matrix")))
}

/// Whether the numbers before the last of each row are the positions of a box, or of the half of a square
/// above or below its diagonal, each of them once.
fn fills_box(rows: &[Vec<i64>]) -> bool {
    let count = rows[0].len() - 1;
    let ends = |k: usize| {
        (rows.iter().map(|r| r[k]).min().unwrap_or(0), rows.iter().map(|r| r[k]).max().unwrap_or(0))
    };
    let sides: Vec<i128> =
        (0..count).map(ends).map(|(lo, hi)| i128::from(hi) - i128::from(lo) + 1).collect();
    let cells = sides.iter().try_fold(1i128, |all, side| all.checked_mul(*side));
    let height = rows.len() as i128;
    let is_half = count == 2
        && sides[0] == sides[1]
        && height == sides[0] * (sides[0] + 1) / 2
        && (rows.iter().all(|r| r[0] <= r[1]) || rows.iter().all(|r| r[0] >= r[1]));
    let distinct: HashSet<&[i64]> = rows.iter().map(|r| &r[..count]).collect();
    height >= 4
        && sides.iter().all(|&side| side > 1)
        && (cells == Some(height) || is_half)
        && distinct.len() == rows.len()
}

/// Whether the square in the corner of the rows is symmetric, and large enough to say so.
fn is_symmetric(rows: &[Row<'_>]) -> bool {
    let side = rows.len().min(rows[0].len());
    side >= 3
        && rows.iter().flatten().any(|f| f.text != rows[0][0].text)
        && (0..side).all(|i| (0..i).all(|j| rows[i][j].text == rows[j][i].text))
}

/// Whether the rows, one behind the other, are a list whose period already shows in the first row.
fn is_periodic(rows: &[Row<'_>]) -> bool {
    let flat: Vec<&str> = rows.iter().flatten().map(|f| &*f.text).collect();
    let width = rows[0].len();
    (1..=width / 2).any(|period| flat.iter().zip(&flat[period..]).all(|(a, b)| a == b))
}

/// Rows of 1, 2, 3, ... values.
fn rows_of_triangle(mut sheet: Sheet<'_>) -> Result<Reading> {
    let rows = std::mem::take(&mut sheet.rows);
    if let Some((length, row)) = (1..).zip(&rows).find(|(length, row)| row.len() != *length) {
        let found = message!("{} values", row.len());
        return Err(wrong(
            row.first().map_or(1, |f| f.line),
            found,
            message!("{length}, as row {length} of a triangle has"),
        ));
    }
    sheet.rows = vec![rows.concat()];
    triangle(sheet, None)
}

/// A triangle T(n, k) or a square array A(n, k), whose first row and column have the first index, in one
/// list.
fn triangle(mut sheet: Sheet<'_>, antidiagonals: Option<bool>) -> Result<Reading> {
    let fields: Row<'_> = std::mem::take(&mut sheet.rows).into_iter().flatten().collect();
    let mut cells = Cells {
        axes: vec![("n".to_owned(), Vec::new()), ("k".to_owned(), Vec::new())],
        ..Cells::default()
    };
    // The offset of a triangle is the index of its first row; columns begin with 0 or with it.
    let first = sheet.offset.clamp(0, 1);
    let (mut row, mut at) = (0, 0);
    for field in &fields {
        let (n, k) = match antidiagonals {
            None => (row, at),
            Some(true) => (row - at, at),
            Some(false) => (at, row - at),
        };
        cells.axes[0].1.push(n + first);
        cells.axes[1].1.push(k + first);
        cells.lines.push(field.line);
        (row, at) = if at == row { (row + 1, 0) } else { (row, at + 1) };
    }
    let all: Vec<&Field<'_>> = fields.iter().collect();
    cells.columns.push(("value".to_owned(), typed(&all, "", sheet.separator)?));
    let Filled { table, mut notes, .. } = cells.fill()?;
    notes.splice(0..0, sheet.notes);
    let (values, ranges) = (message!("{} numbers", fields.len()), ranges(&table));
    let core = match antidiagonals {
        None => message!("a triangle of {values} over {ranges}"),
        Some(true) => {
            message!("a square array by antidiagonals, upwards, of {values} over {ranges}")
        }
        Some(false) => {
            message!("a square array by antidiagonals, downwards, of {values} over {ranges}")
        }
    };
    Ok(reading(table, core, notes, sheet.source))
}
