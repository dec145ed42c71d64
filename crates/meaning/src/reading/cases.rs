//! Terms as cases, and what operations make of them.

use crate::error::{too_large, unsupported};
use crate::{Error, Result};
use expr::ast::Comparison;
use logic::formula::{Formula, Linear, Sign, Variable};
use message::message;
use std::collections::BTreeMap;

/// Most cases of one term.
const CASES: usize = 1024;

/// A linear form over a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ratio {
    pub(super) form: Linear,
    pub(super) below: i128,
}

impl Ratio {
    fn whole(form: Linear) -> Self {
        Self { form, below: 1 }
    }

    /// `self + factor * other`.
    fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let own = Linear::default().plus(other.below, &self.form)?;
        let form = own.plus(factor.checked_mul(self.below)?, &other.form)?;
        Some(Self { form, below: self.below.checked_mul(other.below)? })
    }
}

/// A condition, and what the term is there.
type Case = (Formula, Ratio);

/// A term: conditions of which exactly one holds, each with what the term is there. Where a form
/// has a denominator, it is a multiple of it.
#[derive(Clone, Debug)]
pub struct Term(pub(super) Vec<Case>);

impl Term {
    /// A linear form.
    #[must_use]
    pub fn whole(form: Linear) -> Self {
        Self(vec![(Formula::Constant(true), Ratio::whole(form))])
    }

    /// A number.
    #[must_use]
    pub fn number(value: i128) -> Self {
        Self::whole(Linear::constant(value))
    }

    /// A variable.
    #[must_use]
    pub fn variable(variable: Variable) -> Self {
        Self::whole(Linear::variable(variable))
    }

