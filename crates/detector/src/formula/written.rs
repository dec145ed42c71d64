//! Formulas as expressions of the rule language.

use arith::Quadratic;
use arith::numeration::Numeration;
use arith::recurrences::Holonomic;
use arith::sets::NumberSet;
use expr::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Set, Span, Unary};
use expr::build::{binary, call, choice, compared, digits_side_by_side};
use expr::exact::of_integers;
use expr::function::{Function, Takes, linear_in_digits};
use expr::substitute::{int, name};

use super::{Formula, Growing, Join, Members, Op, Reading, Tally};

/// The slope as an expression, over its denominator, beside variables of these names.
fn written(slope: Quadratic, names: &[String]) -> Expr {
    if slope == Quadratic::PHI && !names.iter().any(|name| name == "phi") {
        return name("phi");
    }
    let (p, q, r, d) = slope.parts();
    let root = call("sqrt", vec![integer(d)]);
    let numerator = match (p, q < 0) {
        (0, false) => root,
        (p, false) if p < 0 => binary(Binary::Sub, root, integer(-p)),
        (p, false) => binary(Binary::Add, integer(p), root),
        (p, true) => binary(Binary::Sub, integer(p), root),
    };
    if r == 1 { numerator } else { binary(Binary::Div, numerator, integer(r)) }
}

