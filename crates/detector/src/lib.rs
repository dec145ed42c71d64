//! From a table to ranked findings, each a law with its evidence.
//!
//! The detector never reads a rule: it sees a [`Table`] and nothing else. A *family* is one file in
//! `family/`. It proposes laws fitted on the first part of the table; `evidence` tests them on the
//! rest and refuses those with too little support.
//!
//! ```
//! use table::{Axis, Column, Table, Values};
//!
//! let table = Table {
//!     axes: vec![Axis::new("n", 0, 99)],
//!     columns: vec![Column { name: "sg".into(), values: Values::I64((0..100).map(|n| n % 4).collect()) }],
//!     present: None,
//! };
//! let found = detector::find(&table, "sg");
//! assert_eq!(found[0].law.words, "sg(n) = n % 4");
//! assert_eq!(found[0].evidence.verified_to, [99]);
//! ```

mod evidence;
mod family;
mod fruitless;
mod further;
mod grids;
mod long;
mod mistakes;
mod recent;
mod runs;
mod sequences;
mod sight;
mod statement;
mod subgrid;
mod view;
mod vocabulary;
mod weight;

use expr::law::{Law, LawKind};
use formula::Formula;
use message::{Message, message};
use num_bigint::BigInt;
use table::{Axis, Column, Table, Values};

use crate::evidence::Judged;
use crate::sequences::laws as laws_of_sequence;
use crate::view::{Grid, Sequence};

pub use further::{Function, Further, beside};

/// A law and why it is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The law.
    pub law: Law,
    /// How it was tested.
    pub evidence: Evidence,
    /// The values the law predicts just beyond a one-dimensional table (up to 12).
    pub next: Vec<BigInt>,
}

/// What a law was fitted on and what it was tested on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Cells that defined the law (its constants were read off these).
    pub fitted: usize,
    /// Cells that tested it: none of them had a part in defining it.
    pub tested: usize,
    /// What they say in bits: a cell as much as it takes to tell its value, or its step from the one
    /// before, from the others of the table, at least one bit and at most four (of a recurrence, up to
    /// eight). At least `definition_bits`, and one more for every term before the law starts.
    pub tested_bits: u64,
    /// The last position tested (one number per axis).
    pub verified_to: Vec<i64>,
    /// Size of the definition in bits: constants, operators, exceptions; not the terms before the law
    /// starts.
    pub definition_bits: u32,
    /// The next best law for the same cells, in words.
    pub rival: Option<Message>,
    /// What would refute it, one sentence.
    pub refuted_by: Message,
}

/// The law of a column, the shortest that fits; empty when there is none worth stating, and for a
/// column that does not hold integers of at most 128 bits; also where the work is asked to end
/// ([`patience`]) before all is tried. Only where pairs of lost positions have a law there are
/// more: the condition, and either side as a function of the index.
///
/// A column over one varying coordinate is read as a sequence in it (coordinates with a single
/// value do not appear in its laws; where terms are missing, the law of those between two gaps is
/// tested on all others), any other as a function of the coordinates;
/// where `sg`, `win` or `misere` on pairs has no law of its own, its zeros may have one (the
/// subject of such a law is `win`, or a coordinate as a function of the index `i`).
///
/// # Panics
/// When the table has no column of that name.
#[must_use]
pub fn find(table: &Table, column: &str) -> Vec<Finding> {
    found(table, column, |sequence, laws| mistakes::late(sequence, laws, laws_of_sequence))
}

/// As [`find`], for a table that somebody wrote down: where the terms of a list obey no law, or only one
/// that is bent around some of them, the law of all but a few of them, at most two or one in fifty.
///
/// # Panics
/// When the table has no column of that name.
#[must_use]
pub fn find_with_wrong_terms(table: &Table, column: &str) -> Vec<Finding> {
    found(table, column, |sequence, laws| mistakes::mended(sequence, laws, laws_of_sequence))
}

