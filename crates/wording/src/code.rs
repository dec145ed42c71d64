//! Laws as text, LaTeX, C++, Python or Rust.

use crate::words::{Lang, Words};
use crate::{chinese, summary};
use detector::Finding;
use expr::emit::{self, Dialect, LawFunction};
use expr::law::Law;
use prover::Certified;
use reading::QUANTITIES;
use report::{Proofs, certificate};
use std::slice;
use table::{Axis, Table};
use workbench::is_silent;

/// In what a law is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Words.
    Text,
    /// An equation in LaTeX.
    Latex,
    /// A function in C++17.
    Cpp,
    /// A function in Python 3.
    Python,
    /// A function in Rust.
    Rust,
}

/// Laws of a column, by its name.
type Findings = [(String, Vec<Finding>)];

/// More positions beside a law than this are not listed in its code, but where they are those
/// before it begins.
const MAX_BESIDE: usize = 64;

/// Laws that become one function, of one subject, each with its proof.
struct Group<'f>(Vec<(&'f Finding, Option<&'f Certified>)>);

impl<'f> Group<'f> {
    fn first(&self) -> &'f Law {
        &self.0[0].0.law
    }

    fn findings(&self) -> impl Iterator<Item = &'f Finding> {
        self.0.iter().map(|(finding, _)| *finding)
    }

    /// Whether its laws speak of some positions only.
    fn is_open(&self) -> bool {
        self.findings().all(|finding| finding.law.condition.is_some())
    }
}

/// The text of the best law of each column and of each list of positions, or of all laws, with a
/// comment that says how far it holds or that it is proved. A column without a law, and a law that
/// the language has no words for, is a comment.
#[must_use]
pub fn text(
    table: &Table,
    findings: &Findings,
    proofs: &Proofs,
    language: Notation,
    all: bool,
    words: &Words,
) -> String {
    let (comments, code) = parts(table, findings, proofs, language, all, words);
    comments + &code
}

/// The comments on what has no code, and the code.
fn parts(
    table: &Table,
    findings: &Findings,
    proofs: &Proofs,
    language: Notation,
    all: bool,
    words: &Words,
) -> (String, String) {
    let chosen = chosen(findings, proofs, all);
    let dialect = match language {
        Notation::Text => {
            let laws = chosen.iter().flat_map(Group::findings);
            let line = |finding: &Finding| format!("{}\n", words.told(&finding.law.words));
            let lines: String = laws.map(line).collect();
            return (without_law(table, findings, "", words), lines);
        }
        Notation::Latex => Dialect::Latex,
        Notation::Cpp => Dialect::Cpp,
        Notation::Python => Dialect::Python,
        Notation::Rust => Dialect::Rust,
    };
    let comment = mark(language);
    let mut comments = without_law(table, findings, comment, words);
    let definitions = chosen.iter().map(|group| definition(table, group, words));
    let mut definitions: Vec<LawFunction<'_>> = definitions.collect();
    if let Ok(code) = emit::program(&definitions, dialect) {
        return (comments, code);
    }
    definitions.retain(|definition| match emit::program(slice::from_ref(definition), dialect) {
        Ok(_) => true,
        Err(why) => {
            let notes = definition.notes.iter().map(|note| format!("{comment}{note}\n"));
            comments.extend(notes.chain([format!("{comment}{why}\n")]));
            false
        }
    });
    let code = emit::program(&definitions, dialect).expect("each has a form");
    (comments, code)
}

/// What begins a comment.
fn mark(language: Notation) -> &'static str {
    match language {
        Notation::Text => "",
        Notation::Latex => "% ",
        Notation::Python => "# ",
        Notation::Cpp | Notation::Rust => "// ",
    }
}

/// A line as a comment; text has none.
#[must_use]
pub fn comment(language: Notation, line: &str) -> String {
    match mark(language) {
        "" => String::new(),
        mark => format!("{mark}{line}\n"),
    }
}

