//! Terms: clause expressions with names resolved to slots, ready to be analysed and compiled.
//!
//! A term is what the machine understands. Whatever it does not (folds, calls, huge numbers) stays
//! an expression and is evaluated exactly by `expr::eval`.

pub mod interval;

use arith::integer::gcd;
use expr::ast::{Binary, Comparison, Expr, Fold, Node, Unary};
use expr::function::{self, Function, Takes, function};
use expr::walk;
use hashbrown::HashMap;
use interval::Interval;
use std::ops::Deref;
use std::sync::Arc;

/// An integer term over slots: coordinates first, then the clause's quantified variables.
/// Conditions are 1 or 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Const(i64),
    /// The value of a slot.
    Slot(usize),
    /// An operation on two terms.
    Op(Op, Box<Term>, Box<Term>),
    /// 1 where the term is 0, else 0.
    Not(Box<Term>),
    /// A function of binary digits.
    Digits(Digits, Box<Term>),
    /// The second term where the first is not 0, else the third.
    Choose(Box<Term>, Box<Term>, Box<Term>),
    /// Element of a constant list; an index outside it is an error.
    Element(List, Box<Term>),
    /// One of several terms, by its number from 0; a number outside is an error.
    Pick(Vec<Term>, Box<Term>),
}

/// A constant list, and the least and the greatest of its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    entries: Arc<[i64]>,
    span: Option<Interval>,
}

impl From<Vec<i64>> for List {
    fn from(entries: Vec<i64>) -> Self {
        let least = entries.iter().copied().min();
        let span = least.zip(entries.iter().copied().max());
        Self { entries: entries.into(), span }
    }
}

impl Deref for List {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        &self.entries
    }
}

/// Functions of the binary digits of a number that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// How many are 1.
    Ones,
    /// The number with its lowest 1 alone; 0 of 0.
    Lowest,
    /// How many there are.
    Length,
}

impl Digits {
    const FUNCTIONS: [(Self, function::Digits); 3] = [
        (Self::Ones, function::Digits::Sum),
        (Self::Lowest, function::Digits::Lowest),
        (Self::Length, function::Digits::Length),
    ];

    /// What a function of one number tells of its digits.
    fn of(function: &Function) -> Option<Self> {
        let digits = function.digits.filter(|_| function.takes == Takes::Numbers(1))?;
        Self::FUNCTIONS.iter().find(|(_, of)| *of == digits).map(|(own, _)| *own)
    }

    /// The function of the language.
    pub(crate) fn function(self) -> Option<&'static Function> {
        let (_, digits) = Self::FUNCTIONS.iter().find(|(own, _)| *own == self)?;
        function::of_digits(*digits, 1)
    }

    /// The function of a number.
    pub fn apply(self, a: i64) -> Result<i64, Undefined> {
        if a < 0 {
            return Err(Undefined);
        }
        Ok(match self {
            Self::Ones => i64::from(a.count_ones()),
            Self::Lowest => a & a.wrapping_neg(),
            Self::Length => i64::from(i64::BITS - a.leading_zeros()),
        })
    }
}

/// Binary operations on terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Floor division.
    Div,
    /// Remainder of floor division.
    Rem,
    /// Nim-sum: exclusive or of the binary digits.
    Xor,
    /// The binary digits that both have.
    BitAnd,
    /// The binary digits that either has.
    BitOr,
    /// The binary digits of the first that the second does not have.
    AndNot,
    /// Shift to the left: product with a power of two. Shifts by negative numbers are undefined.
    Shl,
    /// Shift to the right: division by a power of two.
    Shr,
    /// The smaller one.
    Min,
    /// The greater one.
    Max,
    /// Greatest common divisor.
    Gcd,
    /// Whether they are equal.
    Eq,
    /// Whether they differ.
    Ne,
    /// Whether the first is smaller.
    Lt,
    /// Whether the first is not greater.
    Le,
    /// Whether neither is 0.
    And,
    /// Whether one of them is not 0.
    Or,
}

/// Evaluation of a term failed; the exact evaluator says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined;

/// Floor division, `None` by zero or on overflow.
pub(crate) fn floor_div(a: i64, b: i64) -> Option<i64> {
    let q = a.checked_div(b)?;
    if a % b != 0 && ((a < 0) != (b < 0)) { q.checked_sub(1) } else { Some(q) }
}

