//! Summaries of tables, also of those that no memory holds: values that repeat are counted, not
//! written out, and values that depend only on those just before them are not kept.

use super::Tabulated;
use super::passing::Passing;
use super::tabulate::TableHalt;
use crate::fold::Fold;
use crate::game::Game;
use crate::kernel::{self, ByRows, Kernel as Fast, Outcomes};
use crate::machine::run::Halt;
use crate::progress::{Means, Progress};
use crate::request::{Kernel, Limits, Positions, Request, too_much};
use crate::space::Space;
use crate::stop::Stop;
use expr::ast::Quantity;
use kernels::codes::SparseSpace;
use kernels::period::Period;
use message::{Message, message};
use table::{Axis, Column, Digest, Running, Table, Values};

/// What one column amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnSummary {
    /// Name of the column.
    pub name: String,
    /// Its numbers; `None` when its values are no integers.
    pub digest: Option<Digest>,
    /// Its period, when one is proved.
    pub period: Option<Period>,
    /// The sparse space of the values that were computed, those up to where a period is proved, if they
    /// have one.
    pub sparse: Option<SparseSpace>,
}

/// What a table amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its box.
    pub axes: Vec<Axis>,
    /// Cells of the box that are positions.
    pub positions: u64,
    /// How it was computed, in words; `None` where a table was given.
    pub kernel: Option<Message>,
    /// Its columns.
    pub columns: Vec<ColumnSummary>,
    /// Whether the work was stopped before all columns were whole.
    pub is_stopped: bool,
}

/// Values that are computed in search of a period for a table that memory does not hold.
const SEARCHED: u128 = 5_000_000;
/// Values that show whether others follow from head and window, where there is no period.
const SHOWN: u128 = 1 << 18;

impl From<&Tabulated> for Summary {
    fn from(tabulated: &Tabulated) -> Self {
        let Tabulated { table, periods } = tabulated;
        let period = |name: &str| periods.iter().find(|(q, _)| q.name() == name).map(|p| p.1);
        let columns = table.columns.iter().map(|column| ColumnSummary {
            name: column.name.clone(),
            digest: Digest::of_column(table, &column.values),
            period: period(&column.name),
            sparse: None,
        });
        let cells = table.cells() as u64;
        let present = |p: &Vec<bool>| p.iter().filter(|&&is| is).count() as u64;
        Self {
            axes: table.axes.clone(),
            positions: table.present.as_ref().map_or(cells, present),
            kernel: None,
            columns: columns.collect(),
            is_stopped: false,
        }
    }
}

impl Game {
    /// What the table asked for amounts to. Where its values are proved to repeat it need not fit
    /// the limits. If the work is stopped: what the columns that are whole amount to.
    ///
    /// # Errors
    /// See [`Stop`].
    pub fn summary(&self, request: &Request, means: Means<'_>) -> Result<Summary, Stop> {
        if let Some(summary) = self.repetition(request, means)? {
            return Ok(summary);
        }
        let plan = match self.plan(request, means.limits) {
            Err(stop @ Stop::TooLarge(_)) => {
                return self.outcomes_alone(request, means)?.ok_or(stop);
            }
            plan => plan?,
        };
        // Columns of definitions come last.
        let are_all = plan.quantities.len() == plan.columns.len();
        let (tabulated, is_stopped) = match self.carry_out(&plan, request, means) {
            Ok(tabulated) => (tabulated, false),
            Err(TableHalt { stop: Stop::Interrupted(Some(table)), is_whole: true }) if are_all => {
                (Tabulated { table: *table, periods: Vec::new() }, true)
            }
            Err(halt) => return Err(halt.stop),
        };
        let mut summary = Summary::from(&tabulated);
        for (summary, column) in summary.columns.iter_mut().zip(&tabulated.table.columns) {
            summary.sparse = self.sparse_space(&tabulated.table, column, summary.period);
        }
        Ok(Summary { kernel: Some(plan.words()), is_stopped, ..summary })
    }

