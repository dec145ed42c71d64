//! Mistakes as they are shown, whatever their text and place.

use draw::{Draw, check, prop_assert};
use expr::ast::Span;
use expr::diagnostic::{Diagnostic, Mistakes, render};
use expr::visible::is_obeyed;
use message::Message;

#[test]
fn the_caret_stands_under_the_character_after_chinese() {
    let source = "title \"取石子\" zh \"巴什\" ?\nheap n\n";
    let at = source.find('?').unwrap();
    let diagnostic = Diagnostic::new("R001", "`?` has no meaning here", Span::new(at, at + 1))
        .label("here")
        .help("delete it");
    let text = Mistakes {
        name: "bash.game".to_owned(),
        source: source.to_owned(),
        diagnostics: vec![diagnostic],
    }
    .render(&Message::to_string);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "error[R001]: `?` has no meaning here");
    assert!(lines[1].contains("bash.game:1:"), "{text}");
    // A Chinese character is two columns wide: 13 ASCII + 5 * 2 columns precede the `?`.
    let width = |s: &str| s.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let gutter = "1 │ ".chars().count();
    let expected = gutter + width(&source[..at]);
    assert_eq!(lines[4].chars().position(|c| c == '^'), Some(expected), "{text}");
    assert!(text.contains("= help: delete it"), "{text}");
}

#[test]
fn what_a_terminal_would_obey_is_shown_and_the_caret_stands_where_it_should() {
    let source = "title \"a\u{1b}[31m\u{202e}b\" ?\r\nheap n\n";
    let at = source.find('?').unwrap();
    let diagnostic = Diagnostic::new("R001", "odd \u{7}", Span::new(at, at + 1));
    let text = Mistakes {
        name: "\u{9b}.game".to_owned(),
        source: source.to_owned(),
        diagnostics: vec![diagnostic],
    }
    .render(&Message::to_string);
    assert!(!text.chars().any(is_obeyed), "{text:?}");
    let lines: Vec<&str> = text.lines().collect();
    let caret = lines[4].chars().position(|c| c == '^');
    assert_eq!(lines[3].chars().position(|c| c == '?'), caret, "{text}");
    assert!(lines[0].contains("\\u0007") && lines[1].contains("\\u009b.game:1"), "{text}");
}

#[test]
fn any_span_is_rendered() {
    let words = |d: &mut Draw| String::from_iter(d.many(0..21, Draw::char));
    let input = |d: &mut Draw| {
        let between = d.pick(&["", "", "", "\n", "\r\n", "\t"]);
        let source = [words(d), between.into(), words(d), d.pick(&["", "\n"]).into()].concat();
        (source, d.size(0..80), d.size(0..80))
    };
    check(draw::cases(), input, |(source, a, b)| {
        let diagnostic = Diagnostic::new("R001", "message", Span::new(a, b)).help("remedy");
        let text = render("f", &source, &[diagnostic]);
        prop_assert!(text.starts_with("error[R001]: message\n"));
        prop_assert!(text.contains("help: remedy"));
        Ok(())
    });
}
