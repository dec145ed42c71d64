//! The shape of a formula: the formula without its constants.

use super::{Formula, Op};
use expr::function::{Function, of_digits};

impl Formula {
    /// The constants, in the order in which they are written.
    pub(crate) fn constants(&self) -> Vec<i64> {
        match self {
            Self::Int(k) => vec![*k],
            _ => self.parts().iter().flat_map(Self::constants).collect(),
        }
    }

    /// The formula with its constants replaced by these, in order.
    pub(crate) fn with_constants(&self, others: &mut impl Iterator<Item = Self>) -> Self {
        match self {
            Self::Int(k) => others.next().unwrap_or(Self::Int(*k)),
            _ => self.mapped(&mut |part| part.with_constants(others)),
        }
    }

    /// The formula with 0 for each constant.
    pub(crate) fn shape(&self) -> Self {
        self.with_constants(&mut std::iter::repeat(Self::Int(0)))
    }

    /// Functions of binary digits as those of digits to any base, so that 2 is a constant like others.
    pub(crate) fn to_any_base(&self) -> Self {
        let inner = self.mapped(&mut Self::to_any_base);
        let own = |f: &Function| f.digits.filter(|_| f.reads_digits(1));
        match inner.called().and_then(own).and_then(|digits| of_digits(digits, 2)) {
            Some(any) => Self::call(any.name, [inner.parts()[0].clone(), Self::Int(2)]),
            None => inner,
        }
    }

    /// The other way round, with sums and products of constants worked out.
    pub(crate) fn in_plain_words(&self) -> Self {
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
