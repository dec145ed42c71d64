//! Every message in the sources has its Chinese.

use super::{LISTS, WORDS, is_english, pairs};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Folders whose texts people are told where no mistake with a code says them, and parts that are code in
/// other languages, or are told to programmers only.
const SOURCES: [(&str, &[&str]); 27] = [
    ("arena", &["drawing.rs"]),
    ("arith/src/sets.rs", &[]),
    ("automata", &["walnut", "walnut.rs"]),
    ("checker", &[]),
    ("cli", &["arguments.rs", "chinese.rs", "explain.rs", "list.rs", "shown.rs"]),
    ("clauses/src/exact.rs", &[]),
    ("coq", &["write.rs"]),
    ("definition", &[]),
    ("engine", &["fault.rs", "kernel", "machine", "order", "order.rs"]),
    ("expr/src/eval", &[]),
    ("expr/src/function", &[]),
    ("logic", &[]),
    ("meaning", &[]),
    ("prover", &[]),
    ("reading", &[]),
    ("report", &["paint.rs", "raster.rs"]),
    ("rule/src/bind.rs", &[]),
    ("rule/src/code.rs", &[]),
    ("rule/src/vary.rs", &[]),
    ("session", &[]),
    ("sweep", &[]),
    ("table", &[]),
    ("verdict", &[]),
    ("verify", &["main.rs"]),
    ("wording/src/position", &[]),
    ("wording/src/position.rs", &[]),
    ("workbench", &[]),
];

/// Texts that are parts of others, stand in mistakes with a code, or name things to the program alone.
const PIECES: [&str; 31] = [
    ", each for both orders",
    ", each for this order alone",
    "@ = 0 for @ in sg of options",
    "@ = 0 for @ in win of options",
    "Stands for {}, whose moves these are for strips of every length: a run of neighbours is a heap",
    "a matrix of {} {} headers: {} = {}..{} down, {} = {}..{} across",
    "a player who cannot move {}",
    "a square array by antidiagonals, downwards,",
    "a square array by antidiagonals, upwards,",
    "all positions",
    "check over",
    "it has `{}` where this run has `{}`",
    "none if n = {}",
    "nor by another theorem: ",
    "not lose",
    "not misere",
    "not stated",
    "not win",
    "of the text",
    "one option",
    "one quantifier",
    "remoteness and winner",
    "sg(@) for @ in heads",
    "state of {}",
    "table sg to n = 1000\n",
    "the words of one quantity",
    "true of the kind",
    "{} in fibonacci",
    "{} of its set",
    "{} of {} numbers over {}",
    "{} values of {}",
];

#[test]
fn every_message_of_the_sources_has_its_chinese() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut seen, mut lacking) = (0, BTreeSet::new());
    for (name, others) in SOURCES {
        let folder = if name.contains('/') { root.join(name) } else { root.join(name).join("src") };
        sources(&folder, others, &mut |file, source| {
            for Literal { before, text } in literals(source) {
                if !is_said(before, &text) {
                    continue;
                }
                seen += 1;
                let format = with_holes(&text);
                if !is_known(&format) {
                    lacking.insert(format!("{name} {file}: {format}"));
                }
            }
        });
    }
    assert!(seen > 1000, "{seen}");
    assert!(lacking.is_empty(), "{} of {seen}: {lacking:#?}", lacking.len());
}

#[test]
fn every_message_and_remedy_has_its_chinese() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut seen, mut lacking) = (0, BTreeSet::new());
    sources(&root, &["message", "message_macro"], &mut |file, source| {
        for Literal { before, text } in literals(source) {
            let before = before.trim_end();
            let is_told = ["message!(", "Message::from(", ".help(", ".label(", "let help ="];
            let format = with_holes(&text);
            if has_words(&format) && is_told.iter().any(|told| before.ends_with(told)) {
                seen += 1;
                if !is_known(&format) && !is_known(&text) {
                    lacking.insert(format!("{file}: {format}"));
                }
            }
        }
    });
    assert!(seen > 700, "{seen}");
    assert!(lacking.is_empty(), "{} of {seen}: {lacking:#?}", lacking.len());
}

#[test]
fn every_chinese_text_is_one_of_something() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut said = BTreeSet::new();
    for root in [root.clone(), root.join("../python")] {
        sources(&root, &[], &mut |_, source| {
            for Literal { text, .. } in literals(source) {
                said.insert(with_holes(&text));
                said.insert(text.trim().to_owned());
                said.insert(text);
            }
        });
    }
    let all = LISTS.into_iter().flat_map(pairs).map(|(english, _)| english);
    let unused: Vec<&str> = all.filter(|english| !said.contains(*english)).collect();
    assert!(unused.is_empty(), "{}: {unused:#?}", unused.len());
}

