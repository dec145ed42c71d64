//! Chinese for error messages and their remedies, for what `explain` says, and for how a table was read.
//!
//! Texts are written in English where they arise. Here each has its counterpart, found by its words; `{}`
//! stands for names and numbers.

use crate::errors::error_code;
use crate::words::Lang;

/// Remedies and labels of mistakes: an English line, and the Chinese one below it.
static HELP: &str = include_str!("chinese/help.txt");
/// How a rule was read.
static EXPLAIN: &str = include_str!("chinese/explain.txt");
/// How a table was read.
static READING: &str = include_str!("chinese/reading.txt");

/// Parts of messages without a code.
const MESSAGES: [(&str, &str); 19] = [
    ("there is no game and no file", "没有这个游戏或文件"),
    ("is not a quantity", "没有这个量"),
    ("has no parameter", "没有这个参数"),
    ("is not a position", "这不是该游戏的局面"),
    ("has no table", "该游戏无法列表"),
    ("cannot read", "无法读取文件"),
    ("cannot write", "无法写入文件"),
    ("is for rules", "只用于规则, 不用于数表"),
    ("how far?", "没有说算到哪里"),
    ("is outside", "参数超出允许范围"),
    ("the limit is", "超出内存限制"),
    ("not checked: a limit", "有命题因限制未检验"),
    ("positions had to be searched", "需要搜索的局面太多"),
    ("never negative", "坐标不能为负"),
    ("is not an integer", "这里应是整数"),
    ("unexpected argument", "不认识这个参数"),
    ("unrecognized subcommand", "没有这个命令"),
    ("invalid value", "参数的值不对"),
    ("required", "缺少必需的参数"),
];

/// How the messages of work that was stopped begin.
const ENDS: [(&str, &str); 2] =
    [("interrupted", "已中断"), ("stopped by --time", "已到 --time 的时限")];

/// Topics of `mexlab explain`.
const TOPICS: [(&str, &str); 13] = [
    ("game", "游戏"),
    ("note", "说明"),
    ("parameter", "参数"),
    ("position", "局面"),
    ("move", "着法"),
    ("left", "左方"),
    ("right", "右方"),
    ("end", "结束"),
    ("order", "次序"),
    ("kernel", "算法"),
    ("table", "表格"),
    ("cost", "代价"),
    ("computed by", "计算方法"),
];

/// The messages with their first sentences and remedies in Chinese, as far as there is one for them.
#[must_use]
pub fn translated(message: &str) -> String {
    message.split('\n').map(line).collect::<Vec<_>>().join("\n")
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
    format!("读作{}{behind}", known(core))
}

fn line(line: &str) -> String {
    if let Some((code, rest)) = line.strip_prefix("error[").and_then(|l| l.split_once("]: ")) {
        let known = error_code(code, Lang::Zh);
        return match known.as_deref().and_then(|known| known.lines().nth(1)) {
            Some(cause) => format!("错误[{code}]: {} ({rest})", cause.trim()),
            None => format!("错误[{code}]: {rest}"),
        };
    }
    if let Some(rest) = line.strip_prefix("error: ") {
        let sentence = MESSAGES.iter().find(|(part, _)| rest.contains(part));
        let remedy = rest.rsplit_once("; ").and_then(|(_, remedy)| phrase(HELP, remedy));
        let remedy = remedy.map_or(String::new(), |remedy| format!("; {remedy}"));
        return match sentence {
            Some((_, sentence)) => format!("错误: {sentence} ({rest}){remedy}"),
            None => format!("错误: {rest}{remedy}"),
        };
    }
    if let Some(why) = line.strip_prefix("not proved: ") {
        return format!("未能证明: {why}");
    }
    let starts = [
        ("  = help: ", "  = 建议: "),
        ("  tip: ", "  提示: "),
        ("For more information, try ", "详见 "),
    ];
    for (english, chinese) in starts {
        if let Some(rest) = line.strip_prefix(english) {
            return format!("{chinese}{}", phrase(HELP, rest).unwrap_or_else(|| rest.to_owned()));
        }
    }
    for (english, chinese) in ENDS {
        match line.strip_prefix(english) {
            Some("") => return chinese.to_owned(),
            Some(rest) if rest.starts_with([' ', ':', ';']) => {
                return format!("{chinese} ({line})");
            }
            _ => {}
        }
    }
    match line.rsplit_once("^ ") {
        Some((carets, label)) => {
            format!("{carets}^ {}", phrase(HELP, label).unwrap_or_else(|| label.to_owned()))
        }
        None => line.to_owned(),
    }
}

/// A line of `mexlab explain`.
#[must_use]
pub fn explained((topic, text): &(String, String)) -> (String, String) {
    let known = TOPICS.iter().find_map(|(english, chinese)| {
        let rest = topic.strip_prefix(english)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| format!("{chinese}{rest}"))
    });
    (known.unwrap_or_else(|| topic.clone()), sentence(text).unwrap_or_else(|| text.clone()))
}

/// A sentence about how a rule was read, or several.
fn sentence(text: &str) -> Option<String> {
    phrase(EXPLAIN, text).or_else(|| {
        let parts = text.split("; ").map(|part| phrase(EXPLAIN, part));
        Some(parts.collect::<Option<Vec<_>>>()?.join("; "))
    })
}

/// The Chinese of an English text, from the phrase that agrees with most of it; `phrases` are English lines,
/// each with the Chinese one below.
#[must_use]
pub fn phrase(phrases: &str, text: &str) -> Option<String> {
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
            said += &phrase(phrases, part).unwrap_or_else(|| part.to_owned());
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

/// Whether a remedy is said in Chinese.
#[must_use]
pub fn has_remedy(help: &str) -> bool {
    phrase(HELP, help).is_some()
}

#[cfg(test)]
mod tests;
