//! Games composed of others: what the parts are, each one heap or coins in a row.

mod turned;

use crate::Result;
use crate::error::{reject, unsupported};
use expr::ast::{Binary, Comparison, Expr, Node, Quantity};
use expr::build::{binary, call, compared, element, own};
use expr::eval::{Definitions, Names, Program};
use expr::parser::parse_expression;
use expr::substitute::{Bindings, component, int, mentions, name};
use message::{Message, message};
use rule::ast::{Coordinate, CoordinateForm, End, Play, State};
use rule::{Constant, Instance, Rule};

/// Most parts of a sum.
pub const PARTS: usize = 16;

/// A part and what its values are.
#[derive(Clone, Debug)]
pub struct Summand {
    /// Name of the game.
    pub name: String,
    /// The text of its rule.
    pub text: String,
    /// Its least position.
    pub least: i128,
    /// Whether it is a game of coins in a row.
    pub is_coins: bool,
    /// Name of its coordinate.
    variable: String,
    /// The value at it.
    value: Expr,
}

impl Summand {
    /// The part that is the rule of a text, with a law that is proved of it.
    ///
    /// # Errors
    /// It says nothing about the values of one heap, or of one coin in a row.
    pub fn of(text: &str, instance: &Instance, law: &str) -> Result<Self> {
        let beyond = |what: &'static str| {
            let what = Message::from(what);
            Err(unsupported(message!("the theorem does not cover parts with {what}")))
        };
        let Instance { rule, values } = instance;
        let Some(Single { variable, row, from, is_coins }) = Single::of(instance) else {
            return beyond("positions of more than one number");
        };
        if !is_plain(instance) || rule.start.is_some() {
            return beyond("ends, starts or ways of playing of their own");
        }
        if is_misnamed(rule) {
            return beyond("the name of a code that are not its game");
        }
        if is_coins && depends_on_coins(rule) {
            return beyond("turns that depend on other coins");
        }
        let least = from.map_or(Ok(0), |e| instance.number(e));
        let mut bindings = numbers(instance);
        bindings.vectors.extend(row.map(|row| (row.to_owned(), 1)));
        let law = parse_expression(law).ok();
        let Some(Node::Compare(quantity, right)) = law.map(|law| law.node) else {
            return beyond("laws other than `sg = ...`");
        };
        let ([(Comparison::Eq, value)], true) = (right.as_slice(), *quantity == own(Quantity::Sg))
        else {
            return beyond("laws other than `sg = ...`");
        };
        let is_open = |name: &String| !bindings.names.contains_key(name) && mentions(value, name);
        if values.keys().any(is_open) {
            return beyond("such parameters in their law");
        }
        let value = bindings.expr(value);
        // a value in terms of the coordinate alone, in which no other name is bound
        let mut is_plain = !value.to_string().contains(" for ");
        expr::walk::values(&value, &mut |_| is_plain = false);
        let names = Names { slots: vec![variable.clone()], ..Names::default() };
        let read = Program::compile_integer(&value, &names, &Definitions::default());
        if !is_plain || read.is_err() {
            return beyond("laws that are no formula in the coordinate");
        }
        Ok(Self {
            name: rule.name.clone(),
            text: text.to_owned(),
            least: least?,
            is_coins,
            variable,
            value,
        })
    }

    /// Its value at a coordinate of another name.
    #[must_use]
    pub fn at(&self, coordinate: &str) -> Expr {
        self.value_at(&name(coordinate))
    }

    /// Its value at a position.
    #[must_use]
    pub fn value_at(&self, at: &Expr) -> Expr {
        Bindings::default().with(&self.variable, at.clone()).expr(&self.value)
    }
}

/// How the positions of a game of single numbers are written.
struct Single<'a> {
    /// What stands for the number.
    variable: String,
    /// The row whose only entry it is.
    row: Option<&'a str>,
    /// The least number.
    from: Option<&'a Expr>,
    is_coins: bool,
}

impl<'a> Single<'a> {
    /// Of a heap without a greatest size, a row of one heap, or coins in a row.
    fn of(instance: &'a Instance) -> Option<Self> {
        let is_one = |e: &Expr| instance.number(e) == Ok(1);
        let (name, is_row, from, is_coins) = match instance.rule.state.as_ref()? {
            State::Heap(Coordinate { name, from, to: None, .. }) => {
                (name, false, from.as_ref(), false)
            }
            State::Tuple { coordinates, condition: None, .. } => match coordinates.as_slice() {
                [Coordinate { name, from, to: None, form, .. }] => match form {
                    CoordinateForm::Number => (name, false, from.as_ref(), false),
                    CoordinateForm::Row(length) if is_one(length) => {
                        (name, true, from.as_ref(), false)
                    }
                    _ => return None,
                },
                _ => return None,
            },
            State::Heaps { name, count, from } if is_one(count) => {
                (name, true, from.as_ref(), false)
            }
            State::Coins { coordinates, from } => match coordinates.as_slice() {
                [name] => (name, false, Some(from), true),
                _ => return None,
            },
            _ => return None,
        };
        let variable = if is_row { component(name, 1) } else { name.clone() };
        Some(Self { variable, row: is_row.then_some(name), from, is_coins })
    }
}

