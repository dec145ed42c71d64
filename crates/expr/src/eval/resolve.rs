//! Names, other games and positions.

use arith::NumberSet;
use message::message;

use super::compile::Compiler;
use super::op::{ArgumentOp, Collection, CoordinateOp, Op, ValueOp};
use super::{Constant, Passed};
use crate::ast::{Argument, Binary, Comparison, Expr, Node, Quantity, Span, ValueOf};
use crate::build::call;
use crate::diagnostic::Diagnostic;
use crate::function;
use crate::kind::Kind;
use crate::print::Unbraced;
use crate::substitute::int;

impl Compiler<'_> {
    pub(super) fn slot(&self, name: &str) -> Option<usize> {
        let local = self.locals.iter().rev().find(|(local, _)| local == name);
        local
            .map(|&(_, slot)| slot)
            .or_else(|| self.names.slots.iter().rposition(|known| known == name))
    }

    pub(super) fn vector(&self, name: &str) -> Option<(usize, usize)> {
        if self.slot(name).is_some() {
            return None;
        }
        let vector = self.names.vectors.iter().find(|(known, ..)| known == name);
        vector.map(|&(_, first, length)| (first, length))
    }

    pub(super) fn is_known(&self, name: &str) -> bool {
        self.slot(name).is_some()
            || self.vector(name).is_some()
            || self.names.constants.contains_key(name)
            || self.definitions.find(name).is_some()
    }

    /// A name that stands for a number or a condition.
    pub(super) fn name(&mut self, name: &str, span: Span) -> Op {
        if let Some(slot) = self.slot(name) {
            return Op::Slot(slot);
        }
        match self.names.constants.get(name) {
            Some(Constant::Int(value) | Constant::Word(value, _)) => return Op::Const(*value),
            Some(Constant::Bool(value)) => return Op::Const(i128::from(*value)),
            _ => {}
        }
        let definition = self.definitions.find(name).map(|(index, found)| (index, found.arity));
        if let Some((index, 0)) = definition {
            return Op::Define(index, Vec::new());
        }
        if name == "phi" {
            let message = "`phi` is exact inside `floor(...)` only".to_owned();
            self.failed("R107", message, span, "write `floor(phi * n)`")
        } else if definition.is_some() || function::function(name).is_some_and(|f| !f.is_root()) {
            let help = message!("give it arguments, as in `{name}(n)`");
            self.failed("R103", format!("`{name}` needs arguments"), span, help)
        } else {
            self.failed("R101", format!("`{name}` is not known here"), span, "check the spelling")
        }
    }

    /// A quantity of a position.
    pub(super) fn value(&mut self, value: &ValueOf, span: Span) -> Op {
        let ValueOf { quantity, game, position, .. } = value;
        if position.is_none() {
            self.refuse_in_definition(quantity.name(), span);
        }
        let game = game.as_ref().map(|game| {
            let arguments = game.arguments.iter();
            (game.clone(), arguments.map(|(_, argument)| self.argument(argument)).collect())
        });
        let position = position.as_ref().map(|sum| {
            let components = sum.iter();
            components.map(|c| c.iter().map(|e| self.coordinate(e)).collect()).collect()
        });
        let (quantity, negated) = asked(*quantity);
        let op = Op::Value(Box::new(ValueOp { quantity, game, position }));
        if negated { Op::Not(Box::new(op)) } else { op }
    }

    fn coordinate(&mut self, expr: &Expr) -> CoordinateOp {
        match self.kind(expr) {
            Kind::List => CoordinateOp::All(self.list(expr)),
            Kind::Set => CoordinateOp::Set(self.finite_collection(expr)),
            _ => CoordinateOp::One(self.integer(expr)),
        }
    }

    fn argument(&mut self, argument: &Argument) -> ArgumentOp {
        match argument {
            Argument::Game(name) => ArgumentOp::Known(Passed::Game(name.clone())),
            Argument::Expr(expr) => {
                if let Node::Name(name) = &expr.node
                    && self.slot(name).is_none()
                {
                    match self.names.constants.get(name) {
                        Some(Constant::Set(set)) => {
                            return ArgumentOp::Known(Passed::Set(set.clone()));
                        }
                        Some(Constant::Word(_, word)) => {
                            return ArgumentOp::Known(Passed::Word(word.clone()));
                        }
                        None if !self.is_known(name) => {
                            let given = match NumberSet::from_name(name) {
                                Some(set) => Passed::Set(set),
                                None => Passed::Word(name.clone()),
                            };
                            return ArgumentOp::Known(given);
                        }
                        _ => {}
                    }
                }
                if expr.is_set() {
                    return self.set_argument(expr);
                }
                match self.integer(expr) {
                    Op::Const(value) => ArgumentOp::Known(Passed::Int(value)),
                    op => ArgumentOp::Int(op),
                }
            }
        }
    }

    fn set_argument(&mut self, expr: &Expr) -> ArgumentOp {
        match self.collection(expr) {
            Collection::Numbers(set) => ArgumentOp::Known(Passed::Set(set)),
            Collection::Range(lo, hi) => ArgumentOp::Range(lo, hi),
            Collection::Powers(base) => ArgumentOp::Powers(base),
            set if !set.is_endless() => ArgumentOp::Set(set),
            _ => {
                let help = "give a range, a listed set or a named one";
                let message = format!("`{}` has no end and no name", Unbraced(expr));
                self.mistake(Diagnostic::new("R107", message, Span::default()).help(help));
                ArgumentOp::Set(Collection::Items(Vec::new()))
            }
        }
    }
}

