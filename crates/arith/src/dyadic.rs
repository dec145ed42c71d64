//! Dyadic rationals p / 2^k: the numbers among short partizan games.
//!
//! Source: J. H. Conway, *On Numbers and Games*, chapters 2 and 3; A. N. Siegel, *Combinatorial
//! Game Theory*, chapter II.

use crate::Overflow;
use message::{Message, Tell, message};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Bound, Neg};
use std::str::FromStr;

/// Greatest exponent: the denominator fits 128 bits.
const MAX: u32 = 126;

/// An exact dyadic rational, numerator / 2^exponent in lowest terms.
///
/// The numerator has at most 127 binary digits and the exponent is at most 126; what does not fit
/// is an [`Overflow`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dyadic {
    /// Odd unless the exponent is 0; never `i128::MIN`.
    numerator: i128,
    exponent: u32,
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Self = Self { numerator: 0, exponent: 0 };

    /// `numerator / 2^exponent`, brought to lowest terms.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit in lowest terms.
    pub fn new(numerator: i128, exponent: u32) -> Result<Self, Overflow> {
        let common = numerator.trailing_zeros().min(exponent);
        // Zero has 128 trailing zeros, more than a shift may have.
        let (numerator, exponent) = match numerator {
            0 => (0, 0),
            _ => (numerator >> common, exponent - common),
        };
        if exponent > MAX || numerator == i128::MIN {
            return Err(Overflow);
        }
        Ok(Self { numerator, exponent })
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The exponent k of the denominator 2^k in lowest terms, 0 to 126.
    #[must_use]
    pub fn exponent(self) -> u32 {
        self.exponent
    }

    /// The value as an integer, where it is one.
    #[must_use]
    pub fn integer(self) -> Option<i128> {
        (self.exponent == 0).then_some(self.numerator)
    }

    /// The only option of the number's canonical form that is Left's, or Right's; `None` where there is
    /// none.
    #[must_use]
    pub fn option(self, is_left: bool) -> Option<Self> {
        let (by, towards_zero) =
            if is_left { (-1, self.numerator > 0) } else { (1, self.numerator < 0) };
        let numerator = self.numerator.checked_add(by)?;
        (self.exponent > 0 || towards_zero).then(|| Self::new(numerator, self.exponent).ok())?
    }

    /// The greatest integer that is not above the value.
    #[must_use]
    pub fn floor(self) -> i128 {
        self.numerator >> self.exponent
    }

    /// The exact sum.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn checked_add(self, other: Self) -> Result<Self, Overflow> {
        if self.exponent == 0 && other.exponent == 0 {
            return Self::new(self.numerator.checked_add(other.numerator).ok_or(Overflow)?, 0);
        }
        let exponent = self.exponent.max(other.exponent);
        let sum = self.times_power(exponent)?.checked_add(other.times_power(exponent)?);
        Self::new(sum.ok_or(Overflow)?, exponent)
    }

    /// The exact difference.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn checked_sub(self, other: Self) -> Result<Self, Overflow> {
        self.checked_add(-other)
    }

    /// `self * 2^power` for a power of at least the exponent.
    fn times_power(self, power: u32) -> Result<i128, Overflow> {
        self.numerator.checked_mul(1 << (power - self.exponent)).ok_or(Overflow)
    }

    /// The simplest number of an interval: the one with the least birthday, which is unique.
    /// `None` when the interval is empty.
    ///
    /// That is 0 where it belongs to the interval; else, among numbers of one sign, the integer of
    /// least absolute value; else the number with the least denominator.
    ///
    /// # Errors
    /// [`Overflow`] when the number does not fit.
    pub fn simplest(lo: Bound<Self>, hi: Bound<Self>) -> Result<Option<Self>, Overflow> {
        let above = |x: Self| match lo {
            Bound::Unbounded => true,
            Bound::Included(lo) => lo <= x,
            Bound::Excluded(lo) => lo < x,
        };
        let below = |x: Self| match hi {
            Bound::Unbounded => true,
            Bound::Included(hi) => x <= hi,
            Bound::Excluded(hi) => x < hi,
        };
        match (above(Self::ZERO), below(Self::ZERO)) {
            (true, true) => return Ok(Some(Self::ZERO)),
            (true, false) => {
                // Below 0: the mirror image.
                let positive = Self::simplest(hi.map(Neg::neg), lo.map(Neg::neg))?;
                return Ok(positive.map(Neg::neg));
            }
            (false, _) => {}
        }
        let (lo, open) = match lo {
            Bound::Included(lo) => (lo, false),
            Bound::Excluded(lo) => (lo, true),
            Bound::Unbounded => return Ok(None),
        };
        let empty = match hi {
            Bound::Unbounded => false,
            Bound::Included(hi) => hi < lo || (open && hi == lo),
            Bound::Excluded(hi) => hi <= lo,
        };
        if empty {
            return Ok(None);
        }
        for exponent in 0..=MAX {
            // The least multiple of 2^-exponent in the interval, if the interval reaches it.
            let (down, exact) = match exponent.checked_sub(lo.exponent) {
                Some(_) => (lo.times_power(exponent)?, true),
                None => (lo.numerator >> (lo.exponent - exponent), false),
            };
            let least = if exact && !open { down } else { down.checked_add(1).ok_or(Overflow)? };
            let least = Self::new(least, exponent)?;
            if below(least) {
                return Ok(Some(least));
            }
        }
        Err(Overflow)
    }
}

impl From<i64> for Dyadic {
    fn from(value: i64) -> Self {
        Self { numerator: i128::from(value), exponent: 0 }
    }
}

impl Neg for Dyadic {
    type Output = Self;

    fn neg(self) -> Self {
        Self { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        if self.exponent > other.exponent {
            return other.cmp(self).reverse();
        }
        // The other one is no multiple of 1 / 2^(own exponent): equal floors leave it above.
        let floor = other.numerator >> (other.exponent - self.exponent);
        self.numerator.cmp(&floor).then(Ordering::Less)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `3/4`, `-5`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => f.pad(&self.numerator.to_string()),
            k => f.pad(&format!("{}/{}", self.numerator, 1i128 << k)),
        }
    }
}

/// Why a text is no dyadic rational.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseDyadicError {
    /// Neither an integer nor two of them around `/`.
    Syntax(String),
    /// The denominator is no power of two.
    Denominator(i128),
    /// Too large.
    Overflow,
}

impl Tell for ParseDyadicError {
    fn message(&self) -> Message {
        match self {
            Self::Syntax(text) => message!("`{text}` is not a number such as 3/4"),
            Self::Denominator(number) => message!("{number} is not a power of two"),
            Self::Overflow => Overflow.message(),
        }
    }
}

message::error!(ParseDyadicError);

impl From<Overflow> for ParseDyadicError {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl FromStr for Dyadic {
    type Err = ParseDyadicError;

    fn from_str(text: &str) -> Result<Self, ParseDyadicError> {
        let integer =
            |part: &str| part.trim().parse().map_err(|_| ParseDyadicError::Syntax(text.to_owned()));
        let Some((numerator, denominator)) = text.split_once('/') else {
            return Ok(Self::new(integer(text)?, 0)?);
        };
        let (numerator, denominator): (i128, i128) = (integer(numerator)?, integer(denominator)?);
        if denominator < 1 || denominator.count_ones() != 1 {
            return Err(ParseDyadicError::Denominator(denominator));
        }
        Ok(Self::new(numerator, denominator.trailing_zeros())?)
    }
}
