//! Messages without a code. They are put together: a reason may say first what it is about, sentences stand
//! in a row, and names, numbers and further phrases stand between the words.

use super::{EXPLAIN, HELP, SAID, pairs, parts};
use std::iter;

/// Those that hold messages alone.
pub(super) static OWN: [&str; 4] = [
    // Why a law is not proved, a certificate not accepted, or an expression has no value.
    include_str!("reasons.txt"),
    // Messages of commands.
    include_str!("errors.txt"),
    // What stops tables and searches, and what is wrong with questions.
    include_str!("limits.txt"),
    // How files of values and graphs are not read.
    include_str!("files.txt"),
];
/// Those where a message is found, too.
static OTHERS: [&str; 3] = [SAID, HELP, EXPLAIN];

/// Between the reasons why each theorem does not prove a law.
const NOR: [&str; 2] = ["; nor by another theorem: ", "；也不能用别的定理证明："];
/// What stands between sentences, and behind what they are about.
const JOINTS: [&str; 2] = ["; ", ": "];
/// Most sentences that are joined, and most colons that are tried.
const MOST: usize = 5;
/// Longest text, in bytes, of which more is tried than each sentence by itself.
const LONGEST: usize = 1000;
/// How deep phrases stand within each other.
const DEPTH: usize = 4;

/// A text in Chinese.
#[derive(Clone, Debug)]
pub(super) struct Chinese {
    pub(super) text: String,
    /// Whether nothing of it is still English.
    pub(super) is_whole: bool,
}

/// A message without a code in Chinese, as far as there is one for it.
#[must_use]
pub fn message(text: &str) -> String {
    known(text).text
}

/// The same, with whether all of it is known.
pub(super) fn known(text: &str) -> Chinese {
    let reasons = outside_code(text, NOR[0]).map(|reason| sentences(reason, DEPTH));
    joined(reasons, NOR[1])
}

/// What follows the word that work was stopped.
pub(super) fn after(rest: &str) -> String {
    for (english, chinese) in [("; ", "；"), (": ", "：")] {
        if let Some(rest) = rest.strip_prefix(english) {
            return format!("{chinese}{}", message(rest));
        }
    }
    message(rest)
}

fn joined(all: impl Iterator<Item = Chinese>, between: &str) -> Chinese {
    let (mut texts, mut is_whole) = (Vec::new(), true);
    for Chinese { text, is_whole: whole } in all {
        texts.push(text);
        is_whole &= whole;
    }
    Chinese { text: texts.join(between), is_whole }
}

/// One sentence after the other; some of them contain semicolons.
fn sentences(text: &str, depth: usize) -> Chinese {
    let parts: Vec<&str> = outside_code(text, "; ").collect();
    let depth = if text.len() > LONGEST { 0 } else { depth };
    let alone = joined(parts.iter().map(|part| or_as_it_is(sentence(part, depth), part)), "; ");
    if alone.is_whole || parts.len() == 1 || depth == 0 {
        return alone;
    }
    let as_one = sentence(text, depth);
    match as_one {
        Some(whole) if whole.is_whole => whole,
        _ => in_groups(&parts, depth).or(as_one).unwrap_or(alone),
    }
}

/// Sentences some of which are joined by semicolons, if all of them are known.
fn in_groups(parts: &[&str], depth: usize) -> Option<Chinese> {
    if parts.is_empty() {
        return Some(Chinese { text: String::new(), is_whole: true });
    }
    if parts.len() > MOST {
        return None;
    }
    (1..=parts.len()).find_map(|length| {
        let (first, rest) = parts.split_at(length);
        let first = sentence(&first.join("; "), depth).filter(|first| first.is_whole)?;
        let rest = in_groups(rest, depth)?;
        let semicolon = if rest.text.is_empty() { "" } else { "; " };
        Some(Chinese { text: first.text + semicolon + &rest.text, is_whole: true })
    })
}

fn sentence(text: &str, depth: usize) -> Option<Chinese> {
    let found = fit(OWN.into_iter().chain(OTHERS), text, depth);
    match found {
        Some(whole) if whole.is_whole => Some(whole),
        _ => about(text, depth).or(found),
    }
}

/// What a reason is about, a colon, and the reason.
fn about(text: &str, depth: usize) -> Option<Chinese> {
    let depth = depth.checked_sub(1)?;
    let mut at = 0;
    let colons = outside_code(text, ": ").map(|part| {
        at += part.len() + ": ".len();
        at
    });
    let colons: Vec<usize> = colons.take(MOST).collect();
    colons.into_iter().filter(|at| *at < text.len()).find_map(|at| {
        let (about, reason) = (&text[..at - ": ".len()], &text[at..]);
        if let Some(cause) = super::cause(about, reason) {
            return Some(Chinese { text: format!("{about}: {cause}"), is_whole: true });
        }
        let reason = sentences(reason, depth);
        let all = joined([filled(about, depth), reason].into_iter(), ": ");
        all.is_whole.then_some(all)
    })
}

