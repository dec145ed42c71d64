//! Reads tables from text as people bring it: lists, indices with values, CSV, matrices, triangles,
//! equations, nested lists and dictionaries, Markdown and HTML tables, what the OEIS gives, and lost
//! positions.
//!
//! A text is looked at before it is read, and a sentence says what it was read as. Where it has two
//! readings, both are named and none is chosen; [`As`] chooses. docs/laws.md lists the forms.
//!
//! - `decode` makes text of bytes, and `clean` takes away what stands beside its values;
//! - `plain` reads large files of plain integers, fast;
//! - `names` tells what stands before the values, and `groups` joins the digits of numbers;
//! - `sheet` and `equations`, `markup`, `nested`, `oeis` turn all other texts into rows of fields;
//! - `field` says what the fields of a column mean;
//! - `layout`, `positions` and `cells` make a table of the rows.
//!
//! ```
//! let table = reading::read("n,value\n0,0\n1,1\n2,4\n", "squares.csv", None)?.table;
//! let column = table.column("value").expect("named in the header");
//! assert_eq!(column.values.iter().collect::<Vec<_>>(), [0, 1, 4]);
//! # Ok::<(), reading::ReadError>(())
//! ```

mod cells;
mod clean;
mod decode;
mod equations;
mod field;
mod groups;
mod layout;
mod markup;
mod names;
mod nested;
mod oeis;
mod plain;
mod positions;
mod scan;
mod sheet;

pub use decode::decode;

use field::Field;
use message::{Message, Tell, message};
use table::Table;
use table::lines::{Mistake, Result, unmarked};

/// Column names that always are values, never coordinates: the quantities `mexlab` writes.
pub const QUANTITIES: [&str; 8] =
    ["sg", "win", "lose", "misere", "remoteness", "moves", "least", "greatest"];

/// Why a text is not a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The name the caller gave to the text.
    pub source_name: String,
    /// What is wrong where.
    pub mistake: Mistake,
}

impl Tell for ReadError {
    fn message(&self) -> Message {
        message!("{}:{}", self.source_name, self.mistake)
    }
}

message::error!(ReadError);

/// A table, and a sentence that says how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The table.
    pub table: Table,
    /// `read as a column of 56 numbers from n = 0`.
    pub said: Message,
}

/// What a text is to be read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum As {
    /// All values one after the other.
    List,
    /// In every row the coordinates, then a value.
    Table,
    /// The first coordinate downwards, the second one across.
    Matrix,
    /// Rows of 1, 2, 3, ... values.
    Triangle,
    /// Positions lost for the player to move.
    Positions,
}

/// A mistake in a line: what stands there, and what should.
fn wrong(line: usize, found: impl Into<Message>, expected: impl Into<Message>) -> Mistake {
    Mistake::at(line, message!("found {}, expected {}", found.into(), expected.into()))
}

/// A word that a message quotes, cut to a length that fits one.
fn quoted(word: &str) -> String {
    const MAX_LENGTH: usize = 40;
    let end = word.char_indices().nth(MAX_LENGTH).map(|(end, _)| end);
    end.map_or_else(|| format!("`{word}`"), |end| format!("`{}...`", &word[..end]))
}

/// The table written in `text`; `name` is the name of the text (a path) for error messages. With
/// `asked`, it is read as this and as nothing else.
///
/// Coordinates without names are called `n`, or `a`, `b`, ...; values `value`, or `win` where they say who
/// wins. What has no value in it is no position of the table.
///
/// # Errors
/// A mistake at its line, or a text with two readings.
pub fn read(text: &str, name: &str, asked: Option<As>) -> Result<Reading, ReadError> {
    let is_matrix = text.contains("matrix}");
    let text = &*clean::clean(unmarked(text));
    let plain = if asked.is_none() { plain::read(text) } else { None };
    let reading = plain.unwrap_or_else(|| {
        let Some(title) = names::title(text) else {
            let mut sheet = look(text)?;
            // `\\begin{pmatrix}`
            if is_matrix && sheet.rows.iter().any(|row| row.len() > 1) {
                sheet.says = Some(As::Matrix);
            }
            return layout::lay_out(sheet, asked);
        };
        layout::lay_out(title.clone().put_on(look(&title.taken_from(text))?)?, asked)
    });
    reading.map_err(|mistake| ReadError {
        source_name: name.to_owned(),
        mistake: rule(text).unwrap_or(mistake),
    })
}

/// What is wrong with a text that is no table and begins as rules do.
fn rule(text: &str) -> Option<Mistake> {
    let is_said = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let (n, line) = (1..).zip(text.lines()).find(|(_, line)| is_said(line))?;
    let word = line.split_whitespace().next()?;
    ["game", "heap", "state", "coins", "claims"].contains(&word).then(|| {
        let help = "values; the name of a rule's file ends in `.game`, and -e takes its lines";
        wrong(n, "a rule", help)
    })
}

