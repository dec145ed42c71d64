//! Codes: rules without a file. A code is written out as rule text, so that it is a rule like any
//! other.
//!
//! Octal codes after R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Cambridge
//! Philos. Soc. 52 (1956).

use message::{Message, Tell, message};
use std::fmt::Write as _;

use arith::NumberSet;
use arith::sets::SetError;

use crate::ast::Rule;
use crate::parse;

/// Why a text is not a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// The code as given.
    pub code: String,
    /// Where the mistake is, in characters from 0.
    pub position: usize,
    /// What is wrong.
    pub cause: Message,
    /// What to write instead.
    pub remedy: Message,
}

impl Tell for CodeError {
    fn message(&self) -> Message {
        let Self { code, position, cause, remedy } = self;
        message!("`{code}` is not a code: {cause} (character {}); {remedy}", position + 1)
    }
}

message::error!(CodeError);

/// A mistake in the part behind the prefix: byte offset there, cause, remedy.
type Mistake = (usize, Message, Message);

/// Most digits of a code, and most members of a listed set.
pub const MAX_LENGTH: usize = 256;

const PREFIXES: [&str; 4] = ["octal", "hex", "subtract", "allbut"];

/// The rule of a code such as `octal:0.77`, `hex:0.3F`, `subtract:1,3,4`, `allbut:2,3`; `None`
/// when the text has no such prefix.
#[must_use]
pub fn from_code(code: &str) -> Option<Result<Rule, CodeError>> {
    let (prefix, rest) = code.split_once(':')?;
    let text = match prefix {
        "octal" => take_and_break(prefix, rest, 8),
        "hex" => take_and_break(prefix, rest, 16),
        "subtract" => subtract(rest),
        "allbut" => all_but(rest),
        _ => return None,
    };
    let rule = text.map(|text| {
        let (rule, mistakes) = parse(&text);
        debug_assert!(mistakes.is_empty(), "{text}\n{mistakes:?}");
        rule.unwrap_or_default()
    });
    Some(rule.map_err(|(offset, cause, remedy)| {
        let before = prefix.chars().count() + 1;
        let position = before + rest.get(..offset).map_or(0, |s| s.chars().count());
        CodeError { code: code.to_owned(), position, cause, remedy }
    }))
}

/// The rule whose name a code gives it: `octal-0.77`, `subtract-1-3-4`.
#[must_use]
pub fn from_name(name: &str) -> Option<Rule> {
    let (prefix, rest) = name.split_once('-')?;
    if !PREFIXES.contains(&prefix) {
        return None;
    }
    let rest = match rest.strip_prefix("powers-") {
        Some(base) => format!("powers({base})"),
        None => rest.replace('-', ","),
    };
    from_code(&format!("{prefix}:{rest}"))?.ok()
}

/// The name of the game whose code surrounds that place of a text, behind its first letter.
pub(crate) fn name_at(source: &str, place: usize) -> Option<String> {
    let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ',' | ':');
    let (before, after) = source.split_at_checked(place)?;
    let start = before.trim_end_matches(belongs).len();
    let length = after.find(|c| !belongs(c)).unwrap_or(after.len());
    let code = source.get(start..place + length).filter(|_| start < place)?;
    let code = code.trim_end_matches(['.', ',']);
    Some(from_code(code)?.ok()?.name)
}

/// The digits d0, d1, ... of `octal:0.77`, `hex:0.3F` or `subtract:1,3,4`: bit j of digit t says that j heaps,
/// none of them empty, may be left after t stones are taken. `None` for other texts, and where more than 256
/// stones may be taken.
#[must_use]
pub fn digits(code: &str) -> Option<Vec<u8>> {
    let (prefix, rest) = code.split_once(':')?;
    match prefix {
        "octal" => Some(written(rest, 8).ok()?.1),
        "hex" => Some(written(rest, 16).ok()?.1),
        "subtract" => {
            let NumberSet::Finite(all) = members(prefix, rest).ok()? else { return None };
            let mut digits =
                vec![0; usize::try_from(*all.last()?).ok().filter(|&t| t <= MAX_LENGTH)? + 1];
            all.iter().for_each(|&taken| digits[taken as usize] = 3);
            Some(digits)
        }
        _ => None,
    }
}