/// The Chinese of what agrees with a phrase: one that leaves nothing English, with most of its words.
fn fit<'l>(lists: impl Iterator<Item = &'l str>, text: &str, depth: usize) -> Option<Chinese> {
    let fits = lists.flat_map(pairs).filter_map(|(english, chinese)| {
        let found = parts(english, text)?;
        let around = || english.split("{}").zip(english.split("{}").skip(1));
        // a name is no row of sentences; what follows a colon may be one
        let is_row = |part: &str| JOINTS.iter().any(|joint| !places(part, joint).is_empty());
        let mut holes = found.iter().zip(around());
        if holes.any(|(part, (before, _))| match before.chars().next_back() {
            Some('`') => part.contains('`'),
            _ => !before.ends_with(": ") && is_row(part),
        }) {
            return None;
        }
        let holes = found.into_iter().zip(around()).map(|(part, (before, behind))| {
            match before.ends_with('`') && behind.starts_with('`') {
                true => Chinese { text: part.to_owned(), is_whole: true },
                false => filled(part, depth),
            }
        });
        Some((english.len(), put_into(chinese, holes)))
    });
    // of equally good ones the first
    let best = fits.reduce(|best, next| {
        let rank = |(length, text): &(usize, Chinese)| (text.is_whole, *length);
        if rank(&next) > rank(&best) { next } else { best }
    });
    best.map(|(_, text)| text)
}

fn put_into(chinese: &str, holes: impl Iterator<Item = Chinese>) -> Chinese {
    let mut is_whole = true;
    let texts = holes.map(|hole| {
        is_whole &= hole.is_whole;
        hole.text
    });
    let between = texts.chain(iter::once(String::new()));
    let text = chinese.split("{}").zip(between).flat_map(|(piece, hole)| [piece.to_owned(), hole]);
    Chinese { text: text.collect(), is_whole }
}

/// What stands between the words of a phrase: a name or number, or a phrase itself.
fn filled(part: &str, depth: usize) -> Chinese {
    let Some(depth) = depth.checked_sub(1) else { return as_it_is(part) };
    // a single word is rather a name
    let found = match part.contains(' ') {
        true => Some(sentences(part, depth)),
        false => fit(OWN.into_iter(), part, depth),
    };
    or_as_it_is(found, part)
}

fn or_as_it_is(found: Option<Chinese>, part: &str) -> Chinese {
    found.unwrap_or_else(|| as_it_is(part))
}

/// A text that has no Chinese: a name or formula, or words that are still English.
pub(super) fn as_it_is(part: &str) -> Chinese {
    let outside: String = part.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    let words: Vec<&str> = outside.split(' ').collect();
    // names in a list are no sentence
    let is_english = words
        .windows(2)
        .any(|two| is_word(two[0]) && is_word(two[1].trim_end_matches([',', ';', '.'])));
    Chinese { text: part.to_owned(), is_whole: !is_english }
}

/// The parts between separators that stand in no code and in no brackets.
fn outside_code<'t>(text: &'t str, separator: &str) -> impl Iterator<Item = &'t str> {
    let mut begin = 0;
    let mut ends = places(text, separator).into_iter();
    let mut is_over = false;
    iter::from_fn(move || {
        if is_over {
            return None;
        }
        let end = ends.next();
        is_over = end.is_none();
        let part = &text[begin..end.unwrap_or(text.len())];
        begin = end.map_or(begin, |end| end + separator.len());
        Some(part)
    })
}

/// Where the separator stands in no code and in no brackets; those that are not closed are none.
fn places(text: &str, separator: &str) -> Vec<usize> {
    let (mut found, mut plain) = (Vec::new(), Vec::new());
    let (mut depth, mut is_code, mut next) = (0, false, 0);
    for (at, c) in text.char_indices() {
        match c {
            '`' => is_code = !is_code,
            '(' | '[' | '{' if !is_code => depth += 1,
            ')' | ']' | '}' if !is_code => depth -= 1,
            _ => {}
        }
        if !is_code && at >= next && text[at..].starts_with(separator) {
            next = at + separator.len();
            plain.push(at);
            if depth == 0 {
                found.push(at);
            }
        }
    }
    if depth == 0 { found } else { plain }
}

#[cfg(test)]
pub(super) mod tests;
