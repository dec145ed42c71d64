//! Terms made linear: what is not gets a fresh variable and a condition on it.

use super::Solver;
use crate::Name;
use crate::automaton::Automaton;
use crate::error::Error;
use crate::formula::{Digitwise, Shape, Term};
use crate::numeration::{Comparison, Linear};

/// How names of fresh variables start; formulas must not use such names.
const FRESH: char = '\u{1}';

/// Conditions on fresh variables that stand for parts of terms.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) conditions: Vec<Automaton>,
    pub(super) fresh: Vec<Name>,
}

impl Solver {
    /// The term as a linear one, its conditions added to `parts`.
    pub(super) fn lower(&mut self, term: &Term, parts: &mut Parts) -> Result<Linear, Error> {
        let mut linear = Linear::default();
        match &*term.shape {
            Shape::Constant(constant) => linear.constant = *constant,
            Shape::Variable(name) if name.starts_with(FRESH) => {
                return Err(Error::Reserved(name.clone()));
            }
            Shape::Variable(name) => linear = Linear::variable(name),
            Shape::Add(left, right) => {
                linear = self.lower(left, parts)?;
                linear.add(&self.lower(right, parts)?, 1)?;
            }
            Shape::Times(factor, of) => linear.add(&self.lower(of, parts)?, *factor)?,
            Shape::Quotient(of, by) => {
                let of = self.operand(of, parts)?;
                linear = self.quotient(&of, *by, parts)?;
            }
            Shape::Remainder(of, by) => {
                linear = self.operand(of, parts)?;
                let quotient = self.quotient(&linear, *by, parts)?;
                linear.add(&quotient, by.checked_neg().ok_or(Error::Overflow)?)?;
            }
            Shape::Digitwise(operation, left, right) => {
                self.binary(operation.name())?;
                let result = self.fresh(parts);
                let operands = [self.named(left, parts)?, self.named(right, parts)?];
                let automaton = self.digitwise(*operation, &operands, &result)?;
                parts.conditions.push(automaton);
                linear = Linear::variable(&result);
            }
            Shape::Lowest(of) => {
                let result = self.fresh(parts);
                let of = self.named(of, parts)?;
                let automaton = self.lowest(&of, &result)?;
                parts.conditions.push(automaton);
                linear = Linear::variable(&result);
            }
            Shape::TooDeep => return Err(too_deep()),
        }
        Ok(linear)
    }

    /// A variable, fresh unless the term is one, equal to the term.
    pub(super) fn named(&mut self, term: &Term, parts: &mut Parts) -> Result<Name, Error> {
        if let Shape::Variable(name) = &*term.shape
            && !name.starts_with(FRESH)
        {
            return Ok(name.clone());
        }
        self.equal_to(term, parts)
    }

    /// A fresh variable equal to the term, which depends on no other fresh ones.
    pub(super) fn equal_to(&mut self, term: &Term, parts: &mut Parts) -> Result<Name, Error> {
        let mut inner = Parts::default();
        let linear = self.lower(term, &mut inner)?;
        self.equal_to_linear(linear, inner, parts)
    }

    fn equal_to_linear(
        &mut self,
        mut linear: Linear,
        inner: Parts,
        parts: &mut Parts,
    ) -> Result<Name, Error> {
        let name = self.fresh(parts);
        linear.add(&Linear::variable(&name), -1)?;
        let equal = self.compare(&linear, Comparison::Equal)?;
        let condition = self.complete(equal, inner)?;
        parts.conditions.push(condition);
        Ok(name)
    }

    /// The term as a linear one; its fresh variables, if any, are replaced by one, so that nested
    /// terms do not need ever more tracks.
    fn operand(&mut self, term: &Term, parts: &mut Parts) -> Result<Linear, Error> {
        let mut inner = Parts::default();
        let linear = self.lower(term, &mut inner)?;
        if inner.fresh.is_empty() {
            return Ok(linear);
        }
        let name = self.equal_to_linear(linear, inner, parts)?;
        Ok(Linear::variable(&name))
    }

    fn fresh(&mut self, parts: &mut Parts) -> Name {
        self.fresh += 1;
        let name: Name = format!("{FRESH}{:06}", self.fresh).into();
        parts.fresh.push(name.clone());
        name
    }

