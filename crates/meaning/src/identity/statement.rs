//! A statement read with the values of single positions as unknowns.

use super::recursion::{Computes, computes, is_move};
use super::{About, Played};
use crate::Result;
use crate::error::{fails, mistake, unsupported};
use crate::source::written;
use expr::ast::{
    Binary, Binder, Comparison, Expr, Fold, GameRef, Item, Node, Quantity, Unary, ValueOf,
};
use expr::build::own;
use expr::substitute::{Bindings, int, mentions, name};
use expr::words::listed;
use rule::Instance;
use rule::ast::{Component, Coordinate, CoordinateForm, State};
use std::collections::{BTreeMap, BTreeSet};

/// Deepest nesting of a statement.
const MAX_DEPTH: usize = 64;

/// A nim-sum of unknown values, each of which counts once.
pub type NimSum = BTreeSet<String>;

fn nim_sum(a: &NimSum, b: &NimSum) -> NimSum {
    a.symmetric_difference(b).cloned().collect()
}

/// What is known of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is true, or false.
    Is(bool),
    /// That the nim-sum is 0, or, with `false`, that it is not.
    Zero(NimSum, bool),
    /// Nothing.
    Open,
}

impl Truth {
    fn zero(sum: NimSum) -> Self {
        if sum.is_empty() { Self::Is(true) } else { Self::Zero(sum, true) }
    }

    fn not(self) -> Self {
        match self {
            Self::Is(truth) => Self::Is(!truth),
            Self::Zero(sum, sign) => Self::Zero(sum, !sign),
            Self::Open => Self::Open,
        }
    }

    fn implies(self, other: Self) -> Self {
        self.and(other.not()).not()
    }

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Is(true), other) | (other, Self::Is(true)) => other,
            (Self::Is(false), _) | (_, Self::Is(false)) => Self::Is(false),
            (a, b) if a == b => a,
            (a, b) if a == b.clone().not() && a != Self::Open => Self::Is(false),
            _ => Self::Open,
        }
    }
}

/// Reads statements about a game.
pub struct Statement<'a> {
    played: &'a Played,
    about: About,
    /// The names of the coordinates, each a number; none where there is no state of its own.
    own: Vec<String>,
    /// The least and greatest values of coordinates; `None` where a tuple of such need not be a
    /// position.
    limits: Option<Vec<(i128, Option<i128>)>>,
    /// The parts of the start.
    start: NimSum,
    /// The values of bound variables in scope, where they are known to lie in a range.
    bound: BTreeMap<String, Option<(i128, i128)>>,
    /// Whether what is read matters only where the player to move wins.
    is_won: bool,
}

impl<'a> Statement<'a> {
    /// A reader of statements about a game.
    ///
    /// # Errors
    /// The statement is about what the game does not have.
    pub fn of(played: &'a Played, about: About) -> Result<Self> {
        let rule = &played.instance.rule;
        let mut statement = Self {
            played,
            about,
            own: written(rule.state.as_ref()).into_iter().map(str::to_owned).collect(),
            limits: limits(&played.instance),
            start: NimSum::new(),
            bound: BTreeMap::new(),
            is_won: false,
        };
        let sizes = rule.start.iter().flat_map(|start| &start.sizes).map(|size| &size.name);
        if let Some(own) = statement.own.iter().chain(sizes).find(|own| played.is_parameter(own)) {
            return Err(mistake(format!("`{own}` has two meanings")));
        }
        match (about, &rule.state, &rule.start) {
            (About::Positions, Some(_), _) => {}
            (About::Boards(_), Some(State::Product(..)), _) => {}
            (About::Boards(_), Some(State::Coins { .. }), _) => {
                if crate::composed::depends_on_coins(rule) {
                    return Err(fails("a turn may depend on how other coins lie"));
                }
            }
            (About::Starts, _, Some(start)) => statement.begin(&start.position)?,
            _ => return Err(unsupported("the rule has nothing that the statement is about")),
        }
        Ok(statement)
    }

