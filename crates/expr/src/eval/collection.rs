//! Lists and sets: what they compile to.

use arith::NumberSet;

use super::compile::Compiler;
use super::op::{Collection, Op};
use super::{Constant, resolve};
use crate::ast::{Expr, Fold, Node};
use crate::diagnostic::Diagnostic;
use crate::function::{Listing, Meaning, function};
use crate::kind::Kind;
use crate::substitute::is_members;

impl Compiler<'_> {
    /// A list or a set, with an end or without, as it stands after `in`.
    pub(super) fn collection(&mut self, expr: &Expr) -> Collection {
        match self.kind(expr) {
            Kind::List => self.list(expr),
            _ => self.collection_here(expr, Kind::Set),
        }
    }

    /// A list, or a set with an end.
    pub(super) fn finite_collection(&mut self, expr: &Expr) -> Collection {
        let kind = if self.kind(expr) == Kind::Set { Kind::Set } else { Kind::List };
        let collection = self.collection_of(expr, kind);
        if collection.is_endless() {
            let message = format!("`{expr}` has no end");
            let help = "cut it off, as in `primes & {1..n}`";
            self.mistake(Diagnostic::new("R108", message, expr.span).help(help));
        }
        collection
    }

    /// A list or vector.
    pub(super) fn list(&mut self, expr: &Expr) -> Collection {
        self.collection_of(expr, Kind::List)
    }

    /// What must be a list, or must be a set, one level deeper.
    fn collection_of(&mut self, expr: &Expr, wanted: Kind) -> Collection {
        self.deeper(expr, Collection::Items(Vec::new()), |c, expr| c.collection_here(expr, wanted))
    }

    /// The same on the level of what it stands in.
    fn collection_here(&mut self, expr: &Expr, wanted: Kind) -> Collection {
        if self.kind(expr) == wanted {
            return self.collection_node(expr, wanted);
        }
        self.no_collection(expr, wanted)
    }

    /// Notes that it is none of that kind, in place of one.
    fn no_collection(&mut self, expr: &Expr, wanted: Kind) -> Collection {
        self.mismatch(expr, expr.span, wanted);
        Collection::Items(Vec::new())
    }

    /// A list or set, whichever it is, by its outermost operation.
    fn collection_node(&mut self, expr: &Expr, kind: Kind) -> Collection {
        match &expr.node {
            Node::List(elements) => {
                let elements: Vec<Op> = elements.iter().map(|e| self.integer(e)).collect();
                let constants = elements.iter().map(|element| match element {
                    Op::Const(value) => Some(*value),
                    _ => None,
                });
                match constants.collect::<Option<Vec<i128>>>() {
                    Some(values) => Collection::Constant(values.into()),
                    None => Collection::Items(elements),
                }
            }
            Node::Set(elements) => {
                Collection::Items(elements.iter().map(|e| self.integer(e)).collect()).into_set()
            }
            Node::Range(lo, hi) => Collection::Range(self.integer(lo), self.integer(hi)),
            Node::Fold(Fold::Set, items) => {
                Collection::Fold(self.items(Fold::Set, items)).into_set()
            }
            Node::Fold(fold, items) => Collection::Fold(self.items(*fold, items)),
            Node::Slice(base, first, last) => {
                let base = self.list(base);
                Collection::Slice(Box::new((base, self.integer(first), self.integer(last))))
            }
            Node::Binary(operator, left, right) => {
                let operands = (self.collection_of(left, kind), self.collection_of(right, kind));
                Collection::Combine(*operator, Box::new(operands))
            }
            Node::If(condition, yes, no) => {
                let condition = self.condition(condition);
                let branches = (self.collection_of(yes, kind), self.collection_of(no, kind));
                Collection::If(Box::new((condition, branches.0, branches.1)))
            }
            Node::Value(value) => {
                self.refuse_in_definition("options", expr.span);
                let (quantity, negated) = resolve::asked(value.quantity);
                Collection::Options { quantity, negated }
            }
            Node::Call(name, arguments) => self.call_collection(name, arguments, expr),
            Node::Name(name) => self.named_collection(name, expr, kind),
            _ => self.no_collection(expr, kind),
        }
    }

    /// A function whose value is a list, or a set with arguments.
    fn call_collection(&mut self, name: &str, arguments: &[Expr], expr: &Expr) -> Collection {
        let function = function(name);
        if let Some(wanted) = function.and_then(|f| f.takes.misses(arguments.len())) {
            self.wrong_count(name, wanted, arguments.len(), expr.span);
            return Collection::Items(Vec::new());
        }
        let listing = match function.map(|f| f.meaning) {
            Some(Meaning::Listing(listing)) => Some(listing),
            _ => None,
        };
        match (listing, arguments) {
            (None, [base]) if name == "powers" => match self.integer(base) {
                Op::Const(base) => match i64::try_from(base) {
                    Ok(base) => Collection::Numbers(NumberSet::Powers(base)),
                    Err(_) => Collection::Powers(Op::Const(base)),
                },
                base => Collection::Powers(base),
            },
            (None, [mask, lo, hi]) if is_members(name, arguments) => {
                let ends = (self.integer(lo), self.integer(hi));
                Collection::Members(Box::new((self.integer(mask), ends.0, ends.1)))
            }
            (Some(Listing::Zeckendorf), [n]) => Collection::Zeckendorf(Box::new(self.integer(n))),
            (Some(Listing::GreedyParts), [n, weights, terms]) => Collection::GreedyParts(Box::new(
                (self.integer(n), self.finite_collection(weights), self.finite_collection(terms)),
            )),
            // a vector counts from 1, and the list of its entries from 0
            (Some(Listing::Elements), [all]) => {
                Collection::Concat(vec![self.finite_collection(all)])
            }
            (Some(Listing::Reverse), [list]) => Collection::Reverse(Box::new(self.list(list))),
            (Some(Listing::Concat), _) => {
                let parts = arguments.iter().map(|part| match self.kind(part) {
                    Kind::List | Kind::Set => self.list(part),
                    _ => Collection::Items(vec![self.integer(part)]),
                });
                Collection::Concat(parts.collect())
            }
            _ => self.no_collection(expr, Kind::Set),
        }
    }

    /// The list or set of that name.
    fn named_collection(&mut self, name: &str, expr: &Expr, kind: Kind) -> Collection {
        match (self.vector(name), self.names.constants.get(name)) {
            (Some((first, length)), _) => Collection::Vector(first, length),
            (_, Some(Constant::List(values))) => Collection::Constant(values.as_slice().into()),
            (_, Some(Constant::Set(set))) => Collection::Numbers(set.clone()),
            _ if name == "heads" => {
                self.refuse_in_definition(name, expr.span);
                Collection::Heads
            }
            _ => match NumberSet::from_name(name) {
                Some(set) => Collection::Numbers(set),
                None => self.no_collection(expr, kind),
            },
        }
    }
}
