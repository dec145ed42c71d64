//! The results of a run or a sweep for a browser: one file that needs neither server nor network.

use crate::chart::drawing::Drawing;
use crate::{Error, Page, Translation, chart, json};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use expr::visible::visible;
use expr::words::listed;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use message::Message;
use serde_json::{Value, json};
use std::io::Write;

/// The file, with `{lang}`, `{title}`, `{style}`, `{unscripted}`, `{data}` and `{script}` in place of what
/// differs.
const FRAME: &str = include_str!("../web/report.html");
const SCRIPT: &str = include_str!("../web/report.js");
const STYLE: &str = include_str!("../web/report.css");
/// What stands in the file for who runs no scripts.
const UNSCRIPTED: &str =
    "This report is drawn by its own script. report.md beside it says the same in words.";
/// Most cells of a table that is written into the file; a larger one has its charts only.
const MAX_CELLS: usize = 2_000_000;

/// The text of report.html.
///
/// # Errors
/// Those of the charts.
pub(crate) fn page(page: &Page<'_>) -> Result<String, Error> {
    let proofs = page.proofs.iter().map(|(column, proof)| {
        let quantity = json::proved(column, &page.findings);
        json::proof(Some(quantity), &proof.certificate, "", &page.said)
    });
    let told = |(what, how): &(Message, Message)| [page.said.told(what), page.said.told(how)];
    let explanation: Vec<[String; 2]> = page.explanation.iter().map(told).collect();
    let all = json!({
        "lang": page.said.lang, "name": page.name, "title": page.title, "notes": page.notes,
        "rule": page.rule_text, "explanation": explanation,
        "laws": json::searched(page.table, &page.findings, &page.proofs, &[], &page.code),
        "proofs": proofs.collect::<Vec<Value>>(),
        "verdicts": json::value(|out| json::verdicts(&page.verdicts, &page.said, out)),
    });
    let all = all.to_string();
    let (whole, drawings) = (page.table.cells() <= MAX_CELLS, drawings(page)?);
    let table = match whole {
        true => json::columnar(page.table),
        false => r#"{"axes": [], "columns": []}"#.to_owned(),
    };
    let rest = all.strip_suffix('}').unwrap_or(&all);
    let data = format!("{rest}, \"drawings\": [{drawings}], \"table\": {table}}}");
    Ok(framed(&page.said, &page.title, &data))
}

/// The text of atlas.html: the charts of an atlas, each with its title, and its rows as JSON values.
#[must_use]
pub fn atlas(
    said: &Translation,
    title: &str,
    drawings: &[(String, Drawing)],
    columns: &[String],
    rows: &[Vec<Value>],
) -> String {
    let drawn = listed(drawings.iter().map(|(name, drawing)| named(name, drawing)));
    let rest =
        json!({ "lang": said.lang, "title": title, "columns": columns, "rows": rows }).to_string();
    let rest = rest.strip_suffix('}').unwrap_or(&rest);
    framed(said, title, &format!("{rest}, \"drawings\": [{drawn}]}}"))
}

/// A drawing with the name of what it shows.
fn named(name: &str, drawing: &Drawing) -> String {
    format!("{{\"quantity\": {}, \"drawing\": {}}}", Value::from(name), drawing.json())
}

/// A chart of every column.
fn drawings(page: &Page<'_>) -> Result<String, Error> {
    let mut all = Vec::new();
    for column in &page.table.columns {
        all.push(named(&column.name, &chart::drawing(&page.chart(&column.name))?));
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
fn framed(said: &Translation, title: &str, data: &str) -> String {
    let title = visible(title).replace('&', "&amp;").replace('<', "&lt;");
    let parts = [
        ("{lang}", said.lang),
        ("{title}", title.as_str()),
        ("{style}", STYLE),
        ("{unscripted}", &said.told(UNSCRIPTED)),
        ("{data}", &packed(data)),
        ("{script}", SCRIPT),
    ];
    let (mut text, mut rest) = (String::new(), FRAME);
    for (mark, part) in parts {
        let Some((before, after)) = rest.split_once(mark) else { continue };
        text += before;
        text += part;
        rest = after;
    }
    text + rest
}
