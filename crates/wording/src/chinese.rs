//! Chinese for `--lang zh`: error messages and their remedies, what `explain` says, what tables, laws,
//! proofs and reports say, and notes of the catalogue.
//!
//! Texts are written in English where they arise. Here each has its counterpart, found by its words; `{}`
//! stands for names and numbers. Punctuation becomes that of Chinese where texts are printed.

mod message;
mod shown;

use crate::errors::error_code;
use crate::words::Lang;
pub use message::message;
pub use shown::shown;

/// Remedies and labels of mistakes: an English line, and the Chinese one below it.
static HELP: &str = include_str!("chinese/help.txt");
/// How a rule was read.
static EXPLAIN: &str = include_str!("chinese/explain.txt");
/// How a table was read.
static READING: &str = include_str!("chinese/reading.txt");
/// What tables, laws, proofs, reports and charts say.
static SAID: &str = include_str!("chinese/said.txt");
/// Sequences that have a name.
static SEQUENCES: &str = include_str!("chinese/sequences.txt");
/// Notes of the catalogue.
static NOTES: &str = include_str!("chinese/notes.txt");
/// Length of the code of a mistake.
const CODE: usize = 4;
/// How the messages of work that was stopped begin.
const ENDS: [(&str, &str); 2] =
    [("interrupted", "已中断"), ("stopped by --time", "已到 --time 的时限")];

/// Topics of `mexlab explain`.
const TOPICS: [(&str, &str); 17] = [
    ("game", "游戏"),
    ("note", "说明"),
    ("parameter", "参数"),
    ("position", "局面"),
    ("move", "着法"),
    ("moves", "着法"),
    ("left", "左方"),
    ("right", "右方"),
    ("end", "结束"),
    ("order", "次序"),
    ("parts", "分解"),
    ("strip", "长条"),
    ("kernel", "算法"),
    ("table", "表格"),
    ("cost", "代价"),
    ("computed by", "计算方法"),
    ("period", "周期"),
];

/// The messages with their first sentences and remedies in Chinese, as far as there is one for them.
#[must_use]
pub fn translated(message: &str) -> String {
    message.split('\n').map(|text| punctuated_line(&line(text))).collect::<Vec<_>>().join("\n")
}

/// A remedy in Chinese, as far as there is one for it.
#[must_use]
pub fn remedy(help: &str) -> String {
    phrase(HELP, help).unwrap_or_else(|| help.to_owned())
}

/// How a table was read, as [`table::read::Reading::said`] has it.
#[must_use]
pub fn reading(said: &str) -> String {
    let said = said.strip_prefix("read as ").unwrap_or(said);
    // Lost positions of several coordinates have them in brackets, too.
    let (core, notes) = match said.rsplit_once(" (") {
        Some((core, notes)) if notes.ends_with(')') && !core.ends_with("lost positions") => {
            (core, notes.trim_end_matches(')'))
        }
        _ => (said, ""),
    };
    let known = |text: &str| phrase(READING, text).unwrap_or_else(|| text.to_owned());
    let notes: Vec<String> = notes.split("; ").filter(|note| !note.is_empty()).map(known).collect();
    let behind = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
    let core = known(core);
    let blank = if core.starts_with(|c: char| c.is_ascii_alphanumeric()) { " " } else { "" };
    format!("读作{blank}{core}{behind}")
}

/// A line of a message, its punctuation not yet that of Chinese.
fn line(line: &str) -> String {
    if let Some((code, rest)) = line.strip_prefix("error[").and_then(|l| l.split_once("]: ")) {
        return format!("错误[{code}]：{}", cause(code, rest).unwrap_or_else(|| rest.to_owned()));
    }
    if let Some(rest) = line.strip_prefix("error: ") {
        return format!("错误：{}", message(rest));
    }
    if let Some(why) = line.strip_prefix("not proved: ") {
        return format!("未能证明：{}", message(why));
    }
    if let Some(rest) = line.strip_prefix("  = help: ") {
        return format!("  = 建议：{}", remedy(rest));
    }
    if let Some(rest) = line.strip_prefix("  tip: ") {
        return format!("  提示：{}", message(rest));
    }
    if let Some(rest) = line.strip_prefix("For more information, try ") {
        return format!("详见 {}。", rest.trim_end_matches('.'));
    }
    for (english, chinese) in ENDS {
        if let Some(rest) = line.strip_prefix(english)
            && (rest.is_empty() || rest.starts_with([' ', ':', ';']))
        {
            return format!("{chinese}{}", message::after(rest));
        }
    }
    match line.rsplit_once("^ ") {
        Some((carets, label)) => {
            format!("{carets}^ {}", phrase(HELP, label).unwrap_or_else(|| label.to_owned()))
        }
        None => line.to_owned(),
    }
}

