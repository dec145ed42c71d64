//! Comprehensions written out: over few values they become plain operations, which the machine
//! understands.

use super::build;
use super::scope::Scope;
use expr::ast::{Binder, Comparison, Expr, Fold, Item, Node, Set};
use expr::substitute::{int, name};

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
        if matches!(fold, Fold::Mex | Fold::First | Fold::List) {
            return None;
        }
        let mut all = Vec::new();
        for item in items {
            all.extend(self.expand(item)?);
        }
        let list = |values: Vec<Expr>| Expr::from(Node::List(values));
        let or_zero = |(guard, value)| build::choose(guard, value, int(0));
        Some(match fold {
            Fold::Any => build::any_of(all.into_iter().map(|(g, b)| build::and(g, b)).collect()),
            Fold::All => {
                build::all_of(all.into_iter().map(|(g, b)| build::or(build::not(g), b)).collect())
            }
            Fold::Count => {
                let one = |(g, b)| build::choose(build::and(g, b), int(1), int(0));
                build::call("sum", vec![list(all.into_iter().map(one).collect())])
            }
            Fold::Sum | Fold::Xor => {
                let values = list(all.into_iter().map(or_zero).collect());
                build::call(if fold == Fold::Sum { "sum" } else { "xor" }, vec![values])
            }
            Fold::Min | Fold::Max => {
                // Over nothing they have no value, so what there is must not depend on a guard.
                let certain = all.iter().all(|(g, _)| build::truth(g) == Some(true));
                if all.is_empty() || !certain {
                    return None;
                }
                let values = list(all.into_iter().map(|(_, b)| b).collect());
                build::call(if fold == Fold::Min { "min" } else { "max" }, vec![values])
            }
            Fold::Mex | Fold::First | Fold::List => return None,
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
            let guard = item.guard.as_ref().map_or(build::bool(true), |g| self.expr(g));
            let guard = build::and(before.clone(), guard);
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

    /// The values a set may have, in order, and when it has them.
    fn choices(&self, set: &Set) -> Option<Vec<(Expr, Expr)>> {
        let certain = |values: Vec<i64>| {
            Some(values.into_iter().map(|v| (int(v), build::bool(true))).collect())
        };
        match set {
            Set::Range(lo, hi) => {
                let (lo, hi) = (self.expr(lo), self.expr(hi));
                let ((least, _), (_, most)) = (self.span(&lo)?, self.span(&hi)?);
                if most.saturating_sub(least) > MAX_VALUES as i64 {
                    return None;
                }
                let one = |v| (int(v), build::within(&int(v), lo.clone(), hi.clone()));
                Some((least..=most).map(one).collect())
            }
            Set::Elements(elements) => {
                let mut all: Vec<(Expr, Expr)> = Vec::new();
                for e in elements {
                    let e = self.expr(e);
                    // A set has each element once.
                    let others = all
                        .iter()
                        .map(|(other, _)| build::compare(other.clone(), Comparison::Ne, e.clone()));
                    let first = build::all_of(others.collect());
                    if build::truth(&first) != Some(false) {
                        all.push((e, first));
                    }
                }
                Some(all)
            }
            Set::Named(n, _, span) => {
                if let Some(universe) = self.subsets.get(n) {
                    let all = universe.lo..=universe.hi;
                    return Some(all.map(|v| (int(v), self.digit(n, *universe, v))).collect());
                }
                match self.bindings.sets.get(n) {
                    Some(set) => self.hiding(n).choices(set),
                    None => match self.number_set(set, *span).ok()? {
                        arith::sets::NumberSet::Finite(values) => certain(values),
                        _ => None,
                    },
                }
            }
            Set::Items(items) => {
                let [item] = &items[..] else { return None };
                let ([binder], Node::Name(body)) = (&item.binders[..], &item.body.node) else {
                    return None;
                };
                if *body != binder.name {
                    return None;
                }
                let all = self.choices(&binder.set)?.into_iter().map(|(value, counts)| {
                    let guard = item.guard.as_ref();
                    let inner = self.with(&binder.name, value.clone());
                    let guard = guard.map_or(build::bool(true), |g| inner.expr(g));
                    (value, build::and(counts, guard))
                });
                Some(all.collect())
            }
            Set::Of(e) if self.is_list(e) => {
                Some(self.list(e)?.into_iter().map(|v| (v, build::bool(true))).collect())
            }
            Set::Of(e) => {
                let (lo, hi) = self.hull(e)?;
                let ((least, _), (_, most)) = (self.span(&lo)?, self.span(&hi)?);
                if most.saturating_sub(least) > MAX_VALUES as i64 {
                    return None;
                }
                Some((least..=most).map(|v| (int(v), self.member_of(&int(v), e))).collect())
            }
        }
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
    pub(super) fn digit(&self, subset: &str, universe: super::scope::Universe, v: i64) -> Expr {
        if v < universe.lo || v > universe.hi {
            return build::bool(false);
        }
        let digit = build::call("bit", vec![name(subset), int(v - universe.lo)]);
        build::compare(digit, Comparison::Eq, int(1))
    }
}
