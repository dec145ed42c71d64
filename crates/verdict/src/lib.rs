//! The claims of a rule answered on its tables.

mod check;
mod instances;
mod judge;
mod mention;
mod trial;
mod words;

use expr::ast::Span;

pub use check::check;

/// The answer to one claim (one reading).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Game.
    pub game: String,
    /// Who printed it.
    pub source: String,
    /// Number and reading: `F2.a`.
    pub id: String,
    /// The words printed, if the rule quotes them.
    pub words: Option<String>,
    /// The claim as the rule file states it: domain and condition.
    pub statement: String,
    /// The answer.
    pub answer: Answer,
    /// Where the claim stands in the rule file.
    pub span: Span,
}

/// How a claim fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// True at every position tried.
    Holds {
        /// The box in words: `x = 1..9, y = 1..9, n = 0..160`.
        domain: String,
        /// Number of positions (or choices of the claim's variables) judged.
        judged: u64,
    },
    /// False at the smallest counterexample.
    Fails {
        /// Parameters of the instance, when they vary or matter.
        parameters: Vec<(String, String)>,
        /// Coordinates (of a board: those of its heads), then the claim's own variables.
        position: Vec<(String, i64)>,
        /// What the two sides say: `table says P, claim says N`.
        says: String,
    },
    /// Cannot be judged here, and why.
    CannotCheck {
        /// One sentence.
        why: String,
    },
}
