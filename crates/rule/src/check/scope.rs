//! The names that are known at a place, and what they stand for.

use std::collections::BTreeMap;

use expr::kind::Kind;

/// A known name.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// As in "`k` is already a parameter".
    pub(super) what: &'static str,
}

/// Which quantities may be asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Quantities {
    /// None: moves are made before anything is known.
    #[default]
    None,
    /// Those of a stated position: definitions.
    Stated,
    /// Also those of the position at hand: claims.
    All,
}

/// The names known at a place, and what else may be used there.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    entries: Vec<Entry>,
    /// Names that a quantifier further right introduces.
    pub(super) later: Vec<String>,
    pub(super) quantities: Quantities,
    /// `heads` and `head(x)` speak of the whole board.
    pub(super) board: bool,
    /// `head(x)` alone: the guard of a turn.
    pub(super) turn: bool,
    /// A quantifier could be added: an unknown name may just lack its range.
    pub(super) quantifiable: bool,
    /// Inside `floor(...)`: `phi` and `sqrt` have a meaning.
    pub(super) exact: bool,
}

impl Scope {
    pub(super) fn declare(&mut self, name: &str, kind: Kind, what: &'static str) {
        self.entries.push(Entry { name: name.to_owned(), kind, what });
    }

    /// What the name stands for; the latest declaration counts.
    pub(super) fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.name == name)
    }

    /// The entries of a row `h` are known as `h1`, `h2`, ...: what such an entry and its row are
    /// called, if the new name is one of them, or the row of one.
    pub(super) fn entry_of_row(&self, name: &str, what: &str) -> Option<(String, String)> {
        let is_row = |what: &str| matches!(what, "a row" | "the heaps");
        let is_entry = |name: &str, row: &str| {
            name.strip_prefix(row).is_some_and(|number| {
                number.bytes().all(|b| b.is_ascii_digit()) && number.starts_with(|c| c > '0')
            })
        };
        let clash = self.entries.iter().find_map(|entry| {
            if is_row(entry.what) && is_entry(name, &entry.name) {
                Some((name, entry.name.as_str()))
            } else if is_row(what) && is_entry(&entry.name, name) {
                Some((entry.name.as_str(), name))
            } else {
                None
            }
        });
        clash.map(|(entry, row)| (entry.to_owned(), row.to_owned()))
    }

    /// The first coordinate that is a number.
    pub(super) fn coordinate(&self) -> Option<&str> {
        let is_one = |entry: &&Entry| entry.kind == Kind::Number && entry.what == "a coordinate";
        self.entries.iter().find(is_one).map(|entry| entry.name.as_str())
    }

    /// The names of things of one of these kinds.
    pub(super) fn names<'a>(&'a self, kinds: &'a [Kind]) -> impl Iterator<Item = &'a str> {
        let wanted = |entry: &&Entry| kinds.contains(&entry.kind);
        self.entries.iter().filter(wanted).map(|entry| entry.name.as_str())
    }
}

/// What a definition gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) arity: usize,
    pub(super) result: Kind,
    /// Asks for a quantity, itself or through others.
    pub(super) speaks: bool,
}

/// Definitions by name.
pub(super) type Definitions = BTreeMap<String, Signature>;
