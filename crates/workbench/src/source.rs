//! The text of a rule and where it came from, so that mistakes can be shown in it.

use crate::failure::{Failure, Mistakes};
use expr::ast::Span;
use expr::diagnostic::Diagnostic;

/// A rule text with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// As mistakes name it: a path, `-e`, a code.
    pub name: String,
    /// The text that is parsed.
    pub text: String,
    /// Bytes put before what the user wrote.
    added: usize,
}

impl Source {
    /// The text as it stands.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), added: 0 }
    }

    /// What the user wrote, after a text that was put before it.
    #[must_use]
    pub fn behind(before: &str, name: &str, written: &str) -> Self {
        Self { name: name.into(), text: format!("{before}{written}\n"), added: before.len() }
    }

    /// Whether a mistake is in what the user wrote.
    #[must_use]
    pub fn holds(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.span.start >= self.added
    }

    /// Lines of a rule in which a `game` line may be missing: the game is called `rule` then.
    #[must_use]
    pub fn from_lines(lines: &[String]) -> Self {
        Self::unnamed("-e", &lines.join("\n"))
    }

    /// Such lines from anywhere, called `name` by mistakes.
    #[must_use]
    pub fn unnamed(name: &str, written: &str) -> Self {
        let is_game = |line: &str| line.split_whitespace().next() == Some("game");
        let heading = if written.lines().any(is_game) { "" } else { "game rule\n" };
        Self { name: name.into(), text: format!("{heading}{written}\n"), added: heading.len() }
    }

    /// What the user wrote.
    #[must_use]
    pub fn written(&self) -> &str {
        self.text.get(self.added..).unwrap_or("")
    }

    /// The mistakes as a failure, at their places in the text as the user wrote it.
    #[must_use]
    pub fn diagnosed(&self, diagnostics: &[Diagnostic]) -> Failure {
        let moved = |d: &Diagnostic| {
            let (start, end) = (d.span.start, d.span.end);
            let span = Span::new(start.saturating_sub(self.added), end.saturating_sub(self.added));
            Diagnostic { span, ..d.clone() }
        };
        let diagnostics: Vec<Diagnostic> = diagnostics.iter().map(moved).collect();
        let (name, source) = (self.name.clone(), self.written().to_owned());
        Failure::Diagnosed(Mistakes { name, source, diagnostics })
    }
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
        let failure = source.diagnosed(&[mistake]);
        let shown = failure.to_string();
        assert!(matches!(failure, Failure::Diagnosed(found) if found.places() == [(2, 1)]));
        assert!(shown.contains("-e:2:1") && shown.contains("mvoe n - 1"), "{shown}");
    }

    #[test]
    fn a_game_line_is_kept() {
        let source = Source::from_lines(&["game g".into(), "heap n".into()]);
        assert_eq!(source.text, "game g\nheap n\n");
    }
}
