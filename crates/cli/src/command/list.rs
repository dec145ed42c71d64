//! `mexlab list`: the games built into the program.

use super::print_records;
use crate::arguments::{self, Format};
use crate::catalogue::{self, Shelf};
use crate::failure::{Result, mistake};
use crate::terminal::Terminal;
use crate::words::{Lang, pad};
use ::catalogue::GROUPS;
use message::message;
use std::io::{self, Write};

/// The fields of a game as it is listed.
const FIELDS: [&str; 4] = ["name", "state", "title", "group"];

/// Prints name, state and title of every game with that word in its name, titles or group.
pub(super) fn perform(arguments: &arguments::List, terminal: &Terminal) -> Result<()> {
    let library = Shelf::default();
    let word = arguments.word.as_deref().unwrap_or("").to_lowercase();
    let mut rows: Vec<[String; 4]> = Vec::new();
    for entry in catalogue::entries() {
        let group = GROUPS.iter().find(|(folder, ..)| *folder == entry.group());
        let group = group.map_or([""; 2], |(_, english, chinese)| [english, chinese]);
        let mut texts = entry.titles().chain([entry.name, entry.group()]).chain(group);
        if !texts.any(|text| text.to_lowercase().contains(&word)) {
            continue;
        }
        let rule = rule::load(entry.name, &library).map_err(mistake)?;
        let state = rule.state.as_ref().map(ToString::to_string).unwrap_or_default();
        let state = state.strip_prefix("state ").unwrap_or(&state).to_owned();
        let title = terminal.title(rule.title.as_deref(), rule.title_zh.as_deref());
        rows.push([rule.name, state, title, entry.group().to_owned()]);
    }
    if rows.is_empty() {
        let word = arguments.word.as_deref().unwrap_or("");
        return Err(mistake(message!(
            "no game has `{word}` in its name, title or group; `mexlab list` shows all"
        )));
    }
    terminal.print(|out| match terminal.format() {
        Format::Text => text(&rows, terminal, out),
        format => print_records(FIELDS, &rows, format, out),
    })
}

/// The games by groups, each below what it holds.
fn text(rows: &[[String; 4]], terminal: &Terminal, out: &mut dyn Write) -> io::Result<()> {
    let width = |field: usize| rows.iter().map(|row| row[field].len()).max().unwrap_or(0);
    let (names, states) = (width(0), width(1).min(32));
    let mut between = "";
    for (folder, english, chinese) in GROUPS {
        let games: Vec<_> = rows.iter().filter(|[.., group]| group == folder).collect();
        if games.is_empty() {
            continue;
        }
        let heading = if terminal.words.lang == Lang::Zh { chinese } else { english };
        writeln!(out, "{between}{heading} ({})", games.len())?;
        between = "\n";
        for [name, state, title, _] in games {
            writeln!(out, "  {}  {}  {title}", pad(name, names), pad(state, states))?;
        }
    }
    Ok(())
}
