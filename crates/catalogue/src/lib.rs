//! The catalogue: every game of rules/ with the claims made about it, built in.
//!
//! ```
//! use rule::Library;
//!
//! let nim = catalogue::entry("nim").expect("a game of the catalogue");
//! assert!(nim.text.starts_with("game nim"));
//! assert!(catalogue::Catalogue.source("no-such-game").is_none());
//! ```

use rule::Library;
use std::borrow::Cow;

// `FILES`: name, path in the repository and text of every rule, sorted by name.
include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// The groups of the catalogue, folders of rules/, and what they hold in English and Chinese.
pub const GROUPS: [(&str, &str, &str); 15] = [
    ("heap", "One heap", "一堆"),
    ("heaps", "Several heaps", "若干堆"),
    ("limit", "A heap and a limit", "一堆与上限"),
    ("pair", "Two numbers", "两个数"),
    ("rectangle", "Rectangles", "长方形"),
    ("row", "Rows", "一排"),
    ("board", "Strips, boards and posets", "棋盘与偏序集"),
    ("coins", "Coins", "硬币"),
    ("graph", "Graphs and trees", "图与树"),
    ("word", "Words", "字符串"),
    ("sum", "Sums", "游戏的和"),
    ("partizan", "Partizan games", "不平等游戏"),
    ("chance", "Chances", "概率"),
    ("theory", "Statements on whole classes", "一般命题"),
    ("claims", "Claims of one source", "命题集"),
];

/// A rule of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name of the game.
    pub name: &'static str,
    /// Its file in the repository.
    pub path: &'static str,
    /// The text of that file, followed by the claims of each source in rules/claims/.
    pub text: &'static str,
}

/// Every rule of the catalogue, sorted by name.
pub fn entries() -> impl Iterator<Item = Entry> {
    FILES.iter().map(|&(name, path, text)| Entry { name, path, text })
}

impl Entry {
    /// The titles of the game, English and Chinese.
    pub fn titles(self) -> impl Iterator<Item = &'static str> {
        let line = self.text.lines().find(|line| line.starts_with("title ")).unwrap_or_default();
        line.split('"').skip(1).step_by(2)
    }

    /// The folder of its file: what kind of game it is.
    #[must_use]
    pub fn group(self) -> &'static str {
        self.path.split('/').rev().nth(1).unwrap_or_default()
    }
}

/// The rule of that name, or with that title.
#[must_use]
pub fn entry(name: &str) -> Option<Entry> {
    let is_titled = |e: &Entry| e.titles().any(|title| title.to_lowercase() == name.to_lowercase());
    entries().find(|e| e.name == name).or_else(|| entries().find(is_titled))
}

/// Rules found by name in the catalogue alone.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue;

impl Library for Catalogue {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        entry(name).map(|e| Cow::Borrowed(e.text))
    }

    fn names(&self) -> Vec<String> {
        entries().map(|e| e.name.to_owned()).collect()
    }
}
