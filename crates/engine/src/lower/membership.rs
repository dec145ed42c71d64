//! What belongs to a set: as a condition, as a range that holds all of it, as a number set.

use super::scope::{Scope, Universe};
use super::{build, constant, mistake};
use arith::sets::NumberSet;
use expr::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Set, Span};
use expr::diagnostic::Diagnostic;
use expr::substitute::{int, name};

impl Scope<'_> {
    /// Whether the expression is a set rather than a number or list.
    pub(super) fn is_set(&self, e: &Expr) -> bool {
        match &e.node {
            Node::Set(_) => true,
            Node::Name(n) => match self.bindings.names.get(n) {
                Some(value) => matches!(value.node, Node::Set(_)),
                None => self.subsets.contains_key(n) || self.bindings.sets.contains_key(n),
            },
            Node::Binary(Binary::Add | Binary::Sub | Binary::BitAnd, a, b) => {
                self.is_set(a) || self.is_set(b)
            }
            Node::If(_, a, b) => self.is_set(a) || self.is_set(b),
            _ => false,
        }
    }

    /// Whether the (spelled out) number belongs to the set.
    pub(super) fn member(&self, x: &Expr, set: &Set) -> Expr {
        match set {
            Set::Range(lo, hi) => build::within(x, self.expr(lo), self.expr(hi)),
            Set::Elements(elements) => {
                let equal = |e| build::compare(x.clone(), Comparison::Eq, self.expr(e));
                build::any_of(elements.iter().map(equal).collect())
            }
            Set::Named(n, arguments, _) if arguments.is_empty() => {
                if self.subsets.contains_key(n) {
                    return self.member_of_coordinate(x, n);
                }
                match self.bindings.sets.get(n) {
                    Some(set) => self.hiding(n).member(x, set),
                    None => self.raw_member(x, set),
                }
            }
            Set::Named(..) => self.raw_member(x, set),
            Set::Items(items) => {
                build::any_of(items.iter().map(|item| self.member_of_item(x, item)).collect())
            }
            Set::Of(e) => self.member_of(x, e),
        }
    }

    fn raw_member(&self, x: &Expr, set: &Set) -> Expr {
        Expr::from(Node::Member(Box::new(x.clone()), self.raw().set(set)))
    }

    fn member_of_item(&self, x: &Expr, item: &Item) -> Expr {
        if let Some(binder) = build::filtered(item) {
            let guard = self.with(&binder.name, x.clone()).guard(item);
            return build::and(self.member(x, &binder.set), guard);
        }
        let Some(choices) = self.expand(item) else {
            return self.raw_member(x, &Set::Items(vec![item.clone()]));
        };
        let equal = |(g, b)| build::and(g, build::compare(x.clone(), Comparison::Eq, b));
        build::any_of(choices.into_iter().map(equal).collect())
    }

    /// Whether the number belongs to the set that is the value of an expression.
    pub(super) fn member_of(&self, x: &Expr, e: &Expr) -> Expr {
        match &e.node {
            Node::Name(n) if self.subsets.contains_key(n) => self.member_of_coordinate(x, n),
            Node::Name(n) => match self.bindings.names.get(n) {
                Some(value) => self.hiding(n).member_of(x, value),
                None if self.bindings.sets.contains_key(n) => {
                    self.member(x, &Set::Named(n.clone(), Vec::new(), e.span))
                }
                None => self.member_of_list(x, e),
            },
            Node::Set(set) => self.member(x, set),
            Node::Binary(Binary::Add, a, b) => {
                build::or(self.member_of(x, a), self.member_of(x, b))
            }
            Node::Binary(Binary::Sub, a, b) => {
                build::and(self.member_of(x, a), build::not(self.member_of(x, b)))
            }
            Node::Binary(Binary::BitAnd, a, b) => {
                build::and(self.member_of(x, a), self.member_of(x, b))
            }
            Node::If(c, a, b) if self.is_set(e) => {
                build::choose(self.expr(c), self.member_of(x, a), self.member_of(x, b))
            }
            _ => self.member_of_list(x, e),
        }
    }

    fn member_of_coordinate(&self, x: &Expr, subset: &str) -> Expr {
        let universe = self.subsets[subset];
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

    fn member_of_list(&self, x: &Expr, e: &Expr) -> Expr {
        match self.list(e) {
            Some(items) => {
                let equal = |e: Expr| build::compare(x.clone(), Comparison::Eq, e);
                build::any_of(items.into_iter().map(equal).collect())
            }
            None => self.raw_member(x, &Set::Of(Box::new(e.clone()))),
        }
    }

    /// A range that holds every element of the set, as spelled out bounds.
    pub(super) fn hull(&self, e: &Expr) -> Option<(Expr, Expr)> {
        let wider =
            |a: (Expr, Expr), b: (Expr, Expr)| (build::least(a.0, b.0), build::greatest(a.1, b.1));
        match &e.node {
            Node::Name(n) => match (self.subsets.get(n), self.bindings.names.get(n)) {
                (Some(universe), _) => Some((int(universe.lo), int(universe.hi))),
                (None, Some(value)) => self.hiding(n).hull(value),
                (None, None) => self.hull_of(&Set::Named(n.clone(), Vec::new(), e.span)),
            },
            Node::Set(set) => self.hull_of(set),
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
            _ => {
                let items = self.list(e)?;
                let first = items.first()?.clone();
                let all = items.into_iter().skip(1);
                Some(all.fold((first.clone(), first), |h, e| wider(h, (e.clone(), e))))
            }
        }
    }

    fn hull_of(&self, set: &Set) -> Option<(Expr, Expr)> {
        match set {
            Set::Range(lo, hi) => Some((self.expr(lo), self.expr(hi))),
            Set::Elements(elements) if elements.is_empty() => Some((int(0), int(-1))),
            Set::Elements(elements) => self.hull(&Expr::from(Node::List(elements.clone()))),
            Set::Named(n, _, span) => {
                if let Some(universe) = self.subsets.get(n) {
                    return Some((int(universe.lo), int(universe.hi)));
                }
                if let Some(set) = self.bindings.sets.get(n) {
                    return self.hiding(n).hull_of(set);
                }
                match self.number_set(set, *span).ok()? {
                    NumberSet::Finite(values) => {
                        Some((int(*values.first()?), int(*values.last()?)))
                    }
                    _ => None,
                }
            }
            Set::Items(items) => {
                let [item] = &items[..] else { return None };
                if let Some(binder) = build::filtered(item) {
                    return self.hull_of(&binder.set);
                }
                let bodies = self.expand(item)?.into_iter().map(|(_, body)| self.span(&body));
                let spans = bodies.collect::<Option<Vec<_>>>()?;
                let least = spans.iter().map(|s| s.0).min().unwrap_or(0);
                let most = spans.iter().map(|s| s.1).max().unwrap_or(-1);
                Some((int(least), int(most)))
            }
            Set::Of(e) => self.hull(e),
        }
    }

    /// The numbers that the set is surely taken from, at most 62.
    pub(super) fn universe_of(&self, e: &Expr) -> Option<Universe> {
        let (lo, hi) = self.hull(e)?;
        let (lo, hi) = (self.span(&lo)?.0, self.span(&hi)?.1);
        (hi.checked_sub(lo)? < 62).then_some(Universe { lo, hi: hi.max(lo - 1) })
    }

    /// A set of parameters, numbers and names of sets.
    pub(super) fn number_set(&self, set: &Set, span: Span) -> Result<NumberSet, Diagnostic> {
        let no_set = |text: &str, span| {
            let help = "sets are `{1, 3}`, `1..n`, primes, squares, powers(2), factorials, ...";
            mistake("G004", span, format!("`{text}` is not a set"), "", help)
        };
        let mut values: Vec<i64> = match set {
            Set::Elements(elements) => elements
                .iter()
                .map(|e| self.known(&self.expr(e)).ok_or_else(|| super::not_constant(e)))
                .collect::<Result<Vec<_>, _>>()?,
            Set::Named(n, arguments, span) => {
                if let Some(set) = self.bindings.sets.get(n).filter(|_| arguments.is_empty()) {
                    return self.hiding(n).number_set(set, *span);
                }
                let arguments: Vec<String> = arguments
                    .iter()
                    .map(|e| constant(e, &self.bindings).map(|v| v.to_string()))
                    .collect::<Result<_, _>>()?;
                let text = match arguments.is_empty() {
                    true => n.clone(),
                    false => format!("{n}({})", arguments.join(", ")),
                };
                return text.parse().map_err(|_| no_set(&text, *span));
            }
            Set::Of(e) if matches!(&e.node, Node::Name(_)) && !self.is_list(e) => {
                let Node::Name(n) = &e.node else { return Err(no_set(&set.to_string(), span)) };
                return match self.bindings.names.get(n).map(|value| &value.node) {
                    Some(Node::Set(set)) => self.hiding(n).number_set(set, span),
                    _ => self.number_set(&Set::Named(n.clone(), Vec::new(), e.span), span),
                };
            }
            other => {
                // Whatever has known values only.
                let variable = "e.".to_owned();
                let item = Item {
                    body: name(&variable),
                    binders: vec![Binder { name: variable, set: other.clone(), span }],
                    guard: None,
                };
                let all = self.list(&Expr::from(Node::Fold(Fold::List, vec![item])));
                let known = all.and_then(|all| all.iter().map(|e| self.known(e)).collect());
                known.ok_or_else(|| no_set(&set.to_string(), span))?
            }
        };
        values.sort_unstable();
        values.dedup();
        Ok(NumberSet::Finite(values))
    }
}
