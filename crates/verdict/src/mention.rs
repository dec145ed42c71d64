//! What a claim speaks about: coordinates, the position at hand, quantities.

use expr::ast::{Expr, Item, Node, Quantity};
use expr::walk::children;
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
        claim.binders.iter().for_each(|binder| walk.expr(&binder.set));
        claim.guard.iter().for_each(|g| walk.expr(g));
        walk.expr(&claim.condition);
        walk.found
    }
}

impl Walk<'_> {
    fn expr(&mut self, e: &Expr) {
        match &e.node {
            Node::Name(name) => self.found.position |= self.names.contains(&name.as_str()),
            Node::Fold(_, items) => return items.iter().for_each(|item| self.item(item)),
            Node::Value(value) => {
                if value.game.is_none() && !self.found.quantities.contains(&value.quantity) {
                    self.found.quantities.push(value.quantity);
                }
                self.found.position |= value.position.is_none();
            }
            _ => {}
        }
        children(e, &mut |e| self.expr(e));
    }

    fn item(&mut self, item: &Item) {
        // A name bound here is no coordinate inside.
        let outer = self.names.clone();
        for binder in &item.binders {
            self.expr(&binder.set);
            self.names.retain(|n| *n != binder.name);
        }
        item.guard.iter().for_each(|g| self.expr(g));
        self.expr(&item.body);
        self.names = outer;
    }
}
