//! What the names of a rule stand for, and expressions spelled out over the flat coordinates.

use crate::exact::Exact;
use crate::games::Games;
use crate::state::Space;
use crate::term::Term;
use crate::term::interval::{Interval, interval};
use crate::{CoordinateKind, build};
use expr::ast::{Binary, Comparison, Expr, Fold, Node, Unary, is_named_set};
use expr::build::element;
use expr::substitute::{Bindings, component, int, name};
use expr::walk;
use hashbrown::HashMap;
use rule::Instance;
use std::collections::BTreeMap;

/// The numbers a set coordinate is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Universe {
    pub(crate) lo: i64,
    pub(crate) hi: i64,
}

impl Universe {
    /// How many there are, at most 62.
    pub(crate) fn width(self) -> i64 {
        (self.hi - self.lo + 1).max(0)
    }

    /// Whether all numbers of the other are among these.
    pub(crate) fn holds(self, other: Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// The set of all of them.
    pub(crate) fn full(self) -> i64 {
        (1 << self.width()) - 1
    }
}

/// The names known at some place of a rule.
#[derive(Clone)]
pub(crate) struct Scope<'a> {
    /// Parameters and unrolled quantifiers; rows as vectors. What a name stands for here is
    /// spelled out already.
    pub(crate) bindings: Bindings,
    /// Set coordinates.
    pub(crate) subsets: BTreeMap<String, Universe>,
    /// Least and greatest value of flat coordinates and quantifiers, as far as they are fixed.
    pub(crate) spans: BTreeMap<String, Interval>,
    /// How often comprehensions around this place are written out.
    pub(crate) copies: usize,
    pub(crate) space: &'a Space,
    pub(crate) exact: &'a Exact,
    pub(crate) games: &'a Games<'a>,
    pub(crate) instance: &'a Instance,
}

impl<'a> Scope<'a> {
    /// What the names of a rule stand for outside of its moves.
    pub(crate) fn of_rule(
        instance: &'a Instance,
        bindings: Bindings,
        space: &'a Space,
        exact: &'a Exact,
        games: &'a Games<'a>,
    ) -> Self {
        let subsets = space.layout.shape.iter().filter_map(|(name, kind)| match *kind {
            CoordinateKind::Subset { lo, hi } => Some((name.clone(), Universe { lo, hi })),
            _ => None,
        });
        let dimensions = space.layout.dimensions.iter();
        let spans = dimensions.filter_map(|d| Some((d.name.clone(), (d.lo, d.hi?)))).collect();
        Self {
            bindings,
            subsets: subsets.collect(),
            spans,
            copies: 1,
            space,
            exact,
            games,
            instance,
        }
    }

    /// This scope where the name stands for the (spelled out) expression.
    pub(crate) fn with(&self, name: &str, value: Expr) -> Self {
        let mut inner = self.hiding(name);
        inner.bindings.names.insert(name.to_owned(), value);
        inner
    }

    /// This scope with a variable of that name.
    pub(crate) fn hiding(&self, name: &str) -> Self {
        let mut inner = self.clone();
        inner.bindings.names.remove(name);
        inner.bindings.vectors.remove(name);
        inner.subsets.remove(name);
        inner.spans.remove(name);
        inner
    }

    /// The number or condition spelled out.
    pub(crate) fn expr(&self, e: &Expr) -> Expr {
        let spelled = self.spell(e);
        Expr { node: spelled.node, span: e.span }
    }

    fn spell(&self, e: &Expr) -> Expr {
        match &e.node {
            Node::Int(_) | Node::Bool(_) => e.clone(),
            Node::Name(n) => match self.bindings.names.get(n) {
                Some(value) => value.clone(),
                None => self.raw().expr(e),
            },
            Node::Index(list, index) => self.index(list, index),
            Node::List(_) | Node::Slice(..) | Node::Fold(Fold::List, _) => self.as_list(e),
            Node::Set(_) | Node::Range(..) | Node::Fold(Fold::Set, _) | Node::Value(_) => {
                self.raw().expr(e)
            }
            Node::Unary(Unary::Not, a) => build::not(self.expr(a)),
            Node::Unary(Unary::Neg, a) => {
                let a = self.expr(a);
                match build::literal(&a).and_then(i64::checked_neg) {
                    Some(value) => int(value),
                    None => Expr::from(Node::Unary(Unary::Neg, Box::new(a))),
                }
            }
            Node::Binary(..) if self.is_set(e) => self.raw().expr(e),
            Node::Binary(Binary::Implies, a, b) => {
                build::or(build::not(self.expr(a)), self.expr(b))
            }
            Node::Binary(op, a, b) => build::binary(*op, self.expr(a), self.expr(b)),
            Node::Compare(first, rest) => self.comparisons(first, rest),
            Node::Member(a, set) => self.member(&self.expr(a), set),
            Node::If(c, a, b) => {
                let c = self.expr(c);
                match build::truth(&c) {
                    Some(true) => self.expr(a),
                    Some(false) => self.expr(b),
                    None => build::choose(c, self.expr(a), self.expr(b)),
                }
            }
            Node::Call(f, arguments) => self.call(e, f, arguments),
            Node::Fold(fold, items) => self.fold(*fold, items),
        }
    }

