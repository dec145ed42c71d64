//! Random expressions, in the form the parser gives them. They need not make sense.

use expr::ast::{
    Argument, Binary, Binder, Comparison, Expr, Fold, GameRef, Item, Node, Quantity, Span, Unary,
    ValueOf,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

pub(crate) fn at_nowhere(node: Node) -> Expr {
    Expr { node, span: Span::default() }
}

pub(crate) fn name() -> impl Strategy<Value = String> + Clone {
    select(vec!["n", "k", "a", "h", "x_1", "K2", "sum", "same", "over", "first"])
        .prop_map(str::to_owned)
}

pub(crate) fn game_name() -> impl Strategy<Value = String> + Clone {
    select(vec!["nim", "range-bash", "take-1-2-all", "pair-turn-2d", "octal-0.77"])
        .prop_map(str::to_owned)
}

fn named_set(e: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    prop_oneof![
        select(vec!["primes", "squares", "evil"]).prop_map(|name| Node::Name(name.to_owned())),
        e.prop_map(|base| Node::Call("powers".to_owned(), vec![base])),
    ]
    .prop_map(at_nowhere)
    .boxed()
}

/// What stands in braces as a value.
fn braced(e: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    prop_oneof![
        (e.clone(), e.clone()).prop_map(|(lo, hi)| Node::Range(Box::new(lo), Box::new(hi))),
        vec(e.clone(), 0..3).prop_map(Node::Set),
        several_items(e).prop_map(|items| Node::Fold(Fold::Set, items)),
    ]
    .prop_map(at_nowhere)
    .boxed()
}

/// Items that cannot be taken for a list of expressions.
fn several_items(e: BoxedStrategy<Expr>) -> BoxedStrategy<Vec<Item>> {
    let is_plain = |item: &Item| item.binders.is_empty() && item.guard.is_none();
    vec(item(e), 1..3)
        .prop_filter("a list", move |items| items.len() > 1 || !is_plain(&items[0]))
        .boxed()
}

/// Expressions whose value is a set: with a set in braces somewhere.
fn set_value(e: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let braces = braced(e.clone());
    let named = prop_oneof![name().prop_map(|n| at_nowhere(Node::Name(n))), braces.clone()];
    let operator = select(vec![Binary::Add, Binary::Sub, Binary::BitAnd]);
    let combined = (operator, named.clone(), braces.clone(), any::<bool>(), e, named).prop_map(
        |(operator, name, braces, swap, condition, other)| {
            let (a, b) = if swap { (braces, name) } else { (name, braces) };
            let b = Box::new(at_nowhere(Node::Binary(operator, Box::new(a), Box::new(b))));
            at_nowhere(Node::If(Box::new(condition), b, Box::new(other)))
        },
    );
    let operator = select(vec![Binary::Add, Binary::Sub, Binary::BitAnd]);
    prop_oneof![
        (operator, combined.clone(), braces).prop_map(|(o, a, b)| at_nowhere(Node::Binary(
            o,
            Box::new(a),
            Box::new(b)
        ))),
        combined,
    ]
    .boxed()
}

/// Expressions whose value is a list.
fn list_value(e: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let boxed = e.clone().prop_map(Box::new).boxed();
    let options = select(Quantity::ALL.to_vec()).prop_map(|quantity| ValueOf {
        quantity,
        game: None,
        position: None,
        of_options: true,
    });
    prop_oneof![
        vec(e.clone(), 0..4).prop_map(Node::List),
        several_items(e).prop_map(|items| Node::Fold(Fold::List, items)),
        (boxed.clone(), boxed.clone(), boxed).prop_map(|(l, i, j)| Node::Slice(l, i, j)),
        options.prop_map(Node::Value),
    ]
    .prop_map(at_nowhere)
    .boxed()
}

pub(crate) fn set(e: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    prop_oneof![braced(e.clone()), set_value(e.clone()), list_value(e.clone()), plain_set(e)]
        .boxed()
}

fn plain_set(e: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    prop_oneof![
        (e.clone(), e.clone())
            .prop_map(|(lo, hi)| at_nowhere(Node::Range(Box::new(lo), Box::new(hi)))),
        vec(e.clone(), 0..3).prop_map(|elements| at_nowhere(Node::Set(elements))),
        name().prop_map(|name| at_nowhere(Node::Name(name))),
        (name(), vec(e.clone(), 1..3))
            .prop_map(|(name, arguments)| at_nowhere(Node::Call(name, arguments))),
        named_set(e),
    ]
    .boxed()
}

pub(crate) fn binder(e: BoxedStrategy<Expr>) -> BoxedStrategy<Binder> {
    (name(), plain_set(e))
        .prop_map(|(name, set)| Binder { name, set, span: Span::default() })
        .boxed()
}

fn item(e: BoxedStrategy<Expr>) -> BoxedStrategy<Item> {
    (e.clone(), vec(binder(e.clone()), 0..3), option::of(e))
        .prop_map(|(body, binders, guard)| Item { body, binders, guard })
        .boxed()
}

pub(crate) fn sum(e: BoxedStrategy<Expr>) -> BoxedStrategy<Vec<Vec<Expr>>> {
    vec(vec(e, 1..4), 0..3).boxed()
}

pub(crate) fn arguments(e: BoxedStrategy<Expr>) -> BoxedStrategy<Vec<(Option<String>, Argument)>> {
    let argument = prop_oneof![
        prop_oneof![e.clone(), set(e)].prop_map(Argument::Expr),
        game_name().prop_map(Argument::Game),
    ];
    vec((option::of(name()), argument), 0..3).boxed()
}

fn value(e: BoxedStrategy<Expr>) -> BoxedStrategy<Node> {
    let game = (game_name(), arguments(e.clone())).prop_map(|(name, arguments)| GameRef {
        name,
        arguments,
        span: Span::default(),
    });
    (select(Quantity::ALL.to_vec()), option::of(game), option::of(sum(e)))
        .prop_map(|(quantity, game, position)| {
            Node::Value(ValueOf { quantity, game, position, of_options: false })
        })
        .boxed()
}

fn node(e: BoxedStrategy<Expr>) -> BoxedStrategy<Node> {
    let boxed = e.clone().prop_map(Box::new).boxed();
    let operators = vec![
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::Div,
        Binary::Rem,
        Binary::Pow,
        Binary::Xor,
        Binary::BitAnd,
        Binary::And,
        Binary::Or,
        Binary::Implies,
        Binary::Iff,
    ];
    let comparisons = vec![
        Comparison::Eq,
        Comparison::Ne,
        Comparison::Lt,
        Comparison::Le,
        Comparison::Gt,
        Comparison::Ge,
    ];
    let functions = vec!["floor", "floor", "sqrt", "min", "f", "mex"];
    prop_oneof![
        4 => (select(operators), boxed.clone(), boxed.clone())
            .prop_map(|(operator, a, b)| Node::Binary(operator, a, b)),
        2 => (select(vec![Unary::Neg, Unary::Not]), boxed.clone())
            .prop_map(|(operator, a)| Node::Unary(operator, a)),
        1 => (boxed.clone(), vec((select(comparisons), e.clone()), 1..3))
            .prop_map(|(first, rest)| Node::Compare(first, rest)),
        1 => (boxed.clone(), set(e.clone()).prop_map(Box::new))
            .prop_map(|(a, set)| Node::Member(a, set)),
        1 => (boxed.clone(), boxed.clone(), boxed.clone())
            .prop_map(|(c, a, b)| Node::If(c, a, b)),
        1 => (select(functions), vec(e.clone(), 0..3))
            .prop_map(|(name, arguments)| Node::Call(name.to_owned(), arguments))
            .prop_filter("what rounds down inside `floor` is read with a floor of its own", |call| {
                let rounds = || at_nowhere(call.clone()).to_string().contains("//");
                !matches!(call, Node::Call(name, _) if name == "floor" && rounds())
            }),
        1 => (boxed.clone(), boxed).prop_map(|(list, index)| Node::Index(list, index)),
        1 => list_value(e.clone()).prop_map(|e| e.node),
        1 => set_value(e.clone()).prop_map(|e| e.node),
        1 => braced(e.clone()).prop_map(|e| e.node),
        1 => (select(Fold::ALL.to_vec()), vec(item(e.clone()), 0..3))
            .prop_map(|(fold, items)| Node::Fold(fold, items)),
        2 => value(e),
    ]
    .boxed()
}

/// Expressions of a few dozen nodes.
pub(crate) fn expression() -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![
        3 => name().prop_map(Node::Name),
        3 => (0..12i128).prop_map(Node::Int),
        1 => Just(Node::Int(i128::MAX)),
        1 => Just(Node::Name("phi".to_owned())),
        1 => any::<bool>().prop_map(Node::Bool),
    ];
    leaf.prop_map(at_nowhere)
        .prop_recursive(4, 24, 3, |inner| node(inner.boxed()).prop_map(at_nowhere))
        .boxed()
}