    /// The summary of outcomes that are not kept but bit by bit; `None` where there is no such way.
    fn outcomes_alone(&self, request: &Request, means: Means<'_>) -> Result<Option<Summary>, Stop> {
        let headings = self.headings(request)?;
        let quantities = self.quantities(&headings)?;
        if !is_plain(request) || quantities.len() != headings.len() {
            return Ok(None);
        }
        let space = Space::new(self.axes_of_any_length(&request.bounds)?);
        let (mut columns, mut positions) = (Vec::new(), 0);
        for quantity in quantities {
            let Some(outcomes) = self.outcomes(&space, quantity, means)? else { return Ok(None) };
            let mut running = Running::default();
            let length = space.axes.last().map_or(1, Axis::len);
            let rows = outcomes.rows().flat_map(|number| outcomes.row(number, length));
            running.add_cells(rows.map(|wins| wins.map(u16::from)));
            let digest = running.digest();
            positions = digest.positions;
            let (name, digest) = (quantity.name().to_owned(), Some(digest));
            columns.push(ColumnSummary { name, digest, period: None, sparse: None });
        }
        let kernel = Some(kernel::ROWS_OF_BITS.into());
        Ok(Some(Summary { axes: space.axes, positions, kernel, columns, is_stopped: false }))
    }

    /// Who wins at all positions of a box, kept bit by bit; `None` where there is no such way, or not
    /// within the limits.
    ///
    /// # Errors
    /// The user stopped the work.
    pub(crate) fn outcomes(
        &self,
        space: &Space,
        quantity: Quantity,
        means: Means<'_>,
    ) -> Result<Option<Outcomes>, Stop> {
        let rows = self.by_rows(space, quantity, means.limits)?;
        rows.map_or(Ok(None), |rows| outcomes(&rows, space, means))
    }

    /// How that is done.
    pub(super) fn by_rows(
        &self,
        space: &Space,
        quantity: Quantity,
        limits: Limits,
    ) -> Result<Option<ByRows>, Stop> {
        let is_box = self.working_space(space).as_ref() == Some(space);
        let Some(fold) = self.fold(quantity).filter(|_| is_box) else { return Ok(None) };
        let rows = ByRows::new(&*self.code(space)?, fold);
        Ok(rows.filter(|rows| rows.bytes(space) <= limits.memory.into()))
    }

    /// The box of all that moves lead to from some positions, as far as their coordinates tell.
    pub(crate) fn box_below(&self, positions: &[&[i64]]) -> Space {
        let axes = self.lowered.dimensions.iter().enumerate().map(|(i, d)| {
            let most = positions.iter().map(|at| at[i]).max().unwrap_or(d.lo);
            Axis::new(&d.name, d.lo, d.hi.unwrap_or(most).max(d.lo))
        });
        Space::new(axes.collect())
    }

