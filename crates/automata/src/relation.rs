//! Relations between numbers that formulas mention by name.

use crate::automaton::Automaton;
use crate::error::{Error, Result};
use crate::formula::Formula;
use crate::numeration::Numeration;
use crate::{Name, Term};
use message::message;
use std::sync::Arc;

/// A named relation with parameters in order; cheap to clone.
#[derive(Clone, Debug)]
pub struct Relation {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    parameters: Vec<Name>,
    numeration: Numeration,
    automaton: Automaton,
}

impl Relation {
    /// The relation that the automaton accepts; its tracks are the parameters in another order.
    ///
    /// # Errors
    /// [`Error::Arity`] when the tracks are not the parameters; [`Error::BadRelation`] when the
    /// digits are not those of the numeration.
    pub fn new(
        name: &str,
        parameters: &[&str],
        numeration: &Numeration,
        automaton: Automaton,
    ) -> Result<Self> {
        let parameters: Vec<Name> = parameters.iter().map(|&name| name.into()).collect();
        let mut sorted = parameters.clone();
        sorted.sort();
        if sorted != automaton.tracks {
            return Err(Error::Arity {
                relation: name.to_owned(),
                expected: parameters.len(),
                found: automaton.tracks.len(),
            });
        }
        if automaton.radix != numeration.radix() {
            let reason = message!("its digits are not those of {}", numeration.name());
            return Err(Error::BadRelation { relation: name.to_owned(), reason });
        }
        let (name, numeration) = (name.to_owned(), numeration.clone());
        let inner = Inner { name, parameters, numeration, automaton };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The relation between the terms.
    ///
    /// # Errors
    /// [`Error::Arity`] when their number is not that of the parameters.
    pub fn of<T: Into<Term>>(&self, arguments: impl IntoIterator<Item = T>) -> Result<Formula> {
        let arguments: Vec<Term> = arguments.into_iter().map(Into::into).collect();
        if arguments.len() == self.inner.parameters.len() {
            return Ok(Formula::holds(self.clone(), arguments));
        }
        Err(Error::Arity {
            relation: self.inner.name.clone(),
            expected: self.inner.parameters.len(),
            found: arguments.len(),
        })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The parameters in order.
    #[must_use]
    pub fn parameters(&self) -> &[Name] {
        &self.inner.parameters
    }

    /// The numeration its numbers are written in.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.inner.numeration
    }

    /// The automaton, its tracks named after the parameters.
    #[must_use]
    pub fn automaton(&self) -> &Automaton {
        &self.inner.automaton
    }
}
