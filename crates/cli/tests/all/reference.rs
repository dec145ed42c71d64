//! The documents against the program: every rule they state works, and every command they show
//! prints what stands below it.
//!
//! A fence ```` ```game ```` holds one whole rule that begins with its `game` line; it is saved as
//! NAME.game. One that begins with `claims of NAME` is saved as NAME.claims. A fence
//! ```` ```text ```` holds commands: `$ cat FILE` shows a file, whose text is saved; after
//! `$ mexlab ...` stands what the command prints.

use crate::line::mexlab;
use crate::program::Ran;
use expr::ast::Quantity;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const DOCUMENTS: [(&str, &str); 10] = [
    ("docs/rule-language.md", include_str!("../../../../docs/rule-language.md")),
    ("docs/rule-language.zh.md", include_str!("../../../../docs/rule-language.zh.md")),
    ("docs/tutorial.md", include_str!("../../../../docs/tutorial.md")),
    ("docs/tutorial.zh.md", include_str!("../../../../docs/tutorial.zh.md")),
    ("docs/games.md", include_str!("../../../../docs/games.md")),
    ("docs/games.zh.md", include_str!("../../../../docs/games.zh.md")),
    ("docs/guide.md", include_str!("../../../../docs/guide.md")),
    ("docs/guide.zh.md", include_str!("../../../../docs/guide.zh.md")),
    ("README.md", include_str!("../../../../README.md")),
    ("README.zh.md", include_str!("../../../../README.zh.md")),
];

/// The texts between fences of that kind.
fn fences(document: &'static str, kind: &str) -> Vec<&'static str> {
    let open = format!("\n```{kind}\n");
    let inner = |part: &'static str| part.split("\n```").next().expect("a part before the fence");
    document.split(open.as_str()).skip(1).map(inner).collect()
}

/// Where the parts of a text begin that begin with a certain word at the start of a line.
fn parts<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let begins: Vec<usize> = line_starts.filter(|&at| text[at..].starts_with(word)).collect();
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(&begin, end)| &text[begin..end]).collect()
}

/// The rules of a document with their names.
fn rules(document: &'static str) -> Vec<(String, &'static str)> {
    let named = |text: &'static str| {
        let (rule, _) = rule::parse(text);
        (rule.unwrap_or_else(|| panic!("no rule: {text}")).name, text)
    };
    let fences = fences(document, "game").into_iter();
    fences.flat_map(|fence| parts(fence, "game ")).map(named).collect()
}

/// The texts of a document that make claims about a game written elsewhere, with its name.
fn claims(document: &'static str) -> Vec<(String, &'static str)> {
    let texts = fences(document, "game").into_iter().flat_map(|fence| parts(fence, "claims of "));
    texts.map(|text| (text.split_whitespace().nth(2).expect("a game").to_owned(), text)).collect()
}

/// A folder with every rule and every shown file of a document.
fn folder(document: &'static str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let save = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("saved");
    for (name, text) in rules(document) {
        save(&format!("{name}.game"), text);
    }
    for (name, text) in claims(document) {
        save(&format!("{name}.claims"), text);
    }
    for part in fences(document, "text").into_iter().flat_map(|fence| parts(fence, "$ cat ")) {
        let (command, rest) = part.split_once('\n').expect("the text of the file");
        let text = rest.split("\n$ ").next().expect("a part before the next command");
        save(&command["$ cat ".len()..], text);
    }
    folder
}

/// Runs a command of a document, which ends well or with something refuted.
fn good(folder: &Path, line: &str) -> String {
    let Ran { status, out, err } = mexlab(folder, line);
    let is_refuted = status == 1
        && (line.starts_with("check ") || out.starts_with("refuted") || out.starts_with("被推翻"));
    assert!(status == 0 || is_refuted, "mexlab {line}: {err}");
    out
}

#[test]
fn every_block_is_one_rule_as_a_reader_would_save_it() {
    for (file, document) in DOCUMENTS {
        for fence in fences(document, "game") {
            let begins = ["game ", "claims of "].map(|word| parts(fence, word).len());
            let is_whole = fence.starts_with("game ") || fence.starts_with("claims of ");
            assert!(is_whole && begins.iter().sum::<usize>() == 1, "{file}: {fence}");
        }
    }
}