/// Laws of a list in place of those that its terms obey.
type Mend = fn(&Sequence<'_>, Vec<Judged>) -> Vec<Judged>;

fn found(table: &Table, column: &str, mend: Mend) -> Vec<Finding> {
    let column = table.column(column).expect("the caller names a column of the table");
    let mut findings = laws_of(table, column, mend);
    findings.iter_mut().for_each(|finding| finding.keep_within(&table.axes));
    if patience::is_over() { Vec::new() } else { findings }
}

fn laws_of(table: &Table, column: &Column, mend: Mend) -> Vec<Finding> {
    if !column.values.is_integers() {
        return ranked(family::wide::find(table, column, false), &varying(table));
    }
    match Sequence::new(table, column) {
        Some(sequence) => {
            let laws = match sequence.len() > long::MAX_TERMS {
                true => long::find(&sequence, laws_of_sequence),
                false => laws_of_sequence(&sequence),
            };
            let laws = mend(&sequence, laws);
            let findings = ranked(laws, std::slice::from_ref(sequence.axis));
            match findings.is_empty() && column.name == "sg" {
                true => thresholds_of_zeros(&sequence).into_iter().collect(),
                false => findings,
            }
        }
        None => {
            let findings = runs::find(table, column, mend);
            if findings.is_empty() { laws_of_grid(table, column) } else { findings }
        }
    }
}

/// Where nim-values without a law are 0, if that is told by a growing list.
fn thresholds_of_zeros(sequence: &Sequence<'_>) -> Option<Finding> {
    let win = (0..sequence.len()).map(|i| i64::from(sequence.get(i) != 0)).collect();
    let table = view::list("win", &sequence.axis.name, sequence.axis.lo, win)?;
    let mut finding = family::marks::find(&Sequence::of(&table)?, laws_of_sequence)?.finding;
    finding.law.kind = LawKind::Positions;
    Some(finding)
}

/// A law in the digits that every cell of a table of few different values obeys, with too little
/// evidence to be stated: one for a prover. Only tables of one to three dimensions have any.
///
/// # Panics
/// When the table has no column of that name.
#[must_use]
pub fn conjecture(table: &Table, column: &str) -> Option<Finding> {
    let column = table.column(column).expect("the caller names a column of the table");
    if !column.values.is_integers() {
        return None;
    }
    let judged = match Sequence::new(table, column) {
        Some(sequence) => family::regular::conjecture(&sequence),
        None => family::paired::conjecture(&Grid::new(table, column)),
    };
    judged.map(|judged| judged.finding)
}

/// What fits all terms of a short sequence without the evidence of a law, the shortest first, each
/// with other next terms than those before it: at most five. Empty for grids, for fewer than six terms
/// and for more than 256.
///
/// # Panics
/// When the table has no column of that name.
#[must_use]
pub fn candidates(table: &Table, column: &str) -> Vec<Finding> {
    const LEAST_TERMS: usize = 6;
    const MAX_FINDINGS: usize = 5;
    let column = table.column(column).expect("the caller names a column of the table");
    let Some(sequence) = Sequence::new(table, column)
        .filter(|s| (LEAST_TERMS..=evidence::MAX_TERMS_OF_CANDIDATES).contains(&s.len()))
    else {
        return Vec::new();
    };
    let found = match column.values.is_integers() {
        true => sequences::candidates(&sequence.lenient()),
        false => family::wide::find(table, column, true),
    };
    let mut chosen: Vec<Finding> = Vec::new();
    for Judged { finding, .. } in found {
        let is_other = chosen.iter().all(|before| before.next != finding.next);
        if is_other && !finding.next.is_empty() && chosen.len() < MAX_FINDINGS {
            chosen.push(finding);
        }
    }
    if patience::is_over() { Vec::new() } else { chosen }
}

impl Finding {
    /// How many terms it would take at the least, were they all to agree, to make a law of a candidate.
    #[must_use]
    pub fn terms_for_a_law(&self) -> usize {
        evidence::terms_needed(&self.evidence)
    }
}

/// The axes with more than one value.
fn varying(table: &Table) -> Vec<Axis> {
    table.axes.iter().filter(|axis| axis.len() > 1).cloned().collect()
}

fn laws_of_grid(table: &Table, column: &Column) -> Vec<Finding> {
    let grid = Grid::new(table, column);
    // Pairs that are lost have a law people know before any condition on the coordinates.
    if !grid.is_thin() && matches!(column.name.as_str(), "win" | "misere") {
        let findings = family::positions::find(&grid);
        if !findings.is_empty() {
            return findings;
        }
    }
    let mut findings = ranked(grids::laws_of_whole(&grid, laws_of_sequence), &table.axes);
    if patience::is_over() {
        return findings;
    }
    name_period(&grid, &mut findings);
    if findings.is_empty() {
        let parts = family::slices::find(&grid);
        findings = parts.into_iter().map(|judged| judged.finding).collect();
    }
    // One law of all members says more than one for each.
    let is_apart = findings.iter().all(|finding| finding.law.condition.is_some());
    if (findings.is_empty() || is_apart && findings.len() > MAX_APART)
        && !patience::is_over()
        && let Some(finding) = family::rows::repetition(&grid)
    {
        findings = vec![finding];
    }
    if patience::is_over() {
        return findings;
    }
    let is_whole = findings.iter().any(|finding| finding.law.condition.is_none());
    if let ("win", false, Some(values)) = (column.name.as_str(), is_whole, table.column("sg")) {
        let values = Grid::new(table, values);
        let derived = family::slices::of_values(&values, &grid);
        return derived.map_or(findings, |judged| vec![judged.finding]);
    }
    if is_whole || column.name != "sg" {
        return findings;
    }
    // `sg` itself has no law of the whole table; whether it is 0 may have one.
    let win = column.values.iter().map(|v| u16::from(v != 0)).collect();
    let win = Column { name: "win".to_owned(), values: Values::U16(win) };
    for mut finding in laws_of_grid(table, &win) {
        finding.law.kind = LawKind::Positions;
        findings.push(finding);
    }
    // What speaks of the whole table comes first.
    findings.sort_by_key(|finding| finding.law.condition.is_some());
    findings
}

/// Tells the period of the rows where it depends on the other coordinates: `period in n: k + 1`.
fn name_period(grid: &Grid<'_>, findings: &mut [Finding]) {
    let Some(axis) = grid.axes().last().filter(|_| !findings.is_empty()) else { return };
    let Some(period) = family::rows::period(grid) else { return };
    if matches!(period, Formula::Int(_)) {
        return;
    }
    let period = Message::from(period.expr(&grid.names()).to_string());
    for finding in findings {
        finding.law.parameters.push((message!("period in {}", axis.name), period.clone()));
    }
}

/// Most laws that each speak of a part of a table where one could speak of all.
const MAX_APART: usize = 3;

/// Bits by which a law of the whole table may be longer than one with exceptions or a later start
/// and still be the better one: `max(0, n // 2 - 1)` before `n // 2 - 1` for `n >= 2`.
const PATCHED: u32 = 8;

/// Bits by which a law may be longer than the best one and still be a rival of it.
const RIVAL: u32 = 10;

/// The shortest law, if there is any. Another law of nearly that length is its rival: it says
/// something else beyond the table, so that at most one of them can be true. Laws that agree far
/// beyond the table are one law in two forms.
fn ranked(mut laws: Vec<Judged>, axes: &[Axis]) -> Vec<Finding> {
    laws.sort_by_key(|j| {
        let law = &j.finding.law;
        let is_whole = law.exceptions.is_empty() && law.from.is_none_or(|n| n == axes[0].lo);
        j.size().saturating_add(if is_whole { 0 } else { PATCHED })
    });
    let far = view::far_positions(axes);
    let mut laws = laws.into_iter();
    let Some(best) = laws.next() else { return Vec::new() };
    let most = best.size().saturating_add(RIVAL);
    let Judged { mut finding, formula, .. } = best;
    let differs = |other: &Judged| far.iter().any(|x| formula.eval(x) != other.formula.eval(x));
    let rival = laws.find(|j| j.size() <= most && differs(j));
    finding.evidence.rival = rival.map(|j| j.finding.law.words);
    vec![finding]
}
