//! Walks over expressions.

use crate::ast::{Argument, Comparison, Expr, Item, Node, Set, ValueOf};

/// Calls `visit` for every quantity asked for in the expression, outer ones first.
pub fn values(e: &Expr, visit: &mut dyn FnMut(&ValueOf)) {
    if let Node::Value(value) = &e.node {
        visit(value);
    }
    children(e, &mut |part| match part {
        Child::Expr(e) => values(e, visit),
        Child::Set(set) => set_values(set, visit),
    });
}

/// Calls `visit` for every quantity asked for in the set.
pub fn set_values(set: &Set, visit: &mut dyn FnMut(&ValueOf)) {
    set_elements(set).for_each(|e| values(e, visit));
}

/// The expression and all within it.
pub fn within(e: &Expr) -> impl Iterator<Item = &Expr> {
    let mut open = vec![e];
    std::iter::from_fn(move || {
        let e = open.pop()?;
        parts(e, &mut open);
        Some(e)
    })
}

/// Adds the expressions directly under `e`, those of its sets among them.
pub fn parts<'e>(e: &'e Expr, all: &mut Vec<&'e Expr>) {
    children(e, &mut |part| match part {
        Child::Expr(e) => all.push(e),
        Child::Set(set) => collect_elements(set, all),
    });
}

/// The single comparisons of a chain such as `a < b <= c`: both sides and what stands between.
pub fn links<'e>(
    first: &'e Expr,
    rest: &'e [(Comparison, Expr)],
) -> impl Iterator<Item = (&'e Expr, Comparison, &'e Expr)> {
    let left = std::iter::once(first).chain(rest.iter().map(|(_, right)| right));
    left.zip(rest).map(|(left, (comparison, right))| (left, *comparison, right))
}

/// A part of an expression.
#[derive(Clone, Copy, Debug)]
pub enum Child<'a> {
    /// An expression.
    Expr(&'a Expr),
    /// A set.
    Set(&'a Set),
}

/// The expressions a set is made of.
pub fn set_elements(set: &Set) -> impl Iterator<Item = &Expr> {
    let mut parts = Vec::new();
    collect_elements(set, &mut parts);
    parts.into_iter()
}

fn collect_elements<'a>(set: &'a Set, parts: &mut Vec<&'a Expr>) {
    match set {
        Set::Range(lo, hi) => parts.extend([&**lo, &**hi]),
        Set::Elements(elements) | Set::Named(_, elements, _) => parts.extend(elements),
        Set::Items(items) => {
            for item in items {
                item_parts(item, &mut |part| match part {
                    Child::Expr(e) => parts.push(e),
                    Child::Set(set) => collect_elements(set, parts),
                });
            }
        }
        Set::Of(e) => parts.push(e),
    }
}

/// Calls `visit` for the parts directly under `e`, from left to right.
pub fn children<'a>(e: &'a Expr, visit: &mut dyn FnMut(Child<'a>)) {
    match &e.node {
        Node::Int(_) | Node::Bool(_) | Node::Name(_) => {}
        Node::Unary(_, a) => visit(Child::Expr(a)),
        Node::Index(a, b) | Node::Binary(_, a, b) => {
            visit(Child::Expr(a));
            visit(Child::Expr(b));
        }
        Node::Compare(first, rest) => {
            visit(Child::Expr(first));
            rest.iter().for_each(|(_, e)| visit(Child::Expr(e)));
        }
        Node::Member(element, set) => {
            visit(Child::Expr(element));
            visit(Child::Set(set));
        }
        Node::Set(set) => visit(Child::Set(set)),
        Node::If(a, b, c) | Node::Slice(a, b, c) => {
            for part in [a, b, c] {
                visit(Child::Expr(part));
            }
        }
        Node::List(parts) | Node::Call(_, parts) => {
            parts.iter().for_each(|e| visit(Child::Expr(e)))
        }
        Node::Fold(_, items) => items.iter().for_each(|item| item_parts(item, visit)),
        Node::Value(value) => {
            for (_, argument) in value.game.iter().flat_map(|g| &g.arguments) {
                match argument {
                    Argument::Expr(e) => visit(Child::Expr(e)),
                    Argument::Set(set) => visit(Child::Set(set)),
                    Argument::Game(_) => {}
                }
            }
            value.position.iter().flatten().flatten().for_each(|e| visit(Child::Expr(e)));
        }
    }
}

fn item_parts<'a>(item: &'a Item, visit: &mut dyn FnMut(Child<'a>)) {
    visit(Child::Expr(&item.body));
    item.binders.iter().for_each(|b| visit(Child::Set(&b.set)));
    item.guard.iter().for_each(|e| visit(Child::Expr(e)));
}
