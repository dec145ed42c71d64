//! Terms made linear, and arguments of relations made variables.

use super::Solver;
use crate::Name;
use crate::automaton::Automaton;
use crate::error::{Error, Result};
use crate::formula::{Term, TermKind};
use crate::numeration::{Comparison, LinearForm};

/// How names of fresh variables start; formulas must not use such names.
const FRESH: char = '\u{1}';

/// Conditions on fresh variables that stand for terms.
#[derive(Debug, Default)]
pub(super) struct FreshVariables {
    pub(super) conditions: Vec<Automaton>,
    pub(super) fresh: Vec<Name>,
}

impl Solver {
    /// A variable, fresh unless the term is one, equal to the term.
    pub(super) fn named(&mut self, term: &Term, parts: &mut FreshVariables) -> Result<Name> {
        if let TermKind::Variable(name) = &*term.shape
            && !name.starts_with(FRESH)
        {
            return Ok(name.clone());
        }
        self.equal_to(term, parts)
    }

    /// A fresh variable equal to the term.
    pub(super) fn equal_to(&mut self, term: &Term, parts: &mut FreshVariables) -> Result<Name> {
        let mut linear = lower(term)?;
        let name = self.fresh(parts);
        linear.add(&LinearForm::variable(&name), -1)?;
        parts.conditions.push(self.compare(&linear, Comparison::Equal)?);
        Ok(name)
    }

    fn fresh(&mut self, parts: &mut FreshVariables) -> Name {
        self.fresh += 1;
        let name: Name = format!("{FRESH}{:06}", self.fresh).into();
        parts.fresh.push(name.clone());
        name
    }
}

/// The term as a linear one.
pub(super) fn lower(term: &Term) -> Result<LinearForm> {
    let mut linear = LinearForm::default();
    match &*term.shape {
        TermKind::Constant(constant) => linear.constant = *constant,
        TermKind::Variable(name) if name.starts_with(FRESH) => {
            return Err(Error::Reserved(name.clone()));
        }
        TermKind::Variable(name) => linear = LinearForm::variable(name),
        TermKind::Add(left, right) => {
            linear = lower(left)?;
            linear.add(&lower(right)?, 1)?;
        }
        TermKind::Times(factor, of) => linear.add(&lower(of)?, *factor)?,
        TermKind::TooDeep => return Err(too_deep()),
    }
    Ok(linear)
}

/// The refusal of formulas that are nested too deeply.
pub(crate) fn too_deep() -> Error {
    let cap = crate::formula::MAX_DEPTH as usize;
    Error::TooLarge { size: cap + 1, cap, what: "levels", doing: "reading the formula".into() }
}
