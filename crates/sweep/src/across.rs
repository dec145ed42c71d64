//! Laws across a family: periods and greatest values as functions of what varies.

use std::collections::BTreeMap;

use detector::Finding;
use expr::words::{equations, listed};
use rayon::prelude::*;
use report::chart::drawing::Drawing;
use report::chart::{self, Chart};
use report::{Translation, file};
use std::io::Write;
use table::{Axis, Table};

use crate::{Atlas, Cell, Folder, Result, select, text};

/// What is looked at of each quantity.
const TARGETS: [&str; 3] = ["period", "preperiod", "greatest"];
/// A box of members with more cells is not searched.
const MAX_CELLS: usize = 1 << 18;
/// The page with all charts and the rows, at most [`MAX_ROWS`] of them.
const PAGE: &str = "atlas.html";
const MAX_ROWS: usize = 200_000;
/// A chart has at most this many cells.
const MAX_DRAWN: usize = 1 << 14;
/// Families are searched in at most this many parts.
const MAX_GROUPS: usize = 16;
/// Pairs that are listed at most.
const MAX_PAIRS: usize = 8;

/// A law that a column of the atlas follows over the whole family, or over a part of it.
#[derive(Clone, Debug)]
pub struct Across {
    /// The quantity of the members.
    pub quantity: String,
    /// What all members of the part have in common, `rule = weak`; empty for the whole family.
    pub part: String,
    /// The law, about `period`, `preperiod` or `greatest`.
    pub finding: Finding,
    /// Names of the coordinates.
    pub axes: Vec<Axis>,
}

/// Two members with equal values in the first half of their tables, and others later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The quantity.
    pub quantity: String,
    /// The numbers of the members.
    pub members: (i64, i64),
}

/// A place in the family, and what is there.
type Value = (Vec<i64>, i64);

/// A part of the family as a table over its integer columns.
struct Subfamily {
    quantity: String,
    words: String,
    table: Table,
}

/// The laws that periods, preperiods and greatest values follow across the family.
///
/// # Errors
/// The atlas cannot be read.
pub fn across(atlas: &Atlas) -> Result<Vec<Across>> {
    let mut searched = Vec::new();
    for target in TARGETS {
        searched.extend(parts(atlas, target, MAX_CELLS)?.into_iter().map(|part| (target, part)));
    }
    let law = |(target, Subfamily { quantity, words: part, table }): (&str, Subfamily)| {
        let finding = detector::find(&table, target).into_iter().next()?;
        Some(Across { quantity, part, finding, axes: table.axes })
    };
    Ok(searched.into_par_iter().filter_map(law).collect())
}

/// The parts of the family in which the column has values, in the order of the atlas.
fn parts(atlas: &Atlas, target: &str, most: usize) -> Result<Vec<Subfamily>> {
    let (axes, others) = atlas.axes()?;
    if axes.is_empty() {
        return Ok(Vec::new());
    }
    let keys = listed(others.iter().chain(&axes).map(|name| format!("\"{name}\"")));
    let select = format!(
        "SELECT quantity, {target}, {keys} FROM atlas WHERE {target} IS NOT NULL ORDER BY rowid"
    );
    let mut groups: BTreeMap<(String, String), Vec<Value>> = BTreeMap::new();
    for row in atlas.rows(&select)? {
        let words = equations(others.iter().zip(row[2..].iter().map(text)));
        let at: Option<Vec<i64>> = row[2 + others.len()..].iter().map(Cell::as_i64).collect();
        if let (Some(at), Some(value)) = (at, row[1].as_i64()) {
            groups.entry((text(&row[0]), words)).or_default().push((at, value));
        }
    }
    let groups = groups.into_iter().filter_map(|((quantity, words), cells)| {
        Some(Subfamily { quantity, words, table: Table::of_cells(&axes, target, &cells, most)? })
    });
    Ok(groups.take(MAX_GROUPS).collect())
}

/// Draws period and preperiod over the integer columns, and how often each period occurs, into the folder,
/// each by itself and all of them with the rows in atlas.html, as they are `said`; the names of the files.
///
/// # Errors
/// A file cannot be written.
pub fn charts(
    folder: &Folder,
    atlas: &Atlas,
    title: &str,
    said: Translation,
) -> Result<Vec<String>> {
    let mut drawn: Vec<(String, Drawing)> = Vec::new();
    let mut draw = |name: String, table: &Table, quantity: &str| -> Result<()> {
        let chart = Chart {
            title,
            title_zh: None,
            table,
            quantity,
            laws: &[],
            proved: false,
            side: chart::SIDE,
            figures: &[],
            said,
        };
        let drawing = chart::drawing(&chart)?;
        let svg = drawing.svg();
        file::write_atomically(&folder.file(&format!("{name}.svg")), |w| {
            w.write_all(svg.as_bytes())
        })?;
        drawn.push((name, drawing));
        Ok(())
    };
    for target in &TARGETS[..2] {
        let parts = parts(atlas, target, MAX_DRAWN)?;
        for (number, Subfamily { quantity, words, table }) in parts.iter().enumerate() {
            let number = if words.is_empty() { String::new() } else { format!("-{number}") };
            draw(format!("{target}-{quantity}{number}"), table, target)?;
        }
    }
    let quantities = "SELECT DISTINCT quantity FROM atlas WHERE period IS NOT NULL";
    for quantity in atlas.texts(quantities)?.concat() {
        let select = format!(
            "SELECT period, count(*) FROM atlas WHERE quantity = '{quantity}' AND period IS NOT NULL GROUP BY period"
        );
        let rows = atlas.rows(&select)?.into_iter();
        let cells = rows.filter_map(|row| Some((vec![row[0].as_i64()?], row[1].as_i64()?)));
        let cells: Vec<_> = cells.collect();
        let axes = ["period".to_owned()];
        let table = Table::of_cells(&axes, "members", &cells, MAX_DRAWN);
        if let Some(table) = table.filter(|table| table.cells() > 1) {
            draw(format!("periods-{quantity}"), &table, "members")?;
        }
    }
    let (mut rows, mut count) = (Vec::new(), 0);
    let columns = atlas.ask(&select(None), |row| {
        count += 1;
        if count <= MAX_ROWS {
            rows.push(row);
        }
        Ok(())
    })?;
    let page = report::html::atlas(&said, title, &drawn, &columns, &rows);
    file::write_atomically(&folder.file(PAGE), |w| w.write_all(page.as_bytes()))?;
    let charts = drawn.into_iter().map(|(name, _)| format!("{name}.svg"));
    Ok(charts.chain([PAGE.to_owned()]).collect())
}

/// Some pairs of members whose tables agree in their first half and differ later.
///
/// # Errors
/// The atlas cannot be read.
pub fn agreeing(atlas: &Atlas) -> Result<Vec<Pair>> {
    let select = format!(
        "SELECT a.quantity, a.member, b.member FROM atlas a JOIN atlas b \
         ON a.quantity = b.quantity AND a.half = b.half AND a.reach = b.reach \
         AND a.member < b.member AND a.hash <> b.hash LIMIT {MAX_PAIRS}"
    );
    let pair = |row: Vec<Cell>| {
        Some(Pair { quantity: text(&row[0]), members: (row[1].as_i64()?, row[2].as_i64()?) })
    };
    Ok(atlas.rows(&select)?.into_iter().filter_map(pair).collect())
}
