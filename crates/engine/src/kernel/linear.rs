//! Conditions and ends of ranges as linear forms over the slots of a clause, exactly.

use crate::machine::parts::PartCode;
use arith::integer::gcd;
use clauses::term::{Op, Term};

/// Slots a form has room for: the coordinates and quantifiers of the shapes that kernels know.
pub(super) const SLOTS: usize = 5;

/// `constant + sum of coefficient * slot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) coefficients: [i64; SLOTS],
    pub(super) constant: i64,
}

impl Condition {
    /// Whether it holds at the slots; `None` where it has no value.
    pub(super) fn holds(&self, slots: &[i64]) -> Option<bool> {
        match self {
            Self::AtLeastZero(form) => Some(form.value(slots)? >= 0),
            Self::Other(term) => Some(term.value(slots).ok()? != 0),
        }
    }
}

/// What a condition demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// The form is not negative.
    AtLeastZero(Linear),
    /// The form is not 0.
    NotZero(Linear),
}

/// A part of a conjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// The form is not negative.
    AtLeastZero(Linear),
    /// The term is not 0.
    Other(Term),
}

impl Linear {
    pub(super) const ZERO: Self = Self { coefficients: [0; SLOTS], constant: 0 };

    pub(super) fn number(constant: i64) -> Self {
        Self { constant, ..Self::ZERO }
    }

    pub(super) fn slot(slot: usize) -> Self {
        let mut form = Self::ZERO;
        form.coefficients[slot] = 1;
        form
    }

