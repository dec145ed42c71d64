//! Texts as tokens.

use expr::ast::Span;
use expr::lexer::{TokenKind, lex};

fn kinds(source: &str) -> Vec<TokenKind> {
    let (tokens, diagnostics) = lex(source, Span::new(0, source.len()));
    assert_eq!(diagnostics, [], "{source}");
    tokens.into_iter().map(|t| t.kind).collect()
}

#[test]
fn longest_symbol_wins() {
    use TokenKind::{Int, Name, Symbol};
    let expected = [Int(1), Symbol(".."), Name("n2".into()), Symbol("//")];
    assert_eq!(kinds("1..n2// # rest")[..4], expected);
    assert_eq!(kinds("a<-b")[1..3], [Symbol("<"), Symbol("-")]);
    assert_eq!(kinds("\"a\\\"b\" ")[0], TokenKind::Text("a\"b".into()));
}

#[test]
fn full_width_and_foreign_spellings_are_read_as_meant() {
    for (written, meant, count) in [
        ("ｎ（１，２）", "n(1,2)", 6),
        ("a ≥ b && c == d", "a >= b and c = d", 3),
        ("“中文”", "\"中文\"", 1),
        ("n！＝ 3", "n not = 3", 2),
        ("a，b　c", "a,b c", 2),
    ] {
        let (tokens, diagnostics) = lex(written, Span::new(0, written.len()));
        let read: Vec<TokenKind> = tokens.into_iter().map(|t| t.kind).collect();
        assert_eq!(read, kinds(meant), "{written}");
        assert_eq!(diagnostics.len(), count, "{diagnostics:?}");
        assert!(diagnostics.iter().all(|d| d.code == "R001" && !d.help.is_empty()));
    }
}

#[test]
fn strays_are_reported_once_per_run() {
    let source = "n 石子 $ 3";
    let (tokens, diagnostics) = lex(source, Span::new(0, source.len()));
    assert_eq!(tokens.len(), 3);
    assert_eq!(diagnostics.len(), 2);
    assert!(diagnostics[0].message.contains("石子"));
}

#[test]
fn unclosed_text_and_huge_number() {
    let source = "\"abc\n 99999999999999999999999999999999999999999";
    let (tokens, diagnostics) = lex(source, Span::new(0, source.len()));
    let codes: Vec<_> = diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["R002", "R003"]);
    assert_eq!(tokens.len(), 3);
}
