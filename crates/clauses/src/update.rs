//! Moves to a sum of positions, and moves that say what changes.
//!
//! A quantifier that numbers the entries of a row is unrolled: one clause for each of its values,
//! so that every expression names its coordinates. The clause keeps the quantifier with that one
//! value. Where its values are not fixed, an entry is found at each position instead.

use crate::clause::{Draft, conjuncts, single};
use crate::scope::Scope;
use crate::{Clause, CoordinateKind, OptionPart, build, mistake};
use expr::ast::{Comparison, Expr, Fold, Node};
use expr::build::element;
use expr::diagnostic::Result;
use expr::substitute::{int, mentions, name};
use expr::walk;
use message::{Message, message};
use rule::ast::{Move, MoveForm, Place};

/// Most clauses that one move is unrolled to.
const MAX_CLAUSES: usize = 4096;

pub(crate) fn lower(movement: &Move, label: &str, scope: &Scope<'_>) -> Result<Vec<Clause>> {
    let mut unroller =
        Unroller { movement, label, numbers: numbers(movement, scope), clauses: vec![] };
    unroller.bind(0, 1, scope, &Draft::default())?;
    Ok(unroller.clauses)
}

struct Unroller<'a> {
    movement: &'a Move,
    label: &'a str,
    /// Expressions that number entries.
    numbers: Vec<Expr>,
    clauses: Vec<Clause>,
}

impl Unroller<'_> {
    fn bind(
        &mut self,
        depth: usize,
        copies: usize,
        scope: &Scope<'_>,
        draft: &Draft,
    ) -> Result<()> {
        let Some(binder) = self.movement.binders.get(depth).map(|b| &b.binder) else {
            return self.finish(scope, draft.clone());
        };
        let counts = self.numbers.iter().any(|e| mentions(e, &binder.name));
        let values = if counts { known_values(&binder.set, scope) } else { None };
        if let Some((values, is_subset)) = values.filter(|v| v.0.len() * copies <= MAX_CLAUSES) {
            let copies = copies * values.len().max(1);
            for value in values {
                let mut draft = draft.clone();
                let (lo, hi) = single(value);
                draft.range(&binder.name, lo, hi, binder.span);
                if is_subset {
                    draft.guards.extend(conjuncts(&scope.member(&int(value), &binder.set)));
                }
                self.bind(depth + 1, copies, &scope.with(&binder.name, int(value)), &draft)?;
            }
            return Ok(());
        }
        let (mut inner, mut draft) = (scope.clone(), draft.clone());
        draft.quantify(&binder.name, &binder.set, binder.span, &mut inner)?;
        self.bind(depth + 1, copies, &inner, &draft)
    }

    fn finish(&mut self, scope: &Scope<'_>, mut draft: Draft) -> Result<()> {
        if let Some(guard) = &self.movement.guard {
            draft.guards.extend(conjuncts(&scope.expr(guard)));
        }
        let mut open = Vec::new();
        for guard in std::mem::take(&mut draft.guards) {
            match build::truth(&guard).or_else(|| scope.known(&guard).map(|v| v != 0)) {
                Some(false) => return Ok(()),
                Some(true) => {}
                None => open.push(guard),
            }
        }
        draft.guards = open;
        let parts = match &self.movement.form {
            MoveForm::Sum(components) => {
                let parts = components.iter().map(|c| scope.components(c));
                parts.collect::<Result<Vec<_>, _>>()?.concat()
            }
            MoveForm::Update(changes) => vec![OptionPart::Point(updated(changes, scope)?)],
            _ => Vec::new(),
        };
        self.clauses.extend(draft.clause(self.label, self.movement, parts)?);
        Ok(())
    }
}

/// The values of a quantifier, where they are fixed; and whether that is one over a set coordinate,
/// to which the value must belong.
fn known_values(set: &Expr, scope: &Scope<'_>) -> Option<(Vec<i64>, bool)> {
    if let Node::Range(lo, hi) = &set.node {
        let (lo, hi) = (scope.known(&scope.expr(lo))?, scope.known(&scope.expr(hi))?);
        return (hi.saturating_sub(lo) < 64).then(|| ((lo..=hi).collect(), false));
    }
    if let Some((_, universe)) = scope.subset(set) {
        return Some(((universe.lo..=universe.hi).collect(), true));
    }
    match scope.number_set(set, set.span) {
        Ok(numbers) if numbers.is_finite() => Some((numbers.members_up_to(i64::MAX), false)),
        _ => None,
    }
}

/// For each flat coordinate: when it changes, and to what.
type Changes = Vec<Vec<(Expr, Expr)>>;

