//! report.html: what a run found, to look at in a browser, in one file without a server or network.

use crate::chart::{self, Chart};
use crate::{Error, Page, json};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Value, json};
use std::io::Write;

/// The file, with `{title}`, `{style}`, `{data}` and `{script}` in place of what differs.
const FRAME: &str = include_str!("../../../web/report.html");
const SCRIPT: &str = include_str!("../../../web/dist/report.js");
const STYLE: &str = include_str!("../../../web/dist/report.css");
/// Most cells of a table that is written into the file; a larger one has its charts only.
const MAX_CELLS: usize = 2_000_000;

/// The text of report.html.
///
/// # Errors
/// [`Error::NoColumn`] never happens: charts are made of the columns there are.
pub(crate) fn page(page: &Page<'_>) -> Result<String, Error> {
    let mut laws = Vec::new();
    // Memory takes every byte.
    let _ = json::findings_and_candidates(&page.findings, &page.proofs, &[], &mut laws);
    let mut laws: Value = serde_json::from_slice(&laws).unwrap_or_default();
    let silent = page.findings.iter().filter(|(_, laws)| laws.is_empty());
    laws["silent"] = silent.map(|(quantity, _)| quantity.clone()).collect();
    laws["searched_to"] = page.table.axes.iter().map(|axis| axis.hi).collect();
    laws["code"] =
        page.code.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).collect();
    let mut verdicts = Vec::new();
    let _ = json::verdicts(&page.verdicts, &mut verdicts);
    let verdicts: Value = serde_json::from_slice(&verdicts).unwrap_or_default();
    let proofs = page.proofs.iter().map(|(quantity, certificate)| {
        let accepted = &certificate.accepted;
        json!({
            "quantity": quantity, "law": accepted.statement, "theorem": accepted.theorem,
            "checked": accepted.computed, "certificate": "",
        })
    });
    let all = json!({
        "name": page.name, "title": page.title, "title_zh": page.title_zh, "notes": page.notes,
        "rule": page.rule_text, "explanation": page.explanation, "laws": laws,
        "proofs": proofs.collect::<Vec<Value>>(), "verdicts": verdicts,
    });
    let all = all.to_string();
    let (whole, drawings) = (page.table.cells() <= MAX_CELLS, drawings(page)?);
    let table = match whole {
        true => json::columnar(page.table),
        false => r#"{"axes": [], "columns": []}"#.to_owned(),
    };
    let rest = all.strip_suffix('}').unwrap_or(&all);
    let data = format!("{rest}, \"drawings\": [{drawings}], \"table\": {table}}}");
    let title = page.title.replace('&', "&amp;").replace('<', "&lt;");
    Ok(framed(&[
        ("{title}", &title),
        ("{style}", STYLE),
        ("{data}", &packed(&data)),
        ("{script}", SCRIPT),
    ]))
}

/// A chart of every column.
fn drawings(page: &Page<'_>) -> Result<String, Error> {
    let mut all = Vec::new();
    for column in &page.table.columns {
        let laws = page.findings.iter().find(|(quantity, _)| *quantity == column.name);
        let drawing = chart::drawing(&Chart {
            title: &page.title,
            title_zh: page.title_zh.as_deref(),
            table: page.table,
            quantity: &column.name,
            laws: laws.map_or(&[], |(_, laws)| laws),
            proved: page.proofs.contains_key(&column.name),
            side: chart::SIDE,
        })?;
        let name = Value::from(column.name.as_str());
        all.push(format!("{{\"quantity\": {name}, \"drawing\": {}}}", drawing.json()));
    }
    Ok(all.join(", "))
}

/// Compressed and in base 64: what the script unpacks.
fn packed(data: &str) -> String {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
    // Memory takes every byte.
    let packed = packer.write_all(data.as_bytes()).and_then(|()| packer.finish());
    BASE64_STANDARD.encode(packed.unwrap_or_default())
}

/// The frame with each mark replaced once; what is put in place is not looked at again.
fn framed(parts: &[(&str, &str)]) -> String {
    let (mut text, mut rest) = (String::new(), FRAME);
    for (mark, part) in parts {
        let Some((before, after)) = rest.split_once(mark) else { continue };
        text += before;
        text += part;
        rest = after;
    }
    text + rest
}