/// Whether a word of English stands outside of code; names of flags, functions and quantities are none.
fn has_words(text: &str) -> bool {
    let outside = text.split('`').step_by(2).flat_map(|part| part.split([' ', '{', '}']));
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    let mut words = outside.map(|word| word.trim_end_matches([',', ';', ':', '.']));
    words.any(|word| is_word(word) && !["in", "sg", "iff"].contains(&word))
}

/// Whether a text has its Chinese.
fn is_known(text: &str) -> bool {
    PIECES.contains(&text) || WORDS.contains_key(text)
}

/// Calls `say` with the name and the text of every source file, but for tests and `others`.
pub(super) fn sources(path: &Path, others: &[&str], say: &mut dyn FnMut(&str, &str)) {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    if others.contains(&name) || name == "tests" || name == "tests.rs" {
        return;
    }
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder");
        entries.for_each(|entry| sources(&entry.expect("an entry").path(), others, say));
    } else if name.ends_with(".rs") {
        let source = fs::read_to_string(path).expect("a source file");
        say(name, before_tests(&source));
    }
}

/// The source without the tests at its end.
fn before_tests(source: &str) -> &str {
    let is_body = |at: &usize| source[*at..].find('{') < source[*at..].find(';');
    let mut tests = source.match_indices("#[cfg(test)]").map(|(at, _)| at);
    tests.find(is_body).map_or(source, |at| &source[..at])
}

/// A text in a source, and what stands before it.
pub(super) struct Literal<'s> {
    pub(super) before: &'s str,
    pub(super) text: String,
}

/// The texts in a source that stand in no comment.
pub(super) fn literals(source: &str) -> Vec<Literal<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let first = rest.chars().next().map_or(1, char::len_utf8);
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\'") {
            at += 3;
        } else if rest.starts_with("r#\"") {
            at += rest.find("\"#").unwrap_or(rest.len()) + 2;
        } else if let Some(literal) = rest.strip_prefix('"') {
            let (text, length) = unescaped(literal);
            found.push(Literal { before: &source[..at], text });
            at += 1 + length;
        } else {
            at += first;
        }
    }
    found
}

/// A text as it is read, to its closing quote, and how long it is in the source with that.
pub(super) fn unescaped(source: &str) -> (String, usize) {
    let (mut text, mut rest) = (String::new(), source.char_indices().peekable());
    while let Some((at, c)) = rest.next() {
        match c {
            '"' => return (text, at + 1),
            '\\' => match rest.next().map(|(_, c)| c) {
                Some('\n') => while rest.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('x' | 'u') | None => {}
                Some(c) => text.push(c),
            },
            c => text.push(c),
        }
    }
    (text, source.len())
}

/// The text with `{}` for what is put in.
pub(super) fn with_holes(format: &str) -> String {
    let (mut text, mut rest) = (String::new(), format.chars().peekable());
    while let Some(c) = rest.next() {
        match c {
            '{' | '}' if rest.next_if_eq(&c).is_some() => text.push(c),
            '{' => {
                rest.by_ref().take_while(|c| *c != '}').for_each(drop);
                text.push_str("{}");
            }
            c => text.push(c),
        }
    }
    text
}

/// Whether the text has words, and stands where it is said: not in a mistake with a code, whose Chinese is
/// found by that.
fn is_said(before: &str, text: &str) -> bool {
    const UNSAID: [&str; 10] = [
        "expect(",
        "unreachable!(",
        "reason = ",
        "contains(",
        "starts_with(",
        "strip_prefix(",
        "panic!(",
        "let message = ",
        "let message = format!(",
        "let message = || format!(",
    ];
    let before = before.trim_end();
    let statement = before.rsplit([';', '}']).next().unwrap_or("");
    let coded = ["mistake(\"G", "failed(\"R", "assert"];
    let is_coded = coded.iter().any(|coded| statement.contains(coded));
    let is_unsaid = UNSAID.iter().any(|unsaid| before.ends_with(unsaid.trim_end()));
    let plain = with_holes(text).replace("{}", "x");
    let is_rule = [
        " iff ",
        " implies ",
        "game ",
        "move ",
        "heap ",
        "mexlab ",
        " for k in ",
        "SELECT",
        "CREATE",
        "INSERT",
        "PRAGMA",
    ]
    .iter()
    .any(|word| plain.contains(word) && (word.starts_with(' ') || plain.starts_with(word)));
    !is_coded && !is_unsaid && !is_rule && is_english(&plain)
}
