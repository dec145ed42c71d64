//! A library in memory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rule::Library;

#[derive(Default)]
pub(crate) struct Shelf(pub(crate) BTreeMap<String, String>);

impl Shelf {
    /// Rules by their texts; their names are those of their `game` lines.
    pub(crate) fn of(sources: &[&str]) -> Self {
        let named = |source: &&str| {
            let name = source.split_whitespace().nth(1).unwrap();
            (name.split('(').next().unwrap().to_owned(), (*source).to_owned())
        };
        Self(sources.iter().map(named).collect())
    }

    /// The games of the catalogue.
    pub(crate) fn catalogue() -> Self {
        Self(files("game").into_iter().collect())
    }
}

/// The files of rules/ with that ending: name and text.
pub(crate) fn files(ending: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let (mut open, mut all) = (vec![root], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                all.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    all
}

impl Library for Shelf {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        self.0.get(name).map(|text| Cow::Borrowed(text.as_str()))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}
