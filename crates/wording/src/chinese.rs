//! Chinese for `--lang zh`: what messages say, titles of codes, and notes of the catalogue.
//!
//! Texts are written in English where they arise. Here the words of each have their counterpart; `{}` stands
//! for what is put in. Punctuation becomes that of Chinese.

use crate::errors::error_code;
use crate::words::Lang;
use message::{Language, Message};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::LazyLock;

/// English lines, each with the Chinese one below: what is said, by where it arises.
static LISTS: [&str; 13] = [
    // Why a law is not proved, a certificate not accepted, or an expression has no value.
    include_str!("chinese/reasons.txt"),
    // Messages of commands.
    include_str!("chinese/errors.txt"),
    // What stops tables and searches, and what is wrong with questions.
    include_str!("chinese/limits.txt"),
    // How files of values and graphs are not read.
    include_str!("chinese/files.txt"),
    // Remedies and labels of mistakes.
    include_str!("chinese/help.txt"),
    // How a rule was read.
    include_str!("chinese/explain.txt"),
    // How a table was read.
    include_str!("chinese/reading.txt"),
    // What tables and proofs say.
    include_str!("chinese/said.txt"),
    LAWS,
    // What reports and errata say.
    include_str!("chinese/report.txt"),
    // What charts say.
    include_str!("chinese/chart.txt"),
    // Certificates as mathematics.
    include_str!("chinese/shown.txt"),
    SEQUENCES,
];
/// What laws say, but for what reports say as well.
const LAWS: &str = include_str!("chinese/laws.txt");
/// Sequences that have a name.
const SEQUENCES: &str = include_str!("chinese/sequences.txt");
/// Notes of the catalogue.
static NOTES: &str = include_str!("chinese/notes.txt");
/// Length of the code of a mistake.
const CODE: usize = 4;

/// English words of messages, and the Chinese ones.
static WORDS: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| LISTS.into_iter().flat_map(pairs).collect());

struct Chinese;

impl Language for Chinese {
    fn words(&self, english: &'static str) -> Option<&str> {
        WORDS.get(english).copied()
    }

    fn mistake(&self, code: &'static str, mistake: &str) -> Option<String> {
        cause(code, mistake)
    }
}

/// A message in Chinese.
#[must_use]
pub fn told(message: &Message) -> String {
    let read = punctuated(&message.read(&Chinese));
    let mut text = String::with_capacity(read.len());
    let mut rest = read.chars().peekable();
    while let Some(c) = rest.next() {
        // Blanks are for what is no Chinese.
        let is_idle = c == ' '
            && text.chars().next_back().is_some_and(|before| is_chinese(&before))
            && rest.peek().is_some_and(is_chinese);
        if !is_idle {
            text.push(c);
        }
    }
    text
}