/// Remainder of floor division, `None` by zero or on overflow.
pub(crate) fn floor_rem(a: i64, b: i64) -> Option<i64> {
    let r = a.checked_rem(b)?;
    Some(if r != 0 && ((r < 0) != (b < 0)) { r + b } else { r })
}

/// `a` times 2^`k`, `None` on overflow.
fn shifted(a: i64, k: i64) -> Option<i64> {
    match k {
        _ if k < 0 => None,
        _ if a == 0 => Some(0),
        0..=62 => a.checked_mul(1 << k),
        _ => None,
    }
}

/// The entry of a list with that number from 0.
#[inline]
pub fn entry<T>(list: &[T], index: i64) -> Result<&T, Undefined> {
    usize::try_from(index).ok().and_then(|index| list.get(index)).ok_or(Undefined)
}

impl Op {
    /// The operation that an operator of the language is, where there is one.
    fn of(operator: Binary) -> Option<Self> {
        Some(match operator {
            Binary::Add => Self::Add,
            Binary::Sub => Self::Sub,
            Binary::Mul => Self::Mul,
            Binary::Div => Self::Div,
            Binary::Rem => Self::Rem,
            Binary::Xor => Self::Xor,
            Binary::BitAnd => Self::BitAnd,
            Binary::And => Self::And,
            Binary::Or => Self::Or,
            Binary::Iff => Self::Eq,
            Binary::Implies | Binary::Pow => return None,
        })
    }

    /// The operation on two numbers.
    #[inline]
    pub fn apply(self, a: i64, b: i64) -> Result<i64, Undefined> {
        let value = match self {
            Self::Add => a.checked_add(b),
            Self::Sub => a.checked_sub(b),
            Self::Mul => a.checked_mul(b),
            Self::Div => floor_div(a, b),
            Self::Rem => floor_rem(a, b),
            Self::Xor => Some(a ^ b),
            Self::BitAnd => Some(a & b),
            Self::BitOr => Some(a | b),
            Self::AndNot => Some(a & !b),
            Self::Shl => shifted(a, b),
            Self::Shr => (b >= 0).then(|| a >> b.min(63)),
            Self::Min => Some(a.min(b)),
            Self::Max => Some(a.max(b)),
            Self::Gcd => {
                let common = gcd(a.unsigned_abs().into(), b.unsigned_abs().into());
                i64::try_from(common).ok()
            }
            Self::Eq => Some(i64::from(a == b)),
            Self::Ne => Some(i64::from(a != b)),
            Self::Lt => Some(i64::from(a < b)),
            Self::Le => Some(i64::from(a <= b)),
            Self::And => Some(i64::from(a != 0 && b != 0)),
            Self::Or => Some(i64::from(a != 0 || b != 0)),
        };
        value.ok_or(Undefined)
    }
}

impl Term {
    /// `a op b`, folded when both are constants.
    pub fn op(op: Op, a: Self, b: Self) -> Self {
        if let (Self::Const(x), Self::Const(y)) = (&a, &b)
            && let Ok(value) = op.apply(*x, *y)
        {
            return Self::Const(value);
        }
        match (op, &a, &b) {
            (Op::Add, Self::Const(0), _) => b,
            (Op::Mul, Self::Const(1), _) => b,
            (Op::Add | Op::Sub, _, Self::Const(0)) => a,
            (Op::Mul | Op::Div, _, Self::Const(1)) => a,
            (Op::Shl | Op::Shr | Op::BitOr | Op::AndNot, _, Self::Const(0)) => a,
            (Op::BitOr, Self::Const(0), _) => b,
            // a - (a & b) has no digit of b.
            (Op::Sub, _, Self::Op(Op::BitAnd, c, d)) if **c == a => {
                Self::Op(Op::AndNot, Box::new(a), d.clone())
            }
            _ => Self::Op(op, Box::new(a), Box::new(b)),
        }
    }

    fn comparison(comparison: Comparison, a: Self, b: Self) -> Self {
        match comparison {
            Comparison::Eq => Self::op(Op::Eq, a, b),
            Comparison::Ne => Self::op(Op::Ne, a, b),
            Comparison::Lt => Self::op(Op::Lt, a, b),
            Comparison::Le => Self::op(Op::Le, a, b),
            Comparison::Gt => Self::op(Op::Lt, b, a),
            Comparison::Ge => Self::op(Op::Le, b, a),
        }
    }

    /// The term for an expression, `None` when the machine has no operation for some part of it.
    pub fn from_expr(expr: &Expr, slots: &HashMap<String, usize>) -> Option<Self> {
        Self::from_parts(expr, slots, &|_| None)
    }

