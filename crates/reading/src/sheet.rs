//! Rows of fields, before it is known what they mean; and how delimited text becomes such rows.

use super::field::{Field, grouping, is_outcome, is_outcome_letter};
use super::{As, wrong};
use message::{Message, message};
use std::borrow::Cow;
use table::lines::Result;

/// Rows of fields as a text has them.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet<'t> {
    /// Names of the columns.
    pub(super) header: Option<Vec<Field<'t>>>,
    pub(super) rows: Vec<Vec<Field<'t>>>,
    pub(super) form: RowForm,
    /// What the text says that it is.
    pub(super) says: Option<As>,
    /// What stands between the fields, a blank for any white space.
    pub(super) separator: char,
    /// The index of the first term of a list.
    pub(super) offset: i64,
    /// What the text is, where its notation says so: `a Markdown table`.
    pub(super) source: Option<&'static str>,
    /// What was left out, or taken for something else, in words.
    pub(super) notes: Vec<Message>,
}

/// What the source of a text is called whose fields are single characters.
pub(super) const CHARACTERS: &str = "characters without blanks";

/// What the source of a list is called whose rows begin with the index of their first value.
pub(super) const PARTS: &str = "rows behind the indices of their first values";

/// What the notation says of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RowForm {
    /// Nothing: lines of text.
    #[default]
    Text,
    /// Every row is a row, not a part of a list.
    Rows,
    /// One list.
    List,
    /// So many coordinates, and then values.
    Indexed(usize),
    /// Positions without values.
    Places,
    /// A triangle, row by row, in one list.
    Triangle,
    /// A square array by its antidiagonals, in one list; from the first column upwards to the first row,
    /// or downwards to the first column.
    Antidiagonals { upwards: bool },
}

/// What begins lines that are comments, or what pandas says of a series.
const ASIDES: [&str; 4] = ["#", "%", "Name:", "dtype:"];

/// Whether a line begins with `#` as the name of a column, that of the numbers of the rows, before names of others.
fn is_numbered(line: &str) -> bool {
    let rest = line.strip_prefix('#').map_or("", |rest| rest.trim_start_matches(' '));
    let mark = rest.chars().next().filter(|&mark| "|,;\t&".contains(mark));
    mark.is_some_and(|mark| {
        let names = || rest[1..].split(mark).map(str::trim);
        names().count() > 1 && names().all(super::starts_with_name)
    })
}

/// Whether a line says how many rows there are, as psql does: `(12 rows)`.
fn is_count(line: &str) -> bool {
    let inner = line.strip_prefix('(').and_then(|line| line.strip_suffix(')'));
    let words = inner.and_then(|inner| inner.split_once(' '));
    words
        .is_some_and(|(count, rows)| count.parse::<u64>().is_ok() && matches!(rows, "row" | "rows"))
}

/// Lines that say something, with their numbers, without rules drawn between rows.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let is_aside = |line: &str| {
        ASIDES.iter().any(|aside| line.starts_with(aside)) && !is_numbered(line) || is_count(line)
    };
    let says =
        move |(_, line): &(usize, &str)| !line.is_empty() && !is_aside(line) && !is_rule(line);
    (1..)
        .zip(text.lines())
        .map(|(n, line)| (n, line, line.trim()))
        .filter(move |(n, _, trimmed)| says(&(*n, trimmed)))
        .map(|(n, line, _)| (n, line.trim_end()))
}

/// `...`, or as many of another kind.
pub(super) fn is_dots(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '.' | '\u{2026}')) && !matches!(text, "" | ".")
}

/// `---|---`, `+----+`, `=====`.
pub(super) fn is_rule(line: &str) -> bool {
    let is_drawn =
        |c: char| matches!(c, '-' | '=' | '+' | '|' | ':' | ' ' | '\t' | '\u{2500}'..='\u{257f}');
    line.chars().all(is_drawn)
        && line.chars().filter(|c| !matches!(c, ' ' | '\t' | '|' | ':' | '+')).count() >= 3
}