    /// The summary by a kernel that may prove a period, where there is one; `None` when the table
    /// is to be computed as usual.
    fn repetition(&self, request: &Request, means: Means<'_>) -> Result<Option<Summary>, Stop> {
        let columns = self.headings(request)?;
        if !is_plain(request) || self.quantities(&columns)? != [Quantity::Sg] || columns.len() > 1 {
            return Ok(None);
        }
        let axes = self.axes_of_any_length(&request.bounds)?;
        let space = Space::new(axes.clone());
        let [axis] = &axes[..] else { return Ok(None) };
        let Some(kernel) = self.column_kernel(&space) else { return Ok(None) };
        let fits = u128::from(means.limits.memory) / u128::from(kernel.bytes().max(1));
        let computed = match kernel.may_repeat() {
            true if space.cells() <= fits => space.cells(),
            true => fits.min(SEARCHED),
            false => fits.min(SHOWN).min(space.cells()),
        };
        // Where no period can be proved, values that fit are a table like any other.
        let is_table = || self.plan(request, means.limits).is_ok();
        if !kernel.may_repeat() && (!kernel.may_follow() || is_table()) {
            return Ok(None);
        }
        let Ok(last) = i64::try_from(computed.max(1) - 1) else { return Ok(None) };
        let part = Space::new(vec![Axis::new(&axis.name, axis.lo, axis.lo + last)]);
        let kept = self.kept(Quantity::Sg, &part, means.progress);
        let mut values = kept.restored()?;
        let extended =
            kept.extend(&mut values, |values, pulse| kernel.extend(&part, values, pulse));
        let period = match extended {
            Ok(period) => period,
            Err(Halt::Interrupted) => return Err(interrupted(axis, values)),
            Err(Halt::Overflow | Halt::Fault(_)) => return Ok(None),
        };
        let cells = u64::try_from(space.cells()).unwrap_or(u64::MAX);
        let mut words = kernel.words();
        let repetition = |from, length| Digest::of_repetition(&values, from, length, cells);
        let sparse = || kernel.sparse_space(needed(&values, period));
        let (digest, period, sparse) = match period {
            Some(p) => (repetition(p.preperiod as usize, p.period as usize), period, sparse()),
            None if computed == space.cells() => (repetition(0, values.len()), None, sparse()),
            None => {
                let passing = Passing::new(&*kernel, &values, cells, means.limits);
                let passing =
                    passing.ok_or_else(|| too_large(axis, &*kernel, &values, means.limits))?;
                words = message!("{words}; after {} = {last} values are not kept", axis.name);
                drop(values);
                self.passed_on(passing, &space, means.progress)?
            }
        };
        let name = Quantity::Sg.name().to_owned();
        let columns = vec![ColumnSummary { name, digest: Some(digest), period, sparse }];
        let (kernel, is_stopped) = (Some(words), false);
        Ok(Some(Summary { axes, positions: cells, kernel, columns, is_stopped }))
    }

    /// The sparse space of a column of Grundy values of one heap, of those up to where the period is
    /// proved, if the game is a code and they have one.
    #[must_use]
    pub fn sparse_space(
        &self,
        table: &Table,
        column: &Column,
        period: Option<Period>,
    ) -> Option<SparseSpace> {
        let Values::U16(values) = &column.values else { return None };
        let is_plain = table.present.is_none() && column.name == Quantity::Sg.name();
        let space = Space::new(table.axes.clone());
        let kernel = kernel::recognise(self, &space, Fold::Mex).filter(|_| is_plain)?;
        kernel.sparse_space(needed(values, period))
    }

    /// What a column of Grundy values that are not kept amounts to, its period and its sparse space.
    fn passed_on(
        &self,
        mut passing: Passing,
        space: &Space,
        progress: &dyn Progress,
    ) -> Result<(Digest, Option<Period>, Option<SparseSpace>), Stop> {
        let kept = self.kept(Quantity::Sg, space, progress).standing_in();
        if let Some(file) = kept.file() {
            passing.keep_in(file);
        }
        // What another limit of memory has left begins anew.
        if let Some(restored) = passing.restored(&kept.restored_state()?) {
            passing = restored;
        }
        let told = kept.go(&mut passing, Passing::known, |p| p.state(), Passing::run);
        let Axis { name, lo, .. } = &space.axes[0];
        let last = lo + i64::try_from(passing.known()).unwrap_or(i64::MAX) - 1;
        match told {
            Ok(true) => {
                let period = passing.period();
                let (digest, sparse) = passing.digest();
                Ok((digest, period, sparse))
            }
            Ok(false) => {
                let why = message!(
                    "the values after {name} = {last} cannot be told from the first and the last \
                     that fit in memory: a rare one may be among them. No period is proved up to \
                     there (lower --to, raise --memory, or keep them with --checkpoint)"
                );
                Err(Stop::Limit(why, None))
            }
            Err(_) if passing.period().is_some() => Err(Stop::Interrupted(None)),
            Err(_) => {
                let axes = vec![Axis::new(name, *lo, last)];
                let table = Table { axes, columns: Vec::new(), present: None };
                Err(Stop::Interrupted(Some(Box::new(table))))
            }
        }
    }
}

/// Whether all positions of a box are asked for, by the fastest method.
fn is_plain(request: &Request) -> bool {
    request.positions == Positions::All && request.kernel == Kernel::Auto
}

