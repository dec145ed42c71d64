//! Writes comprehensions over few values out as plain operations, which the machine understands.

use super::build;
use super::scope::{Scope, Universe};
use arith::sets::NumberSet;
use expr::ast::{Binder, Comparison, Expr, Fold, Item, Node, Set};
use expr::substitute::{int, name};
use std::ops::RangeInclusive;

/// Most values one comprehension, and all comprehensions around each other, are written out over.
const MAX_VALUES: usize = 64;
const MAX_COPIES: usize = 1024;

impl Scope<'_> {
    /// A comprehension over numbers or conditions.
    pub(super) fn fold(&self, fold: Fold, items: &[Item]) -> Expr {
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
            Fold::Mex | Fold::First | Fold::List => return None,
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
    pub(super) fn expand(&self, item: &Item) -> Option<Vec<(Expr, Expr)>> {
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
    pub(super) fn guard(&self, item: &Item) -> Expr {
        item.guard.as_ref().map_or(build::bool(true), |guard| self.expr(guard))
    }

    /// The values a set may have, in order, and when it has them.
    fn choices(&self, set: &Set) -> Option<Vec<(Expr, Expr)>> {
        match set {
            Set::Range(lo, hi) => {
                let (lo, hi) = (self.expr(lo), self.expr(hi));
                let one = |v| (int(v), build::within(&int(v), lo.clone(), hi.clone()));
                Some(self.few(&lo, &hi)?.map(one).collect())
            }
            Set::Elements(elements) => Some(self.different(elements)),
            Set::Named(n, ..) if self.subsets.contains_key(n) => {
                let universe = self.subsets[n];
                let all = universe.lo..=universe.hi;
                Some(all.map(|v| (int(v), self.digit(n, universe, v))).collect())
            }
            Set::Named(n, _, span) => match self.bindings.sets.get(n) {
                Some(set) => self.hiding(n).choices(set),
                None => match self.number_set(set, *span).ok()? {
                    NumberSet::Finite(values) => Some(certain(values.into_iter().map(int))),
                    _ => None,
                },
            },
            Set::Items(items) => {
                let [item] = &items[..] else { return None };
                let binder = build::filtered(item)?;
                let all = self.choices(&binder.set)?.into_iter().map(|(value, counts)| {
                    let guard = self.with(&binder.name, value.clone()).guard(item);
                    (value, build::and(counts, guard))
                });
                Some(all.collect())
            }
            Set::Of(e) if self.is_list(e) => Some(certain(self.list(e)?)),
            Set::Of(e) => {
                let (lo, hi) = self.hull(e)?;
                let one = |v| (int(v), self.member_of(&int(v), e));
                Some(self.few(&lo, &hi)?.map(one).collect())
            }
        }
    }

    /// All numbers that a range may hold, where they are few.
    fn few(&self, lo: &Expr, hi: &Expr) -> Option<RangeInclusive<i64>> {
        let ((least, _), (_, most)) = (self.span(lo)?, self.span(hi)?);
        (most.saturating_sub(least) <= MAX_VALUES as i64).then_some(least..=most)
    }

    /// The elements, each where none before it is the same: a set has each element once.
    fn different(&self, elements: &[Expr]) -> Vec<(Expr, Expr)> {
        let mut all: Vec<(Expr, Expr)> = Vec::new();
        for e in elements {
            let e = self.expr(e);
            let before = all.iter().map(|(other, _)| other.clone());
            let others = before.map(|other| build::compare(other, Comparison::Ne, e.clone()));
            let first = build::all_of(others.collect());
            if build::truth(&first) != Some(false) {
                all.push((e, first));
            }
        }
        all
    }

    /// An item left as a comprehension, its parts spelled out.
    fn item(&self, item: &Item) -> Item {
        let mut inner = self.clone();
        let mut binders = Vec::new();
        for binder in &item.binders {
            let set = inner.set(&binder.set);
            inner = inner.hiding(&binder.name);
            if let Set::Range(lo, hi) = &set {
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

    /// A set for exact evaluation.
    fn set(&self, set: &Set) -> Set {
        match set {
            Set::Range(lo, hi) => Set::Range(Box::new(self.expr(lo)), Box::new(self.expr(hi))),
            Set::Of(e) if self.is_list(e) => Set::Of(Box::new(self.as_list(e))),
            other => self.raw().set(other),
        }
    }

    /// `any`, `all` or `count` over one variable whose conditions speak of membership, by
    /// operations on binary digits.
    fn fold_digits(&self, fold: Fold, item: &Item) -> Option<Expr> {
        let ([binder], Fold::Any | Fold::All | Fold::Count) = (&item.binders[..], fold) else {
            return None;
        };
        let set = build::set(binder.set.clone());
        let universe = self.universe_of(&set)?;
        let inner = self.hiding(&binder.name);
        let all = self.mask(&set, universe, false)?;
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
    pub(super) fn digit(&self, subset: &str, universe: Universe, v: i64) -> Expr {
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