    /// The same, where `other` gives terms for parts that the machine has no operation for.
    pub fn from_parts(
        expr: &Expr,
        slots: &HashMap<String, usize>,
        other: &dyn Fn(&Expr) -> Option<Self>,
    ) -> Option<Self> {
        let term = |e: &Expr| Self::from_parts(e, slots, other);
        Some(match &expr.node {
            Node::Int(value) => Self::Const(i64::try_from(*value).ok()?),
            Node::Bool(value) => Self::Const(i64::from(*value)),
            Node::Name(name) => Self::Slot(*slots.get(name)?),
            Node::Unary(Unary::Neg, e) => Self::op(Op::Sub, Self::Const(0), term(e)?),
            Node::Unary(Unary::Not, e) => match term(e)? {
                Self::Const(value) => Self::Const(i64::from(value == 0)),
                inner => Self::Not(Box::new(inner)),
            },
            Node::Binary(Binary::Implies, a, b) => {
                Self::op(Op::Or, Self::op(Op::Eq, term(a)?, Self::Const(0)), term(b)?)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (term(a)?, term(b)?);
                Op::of(*op).map(|op| Self::op(op, a, b)).or_else(|| other(expr))?
            }
            Node::Compare(first, rest) => {
                let mut links = walk::links(first, rest).map(|(a, comparison, b)| {
                    Some(Self::comparison(comparison, term(a)?, term(b)?))
                });
                let one = links.next()??;
                links.try_fold(one, |all, next| Some(Self::op(Op::And, all, next?)))?
            }
            Node::Member(e, set) => Self::member(&term(e)?, set, &term).or_else(|| other(expr))?,
            Node::If(c, a, b) => {
                Self::Choose(Box::new(term(c)?), Box::new(term(a)?), Box::new(term(b)?))
            }
            Node::Index(list, index) => {
                let Node::List(items) = &list.node else { return other(expr) };
                let items = items.iter().map(term).collect::<Option<Vec<_>>>()?;
                Self::pick(items, term(index)?)
            }
            Node::Call(name, arguments) => {
                Self::call(name, arguments, &term).or_else(|| other(expr))?
            }
            Node::List(_)
            | Node::Slice(..)
            | Node::Set(_)
            | Node::Range(..)
            | Node::Fold(Fold::Set, _)
            | Node::Value(_) => return None,
            Node::Fold(..) => return other(expr),
        })
    }

    /// Entry `index`, from 0, of a list.
    fn pick(items: Vec<Self>, index: Self) -> Self {
        if let Self::Const(k) = index
            && let Ok(item) = entry(&items, k)
        {
            return item.clone();
        }
        let constants = items.iter().map(|item| match item {
            Self::Const(value) => Some(*value),
            _ => None,
        });
        match constants.collect::<Option<Vec<i64>>>() {
            Some(values) => Self::Element(values.into(), Box::new(index)),
            None => Self::Pick(items, Box::new(index)),
        }
    }

    /// The vectorised form of a function that has one.
    fn call(name: &str, arguments: &[Expr], term: &dyn Fn(&Expr) -> Option<Self>) -> Option<Self> {
        let pair = |op, a, b| Some(Self::op(op, term(a)?, term(b)?));
        let parity = |e, odd| {
            let ones = Self::Digits(Digits::Ones, Box::new(term(e)?));
            let rest = Self::op(Op::Rem, ones, Self::Const(2));
            Some(Self::op(Op::Eq, rest, Self::Const(odd)))
        };
        match (name, arguments) {
            ("abs", [e]) => {
                let e = term(e)?;
                let negated = Self::op(Op::Sub, Self::Const(0), e.clone());
                Some(Self::op(Op::Max, e, negated))
            }
            ("odious", [e]) => parity(e, 1),
            ("evil", [e]) => parity(e, 0),
            ("shl", [a, k]) => pair(Op::Shl, a, k),
            ("shr", [a, k]) => pair(Op::Shr, a, k),
            ("bit", [a, k]) => Some(Self::op(Op::BitAnd, pair(Op::Shr, a, k)?, Self::Const(1))),
            ("bitor", [a, b]) => pair(Op::BitOr, a, b),
            ("gcd", [a, b]) => pair(Op::Gcd, a, b),
            ("min", _) => Self::reduce(Op::Min, arguments, term),
            ("max", _) => Self::reduce(Op::Max, arguments, term),
            ("xor", _) => Self::reduce(Op::Xor, arguments, term),
            ("sum", _) => Self::reduce(Op::Add, arguments, term),
            (_, [e]) => Some(Self::Digits(Digits::of(function(name)?)?, Box::new(term(e)?))),
            _ => None,
        }
    }