impl Formula {
    /// The formula in the rule language, its variables called `names`.
    pub(crate) fn expr(&self, names: &[String]) -> Expr {
        let go = |e: &Self| e.number(names);
        match self {
            Self::Int(k) => int(*k),
            Self::Var(i) => name(names[*i].clone()),
            Self::LeastFibonacciPart(e) => element(call("zeckendorf", vec![go(e)]), int(0)),
            Self::Call(f, arguments) => called(f, arguments.iter().map(go)),
            Self::Moore(count, m) => unbalanced_place(&names[..*count], *m),
            Self::Tally(tally, all) => counted(*tally, all.iter().map(go).collect(), names),
            Self::Binary(Op::Add, a, b) if matches!(**b, Self::Int(k) if k < 0) => {
                let Self::Int(k) = **b else { unreachable!("matched above") };
                binary(Binary::Sub, go(a), Node::Int(-i128::from(k)).into())
            }
            Self::Binary(op @ (Op::And | Op::Or | Op::Iff), a, b) => {
                binary(*op, a.expr(names), b.expr(names))
            }
            Self::Binary(op, a, b) => binary(*op, go(a), go(b)),
            Self::Compare(c, a, b) => compared(go(a), *c, go(b)),
            Self::Between(strict, lo, e, hi) => {
                let first = if *strict { Comparison::Lt } else { Comparison::Le };
                let rest = vec![(first, go(e)), (Comparison::Le, go(hi))];
                Node::Compare(Box::new(go(lo)), rest).into()
            }
            Self::Not(e) => Node::Unary(Unary::Not, Box::new(e.expr(names))).into(),
            Self::In(e, set) => {
                let elements = set.iter().map(|&k| int(k)).collect();
                Node::Member(Box::new(go(e)), Set::Elements(elements)).into()
            }
            Self::If(c, a, b) => {
                let (a, b) = if self.is_condition() {
                    (a.expr(names), b.expr(names))
                } else {
                    (go(a), go(b))
                };
                choice(c.expr(names), a, b)
            }
            Self::Table(list, e) => {
                element(Node::List(list.iter().map(|&k| int(k)).collect()).into(), go(e))
            }
            Self::Floor(line, e) => {
                let (p, q) = line.shift;
                let line = binary(Binary::Mul, written(line.slope, names), of_integers(go(e)));
                let op = if p < 0 { Binary::Sub } else { Binary::Add };
                let shifted = match p {
                    0 => line,
                    p => binary(op, line, binary(Binary::Div, int(p.abs()), int(q))),
                };
                call("floor", vec![shifted])
            }
            Self::InNamed(e, set) => {
                let (name, arguments) = match set {
                    NumberSet::Powers(base) => ("powers".to_owned(), vec![int(*base)]),
                    other => (other.to_string(), Vec::new()),
                };
                let set = Set::Named(name, arguments, Span::default());
                Node::Member(Box::new(go(e)), set).into()
            }
            Self::Regular(regular, e) => {
                let lists = [list(&regular.matrices.concat()), list(&regular.roots.concat())];
                let first = integer(regular.first);
                let function = linear_in_digits(regular.numeration);
                let base = match regular.numeration {
                    Numeration::Base(base) => Some(integer(base)),
                    _ => None,
                };
                let numbers = [go(e)].into_iter().chain(base).chain([first]);
                call(function.map_or("", |f| f.name), numbers.chain(lists).collect())
            }
            Self::SideBySide(base, all) => {
                let all: Vec<Expr> = all.iter().map(go).collect();
                digits_side_by_side(*base, &all, &free_name(names))
            }
            Self::Sum(sum, e) => {
                let k = ["k", "m"].into_iter().find(|k| names.iter().all(|n| n != k));
                let k = k.unwrap_or("t").to_owned();
                let body = sum.term.number(std::slice::from_ref(&k));
                let set = Set::Range(Box::new(int(sum.first)), Box::new(go(e)));
                let binders = vec![Binder { name: k, set, span: Span::default() }];
                let item = Item { body, guard: None, binders };
                let total: Expr = Node::Fold(Fold::Sum, vec![item]).into();
                match sum.base {
                    0 => total,
                    base => binary(Binary::Add, integer(base.into()), total),
                }
            }
            Self::Places(join, term, e) => {
                let place = free_name(names);
                let of = |f| go(&Self::call(f, [e.as_ref().clone()]));
                let body = term.number(std::slice::from_ref(&place));
                let last = binary(Binary::Sub, of("bitlen"), int(1));
                let set = Set::Range(Box::new(int(0)), Box::new(last));
                let bit = call("bit", vec![go(e), name(&place)]);
                let guard = Some(compared(bit, Comparison::Eq, int(1)));
                let binders = vec![Binder { name: place, set, span: Span::default() }];
                let fold = if *join == Join::by("^") { Fold::Xor } else { Fold::Sum };
                Node::Fold(fold, vec![Item { body, binders, guard }]).into()
            }
            Self::Triangle(Reading { is_diagonal, first: one }, inner, e) => {
                let root = Self::call("isqrt", [e.as_ref().clone().times(8).plus(1)]);
                let row = root.plus(-1).div(2);
                let first = row.clone().op(Op::Mul, row.clone().plus(1)).div(2);
                let place = e.as_ref().clone().op(Op::Sub, first);
                let down = if *is_diagonal { row.op(Op::Sub, place.clone()) } else { row };
                inner.with(&[down.plus(*one), place.plus(*one)]).expr(names)
            }
            Self::Passed(growing, e) => {
                let i = ["i", "j"].into_iter().find(|i| names.iter().all(|n| n != i));
                let i = i.unwrap_or("l").to_owned();
                let term = match &**growing {
                    Growing::Closed(term) => term.expr(std::slice::from_ref(&i)),
                    Growing::Recurrence { weights, first, .. } => {
                        call("recurrence", vec![name(&i), list(weights), list(first)])
                    }
                };
                let term = compared(term, Comparison::Lt, go(e));
                let last = growing.last_place(e.as_ref().clone());
                let set = Set::Range(Box::new(int(0)), Box::new(last.expr(names)));
                let binders = vec![Binder { name: i, set, span: Span::default() }];
                Node::Fold(Fold::Count, vec![Item { body: term, guard: None, binders }]).into()
            }
            Self::Nth(members, index) => {
                let Members { condition, first, step, .. } = members.as_ref();
                let x = ["x", "y"].into_iter().find(|x| names.iter().all(|n| n != x));
                let x = x.unwrap_or("z").to_owned();
                let last = index.as_ref().clone().plus(1).times(*step).plus(first - 1);
                let set = Set::Range(Box::new(int(*first)), Box::new(last.expr(names)));
                let item = Item {
                    body: name(x.clone()),
                    guard: Some(condition.expr(std::slice::from_ref(&x))),
                    binders: vec![Binder { name: x, set, span: Span::default() }],
                };
                element(Node::Fold(Fold::List, vec![item]).into(), go(index))
            }
            Self::Holonomic(found, e) => {
                let Holonomic { modulus, polynomials, first } = found.as_ref();
                let order = int(i64::try_from(polynomials.len()).unwrap_or(0) - 1);
                let lists = [list(&polynomials.concat()), list(first)];
                let numbers = [go(e), integer(*modulus), order].into_iter();
                call("holonomic", numbers.chain(lists).collect())
            }
            Self::Lattice(found, a, b) => {
                let numbers = [go(a), go(b), integer(found.lattice.modulus)].into_iter();
                let lists = found.lattice.to_lists();
                call("lattice", numbers.chain(lists.iter().map(|l| list(l))).collect())
            }
            Self::Recurrence(weights, terms, e) => {
                call("recurrence", vec![go(e), list(weights), list(terms)])
            }
        }
    }

