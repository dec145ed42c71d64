//! What the OEIS gives: its internal format, the text of a search page, JSON, and the file of all names
//! and terms.

use super::field::Field;
use super::sheet::{RowForm, Sheet};
use super::wrong;
use message::message;
use table::lines::Result;

/// What is said of one sequence.
#[derive(Clone, Debug, Default)]
struct Entry<'t> {
    name: String,
    keywords: String,
    offset: i64,
    terms: Vec<Field<'t>>,
}

/// The sequence of a text of the OEIS; `None` for any other text.
///
/// # Errors
/// Several sequences, or one without terms.
pub(super) fn sheet(text: &str) -> Option<Result<Sheet<'_>>> {
    let entry =
        internal(text).or_else(|| json(text)).or_else(|| stripped(text)).or_else(|| page(text))?;
    Some(entry.and_then(Entry::sheet))
}

impl<'t> Entry<'t> {
    fn sheet(self) -> Result<Sheet<'t>> {
        if self.terms.is_empty() {
            return Err(wrong(1, "a sequence without terms", "the terms of a sequence"));
        }
        let name = self.name.to_lowercase();
        let is_array = self.keywords.split(',').any(|word| word.trim() == "tabl");
        let mut sheet = Sheet::list(self.terms, self.offset);
        sheet.source = Some("a sequence of the OEIS");
        if is_array {
            sheet.form = match name.contains("antidiagonal") {
                true => {
                    let upwards = name.contains("upward")
                        || name.contains("ascending") && !name.contains("descending");
                    RowForm::Antidiagonals { upwards }
                }
                false => RowForm::Triangle,
            };
        }
        Ok(sheet)
    }

    fn set_offset(&mut self, text: &str) {
        let first = text.split(',').next().unwrap_or("").trim();
        self.offset = first.parse().unwrap_or(self.offset);
    }
}

/// The fields of a line of terms, some of them perhaps empty at its ends.
fn terms(line: &str, number: usize, before: usize) -> Vec<Field<'_>> {
    let mut at = before + 1;
    let parts = line.split(',').map(|part| {
        let said = part.trim();
        let here = at + part.chars().take_while(|c| c.is_whitespace()).count();
        at += part.chars().count() + 1;
        Field::new(said, number, here)
    });
    parts.filter(|field| !field.text.is_empty()).collect()
}

fn is_number(line: &str) -> bool {
    line.len() == 7 && line.starts_with('A') && line[1..].bytes().all(|b| b.is_ascii_digit())
}

/// `%S A000045 0,1,1,2,...`; the number may be missing.
fn internal(text: &str) -> Option<Result<Entry<'_>>> {
    let mut entry = Entry::default();
    let mut known = "";
    for (number, line) in (1..).zip(text.lines()) {
        let Some(rest) = line.trim_start().strip_prefix('%') else { continue };
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let (first, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        let (name, said) = if is_number(first) { (first, behind) } else { ("", rest) };
        if !name.is_empty() {
            if !known.is_empty() && name != known {
                let found = message!("{name} behind {known}");
                return Some(Err(wrong(number, found, "one sequence")));
            }
            known = name;
        }
        match kind {
            "S" | "T" | "U" => {
                let before = line[..line.len() - said.len()].chars().count();
                entry.terms.extend(terms(said, number, before));
            }
            // The terms with their signs stand for those without.
            "V" | "W" | "X" => {
                if kind == "V" {
                    entry.terms.clear();
                }
                let before = line[..line.len() - said.len()].chars().count();
                entry.terms.extend(terms(said, number, before));
            }
            "N" => entry.name = said.to_owned(),
            "K" => entry.keywords = said.to_owned(),
            "O" => entry.set_offset(said),
            _ => {}
        }
    }
    (!known.is_empty() || !entry.terms.is_empty()).then_some(Ok(entry))
}

