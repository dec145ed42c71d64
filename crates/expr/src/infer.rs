//! What an expression stands for, read off its outermost operations.

use crate::ast::{Expr, NAMED_SETS, Node, Quantity, Unary, is_named_set};
use crate::function::function;
use crate::kind::Kind;

impl Expr {
    /// What it stands for. Of names and calls `known` tells it, but for those of the language.
    pub fn kind(&self, known: &dyn Fn(&Self) -> Option<Kind>) -> Kind {
        match &self.node {
            Node::Name(_) | Node::Call(..) => known(self).unwrap_or_else(|| of_language(self)),
            Node::Int(_) | Node::Index(..) | Node::Unary(Unary::Neg, _) => Kind::Number,
            Node::Bool(_) | Node::Compare(..) | Node::Member(..) | Node::Unary(Unary::Not, _) => {
                Kind::Condition
            }
            Node::List(_) | Node::Slice(..) => Kind::List,
            Node::Set(_) | Node::Range(..) => Kind::Set,
            Node::Binary(operator, ..) if operator.is_connective() => Kind::Condition,
            Node::Binary(operator, left, right) => {
                let operands = (left.kind(known), right.kind(known));
                match operator.takes(operands) {
                    Kind::Number if operands.0.is_collection() || operands.1.is_collection() => {
                        Kind::Unknown
                    }
                    joined => joined,
                }
            }
            Node::If(_, yes, no) => match yes.kind(known) {
                Kind::Unknown => no.kind(known),
                kind => kind,
            },
            Node::Fold(fold, _) => fold.gives(),
            Node::Value(value) => match value.quantity {
                Quantity::Outcome | Quantity::Value => Kind::Unknown,
                _ if value.of_options => Kind::List,
                quantity if quantity.is_condition() => Kind::Condition,
                _ => Kind::Number,
            },
        }
    }

    /// Whether it is a condition, where names stand for numbers.
    #[must_use]
    pub fn is_condition(&self) -> bool {
        self.kind(&|e| e.as_name().map(|_| Kind::Number)) == Kind::Condition
    }

    /// Whether it is a set, whatever the names in it stand for but for `primes` and the like.
    #[must_use]
    pub fn is_set(&self) -> bool {
        match self.named() {
            Some((name, _)) => is_named_set(name),
            None => self.node.may_be_set() && self.kind(&|_| Some(Kind::Unknown)) == Kind::Set,
        }
    }
}

/// What the language makes of a name or a call.
fn of_language(e: &Expr) -> Kind {
    match &e.node {
        Node::Name(name) if name == "heads" || is_named_set(name) => Kind::Set,
        Node::Call(name, arguments) => match function(name) {
            Some(function) => function.gives,
            None if !arguments.is_empty() && NAMED_SETS.contains(&(name, arguments.len())) => {
                Kind::Set
            }
            None => Kind::Unknown,
        },
        Node::Name(name) if name == "phi" => Kind::Number,
        _ => Kind::Unknown,
    }
}
