//! `--emit`: laws as LaTeX, C++, Python or Rust.

use crate::arguments::Emit;
use crate::failure::{Failure, mistake};
use crate::summary;
use crate::words::Words;
use detector::Finding;
use expr::emit::{self, Definition, Dialect};
use prover::Certificate;
use report::Proofs;
use table::Table;
use table::read::QUANTITIES;

/// Laws of a column, by its name.
type Findings = [(String, Vec<Finding>)];

/// The text of the best law of each column and of each list of positions, or of all laws, with a
/// comment that says how far it holds or that it is proved; a column without a law is a comment.
///
/// # Errors
/// A law has a part the language has no word for.
pub(super) fn text(
    table: &Table,
    findings: &Findings,
    proofs: &Proofs,
    language: Emit,
    all: bool,
    words: &Words,
) -> Result<String, Failure> {
    let chosen = chosen(findings, proofs, all);
    let dialect = match language {
        Emit::Text => {
            let lines: String = chosen.iter().map(|(f, _)| format!("{}\n", f.law.words)).collect();
            return Ok(without_law(table, findings, "", words) + &lines);
        }
        Emit::Latex => Dialect::Latex,
        Emit::Cpp => Dialect::Cpp,
        Emit::Python => Dialect::Python,
        Emit::Rust => Dialect::Rust,
    };
    let comment = match language {
        Emit::Latex => "% ",
        Emit::Python => "# ",
        _ => "// ",
    };
    let definition = |&(finding, proof)| definition(table, finding, proof, words);
    let definitions: Vec<Definition<'_>> = chosen.iter().map(definition).collect();
    let code = emit::program(&definitions, dialect).map_err(|e| mistake(e.to_string()))?;
    Ok(without_law(table, findings, comment, words) + &code)
}

/// The text in every language that has words for the laws; none where there are no laws.
pub(super) fn all(
    table: &Table,
    findings: &Findings,
    proofs: &Proofs,
    words: &Words,
) -> Vec<(&'static str, String)> {
    if findings.iter().all(|(_, laws)| laws.is_empty()) {
        return Vec::new();
    }
    let languages = [
        ("cpp", Emit::Cpp),
        ("python", Emit::Python),
        ("rust", Emit::Rust),
        ("latex", Emit::Latex),
    ];
    let written = |(name, language)| {
        Some((name, text(table, findings, proofs, language, false, words).ok()?))
    };
    languages.into_iter().filter_map(written).collect()
}

/// The first law of each subject, or every law, and its proof if there is one.
fn chosen<'f>(
    findings: &'f Findings,
    proofs: &'f Proofs,
    all: bool,
) -> Vec<(&'f Finding, Option<&'f Certificate>)> {
    let mut chosen: Vec<(&Finding, Option<&Certificate>)> = Vec::new();
    for (column, laws) in findings {
        let before = chosen.len();
        for (number, finding) in laws.iter().enumerate() {
            let of_column = &chosen[before..];
            let is_first = of_column.iter().all(|(f, _)| f.law.subject != finding.law.subject);
            // sg and win may have the same law of the lost positions
            if (all || is_first) && chosen[..before].iter().all(|(f, _)| f.law != finding.law) {
                chosen.push((finding, proofs.get(column).filter(|_| number == 0)));
            }
        }
    }
    chosen
}

/// A comment for each column without a law.
fn without_law(table: &Table, findings: &Findings, comment: &str, words: &Words) -> String {
    let none = findings.iter().filter(|(_, laws)| laws.is_empty());
    let end = summary::end_of(table);
    none.map(|(quantity, _)| format!("{comment}{quantity}: {} {end}\n", words.no_law)).collect()
}

fn definition<'f>(
    table: &Table,
    finding: &'f Finding,
    proof: Option<&Certificate>,
    words: &Words,
) -> Definition<'f> {
    let law = &finding.law;
    let mut notes = vec![law.words.clone()];
    notes.extend(proof.map(|proof| format!("{}: {}", words.proved, proof.accepted.theorem)));
    notes.extend(summary::details(finding, &table.axes, words).into_iter().take(1));
    let axis = |name: &String| table.axes.iter().find(|axis| axis.name == *name);
    let axes: Option<Vec<_>> = law.variables.iter().map(axis).collect();
    let column = table.column(&law.subject).filter(|column| column.values.is_integers());
    let (Some(axes), Some(column)) = (axes, column) else {
        // the i-th member of a list of positions
        let least = law.from.into_iter().collect();
        return Definition { law, notes, least, head: Vec::new(), is_list: true };
    };
    let (mut head, mut is_list) = (Vec::new(), false);
    if let ([axis], true) = (axes.as_slice(), table.present.is_none()) {
        let before = law.from.map_or(0, |from| usize::try_from(from - axis.lo).unwrap_or(0));
        // With one varying axis a value's place among the cells is its place on the axis.
        head = column.values.iter().take(before).collect();
        let is_quantity = QUANTITIES.contains(&column.name.as_str());
        is_list = !is_quantity && column.values.iter().is_sorted_by(|a, b| a < b);
    }
    Definition { law, notes, least: axes.iter().map(|axis| axis.lo).collect(), head, is_list }
}
