//! Formulas at many places at once: the same as one place after another, at a fraction of the cost.
//!
//! Formulas that are tried one after the other have parts in common (`rest = 0`, `rest < 1`, ...), whose
//! values are kept for a while.

use std::sync::Arc;

use expr::ast::Comparison;

use crate::operation::{operate, value};
use crate::{Formula, Op, Operation};

/// Parts whose values are kept.
const KEPT: usize = 6;

/// Places, and the values there of parts of formulas met last.
#[derive(Debug)]
pub struct PlaceValues {
    /// Their coordinates, variable by variable.
    columns: Vec<Arc<Vec<i64>>>,
    count: usize,
    kept: Vec<(Formula, Option<Arc<Vec<i64>>>)>,
    /// Where the next one is kept.
    next: usize,
}

/// A side of an operation.
enum Side {
    Same(i64),
    Each(Arc<Vec<i64>>),
}

impl PlaceValues {
    /// Places whose coordinates are given variable by variable.
    pub fn new(columns: Vec<Vec<i64>>, count: usize) -> Self {
        let columns = columns.into_iter().map(Arc::new).collect();
        Self { columns, count, kept: Vec::new(), next: 0 }
    }

    /// The values of a formula at all places; `None` when one of them is not defined.
    pub fn values(&mut self, formula: &Formula) -> Option<Vec<i64>> {
        match formula {
            Formula::Int(k) => Some(vec![*k; self.count]),
            Formula::Var(i) => Some(self.columns.get(*i)?.to_vec()),
            Formula::Apply(operation, parts) => self.applied(operation, parts, formula),
        }
    }

    fn applied(
        &mut self,
        operation: &Operation,
        parts: &[Formula],
        formula: &Formula,
    ) -> Option<Vec<i64>> {
        match (operation, parts) {
            // What is decided by the first side may be undefined in the second.
            (Operation::Binary(Op::And | Op::Or) | Operation::If, _) => self.one_by_one(formula),
            (Operation::Binary(op), [a, b]) => {
                let (a, b) = (self.side(a)?, self.side(b)?);
                operated(*op, &a, &b, self.count)
            }
            (Operation::Compare(c), [a, b]) => self.compared(*c, a, b),
            (Operation::Call(f), [a, b]) => {
                let (a, b) = (self.side(a)?, self.side(b)?);
                match f.name {
                    "min" => joined(&a, &b, self.count, |a, b| Some(a.min(b))),
                    "max" => joined(&a, &b, self.count, |a, b| Some(a.max(b))),
                    _ => joined(&a, &b, self.count, |a, b| value(f, [a, b])),
                }
            }
            (Operation::Call(f), [a]) => {
                let a = self.side(a)?;
                joined(&a, &Side::Same(0), self.count, |a, _| value(f, [a]))
            }
            (operation, [a]) => {
                let a = self.side(a)?;
                joined(&a, &Side::Same(0), self.count, |a, _| operation.value_of_one(a))
            }
            _ => self.one_by_one(formula),
        }
    }

    /// The values of a comparison.
    pub fn compared(&mut self, c: Comparison, a: &Formula, b: &Formula) -> Option<Vec<i64>> {
        let (a, b) = (&self.side(a)?, &self.side(b)?);
        match c {
            Comparison::Eq => joined(a, b, self.count, |a, b| Some(i64::from(a == b))),
            Comparison::Ne => joined(a, b, self.count, |a, b| Some(i64::from(a != b))),
            Comparison::Lt => joined(a, b, self.count, |a, b| Some(i64::from(a < b))),
            Comparison::Le => joined(a, b, self.count, |a, b| Some(i64::from(a <= b))),
            Comparison::Gt => joined(a, b, self.count, |a, b| Some(i64::from(a > b))),
            Comparison::Ge => joined(a, b, self.count, |a, b| Some(i64::from(a >= b))),
        }
    }

    /// The values of a part, which may be met again.
    fn side(&mut self, part: &Formula) -> Option<Side> {
        match part {
            Formula::Int(k) => return Some(Side::Same(*k)),
            Formula::Var(i) => return self.columns.get(*i).map(Arc::clone).map(Side::Each),
            Formula::Apply(..) => {}
        }
        if let Some((_, values)) = self.kept.iter().find(|(known, _)| known == part) {
            return values.clone().map(Side::Each);
        }
        let values = self.values(part).map(Arc::new);
        let entry = (part.clone(), values.clone());
        if self.kept.len() < KEPT {
            self.kept.push(entry);
        } else {
            self.kept[self.next] = entry;
            self.next = (self.next + 1) % KEPT;
        }
        values.map(Side::Each)
    }

    fn one_by_one(&self, formula: &Formula) -> Option<Vec<i64>> {
        let mut place = vec![0; self.columns.len()];
        let at = |i: usize| {
            place.iter_mut().zip(&self.columns).for_each(|(slot, column)| *slot = column[i]);
            formula.eval(&place)
        };
        (0..self.count).map(at).collect()
    }
}

/// The values of an operator.
fn operated(op: Op, a: &Side, b: &Side, count: usize) -> Option<Vec<i64>> {
    // One loop for each operator.
    match op {
        Op::Add => joined(a, b, count, i64::checked_add),
        Op::Sub => joined(a, b, count, i64::checked_sub),
        Op::Mul => joined(a, b, count, i64::checked_mul),
        Op::Xor => joined(a, b, count, |a, b| Some(a ^ b)),
        Op::Rem => joined(a, b, count, |a, b| operate(Op::Rem, a, b)),
        Op::Div => joined(a, b, count, |a, b| operate(Op::Div, a, b)),
        _ => joined(a, b, count, |a, b| operate(op, a, b)),
    }
}

#[inline]
fn joined(
    a: &Side,
    b: &Side,
    count: usize,
    f: impl Fn(i64, i64) -> Option<i64>,
) -> Option<Vec<i64>> {
    match (a, b) {
        (Side::Same(a), Side::Same(b)) => Some(vec![f(*a, *b)?; count]),
        (Side::Each(a), Side::Same(b)) => all(a.iter().map(|a| f(*a, *b)), count),
        (Side::Same(a), Side::Each(b)) => all(b.iter().map(|b| f(*a, *b)), count),
        (Side::Each(a), Side::Each(b)) => all(a.iter().zip(&**b).map(|(a, b)| f(*a, *b)), count),
    }
}

#[inline]
fn all(values: impl Iterator<Item = Option<i64>>, count: usize) -> Option<Vec<i64>> {
    let mut all = Vec::with_capacity(count);
    for value in values {
        all.push(value?);
    }
    Some(all)
}