/// What the context is asked for, and whether the opposite is meant: who loses is read off who wins.
pub(super) fn asked(quantity: Quantity) -> (Quantity, bool) {
    match quantity {
        Quantity::Lose => (Quantity::Win, true),
        quantity => (quantity, false),
    }
}

/// Which end of a range a condition bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The least value.
    Lower,
    /// The greatest.
    Upper,
}

/// An expression that `name` cannot pass at that end where the guard holds, free of the names `later`
/// (which have no value yet when `name` gets its own; list `name` among them).
#[must_use]
pub fn bound(end: End, guard: &Expr, name: &str, later: &[&str]) -> Option<Expr> {
    match &guard.node {
        Node::Binary(Binary::And, left, right) => {
            bound(end, left, name, later).or_else(|| bound(end, right, name, later))
        }
        Node::Compare(first, rest) => {
            let mut left = first.as_ref();
            for (comparison, right) in rest {
                let at_most = |small, large| solved(end, small, large, name, later);
                let bound = match comparison {
                    Comparison::Lt | Comparison::Le => at_most(left, right),
                    Comparison::Gt | Comparison::Ge => at_most(right, left),
                    Comparison::Eq => at_most(left, right).or_else(|| at_most(right, left)),
                    Comparison::Ne => None,
                };
                if bound.is_some() {
                    return bound;
                }
                left = right;
            }
            None
        }
        _ => None,
    }
}

/// What bounds `name` at that end when `small <= large`: the side that has it is solved for it, one
/// sum, difference or positive multiple after the other.
fn solved(end: End, small: &Expr, large: &Expr, name: &str, later: &[&str]) -> Option<Expr> {
    let free = |e: &Expr| !later.iter().any(|name| mentions(e, name));
    let join = |operator, left: &Expr, right: &Expr| {
        let node = Node::Binary(operator, Box::new(left.clone()), Box::new(right.clone()));
        Expr { node, span: left.span }
    };
    let is_small = free(large);
    if !is_small && !free(small) {
        return None;
    }
    let (side, other) = if is_small { (small, large) } else { (large, small) };
    // `side` is at most `other`, or at least.
    let at_most = |side: &Expr, other: &Expr| match is_small {
        true => solved(end, side, other, name, later),
        false => solved(end, other, side, name, later),
    };
    match &side.node {
        Node::Name(n) if n == name => (is_small == (end == End::Upper)).then(|| other.clone()),
        Node::Binary(Binary::Add, a, b) if free(b) => at_most(a, &join(Binary::Sub, other, b)),
        Node::Binary(Binary::Add, a, b) if free(a) => at_most(b, &join(Binary::Sub, other, a)),
        Node::Binary(Binary::Sub, a, b) if free(b) => at_most(a, &join(Binary::Add, other, b)),
        Node::Binary(Binary::Sub, a, b) if free(a) => {
            let rest = join(Binary::Sub, a, other);
            // a - b <= c means b >= a - c
            match is_small {
                true => solved(end, &rest, b, name, later),
                false => solved(end, b, &rest, name, later),
            }
        }
        Node::Binary(Binary::Mul, a, b)
            if is_small && [a, b].iter().all(|e| e.as_name() == Some(name)) =>
        {
            at_most(a, &of_natural("isqrt", other))
        }
        Node::Binary(Binary::Pow, base, exponent) if is_small => {
            match (&base.node, &exponent.node) {
                (_, Node::Int(2..)) => at_most(base, &of_natural("isqrt", other)),
                (Node::Int(2..), _) => at_most(exponent, &of_natural("bitlen", other)),
                _ => None,
            }
        }
        Node::Call(function, arguments) if is_small && function == "max" && arguments.len() > 1 => {
            at_most(arguments.iter().find(|argument| !free(argument))?, other)
        }
        Node::Binary(Binary::Mul, a, b) => {
            let (factor, part) = match (&a.node, &b.node) {
                (Node::Int(1..), _) => (a, b),
                (_, Node::Int(1..)) => (b, a),
                _ => return None,
            };
            let zero = Expr { node: Node::Int(0), span: factor.span };
            let least = || {
                let opposite = join(Binary::Div, &join(Binary::Sub, &zero, other), factor);
                join(Binary::Sub, &zero, &opposite)
            };
            match is_small {
                true => at_most(part, &join(Binary::Div, other, factor)),
                false => at_most(part, &least()),
            }
        }
        _ => None,
    }
}

/// A function of `max(e, 0)`.
fn of_natural(function: &str, e: &Expr) -> Expr {
    call(function, vec![call("max", vec![e.clone(), int(0)])])
}

/// Whether an arithmetic expression may use the name; anything complicated is taken to use it.
fn mentions(expr: &Expr, name: &str) -> bool {
    match &expr.node {
        Node::Int(_) | Node::Bool(_) => false,
        Node::Name(n) => n == name,
        Node::Unary(_, operand) => mentions(operand, name),
        Node::Binary(_, left, right) => mentions(left, name) || mentions(right, name),
        Node::Index(base, index) => mentions(base, name) || mentions(index, name),
        Node::Call(_, elements) | Node::List(elements) => {
            elements.iter().any(|element| mentions(element, name))
        }
        _ => true,
    }
}
