//! Sets and lists against the obvious ones: trees of operations on `BTreeSet` and `Vec`.

use std::collections::BTreeSet;

use draw::{Draw, check, prop_assert_eq};
use expr::ast::{Expr, Quantity};
use expr::eval::{Context, Definitions, EvalError, Frame, GameUse, Names, Program};
use expr::parser::parse_expression;
use expr::substitute::Bindings;

type Numbers = BTreeSet<i128>;

/// Set coordinates A within 1..6 and B within -2..3, numbers x and y, a row h of three.
#[derive(Clone, Debug)]
struct Place {
    a: i128,
    b: i128,
    x: i128,
    y: i128,
    h: [i128; 3],
}

impl Place {
    fn members(digits: i128, lo: i128) -> Numbers {
        (0..6).filter(|k| digits >> k & 1 == 1).map(|k| lo + k).collect()
    }
}

fn place(d: &mut Draw) -> Place {
    let ([a, b], [x, y]) = (d.ints(0..64).map(i128::from), d.ints(-3..8).map(i128::from));
    Place { a, b, x, y, h: d.ints(-2..5).map(i128::from) }
}

#[derive(Clone, Debug)]
enum Number {
    Literal(i128),
    X,
    Y,
    Plus(Box<Number>, i128),
}

impl Number {
    fn text(&self) -> String {
        match self {
            Self::Literal(value) => format!("({value})"),
            Self::X => "x".into(),
            Self::Y => "y".into(),
            Self::Plus(number, by) => format!("({} + {by})", number.text()),
        }
    }

    fn value(&self, place: &Place) -> i128 {
        match self {
            Self::Literal(value) => *value,
            Self::X => place.x,
            Self::Y => place.y,
            Self::Plus(number, by) => number.value(place) + by,
        }
    }
}

fn number(d: &mut Draw) -> Number {
    let leaf = d.one_of(&[|d| Number::Literal(d.int(-4..9).into()), |_| Number::X, |_| Number::Y]);
    match d.int(-2..3) {
        0 => leaf,
        by => Number::Plus(Box::new(leaf), by.into()),
    }
}

#[derive(Clone, Debug)]
enum Tree {
    A,
    B,
    Evil,
    Elements(Vec<Number>),
    Range(Number, Number),
    Row,
    Combine(&'static str, Box<Tree>, Box<Tree>),
    If(Number, Box<Tree>, Box<Tree>),
    /// Doubles of the elements from a number on.
    Doubled(Box<Tree>, Number),
    /// Elements that another set has, too.
    Filtered(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Self::A => "A".into(),
            Self::B => "B".into(),
            Self::Evil => "({0..12} & evil)".into(),
            Self::Elements(elements) => {
                let elements: Vec<String> = elements.iter().map(Number::text).collect();
                format!("{{{}}}", elements.join(", "))
            }
            Self::Range(lo, hi) => format!("{{{}..{}}}", lo.text(), hi.text()),
            Self::Row => "{v for v in h}".into(),
            Self::Combine(operator, a, b) => format!("({} {operator} {})", a.text(), b.text()),
            Self::If(number, a, b) => {
                format!("(if {} > 1 then {} else {})", number.text(), a.text(), b.text())
            }
            Self::Doubled(tree, from) => {
                format!("{{2 * v for v in {} if v >= {}}}", tree.text(), from.text())
            }
            Self::Filtered(tree, other) => {
                format!("{{v for v in {}, w in {} if v = w}}", tree.text(), other.text())
            }
        }
    }

    fn value(&self, place: &Place) -> Numbers {
        match self {
            Self::A => Place::members(place.a, 1),
            Self::B => Place::members(place.b, -2),
            Self::Evil => [3, 5, 6, 9, 10, 12].into(),
            Self::Elements(elements) => elements.iter().map(|e| e.value(place)).collect(),
            Self::Range(lo, hi) => (lo.value(place)..=hi.value(place)).collect(),
            Self::Row => place.h.into_iter().collect(),
            Self::Combine(operator, a, b) => {
                let (a, b) = (a.value(place), b.value(place));
                match *operator {
                    "+" => &a | &b,
                    "-" => &a - &b,
                    _ => &a & &b,
                }
            }
            Self::If(number, a, b) => {
                if number.value(place) > 1 {
                    a.value(place)
                } else {
                    b.value(place)
                }
            }
            Self::Doubled(tree, from) => {
                let from = from.value(place);
                tree.value(place).into_iter().filter(|&v| v >= from).map(|v| 2 * v).collect()
            }
            Self::Filtered(tree, other) => &tree.value(place) & &other.value(place),
        }
    }
}

