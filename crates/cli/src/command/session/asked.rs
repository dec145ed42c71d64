//! The JSON of a question.

use crate::arguments::{Extent, Given};
use crate::failure::Result;
use crate::input;
use serde::Deserialize;
use workbench::{Input, Method};

/// What is asked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Asked {
    /// The games there are.
    Catalogue,
    /// Table, charts, laws, code and claims of a rule.
    Explore,
    /// What is known of a position.
    Position,
    /// The claims of a rule, with proofs.
    Claims,
    /// Proofs of the laws of the table, or of a law that is stated.
    Prove,
}

/// A question about a rule.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    /// What is asked.
    pub(super) ask: Asked,
    /// The text of the rule, or a code such as `octal:0.77`.
    #[serde(default)]
    rule: String,
    /// Parameters as after `-p`: `k=3`.
    #[serde(default)]
    parameters: Vec<String>,
    /// As after `--to`.
    to: Option<String>,
    /// As after `--quantity`.
    #[serde(default)]
    quantity: Vec<String>,
    /// Whether the table is of starts.
    #[serde(default)]
    starts: bool,
    /// Whether a table is computed that takes long.
    #[serde(default)]
    pub(super) long: bool,
    /// Whether drawings come as SVG too.
    #[serde(default)]
    pub(super) svg: bool,
    /// A position as `mexlab ask` reads it.
    pub(super) at: Option<String>,
    /// A position by its cell of the table: the coordinates, parameters that vary first.
    pub(super) cell: Option<Vec<i64>>,
    /// The law to prove.
    pub(super) law: Option<String>,
}

impl Question {
    /// The rule asked about. It reads no file: rules it names are those of the catalogue.
    ///
    /// # Errors
    /// It has mistakes, or a parameter has.
    pub(super) fn input(&self, method: Method) -> Result<Input> {
        let code = self.rule.trim();
        let is_code = rule::code::from_code(code).is_some();
        let text = if is_code { Vec::new() } else { vec![self.rule.clone()] };
        let given = Given { text, parameters: self.parameters.clone() };
        input::choose(is_code.then_some(code), &given, method)
    }

    /// Which table.
    pub(super) fn extent(&self) -> Extent {
        Extent {
            to: self.to.clone().filter(|to| !to.trim().is_empty()),
            quantity: self.quantity.clone(),
            starts: self.starts,
            boards: None,
        }
    }
}
