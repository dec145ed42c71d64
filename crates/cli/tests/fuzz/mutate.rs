//! Mutations of texts: tokens and lines deleted, doubled, swapped and replaced, by seeded choices.

use super::inputs::{Inputs, Kind};
use serde_json::{Value, json};

/// Numbers that look random (S. Vigna, splitmix64).
pub(super) struct Draw(pub(super) u64);

impl Draw {
    /// A number below `count`, which is not 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % count as u64) as usize
    }

    /// Once in so many times.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(super) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Numbers at which something may end.
const NUMBERS: [&str; 16] = [
    "0",
    "-1",
    "1",
    "2",
    "63",
    "64",
    "65536",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "170141183460469231731687303715884105727",
    "170141183460469231731687303715884105728",
    "10000000000000000000000000000000000000000",
];

/// Words and signs of every grammar that is read.
const SIGNS: [&str; 64] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "|",
    "->",
    "..",
    ".",
    "-",
    "+",
    "*",
    "**",
    "/",
    "//",
    "%",
    "^",
    "&",
    "=",
    "!=",
    "<",
    "<=",
    "?",
    "\"",
    "\\",
    "#",
    "\n",
    "\n  ",
    "\t",
    "\r\n",
    "\u{feff}",
    "\u{0}",
    "（",
    "≤",
    "取",
    "e",
    "for",
    "in",
    "if",
    "then",
    "else",
    "not",
    "and",
    "iff",
    "of",
    "at",
    "on starts",
    "sg",
    "win",
    "n",
    "none",
    "floor(",
    "sqrt(",
    "phi",
    "mex{",
    "size(",
    "when stuck",
    "null",
    "true",
    "primes",
];

/// Bytes that are no text.
const BYTES: [&[u8]; 4] = [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88"];

/// Longer mutants are cut.
const MAX_LENGTH: usize = 20_000;

/// A mutant of some text of the kind, the same for the same choices.
pub(super) fn mutant(inputs: &Inputs, kind: Kind, draw: &mut Draw) -> Vec<u8> {
    let texts = inputs.of(kind);
    let mut text = texts[draw.below(texts.len())].clone();
    if kind == Kind::Certificate && draw.once_in(2) {
        let other = &texts[draw.below(texts.len())];
        return forged(&text, other, draw).unwrap_or(text);
    }
    for _ in 0..1 + draw.below(4) {
        let other = &texts[draw.below(texts.len())];
        text = if draw.once_in(4) { lines(&text, other, draw) } else { tokens(&text, other, draw) };
        text.truncate(MAX_LENGTH);
    }
    text
}

/// A certificate that still has its form, with up to three numbers, truths, lists or texts in it
/// that say something else, or what stands in the field of that name of another one.
fn forged(text: &[u8], other: &[u8], draw: &mut Draw) -> Option<Vec<u8>> {
    let mut whole: Value = serde_json::from_slice(text).ok()?;
    let other: Value = serde_json::from_slice(other).unwrap_or_default();
    for _ in 0..1 + draw.below(3) {
        let mut places = Vec::new();
        all_places(&whole, "", &mut places);
        let at = &places[draw.below(places.len())];
        let field = at.rsplit('/').next().unwrap_or_default();
        let mut others = Vec::new();
        all_places(&other, "", &mut others);
        others.retain(|place| place.rsplit('/').next() == Some(field));
        let here = whole.pointer_mut(at)?;
        *here = match (&*here, draw.below(4)) {
            (_, 0) if !others.is_empty() => {
                other.pointer(&others[draw.below(others.len())])?.clone()
            }
            (Value::Number(number), way) => {
                let number = number.as_i64().unwrap_or(0);
                let [more, less] = [1, -1].map(|by| number.saturating_add(by));
                json!([more, less, more.saturating_mul(2), 0][way])
            }
            (Value::Bool(truth), _) => json!(!truth),
            (Value::String(text), _) => nearby(text, draw).into(),
            (Value::Array(list), way) if !list.is_empty() => {
                let (mut list, at) = (list.clone(), draw.below(list.len()));
                let to = draw.below(list.len());
                match way {
                    1 => drop(list.remove(at)),
                    2 => list.insert(to, list[at].clone()),
                    _ => list.swap(at, to),
                }
                list.into()
            }
            (value, _) => value.clone(),
        };
    }
    Some(whole.to_string().into_bytes())
}

/// The text of a rule or law with one of its numbers greater or less by 1, or with another sign.
fn nearby(text: &str, draw: &mut Draw) -> String {
    let mut tokens: Vec<String> = split(text.as_bytes())
        .into_iter()
        .map(|t| String::from_utf8_lossy(t).into_owned())
        .collect();
    let signs = ["+", "-", "*", "%", "<", "=", "^"];
    let is_number = |token: &String| token.bytes().all(|b| b.is_ascii_digit());
    let is_sign = |token: &String| signs.contains(&token.as_str());
    let places: Vec<usize> =
        (0..tokens.len()).filter(|&at| is_number(&tokens[at]) || is_sign(&tokens[at])).collect();
    if !places.is_empty() {
        let token = &mut tokens[places[draw.below(places.len())]];
        *token = match token.parse::<i64>() {
            Ok(number) => (number + if draw.once_in(2) { 1 } else { -1 }).to_string(),
            Err(_) => draw.of(&signs).to_owned(),
        };
    }
    tokens.concat()
}

/// The places in a value, as pointers.
fn all_places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Array(list) => {
            (0..).zip(list).for_each(|(k, inner)| all_places(inner, &format!("{at}/{k}"), all));
        }
        Value::Object(fields) => {
            for (name, inner) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                all_places(inner, &format!("{at}/{name}"), all);
            }
        }
        _ => {}
    }
}