/// The character between the fields; a blank stands for any white space.
fn separator(text: &str) -> char {
    const LOOKED_AT: usize = 50;
    let lines: Vec<&str> = lines(text).map(|(_, line)| line).take(LOOKED_AT).collect();
    let counts = |mark: char| lines.iter().map(move |line| unquoted(line).matches(mark).count());
    let is_everywhere = |mark: char| counts(mark).all(|count| count > 0);
    let first_has = |mark: char| counts(mark).next().unwrap_or(0) > 0;
    // What is indented by a tab is a list, unless only the first line is: the corner of a matrix.
    let is_indented = lines.iter().all(|line| line.starts_with('\t'));
    let inner = |line: &&str| line.trim().contains('\t');
    if first_has(';') {
        ';'
    } else if lines.iter().any(inner) && is_everywhere('\t') && !is_indented {
        '\t'
    } else if is_everywhere('|') {
        '|'
    } else if is_everywhere('&') {
        '&'
    } else if counts(',').sum::<usize>() > 0 {
        ','
    } else {
        ' '
    }
}

/// The line without what stands in quotes.
fn unquoted(line: &str) -> Cow<'_, str> {
    match line.contains('"') {
        true => line.split('"').step_by(2).collect::<String>().into(),
        false => line.into(),
    }
}

/// Checks that a line is no row of decimals with commas, `0,0 0,5 1,0`, or `0,0;0,5;1,0` alone.
///
/// # Errors
/// Such a line.
fn is_no_row_of_decimals(text: &str, separator: char) -> Result<()> {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_decimal = |word: &str| {
        let parts = word.trim_start_matches('-').split_once(',');
        parts.is_some_and(|(before, after)| is_digits(before) && is_digits(after))
    };
    let parts = |line: &'_ str| -> Vec<String> {
        let ends = |c: char| c.is_whitespace() || c == separator && c == ';';
        line.split(ends).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let Some((number, first)) = lines(text).find(|(_, line)| parts(line).len() > 2) else {
        return Ok(());
    };
    let is_alone = separator == ',' || lines(text).count() == 1;
    if !is_alone || !lines(text).all(|(_, line)| parts(line).iter().all(|part| is_decimal(part))) {
        return Ok(());
    }
    let parts = parts(first);
    let word = parts.first().map_or("", |word| word);
    let found =
        message!("{}, which has two readings: a decimal or two numbers", super::quoted(word));
    let expected = match separator {
        ';' => "a point in place of the comma, or each pair on a line of its own",
        _ => "a point in place of the comma, or a blank behind it",
    };
    Err(wrong(number, found, expected))
}

/// The rows of a text of lines.
///
/// # Errors
/// A quoted field that does not end.
pub(super) fn sheet(text: &str) -> Result<Sheet<'_>> {
    let mut separator = separator(text);
    if matches!(separator, ',' | ';') {
        is_no_row_of_decimals(text, separator)?;
    }
    let mut rows =
        if text.contains('"') { quoted(text, separator)? } else { split(text, separator) };
    let is_several = |f: &Field<'_>| {
        f.text.contains(' ')
            && f.text.split_whitespace().all(|w| w.parse::<i64>().is_ok())
            && grouping(&f.text).is_none()
    };
    let has_several = |rows: &[Vec<Field<'_>>]| rows.iter().flatten().any(is_several);
    // Bars in all lines but that of the numbers above the columns.
    let has_bar = |row: &Vec<Field<'_>>| row.iter().any(|f| f.text.contains('|'));
    let has_bars = separator == ' ' && rows.len() > 2 && rows[1..].iter().all(has_bar);
    if separator == '|' && has_several(&rows) || has_bars {
        rows = split(text, '\u{0}');
        separator = ' ';
    } else if separator == ',' && !text.contains('"') && has_several(&rows) {
        rows = rows
            .into_iter()
            .map(|row| row.iter().flat_map(|f| words_of(f, char::is_whitespace)).collect())
            .collect();
    }
    let mut sheet = Sheet { rows, separator, ..Sheet::default() };
    if matches!(separator, ';' | '\t' | '|' | '&') && sheet.rows.len() > 1 {
        sheet.form = RowForm::Rows;
    }
    sheet.without_last_separators();
    sheet.without_dots();
    sheet.join_blocks();
    if matches!(separator, ' ' | ',') {
        sheet.join_groups()?;
        sheet.join_groups_of_list()?;
        sheet.explode();
    }
    Ok(sheet)
}

