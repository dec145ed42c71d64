//! Certificates as mathematics, for `verify --show`: formulas stay, and the words between them are Chinese.

use super::phrase_with;

static SHOWN: &str = include_str!("shown.txt");

/// What stands in formulas.
const WORDS: [(&str, &str); 7] = [
    (" that is n modulo ", "，与 n 同余，模 "),
    (", otherwise", "，其他情形"),
    (" is won", " 必胜"),
    (" and ", " 且 "),
    (" or ", " 或 "),
    (" if ", "，若 "),
    ("not (", "非 ("),
];

/// A certificate as mathematics, in Chinese.
#[must_use]
pub fn shown(text: &str) -> String {
    let line = |line: &str| {
        let plain = line.trim_start();
        let indent = &line[..line.len() - plain.len()];
        format!("{indent}{}", phrase_with(SHOWN, plain, formula).unwrap_or_else(|| formula(plain)))
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn formula(text: &str) -> String {
    WORDS.iter().fold(text.to_owned(), |text, (english, chinese)| text.replace(english, chinese))
}

#[cfg(test)]
mod tests {
    use super::super::message::{as_it_is, tests};
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_sentence_about_a_certificate_has_its_chinese() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../verify/src/show.rs");
        let source = fs::read_to_string(path).expect("a source file");
        let (mut seen, mut lacking) = (0, Vec::new());
        for literal in tests::literals(&source) {
            let text = tests::with_holes(literal.text.trim());
            let is_sentence = !as_it_is(&text).is_whole && !literal.before.ends_with("reason = ");
            if is_sentence {
                seen += 1;
                let texts =
                    [text.clone(), format!("{text} x"), text.trim_end_matches('x').to_owned()];
                let texts = texts.map(|text| shown(&text));
                if !texts.iter().any(|text| as_it_is(text).is_whole) {
                    lacking.push(texts);
                }
            }
        }
        assert!(seen > 30, "{seen}");
        assert!(lacking.is_empty(), "{lacking:#?}");
        assert_eq!(
            shown("  and from n >= 4 to every number that is n modulo 2 of 0..n - 1"),
            "  又从 n >= 4 到每个数（与 n 模 2 同余），在 0..n - 1 之内"
        );
        let move_ =
            "  Move 2: from (a, b) to (a - t, b) for t\n    if t >= 1 and a >= t\nx = 3, otherwise";
        let chinese =
            "  第 2 种着法: 从 (a, b) 到 (a - t, b)，t\n    若 t >= 1 且 a >= t\nx = 3，其他情形";
        assert_eq!(shown(move_), chinese);
    }
}
