//! `mexlab table --summary`: what a table amounts to.

use crate::arguments::Format;
use crate::failure::Result;
use crate::summary::Summary as Lines;
use crate::terminal::Terminal;
use crate::words::{Lang, Words};
use engine::{ColumnSummary, Positions, Summary};
use expr::words::listed;
use report::csv::line;
use report::place;
use serde_json::{Value, json};
use std::io::{self, Write};
use table::{Axis, Digest, Table};
use wording::answer::cell;
use workbench::rows;

/// More values than this are not listed for people.
const MAX_LISTED: usize = 10;
/// More values than this are not listed in JSON.
const MAX_COUNTED: usize = 100;

/// Prints the summary in the format asked for.
pub(super) fn print(summary: &Summary, positions: &Positions, terminal: &Terminal) -> Result<()> {
    terminal.print(|out| match terminal.format() {
        Format::Text => out.write_all(text(summary, positions, &terminal.words).as_bytes()),
        Format::Csv => csv(summary, out),
        Format::Json => writeln!(out, "{:#}", json(summary)),
    })
}

/// The position of a cell of the box.
fn position(axes: &[Axis], cell: u64) -> Vec<i64> {
    let frame = Table { axes: axes.to_vec(), columns: Vec::new(), present: None };
    usize::try_from(cell).map_or_else(|_| Vec::new(), |cell| frame.position(cell))
}

/// The hash as it is printed.
fn hex(digest: &Digest) -> String {
    format!("{:016x}", digest.hash)
}

fn text(summary: &Summary, of: &Positions, words: &Words) -> String {
    let mut lines = Lines::default();
    let Summary { axes, positions, kernel, columns, .. } = summary;
    let table = format!("{}; {} {positions}", words.told(&rows(axes, of)), words.positions);
    lines.add(
        words.table,
        [table].into_iter().chain(kernel.iter().map(|kernel| words.told(kernel))),
    );
    for column in columns {
        lines.add(&column.name, about(column, axes, words));
    }
    lines.text()
}

fn about(column: &ColumnSummary, axes: &[Axis], words: &Words) -> Vec<String> {
    let Some(digest) = &column.digest else { return vec![words.no_integers.to_owned()] };
    let mut lines = Vec::new();
    if let Some((value, cell)) = digest.greatest {
        let at = place(axes, &position(axes, cell));
        lines.push(format!("{} {value}, {} {at}", words.greatest, words.first_at));
    }
    let shown = digest.counts.iter().take(MAX_LISTED);
    let shown = listed(shown.map(|(value, count)| format!("{value} ({count})")));
    let more = if digest.counts.len() > MAX_LISTED { ", ..." } else { "" };
    lines.push(format!("{} {}: {shown}{more}", digest.counts.len(), words.different));
    if let (Some(period), Some(axis)) = (&column.period, axes.first()) {
        lines.push(words.told(&period.words(&axis.name)));
    }
    if let (Some(space), Some(axis)) = (&column.sparse, axes.first()) {
        lines.push(words.told(&space.words(&axis.name)));
    }
    let Digest { bytes_per_value, .. } = digest;
    let (hash, bytes) = (hex(digest), words.bytes_per_value);
    lines.push(match words.lang {
        Lang::En => format!("{} {hash}, {bytes_per_value} {bytes}", words.hash),
        Lang::Zh => format!("{} {hash}, {bytes} {bytes_per_value}", words.hash),
    });
    lines
}

/// The columns of the CSV that follow the greatest value and its position, and where they stand in JSON.
const FIELDS: [(&str, &str); 9] = [
    ("different", "/different"),
    ("preperiod", "/period/preperiod"),
    ("period", "/period/period"),
    ("computed_to", "/period/computed_to"),
    ("sparse_mask", "/sparse/sparse_mask"),
    ("rare_values", "/sparse/rare_values"),
    ("last_rare", "/sparse/last_rare"),
    ("hash", "/hash"),
    ("bytes_per_value", "/bytes_per_value"),
];

fn csv(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let at = summary.axes.iter().map(|axis| format!("at_{}", axis.name));
    let first = ["quantity", "positions", "greatest"].map(str::to_owned).into_iter();
    let header = first.chain(at).chain(FIELDS.map(|(name, _)| name.to_owned()));
    writeln!(out, "{}", line(header.collect::<Vec<_>>().iter().map(String::as_str)))?;
    for column in summary.columns.iter().map(|column| json_of(column, &summary.axes)) {
        let of = |path: &str| cell(column.pointer(path).unwrap_or(&Value::Null));
        let at = (0..summary.axes.len()).map(|i| of(&format!("/greatest/at/{i}")));
        let first = [of("/name"), summary.positions.to_string(), of("/greatest/value")];
        let fields = first.into_iter().chain(at).chain(FIELDS.map(|(_, path)| of(path)));
        writeln!(out, "{}", line(fields.collect::<Vec<_>>().iter().map(String::as_str)))?;
    }
    Ok(())
}

fn json(summary: &Summary) -> Value {
    let axis = |a: &Axis| json!({"name": a.name, "from": a.lo, "to": a.hi});
    let column = |column: &ColumnSummary| json_of(column, &summary.axes);
    json!({
        "axes": summary.axes.iter().map(axis).collect::<Value>(),
        "positions": summary.positions,
        "kernel": summary.kernel.as_ref().map(ToString::to_string),
        "columns": summary.columns.iter().map(column).collect::<Value>(),
        "stopped": summary.is_stopped,
    })
}

fn json_of(column: &ColumnSummary, axes: &[Axis]) -> Value {
    let digest = column.digest.as_ref();
    let greatest = digest.and_then(|d| d.greatest);
    let count = |(value, count): &(i64, u64)| json!([value, count]);
    json!({
        "name": column.name,
        "greatest": greatest.map(|(value, cell)| json!({"value": value, "at": position(axes, cell)})),
        "different": digest.map(|d| d.counts.len()),
        "commonest": digest.map(|d| d.counts.iter().take(MAX_COUNTED).map(count).collect::<Value>()),
        "period": column.period.map(|p| {
            json!({"preperiod": p.preperiod, "period": p.period, "computed_to": p.computed_to})
        }),
        "sparse": column.sparse.map(|s| json!({
            "sparse_mask": s.mask, "counts_parity": s.parity.is_some(),
            "rare_values": s.rare, "last_rare": s.last_rare,
        })),
        "hash": digest.map(hex),
        "bytes_per_value": digest.map(|d| d.bytes_per_value),
    })
}
