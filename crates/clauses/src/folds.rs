//! Writes comprehensions over few values out as plain operations, which the machine understands.

use crate::build;
use crate::scope::{Scope, Universe};
use arith::sets::NumberSet;
use expr::ast::{Binder, Comparison, Expr, Fold, Item, Node};
use expr::build::range;
use expr::substitute::{int, name};
use std::ops::RangeInclusive;

/// Most values one comprehension, and all comprehensions around each other, are written out over.
const MAX_VALUES: usize = 64;
const MAX_COPIES: usize = 1024;

impl Scope<'_> {
    /// A comprehension over numbers or conditions.
    pub(crate) fn fold(&self, fold: Fold, items: &[Item]) -> Expr {
        let items: Vec<Item> =
            items.iter().map(|item| self.bindings.apart(item).into_owned()).collect();
        let items = &items[..];
        if let [item] = items
            && let Some(digits) = self.fold_digits(fold, item)
        {
            return digits;
        }
        self.fold_out(fold, items).unwrap_or_else(|| {
            let items = items.iter().map(|item| self.item(item)).collect();
            Expr::from(Node::Fold(fold, items))
        })
    }

    /// The comprehension as plain operations.
    fn fold_out(&self, fold: Fold, items: &[Item]) -> Option<Expr> {
        let function = match fold {
            Fold::Any | Fold::All => "",
            Fold::Count | Fold::Sum => "sum",
            Fold::Xor => "xor",
            Fold::Min => "min",
            Fold::Max => "max",
            Fold::Mex | Fold::First | Fold::List | Fold::Set => return None,
        };
        let mut all = Vec::new();
        for item in items {
            all.extend(self.expand(item)?);
        }
        // Over nothing they have no value, so what there is must not depend on a guard.
        let is_certain = all.iter().all(|(guard, _)| build::truth(guard) == Some(true));
        if matches!(fold, Fold::Min | Fold::Max) && (all.is_empty() || !is_certain) {
            return None;
        }
        let each = all.into_iter().map(|(guard, body)| match fold {
            Fold::Any => build::and(guard, body),
            Fold::All => build::or(build::not(guard), body),
            Fold::Count => build::choose(build::and(guard, body), int(1), int(0)),
            _ => build::choose(guard, body, int(0)),
        });
        let each: Vec<Expr> = each.collect();
        Some(match fold {
            Fold::Any => build::any_of(each),
            Fold::All => build::all_of(each),
            _ => build::call(function, vec![Expr::from(Node::List(each))]),
        })
    }

    /// Every choice of an item's variables: whether it counts, and its value. `None` where there
    /// are too many, or it is not known which values there may be.
    pub(crate) fn expand(&self, item: &Item) -> Option<Vec<(Expr, Expr)>> {
        let mut all = Vec::new();
        self.expand_from(item, 0, &build::bool(true), &mut all)?;
        Some(all)
    }

    fn expand_from(
        &self,
        item: &Item,
        depth: usize,
        before: &Expr,
        all: &mut Vec<(Expr, Expr)>,
    ) -> Option<()> {
        let Some(binder) = item.binders.get(depth) else {
            let guard = build::and(before.clone(), self.guard(item));
            if build::truth(&guard) != Some(false) {
                if all.len() == MAX_VALUES {
                    return None;
                }
                all.push((guard, self.expr(&item.body)));
            }
            return Some(());
        };
        let choices = self.choices(&binder.set)?;
        let copies = self.copies * choices.len().max(1);
        if choices.len() > MAX_VALUES || copies > MAX_COPIES {
            return None;
        }
        for (value, counts) in choices {
            let counts = build::and(before.clone(), counts);
            if build::truth(&counts) == Some(false) {
                continue;
            }
            let inner = Self { copies, ..self.with(&binder.name, value) };
            inner.expand_from(item, depth + 1, &counts, all)?;
        }
        Some(())
    }

    /// The guard of an item, whose variables the scope knows.
    pub(crate) fn guard(&self, item: &Item) -> Expr {
        item.guard.as_ref().map_or(build::bool(true), |guard| self.expr(guard))
    }

    /// The values a set or list may have, in order, and when it has them.
    fn choices(&self, set: &Expr) -> Option<Vec<(Expr, Expr)>> {
        if let Some((subset, universe)) = self.subset(set) {
            let all = universe.lo..=universe.hi;
            return Some(all.map(|v| (int(v), self.digit(subset, universe, v))).collect());
        }
        if let Some((inner, value)) = self.bound(set) {
            return inner.choices(value);
        }
        match &set.node {
            Node::Range(lo, hi) => {
                let (lo, hi) = (self.expr(lo), self.expr(hi));
                let one = |v| (int(v), build::within(&int(v), lo.clone(), hi.clone()));
                Some(self.few(&lo, &hi)?.map(one).collect())
            }
            Node::Set(elements) => Some(different(certain(elements.iter().map(|e| self.expr(e))))),
            Node::Fold(Fold::Set, items) => {
                let [item] = &items[..] else { return None };
                let binder = build::filtered(item)?;
                let values = self.choices(&binder.set)?;
                // Conditions on conditions would grow with every set within a set.
                let is_nested = |(value, counts): &(Expr, Expr)| {
                    build::literal(value).is_none() && build::truth(counts) != Some(true)
                };
                if values.len() > MAX_VALUES || values.iter().any(is_nested) {
                    return None;
                }
                let all = values.into_iter().map(|(value, counts)| {
                    let guard = self.with(&binder.name, value.clone()).guard(item);
                    (value, build::and(counts, guard))
                });
                Some(different(all))
            }
            _ if self.is_list(set) => Some(certain(self.list(set)?)),
            Node::Name(_) | Node::Call(..) => match self.number_set(set, set.span).ok()? {
                NumberSet::Finite(values) => Some(certain(values.into_iter().map(int))),
                _ => None,
            },
            _ => {
                let (lo, hi) = self.hull(set)?;
                let one = |v| (int(v), self.member(&int(v), set));
                Some(self.few(&lo, &hi)?.map(one).collect())
            }
        }
    }

    /// All numbers that a range may hold, where they are few.
    fn few(&self, lo: &Expr, hi: &Expr) -> Option<RangeInclusive<i64>> {
        let ((least, _), (_, most)) = (self.span(lo)?, self.span(hi)?);
        (most.saturating_sub(least) <= MAX_VALUES as i64).then_some(least..=most)
    }

    /// An item left as a comprehension, its parts spelled out.
    fn item(&self, item: &Item) -> Item {
        let mut inner = self.clone();
        let mut binders = Vec::new();
        for binder in &item.binders {
            let set = inner.set(&binder.set);
            inner = inner.hiding(&binder.name);
            if let Node::Range(lo, hi) = &set.node {
                inner.note_span(&binder.name, lo, hi);
            }
            binders.push(Binder { name: binder.name.clone(), set, span: binder.span });
        }
        Item {
            body: inner.expr(&item.body),
            binders,
            guard: item.guard.as_ref().map(|g| inner.expr(g)),
        }
    }

    /// A set or list for exact evaluation.
    fn set(&self, set: &Expr) -> Expr {
        match &set.node {
            Node::Range(lo, hi) => range(self.expr(lo), self.expr(hi)),
            _ if self.is_list(set) => self.as_list(set),
            _ => self.raw().expr(set),
        }
    }

    /// `any`, `all` or `count` over one variable whose conditions speak of membership, by
    /// operations on binary digits, in games on sets.
    fn fold_digits(&self, fold: Fold, item: &Item) -> Option<Expr> {
        let ([binder], Fold::Any | Fold::All | Fold::Count) = (&item.binders[..], fold) else {
            return None;
        };
        if self.subsets.is_empty() {
            return None;
        }
        let set = &binder.set;
        // digits tell what the entries of a list are, but not how often
        if fold == Fold::Count && self.is_list(set) {
            return None;
        }
        let universe = self.universe_of(set)?;
        let inner = self.hiding(&binder.name);
        let all = self.mask(set, universe, false)?;
        let digits = |c: &Expr| inner.condition_mask(c, &binder.name, universe);
        let counted = match &item.guard {
            Some(guard) => build::meet(all, digits(guard)?),
            None => all,
        };
        let true_ones = build::meet(counted.clone(), digits(&item.body)?);
        Some(match fold {
            Fold::Any => build::compare(true_ones, Comparison::Ne, int(0)),
            Fold::All => build::compare(counted, Comparison::Eq, true_ones),
            _ => build::call("popcount", vec![true_ones]),
        })
    }

    /// Whether the number belongs to the set coordinate.
    pub(crate) fn digit(&self, subset: &str, universe: Universe, v: i64) -> Expr {
        if v < universe.lo || v > universe.hi {
            return build::bool(false);
        }
        let digit = build::call("bit", vec![name(subset), int(v - universe.lo)]);
        build::compare(digit, Comparison::Eq, int(1))
    }
}

/// Values that there are whatever the position.
fn certain(values: impl IntoIterator<Item = Expr>) -> Vec<(Expr, Expr)> {
    values.into_iter().map(|value| (value, build::bool(true))).collect()
}

/// The values, each where none before it is the same: a set has each element once.
fn different(values: impl IntoIterator<Item = (Expr, Expr)>) -> Vec<(Expr, Expr)> {
    let (mut before, mut all) = (Vec::new(), Vec::new());
    for (value, counts) in values {
        let other = |(other, counted): &(Expr, Expr)| {
            let differs = build::compare(other.clone(), Comparison::Ne, value.clone());
            build::or(build::not(counted.clone()), differs)
        };
        let first = build::and(counts.clone(), build::all_of(before.iter().map(other).collect()));
        if build::truth(&first) != Some(false) {
            all.push((value.clone(), first));
            before.push((value, counts));
        }
    }
    all
}
