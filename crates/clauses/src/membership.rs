//! What belongs to a set: as a condition, as a range that holds all of it, as a number set.

use crate::scope::{Scope, Universe};
use crate::{build, constant, mistake};
use arith::sets::NumberSet;
use expr::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Span};
use expr::build::call;
use expr::diagnostic::Result;
use expr::kind::Kind;
use expr::print::Unbraced;
use expr::substitute::{int, name};

impl Scope<'_> {
    /// What a name stands for, and the scope to read it in.
    pub(crate) fn bound(&self, e: &Expr) -> Option<(Self, &Expr)> {
        let name = e.as_name()?;
        let value = self.bindings.names.get(name)?;
        Some((self.hiding(name), value))
    }

    /// The numbers from which a set coordinate of that name is taken.
    pub(crate) fn subset(&self, e: &Expr) -> Option<(&str, Universe)> {
        let (name, universe) = self.subsets.get_key_value(e.as_name()?)?;
        Some((name, *universe))
    }

    /// Whether the expression is a set rather than a number or list.
    pub(crate) fn is_set(&self, e: &Expr) -> bool {
        let kind = e.kind(&|named| {
            let is_set = match named.as_name().and_then(|name| self.bindings.names.get(name)) {
                Some(value) => value.is_set(),
                None => self.subset(named).is_some() || named.is_set(),
            };
            Some(if is_set { Kind::Set } else { Kind::Unknown })
        });
        kind == Kind::Set
    }

    /// Whether the (spelled out) number belongs to the set or list.
    pub(crate) fn member(&self, x: &Expr, set: &Expr) -> Expr {
        if let Some((subset, universe)) = self.subset(set) {
            return self.member_of_coordinate(x, subset, universe);
        }
        if let Some((inner, value)) = self.bound(set) {
            return inner.member(x, value);
        }
        let equal = |e: Expr| build::compare(x.clone(), Comparison::Eq, e);
        match &set.node {
            Node::Range(lo, hi) => build::within(x, self.expr(lo), self.expr(hi)),
            Node::Set(elements) => {
                build::any_of(elements.iter().map(|e| equal(self.expr(e))).collect())
            }
            Node::Fold(Fold::Set, items) => {
                build::any_of(items.iter().map(|item| self.member_of_item(x, item)).collect())
            }
            Node::Binary(Binary::Add, a, b) => build::or(self.member(x, a), self.member(x, b)),
            Node::Binary(Binary::Sub, a, b) => {
                build::and(self.member(x, a), build::not(self.member(x, b)))
            }
            Node::Binary(Binary::BitAnd, a, b) => build::and(self.member(x, a), self.member(x, b)),
            Node::If(c, a, b) if self.is_set(set) => {
                build::choose(self.expr(c), self.member(x, a), self.member(x, b))
            }
            _ => match self.list(set) {
                Some(entries) => build::any_of(entries.into_iter().map(equal).collect()),
                None => self.raw_member(x, set),
            },
        }
    }

    fn raw_member(&self, x: &Expr, set: &Expr) -> Expr {
        Expr::from(Node::Member(Box::new(x.clone()), Box::new(self.raw().expr(set))))
    }

    fn member_of_item(&self, x: &Expr, item: &Item) -> Expr {
        if let Some(binder) = build::filtered(item) {
            let guard = self.with(&binder.name, x.clone()).guard(item);
            return build::and(self.member(x, &binder.set), guard);
        }
        let Some(choices) = self.expand(item) else {
            return self.raw_member(x, &Expr::from(Node::Fold(Fold::Set, vec![item.clone()])));
        };
        let equal = |(g, b)| build::and(g, build::compare(x.clone(), Comparison::Eq, b));
        build::any_of(choices.into_iter().map(equal).collect())
    }

    fn member_of_coordinate(&self, x: &Expr, subset: &str, universe: Universe) -> Expr {
        if let Some(v) = build::literal(x) {
            return self.digit(subset, universe, v);
        }
        let place = build::minus(x.clone(), universe.lo);
        let place = match self.span(&place) {
            Some((0.., _)) => place,
            _ => build::greatest(place, int(0)),
        };
        let digit = build::call("bit", vec![name(subset), place]);
        let above = match self.span(x) {
            Some((least, _)) if least >= universe.lo => build::bool(true),
            _ => build::compare(int(universe.lo), Comparison::Le, x.clone()),
        };
        build::and(above, build::compare(digit, Comparison::Eq, int(1)))
    }

    /// A range that holds every element of the set or list, as spelled out bounds.
    pub(crate) fn hull(&self, e: &Expr) -> Option<(Expr, Expr)> {
        if let Some((_, universe)) = self.subset(e) {
            return Some((int(universe.lo), int(universe.hi)));
        }
        if let Some((inner, value)) = self.bound(e) {
            return inner.hull(value);
        }
        let wider =
            |a: (Expr, Expr), b: (Expr, Expr)| (build::least(a.0, b.0), build::greatest(a.1, b.1));
        match &e.node {
            Node::Range(lo, hi) => Some((self.expr(lo), self.expr(hi))),
            Node::Set(elements) if elements.is_empty() => Some((int(0), int(-1))),
            Node::Set(elements) => self.hull(&Expr::from(Node::List(elements.clone()))),
            Node::Fold(Fold::Set, items) => {
                let [item] = &items[..] else { return None };
                if let Some(binder) = build::filtered(item) {
                    return self.hull(&binder.set);
                }
                let bodies = self.expand(item)?.into_iter().map(|(_, body)| self.span(&body));
                let spans = bodies.collect::<Option<Vec<_>>>()?;
                let least = spans.iter().map(|s| s.0).min().unwrap_or(0);
                let most = spans.iter().map(|s| s.1).max().unwrap_or(-1);
                Some((int(least), int(most)))
            }
            Node::Binary(Binary::Add, a, b) => Some(wider(self.hull(a)?, self.hull(b)?)),
            Node::Binary(Binary::Sub, a, _) => self.hull(a),
            Node::Binary(Binary::BitAnd, a, b) => {
                let fixed =
                    |h: &(Expr, Expr)| self.span(&h.0).is_some() && self.span(&h.1).is_some();
                match (self.hull(a), self.hull(b)) {
                    (Some(h), other) if fixed(&h) || other.is_none() => Some(h),
                    (other, h) => h.or(other),
                }
            }
            Node::If(_, a, b) => Some(wider(self.hull(a)?, self.hull(b)?)),
            _ if self.is_list(e) => {
                let mut entries = self.list(e)?.into_iter().map(|e| (e.clone(), e));
                let first = entries.next()?;
                Some(entries.fold(first, wider))
            }
            Node::Name(_) | Node::Call(..) => match self.number_set(e, e.span).ok()? {
                NumberSet::Finite(values) => Some((int(*values.first()?), int(*values.last()?))),
                _ => None,
            },
            _ => None,
        }
    }

    /// The numbers that the set is surely taken from, at most 62.
    pub(crate) fn universe_of(&self, e: &Expr) -> Option<Universe> {
        let (lo, hi) = self.hull(e)?;
        let (lo, hi) = (self.span(&lo)?.0, self.span(&hi)?.1);
        (hi.checked_sub(lo)? < 62).then_some(Universe { lo, hi: hi.max(lo - 1) })
    }

    /// A set of parameters, numbers and names of sets. What is no set is reported at `span`.
    pub(crate) fn number_set(&self, set: &Expr, span: Span) -> Result<NumberSet> {
        if let Some((inner, value)) = self.bound(set) {
            return inner.number_set(value, set.span);
        }
        let no_set = |text: String, span| {
            if set.is_set() && set.named().is_none() {
                let help = "take it within a range, as in `(powers(2) + {3}) & {1..n}`";
                return mistake("G004", span, format!("`{text}` has no end"), "", help);
            }
            let help = "sets are `{1, 3}`, `1..n`, primes, squares, powers(2), factorials, ...";
            mistake("G004", span, format!("`{text}` is not a set"), "", help)
        };
        let mut values: Vec<i64> = if let Node::Set(elements) = &set.node {
            let known = |e| self.known(&self.expr(e)).ok_or_else(|| super::not_constant(e));
            elements.iter().map(known).collect::<Result<_, _>>()?
        } else if let Some(values) = self.known_elements(set, span) {
            values
        } else if let Some((name, arguments)) = set.named() {
            let arguments = arguments.iter().map(|e| constant(e, &self.bindings).map(int));
            let text = match arguments.collect::<Result<Vec<_>, _>>()? {
                none if none.is_empty() => name.to_owned(),
                arguments => call(name, arguments).to_string(),
            };
            return text.parse().map_err(|_| no_set(text, set.span));
        } else {
            return Err(no_set(Unbraced(set).to_string(), span));
        };
        values.sort_unstable();
        values.dedup();
        Ok(NumberSet::Finite(values))
    }

    /// The elements of a set without a name, or the entries of a list, if their values are known.
    fn known_elements(&self, set: &Expr, span: Span) -> Option<Vec<i64>> {
        if set.named().is_some() && !self.is_list(set) {
            return None;
        }
        let variable = "e.".to_owned();
        let body = name(&variable);
        let binders = vec![Binder { name: variable, set: set.clone(), span }];
        let item = Item { body, binders, guard: None };
        let all = self.list(&Expr::from(Node::Fold(Fold::List, vec![item])))?;
        all.iter().map(|e| self.known(e)).collect()
    }
}
