//! The text without what stands beside its values: comments, marks of print, wide characters. What is left
//! keeps its line and its character.

use super::field::{is_outcome, is_plain_number};
use std::borrow::Cow;

/// What opens and closes a comment of any length.
const BLOCKS: [(&str, &str); 4] = [("/*", "*/"), ("(* ", " *)"), ("{- ", " -}"), ("<!--", "-->")];
/// Commands of LaTeX that write nothing, with what follows them in brackets.
const COMMANDS: [&str; 17] = [
    "begin",
    "end",
    "hline",
    "cline",
    "toprule",
    "midrule",
    "cmidrule",
    "bottomrule",
    "centering",
    "caption",
    "label",
    "quad",
    "qquad",
    "small",
    "scriptsize",
    "displaystyle",
    "newline",
];
/// Commands of LaTeX that change how what follows in braces looks.
const STYLES: [&str; 9] = [
    "text",
    "textbf",
    "textit",
    "mathrm",
    "mathbf",
    "mathit",
    "mathcal",
    "mathscr",
    "operatorname",
];

/// The text with blanks in place of comments and marks, and ASCII in place of wide characters.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    let narrowed = narrow(text);
    let narrowed = without_input(&narrowed).map_or(narrowed, Cow::Owned);
    let unquoted = without_leads(&narrowed).map_or(narrowed, Cow::Owned);
    let whole = without_blocks(&unquoted).map_or(unquoted, Cow::Owned);
    let lined = without_marks(&whole).map_or(whole, Cow::Owned);
    without_end(&lined).map_or(lined, Cow::Owned)
}

/// The text with the digits, letters and signs of ASCII in place of the wide ones of Chinese texts, of the bars
/// between drawn columns, and of the stars of nimbers.
fn narrow(text: &str) -> Cow<'_, str> {
    let narrowed = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        '\u{3001}' => ',',
        '\u{3002}' => '.',
        '\u{2502}' | '\u{2503}' | '\u{2551}' => '|',
        '\u{3010}' | '\u{27e8}' | '\u{3008}' => '[',
        '\u{3011}' | '\u{27e9}' | '\u{3009}' => ']',
        '\u{2217}' | '\u{22c6}' | '\u{2605}' => '*',
        _ => c,
    };
    match !text.is_ascii() && text.contains(|c| narrowed(c) != c) {
        true => text.chars().map(narrowed).collect::<String>().into(),
        false => text.into(),
    }
}

/// As many blanks as the text has characters; ends of lines stay.
fn blank(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(|c| if c == '\n' { c } else { ' ' })
}

/// The text without what was typed at a prompt above it: `>>> sg(5)`, `$ ./sg 5`, `In [3]: v`.
fn without_input(text: &str) -> Option<String> {
    const PROMPTS: [&str; 8] = [">>>", ">", "$", "?", "ghci>", "julia>", "sage:", "In"];
    let is_input = |line: &str| {
        let (prompt, rest) = line.split_once(' ')?;
        let rest = rest.trim_start();
        // `In [3]: v`, `In[3]:= v`
        let is_counted = prompt.starts_with("In[") || prompt == "In" && rest.starts_with('[');
        let is_said =
            rest.contains(char::is_alphabetic) && !rest.starts_with(|c: char| c.is_ascii_digit());
        (is_counted || PROMPTS.contains(&prompt) && is_said).then_some(())
    };
    let is_type = |line: &str| line.contains("-element ") && line.ends_with(':');
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let said = line.trim();
        if !(said.is_empty() || is_input(said).is_some() || is_type(said)) {
            break;
        }
        end += line.len();
    }
    let has_input = end < text.len() && !text[..end].trim().is_empty();
    has_input.then(|| blank(&text[..end]).chain(text[end..].chars()).collect())
}

/// The text without the sign that begins each of its lines: `> ` in front of what is quoted, and that of a list with
/// one value on each line.
fn without_leads(text: &str) -> Option<String> {
    let said = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_item = |line: &str, lead: char| {
        let rest = line.strip_prefix(lead).filter(|rest| rest.starts_with(' '));
        rest.is_some_and(|rest| lead == '>' || is_plain_number(rest.trim()))
    };
    let lead = said().next()?.chars().next().filter(|&c| ">-*+\u{2022}\u{b7}".contains(c))?;
    let is_list =
        said().all(|line| is_item(line, lead)) && (lead == '>' || said().nth(1).is_some());
    is_list.then(|| {
        let line = |line: &str| line.replacen(lead, " ", 1);
        text.split_inclusive('\n').map(line).collect()
    })
}

