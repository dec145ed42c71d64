//! Functions that a rule defines in the same way as its values or outcomes are defined.

use super::Played;
use crate::composed::depends_on_coins;
use crate::elsewhere::calls;
use crate::source::settled;
use expr::ast::{Binder, Expr, Fold, Item, Node, Unary};
use expr::build::range;
use expr::print::Unbraced;
use expr::substitute::{Bindings, mentions, name};
use expr::walk::children;
use rule::ast::{Component, MoveForm, TurnItem};
use std::collections::BTreeSet;

/// What a recursion computes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Computes {
    Value,
    Outcome,
}

/// A move, or an item of a recursion: the positions it leads to, and its quantifiers and guard,
/// with the coordinates by their names and the bound variables by their numbers.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Clause {
    parts: Vec<String>,
    sets: Vec<String>,
    guard: String,
}

/// What the function computes at its arguments as a position, if its definition is that of the
/// value, or of the outcome, over the moves of the rule.
pub(super) fn computes(played: &Played, function: &str, own: &[String]) -> Option<Computes> {
    let rule = &played.instance.rule;
    let definition = rule.definitions.iter().find(|d| d.name == function)?;
    let arguments = &definition.arguments;
    let is_bound = |own: &String| arguments.contains(own) || !mentions(&definition.body, own);
    let distinct: BTreeSet<&String> = arguments.iter().collect();
    if own.is_empty() || distinct.len() != own.len() || arguments.len() != own.len() {
        return None;
    }
    if !own.iter().all(is_bound) || arguments.iter().any(|own| played.is_parameter(own)) {
        return None;
    }
    let Node::Fold(fold, items) = &definition.body.node else { return None };
    let computes = match fold {
        Fold::Mex => Computes::Value,
        Fold::Any => Computes::Outcome,
        _ => return None,
    };
    let mut recursion = Vec::new();
    for Item { body, binders, guard } in items {
        let mut parts = Vec::new();
        match (computes, &body.node) {
            (Computes::Value, _) => calls(body, function, &mut parts)?,
            (Computes::Outcome, Node::Unary(Unary::Not, body)) => {
                calls(body, function, &mut parts)?;
            }
            _ => return None,
        }
        let bindings = coordinates(arguments, own);
        recursion.push(clause(played, bindings, &parts, binders.iter(), guard.as_ref())?);
    }
    let (mut moves, widest) = moves(played, own)?;
    if computes == Computes::Outcome && widest > 1 {
        return None;
    }
    recursion.sort();
    moves.sort();
    (recursion == moves).then_some(computes)
}

/// Whether the sums of positions, for all values of the quantifiers, are what some move leads to.
pub(super) fn is_move(
    played: &Played,
    own: &[String],
    sum: &[Vec<Expr>],
    Item { binders, guard, .. }: &Item,
) -> bool {
    let parts: Vec<&[Expr]> = sum.iter().map(Vec::as_slice).collect();
    let asked = clause(played, coordinates(own, own), &parts, binders.iter(), guard.as_ref());
    match (asked, moves(played, own)) {
        (Some(asked), Some((moves, _))) => moves.contains(&asked),
        _ => false,
    }
}

/// Names that stand for coordinates.
fn coordinates(names: &[String], own: &[String]) -> Bindings {
    Bindings::of(names.iter().cloned().zip(own.iter().map(name)))
}

/// The moves of the rule, and the greatest number of parts that one leads to; `None` where some
/// lead elsewhere.
fn moves<'p>(played: &'p Played, own: &[String]) -> Option<(Vec<Clause>, usize)> {
    let (mut moves, mut widest) = (Vec::new(), 0);
    let rule = &played.instance.rule;
    for m in &rule.moves {
        let part =
            |part: &'p Component| (part.game.is_none() && !part.each).then_some(part.at.as_slice());
        let coin = |item: &'p TurnItem| match item {
            TurnItem::Coin(at) => Some(at.as_slice()),
            TurnItem::Run(..) => None,
        };
        let parts: Vec<&[Expr]> = match &m.form {
            MoveForm::Sum(sum) => sum.iter().map(part).collect::<Option<_>>()?,
            // a coin alone is replaced by the other coins that its turn turns
            MoveForm::Turn { others, choose: None } if !depends_on_coins(rule) => {
                others.iter().map(coin).collect::<Option<_>>()?
            }
            _ => return None,
        };
        widest = widest.max(parts.len());
        let binders = m.binders.iter().map(|binder| &binder.binder);
        moves.push(clause(played, coordinates(own, own), &parts, binders, m.guard.as_ref())?);
    }
    Some((moves, widest))
}

/// `None` where names are bound within expressions, or by two quantifiers.
fn clause<'b>(
    played: &Played,
    mut bindings: Bindings,
    parts: &[&[Expr]],
    binders: impl Iterator<Item = &'b Binder>,
    guard: Option<&Expr>,
) -> Option<Clause> {
    let mut sets = Vec::new();
    let mut bound: Vec<&str> = Vec::new();
    for Binder { name: own, set, .. } in binders {
        let is_known = bound.contains(&own.as_str()) || played.is_parameter(own);
        if is_known || !is_open(set) {
            return None;
        }
        bound.push(own);
        sets.push(Unbraced(&bindings.expr(&with_choices(played, set))).to_string());
        // no name in a rule has a space
        bindings = bindings.with(own, name(format!("choice {}", bound.len())));
    }
    let written = |e: &Expr| is_open(e).then(|| bindings.expr(e).to_string());
    let mut all = Vec::new();
    for part in parts {
        all.push(part.iter().map(written).collect::<Option<Vec<_>>>()?.join(", "));
    }
    all.sort();
    let guard = guard.map_or(Some(String::new()), written)?;
    Some(Clause { parts: all, sets, guard })
}

/// Whether no name is bound within it.
fn is_open(e: &Expr) -> bool {
    let mut open = !matches!(e.node, Node::Fold(..) | Node::Value(..));
    children(e, &mut |part| open &= is_open(part));
    open
}

/// A range whose end is chosen by parameters alone, with the choice made.
fn with_choices(played: &Played, set: &Expr) -> Expr {
    let constants = rule::constants(&played.instance.values);
    match &set.node {
        Node::Range(lo, hi) => range(settled(lo, &constants), settled(hi, &constants)),
        _ => set.clone(),
    }
}
