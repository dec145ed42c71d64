//! `mexlab atlas`: what a sweep found.

use crate::arguments::{self, Format};
use crate::failure::{Result, mistake};
use crate::summary::{self, Summary};
use crate::terminal::Terminal;
use crate::words::{Lang, columns, pad};
use expr::suggest::one_of;
use expr::words::{equations, listed};
use std::io;
use sweep::{Atlas, Cell, Folder};

/// Rows that are printed for people.
const MAX_ROWS: usize = 60;
/// Members that are named in a summary, and columns of which only the first values are shown.
const MAX_NAMED: usize = 5;
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
    let atlas = Atlas::open(&Folder::at(&arguments.dir))?;
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
        // SQLite takes an unknown name in quotes for a text.
        known(&atlas, column)?;
    }
    match format {
        Format::Csv => csv(&atlas, &select, terminal),
        Format::Json => json(&atlas, &select, terminal),
        Format::Text => text(&atlas, &select, arguments.group.is_some(), terminal),
    }
}

/// Refuses a name that no column has.
fn known(atlas: &Atlas, column: &str) -> Result<()> {
    let names: Vec<String> = atlas
        .rows("SELECT name FROM pragma_table_info('atlas')")?
        .iter()
        .map(|row| row[0].text())
        .collect();
    if names.iter().any(|name| name == column) {
        return Ok(());
    }
    let hint = one_of(column, &names, "there are");
    Err(mistake(format!("the atlas has no column `{column}`; {hint}")))
}

fn csv(atlas: &Atlas, select: &str, terminal: &Terminal) -> Result<()> {
    let mut trouble = None;
    let printed = terminal.print(|out| {
        let written = atlas.csv(select, out);
        written.or_else(|error| match error {
            sweep::Error::Mistake(_) => {
                trouble = Some(error);
                Ok(())
            }
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        })
    });
    trouble.map_or(printed, |error| Err(error.into()))
}

fn json(atlas: &Atlas, select: &str, terminal: &Terminal) -> Result<()> {
    let mut rows = Vec::new();
    let names = atlas.ask(select, &mut |row| {
        rows.push(row.to_vec());
        Ok(())
    })?;
    let object = |row: Vec<Cell>| {
        let fields = names.iter().cloned().zip(row.iter().map(Cell::json));
        serde_json::Value::Object(fields.collect())
    };
    let all: Vec<serde_json::Value> = rows.into_iter().map(object).collect();
    terminal.print(|out| writeln!(out, "{:#}", serde_json::Value::from(all)))
}

fn text(atlas: &Atlas, select: &str, is_group: bool, terminal: &Terminal) -> Result<()> {
    let (mut rows, mut count) = (Vec::new(), 0usize);
    let names = atlas.ask(select, &mut |row| {
        count += 1;
        if count <= MAX_ROWS {
            rows.push(row.iter().map(|cell| cut(&cell.text())).collect::<Vec<_>>());
        }
        Ok(())
    })?;
    let varied =
        atlas.rows("SELECT \"column\" FROM parameters WHERE entry IS NULL ORDER BY rowid")?;
    let varied: Vec<String> = varied.iter().map(|row| row[0].text()).collect();
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
    let one = |select: &str| -> Result<Vec<String>> {
        let row = atlas.rows(select)?.into_iter().next().unwrap_or_default();
        Ok(row.iter().map(Cell::text).collect())
    };
    // Of several quantities of a member the worst status counts.
    let counts = one(
        "SELECT count(*), sum(same IS NULL AND worst = 0), sum(same IS NOT NULL AND worst = 0), \
         sum(worst = 1), sum(worst = 2) FROM (SELECT min(same_as) AS same, \
         max(CASE status WHEN 'done' THEN 0 WHEN 'limit' THEN 1 WHEN 'mistake' THEN 2 END) \
         AS worst FROM atlas GROUP BY member)",
    )?;
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
    let quantities = atlas
        .rows("SELECT DISTINCT quantity FROM atlas WHERE quantity IS NOT NULL ORDER BY rowid")?;
    for quantity in quantities.iter().map(|row| row[0].text()) {
        let lines = of_quantity(atlas, &quantity, terminal)?;
        summary.add(&quantity, lines);
    }
    summary.add(words.claims, claims(atlas)?);
    for law in atlas.family()? {
        let counts = (law.fitted, law.tested);
        let held = summary::held(&words.said(&law.kind), &law.reach, counts, words);
        summary.add(words.across, [words.law(&law.law), held]);
    }
    let across = sweep::across(atlas)?;
    for law in &across {
        let part = if law.part.is_empty() { String::new() } else { format!(", {}", law.part) };
        let mut lines = vec![format!("{} ({}{part})", law.finding.law.words, law.quantity)];
        lines.extend(summary::details(&law.finding, &law.axes, words));
        summary.add(words.across, lines);
    }
    let pairs = sweep::agreeing(atlas)?;
    let lines: Result<Vec<String>> = pairs
        .iter()
        .map(|pair| {
            let (a, b) = pair.members;
            Ok(format!("{}: {} | {}", pair.quantity, name(atlas, a)?, name(atlas, b)?))
        })
        .collect();
    summary.add(words.agree, lines?);
    terminal.print(|out| out.write_all(summary.text().as_bytes()))
}

