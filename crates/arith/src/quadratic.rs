//! Exact numbers of a real quadratic field: `(p + q * sqrt(d)) / r`.
//!
//! They decide `floor(phi * n)` and its kin without floating point: the floor of such a number is
//! found from an integer square root alone, and a value beyond 128 bits is an error.

use message::{Message, Tell};
use num_bigint::BigUint;
use std::cmp::Ordering;

use crate::integer::{exact_sqrt, floor_div, gcd, isqrt};

/// `(p + q * sqrt(d)) / r` with `r > 0`, no common factor of `p, q, r`, and either `d` not a
/// square and `q != 0`, or `q = d = 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quadratic {
    p: i128,
    q: i128,
    r: i128,
    d: i128,
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuadraticError {
    /// An intermediate number does not fit.
    Overflow,
    /// Division by zero.
    DivisionByZero,
    /// `sqrt(2) + sqrt(3)` and the like.
    DifferentFields,
    /// Square root of a negative number.
    NegativeRadicand,
    /// Square root of an irrational number.
    NestedRoot,
}

impl Tell for QuadraticError {
    fn message(&self) -> Message {
        Message::from(match self {
            Overflow => "a number exceeds 128 bits",
            DivisionByZero => "division by zero",
            DifferentFields => "the numbers are not in one quadratic field",
            NegativeRadicand => "square root of a negative number",
            NestedRoot => "square root of an irrational number",
        })
    }
}

message::error!(QuadraticError);

use QuadraticError::{DifferentFields, DivisionByZero, NegativeRadicand, NestedRoot, Overflow};

type Checked<T> = Result<T, QuadraticError>;

fn times(a: i128, b: i128) -> Checked<i128> {
    a.checked_mul(b).ok_or(Overflow)
}

fn plus(a: i128, b: i128) -> Checked<i128> {
    a.checked_add(b).ok_or(Overflow)
}

impl Quadratic {
    /// The golden ratio.
    pub const PHI: Self = Self { p: 1, q: 1, r: 2, d: 5 };

    /// The number `(p + q * sqrt(d)) / r`.
    ///
    /// # Errors
    /// When `r` is 0, `d` is negative, or a number does not fit.
    pub fn new(p: i128, q: i128, r: i128, d: i128) -> Checked<Self> {
        if d < 0 {
            return Err(NegativeRadicand);
        }
        if r == 0 {
            return Err(DivisionByZero);
        }
        let (mut p, mut q, mut d) = (p, q, d);
        if let Some(root) = exact_sqrt(d.unsigned_abs()) {
            let root = i128::try_from(root).map_err(|_| Overflow)?;
            p = plus(p, times(q, root)?)?;
            q = 0;
        }
        if q == 0 {
            d = 0;
        }
        let common = gcd(gcd(p.unsigned_abs(), q.unsigned_abs()), r.unsigned_abs());
        let common = i128::try_from(common).map_err(|_| Overflow)?;
        let divisor = if r < 0 { -common } else { common };
        let reduced = |x: i128| x.checked_div(divisor).ok_or(Overflow);
        Ok(Self { p: reduced(p)?, q: reduced(q)?, r: reduced(r)?, d })
    }

    /// The integer `n`.
    #[must_use]
    pub fn integer(n: i128) -> Self {
        Self { p: n, q: 0, r: 1, d: 0 }
    }

    /// The parts `(p, q, r, d)` of `(p + q * sqrt(d)) / r` in lowest terms.
    #[must_use]
    pub fn parts(self) -> (i128, i128, i128, i128) {
        (self.p, self.q, self.r, self.d)
    }

    /// The square root of a rational number.
    ///
    /// # Errors
    /// When the number is negative or irrational, or a number does not fit.
    pub fn sqrt(self) -> Checked<Self> {
        if self.q != 0 {
            return Err(NestedRoot);
        }
        // sqrt(p / r) = sqrt(p * r) / r
        Self::new(0, 1, self.r, times(self.p, self.r)?)
    }

    /// The same number with radicand `d`, if it is in that field.
    fn in_field(self, d: i128) -> Checked<Self> {
        if self.q == 0 || self.d == d {
            return Ok(Self { d, ..self });
        }
        // sqrt(d') = sqrt(d * d') / d * sqrt(d) when d * d' is a square
        let product = times(self.d, d)?.unsigned_abs();
        let root = exact_sqrt(product).ok_or(DifferentFields)?;
        let root = i128::try_from(root).map_err(|_| Overflow)?;
        Ok(Self { p: times(self.p, d)?, q: times(self.q, root)?, r: times(self.r, d)?, d })
    }

    fn common_field(self, other: Self) -> Checked<(Self, Self)> {
        let d = if self.q == 0 { other.d } else { self.d };
        Ok((self.in_field(d)?, other.in_field(d)?))
    }

