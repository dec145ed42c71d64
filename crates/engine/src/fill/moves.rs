//! Winning first moves of every position of a table.

use super::Searched;
use super::plan::fits;
use super::way::{Columns, OneBox};
use crate::game::Game;
use crate::machine::cell::{Cell as _, CountSink, View};
use crate::machine::code::Worker;
use crate::machine::run::{Code, Halt};
use crate::progress::{Cells, Means, Progress};
use crate::search::Lister;
use crate::search::position::Component;
use crate::space::Space;
use crate::stop::{SearchStop, Stop};
use crate::threads::PerThread;
use clauses::Domain;
use clauses::exact::Heads;
use expr::ast::Quantity;
use kernels::Pulse;
use message::message;
use rayon::prelude::*;
use std::sync::Arc;
use table::{Column, Table, Values};

/// Positions shared out among threads at a time; between two batches the work asks whether to go on.
const BATCH: usize = 4096;
/// Stands for a value that is not known yet.
const UNKNOWN: i64 = i64::MIN;

/// What is kept of the values: those that fit.
fn cells(values: &[i64]) -> Cells<'static> {
    let cell = |&value: &i64| u32::try_from(value).unwrap_or(u32::UNSET);
    Cells::Wide(values.iter().map(cell).collect())
}

impl Game {
    /// Adds the columns on winning first moves. Of one that was stopped the values so far are added if
    /// no column that is asked for is whole; the other cells are no part of the table.
    ///
    /// # Errors
    /// The search was stopped, or a move leads outside the table; and whether some column is whole.
    pub(crate) fn add_moves(
        &self,
        columns: &Columns,
        table: &mut Table,
        means: Means<'_>,
    ) -> Result<(), (SearchStop, bool)> {
        let mut asked = vec![Quantity::Moves, Quantity::Least, Quantity::Greatest];
        asked.retain(|quantity| columns.quantities.contains(quantity));
        let wide = if asked.is_empty() { Ok(None) } else { self.wide(table, means) };
        for quantity in asked {
            let present: Vec<usize> =
                (0..table.cells()).filter(|&cell| table.is_present(cell)).collect();
            let mut values = vec![UNKNOWN; present.len()];
            let filled = wide.as_ref().map_err(Clone::clone).and_then(|wide| {
                self.fill_moves(&mut values, &present, table, wide.as_ref(), quantity, means)
            });
            if columns.has_asked(table) {
                filled.clone().map_err(|stop| (stop, true))?;
            }
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
            filled.map_err(|stop| (stop, false))?;
        }
        Ok(())
    }

    /// The table of a box that holds the options of all positions, where these leave their own.
    fn wide(&self, table: &Table, means: Means<'_>) -> Result<Option<Table>, SearchStop> {
        if self.base_of_moves(table).is_none() || self.stays_inside(&table.axes) {
            return Ok(None);
        }
        let space = self.working_space(&Space::new(table.axes.clone()));
        let is_filled = |space: &Space| space.cap.is_none() && fits(space, means.limits);
        let Some(space) = space.filter(is_filled) else { return Ok(None) };
        let quantities = self.base_quantities(&[Quantity::Moves]);
        let around = OneBox { axes: space.axes.clone(), quantities, working: space };
        let unkept = Unkept(means.progress);
        let means = Means { progress: &unkept, ..means };
        match self.fill_around(&around, means) {
            Ok(wide) => Ok(Some(wide.table)),
            Err(Stop::Interrupted(_)) => Err(SearchStop::Interrupted),
            // A search may do with less.
            Err(_) => Ok(None),
        }
    }

    /// Gives values to the cells, those that were kept and the others. Options are looked up in the
    /// wide table, where there is one.
    fn fill_moves(
        &self,
        values: &mut Vec<i64>,
        present: &[usize],
        table: &Table,
        wide: Option<&Table>,
        quantity: Quantity,
        means: Means<'_>,
    ) -> Result<(), SearchStop> {
        let kept = self.kept(quantity, &Space::new(table.axes.clone()), means.progress);
        let restored: Vec<u32> = kept.restored().map_err(|stop| match stop {
            Stop::Refused(why) => SearchStop::Undefined(why),
            _ => SearchStop::Interrupted,
        })?;
        for (value, cell) in values.iter_mut().zip(restored).filter(|(_, c)| *c != u32::UNSET) {
            *value = cell.into();
        }
        // Where moves lead outside the table, what they lead to is searched.
        let all = wide.unwrap_or(table);
        let base = self.base_of_moves(all).filter(|_| self.stays_inside(&all.axes));
        let mut search = Searched::new(self, quantity, means.limits.searched(), means.progress);
        let counter =
            base.filter(|_| quantity == Quantity::Moves).and_then(|base| self.counter(all, base));
        let worker = || (Lister::new(&self.rules), counter.as_ref().map(Counter::worker));
        let workers = PerThread::new(worker);
        let mut fill = |places: Vec<(&mut i64, &usize)>| match base {
            Some(base) => places.into_par_iter().try_for_each_init(
                || workers.own(),
                |own, (value, &cell)| {
                    let (lister, worker) = &mut **own;
                    let here = table.position(cell);
                    let counter = counter.as_ref().zip(worker.as_mut());
                    let counted = counter.and_then(|(c, worker)| c.count(worker, lister, &here));
                    *value = match counted {
                        Some(count) => count,
                        None => self.winning_with(lister, all, base, &here, quantity)?,
                    };
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
        let mut failed = None;
        let extend = |values: &mut Vec<i64>, pulse: Pulse<'_>| {
            let filled = in_batches(values, present, batch, pulse, &mut fill);
            filled.map_err(|stop| match stop {
                SearchStop::Interrupted => Halt::Interrupted,
                stop => {
                    failed = Some(stop);
                    Halt::Fault(0)
                }
            })
        };
        let filled = kept.go(values, |values| known(values), |values| cells(values), extend);
        filled.map_err(|_| failed.unwrap_or(SearchStop::Interrupted))
    }

    /// The machine on the values of a table; `None` where it has no code for the moves, or they
    /// depend on other coins.
    fn counter(&self, table: &Table, base: &Values) -> Option<Counter> {
        if self.rules.looks_around() {
            return None;
        }
        let code = self.code(&Space::new(table.axes.clone())).ok()?;
        let value = |cell| match table.is_present(cell) {
            true => u32::try_from(base.get(cell)).ok().and_then(u16::store),
            false => Some(u16::UNSET),
        };
        let cells = (0..table.cells()).map(value).collect::<Option<_>>()?;
        let none = self.nothing_left(&mut Lister::new(&self.rules)).ok()? as u16;
        Some(Counter { code, cells, none })
    }

    /// The value where no component is left.
    fn nothing_left(&self, lister: &mut Lister<'_>) -> Result<u32, SearchStop> {
        let ending = lister.ending_of_sum(std::iter::empty())?;
        Ok(ending.map_or(self.stuck_value(), u32::from))
    }

    /// The column that says which options are lost for who moves next, where a table of single
    /// positions can tell.
    fn base_of_moves<'t>(&self, table: &'t Table) -> Option<&'t Values> {
        if self.rules.count() > 1 {
            return None;
        }
        let column = |name| table.column(name).map(|c| &c.values);
        if self.rules.decomposes() {
            return column("sg").or_else(|| column("win").filter(|_| self.has_single_options()));
        }
        column("win").filter(|_| self.has_single_options())
    }

