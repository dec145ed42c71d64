//! Winning first moves of every position of a table.

use super::Searched;
use crate::exact::Heads;
use crate::game::Game;
use crate::oracle::Lister;
use crate::oracle::position::Component;
use crate::progress::Progress;
use crate::request::{Limits, Plan};
use crate::stop::SearchStop;
use expr::ast::Quantity;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use table::{Column, Table, Values};

/// After so many positions the work asks whether it should go on.
const ASKED_EVERY: u64 = 256;

impl Game {
    /// Adds the columns on winning first moves.
    ///
    /// # Errors
    /// The search was stopped, or a move leads outside the table.
    pub(crate) fn add_moves(
        &self,
        plan: &Plan,
        table: &mut Table,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(), SearchStop> {
        for quantity in [Quantity::Moves, Quantity::Least] {
            if !plan.quantities.contains(&quantity) {
                continue;
            }
            // Where moves lead outside the table, what they lead to is searched.
            let base = self.base_of_moves(table).filter(|_| self.stays_inside(&plan.axes));
            let present: Vec<usize> =
                (0..table.cells()).filter(|&cell| table.is_present(cell)).collect();
            let done = AtomicU64::new(0);
            let goes_on = || {
                let done = done.fetch_add(1, Ordering::Relaxed);
                !done.is_multiple_of(ASKED_EVERY) || progress.advance(done, present.len() as u64)
            };
            let values: Result<Vec<i64>, SearchStop> = match base {
                Some(base) => present
                    .par_iter()
                    .map_init(
                        || Lister::new(&self.oracle),
                        |lister, &cell| match goes_on() {
                            true => self.winning_with(lister, table, base, cell, quantity),
                            false => Err(SearchStop::Interrupted),
                        },
                    )
                    .collect(),
                None => {
                    let mut searched = Searched::new(self, quantity, limits.searched(), progress);
                    let value = |&cell| searched.value(&[Component::own(table.position(cell))]);
                    present.iter().map(value).collect()
                }
            };
            let values = values?;
            let mut place = 0..;
            let places = (0..table.cells())
                .map(|cell| if table.is_present(cell) { place.next() } else { None });
            let values = Values::of_integers(values).pick(places);
            let name = quantity.name().to_owned();
            table.columns.push(Column { name, values });
        }
        Ok(())
    }

    /// The column that says which options are lost for who moves next, where a table of single
    /// positions can tell.
    fn base_of_moves<'t>(&self, table: &'t Table) -> Option<&'t Values> {
        if self.oracle.count() > 1 {
            return None;
        }
        let column = |name| table.column(name).map(|c| &c.values);
        if self.oracle.decomposes() {
            return column("sg").or_else(|| column("win").filter(|_| self.has_single_options()));
        }
        column("win").filter(|_| self.has_single_options())
    }

    /// Number (or least amount) of winning first moves of a cell, read off a column.
    pub(crate) fn winning(
        &self,
        table: &Table,
        base: &Values,
        cell: usize,
        quantity: Quantity,
    ) -> Result<i64, SearchStop> {
        self.winning_with(&mut Lister::new(&self.oracle), table, base, cell, quantity)
    }

    fn winning_with(
        &self,
        lister: &mut Lister<'_>,
        table: &Table,
        base: &Values,
        cell: usize,
        quantity: Quantity,
    ) -> Result<i64, SearchStop> {
        let here = table.position(cell);
        if !table.is_present(cell) || lister.ending(&here)?.is_some() {
            return Ok(0);
        }
        let nothing_left = match lister.ending_of_sum(std::iter::empty())? {
            Some(wins) => i64::from(wins),
            None => i64::from(self.stuck_value()),
        };
        let (mut count, mut least) = (0, None::<i64>);
        let mut outside = false;
        lister.list(0, &here, &Heads::default(), None, &mut |step| {
            let mut value = 0;
            let mut parts = step.parts.iter().peekable();
            if parts.peek().is_none() {
                value = nothing_left;
            }
            for (_, part) in parts {
                match table.cell(part) {
                    Some(cell) => value ^= base.get(cell),
                    None => outside = true,
                }
            }
            if value == 0 {
                count += 1;
                let amount = self.oracle.amount(step.clause, step.choices);
                least = Some(least.map_or(amount, |l| l.min(amount)));
            }
            !outside
        })?;
        if outside {
            return Err(SearchStop::Undefined(format!(
                "a move from {} leads outside the table; raise --to",
                self.oracle.words(&here)
            )));
        }
        Ok(if quantity == Quantity::Moves { count } else { least.unwrap_or(0) })
    }
}