    /// `self + factor * other`, `None` on overflow.
    pub(super) fn plus(mut self, factor: i64, other: Self) -> Option<Self> {
        for (a, b) in self.coefficients.iter_mut().zip(other.coefficients) {
            *a = a.checked_add(b.checked_mul(factor)?)?;
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }

    /// The form with another one put in for a slot.
    pub(super) fn with(mut self, slot: usize, value: Self) -> Option<Self> {
        let factor = std::mem::take(&mut self.coefficients[slot]);
        self.plus(factor, value)
    }

    /// The number it is, when no slot occurs.
    pub(super) fn as_number(&self) -> Option<i64> {
        (self.coefficients == [0; SLOTS]).then_some(self.constant)
    }

    /// The form with other forms in place of the first slots; no others occur.
    pub(super) fn over(&self, values: &[Self]) -> Option<Self> {
        let mut slots = self.coefficients.iter().zip(values);
        slots.try_fold(Self::number(self.constant), |sum, (&c, &value)| sum.plus(c, value))
    }

    /// The value at the slots; those behind the list are 0.
    pub(super) fn value(&self, slots: &[i64]) -> Option<i64> {
        let mut products = self.coefficients.iter().zip(slots).map(|(c, s)| c.checked_mul(*s));
        products.try_fold(self.constant, |sum, product| sum.checked_add(product?))
    }

    /// The only slot in the form and its coefficient.
    pub(super) fn single(&self) -> Option<(usize, i64)> {
        let mut used = self.coefficients.iter().enumerate().filter(|(_, c)| **c != 0);
        let (slot, &coefficient) = used.next()?;
        used.next().is_none().then_some((slot, coefficient))
    }

    /// The linear form a term is.
    pub(super) fn of(term: &Term) -> Option<Self> {
        let mut atoms = Vec::new();
        let form = Self::ZERO.gather(1, term, &mut atoms)?;
        atoms.is_empty().then_some(form)
    }

    /// The form as a term.
    pub(super) fn term(&self) -> Term {
        let products = self.coefficients.iter().enumerate().filter(|(_, c)| **c != 0);
        let products =
            products.map(|(slot, &c)| Term::op(Op::Mul, Term::Const(c), Term::Slot(slot)));
        products.fold(Term::Const(self.constant), |sum, next| Term::op(Op::Add, sum, next))
    }

    /// `self + factor * term`; quotients, minima and maxima are put aside with their factors.
    fn gather(self, factor: i64, term: &Term, atoms: &mut Vec<(i64, Term)>) -> Option<Self> {
        match term {
            Term::Const(value) => self.plus(factor, Self::number(*value)),
            Term::Slot(slot) if *slot < SLOTS => self.plus(factor, Self::slot(*slot)),
            Term::Op(Op::Add, a, b) => self.gather(factor, a, atoms)?.gather(factor, b, atoms),
            Term::Op(Op::Sub, a, b) => {
                self.gather(factor, a, atoms)?.gather(factor.checked_neg()?, b, atoms)
            }
            Term::Op(Op::Mul, a, b) => match (&**a, &**b) {
                (Term::Const(c), other) | (other, Term::Const(c)) => {
                    self.gather(factor.checked_mul(*c)?, other, atoms)
                }
                _ => None,
            },
            Term::Op(Op::Div | Op::Min | Op::Max, ..) => {
                match atoms.iter_mut().find(|(_, atom)| atom == term) {
                    Some((count, _)) => *count = count.checked_add(factor)?,
                    None => atoms.push((factor, term.clone())),
                }
                Some(self)
            }
            _ => None,
        }
    }

    /// A form that is at least 0 for the same integers, its coefficients without common divisor.
    fn reduced(mut self) -> Self {
        let coefficients = self.coefficients.iter().map(|c| u128::from(c.unsigned_abs()));
        let divisor = coefficients.fold(0, gcd);
        if let Ok(divisor @ 2..) = i64::try_from(divisor) {
            self.coefficients.iter_mut().for_each(|c| *c /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

/// Adds what the condition demands, in order to have the given truth; `None` when it is no
/// conjunction of linear demands.
pub(super) fn demand(condition: &Term, truth: bool, all: &mut Vec<Demand>) -> Option<()> {
    match (condition, truth) {
        (Term::Const(value), _) => {
            if (*value != 0) != truth {
                all.push(Demand::AtLeastZero(Linear::number(-1)));
            }
            Some(())
        }
        (Term::Not(e), _) => demand(e, !truth, all),
        (Term::Op(Op::And, a, b), true) | (Term::Op(Op::Or, a, b), false) => {
            demand(a, truth, all)?;
            demand(b, truth, all)
        }
        (Term::Op(Op::And | Op::Or, a, b), _) => match (&**a, &**b) {
            (Term::Const(value), other) | (other, Term::Const(value)) => {
                // The constant decides (true or .., false and ..) or does not matter.
                let decides = (*value != 0) == truth;
                if decides { Some(()) } else { demand(other, truth, all) }
            }
            _ => None,
        },
        (Term::Op(op, a, b), _) => {
            let mut ordered = |least: &Term, most: &Term, gap: i64| {
                let mut atoms = Vec::new();
                let form = Linear::number(-gap).gather(1, most, &mut atoms)?;
                let form = form.gather(-1, least, &mut atoms)?;
                at_least_zero(form, atoms, all)
            };
            match (op, truth) {
                (Op::Le, true) => ordered(a, b, 0),
                (Op::Lt, true) => ordered(a, b, 1),
                (Op::Le, false) => ordered(b, a, 1),
                (Op::Lt, false) => ordered(b, a, 0),
                (Op::Eq, true) | (Op::Ne, false) => {
                    ordered(a, b, 0)?;
                    ordered(b, a, 0)
                }
                (Op::Eq, false) | (Op::Ne, true) => {
                    all.push(Demand::NotZero(Linear::of(a)?.plus(-1, Linear::of(b)?)?));
                    Some(())
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Adds that `form + sum of factor * atom` is not negative.
fn at_least_zero(form: Linear, mut atoms: Vec<(i64, Term)>, all: &mut Vec<Demand>) -> Option<()> {
    atoms.retain(|(factor, _)| *factor != 0);
    let extreme = atoms.iter().position(|(_, atom)| !matches!(atom, Term::Op(Op::Div, ..)));
    if let Some((factor, atom)) = extreme.map(|i| atoms.remove(i)) {
        // A minimum is large enough when both are.
        let ((Term::Op(Op::Min, a, b), 1..) | (Term::Op(Op::Max, a, b), ..0)) = (atom, factor)
        else {
            return None;
        };
        return [a, b].into_iter().try_for_each(|part| {
            let mut atoms = atoms.clone();
            let form = form.gather(factor, &part, &mut atoms)?;
            at_least_zero(form, atoms, all)
        });
    }
    let form = match &atoms[..] {
        [] => form,
        [(factor, Term::Op(Op::Div, dividend, divisor))] => {
            let (dividend, Term::Const(d @ 1..)) = (Linear::of(dividend)?, &**divisor) else {
                return None;
            };
            match factor {
                // E // d >= -F iff E >= -F d.
                1 => dividend.plus(*d, form)?,
                // E // d <= F iff E <= F d + d - 1.
                -1 => Linear::number(d - 1).plus(*d, form)?.plus(-1, dividend)?,
                _ => return None,
            }
        }
        _ => return None,
    };
    all.push(Demand::AtLeastZero(form.reduced()));
    Some(())
}

/// The parts of a condition.
pub(super) fn conditions(term: &Term) -> Vec<Condition> {
    let parts = term.clone().conjuncts();
    let each = parts.into_iter().flat_map(|part| match part {
        Term::Op(Op::Le, low, high) => at_most(&low, &high),
        part => parts_of(part),
    });
    each.collect()
}

/// `low <= high` as its parts: bounds that are a least or greatest of several are several.
pub(super) fn at_most(low: &Term, high: &Term) -> Vec<Condition> {
    match (low, high) {
        (Term::Op(Op::Max, a, b), _) => [at_most(a, high), at_most(b, high)].concat(),
        (_, Term::Op(Op::Min, a, b)) => [at_most(low, a), at_most(low, b)].concat(),
        _ => parts_of(Term::op(Op::Le, low.clone(), high.clone())),
    }
}

/// The demands of a condition that makes only linear ones, or else the condition.
fn parts_of(condition: Term) -> Vec<Condition> {
    let mut demands = Vec::new();
    let is_linear = demand(&condition, true, &mut demands).is_some();
    let part = |demand: &Demand| match demand {
        Demand::AtLeastZero(form) => Some(Condition::AtLeastZero(*form)),
        Demand::NotZero(_) => None,
    };
    let parts = demands.iter().map(part).collect::<Option<Vec<_>>>();
    parts.filter(|_| is_linear).unwrap_or_else(|| vec![Condition::Other(condition)])
}

/// The coordinate of a single position on one axis.
pub(super) fn coordinate(part: &PartCode) -> Option<&Term> {
    match part {
        PartCode::Point(at) => at.first()?.term(),
        PartCode::Block(_) | PartCode::Each(_) => None,
    }
}

/// The term with its greatest linear parts replaced; `None` when one of them cannot be.
pub(super) fn rewrite(term: &Term, replace: &dyn Fn(Linear) -> Option<Linear>) -> Option<Term> {
    if let Some(linear) = Linear::of(term) {
        return Some(replace(linear)?.term());
    }
    match term {
        Term::Const(_) | Term::Slot(_) => None,
        _ => term.try_map(&mut |part| rewrite(part, replace)),
    }
}
