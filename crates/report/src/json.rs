//! JSON as documented in docs/json.md. Every JSON number is an exact integer; a fraction is a string.

use crate::{Proofs, Translation, certificate, decimal};
use detector::Finding;
use expr::words::listed;
use prover::Certified;
use serde_json::{Value, json};
use std::io::{self, Write};
use table::{Column, Table};
use verdict::{ClaimAnswer, Coordinate, Nearby, Origin, Proof, ProofScope, Role, Verdict};

/// Writes `{"axes": [...], "columns": [...], "rows": [[coordinates..., values...], ...]}` with one
/// row per position of `table`.
///
/// # Errors
/// Those of `writer`.
pub fn table(table: &Table, columns: &[&Column], mut writer: impl Write) -> io::Result<()> {
    let axes = table.axes.iter().map(axis);
    let names = table.axes.iter().map(|a| &a.name).chain(columns.iter().map(|c| &c.name));
    let mut buffer = format!(
        "{{\n\"axes\": [{}],\n\"columns\": [{}],\n\"rows\": [",
        listed(axes),
        listed(names.map(|n| text(n))),
    )
    .into_bytes();
    let mut separator: &[u8] = b"\n";
    for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
        buffer.extend_from_slice(separator);
        separator = b",\n";
        buffer.push(b'[');
        for coordinate in table.position(cell) {
            decimal::push(&mut buffer, coordinate);
            buffer.push(b',');
        }
        for column in columns {
            push_value(&mut buffer, column, cell);
            buffer.push(b',');
        }
        if buffer.last() == Some(&b',') {
            buffer.pop();
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

/// Greatest integer up to which a JSON number is exact for every reader: those of JavaScript are
/// floating-point numbers.
const EXACT: u64 = 1 << 53;

/// A table column by column, on one line: `{"axes": [...], "columns": [{"name", "values"}]}`, a value for
/// every cell of the box, `null` where there is no position. Integers beyond 2^53 are strings.
#[must_use]
pub fn columnar(table: &Table) -> String {
    let axes = table.axes.iter().map(axis);
    let mut buffer = format!("{{\"axes\": [{}], \"columns\": [", listed(axes)).into_bytes();
    for (number, column) in table.columns.iter().enumerate() {
        let separator = if number == 0 { "" } else { ", " };
        let name = text(&column.name);
        buffer
            .extend_from_slice(format!("{separator}{{\"name\": {name}, \"values\": [").as_bytes());
        for cell in 0..table.cells() {
            if cell > 0 {
                buffer.push(b',');
            }
            match table.is_present(cell) {
                true => match column.values.integer(cell) {
                    Some(wide) if wide.unsigned_abs() > EXACT => {
                        buffer.extend_from_slice(format!("\"{wide}\"").as_bytes());
                    }
                    _ => push_value(&mut buffer, column, cell),
                },
                false => buffer.extend_from_slice(b"null"),
            }
        }
        buffer.extend_from_slice(b"]}");
    }
    buffer.extend_from_slice(b"]}");
    String::from_utf8(buffer).expect("JSON is text")
}

fn axis(axis: &table::Axis) -> String {
    format!("{{\"name\": {}, \"from\": {}, \"to\": {}}}", text(&axis.name), axis.lo, axis.hi)
}

/// An integer as a number, anything else as a string, and what is not a number as `null`.
fn push_value(buffer: &mut Vec<u8>, column: &Column, cell: usize) {
    if let Some(value) = column.values.integer(cell) {
        return decimal::push(buffer, value);
    }
    let shown = column.values.text(cell).map_or("null".to_owned(), |shown| {
        let digits = shown.strip_prefix('-').unwrap_or(&shown);
        let is_integer = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if is_integer { shown.into_owned() } else { text(&shown) }
    });
    buffer.extend_from_slice(shown.as_bytes());
}

/// Writes the findings of all columns as a list, best first; `[]` when there is no law. `read` says how
/// the table was read, where it was.
///
/// # Errors
/// Those of `writer`.
pub fn findings(
    columns: &[(String, Vec<Finding>)],
    proofs: &Proofs,
    read: Option<&str>,
    writer: impl Write,
) -> io::Result<()> {
    let all = columns.iter().flat_map(|(column, findings)| {
        let is_proved = move |at| certificate(proofs, column, at).is_some();
        findings.iter().enumerate().map(move |(at, each)| finding(each, is_proved(at), read))
    });
    write_list(all, writer)
}

/// Writes an object with the list of findings, a list of candidates, and the columns without a law of
/// their own.
///
/// # Errors
/// Those of `writer`.
pub fn findings_and_candidates(
    columns: &[(String, Vec<Finding>)],
    proofs: &Proofs,
    candidates: &[Finding],
    read: Option<&str>,
    mut writer: impl Write,
) -> io::Result<()> {
    writer.write_all(b"{\"laws\": ")?;
    findings(columns, proofs, None, &mut writer)?;
    writer.write_all(b", \"candidates\": ")?;
    write_list(candidates.iter().map(candidate), &mut writer)?;
    let silent = columns.iter().filter(|(column, laws)| is_silent(column, laws));
    let silent: Vec<&String> = silent.map(|(column, _)| column).collect();
    write!(writer, ", \"silent\": {}", json!(silent))?;
    if let Some(read) = read {
        write!(writer, ", \"read\": {}", text(read))?;
    }
    writer.write_all(b"}\n")
}

/// What is written as JSON, as a value.
pub fn value(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Value {
    let mut text = Vec::new();
    // Memory takes every byte.
    let _ = write(&mut text);
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Whether a column has no law of its own: the zeros of nim-values may have one where the values have
/// none.
#[must_use]
pub fn is_silent(column: &str, laws: &[Finding]) -> bool {
    let is_own = |finding: &Finding| column != "sg" || finding.law.subject == "sg";
    !laws.iter().any(is_own)
}

/// The quantity that is proved where the law of a column is: the zeros of nim-values may have one where
/// the values have none.
#[must_use]
pub fn proved<'a>(column: &'a str, columns: &'a [(String, Vec<Finding>)]) -> &'a str {
    let laws = columns.iter().find(|(name, _)| name == column);
    laws.and_then(|(_, laws)| laws.first()).map_or(column, |best| &best.law.subject)
}

/// What a search for laws of a table found, as a page shows it: with the quantities that have no
/// law, how far they were searched, and the best laws as code by language.
#[must_use]
pub fn searched(
    table: &Table,
    columns: &[(String, Vec<Finding>)],
    proofs: &Proofs,
    candidates: &[Finding],
    code: &[(&str, String)],
) -> Value {
    let mut all = value(|out| findings_and_candidates(columns, proofs, candidates, None, out));
    all["searched_to"] = table.axes.iter().map(|axis| axis.hi).collect();
    all["code"] = code.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).collect();
    all
}

/// A proof as a page shows it, its sentences as they are `said`: of the best law of a quantity, or of what was asked.
#[must_use]
pub fn proof(quantity: Option<&str>, proof: &Certified, text: &str, said: &Translation) -> Value {
    let accepted = &proof.accepted;
    json!({
        "quantity": quantity, "law": accepted.statement, "theorem": said.told(accepted.theorem),
        "checked": said.told(&accepted.computed), "certificate": text,
    })
}

fn candidate(finding: &Finding) -> String {
    let mut fields = law(finding);
    fields.push(("definition_bits", finding.evidence.definition_bits.to_string()));
    fields.push(("terms_for_a_law", finding.terms_for_a_law().to_string()));
    fields.push(next(finding));
    object(&fields)
}

/// What a law says, whether or not there is evidence.
fn law(finding: &Finding) -> Vec<(&'static str, String)> {
    let law = &finding.law;
    vec![
        ("law", text(&law.words.to_string())),
        ("kind", text(law.kind.name())),
        ("quantity", text(&law.subject)),
        ("parameters", text_object(&law.parameters)),
        ("from", law.from.map_or("null".into(), |n| n.to_string())),
    ]
}

/// The values that a law predicts.
fn next(finding: &Finding) -> (&'static str, String) {
    ("next", format!("[{}]", listed(&finding.next)))
}

/// Writes the answers to claims as a list in the given order, their sentences as they are `said`.
///
/// # Errors
/// Those of `writer`.
pub fn verdicts(verdicts: &[Verdict], said: &Translation, writer: impl Write) -> io::Result<()> {
    write_list(verdicts.iter().map(|each| verdict(each, said)), writer)
}

fn finding(finding: &Finding, is_proved: bool, read: Option<&str>) -> String {
    let Finding { law: stated, evidence, .. } = finding;
    let exceptions = stated
        .exceptions
        .iter()
        .map(|(at, value)| format!("{{\"at\": {}, \"value\": {value}}}", position(at)));
    let mut fields = law(finding);
    fields.extend([
        ("condition", stated.condition.as_ref().map_or("null".into(), |c| text(&c.to_string()))),
        ("verified_to", position(&evidence.verified_to)),
        ("exceptions", format!("[{}]", listed(exceptions))),
        (
            "confidence",
            format!(
                "{{\"fitted\": {}, \"tested\": {}, \"tested_bits\": {}, \"definition_bits\": {}}}",
                evidence.fitted, evidence.tested, evidence.tested_bits, evidence.definition_bits
            ),
        ),
        ("proved", is_proved.to_string()),
        ("rival", evidence.rival.as_ref().map_or("null".into(), |law| text(&law.to_string()))),
        ("refuted_by", text(&evidence.refuted_by.to_string())),
        next(finding),
    ]);
    fields.extend(read.map(|read| ("read", text(read))));
    object(&fields)
}

fn verdict(verdict: &Verdict, said: &Translation) -> String {
    let mut fields = vec![
        ("game", text(&verdict.game)),
        ("source", text(&verdict.source)),
        ("id", text(&verdict.id)),
        ("role", text(if verdict.role == Role::Printed { "claim" } else { "nearby" })),
        ("words", verdict.words.as_deref().map_or("null".into(), text)),
        ("statement", text(&verdict.statement)),
    ];
    match &verdict.answer {
        ClaimAnswer::Holds { domain, judged } => fields.extend([
            ("answer", text("holds")),
            ("domain", text(&domain.to_string())),
            ("judged", judged.to_string()),
            ("proved", verdict.proof.is_some().to_string()),
            ("proved_of", scope(verdict.proof.as_ref())),
            (
                "proved_for",
                verdict.proof.as_ref().map_or("null".into(), |p| text(&p.members.to_string())),
            ),
        ]),
        ClaimAnswer::Fails { parameters, position, says, .. } => {
            let member = |(name, c): &(String, Coordinate)| match c {
                Coordinate::Number(number) => format!("{}: {number}", text(name)),
                Coordinate::Row(list) | Coordinate::Set(list) => {
                    format!("{}: {}", text(name), integers(list))
                }
            };
            let members = position.iter().map(member);
            let nearby = verdict.nearby.iter().map(nearby);
            fields.extend([
                ("answer", text("fails")),
                ("parameters", text_object(parameters)),
                ("position", format!("{{{}}}", listed(members))),
                ("says", text(&said.told(&says.sentence))),
                ("table_says", text(&says.table.to_string())),
                ("claim_says", text(&says.claim.to_string())),
                ("sample", verdict.is_sample.to_string()),
                ("domain", text(&verdict.domain.to_string())),
                ("holds_within", text(&verdict.holds_within.to_string())),
                ("nearby", format!("[{}]", listed(nearby))),
            ]);
        }
        ClaimAnswer::CannotCheck { why } => {
            fields.extend([("answer", text("cannot check")), ("why", text(&said.told(why)))]);
        }
    }
    object(&fields)
}

/// What a proof is of: `"game"` or `"kind"`.
fn scope(proof: Option<&Proof>) -> String {
    match proof.map(Proof::scope) {
        Some(ProofScope::Game) => text("game"),
        Some(ProofScope::Kind) => text("kind"),
        None => "null".into(),
    }
}

/// A statement that holds, beside a claim that fails.
fn nearby(nearby: &Nearby) -> String {
    let origin = match nearby.origin {
        Origin::Written => "written",
        Origin::Reading => "reading",
        Origin::Varied => "varied",
    };
    let fields = [
        ("origin", text(origin)),
        ("game", text(&nearby.game)),
        ("id", text(&nearby.id)),
        ("statement", text(&nearby.statement)),
        ("domain", text(&nearby.domain.to_string())),
        ("judged", nearby.judged.to_string()),
        ("proved", nearby.proof.is_some().to_string()),
        ("proved_of", scope(nearby.proof.as_ref())),
    ];
    let fields = fields.iter().map(|(name, value)| format!("{}: {value}", text(name)));
    format!("{{{}}}", listed(fields))
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
fn text_object(members: &[(impl ToString, impl ToString)]) -> String {
    let members = members.iter().map(|(name, value)| {
        let value = value.to_string();
        let value = match value.parse::<i64>() {
            Ok(number) => number.to_string(),
            Err(_) => text(&value),
        };
        format!("{}: {value}", text(&name.to_string()))
    });
    format!("{{{}}}", listed(members))
}

/// A position: an integer when there is one coordinate, else a list.
fn position(coordinates: &[i64]) -> String {
    match coordinates {
        [n] => n.to_string(),
        _ => integers(coordinates),
    }
}

fn integers(values: &[i64]) -> String {
    format!("[{}]", listed(values))
}

fn object(fields: &[(&str, String)]) -> String {
    let lines: Vec<_> =
        fields.iter().map(|(name, value)| format!("  {}: {value}", text(name))).collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}
