//! The shape of a formula: what it is made of, and the formula without its constants.

use expr::function::{Function, of_digits};

use crate::{Formula, Op, Operation};

/// Residues by a greater number say much.
const LEAST_LARGE_MODULUS: i128 = 1 << 16;

impl Formula {
    /// Whether it is a condition.
    pub fn is_condition(&self) -> bool {
        match self {
            Self::Apply(Operation::If, parts) => parts[1..].iter().all(Self::is_condition),
            Self::Apply(operation, _) => operation.is_condition(),
            _ => false,
        }
    }

    /// Whether it is a condition made of conditions.
    pub fn is_connective(&self) -> bool {
        matches!(self.binary(), Some((Op::And | Op::Or | Op::Iff, ..)))
    }

    /// Whether it is made of variables alone, with `+`, `-`, xor, minimum and the like.
    fn is_key(&self) -> bool {
        let joins = match self {
            Self::Int(_) => false,
            Self::Var(_) => true,
            // Digits to a base that is a coordinate take few values.
            Self::Apply(Operation::Call(f), _) => !f.reads_digits(2),
            Self::Apply(Operation::Binary(op), _) => {
                !matches!(op, Op::Div | Op::Rem | Op::And | Op::Or | Op::Iff)
            }
            Self::Apply(operation, _) => *operation == Operation::LeastFibonacciPart,
        };
        joins && self.parts().iter().all(Self::is_key)
    }

    /// The one key all variables stand in, when the formula is a function of one key.
    pub fn single_key(&self) -> Option<&Self> {
        if self.is_key() {
            return Some(self);
        }
        let mut keys = Vec::new();
        for part in self.parts().iter().filter(|e| !e.is_constant()) {
            keys.push(part.single_key()?);
        }
        let (first, others) = keys.split_first()?;
        others.iter().all(|k| k == first).then_some(*first)
    }

    fn is_constant(&self) -> bool {
        !self.any(&|e| matches!(e, Self::Var(_) | Self::Apply(Operation::Moore(..), _)))
    }

    /// Whether it is a function of digits with this number of arguments: one for binary digits, two
    /// for those to any base.
    pub fn reads_digits(&self, arguments: usize) -> bool {
        self.called().is_some_and(|f| f.reads_digits(arguments))
    }

    /// The number whose digits to a written base it is a function of, and that base.
    pub fn to_base(&self) -> Option<(&Self, i64)> {
        match self.parts() {
            [key, Self::Int(base)] if self.reads_digits(2) => Some((key, *base)),
            _ => None,
        }
    }

    /// Whether as many cells as it has coefficients tell them: a polynomial in coordinates, or in the
    /// lesser and the greater of two, over a constant; or a recurrence of large values.
    pub fn is_told_by_few_cells(&self) -> bool {
        fn is_sum(e: &Formula) -> bool {
            let joins = match e.binary() {
                Some((Op::Pow, a, b)) => return is_sum(a) && matches!(b, Formula::Int(_)),
                Some((op, ..)) => matches!(op, Op::Add | Op::Sub | Op::Mul),
                None => {
                    matches!(e, Formula::Int(_) | Formula::Var(_))
                        || e.calls(&["min", "max", "abs"])
                }
            };
            joins && e.parts().iter().all(is_sum)
        }
        match self {
            Self::Apply(Operation::Lattice(found), _) => {
                found.lattice.modulus == 0 || found.lattice.modulus > LEAST_LARGE_MODULUS
            }
            _ => is_sum(self.by_constant(Op::Div).map_or(self, |(e, _)| e)),
        }
    }

    /// Whether it can be seen to have the same value where every variable is greater by `period`:
    /// each stands, alone or beside a constant, in a remainder by a divisor of the period.
    pub fn repeats_after(&self, period: i64) -> bool {
        if let Some((inner, modulus)) = self.by_constant(Op::Rem) {
            let shifted = inner.by_constant(Op::Add).or_else(|| inner.by_constant(Op::Sub));
            let is_variable = matches!(shifted.map_or(inner, |(e, _)| e), Self::Var(_));
            if is_variable && modulus > 0 && period % modulus == 0 {
                return true;
            }
        }
        match self {
            Self::Int(_) => true,
            Self::Var(_) | Self::Apply(Operation::Moore(..), _) => false,
            Self::Apply(_, parts) => parts.iter().all(|e| e.repeats_after(period)),
        }
    }

    /// Whether it takes a remainder or a quotient.
    pub fn divides(&self) -> bool {
        self.any(&|e| matches!(e.binary(), Some((Op::Div | Op::Rem, ..))))
    }

    /// The constants, in the order in which they are written.
    pub fn constants(&self) -> Vec<i64> {
        match self {
            Self::Int(k) => vec![*k],
            _ => self.parts().iter().flat_map(Self::constants).collect(),
        }
    }

    /// The formula with its constants replaced by these, in order.
    pub fn with_constants(&self, others: &mut impl Iterator<Item = Self>) -> Self {
        match self {
            Self::Int(k) => others.next().unwrap_or(Self::Int(*k)),
            _ => self.mapped(&mut |part| part.with_constants(others)),
        }
    }

    /// The formula with 0 for each constant.
    pub fn shape(&self) -> Self {
        self.with_constants(&mut std::iter::repeat(Self::Int(0)))
    }

    /// Functions of binary digits as those of digits to any base, so that 2 is a constant like others.
    pub fn to_any_base(&self) -> Self {
        let inner = self.mapped(&mut Self::to_any_base);
        let own = |f: &Function| f.digits.filter(|_| f.reads_digits(1));
        match inner.called().and_then(own).and_then(|digits| of_digits(digits, 2)) {
            Some(any) => Self::call(any.name, [inner.parts()[0].clone(), Self::Int(2)]),
            None => inner,
        }
    }

    /// The other way round, with sums and products of constants worked out.
    pub fn in_plain_words(&self) -> Self {
        let inner = self.mapped(&mut Self::in_plain_words);
        if let Some((op @ (Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem), a, b)) = inner.binary()
        {
            return a.clone().op(op, b);
        }
        let own = inner.called().and_then(|f| of_digits(f.digits?, 1));
        match (own, inner.parts()) {
            (Some(own), [e, Self::Int(2)]) => Self::call(own.name, [e.clone()]),
            _ => inner,
        }
    }
}