    /// What the quantity says of the winning first moves of a cell, read off a column.
    pub(crate) fn winning(
        &self,
        table: &Table,
        base: &Values,
        cell: usize,
        quantity: Quantity,
    ) -> Result<i64, SearchStop> {
        let here = table.position(cell);
        self.winning_with(&mut Lister::new(&self.rules), table, base, &here, quantity)
    }

    fn winning_with(
        &self,
        lister: &mut Lister<'_>,
        table: &Table,
        base: &Values,
        here: &[i64],
        quantity: Quantity,
    ) -> Result<i64, SearchStop> {
        let is_position = table.cell(here).is_some_and(|cell| table.is_present(cell));
        if !is_position || lister.ending(here)?.is_some() {
            return Ok(0);
        }
        let nothing_left = i64::from(self.nothing_left(lister)?);
        // The first of the amounts is then the least.
        let is_first = quantity == Quantity::Least
            && matches!(&self.lowered.clauses[..], [clause] if clause.spread == 0
                && matches!(clause.binders[..], [(_, Domain::Range(..))]));
        let mut amounts = Vec::new();
        let mut outside = false;
        lister.list(0, here, &Heads::default(), None, &mut |step| {
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
                amounts.push(self.rules.amount(step.clause, step.choices));
            }
            !(outside || is_first && !amounts.is_empty())
        })?;
        if outside {
            return Err(SearchStop::Undefined(message!(
                "a move from {} leads outside the table; raise --to",
                self.rules.words(here)
            )));
        }
        Ok(quantity.of_moves(amounts))
    }
}

/// Counts winning moves of single positions by the machine.
struct Counter {
    code: Arc<Code>,
    /// Values of the positions; those that are lost for who moves next have 0.
    cells: Vec<u16>,
    /// The value where nothing is left.
    none: u16,
}

impl Counter {
    fn worker(&self) -> Worker<u16> {
        Worker::new(self.code.moves())
    }

    /// How many moves of a position win; `None` where the machine cannot tell.
    fn count(
        &self,
        worker: &mut Worker<u16>,
        lister: &mut Lister<'_>,
        here: &[i64],
    ) -> Option<i64> {
        if lister.ending(here).ok()?.is_some() {
            return Some(0);
        }
        let space = &self.code.space;
        let own = i64::try_from(space.cell(here)?).ok()?;
        let view = View { space, cells: &self.cells, own, none: self.none };
        let count = worker.value(self.code.moves(), view, here, &mut CountSink::default());
        count.ok().map(i64::from)
    }
}

/// Progress of work of which nothing is kept.
struct Unkept<'p>(&'p dyn Progress);

impl Progress for Unkept<'_> {
    fn advance(&self, done: u64, total: u64) -> bool {
        self.0.advance(done, total)
    }
}

/// Number of cells with a value.
fn known(values: &[i64]) -> u64 {
    values.iter().filter(|v| **v != UNKNOWN).count() as u64
}

/// Lets `fill` give values to the cells without one, a batch at a time.
fn in_batches(
    values: &mut [i64],
    present: &[usize],
    batch: usize,
    pulse: Pulse<'_>,
    mut fill: impl FnMut(Vec<(&mut i64, &usize)>) -> Result<(), SearchStop>,
) -> Result<(), SearchStop> {
    let (mut done, total) = (known(values), values.len() as u64);
    for (values, present) in values.chunks_mut(batch).zip(present.chunks(batch)) {
        let places = values.iter_mut().zip(present).filter(|(v, _)| **v == UNKNOWN);
        let places: Vec<(&mut i64, &usize)> = places.collect();
        if !places.is_empty() && !pulse(done, total) {
            return Err(SearchStop::Interrupted);
        }
        done += places.len() as u64;
        fill(places)?;
    }
    Ok(())
}