/// Who wins at all positions of a box; `None` where rows of bits cannot tell.
pub(super) fn outcomes(
    rows: &ByRows,
    space: &Space,
    means: Means<'_>,
) -> Result<Option<Outcomes>, Stop> {
    match rows.outcomes(space, &|done, total| means.progress.advance(done, total)) {
        Some(outcomes) if !outcomes.is_whole() => Err(Stop::Interrupted(None)),
        outcomes => Ok(outcomes),
    }
}

/// The values that the proof of a period needs, or all.
fn needed(values: &[u16], period: Option<Period>) -> &[u16] {
    let count = period.and_then(|period| usize::try_from(period.computed_to + 1).ok());
    count.and_then(|count| values.get(..count)).unwrap_or(values)
}

/// Grundy values of one number, from the least position on: all that are asked for, or those before
/// a proved period that repeats them.
#[derive(Debug)]
pub(crate) struct Repeating {
    lo: i64,
    values: Vec<u16>,
    period: Option<Period>,
}

impl Repeating {
    /// The value of a position of at least the least.
    pub(crate) fn value(&self, n: i64) -> Option<i64> {
        let at = u64::try_from(n.checked_sub(self.lo)?).ok()?;
        let at = match self.period {
            Some(Period { preperiod, period, .. }) if at >= self.values.len() as u64 => {
                preperiod + (at - preperiod) % period
            }
            _ => at,
        };
        self.values.get(usize::try_from(at).ok()?).map(|&value| value.into())
    }
}

impl Game {
    /// The kernel for Grundy values over a box that no move leaves.
    fn column_kernel(&self, space: &Space) -> Option<Box<dyn Fast>> {
        let kernel = kernel::recognise(self, space, Fold::Mex)?;
        (self.working_space(space).as_ref() == Some(space)).then_some(kernel)
    }

    /// The values of a game of one number up to `last` in little memory: `None` where no period is
    /// proved soon.
    ///
    /// # Errors
    /// The user stopped the work.
    pub(crate) fn repeating(
        &self,
        last: i64,
        progress: &dyn Progress,
    ) -> Result<Option<Repeating>, Stop> {
        let [dimension] = &self.lowered.dimensions[..] else { return Ok(None) };
        let lo = dimension.lo;
        let cells = (i128::from(last) - i128::from(lo) + 1).max(1);
        let searched = cells.min(SEARCHED as i128) as i64;
        let space = Space::new(vec![Axis::new(&dimension.name, lo, lo + (searched - 1))]);
        let kernel = self.column_kernel(&space).filter(|kernel| kernel.may_repeat());
        let Some(kernel) = kernel else { return Ok(None) };
        let mut values = Vec::new();
        match kernel.extend(&space, &mut values, &|done, total| progress.advance(done, total)) {
            Ok(None) if i128::from(searched) < cells => Ok(None),
            Ok(period) => Ok(Some(Repeating { lo, values, period })),
            Err(Halt::Interrupted) => Err(Stop::Interrupted(None)),
            Err(Halt::Overflow | Halt::Fault(_)) => Ok(None),
        }
    }
}

/// Stops with the values that are known.
fn interrupted(axis: &Axis, values: Vec<u16>) -> Stop {
    let Some(last) = values.len().checked_sub(1) else { return Stop::Interrupted(None) };
    let axes = vec![Axis::new(&axis.name, axis.lo, axis.lo + last as i64)];
    let column = Column { name: Quantity::Sg.name().to_owned(), values: Values::U16(values) };
    let table = Table { axes, columns: vec![column], present: None };
    Stop::Interrupted(Some(Box::new(table)))
}

fn too_large(axis: &Axis, kernel: &dyn Fast, values: &[u16], limits: Limits) -> Stop {
    let Axis { name, lo, hi, .. } = axis;
    let cells = (i128::from(*hi) - i128::from(*lo) + 1) as u128;
    Stop::TooLarge(message!(
        "no period is proved up to {name} = {}, and {cells} positions would need {} \
         (lower --to or raise --memory)",
        i128::from(*lo) + values.len() as i128 - 1,
        too_much(cells * u128::from(kernel.bytes()), limits.memory)
    ))
}
