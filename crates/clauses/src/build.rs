//! Expressions put together from parts, constants folded on the way.

use expr::ast::{Binary, Binder, Comparison, Expr, Item, Node, Unary};
use expr::build::{choice, compared};
use expr::function::function;
use expr::substitute::int;

/// A variable of that name and number. No rule can name it.
pub(crate) fn numbered(name: &str, number: i64) -> String {
    let lower = |digit: char| {
        digit.to_digit(10).and_then(|digit| char::from_u32('₀' as u32 + digit)).unwrap_or(digit)
    };
    name.chars().chain(number.to_string().chars().map(lower)).collect()
}

/// A literal integer.
pub(crate) fn literal(e: &Expr) -> Option<i64> {
    i64::try_from(e.literal()?).ok()
}

/// The variable of `{x in S if ...}`, where the item is so written: its elements are those of S.
pub(crate) fn filtered(item: &Item) -> Option<&Binder> {
    let [binder] = &item.binders[..] else { return None };
    (item.body.as_name() == Some(&binder.name)).then_some(binder)
}

/// A literal condition.
pub(crate) fn truth(e: &Expr) -> Option<bool> {
    match e.node {
        Node::Bool(value) => Some(value),
        _ => None,
    }
}

pub(crate) fn bool(value: bool) -> Expr {
    Expr::from(Node::Bool(value))
}

pub(crate) fn not(a: Expr) -> Expr {
    match truth(&a) {
        Some(value) => bool(!value),
        None => Expr::from(Node::Unary(Unary::Not, Box::new(a))),
    }
}

/// `a op b`, with known operands folded away.
pub(crate) fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    let folded = match (op, truth(&a), truth(&b)) {
        (Binary::And, Some(true), _) | (Binary::Or, Some(false), _) => return b,
        (Binary::And, _, Some(true)) | (Binary::Or, _, Some(false)) => return a,
        (Binary::And, Some(false), _) => Some(bool(false)),
        (Binary::Or, Some(true), _) => Some(bool(true)),
        _ => arithmetic(op, &a, &b).map(int),
    };
    match (op, literal(&a), literal(&b)) {
        _ if folded.is_some() => folded.unwrap_or(a),
        (Binary::Add, Some(0), _) => b,
        (Binary::Add | Binary::Sub, _, Some(0)) => a,
        _ => expr::build::binary(op, a, b),
    }
}

fn arithmetic(op: Binary, a: &Expr, b: &Expr) -> Option<i64> {
    let (a, b) = (literal(a)?, literal(b)?);
    match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div => crate::term::floor_div(a, b),
        Binary::Rem => crate::term::floor_rem(a, b),
        _ => None,
    }
}

/// `e - k`; sums with constants are gathered.
pub(crate) fn minus(e: Expr, k: i64) -> Expr {
    if let Node::Binary(op @ (Binary::Add | Binary::Sub), a, b) = &e.node
        && let Some(c) = literal(b)
        && let Some(total) = (if *op == Binary::Add { k.checked_sub(c) } else { k.checked_add(c) })
    {
        return minus_constant((**a).clone(), total);
    }
    minus_constant(e, k)
}

fn minus_constant(e: Expr, k: i64) -> Expr {
    if k < 0 { binary(Binary::Add, e, int(-k)) } else { binary(Binary::Sub, e, int(k)) }
}

pub(crate) fn compare(a: Expr, op: Comparison, b: Expr) -> Expr {
    if let (Some(x), Some(y)) = (literal(&a), literal(&b)) {
        return bool(op.holds(x, y));
    }
    if matches!(a.node, Node::Name(_)) && a == b {
        return bool(op.holds(0, 0));
    }
    compared(a, op, b)
}

/// `lo <= e <= hi`.
pub(crate) fn within(e: &Expr, lo: Expr, hi: Expr) -> Expr {
    let above = compare(lo, Comparison::Le, e.clone());
    binary(Binary::And, above, compare(e.clone(), Comparison::Le, hi))
}

pub(crate) fn choose(c: Expr, a: Expr, b: Expr) -> Expr {
    match truth(&c) {
        Some(true) => a,
        Some(false) => b,
        None if a == b => a,
        None => choice(c, a, b),
    }
}

pub(crate) fn call(name: &str, arguments: Vec<Expr>) -> Expr {
    let known: Option<Vec<i128>> = arguments.iter().map(|e| literal(e).map(i128::from)).collect();
    let folded = known.and_then(|known| {
        let function = function(name).filter(|f| !f.is_condition())?;
        i64::try_from(function.value(&known)?).ok()
    });
    match folded {
        Some(value) => int(value),
        None => expr::build::call(name, arguments),
    }
}

/// All parts joined by an associative operation, as a balanced tree: long chains would be nested
/// too deeply to evaluate.
pub(crate) fn join(op: &dyn Fn(Expr, Expr) -> Expr, empty: Expr, mut parts: Vec<Expr>) -> Expr {
    while parts.len() > 1 {
        let mut joined = Vec::with_capacity(parts.len().div_ceil(2));
        let mut rest = parts.into_iter();
        while let Some(a) = rest.next() {
            joined.push(match rest.next() {
                Some(b) => op(a, b),
                None => a,
            });
        }
        parts = joined;
    }
    parts.pop().unwrap_or(empty)
}

pub(crate) fn and(a: Expr, b: Expr) -> Expr {
    binary(Binary::And, a, b)
}

pub(crate) fn or(a: Expr, b: Expr) -> Expr {
    binary(Binary::Or, a, b)
}

pub(crate) fn all_of(parts: Vec<Expr>) -> Expr {
    join(&and, bool(true), parts)
}

pub(crate) fn any_of(parts: Vec<Expr>) -> Expr {
    join(&or, bool(false), parts)
}

/// The common binary digits.
pub(crate) fn meet(a: Expr, b: Expr) -> Expr {
    match (literal(&a), literal(&b)) {
        (Some(x), Some(y)) => int(x & y),
        (Some(0), _) | (_, Some(0)) => int(0),
        _ if a == b => a,
        _ => expr::build::binary(Binary::BitAnd, a, b),
    }
}

/// All binary digits of both.
pub(crate) fn unite(a: Expr, b: Expr) -> Expr {
    match (literal(&a), literal(&b)) {
        (Some(0), _) => b,
        (_, Some(0)) => a,
        _ => call("bitor", vec![a, b]),
    }
}

/// The binary digits of `a` that `b` does not have.
pub(crate) fn without(a: Expr, b: Expr) -> Expr {
    match literal(&b) {
        Some(0) => a,
        _ => binary(Binary::Sub, a.clone(), meet(a, b)),
    }
}

/// The smaller and the greater of two numbers.
pub(crate) fn least(a: Expr, b: Expr) -> Expr {
    call("min", vec![a, b])
}

pub(crate) fn greatest(a: Expr, b: Expr) -> Expr {
    call("max", vec![a, b])
}
