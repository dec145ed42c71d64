//! Modules that need each other in a circle are understood together or not at all: no folder of any
//! crate has more than three in one circle. A file and the files below it count as one
//! module among their siblings; what is compiled for tests only does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The names of modules from the root of the crate on.
type Place = Vec<String>;

/// Most modules of one folder that may need each other in a circle.
const MAX: usize = 3;

/// Words and signs of Rust text without comments, strings, characters and lifetimes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(length) = quoted(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let word = &rest[..end.unwrap_or(rest.len())];
            words.push(word.to_owned());
            word.len()
        } else {
            let sign = if rest.starts_with("::") { "::" } else { &rest[..first.len_utf8()] };
            if !first.is_whitespace() {
                words.push(sign.to_owned());
            }
            sign.len()
        };
        rest = &rest[length..];
    }
    words
}

/// The length of the string, character or lifetime that the text begins with.
fn quoted(text: &str) -> Option<usize> {
    let raw = text.strip_prefix('b').unwrap_or(text).strip_prefix('r');
    if let Some(raw) = raw
        && let hashes = raw.len() - raw.trim_start_matches('#').len()
        && raw[hashes..].starts_with('"')
    {
        let end = format!("\"{}", "#".repeat(hashes));
        let body = text.len() - raw.len() + hashes + 1;
        return Some(body + text[body..].find(&end)? + end.len());
    }
    let plain = text.strip_prefix('b').unwrap_or(text);
    let open = plain.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut inner = plain.char_indices().skip(1).peekable();
    let is_lifetime =
        |second: char| second != '\\' && !plain[1 + second.len_utf8()..].starts_with('\'');
    if open == '\'' && inner.peek().is_some_and(|&(_, second)| is_lifetime(second)) {
        return Some(1);
    }
    while let Some((at, c)) = inner.next() {
        match c {
            '\\' => drop(inner.next()),
            _ if c == open => return Some(text.len() - plain.len() + at + 1),
            _ => {}
        }
    }
    None
}

/// The words without items for tests; the names of modules in other files that are such go to
/// `tests`.
fn without_tests(words: &[String], tests: &mut Vec<String>) -> Vec<String> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if !words[at..].iter().zip(MARK).all(|(word, mark)| word == mark) {
            kept.push(words[at].clone());
            at += 1;
            continue;
        }
        let item = at + MARK.len();
        let mut depth = 0;
        let ends = |word: &String| {
            match word.as_str() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            depth == 0 && matches!(word.as_str(), ";" | "}")
        };
        at = item + words[item..].iter().position(ends).expect("an item ends") + 1;
        if let [.., keyword, name, end] = &words[item..at]
            && keyword == "mod"
            && end == ";"
        {
            tests.push(name.clone());
        }
    }
    kept
}

/// Every path in the tree of paths at the beginning of the words; returns how many words it takes.
fn tree(words: &[String], before: &[String], all: &mut Vec<Place>) -> usize {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let (mut path, mut at) = (before.to_vec(), 0);
    loop {
        if word(at) == "{" {
            at += 1;
            while !matches!(word(at), "}" | "") {
                at += tree(&words[at..], &path, all).max(1);
            }
            return at + 1;
        }
        if !word(at).starts_with(|c: char| c.is_alphabetic() || c == '_') {
            break;
        }
        path.push(word(at).to_owned());
        at += 1;
        if word(at) != "::" {
            break;
        }
        at += 1;
    }
    all.push(path);
    at
}

/// A crate: its modules with their words.
struct Crate {
    modules: BTreeMap<Place, Vec<String>>,
    /// What a module passes on under a name, and the module it comes from.
    passed_on: BTreeMap<(Place, String), Place>,
}

impl Crate {
    fn new(files: impl IntoIterator<Item = (Place, String)>) -> Self {
        let (mut modules, mut tests) = (BTreeMap::new(), Vec::new());
        for (place, text) in files {
            let mut names = Vec::new();
            modules.insert(place.clone(), without_tests(&words(&text), &mut names));
            tests.extend(names.into_iter().map(|name| [&place[..], &[name]].concat()));
        }
        modules.retain(|place, _| !tests.iter().any(|test| place.starts_with(test)));
        let mut found = Self { modules, passed_on: BTreeMap::new() };
        for (place, words) in &found.modules {
            for at in (0..words.len()).filter(|&at| words[at] == "use") {
                let is_public = at > 0 && matches!(words[at - 1].as_str(), "pub" | ")");
                let mut paths = Vec::new();
                tree(&words[at + 1..], &[], &mut paths);
                for path in paths.into_iter().filter(|_| is_public) {
                    let path = found.absolute(place, &path);
                    let (target, rest) = found.split(&path);
                    if let Some(name) = rest.last() {
                        found.passed_on.insert((place.clone(), name.clone()), target);
                    }
                }
            }
        }
        found
    }