/// A code as it is written, in capital letters and with something before the point, and its digits.
fn written(digits: &str, base: u32) -> Result<(String, Vec<u8>), Mistake> {
    let example = if base == 8 { "octal:0.77" } else { "hex:0.3F" };
    let like = || message!("write it like {example}");
    let Some((whole, fraction)) = digits.split_once('.') else {
        return Err((digits.len(), "there is no point".into(), like()));
    };
    let whole = if whole.is_empty() { "0" } else { whole };
    let first = match (whole, base) {
        ("0", _) => 0,
        ("4", _) => 4,
        ("8", 16) => 8,
        ("C" | "c", 16) => 12,
        _ => {
            let cause = message!("`{whole}` stands before the point, where nothing is taken");
            let allowed = Message::from(if base == 8 { "0 or 4" } else { "0, 4, 8 or C" });
            return Err((0, cause, message!("write {allowed} there")));
        }
    };
    let offset = digits.len() - fraction.len();
    if fraction.is_empty() || fraction.len() > MAX_LENGTH {
        let cause = message!("there are {} digits behind the point", fraction.len());
        return Err((offset, cause, message!("write 1 to {MAX_LENGTH} of them, like {example}")));
    }
    let mut all = vec![first];
    for (at, c) in fraction.char_indices() {
        let Some(digit) = c.to_digit(base) else {
            let cause = message!("`{c}` is not a digit in base {base}");
            return Err((offset + at, cause, like()));
        };
        all.push(digit as u8);
    }
    if all.iter().all(|&digit| digit == 0) {
        return Err((offset, "the code allows no move".into(), like()));
    }
    Ok((format!("{whole}.{fraction}").to_uppercase(), all))
}

/// The rule of an octal code, or of one to base 16.
fn take_and_break(prefix: &str, digits: &str, base: u32) -> Result<String, Mistake> {
    let (code, digits) = written(digits, base)?;
    let mut text = format!("game {prefix}-{code}\ntitle \"{prefix} game {code}\"\nheap n\n");
    digits.iter().enumerate().for_each(|(t, &digit)| moves(&mut text, t, digit));
    text.push_str("table sg to n = 1000\n");
    Ok(text)
}

/// The moves of digit `digit` for taking `t` stones.
fn moves(text: &mut String, t: usize, digit: u8) {
    let rest = if t == 0 { "n".to_owned() } else { format!("n - {t}") };
    let half = if t == 0 { "n // 2".to_owned() } else { format!("({rest}) // 2") };
    let third = if t == 0 { "n // 3".to_owned() } else { format!("({rest}) // 3") };
    let forms = [
        (1, "all", format!("none if n = {t}")),
        (2, "one", format!("{rest} if n > {t}")),
        (4, "two", format!("i | {rest} - i for i in 1..{half}")),
        (
            8,
            "three",
            format!("i | j | {rest} - i - j for i in 1..{third}, j in i..({rest} - i) // 2"),
        ),
    ];
    for (bit, heaps, form) in forms {
        if digit & bit != 0 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "move take-{t}-leave-{heaps}: n -> {form}");
        }
    }
}

/// Any member of a set may be taken.
fn subtract(list: &str) -> Result<String, Mistake> {
    let (name, set) = named(&members("subtract", list)?);
    Ok(format!(
        "game subtract-{name}\ntitle \"Take a member of {set}\"\nheap n\n\
         move take: n -> n - s for s in {set} if s <= n\ntable sg, win, misere to n = 1000\n"
    ))
}

/// Any number may be taken but the members of a set.
fn all_but(list: &str) -> Result<String, Mistake> {
    let (name, set) = named(&members("allbut", list)?);
    Ok(format!(
        "game allbut-{name}\ntitle \"Take any number but those of {set}\"\nheap n\n\
         move take: n -> n - t for t in 1..n if not t in {set}\ntable sg, win, misere to n = 1000\n"
    ))
}

/// The set as part of a name and as rule text.
fn named(set: &NumberSet) -> (String, String) {
    match set {
        NumberSet::Finite(all) => {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            (all.join("-"), format!("{{{}}}", all.join(", ")))
        }
        NumberSet::Powers(base) => (format!("powers-{base}"), set.to_string()),
        _ => (set.to_string(), set.to_string()),
    }
}

/// The set of a code with that prefix.
fn members(prefix: &str, list: &str) -> Result<NumberSet, Mistake> {
    let like = || message!("write it like {prefix}:1,3,4 or {prefix}:primes");
    if list.trim().is_empty() {
        return Err((0, "the set is empty".into(), like()));
    }
    let mut at = 0;
    for part in list.split(',') {
        let cause = match part.trim() {
            "" => Some("a number is missing".into()),
            number => number
                .parse::<i64>()
                .is_ok_and(|member| member < 1)
                .then(|| message!("{number} stones cannot be taken")),
        };
        if let Some(cause) = cause {
            return Err((at, cause, "list numbers from 1 on".into()));
        }
        at += part.len() + 1;
    }
    let set: NumberSet = list.parse().map_err(|e: SetError| {
        let offset = list.find(&e.found).unwrap_or(0);
        (offset, e.message(), like())
    })?;
    match &set {
        NumberSet::Finite(all) if all.is_empty() || all.len() > MAX_LENGTH => {
            let cause = message!("the set has {} members", all.len());
            Err((0, cause, message!("list 1 to {MAX_LENGTH} of them")))
        }
        _ => Ok(set),
    }
}