/// The text without comments that have an end of their own.
fn without_blocks(text: &str) -> Option<String> {
    let mut said = Cow::Borrowed(text);
    for (open, close) in BLOCKS {
        let mut at = 0;
        while let Some(begins) = said[at..].find(open).map(|found| at + found) {
            let inner = begins + open.len();
            // the last character of what opens may be the first of what closes
            let Some(ends) = said[inner - 1..].find(close).map(|e| inner - 1 + e + close.len())
            else {
                break;
            };
            let blanks: String = blank(&said[begins..ends]).collect();
            at = begins + blanks.len();
            said.to_mut().replace_range(begins..ends, &blanks);
        }
    }
    matches!(said, Cow::Owned(_)).then(|| said.into_owned())
}

/// The text without comments behind values, commands and signs of LaTeX, types of Haskell, the ends of blocks of
/// Markdown, and the line with which Excel is told the separator.
fn without_marks(text: &str) -> Option<String> {
    const MARKS: [&str; 6] = ["//", "--", "#", "%", "::", "```"];
    let is_plain =
        |line: &str| !(line.contains(['$', '\\']) || MARKS.iter().any(|mark| line.contains(mark)));
    let is_first = |at: usize| text[..at].trim().is_empty();
    if is_plain(text) && !text.trim_start().to_lowercase().starts_with("sep=") {
        return None;
    }
    let (mut said, mut copied, mut at) = (String::new(), 0, 0);
    for line in text.split_inclusive('\n') {
        let begins = at;
        at += line.len();
        let trimmed = line.trim();
        let separator = trimmed.get(..4).filter(|_| is_first(begins));
        let is_told = separator.is_some_and(|word| word.eq_ignore_ascii_case("sep="));
        if is_plain(line) && !is_told {
            continue;
        }
        let kept = match comment(line) {
            _ if is_told || trimmed.starts_with("```") => "",
            Some(comment) => &line[..comment],
            None => line,
        };
        if kept.len() == line.len() && !line.contains(['$', '\\']) {
            continue;
        }
        said.push_str(&text[copied..begins]);
        copied = at;
        tex(kept, &mut said);
        if kept.len() < line.len() && line.ends_with('\n') {
            said.push('\n');
        }
    }
    if copied == 0 {
        return None;
    }
    said.push_str(&text[copied..]);
    Some(said)
}

/// Where a comment begins that ends with its line. Those that fill their line and begin with `#` or `%` are left: they
/// may be an instruction to the reader.
fn comment(line: &str) -> Option<usize> {
    let mut is_quoted = false;
    let blanks = line.len() - line.trim_start().len();
    let may_begin = |&(at, c): &(usize, char)| {
        is_quoted ^= c == '"';
        !is_quoted && (at == 0 || matches!(c, '/' | '#' | '%' | '-' | ':'))
    };
    let is_comment = |&(at, _): &(usize, char)| is_comment(&line[..at], &line[at..], at <= blanks);
    line.char_indices().filter(may_begin).find(is_comment).map(|(at, _)| at)
}

/// Whether the rest of a line is a comment; whether it begins the line behind blanks.
fn is_comment(before: &str, rest: &str, begins: bool) -> bool {
    let is_apart = begins || before.ends_with(char::is_whitespace);
    let first = |said: &str| said.chars().next();
    // `n % k`, `n, # of moves` and an outcome behind a dash are no comments.
    let is_behind_value = || {
        let value = before.trim_end_matches([',', ';', ' ']);
        value.ends_with(|c: char| c.is_ascii_digit() || "])}\\\"".contains(c))
    };
    let is_prose = |said: &str| {
        let word: &str = said.split_whitespace().next().unwrap_or("");
        word.chars().filter(|c| c.is_alphabetic()).count() > 1 && !is_outcome(word)
    };
    if let Some(said) = rest.strip_prefix("//") {
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        return is_apart || !before.ends_with(':') && !is_digit(first(said));
    }
    if let Some(said) = rest.strip_prefix('#') {
        let is_count = first(said).is_some_and(|c| c.is_ascii_digit());
        let is_column = || said.contains(['|', '\t', '&']) || before.ends_with('\t');
        return is_apart && is_behind_value() && !is_count && !is_column();
    }
    if let Some(said) = rest.strip_prefix('%') {
        return is_apart && is_behind_value() && is_prose(said);
    }
    if let Some(said) = rest.strip_prefix("--") {
        let is_spaced = said.starts_with(char::is_whitespace) && is_apart;
        return is_spaced && (begins || is_behind_value()) && is_prose(said);
    }
    // `sg :: [Int]`
    let is_type = rest.strip_prefix("::").is_some_and(|said| said.starts_with(' ')) && is_apart;
    is_type && before.trim_end().ends_with([']', ')'])
        || begins
            && rest.trim_start().split_once(" :: ").is_some_and(|(name, _)| {
                name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'')
            })
}