/// The number that a position is, as its rule writes it: `n`, `h[1]`, `x`.
#[must_use]
pub fn number(instance: &Instance) -> Option<Expr> {
    let Single { variable, row, .. } = Single::of(instance)?;
    Some(match row {
        Some(row) => element(name(row), int(1)),
        None => name(variable),
    })
}

/// The values of those parameters that are numbers, in the place of their names.
fn numbers(instance: &Instance) -> Bindings {
    let number = |(name, value): (&String, &Constant)| match value {
        Constant::Int(number) => Some((name.clone(), int(*number))),
        _ => None,
    };
    Bindings::of(instance.values.iter().filter_map(number))
}

/// Whether the rule takes the name of a code, which stands for the code's game wherever it is named.
fn is_misnamed(rule: &Rule) -> bool {
    rule::code::from_name(&rule.name).is_some_and(|code| code.to_string() != rule.to_string())
}

/// Whether a turn of the rule may depend on how other coins lie.
#[must_use]
pub fn depends_on_coins(rule: &Rule) -> bool {
    let moves = Rule { title: None, title_zh: None, ..rule.as_played() };
    moves.to_string().contains("head")
}

/// Whether sums are played by the rule as usual, and who is stuck loses.
fn is_plain(Instance { rule, .. }: &Instance) -> bool {
    rule.play == Play::One && rule.ends.iter().all(|end| *end == End::StuckLoses)
}

/// A game that is played as a part of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its name.
    pub game: String,
    /// The coordinate it is played at.
    pub coordinate: String,
    /// Its rule, where nothing but the moves of the whole says what it is.
    pub text: Option<String>,
}

/// The games a rule is composed of, in order.
///
/// # Errors
/// The rule is no sum and no product, in words.
pub fn components(instance: &Instance) -> Result<Vec<Component>> {
    let rule = &instance.rule;
    let named = |name: &str, coordinate: &str| {
        let game = instance.game(name).to_owned();
        Component { game, coordinate: coordinate.to_owned(), text: None }
    };
    let other =
        || unsupported("the rule is neither a sum of other games nor a product of coin games");
    match (&rule.state, &rule.start, rule.moves.as_slice()) {
        (Some(State::Product(a, b, _)), None, []) => Ok(vec![named(a, "x"), named(b, "y")]),
        (Some(State::Coins { .. }), None, _) => turned::factors(instance).ok_or_else(other),
        (None, Some(start), []) => {
            let mut all = Vec::new();
            for component in &start.position {
                let (Some(reference), [Expr { node: Node::Name(size), .. }]) =
                    (&component.game, component.at.as_slice())
                else {
                    return Err(other());
                };
                let is_size = start.sizes.iter().any(|other| other.name == *size);
                if !reference.arguments.is_empty() || !is_size {
                    return Err(other());
                }
                all.push(named(&reference.name, size));
            }
            if (1..=PARTS).contains(&all.len()) { Ok(all) } else { Err(other()) }
        }
        _ => Err(other()),
    }
}

/// The laws that those parts prove of a rule: of its values, and of a sum of who wins.
///
/// # Errors
/// Which hypothesis fails, in words.
pub fn laws(instance: &Instance, parts: &[Summand]) -> Result<Vec<Expr>> {
    if !is_plain(instance) {
        return reject("the theorem does not cover this way of playing or ending sums");
    }
    let all = components(instance)?;
    if let Some(part) = parts.iter().find(|part| all.iter().all(|one| one.game != part.name)) {
        return reject(message!("`{}` is not a part of the rule", part.name));
    }
    let is_product = instance.rule.start.is_none();
    let mut values = Vec::new();
    for Component { game, coordinate, text } in &all {
        let Some(part) = parts.iter().find(|part| part.name == *game) else {
            return reject(message!("no certificate covers the part `{game}`"));
        };
        if text.as_ref().is_some_and(|text| *text != part.text) {
            return reject(message!(
                "the rule given for `{game}` does not match that part of the turns"
            ));
        }
        if is_product && !part.is_coins {
            return reject(message!("`{game}` is not a game of coins in a row"));
        }
        let sizes = instance.rule.start.iter().flat_map(|start| &start.sizes);
        let from = sizes.filter(|size| size.name == *coordinate).find_map(|s| s.from.as_ref());
        let from = from.map_or(Ok(0), |e| instance.number(e));
        if !is_product && from? < part.least {
            return reject(message!(
                "`{game}` has no position as small as the least `{coordinate}`"
            ));
        }
        values.push(part.at(coordinate));
    }
    let compose = |a, b| match is_product {
        true => call("nimprod", vec![a, b]),
        false => binary(Binary::Xor, a, b),
    };
    let Some(whole) = values.into_iter().reduce(compose) else { return reject("no parts") };
    let value = compared(own(Quantity::Sg), Comparison::Eq, whole.clone());
    if is_product {
        return Ok(vec![value]);
    }
    let iff = |quantity, comparison| {
        let condition = compared(whole.clone(), comparison, int(0));
        binary(Binary::Iff, own(quantity), condition)
    };
    Ok(vec![value, iff(Quantity::Win, Comparison::Ne), iff(Quantity::Lose, Comparison::Eq)])
}