fn tree(d: &mut Draw, depth: usize) -> Tree {
    let Some(less) = depth.checked_sub(1) else {
        return match d.size(0..13) {
            0..3 => Tree::A,
            3..6 => Tree::B,
            6 => Tree::Evil,
            7 => Tree::Row,
            8..11 => Tree::Elements(d.many(0..4, number)),
            _ => Tree::Range(number(d), number(d)),
        };
    };
    if !d.chance([6, 25, 90, 90][less]) {
        return tree(d, less);
    }
    let inner = |d: &mut Draw| Box::new(tree(d, less));
    match d.size(0..7) {
        0 => Tree::Doubled(inner(d), number(d)),
        1 => Tree::Filtered(inner(d), inner(d)),
        2 => Tree::If(number(d), inner(d), inner(d)),
        _ => Tree::Combine(d.pick(&["+", "-", "&"]), inner(d), inner(d)),
    }
}

/// A context in which the coordinates of positions are summed up, a set as its binary digits from
/// 0, and the options have the values 2, 0, 2.
struct Summing;

impl Context for Summing {
    fn value(
        &mut self,
        _: Quantity,
        _: Option<GameUse<'_>>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError> {
        Ok(position.into_iter().flatten().flatten().sum())
    }

    fn options(&mut self, quantity: Quantity) -> Result<Vec<i128>, EvalError> {
        Ok(if quantity == Quantity::Win { vec![1, 0, 1] } else { vec![2, 0, 2] })
    }

    fn set_coordinate(
        &mut self,
        game: Option<GameUse<'_>>,
        coordinate: usize,
        elements: &[i128],
    ) -> Result<i128, EvalError> {
        let digits = elements.iter().map(|e| 1i128 << e).sum::<i128>();
        Ok(digits + 1000 * coordinate as i128 + if game.is_some() { 100_000 } else { 0 })
    }
}

fn bindings() -> Bindings {
    let mut bindings = Bindings::default();
    bindings.subsets.insert("A".into(), (1, 6));
    bindings.subsets.insert("B".into(), (-2, 3));
    bindings
}

fn parsed(text: &str) -> Expr {
    parse_expression(text).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"))
}

fn run(e: &Expr, place: &Place) -> Result<i128, EvalError> {
    let slots = ["A", "B", "x", "y", "h1", "h2", "h3"].map(String::from).to_vec();
    let names = Names { slots, vectors: vec![("h".into(), 4, 3)], ..Names::default() };
    let program = Program::compile(e, &names, &Definitions::default())
        .unwrap_or_else(|mistakes| panic!("{e}: {mistakes:?}"));
    let Place { a, b, x, y, h } = *place;
    program.integer(&mut Frame::new(vec![a, b, x, y, h[0], h[1], h[2]]), &mut Summing)
}

/// The value of an expression about the set coordinates; rewriting again, and reading what is
/// printed, changes nothing.
fn evaluate(text: &str, place: &Place) -> Result<i128, EvalError> {
    let rewritten = bindings().expr(&parsed(text));
    assert_eq!(bindings().expr(&rewritten), rewritten, "{text}");
    assert_eq!(parsed(&rewritten.to_string()), rewritten, "{text}");
    run(&rewritten, place)
}

#[test]
fn sets_are_those_of_set_theory() {
    let input = |d: &mut Draw| (tree(d, 4), tree(d, 4), place(d));
    check(1000, input, |(tree, other, place)| {
        let (text, set, others) = (tree.text(), tree.value(&place), other.value(&place));
        let truth = |holds: bool| Ok(i128::from(holds));
        let is_in = format!("x in {text} and not y in {text}");
        let expected = set.contains(&place.x) && !set.contains(&place.y);
        prop_assert_eq!(evaluate(&is_in, &place), truth(expected), "{}", is_in);
        prop_assert_eq!(evaluate(&format!("size({text})"), &place), Ok(set.len() as i128));
        let sum = set.iter().sum::<i128>();
        prop_assert_eq!(evaluate(&format!("sum({text})"), &place), Ok(sum));
        prop_assert_eq!(evaluate(&format!("sum{{v for v in {text}}}"), &place), Ok(sum));
        let ascending = evaluate(
            &format!("sum{{list({text})[k] * (k + 1) for k in 0..size({text}) - 1}}"),
            &place,
        );
        let expected = set.iter().zip(1..).map(|(v, k)| v * k).sum::<i128>();
        prop_assert_eq!(ascending, Ok(expected));
        let max = set.last().copied().ok_or(EvalError::Nothing("max"));
        prop_assert_eq!(evaluate(&format!("max({text})"), &place), max);
        let mex = (0..).find(|v| !set.contains(v));
        prop_assert_eq!(evaluate(&format!("mex({text})"), &place).ok(), mex);
        let equal = format!("{text} = {}", other.text());
        prop_assert_eq!(evaluate(&equal, &place), truth(set == others), "{}", equal);
        let differ = format!("{} != {text}", other.text());
        prop_assert_eq!(evaluate(&differ, &place), truth(set != others), "{}", differ);
        Ok(())
    });
}

