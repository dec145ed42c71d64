//! Expressions put together from parts. They stand nowhere in a text: their spans are empty.

use crate::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Set, Span};
use crate::substitute::{int, name};

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

/// The number whose digits to base `base ** 2` are those of two numbers to base `base`, side by side:
/// `sum{(base * (a // base ** i % base) + b // base ** i % base) * base ** (2 * i) for i in
/// 0..numdigits(max(a, b), base)}`, `place` being the name of i.
#[must_use]
pub fn digits_side_by_side(base: i64, a: Expr, b: Expr, place: &str) -> Expr {
    let i = || name(place);
    let power = |exponent: Expr| binary(Binary::Pow, int(base), exponent);
    let digit = |e: Expr| binary(Binary::Rem, binary(Binary::Div, e, power(i())), int(base));
    let greatest = call("max", vec![a.clone(), b.clone()]);
    let last = call("numdigits", vec![greatest, int(base)]);
    let pair = binary(Binary::Add, binary(Binary::Mul, int(base), digit(a)), digit(b));
    let body = binary(Binary::Mul, pair, power(binary(Binary::Mul, int(2), i())));
    let set = Set::Range(Box::new(int(0)), Box::new(last));
    let binders = vec![Binder { name: place.to_owned(), set, span: Span::default() }];
    Node::Fold(Fold::Sum, vec![Item { body, binders, guard: None }]).into()
}

/// The two numbers, if the expression is [`digits_side_by_side`] of them.
#[must_use]
pub fn side_by_side(base: i64, e: &Expr) -> Option<(&Expr, &Expr)> {
    let Node::Fold(Fold::Sum, items) = &e.node else { return None };
    let [Item { binders, .. }] = items.as_slice() else { return None };
    let [Binder { name: place, set: Set::Range(_, last), .. }] = binders.as_slice() else {
        return None;
    };
    let Node::Call(_, arguments) = &last.node else { return None };
    let Node::Call(_, pair) = &arguments.first()?.node else { return None };
    let [a, b] = pair.as_slice() else { return None };
    (digits_side_by_side(base, a.clone(), b.clone(), place) == *e).then_some((a, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::parse_expression;

    #[test]
    fn digits_side_by_side_are_seen_again() {
        let written =
            digits_side_by_side(3, name("x"), binary(Binary::Add, name("y"), int(1)), "i");
        let e = parse_expression(&written.to_string()).expect("an expression");
        let (a, b) = side_by_side(3, &e).expect("two numbers");
        assert_eq!((a.to_string(), b.to_string()), ("x".to_owned(), "y + 1".to_owned()));
        assert_eq!(side_by_side(2, &e), None);
        for wrong in [
            "sum{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** (2 * i) for i in 0..numdigits(max(x, x), 3)}",
            "sum{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** (2 * i) for i in 1..numdigits(max(x, y), 3)}",
            "sum{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** i for i in 0..numdigits(max(x, y), 3)}",
            "max{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** (2 * i) for i in 0..numdigits(max(x, y), 3)}",
            "sum{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** (2 * i) for i in 0..numdigits(max(x, y), 3) if x > y}",
        ] {
            let e = parse_expression(wrong).expect("an expression");
            assert_eq!(side_by_side(3, &e), None, "{wrong}");
        }
    }
}