/// How often each claim has which answer, and the first member for which it fails.
fn claims(atlas: &Atlas) -> Result<Vec<String>> {
    let counted = atlas.rows(
        "SELECT claim, answer, count(*), min(member), min(rowid) FROM claims \
         GROUP BY claim, answer ORDER BY min(rowid)",
    )?;
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for row in &counted {
        let [claim, answer, count, Cell::Int(member), first] = &row[..] else { continue };
        let mut said = format!("{} {}", answer.text(), count.text());
        if answer.text() == "fails" {
            let select = format!("SELECT detail FROM claims WHERE rowid = {}", first.text());
            let detail = atlas.rows(&select)?.first().map(|row| row[0].text()).unwrap_or_default();
            said += &format!(" (member {member} {detail})");
        }
        match lines.iter_mut().find(|(known, _)| *known == claim.text()) {
            Some((_, all)) => all.push(said),
            None => lines.push((claim.text(), vec![said])),
        }
    }
    Ok(lines.into_iter().map(|(claim, all)| format!("{claim}: {}", all.join("; "))).collect())
}

/// How the laws of a quantity are known, its commonest and its longest periods.
fn of_quantity(atlas: &Atlas, quantity: &str, terminal: &Terminal) -> Result<Vec<String>> {
    let words = &terminal.words;
    let of = format!("FROM atlas WHERE quantity = '{quantity}'");
    let grouped = |column: &str, condition: &str| -> Result<Vec<String>> {
        let select = format!(
            "SELECT {column}, count(*) AS c {of} AND {condition} GROUP BY {column} ORDER BY c DESC, {column} LIMIT {MAX_NAMED}"
        );
        let rows = atlas.rows(&select)?;
        Ok(rows.iter().map(|row| format!("{} ({})", row[0].text(), row[1].text())).collect())
    };
    let known = grouped("coalesce(known, '-')", "1")?;
    let known: Vec<String> = known.iter().map(|known| words.said(known)).collect();
    let mut lines = vec![format!("{}: {}", words.laws_known, known.join(", "))];
    let periods = grouped("period", "period IS NOT NULL")?;
    if !periods.is_empty() {
        lines.push(format!("{}: {}", words.common_periods, periods.join(", ")));
    }
    for (column, what) in [("period", words.longest_period), ("preperiod", words.longest_preperiod)]
    {
        let select = format!(
            "SELECT {column}, member {of} AND {column} > 0 ORDER BY {column} DESC, member LIMIT {MAX_NAMED}"
        );
        let rows = atlas.rows(&select)?;
        let named = rows.iter().map(|row| {
            let Cell::Int(member) = row[1] else { return Ok(row[0].text()) };
            Ok(format!("{} ({})", row[0].text(), name(atlas, member)?))
        });
        let named = named.collect::<Result<Vec<String>>>()?;
        if !named.is_empty() {
            lines.push(format!("{what}: {}", named.join(", ")));
        }
    }
    Ok(lines)
}

/// A member by what varies.
fn name(atlas: &Atlas, member: i64) -> Result<String> {
    let varied =
        atlas.rows("SELECT \"column\", name FROM parameters WHERE entry IS NULL ORDER BY rowid")?;
    let quoted = listed(varied.iter().map(|row| format!("\"{}\"", row[0].text())));
    let select = format!("SELECT {quoted} FROM atlas WHERE member = {member} LIMIT 1");
    let row = atlas.rows(&select)?.into_iter().next().unwrap_or_default();
    let names = varied.iter().map(|name| name[1].text());
    Ok(equations(names.zip(row.iter().map(Cell::text))))
}