/// The point after all changes at once.
fn updated(changes: &[(Place, Expr)], scope: &Scope<'_>) -> Result<Vec<Expr>> {
    let dimensions = &scope.space.layout.dimensions;
    let mut all: Changes = vec![Vec::new(); dimensions.len()];
    for (place, e) in changes {
        change(place, e, scope, &mut all)?;
    }
    let span = changes.first().map(|(place, _)| place.span).unwrap_or_default();
    let mut point = Vec::new();
    for (dimension, changes) in dimensions.iter().zip(all) {
        let mut value = name(dimension.name.as_str());
        for (i, (here, new)) in changes.iter().enumerate().rev() {
            let twice =
                changes[..i].iter().map(|(other, _)| build::and(here.clone(), other.clone()));
            let twice = build::any_of(twice.collect());
            if build::truth(&twice) == Some(true) {
                let message = format!("the move changes {} twice", dimension.name);
                let help = "add a guard so that all entries changed are different";
                return Err(mistake("G017", span, message, "this entry", help));
            }
            let none = int(dimension.lo.saturating_sub(1));
            value = build::choose(here.clone(), new.clone(), value);
            value = build::choose(twice, none, value);
        }
        point.push(value);
    }
    Ok(point)
}

/// Adds the changes that `place -> e` makes.
fn change(place: &Place, e: &Expr, scope: &Scope<'_>, all: &mut Changes) -> Result<()> {
    let wrong = |message: String, label: &'static str, help: Message| {
        Err(mistake("G017", place.span, message, label, help))
    };
    let layout = &scope.space.layout;
    let Some(number) = layout.shape.iter().position(|(name, _)| *name == place.name) else {
        let message = format!("`{}` is not a coordinate", place.name);
        return wrong(message, "", "name what the state names".into());
    };
    let (before, own) = (&layout.shape[..number], layout.shape[number].1);
    let first: usize = before.iter().map(|(_, kind)| kind.len()).sum();
    match (&place.index, own) {
        (None, _) => {
            let least = layout.dimensions.get(first).map_or(0, |d| d.lo);
            let values = scope.coordinate(e, own, least, false)?;
            for (changes, value) in all[first..].iter_mut().zip(values) {
                changes.push((build::bool(true), value));
            }
        }
        (Some(index), CoordinateKind::Row(entries)) => {
            let index = scope.expr(index);
            if let Some(k) = scope.known(&index) {
                let Some(slot) = usize::try_from(k - 1).ok().filter(|&k| k < entries) else {
                    let message = format!("`{}` has no entry {k}", place.name);
                    let help = "restrict the range, or add a guard on the entry's number";
                    return wrong(message, "this entry", help.into());
                };
                all[first + slot].push((build::bool(true), scope.expr(e)));
                return Ok(());
            }
            // Asking a list for the entry makes a number outside the row a mistake.
            let numbers: Vec<Expr> = (1..=entries as i64).map(int).collect();
            let list = Expr::from(Node::List(numbers.clone()));
            let index = element(list, build::minus(index, 1));
            for (changes, k) in all[first..].iter_mut().zip(numbers) {
                let here = build::compare(index.clone(), Comparison::Eq, k);
                changes.push((here, scope.expr(e)));
            }
        }
        (Some(_), _) => {
            let message = format!("`{}` is not a row", place.name);
            let help = message!("write `{} -> ...`", place.name);
            return wrong(message, "has no entries", help);
        }
    }
    Ok(())
}

/// Expressions of a move whose value numbers entries of rows, or says how long a list is.
fn numbers(movement: &Move, scope: &Scope<'_>) -> Vec<Expr> {
    let mut all = Vec::new();
    let mut within = |e: &Expr| walk::within(e).for_each(|e| number(e, scope, &mut all));
    for binder in &movement.binders {
        within(&binder.binder.set);
    }
    movement.guard.iter().for_each(&mut within);
    match &movement.form {
        MoveForm::Sum(components) => components.iter().flat_map(|c| &c.at).for_each(&mut within),
        MoveForm::Update(changes) => {
            for (place, e) in changes {
                within(e);
                place.index.iter().for_each(&mut within);
            }
            all.extend(changes.iter().filter_map(|(place, _)| place.index.clone()));
        }
        _ => {}
    }
    // What a numbering quantifier runs over must be fixed, too.
    for binder in movement.binders.iter().rev() {
        if all.iter().any(|e| mentions(e, &binder.binder.name)) {
            all.push(binder.binder.set.clone());
        }
    }
    all
}

/// Adds what the outermost operation of the expression numbers entries by.
fn number(e: &Expr, scope: &Scope<'_>, all: &mut Vec<Expr>) {
    match &e.node {
        Node::Index(list, index) if scope.is_list(list) => all.push((**index).clone()),
        Node::Slice(_, i, j) => all.extend([(**i).clone(), (**j).clone()]),
        Node::Fold(Fold::List, items) => {
            all.extend(items.iter().flat_map(|item| &item.binders).map(|b| b.set.clone()));
        }
        _ => {}
    }
}
