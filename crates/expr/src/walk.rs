//! Walks over expressions.

use crate::ast::{Argument, Binary, Comparison, Expr, Item, Node, ValueOf};

/// Calls `visit` for every quantity asked for in the expression, outer ones first.
pub fn values(e: &Expr, visit: &mut dyn FnMut(&ValueOf)) {
    if let Node::Value(value) = &e.node {
        visit(value);
    }
    children(e, &mut |e| values(e, visit));
}

/// The expression and all within it.
pub fn within(e: &Expr) -> impl Iterator<Item = &Expr> {
    let mut open = vec![e];
    std::iter::from_fn(move || {
        let e = open.pop()?;
        children(e, &mut |e| open.push(e));
        Some(e)
    })
}

/// The conditions that `and` joins, from left to right.
#[must_use]
pub fn conjuncts(e: &Expr) -> Vec<&Expr> {
    match &e.node {
        Node::Binary(Binary::And, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![e],
    }
}

/// The single comparisons of a chain such as `a < b <= c`: both sides and what stands between.
pub fn links<'e>(
    first: &'e Expr,
    rest: &'e [(Comparison, Expr)],
) -> impl Iterator<Item = (&'e Expr, Comparison, &'e Expr)> {
    let left = std::iter::once(first).chain(rest.iter().map(|(_, right)| right));
    left.zip(rest).map(|(left, (comparison, right))| (left, *comparison, right))
}

/// Calls `visit` for the expressions directly under `e`, from left to right.
pub fn children<'a>(e: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    match &e.node {
        Node::Int(_) | Node::Bool(_) | Node::Name(_) => {}
        Node::Unary(_, a) => visit(a),
        Node::Index(a, b) | Node::Binary(_, a, b) | Node::Range(a, b) | Node::Member(a, b) => {
            visit(a);
            visit(b);
        }
        Node::Compare(first, rest) => {
            visit(first);
            rest.iter().for_each(|(_, e)| visit(e));
        }
        Node::If(a, b, c) | Node::Slice(a, b, c) => [a, b, c].into_iter().for_each(|e| visit(e)),
        Node::List(parts) | Node::Set(parts) | Node::Call(_, parts) => parts.iter().for_each(visit),
        Node::Fold(_, items) => {
            for Item { body, binders, guard } in items {
                visit(body);
                binders.iter().for_each(|b| visit(&b.set));
                guard.iter().for_each(&mut *visit);
            }
        }
        Node::Value(value) => {
            for (_, argument) in value.game.iter().flat_map(|g| &g.arguments) {
                if let Argument::Expr(e) = argument {
                    visit(e);
                }
            }
            value.position.iter().flatten().flatten().for_each(visit);
        }
    }
}