    /// A function of several numbers, or of a list.
    fn reduce(op: Op, arguments: &[Expr], term: &dyn Fn(&Expr) -> Option<Self>) -> Option<Self> {
        let items = match arguments {
            [Expr { node: Node::List(items), .. }] => items,
            [_, ..] => arguments,
            [] => return None,
        };
        if items.is_empty() {
            return matches!(op, Op::Xor | Op::Add).then_some(Self::Const(0));
        }
        let mut terms = items.iter().map(term);
        let first = terms.next()??;
        terms.try_fold(first, |total, next| Some(Self::op(op, total, next?)))
    }

    fn member(e: &Self, set: &Expr, term: &dyn Fn(&Expr) -> Option<Self>) -> Option<Self> {
        match &set.node {
            Node::Range(lo, hi) => {
                let (lo, hi) = (term(lo)?, term(hi)?);
                let above = Self::op(Op::Le, lo, e.clone());
                Some(Self::op(Op::And, above, Self::op(Op::Le, e.clone(), hi)))
            }
            Node::Set(items) if items.len() <= 8 => {
                items.iter().try_fold(Self::Const(0), |any, item| {
                    let equal = Self::op(Op::Eq, e.clone(), term(item)?);
                    Some(if any == Self::Const(0) { equal } else { Self::op(Op::Or, any, equal) })
                })
            }
            _ => None,
        }
    }

    /// The value of a part, most of which are slots and constants.
    #[inline(always)]
    fn part(&self, slots: &[i64]) -> Result<i64, Undefined> {
        match self {
            Self::Const(value) => Ok(*value),
            Self::Slot(slot) => Ok(slots[*slot]),
            other => other.value(slots),
        }
    }

    /// The value at the given slots.
    pub fn value(&self, slots: &[i64]) -> Result<i64, Undefined> {
        match self {
            Self::Const(value) => Ok(*value),
            Self::Slot(slot) => Ok(slots[*slot]),
            Self::Op(op, a, b) => {
                let a = a.part(slots)?;
                match op {
                    Op::And if a == 0 => Ok(0),
                    Op::Or if a != 0 => Ok(1),
                    _ => op.apply(a, b.part(slots)?),
                }
            }
            Self::Not(e) => Ok(i64::from(e.value(slots)? == 0)),
            Self::Choose(c, a, b) => {
                if c.value(slots)? != 0 {
                    a.value(slots)
                } else {
                    b.value(slots)
                }
            }
            Self::Digits(function, e) => function.apply(e.value(slots)?),
            Self::Element(list, index) => entry(list, index.value(slots)?).copied(),
            Self::Pick(items, index) => entry(items, index.value(slots)?)?.value(slots),
        }
    }

