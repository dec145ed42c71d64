//! The JSON of a question.

use catalogue::Catalogue;
use rule::Rule;
use serde::Deserialize;
use std::sync::Arc;
use wording::words::Lang;
use workbench::{Extent, Input, Method, Result, Source};

/// What is asked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Asked {
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
pub(crate) struct Question {
    /// What is asked.
    pub(crate) ask: Asked,
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
    pub(crate) long: bool,
    /// Whether drawings come as SVG too.
    #[serde(default)]
    pub(crate) svg: bool,
    /// A position as `mexlab ask` reads it.
    pub(crate) at: Option<String>,
    /// A position by its cell of the table: the coordinates, parameters that vary first.
    pub(crate) cell: Option<Vec<i64>>,
    /// The law to prove.
    pub(crate) law: Option<String>,
    /// The language of messages.
    #[serde(default, deserialize_with = "language")]
    lang: Option<Lang>,
}

impl Question {
    /// The rule asked about. It reads no file: rules it names are those of the catalogue.
    ///
    /// # Errors
    /// It has mistakes, or a parameter has.
    pub(crate) fn input(&self, method: Method) -> Result<Input> {
        let (code, parameters) = (self.rule.trim(), &self.parameters);
        if let Some(input) = Input::of_code(code, parameters, method) {
            return input;
        }
        let source = Source::from_lines(std::slice::from_ref(&self.rule));
        Input::parsed("-e", source, Arc::new(Catalogue), parameters, method)
    }

    /// Which table.
    ///
    /// # Errors
    /// `to` or `quantity` makes no sense.
    pub(crate) fn extent(&self, rule: &Rule) -> Result<Extent> {
        let to = self.to.as_deref().filter(|to| !to.trim().is_empty());
        Extent::read(to, &self.quantity, self.starts, None, rule)
    }

    /// The language of messages.
    pub(crate) fn lang(&self) -> Option<Lang> {
        self.lang
    }
}

/// A language by its code; what is no language of the page is English.
fn language<'de, D: serde::Deserializer<'de>>(
    from: D,
) -> std::result::Result<Option<Lang>, D::Error> {
    let named = Option::<String>::deserialize(from)?;
    Ok(named.map(|named| if named == "zh" { Lang::Zh } else { Lang::En }))
}