#[test]
fn every_rule_has_a_table() {
    for (file, document) in DOCUMENTS {
        let folder = folder(document);
        for (name, text) in rules(document) {
            let (rule, mistakes) = rule::parse(text);
            assert!(mistakes.is_empty(), "{file}, {name}: {mistakes:?}");
            let rule = rule.expect("a rule");
            if rule.beyond_play().is_some() {
                continue;
            }
            let request = rule.table.unwrap_or_else(|| panic!("{file}, {name}: no `table`"));
            let table = good(folder.path(), &format!("table {name}.game --quiet"));
            let header = table.lines().next().expect("a header");
            for quantity in request.headings() {
                let is_there = header.split(',').any(|column| column == quantity.name());
                assert!(is_there, "{file}, {name}: no {} in {header}", quantity.name());
            }
            assert!(table.lines().count() > 4, "{file}, {name}: {table}");
        }
    }
}

#[test]
fn every_command_prints_what_stands_below_it() {
    for (file, document) in DOCUMENTS {
        let folder = folder(document);
        let commands: Vec<&str> = fences(document, "text")
            .into_iter()
            .flat_map(|fence| parts(fence, "$ "))
            .filter(|part| !part.starts_with("$ cat "))
            .collect();
        assert!(!commands.is_empty(), "{file} shows no command");
        for part in commands {
            let (command, shown) = part.split_once('\n').unwrap_or((part, ""));
            let line = command.strip_prefix("$ mexlab ");
            let line = line.unwrap_or_else(|| panic!("{file}: {command} is not a command"));
            let printed = good(folder.path(), line);
            assert_eq!(printed.trim_end(), shown.trim_end(), "{file}: {command}");
        }
    }
}

#[test]
fn every_statement_stands_in_some_rule() {
    let mut missing: BTreeSet<&str> = rule::KEYWORDS.into_iter().collect();
    let all = rules(DOCUMENTS[0].1).into_iter().chain(claims(DOCUMENTS[0].1));
    for (_, text) in all {
        for line in text.lines() {
            missing.remove(line.split(' ').next().expect("a word"));
        }
    }
    assert!(missing.is_empty(), "no example of {missing:?}");
}

#[test]
fn every_name_of_the_language_is_in_the_reference() {
    let (_, document) = DOCUMENTS[0];
    let parts = document.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let known: BTreeSet<&str> = parts.collect();
    let names = expr::function::names()
        .chain(Quantity::ALL.into_iter().map(Quantity::name))
        .chain(expr::ast::Fold::ALL.into_iter().map(expr::ast::Fold::name))
        .chain(expr::ast::NAMED_SETS.into_iter().map(|(name, _)| name));
    let missing: Vec<&str> = names.filter(|name| !known.contains(name)).collect();
    assert!(missing.is_empty(), "the reference says nothing of {missing:?}");
}

/// Lines of a source file without blanks, comments and tests.
fn code_lines(text: &str) -> usize {
    let code = text.split("\n#[cfg(test)]\nmod tests {").next().expect("a first part").lines();
    code.filter(|l| !l.trim().is_empty() && !l.trim_start().starts_with("//")).count()
}

/// Lines of a crate's source without blanks, comments and tests.
fn lines_of(folder: &Path) -> usize {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let of_file = |path: &Path| code_lines(&fs::read_to_string(path).expect("a source file"));
    let entries = entries.filter(|path| !path.ends_with("tests.rs"));
    entries.map(|path| if path.is_dir() { lines_of(&path) } else { of_file(&path) }).sum()
}

#[test]
fn the_size_of_what_a_proof_rests_on_is_as_stated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| fs::read_to_string(root.join(name)).expect("a document");
    let text = read("docs/certificates.md").replace("\n  ", " ");
    let (_, stated) = text.split_once("comments and tests, about:").expect("a list");
    let is_about = |name: &str, lines: usize| {
        let (_, after) = stated.split_once(&format!("`{name}` ")).expect("a crate");
        let about: String = after.chars().take_while(char::is_ascii_digit).collect();
        let about: usize = about.parse().expect("a number");
        assert!(about.abs_diff(lines) * 10 <= lines, "{name}: {lines}, about {about} is stated");
    };
    let lines = |name: &str| lines_of(&root.join("crates").join(name).join("src"));
    for name in ["verify", "logic", "checker", "meaning", "clauses", "expr", "rule"] {
        is_about(name, lines(name));
    }
    // of `arith` only these serve the checker
    let of_file = |name: &str| code_lines(&read(&format!("crates/arith/src/{name}.rs")));
    let sum = lines("verify") + lines("logic") + of_file("integer") + of_file("quadratic");
    let whole = |text: &str| text.replace('\n', " ").contains("4090");
    assert!(whole(stated) && whole(&read("README.md")) && whole(&read("README.zh.md")));
    assert!(sum.abs_diff(4090) * 10 <= sum, "{sum} lines");
}
