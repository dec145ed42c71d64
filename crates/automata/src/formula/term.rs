//! Terms: linear in the variables.

use super::{Formula, MAX_DEPTH, Sign};
use crate::Name;
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;

/// An integer term; cheap to clone.
#[derive(Clone, Debug)]
pub struct Term {
    pub(crate) shape: Arc<TermKind>,
    depth: u32,
}

/// How a term is made.
#[derive(Debug)]
pub(crate) enum TermKind {
    Constant(i128),
    Variable(Name),
    Add(Term, Term),
    Times(i128, Term),
    TooDeep,
}

impl Term {
    fn new(shape: TermKind, depth: u32) -> Self {
        let shape = if depth > MAX_DEPTH { TermKind::TooDeep } else { shape };
        Self { shape: Arc::new(shape), depth }
    }

    fn pair(left: Self, right: Self, shape: impl FnOnce(Self, Self) -> TermKind) -> Self {
        let depth = left.depth.max(right.depth) + 1;
        Self::new(shape(left, right), depth)
    }

    fn single(self, shape: impl FnOnce(Self) -> TermKind) -> Self {
        let depth = self.depth + 1;
        Self::new(shape(self), depth)
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Equality.
    #[must_use]
    pub fn equals(self, other: impl Into<Self>) -> Formula {
        Formula::compare(self, Sign::Equal, other.into())
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
}

impl From<&str> for Term {
    /// A variable.
    fn from(name: &str) -> Self {
        Self::new(TermKind::Variable(name.into()), 0)
    }
}

impl From<i128> for Term {
    fn from(constant: i128) -> Self {
        Self::new(TermKind::Constant(constant), 0)
    }
}

impl<T: Into<Self>> Add<T> for Term {
    type Output = Self;

    fn add(self, other: T) -> Self {
        Self::pair(self, other.into(), TermKind::Add)
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
        self.single(|term| TermKind::Times(factor, term))
    }
}
