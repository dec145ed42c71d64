//! `mexlab atlas`: what a sweep found.

use crate::arguments::{self, Format};
use crate::failure::{Failure, Result};
use crate::summary::{self, Summary};
use crate::terminal::Terminal;
use crate::words::{Lang, Words, columns, pad};
use expr::words::listed;
use sweep::{Atlas, Cell, Folder};

/// Rows that are printed for people.
const MAX_ROWS: usize = 60;
/// Columns that people see; the others are in CSV.
const SHOWN: [&str; 10] = [
    "quantity",
    "status",
    "preperiod",
    "period",
    "saltus",
    "greatest",
    "lost",
    "known",
    "law",
    "why",
];
/// Texts in a cell are cut to this many columns.
const MAX_COLUMNS: usize = 60;

/// Answers a question to the atlas of a folder.
pub(super) fn perform(arguments: &arguments::Atlas, terminal: &Terminal) -> Result<()> {
    let atlas = Atlas::open(&Folder::at(&arguments.folder))?;
    let format = if arguments.csv { Format::Csv } else { terminal.format() };
    let condition = arguments.r#where.as_deref();
    let select = match &arguments.group {
        Some(column) => {
            let column = format!("\"{}\"", column.replace('"', "\"\""));
            format!(
                "SELECT {column}, count(*) AS count, min(member) AS first FROM atlas WHERE ({}) \
                 GROUP BY {column} ORDER BY count DESC, {column}",
                condition.unwrap_or("1")
            )
        }
        None if condition.is_none() && format == Format::Text => {
            return summarise(&atlas, terminal);
        }
        None => sweep::select(condition),
    };
    if let Some(column) = &arguments.group {
        atlas.known(column)?;
    }
    match format {
        Format::Csv => terminal.print(|out| match atlas.csv(&select, out) {
            Err(sweep::Error::Write(_)) => Err(Failure::NobodyReads),
            asked => Ok(asked?),
        }),
        Format::Json => json(&atlas, &select, terminal),
        Format::Text => text(&atlas, &select, arguments.group.is_some(), terminal),
    }
}

fn json(atlas: &Atlas, select: &str, terminal: &Terminal) -> Result<()> {
    let mut rows = Vec::new();
    let names = atlas.ask(select, |row| {
        rows.push(row);
        Ok(())
    })?;
    let object = |row: Vec<Cell>| names.iter().cloned().zip(row).collect::<serde_json::Map<_, _>>();
    let all: Cell = rows.into_iter().map(object).collect();
    terminal.print(|out| writeln!(out, "{all:#}"))
}

fn text(atlas: &Atlas, select: &str, is_group: bool, terminal: &Terminal) -> Result<()> {
    let (mut rows, mut count) = (Vec::new(), 0usize);
    let names = atlas.ask(select, |row| {
        count += 1;
        if count <= MAX_ROWS {
            rows.push(row.iter().map(|cell| cut(&sweep::text(cell))).collect::<Vec<_>>());
        }
        Ok(())
    })?;
    let varied = atlas.varied()?;
    let is_shown = |i: &usize| {
        let name = &names[*i];
        let is_named = name == "member" || varied.contains(name) || SHOWN.contains(&name.as_str());
        is_group || is_named && rows.iter().any(|row| !row[*i].is_empty())
    };
    let shown: Vec<usize> = (0..names.len()).filter(is_shown).collect();
    let width = |i: usize| {
        let cells = rows.iter().map(|row| columns(&row[i]));
        cells.chain([columns(&names[i])]).max().unwrap_or(0) + 2
    };
    let line = |row: &[String]| {
        let cells: String = shown.iter().map(|&i| pad(&row[i], width(i))).collect();
        cells.trim_end().to_owned()
    };
    terminal.print(|out| {
        writeln!(out, "{}", line(&names))?;
        rows.iter().try_for_each(|row| writeln!(out, "{}", line(row)))?;
        match count.checked_sub(MAX_ROWS).filter(|more| *more > 0) {
            Some(more) => writeln!(out, "... {more} {}", terminal.words.more_rows),
            None => Ok(()),
        }
    })
}

/// A text for a cell of a printed table.
fn cut(text: &str) -> String {
    match text.chars().count() > MAX_COLUMNS {
        true => text.chars().take(MAX_COLUMNS - 3).chain("...".chars()).collect(),
        false => text.to_owned(),
    }
}

/// Prints what there is to know at first: members, periods, laws across the family.
pub(super) fn summarise(atlas: &Atlas, terminal: &Terminal) -> Result<()> {
    if terminal.format() == Format::Json {
        return json(atlas, &sweep::select(None), terminal);
    }
    let words = &terminal.words;
    let mut summary = Summary::default();
    let counts = atlas.counts()?;
    if let [all, own, same, limits, mistakes] = &counts[..] {
        let mistaken = if mistakes == "1" { words.mistake } else { words.mistakes };
        let parts = [
            (own, words.computed),
            (same, words.same_game),
            (limits, words.at_a_limit),
            (mistakes, mistaken),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count != "0");
        let parts = listed(parts.map(|(count, what)| format!("{count} {what}")));
        summary.add(
            words.members,
            [match words.lang {
                Lang::En => format!("{all}: {parts}"),
                Lang::Zh => format!("共 {all} 个：{parts}"),
            }],
        );
    }
    let quantities =
        "SELECT DISTINCT quantity FROM atlas WHERE quantity IS NOT NULL ORDER BY rowid";
    for quantity in atlas.texts(quantities)?.concat() {
        summary.add(&quantity, of_quantity(atlas, &quantity, words)?);
    }
    summary.add(words.claims, atlas.claims()?);
    for law in atlas.family()? {
        let counts = (law.fitted, law.tested);
        let held = summary::held(&words.stored(&law.kind), &law.reach, counts, words);
        summary.add(words.across, [law.law, held]);
    }
    for law in sweep::across(atlas)? {
        let part = if law.part.is_empty() { String::new() } else { format!(", {}", law.part) };
        let mut lines =
            vec![format!("{} ({}{part})", words.told(&law.finding.law.words), law.quantity)];
        lines.extend(summary::details(&law.finding, &law.axes, words));
        summary.add(words.across, lines);
    }
    let mut agreeing = Vec::new();
    for sweep::Pair { quantity, members: (a, b) } in sweep::agreeing(atlas)? {
        let pair = format!("{quantity}: {} | {}", atlas.name(a)?, atlas.name(b)?);
        agreeing.push(pair);
    }
    summary.add(words.agree, agreeing);
    terminal.print(|out| out.write_all(summary.text().as_bytes()))
}

/// How the laws of a quantity are known, its commonest and its longest periods.
fn of_quantity(atlas: &Atlas, quantity: &str, words: &Words) -> Result<Vec<String>> {
    let counted = |(value, number): (String, String)| format!("{value} ({number})");
    let known = atlas.common(quantity, "coalesce(known, '-')", "1")?.into_iter();
    let known = known.map(|(known, number)| counted((words.stored(&known), number))).collect();
    let periods = atlas.common(quantity, "period", "period IS NOT NULL")?;
    let named = [
        (words.common_periods, periods.into_iter().map(counted).collect()),
        (words.longest_period, atlas.greatest(quantity, "period")?),
        (words.longest_preperiod, atlas.greatest(quantity, "preperiod")?),
    ];
    let named = named.into_iter().filter(|(_, values)| !values.is_empty());
    let all = [(words.laws_known, known)].into_iter().chain(named);
    Ok(all.map(|(what, values)| format!("{what}: {}", values.join(", "))).collect())
}
