//! The text of a rule and where it came from, so that mistakes can be shown in it.

use crate::failure::{Failure, Mistakes, Result, mistake};
use expr::ast::Span;
use expr::diagnostic::{Diagnostic, render};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A rule is no longer than this; longer files are something else.
pub(crate) const MAX_RULE_LENGTH: u64 = 1 << 20;
/// A file of data is no longer than this.
pub(crate) const MAX_DATA_LENGTH: u64 = 1 << 30;

/// A rule text with its name.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// As mistakes name it: a path, `-e`, a code.
    pub(crate) name: String,
    /// The text that is parsed.
    pub(crate) text: String,
    /// Bytes put before what the user wrote.
    added: usize,
}

impl Source {
    /// The text as it stands.
    pub(crate) fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), added: 0 }
    }

    /// What the user wrote, after a text that mexlab put before it.
    pub(crate) fn behind(before: &str, name: &str, written: &str) -> Self {
        Self { name: name.into(), text: format!("{before}{written}\n"), added: before.len() }
    }

    /// Whether a mistake is in what the user wrote.
    pub(crate) fn holds(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.span.start >= self.added
    }

    /// Lines given by `-e`. Where no `game` line is among them the game is called `rule`.
    pub(crate) fn from_lines(lines: &[String]) -> Self {
        let written = lines.join("\n");
        let is_game = |line: &str| line.split_whitespace().next() == Some("game");
        let heading = if written.lines().any(is_game) { "" } else { "game rule\n" };
        Self { name: "-e".into(), text: format!("{heading}{written}\n"), added: heading.len() }
    }

    /// The rule in a file.
    ///
    /// # Errors
    /// It cannot be read, is too long, or is not UTF-8.
    pub(crate) fn from_file(path: &str) -> Result<Self> {
        Ok(Self::new(path, read_file(path, MAX_RULE_LENGTH, "a rule file")?))
    }

    /// The mistakes as a failure, at their places in the text as the user wrote it.
    pub(crate) fn diagnosed(&self, diagnostics: &[Diagnostic]) -> Failure {
        let written = self.text.get(self.added..).unwrap_or("");
        let moved = |d: &Diagnostic| {
            let (start, end) = (d.span.start, d.span.end);
            let span = Span::new(start.saturating_sub(self.added), end.saturating_sub(self.added));
            Diagnostic { span, ..d.clone() }
        };
        let diagnostics: Vec<Diagnostic> = diagnostics.iter().map(moved).collect();
        let text = render(&self.name, written, &diagnostics);
        Failure::Diagnosed(Mistakes { name: self.name.clone(), text, diagnostics })
    }
}

/// The text of the file at `path`.
///
/// # Errors
/// It cannot be read, is longer than `longest`, or is not UTF-8.
pub(crate) fn read_file(path: &str, longest: u64, what: &str) -> Result<String> {
    let cannot = |e: io::Error| mistake(format!("cannot read {path}: {e}"));
    if Path::new(path).is_dir() {
        return Err(mistake(format!("cannot read {path}: it is a folder, not {what}")));
    }
    let file = File::open(path).map_err(cannot)?;
    read(path, file, longest, what)
}

/// The text `reader` gives.
///
/// # Errors
/// As for [`read_file`].
pub(crate) fn read(name: &str, reader: impl Read, longest: u64, what: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let read = reader.take(longest + 1).read_to_end(&mut bytes);
    read.map_err(|e| mistake(format!("cannot read {name}: {e}")))?;
    if bytes.len() as u64 > longest {
        return Err(mistake(format!("{name} is longer than {longest} bytes: it is not {what}")));
    }
    String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..valid].iter().filter(|b| **b == b'\n').count() + 1;
        mistake(format!("{name}:{line} is not UTF-8 text; save {what} as UTF-8"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_in_the_text_as_written() {
        let source = Source::from_lines(&["heap n".into(), "mvoe n - 1".into()]);
        assert_eq!(source.text, "game rule\nheap n\nmvoe n - 1\n");
        let at = source.text.find("mvoe").unwrap();
        let mistake = Diagnostic::new("R010", "no statement", Span::new(at, at + 4));
        let shown = source.diagnosed(&[mistake]).message();
        assert!(shown.contains("-e:2:1") && shown.contains("mvoe n - 1"), "{shown}");
    }

    #[test]
    fn a_game_line_is_kept() {
        let source = Source::from_lines(&["game g".into(), "heap n".into()]);
        assert_eq!(source.text, "game g\nheap n\n");
    }

    #[test]
    fn bytes_that_are_no_text() {
        let wrong = read("x.game", &b"heap n\n\xff"[..], 100, "a rule file").unwrap_err();
        assert!(wrong.message().contains("x.game:2 is not UTF-8"), "{}", wrong.message());
        let long = read("x.game", &b"heap n"[..], 5, "a rule file").unwrap_err();
        assert!(long.message().contains("longer than 5 bytes"), "{}", long.message());
    }
}
