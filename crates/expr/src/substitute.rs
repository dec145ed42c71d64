//! Replaces names by expressions.

use crate::ast::{Argument, Binary, Binder, Expr, Fold, GameRef, Item, Node, Span, Unary, ValueOf};
use crate::exact::{arguments_exact, of_integers, operands_exact};
use crate::walk::within;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The function that set coordinates are rewritten to: not part of the language.
const MEMBERS: &str = "members";

/// Whether this calls that function.
pub(crate) fn is_members(function: &str, arguments: &[Expr]) -> bool {
    function == MEMBERS && arguments.len() == 3
}

/// What names stand for.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    /// Names of numbers, words, lists and sets.
    pub names: BTreeMap<String, Expr>,
    /// Vectors of coordinates: `h` stands for the coordinates `h1, ..., hm`.
    pub vectors: BTreeMap<String, usize>,
    /// Set coordinates with the least and greatest number that may belong to them. Such a name is
    /// that of an integer afterwards: its binary digit `e - lo` says whether `e` is an element.
    pub subsets: BTreeMap<String, (i64, i64)>,
    /// Names of games.
    pub games: BTreeMap<String, String>,
    /// Where the result is said to stand; `None`: where the original stood.
    pub place: Option<Span>,
}

/// The name of component `i` (from 1) of a vector: `h1`.
#[must_use]
pub fn component(vector: &str, i: impl std::fmt::Display) -> String {
    format!("{vector}{i}")
}

/// A number as an expression.
#[must_use]
pub fn int(value: i64) -> Expr {
    let magnitude: Expr = Node::Int(i128::from(value).abs()).into();
    if value < 0 { Node::Unary(Unary::Neg, Box::new(magnitude)).into() } else { magnitude }
}

/// A name as an expression.
#[must_use]
pub fn name(name: impl Into<String>) -> Expr {
    Node::Name(name.into()).into()
}

/// `e - k`.
fn minus(e: Expr, k: i64) -> Expr {
    let span = e.span;
    let node = Node::Binary(Binary::Sub, Box::new(e), Box::new(int(k)));
    Expr { node, span }
}

impl Bindings {
    /// What these names stand for.
    pub fn of(names: impl IntoIterator<Item = (String, Expr)>) -> Self {
        Self { names: names.into_iter().collect(), ..Self::default() }
    }

    /// These bindings with one more name.
    #[must_use]
    pub fn with(&self, name: &str, value: Expr) -> Self {
        let mut more = self.clone();
        more.names.insert(name.to_owned(), value);
        more
    }

    /// The expression with all names replaced.
    #[must_use]
    pub fn expr(&self, e: &Expr) -> Expr {
        self.within(e, false)
    }

    /// The same where quotients are exact or not: there, what a name stands for stays an integer.
    fn within(&self, e: &Expr, exact: bool) -> Expr {
        let boxed = |e: &Expr| Box::new(self.expr(e));
        let same = |e: &Expr| Box::new(self.within(e, exact));
        let node = match &e.node {
            Node::Int(_) | Node::Bool(_) => e.node.clone(),
            Node::Name(n) if exact => return of_integers(self.name(n, e)),
            Node::Name(n) => return self.name(n, e),
            Node::Index(list, index) => return self.index(list, index, e),
            Node::Slice(list, i, j) => return self.slice(list, i, j, e),
            Node::List(items) => Node::List(self.all(items)),
            Node::Set(elements) => Node::Set(self.all(elements)),
            Node::Range(lo, hi) => Node::Range(boxed(lo), boxed(hi)),
            Node::Unary(op, a) => Node::Unary(*op, same(a)),
            Node::Binary(op, a, b) => {
                let (left, right) = operands_exact(*op, exact);
                Node::Binary(*op, self.within(a, left).into(), self.within(b, right).into())
            }
            Node::Compare(first, rest) => Node::Compare(
                boxed(first),
                rest.iter().map(|(op, right)| (*op, self.expr(right))).collect(),
            ),
            Node::Member(a, set) => Node::Member(boxed(a), boxed(set)),
            Node::If(c, a, b) => Node::If(boxed(c), same(a), same(b)),
            Node::Call(f, arguments) if arguments_exact(f, exact) => {
                let arguments = arguments.iter().map(|a| self.within(a, true));
                Node::Call(f.clone(), arguments.collect())
            }
            Node::Call(f, arguments) => Node::Call(f.clone(), self.arguments(f, arguments)),
            Node::Fold(kind, items) => {
                Node::Fold(*kind, items.iter().map(|i| self.item(i)).collect())
            }
            Node::Value(value) => Node::Value(ValueOf {
                quantity: value.quantity,
                game: value.game.as_ref().map(|g| self.game(g)),
                position: value.position.as_ref().map(|p| p.iter().map(|t| self.all(t)).collect()),
                of_options: value.of_options,
            }),
        };
        Expr { node, span: self.at(e.span) }
    }

    /// Where something that stood at `span` is said to stand.
    #[must_use]
    pub fn at(&self, span: Span) -> Span {
        self.place.unwrap_or(span)
    }

    fn name(&self, n: &str, e: &Expr) -> Expr {
        if let Some(value) = self.names.get(n) {
            return Expr { node: value.node.clone(), span: self.at(e.span) };
        }
        if let Some(&length) = self.vectors.get(n) {
            let items = (1..=length).map(|i| name(component(n, i))).collect();
            return Expr { node: Node::List(items), span: e.span };
        }
        if let Some(&(lo, hi)) = self.subsets.get(n) {
            let node = Node::Call(MEMBERS.to_owned(), vec![name(n), int(lo), int(hi)]);
            return Expr { node, span: self.at(e.span) };
        }
        Expr { node: e.node.clone(), span: self.at(e.span) }
    }

