//! Formulas as expressions of the rule language.

use arith::numeration::Numeration;
use arith::sets::NumberSet;
use expr::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Set, Span, Unary};
use expr::build::digits_side_by_side;
use expr::exact::of_integers;

use super::{Formula, Function, Logic, Members, Op, Slope};

impl Slope {
    fn is_golden(self) -> bool {
        (self.p, self.minus, self.d, self.q) == (1, false, 5, 2)
    }

    /// The slope as an expression, over its denominator, beside variables of these names.
    fn expr(self, names: &[String]) -> Expr {
        if self.is_golden() && !names.iter().any(|name| name == "phi") {
            return node(Node::Name("phi".to_owned()));
        }
        let root = call("sqrt", vec![number(self.d)]);
        let numerator = match (self.p, self.minus) {
            (0, false) => root,
            (p, false) if p < 0 => binary(Binary::Sub, root, number(-p)),
            (p, false) => binary(Binary::Add, number(p), root),
            (p, true) => binary(Binary::Sub, number(p), root),
        };
        if self.q == 1 { numerator } else { binary(Binary::Div, numerator, number(self.q)) }
    }
}

impl Formula {
    /// The formula in the rule language, its variables called `names`.
    pub(crate) fn expr(&self, names: &[String]) -> Expr {
        let go = |e: &Self| e.number(names);
        match self {
            Self::Int(k) => number(*k),
            Self::Var(i) => node(Node::Name(names[*i].clone())),
            Self::Apply(Function::LeastFibonacciPart, e) => {
                let parts = call("zeckendorf", vec![go(e)]);
                node(Node::Index(Box::new(parts), Box::new(number(0))))
            }
            Self::Apply(f, e) => call(f.name(), vec![go(e)]),
            Self::Moore(count, m) => unbalanced_place(&names[..*count], *m),
            Self::Fibonacci(e) => call("fib", vec![go(e)]),
            Self::Binary(Op::Add, a, b) if matches!(**b, Self::Int(k) if k < 0) => {
                let Self::Int(k) = **b else { unreachable!("matched above") };
                binary(Binary::Sub, go(a), node(Node::Int(-i128::from(k))))
            }
            Self::Binary(op, a, b) => match op.binary() {
                Some(sign) => binary(sign, go(a), go(b)),
                None => called(*op, [go(a), go(b)]),
            },
            Self::Compare(c, a, b) => node(Node::Compare(Box::new(go(a)), vec![(*c, go(b))])),
            Self::Between(strict, lo, e, hi) => {
                let first = if *strict { Comparison::Lt } else { Comparison::Le };
                let rest = vec![(first, go(e)), (Comparison::Le, go(hi))];
                node(Node::Compare(Box::new(go(lo)), rest))
            }
            Self::Logic(l, a, b) => {
                let op = match l {
                    Logic::And => Binary::And,
                    Logic::Or => Binary::Or,
                    Logic::Iff => Binary::Iff,
                };
                binary(op, a.expr(names), b.expr(names))
            }
            Self::Not(e) => node(Node::Unary(Unary::Not, Box::new(e.expr(names)))),
            Self::In(e, set) => {
                let elements = set.iter().map(|&k| number(k)).collect();
                node(Node::Member(Box::new(go(e)), Set::Elements(elements)))
            }
            Self::If(c, a, b) => {
                let (a, b) = if self.is_condition() {
                    (a.expr(names), b.expr(names))
                } else {
                    (go(a), go(b))
                };
                node(Node::If(Box::new(c.expr(names)), Box::new(a), Box::new(b)))
            }
            Self::Table(list, e) => {
                let list = node(Node::List(list.iter().map(|&k| number(k)).collect()));
                node(Node::Index(Box::new(list), Box::new(go(e))))
            }
            Self::Floor(slope, e) => {
                call("floor", vec![binary(Binary::Mul, slope.expr(names), of_integers(go(e)))])
            }
            Self::FloorShifted(slope, e, (p, q)) => {
                let line = binary(Binary::Mul, slope.expr(names), of_integers(go(e)));
                let op = if *p < 0 { Binary::Sub } else { Binary::Add };
                let shift = match *q {
                    1 => number(p.abs()),
                    q => binary(Binary::Div, number(p.abs()), number(q)),
                };
                call("floor", vec![binary(op, line, shift)])
            }
            Self::InNamed(e, set) => {
                let (name, arguments) = match set {
                    NumberSet::Powers(base) => ("powers".to_owned(), vec![number(*base)]),
                    other => (other.to_string(), Vec::new()),
                };
                let set = Set::Named(name, arguments, Span::default());
                node(Node::Member(Box::new(go(e)), set))
            }
            Self::Regular(regular, e) => {
                let lists = [list(&regular.matrices.concat()), list(&regular.roots.concat())];
                let first = integer(regular.first);
                let (name, numbers) = match regular.numeration {
                    Numeration::Base(b) => ("regular", vec![go(e), integer(b), first]),
                    Numeration::Zeckendorf => ("zeckendorf_regular", vec![go(e), first]),
                    Numeration::Tribonacci => ("tribonacci_regular", vec![go(e), first]),
                    Numeration::Pell => ("pell_regular", vec![go(e), first]),
                };
                call(name, numbers.into_iter().chain(lists).collect())
            }
            Self::Paired(base, a, b) => digits_side_by_side(*base, go(a), go(b), &free_name(names)),
            Self::Nth(members, index) => {
                let Members { condition, first, step, .. } = members.as_ref();
                let x = ["x", "y"].into_iter().find(|x| names.iter().all(|n| n != x));
                let x = x.unwrap_or("z").to_owned();
                let last = index.as_ref().clone().plus(1).times(*step).plus(first - 1);
                let set = Set::Range(Box::new(number(*first)), Box::new(last.expr(names)));
                let item = Item {
                    body: node(Node::Name(x.clone())),
                    guard: Some(condition.expr(std::slice::from_ref(&x))),
                    binders: vec![Binder { name: x, set, span: Span::default() }],
                };
                let list = node(Node::Fold(Fold::List, vec![item]));
                node(Node::Index(Box::new(list), Box::new(go(index))))
            }
            Self::Recurrence(weights, terms, e) => {
                call("recurrence", vec![go(e), list(weights), list(terms)])
            }
        }
    }

