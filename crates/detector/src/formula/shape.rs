//! The shape of a formula: what is left of it when its constants are taken out.

use super::{Formula, Op};

/// A digit function to base 2 under its own name, and to any base.
const TO_BASE: [(&str, &str); 3] =
    [("v2", "valuation"), ("popcount", "digitsum"), ("bitlen", "numdigits")];

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
        match TO_BASE.iter().find(|(own, _)| inner.calls(&[own])) {
            Some((_, any)) => Self::call(any, [inner.parts()[0].clone(), Self::Int(2)]),
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
        match (TO_BASE.iter().find(|(_, any)| inner.calls(&[any])), inner.parts()) {
            (Some((own, _)), [e, Self::Int(2)]) => Self::call(own, [e.clone()]),
            _ => inner,
        }
    }
}
