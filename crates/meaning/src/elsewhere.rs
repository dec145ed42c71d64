//! Values of other games, and of functions that a rule defines as values of games, in statements about a
//! rule: replaced by expressions that are known for them.

use crate::Result;
use crate::composed::Summand;
use crate::error::{fails, too_large, unsupported};
use expr::ast::{Argument, Binary, Comparison, Expr, Fold, GameRef, Item, Node, Quantity, ValueOf};
use expr::build::{binary, compared};
use expr::eval::constant_truth;
use expr::substitute::{Bindings, int, mentions, name};
use message::message;
use rule::ast::{Coordinate, Definition, ParameterKind, State};
use rule::{Constant, Instance};
use std::collections::BTreeMap;

/// Deepest nesting of a statement.
const MAX_DEPTH: usize = 64;
/// Most elements of a set written out.
const ELEMENTS: i128 = 4096;

/// What a statement speaks of besides the game itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// A game of that name, with parameters as after `-p`.
    Game(String, Vec<(String, String)>),
    /// A function, with the text of a game whose value it is.
    Function(String, String),
}

/// Puts known values into statements about a rule. `known` gives the value of each that it knows,
/// with what follows from a law of its own.
pub struct Elsewhere<'a> {
    instance: &'a Instance,
    known: &'a mut dyn FnMut(&Other) -> Option<Summand>,
}

impl<'a> Elsewhere<'a> {
    /// For statements about that game.
    pub fn new(
        instance: &'a Instance,
        known: &'a mut dyn FnMut(&Other) -> Option<Summand>,
    ) -> Self {
        Self { instance, known }
    }

    /// The statement with the values put in.
    ///
    /// # Errors
    /// A value is not known, or is asked of what need not be a position.
    pub fn put(&mut self, e: &Expr) -> Result<Expr> {
        self.put_in(e, MAX_DEPTH)
    }

    fn put_in(&mut self, e: &Expr, depth: usize) -> Result<Expr> {
        let depth =
            depth.checked_sub(1).ok_or_else(|| too_large("the statement is nested too deeply"))?;
        let mut inner = |e: &Expr| self.put_in(e, depth).map(Box::new);
        Ok(match &e.node {
            Node::Unary(op, a) => Node::Unary(*op, inner(a)?).into(),
            Node::Binary(op, a, b) => Node::Binary(*op, inner(a)?, inner(b)?).into(),
            Node::If(a, b, c) => Node::If(inner(a)?, inner(b)?, inner(c)?).into(),
            Node::Compare(first, rest) => {
                let first = inner(first)?;
                let rest = rest.iter().map(|(c, e)| Ok((*c, *inner(e)?)));
                Node::Compare(first, rest.collect::<Result<_>>()?).into()
            }
            Node::Value(ValueOf {
                quantity: Quantity::Sg,
                game: Some(game),
                position: Some(sum),
                of_options: false,
            }) => match sum.as_slice() {
                [at] => self.value(&self.referred(game)?, at)?,
                _ => return Err(unsupported("a sum of another game")),
            },
            Node::Call(function, at) => match self.game_of(function) {
                Some(text) => self.value(&Other::Function(function.clone(), text), at)?,
                None => {
                    let at: Result<_> = at.iter().map(|e| self.put_in(e, depth)).collect();
                    Node::Call(function.clone(), at?).into()
                }
            },
            _ => e.clone(),
        })
    }

    /// The value of another game at a coordinate of this one, or at a number.
    fn value(&mut self, other: &Other, at: &[Expr]) -> Result<Expr> {
        let part = (self.known)(other)
            .ok_or_else(|| unsupported(message!("nothing is known of {other:?}")))?;
        let [at] = at else { return Err(too_large("a position of more than one number")) };
        let number = |e: &Expr| self.instance.number(e).ok();
        let coordinates: Vec<(&str, Option<i128>)> = match &self.instance.rule.state {
            Some(State::Heap(Coordinate { name, from, .. })) => {
                vec![(name, from.as_ref().map_or(Some(0), number))]
            }
            Some(State::Coins { coordinates, from }) => {
                coordinates.iter().map(|name| (name.as_str(), number(from))).collect()
            }
            _ => Vec::new(),
        };
        let least = match &at.node {
            Node::Int(number) => Some(*number),
            Node::Name(at) => coordinates.iter().find(|(name, _)| name == at).and_then(|c| c.1),
            _ => None,
        };
        match least.filter(|least| *least >= part.least) {
            Some(_) => Ok(part.value_at(at)),
            None => Err(fails(message!("`{at}` need not be a position of `{}`", part.name))),
        }
    }

