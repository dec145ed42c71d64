//! Quantities that a statement names: read by a law of all positions that is proved.

use super::Reader;
use super::cases::Term;
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
    pub(super) fn outcome(&mut self, value: &ValueOf, depth: usize) -> Result<Formula, String> {
        self.at(value, depth, |reader, e| reader.condition_at(e, depth))
    }

    /// The value of the quantity.
    pub(super) fn quantity(&mut self, value: &ValueOf, depth: usize) -> Result<Term, String> {
        self.at(value, depth, |reader, e| reader.term(e, depth))
    }

    /// Reads the expression of a quantity with the coordinates of the position that it is asked of;
    /// what is no position is a trap.
    fn at<T>(
        &mut self,
        value: &ValueOf,
        depth: usize,
        read: impl FnOnce(&mut Self, &Expr) -> Result<T, String>,
    ) -> Result<T, String> {
        let known = self.known.clone().ok_or("a quantity is not definable here")?;
        let e = known.quantities.iter().find(|(quantity, _)| *quantity == value.quantity);
        let (Some((_, e)), None, false) = (e, &value.game, value.of_options) else {
            return Err(format!("`{}` is not known of such positions", value.quantity.name()));
        };
        let Some(sum) = &value.position else { return read(self, e) };
        let [at] = sum.as_slice() else { return Err("sums are not definable here".to_owned()) };
        let mut forms = Vec::new();
        for e in at {
            let entries = match &e.node {
                Node::List(entries) => entries.clone(),
                _ => vec![e.clone()],
            };
            for entry in entries {
                forms.push(Linear::variable(self.numeral(&entry, depth)?));
            }
        }
        if forms.len() != known.names.len() {
            return Err("a position of another shape is not definable".to_owned());
        }
        let before = self.names.clone();
        known.names.iter().zip(forms).for_each(|(name, form)| self.name(name, form));
        for condition in &known.domain {
            let inside = self.condition_at(condition, depth)?;
            self.trap(!inside);
        }
        let result = read(self, e);
        self.names = before;
        result
    }
}
