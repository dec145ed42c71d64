//! Every message in the sources has its Chinese.

use super::super::{READING, phrase};
use super::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Folders whose texts people are told where no mistake with a code says them, and parts that are code in
/// other languages, or are told to programmers only.
const SOURCES: [(&str, &[&str]); 26] = [
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
    ("report", &["chart", "errata.rs", "html.rs", "markdown"]),
    ("rule/src/bind.rs", &[]),
    ("rule/src/code.rs", &[]),
    ("rule/src/vary.rs", &[]),
    ("session", &[]),
    ("sweep", &[]),
    ("table", &[]),
    ("verdict", &[]),
    ("verify", &["main.rs", "show.rs"]),
    ("wording/src/position", &[]),
    ("wording/src/position.rs", &[]),
    ("workbench", &[]),
];

/// Texts that are parts of others, stand in mistakes with a code, or name things to the program alone.
const PIECES: [&str; 30] = [
    "x values of x",
    ", each for both orders",
    ", each for this order alone",
    "`x` is not a whole number",
    "`x` starts no line of a sweep",
    "`x` varies twice",
    "a matrix of x x headers: x = x..x down, x = x..x across",
    "a player who cannot move x",
    "a square array by antidiagonals, downwards,",
    "a square array by antidiagonals, upwards,",
    "all positions",
    "check over",
    "it has `x` where this run has `x`",
    "none if n = x",
    "nor by another theorem: ",
    "not lose",
    "not misere",
    "not win",
    "of the text",
    "remoteness and winner",
    "state of x",
    "table sg to n = 1000\n",
    "the words of one quantity",
    "there is no portx to serve on: x; --port N names another",
    "x (lower --to or raise --memory)",
    "x in fibonacci",
    "x of its set",
    "x of x numbers over x",
    "x; moves take at most x and leave at most x heaps; greatest value x",
    "x; the same command with --resume continues",
];

#[test]
fn reasons_are_put_together_from_what_they_are_about_and_sentences_in_a_row() {
    for (english, chinese) in [
        ("move 2: it may fail to lower the measure", "第 2 种着法: 它可能不使度量变小"),
        (
            "the checker rejects the proof found: of a part: sg(3) and sg(5) differ",
            "核对程序不接受找到的证明: 某一部分: sg(3) 与 sg(5) 不同",
        ),
        (
            "`h` has two meanings; nor by another theorem: the theorem does not cover such runs of coins",
            "`h` 有两种意义；也不能用别的定理证明：定理不适用于这样的连续硬币",
        ),
        (
            "`a; b: c` is not a constant: a list of 3 has no element 4",
            "`a; b: c` 不是常数: 3 项的列表没有第 4 项",
        ),
        (
            "quantifier over a, b: 200001 states exceed the limit of 200000; raise the limit or split the sentence",
            "对 a, b 的量词：200001 个状态，超过限度 200000; 请提高限度，或拆分语句",
        ),
        (
            "x.txt:3 (column a): found an empty field, expected an integer",
            "x.txt:3 (列 a): 这里是空的一格，应是整数",
        ),
        ("the law has a mistake: R020: unknown name `q`", "规律有错误：R020: 名字未知: `q`"),
        // names are no words
        ("`sets` is not definable here", "`sets` 在此不可定义"),
        ("such words stand nowhere: 3", "such words stand nowhere: 3"),
    ] {
        let said = known(english);
        assert_eq!(said.text, chinese);
        assert_eq!(said.is_whole, chinese != english, "{english}");
    }
}

#[test]
fn messages_of_any_length_are_read() {
    let long = "no such state; ".repeat(200) + &"a: b: ".repeat(1000);
    assert!(known(&long).text.starts_with("没有这样的状态; 没有这样的状态; "));
    let deep = "a (b; c: d; ".repeat(20) + &"e: f: ".repeat(50) + "; nor by another theorem: g";
    assert!(known(&deep).text.ends_with("也不能用别的定理证明：g"));
}

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
                if !is_known(&text) && !is_known(&format) {
                    lacking.insert(format!("{name} {file}: {format}"));
                }
            }
        });
    }
    assert!(seen > 1000, "{seen}");
    assert!(lacking.is_empty(), "{} of {seen}: {lacking:#?}", lacking.len());
}

/// Whether a text has its Chinese: as it is, behind a name, or before one.
fn is_known(text: &str) -> bool {
    let whole = text.to_owned();
    let text = text.trim_start_matches([';', ':']).trim_start();
    let others = [text.to_owned(), format!("x {text}"), format!("{text} x"), format!("{text}, x")];
    let mut in_whole = [whole].into_iter().chain(others);
    let is_reading = text.starts_with("read as ") || phrase(READING, text).is_some();
    is_reading || PIECES.contains(&text) || in_whole.any(|text| known(&text).is_whole)
}

/// Calls `say` with the name and the text of every source file, but for tests and `others`.
fn sources(path: &Path, others: &[&str], say: &mut dyn FnMut(&str, &str)) {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    if others.contains(&name) || name == "tests" || name == "tests.rs" {
        return;
    }
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder");
        entries.for_each(|entry| sources(&entry.expect("an entry").path(), others, say));
    } else if name.ends_with(".rs") {
        let source = fs::read_to_string(path).expect("a source file");
        say(name, source.split("#[cfg(test)]").next().unwrap_or(""));
    }
}

/// A text in a source, and what stands before it.
pub(in super::super) struct Literal<'s> {
    pub(in super::super) before: &'s str,
    pub(in super::super) text: String,
}

/// The texts in a source that stand in no comment.
pub(in super::super) fn literals(source: &str) -> Vec<Literal<'_>> {
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
pub(in super::super) fn unescaped(source: &str) -> (String, usize) {
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

/// The text with `x` in place of what is put in.
pub(in super::super) fn with_holes(format: &str) -> String {
    let (mut text, mut rest) = (String::new(), format.chars().peekable());
    while let Some(c) = rest.next() {
        match c {
            '{' | '}' if rest.next_if_eq(&c).is_some() => text.push(c),
            '{' => {
                rest.by_ref().take_while(|c| *c != '}').for_each(drop);
                text.push('x');
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
    let plain = with_holes(text);
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
    !is_coded && !is_unsaid && !is_rule && !as_it_is(&plain).is_whole
}
