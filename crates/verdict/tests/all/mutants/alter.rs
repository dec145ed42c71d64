//! Certificates altered: numbers, operators, names, clauses and fields.

use serde_json::Value;

/// A seeded source of choices (Marsaglia's xorshift).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            dice.next();
        }
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number less than this one, or 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % (count.max(1) as u64)).unwrap()
    }
}

/// The numbers written in a text: from where to where they stand.
pub(crate) fn numbers(text: &str) -> Vec<(usize, usize, u64)> {
    let words = words(text).into_iter();
    words.filter_map(|(a, b)| text[a..b].parse().ok().map(|number| (a, b, number))).collect()
}

/// The names and numbers of a text: from where to where they stand.
fn words(text: &str) -> Vec<(usize, usize)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut all = Vec::new();
    let mut at = 0;
    for part in text.split(|c: char| !is_part(c)) {
        if !part.is_empty() {
            all.push((at, at + part.len()));
        }
        at += part.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    all
}

/// Operators and words, each with what it may become.
const OTHERS: [[&str; 2]; 26] = [
    [" < ", " <= "],
    [" <= ", " < "],
    [" > ", " >= "],
    [" >= ", " > "],
    [" = ", " != "],
    [" != ", " = "],
    [" = ", " <= "],
    [" + ", " - "],
    [" - ", " + "],
    [" ^ ", " + "],
    [" + ", " ^ "],
    [" and ", " or "],
    [" or ", " and "],
    [" % ", " // "],
    [" // ", " % "],
    [" iff ", " implies "],
    [" implies ", " or "],
    ["min(", "max("],
    ["max(", "min("],
    ["win", "lose"],
    ["lose", "win"],
    ["win", "misere"],
    ["any{", "all{"],
    ["all{", "any{"],
    [" | ", ", "],
    [" from 1", " from 0"],
];

fn spliced(text: &str, from: usize, to: usize, with: &str) -> String {
    format!("{}{with}{}", &text[..from], &text[to..])
}

/// A text with one thing changed.
fn text_altered(text: &str, dice: &mut Dice) -> String {
    match dice.below(6) {
        0 | 1 => {
            let all = numbers(text);
            let Some(&(a, b, number)) = all.get(dice.below(all.len())) else { return text.into() };
            let other = match dice.below(6) {
                0 => "0".to_owned(),
                1 => "9223372036854775808".to_owned(),
                2 | 3 => number.saturating_add(1).to_string(),
                _ => number.saturating_sub(1).to_string(),
            };
            spliced(text, a, b, &other)
        }
        2 | 3 => {
            let mut all = Vec::new();
            for [own, other] in OTHERS {
                all.extend(text.match_indices(own).map(|(at, _)| (at, at + own.len(), other)));
            }
            match all.get(dice.below(all.len())) {
                Some(&(a, b, other)) => spliced(text, a, b, other),
                None => text.to_owned(),
            }
        }
        4 => {
            let all = words(text);
            match (all.get(dice.below(all.len())), all.get(dice.below(all.len()))) {
                (Some(&(a, b)), Some(&(c, d))) => spliced(text, a, b, &text[c..d]),
                _ => text.to_owned(),
            }
        }
        _ => {
            // a clause or line less, or twice
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let at = dice.below(lines.len());
            let twice = dice.below(2);
            let kept = lines.iter().enumerate().flat_map(|(own, line)| {
                std::iter::repeat_n(*line, if own == at { 2 * twice } else { 1 })
            });
            match (lines.len(), text.rfind(" if ").or_else(|| text.rfind(" and "))) {
                (1, Some(cut)) => text[..cut].to_owned(),
                (1, None) => text.to_owned(),
                (_, Some(cut)) if dice.below(2) == 0 => {
                    let end = text[cut..].find('\n').map_or(text.len(), |end| cut + end);
                    spliced(text, cut, end, "")
                }
                _ => kept.collect(),
            }
        }
    }
}

/// The places of a value that can be altered, as pointers.
fn leaves(value: &Value, path: &str, all: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            (0..).zip(list).for_each(|(at, v): (usize, _)| leaves(v, &format!("{path}/{at}"), all));
        }
        Value::Object(fields) => {
            for (name, v) in fields {
                leaves(v, &format!("{path}/{}", name.replace('~', "~0").replace('/', "~1")), all);
            }
        }
        _ => all.push(path.to_owned()),
    }
}

/// The certificate with one to three things changed.
pub(crate) fn altered(whole: &Value, everything: &[&Value], dice: &mut Dice) -> Value {
    let mut other = whole.clone();
    for _ in 0..=dice.below(3) {
        alter(&mut other, everything, dice);
    }
    while other == *whole {
        alter(&mut other, everything, dice);
    }
    other
}

fn alter(whole: &mut Value, everything: &[&Value], dice: &mut Dice) {
    // what is stated as often as what is said for it
    let fields = ["law", "rule", "quantity", "theorem", "parameters", "data"];
    match dice.below(10) {
        0..5 => {
            let field = if dice.below(2) == 0 { "law" } else { "rule" };
            let text = whole[field].as_str().unwrap_or_default().to_owned();
            whole[field] = text_altered(&text, dice).into();
        }
        5 => {
            let (field, from) = (fields[dice.below(6)], everything[dice.below(everything.len())]);
            whole[field] = from[field].clone();
        }
        6 => {
            // a field of the data left out, or that of another certificate
            let from = everything[dice.below(everything.len())];
            let Some(data) = whole["data"].as_object_mut() else { return };
            let names: Vec<String> = data.keys().cloned().collect();
            let Some(name) = names.get(dice.below(names.len())) else { return };
            match from["data"].get(name) {
                Some(other) => drop(data.insert(name.clone(), other.clone())),
                None => drop(data.remove(name)),
            }
        }
        _ => {
            let mut all = Vec::new();
            leaves(whole, "", &mut all);
            let place = &all[dice.below(all.len())];
            let Some(value) = whole.pointer_mut(place) else { return };
            *value = match &*value {
                Value::String(text) => text_altered(text, dice).into(),
                Value::Number(number) => match (dice.below(4), number.as_u64()) {
                    (0, _) => 0.into(),
                    (1, Some(n)) => n.saturating_sub(1).into(),
                    (2, _) => (1u64 << 63).into(),
                    (_, Some(n)) => n.saturating_add(1).into(),
                    _ => 1.into(),
                },
                Value::Bool(truth) => (!truth).into(),
                _ => Value::Null,
            };
        }
    }
}