    /// The terms it is made of.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        let (few, many): ([Option<&Self>; 3], &[Self]) = match self {
            Self::Const(_) | Self::Slot(_) => ([None; 3], &[]),
            Self::Op(_, a, b) => ([Some(a), Some(b), None], &[]),
            Self::Not(e) | Self::Digits(_, e) | Self::Element(_, e) => ([Some(e), None, None], &[]),
            Self::Choose(c, a, b) => ([Some(c), Some(a), Some(b)], &[]),
            Self::Pick(items, e) => ([Some(e), None, None], items),
        };
        few.into_iter().flatten().chain(many)
    }

    /// The term with other terms in place of those it is made of; `None` when one of them has none.
    pub fn try_map(&self, of: &mut dyn FnMut(&Self) -> Option<Self>) -> Option<Self> {
        let boxed = |e: Option<Self>| e.map(Box::new);
        Some(match self {
            Self::Const(_) | Self::Slot(_) => self.clone(),
            Self::Op(op, a, b) => Self::op(*op, of(a)?, of(b)?),
            Self::Not(e) => match of(e)? {
                Self::Const(known) => Self::Const(i64::from(known == 0)),
                other => Self::Not(Box::new(other)),
            },
            Self::Digits(function, e) => Self::Digits(*function, boxed(of(e))?),
            Self::Choose(c, a, b) => Self::Choose(boxed(of(c))?, boxed(of(a))?, boxed(of(b))?),
            Self::Element(list, e) => match of(e)? {
                Self::Const(k) if let Ok(&known) = entry(list, k) => Self::Const(known),
                index => Self::Element(list.clone(), Box::new(index)),
            },
            Self::Pick(items, e) => {
                Self::Pick(items.iter().map(&mut *of).collect::<Option<_>>()?, boxed(of(e))?)
            }
        })
    }

    /// The term with other terms in place of those it is made of.
    pub fn map(&self, of: &mut dyn FnMut(&Self) -> Self) -> Self {
        self.try_map(&mut |part| Some(of(part))).unwrap_or_else(|| self.clone())
    }

    /// Whether it has a value for all numbers in the slots, but for those too great to compute with.
    pub fn is_total(&self) -> bool {
        let own = match self {
            Self::Digits(..) | Self::Element(..) | Self::Pick(..) => false,
            Self::Op(Op::Shl | Op::Shr, ..) => false,
            Self::Op(Op::Div | Op::Rem, _, b) => matches!(**b, Self::Const(1..)),
            _ => true,
        };
        own && self.parts().all(Self::is_total)
    }

    /// Whether the slot occurs.
    pub fn uses(&self, slot: usize) -> bool {
        matches!(self, Self::Slot(s) if *s == slot) || self.parts().any(|part| part.uses(slot))
    }

    /// The greatest slot that occurs.
    pub fn last_slot(&self) -> Option<usize> {
        match self {
            Self::Slot(s) => Some(*s),
            _ => self.parts().filter_map(Self::last_slot).max(),
        }
    }

    /// The term with `value` in place of the slot.
    pub fn with(&self, slot: usize, value: &Self) -> Self {
        match self {
            Self::Slot(s) if *s == slot => value.clone(),
            _ => self.map(&mut |part| part.with(slot, value)),
        }
    }

    /// `self = rest + coefficient * slot` with `rest` free of the slot, when the term has that form
    /// with a constant coefficient.
    pub fn linear_in(&self, slot: usize) -> Option<(i64, Self)> {
        match self.slope_in(slot)? {
            (Self::Const(coefficient), rest) => Some((coefficient, rest)),
            _ => None,
        }
    }

    /// `self = rest + slope * slot` with both free of the slot, when the term has that form.
    pub fn slope_in(&self, slot: usize) -> Option<(Self, Self)> {
        if !self.uses(slot) {
            return Some((Self::Const(0), self.clone()));
        }
        match self {
            Self::Slot(_) => Some((Self::Const(1), Self::Const(0))),
            Self::Op(op @ (Op::Add | Op::Sub), a, b) => {
                let ((slope_a, rest_a), (slope_b, rest_b)) = (a.slope_in(slot)?, b.slope_in(slot)?);
                Some((Self::op(*op, slope_a, slope_b), Self::op(*op, rest_a, rest_b)))
            }
            Self::Op(Op::Mul, a, b) => {
                let (factor, other) = if a.uses(slot) { (b, a) } else { (a, b) };
                if factor.uses(slot) {
                    return None;
                }
                let times = |term| match term {
                    Self::Const(0) => term,
                    _ => Self::op(Op::Mul, Self::clone(factor), term),
                };
                let (slope, rest) = other.slope_in(slot)?;
                Some((times(slope), times(rest)))
            }
            _ => None,
        }
    }

    /// Splits `a <= min(x, y)` into `a <= x` and `a <= y`, `max(x, y) <= b` into `x <= b` and `y <= b`, and `<`
    /// alike.
    pub fn sides(self) -> Vec<Self> {
        let Self::Op(op @ (Op::Le | Op::Lt), a, b) = self else { return vec![self] };
        match (*a, *b) {
            (a, Self::Op(Op::Min, x, y)) => [*x, *y]
                .into_iter()
                .flat_map(|side| Self::op(op, a.clone(), side).sides())
                .collect(),
            (Self::Op(Op::Max, x, y), b) => [*x, *y]
                .into_iter()
                .flat_map(|side| Self::op(op, side, b.clone()).sides())
                .collect(),
            (a, b) => vec![Self::op(op, a, b)],
        }
    }

    /// The conjuncts of a condition.
    pub fn conjuncts(self) -> Vec<Self> {
        match self {
            Self::Op(Op::And, a, b) => [a.conjuncts(), b.conjuncts()].concat(),
            other => vec![other],
        }
    }
}
