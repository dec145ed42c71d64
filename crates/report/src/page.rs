//! Everything that the report of a run contains.

use crate::Error;
use crate::certificates::Proofs;
use crate::chart::drawing::Drawing;
use crate::chart::{self, Chart, Pictured, SIDE};
use detector::Finding;
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
    pub explanation: Vec<(String, String)>,
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
    /// How it is said to the reader; as it arises, in English, where there is nothing.
    pub said: Option<Translation>,
}

/// What makes the sentences of a report, or of an atlas, those of another language.
#[derive(Clone, Copy, Debug)]
pub struct Translation {
    /// The language, as web pages name it: `zh`.
    pub lang: &'static str,
    /// A line of report.md that is no code.
    pub line: fn(&str) -> String,
    /// A sentence or a name in a chart.
    pub sentence: fn(&str) -> String,
}

impl Translation {
    /// Says the caption and the legend of a drawing.
    pub fn say(&self, drawing: &mut Drawing) {
        let entries = drawing.legend.iter_mut().map(|entry| &mut entry.label);
        for text in drawing.caption.iter_mut().chain(entries) {
            *text = (self.sentence)(text);
        }
    }
}

impl Page<'_> {
    /// The chart of a quantity of the table in a file.
    ///
    /// # Errors
    /// [`Error::NoColumn`] when the table has no such quantity.
    pub(crate) fn drawing(&self, quantity: &str) -> Result<Drawing, Error> {
        let mut drawing = chart::drawing(&self.chart(quantity))?;
        if let Some(said) = self.said {
            said.say(&mut drawing);
        }
        Ok(drawing)
    }

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
        }
    }
}
