//! Terms: clause expressions with names resolved to slots, ready to be analysed and compiled.
//!
//! A term is what the machine understands. Whatever it does not (folds, calls, huge numbers) stays
//! an expression and is evaluated exactly by `expr::eval`.

use expr::ast::{Binary, Comparison, Expr, Node, Set, Unary};
use hashbrown::HashMap;

/// An integer term over slots: coordinates first, then the clause's quantified variables.
/// Conditions are 1 or 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Const(i64),
    Slot(usize),
    Op(Op, Box<Term>, Box<Term>),
    Not(Box<Term>),
    Choose(Box<Term>, Box<Term>, Box<Term>),
    /// Element of a constant list; an index outside it is an error.
    Element(Vec<i64>, Box<Term>),
}

/// Binary operations on terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    /// Floor division.
    Div,
    /// Remainder of floor division.
    Rem,
    Xor,
    BitAnd,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    And,
    Or,
}

/// Evaluation of a term failed; the exact evaluator says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Undefined;

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

impl Op {
    /// The operation on two numbers.
    pub(crate) fn apply(self, a: i64, b: i64) -> Result<i64, Undefined> {
        let value = match self {
            Self::Add => a.checked_add(b),
            Self::Sub => a.checked_sub(b),
            Self::Mul => a.checked_mul(b),
            Self::Div => floor_div(a, b),
            Self::Rem => floor_rem(a, b),
            Self::Xor => Some(a ^ b),
            Self::BitAnd => Some(a & b),
            Self::Min => Some(a.min(b)),
            Self::Max => Some(a.max(b)),
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
    pub(crate) fn op(op: Op, a: Self, b: Self) -> Self {
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
            _ => Self::Op(op, Box::new(a), Box::new(b)),
        }
    }

    /// The term for an expression, `None` when the machine has no operation for some part of it.
    pub(crate) fn from_expr(expr: &Expr, slots: &HashMap<String, usize>) -> Option<Self> {
        let term = |e: &Expr| Self::from_expr(e, slots);
        Some(match &expr.node {
            Node::Int(value) => Self::Const(i64::try_from(*value).ok()?),
            Node::Bool(value) => Self::Const(i64::from(*value)),
            Node::Name(name) => Self::Slot(*slots.get(name)?),
            Node::Unary(Unary::Neg, e) => Self::op(Op::Sub, Self::Const(0), term(e)?),
            Node::Unary(Unary::Not, e) => match term(e)? {
                Self::Const(value) => Self::Const(i64::from(value == 0)),
                inner => Self::Not(Box::new(inner)),
            },
            Node::Binary(op, a, b) => {
                let (a, b) = (term(a)?, term(b)?);
                match op {
                    Binary::Add => Self::op(Op::Add, a, b),
                    Binary::Sub => Self::op(Op::Sub, a, b),
                    Binary::Mul => Self::op(Op::Mul, a, b),
                    Binary::Div => Self::op(Op::Div, a, b),
                    Binary::Rem => Self::op(Op::Rem, a, b),
                    Binary::Xor => Self::op(Op::Xor, a, b),
                    Binary::BitAnd => Self::op(Op::BitAnd, a, b),
                    Binary::And => Self::op(Op::And, a, b),
                    Binary::Or => Self::op(Op::Or, a, b),
                    Binary::Iff => Self::op(Op::Eq, a, b),
                    Binary::Implies => Self::op(Op::Or, Self::op(Op::Eq, a, Self::Const(0)), b),
                    Binary::Pow => return None,
                }
            }
            Node::Compare(first, rest) => {
                let mut left = term(first)?;
                let mut all = None;
                for (comparison, right) in rest {
                    let right = term(right)?;
                    let (l, r) = (left, right.clone());
                    let one = match comparison {
                        Comparison::Eq => Self::op(Op::Eq, l, r),
                        Comparison::Ne => Self::op(Op::Ne, l, r),
                        Comparison::Lt => Self::op(Op::Lt, l, r),
                        Comparison::Le => Self::op(Op::Le, l, r),
                        Comparison::Gt => Self::op(Op::Lt, r, l),
                        Comparison::Ge => Self::op(Op::Le, r, l),
                    };
                    all = Some(match all {
                        None => one,
                        Some(previous) => Self::op(Op::And, previous, one),
                    });
                    left = right;
                }
                all?
            }
            Node::Member(e, set) => Self::member(&term(e)?, set, slots)?,
            Node::If(c, a, b) => {
                Self::Choose(Box::new(term(c)?), Box::new(term(a)?), Box::new(term(b)?))
            }
            Node::Index(list, index) => {
                let Node::List(items) = &list.node else { return None };
                let values = items
                    .iter()
                    .map(|e| match term(e)? {
                        Self::Const(value) => Some(value),
                        _ => None,
                    })
                    .collect::<Option<Vec<_>>>()?;
                Self::Element(values, Box::new(term(index)?))
            }
            Node::Call(name, arguments) => Self::call(name, arguments, slots)?,
            Node::List(_) | Node::Fold(..) | Node::Value(_) => return None,
        })
    }

    fn call(name: &str, arguments: &[Expr], slots: &HashMap<String, usize>) -> Option<Self> {
        let op = match name {
            "min" => Op::Min,
            "max" => Op::Max,
            "abs" => {
                let [e] = arguments else { return None };
                let e = Self::from_expr(e, slots)?;
                let negated = Self::op(Op::Sub, Self::Const(0), e.clone());
                return Some(Self::op(Op::Max, e, negated));
            }
            "xor" => Op::Xor,
            "sum" => Op::Add,
            _ => return None,
        };
        let items = match arguments {
            [Expr { node: Node::List(items), .. }] => items,
            [_, _] if matches!(op, Op::Min | Op::Max) => arguments,
            _ => return None,
        };
        let mut terms = items.iter().map(|e| Self::from_expr(e, slots));
        let first = terms.next()??;
        terms.try_fold(first, |total, next| Some(Self::op(op, total, next?)))
    }

    fn member(e: &Self, set: &Set, slots: &HashMap<String, usize>) -> Option<Self> {
        match set {
            Set::Range(lo, hi) => {
                let (lo, hi) = (Self::from_expr(lo, slots)?, Self::from_expr(hi, slots)?);
                let above = Self::op(Op::Le, lo, e.clone());
                Some(Self::op(Op::And, above, Self::op(Op::Le, e.clone(), hi)))
            }
            Set::Elements(items) if items.len() <= 8 => {
                let mut any = Self::Const(0);
                for item in items {
                    let equal = Self::op(Op::Eq, e.clone(), Self::from_expr(item, slots)?);
                    any = if any == Self::Const(0) { equal } else { Self::op(Op::Or, any, equal) };
                }
                Some(any)
            }
            Set::Elements(_) | Set::Named(..) => None,
        }
    }

    /// The value at the given slots.
    pub(crate) fn value(&self, slots: &[i64]) -> Result<i64, Undefined> {
        match self {
            Self::Const(value) => Ok(*value),
            Self::Slot(slot) => Ok(slots[*slot]),
            Self::Op(op, a, b) => {
                let a = a.value(slots)?;
                match op {
                    Op::And if a == 0 => Ok(0),
                    Op::Or if a != 0 => Ok(1),
                    _ => op.apply(a, b.value(slots)?),
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
            Self::Element(list, index) => {
                let index = usize::try_from(index.value(slots)?).map_err(|_| Undefined)?;
                list.get(index).copied().ok_or(Undefined)
            }
        }
    }

    /// Whether the slot occurs.
    pub(crate) fn uses(&self, slot: usize) -> bool {
        match self {
            Self::Const(_) => false,
            Self::Slot(s) => *s == slot,
            Self::Op(_, a, b) => a.uses(slot) || b.uses(slot),
            Self::Not(e) | Self::Element(_, e) => e.uses(slot),
            Self::Choose(c, a, b) => c.uses(slot) || a.uses(slot) || b.uses(slot),
        }
    }

    /// The greatest slot that occurs.
    pub(crate) fn last_slot(&self) -> Option<usize> {
        match self {
            Self::Const(_) => None,
            Self::Slot(s) => Some(*s),
            Self::Op(_, a, b) => a.last_slot().max(b.last_slot()),
            Self::Not(e) | Self::Element(_, e) => e.last_slot(),
            Self::Choose(c, a, b) => c.last_slot().max(a.last_slot()).max(b.last_slot()),
        }
    }

    /// `self = rest + coefficient * slot` with `rest` free of the slot, when the term has that form.
    pub(crate) fn linear_in(&self, slot: usize) -> Option<(i64, Self)> {
        if !self.uses(slot) {
            return Some((0, self.clone()));
        }
        match self {
            Self::Slot(_) => Some((1, Self::Const(0))),
            Self::Op(Op::Add, a, b) => {
                let ((ca, ra), (cb, rb)) = (a.linear_in(slot)?, b.linear_in(slot)?);
                Some((ca.checked_add(cb)?, Self::op(Op::Add, ra, rb)))
            }
            Self::Op(Op::Sub, a, b) => {
                let ((ca, ra), (cb, rb)) = (a.linear_in(slot)?, b.linear_in(slot)?);
                Some((ca.checked_sub(cb)?, Self::op(Op::Sub, ra, rb)))
            }
            Self::Op(Op::Mul, a, b) => {
                let (factor, other) = match (&**a, &**b) {
                    (Self::Const(c), other) | (other, Self::Const(c)) => (*c, other),
                    _ => return None,
                };
                let (coefficient, rest) = other.linear_in(slot)?;
                Some((
                    coefficient.checked_mul(factor)?,
                    Self::op(Op::Mul, Self::Const(factor), rest),
                ))
            }
            _ => None,
        }
    }

    /// The conjuncts of a condition.
    pub(crate) fn conjuncts(self) -> Vec<Self> {
        match self {
            Self::Op(Op::And, a, b) => {
                let mut all = a.conjuncts();
                all.extend(b.conjuncts());
                all
            }
            other => vec![other],
        }
    }
}
