//! JSON as documented in docs/json.md. Every number is an exact integer.

use crate::decimal;
use detector::Finding;
use serde_json::Value;
use std::io::{self, Write};
use table::{Column, Table};
use verdict::{Answer, Verdict};

/// Writes `{"axes": [...], "columns": [...], "rows": [[coordinates..., values...], ...]}` with one
/// row per position of `table`.
///
/// # Errors
/// Those of `writer`.
pub fn table(table: &Table, columns: &[&Column], mut writer: impl Write) -> io::Result<()> {
    let axes = table.axes.iter().map(|axis| {
        format!("{{\"name\": {}, \"from\": {}, \"to\": {}}}", text(&axis.name), axis.lo, axis.hi)
    });
    let names = table.axes.iter().map(|a| &a.name).chain(columns.iter().map(|c| &c.name));
    let mut buffer = format!(
        "{{\n\"axes\": [{}],\n\"columns\": [{}],\n\"rows\": [",
        join(axes),
        join(names.map(|n| text(n))),
    )
    .into_bytes();
    let mut separator: &[u8] = b"\n";
    for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
        buffer.extend_from_slice(separator);
        separator = b",\n";
        buffer.push(b'[');
        let values = columns.iter().map(|c| c.values.get(cell));
        for (i, value) in table.position(cell).into_iter().chain(values).enumerate() {
            if i > 0 {
                buffer.push(b',');
            }
            decimal::push(&mut buffer, value);
        }
        buffer.push(b']');
        if buffer.len() >= 1 << 16 {
            writer.write_all(&buffer)?;
            buffer.clear();
        }
    }
    buffer.extend_from_slice(b"\n]\n}\n");
    writer.write_all(&buffer)?;
    writer.flush()
}

/// Writes the findings as a list, best first; `[]` when there is no law.
///
/// # Errors
/// Those of `writer`.
pub fn findings(findings: &[Finding], writer: impl Write) -> io::Result<()> {
    write_list(findings.iter().map(finding), writer)
}

/// Writes the answers to claims as a list in the given order.
///
/// # Errors
/// Those of `writer`.
pub fn verdicts(verdicts: &[Verdict], writer: impl Write) -> io::Result<()> {
    write_list(verdicts.iter().map(verdict), writer)
}

fn finding(finding: &Finding) -> String {
    let (law, evidence) = (&finding.law, &finding.evidence);
    let exceptions = law
        .exceptions
        .iter()
        .map(|(at, value)| format!("{{\"at\": {}, \"value\": {value}}}", position(at)));
    object(&[
        ("law", text(&law.words)),
        ("kind", text(law.kind.name())),
        ("quantity", text(&law.subject)),
        ("parameters", text_object(&law.parameters)),
        ("from", law.from.map_or("null".into(), |n| n.to_string())),
        ("verified_to", position(&evidence.verified_to)),
        ("exceptions", format!("[{}]", join(exceptions))),
        (
            "confidence",
            format!(
                "{{\"fitted\": {}, \"tested\": {}, \"definition_bits\": {}}}",
                evidence.fitted, evidence.tested, evidence.definition_bits
            ),
        ),
        ("proved", "false".into()),
        ("rival", evidence.rival.as_deref().map_or("null".into(), text)),
        ("refuted_by", text(&evidence.refuted_by)),
        ("next", integers(&finding.next)),
    ])
}

fn verdict(verdict: &Verdict) -> String {
    let mut fields = vec![
        ("game", text(&verdict.game)),
        ("source", text(&verdict.source)),
        ("id", text(&verdict.id)),
        ("words", verdict.words.as_deref().map_or("null".into(), text)),
        ("statement", text(&verdict.statement)),
    ];
    match &verdict.answer {
        Answer::Holds { domain, judged } => fields.extend([
            ("answer", text("holds")),
            ("domain", text(domain)),
            ("judged", judged.to_string()),
        ]),
        Answer::Fails { parameters, position, says } => {
            let members = position.iter().map(|(name, c)| format!("{}: {c}", text(name)));
            fields.extend([
                ("answer", text("fails")),
                ("parameters", text_object(parameters)),
                ("position", format!("{{{}}}", join(members))),
                ("says", text(says)),
            ]);
        }
        Answer::CannotCheck { why } => {
            fields.extend([("answer", text("cannot check")), ("why", text(why))]);
        }
    }
    object(&fields)
}

fn write_list(items: impl Iterator<Item = String>, mut writer: impl Write) -> io::Result<()> {
    let body = items.collect::<Vec<_>>().join(",\n");
    match body.as_str() {
        "" => writer.write_all(b"[]\n")?,
        body => write!(writer, "[\n{body}\n]\n")?,
    }
    writer.flush()
}

/// A JSON string.
fn text(s: &str) -> String {
    Value::from(s).to_string()
}

/// Names to values; a value that is an integer becomes a number, any other stays a string.
fn text_object(members: &[(String, String)]) -> String {
    let members = members.iter().map(|(name, value)| {
        let value = match value.parse::<i64>() {
            Ok(number) => number.to_string(),
            Err(_) => text(value),
        };
        format!("{}: {value}", text(name))
    });
    format!("{{{}}}", join(members))
}

/// A position: an integer when there is one coordinate, else a list.
fn position(coordinates: &[i64]) -> String {
    match coordinates {
        [n] => n.to_string(),
        _ => integers(coordinates),
    }
}

fn integers(values: &[i64]) -> String {
    format!("[{}]", join(values.iter().map(i64::to_string)))
}

fn object(fields: &[(&str, String)]) -> String {
    let lines: Vec<_> =
        fields.iter().map(|(name, value)| format!("  {}: {value}", text(name))).collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
