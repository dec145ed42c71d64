//! Table to ranked findings: each a law with its evidence.
//!
//! The detector never reads a rule: it sees a [`Table`] and nothing else. A family is one file in
//! `family/`; it proposes laws fitted on the first part of the table, and `evidence` tests
//! them on the rest and refuses what is not well enough supported.

use expr::law::Law;
use table::Table;

/// A law and why it is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The law.
    pub law: Law,
    /// How it was tested.
    pub evidence: Evidence,
    /// The values the law predicts just beyond a one-dimensional table (up to 12).
    pub next: Vec<i64>,
}

/// What a law was fitted on and what it was tested on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Cells that defined the law (its constants were read off these).
    pub fitted: usize,
    /// Cells that tested it: none of them had a part in defining it.
    pub tested: usize,
    /// The last position tested (one number per axis).
    pub verified_to: Vec<i64>,
    /// Size of the definition in bits: constants, operators, exceptions.
    pub definition_bits: u32,
    /// The next best law for the same cells, in words.
    pub rival: Option<String>,
    /// What would refute it, one sentence.
    pub refuted_by: String,
}

/// Laws of a column, best first; empty when there is none worth stating.
///
/// # Panics
/// When the table has no column of that name.
#[must_use]
pub fn find(table: &Table, column: &str) -> Vec<Finding> {
    let _ = (table, column);
    Vec::new()
}