    fn comparisons(&self, first: &Expr, rest: &[(Comparison, Expr)]) -> Expr {
        let link = |(a, comparison, b): (&Expr, Comparison, &Expr)| {
            if self.is_set(a) || self.is_set(b) {
                return self.compare_sets(a, comparison, b);
            }
            build::compare(self.expr(a), comparison, self.expr(b))
        };
        build::all_of(walk::links(first, rest).map(link).collect())
    }

    fn call(&self, e: &Expr, f: &str, arguments: &[Expr]) -> Expr {
        match (f, arguments) {
            // Division means something else inside.
            ("floor" | "sqrt", _) => self.raw().expr(e),
            ("size", [only]) => self.size(only),
            ("list" | "zeckendorf" | "greedy_parts", _) => self.raw().expr(e),
            _ => {
                let argument = |a: &Expr| match self.list(a) {
                    Some(items) => Expr::from(Node::List(items)),
                    None => self.expr(a),
                };
                build::call(f, arguments.iter().map(argument).collect())
            }
        }
    }

    fn index(&self, list: &Expr, index: &Expr) -> Expr {
        let first = i64::from(self.is_vector(list));
        let at = build::minus(self.expr(index), first);
        match self.list(list) {
            Some(items) => {
                let known = self.known(&at).and_then(|k| usize::try_from(k).ok());
                match known.and_then(|k| items.get(k)) {
                    Some(item) => item.clone(),
                    None => element(Expr::from(Node::List(items)), at),
                }
            }
            None => element(self.raw().expr(list), at),
        }
    }

    /// Whether the expression is a row or vector of heaps, which count from 1.
    pub(crate) fn is_vector(&self, e: &Expr) -> bool {
        matches!(&e.node, Node::Name(n) if self.bindings.vectors.contains_key(n))
    }

    /// The entries of a vector.
    pub(crate) fn entries(&self, vector: &str) -> Option<Vec<Expr>> {
        let &length = self.bindings.vectors.get(vector)?;
        Some((1..=length).map(|i| name(component(vector, i))).collect())
    }

    /// Bindings for what cannot be spelled out and is left to exact evaluation.
    pub(crate) fn raw(&self) -> Bindings {
        let mut raw = self.bindings.clone();
        let subsets = self.subsets.iter().map(|(name, u)| (name.clone(), (u.lo, u.hi)));
        raw.subsets = subsets.collect();
        raw
    }

    /// The value of a spelled out expression without names, where it has one.
    pub(crate) fn known(&self, e: &Expr) -> Option<i64> {
        if let Some(value) = build::literal(e) {
            return Some(value);
        }
        if has_names(e) {
            return None;
        }
        let program = self.exact.program(e, &[]).ok()?;
        i64::try_from(crate::exact::integer(&program, &[]).ok()?).ok()
    }

    /// Least and greatest value of a spelled out expression, where they are fixed.
    pub(crate) fn span(&self, e: &Expr) -> Option<Interval> {
        if let Some(value) = build::literal(e) {
            return Some((value, value));
        }
        let mut slots = HashMap::new();
        let mut ranges = Vec::new();
        for (name, range) in &self.spans {
            slots.insert(name.clone(), ranges.len());
            ranges.push(*range);
        }
        interval(&Term::from_expr(e, &slots)?, &ranges)
    }

    /// Notes what a variable ranges over, where that is fixed.
    pub(crate) fn note_span(&mut self, name: &str, lo: &Expr, hi: &Expr) {
        if let (Some((lo, _)), Some((_, hi))) = (self.span(lo), self.span(hi)) {
            self.spans.insert(name.to_owned(), (lo, hi.max(lo)));
        }
    }
}

/// Whether the expression depends on more than its literals: on names, or on what coins show.
pub(crate) fn has_names(e: &Expr) -> bool {
    names(e).next().is_some()
        || walk::within(e).any(|e| matches!(&e.node, Node::Call(f, _) if f == "head"))
}

/// The names in the expression, but for those that the language itself gives to sets.
pub(crate) fn names(e: &Expr) -> impl Iterator<Item = &str> {
    walk::within(e).filter_map(Expr::as_name).filter(|name| !is_named_set(name))
}