    /// As [`Formula::expr`], with a condition written as a number.
    fn number(&self, names: &[String]) -> Expr {
        let expr = self.expr(names);
        if self.is_condition() {
            node(Node::If(Box::new(expr), Box::new(number(1)), Box::new(number(0))))
        } else {
            expr
        }
    }
}

impl Function {
    fn name(self) -> &'static str {
        match self {
            Self::Abs => "abs",
            Self::Lowbit => "lowbit",
            Self::Popcount => "popcount",
            Self::V2 => "v2",
            Self::Bitlen => "bitlen",
            Self::Isqrt => "isqrt",
            Self::Icbrt => "icbrt",
            Self::LeastFibonacciPart => "zeckendorf",
        }
    }
}

impl Op {
    /// The name of the ones that are written as functions.
    fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::Gcd => "gcd",
            Self::Or => "bitor",
            Self::Valuation => "valuation",
            Self::DigitSum => "digitsum",
            Self::NumDigits => "numdigits",
            _ => "nimprod",
        }
    }

    /// The sign of the ones that are written between their arguments.
    fn binary(self) -> Option<Binary> {
        Some(match self {
            Self::Add => Binary::Add,
            Self::Sub => Binary::Sub,
            Self::Mul => Binary::Mul,
            Self::Div => Binary::Div,
            Self::Rem => Binary::Rem,
            Self::Xor => Binary::Xor,
            Self::And => Binary::BitAnd,
            Self::Power => Binary::Pow,
            _ => return None,
        })
    }
}

/// `name(a, b)`; `min(min(a, b), c)` is `min(a, b, c)`.
fn called(op: Op, sides: [Expr; 2]) -> Expr {
    let name = op.name();
    let mut arguments = Vec::new();
    for side in sides {
        match side.node {
            Node::Call(f, inner) if f == name && matches!(op, Op::Min | Op::Max) => {
                arguments.extend(inner);
            }
            other => arguments.push(node(other)),
        }
    }
    call(name, arguments)
}

/// `any{(bit(a, i) + bit(b, i) + ...) % m != 0 for i in 0..bitlen(max(a, b, ...))}`
fn unbalanced_place(names: &[String], m: i64) -> Expr {
    let place = free_name(names);
    let name = |name: &String| node(Node::Name(name.clone()));
    let ones = names.iter().map(|n| call("bit", vec![name(n), name(&place)]));
    let ones = ones.reduce(|sum, bit| binary(Binary::Add, sum, bit)).unwrap_or_else(|| number(0));
    let rest = binary(Binary::Rem, ones, number(m));
    let body = node(Node::Compare(Box::new(rest), vec![(Comparison::Ne, number(0))]));
    let greatest = call("max", names.iter().map(name).collect());
    let places = Set::Range(Box::new(number(0)), Box::new(call("bitlen", vec![greatest])));
    let binders = vec![Binder { name: place, set: places, span: Span::default() }];
    node(Node::Fold(Fold::Any, vec![Item { body, binders, guard: None }]))
}

/// A name that none of the variables has.
fn free_name(names: &[String]) -> String {
    let place = (0..).map(|k| format!("i{}", "_".repeat(k))).find(|i| !names.contains(i));
    place.unwrap_or_default()
}

fn node(node: Node) -> Expr {
    Expr { node, span: Span::default() }
}

fn number(k: i64) -> Expr {
    integer(k.into())
}

fn list(numbers: &[i128]) -> Expr {
    node(Node::List(numbers.iter().map(|&k| integer(k)).collect()))
}

fn integer(k: i128) -> Expr {
    let magnitude = node(Node::Int(k.saturating_abs()));
    if k < 0 { node(Node::Unary(Unary::Neg, Box::new(magnitude))) } else { magnitude }
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    node(Node::Binary(op, Box::new(a), Box::new(b)))
}

fn call(name: &str, arguments: Vec<Expr>) -> Expr {
    node(Node::Call(name.to_owned(), arguments))
}
