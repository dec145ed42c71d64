//! Statements about values that stay unknown: what the theory alone says of them.

mod recursion;
mod statement;

pub use crate::source::About;
pub use statement::{NimSum, Statement, Truth};

use crate::Result;
use crate::composed::Summand;
use crate::error::mistake;
use rule::Instance;
use std::collections::BTreeMap;

/// A game and the others that it, or a statement about it, names.
#[derive(Debug)]
pub struct Played {
    /// The game.
    pub instance: Instance,
    /// The others by name, with default values of their parameters.
    pub others: BTreeMap<String, Instance>,
    /// The game itself with a law of its single coins, if one is known.
    pub coin: Option<Summand>,
}

impl Played {
    fn is_parameter(&self, name: &str) -> bool {
        self.instance.values.contains_key(name)
    }

    /// The other game of that name.
    ///
    /// # Errors
    /// There is no such game, in words.
    pub fn other(&self, name: &str) -> Result<&Instance> {
        let name = self.instance.game(name);
        self.others
            .get(name)
            .ok_or_else(|| mistake(format!("no rule is given for the game `{name}`")))
    }
}
