//! What a claim speaks about: coordinates, the position at hand, quantities.

use expr::ast::{Argument, Expr, Item, Node, Quantity, Set, ValueOf};
use rule::Rule;
use rule::ast::{Claim, State};

/// What occurs in a claim.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mentions {
    /// A coordinate or a quantity of the position at hand.
    pub(crate) position: bool,
    /// Quantities of the game at hand, in order of appearance.
    pub(crate) quantities: Vec<Quantity>,
}

struct Walk<'a> {
    names: Vec<&'a str>,
    found: Mentions,
}

impl Mentions {
    pub(crate) fn of(claim: &Claim, coordinates: &[String], rule: &Rule) -> Self {
        let mut names: Vec<&str> = coordinates.iter().map(String::as_str).collect();
        match &rule.state {
            Some(State::Heaps { name, .. }) => names.push(name),
            Some(State::Tuple { coordinates: all, .. }) if !coordinates.is_empty() => {
                names.extend(all.iter().map(|c| c.name.as_str()));
            }
            _ => {}
        }
        names.retain(|n| claim.binders.iter().all(|b| b.name != *n));
        let mut walk = Walk { names, found: Self::default() };
        for binder in &claim.binders {
            walk.set(&binder.set);
        }
        claim.guard.iter().for_each(|g| walk.expr(g));
        walk.expr(&claim.condition);
        walk.found
    }
}

impl Walk<'_> {
    fn expr(&mut self, e: &Expr) {
        match &e.node {
            Node::Int(_) | Node::Bool(_) => {}
            Node::Name(name) => self.found.position |= self.names.contains(&name.as_str()),
            Node::Index(a, b) | Node::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Node::Slice(a, b, c) => [a, b, c].into_iter().for_each(|e| self.expr(e)),
            Node::Set(set) => self.set(set),
            Node::List(items) | Node::Call(_, items) => items.iter().for_each(|e| self.expr(e)),
            Node::Unary(_, a) => self.expr(a),
            Node::Compare(first, rest) => {
                self.expr(first);
                rest.iter().for_each(|(_, e)| self.expr(e));
            }
            Node::Member(a, set) => {
                self.expr(a);
                self.set(set);
            }
            Node::If(c, a, b) => [c, a, b].into_iter().for_each(|e| self.expr(e)),
            Node::Fold(_, items) => items.iter().for_each(|item| self.item(item)),
            Node::Value(value) => self.value(value),
        }
    }

    fn item(&mut self, item: &Item) {
        // A name bound here is no coordinate inside.
        let outer = self.names.clone();
        for binder in &item.binders {
            self.set(&binder.set);
            self.names.retain(|n| *n != binder.name);
        }
        item.guard.iter().for_each(|g| self.expr(g));
        self.expr(&item.body);
        self.names = outer;
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::Range(lo, hi) => {
                self.expr(lo);
                self.expr(hi);
            }
            Set::Elements(items) | Set::Named(_, items, _) => {
                items.iter().for_each(|e| self.expr(e));
                // A set coordinate is named as a set.
                if let Set::Named(name, ..) = set {
                    self.found.position |= self.names.contains(&name.as_str());
                }
            }
            Set::Items(items) => items.iter().for_each(|item| self.item(item)),
            Set::Of(e) => self.expr(e),
        }
    }

    fn value(&mut self, value: &ValueOf) {
        match &value.game {
            None => {
                if !self.found.quantities.contains(&value.quantity) {
                    self.found.quantities.push(value.quantity);
                }
                self.found.position |= value.position.is_none();
            }
            Some(game) => {
                for (_, argument) in &game.arguments {
                    match argument {
                        Argument::Expr(e) => self.expr(e),
                        Argument::Set(set) => self.set(set),
                        Argument::Game(_) => {}
                    }
                }
                self.found.position |= value.position.is_none();
            }
        }
        value.position.iter().flatten().flatten().for_each(|e| self.expr(e));
    }
}