/// The rows of a text, by whatever notation it has.
fn look(text: &str) -> Result<sheet::Sheet<'_>> {
    is_no_graph(text)?;
    let lower = |pattern: &str| text.contains(pattern) || text.contains(&pattern.to_uppercase());
    if lower("<table") || lower("<tr") {
        return markup::html(text).ok_or_else(|| wrong(1, "no row", "a table"));
    }
    let special = oeis::sheet(text).or_else(|| markup::markdown(text).map(Ok));
    let printed = [markup::vector_of_r, markup::matrix_of_r, markup::labelled];
    let special = special.or_else(|| printed.into_iter().find_map(|read| read(text)).map(Ok));
    let special = special.or_else(|| nested::sheet(text)).or_else(|| equations::sheet(text));
    special.unwrap_or_else(|| sheet::sheet(text))
}

/// Checks that the text is no graph in DIMACS format: a line `p edge VERTICES EDGES` behind lines of comments.
fn is_no_graph(text: &str) -> Result<()> {
    let is_comment = |line: &str| line.is_empty() || line == "c" || line.starts_with("c ");
    let first = (1..).zip(text.lines()).find(|(_, line)| !is_comment(line.trim()));
    let words = first.map(|(n, line)| (n, line.split_whitespace().collect::<Vec<_>>()));
    match words.as_ref().map(|(n, words)| (*n, &words[..])) {
        Some((n, ["p", "edge" | "edges" | "col", vertices, edges])) => {
            let found = message!("a graph of {vertices} vertices and {edges} edges");
            Err(wrong(n, found, "values; a rule for graphs reads it with --input"))
        }
        _ => Ok(()),
    }
}

fn starts_with_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The name of a coordinate where the text has none.
fn axis_name(k: usize) -> String {
    const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    NAMES.get(k).map_or_else(|| format!("x{k}"), |name| (*name).to_owned())
}

/// The words of a header as one name: `heap size n` is `heap_size_n`.
fn identifier(text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// The name that a field of a header gives.
fn named(field: &Field<'_>) -> Result<String> {
    let name = identifier(&field.text);
    match starts_with_name(&name) {
        true => Ok(name),
        false if name.is_empty() => Err(field.wrong("the name of a column in the header")),
        false => Ok(format!("_{name}")),
    }
}

/// Whether each number is one more than that before it.
fn counts_on(numbers: &[i64]) -> bool {
    numbers.windows(2).all(|w| w[0].checked_add(1) == Some(w[1]))
}

/// How many of the first columns are coordinates: all but the last and the quantities before it, unless
/// the first one, which has these numbers, already numbers the rows.
fn coordinate_count(names: &[String], firsts: &[i64]) -> usize {
    const ENOUGH: usize = 3;
    let is_quantity = |name: &String| QUANTITIES.contains(&name.as_str());
    let quantities = names.iter().rev().take_while(|name| is_quantity(name)).count();
    let last = quantities.clamp(1, names.len().saturating_sub(1).max(1));
    match counts_on(firsts) && firsts.len() >= ENOUGH {
        true => 1,
        false => names.len() - last.min(names.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draw::{Draw, check, prop_assert};

    /// The careful reader reads the same of plain texts.
    fn same_both_ways(text: &str) {
        if let Some(Ok(fast)) = plain::read(text) {
            let careful = layout::lay_out(look(text).unwrap(), None);
            assert_eq!(Ok(fast), careful, "{text:?}");
        }
    }

    #[test]
    fn fast_and_careful_reading_agree() {
        ["0 0\t0", "0\t\t0", "0  0,\n#", "1 100,", "0  1,100", "0 ,1,100"]
            .into_iter()
            .for_each(same_both_ways);
        let char = |d: &mut Draw| match d.flag() {
            false => d.pick(&[' ', ' ', ',', '-', '\n', '\t', '#', '#']),
            true => char::from(b'0' + d.int(0..10) as u8),
        };
        let input = |d: &mut Draw| String::from_iter(d.many(0..41, char));
        check(draw::cases(), input, |text| {
            same_both_ways(&text);
            Ok(())
        });
    }

    #[test]
    fn fast_and_careful_reading_of_tables_agree() {
        let input = |d: &mut Draw| {
            let list = d.many(2..9, |d| d.int(-70_000..70_000));
            (d.int(-3..9), list, d.pick(&["", "n,sg\n", "a,b,sg\n", "sg\n", "n,x,y\n"]))
        };
        check(draw::cases(), input, |(start, list, heading)| {
            let width = heading.split(',').count();
            let row = |(v, n): (&i64, i64)| match width {
                1 if heading.is_empty() => format!("{n} {v}\n"),
                1 => format!("{v}\n"),
                2 => format!("{n},{v}\n"),
                _ => format!("{n},{},{v}\n", n + 1),
            };
            let lines: String = list.iter().zip(start..).map(row).collect();
            let text = format!("{heading}{lines}");
            prop_assert!(plain::read(&text).is_some());
            same_both_ways(&text);
            same_both_ways(&text.replace(',', ";"));
            Ok(())
        });
    }
}