/// What a mistake with a code is, as the documentation says it, with what `message` quotes.
#[must_use]
pub fn cause(code: &str, message: &str) -> Option<String> {
    let known = error_code(code, Lang::Zh).filter(|_| code.len() == CODE)?;
    let cause = known.lines().nth(1)?;
    Some(format!("{}{}", cause.trim(), quoted(message)))
}

/// What a message quotes, behind a colon: names and texts of the user, who is told the rest in Chinese.
fn quoted(text: &str) -> String {
    let parts: Vec<String> = text.split('`').skip(1).step_by(2).map(|q| format!("`{q}`")).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}

/// What tables, laws, proofs and charts say: a sentence, or several.
#[must_use]
pub fn said(text: &str) -> String {
    let known = |text: &str| explanation(text).or_else(|| phrase_with(SAID, text, law));
    let of_message =
        || Some(message::known(text)).filter(|known| known.is_whole && known.text != text);
    known(text).or_else(|| of_message().map(|known| known.text)).unwrap_or_else(|| {
        let parts = text.split("; ").map(|part| known(part).unwrap_or_else(|| law(part)));
        parts.collect::<Vec<_>>().join("; ")
    })
}

/// The same, with the punctuation of Chinese.
#[must_use]
pub fn sentence(text: &str) -> String {
    punctuated(&said(text))
}

/// The title of a game that has no Chinese one: that of a code has.
#[must_use]
pub fn title(english: &str) -> String {
    const OF_CODES: [&str; 4] =
        ["octal game ", "hex game ", "Take a member of ", "Take any number but those of "];
    match OF_CODES.iter().any(|begin| english.starts_with(begin)) {
        true => said(english),
        false => english.to_owned(),
    }
}

/// A note of the catalogue.
#[must_use]
pub fn note(text: &str) -> String {
    phrase(NOTES, text).unwrap_or_else(|| text.to_owned())
}

/// A law: its formula stays, and the words around it are Chinese.
#[must_use]
pub fn law(text: &str) -> String {
    const WORDS: [(&str, &str); 11] = [
        ("P-positions, up to rotation: ", "P 局面（不计旋转）："),
        ("misere P-positions", "反常规则的 P 局面"),
        ("P-positions", "P 局面"),
        ("; the same residues before that", "；之前也合乎同样的余数"),
        (", except at ", "，例外："),
        (": the numbers ", "：数 "),
        (", in order", "，依次排列"),
        (" the least number in no pair before", " 前面各对未用过的最小的数"),
        (" at the numbers ", " 于各数 "),
        (", 0 outside", "，其外为 0"),
        (" for a k >= 0", "，k >= 0"),
    ];
    let mut said = text.to_owned();
    for (english, chinese) in WORDS {
        said = said.replace(english, chinese);
    }
    if let Some((before, name)) = said.split_once(", the ") {
        let (name, behind) = name.find('，').map_or((name, ""), |end| name.split_at(end));
        if let Some(known) = pairs(SEQUENCES).find_map(|(e, c)| (e == name).then_some(c)) {
            said = format!("{before}，{known}{behind}");
        }
    }
    // `and 3 more` at the end of a list, `by n mod 7` before the residues.
    if let Some((list, rest)) = said.rsplit_once(" and ")
        && let Some(count) = rest.strip_suffix(" more").filter(|c| c.parse::<u64>().is_ok())
    {
        said = format!("{list} 等，另有 {count} 个");
    }
    if let Some((before, rest)) = said.split_once("; by ")
        && let Some((by, residues)) = rest.split_once(": ").filter(|(by, _)| by.contains(" mod "))
    {
        said = format!("{before}；按 {by}：{residues}");
    }
    if let Some(at) = outside_brackets(&said, " for ") {
        said.replace_range(at..at + " for ".len(), "，其中 ");
    }
    if !said.contains(" then ")
        && let Some(at) = outside_brackets(&said, ", else ")
    {
        said.replace_range(at..at + ", else ".len(), "，否则 ");
    }
    said
}

/// Where the word stands last that no bracket encloses.
fn outside_brackets(text: &str, word: &str) -> Option<usize> {
    let mut depth = 0;
    let mut found = None;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(word) => found = Some(at),
            _ => {}
        }
    }
    found
}