/// The text in every language that has words for the laws; none where there are no laws.
#[must_use]
pub fn all(
    table: &Table,
    findings: &Findings,
    proofs: &Proofs,
    words: &Words,
) -> Vec<(&'static str, String)> {
    if findings.iter().all(|(_, laws)| laws.is_empty()) {
        return Vec::new();
    }
    let languages = [
        ("cpp", Notation::Cpp),
        ("python", Notation::Python),
        ("rust", Notation::Rust),
        ("latex", Notation::Latex),
    ];
    let written = |(name, language)| {
        let (comments, code) = parts(table, findings, proofs, language, false, words);
        (!code.is_empty()).then(|| (name, comments + &code))
    };
    languages.into_iter().filter_map(written).collect()
}

/// The first law of each subject, or every law; laws of one subject for different positions are
/// together, those for some positions before one for all.
fn chosen<'f>(findings: &'f Findings, proofs: &'f Proofs, all: bool) -> Vec<Group<'f>> {
    let mut chosen: Vec<Group<'_>> = Vec::new();
    for (column, laws) in findings {
        let before = chosen.len();
        for (number, finding) in laws.iter().enumerate() {
            let law = &finding.law;
            let (others, own) = chosen.split_at_mut(before);
            // sg and win may have the same law of the lost positions
            if others.iter().flat_map(Group::findings).any(|f| f.law == *law) {
                continue;
            }
            let proof = certificate(proofs, column, number);
            let mut same = own.iter_mut().filter(|group| group.first().subject == law.subject);
            match same.next_back() {
                Some(group) if group.is_open() && (law.condition.is_some() || !all) => {
                    group.0.push((finding, proof));
                }
                Some(_) if !all => {}
                _ => chosen.push(Group(vec![(finding, proof)])),
            }
        }
    }
    chosen
}

/// A comment for each column without a law.
fn without_law(table: &Table, findings: &Findings, comment: &str, words: &Words) -> String {
    let none = findings.iter().filter(|(column, laws)| is_silent(column, laws));
    let line = |quantity| summary::without_law(quantity, table, words);
    none.map(|(quantity, _)| format!("{comment}{}\n", line(quantity))).collect()
}

fn definition<'f>(table: &Table, group: &Group<'f>, words: &Words) -> LawFunction<'f> {
    let mut notes = Vec::new();
    for (finding, proof) in &group.0 {
        notes.push(words.told(&finding.law.words));
        notes.extend(proof.map(|proof| {
            format!("{}: {}", words.proved, words.told(&proof.accepted.theorem.into()))
        }));
        notes.extend(summary::details(finding, &table.axes, words).into_iter().take(1));
    }
    if words.lang == Lang::Zh {
        notes.iter_mut().for_each(|note| *note = chinese::punctuated(note));
    }
    let laws: Vec<&Law> = group.findings().map(|finding| &finding.law).collect();
    let Some(silent) = detector::beside(&laws, table) else {
        // the i-th member of a list of positions
        let ranges = laws[0].from.map(|from| (from, None)).into_iter().collect();
        return LawFunction { laws, notes, ranges, beside: Vec::new(), is_list: true };
    };
    let axis = |name: &String| table.axes.iter().find(|axis| axis.name == *name);
    let axes: Vec<&Axis> = laws[0].variables.iter().filter_map(axis).collect();
    let ranges = axes.iter().map(|axis| (axis.lo, axis.is_whole.then_some(axis.hi))).collect();
    let is_start = matches!(laws[..], [Law { condition: None, from: Some(_), .. }]);
    let most = if is_start { usize::MAX } else { MAX_BESIDE + 1 };
    let mut beside: Vec<(Vec<i64>, i64)> = silent.take(most).collect();
    if !is_start && beside.len() > MAX_BESIDE {
        beside.clear();
    }
    let is_list = is_start && table.present.is_none() && !axes[0].is_whole && {
        let column = table.column(&laws[0].subject);
        let column = column.filter(|column| !QUANTITIES.contains(&column.name.as_str()));
        let values = column.and_then(|column| column.values.wide());
        values.is_some_and(|values| values.is_sorted_by(|a, b| a < b))
    };
    LawFunction { laws, notes, ranges, beside, is_list }
}
