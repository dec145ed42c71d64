//! The compiled evaluator against the obvious one: a walk over the tree with a map of names.

use std::collections::BTreeMap;

use draw::{Draw, check, prop_assert, prop_assert_eq};
use expr::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Span, Unary};
use expr::build::{binary, call, choice, compared, element, range};
use expr::eval::{Constant, Definitions, EvalError, Frame, Let, Names, NoContext, Program};
use expr::substitute::{int, name};

type Env = BTreeMap<String, i128>;

fn node(node: Node) -> Expr {
    Expr { node, span: Span::default() }
}

/// Values by definition; `None` stands for any error.
fn walk(e: &Expr, env: &Env) -> Option<i128> {
    let truth = |b: bool| i128::from(b);
    match &e.node {
        Node::Int(value) => Some(*value),
        Node::Bool(value) => Some(truth(*value)),
        Node::Name(name) => env.get(name).copied(),
        Node::Unary(Unary::Neg, a) => walk(a, env)?.checked_neg(),
        Node::Unary(Unary::Not, a) => Some(truth(walk(a, env)? == 0)),
        Node::If(c, a, b) => walk(if walk(c, env)? != 0 { a } else { b }, env),
        Node::Index(list, index) => {
            let Node::List(elements) = &list.node else { return None };
            walk(elements.get(usize::try_from(walk(index, env)?).ok()?)?, env)
        }
        Node::Compare(first, rest) => {
            let mut left = walk(first, env)?;
            for (comparison, right) in rest {
                let right = walk(right, env)?;
                let holds = match comparison {
                    Comparison::Eq => left == right,
                    Comparison::Ne => left != right,
                    Comparison::Lt => left < right,
                    Comparison::Le => left <= right,
                    Comparison::Gt => left > right,
                    Comparison::Ge => left >= right,
                };
                if !holds {
                    return Some(0);
                }
                left = right;
            }
            Some(1)
        }
        Node::Binary(operator, a, b) => {
            let a = walk(a, env)?;
            match operator {
                Binary::And if a == 0 => return Some(0),
                Binary::Or if a != 0 => return Some(1),
                Binary::Implies if a == 0 => return Some(1),
                _ => {}
            }
            let b = walk(b, env)?;
            match operator {
                Binary::Add => a.checked_add(b),
                Binary::Sub => a.checked_sub(b),
                Binary::Mul => a.checked_mul(b),
                // truncated, and one less where a remainder was cut off below zero
                Binary::Div => {
                    let cut = remainder(a, b)? != 0 && (a < 0) != (b < 0);
                    Some(a.checked_div(b)? - i128::from(cut))
                }
                Binary::Rem => remainder(a, b),
                Binary::Xor => Some(a ^ b),
                Binary::BitAnd => Some(a & b),
                Binary::Iff => Some(truth(a == b)),
                _ => Some(b),
            }
        }
        Node::Fold(fold, items) => {
            let mut values = Vec::new();
            for item in items {
                if !collect(*fold, item, 0, env, &mut values)? {
                    break;
                }
            }
            match fold {
                Fold::Sum => values.iter().try_fold(0i128, |a, &b| a.checked_add(b)),
                Fold::Min => values.iter().min().copied(),
                Fold::Max => values.iter().max().copied(),
                Fold::First => values.first().copied(),
                Fold::Mex => (0..).find(|m| !values.contains(m)),
                Fold::Count => Some(values.iter().sum()),
                Fold::Any => Some(truth(values.contains(&1))),
                Fold::All => Some(truth(!values.contains(&0))),
                Fold::Xor => Some(values.iter().fold(0, |a, b| a ^ b)),
                Fold::List | Fold::Set => None,
            }
        }
        _ => None,
    }
}

fn remainder(a: i128, b: i128) -> Option<i128> {
    let r = if b == -1 { 0 } else { a.checked_rem(b)? };
    Some(if r * b.signum() < 0 { r + b } else { r })
}

/// Values of an item's choices; false when the fold is decided.
fn collect(
    fold: Fold,
    item: &Item,
    level: usize,
    env: &Env,
    values: &mut Vec<i128>,
) -> Option<bool> {
    let Some(binder) = item.binders.get(level) else {
        if let Some(guard) = &item.guard
            && walk(guard, env)? == 0
        {
            return Some(true);
        }
        let value = walk(&item.body, env)?;
        values.push(value);
        let decided = match fold {
            Fold::Any => value == 1,
            Fold::All => value == 0,
            Fold::First => true,
            _ => false,
        };
        return Some(!decided);
    };
    let Node::Range(lo, hi) = &binder.set.node else { return None };
    for value in walk(lo, env)?..=walk(hi, env)? {
        let mut inner = env.clone();
        inner.insert(binder.name.clone(), value);
        if !collect(fold, item, level + 1, &inner, values)? {
            return Some(false);
        }
    }
    Some(true)
}

fn boxed(e: Expr) -> Box<Expr> {
    Box::new(e)
}

