//! Definitions of the rule, lists, and what runs over finite sets of numbers: written out.

use super::{Reader, Term};
use expr::ast::{Comparison, Expr, Fold, Item, Node, Set};
use expr::build::call;
use expr::substitute::{Bindings, int};
use logic::formula::Formula;

/// Most numbers that a variable of a fold runs over.
const LONGEST: i64 = 4096;

impl Reader {
    /// The body of a definition with its arguments put in; `None` for other functions.
    pub(super) fn unfolded(
        &self,
        function: &str,
        arguments: &[Expr],
    ) -> Result<Option<Expr>, String> {
        let Some(definition) = self.functions.iter().find(|d| d.name == function) else {
            return Ok(None);
        };
        if definition.arguments.len() != arguments.len() {
            return Err(format!("`{function}` takes {} numbers", definition.arguments.len()));
        }
        // inside `floor(...)` an argument is still one of the ordinary kind
        let whole = |e: &Expr| match self.is_integral(e) {
            true => e.clone(),
            false => call("min", vec![Node::List(vec![e.clone()]).into()]),
        };
        let pairs = definition.arguments.iter().cloned().zip(arguments.iter().map(whole));
        let bindings = Bindings { names: pairs.collect(), ..Bindings::default() };
        Ok(Some(bindings.expr(&definition.body)))
    }

    /// The entries of a list.
    pub(super) fn entries(&mut self, list: &Expr, depth: usize) -> Result<Vec<Expr>, String> {
        match &list.node {
            Node::List(entries) => Ok(entries.clone()),
            Node::Slice(list, from, to) => {
                let entries = self.entries(list, depth)?;
                let (from, to) = (self.term(from, depth)?, self.term(to, depth)?);
                let (Some(from), Some(to)) = (from.as_number(), to.as_number()) else {
                    return Err(format!("`{list}` is cut at places that are not fixed"));
                };
                let most = i128::try_from(entries.len()).unwrap_or(0);
                if from <= to && !(0 <= from && to < most) {
                    return Err(format!("`{list}` is cut where it has no entries"));
                }
                let inside = (0..).zip(entries).filter(|(at, _)| (from..=to).contains(at));
                Ok(inside.map(|(_, entry)| entry).collect())
            }
            Node::Fold(Fold::List, items) => {
                let all = self.items(items, depth)?;
                if all.iter().any(|(guard, _)| !matches!(guard, Formula::Constant(true))) {
                    return Err(format!("`{list}` is a list of no fixed length"));
                }
                Ok(all.into_iter().map(|(_, body)| body).collect())
            }
            _ => Err(format!("`{list}` is no list here")),
        }
    }

    /// A fold that is a condition.
    pub(super) fn quantified(
        &mut self,
        e: &Expr,
        fold: Fold,
        items: &[Item],
        depth: usize,
    ) -> Result<Formula, String> {
        if !matches!(fold, Fold::All | Fold::Any) {
            return Err(format!("`{e}` is no condition"));
        }
        if let [item] = items
            && let Some(formula) = self.of_places(item, fold == Fold::All, depth)?
        {
            return Ok(formula);
        }
        let mut parts = Vec::new();
        for (guard, body) in self.items(items, depth)? {
            let known = self.trapped();
            let body = self.condition_at(&body, depth)?;
            self.only_where(known, &guard);
            let part = if fold == Fold::All { guard.implies(body) } else { guard.and(body) };
            parts.push(part);
        }
        Ok(if fold == Fold::All { Formula::all(parts) } else { Formula::any(parts) })
    }

    /// A fold that is a number.
    pub(super) fn folded(
        &mut self,
        e: &Expr,
        fold: Fold,
        items: &[Item],
        depth: usize,
    ) -> Result<Term, String> {
        let mut terms = Vec::new();
        for (guard, body) in self.items(items, depth)? {
            let known = self.trapped();
            let zero = Term::number(0);
            let term = match fold {
                Fold::Count => {
                    let holds = self.condition_at(&body, depth)?;
                    Term::either(&guard.clone().and(holds), Term::number(1), zero)?
                }
                Fold::Xor | Fold::Sum => Term::either(&guard, self.term(&body, depth)?, zero)?,
                Fold::Min | Fold::Max if matches!(guard, Formula::Constant(true)) => {
                    self.term(&body, depth)?
                }
                _ => return Err(format!("`{e}` is not definable here")),
            };
            self.only_where(known, &guard);
            terms.push(term);
        }
        let comparison = if fold == Fold::Min { Comparison::Le } else { Comparison::Ge };
        match (fold, &terms[..]) {
            (Fold::Xor, all) => self.nim_sum(all),
            (Fold::Sum | Fold::Count, all) => {
                all.iter().try_fold(Term::number(0), |sum, term| sum.plus(1, term))
            }
            (_, [first, rest @ ..]) => {
                rest.iter().try_fold(first.clone(), |best, term| best.choose(comparison, term))
            }
            _ => Err(format!("`{e}` runs over nothing")),
        }
    }

    /// The bodies of all items, with numbers for the variables, and when each counts.
    fn items(&mut self, items: &[Item], depth: usize) -> Result<Vec<(Formula, Expr)>, String> {
        let mut all = Vec::new();
        for item in items {
            self.unroll(item, depth, &mut all)?;
        }
        Ok(all)
    }

    fn unroll(
        &mut self,
        item: &Item,
        depth: usize,
        all: &mut Vec<(Formula, Expr)>,
    ) -> Result<(), String> {
        let depth = self.deeper(depth)?;
        let Some((binder, inner)) = item.binders.split_first() else {
            let guard = match &item.guard {
                Some(guard) => self.condition_at(guard, depth)?,
                None => Formula::Constant(true),
            };
            if !matches!(guard, Formula::Constant(false)) {
                all.push((guard, item.body.clone()));
            }
            return Ok(());
        };
        if self.knows(&binder.name) {
            return Err(format!("`{}` has two meanings", binder.name));
        }
        let fixed = |reader: &mut Self, e: &Expr| {
            let number = reader.term(e, depth)?.as_number();
            number.and_then(|n| i64::try_from(n).ok()).ok_or(format!("`{e}` is no fixed number"))
        };
        let values = match &binder.set {
            Set::Range(lo, hi) => {
                let (lo, hi) = (fixed(self, lo)?, fixed(self, hi)?);
                if hi.checked_sub(lo).is_none_or(|more| more >= LONGEST) {
                    return Err(format!("`{}` runs over more than {LONGEST} numbers", binder.name));
                }
                (lo..=hi).collect::<Vec<i64>>()
            }
            Set::Elements(elements) => {
                let mut values =
                    elements.iter().map(|e| fixed(self, e)).collect::<Result<Vec<_>, _>>()?;
                values.sort_unstable();
                values.dedup();
                values
            }
            _ => return Err(format!("`{}` runs over no fixed set", binder.name)),
        };
        for value in values {
            let rest = Item { binders: inner.to_vec(), ..item.clone() };
            let rest = Node::Fold(Fold::Any, vec![rest]).into();
            let bound = Bindings::default().with(&binder.name, int(value));
            if let Node::Fold(_, rest) = bound.expr(&rest).node
                && let [rest] = &rest[..]
            {
                self.unroll(rest, depth, all)?;
            }
        }
        Ok(())
    }
}
