//! `mexlab list`: the games built into the program.

use crate::arguments::{self, Format};
use crate::catalogue::{self, Shelf};
use crate::failure::{Result, mistake};
use crate::terminal::Terminal;
use crate::words::{Lang, pad};
use report::csv::line;
use std::io::{self, Write};

/// The groups of the catalogue, folders of rules/, and what they hold.
const GROUPS: [(&str, &str, &str); 15] = [
    ("heap", "One heap", "一堆"),
    ("heaps", "Several heaps", "若干堆"),
    ("limit", "A heap and a limit", "一堆与上限"),
    ("pair", "Two numbers", "两个数"),
    ("rectangle", "Rectangles", "长方形"),
    ("row", "Rows", "一排"),
    ("board", "Strips, boards and posets", "棋盘与偏序集"),
    ("coins", "Coins", "硬币"),
    ("graph", "Graphs and trees", "图与树"),
    ("word", "Words", "字符串"),
    ("sum", "Sums", "游戏的和"),
    ("partizan", "Partizan games", "不平等游戏"),
    ("chance", "Chances", "概率"),
    ("theory", "Statements on whole classes", "一般命题"),
    ("claims", "Claims of one source", "命题集"),
];

/// A game as it is listed.
struct Row {
    group: &'static str,
    name: String,
    state: String,
    title: String,
}

/// Prints name, state and title of every game with that word in its name, titles or group.
pub(super) fn perform(arguments: &arguments::List, terminal: &Terminal) -> Result<()> {
    let library = Shelf::default();
    let word = arguments.word.as_deref().unwrap_or("").to_lowercase();
    let mut rows: Vec<Row> = Vec::new();
    for entry in catalogue::entries() {
        let (english, chinese) = group(entry.group());
        let mut texts = entry.titles().chain([entry.name, entry.group(), english, chinese]);
        if !texts.any(|text| text.to_lowercase().contains(&word)) {
            continue;
        }
        let rule = rule::load(entry.name, &library).map_err(|e| mistake(e.to_string()))?;
        let state = rule.state.as_ref().map(ToString::to_string).unwrap_or_default();
        let state = state.strip_prefix("state ").unwrap_or(&state).to_owned();
        let title = terminal.title(rule.title.as_deref(), rule.title_zh.as_deref());
        rows.push(Row { group: entry.group(), name: rule.name, state, title });
    }
    if rows.is_empty() {
        let word = arguments.word.as_deref().unwrap_or("");
        return Err(mistake(format!(
            "no game has `{word}` in its name, title or group; `mexlab list` shows all"
        )));
    }
    terminal.print(|out| match terminal.format() {
        Format::Text => text(&rows, terminal, out),
        Format::Csv => {
            writeln!(out, "name,state,title,group")?;
            rows.iter().try_for_each(|Row { group, name, state, title }| {
                writeln!(out, "{}", line([name.as_str(), state, title, group]))
            })
        }
        Format::Json => {
            let objects = rows.iter().map(|Row { group, name, state, title }| {
                serde_json::json!({"name": name, "state": state, "title": title, "group": group})
            });
            writeln!(out, "{:#}", serde_json::Value::from(objects.collect::<Vec<_>>()))
        }
    })
}

/// What a group holds, in English and Chinese.
fn group(folder: &str) -> (&'static str, &'static str) {
    let known = GROUPS.iter().find(|(name, ..)| *name == folder);
    known.map_or(("Other games", "其他"), |(_, english, chinese)| (english, chinese))
}

/// The games by groups, each below what it holds.
fn text(rows: &[Row], terminal: &Terminal, out: &mut dyn Write) -> io::Result<()> {
    let width = |of: fn(&Row) -> &str| rows.iter().map(|row| of(row).len()).max().unwrap_or(0);
    let (names, states) = (width(|row| &row.name), width(|row| &row.state).min(32));
    let folders = GROUPS.iter().map(|(folder, ..)| *folder).chain([""]);
    let mut is_first = true;
    for folder in folders {
        let is_known = |row: &&Row| GROUPS.iter().any(|(known, ..)| *known == row.group);
        let of_group = |row: &&Row| row.group == folder || folder.is_empty() && !is_known(row);
        let mut games = rows.iter().filter(of_group).peekable();
        if games.peek().is_none() {
            continue;
        }
        let (english, chinese) = group(folder);
        let heading = if terminal.words.lang == Lang::Zh { chinese } else { english };
        let before = if std::mem::take(&mut is_first) { "" } else { "\n" };
        writeln!(out, "{before}{heading} ({})", games.clone().count())?;
        for Row { name, state, title, .. } in games {
            writeln!(out, "  {}  {}  {title}", pad(name, names), pad(state, states))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_described() {
        for entry in catalogue::entries() {
            assert!(GROUPS.iter().any(|(folder, ..)| *folder == entry.group()), "{}", entry.path);
        }
    }
}
