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

    /// A list, or a set with an end.
    pub(super) fn finite(&mut self, expr: &Expr) -> Collection {
        let collection = match self.extent(expr) {
            Extent::Set => self.elements(expr, Extent::Set),
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
        self.elements(expr, Extent::List)
    }

    /// What stands after `in`: a set, or a list whose entries are run over.
    pub(super) fn set(&mut self, set: &Expr) -> Collection {
        match self.extent(set) {
            Extent::List => self.list(set),
            _ => self.elements_of(set, Extent::Set),
        }
    }

    /// What must be a list, or must be a set.
    fn elements(&mut self, expr: &Expr, wanted: Extent) -> Collection {
        self.deeper(expr, Collection::Items(Vec::new()), |c, expr| c.elements_of(expr, wanted))
    }

    fn elements_of(&mut self, expr: &Expr, wanted: Extent) -> Collection {
        if self.extent(expr) != wanted {
            let wanted = if wanted == Extent::List { "a list" } else { "a set" };
            self.mismatch(expr, expr.span, wanted);
            return Collection::Items(Vec::new());
        }
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
                let operands = (self.elements(left, wanted), self.elements(right, wanted));
                Collection::Combine(*operator, Box::new(operands))
            }
            Node::If(condition, yes, no) => {
                let condition = self.condition(condition);
                let branches = (self.elements(yes, wanted), self.elements(no, wanted));
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
            Node::Call(name, arguments) if wanted == Extent::List => {
                self.list_call(name, arguments, expr.span)
            }
            _ => self.named(expr),
        }
    }

    /// A function whose value is a list.
    fn list_call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Collection {
        let Some(Meaning::Listing(listing)) = function(name).map(|f| f.meaning) else {
            return Collection::Items(Vec::new());
        };
        match (listing, arguments) {
            (Listing::Zeckendorf, [n]) => Collection::Zeckendorf(Box::new(self.integer(n))),
            (Listing::GreedyParts, [n, weights, terms]) => Collection::GreedyParts(Box::new((
                self.integer(n),
                self.finite(weights),
                self.finite(terms),
            ))),
            // a vector counts from 1, and the list of its entries from 0
            (Listing::Elements, [all]) => Collection::Concat(vec![self.finite(all)]),
            (Listing::Reverse, [list]) => Collection::Reverse(Box::new(self.list(list))),
            (Listing::Concat, [_, ..]) => {
                let parts = arguments.iter().map(|part| match self.extent(part) {
                    Extent::Single => Collection::Items(vec![self.integer(part)]),
                    _ => self.list(part),
                });
                Collection::Concat(parts.collect())
            }
            (listing, _) => {
                let wanted = if listing == Listing::GreedyParts { 3 } else { 1 };
                self.check_arity(name, wanted, arguments.len(), span);
                Collection::Items(Vec::new())
            }
        }
    }

    /// A list by its name, or a set by its name and arguments.
    fn named(&mut self, expr: &Expr) -> Collection {
        let (name, arguments) = expr.named().unwrap_or_default();
        match (name, arguments) {
            ("powers", [base]) => match self.integer(base) {
                Op::Const(base) => match i64::try_from(base) {
                    Ok(base) => Collection::Numbers(NumberSet::Powers(base)),
                    Err(_) => Collection::Powers(Op::Const(base)),
                },
                base => Collection::Powers(base),
            },
            (MEMBERS, [mask, lo, hi]) => {
                let ends = (self.integer(lo), self.integer(hi));
                Collection::Members(Box::new((self.integer(mask), ends.0, ends.1)))
            }
            ("heads", []) if !self.is_known(name) => {
                self.refuse_in_definition("heads", expr.span);
                Collection::Heads
            }
            _ => match (self.vector(name), self.names.constants.get(name)) {
                (Some((first, length)), _) => Collection::Vector(first, length),
                (_, Some(Constant::List(values))) => Collection::Constant(values.as_slice().into()),
                (_, Some(Constant::Set(set))) => Collection::Numbers(set.clone()),
                _ => match NumberSet::from_name(name) {
                    Some(set) => Collection::Numbers(set),
                    None => Collection::Items(Vec::new()),
                },
            },
        }
    }
}
