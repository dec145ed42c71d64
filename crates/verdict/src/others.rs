//! Games that claims name, and tables that grow as far as positions are asked for.

use message::message;
use std::collections::HashMap;

use engine::{Bounds, Component, Game, Means, Positions, Request};
use expr::ast::Quantity;
use table::Table;

use crate::judge::{Result, read, stopped, tabulated, unavailable};
use crate::layout::Field;
use crate::sums::Sums;
use crate::words;

/// A quantity of a sum of positions.
type Sum = (Quantity, Vec<Vec<i64>>);

/// Another game with the tables asked of it so far.
pub(crate) struct Other {
    pub(crate) game: Game,
    /// Its coordinates, where some are rows or sets.
    pub(crate) fields: Vec<Field>,
    tables: Tables,
    /// Sums searched as whole positions.
    sums: HashMap<Sum, Result<i128>>,
}

/// Tables of a game that grow as far as positions are asked for.
#[derive(Default)]
pub(crate) struct Tables(HashMap<Quantity, Table>);

impl Other {
    /// A game of which nothing was asked yet.
    pub(crate) fn new(game: Game, fields: Vec<Field>) -> Self {
        Self { game, fields, tables: Tables::default(), sums: HashMap::new() }
    }

    /// The value of one of its positions.
    pub(crate) fn single(
        &mut self,
        quantity: Quantity,
        position: &[i64],
        means: Means<'_>,
    ) -> Result<i128> {
        self.tables.value(&self.game, quantity, position, means)
    }

    /// A sum of its positions, searched as a whole position.
    pub(crate) fn sum(
        &mut self,
        quantity: Quantity,
        sum: Vec<Vec<i64>>,
        means: Means<'_>,
    ) -> Result<i128> {
        let key = (quantity, sum);
        if let Some(value) = self.sums.get(&key) {
            return value.clone();
        }
        let components = key.1.iter().cloned().map(Component::own).collect();
        let value = Sums::default().value(&self.game, components, quantity, means);
        self.sums.insert(key, value.clone());
        value
    }
}

impl Tables {
    /// The value of a position.
    pub(crate) fn value(
        &mut self,
        game: &Game,
        asked: Quantity,
        position: &[i64],
        means: Means<'_>,
    ) -> Result<i128> {
        let quantity = tabulated(asked);
        if let Some(table) = self.0.get(&quantity)
            && let Some(cell) = table.cell(position)
        {
            return read(asked, table, cell);
        }
        let table = self.grown(game, quantity, position, means)?;
        let cell = table.cell(position);
        let value = cell.map(|cell| read(asked, &table, cell));
        self.0.insert(quantity, table);
        value.unwrap_or_else(|| {
            let position = words::position(position);
            Err(unavailable(message!("{position} is not a position of that game")))
        })
    }

    /// A table that reaches the position and all it reached before.
    fn grown(
        &self,
        game: &Game,
        quantity: Quantity,
        position: &[i64],
        means: Means<'_>,
    ) -> Result<Table> {
        let known = self.0.get(&quantity);
        let names = game.coordinates();
        if position.len() != names.len() {
            let why = message!("a position of that game has {} coordinates", names.len());
            return Err(unavailable(why));
        }
        let before = |i: usize| known.map_or(0, |t| t.axes[i].hi);
        let bounds = names
            .iter()
            .enumerate()
            .map(|(i, name)| {
                let enough =
                    if position[i] > before(i) { position[i].saturating_mul(2) } else { before(i) };
                ((*name).to_owned(), enough.max(32))
            })
            .collect();
        let request = Request::of(quantity, Bounds::Named(bounds), Positions::All);
        game.table(&request, means).map_err(stopped)
    }
}