    fn read(sources: &Path) -> Self {
        let mut files = Vec::new();
        let mut folders = vec![(sources.to_owned(), Vec::new())];
        while let Some((folder, place)) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
                let is_root = matches!(name.as_str(), "lib" | "main" | "mod");
                let own = if is_root { place.clone() } else { [&place[..], &[name]].concat() };
                if path.is_dir() {
                    folders.push((path, own));
                } else if path.extension().is_some_and(|e| e == "rs") {
                    files.push((own, fs::read_to_string(path).expect("a file")));
                }
            }
        }
        Self::new(files)
    }

    /// The path from the root of the crate on.
    fn absolute(&self, place: &[String], path: &[String]) -> Place {
        let mut place = place.to_vec();
        let mut path = path.iter().peekable();
        if path.next_if(|first| *first == "crate").is_some() {
            place.clear();
        }
        while let Some(step) = path.next_if(|step| *step == "self" || *step == "super") {
            place.truncate(place.len().saturating_sub(usize::from(step == "super")));
        }
        place.extend(path.cloned());
        place
    }

    /// The module that a path leads to, and what the path names in it.
    fn split<'p>(&self, path: &'p [String]) -> (Place, &'p [String]) {
        let is_module = |&length: &usize| self.modules.contains_key(&path[..length]);
        let length = (0..=path.len()).rev().find(is_module).unwrap_or(0);
        (path[..length].to_vec(), &path[length..])
    }

    /// Pairs of modules: one names the other, or what the other passes on to it.
    fn needs(&self) -> BTreeSet<(Place, Place)> {
        let mut needs = BTreeSet::new();
        for (place, words) in &self.modules {
            for at in 0..words.len() {
                let begins = matches!(words[at].as_str(), "crate" | "self" | "super")
                    && words.get(at + 1).is_some_and(|next| next == "::")
                    && (at == 0 || words[at - 1] != "::");
                let mut paths = Vec::new();
                if begins {
                    tree(&words[at..], &[], &mut paths);
                }
                for path in paths {
                    let path = self.absolute(place, &path);
                    let (mut target, rest) = self.split(&path);
                    while let Some(name) = rest.first()
                        && let Some(source) = self.passed_on.get(&(target.clone(), name.clone()))
                        && *source != target
                    {
                        target.clone_from(source);
                    }
                    needs.insert((place.clone(), target));
                }
            }
        }
        needs
    }

    /// Circles of more than [`MAX`] modules of one folder.
    fn circles(&self) -> Vec<String> {
        let needs = self.needs();
        let folders: BTreeSet<&[String]> =
            self.modules.keys().flat_map(|place| (0..place.len()).map(|n| &place[..n])).collect();
        let mut circles = Vec::new();
        for folder in folders {
            let depth = folder.len();
            let inside = |place: &Place| place.len() > depth && place.starts_with(folder);
            let own = needs.iter().filter(|(a, b)| inside(a) && inside(b));
            let steps: Vec<(&str, &str)> =
                own.map(|(a, b)| (a[depth].as_str(), b[depth].as_str())).collect();
            let names: BTreeSet<&str> = steps.iter().map(|step| step.0).collect();
            let all: BTreeMap<&str, BTreeSet<&str>> =
                names.iter().map(|&name| (name, reached(name, &steps))).collect();
            for (name, from_here) in &all {
                let back = |other: &&&str| all.get(**other).is_some_and(|o| o.contains(name));
                let circle: Vec<&str> = from_here.iter().filter(back).copied().collect();
                if circle.len() > MAX && circle[0] == *name {
                    circles.push(format!("{}: {}", folder.join("::"), circle.join(", ")));
                }
            }
        }
        circles
    }
}

/// All that can be reached by these steps.
fn reached<'n>(from: &'n str, steps: &[(&'n str, &'n str)]) -> BTreeSet<&'n str> {
    let mut reached = BTreeSet::from([from]);
    let is_new =
        |reached: &BTreeSet<_>, (a, b): &(&str, &str)| reached.contains(a) && !reached.contains(b);
    while let Some((_, new)) = steps.iter().find(|step| is_new(&reached, step)) {
        reached.insert(new);
    }
    reached
}

#[test]
fn no_circle_holds_more_than_three_modules() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of all crates");
    let mut all = Vec::new();
    for entry in fs::read_dir(crates).expect("a folder") {
        let sources = entry.expect("an entry").path().join("src");
        let circles = Crate::read(&sources).circles();
        all.extend(circles.iter().map(|circle| format!("{} {circle}", sources.display())));
    }
    assert!(all.is_empty(), "modules need each other in a circle:\n{}", all.join("\n"));
}

#[test]
fn circles_are_found_wherever_they_go() {
    let file = |place: &str, text: &str| {
        let place: Place =
            place.split("::").filter(|name| !name.is_empty()).map(Into::into).collect();
        (place, text.to_owned())
    };
    let found = |last: &str| {
        Crate::new([
            file("", "mod a; mod b; mod c; mod d; pub use d::Deep;"),
            file("a", "mod inner; use crate::b::{self, B};"),
            file("a::inner", "const QUOTE: char = '\"'; fn f<'x>(c: super::super::c::C<'x>) {}"),
            file("b", "#[cfg(test)] mod tests; fn f() -> crate::c::C { r#\"\"\"#; b'\\''; 1 }"),
            file("b::tests", "use crate::a::A;"),
            file("c", "use crate::{Deep}; // use crate::a::A;"),
            file("d", last),
        ])
        .circles()
    };
    assert_eq!(found("use super::a::inner::Inner;"), [": a, b, c, d"]);
    assert!(found("use super::b::B;").is_empty());
    assert!(found("#[cfg(test)] mod tests { use super::super::a::A; }").is_empty());
    assert!(found("const TEXT: &str = \"use crate::a::A\"; /// use crate::a").is_empty());
}