    /// The game that is referred to.
    fn referred(&self, game: &GameRef) -> Result<Other> {
        let values = &self.instance.values;
        let number = |e: &Expr| self.instance.number(e);
        let listed = |set: &Expr| -> Result<String> {
            let all: Vec<i128> = match &set.node {
                Node::Range(lo, hi) => {
                    let (lo, hi) = (number(lo)?, number(hi)?);
                    if hi.checked_sub(lo).is_none_or(|more| more > ELEMENTS) {
                        return Err(too_large("a set has too many elements"));
                    }
                    (lo..=hi).collect()
                }
                Node::Set(all) => all.iter().map(number).collect::<Result<_, _>>()?,
                Node::Name(name) => {
                    return Ok(values.get(name).map_or_else(|| name.clone(), Constant::to_string));
                }
                _ => return Err(unsupported("such a set")),
            };
            Ok(all.iter().map(i128::to_string).collect::<Vec<_>>().join(","))
        };
        let mut arguments = Vec::new();
        for (parameter, argument) in &game.arguments {
            let parameter =
                parameter.clone().ok_or_else(|| unsupported("a parameter without its name"))?;
            let text = match argument {
                Argument::Expr(e) if e.is_set() => listed(e)?,
                Argument::Expr(Expr { node: Node::Name(name), .. }) => values
                    .get(name)
                    .ok_or_else(|| unsupported("a word of a parameter"))?
                    .to_string(),
                Argument::Expr(e) => number(e)?.to_string(),
                Argument::Game(name) => self.instance.game(name).to_owned(),
            };
            arguments.push((parameter, text));
        }
        Ok(Other::Game(self.instance.game(&game.name).to_owned(), arguments))
    }

    /// The text of a game whose value the function is: of those defined as the mex of their own
    /// nim-sums, perhaps after 0 for 0.
    fn game_of(&self, function: &str) -> Option<String> {
        let Instance { rule, values } = self.instance;
        let definition = rule.definitions.iter().find(|d| d.name == function)?;
        let Definition { arguments, body, .. } = definition;
        let [own] = arguments.as_slice() else { return None };
        let mut names = BTreeMap::new();
        for parameter in &rule.parameters {
            match (values.get(&parameter.name)?, &parameter.kind) {
                (Constant::Int(number), _) => {
                    names.insert(parameter.name.clone(), int(*number));
                }
                (Constant::Set(arith::NumberSet::Finite(all)), ParameterKind::Set(_)) => {
                    let all = all.iter().map(|&element| int(element)).collect();
                    names.insert(parameter.name.clone(), Node::Set(all).into());
                }
                _ if mentions(body, &parameter.name) => return None,
                _ => {}
            }
        }
        if names.contains_key(own) {
            return None;
        }
        let body = Bindings::of(names).expr(body);
        let (items, is_preset) = match &body.node {
            Node::Fold(Fold::Mex, items) => (items, false),
            Node::If(condition, zero, rest) => {
                let at_zero = compared(name(own), Comparison::Eq, int(0));
                let Node::Fold(Fold::Mex, items) = &rest.node else { return None };
                if **condition != at_zero || zero.node != Node::Int(0) {
                    return None;
                }
                (items, true)
            }
            _ => return None,
        };
        let mut text = format!("game {function}\nheap {own}\n");
        for item in items {
            text += &written_move(item, function, own, is_preset)?;
        }
        Some(text)
    }
}

/// The move to the nim-sums of a function that an item of its mex is, for other numbers than 0 where
/// the value there is preset.
fn written_move(item: &Item, function: &str, own: &str, is_preset: bool) -> Option<String> {
    let Item { body, binders, guard } = item;
    let mut parts = Vec::new();
    calls(body, function, &mut parts)?;
    let alone = |at: &[Expr]| match at {
        [at] => Some(at.to_string()),
        _ => None,
    };
    let parts: Vec<String> = parts.into_iter().map(alone).collect::<Option<_>>()?;
    let mut text = format!("move {own} -> {}", parts.join(" | "));
    for (at, binder) in binders.iter().enumerate() {
        text += &format!("{} {binder}", if at == 0 { " for" } else { "," });
    }
    let positive = is_preset.then(|| compared(name(own), Comparison::Ne, int(0)));
    let guards = positive.into_iter().chain(guard.clone());
    if let Some(guard) = guards.reduce(|a, b| binary(Binary::And, a, b)) {
        text += &format!(" if {guard}");
    }
    Some(text + "\n")
}

/// The arguments of the calls of a function whose nim-sum an expression is.
pub fn calls<'e>(e: &'e Expr, function: &str, parts: &mut Vec<&'e [Expr]>) -> Option<()> {
    match &e.node {
        Node::Binary(Binary::Xor, a, b) => {
            calls(a, function, parts)?;
            calls(b, function, parts)
        }
        Node::Call(called, arguments) if called == function => {
            parts.push(arguments);
            Some(())
        }
        _ => None,
    }
}

/// The conditions that a statement consists of, all of which make it true: those that `and` joins,
/// also behind `implies`, without those that are true of numbers alone.
#[must_use]
pub fn conditions(e: &Expr) -> Vec<Expr> {
    match &e.node {
        Node::Binary(Binary::And, a, b) => [conditions(a), conditions(b)].concat(),
        Node::Binary(Binary::Implies, a, b) => {
            let behind = |b| binary(Binary::Implies, (**a).clone(), b);
            conditions(b).into_iter().map(behind).collect()
        }
        _ if constant_truth(e, &BTreeMap::new()) == Some(true) => Vec::new(),
        _ => vec![e.clone()],
    }
}
