//! Random rules and their tables.

#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod stated;

use engine::{Bounds, Game, Means, Positions, Request};
use expr::ast::Quantity;
use rule::{Instance, NoRules};
use table::Table;

/// Numbers that look random (S. Vigna, splitmix64).
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    /// A number below `count`.
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % count
    }

    /// One of these.
    pub(crate) fn of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len() as u64) as usize]
    }

    /// Once in so many times.
    pub(crate) fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }
}

/// The rule of a text, its parameters at their defaults.
pub(crate) fn instance(text: &str) -> Result<Instance, String> {
    match rule::parse(text) {
        (Some(rule), mistakes) if mistakes.is_empty() => {
            rule::bind(&rule, &[]).map_err(|why| why.to_string())
        }
        (_, mistakes) => Err(mistakes[0].message.clone()),
    }
}

/// The table of one quantity, up to `most` in every coordinate, if the rule has one.
pub(crate) fn table(instance: &Instance, quantity: Quantity, most: i64) -> Result<Table, String> {
    let game = Game::compile(instance, &NoRules).map_err(|mistakes| mistakes[0].message.clone())?;
    let request = Request::of(quantity, Bounds::All(most), Positions::All);
    game.table(&request, Means::silent(1 << 26)).map_err(|stop| format!("{stop:?}"))
}