/// An integer expression and a condition of about the same size.
fn expressions(d: &mut Draw, depth: usize) -> (Expr, Expr) {
    let Some(less) = depth.checked_sub(1) else {
        let number = d.one_of(&[
            |d| name(d.text("<n|k|m|x|y>")),
            |d| int(d.int(-9..20)),
            |_| node(Node::Int(i128::MAX)),
        ]);
        return (number, node(Node::Bool(d.flag())));
    };
    if !d.chance([1, 3, 19, 90, 90][less]) {
        return expressions(d, less);
    }
    let ((a, p), (b, q)) = (expressions(d, less), expressions(d, less));
    match d.size(0..4) {
        0 => {
            let arithmetic = d.pick(&[
                Binary::Add,
                Binary::Sub,
                Binary::Mul,
                Binary::Div,
                Binary::Rem,
                Binary::Xor,
                Binary::BitAnd,
            ]);
            let connective = d.pick(&[Binary::And, Binary::Or, Binary::Implies, Binary::Iff]);
            (binary(arithmetic, a, b), binary(connective, p, q))
        }
        1 => {
            let (c, _) = expressions(d, less);
            let mut comparison = || {
                d.pick(&[
                    Comparison::Eq,
                    Comparison::Ne,
                    Comparison::Lt,
                    Comparison::Le,
                    Comparison::Gt,
                    Comparison::Ge,
                ])
            };
            let chain = vec![(comparison(), b.clone()), (comparison(), c.clone())];
            let condition = node(Node::Compare(boxed(a.clone()), chain));
            let list = node(Node::List(vec![a, b.clone(), c]));
            let p = node(Node::Unary(Unary::Not, boxed(p)));
            (element(list, b), binary(Binary::Or, p, condition))
        }
        2 => {
            let (_, r) = expressions(d, less);
            (choice(p.clone(), a, b), choice(p, q, r))
        }
        _ => {
            let numbers = [Fold::Sum, Fold::Xor, Fold::Min, Fold::Max, Fold::Mex, Fold::First];
            let (numbers, truths) = (d.pick(&numbers), d.pick(&[Fold::Any, Fold::All]));
            let binder = |variable: &str, lo: Expr, width: i64| {
                let set = range(lo.clone(), binary(Binary::Add, lo, int(width)));
                Binder { name: variable.into(), set, span: Span::default() }
            };
            // the second range depends on the first variable
            let binders = vec![binder("x", name("k"), d.int(0..4)), binder("y", name("x"), 1)];
            let item = |body| Item { body, binders: binders.clone(), guard: Some(p.clone()) };
            let rest = Item { body: b, binders: Vec::new(), guard: None };
            (
                node(Node::Fold(numbers, vec![item(a), rest])),
                node(Node::Fold(truths, vec![item(q)])),
            )
        }
    }
}

/// The compiled value; `None` for any error.
fn compiled(e: &Expr, n: i128, k: i128, x: i128, y: i128) -> Option<i128> {
    let slots = ["n", "k", "x", "y"].map(String::from).to_vec();
    let constants = BTreeMap::from([("m".to_owned(), Constant::Int(6))]);
    let names = Names { slots, constants, ..Names::default() };
    let program = Program::compile(e, &names, &Definitions::default()).expect("well formed");
    program.integer(&mut Frame::new(vec![n, k, x, y]), &mut NoContext).ok()
}

#[test]
fn compiled_values_are_those_of_the_tree() {
    let input = |d: &mut Draw| {
        let numbers = [d.int(-20..20), d.int(0..4), d.int(-3..9), d.int(-3..9)];
        (expressions(d, 5), numbers.map(i128::from))
    };
    check(2000, input, |((number, condition), [n, k, x, y])| {
        let env = [("n", n), ("k", k), ("m", 6), ("x", x), ("y", y)];
        let env: Env = env.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        prop_assert_eq!(compiled(&number, n, k, x, y), walk(&number, &env), "{}", number);
        prop_assert_eq!(compiled(&condition, n, k, x, y), walk(&condition, &env), "{}", condition);
        Ok(())
    });
}

/// Random definitions on 0..9 that call each other: values by repeated substitution, and
/// exactly the calls that lie on or lead into a cycle never end.
#[test]
fn recursion_ends_exactly_where_it_should() {
    let input = |d: &mut Draw| [(); 10].map(|()| (d.int(0..10), d.int(0..10), d.flag()));
    let call = |v: i64| call("f", vec![int(v)]);
    check(draw::cases(), input, |calls| {
        // f(i) = i, or f(a) + f(b)
        let branch = (0..10).rev().fold(int(0), |rest, i| {
            let (a, b, ends) = calls[i as usize];
            let value = if ends { int(i) } else { binary(Binary::Add, call(a), call(b)) };
            choice(compared(name("x"), Comparison::Eq, int(i)), value, rest)
        });
        let mut known: BTreeMap<i64, i128> = BTreeMap::new();
        for _ in 0..10 {
            for (i, (a, b, ends)) in (0..).zip(&calls) {
                if *ends {
                    known.insert(i, i.into());
                } else if let (Some(a), Some(b)) = (known.get(a), known.get(b)) {
                    known.insert(i, a + b);
                }
            }
        }
        let arguments = ["x".to_owned()];
        let lets = [Let { name: "f", arguments: &arguments, body: &branch }];
        let definitions = Definitions::compile(&lets, &BTreeMap::new()).expect("well formed");
        let mut frame = Frame::default();
        for i in 0..10 {
            let program =
                Program::compile(&call(i), &Names::default(), &definitions).expect("well formed");
            let value = program.integer(&mut frame, &mut NoContext);
            match known.get(&i) {
                Some(expected) => prop_assert_eq!(value, Ok(*expected)),
                None => prop_assert!(matches!(value, Err(EvalError::NeverEnds(_))), "{:?}", value),
            }
        }
        Ok(())
    });
}
