//! Quantities that a statement names: read by a law of all positions that is proved.

use super::cases::Term;
use super::{Defined, DefinedBy, Reader};
use crate::Result;
use crate::error::unsupported;
use expr::ast::{Comparison, Expr, Node, Quantity, ValueOf};
use logic::formula::{Formula, Linear, Variable};
use message::message;

/// What is known of every position.
#[derive(Clone, Debug)]
pub struct Known {
    /// The names of the coordinates.
    pub names: Vec<String>,
    /// What holds of the coordinates of a position.
    pub domain: Vec<Expr>,
    /// Quantities by the coordinates.
    pub quantities: Vec<(Quantity, Expr)>,
    /// Whether quantities become variables of their own, in place of what is known of them.
    pub is_symbolic: bool,
}

impl Reader {
    /// Whether the quantity, one of outcome, holds.
    pub(super) fn outcome(&mut self, value: &ValueOf) -> Result<Formula> {
        let symbol = |reader: &mut Self| {
            let own = Term::variable(reader.symbol()?);
            let number = i128::from(!reader.knows_values());
            let comparison = match value.quantity == Quantity::Lose {
                is_lost if is_lost == reader.knows_values() => Comparison::Eq,
                _ => Comparison::Ne,
            };
            own.compare(comparison, &Term::number(number))
        };
        self.at(value, |reader, e| match reader.is_symbolic() {
            true => symbol(reader),
            false => reader.condition(e),
        })
    }

    /// Whether nim-values are known.
    fn knows_values(&self) -> bool {
        let mut known = self.known.iter().flat_map(|known| &known.quantities);
        known.any(|(quantity, _)| *quantity == Quantity::Sg)
    }

    fn is_symbolic(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.is_symbolic)
    }

    /// A variable for what is known of the position that the names of coordinates stand for.
    fn symbol(&mut self) -> Result<Variable> {
        let known = self.known.clone().ok_or_else(|| unsupported("nothing is known"))?;
        let at = known.names.iter().map(|name| self.names.get(name).cloned());
        let at = at.collect::<Option<_>>().ok_or_else(|| unsupported("a name has no meaning"))?;
        let is = match self.knows_values() {
            true => DefinedBy::Value(at),
            false => DefinedBy::Outcome(at),
        };
        if let Some(known) = self.definitions.iter().find(|defined| defined.is == is) {
            return Ok(known.own);
        }
        let own = self.variable();
        self.definitions.push(Defined { own, formula: Formula::Constant(true), is });
        Ok(own)
    }

    /// The value of the quantity.
    pub(super) fn quantity(&mut self, value: &ValueOf) -> Result<Term> {
        self.at(value, |reader, e| match reader.is_symbolic() {
            true => reader.symbol().map(Term::variable),
            false => reader.value(e),
        })
    }

    /// Reads the expression of a quantity with the coordinates of the position that it is asked of;
    /// what is no position is a trap.
    fn at<T>(
        &mut self,
        value: &ValueOf,
        read: impl FnOnce(&mut Self, &Expr) -> Result<T>,
    ) -> Result<T> {
        let known =
            self.known.clone().ok_or_else(|| unsupported("a quantity is not definable here"))?;
        let e = known.quantities.iter().find(|(quantity, _)| *quantity == value.quantity);
        let (Some((_, e)), None, false) = (e, &value.game, value.of_options) else {
            return Err(unsupported(message!(
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
