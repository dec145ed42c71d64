//! Lists and sets: which expressions have such values, and what they compile to.

use arith::NumberSet;

use super::Constant;
use super::compile::{Compiler, Extent};
use super::op::{Collection, Op};
use crate::ast::{Binary, Expr, Fold, Node, Quantity, Span};
use crate::diagnostic::Diagnostic;
use crate::function::{Gives, Listing, Meaning, function};
use crate::substitute::MEMBERS;

impl Compiler<'_> {
    /// How many integers a value is, read off the outermost operations.
    pub(super) fn extent(&self, expr: &Expr) -> Extent {
        match &expr.node {
            Node::List(_) | Node::Slice(..) | Node::Fold(Fold::List, _) => Extent::List,
            Node::Value(value) if value.of_options => Extent::List,
            Node::Set(_) | Node::Range(..) | Node::Fold(Fold::Set, _) => Extent::Set,
            Node::Name(name) => self.extent_of_name(name),
            Node::Call(name, arguments) if self.definitions.find(name).is_none() => {
                match function(name) {
                    Some(function) if function.gives == Gives::List => Extent::List,
                    None if name == MEMBERS => Extent::Set,
                    None if name == "powers" && arguments.len() == 1 => Extent::Set,
                    _ => Extent::Single,
                }
            }
            // only sets are joined by operators, so one operand tells
            Node::Binary(Binary::Add | Binary::Sub | Binary::BitAnd, left, right) => {
                match (self.extent(left), self.extent(right)) {
                    (Extent::Single, Extent::Single) => Extent::Single,
                    _ => Extent::Set,
                }
            }
            Node::If(_, yes, no) => match self.extent(yes) {
                Extent::Single => self.extent(no),
                extent => extent,
            },
            _ => Extent::Single,
        }
    }

    pub(super) fn extent_of_name(&self, name: &str) -> Extent {
        if self.slot(name).is_some() {
            return Extent::Single;
        }
        if self.vector(name).is_some() {
            return Extent::List;
        }
        match self.names.constants.get(name) {
            Some(Constant::List(_)) => Extent::List,
            Some(Constant::Set(_)) => Extent::Set,
            Some(_) => Extent::Single,
            None if name == "heads" => Extent::Set,
            None if self.is_known(name) || NumberSet::from_name(name).is_none() => Extent::Single,
            None => Extent::Set,
        }
    }

    /// A list or a set, with an end or without, as it stands after `in`.
    pub(super) fn collection(&mut self, expr: &Expr) -> Collection {
        match self.extent(expr) {
            Extent::List => self.list(expr),
            _ => self.collection_here(expr, Extent::Set),
        }
    }

    /// A list, or a set with an end.
    pub(super) fn finite_collection(&mut self, expr: &Expr) -> Collection {
        let collection = match self.extent(expr) {
            Extent::Set => self.collection_of(expr, Extent::Set),
            _ => self.list(expr),
        };
        if collection.is_endless() {
            let message = format!("`{expr}` has no end");
            let help = "cut it off, as in `primes & {1..n}`";
            self.mistake(Diagnostic::new("R108", message, expr.span).help(help));
        }
        collection
    }

    /// A list or vector.
    pub(super) fn list(&mut self, expr: &Expr) -> Collection {
        self.collection_of(expr, Extent::List)
    }

    /// What must be a list, or must be a set, one level deeper.
    fn collection_of(&mut self, expr: &Expr, wanted: Extent) -> Collection {
        self.deeper(expr, Collection::Items(Vec::new()), |c, expr| c.collection_here(expr, wanted))
    }

    /// The same on the level of what it stands in.
    fn collection_here(&mut self, expr: &Expr, wanted: Extent) -> Collection {
        let is_wanted = self.extent(expr) == wanted;
        let compiled = if is_wanted { self.collection_node(expr, wanted) } else { None };
        compiled.unwrap_or_else(|| {
            let wanted = if wanted == Extent::List { "a list" } else { "a set" };
            self.mismatch(expr, expr.span, wanted);
            Collection::Items(Vec::new())
        })
    }

    /// A list or set by its outermost operation; `None` where the value is a single one.
    fn collection_node(&mut self, expr: &Expr, wanted: Extent) -> Option<Collection> {
        Some(match &expr.node {
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
                let operands =
                    (self.collection_of(left, wanted), self.collection_of(right, wanted));
                Collection::Combine(*operator, Box::new(operands))
            }
            Node::If(condition, yes, no) => {
                let condition = self.condition(condition);
                let branches = (self.collection_of(yes, wanted), self.collection_of(no, wanted));
                Collection::If(Box::new((condition, branches.0, branches.1)))
            }
            Node::Value(value) => {
                self.refuse_in_definition("options", expr.span);
                // who loses is read off who wins, whatever the context offers
                let (quantity, negated) = match value.quantity {
                    Quantity::Lose => (Quantity::Win, true),
                    quantity => (quantity, false),
                };
                Collection::Options { quantity, negated }
            }
            Node::Call(name, arguments) => return self.call_collection(name, arguments, expr.span),
            Node::Name(name) => return self.named_collection(name, expr.span),
            _ => return None,
        })
    }

    /// A function whose value is a list, or a set with arguments; `None` where there is neither.
    fn call_collection(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Collection> {
        let listing = match function(name).map(|f| f.meaning) {
            Some(Meaning::Listing(listing)) => Some(listing),
            _ => None,
        };
        Some(match (listing, arguments) {
            (None, [base]) if name == "powers" => match self.integer(base) {
                Op::Const(base) => match i64::try_from(base) {
                    Ok(base) => Collection::Numbers(NumberSet::Powers(base)),
                    Err(_) => Collection::Powers(Op::Const(base)),
                },
                base => Collection::Powers(base),
            },
            (None, [mask, lo, hi]) if name == MEMBERS => {
                let ends = (self.integer(lo), self.integer(hi));
                Collection::Members(Box::new((self.integer(mask), ends.0, ends.1)))
            }
            (None, _) => return None,
            (Some(Listing::Zeckendorf), [n]) => Collection::Zeckendorf(Box::new(self.integer(n))),
            (Some(Listing::GreedyParts), [n, weights, terms]) => Collection::GreedyParts(Box::new(
                (self.integer(n), self.finite_collection(weights), self.finite_collection(terms)),
            )),
            // a vector counts from 1, and the list of its entries from 0
            (Some(Listing::Elements), [all]) => {
                Collection::Concat(vec![self.finite_collection(all)])
            }
            (Some(Listing::Reverse), [list]) => Collection::Reverse(Box::new(self.list(list))),
            (Some(Listing::Concat), [_, ..]) => {
                let parts = arguments.iter().map(|part| match self.extent(part) {
                    Extent::Single => Collection::Items(vec![self.integer(part)]),
                    _ => self.list(part),
                });
                Collection::Concat(parts.collect())
            }
            (Some(listing), _) => {
                let wanted = if listing == Listing::GreedyParts { 3 } else { 1 };
                self.check_arity(name, wanted, arguments.len(), span);
                Collection::Items(Vec::new())
            }
        })
    }

    /// The list or set of that name; `None` where the name stands for a single value or nothing.
    fn named_collection(&mut self, name: &str, span: Span) -> Option<Collection> {
        if name == "heads" && !self.is_known(name) {
            self.refuse_in_definition("heads", span);
            return Some(Collection::Heads);
        }
        match (self.vector(name), self.names.constants.get(name)) {
            (Some((first, length)), _) => Some(Collection::Vector(first, length)),
            (_, Some(Constant::List(values))) => {
                Some(Collection::Constant(values.as_slice().into()))
            }
            (_, Some(Constant::Set(set))) => Some(Collection::Numbers(set.clone())),
            _ => NumberSet::from_name(name).map(Collection::Numbers),
        }
    }
}
