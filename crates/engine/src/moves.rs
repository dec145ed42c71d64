//! Winning first moves of every position of a table.

use crate::exact::Heads;
use crate::game::Game;
use crate::order::point;
use crate::request::{Plan, Stop, search_stop};
use crate::search::SearchStop;
use expr::ast::Quantity;
use rayon::prelude::*;
use table::{Column, Table, Values};

impl Game {
    /// Adds the columns on winning first moves.
    pub(crate) fn add_moves(&self, plan: &Plan, table: &mut Table) -> Result<(), Stop> {
        for quantity in [Quantity::Moves, Quantity::Least] {
            if !plan.quantities.contains(&quantity) {
                continue;
            }
            let sg = table.column("sg").map(|c| &c.values);
            let base = match sg.or_else(|| table.column("win").map(|c| &c.values)) {
                Some(values) if !self.has_winning_ends() && !self.lowered.stuck_wins => values,
                _ => match table.column("win") {
                    Some(column) => &column.values,
                    None => continue,
                },
            };
            let values: Result<Vec<i64>, SearchStop> = (0..table.cells())
                .into_par_iter()
                .map(|cell| self.winning(table, base, cell, quantity))
                .collect();
            let values = values.map_err(|s| search_stop(s, None))?;
            let name = quantity.name().to_owned();
            table.columns.push(Column { name, values: Values::I64(values) });
        }
        Ok(())
    }

    pub(crate) fn winning(
        &self,
        table: &Table,
        base: &Values,
        cell: usize,
        quantity: Quantity,
    ) -> Result<i64, SearchStop> {
        let here = table.position(cell);
        if !table.is_present(cell) || self.oracle.ending(&here)?.is_some() {
            return Ok(0);
        }
        let (mut count, mut least) = (0, None::<i64>);
        let mut outside = false;
        self.oracle.actions(&here, &Heads::default(), &mut |action| {
            let mut value = if action.parts.is_empty() { i64::from(self.stuck_value()) } else { 0 };
            for part in &action.parts {
                match table.cell(part) {
                    Some(cell) => value ^= base.get(cell),
                    None => outside = true,
                }
            }
            if value == 0 {
                count += 1;
                let amount = action.choices.iter().sum();
                least = Some(least.map_or(amount, |l| l.min(amount)));
            }
            !outside
        })?;
        if outside {
            return Err(SearchStop::Undefined(format!(
                "a move from {} leads outside the table; raise --to",
                point(&self.lowered.dimensions, &here)
            )));
        }
        Ok(if quantity == Quantity::Moves { count } else { least.unwrap_or(0) })
    }
}
