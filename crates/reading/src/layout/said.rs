//! How what was read is spoken of.

use crate::Reading;
use crate::field::Kind;
use message::{Message, message};
use table::{Axis, Table};

/// `read as CORE (NOTE; NOTE)`.
pub(crate) fn reading(
    table: Table,
    core: Message,
    sheet_notes: Vec<Message>,
    source: Option<&'static str>,
) -> Reading {
    let notes = source.map(Message::from).into_iter().chain(sheet_notes);
    let notes = notes.reduce(|before, note| message!("{before}; {note}"));
    let what = match notes {
        Some(notes) => message!("{core} ({notes})"),
        None => core,
    };
    Reading { table, said: message!("read as {what}") }
}

/// Where there is no value: the first few indices, or how many cells.
pub(super) fn holes(table: &Table) -> Option<Message> {
    const MAX_NAMED: usize = 5;
    let present = table.present.as_ref()?;
    let missing = || present.iter().enumerate().filter(|(_, is)| !**is).map(|(cell, _)| cell);
    let count = missing().count();
    let [axis] = &table.axes[..] else {
        return Some(message!("{count} of {} cells have no value", present.len()));
    };
    let index = |cell: usize| (i128::from(axis.lo) + cell as i128).to_string();
    let named: Vec<String> = missing().take(MAX_NAMED).map(index).collect();
    let named = format!("{} = {}", axis.name, named.join(", "));
    Some(match count {
        ..=MAX_NAMED => message!("no value at {named}"),
        _ => message!("no value at {named} and {} more", count - MAX_NAMED),
    })
}

pub(super) fn range(axis: &Axis) -> String {
    format!("{} = {}..{}", axis.name, axis.lo, axis.hi)
}

pub(super) fn ranges(table: &Table) -> String {
    table.axes.iter().map(range).collect::<Vec<_>>().join(", ")
}

/// What so many values are called in a sentence.
pub(super) fn noun(count: usize, kind: Option<&Kind>) -> Message {
    match (kind, count) {
        (Some(Kind::Outcomes(win, loss)), 1) => message!("outcome, {win} and {loss},"),
        (Some(Kind::Outcomes(win, loss)), _) => message!("outcomes, {win} and {loss},"),
        (Some(Kind::Fractions), 1) => "fraction".into(),
        (Some(Kind::Fractions), _) => "fractions".into(),
        (Some(Kind::Nimbers), 1) => "nimber".into(),
        (Some(Kind::Nimbers), _) => "nimbers".into(),
        (Some(Kind::Words), 1) => "word".into(),
        (Some(Kind::Words), _) => "words".into(),
        (_, 1) => "number".into(),
        _ => "numbers".into(),
    }
}

/// So many values in a sentence.
pub(super) fn counted(count: usize, kind: Option<&Kind>) -> Message {
    match (kind, count) {
        (Some(Kind::Outcomes(win, loss)), 1) => message!("{count} outcome, {win} and {loss},"),
        (Some(Kind::Outcomes(win, loss)), _) => message!("{count} outcomes, {win} and {loss},"),
        (Some(Kind::Fractions), 1) => message!("{count} fraction"),
        (Some(Kind::Fractions), _) => message!("{count} fractions"),
        (Some(Kind::Nimbers), 1) => message!("{count} nimber"),
        (Some(Kind::Nimbers), _) => message!("{count} nimbers"),
        (Some(Kind::Words), 1) => message!("{count} word"),
        (Some(Kind::Words), _) => message!("{count} words"),
        (_, 1) => message!("{count} number"),
        _ => message!("{count} numbers"),
    }
}

/// How a list stands in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ListForm {
    List,
    Column,
}

impl ListForm {
    /// How so many values in a column of this name are spoken of.
    pub(crate) fn said(
        self,
        count: usize,
        kind: Option<&Kind>,
        name: &str,
        offset: i64,
    ) -> Message {
        let values = match name {
            "value" => counted(count, kind),
            _ => message!("{} called {name}", counted(count, kind)),
        };
        match self {
            Self::List => message!("a list of {values} from n = {offset}"),
            Self::Column => message!("a column of {values} from n = {offset}"),
        }
    }
}

/// How a table of coordinates and values is spoken of.
pub(crate) fn of_table(
    table: Table,
    kinds: &[Kind],
    count: usize,
    mut notes: Vec<Message>,
    source: Option<&'static str>,
) -> Reading {
    notes.extend(holes(&table));
    let columns: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
    let core = match (&columns[..], kinds) {
        (["value" | "win"], [kind]) if count == 1 => {
            let there = table
                .present
                .as_ref()
                .map_or(table.cells(), |p| p.iter().filter(|is| **is).count());
            message!("{} with their indices, {}", counted(there, Some(kind)), ranges(&table))
        }
        _ => message!("a table of {} over {}", columns.join(", "), ranges(&table)),
    };
    reading(table, core, notes, source)
}