/// A line of report.md that is no code.
#[must_use]
pub fn line_of_report(line: &str) -> String {
    // A law as a heading or beside another one.
    for (english, chinese) in [("### `", "### `"), ("Also: `", "另有：`")] {
        if let Some(rest) = line.strip_prefix(english) {
            return format!("{chinese}{}", law(rest));
        }
    }
    if let Some(kind) = line.strip_prefix("- kind: ") {
        return format!("- 种类：{}", kind.split(", ").map(said).collect::<Vec<_>>().join("，"));
    }
    // A reason, or a law.
    let put_in = |part: &str| match message::known(part) {
        known if known.is_whole && known.text != part => known.text,
        _ if part.contains('`') => part.to_owned(),
        _ => law(part),
    };
    let cell = |cell: &str| {
        let known = |part| phrase_with(SAID, part, put_in).unwrap_or_else(|| part.to_owned());
        cell.split("<br>").map(known).collect::<Vec<_>>().join("<br>")
    };
    let text = match line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) {
        Some(cells) => {
            format!("| {} |", cells.split(" | ").map(cell).collect::<Vec<_>>().join(" | "))
        }
        None => phrase_with(SAID, line, put_in).unwrap_or_else(|| line.to_owned()),
    };
    punctuated(&text)
}

/// The text with the punctuation of Chinese between Chinese words, outside of code and quotes.
#[must_use]
pub fn punctuated(text: &str) -> String {
    text.split('\n').map(punctuated_line).collect::<Vec<_>>().join("\n")
}

fn punctuated_line(line: &str) -> String {
    let is_chinese = |c: &char| matches!(c, '\u{3000}'..='\u{303f}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}');
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

/// A line of `mexlab explain`.
#[must_use]
pub fn explained((topic, text): &(String, String)) -> (String, String) {
    let known = TOPICS.iter().find_map(|(english, chinese)| {
        let rest = topic.strip_prefix(english)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| format!("{chinese}{rest}"))
    });
    let text = if topic == "note" { note(text) } else { said(text) };
    (known.unwrap_or_else(|| topic.clone()), text)
}

/// A sentence about how a rule was read, or several.
fn explanation(text: &str) -> Option<String> {
    let parts = text.split("; ").map(|part| phrase(EXPLAIN, part));
    let parts = parts.collect::<Option<Vec<_>>>().map(|parts| parts.join("; "));
    parts.or_else(|| phrase(EXPLAIN, text))
}

/// The Chinese of an English text, from the phrase that agrees with most of it.
#[must_use]
pub fn phrase(phrases: &str, text: &str) -> Option<String> {
    phrase_with(phrases, text, str::to_owned)
}

/// The same, where `other` says what is put in and is no phrase.
fn phrase_with(phrases: &str, text: &str, other: fn(&str) -> String) -> Option<String> {
    let fits = pairs(phrases).filter_map(|(english, chinese)| {
        let found = parts(english, text)?;
        Some((english.len(), chinese, found))
    });
    let (_, chinese, found) = fits.max_by_key(|(length, ..)| *length)?;
    let mut found = found.into_iter();
    let mut said = String::new();
    for (number, piece) in chinese.split("{}").enumerate() {
        if number > 0 {
            let part = found.next().unwrap_or("");
            said += &phrase_with(phrases, part, other).unwrap_or_else(|| other(part));
        }
        said += piece;
    }
    Some(said)
}

/// English lines, each with the Chinese one below.
pub fn pairs(phrases: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines: Vec<&str> = phrases.lines().collect();
    (0..lines.len() / 2).map(move |i| (lines[2 * i], lines[2 * i + 1]))
}

/// What stands in `text` for each `{}` of the pattern, if it agrees with the rest.
fn parts<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut pieces: Vec<&str> = pattern.split("{}").collect();
    let last = pieces.pop()?;
    if pieces.is_empty() {
        return (text == last).then(Vec::new);
    }
    let mut rest = text.strip_prefix(pieces.remove(0))?;
    let mut found = Vec::new();
    for piece in pieces {
        let (part, behind) = rest.split_once(piece)?;
        found.push(part);
        rest = behind;
    }
    found.push(rest.strip_suffix(last)?);
    Some(found)
}

/// Whether a remedy is said in Chinese, all of it.
#[must_use]
pub fn has_remedy(help: &str) -> bool {
    phrase(HELP, help).is_some_and(|said| message::as_it_is(&said).is_whole)
}

#[cfg(test)]
mod tests;
