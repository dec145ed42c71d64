//! The compiled evaluator against the obvious one: a walk over the tree with a map of names.

use std::collections::BTreeMap;

use expr::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Span, Unary};
use expr::eval::{Constant, Definitions, EvalError, Frame, Let, Names, NoContext, Program};
use proptest::prelude::*;

type Env = BTreeMap<String, i128>;

fn node(node: Node) -> Expr {
    Expr { node, span: Span::default() }
}

fn name(text: &str) -> Expr {
    node(Node::Name(text.into()))
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
fn expressions() -> impl Strategy<Value = (Expr, Expr)> {
    let integer = prop_oneof![
        (-9i128..20).prop_map(|v| {
            let literal = node(Node::Int(v.abs()));
            if v < 0 { node(Node::Unary(Unary::Neg, boxed(literal))) } else { literal }
        }),
        prop_oneof!["n", "k", "m", "x", "y"].prop_map(|v| name(&v)),
        Just(node(Node::Int(i128::MAX))),
    ];
    let leaf = (integer, any::<bool>()).prop_map(|(e, b)| (e, node(Node::Bool(b))));
    leaf.prop_recursive(5, 40, 3, |inner| {
        let arithmetic = proptest::sample::select(vec![
            Binary::Add,
            Binary::Sub,
            Binary::Mul,
            Binary::Div,
            Binary::Rem,
            Binary::Xor,
            Binary::BitAnd,
        ]);
        let connective =
            proptest::sample::select(vec![Binary::And, Binary::Or, Binary::Implies, Binary::Iff]);
        let comparison = proptest::sample::select(vec![
            Comparison::Eq,
            Comparison::Ne,
            Comparison::Lt,
            Comparison::Le,
            Comparison::Gt,
            Comparison::Ge,
        ]);
        let number_fold = proptest::sample::select(vec![
            Fold::Sum,
            Fold::Xor,
            Fold::Min,
            Fold::Max,
            Fold::Mex,
            Fold::First,
        ]);
        let truth_fold = proptest::sample::select(vec![Fold::Any, Fold::All]);
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            (pair.clone(), arithmetic, connective).prop_map(|(((a, p), (b, q)), op, con)| {
                let join = |op, a, b| node(Node::Binary(op, boxed(a), boxed(b)));
                (join(op, a, b), join(con, p, q))
            }),
            (pair.clone(), inner.clone(), comparison.clone(), comparison).prop_map(
                |(((a, p), (b, q)), (c, r), first, second)| {
                    let chain = vec![(first, b.clone()), (second, c.clone())];
                    let condition = node(Node::Compare(boxed(a.clone()), chain));
                    let list = node(Node::List(vec![a, b.clone(), c]));
                    let element = node(Node::Index(boxed(list), boxed(b)));
                    let _ = (q, r);
                    let p = node(Node::Unary(Unary::Not, boxed(p)));
                    (element, node(Node::Binary(Binary::Or, boxed(p), boxed(condition))))
                }
            ),
            (pair.clone(), inner.clone()).prop_map(|(((a, p), (b, q)), (_, r))| {
                let choose = |c: &Expr, a, b| node(Node::If(boxed(c.clone()), boxed(a), boxed(b)));
                (choose(&p, a, b), choose(&p, q, r))
            }),
            (pair, number_fold, truth_fold, 0i128..4).prop_map(
                |(((a, p), (b, q)), numbers, truths, width)| {
                    let binder = |name: &str, lo: Expr, width: i128| {
                        let hi = node(Node::Binary(
                            Binary::Add,
                            boxed(lo.clone()),
                            boxed(node(Node::Int(width))),
                        ));
                        let set = node(Node::Range(boxed(lo), boxed(hi)));
                        Binder { name: name.into(), set, span: Span::default() }
                    };
                    // the second range depends on the first variable
                    let binders = vec![binder("x", name("k"), width), binder("y", name("x"), 1)];
                    let item =
                        |body| Item { body, binders: binders.clone(), guard: Some(p.clone()) };
                    let rest = Item { body: b, binders: Vec::new(), guard: None };
                    (
                        node(Node::Fold(numbers, vec![item(a), rest])),
                        node(Node::Fold(truths, vec![item(q)])),
                    )
                }
            ),
        ]
    })
}

/// The compiled value; `None` for any error.
fn compiled(e: &Expr, n: i128, k: i128, x: i128, y: i128) -> Option<i128> {
    let slots = ["n", "k", "x", "y"].map(String::from).to_vec();
    let constants = BTreeMap::from([("m".to_owned(), Constant::Int(6))]);
    let names = Names { slots, constants, ..Names::default() };
    let program = Program::compile(e, &names, &Definitions::default()).expect("well formed");
    program.integer(&mut Frame::new(vec![n, k, x, y]), &mut NoContext).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn compiled_values_are_those_of_the_tree(
        (number, condition) in expressions(),
        n in -20i128..20, k in 0i128..4, x in -3i128..9, y in -3i128..9
    ) {
        let env = [("n", n), ("k", k), ("m", 6), ("x", x), ("y", y)];
        let env: Env = env.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        prop_assert_eq!(compiled(&number, n, k, x, y), walk(&number, &env), "{}", number);
        prop_assert_eq!(compiled(&condition, n, k, x, y), walk(&condition, &env), "{}", condition);
    }
}

proptest! {
    /// Random definitions on 0..9 that call each other: values by repeated substitution, and
    /// exactly the calls that lie on or lead into a cycle never end.
    #[test]
    fn recursion_ends_exactly_where_it_should(
        calls in proptest::collection::vec((0i128..10, 0i128..10, any::<bool>()), 10)
    ) {
        // f(i) = i, or f(a) + f(b)
        let branch = calls.iter().enumerate().rev().fold(node(Node::Int(0)), |rest, (i, (a, b, ends))| {
            let call = |v: &i128| node(Node::Call("f".into(), vec![node(Node::Int(*v))]));
            let i = node(Node::Int(i as i128));
            let sum = node(Node::Binary(Binary::Add, boxed(call(a)), boxed(call(b))));
            let test = node(Node::Compare(boxed(name("x")), vec![(Comparison::Eq, i.clone())]));
            node(Node::If(boxed(test), boxed(if *ends { i } else { sum }), boxed(rest)))
        });
        let mut known: BTreeMap<i128, i128> = BTreeMap::new();
        for _ in 0..10 {
            for (i, (a, b, ends)) in (0..).zip(&calls) {
                if *ends {
                    known.insert(i, i);
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
            let call = node(Node::Call("f".into(), vec![node(Node::Int(i))]));
            let program = Program::compile(&call, &Names::default(), &definitions).expect("well formed");
            let value = program.integer(&mut frame, &mut NoContext);
            match known.get(&i) {
                Some(expected) => prop_assert_eq!(value, Ok(*expected)),
                None => prop_assert!(matches!(value, Err(EvalError::NeverEnds(_))), "{:?}", value),
            }
        }
    }
}