    /// The cases, impossible ones left out and those of one value made one.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn of(cases: Vec<Case>) -> Result<Self> {
        let mut merged: BTreeMap<Ratio, Vec<Formula>> = BTreeMap::new();
        for (condition, ratio) in cases {
            let ratio = match ratio {
                Ratio { form, below }
                    if form.coefficients.is_empty() && form.constant % below == 0 =>
                {
                    Ratio::whole(Linear::constant(form.constant / below))
                }
                ratio => ratio,
            };
            if !matches!(condition, Formula::Constant(false)) {
                merged.entry(ratio).or_default().push(condition);
            }
        }
        if merged.len() > CASES {
            return Err(too_many());
        }
        Ok(Self(merged.into_iter().map(|(ratio, any)| (Formula::any(any), ratio)).collect()))
    }

    /// The cases: a condition, a form and its positive denominator.
    pub(crate) fn cases(&self) -> impl Iterator<Item = (&Formula, &Linear, i128)> {
        self.0.iter().map(|(here, ratio)| (here, &ratio.form, ratio.below))
    }

    /// The linear form that it is in every case.
    pub(crate) fn as_linear(&self) -> Option<&Linear> {
        match &self.0[..] {
            [(_, Ratio { form, below: 1 })] => Some(form),
            _ => None,
        }
    }

    /// The one number it always is.
    pub(super) fn as_number(&self) -> Option<i128> {
        self.as_linear().filter(|form| form.coefficients.is_empty()).map(|form| form.constant)
    }

    /// The variable that it always is.
    pub(super) fn as_variable(&self) -> Option<Variable> {
        let form = self.as_linear().filter(|form| form.constant == 0)?;
        match form.coefficients.first_key_value() {
            Some((&variable, 1)) if form.coefficients.len() == 1 => Some(variable),
            _ => None,
        }
    }

    /// Whether every case is a number.
    pub(super) fn is_finite(&self) -> bool {
        self.0.iter().all(|(_, ratio)| ratio.form.coefficients.is_empty() && ratio.below == 1)
    }

    /// The greatest of finitely many values.
    pub(super) fn greatest(&self) -> Option<i128> {
        let values = self.0.iter().map(|(_, ratio)| ratio.form.constant);
        values.max().filter(|_| self.is_finite())
    }

    /// The term times a number.
    pub(super) fn times(&self, factor: i128) -> Result<Self> {
        let zero = Self::number(0);
        zero.join(self, |zero, own| zero.plus(factor, own))
    }

    /// The product, where one factor is a number in each of its cases.
    pub(super) fn product(&self, other: &Self) -> Option<Result<Self>> {
        let (terms, factors) = match (self.is_finite(), other.is_finite()) {
            (_, true) => (self, other),
            (true, _) => (other, self),
            _ => return None,
        };
        let zero = Ratio::whole(Linear::default());
        Some(terms.join(factors, |term, factor| zero.plus(factor.form.constant, term)))
    }

    /// The sum with a multiple of another term.
    pub(super) fn plus(&self, factor: i128, other: &Self) -> Result<Self> {
        self.join(other, |a, b| a.plus(factor, b))
    }

    /// What an operation on binary digits makes of terms whose cases are natural numbers.
    pub(super) fn bitwise(
        &self,
        other: &Self,
        digits: impl Fn(i128, i128) -> i128,
    ) -> Result<Self> {
        let both = |a: &Ratio, b: &Ratio| {
            let (a, b) = (a.form.constant, b.form.constant);
            (a >= 0 && b >= 0).then(|| Ratio::whole(Linear::constant(digits(a, b))))
        };
        self.join(other, both).map_err(|_| unsupported("binary digits of negative numbers"))
    }

    fn join(
        &self,
        other: &Self,
        operation: impl Fn(&Ratio, &Ratio) -> Option<Ratio>,
    ) -> Result<Self> {
        let cases = self.pairs(other, CASES * CASES / 16)?.map(|((a, first), (b, second))| {
            Ok((a.clone().and(b.clone()), operation(first, second).ok_or(Error::OVERFLOW)?))
        });
        Self::of(cases.collect::<Result<_>>()?)
    }

    /// Each case with each of the other term, at most so many.
    fn pairs<'t>(
        &'t self,
        other: &'t Self,
        most: usize,
    ) -> Result<impl Iterator<Item = (&'t Case, &'t Case)>> {
        if self.0.len().saturating_mul(other.0.len()) > most {
            return Err(too_many());
        }
        Ok(self.0.iter().flat_map(|own| other.0.iter().map(move |other| (own, other))))
    }

    /// This term or the other one, whichever is greater.
    ///
    /// # Errors
    /// There are too many cases.
    pub fn at_least(&self, other: &Self) -> Result<Self> {
        self.choose(Comparison::Ge, other)
    }

    /// This term where it compares so with the other one, elsewhere that one.
    pub(super) fn choose(&self, comparison: Comparison, other: &Self) -> Result<Self> {
        let here = self.compare(comparison, other)?;
        Self::either(&here, self.clone(), other.clone())
    }

    /// One term where the condition holds, elsewhere another.
    pub(super) fn either(condition: &Formula, yes: Self, no: Self) -> Result<Self> {
        let under = |condition: Formula, term: Self| {
            term.0.into_iter().map(move |(own, ratio)| (condition.clone().and(own), ratio))
        };
        Self::of(under(condition.clone(), yes).chain(under(!condition.clone(), no)).collect())
    }

    /// The formula that two terms compare so.
    ///
    /// # Errors
    /// There are too many cases, or a number exceeds 128 bits.
    pub fn compare(&self, comparison: Comparison, other: &Self) -> Result<Formula> {
        let any = self.pairs(other, CASES)?.map(|((a, first), (b, second))| {
            let holds = related(first, comparison, second).ok_or(Error::OVERFLOW)?;
            Ok(Formula::all(vec![a.clone(), b.clone(), holds]))
        });
        Ok(Formula::any(any.collect::<Result<_>>()?))
    }

    /// The quotient rounded down, or the remainder, by the remainders that there are.
    pub(super) fn divide(&self, divisor: i128, remainder: bool) -> Result<Self> {
        let cases = usize::try_from(divisor).ok().and_then(|rests| rests.checked_mul(self.0.len()));
        if cases.is_none_or(|cases| cases > CASES) {
            return Err(too_many());
        }
        let mut all = Vec::new();
        for (condition, Ratio { form, below }) in &self.0 {
            let modulus = below.checked_mul(divisor).ok_or(Error::OVERFLOW)?;
            for rest in 0..divisor {
                let rest_below = rest.checked_mul(*below).ok_or(Error::OVERFLOW)?;
                let here = Formula::remainder(form.clone(), modulus, rest_below);
                let value = if remainder {
                    Ratio::whole(Linear::constant(rest))
                } else {
                    let less = Linear::constant(rest_below);
                    Ratio { form: form.plus(-1, &less).ok_or(Error::OVERFLOW)?, below: modulus }
                };
                all.push((condition.clone().and(here), value));
            }
        }
        Self::of(all)
    }
}

fn too_many() -> Error {
    too_large(message!("more than {CASES} cases"))
}

fn related(left: &Ratio, comparison: Comparison, right: &Ratio) -> Option<Formula> {
    let (below, above) = (left.plus(-1, right)?.form, right.plus(-1, left)?.form);
    let strictly = |form: &Linear| {
        let form = form.plus(1, &Linear::constant(1))?;
        Some(Formula::compare(form, Sign::AtMost))
    };
    Some(match comparison {
        Comparison::Eq => Formula::compare(below, Sign::Zero),
        Comparison::Ne => !Formula::compare(below, Sign::Zero),
        Comparison::Le => Formula::compare(below, Sign::AtMost),
        Comparison::Ge => Formula::compare(above, Sign::AtMost),
        Comparison::Lt => strictly(&below)?,
        Comparison::Gt => strictly(&above)?,
    })
}
