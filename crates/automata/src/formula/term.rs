//! Terms: linear in the variables, with floor division and remainders by constants, and digit-wise
//! operations in base 2.

use super::{DEEPEST, Formula, Sign};
use crate::Name;
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;

/// An integer term; cheap to clone.
#[derive(Clone, Debug)]
pub struct Term {
    pub(crate) shape: Arc<Shape>,
    depth: u32,
}

/// How a term is made.
#[derive(Debug)]
pub(crate) enum Shape {
    Constant(i128),
    Variable(Name),
    Add(Term, Term),
    Times(i128, Term),
    /// Rounded down.
    Quotient(Term, i128),
    Remainder(Term, i128),
    Digitwise(Digitwise, Term, Term),
    /// The place of the lowest digit that is not 0; 0 for 0.
    Lowest(Term),
    TooDeep,
}

/// Operations on binary digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Digitwise {
    Xor,
    And,
    Or,
}

impl Digitwise {
    /// The name of the function.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Xor => "xor",
            Self::And => "and",
            Self::Or => "or",
        }
    }

    /// On digits 0 and 1.
    pub(crate) fn of(self, left: u32, right: u32) -> u32 {
        match self {
            Self::Xor => left ^ right,
            Self::And => left & right,
            Self::Or => left | right,
        }
    }
}

impl Term {
    fn new(shape: Shape, depth: u32) -> Self {
        let shape = if depth > DEEPEST { Shape::TooDeep } else { shape };
        Self { shape: Arc::new(shape), depth }
    }

    fn pair(left: Self, right: Self, shape: impl FnOnce(Self, Self) -> Shape) -> Self {
        let depth = left.depth.max(right.depth) + 1;
        Self::new(shape(left, right), depth)
    }

    fn single(self, shape: impl FnOnce(Self) -> Shape) -> Self {
        let depth = self.depth + 1;
        Self::new(shape(self), depth)
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// The quotient by a positive constant, rounded down.
    #[must_use]
    pub fn quotient(self, divisor: i128) -> Self {
        self.single(|term| Shape::Quotient(term, divisor))
    }

    /// The remainder modulo a positive constant.
    #[must_use]
    pub fn remainder(self, modulus: i128) -> Self {
        self.single(|term| Shape::Remainder(term, modulus))
    }

    /// The sum without carry of binary digits (nim-sum); base 2 only.
    #[must_use]
    pub fn xor(self, other: impl Into<Self>) -> Self {
        Self::pair(self, other.into(), |a, b| Shape::Digitwise(Digitwise::Xor, a, b))
    }

    /// The common binary digits; base 2 only.
    #[must_use]
    pub fn bit_and(self, other: impl Into<Self>) -> Self {
        Self::pair(self, other.into(), |a, b| Shape::Digitwise(Digitwise::And, a, b))
    }

    /// The binary digits of either; base 2 only.
    #[must_use]
    pub fn bit_or(self, other: impl Into<Self>) -> Self {
        Self::pair(self, other.into(), |a, b| Shape::Digitwise(Digitwise::Or, a, b))
    }

    /// The place of the lowest digit that is not 0 (`n & -n` in base 2, the least Zeckendorf part
    /// in Fibonacci's numeration); 0 for 0.
    #[must_use]
    pub fn lowest(self) -> Self {
        self.single(Shape::Lowest)
    }

    /// Equality.
    #[must_use]
    pub fn equals(self, other: impl Into<Self>) -> Formula {
        Formula::compare(self, Sign::Equal, other.into())
    }

    /// The negation of [`Self::equals`].
    #[must_use]
    pub fn differs(self, other: impl Into<Self>) -> Formula {
        Formula::compare(self, Sign::Differs, other.into())
    }

    /// `<`.
    #[must_use]
    pub fn below(self, other: impl Into<Self>) -> Formula {
        Formula::compare(self, Sign::Below, other.into())
    }

    /// `<=`.
    #[must_use]
    pub fn at_most(self, other: impl Into<Self>) -> Formula {
        Formula::compare(self, Sign::AtMost, other.into())
    }

    /// `>`.
    #[must_use]
    pub fn above(self, other: impl Into<Self>) -> Formula {
        Formula::compare(other.into(), Sign::Below, self)
    }

    /// `>=`.
    #[must_use]
    pub fn at_least(self, other: impl Into<Self>) -> Formula {
        Formula::compare(other.into(), Sign::AtMost, self)
    }

    /// Whether the value is a place of the numeration: a power of k in base k.
    #[must_use]
    pub fn is_place(self) -> Formula {
        Formula::place(self)
    }
}

impl From<&str> for Term {
    /// A variable.
    fn from(name: &str) -> Self {
        Self::new(Shape::Variable(name.into()), 0)
    }
}

impl From<i128> for Term {
    fn from(constant: i128) -> Self {
        Self::new(Shape::Constant(constant), 0)
    }
}

impl<T: Into<Self>> Add<T> for Term {
    type Output = Self;

    fn add(self, other: T) -> Self {
        Self::pair(self, other.into(), Shape::Add)
    }
}

impl<T: Into<Self>> Sub<T> for Term {
    type Output = Self;

    fn sub(self, other: T) -> Self {
        self + -other.into()
    }
}

impl Neg for Term {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1
    }
}

impl Mul<i128> for Term {
    type Output = Self;

    fn mul(self, factor: i128) -> Self {
        self.single(|term| Shape::Times(factor, term))
    }
}
