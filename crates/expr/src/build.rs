//! Expressions put together from parts. They stand nowhere in a text: their spans are empty.

use arith::NumberSet;

use crate::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Quantity, Span, ValueOf};
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

/// A set of numbers as it is written.
#[must_use]
pub fn number_set(set: &NumberSet) -> Expr {
    match set {
        NumberSet::Finite(numbers) => Node::Set(numbers.iter().map(|&k| int(k)).collect()).into(),
        NumberSet::Powers(base) => call("powers", vec![int(*base)]),
        other => name(other.to_string()),
    }
}

/// A quantity of the position at hand.
#[must_use]
pub fn own(quantity: Quantity) -> Expr {
    Node::Value(ValueOf { quantity, game: None, position: None, of_options: false }).into()
}

/// `list[index]`.
#[must_use]
pub fn element(list: Expr, index: Expr) -> Expr {
    Node::Index(Box::new(list), Box::new(index)).into()
}

/// The set `first..last`.
#[must_use]
pub fn range(first: Expr, last: Expr) -> Expr {
    Node::Range(Box::new(first), Box::new(last)).into()
}

/// `kind{body for place in first..last if guard}`.
#[must_use]
pub fn fold(
    kind: Fold,
    body: Expr,
    guard: Option<Expr>,
    place: &str,
    [first, last]: [Expr; 2],
) -> Expr {
    let set = range(first, last);
    let binders = vec![Binder { name: place.to_owned(), set, span: Span::default() }];
    Node::Fold(kind, vec![Item { body, binders, guard }]).into()
}

/// The digits of numbers to a base side by side: a number to a power of the base, each digit of which
/// is made of one digit of each of the numbers.
#[must_use]
pub fn digits_side_by_side(base: i64, numbers: &[Expr], place: &str) -> Expr {
    let i = || name(place);
    let power = |exponent: Expr| binary(Binary::Pow, int(base), exponent);
    let digit = |e: &Expr| {
        let above = binary(Binary::Div, e.clone(), power(i()));
        binary(Binary::Rem, above, int(base))
    };
    let greatest = call("max", numbers.to_vec());
    let last = call("numdigits", vec![greatest, int(base)]);
    let digits = numbers.iter().map(digit);
    let joined = |all, one| binary(Binary::Add, binary(Binary::Mul, int(base), all), one);
    let digits = digits.reduce(joined).unwrap_or_else(|| int(0));
    let count = int(i64::try_from(numbers.len()).unwrap_or(i64::MAX));
    let body = binary(Binary::Mul, digits, power(binary(Binary::Mul, count, i())));
    fold(Fold::Sum, body, None, place, [int(0), last])
}

/// The numbers, if the expression is [`digits_side_by_side`] of them.
#[must_use]
pub fn side_by_side(base: i64, e: &Expr) -> Option<&[Expr]> {
    let Node::Fold(Fold::Sum, items) = &e.node else { return None };
    let [Item { binders, .. }] = items.as_slice() else { return None };
    let [Binder { name: place, set, .. }] = binders.as_slice() else { return None };
    let Node::Range(_, last) = &set.node else { return None };
    let Node::Call(_, arguments) = &last.node else { return None };
    let Node::Call(_, numbers) = &arguments.first()?.node else { return None };
    (digits_side_by_side(base, numbers, place) == *e).then_some(numbers)
}
