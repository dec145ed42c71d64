//! Formulas as expressions of the rule language.

use arith::Quadratic;
use arith::numeration::Numeration;
use arith::recurrences::Holonomic;
use expr::ast::{Binary, Comparison, Expr, Fold, Node, Unary};
use expr::build::{binary, call, choice, compared, digits_side_by_side, element, fold, number_set};
use expr::exact::of_integers;
use expr::function::{Function, Takes, linear_in_digits};
use expr::substitute::{int, name};

use crate::rotation::up_to_rotation;
use crate::{Formula, Growing, Join, ListReading, Members, Op, Operation, StraightLine, Tally};

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
    pub fn expr(&self, names: &[String]) -> Expr {
        match self {
            Self::Int(k) => int(*k),
            Self::Var(i) => name(&names[*i]),
            Self::Apply(operation, parts) => operation.expr(self, parts, names),
        }
    }

    /// As [`Formula::expr`], with a condition written as a number.
    fn number(&self, names: &[String]) -> Expr {
        let expr = self.expr(names);
        if self.is_condition() { choice(expr, int(1), int(0)) } else { expr }
    }
}

impl Operation {
    /// The operation on these parts, which make `whole`.
    fn expr(&self, whole: &Formula, parts: &[Formula], names: &[String]) -> Expr {
        let go = |e: &Formula| e.number(names);
        match (self, parts) {
            (Self::Call(f), all) => called(f, all.iter().map(go)),
            (Self::Tally(tally), all) => counted(*tally, all.iter().map(go).collect(), names),
            (Self::Rotated(relations), all) => {
                up_to_rotation(relations, &all.iter().map(go).collect::<Vec<_>>(), names)
            }
            (Self::SideBySide(base), all) => {
                let all: Vec<Expr> = all.iter().map(go).collect();
                digits_side_by_side(*base, &all, &place_name(names))
            }
            (Self::Moore(count, m), _) => unbalanced_place(&names[..*count], *m),
            (Self::Binary(Op::Add), [a, Formula::Int(k)]) if *k < 0 => {
                binary(Binary::Sub, go(a), integer(-i128::from(*k)))
            }
            (Self::Binary(op), [a, b]) if whole.is_connective() => {
                binary(*op, a.expr(names), b.expr(names))
            }
            (Self::Binary(op), [a, b]) => binary(*op, go(a), go(b)),
            (Self::Compare(c), [a, b]) => compared(go(a), *c, go(b)),
            (Self::Between { is_strict }, [lo, e, hi]) => {
                let first = if *is_strict { Comparison::Lt } else { Comparison::Le };
                let rest = vec![(first, go(e)), (Comparison::Le, go(hi))];
                Node::Compare(Box::new(go(lo)), rest).into()
            }
            (Self::If, [c, a, b]) => {
                let case = |e: &Formula| match whole.is_condition() {
                    true => e.expr(names),
                    false => go(e),
                };
                choice(c.expr(names), case(a), case(b))
            }
            (Self::Lattice(found), [a, b]) => {
                let numbers = [go(a), go(b), integer(found.lattice.modulus)].into_iter();
                let lists = found.lattice.to_lists();
                call("lattice", numbers.chain(lists.iter().map(|l| list(l))).collect())
            }
            (_, parts) => self.expr_of_one(&parts[0], names),
        }
    }

    /// The operation on one formula.
    fn expr_of_one(&self, part: &Formula, names: &[String]) -> Expr {
        let e = || part.number(names);
        match self {
            Self::LeastFibonacciPart => element(call("zeckendorf", vec![e()]), int(0)),
            Self::Not => Node::Unary(Unary::Not, Box::new(part.expr(names))).into(),
            Self::In(set) => {
                let set = Node::Set(set.iter().map(|&k| int(k)).collect());
                Node::Member(Box::new(e()), Box::new(set.into())).into()
            }
            Self::InNamed(set) => Node::Member(Box::new(e()), Box::new(number_set(set))).into(),
            Self::List(all) => element(list(all), e()),
            Self::Floor(line) => floor(line, e(), names),
            Self::Sum(sum) => {
                let k = free_name(names, ["k", "m", "t"]);
                let body = sum.term.number(std::slice::from_ref(&k));
                let total = fold(Fold::Sum, body, None, &k, [int(sum.first), e()]);
                match sum.base {
                    0 => total,
                    base => binary(Binary::Add, int(base), total),
                }
            }
            Self::Places(join, term) => {
                let place = place_name(names);
                let of = |f| Formula::call(f, [part.clone()]).number(names);
                let body = term.number(std::slice::from_ref(&place));
                let last = binary(Binary::Sub, of("bitlen"), int(1));
                let bit = call("bit", vec![e(), name(&place)]);
                let guard = Some(compared(bit, Comparison::Eq, int(1)));
                let kind = if *join == Join::by("^") { Fold::Xor } else { Fold::Sum };
                fold(kind, body, guard, &place, [int(0), last])
            }
            Self::Triangle(ListReading { is_diagonal, first: one }, inner) => {
                let row = Formula::call("isqrt", [part.times(8).plus(1)]).plus(-1).div(2);
                let place = part - (&row * row.plus(1)).div(2);
                let down = if *is_diagonal { row - &place } else { row };
                inner.with(&[down.plus(*one), place.plus(*one)]).expr(names)
            }
            Self::Passed(growing) => passed(growing, part, names),
            Self::Nth(members) => {
                let Members { condition, first, step, .. } = members.as_ref();
                let x = free_name(names, ["x", "y", "z"]);
                let last = part.plus(1).times(*step).plus(first - 1);
                let guard = Some(condition.expr(std::slice::from_ref(&x)));
                let range = [int(*first), last.expr(names)];
                element(fold(Fold::List, name(&x), guard, &x, range), e())
            }
            _ => self.expr_with_lists(e()),
        }
    }