/// Appends a line with blanks in place of what LaTeX writes around values.
fn tex(line: &str, said: &mut String) {
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        let before = line[..at].chars().next_back();
        let next = rest[c.len_utf8()..].chars().next();
        let (length, put): (usize, &str) = match (c, next) {
            ('$', next) => {
                let is_inner = |c: Option<char>| c.is_some_and(char::is_alphabetic);
                (1, if is_inner(before) && is_inner(next) { "$" } else { "" })
            }
            ('\\', Some('\\')) => {
                // `\\[2pt]`
                let space = bracket(&rest[2..]).map_or("", |end| &rest[2..2 + end]);
                let is_space = space.starts_with('[') && space.ends_with(char::is_alphabetic);
                (2 + if is_space { space.len() + 1 } else { 0 }, "\\\\")
            }
            // the line goes on
            ('\\', None | Some('\n' | '\r')) => (1, ""),
            ('\\', Some('{')) => (2, "{"),
            ('\\', Some('}')) => (2, "}"),
            ('\\', Some('(' | ')' | '[' | ']')) => (2, ""),
            ('\\', Some(',' | ';' | '!' | ' '))
                if before.is_some_and(|c| c.is_ascii_digit() || c == ',') =>
            {
                (2, "")
            }
            ('\\', Some('a'..='z')) => command(rest),
            _ => (c.len_utf8(), &rest[..c.len_utf8()]),
        };
        let passed = line[at..at + length].chars().count();
        said.extend(std::iter::repeat_n(' ', passed.saturating_sub(put.chars().count())));
        said.push_str(put);
        at += length;
    }
}

/// Where the bracket closes that the text begins with, if it is short.
fn bracket(text: &str) -> Option<usize> {
    const LONGEST: usize = 200;
    let close = if text.starts_with('{') { b'}' } else { b']' };
    let closes = || text.bytes().take(LONGEST).position(|byte| byte == close);
    text.starts_with(['{', '[']).then(closes).flatten()
}

/// How long the command is that the text begins with, and what takes its place.
fn command(text: &str) -> (usize, &str) {
    let name: &str = text[1..].split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or("");
    let length = name.len() + 1;
    let rest = &text[length..];
    match name {
        "left" | "right" if rest.starts_with(|c: char| "()[]{}|\\.".contains(c)) => (length, ""),
        "ldots" | "dots" | "cdots" => (length, "..."),
        "ast" | "star" => match rest.strip_prefix(' ') {
            Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => (length + 1, "*"),
            _ => (length, "*"),
        },
        _ if STYLES.contains(&name) => match bracket(rest) {
            Some(end) => (length + end + 1, &rest[1..end]),
            None => (length, ""),
        },
        _ if COMMANDS.contains(&name) => {
            let mut end = length;
            while let Some(close) = bracket(&text[end..]) {
                end += close + 1;
            }
            (end, "")
        }
        _ => (length, &text[..length]),
    }
}

/// The text without the sign that ends it as a sentence or a statement.
fn without_end(text: &str) -> Option<String> {
    let body = text.trim_end();
    let last = body.chars().next_back().filter(|&c| ";:".contains(c))?;
    let before = &body[..body.len() - 1];
    let is_closed = before.ends_with([']', '}', ')']);
    let is_list = before.matches([',', ' ']).count() > 1 && last == ';';
    (is_closed || is_list && !before.contains(';')).then(|| before.to_owned())
}