    /// As [`Formula::expr`], with a condition written as a number.
    fn number(&self, names: &[String]) -> Expr {
        let expr = self.expr(names);
        if self.is_condition() { choice(expr, int(1), int(0)) } else { expr }
    }
}

/// `f(a, b)`; `min(min(a, b), c)` is `min(a, b, c)`.
fn called(f: &Function, sides: impl Iterator<Item = Expr>) -> Expr {
    let mut arguments = Vec::new();
    for side in sides {
        match side.node {
            Node::Call(name, inner) if name == f.name && f.takes == Takes::Many => {
                arguments.extend(inner);
            }
            _ => arguments.push(side),
        }
    }
    call(f.name, arguments)
}

/// `any{(bit(a, i) + bit(b, i) + ...) % m != 0 for i in 0..bitlen(max(a, b, ...))}`
fn unbalanced_place(names: &[String], m: i64) -> Expr {
    let place = free_name(names);
    let ones = names.iter().map(|n| call("bit", vec![name(n), name(&place)]));
    let ones = ones.reduce(|sum, bit| binary(Binary::Add, sum, bit)).unwrap_or_else(|| int(0));
    let body = compared(binary(Binary::Rem, ones, int(m)), Comparison::Ne, int(0));
    let greatest = call("max", names.iter().map(name).collect());
    let places = Set::Range(Box::new(int(0)), Box::new(call("bitlen", vec![greatest])));
    let binders = vec![Binder { name: place, set: places, span: Span::default() }];
    Node::Fold(Fold::Any, vec![Item { body, binders, guard: None }]).into()
}

/// `count{[a, b, c][i] = max(a, b, c) for i in 0..2}`, or the like.
fn counted(tally: Tally, numbers: Vec<Expr>, names: &[String]) -> Expr {
    let index = free_name(names);
    let last = int(i64::try_from(numbers.len()).unwrap_or(i64::MAX) - 1);
    let one = element(Node::List(numbers.clone()).into(), name(&index));
    let body = match tally {
        Tally::Greatest => compared(one, Comparison::Eq, call("max", numbers)),
        Tally::Least => compared(one, Comparison::Eq, call("min", numbers)),
        Tally::Nonzero => compared(one, Comparison::Ne, int(0)),
        Tally::Odd => compared(binary(Binary::Rem, one, int(2)), Comparison::Ne, int(0)),
    };
    let set = Set::Range(Box::new(int(0)), Box::new(last));
    let binders = vec![Binder { name: index, set, span: Span::default() }];
    Node::Fold(Fold::Count, vec![Item { body, binders, guard: None }]).into()
}

/// A name that none of the variables has.
fn free_name(names: &[String]) -> String {
    let place = (0..).map(|k| format!("i{}", "_".repeat(k))).find(|i| !names.contains(i));
    place.unwrap_or_default()
}

/// `list[index]`.
fn element(list: Expr, index: Expr) -> Expr {
    Node::Index(Box::new(list), Box::new(index)).into()
}

fn list(numbers: &[i128]) -> Expr {
    Node::List(numbers.iter().map(|&k| integer(k)).collect()).into()
}

fn integer(k: i128) -> Expr {
    let magnitude = Node::Int(k.saturating_abs()).into();
    if k < 0 { Node::Unary(Unary::Neg, Box::new(magnitude)).into() } else { magnitude }
}