/// The objects `{"number": 45, "data": "0,1,1,..."}`.
fn json(text: &str) -> Option<Result<Entry<'_>>> {
    if !text.trim_start().starts_with(['{', '[']) || !text.contains("\"data\"") {
        return None;
    }
    // The value behind a key, as far as it is a string without quotes in it or a number.
    let values = |key: &str| {
        let key = format!("\"{key}\"");
        let found: Vec<(usize, &str)> = text
            .match_indices(&key)
            .filter_map(|(at, _)| {
                let rest = text[at + key.len()..].trim_start().strip_prefix(':')?.trim_start();
                let quoted = rest.strip_prefix('"');
                // the terms are in a string
                if key == "\"data\"" {
                    quoted?;
                }
                let body = quoted.unwrap_or(rest);
                let end =
                    body.find(if quoted.is_some() { &['"'][..] } else { &[',', '}', '\n'][..] })?;
                Some((text.len() - body.len(), &body[..end]))
            })
            .collect();
        found
    };
    let data = values("data");
    let &(at, line) = data.first()?;
    let number = text[..at].matches('\n').count() + 1;
    if data.len() > 1 {
        let found = message!("{} sequences", data.len());
        return Some(Err(wrong(number, found, "one sequence; keep the one that is meant")));
    }
    let begins = text[..at].rfind('\n').map_or(0, |b| b + 1);
    let mut entry =
        Entry { terms: terms(line, number, text[begins..at].chars().count()), ..Entry::default() };
    let first =
        |key: &str| values(key).first().map_or(String::new(), |(_, value)| (*value).to_owned());
    (entry.name, entry.keywords) = (first("name"), first("keyword"));
    entry.set_offset(&first("offset"));
    Some(Ok(entry))
}

/// `A000045 ,0,1,1,2,3,5,`.
fn stripped(text: &str) -> Option<Result<Entry<'_>>> {
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let (number, line) = lines.next()?;
    let (name, said) = line.trim().split_once(' ')?;
    let said = said.trim_start();
    if !is_number(name) || !said.starts_with(',') {
        return None;
    }
    if let Some((other, _)) = lines.next() {
        return Some(Err(wrong(other, "a second sequence", "one sequence")));
    }
    let before = line[..line.len() - said.len()].chars().count();
    Some(Ok(Entry { terms: terms(said, number, before), ..Entry::default() }))
}

/// A page as it is read: a number and a name, a line of terms, `OFFSET` and `KEYWORD` with what belongs to
/// them beside or below.
fn page(text: &str) -> Option<Result<Entry<'_>>> {
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .map(|(n, line)| (n, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let begins = |line: &str| {
        line.get(..7).is_some_and(is_number) && line[7..].starts_with(|c: char| c.is_whitespace())
    };
    let heads: Vec<&(usize, &str)> = lines.iter().filter(|(_, line)| begins(line)).collect();
    let title = heads.first()?;
    let mut entry = Entry { name: title.1[7..].trim().to_owned(), ..Entry::default() };
    for (i, &(number, line)) in lines.iter().enumerate() {
        let said = line.split("(list;").next().unwrap_or(line).trim();
        let is_terms = said.split(',').filter(|part| !part.trim().is_empty()).count() >= 4
            && said.chars().all(|c| c.is_ascii_digit() || ", -\t".contains(c));
        if is_terms && number > title.0 {
            if entry.terms.is_empty() {
                entry.terms = terms(said, number, 0);
            } else if lines[i - 1].1.ends_with(',') {
                entry.terms.extend(terms(said, number, 0));
            }
        }
        let beside = |word: &str| {
            let rest = line.strip_prefix(word)?.trim_start_matches(':').trim();
            Some(if rest.is_empty() {
                lines.get(i + 1).map_or("", |(_, next)| *next)
            } else {
                rest
            })
        };
        if let Some(offset) = beside("OFFSET") {
            entry.set_offset(offset);
        }
        if let Some(keywords) = beside("KEYWORD") {
            entry.keywords = keywords.to_owned();
        }
    }
    (!entry.terms.is_empty()).then_some(Ok(entry))
}