/// Whether it is a letter or sign of Chinese.
fn is_chinese(c: &char) -> bool {
    matches!(c, '\u{3000}'..='\u{303f}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// What a mistake with a code is, as the documentation says it, with what `message` quotes.
fn cause(code: &str, message: &str) -> Option<String> {
    let known = error_code(code, Lang::Zh).filter(|_| code.len() == CODE)?;
    let cause = known.lines().nth(1)?;
    Some(format!("{}{}", cause.trim(), quoted(message)))
}

/// What a message quotes, behind a colon: names and texts of the user, who is told the rest in Chinese.
fn quoted(text: &str) -> String {
    let parts: Vec<String> = text.split('`').skip(1).step_by(2).map(|q| format!("`{q}`")).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}

/// What is said, word for word, of a text that was kept: the kind of a law, how it is known.
#[must_use]
pub fn stored(english: &str) -> String {
    (*WORDS.get(english).unwrap_or(&english)).to_owned()
}

/// The title of a game that has no Chinese one: that of a code has.
#[must_use]
pub fn title(english: &str) -> String {
    const OF_CODES: [(&str, [&str; 2]); 4] = [
        ("octal game ", ["八进制游戏 ", ""]),
        ("hex game ", ["十六进制游戏 ", ""]),
        ("Take a member of ", ["取 ", " 中的数"]),
        ("Take any number but those of ", ["取 ", " 以外的数"]),
    ];
    let found = OF_CODES.into_iter().find_map(|(begin, [before, behind])| {
        Some(format!("{before}{}{behind}", english.strip_prefix(begin)?))
    });
    found.unwrap_or_else(|| english.to_owned())
}

/// A note of the catalogue.
#[must_use]
pub fn note(text: &str) -> String {
    let known = pairs(NOTES).find_map(|(english, chinese)| (english == text).then_some(chinese));
    known.unwrap_or(text).to_owned()
}

/// The text with the punctuation of Chinese between Chinese words, outside of code and quotes.
#[must_use]
pub fn punctuated(text: &str) -> String {
    text.split('\n').map(punctuated_line).collect::<Vec<_>>().join("\n")
}

fn punctuated_line(line: &str) -> String {
    if !line.chars().any(|c| is_chinese(&c)) {
        return line.to_owned();
    }
    let all: Vec<char> = line.chars().collect();
    let mut said = String::new();
    // Which closing brackets are those of opening ones that were changed.
    let mut brackets = Vec::new();
    let mut quote = None;
    let mut at = 0;
    while at < all.len() {
        let c = all[at];
        at += 1;
        if quote.is_some() || matches!(c, '`' | '"') {
            match quote {
                Some(open) if open == c => quote = None,
                None => quote = Some(c),
                Some(_) => {}
            }
            said.push(c);
            continue;
        }
        let before = all[..at - 1].iter().rev().find(|c| **c != ' ');
        let after = all[at..].iter().find(|c| **c != ' ');
        let is_between = before.is_some_and(is_chinese) || after.is_some_and(is_chinese);
        let wide = match c {
            ',' => '，',
            ';' => '；',
            ':' => '：',
            '(' => '（',
            ')' => '）',
            _ => c,
        };
        let is_changed = match c {
            // Others, as in sg(n) and (0, 1), are those of formulas.
            '(' => {
                let begins = at < 2 || all[at - 2] == ' ' || is_chinese(&all[at - 2]);
                let is_wide = begins && inside(&all[at..]).iter().any(is_chinese);
                brackets.push(is_wide);
                is_wide
            }
            ')' => brackets.pop().unwrap_or(false),
            ',' | ';' | ':' => {
                let ends = at == all.len() || all[at] == ' ';
                (ends || after.is_some_and(is_chinese)) && is_between
            }
            _ => false,
        };
        if !is_changed {
            said.push(c);
            continue;
        }
        if c == '(' && said.ends_with(' ') && !said.ends_with("  ") {
            said.pop();
        }
        said.push(wide);
        if c != '(' && all.get(at) == Some(&' ') && all.get(at + 1) != Some(&' ') {
            at += 1;
        }
    }
    said
}

/// What stands before the bracket that closes one which was opened just before.
fn inside(text: &[char]) -> &[char] {
    let mut depth = 1;
    let end = text.iter().position(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    &text[..end.unwrap_or(text.len())]
}

/// English lines, each with the Chinese one below.
pub fn pairs(phrases: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines: Vec<&str> = phrases.lines().collect();
    (0..lines.len() / 2).map(move |i| (lines[2 * i], lines[2 * i + 1]))
}

/// The words of a message that have no Chinese.
#[must_use]
pub fn lacking(message: &Message) -> Vec<&'static str> {
    let lacking = Lacking::default();
    // What is read is of no matter.
    let _ = message.read(&lacking);
    lacking.0.into_inner()
}

#[derive(Default)]
struct Lacking(RefCell<Vec<&'static str>>);

impl Language for Lacking {
    fn words(&self, english: &'static str) -> Option<&str> {
        if !WORDS.contains_key(english) && is_english(english) {
            self.0.borrow_mut().push(english);
        }
        None
    }
}

/// Whether two words of English stand beside each other, outside of code.
fn is_english(text: &str) -> bool {
    let outside: String = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    let words: Vec<&str> = outside.split(' ').collect();
    // names in a list are no sentence
    words.windows(2).any(|two| is_word(two[0]) && is_word(two[1].trim_end_matches([',', ';', '.'])))
}

#[cfg(test)]
mod sources;
#[cfg(test)]
mod tests;
