//! A rule text cut into statements.

use expr::ast::Span;
use expr::diagnostic::Diagnostic;

/// The words that start statements.
pub const KEYWORDS: [&str; 22] = [
    "game", "claims", "title", "note", "input", "heap", "state", "coins", "move", "left", "right",
    "turn", "stuck", "win", "lose", "play", "start", "let", "table", "check", "claim", "nearby",
];

/// The statements of `source` in order. A statement is a line that starts without white space,
/// and the lines with white space (or without text, or with only a comment) that follow it.
/// An indented line with nothing above it is reported and taken as a statement.
pub fn split(source: &str) -> (Vec<Span>, Vec<Diagnostic>) {
    let mut statements: Vec<Span> = Vec::new();
    let mut diagnostics = Vec::new();
    // A byte order mark is no text.
    let mut at = if source.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    for line in source[at..].split_inclusive('\n') {
        let start = at;
        at += line.len();
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let end = start + line.trim_end().len();
        let indent = line.len() - line.trim_start().len();
        match statements.last_mut() {
            Some(above) if indent > 0 => above.end = end,
            above => {
                if above.is_none() && indent > 0 {
                    diagnostics.push(
                        Diagnostic::new(
                            "R013",
                            "an indented line continues the statement above, and there is none",
                            Span::new(start + indent, end),
                        )
                        .help("start the line without white space"),
                    );
                }
                statements.push(Span::new(start + indent, end));
            }
        }
    }
    (statements, diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indented_lines_continue() {
        let source = "\u{FEFF}game a\n# note\nmove n - k\r\n\n  # why\n\tfor k in 1..n\nheap n";
        let (statements, diagnostics) = split(source);
        let texts: Vec<&str> = statements.iter().map(|s| &source[s.start..s.end]).collect();
        assert_eq!(texts, ["game a", "move n - k\r\n\n  # why\n\tfor k in 1..n", "heap n"]);
        assert_eq!(diagnostics, []);
    }

    #[test]
    fn an_indented_first_line_is_a_statement_all_the_same() {
        let (statements, diagnostics) = split("  game a\nheap n");
        assert_eq!(statements.len(), 2);
        assert_eq!(diagnostics[0].code, "R013");
    }
}
