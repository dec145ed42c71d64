//! The shape of a formula: what is left of it when its constants are taken out.

use super::{Formula, Op};
use expr::function::of_digits;

impl Formula {
    /// The constants, in the order in which they are written.
    pub(crate) fn constants(&self) -> Vec<i64> {
        match self {
            Self::Int(k) => vec![*k],
            _ => self.parts().into_iter().flat_map(Self::constants).collect(),
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
        match &inner {
            Self::Call(f, arguments) if f.reads_digits(1) => {
                match f.digits.and_then(|digits| of_digits(digits, 2)) {
                    Some(any) => Self::call(any.name, [arguments[0].clone(), Self::Int(2)]),
                    None => inner,
                }
            }
            _ => inner,
        }
    }

    /// The other way round, with sums and products of constants worked out.
    pub(crate) fn in_plain_words(&self) -> Self {
        let inner = self.mapped(&mut Self::in_plain_words);
        match inner {
            Self::Call(f, arguments) if arguments.get(1) == Some(&Self::Int(2)) => {
                match f.digits.and_then(|digits| of_digits(digits, 1)) {
                    Some(own) => Self::call(own.name, [arguments[0].clone()]),
                    None => Self::Call(f, arguments),
                }
            }
            Self::Binary(op @ (Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem), a, b) => {
                (*a).op(op, *b)
            }
            other => other,
        }
    }
}