    fn index(&self, list: &Expr, index: &Expr, e: &Expr) -> Expr {
        let at = self.expr(index);
        if let Node::Name(vector) = &list.node
            && self.vectors.contains_key(vector)
        {
            if let Node::Int(i) = at.node {
                return Expr { node: Node::Name(component(vector, i)), span: self.at(e.span) };
            }
            // Vectors count from 1, lists from 0.
            let node = Node::Index(Box::new(self.expr(list)), Box::new(minus(at, 1)));
            return Expr { node, span: e.span };
        }
        Expr { node: Node::Index(Box::new(self.expr(list)), Box::new(at)), span: e.span }
    }

    fn slice(&self, list: &Expr, i: &Expr, j: &Expr, e: &Expr) -> Expr {
        let (mut from, mut to) = (self.expr(i), self.expr(j));
        if let Node::Name(vector) = &list.node
            && self.vectors.contains_key(vector)
        {
            // Vectors count from 1, lists from 0.
            (from, to) = (minus(from, 1), minus(to, 1));
        }
        let node = Node::Slice(Box::new(self.expr(list)), Box::new(from), Box::new(to));
        Expr { node, span: self.at(e.span) }
    }

    /// All expressions with names replaced.
    #[must_use]
    pub fn all(&self, list: &[Expr]) -> Vec<Expr> {
        list.iter().map(|e| self.expr(e)).collect()
    }

    /// The arguments of a function with names replaced. What has been written for a set coordinate
    /// stays: the coordinate's name is that of an integer there.
    fn arguments(&self, function: &str, arguments: &[Expr]) -> Vec<Expr> {
        if is_members(function, arguments)
            && let Node::Name(n) = &arguments[0].node
            && matches!(self.name(n, &arguments[0]).node, Node::Call(f, own) if is_members(&f, &own))
        {
            return arguments.to_vec();
        }
        self.all(arguments)
    }

    /// The quantifier with names in its set replaced.
    #[must_use]
    pub fn binder(&self, binder: &Binder) -> Binder {
        Binder {
            name: binder.name.clone(),
            set: self.expr(&binder.set),
            span: self.at(binder.span),
        }
    }

    /// The item with other names for variables of its own of which an expression that a name stands for
    /// speaks: there they mean something else.
    #[must_use]
    pub fn apart<'i>(&self, item: &'i Item) -> Cow<'i, Item> {
        let speaks = |e: &Expr, name: &str| within(e).any(|part| part.as_name() == Some(name));
        let is_taken = |name: &str| self.names.values().any(|value| speaks(value, name));
        let mut item = Cow::Borrowed(item);
        for at in 0..item.binders.len() {
            let own = &item.binders[at].name;
            if !is_taken(own) {
                continue;
            }
            let whole = Expr::from(Node::Fold(Fold::List, vec![(*item).clone()]));
            let mut other = format!("{own}_");
            while is_taken(&other) || self.names.contains_key(&other) || speaks(&whole, &other) {
                other.push('_');
            }
            // A later variable of the same name hides this one.
            let rest = Item { binders: item.binders[at + 1..].to_vec(), ..(*item).clone() };
            let rest = Self::of([(own.clone(), name(other.clone()))]).item(&rest);
            let renamed = Binder { name: other, ..item.binders[at].clone() };
            let binders = [&item.binders[..at], &[renamed], &rest.binders].concat();
            item = Cow::Owned(Item { binders, ..rest });
        }
        item
    }

    fn item(&self, item: &Item) -> Item {
        let item = &*self.apart(item);
        // Names bound inside hide ours.
        let mut inner = self.clone();
        let mut binders = Vec::new();
        for binder in &item.binders {
            binders.push(inner.binder(binder));
            inner.names.remove(&binder.name);
            inner.subsets.remove(&binder.name);
        }
        Item {
            body: inner.expr(&item.body),
            binders,
            guard: item.guard.as_ref().map(|g| inner.expr(g)),
        }
    }

    /// The reference to a game with the names in it replaced.
    #[must_use]
    pub fn game(&self, game: &GameRef) -> GameRef {
        let arguments = game.arguments.iter().map(|(name, value)| {
            let value = match value {
                Argument::Expr(Expr { node: Node::Name(n), .. }) if self.games.contains_key(n) => {
                    Argument::Game(self.games[n].clone())
                }
                Argument::Expr(e) => Argument::Expr(self.expr(e)),
                Argument::Game(g) => Argument::Game(self.game_name(g)),
            };
            (name.clone(), value)
        });
        let span = self.at(game.span);
        GameRef { name: self.game_name(&game.name), arguments: arguments.collect(), span }
    }

    /// The name of a game with a game parameter replaced.
    #[must_use]
    pub fn game_name(&self, name: &str) -> String {
        self.games.get(name).map_or_else(|| name.to_owned(), Clone::clone)
    }
}

/// Whether the name occurs in the expression.
#[must_use]
pub fn mentions(e: &Expr, variable: &str) -> bool {
    // Substituting something else for the name changes the expression exactly when it occurs.
    Bindings::default().with(variable, name("")).expr(e) != *e
}
