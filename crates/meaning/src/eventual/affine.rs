//! Affine functions of n.

use super::Trouble;
use crate::error::too_large;

/// The number (rise n + constant) / below: an integer for every n of the class it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affine {
    pub(super) rise: i128,
    pub(super) constant: i128,
    /// At least 1.
    pub(super) below: i128,
}

impl Affine {
    /// A number that does not depend on n.
    #[must_use]
    pub fn constant(value: i128) -> Self {
        Self { rise: 0, constant: value, below: 1 }
    }

    /// n + `constant`.
    #[must_use]
    pub fn shifted(constant: i128) -> Self {
        Self { rise: 1, constant, below: 1 }
    }

    /// c, if the number is the constant c.
    #[must_use]
    pub fn as_constant(&self) -> Option<i128> {
        (self.rise == 0).then_some(self.constant)
    }

    /// c, if the number is n + c.
    #[must_use]
    pub fn as_shifted(&self) -> Option<i128> {
        (self.rise == 1 && self.below == 1).then_some(self.constant)
    }

    /// Its value at n, if that is an integer of 128 bits.
    #[must_use]
    pub fn at(&self, n: i128) -> Option<i128> {
        let above = self.rise.checked_mul(n)?.checked_add(self.constant)?;
        (above % self.below == 0).then_some(above / self.below)
    }

    /// The number (rise n + constant) / below, in lowest terms.
    ///
    /// # Errors
    /// A number exceeds 128 bits.
    pub fn new(rise: i128, constant: i128, below: i128) -> Result<Self, Trouble> {
        let common = arith::integer::gcd(rise.unsigned_abs(), constant.unsigned_abs());
        let common = arith::integer::gcd(common, below.unsigned_abs());
        let common = i128::try_from(common).map_err(|_| overflow())?.max(1);
        let number =
            Self { rise: rise / common, constant: constant / common, below: below / common };
        // small enough for the product of two such numbers and a modulus
        let limit = 1 << 60;
        let fits = |number: i128| number.checked_abs().is_some_and(|size| size < limit);
        if fits(number.rise) && fits(number.constant) && fits(number.below) && number.below > 0 {
            Ok(number)
        } else {
            Err(overflow())
        }
    }

    /// `self + factor * other`.
    pub(super) fn plus(self, factor: i128, other: Self) -> Result<Self, Trouble> {
        let sum = |own: i128, others: i128| {
            let others = others.checked_mul(self.below)?.checked_mul(factor)?;
            own.checked_mul(other.below)?.checked_add(others)
        };
        let rise = sum(self.rise, other.rise).ok_or_else(overflow)?;
        let constant = sum(self.constant, other.constant).ok_or_else(overflow)?;
        Self::new(rise, constant, self.below * other.below)
    }

    /// The number times another.
    pub fn times(self, factor: i128) -> Result<Self, Trouble> {
        Self::constant(0).plus(factor, self)
    }

    /// The number less another.
    pub fn less(self, number: i128) -> Result<Self, Trouble> {
        self.plus(-1, Self::constant(number))
    }

    /// The number over a divisor of all its values.
    pub fn over(self, divisor: i128) -> Result<Self, Trouble> {
        let below = self.below.checked_mul(divisor).ok_or_else(overflow)?;
        Self::new(self.rise, self.constant, below)
    }
}

pub(super) fn overflow() -> Trouble {
    too_large("a number is too large").into()
}
