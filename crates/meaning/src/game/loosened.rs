//! A game with more moves than the given one, so that more of it is definable.

use super::{Clause, ELEMENTS, Game, OptionPart};
use crate::reading::POSITIVE;
use expr::ast::{Binary, Expr, Node, Unary};
use expr::build::range;
use expr::substitute::{mentions, name};
use logic::formula::Linear;
use logic::numeration::Numeration;

impl Game {
    /// A game with the positions and all moves of this one, and perhaps more moves: what is not
    /// definable in the numeration is not asked of them any longer, and multiples of a coordinate
    /// are any numbers between the least and the greatest.
    #[must_use]
    pub fn loosened(&self, numeration: &Numeration) -> Self {
        let mut game = self.clone();
        let (reader, _) = self.reader(numeration);
        for clause in &mut game.clauses {
            for at in 0..clause.binders.len() {
                if let Some(other) = without_multiples(clause, at, &self.names) {
                    *clause = other;
                }
            }
            let mut reader = reader.clone();
            for (bound, set) in &mut clause.binders {
                let own = Linear::variable(reader.variable());
                reader.name(bound, own);
                let member = Node::Member(Box::new(name(bound.as_str())), Box::new(set.clone()));
                let is_large = match &set.node {
                    Node::Name(_) | Node::Call(..) => {
                        reader.clone().condition(&member.into()).is_err()
                    }
                    Node::Set(all) if all.len() > ELEMENTS => {
                        all.iter().all(|e| matches!(e.node, Node::Int(1..)))
                    }
                    _ => false,
                };
                if is_large {
                    *set = name(POSITIVE);
                }
            }
            clause.guards.retain(|e| reader.clone().condition(e).is_ok());
        }
        game
    }
}

/// The clause with `k in 1..E // b`, for a coordinate b, which only occurs in `k * b`: that product
/// is one of `b..E`.
fn without_multiples(clause: &Clause, at: usize, coordinates: &[String]) -> Option<Clause> {
    let (bound, set) = &clause.binders[at];
    let Node::Range(lo, hi) = &set.node else { return None };
    let Node::Binary(Binary::Div, most, by) = &hi.node else { return None };
    let Node::Name(factor) = &by.node else { return None };
    if lo.node != Node::Int(1) || !coordinates.contains(factor) || coordinates.contains(bound) {
        return None;
    }
    let is_free =
        |(own, set): &(String, Expr)| own != bound && own != factor && !mentions(set, bound);
    let others = clause.binders.iter().enumerate().filter(|(other, _)| *other != at);
    if !others.map(|(_, binder)| binder).all(is_free) {
        return None;
    }
    let put = |e: &Expr| with_product(e, bound, factor);
    let put_all = |all: &[Expr]| all.iter().map(put).collect::<Option<Vec<_>>>();
    let mut other = clause.clone();
    other.binders[at].1 = range((**by).clone(), (**most).clone());
    other.guards = put_all(&clause.guards)?;
    for part in &mut other.parts {
        *part = match part {
            OptionPart::Position(at) => OptionPart::Position(put_all(at)?),
            OptionPart::Run(lo, hi) => OptionPart::Run(put(lo)?, put(hi)?),
        };
    }
    Some(other)
}

/// The expression with the first name for the product of both; `None` where the first occurs
/// elsewhere.
fn with_product(e: &Expr, bound: &str, factor: &str) -> Option<Expr> {
    let is = |e: &Expr, wanted: &str| e.as_name() == Some(wanted);
    let inner = |e: &Expr| with_product(e, bound, factor).map(Box::new);
    Some(match &e.node {
        Node::Binary(Binary::Mul, a, b)
            if is(a, bound) && is(b, factor) || is(a, factor) && is(b, bound) =>
        {
            name(bound)
        }
        Node::Binary(op, a, b) => Node::Binary(*op, inner(a)?, inner(b)?).into(),
        Node::Unary(Unary::Neg, a) => Node::Unary(Unary::Neg, inner(a)?).into(),
        _ if mentions(e, bound) => return None,
        _ => e.clone(),
    })
}
