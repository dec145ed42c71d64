//! Conditions of a clause as linear inequalities over its slots, exactly.

use crate::term::{Op, Term};

/// Slots a form has room for: the heap and four quantifiers.
pub(super) const SLOTS: usize = 5;

/// `constant + sum of coefficient * slot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) slots: [i64; SLOTS],
    pub(super) constant: i64,
}

/// What a clause demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// The form is not negative.
    AtLeastZero(Form),
    /// The form is not 0.
    NotZero(Form),
}

impl Form {
    pub(super) const ZERO: Self = Self { slots: [0; SLOTS], constant: 0 };

    pub(super) fn number(constant: i64) -> Self {
        Self { constant, ..Self::ZERO }
    }

    pub(super) fn slot(slot: usize) -> Self {
        let mut form = Self::ZERO;
        form.slots[slot] = 1;
        form
    }

    /// `self + factor * other`, `None` on overflow.
    pub(super) fn plus(mut self, factor: i64, other: Self) -> Option<Self> {
        for (a, b) in self.slots.iter_mut().zip(other.slots) {
            *a = a.checked_add(b.checked_mul(factor)?)?;
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }

    /// The number it is, when no slot occurs.
    pub(super) fn as_number(&self) -> Option<i64> {
        (self.slots == [0; SLOTS]).then_some(self.constant)
    }

    /// The linear form a term is.
    pub(super) fn of(term: &Term) -> Option<Self> {
        let mut atoms = Vec::new();
        let form = Self::ZERO.gather(1, term, &mut atoms)?;
        atoms.is_empty().then_some(form)
    }

    /// The form as a term.
    pub(super) fn term(&self) -> Term {
        let products = self.slots.iter().enumerate().filter(|(_, c)| **c != 0);
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
        let divisor = self.slots.iter().fold(0, |d, &c| gcd(d, c.unsigned_abs()));
        if let Ok(divisor @ 2..) = i64::try_from(divisor) {
            self.slots.iter_mut().for_each(|c| *c /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Adds what the condition demands, in order to have the given truth; `None` when it is no
/// conjunction of linear demands.
pub(super) fn demand(condition: &Term, truth: bool, all: &mut Vec<Demand>) -> Option<()> {
    match (condition, truth) {
        (Term::Const(value), _) => {
            if (*value != 0) != truth {
                all.push(Demand::AtLeastZero(Form::number(-1)));
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
                let form = Form::number(-gap).gather(1, most, &mut atoms)?;
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
                    all.push(Demand::NotZero(Form::of(a)?.plus(-1, Form::of(b)?)?));
                    Some(())
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Adds that `form + sum of factor * atom` is not negative.
fn at_least_zero(form: Form, mut atoms: Vec<(i64, Term)>, all: &mut Vec<Demand>) -> Option<()> {
    atoms.retain(|(factor, _)| *factor != 0);
    let extreme = atoms.iter().position(|(_, atom)| !matches!(atom, Term::Op(Op::Div, ..)));
    if let Some((factor, atom)) = extreme.map(|i| atoms.remove(i)) {
        let Term::Op(op, a, b) = atom else { return None };
        // A minimum is large enough when both are.
        let both = matches!((op, factor > 0), (Op::Min, true) | (Op::Max, false));
        return both.then_some(()).and_then(|()| {
            [a, b].into_iter().try_for_each(|part| {
                let mut atoms = atoms.clone();
                let form = form.gather(factor, &part, &mut atoms)?;
                at_least_zero(form, atoms, all)
            })
        });
    }
    let form = match &atoms[..] {
        [] => form,
        [(factor, Term::Op(Op::Div, dividend, divisor))] => {
            let (dividend, Term::Const(d @ 1..)) = (Form::of(dividend)?, &**divisor) else {
                return None;
            };
            match factor {
                // E // d >= -F iff E >= -F d.
                1 => dividend.plus(*d, form)?,
                // E // d <= F iff E <= F d + d - 1.
                -1 => Form::number(d - 1).plus(*d, form)?.plus(-1, dividend)?,
                _ => return None,
            }
        }
        _ => return None,
    };
    all.push(Demand::AtLeastZero(form.reduced()));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::interval::tests::terms;
    use proptest::prelude::*;

    fn holds(demand: &Demand, slots: &[i64]) -> bool {
        let value = |form: &Form| {
            form.constant + form.slots.iter().zip(slots).map(|(c, s)| c * s).sum::<i64>()
        };
        match demand {
            Demand::AtLeastZero(form) => value(form) >= 0,
            Demand::NotZero(form) => value(form) != 0,
        }
    }

    proptest! {
        #[test]
        fn demands_hold_where_the_condition_does(
            condition in terms(), truth: bool, slots in proptest::array::uniform3(-9i64..9),
        ) {
            let mut all = Vec::new();
            if demand(&condition, truth, &mut all).is_some()
                && let Ok(value) = condition.value(&slots)
            {
                let agree = all.iter().all(|demand| holds(demand, &slots));
                prop_assert_eq!(agree, (value != 0) == truth, "{:?}", all);
            }
        }
    }
}
