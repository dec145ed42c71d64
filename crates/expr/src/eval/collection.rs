//! Lists and sets: which expressions have such values, and what they compile to.

use arith::NumberSet;

use super::Constant;
use super::compile::{Compiler, Extent};
use super::op::{CollectionOp, ListOp, Op, OptionsOp, SetOp};
use crate::ast::{Binary, Expr, Fold, Node, Quantity, Set, Span};
use crate::diagnostic::Diagnostic;
use crate::function::{Gives, Listing, Meaning, function};
use crate::substitute::MEMBERS;
use crate::suggest::did_you_mean;

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

    fn extent_of_name(&self, name: &str) -> Extent {
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

    /// A list or set where one integer or condition is needed.
    pub(super) fn not_single(&mut self, expr: &Expr) -> Op {
        let (message, help) = match self.extent(expr) {
            Extent::Set => ("a set", "ask for a number, as in `size(A)`, `min(A)` or `3 in A`"),
            _ => ("a list", "take an element, as in `[1, 2, 3][n % 3]`, or `max(l)`, `size(l)`"),
        };
        let message = format!("{message} where a single value is needed");
        self.failed("R105", message, expr.span, help)
    }

    /// A list or set.
    fn collection(&mut self, expr: &Expr) -> CollectionOp {
        match self.extent(expr) {
            Extent::Set => CollectionOp::Set(Box::new(self.set_value(expr))),
            _ => CollectionOp::List(self.list(expr)),
        }
    }

    /// A list, or a set with an end.
    pub(super) fn finite(&mut self, expr: &Expr) -> CollectionOp {
        let collection = self.collection(expr);
        if let CollectionOp::Set(set) = &collection
            && set.is_endless()
        {
            let message = format!("`{expr}` has no end");
            let help = "cut it off, as in `primes & {1..n}`";
            self.mistake(Diagnostic::new("R108", message, expr.span).help(help));
        }
        collection
    }

    /// A list or vector.
    pub(super) fn list(&mut self, expr: &Expr) -> ListOp {
        if !self.descend(expr.span) {
            return ListOp::Items(Vec::new());
        }
        let list = self.list_node(expr);
        self.ascend();
        list
    }

    fn list_node(&mut self, expr: &Expr) -> ListOp {
        match &expr.node {
            Node::List(elements) => {
                let elements: Vec<Op> = elements.iter().map(|e| self.integer(e)).collect();
                let constants = elements.iter().map(|element| match element {
                    Op::Const(value) => Some(*value),
                    _ => None,
                });
                return match constants.collect::<Option<Vec<i128>>>() {
                    Some(values) => ListOp::Constant(values.into()),
                    None => ListOp::Items(elements),
                };
            }
            Node::Fold(Fold::List, items) => return ListOp::Fold(self.items(Fold::List, items)),
            Node::Slice(base, first, last) => {
                let base = self.list(base);
                let ends = (self.integer(first), self.integer(last));
                return ListOp::Slice(Box::new((base, ends.0, ends.1)));
            }
            Node::If(condition, yes, no) if self.extent(expr) == Extent::List => {
                let condition = self.condition(condition);
                return ListOp::If(Box::new((condition, self.list(yes), self.list(no))));
            }
            Node::Value(value) if value.of_options => {
                self.refuse_in_definition("options", expr.span);
                // who loses is read off who wins, whatever the context offers
                let (quantity, negated) = match value.quantity {
                    Quantity::Lose => (Quantity::Win, true),
                    quantity => (quantity, false),
                };
                return ListOp::Options(OptionsOp { quantity, negated });
            }
            Node::Name(name) if self.extent(expr) == Extent::List => return self.named_list(name),
            Node::Call(name, arguments) if self.extent(expr) == Extent::List => {
                return self.list_call(name, arguments, expr.span);
            }
            _ => {}
        }
        let message = format!("`{expr}` is not a list");
        let help = match self.extent(expr) {
            Extent::Set => "write `list(A)` for the elements of a set in ascending order",
            _ => "lists are `[a, b, c]`, `[k * k for k in 1..n]`, vectors and `zeckendorf(n)`",
        };
        self.failed("R105", message, expr.span, help);
        ListOp::Items(Vec::new())
    }

    fn named_list(&mut self, name: &str) -> ListOp {
        if let Some((first, length)) = self.vector(name) {
            return ListOp::Vector(first, length);
        }
        match self.names.constants.get(name) {
            Some(Constant::List(values)) => ListOp::Constant(values.as_slice().into()),
            _ => ListOp::Items(Vec::new()),
        }
    }

    /// A function whose value is a list.
    fn list_call(&mut self, name: &str, arguments: &[Expr], span: Span) -> ListOp {
        let Some(Meaning::Listing(listing)) = function(name).map(|f| f.meaning) else {
            return ListOp::Items(Vec::new());
        };
        match (listing, arguments) {
            (Listing::Zeckendorf, [n]) => ListOp::Zeckendorf(Box::new(self.integer(n))),
            (Listing::GreedyParts, [n, weights, terms]) => ListOp::GreedyParts(Box::new((
                self.integer(n),
                self.finite(weights),
                self.finite(terms),
            ))),
            (Listing::Elements, [set]) => ListOp::Collect(Box::new(self.finite(set))),
            (Listing::Reverse, [list]) => ListOp::Reverse(Box::new(self.list(list))),
            (Listing::Concat, [_, ..]) => {
                let parts = arguments.iter().map(|part| match self.extent(part) {
                    Extent::Single => ListOp::Items(vec![self.integer(part)]),
                    _ => self.list(part),
                });
                ListOp::Concat(parts.collect())
            }
            (Listing::Concat, []) => {
                let help = "write `concat(a, h, b)`: lists and numbers end to end";
                self.failed("R103", "`concat` needs an argument".into(), span, help);
                ListOp::Items(Vec::new())
            }
            (listing, _) => {
                let wanted = if listing == Listing::GreedyParts { 3 } else { 1 };
                self.check_arity(name, wanted, arguments.len(), span);
                ListOp::Items(Vec::new())
            }
        }
    }

    /// An expression whose value is a set.
    fn set_value(&mut self, expr: &Expr) -> SetOp {
        if !self.descend(expr.span) {
            return SetOp::Elements(Vec::new());
        }
        let set = self.set_node(expr);
        self.ascend();
        set
    }

    fn set_node(&mut self, expr: &Expr) -> SetOp {
        match &expr.node {
            Node::Set(set) => return self.set(set),
            Node::Name(name) => return self.named_set(name, &[], expr.span),
            Node::Call(name, arguments) if self.extent(expr) == Extent::Set => {
                return self.named_set(name, arguments, expr.span);
            }
            Node::Binary(operator, left, right) if self.extent(expr) == Extent::Set => {
                let operands = (self.set_value(left), self.set_value(right));
                return SetOp::Combine(*operator, Box::new(operands));
            }
            Node::If(condition, yes, no) if self.extent(expr) == Extent::Set => {
                let condition = self.condition(condition);
                return SetOp::If(Box::new((condition, self.set_value(yes), self.set_value(no))));
            }
            _ => {}
        }
        let message = format!("`{expr}` is not a set");
        let help = match self.extent(expr) {
            Extent::List => "the entries of a list `l` are the set `{v for v in l}`",
            _ => "a set of one number is written in braces, as in `A - {3}`",
        };
        self.failed("R105", message, expr.span, help);
        SetOp::Elements(Vec::new())
    }

    /// What stands after `in`: a set, or a list whose entries are run over.
    pub(super) fn set(&mut self, set: &Set) -> SetOp {
        match set {
            Set::Range(lo, hi) => SetOp::Range(self.integer(lo), self.integer(hi)),
            Set::Elements(elements) => {
                SetOp::Elements(elements.iter().map(|e| self.integer(e)).collect())
            }
            Set::Named(name, arguments, span) => self.named_set(name, arguments, *span),
            Set::Items(items) => SetOp::Items(self.items(Fold::List, items)),
            Set::Of(expr) => match self.extent(expr) {
                Extent::Set => self.set_value(expr),
                Extent::List => SetOp::List(self.list(expr)),
                Extent::Single => {
                    let message = format!("`{expr}` is not a set");
                    let help = "sets are `a..b`, `{a, b}`, `A - {3}`, or named";
                    self.failed("R106", message, expr.span, help);
                    SetOp::Elements(Vec::new())
                }
            },
        }
    }

    fn named_set(&mut self, name: &str, arguments: &[Expr], span: Span) -> SetOp {
        let as_written = || {
            let (name, arguments) = (name.to_owned(), arguments.to_vec());
            let call = !arguments.is_empty();
            Expr { node: if call { Node::Call(name, arguments) } else { Node::Name(name) }, span }
        };
        match (name, arguments) {
            ("powers", [base]) => match self.integer(base) {
                Op::Const(base) => match i64::try_from(base) {
                    Ok(base) => SetOp::Numbers(NumberSet::Powers(base)),
                    Err(_) => SetOp::Powers(Op::Const(base)),
                },
                base => SetOp::Powers(base),
            },
            (MEMBERS, [mask, lo, hi]) if self.definitions.find(name).is_none() => {
                let ends = (self.integer(lo), self.integer(hi));
                SetOp::Members(Box::new((self.integer(mask), ends.0, ends.1)))
            }
            ("heads", []) if !self.is_known(name) => {
                self.refuse_in_definition("heads", span);
                SetOp::Heads
            }
            (_, []) => {
                if let Some(Constant::Set(set)) = self.names.constants.get(name) {
                    return SetOp::Numbers(set.clone());
                }
                if self.extent_of_name(name) == Extent::List {
                    return SetOp::List(self.named_list(name));
                }
                match NumberSet::from_name(name) {
                    Some(set) if !self.is_known(name) => SetOp::Numbers(set),
                    _ => self.unknown_set(name, span),
                }
            }
            _ if self.extent(&as_written()) == Extent::List => {
                SetOp::List(self.list(&as_written()))
            }
            _ => self.unknown_set(name, span),
        }
    }

    fn unknown_set(&mut self, name: &str, span: Span) -> SetOp {
        const SETS: &str = "primes, squares, cubes, powers(b), factorials, fibonacci, odious, evil";
        let sets = self.names.constants.iter().filter(|(_, c)| matches!(c, Constant::Set(_)));
        let known = sets.map(|(name, _)| name.as_str()).chain(SETS.split(", "));
        let help = did_you_mean(name, known, || format!("sets are `a..b`, `{{a, b}}`, {SETS}"));
        self.mistake(Diagnostic::new("R106", format!("`{name}` is not a set"), span).help(help));
        SetOp::Elements(Vec::new())
    }
}

impl SetOp {
    /// Whether the set has no end.
    pub(super) fn is_endless(&self) -> bool {
        match self {
            Self::Numbers(set) => !set.is_finite(),
            Self::Powers(_) => true,
            Self::Combine(Binary::BitAnd, sets) => sets.0.is_endless() && sets.1.is_endless(),
            Self::Combine(Binary::Sub, sets) => sets.0.is_endless(),
            Self::Combine(_, sets) => sets.0.is_endless() || sets.1.is_endless(),
            Self::If(parts) => parts.1.is_endless() || parts.2.is_endless(),
            Self::Range(..)
            | Self::Elements(_)
            | Self::List(_)
            | Self::Items(_)
            | Self::Members(_)
            | Self::Heads => false,
        }
    }
}
