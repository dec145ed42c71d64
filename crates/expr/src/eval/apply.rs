//! Functions and operators applied to numbers, and why that fails.

use arith::integer::{floor_div, floor_rem, power};
use message::{Message, message};

use super::EvalError;
use crate::ast::Binary;
use crate::function::{Computed, Fault, Function, Meaning, Reduction};
use crate::words::listed;

/// A function of numbers, with how its values are computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Called<F> {
    pub(super) function: &'static Function,
    pub(super) value: F,
}

impl Called<fn(i128) -> Computed> {
    pub(super) fn apply(self, x: i128) -> Result<i128, EvalError> {
        (self.value)(x).map_err(|fault| self.function.error(&[x], fault))
    }
}

impl Called<fn(i128, i128) -> Computed> {
    pub(super) fn apply(self, x: i128, y: i128) -> Result<i128, EvalError> {
        (self.value)(x, y).map_err(|fault| self.function.error(&[x, y], fault))
    }
}

impl Called<fn(i128, i128, i128) -> Computed> {
    pub(super) fn apply(self, x: i128, y: i128, z: i128) -> Result<i128, EvalError> {
        (self.value)(x, y, z).map_err(|fault| self.function.error(&[x, y, z], fault))
    }
}

impl Function {
    /// The value for these numbers and lists.
    pub(super) fn of_lists(
        &self,
        numbers: &[i128],
        first: &[i128],
        second: &[i128],
    ) -> Result<i128, EvalError> {
        let value = match self.meaning {
            Meaning::Lists(lists) => lists.value(numbers, first, second),
            _ => Err(Fault::Undefined("it takes no lists")),
        };
        value.map_err(|fault| self.error(numbers, fault))
    }

    /// Why it has no value at these numbers.
    #[cold]
    fn error(&self, arguments: &[i128], fault: Fault) -> EvalError {
        match fault {
            Fault::Overflow => EvalError::Overflow,
            Fault::Unavailable(why) => EvalError::Unavailable(why.into()),
            Fault::Undefined(why) => EvalError::Undefined(message!(
                "{}({}): {}",
                self.name,
                listed(arguments),
                Message::from(why)
            )),
        }
    }
}

impl Reduction {
    /// The value over some numbers and one more; `None` is that over nothing.
    pub(super) fn next(self, so_far: Option<i128>, value: i128) -> Result<i128, EvalError> {
        match so_far {
            None => Ok(value),
            Some(so_far) => self.combine(so_far, value).ok_or(EvalError::Overflow),
        }
    }

    /// The value over these numbers.
    pub(super) fn over(self, mut all: impl Iterator<Item = i128>) -> Result<i128, EvalError> {
        let result = all.try_fold(None, |so_far, next| self.next(so_far, next).map(Some))?;
        self.end(result)
    }

    /// The value, when there are no more numbers.
    pub(super) fn end(self, result: Option<i128>) -> Result<i128, EvalError> {
        match (result, self) {
            (Some(result), _) => Ok(result),
            (None, Self::Sum | Self::Xor) => Ok(0),
            (None, Self::Min) => Err(EvalError::Nothing("min")),
            (None, Self::Max) => Err(EvalError::Nothing("max")),
        }
    }
}

/// An infix operation on two numbers (connectives: on conditions, both known).
pub(super) fn binary(operator: Binary, a: i128, b: i128) -> Result<i128, EvalError> {
    let result = match operator {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div if b == 0 => return Err(EvalError::DivisionByZero),
        Binary::Div => floor_div(a, b),
        Binary::Rem => return floor_rem(a, b).ok_or(EvalError::DivisionByZero),
        Binary::Pow if b < 0 => {
            return Err(EvalError::Undefined(message!("{a} ** {b}: negative exponent")));
        }
        Binary::Pow => power(a, b),
        Binary::Xor => Some(a ^ b),
        Binary::BitAnd | Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Implies => Some(i128::from(a == 0 || b != 0)),
        Binary::Iff => Some(i128::from(a == b)),
    };
    result.ok_or(EvalError::Overflow)
}