    /// A fresh `q` with `0 <= of - by * q < by`.
    fn quotient(&mut self, of: &Linear, by: i128, parts: &mut Parts) -> Result<Linear, Error> {
        if by <= 0 {
            return Err(Error::Divisor(by));
        }
        let quotient = Linear::variable(&self.fresh(parts));
        let mut rest = of.clone();
        rest.add(&quotient, by.checked_neg().ok_or(Error::Overflow)?)?;
        let mut negated = Linear::default();
        negated.add(&rest, -1)?;
        rest.constant = rest.constant.checked_sub(by - 1).ok_or(Error::Overflow)?;
        let at_least = self.compare(&negated, Comparison::AtMost)?;
        let below = self.compare(&rest, Comparison::AtMost)?;
        let both = self.and(&at_least, &below)?;
        parts.conditions.push(both);
        Ok(quotient)
    }

    /// Refuses other numerations than base 2.
    fn binary(&self, operation: &'static str) -> Result<(), Error> {
        if self.numeration.is_base() == Some(2) {
            return Ok(());
        }
        Err(Error::NotBinary { operation, numeration: self.numeration.name().to_owned() })
    }

    /// A relation of the language by its name, with its parameters in order.
    pub(crate) fn built(&mut self, name: &'static str) -> Result<(Automaton, Vec<Name>), Error> {
        let operation =
            [Digitwise::Xor, Digitwise::And, Digitwise::Or].into_iter().find(|o| o.name() == name);
        let [x, y, z]: [Name; 3] = ["x".into(), "y".into(), "z".into()];
        match (operation, name) {
            (Some(operation), _) => {
                self.binary(name)?;
                let operands = [x.clone(), y.clone()];
                Ok((self.digitwise(operation, &operands, &z)?, vec![x, y, z]))
            }
            (None, "lowest") => Ok((self.lowest(&x, &y)?, vec![x, y])),
            (None, _) => Ok((self.place(&x)?, vec![x])),
        }
    }

    /// `result = left operation right`, in base 2.
    fn digitwise(
        &mut self,
        operation: Digitwise,
        [left, right]: &[Name; 2],
        result: &Name,
    ) -> Result<Automaton, Error> {
        if left == right {
            let mut equal = Linear::variable(result);
            if operation != Digitwise::Xor {
                equal.add(&Linear::variable(left), -1)?;
            }
            let equal = self.compare(&equal, Comparison::Equal)?;
            let all = self.numeration.numbers(left);
            return self.and(&equal, &all);
        }
        self.stepwise(&[left, right, result], &[true], |_, digits| {
            (operation.of(digits[0], digits[1]) == digits[2]).then_some(0)
        })
    }

    /// `result` is the place of the lowest digit of `of` that is not 0.
    fn lowest(&mut self, of: &Name, result: &Name) -> Result<Automaton, Error> {
        // 0: nothing but zeros; 1: digits above the lowest; 2: behind it
        self.stepwise(&[of, result], &[true, false, true], |state, digits| {
            match (state, digits[0] > 0, digits[1]) {
                (0, false, 0) => Some(0),
                (0 | 1, true, 1) => Some(2),
                (0, true, 0) | (1, _, 0) => Some(1),
                (2, false, 0) => Some(2),
                _ => None,
            }
        })
    }

    /// The places of the numeration, as values of `of`.
    pub(super) fn place(&mut self, of: &Name) -> Result<Automaton, Error> {
        self.stepwise(&[of], &[false, true], |state, digits| match (state, digits[0]) {
            (state, 0) => Some(state),
            (0, 1) => Some(1),
            _ => None,
        })
    }

    fn stepwise(
        &mut self,
        names: &[&Name],
        accepting: &[bool],
        step: impl Fn(usize, &[u32]) -> Option<usize>,
    ) -> Result<Automaton, Error> {
        let names: Vec<&str> = names.iter().map(|name| &***name).collect();
        self.numeration.relation(&names, accepting, step, &self.limits)
    }
}

/// The refusal of formulas that are nested too deeply.
pub(crate) fn too_deep() -> Error {
    let cap = crate::formula::DEEPEST as usize;
    Error::TooLarge { size: cap + 1, cap, what: "levels", doing: "reading the formula".to_owned() }
}
