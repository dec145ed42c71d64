//! Modules that need each other in a circle are understood together or not at all: no circle of any
//! crate has more than three. Circles are counted by files, where a file may name those above it, and
//! among the members of each folder, where a file and the files below it count as one. What is
//! compiled for tests only does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The names of modules from the root of the crate on.
type Place = Vec<String>;

/// Most modules that may need each other in a circle.
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
                at += if word(at) == "," { 1 } else { tree(&words[at..], &path, all).max(1) };
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
    if word(at) == "as" { at + 2 } else { at }
}

/// A crate: its modules with their words.
struct Crate {
    modules: BTreeMap<Place, Vec<String>>,
    /// What a module takes in, by its name there, with the path that it comes from.
    taken_in: BTreeMap<Place, Place>,
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
        let mut taken_in = BTreeMap::new();
        for (place, words) in &modules {
            for at in (0..words.len()).filter(|&at| words[at] == "use") {
                let mut paths = Vec::new();
                tree(&words[at + 1..], &[], &mut paths);
                for path in paths.iter().map(|path| absolute(place, path)) {
                    let name = path.last().map(std::slice::from_ref).unwrap_or_default();
                    taken_in.insert([place, name].concat(), path);
                }
            }
        }
        Self { modules, taken_in }
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

    /// How much of a path is the longest module in it.
    fn length(&self, path: &[String]) -> usize {
        let is_module = |&length: &usize| self.modules.contains_key(&path[..length]);
        (0..=path.len()).rev().find(is_module).unwrap_or(0)
    }

    /// The module that a path leads to, also by names that other modules take in.
    fn source(&self, mut path: Place) -> Place {
        const LONGEST_CHAIN: usize = 8;
        for _ in 0..LONGEST_CHAIN {
            let next = self.length(&path) + 1;
            let Some(source) = path.get(..next).and_then(|name| self.taken_in.get(name)) else {
                break;
            };
            path = [source, &path[next..]].concat();
        }
        path.truncate(self.length(&path));
        path
    }

    /// Pairs of modules: the first names what is in the second.
    fn needs(&self) -> BTreeSet<(&Place, Place)> {
        let mut needs = BTreeSet::new();
        for (place, words) in &self.modules {
            let (mut paths, mut at) = (Vec::new(), 0);
            while at < words.len() {
                let begins = words.get(at + 1).is_some_and(|next| next == "::");
                at += if begins { tree(&words[at..], &[], &mut paths).max(1) } else { 1 };
            }
            let sources = paths.iter().map(|path| self.source(absolute(place, path)));
            needs.extend(sources.map(|source| (place, source)));
        }
        needs
    }

    /// Circles of more than [`MAX`] files, and of modules of one folder.
    fn circles(&self) -> Vec<String> {
        let needs = self.needs();
        let of_files = needs.iter().filter(|(place, source)| !place.starts_with(source));
        let mut all = circles(
            of_files.map(|(place, source)| (place.join("::"), source.join("::"))).collect(),
        );
        let folders: BTreeSet<&[String]> =
            self.modules.keys().flat_map(|place| (0..place.len()).map(|n| &place[..n])).collect();
        for folder in folders {
            let inside = |place: &Place| {
                let rest = place.strip_prefix(folder)?;
                Some([folder, rest.get(..1)?].concat().join("::"))
            };
            let steps = needs.iter().filter_map(|(a, b)| Some((inside(a)?, inside(b)?)));
            all.extend(circles(steps.collect()));
        }
        all
    }
}

/// The path from the root of the crate on.
fn absolute(place: &[String], path: &[String]) -> Place {
    let mut all = place.to_vec();
    for step in path {
        match step.as_str() {
            "crate" => all.clear(),
            "super" => drop(all.pop()),
            "self" => {}
            _ => all.push(step.clone()),
        }
    }
    all
}

/// Circles of more than [`MAX`] modules that these steps make.
fn circles(steps: Vec<(String, String)>) -> Vec<String> {
    let all: BTreeMap<&str, BTreeSet<&str>> =
        steps.iter().map(|(name, _)| (name.as_str(), reached(name, &steps))).collect();
    let mut circles = Vec::new();
    for (name, from_here) in &all {
        let back = |other: &&&str| all.get(**other).is_some_and(|o| o.contains(name));
        let circle: Vec<&str> = from_here.iter().filter(back).copied().collect();
        if circle.len() > MAX && circle[0] == *name {
            circles.push(circle.join(", "));
        }
    }
    circles
}

/// All that can be reached by these steps.
fn reached<'n>(from: &'n str, steps: &'n [(String, String)]) -> BTreeSet<&'n str> {
    let (mut reached, mut left) = (BTreeSet::from([from]), vec![from]);
    while let Some(here) = left.pop() {
        let next = steps.iter().filter(|(name, _)| name == here);
        left.extend(next.map(|(_, next)| next.as_str()).filter(|&next| reached.insert(next)));
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
    assert_eq!(found("use super::a::inner::Inner;"), ["a, b, c, d"]);
    assert!(found("use super::b::B;").is_empty());
    assert!(found("#[cfg(test)] mod tests { use super::super::a::A; }").is_empty());
    assert!(found("const TEXT: &str = \"use crate::a::A\"; /// use crate::a").is_empty());
    let folder = |named: &str| {
        let up = "use crate::g::G; use super::F;";
        Crate::new([
            file("f", "mod a; mod b; mod c; pub use a::A;"),
            file("f::a", up),
            file("f::b", up),
            file("f::c", up),
            file("g", &format!("use crate::f::{{b::B, c::C}}; fn f() -> {named} {{ 1 }}")),
        ])
        .circles()
    };
    assert_eq!(folder("crate::f::A"), ["f::a, f::b, f::c, g"]);
    assert!(folder("self::G").is_empty());
}
