//! `mexlab list`: the games built into the program.

use crate::arguments::Format;
use crate::catalogue::{self, Shelf};
use crate::failure::{Result, mistake};
use crate::terminal::Terminal;
use crate::words::pad;
use report::csv::line;

/// Prints name, state and title of every game.
pub(super) fn perform(terminal: &Terminal) -> Result<()> {
    let library = Shelf::default();
    let mut rows: Vec<[String; 3]> = Vec::new();
    for entry in catalogue::entries() {
        let rule = rule::load(entry.name, &library).map_err(|e| mistake(e.to_string()))?;
        let state = rule.state.as_ref().map(ToString::to_string).unwrap_or_default();
        let state = state.strip_prefix("state ").unwrap_or(&state).to_owned();
        let title = terminal.title(rule.title.as_deref(), rule.title_zh.as_deref());
        rows.push([rule.name.clone(), state, title.to_owned()]);
    }
    terminal.print(|out| match terminal.format() {
        Format::Text => {
            let width = |i: usize| rows.iter().map(|row| row[i].len()).max().unwrap_or(0).min(32);
            let (name, state) = (width(0), width(1));
            rows.iter().try_for_each(|[n, s, title]| {
                writeln!(out, "{}  {}  {title}", pad(n, name), pad(s, state))
            })
        }
        Format::Csv => {
            writeln!(out, "name,state,title")?;
            rows.iter()
                .try_for_each(|row| writeln!(out, "{}", line(row.iter().map(|f| f.as_str()))))
        }
        Format::Json => {
            let objects = rows.iter().map(|[name, state, title]| {
                serde_json::json!({"name": name, "state": state, "title": title})
            });
            writeln!(out, "{:#}", serde_json::Value::from(objects.collect::<Vec<_>>()))
        }
    })
}
