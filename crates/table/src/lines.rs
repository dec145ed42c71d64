//! Texts of lines: `#` starts a comment, blank lines mean nothing, and a byte order mark is no text.
//! Graphs, positions, lists of integers and sums are read so; in a CSV, whose entries may be words,
//! a comment takes a line of its own.

use message::{Message, Tell, message};
use std::str;

/// What was read, or what is wrong with the text.
pub type Result<T, E = Mistake> = std::result::Result<T, E>;

/// What is wrong with a text, and where; printed behind the name of the text and a colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1, where it is known.
    pub character: Option<usize>,
    /// The name of the column, where the text has columns.
    pub column: Option<String>,
    /// What was found and what was expected.
    pub what: Message,
}

impl Mistake {
    /// A mistake in a line.
    pub fn at(line: usize, what: impl Into<Message>) -> Self {
        Self { line, character: None, column: None, what: what.into() }
    }
}

impl Tell for Mistake {
    fn message(&self) -> Message {
        let character = self.character.map_or_else(String::new, |at| format!(":{at}"));
        let place = Message::from(format!("{}{character}", self.line));
        let place = match &self.column {
            Some(column) => message!("{place} (column {column})"),
            None => place,
        };
        self.what.clone().within(place)
    }
}

message::error!(Mistake);

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub struct Line<'t> {
    /// Counted from 1.
    pub number: usize,
    /// Characters before the text.
    pub indent: usize,
    /// What it says, without the blanks around it and without a comment.
    pub text: &'t str,
}

impl<'t> Line<'t> {
    /// The line of that number.
    #[must_use]
    pub fn new(number: usize, line: &'t str) -> Self {
        let said = line.split_once('#').map_or(line, |(before, _)| before).trim_end();
        let text = said.trim_start();
        Self { number, indent: said[..said.len() - text.len()].chars().count(), text }
    }

    /// What stands between blanks.
    pub fn words(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.text.split_whitespace()
    }

    /// A mistake in the line.
    pub fn mistake(&self, what: impl Into<Message>) -> Mistake {
        Mistake::at(self.number, what)
    }

    /// The number a word of the line writes: digits, and a minus sign where it is negative.
    ///
    /// # Errors
    /// The word is something else, or a number of more than 64 bits; `what` says what was expected.
    pub fn integer(&self, word: &str, what: impl Into<Message>) -> Result<i64> {
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(
                self.mistake(message!("`{word}` is not a number; expected {}", what.into()))
            );
        }
        word.parse()
            .map_err(|_| self.mistake(message!("`{word}` is too large for {}", what.into())))
    }
}

/// The text without a byte order mark.
#[must_use]
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The lines of a text that say something.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    lines: str::Lines<'t>,
    read: usize,
}

/// The lines of a text that say something.
#[must_use]
pub fn lines(text: &str) -> Lines<'_> {
    Lines { lines: unmarked(text).lines(), read: 0 }
}

impl Lines<'_> {
    /// The number of the last line read, of all lines when there is no other.
    #[must_use]
    pub fn last_read(&self) -> usize {
        self.read.max(1)
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        self.lines.by_ref().find_map(|line| {
            self.read += 1;
            Some(Line::new(self.read, line)).filter(|line| !line.text.is_empty())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_comments() {
        let text = "\u{feff}a b # c\r\n\n # d\n \u{a0}e#f\n\n";
        let mut rest = lines(text);
        let read: Vec<(usize, usize, &str)> =
            rest.by_ref().map(|line| (line.number, line.indent, line.text)).collect();
        assert_eq!(read, [(1, 0, "a b"), (4, 2, "e")]);
        assert_eq!(rest.last_read(), 5);
        assert_eq!(lines(text).next().unwrap().words().collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn integers() {
        let read = |word| Line::new(3, "").integer(word, "a size").map_err(|m| m.to_string());
        assert_eq!(read("-07"), Ok(-7));
        assert_eq!(read("9223372036854775807"), Ok(i64::MAX));
        let wide = "9223372036854775808";
        assert_eq!(read(wide), Err(format!("3: `{wide}` is too large for a size")));
        for wrong in ["", "-", "+1", "1.5", "x", "--1", "٣"] {
            let expected = format!("3: `{wrong}` is not a number; expected a size");
            assert_eq!(read(wrong), Err(expected));
        }
    }
}
