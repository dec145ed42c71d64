//! Random expressions, in the form the parser gives them. They need not make sense.

use draw::Draw;
use expr::ast::{
    Argument, Binary, Binder, Comparison, Expr, Fold, GameRef, Item, Node, Quantity, Span, Unary,
    ValueOf,
};
use expr::build::{binary, call, choice, range};

/// The depth that gives expressions of a few dozen nodes.
pub(crate) const DEPTH: usize = 4;

pub(crate) fn name(d: &mut Draw) -> String {
    d.text("<n|k|a|h|x_1|K2|sum|same|over|first>")
}

pub(crate) fn game_name(d: &mut Draw) -> String {
    d.text("<nim|range-bash|take-1-2-all|pair-turn-2d|octal-0.77>")
}

/// What stands in braces as a value.
fn braced(d: &mut Draw, depth: usize) -> Expr {
    match d.size(0..3) {
        0 => range(at_depth(d, depth), at_depth(d, depth)),
        1 => Node::Set(d.many(0..3, |d| at_depth(d, depth))).into(),
        _ => Node::Fold(Fold::Set, several_items(d, depth)).into(),
    }
}

/// Items that cannot be taken for a list of expressions.
fn several_items(d: &mut Draw, depth: usize) -> Vec<Item> {
    let mut items = d.many(1..3, |d| item(d, depth));
    if let [Item { binders, guard: None, .. }] = &mut items[..]
        && binders.is_empty()
    {
        binders.push(binder(d, depth));
    }
    items
}

/// Expressions whose value is a set: with a set in braces somewhere.
fn set_value(d: &mut Draw, depth: usize) -> Expr {
    let operator = |d: &mut Draw| d.pick(&[Binary::Add, Binary::Sub, Binary::BitAnd]);
    let named = |d: &mut Draw| match d.flag() {
        false => Node::Name(name(d)).into(),
        true => braced(d, depth),
    };
    let (mut a, mut b) = (named(d), braced(d, depth));
    if d.flag() {
        (a, b) = (b, a);
    }
    let combined = choice(at_depth(d, depth), binary(operator(d), a, b), named(d));
    match d.flag() {
        false => combined,
        true => binary(operator(d), combined, braced(d, depth)),
    }
}

/// Expressions whose value is a list.
fn list_value(d: &mut Draw, depth: usize) -> Expr {
    let boxed = |d: &mut Draw| Box::new(at_depth(d, depth));
    let node = match d.size(0..4) {
        0 => {
            let quantity = d.pick(&Quantity::ALL);
            Node::Value(ValueOf { quantity, game: None, position: None, of_options: true })
        }
        1 => Node::List(d.many(0..4, |d| at_depth(d, depth))),
        2 => Node::Slice(boxed(d), boxed(d), boxed(d)),
        _ => Node::Fold(Fold::List, several_items(d, depth)),
    };
    node.into()
}

pub(crate) fn set(d: &mut Draw, depth: usize) -> Expr {
    d.pick(&[plain_set, braced, list_value, set_value])(d, depth)
}

fn plain_set(d: &mut Draw, depth: usize) -> Expr {
    let e = |d: &mut Draw| at_depth(d, depth);
    let node = match d.size(0..10) {
        0..2 => Node::Name(name(d)),
        2 => Node::Name(d.text("<primes|squares|evil>")),
        3 => Node::Call("powers".to_owned(), vec![e(d)]),
        4..6 => Node::Call(name(d), d.many(1..3, e)),
        6..8 => Node::Set(d.many(0..3, e)),
        _ => return range(e(d), e(d)),
    };
    node.into()
}

pub(crate) fn binder(d: &mut Draw, depth: usize) -> Binder {
    Binder { name: name(d), set: plain_set(d, depth), span: Span::default() }
}

fn item(d: &mut Draw, depth: usize) -> Item {
    let body = at_depth(d, depth);
    let binders = d.many(0..3, |d| binder(d, depth));
    Item { body, binders, guard: d.flag().then(|| at_depth(d, depth)) }
}

pub(crate) fn sum(d: &mut Draw, depth: usize) -> Vec<Vec<Expr>> {
    d.many(0..3, |d| d.many(1..4, |d| at_depth(d, depth)))
}

pub(crate) fn game(d: &mut Draw, depth: usize) -> GameRef {
    let argument = |d: &mut Draw| match d.size(0..4) {
        0..2 => Argument::Game(game_name(d)),
        2 => Argument::Expr(at_depth(d, depth)),
        _ => Argument::Expr(set(d, depth)),
    };
    let name = game_name(d);
    let arguments = d.many(0..3, |d| (d.flag().then(|| self::name(d)), argument(d)));
    GameRef { name, arguments, span: Span::default() }
}

fn value(d: &mut Draw, depth: usize) -> Node {
    let quantity = d.pick(&Quantity::ALL);
    let game = d.flag().then(|| game(d, depth));
    let position = d.flag().then(|| sum(d, depth));
    Node::Value(ValueOf { quantity, game, position, of_options: false })
}

fn node(d: &mut Draw, depth: usize) -> Node {
    const OPERATORS: [Binary; 12] = [
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
    const COMPARISONS: [Comparison; 6] = [
        Comparison::Eq,
        Comparison::Ne,
        Comparison::Lt,
        Comparison::Le,
        Comparison::Gt,
        Comparison::Ge,
    ];
    let e = |d: &mut Draw| at_depth(d, depth);
    let boxed = |d: &mut Draw| Box::new(at_depth(d, depth));
    match d.size(0..17) {
        0..2 => Node::Unary(d.pick(&[Unary::Neg, Unary::Not]), boxed(d)),
        2..6 => Node::Binary(d.pick(&OPERATORS), boxed(d), boxed(d)),
        6 => Node::Compare(boxed(d), d.many(1..3, |d| (d.pick(&COMPARISONS), e(d)))),
        7 => Node::Member(boxed(d), Box::new(set(d, depth))),
        8 => Node::If(boxed(d), boxed(d), boxed(d)),
        9 => {
            let arguments = d.many(0..3, e);
            // What rounds down inside `floor` is read with a floor of its own.
            let rounds = call("floor", arguments.clone()).to_string().contains("//");
            let known = ["sqrt", "min", "f", "mex", "floor", "floor"];
            Node::Call(d.pick(&known[..if rounds { 4 } else { 6 }]).to_owned(), arguments)
        }
        10 => Node::Index(boxed(d), boxed(d)),
        11 => list_value(d, depth).node,
        12 => set_value(d, depth).node,
        13 => braced(d, depth).node,
        14 => Node::Fold(d.pick(&Fold::ALL), d.many(0..3, |d| item(d, depth))),
        _ => value(d, depth),
    }
}

fn at_depth(d: &mut Draw, depth: usize) -> Expr {
    let Some(less) = depth.checked_sub(1) else {
        return match d.size(0..9) {
            0..3 => Node::Name(name(d)),
            3..6 => Node::Int(d.int(0..12).into()),
            6 => Node::Int(i128::MAX),
            7 => Node::Name("phi".to_owned()),
            _ => Node::Bool(d.flag()),
        }
        .into();
    };
    match d.chance([2, 11, 67, 90][less]) {
        false => at_depth(d, less),
        true => node(d, less).into(),
    }
}

pub(crate) fn expression(d: &mut Draw) -> Expr {
    at_depth(d, DEPTH)
}
