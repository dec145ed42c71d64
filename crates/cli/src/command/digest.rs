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
use std::io::{self, Write};
use table::{Axis, Digest, Table};
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
    let table = format!("{}; {} {positions}", rows(axes, of), words.positions);
    lines.add(
        words.table,
        [table].into_iter().chain(kernel.iter().map(|kernel| words.said(kernel))),
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
        lines.push(words.said(&period.words(&axis.name)));
    }
    if let (Some(space), Some(axis)) = (&column.sparse, axes.first()) {
        lines.push(words.said(&space.words(&axis.name)));
    }
    let Digest { bytes_per_value, .. } = digest;
    let (hash, bytes) = (hex(digest), words.bytes_per_value);
    lines.push(match words.lang {
        Lang::En => format!("{} {hash}, {bytes_per_value} {bytes}", words.hash),
        Lang::Zh => format!("{} {hash}, {bytes} {bytes_per_value}", words.hash),
    });
    lines
}

fn csv(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let at: Vec<String> = summary.axes.iter().map(|axis| format!("at_{}", axis.name)).collect();
    let fixed = ["quantity", "positions", "greatest"];
    let more = [
        "different",
        "preperiod",
        "period",
        "computed_to",
        "sparse_mask",
        "rare_values",
        "last_rare",
        "hash",
        "bytes_per_value",
    ];
    let header = fixed.into_iter().chain(at.iter().map(String::as_str)).chain(more);
    writeln!(out, "{}", line(header))?;
    for column in &summary.columns {
        let digest = column.digest.as_ref();
        let greatest = digest.and_then(|d| d.greatest);
        let mut fields = vec![column.name.clone(), summary.positions.to_string()];
        fields.push(greatest.map_or(String::new(), |(value, _)| value.to_string()));
        match greatest {
            Some((_, cell)) => {
                let at = position(&summary.axes, cell);
                fields.extend(at.iter().map(i64::to_string));
            }
            None => fields.extend(at.iter().map(|_| String::new())),
        }
        let or_empty = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
        fields.push(or_empty(digest.map(|d| d.counts.len() as u64)));
        fields.push(or_empty(column.period.map(|p| p.preperiod)));
        fields.push(or_empty(column.period.map(|p| p.period)));
        fields.push(or_empty(column.period.map(|p| p.computed_to)));
        fields.push(or_empty(column.sparse.map(|s| s.mask.into())));
        fields.push(or_empty(column.sparse.map(|s| s.rare)));
        fields.push(or_empty(column.sparse.and_then(|s| s.last_rare)));
        fields.push(digest.map_or(String::new(), hex));
        fields.push(or_empty(digest.map(|d| d.bytes_per_value)));
        writeln!(out, "{}", line(fields.iter().map(String::as_str)))?;
    }
    Ok(())
}

fn json(summary: &Summary) -> serde_json::Value {
    let axis = |a: &Axis| serde_json::json!({"name": a.name, "from": a.lo, "to": a.hi});
    let column = |column: &ColumnSummary| {
        let digest = column.digest.as_ref();
        let greatest = digest.and_then(|d| d.greatest);
        let greatest = greatest.map(|(value, cell)| {
            serde_json::json!({"value": value, "at": position(&summary.axes, cell)})
        });
        let commonest = digest.map(|d| {
            let pairs = d
                .counts
                .iter()
                .take(MAX_COUNTED)
                .map(|(value, count)| serde_json::json!([value, count]));
            serde_json::Value::from(pairs.collect::<Vec<_>>())
        });
        let period = column.period.map(|p| {
            serde_json::json!({
                "preperiod": p.preperiod, "period": p.period, "computed_to": p.computed_to,
            })
        });
        let sparse = column.sparse.map(|s| {
            serde_json::json!({
                "sparse_mask": s.mask, "counts_parity": s.parity.is_some(),
                "rare_values": s.rare, "last_rare": s.last_rare,
            })
        });
        serde_json::json!({
            "name": column.name,
            "greatest": greatest,
            "different": digest.map(|d| d.counts.len()),
            "commonest": commonest,
            "period": period,
            "sparse": sparse,
            "hash": digest.map(hex),
            "bytes_per_value": digest.map(|d| d.bytes_per_value),
        })
    };
    serde_json::json!({
        "axes": summary.axes.iter().map(axis).collect::<Vec<_>>(),
        "positions": summary.positions,
        "kernel": summary.kernel,
        "columns": summary.columns.iter().map(column).collect::<Vec<_>>(),
        "stopped": summary.is_stopped,
    })
}
