//! Expressions put together from parts. They stand nowhere in a text: their spans are empty.

use crate::ast::{Binary, Comparison, Expr, Node, Span};

impl From<Node> for Expr {
    fn from(node: Node) -> Self {
        Self { node, span: Span::default() }
    }
}

/// `a op b`.
#[must_use]
pub fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Node::Binary(op, Box::new(a), Box::new(b)).into()
}

/// A single comparison, such as `a <= b`.
#[must_use]
pub fn compared(a: Expr, comparison: Comparison, b: Expr) -> Expr {
    Node::Compare(Box::new(a), vec![(comparison, b)]).into()
}

/// `if condition then a else b`.
#[must_use]
pub fn choice(condition: Expr, a: Expr, b: Expr) -> Expr {
    Node::If(Box::new(condition), Box::new(a), Box::new(b)).into()
}

/// `function(arguments)`.
#[must_use]
pub fn call(function: &str, arguments: Vec<Expr>) -> Expr {
    Node::Call(function.to_owned(), arguments).into()
}
