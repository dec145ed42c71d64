//! Rules found by name, in a folder and in the catalogue; and the list of error codes.

use crate::source::{MAX_RULE_LENGTH, read_file};
use crate::words::Lang;
use rule::Library;
use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

pub(crate) use ::catalogue::{Entry, entries, entry};

// `ERRORS`: the list of error codes, `ERRORS_ZH` the same in Chinese.
include!(concat!(env!("OUT_DIR"), "/errors.rs"));

fn errors(lang: Lang) -> &'static str {
    match lang {
        Lang::En => ERRORS,
        Lang::Zh => ERRORS_ZH,
    }
}

/// What the documentation says about an error code such as `R012`, `None` when it says nothing.
pub(crate) fn error_code(code: &str, lang: Lang) -> Option<String> {
    passage(errors(lang), code)
}

/// Every error code that is documented.
#[cfg(test)]
pub(crate) fn error_codes(lang: Lang) -> Vec<&'static str> {
    let rows = errors(lang).lines().filter_map(|line| line.strip_prefix("| ")?.get(..4));
    rows.filter(|code| code.ends_with(|c: char| c.is_ascii_digit())).collect()
}

/// The section (or the row of a table) of a Markdown text that starts with `code`.
fn passage(text: &str, code: &str) -> Option<String> {
    let starts = |line: &str| {
        let words = line.trim_start_matches(['#', '|', '-', '*', '`', ' ']);
        let rest = words.strip_prefix(code);
        rest.is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_alphanumeric()))
    };
    let at = text.lines().position(starts)?;
    let mut lines = text.lines().skip(at);
    let first = lines.next()?;
    if !first.starts_with('#') {
        let plain = first.replace('`', "").replace("\\|", "/");
        let cells = plain.trim_matches(['|', '-', '*', ' ']).split(" | ").map(str::trim);
        return Some(cells.collect::<Vec<_>>().join("\n  "));
    }
    let body = lines.take_while(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    Some(format!("{}\n{}", first.trim_start_matches(['#', ' ']), body.trim_end()))
}

/// Rules found by name: first in the folder of the rule file at hand, then in the catalogue.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shelf {
    /// The folder of the rule file, if the rule came from one.
    pub(crate) folder: Option<PathBuf>,
}

impl Library for Shelf {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
        if let Some(folder) = self.folder.as_ref().filter(|_| is_name) {
            let path = folder.join(format!("{name}.game"));
            if path.is_file() {
                let path = path.to_string_lossy();
                return read_file(&path, MAX_RULE_LENGTH, "a rule file").ok().map(Cow::Owned);
            }
        }
        entry(name).map(|e| Cow::Borrowed(e.text))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = entries().map(|e| e.name.to_owned()).collect();
        let beside = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        for file in beside.into_iter().flatten().flatten() {
            let path = file.path();
            if path.extension().is_some_and(|e| e == "game") {
                names.extend(path.file_stem().map(|s| s.to_string_lossy().into_owned()));
            }
        }
        names.sort();
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_reads_without_a_mistake_and_is_named_like_its_file() {
        assert!(entries().count() > 40);
        for entry in entries() {
            let rule = rule::load(entry.name, &Shelf::default());
            let rule = rule.unwrap_or_else(|e| panic!("{}: {e}", entry.path));
            assert_eq!(rule.name, entry.name, "{}", entry.path);
        }
    }

    #[test]
    fn names_are_sorted_and_different() {
        let names: Vec<&str> = entries().map(|e| e.name).collect();
        assert!(names.windows(2).all(|w| w[0] < w[1]), "{names:?}");
    }

    #[test]
    fn a_title_names_one_game() {
        let all: Vec<&str> = entries().flat_map(Entry::titles).collect();
        let different: BTreeSet<String> = all.iter().map(|title| title.to_lowercase()).collect();
        assert_eq!(all.len(), different.len());
        assert!(entries().all(|e| e.titles().count() == 2 && !e.group().is_empty()));
        assert_eq!(entry("威佐夫博弈").map(|e| e.name), Some("wythoff"));
        assert_eq!(entry("lasker's nim").map(|e| e.name), Some("lasker"));
        assert_eq!(entry("威佐夫").map(|e| e.name), None);
    }

    #[test]
    fn passages_of_sections_and_of_tables() {
        let text =
            "# Errors\n\n## R001 odd sign\n\nDelete it.\n\n## R002 x\n\n| `R003` | a | b |\n";
        assert_eq!(passage(text, "R001").unwrap(), "R001 odd sign\n\nDelete it.");
        assert_eq!(passage(text, "R003").unwrap(), "R003\n  a\n  b");
        assert_eq!(passage(text, "R00"), None);
    }

    #[test]
    fn a_rule_beside_the_file_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("lasker.game"), "game lasker\nheap n\n").unwrap();
        let shelf = Shelf { folder: Some(folder.path().to_owned()) };
        assert_eq!(shelf.source("lasker").unwrap(), "game lasker\nheap n\n");
        assert_eq!(shelf.source("wythoff").unwrap(), entry("wythoff").unwrap().text);
        assert!(shelf.source("../lasker").is_none());
    }
}
