//! Statements read with the values of single positions as unknowns.

mod recursion;
mod statement;

pub use statement::{Statement, Truth};

use rule::{Constant, Instance};
use std::collections::BTreeMap;

/// What a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Every position.
    Positions,
    /// Every starting position.
    Starts,
    /// Boards of coins, perhaps of a fixed number in each direction.
    Boards(Option<i128>),
    /// A head of a board, where quantities without a position are the board's.
    Coin,
}

/// A game and the others that it, or a statement about it, names.
#[derive(Debug)]
pub struct Played {
    /// The game.
    pub instance: Instance,
    /// The others, by name.
    pub others: BTreeMap<String, Instance>,
}

impl Played {
    /// The name of the game that a name stands for, which may be that of a parameter.
    fn name<'n>(&'n self, name: &'n str) -> &'n str {
        match self.instance.values.get(name) {
            Some(Constant::Game(game)) => game,
            _ => name,
        }
    }

    fn is_parameter(&self, name: &str) -> bool {
        self.instance.values.contains_key(name)
    }

    /// The other game of that name.
    ///
    /// # Errors
    /// It is not given.
    pub fn other(&self, name: &str) -> Result<&Instance, String> {
        let name = self.name(name);
        self.others.get(name).ok_or_else(|| format!("no rule is given for the game `{name}`"))
    }
}