/// One change of the tokens.
fn tokens(text: &[u8], other: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut tokens = split(text);
    if tokens.is_empty() {
        return draw.of(&SIGNS).into();
    }
    let at = draw.below(tokens.len());
    let to = draw.below(tokens.len());
    match draw.below(12) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at]),
        2 => tokens.swap(at, to),
        3 | 4 => {
            let numbers: Vec<usize> =
                (0..tokens.len()).filter(|&i| tokens[i][0].is_ascii_digit()).collect();
            let at = if numbers.is_empty() { at } else { draw.of(&numbers) };
            tokens[at] = draw.of(&NUMBERS).as_bytes();
        }
        5 => tokens[at] = tokens[to],
        6 => tokens[at] = draw.of(&SIGNS).as_bytes(),
        7 => tokens.insert(at, draw.of(&SIGNS).as_bytes()),
        8 => {
            let (open, close) = draw.of(&[("(", ")"), ("[", "]"), ("{", "}"), ("floor(", ")")]);
            let depth = draw.of(&[1, 2, 150, 1500]);
            let token = tokens[at];
            let nest = std::iter::repeat_n(open.as_bytes(), depth).chain([token]);
            let nest: Vec<&[u8]> =
                nest.chain(std::iter::repeat_n(close.as_bytes(), depth)).collect();
            tokens.splice(at..=at, nest);
        }
        9 => tokens.insert(at, draw.of(&BYTES)),
        10 => {
            let others = split(other);
            if !others.is_empty() {
                tokens[at] = draw.of(&others);
            }
        }
        _ => {
            let (first, last) = (at.min(to), at.max(to).min(at.min(to) + 12));
            let part: Vec<&[u8]> = tokens[first..=last].to_vec();
            let times = draw.of(&[1, 2, 100]);
            let copies: Vec<&[u8]> =
                part.iter().copied().cycle().take(part.len() * times).collect();
            tokens.splice(last..last, copies);
        }
    }
    tokens.concat()
}

/// One change of the lines.
fn lines(text: &[u8], other: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|b| *b == b'\n').collect();
    let others: Vec<&[u8]> = other.split_inclusive(|b| *b == b'\n').collect();
    if lines.is_empty() || others.is_empty() {
        return other.to_vec();
    }
    let (at, to) = (draw.below(lines.len()), draw.below(lines.len()));
    match draw.below(6) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at]),
        2 => lines.swap(at, to),
        3 => lines.truncate(at + 1),
        4 => lines[at] = draw.of(&others),
        _ => lines.insert(at, draw.of(&others)),
    }
    lines.concat()
}

/// Names, numbers, white space, and every other character by itself.
pub(super) fn split(text: &[u8]) -> Vec<&[u8]> {
    let class = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => 1,
        b'0'..=b'9' => 2,
        b' ' => 3,
        // What follows the first byte of a character belongs to it.
        0x80..=0xff => 4,
        _ => 0,
    };
    text.chunk_by(|a, b| class(*a) == class(*b) && class(*a) != 0).collect()
}