#[test]
fn lists_are_those_of_the_machine() {
    let input = |d: &mut Draw| {
        let list = d.many(0..6, |d| d.int(-5..20).into());
        (place(d), list, [d.int(-1..7), d.int(-1..7), d.int(1..4)].map(i128::from))
    };
    check(1000, input, |(place, list, [from, to, by]): (Place, Vec<i128>, _)| {
        let text = format!("{list:?}");
        let weighed =
            |text: &str| format!("sum{{({text})[k] * (k + 1) for k in 0..size({text}) - 1}}");
        let expected = |list: &[i128]| list.iter().zip(1..).map(|(v, k)| v * k).sum::<i128>();
        let value = |text: &str| evaluate(&weighed(text), &place);
        let mut reversed = list.clone();
        reversed.reverse();
        prop_assert_eq!(value(&format!("reverse({text})")), Ok(expected(&reversed)));
        let joined = [&list[..], &[place.x], &place.h].concat();
        prop_assert_eq!(value(&format!("concat({text}, x, h)")), Ok(expected(&joined)));
        let kept: Vec<i128> = list.iter().filter(|&&v| v % by == 0).map(|v| v * by).collect();
        let text_of_kept = format!("[v * {by} for v in {text} if v % {by} = 0]");
        prop_assert_eq!(value(&text_of_kept), Ok(expected(&kept)));
        let part = if from > to {
            Some(&[][..])
        } else {
            usize::try_from(from).ok().and_then(|from| list.get(from..=usize::try_from(to).ok()?))
        };
        prop_assert_eq!(value(&format!("{text}[{from}..{to}]")).ok(), part.map(expected));
        // rows count from 1
        let row = if from > to {
            Some(&[][..])
        } else {
            usize::try_from(from - 1)
                .ok()
                .and_then(|from| place.h.get(from..usize::try_from(to).ok()?))
        };
        prop_assert_eq!(value(&format!("h[{from}..{to}]")).ok(), row.map(expected));
        Ok(())
    });
}

#[test]
fn rows_become_lists_of_their_entries() {
    let mut bindings = Bindings::default();
    bindings.vectors.insert("h".into(), 3);
    let place = Place { a: 0, b: 0, x: 2, y: 9, h: [4, 5, 6] };
    for (text, value) in [
        ("sum(h[x..3]) + h[1]", 15),
        ("size(h[x + 1..2])", 0),
        ("sum{v for v in h if v > 4}", 11),
        ("if 5 in h and x not in h then 1 else 0", 1),
        ("concat(h, x)[3]", 2),
    ] {
        assert_eq!(run(&bindings.expr(&parsed(text)), &place), Ok(value), "{text}");
    }
}

#[test]
fn set_and_list_parameters_are_put_in() {
    let mut bindings = Bindings::default();
    bindings.names.insert("S".into(), parsed("{1, 3, 4}"));
    bindings.names.insert("c".into(), parsed("[7, 8]"));
    bindings.names.insert("d".into(), parsed("c"));
    let place = Place { a: 0, b: 0, x: 3, y: 9, h: [4, 5, 6] };
    for (text, value) in [
        ("size(S - {x}) * 10 + max(S)", 24),
        ("sum{v for v in c} + size(c) + c[1]", 25),
        ("count{v = 1 for v in [1, 1]} * 10 + count{v = 1 for v in {w for w in [1, 1]}}", 21),
        ("sum{v for v in S - {1}}", 7),
        ("if x in S and x not in c then 1 else 0", 1),
    ] {
        assert_eq!(run(&bindings.expr(&parsed(text)), &place), Ok(value), "{text}");
    }
    assert_eq!(bindings.expr(&parsed("x in d")).to_string(), "x in c");
}

#[test]
fn positions_and_options_reach_the_context() {
    let place = Place { a: 0b101, b: 0, x: 2, y: 9, h: [4, 5, 6] };
    for (text, value) in [
        // elements 1 and 3 are the digits 2 + 8
        ("sg(A)", 10),
        ("sg(x, A - {1})", 2 + 1008),
        ("sg(h, {0})", 15 + 3001),
        ("sg of strip at (x, {2})", 2 + 1004 + 100_000),
        ("sum(sg of options)", 4),
        ("mex(sg of options) * 10 + (lose of options)[1]", 11),
        ("if any{w = 0 for w in win of options} then size(win of options) else 0", 3),
    ] {
        assert_eq!(evaluate(text, &place), Ok(value), "{text}");
    }
}
