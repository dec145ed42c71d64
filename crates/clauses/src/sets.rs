//! Sets as integers: binary digit e - lo says whether e belongs to it.
//!
//! A set may reach beyond the numbers its digits stand for. Where that matters (a new set
//! coordinate) one more digit is set then, so that the integer is no set of the game; elsewhere
//! what lies outside is left out.

use crate::build;
use crate::scope::{Scope, Universe, names};
use expr::ast::{Binary, Comparison, Expr, Fold, Item, Node};
use expr::build::{element, range};
use expr::substitute::{Bindings, int, mentions, name};
use expr::walk;
use std::collections::BTreeSet;

/// Digits of fewer parts are not worth a list of their values.
const WORTH_A_LIST: usize = 24;
/// Digits of more parts are not written out.
const MAX_PARTS: usize = 4096;

impl Scope<'_> {
    /// The digits of a set expression; `None` where only exact evaluation can tell.
    pub(crate) fn mask(&self, e: &Expr, universe: Universe, beyond: bool) -> Option<Expr> {
        if let Some((own, taken_from)) = self.subset(e) {
            return shifted(name(own), taken_from, universe, beyond);
        }
        if let Some((inner, value)) = self.bound(e) {
            return inner.mask(value, universe, beyond);
        }
        match &e.node {
            Node::Range(lo, hi) => {
                Some(self.mask_of_range(&self.expr(lo), &self.expr(hi), universe, beyond))
            }
            Node::Set(elements) => {
                let elements: Vec<Expr> = elements.iter().map(|e| self.expr(e)).collect();
                Some(self.mask_of_elements(&elements, universe, beyond))
            }
            Node::Fold(Fold::Set, items) => {
                let masks = items.iter().map(|item| self.mask_of_item(item, universe, beyond));
                let masks = masks.collect::<Option<Vec<_>>>()?;
                Some(self.listed(build::join(&build::unite, int(0), masks)))
            }
            Node::Binary(Binary::Add, a, b) => {
                let (a, b) = (self.mask(a, universe, beyond)?, self.mask(b, universe, beyond)?);
                Some(build::unite(a, b))
            }
            Node::Binary(Binary::Sub, a, b) => {
                let (a, b) = (self.mask(a, universe, beyond)?, self.mask(b, universe, false)?);
                // What is left of a set names it twice: differences of differences grow by powers.
                let is_short = walk::within(&a).count() <= MAX_PARTS;
                is_short.then(|| build::without(a, b))
            }
            Node::Binary(Binary::BitAnd, a, b) => {
                let inside = |e| self.universe_of(e).is_some_and(|own| universe.holds(own));
                if beyond && !inside(a) && !inside(b) {
                    return None;
                }
                Some(build::meet(self.mask(a, universe, false)?, self.mask(b, universe, false)?))
            }
            Node::If(c, a, b) => {
                let (a, b) = (self.mask(a, universe, beyond)?, self.mask(b, universe, beyond)?);
                Some(build::choose(self.expr(c), a, b))
            }
            _ if self.is_list(e) => {
                let elements = self.list(e)?;
                Some(self.mask_of_elements(&elements, universe, beyond))
            }
            Node::Name(_) | Node::Call(..) => {
                let numbers = self.number_set(e, e.span).ok()?;
                let members = numbers.members_up_to(universe.hi).into_iter();
                let inside: i64 =
                    members.filter(|&v| v >= universe.lo).map(|v| 1 << (v - universe.lo)).sum();
                let more = numbers.next_above(universe.hi).is_some()
                    || numbers.next_above(0).is_some_and(|v| v < universe.lo);
                let outside = if beyond && more { 1 << universe.width() } else { 0 };
                Some(int(inside + outside))
            }
            _ => None,
        }
    }

    /// The digits as a list by the one variable they depend on, where it takes few values: reading
    /// a list is faster than telling of every number whether it belongs to the set.
    fn listed(&self, digits: Expr) -> Expr {
        let own: BTreeSet<&str> = names(&digits).collect();
        let [variable] = own.into_iter().collect::<Vec<_>>()[..] else { return digits };
        let Some(&(lo, hi)) = self.spans.get(variable) else { return digits };
        let is_short = walk::within(&digits).count() < WORTH_A_LIST;
        if is_short || hi.checked_sub(lo).is_none_or(|length| length >= 64) {
            return digits;
        }
        let at = |v: i64| self.known(&Bindings::default().with(variable, int(v)).expr(&digits));
        match (lo..=hi).map(|v| at(v).map(int)).collect() {
            Some(values) => {
                element(Expr::from(Node::List(values)), build::minus(name(variable), lo))
            }
            None => digits,
        }
    }

    fn mask_of_elements(&self, elements: &[Expr], universe: Universe, beyond: bool) -> Expr {
        let masks = elements.iter().map(|e| self.mask_of_element(e, universe, beyond));
        build::join(&build::unite, int(0), masks.collect())
    }

    fn mask_of_element(&self, x: &Expr, universe: Universe, beyond: bool) -> Expr {
        let outside = int(if beyond { 1 << universe.width() } else { 0 });
        let inside = build::within(x, int(universe.lo), int(universe.hi));
        if universe.width() == 0 {
            return outside;
        }
        let place = build::minus(x.clone(), universe.lo);
        if let Some(place) = build::literal(&place) {
            let is_inside = (0..universe.width()).contains(&place);
            return if is_inside { int(1 << place) } else { outside };
        }
        match self.span(&place) {
            Some((least, most)) if least >= 0 && most < universe.width() => {
                build::call("shl", vec![int(1), place])
            }
            _ => {
                // The shift has a value whatever x is: lanes compute both sides of a choice.
                let place = build::least(build::greatest(place, int(0)), int(universe.width() - 1));
                build::choose(inside, build::call("shl", vec![int(1), place]), outside)
            }
        }
    }

    fn mask_of_range(&self, lo: &Expr, hi: &Expr, universe: Universe, beyond: bool) -> Expr {
        let span = |e: &Expr| self.span(e);
        let reaches_down = span(lo).is_none_or(|s| s.0 < universe.lo);
        let reaches_up = span(hi).is_none_or(|s| s.1 > universe.hi);
        // Clamped bounds, from 0 to the width: digits first..last are set.
        let clamp = |e: Expr| {
            let (least, most) = span(&e).unwrap_or((i64::MIN, i64::MAX));
            let e = if least < 0 { build::greatest(e, int(0)) } else { e };
            if most > universe.width() { build::least(e, int(universe.width())) } else { e }
        };
        let first = clamp(build::minus(lo.clone(), universe.lo));
        let end = clamp(build::minus(hi.clone(), universe.lo - 1));
        let power = |k: Expr| build::call("shl", vec![int(1), k]);
        let digits = build::binary(Binary::Sub, power(end), power(first));
        let is_full = build::compare(lo.clone(), Comparison::Le, hi.clone());
        let mut mask = build::choose(is_full.clone(), digits, int(0));
        if beyond && (reaches_down || reaches_up) {
            let inside = build::and(
                build::compare(int(universe.lo), Comparison::Le, lo.clone()),
                build::compare(hi.clone(), Comparison::Le, int(universe.hi)),
            );
            let out = build::and(is_full, build::not(inside));
            let digit = build::choose(out, int(1 << universe.width()), int(0));
            mask = build::unite(mask, digit);
        }
        mask
    }

    fn mask_of_item(&self, item: &Item, universe: Universe, beyond: bool) -> Option<Expr> {
        if let Some(binder) = build::filtered(item)
            && (!beyond || self.universe_of(&binder.set).is_some_and(|own| universe.holds(own)))
        {
            let all = self.mask(&binder.set, universe, false)?;
            let Some(guard) = &item.guard else { return Some(all) };
            let inner = self.hiding(&binder.name);
            if let Some(counted) = inner.condition_mask(guard, &binder.name, universe) {
                return Some(build::meet(all, counted));
            }
            let each = (universe.lo..=universe.hi).map(|v| {
                let one = self.with(&binder.name, int(v));
                let counts = build::and(self.member(&int(v), &binder.set), one.expr(guard));
                build::choose(counts, int(1 << (v - universe.lo)), int(0))
            });
            return Some(build::join(&build::unite, int(0), each.collect()));
        }
        let choices = self.expand(item)?.into_iter();
        let masks = choices.map(|(guard, body)| {
            build::choose(guard, self.mask_of_element(&body, universe, beyond), int(0))
        });
        Some(build::join(&build::unite, int(0), masks.collect()))
    }

    /// The digits of a new value of a set coordinate, or of a set compared with one.
    pub(crate) fn set_digits(&self, e: &Expr, universe: Universe) -> Expr {
        self.mask(e, universe, true).unwrap_or_else(|| {
            let raw = self.raw().expr(e);
            let each = (universe.lo..=universe.hi).map(|v| {
                let belongs = Node::Member(Box::new(int(v)), Box::new(raw.clone()));
                build::choose(Expr::from(belongs), int(1 << (v - universe.lo)), int(0))
            });
            let range = range(int(universe.lo), int(universe.hi));
            let rest = Node::Binary(Binary::Sub, Box::new(raw.clone()), Box::new(range));
            let rest = build::call("size", vec![Expr::from(rest)]);
            let outside = build::compare(rest, Comparison::Gt, int(0));
            let outside = build::choose(outside, int(1 << universe.width()), int(0));
            build::join(&build::unite, int(0), each.chain([outside]).collect())
        })
    }

    /// For which values of the variable, a number of the universe, the condition holds.
    pub(crate) fn condition_mask(
        &self,
        condition: &Expr,
        variable: &str,
        universe: Universe,
    ) -> Option<Expr> {
        let inner = |e: &Expr| self.condition_mask(e, variable, universe);
        let full = || int(universe.full());
        if !mentions(condition, variable) {
            return Some(build::choose(self.expr(condition), full(), int(0)));
        }
        let is_variable = |e: &Expr| e.as_name() == Some(variable);
        match &condition.node {
            Node::Unary(expr::ast::Unary::Not, a) => Some(build::without(full(), inner(a)?)),
            Node::Binary(Binary::And, a, b) => Some(build::meet(inner(a)?, inner(b)?)),
            Node::Binary(Binary::Or, a, b) => Some(build::unite(inner(a)?, inner(b)?)),
            Node::Member(x, set) if is_variable(x) && !mentions(set, variable) => {
                self.mask(set, universe, false)
            }
            Node::Compare(first, rest) => {
                walk::links(first, rest).try_fold(full(), |all, (a, comparison, b)| {
                    let one = self.comparison_mask(a, comparison, b, variable, universe)?;
                    Some(build::meet(all, one))
                })
            }
            _ => None,
        }
    }

    fn comparison_mask(
        &self,
        left: &Expr,
        op: Comparison,
        right: &Expr,
        variable: &str,
        universe: Universe,
    ) -> Option<Expr> {
        let is_variable = |e: &Expr| e.as_name() == Some(variable);
        if !mentions(left, variable) && !mentions(right, variable) {
            let holds = build::compare(self.expr(left), op, self.expr(right));
            return Some(build::choose(holds, int(universe.full()), int(0)));
        }
        let (op, bound) = match (is_variable(left), is_variable(right)) {
            (true, false) if !mentions(right, variable) => (op, self.expr(right)),
            (false, true) if !mentions(left, variable) => (op.mirrored(), self.expr(left)),
            _ => return None,
        };
        let (first, last) = (int(universe.lo), int(universe.hi));
        let range = |lo: &Expr, hi: &Expr| self.mask_of_range(lo, hi, universe, false);
        Some(match op {
            Comparison::Eq => self.mask_of_element(&bound, universe, false),
            Comparison::Ne => {
                let one = self.mask_of_element(&bound, universe, false);
                build::without(int(universe.full()), one)
            }
            Comparison::Lt => range(&first, &build::minus(bound, 1)),
            Comparison::Le => range(&first, &bound),
            Comparison::Gt => range(&build::minus(bound, -1), &last),
            Comparison::Ge => range(&bound, &last),
        })
    }

    /// Number of elements of a set or entries of a list.
    pub(crate) fn size(&self, e: &Expr) -> Expr {
        if self.is_list(e) {
            return match self.list(e) {
                Some(items) => int(items.len() as i64),
                None => build::call("size", vec![self.raw().expr(e)]),
            };
        }
        let digits = self.universe_of(e).and_then(|u| self.mask(e, u, false));
        match digits {
            Some(digits) => build::call("popcount", vec![digits]),
            None => build::call("size", vec![self.raw().expr(e)]),
        }
    }

    /// A comparison of two sets.
    pub(crate) fn compare_sets(&self, left: &Expr, op: Comparison, right: &Expr) -> Expr {
        let both = Node::Binary(Binary::Add, Box::new(left.clone()), Box::new(right.clone()));
        let universe = self.universe_of(&Expr::from(both));
        let digits =
            universe.and_then(|u| Some((self.mask(left, u, false)?, self.mask(right, u, false)?)));
        match (digits, op) {
            (Some((left, right)), Comparison::Eq | Comparison::Ne) => {
                build::compare(left, op, right)
            }
            _ => {
                let raw = self.raw();
                let rest = vec![(op, raw.expr(right))];
                Expr::from(Node::Compare(Box::new(raw.expr(left)), rest))
            }
        }
    }
}

/// The digits of a set coordinate for another universe.
fn shifted(digits: Expr, own: Universe, universe: Universe, beyond: bool) -> Option<Expr> {
    if !universe.holds(own) {
        if beyond {
            return None;
        }
        let (lo, hi) = (own.lo.max(universe.lo), own.hi.min(universe.hi));
        let common = Universe { lo, hi: hi.max(lo - 1) };
        let cut = build::call("shr", vec![digits, int(lo - own.lo)]);
        let cut = build::meet(cut, int(common.full()));
        return Some(build::call("shl", vec![cut, int(lo - universe.lo)]));
    }
    Some(match own.lo - universe.lo {
        0 => digits,
        by => build::call("shl", vec![digits, int(by)]),
    })
}
