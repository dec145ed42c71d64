//! Everything that the report of a run contains.

use crate::certificates::Proofs;
use crate::chart::{Chart, Pictured, SIDE};
use detector::Finding;
use message::Message;
use table::Table;
use verdict::Verdict;

/// What is known of one game after a run.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// Name of the game: `lasker`.
    pub name: String,
    /// English title; the name where the rule has none.
    pub title: String,
    /// Chinese title.
    pub title_zh: Option<String>,
    /// The rule file as it was read.
    pub rule_text: String,
    /// Notes of the rule, a sentence each.
    pub notes: Vec<String>,
    /// How the rule was read: what (state, order, kernel, cost, ...) and the answer in words.
    pub explanation: Vec<(Message, Message)>,
    /// The table.
    pub table: &'a Table,
    /// Whether its rows are starting positions, by their sizes, and no positions by coordinates.
    pub of_starts: bool,
    /// Number of distinct moves of the positions of the table, where they were counted.
    pub moves: Option<u64>,
    /// The quantity that is charted and listed first.
    pub main_quantity: String,
    /// Laws found, by quantity, each list best first. A quantity with an empty list was searched
    /// in vain.
    pub findings: Vec<(String, Vec<Finding>)>,
    /// Proofs of laws found, by quantity.
    pub proofs: Proofs,
    /// The best laws as code, by the language: `cpp`, `python`, `rust`, `latex`.
    pub code: Vec<(&'static str, String)>,
    /// The claims, answered.
    pub verdicts: Vec<Verdict>,
    /// Commands that go on from here.
    pub next_steps: Vec<String>,
    /// Pictures of positions of the table.
    pub figures: Vec<Pictured>,
    /// How it is said to the reader.
    pub said: Translation,
}

/// The language of a report, of a chart or of an atlas.
#[derive(Clone, Copy, Debug)]
pub struct Translation {
    /// The language, as web pages name it: `zh`.
    pub lang: &'static str,
    /// Its words for a message.
    pub say: fn(&Message) -> String,
}

impl Translation {
    /// The language in which everything arises.
    pub const ENGLISH: Self = Self { lang: "en", say: |message| message.to_string() };

    /// A message in the language.
    pub fn told(&self, message: impl Into<Message>) -> String {
        (self.say)(&message.into())
    }
}

impl Page<'_> {
    /// What is drawn of a quantity of the table in a file.
    pub(crate) fn chart<'c>(&'c self, quantity: &'c str) -> Chart<'c> {
        let laws = self.findings.iter().find(|(name, _)| name == quantity);
        Chart {
            title: &self.title,
            title_zh: self.title_zh.as_deref(),
            table: self.table,
            quantity,
            laws: laws.map_or(&[], |(_, laws)| laws),
            proved: self.proofs.contains_key(quantity),
            side: SIDE,
            figures: &self.figures,
            said: self.said,
        }
    }
}
