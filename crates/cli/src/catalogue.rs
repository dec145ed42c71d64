//! Rules found by name, in a folder and in the catalogue.

use crate::source::{MAX_RULE_LENGTH, read_file};
use rule::Library;
use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

pub(crate) use ::catalogue::{Entry, entries, entry};

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
    fn a_rule_beside_the_file_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("lasker.game"), "game lasker\nheap n\n").unwrap();
        let shelf = Shelf { folder: Some(folder.path().to_owned()) };
        assert_eq!(shelf.source("lasker").unwrap(), "game lasker\nheap n\n");
        assert_eq!(shelf.source("wythoff").unwrap(), entry("wythoff").unwrap().text);
        assert!(shelf.source("../lasker").is_none());
    }
}
