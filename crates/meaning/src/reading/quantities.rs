//! Quantities that a statement names: read by a law of all positions that is proved.

use super::Reader;
use super::cases::Term;
use crate::Error;
use crate::error::unsupported;
use expr::ast::{Expr, Node, Quantity, ValueOf};
use logic::formula::{Formula, Linear};

/// What is known of every position.
#[derive(Clone, Debug)]
pub struct Known {
    /// The names of the coordinates.
    pub names: Vec<String>,
    /// What holds of the coordinates of a position.
    pub domain: Vec<Expr>,
    /// Quantities by the coordinates.
    pub quantities: Vec<(Quantity, Expr)>,
}

impl Reader {
    /// Whether the quantity, one of outcome, holds.
    pub(super) fn outcome(&mut self, value: &ValueOf) -> Result<Formula, Error> {
        self.at(value, |reader, e| reader.condition(e))
    }

    /// The value of the quantity.
    pub(super) fn quantity(&mut self, value: &ValueOf) -> Result<Term, Error> {
        self.at(value, |reader, e| reader.value(e))
    }

    /// Reads the expression of a quantity with the coordinates of the position that it is asked of;
    /// what is no position is a trap.
    fn at<T>(
        &mut self,
        value: &ValueOf,
        read: impl FnOnce(&mut Self, &Expr) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let known =
            self.known.clone().ok_or_else(|| unsupported("a quantity is not definable here"))?;
        let e = known.quantities.iter().find(|(quantity, _)| *quantity == value.quantity);
        let (Some((_, e)), None, false) = (e, &value.game, value.of_options) else {
            return Err(unsupported(format!(
                "`{}` is not known of such positions",
                value.quantity.name()
            )));
        };
        let Some(sum) = &value.position else { return read(self, e) };
        let [at] = sum.as_slice() else { return Err(unsupported("sums are not definable here")) };
        let mut forms = Vec::new();
        for e in at {
            let entries = match &e.node {
                Node::List(entries) => entries.clone(),
                _ => vec![e.clone()],
            };
            for entry in entries {
                forms.push(Linear::variable(self.numeral(&entry)?));
            }
        }
        if forms.len() != known.names.len() {
            return Err(unsupported("a position of another shape is not definable"));
        }
        let before = self.names.clone();
        known.names.iter().zip(forms).for_each(|(name, form)| self.name(name, form));
        for condition in &known.domain {
            let inside = self.condition(condition)?;
            self.trap(!inside);
        }
        let result = read(self, e);
        self.names = before;
        result
    }
}