    /// A function of a number and lists.
    fn expr_with_lists(&self, e: Expr) -> Expr {
        match self {
            Self::Regular(regular) => {
                let lists = [list(&regular.matrices.concat()), list(&regular.roots.concat())];
                let first = integer(regular.first);
                let function = linear_in_digits(regular.numeration);
                let base = match regular.numeration {
                    Numeration::Base(base) => Some(integer(base)),
                    _ => None,
                };
                let numbers = [e].into_iter().chain(base).chain([first]);
                call(function.map_or("", |f| f.name), numbers.chain(lists).collect())
            }
            Self::Holonomic(found) => {
                let Holonomic { modulus, polynomials, first } = found.as_ref();
                let order = int(i64::try_from(polynomials.len()).unwrap_or(0) - 1);
                let lists = [list(&polynomials.concat()), list(first)];
                let numbers = [e, integer(*modulus), order].into_iter();
                call("holonomic", numbers.chain(lists).collect())
            }
            Self::Named(number) => call("oeis", vec![integer(*number), e]),
            Self::Recurrence(found) => {
                call("recurrence", vec![e, list(&found[0]), list(&found[1])])
            }
            _ => unreachable!("an operation on several numbers"),
        }
    }
}

/// `floor(slope * e + p / q)`
fn floor(line: &StraightLine, e: Expr, names: &[String]) -> Expr {
    let (p, q) = line.shift;
    let line = binary(Binary::Mul, written(line.slope, names), of_integers(e));
    let op = if p < 0 { Binary::Sub } else { Binary::Add };
    let shifted = match p {
        0 => line,
        p => binary(op, line, binary(Binary::Div, int(p.abs()), int(q))),
    };
    call("floor", vec![shifted])
}

/// `count{term(i) < e for i in 0..last}`
fn passed(growing: &Growing, e: &Formula, names: &[String]) -> Expr {
    let i = free_name(names, ["i", "j", "l"]);
    let term = match growing {
        Growing::Closed(term) => term.expr(std::slice::from_ref(&i)),
        Growing::Recurrence { weights, first, .. } => {
            call("recurrence", vec![name(&i), list(weights), list(first)])
        }
    };
    let term = compared(term, Comparison::Lt, e.number(names));
    let last = growing.last_place(e.clone()).expr(names);
    fold(Fold::Count, term, None, &i, [int(0), last])
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
    let place = place_name(names);
    let ones = names.iter().map(|n| call("bit", vec![name(n), name(&place)]));
    let ones = ones.reduce(|sum, bit| binary(Binary::Add, sum, bit)).unwrap_or_else(|| int(0));
    let body = compared(binary(Binary::Rem, ones, int(m)), Comparison::Ne, int(0));
    let greatest = call("max", names.iter().map(name).collect());
    fold(Fold::Any, body, None, &place, [int(0), call("bitlen", vec![greatest])])
}

/// `count{[a, b, c][i] = max(a, b, c) for i in 0..2}`, or the like.
fn counted(tally: Tally, numbers: Vec<Expr>, names: &[String]) -> Expr {
    let index = place_name(names);
    let last = int(i64::try_from(numbers.len()).unwrap_or(i64::MAX) - 1);
    let one = element(Node::List(numbers.clone()).into(), name(&index));
    let body = match tally {
        Tally::Greatest => compared(one, Comparison::Eq, call("max", numbers)),
        Tally::Least => compared(one, Comparison::Eq, call("min", numbers)),
        Tally::Nonzero => compared(one, Comparison::Ne, int(0)),
        Tally::Odd => compared(binary(Binary::Rem, one, int(2)), Comparison::Ne, int(0)),
    };
    fold(Fold::Count, body, None, &index, [int(0), last])
}

/// The first of these names that no variable has, else the last.
fn free_name(names: &[String], wanted: [&str; 3]) -> String {
    let free = wanted.into_iter().find(|wanted| names.iter().all(|n| n != wanted));
    free.unwrap_or(wanted[2]).to_owned()
}

/// `i`, or that and a line below where variables have such names.
pub(crate) fn place_name(names: &[String]) -> String {
    let place = (0..).map(|k| format!("i{}", "_".repeat(k))).find(|i| !names.contains(i));
    place.unwrap_or_default()
}

fn list<T: Copy + Into<i128>>(numbers: &[T]) -> Expr {
    Node::List(numbers.iter().map(|&k| integer(k)).collect()).into()
}

fn integer(k: impl Into<i128>) -> Expr {
    let k = k.into();
    let magnitude = Node::Int(k.saturating_abs()).into();
    if k < 0 { Node::Unary(Unary::Neg, Box::new(magnitude)).into() } else { magnitude }
}