    /// Adds up the parts of the start.
    fn begin(&mut self, start: &[Component]) -> Result<()> {
        let state = &self.played.instance.rule.state;
        // a coin that stands alone in a start need not be alone for its turns
        if matches!(state, Some(State::Coins { .. } | State::Product(..))) {
            return Err(unsupported("starts that are boards"));
        }
        for part in start {
            match &part.game {
                None if state.is_some() => {}
                Some(game) if game.arguments.is_empty() => {
                    self.played.other(&game.name)?;
                }
                _ => return Err(unsupported("a part of the start is of no game that is given")),
            }
            let part = self.position(part.game.as_ref(), &part.at);
            self.start = nim_sum(&self.start, &NimSum::from([part]));
        }
        Ok(())
    }

    /// The unknown value of a position.
    fn position(&self, game: Option<&GameRef>, at: &[Expr]) -> String {
        let game = game.map_or("", |game| self.played.instance.game(&game.name));
        format!("{game}({})", listed(at))
    }

    /// The value of what the statement is about.
    fn here(&self) -> NimSum {
        match self.about {
            About::Positions | About::Coin => NimSum::from([format!("({})", self.own.join(", "))]),
            About::Starts => self.start.clone(),
            About::Boards(_) => NimSum::from(["board".to_owned()]),
        }
    }

    /// The value of a position that is named, if it is one.
    fn at(&self, game: Option<&GameRef>, at: &[Expr]) -> Option<NimSum> {
        if game.is_some_and(|game| !game.arguments.is_empty()) {
            return None;
        }
        let value = self.position(game, at);
        let inside = |(e, (from, to)): (&Expr, &(i128, Option<i128>))| {
            let (lo, hi) = match &e.node {
                Node::Int(number) => (*number, *number),
                Node::Name(name) => match self.bound.get(name) {
                    Some(range) => (*range)?,
                    // a coordinate is in its own range only
                    None => return None,
                },
                _ => return None,
            };
            (*from <= lo && to.is_none_or(|to| hi <= to)).then_some(())
        };
        let is_own = |(e, (own, limits)): (&Expr, (&String, &(i128, Option<i128>)))| {
            let is_itself = e.as_name() == Some(own);
            if is_itself { Some(()) } else { inside((e, limits)) }
        };
        let known = match self.about {
            About::Starts => self.start.contains(&value),
            About::Positions | About::Coin if game.is_some() => false,
            About::Coin => self.here().contains(&value),
            About::Positions => {
                let limits = self.limits.as_ref();
                let all = limits.filter(|limits| limits.len() == at.len());
                let inside = all.and_then(|limits| {
                    at.iter().zip(self.own.iter().zip(limits)).map(is_own).collect::<Option<()>>()
                });
                self.here().contains(&value) || inside.is_some()
            }
            About::Boards(_) => false,
        };
        known.then(|| NimSum::from([value]))
    }

    fn quantity(&self, value: &ValueOf) -> Option<NimSum> {
        match (&value.game, &value.position) {
            _ if value.of_options => None,
            // it is the board's
            (None, None) if self.about == About::Coin => None,
            (None, None) => Some(self.here()),
            (Some(game), Some(sum)) => match sum.as_slice() {
                [at] => self.at(Some(game), at),
                _ => None,
            },
            (None, Some(sum)) => {
                let parts = sum.iter().map(|at| self.at(None, at));
                parts.reduce(|a, b| Some(nim_sum(&a?, &b?)))?
            }
            (Some(_), None) => None,
        }
    }

