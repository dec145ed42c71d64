//! Auxiliary variables of the reader: operations that need one, and terms as variables.

use super::{Defined, DefinedBy, Reader, Term};
use crate::error::{too_large, unsupported};
use crate::{Error, Result};
use expr::ast::{Comparison, Expr};
use logic::formula::{Formula, Linear, Machine, Sign, Variable};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Greatest divisor of which every remainder is a case.
const REMAINDERS: i128 = 64;

impl Reader {
    /// The nim-sum of terms. Those of finitely many values need no variable.
    ///
    /// # Errors
    /// The numeration is not base 2, or there are too many cases.
    pub fn nim_sum(&mut self, terms: &[Term]) -> Result<Term> {
        let (finite, rest): (Vec<_>, Vec<_>) = terms.iter().partition(|term| term.is_finite());
        let start = Term::number(0);
        let sum =
            finite.into_iter().try_fold(start, |sum, term| sum.bitwise(term, |a, b| a ^ b))?;
        if rest.is_empty() {
            return Ok(sum);
        }
        if !self.numeration.is_binary() {
            return Err(unsupported("a nim-sum needs base 2"));
        }
        let mut tracks = Vec::new();
        for term in rest.into_iter().chain(Some(&sum).filter(|sum| sum.as_number() != Some(0))) {
            tracks.push(self.natural(term)?);
        }
        if let [only] = tracks[..] {
            return Ok(Term::variable(only));
        }
        if tracks.len() > 8 {
            return Err(too_large("a nim-sum of more than 8 numbers"));
        }
        let machine = Rc::new(Machine::nim_sum(tracks.len() + 1));
        Ok(Term::variable(self.found(&machine, tracks)))
    }

    /// The quotient of a term rounded down, or the remainder: by the remainders that there are, or,
    /// where these are too many, for a term that is not negative.
    pub(super) fn divided(&mut self, term: &Term, divisor: i128, remainder: bool) -> Result<Term> {
        if divisor <= REMAINDERS {
            return term.divide(divisor, remainder);
        }
        let term = Term::variable(self.natural(term)?);
        let quotient = self.variable();
        let rest = term.plus(-divisor, &Term::variable(quotient))?;
        let above = rest.compare(Comparison::Ge, &Term::number(0))?;
        let formula = above.and(rest.compare(Comparison::Lt, &Term::number(divisor))?);
        let cases = term.0.iter().map(|(here, ratio)| (here.clone(), ratio.form.clone(), divisor));
        let is = DefinedBy::Cases(cases.collect());
        self.definitions.push(Defined { own: quotient, formula, is });
        Ok(if remainder { rest } else { Term::variable(quotient) })
    }

    /// What an operation on single digits, which makes 0 of zeros, makes of two terms.
    pub(super) fn bitwise(
        &mut self,
        pair: [Term; 2],
        digit: fn(i128, i128) -> i128,
    ) -> Result<Term> {
        let [a, b] = &pair;
        if a.is_finite() && b.is_finite() {
            return a.bitwise(b, digit);
        }
        if !self.numeration.is_binary() {
            return Err(unsupported("an operation on binary digits needs base 2"));
        }
        let machine = Machine::digitwise(3, |digits| {
            digit(digits[0].into(), digits[1].into()) == digits[2].into()
        });
        let tracks = vec![self.natural(a)?, self.natural(b)?];
        Ok(Term::variable(self.found(&Rc::new(machine), tracks)))
    }

    /// A variable that with these before it makes a word of the machine; for all values of those
    /// there must be exactly one.
    pub fn found(&mut self, machine: &Rc<Machine>, mut tracks: Vec<Variable>) -> Variable {
        for definition in &self.definitions {
            if let DefinedBy::Word(other, all) = &definition.is
                && *all == tracks
                && other == machine
            {
                return definition.own;
            }
        }
        let own = self.variable();
        let is = DefinedBy::Word(Rc::clone(machine), tracks.clone());
        tracks.push(own);
        self.definitions.push(Defined {
            own,
            formula: Formula::Word(Rc::clone(machine), tracks),
            is,
        });
        own
    }

    /// A variable equal to the term; where that is negative, a trap.
    ///
    /// # Errors
    /// A number exceeds 128 bits.
    pub fn natural(&mut self, term: &Term) -> Result<Variable> {
        if let Some(variable) = term.as_variable() {
            return Ok(variable);
        }
        // one linear form is one variable; where it is used anew it may be negative anew
        let known = term.as_linear().and_then(|form| self.naturals.get(form)).copied();
        let own = known.unwrap_or_else(|| self.variable());
        if let Some(form) = term.as_linear() {
            self.naturals.insert(form.clone(), own);
        }
        let mut any = Vec::new();
        for (condition, ratio) in &term.0 {
            let negative = ratio.form.plus(1, &Linear::constant(1)).ok_or(Error::OVERFLOW)?;
            let negative = Formula::compare(negative, Sign::AtMost);
            let same = Linear::default().plus(ratio.below, &Linear::variable(own));
            let same = same.and_then(|own| own.plus(-1, &ratio.form)).ok_or(Error::OVERFLOW)?;
            let same = Formula::compare(same, Sign::Zero);
            let zero = Formula::compare(Linear::variable(own), Sign::Zero);
            let is = negative.clone().implies(zero).and(Formula::any(vec![negative.clone(), same]));
            any.push(condition.clone().and(is));
            self.trap(condition.clone().and(negative));
        }
        if known.is_none() {
            let cases = term.0.iter();
            let cases = cases.map(|(here, ratio)| (here.clone(), ratio.form.clone(), ratio.below));
            let is = DefinedBy::Cases(cases.collect());
            self.definitions.push(Defined { own, formula: Formula::any(any), is });
        }
        Ok(own)
    }

    /// A variable equal to the expression; where that is negative, a trap.
    pub(super) fn numeral(&mut self, e: &Expr) -> Result<Variable> {
        let term = self.value(e)?;
        self.natural(&term)
    }

    /// The number that belongs to the state in which a machine of these steps ends.
    pub(super) fn ending(
        steps: &[BTreeMap<Vec<u32>, usize>],
        numbers: &[i128],
        tracks: &[Variable],
    ) -> Result<Term> {
        let mut all = Term::number(0);
        for number in numbers.iter().copied().collect::<BTreeSet<_>>() {
            let accepting = numbers.iter().map(|&own| own == number).collect();
            let machine = Machine { accepting, steps: steps.to_vec() };
            let here = Formula::Word(Rc::new(machine), tracks.to_vec());
            all = Term::either(&here, Term::number(number), all)?;
        }
        Ok(all)
    }

    /// The term as a linear form; one of several cases becomes a variable, and the equation says so:
    /// where the term is negative, nothing satisfies it.
    ///
    /// # Errors
    /// There are too many cases.
    pub fn linear(&mut self, term: &Term) -> Result<(Linear, Formula)> {
        if let Some(form) = term.as_linear() {
            return Ok((form.clone(), Formula::Constant(true)));
        }
        let own = self.variable();
        let equation = Term::variable(own).compare(Comparison::Eq, term)?;
        Ok((Linear::variable(own), equation))
    }
}
