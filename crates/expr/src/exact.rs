//! Which parts of `floor(...)` are exact numbers, where `/` is exact division.

use crate::ast::{Binary, Expr, Node, Unary};
use crate::build::{call, choice};
use crate::function::function;

/// Whether the arguments of a function are exact numbers, when the whole is one or not.
#[must_use]
pub fn arguments_exact(name: &str, exact: bool) -> bool {
    name == "floor" || (exact && passes_on(name))
}

/// Whether the arguments of a function that stands inside `floor(...)` are exact numbers too.
fn passes_on(name: &str) -> bool {
    function(name).is_some_and(|f| f.passes_exact)
}

/// Whether the operands are exact numbers, when the whole is one or not.
#[must_use]
pub fn operands_exact(operator: Binary, exact: bool) -> (bool, bool) {
    match operator {
        Binary::Add | Binary::Sub | Binary::Mul | Binary::Div => (exact, exact),
        Binary::Pow => (exact, false),
        _ => (false, false),
    }
}

/// The operands of an exact number that are exact numbers themselves, but those of a `floor(...)`.
fn operands(e: &Expr) -> Vec<&Expr> {
    match &e.node {
        Node::Unary(Unary::Neg, a) | Node::Binary(Binary::Pow, a, _) => vec![a],
        Node::Binary(Binary::Add | Binary::Sub | Binary::Mul | Binary::Div, a, b) => vec![a, b],
        Node::If(_, yes, no) => vec![yes, no],
        Node::Call(f, arguments) if f != "floor" && passes_on(f) => arguments.iter().collect(),
        _ => Vec::new(),
    }
}

/// The first part, from the outside in, of an exact number with that property.
fn find(e: &Expr, wanted: impl Fn(&Expr) -> bool) -> Option<&Expr> {
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        if wanted(e) {
            return Some(e);
        }
        open.extend(operands(e).into_iter().rev());
    }
    None
}

/// A quotient that is exact where `e` stands inside `floor(...)`.
#[must_use]
pub fn quotient(e: &Expr) -> Option<&Expr> {
    find(e, |e| matches!(e.node, Node::Binary(Binary::Div, ..)))
}

/// Whether `e` is the same number inside `floor(...)` as outside: there is no exact quotient, root
/// or `phi` in it, and no power whose exponent might be negative.
#[must_use]
pub fn is_whole(e: &Expr) -> bool {
    let fraction = |e: &Expr| match &e.node {
        Node::Name(name) => name == "phi",
        Node::Call(f, _) => f == "sqrt",
        Node::Binary(Binary::Pow, _, exponent) => !matches!(exponent.node, Node::Int(0..)),
        Node::Binary(Binary::Div, ..) => true,
        _ => false,
    };
    find(e, fraction).is_none()
}

/// An expression of integers, to stand inside `floor(...)`: every quotient is a floor of its own.
#[must_use]
pub fn of_integers(e: Expr) -> Expr {
    let boxed = |e: Box<Expr>| Box::new(of_integers(*e));
    let span = e.span;
    let node = match e.node {
        Node::Unary(Unary::Neg, a) => Node::Unary(Unary::Neg, boxed(a)),
        Node::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul), a, b) => {
            Node::Binary(op, boxed(a), boxed(b))
        }
        Node::Binary(Binary::Div, a, b) => {
            let node = Node::Binary(Binary::Div, boxed(a), boxed(b));
            Node::Call("floor".to_owned(), vec![Expr { node, span }])
        }
        Node::Binary(Binary::Pow, a, exponent) => Node::Binary(Binary::Pow, boxed(a), exponent),
        Node::If(c, yes, no) => Node::If(c, boxed(yes), boxed(no)),
        Node::Call(f, arguments) if f != "floor" && passes_on(&f) => {
            Node::Call(f, arguments.into_iter().map(of_integers).collect())
        }
        other => other,
    };
    Expr { node, span }
}

/// `floor(e)` with the floor moved inwards by one function, which does not change it: the floor of
/// the greater of two numbers is the greater of their floors. `None` where `e` is no such function.
#[must_use]
pub fn inwards(e: &Expr) -> Option<Expr> {
    let floor = |e: &Expr| call("floor", vec![e.clone()]);
    match &e.node {
        Node::If(c, yes, no) => Some(choice((**c).clone(), floor(yes), floor(no))),
        Node::Call(f, arguments) => match (f.as_str(), arguments.as_slice()) {
            ("abs", [a]) => {
                let negative = Node::Unary(Unary::Neg, Box::new(a.clone())).into();
                Some(call("max", vec![floor(a), floor(&negative)]))
            }
            ("min" | "max", [_, _, ..]) => Some(call(f, arguments.iter().map(floor).collect())),
            _ => None,
        },
        _ => None,
    }
}