/// The words of a field between characters that end them, as fields.
pub(super) fn words_of<'t>(field: &Field<'t>, ends: impl Fn(char) -> bool) -> Vec<Field<'t>> {
    let mut at = field.character;
    let words = field.text.split(ends).map(|word| {
        let here = at;
        at += word.chars().count() + 1;
        Field::new(word.to_owned(), field.line, here)
    });
    words.filter(|word| !word.text.is_empty() || field.text.is_empty()).collect()
}

/// Splits lines without quotes.
fn split(text: &str, separator: char) -> Vec<Vec<Field<'_>>> {
    let is_header = |line: &str| {
        let line = line.trim_start();
        line.starts_with(|c: char| c.is_alphabetic() || c == '_') || is_numbered(line)
    };
    // In a table with a header an entry may be a word with `#` in it.
    let has_header =
        lines(text).next().is_some_and(|(_, line)| is_header(line)) && separator != ' ';
    let mut rows = Vec::new();
    for (number, line) in lines(text) {
        let line = if has_header {
            line
        } else {
            line.split_once('#').map_or(line, |(said, _)| said).trim_end()
        };
        let mut row = Vec::new();
        let ends: &dyn Fn(char) -> bool = match separator {
            ' ' => &char::is_whitespace,
            '\u{0}' => &|c: char| c.is_whitespace() || c == '|',
            mark => &move |c: char| c == mark,
        };
        let is_blank = matches!(separator, ' ' | '\u{0}');
        let (mut at, mut counted) = (0, 1);
        for part in line.split(ends) {
            let trimmed = part.trim_start();
            counted += line[at..at + part.len() - trimmed.len()].chars().count();
            let character = counted;
            counted += trimmed.chars().count();
            at += part.len();
            // what ends the part
            let end = line[at..].chars().next();
            at += end.map_or(0, char::len_utf8);
            counted += 1;
            let said = trimmed.trim_end();
            // rows of LaTeX end so
            let ended = said.split_once("\\\\").filter(|_| separator == '&');
            let ended_at = character + ended.map_or(0, |(said, _)| said.chars().count() + 2);
            let said = ended.map_or(said, |(said, _)| said.trim_end());
            if !(is_blank && said.is_empty()) {
                row.push(Field::new(said, number, character));
            }
            if let Some((_, next)) = ended.filter(|(_, next)| !next.is_empty()) {
                rows.push(std::mem::take(&mut row));
                row.push(Field::new(next.trim_start(), number, ended_at));
            }
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    rows
}

/// Reads rows with quoted fields, as RFC 4180 has them.
fn quoted(text: &str, separator: char) -> Result<Vec<Vec<Field<'static>>>> {
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).comment(Some(b'#')).trim(csv::Trim::All);
    reader.delimiter(u8::try_from(separator).unwrap_or(b','));
    let mut rows: Vec<Vec<Field<'static>>> = Vec::new();
    let mut last = 1;
    for record in reader.from_reader(text.as_bytes()).records() {
        let record = record.map_err(|e| wrong(last, e.to_string(), "rows of fields"))?;
        let line = record.position().map_or(last, |p| usize::try_from(p.line()).unwrap_or(1));
        let line = line + blank_before(text, &record);
        last = line;
        let is_open = |field: &str| field.matches('\n').count() > 3 && field.contains(separator);
        if let Some(field) = record.iter().find(|field| is_open(field)) {
            let start = field.lines().next().unwrap_or("");
            return Err(wrong(line, super::quoted(start), "a closing quotation mark"));
        }
        let is_blank = separator == ' ';
        let fields = record.iter().filter(|f| !(is_blank && f.is_empty()));
        let row: Vec<_> =
            fields.map(|f| Field::new(f.trim().replace(['\r', '\n'], " "), line, 0)).collect();
        let is_drawn = is_rule(&row.iter().map(|f| &*f.text).collect::<Vec<_>>().concat());
        if row.iter().any(|f| !f.text.is_empty()) && !is_drawn {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Blank lines and comments between the place where the reader says that a record begins and its first
/// field.
fn blank_before(text: &str, record: &csv::StringRecord) -> usize {
    let start = record.position().map_or(0, |p| usize::try_from(p.byte()).unwrap_or(0));
    let rest = text.get(start..).unwrap_or("");
    let is_passed = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    rest.split('\n').take_while(is_passed).count()
}

/// Whether a separator ends the row.
fn ends_empty(row: &[Field<'_>]) -> bool {
    row.len() > 1 && row.last().is_some_and(|field| field.text.is_empty())
}

/// Takes off the empty field behind a separator at the end of a row.
pub(super) fn without_last_separator(row: &mut Vec<Field<'_>>) {
    if ends_empty(row) {
        row.pop();
    }
}

impl<'t> Sheet<'t> {
    /// A list in one row.
    pub(super) fn list(fields: Vec<Field<'t>>, offset: i64) -> Self {
        Self { rows: vec![fields], form: RowForm::List, separator: ',', offset, ..Self::default() }
    }

    /// Takes off the empty fields behind separators at the ends of lines, where all lines end so or where
    /// that makes them as long as the others. Where only the last line has none, the lines are parts of a
    /// list.
    fn without_last_separators(&mut self) {
        let is_empty = |row: &Vec<Field<'_>>| row.iter().all(|f| f.text.is_empty());
        while self.rows.len() > 1 && self.rows.last().is_some_and(is_empty) {
            self.rows.pop();
        }
        let width = self.rows.first().map_or(0, Vec::len);
        if self.rows.len() > 1 && self.rows.iter().all(|row| row.len() == width) {
            while self.rows.iter().all(|row| ends_empty(row)) {
                self.rows.iter_mut().for_each(without_last_separator);
            }
            // a triangle as a spreadsheet writes it
            let length = |row: &Vec<Field<'_>>| {
                row.iter().rposition(|f| !f.text.is_empty()).map_or(0, |last| last + 1)
            };
            if self.rows.len() > 2 && self.rows.iter().zip(1..).all(|(row, k)| length(row) == k) {
                self.rows.iter_mut().zip(1..).for_each(|(row, k)| row.truncate(k));
                return;
            }
        }
        let ends = |row: &Vec<Field<'_>>| ends_empty(row);
        let Some((last, others)) = self.rows.split_last() else { return };
        let goes_on = !ends(last);
        let all_end = others.iter().all(ends) && !(others.is_empty() && goes_on);
        let is_even = |taken: fn(&[Field<'_>]) -> bool| {
            let length = |row: &Vec<Field<'_>>| row.len() - usize::from(taken(row));
            others.iter().all(|row| length(row) == length(last))
        };
        if !all_end && (is_even(|_| false) || !is_even(ends_empty)) {
            return;
        }
        self.rows.iter_mut().for_each(without_last_separator);
        if all_end && goes_on && self.separator == ',' {
            self.form = RowForm::List;
        }
    }

    /// Joins the parts of a matrix that MATLAB prints below each other, each under a line that names its
    /// columns; `A =` above them is no row.
    fn join_blocks(&mut self) {
        if self.rows.first().is_some_and(|row| row.len() == 2 && row[1].text == "=") {
            self.rows.remove(0);
            self.form = RowForm::Rows;
        }
        let is_heading = |row: &Vec<Field<'_>>| {
            row[0].text.eq_ignore_ascii_case("columns")
                || row[0].text.eq_ignore_ascii_case("column")
        };
        let is_block = |row: &Vec<Field<'_>>| {
            is_heading(row) && row.get(1).is_some_and(|f| f.small().is_some())
        };
        if !self.rows.first().is_some_and(is_block) {
            return;
        }
        let mut joined: Vec<Vec<Field<'t>>> = Vec::new();
        let mut at = 0;
        for row in std::mem::take(&mut self.rows) {
            if is_block(&row) {
                at = 0;
                continue;
            }
            match joined.get_mut(at) {
                Some(begun) => begun.extend(row),
                None => joined.push(row),
            }
            at += 1;
        }
        (self.rows, self.form) = (joined, RowForm::Rows);
    }

    /// Takes words apart whose characters are values: digits without blanks, letters of outcomes.
    fn explode(&mut self) {
        let whole = |row: &Vec<Field<'_>>| row.len() == 1;
        if !self.rows.iter().all(whole) {
            return;
        }
        let words = || self.rows.iter().map(|row| &*row[0].text);
        let length = |word: &str| word.chars().count();
        let longest = words().map(length).max().unwrap_or(0);
        let is_letters = |word: &str| word.chars().all(|c| is_outcome(c.encode_utf8(&mut [0; 4])));
        let is_digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let begins_with_zero = |word: &str| word.len() > 1 && word.starts_with('0');
        let digits = words().all(is_digits)
            && match self.rows.len() {
                1 => longest >= 8 || words().any(begins_with_zero),
                _ => words().any(begins_with_zero),
            };
        let letters = words().all(is_letters) && longest > 2 && !words().all(is_outcome);
        if longest < 2 || !(digits || letters) {
            return;
        }
        let is_number = digits && self.rows.len() == 1 && !words().any(begins_with_zero);
        self.take_apart();
        if is_number {
            self.source = Some("the digits of one number, each of them a value");
        }
        if self.rows.len() > 1 && self.rows.iter().all(|row| row.len() == longest) {
            self.form = RowForm::Rows;
        }
    }

    /// Makes a field of every character, where each row is one word.
    pub(super) fn take_apart(&mut self) {
        if !self.rows.iter().all(|row| row.len() == 1) {
            return;
        }
        for row in &mut self.rows {
            let Field { text, line, character } = row.remove(0);
            let parts = text.chars().zip(character..);
            *row = parts.map(|(c, at)| Field::new(c.to_string(), line, at)).collect();
        }
        self.source = Some(CHARACTERS);
    }

    /// Makes columns of rows that begin with their names, the first of which counts: `n 0 1 2` above `sg 0 1 0`.
    pub(super) fn turn(&mut self) {
        // `sg:0 1 0`, without a blank behind the name
        let parts = |row: &Vec<Field<'t>>| {
            let (name, value) = row[0].text.split_once(':')?;
            let value = Field::new(value.to_owned(), row[0].line, 0);
            (super::starts_with_name(name) && value.is_number() && !value.text.is_empty())
                .then(|| [Field { text: name.to_owned().into(), ..row[0].clone() }, value])
        };
        if let Some(all) = self.rows.iter().map(parts).collect::<Option<Vec<_>>>() {
            for (row, parts) in self.rows.iter_mut().zip(all) {
                row.splice(0..1, parts);
            }
        }
        let name = |row: &Vec<Field<'t>>| row[0].text.trim_end_matches(':').trim_end().to_owned();
        let is_name =
            |row: &Vec<Field<'t>>| super::starts_with_name(&name(row)) && !row[0].is_nothing();
        let [first, below @ ..] = &self.rows[..] else { return };
        let counts: Option<Vec<i64>> = first.iter().skip(1).map(Field::small).collect();
        let is_turned = !below.is_empty()
            && first.len() > 3
            && self.header.is_none()
            && self.rows.iter().all(|row| is_name(row) && row.len() == first.len())
            && counts.is_some_and(|counts| super::counts_on(&counts));
        if !is_turned {
            return;
        }
        let rows = std::mem::take(&mut self.rows);
        let names = rows.iter().map(|row| Field { text: name(row).into(), ..row[0].clone() });
        self.header = Some(names.collect());
        let column = |k: usize| rows.iter().map(|row| row[k].clone()).collect();
        self.rows = (1..rows[0].len()).map(column).collect();
        self.form = RowForm::Rows;
        self.notes.push("its rows are columns".into());
    }

    /// Takes off what says that a list goes on.
    pub(super) fn without_dots(&mut self) {
        let [row] = &mut self.rows[..] else { return };
        let are_dots = |f: &Field<'_>| matches!(&*f.text, "etc" | "etc.") || is_dots(&f.text);
        if row.len() > 2 && row.last().is_some_and(are_dots) {
            row.pop();
            self.notes.push("without the dots at its end".into());
        }
    }

    /// Takes the first row for the names of the columns if it reads so.
    ///
    /// # Errors
    /// A row that begins with a name and has numbers, above numbers.
    pub(super) fn find_header(&mut self) -> Result<()> {
        let [first, below @ ..] = &self.rows[..] else { return Ok(()) };
        if self.header.is_some() || below.is_empty() {
            return Ok(());
        }
        let is_name = |f: &Field<'_>| {
            f.text.starts_with(|c: char| c.is_alphabetic() || "_#\\$".contains(c))
                && !f.is_nothing()
        };
        let is_empty = |f: &Field<'_>| f.text.is_empty();
        if !first.iter().any(is_name) {
            return Ok(());
        }
        let column = |k: usize| below.iter().filter_map(move |row| row.get(k));
        let is_above_numbers =
            |k: usize| column(k).next().is_some() && column(k).all(Field::is_number);
        let names_numbers =
            first.iter().enumerate().any(|(k, f)| is_name(f) && is_above_numbers(k));
        if let Some(odd) = first.iter().find(|f| !is_name(f) && !is_empty(f)) {
            return match names_numbers {
                true => {
                    let name = first.iter().find(|f| is_name(f)).map_or("", |f| &*f.text);
                    let name = super::quoted(name);
                    let expected = message!(
                        "the name of a column beside {name}, or a number in place of {name}"
                    );
                    Err(odd.wrong(expected))
                }
                false => Ok(()),
            };
        }
        // A word above letters, such as `win`, names them.
        let is_outcome_like = |g: &Field<'_>, f: &Field<'_>| {
            is_outcome(&g.text) && (g.text.chars().count() == 1) == (f.text.chars().count() == 1)
        };
        // A letter above letters, most of them outcomes, is one of them.
        let is_letter_of_many = |k: usize, f: &Field<'_>| {
            let (said, all) = (column(k).filter(|g| is_outcome_letter(&g.text)), column(k));
            let (said, all) = (said.count(), all.filter(|g| !g.is_nothing()).count());
            is_outcome_letter(&f.text)
                && (1..=2 * said).contains(&all)
                && column(k).all(|g| g.text.chars().count() <= 1)
        };
        let is_data = |(k, f): (usize, &Field<'_>)| {
            column(k).any(|g| g.text == f.text)
                || is_letter_of_many(k, f)
                || (is_outcome(&f.text) && column(k).all(|g| is_outcome_like(g, f)))
        };
        if names_numbers || !first.iter().enumerate().any(is_data) {
            self.header = Some(self.rows.remove(0));
        }
        Ok(())
    }
}
