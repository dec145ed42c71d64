//! Lists and sets: which expressions have such values, and what they compile to.

use arith::NumberSet;

use super::Constant;
use super::compile::{Compiler, Extent};
use super::op::{Collection, Op};
use crate::ast::{Binary, Expr, Fold, Node, Quantity, Set, Span};
use crate::diagnostic::Diagnostic;
use crate::function::{Gives, Listing, Meaning, function};
use crate::substitute::MEMBERS;

impl Compiler<'_> {
    /// How many integers a value is, read off the outermost operations.
    pub(super) fn extent(&self, expr: &Expr) -> Extent {
        match &expr.node {
            Node::List(_) | Node::Slice(..) | Node::Fold(Fold::List, _) => Extent::List,
            Node::Value(value) if value.of_options => Extent::List,
            Node::Set(_) => Extent::Set,
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

    /// Notes that something is no list or set as wanted, in place of one.
    fn no_collection(&mut self, found: impl std::fmt::Display, at: Span, what: &str) -> Collection {
        self.mismatch(found, at, what);
        Collection::Items(Vec::new())
    }

    /// A list, or a set with an end.
    pub(super) fn finite(&mut self, expr: &Expr) -> Collection {
        let collection = match self.extent(expr) {
            Extent::Set => self.set_value(expr),
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
        self.deeper(expr, Collection::Items(Vec::new()), Self::list_node)
    }

    fn list_node(&mut self, expr: &Expr) -> Collection {
        let is_list = self.extent(expr) == Extent::List;
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
            Node::Fold(Fold::List, items) => Collection::Fold(self.items(Fold::List, items)),
            Node::Slice(base, first, last) => {
                let base = self.list(base);
                Collection::Slice(Box::new((base, self.integer(first), self.integer(last))))
            }
            Node::If(condition, yes, no) if is_list => {
                let condition = self.condition(condition);
                Collection::If(Box::new((condition, self.list(yes), self.list(no))))
            }
            Node::Value(value) if value.of_options => {
                self.refuse_in_definition("options", expr.span);
                // who loses is read off who wins, whatever the context offers
                let (quantity, negated) = match value.quantity {
                    Quantity::Lose => (Quantity::Win, true),
                    quantity => (quantity, false),
                };
                Collection::Options { quantity, negated }
            }
            Node::Name(name) if is_list => self.named_list(name),
            Node::Call(name, arguments) if is_list => self.list_call(name, arguments, expr.span),
            _ => self.no_collection(expr, expr.span, "a list"),
        }
    }

    fn named_list(&mut self, name: &str) -> Collection {
        if let Some((first, length)) = self.vector(name) {
            return Collection::Vector(first, length);
        }
        match self.names.constants.get(name) {
            Some(Constant::List(values)) => Collection::Constant(values.as_slice().into()),
            _ => Collection::Items(Vec::new()),
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

    /// An expression whose value is a set.
    fn set_value(&mut self, expr: &Expr) -> Collection {
        self.deeper(expr, Collection::Items(Vec::new()), Self::set_node)
    }

    fn set_node(&mut self, expr: &Expr) -> Collection {
        let is_set = self.extent(expr) == Extent::Set;
        match &expr.node {
            Node::Set(set) => self.set(set).into_set(),
            Node::Name(name) => self.named_set(name, &[], expr.span).into_set(),
            Node::Call(name, arguments) if is_set => self.named_set(name, arguments, expr.span),
            Node::Binary(operator, left, right) if is_set => {
                let operands = (self.set_value(left), self.set_value(right));
                Collection::Combine(*operator, Box::new(operands))
            }
            Node::If(condition, yes, no) if is_set => {
                let condition = self.condition(condition);
                Collection::If(Box::new((condition, self.set_value(yes), self.set_value(no))))
            }
            _ => self.no_collection(expr, expr.span, "a set"),
        }
    }

    /// What stands after `in`: a set, or a list whose entries are run over.
    pub(super) fn set(&mut self, set: &Set) -> Collection {
        match set {
            Set::Range(lo, hi) => Collection::Range(self.integer(lo), self.integer(hi)),
            Set::Elements(elements) => {
                Collection::Items(elements.iter().map(|e| self.integer(e)).collect()).into_set()
            }
            Set::Named(name, arguments, span) => self.named_set(name, arguments, *span),
            Set::Items(items) => Collection::Fold(self.items(Fold::List, items)).into_set(),
            Set::Of(expr) => match self.extent(expr) {
                Extent::Set => self.set_value(expr),
                Extent::List => self.list(expr),
                Extent::Single => self.no_collection(expr, expr.span, "a set"),
            },
        }
    }

    fn named_set(&mut self, name: &str, arguments: &[Expr], span: Span) -> Collection {
        let extent = self.extent_of_name(name);
        match (name, arguments) {
            ("powers", [base]) => match self.integer(base) {
                Op::Const(base) => match i64::try_from(base) {
                    Ok(base) => Collection::Numbers(NumberSet::Powers(base)),
                    Err(_) => Collection::Powers(Op::Const(base)),
                },
                base => Collection::Powers(base),
            },
            (MEMBERS, [mask, lo, hi]) if self.definitions.find(name).is_none() => {
                let ends = (self.integer(lo), self.integer(hi));
                Collection::Members(Box::new((self.integer(mask), ends.0, ends.1)))
            }
            ("heads", []) if !self.is_known(name) => {
                self.refuse_in_definition("heads", span);
                Collection::Heads
            }
            (_, []) => match (self.names.constants.get(name), NumberSet::from_name(name)) {
                (Some(Constant::Set(set)), _) => Collection::Numbers(set.clone()),
                _ if extent == Extent::List => self.named_list(name),
                (_, Some(set)) if extent == Extent::Set => Collection::Numbers(set),
                _ => self.no_collection(name, span, "a set"),
            },
            _ => {
                let node = Node::Call(name.to_owned(), arguments.to_vec());
                self.list(&Expr { node, span })
            }
        }
    }
}
