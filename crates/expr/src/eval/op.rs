//! The compiled form: trees whose names are slots.

use std::sync::Arc;

use arith::{NumberSet, Quadratic};

use super::Passed;
use super::apply::Called;
use crate::ast::{Binary, Comparison, Fold, GameRef, Quantity};
use crate::function::{Computed, Function, Reduction};

/// A tree to run, and what it needs.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) op: Op,
    /// Slots it uses, arguments or coordinates first.
    pub(super) slots: usize,
    /// How many calls deep running it goes.
    pub(super) height: usize,
}

/// Something with an integer value; conditions are 1 or 0. Slots count from the frame's base.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Const(i128),
    Slot(usize),
    Neg(Box<Op>),
    Not(Box<Op>),
    Binary(Binary, Box<(Op, Op)>),
    Compare(Comparison, Box<(Op, Op)>),
    /// A chain of at least two comparisons.
    Chain(Box<Op>, Vec<(Comparison, Op)>),
    Member(Box<Op>, Box<Collection>),
    If(Box<(Op, Op, Op)>),
    Call1(Called<fn(i128) -> Computed>, Box<Op>),
    Call2(Called<fn(i128, i128) -> Computed>, Box<(Op, Op)>),
    Call3(Called<fn(i128, i128, i128) -> Computed>, Box<[Op; 3]>),
    Reduce(Reduction, Vec<Op>),
    OfAll(Measure, Box<Collection>),
    /// A function of numbers and two lists.
    Listed(&'static Function, Vec<Op>, Box<(Collection, Collection)>),
    /// Whether two lists or two sets are equal; with false, whether they differ.
    Equal(bool, Box<(Collection, Collection)>),
    Index(Box<(Collection, Op)>),
    Fold(Fold, Vec<ItemOp>),
    Floor(Box<Exact>),
    /// A definition.
    Define(usize, Vec<Op>),
    Value(Box<ValueOp>),
    Head(Vec<Op>),
}

/// A number that all elements of a list or set have together.
#[derive(Clone, Copy, Debug)]
pub(super) enum Measure {
    Reduce(Reduction),
    /// How many there are.
    Size,
    /// Least number >= 0 that is none of them.
    Mex,
}

/// A list or a set of integers.
#[derive(Clone, Debug)]
pub(super) enum Collection {
    Items(Vec<Op>),
    Constant(Arc<[i128]>),
    /// A vector: first slot and length. The only list that counts from 1.
    Vector(usize, usize),
    Zeckendorf(Box<Op>),
    /// Of a number, the weights and the first terms of a recurrence.
    GreedyParts(Box<(Op, Collection, Collection)>),
    Fold(Vec<ItemOp>),
    /// The entries between two places, both included.
    Slice(Box<(Collection, Op, Op)>),
    Concat(Vec<Collection>),
    Reverse(Box<Collection>),
    /// A quantity at every option of the position at hand; of a condition maybe whether it fails.
    Options {
        quantity: Quantity,
        negated: bool,
    },
    Range(Op, Op),
    Numbers(NumberSet),
    Powers(Op),
    /// The numbers from lo to hi whose binary digit in the mask, counted from lo, is 1: mask, lo, hi.
    Members(Box<(Op, Op, Op)>),
    Heads,
    /// The entries of a list as a set.
    Distinct(Box<Collection>),
    /// Union `+`, difference `-`, intersection `&`.
    Combine(Binary, Box<(Collection, Collection)>),
    If(Box<(Op, Collection, Collection)>),
}

impl Collection {
    /// The set of its elements.
    pub(super) fn into_set(self) -> Self {
        match self {
            Self::Range(..)
            | Self::Numbers(_)
            | Self::Powers(_)
            | Self::Members(_)
            | Self::Heads
            | Self::Distinct(_)
            | Self::Combine(..)
            | Self::If(_) => self,
            list => Self::Distinct(Box::new(list)),
        }
    }

    /// Whether it has no end.
    pub(super) fn is_endless(&self) -> bool {
        match self {
            Self::Numbers(set) => !set.is_finite(),
            Self::Powers(_) => true,
            Self::Combine(Binary::BitAnd, sets) => sets.0.is_endless() && sets.1.is_endless(),
            Self::Combine(Binary::Sub, sets) => sets.0.is_endless(),
            Self::Combine(_, sets) => sets.0.is_endless() || sets.1.is_endless(),
            Self::If(parts) => parts.1.is_endless() || parts.2.is_endless(),
            _ => false,
        }
    }
}

/// One item of a comprehension.
#[derive(Clone, Debug)]
pub(super) struct ItemOp {
    pub(super) binders: Vec<BinderOp>,
    pub(super) guard: Option<Op>,
    pub(super) body: Op,
}

/// A variable of a comprehension.
#[derive(Clone, Debug)]
pub(super) struct BinderOp {
    pub(super) slot: usize,
    pub(super) set: Collection,
    /// The guard fails for lesser values, and for greater ones.
    pub(super) least: Option<Op>,
    pub(super) most: Option<Op>,
}

/// A quantity of a position.
#[derive(Clone, Debug)]
pub(super) struct ValueOp {
    pub(super) quantity: Quantity,
    pub(super) game: Option<(GameRef, Vec<ArgumentOp>)>,
    pub(super) position: Option<Vec<Vec<CoordinateOp>>>,
}

/// An argument for another game.
#[derive(Clone, Debug)]
pub(super) enum ArgumentOp {
    Known(Passed),
    Int(Op),
    Range(Op, Op),
    Powers(Op),
    Set(Collection),
}

/// One coordinate of a position, or several.
#[derive(Clone, Debug)]
pub(super) enum CoordinateOp {
    One(Op),
    All(Collection),
    Set(Collection),
}

/// Exact arithmetic inside `floor(...)`.
#[derive(Clone, Debug)]
pub(super) enum Exact {
    Const(Quadratic),
    Integer(Op),
    Neg(Box<Exact>),
    Binary(Binary, Box<(Exact, Exact)>),
    Power(Box<Exact>, Op),
    Sqrt(Box<Exact>),
    Abs(Box<Exact>),
    /// The least; with true, the greatest.
    Extreme(bool, Vec<Exact>),
    If(Op, Box<(Exact, Exact)>),
}