    /// The sum.
    ///
    /// # Errors
    /// When the numbers are in different fields or a number does not fit.
    pub fn checked_add(self, other: Self) -> Checked<Self> {
        let (a, b) = self.common_field(other)?;
        let common = gcd(a.r.unsigned_abs(), b.r.unsigned_abs());
        let common = i128::try_from(common).map_err(|_| Overflow)?;
        let (fa, fb) = (b.r / common, a.r / common);
        let p = plus(times(a.p, fa)?, times(b.p, fb)?)?;
        let q = plus(times(a.q, fa)?, times(b.q, fb)?)?;
        Self::new(p, q, times(a.r, fa)?, a.d)
    }

    /// The negative.
    ///
    /// # Errors
    /// When a number does not fit.
    pub fn negate(self) -> Checked<Self> {
        let negative = |x: i128| x.checked_neg().ok_or(Overflow);
        Ok(Self { p: negative(self.p)?, q: negative(self.q)?, ..self })
    }

    /// The difference.
    ///
    /// # Errors
    /// As [`Quadratic::checked_add`].
    pub fn checked_sub(self, other: Self) -> Checked<Self> {
        self.checked_add(other.negate()?)
    }

    /// The product.
    ///
    /// # Errors
    /// As [`Quadratic::checked_add`].
    pub fn checked_mul(self, other: Self) -> Checked<Self> {
        let (a, b) = self.common_field(other)?;
        let p = plus(times(a.p, b.p)?, times(times(a.q, b.q)?, a.d)?)?;
        let q = plus(times(a.p, b.q)?, times(a.q, b.p)?)?;
        Self::new(p, q, times(a.r, b.r)?, a.d)
    }

    /// The quotient.
    ///
    /// # Errors
    /// As [`Quadratic::checked_add`], and when `other` is 0.
    pub fn checked_div(self, other: Self) -> Checked<Self> {
        // 1 / ((p + q s) / r) = r (p - q s) / (p^2 - q^2 d)
        let Self { p, q, r, d } = other;
        let norm = plus(times(p, p)?, -times(times(q, q)?, d)?)?;
        self.checked_mul(Self::new(times(r, p)?, times(r, -q)?, norm, d)?)
    }

    /// The greatest integer not above the number.
    ///
    /// # Errors
    /// When a number does not fit: `|q| * sqrt(d)` must stay below 2^127.
    pub fn floor(self) -> Checked<i128> {
        // r > 0, so floor((p + x) / r) = floor((p + floor(x)) / r)
        let (magnitude, d) = (self.q.unsigned_abs(), self.d.unsigned_abs());
        let square = magnitude.checked_mul(magnitude).and_then(|s| s.checked_mul(d));
        let root = match square.map(|square| (u64::try_from(square), square)) {
            Some((Ok(small), _)) => small.isqrt().into(),
            Some((Err(_), square)) => i128::try_from(isqrt(square)).map_err(|_| Overflow)?,
            None => {
                let square = BigUint::from(magnitude).pow(2) * d;
                i128::try_from(square.sqrt()).map_err(|_| Overflow)?
            }
        };
        // irrational unless q = 0: below zero the floor is one further down
        let root = if self.q < 0 { -root - 1 } else { root };
        floor_div(plus(self.p, root)?, self.r).ok_or(Overflow)
    }

    /// `floor(self * n + a / b)`, `b > 0`.
    ///
    /// # Errors
    /// As [`Quadratic::floor`].
    pub fn floor_of_line(self, n: i128, (a, b): (i128, i128)) -> Result<i128, QuadraticError> {
        let scale = times(n, b)?;
        let p = plus(times(self.p, scale)?, times(a, self.r)?)?;
        Self { p, q: times(self.q, scale)?, r: times(self.r, b)?, d: self.d }.floor()
    }

    /// How the number compares with zero.
    ///
    /// # Errors
    /// When a number does not fit.
    pub fn sign(self) -> Checked<Ordering> {
        let (p, q) = (self.p.cmp(&0), self.q.cmp(&0));
        if p == q || q == Ordering::Equal {
            return Ok(p);
        }
        if p == Ordering::Equal {
            return Ok(q);
        }
        // opposite signs: the greater square decides; they differ, as sqrt(d) is irrational
        let (p2, q2d) = (times(self.p, self.p)?, times(times(self.q, self.q)?, self.d)?);
        Ok(if p2 > q2d { p } else { q })
    }

    /// How the number compares with another of the same field.
    ///
    /// # Errors
    /// As [`Quadratic::checked_add`].
    pub fn compare(self, other: Self) -> Checked<Ordering> {
        self.checked_sub(other)?.sign()
    }
}
