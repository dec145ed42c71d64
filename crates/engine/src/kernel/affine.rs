//! Conditions as linear forms, to read off a clause what it allows.

use crate::machine::code::Scalar;
use crate::term::{Op, Term};

/// `constant + coefficients . slots`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) coefficients: Vec<i64>,
    pub(super) constant: i64,
}

impl Linear {
    /// The term as a linear form of so many slots, when it is one.
    pub(super) fn of(term: &Term, slots: usize) -> Option<Self> {
        let mut rest = term.clone();
        let mut coefficients = Vec::with_capacity(slots);
        for slot in 0..slots {
            let (coefficient, other) = rest.linear_in(slot)?;
            coefficients.push(coefficient);
            rest = other;
        }
        let constant = rest.value(&[]).ok().filter(|_| rest.last_slot().is_none())?;
        Some(Self { coefficients, constant })
    }

    /// `self - other`.
    pub(super) fn minus(&self, other: &Self) -> Option<Self> {
        let pairs = self.coefficients.iter().zip(&other.coefficients);
        Some(Self {
            coefficients: pairs.map(|(a, b)| a.checked_sub(*b)).collect::<Option<_>>()?,
            constant: self.constant.checked_sub(other.constant)?,
        })
    }

    /// The form with another one put in for a slot.
    pub(super) fn with(&self, slot: usize, value: &Self) -> Option<Self> {
        let factor = self.coefficients[slot];
        let mut result = self.clone();
        result.coefficients[slot] = 0;
        let pairs = result.coefficients.iter_mut().zip(&value.coefficients);
        for (own, other) in pairs {
            *own = own.checked_add(other.checked_mul(factor)?)?;
        }
        let constant = value.constant.checked_mul(factor)?;
        result.constant = result.constant.checked_add(constant)?;
        Some(result)
    }

    /// The form as a term.
    pub(super) fn term(&self) -> Term {
        let parts = self.coefficients.iter().enumerate().filter(|(_, c)| **c != 0);
        parts.fold(Term::Const(self.constant), |sum, (slot, &c)| {
            let part = Term::op(Op::Mul, Term::Const(c), Term::Slot(slot));
            Term::op(Op::Add, sum, part)
        })
    }

    /// The only slot in the form and its coefficient.
    pub(super) fn single(&self) -> Option<(usize, i64)> {
        let mut used = self.coefficients.iter().enumerate().filter(|(_, c)| **c != 0);
        let (slot, &coefficient) = used.next()?;
        used.next().is_none().then_some((slot, coefficient))
    }
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// The form is not negative.
    AtLeast(Linear),
    /// The term is not 0.
    Other(Term),
}

/// A condition as its conjuncts.
pub(super) fn conditions(term: &Term, slots: usize) -> Vec<Condition> {
    let parts = term.clone().conjuncts();
    parts.into_iter().flat_map(|part| compared(part, slots)).collect()
}

/// `low <= high` as its conjuncts: bounds that are a least or greatest of several are several.
pub(super) fn at_most(low: &Term, high: &Term, slots: usize) -> Vec<Condition> {
    match (low, high) {
        (Term::Op(Op::Max, a, b), _) => [at_most(a, high, slots), at_most(b, high, slots)].concat(),
        (_, Term::Op(Op::Min, a, b)) => [at_most(low, a, slots), at_most(low, b, slots)].concat(),
        _ => {
            let form = |t: &Term| Linear::of(t, slots);
            let linear = form(high).zip(form(low)).and_then(|(high, low)| high.minus(&low));
            vec![match linear {
                Some(linear) => Condition::AtLeast(linear),
                None => Condition::Other(Term::op(Op::Le, low.clone(), high.clone())),
            }]
        }
    }
}

fn compared(part: Term, slots: usize) -> Vec<Condition> {
    match &part {
        Term::Op(Op::Le, a, b) => at_most(a, b, slots),
        Term::Op(Op::Lt, a, b) => {
            let next = Term::op(Op::Add, (**a).clone(), Term::Const(1));
            let linear = at_most(&next, b, slots);
            let whole = linear.iter().all(|c| matches!(c, Condition::AtLeast(_)));
            if whole { linear } else { vec![Condition::Other(part)] }
        }
        _ => vec![Condition::Other(part)],
    }
}

/// The term of a scalar that is one.
pub(super) fn term(scalar: &Scalar) -> Option<&Term> {
    match scalar {
        Scalar::Term(term) => Some(term),
        Scalar::Exact(_) => None,
    }
}

/// The term with its greatest linear parts replaced; `None` when one of them cannot be.
pub(super) fn rewrite(
    term: &Term,
    slots: usize,
    replace: &dyn Fn(&Linear) -> Option<Linear>,
) -> Option<Term> {
    if let Some(linear) = Linear::of(term, slots) {
        return Some(replace(&linear)?.term());
    }
    let part = |t: &Term| rewrite(t, slots, replace);
    Some(match term {
        Term::Const(_) | Term::Slot(_) => return None,
        Term::Op(op, a, b) => Term::op(*op, part(a)?, part(b)?),
        Term::Not(e) => Term::Not(Box::new(part(e)?)),
        Term::Digits(digits, e) => Term::Digits(*digits, Box::new(part(e)?)),
        Term::Choose(c, a, b) => {
            Term::Choose(Box::new(part(c)?), Box::new(part(a)?), Box::new(part(b)?))
        }
        Term::Element(list, e) => Term::Element(list.clone(), Box::new(part(e)?)),
        Term::Pick(items, e) => {
            Term::Pick(items.iter().map(part).collect::<Option<_>>()?, Box::new(part(e)?))
        }
    })
}
