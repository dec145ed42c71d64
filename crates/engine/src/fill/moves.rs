//! Winning first moves of every position of a table.

use super::Searched;
use crate::exact::Heads;
use crate::game::Game;
use crate::machine::cell::Cell as _;
use crate::machine::run::Halt;
use crate::oracle::Lister;
use crate::oracle::position::Component;
use crate::progress::{Cells, Progress};
use crate::request::{Limits, Plan};
use crate::space::Space;
use crate::stop::{SearchStop, Stop};
use expr::ast::Quantity;
use kernels::Pulse;
use rayon::prelude::*;
use table::{Column, Table, Values};

/// After so many positions the work asks whether it should go on.
const BATCH: usize = 4096;
/// Stands for a value that is not known yet.
const UNKNOWN: i64 = i64::MIN;

/// What is kept of the values: those that fit.
fn cells(values: &[i64]) -> Cells<'static> {
    let cell = |&value: &i64| u32::try_from(value).unwrap_or(u32::UNSET);
    Cells::Wide(values.iter().map(cell).collect())
}

impl Game {
    /// Adds the columns on winning first moves. Of a search that was stopped the values so far are
    /// added; the other cells are then none of the table.
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
            let present: Vec<usize> =
                (0..table.cells()).filter(|&cell| table.is_present(cell)).collect();
            let mut values = vec![UNKNOWN; present.len()];
            let filled =
                self.fill_moves(&mut values, &present, (table, quantity), limits, progress);
            let mut column = vec![0; table.cells()];
            let mut is_known = vec![false; table.cells()];
            for (&cell, &value) in present.iter().zip(&values).filter(|(_, v)| **v != UNKNOWN) {
                (column[cell], is_known[cell]) = (value, true);
            }
            if filled.is_err() {
                table.present = Some(is_known);
            }
            let (name, values) = (quantity.name().to_owned(), Values::of_integers(column));
            table.columns.push(Column { name, values });
            filled?;
        }
        Ok(())
    }

    /// Gives values to the cells, those that were kept and the others.
    fn fill_moves(
        &self,
        values: &mut Vec<i64>,
        present: &[usize],
        (table, quantity): (&Table, Quantity),
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(), SearchStop> {
        let kept = self.kept(quantity, &Space::new(table.axes.clone()), progress);
        let restored: Vec<u32> = kept.restored().map_err(|stop| match stop {
            Stop::Refused(why) => SearchStop::Undefined(why),
            _ => SearchStop::Interrupted,
        })?;
        for (value, cell) in values.iter_mut().zip(restored).filter(|(_, c)| *c != u32::UNSET) {
            *value = cell.into();
        }
        // Where moves lead outside the table, what they lead to is searched.
        let base = self.base_of_moves(table).filter(|_| self.stays_inside(&table.axes));
        let mut search = Searched::new(self, quantity, limits.searched(), progress);
        let mut fill = |places: Vec<(&mut i64, &usize)>| match base {
            Some(base) => places.into_par_iter().try_for_each_init(
                || Lister::new(&self.oracle),
                |lister, (value, &cell)| {
                    *value = self.winning_with(lister, table, base, cell, quantity)?;
                    Ok(())
                },
            ),
            None => places.into_iter().try_for_each(|(value, &cell)| {
                *value = search.value(&[Component::own(table.position(cell))])?;
                Ok(())
            }),
        };
        // A search may take long for each.
        let batch = if base.is_some() { BATCH } else { 1 };
        let known = |values: &Vec<i64>| values.iter().filter(|v| **v != UNKNOWN).count() as u64;
        let mut failed = None;
        let extend = |values: &mut Vec<i64>, pulse: Pulse<'_>| {
            let (mut done, total) = (known(values), values.len() as u64);
            for (values, present) in values.chunks_mut(batch).zip(present.chunks(batch)) {
                let places = values.iter_mut().zip(present).filter(|(v, _)| **v == UNKNOWN);
                let places: Vec<(&mut i64, &usize)> = places.collect();
                if !places.is_empty() && !pulse(done, total) {
                    return Err(Halt::Interrupted);
                }
                done += places.len() as u64;
                match fill(places) {
                    Ok(()) => {}
                    Err(SearchStop::Interrupted) => return Err(Halt::Interrupted),
                    Err(stop) => {
                        failed = Some(stop);
                        return Err(Halt::Fault(0));
                    }
                }
            }
            Ok(())
        };
        let filled = kept.go(values, known, |values| cells(values), extend);
        filled.map_err(|_| failed.unwrap_or(SearchStop::Interrupted))
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