    /// The nim-sum that an expression is.
    fn value(&self, e: &Expr, depth: usize) -> Option<NimSum> {
        let depth = depth.checked_sub(1)?;
        match &e.node {
            Node::Int(0) => Some(NimSum::new()),
            Node::Binary(Binary::Xor, a, b) => {
                Some(nim_sum(&self.value(a, depth)?, &self.value(b, depth)?))
            }
            Node::Value(value) if value.quantity == Quantity::Sg => self.quantity(value),
            Node::Call(function, arguments) => match (function.as_str(), arguments.as_slice()) {
                ("mex", [all]) if self.about != About::Coin => {
                    (of_options(all)? == Quantity::Sg).then(|| self.here())
                }
                ("nimprod", [a, b]) => self.product([a, b]),
                (function, at) => {
                    (self.computes(function)? == Computes::Value).then(|| self.at(None, at))?
                }
            },
            Node::Fold(Fold::Xor, items) => match items.as_slice() {
                [item] => self.heads(item, depth),
                _ => None,
            },
            // whether so many are odd: the nim-sum of a 1 for each
            Node::Binary(Binary::Rem, count, two) if two.node == Node::Int(2) => {
                match &count.node {
                    Node::Fold(Fold::Count, items) => match items.as_slice() {
                        [item] if item.body.node == Node::Bool(true) => {
                            self.heads(&Item { body: int(1), ..item.clone() }, depth)
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The value of a coin of a product by those of its factors.
    fn product(&self, factors: [&Expr; 2]) -> Option<NimSum> {
        let Some(State::Product(a, b, _)) = &self.played.instance.rule.state else { return None };
        for (factor, (game, own)) in factors.iter().zip([(a, "x"), (b, "y")]) {
            let Node::Value(ValueOf {
                quantity: Quantity::Sg,
                game: Some(named),
                position: Some(sum),
                of_options: false,
            }) = &factor.node
            else {
                return None;
            };
            let is_game = self.played.instance.game(&named.name) == self.played.instance.game(game);
            let [at] = sum.as_slice() else { return None };
            let is_own = matches!(at.as_slice(), [e] if e.node == name(own).node);
            if !is_game || !named.arguments.is_empty() || !is_own {
                return None;
            }
        }
        matches!(self.about, About::Positions | About::Coin).then(|| self.here())
    }

    /// The nim-sum of the values of all heads of a board.
    fn heads(&self, item: &Item, depth: usize) -> Option<NimSum> {
        let About::Boards(size) = self.about else { return None };
        let names: BTreeSet<&str> = item.binders.iter().map(|b| b.name.as_str()).collect();
        let is_free = |own: &String| !names.contains(own.as_str()) && mentions(&item.body, own);
        if item.binders.len() != self.own.len() || names.len() != self.own.len() {
            return None;
        }
        if self.own.iter().any(is_free) {
            return None;
        }
        let is_all = match (item.binders.as_slice(), &item.guard) {
            ([Binder { set, .. }], None) => *set == name("heads"),
            (binders, Some(guard)) => {
                let Node::Call(function, at) = &guard.node else { return None };
                let own: Vec<Expr> = binders.iter().map(|b| name(b.name.as_str())).collect();
                let size = size?;
                let has_all = |from: i128, binder: &Binder| {
                    let range = self.range(&binder.set);
                    range.is_some_and(|(lo, hi)| {
                        lo <= from
                            && hi
                                .checked_sub(from)
                                .is_some_and(|last| size <= last.saturating_add(1))
                    })
                };
                let from = self.first_coins()?;
                function == "head"
                    && *at == own
                    && from.iter().zip(binders).all(|(&f, b)| has_all(f, b))
            }
            _ => false,
        };
        let pairs = item.binders.iter().map(|b| b.name.clone()).zip(self.own.iter().map(name));
        let bindings = Bindings::of(pairs);
        let coin = Statement {
            about: About::Coin,
            own: self.own.clone(),
            limits: None,
            start: NimSum::new(),
            bound: BTreeMap::new(),
            is_won: false,
            played: self.played,
        };
        let body = bindings.expr(&item.body);
        let is_known = || coin.is_known(&body);
        let is_coin = coin.value(&body, depth).is_some_and(|value| value == coin.here());
        (is_all && (is_coin || is_known())).then(|| self.here())
    }

    /// Whether the law of single coins says that this is the value of the coin.
    fn is_known(&self, e: &Expr) -> bool {
        let ([own], Some(law)) = (self.own.as_slice(), &self.played.coin) else { return false };
        law.at(own) == crate::composed::numbers(&self.played.instance).expr(e)
    }

    /// The numbers of the first coin in each direction.
    fn first_coins(&self) -> Option<Vec<i128>> {
        let of = |instance: &Instance| match &instance.rule.state {
            Some(State::Coins { coordinates, from }) => {
                Some(vec![instance.number(from).ok()?; coordinates.len()])
            }
            _ => None,
        };
        match &self.played.instance.rule.state {
            Some(State::Product(a, b, _)) => {
                let (a, b) = (self.played.other(a).ok()?, self.played.other(b).ok()?);
                Some([of(a)?, of(b)?].concat())
            }
            _ => of(&self.played.instance),
        }
    }

    /// What a function of the rule computes.
    fn computes(&self, function: &str) -> Option<Computes> {
        match self.about {
            About::Positions => computes(self.played, function, &self.own),
            _ => None,
        }
    }

    /// The least and the greatest number that a set may have.
    fn range(&self, set: &Expr) -> Option<(i128, i128)> {
        let number = |e: &Expr| self.played.instance.number(e).ok();
        match &set.node {
            Node::Range(lo, hi) => Some((number(lo)?, number(hi)?)),
            Node::Set(all) => {
                let all: Vec<i128> = all.iter().map(number).collect::<Option<_>>()?;
                Some((*all.iter().min()?, *all.iter().max()?))
            }
            _ => None,
        }
    }

    /// What is known of a statement.
    pub fn condition(&mut self, e: &Expr) -> Truth {
        self.truth(e, MAX_DEPTH).unwrap_or(Truth::Open)
    }

    fn truth(&mut self, e: &Expr, depth: usize) -> Option<Truth> {
        let depth = depth.checked_sub(1)?;
        let mut of = |e: &Expr| self.truth(e, depth).unwrap_or(Truth::Open);
        Some(match &e.node {
            Node::Bool(truth) => Truth::Is(*truth),
            Node::Unary(Unary::Not, a) => of(a).not(),
            Node::Binary(Binary::And, a, b) => of(a).and(of(b)),
            Node::Binary(Binary::Or, a, b) => of(a).not().and(of(b).not()).not(),
            Node::Binary(Binary::Implies, a, b) => of(a).implies(of(b)),
            Node::Binary(Binary::Iff, a, b) => {
                let (a, b) = (of(a), of(b));
                a.clone().implies(b.clone()).and(b.implies(a))
            }
            Node::If(condition, a, b) => {
                let condition = of(condition);
                let here = Truth::zero(self.here());
                let before = std::mem::replace(&mut self.is_won, condition == here.not());
                let a = self.truth(a, depth).unwrap_or(Truth::Open);
                self.is_won = before;
                let b = self.truth(b, depth).unwrap_or(Truth::Open);
                condition.clone().implies(a).and(condition.not().implies(b))
            }
            Node::Compare(a, rest) => match rest.as_slice() {
                [(comparison, b)] => self.compared(a, *comparison, b, depth)?,
                _ => return None,
            },
            Node::Value(value) => {
                let is_zero = Truth::zero(self.quantity(value)?);
                match value.quantity {
                    Quantity::Win => is_zero.not(),
                    Quantity::Lose => is_zero,
                    _ => return None,
                }
            }
            Node::Call(function, at) if self.computes(function) == Some(Computes::Outcome) => {
                Truth::zero(self.at(None, at)?).not()
            }
            Node::Fold(Fold::Any, items) if is_some_option_lost(items) => {
                Truth::zero(self.here()).not()
            }
            Node::Fold(Fold::All, items) => {
                match items.iter().all(|item| self.differs(item) || self.always(item, depth)) {
                    true => Truth::Is(true),
                    false => Truth::Open,
                }
            }
            _ => return None,
        })
    }

    /// Whether an item says that what some move leads to has another value than the position.
    fn differs(&self, item: &Item) -> bool {
        let Node::Compare(a, rest) = &item.body.node else { return false };
        let [(Comparison::Ne, b)] = rest.as_slice() else { return false };
        let Node::Value(ValueOf {
            quantity: Quantity::Sg, game: None, position: Some(sum), ..
        }) = &a.node
        else {
            return false;
        };
        self.about == About::Positions
            && *b == own(Quantity::Sg)
            && is_move(self.played, &self.own, sum, item)
    }

    /// Whether the body of an item is true for all values of its variables, whatever its guard.
    fn always(&mut self, item: &Item, depth: usize) -> bool {
        let before = self.bound.clone();
        let mut is_new = true;
        for binder in &item.binders {
            let own = &binder.name;
            let rule = &self.played.instance.rule;
            let sizes = rule.start.iter().flat_map(|start| &start.sizes);
            is_new &= !self.own.contains(own)
                && !self.bound.contains_key(own)
                && !self.played.is_parameter(own)
                && sizes.into_iter().all(|size| size.name != *own);
            let range = self.range(&binder.set);
            self.bound.insert(own.clone(), range);
        }
        let is_true = is_new && self.truth(&item.body, depth) == Some(Truth::Is(true));
        self.bound = before;
        is_true
    }

    fn compared(&self, a: &Expr, comparison: Comparison, b: &Expr, depth: usize) -> Option<Truth> {
        if let (Node::Fold(Fold::Min, items), Comparison::Eq) = (&a.node, comparison) {
            let is_one = |item: &Item| {
                item.body.node == Node::Int(1) && item.binders.is_empty() && item.guard.is_none()
            };
            let is_lost = match (items.as_slice(), &b.node) {
                // there is a least outcome where there are options
                ([all], Node::Int(0)) => self.is_won && is_outcome_of_options(all),
                ([one, all], Node::Int(1)) if is_one(one) && is_outcome_of_options(all) => {
                    return Some(Truth::zero(self.here()));
                }
                _ => false,
            };
            return is_lost.then(|| Truth::zero(self.here()).not());
        }
        let is_zero = |e: &Expr| e.node == Node::Int(0);
        let is_equal = Truth::zero(nim_sum(&self.value(a, depth)?, &self.value(b, depth)?));
        match comparison {
            Comparison::Eq => Some(is_equal),
            Comparison::Ne => Some(is_equal.not()),
            Comparison::Gt if is_zero(b) => Some(is_equal.not()),
            Comparison::Lt if is_zero(a) => Some(is_equal.not()),
            _ => None,
        }
    }
}

/// The least and greatest values of coordinates; `None` where a tuple of such need not be a position.
fn limits(instance: &Instance) -> Option<Vec<(i128, Option<i128>)>> {
    let number = |e: &Expr| instance.number(e).ok();
    let limit = |c: &Coordinate| {
        let from = c.from.as_ref().map_or(Some(0), number)?;
        let to = c.to.as_ref().map(number);
        let is_number = matches!(c.form, CoordinateForm::Number);
        (is_number && to != Some(None)).then_some((from, to.flatten()))
    };
    match instance.rule.state.as_ref()? {
        State::Heap(coordinate) => limit(coordinate).map(|limit| vec![limit]),
        State::Tuple { coordinates, condition: None, .. } => {
            coordinates.iter().map(limit).collect()
        }
        State::Coins { coordinates, from } => {
            number(from).map(|from| vec![(from, None); coordinates.len()])
        }
        State::Tuple { .. } | State::Heaps { .. } | State::Product(..) => None,
    }
}

/// `w for w in win of options`.
fn is_outcome_of_options(item: &Item) -> bool {
    match item.binders.as_slice() {
        [Binder { name: own, set: all, .. }] if item.guard.is_none() => {
            item.body.node == name(own.as_str()).node && of_options(all) == Some(Quantity::Win)
        }
        _ => false,
    }
}

/// `w = 0 for w in win of options`, or of the values: where one of these is 0 the option is lost.
fn is_some_option_lost(items: &[Item]) -> bool {
    let [Item { body, binders, guard: None }] = items else { return false };
    match (&body.node, binders.as_slice()) {
        (Node::Compare(a, rest), [Binder { name: own, set: all, .. }]) => {
            let is_zero =
                matches!(rest.as_slice(), [(Comparison::Eq, Expr { node: Node::Int(0), .. })]);
            is_zero && a.node == name(own.as_str()).node && of_options(all).is_some()
        }
        _ => false,
    }
}

/// The quantity, of value or outcome, of whose values at the options this is the list.
fn of_options(e: &Expr) -> Option<Quantity> {
    match &e.node {
        Node::Value(ValueOf { quantity, game: None, position: None, of_options: true }) => {
            matches!(quantity, Quantity::Win | Quantity::Sg).then_some(*quantity)
        }
        _ => None,
    }
}
