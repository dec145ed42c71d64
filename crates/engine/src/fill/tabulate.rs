//! Fills tables: by the machine where a box holds all options, by search elsewhere.

use super::kept::Kept;
use super::plan::Plan;
use super::way::{ColumnWay, Columns, Told, Way};
use super::wholes::Asked;
use super::{Searched, fault, symmetry};
use crate::fold::Fold;
use crate::game::Game;
use crate::kernel::{Filler, WholeColumn};
use crate::machine::cell::Cell;
use crate::machine::parts::PartCode;
use crate::machine::run::{Code, Halt};
use crate::order::Order;
use crate::progress::{Means, Progress};
use crate::request::{Positions, Request};
use crate::search::position::Component;
use crate::space::Space;
use crate::stop::{SearchStop, Stop};
use expr::ast::Quantity;
use kernels::period::Period;
use std::borrow::Cow;
use table::{Axis, Column, Table, Values};

/// Why there is no whole table, and whether its columns of quantities are whole; if not, it has what
/// there is of the first one.
pub(super) struct TableHalt {
    pub(super) stop: Stop,
    pub(super) is_whole: bool,
}

impl From<Stop> for TableHalt {
    fn from(stop: Stop) -> Self {
        Self { stop, is_whole: false }
    }
}

/// A table, and what was proved of its columns on the way.
#[derive(Clone, Debug)]
pub struct Tabulated {
    /// The table.
    pub table: Table,
    /// Periods along the only axis, each of one quantity.
    pub periods: Vec<(Quantity, Period)>,
}

impl From<Table> for Tabulated {
    fn from(table: Table) -> Self {
        Self { table, periods: Vec::new() }
    }
}

/// A smaller table takes no longer than compiling the moves a second time.
const LEAST_REORDERED: u128 = 1 << 8;

impl Game {
    /// The table asked for.
    ///
    /// # Errors
    /// See [`Stop`]; a stopped table keeps what was computed.
    pub fn table(&self, request: &Request, means: Means<'_>) -> Result<Table, Stop> {
        self.tabulate(request, means).map(|tabulated| tabulated.table)
    }

    /// The table asked for, with what is known of it besides its values.
    ///
    /// # Errors
    /// See [`Stop`]; a stopped table keeps what was computed.
    pub fn tabulate(&self, request: &Request, means: Means<'_>) -> Result<Tabulated, Stop> {
        self.carry_out(&self.plan(request, means.limits)?, request, means).map_err(|halt| halt.stop)
    }

    /// The planned table of a request.
    pub(super) fn carry_out(
        &self,
        plan: &Plan,
        request: &Request,
        means: Means<'_>,
    ) -> Result<Tabulated, TableHalt> {
        let Plan { axes, quantities, .. } = plan;
        let tabulated = match (&plan.way, &request.positions) {
            (Way::Arguments, rows) => self.rows(&request.bounds, rows, means)?.into(),
            (Way::Definition, rows) => self.by_definition(plan, rows, means)?.into(),
            (Way::Columns(columns), _) => self.fill(columns, means)?,
            (Way::Partizan(working), _) => {
                self.with_partizan(plan, working.as_ref(), request, means)?.into()
            }
            (Way::Limited(starts), _) => {
                let pulse = |done, total| means.progress.advance(done, total);
                starts.table(axes, quantities, &pulse)?.into()
            }
            (Way::Starts(positions, told), _) => {
                self.table_of_wholes(Asked { axes, quantities, positions }, told, means)?.into()
            }
            (Way::Unlisted, Positions::Boards(sizes)) => {
                let asked = Asked { axes, quantities, positions: &self.boards(sizes) };
                self.table_of_wholes(asked, &Told::Searched(None), means)?.into()
            }
            (Way::Unlisted, _) => {
                let asked = Asked { axes, quantities, positions: &self.start_positions(axes)? };
                let told = self.told(asked, request.kernel, means.limits)?;
                self.table_of_wholes(asked, &told, means)?.into()
            }
        };
        Ok(self.with_definitions(plan, &request.positions, tabulated, means)?)
    }

    /// The table of columns of a box.
    pub(super) fn fill(&self, columns: &Columns, means: Means<'_>) -> Result<Tabulated, TableHalt> {
        let Columns { axes, quantities, working, all } = columns;
        let space = Space::new(axes.clone());
        let order = |table: &mut Table| order_columns(table, quantities.iter().map(|q| q.name()));
        let mut table = Table { axes: axes.clone(), columns: Vec::new(), present: None };
        let mut periods = Vec::new();
        // Columns made of mirror images.
        let mut mirrored = 0;
        for &(quantity, ref way) in all {
            let made = match (way, working) {
                (ColumnWay::Filled(fold, filler), Some(working)) => {
                    self.by_fold_or_search(working, &space, quantity, *fold, filler, means)?
                }
                (ColumnWay::Derived, _) => {
                    let own = periods.iter().find(|(q, _)| *q == Quantity::Sg).map(|&(_, p)| p);
                    let period = own.and_then(|period| won(&table, period));
                    Made { period, ..Filled::Derived.into() }
                }
                _ => self.searched(&space, quantity, means)?.into(),
            };
            periods.extend(made.period.map(|period| (quantity, period)));
            mirrored += usize::from(made.is_mirrored);
            let is_whole = columns.has_asked(&table);
            if let Some(stop) = made.column.add_to(quantity, &mut table, !is_whole) {
                if is_whole {
                    order(&mut table);
                }
                return Err(TableHalt { stop: stop(table), is_whole });
            }
        }
        if self.lowered.symmetric && mirrored < table.columns.len() {
            symmetry::check(&self.lowered.dimensions, &table)?;
        }
        let moves = self.add_moves(columns, &mut table, means);
        order(&mut table);
        if let Err((stop, is_whole)) = moves {
            return Err(TableHalt { stop: stop.with(Some(table)), is_whole });
        }
        Ok(Tabulated { table, periods })
    }

    /// A column of a fold, by a search where nothing else fills it.
    fn by_fold_or_search(
        &self,
        working: &Space,
        asked: &Space,
        quantity: Quantity,
        fold: Fold,
        filler: &Filler,
        means: Means<'_>,
    ) -> Result<Made, Stop> {
        // A move that leaves the positions somewhere in a widened box: a search tells whether it
        // matters.
        let fault = match self.by_fold(working, asked, quantity, fold, filler, means.progress) {
            Ok(Some(made)) => return Ok(made),
            Ok(None) => None,
            Err(stop @ Stop::Mistake(_)) if working.cap.is_some() => Some(stop),
            Err(stop) => return Err(stop),
        };
        match (self.searched(asked, quantity, means)?, fault) {
            // The search does not know the move.
            (
                Filled::Stopped {
                    stop: SearchStop::Undefined(_) | SearchStop::Valueless(_), ..
                },
                Some(stop),
            ) => Err(stop),
            (column, _) => Ok(column.into()),
        }
    }

    /// A column by what fills it, or by the machine; `None` where a move leaves the part of a box that
    /// the sampled ones do not, or fits no order.
    fn by_fold(
        &self,
        working: &Space,
        asked: &Space,
        quantity: Quantity,
        fold: Fold,
        filler: &Filler,
        progress: &dyn Progress,
    ) -> Result<Option<Made>, Stop> {
        if let Filler::Kernel(kernel) = filler {
            return match self.by_kernel(&**kernel, working, asked, quantity, progress)? {
                None => {
                    let filler = Filler::of_code(self, &*self.code(working)?, fold);
                    self.by_fold(working, asked, quantity, fold, &filler, progress)
                }
                made => Ok(made),
            };
        }
        let code = self.code(working)?;
        if let Filler::Whole(whole) = filler
            && let Some(made) = self.by_whole(&**whole, &code, asked, fold, progress)?
        {
            return Ok(Some(made));
        }
        match self.dense(&code, asked, quantity, fold, progress) {
            Err(stop) if working.cap.is_some() && !matches!(stop, Stop::Mistake(_)) => Ok(None),
            filled => Ok(filled?.map(Made::from)),
        }
    }

    /// What must be tabulated first: what tells of winning moves needs an outcome, a sum's outcome needs sg.
    pub(crate) fn base_quantities(&self, asked: &[Quantity]) -> Vec<Quantity> {
        let mut base = Vec::new();
        let by_sg = !self.has_single_options() && self.rules.decomposes();
        for &quantity in asked {
            let needs: &[Quantity] = match quantity {
                Quantity::Win if by_sg => &[Quantity::Sg, Quantity::Win],
                of_moves if of_moves.is_of_moves() && by_sg => &[Quantity::Sg],
                of_moves if of_moves.is_of_moves() => &[Quantity::Win],
                other => &[other],
            };
            for &need in needs {
                if !base.contains(&need) {
                    base.push(need);
                }
            }
        }
        base
    }

    /// The fold that computes the quantity position by position, where one does.
    pub(crate) fn fold(&self, quantity: Quantity) -> Option<Fold> {
        let is_alone = match quantity {
            Quantity::Sg => true,
            Quantity::Win | Quantity::Misere | Quantity::Remoteness => self.has_single_options(),
            _ => false,
        };
        is_alone.then(|| self.search_fold(quantity))
    }

    pub(crate) fn search_fold(&self, quantity: Quantity) -> Fold {
        match quantity {
            Quantity::Misere => Fold::Outcome { stuck: 1 },
            Quantity::Remoteness => Fold::Remoteness,
            Quantity::Win => Fold::Outcome { stuck: self.stuck_value() },
            _ => Fold::Mex,
        }
    }

    /// The asked part of a column by a kernel, and its period when one is proved; `None` when a value
    /// does not fit its cells.
    fn by_kernel(
        &self,
        kernel: &dyn crate::kernel::Kernel,
        space: &Space,
        asked: &Space,
        quantity: Quantity,
        progress: &dyn Progress,
    ) -> Result<Option<Made>, Stop> {
        let total = usize::try_from(space.cells()).unwrap_or(usize::MAX);
        let kept = self.kept(quantity, space, progress);
        let mut values = kept.restored()?;
        let extended =
            kept.extend(&mut values, |values, pulse| kernel.extend(space, values, pulse));
        let period = match extended {
            Ok(period) => period,
            Err(Halt::Overflow) => return Ok(None),
            Err(Halt::Fault(cell)) => {
                fault::explain(self, &*self.code(space)?, &self.order, cell)?;
                return Ok(None);
            }
            Err(Halt::Interrupted) => {
                let mut present = vec![true; values.len()];
                present.resize(total, false);
                values.resize(total, 0);
                let values = Values::U16(space.cut(values, asked));
                let present = Some(space.cut(present, asked));
                return Ok(Some(Filled::Dense { values, present, interrupted: true }.into()));
            }
        };
        if let Some(period) = &period {
            period.fill(&mut values, total - 1);
        }
        let values = Values::U16(space.cut(values, asked));
        let column = Filled::Dense { values, present: None, interrupted: false };
        Ok(Some(Made { period, ..column.into() }))
    }

    /// A column by a kernel that computes the whole of it; `None` when the machine must do it.
    fn by_whole(
        &self,
        whole: &dyn WholeColumn,
        code: &Code,
        asked: &Space,
        fold: Fold,
        progress: &dyn Progress,
    ) -> Result<Option<Made>, Stop> {
        let pulse = |done, total| progress.advance(done, total);
        let Some((cells, halt)) = whole.narrow(code, &pulse) else { return Ok(None) };
        let filled = match halt {
            None if whole.is_whole() => {
                let values = Values::U16(code.space.cut(cells, asked));
                Some(Filled::Dense { values, present: None, interrupted: false })
            }
            Some(Halt::Overflow) => {
                let Some((cells, halt)) = whole.wide(code, &pulse) else { return Ok(None) };
                self.filled(code, asked, &self.order, fold, cells, halt)?
            }
            halt => self.filled(code, asked, &self.order, fold, cells, halt)?,
        };
        let is_mirrored = whole.is_mirrored();
        Ok(filled.map(|filled| Made { is_mirrored, ..filled.into() }))
    }

    /// A column by the machine; `None` where only a search can tell whether play ends, or numbers
    /// leave 64 bits.
    fn dense(
        &self,
        code: &Code,
        asked: &Space,
        quantity: Quantity,
        fold: Fold,
        progress: &dyn Progress,
    ) -> Result<Option<Filled>, Stop> {
        if let Some(filled) = self.reordered_fill(code, asked, quantity, fold, progress)? {
            return Ok(Some(filled));
        }
        let kept = self.kept(quantity, &code.space, progress);
        let mut order = Cow::Borrowed(&self.order);
        let mut wide: Vec<u32> = kept.restored()?;
        if wide.is_empty() {
            let mut cells: Vec<u16> = kept.restored()?;
            let halt = kept.extend(&mut cells, |cells, pulse| {
                let run = |order: &Order| code.run(cells, order, fold, pulse);
                self.in_order(&code.space, &mut order, run, Halt::fault)
            });
            // A sum may have the value that marks cells without one: wider cells tell.
            let is_sum = |parts: &[PartCode]| !matches!(parts, [] | [PartCode::Point(_)]);
            let sums = code.clauses.iter().any(|clause| is_sum(&clause.parts));
            let doubtful = sums && matches!(halt, Err(Halt::Fault(_)));
            if *order == Order::Unknown {
                return Ok(None);
            }
            if halt != Err(Halt::Overflow) && !doubtful {
                return self.filled(code, asked, &order, fold, cells, halt.err());
            }
        }
        let halt = kept.extend(&mut wide, |cells, pulse| {
            let run = |order: &Order| code.run(cells, order, fold, pulse);
            self.in_order(&code.space, &mut order, run, Halt::fault)
        });
        match *order {
            Order::Unknown => Ok(None),
            _ => self.filled(code, asked, &order, fold, wide, halt.err()),
        }
    }

    /// A column whose cells are computed as another order of the coordinates stores them, where moves
    /// raise coordinates and one thread looks ahead at rows; `None` where that cannot be.
    fn reordered_fill(
        &self,
        code: &Code,
        asked: &Space,
        quantity: Quantity,
        fold: Fold,
        progress: &dyn Progress,
    ) -> Result<Option<Filled>, Stop> {
        let dimensions = code.space.axes.len();
        if code.falling || code.mirrored || code.space.cells() < LEAST_REORDERED {
            return Ok(None);
        }
        let Some(axes) = self.sample.falling_order(dimensions) else { return Ok(None) };
        let stored = self.reordered(&code.space, &axes)?;
        if !stored.is_filled_alone() {
            return Ok(None);
        }
        let kept = self.kept(quantity, &stored.space, progress);
        let mut cells: Vec<u16> = kept.restored()?;
        let order = Order::Lexicographic((0..dimensions).map(|axis| (axis, false)).collect());
        let run = kept.extend(&mut cells, |cells, pulse| stored.run(cells, &order, fold, pulse));
        match run {
            Err(Halt::Fault(_) | Halt::Overflow) => Ok(None),
            Ok(()) | Err(Halt::Interrupted) => {
                let cells = code.space.stored_back(&cells, &axes);
                self.filled(code, asked, &order, fold, cells, run.err())
            }
        }
    }

    /// A column of this game over the box, to be kept where the progress says.
    pub(crate) fn kept<'p>(
        &self,
        quantity: Quantity,
        space: &Space,
        progress: &'p dyn Progress,
    ) -> Kept<'p> {
        Kept::new(progress, || {
            let stored = match quantity {
                Quantity::Remoteness => "remoteness and winner",
                other => other.name(),
            };
            let axes = space.axes.iter().map(|a| format!(" {}={}..{}", a.name, a.lo, a.hi));
            let values = self.instance.values.iter().map(|(name, v)| format!(" {name}={v}"));
            let request: String = axes.chain(values).collect();
            format!("{stored}{request}\n{}\n{}", self.instance.rule, self.texts.all())
        })
    }

    /// The asked part of cells that are filled, unless the run ended before; `None` where it ended
    /// at a number of more than 64 bits.
    fn filled<T: Cell>(
        &self,
        code: &Code,
        asked: &Space,
        order: &Order,
        fold: Fold,
        cells: Vec<T>,
        halt: Option<Halt>,
    ) -> Result<Option<Filled>, Stop> {
        let interrupted = match halt {
            None => false,
            Some(Halt::Interrupted) => true,
            Some(Halt::Overflow) => {
                return Err(Stop::Limit("a value does not fit 32 bits".into(), None));
            }
            Some(Halt::Fault(cell)) => {
                fault::explain(self, code, order, cell)?;
                return Ok(None);
            }
        };
        let mut cells = code.space.cut(cells, asked);
        // A part at a time, which vectors can look through.
        let has_unset = |part: &[T]| part.iter().fold(false, |any, &c| any | (c == T::UNSET));
        let present = cells.chunks(1 << 12).any(has_unset);
        let present = present.then(|| cells.iter().map(|&c| c != T::UNSET).collect());
        if fold == Fold::Remoteness {
            let read = |cell: T| T::store(fold.read(cell.load())).unwrap_or(T::UNSET);
            cells.iter_mut().filter(|c| **c != T::UNSET).for_each(|c| *c = read(*c));
        }
        let values = T::column(cells);
        Ok(Some(Filled::Dense { values, present, interrupted }))
    }

    /// Values of every position of the box by search.
    fn searched(
        &self,
        space: &Space,
        quantity: Quantity,
        means: Means<'_>,
    ) -> Result<Filled, Stop> {
        // Grundy values of single positions are enough where sums have no surprises.
        let mut searched = if quantity == Quantity::Sg && self.rules.decomposes() {
            Searched::of_components(self, means.limits.searched(), means.progress)
        } else {
            Searched::new(self, quantity, means.limits.searched(), means.progress)
        };
        let cells = usize::try_from(space.cells()).unwrap_or(usize::MAX);
        let (mut values, mut present) = (vec![0i64; cells], vec![false; cells]);
        let mut here = vec![0; space.axes.len()];
        let mut stopped = None;
        for cell in 0..cells {
            space.point(cell, &mut here);
            if !self.rules.is_position(&here)? {
                continue;
            }
            match searched.value(&[Component::own(here.clone())]) {
                Ok(value) => (values[cell], present[cell]) = (value, true),
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
        let values = Values::of_integers(values);
        Ok(match stopped {
            None => Filled::Dense { values, present: Some(present), interrupted: false },
            Some(stop) => Filled::Stopped { values, present, stop },
        })
    }
}

/// The period of `win` where that of `sg` is proved, and the table begins with the heap 0.
fn won(table: &Table, period: Period) -> Option<Period> {
    let [Axis { lo: 0, .. }] = &table.axes[..] else { return None };
    let Values::U16(values) = &table.column("sg")?.values else { return None };
    let wins: Vec<u16> = values.iter().map(|&v| u16::from(v != 0)).collect();
    Some(period.of_images(&wins))
}

/// A column, and what is known of it besides its values.
struct Made {
    column: Filled,
    /// Its period, where one is proved.
    period: Option<Period>,
    /// Whether it is made of mirror images, and so as symmetric as the rule says.
    is_mirrored: bool,
}

impl From<Filled> for Made {
    fn from(column: Filled) -> Self {
        Self { column, period: None, is_mirrored: false }
    }
}

/// One column before it is put into the table.
enum Filled {
    Dense {
        values: Values,
        /// Which cells have a value; `None`: all.
        present: Option<Vec<bool>>,
        interrupted: bool,
    },
    /// A search that did not finish.
    Stopped { values: Values, present: Vec<bool>, stop: SearchStop },
    /// `win` read off the column `sg`.
    Derived,
}

type Stopped = Box<dyn FnOnce(Table) -> Stop>;

impl Filled {
    /// Adds the column to the table, one that is not whole only if that is wanted; returns how to
    /// stop then.
    fn add_to(self, quantity: Quantity, table: &mut Table, in_part: bool) -> Option<Stopped> {
        let (values, present, stop): (_, _, Option<Stopped>) = match self {
            Self::Derived => {
                let sg = table.column("sg")?;
                let win = sg.values.iter().map(|v| u16::from(v != 0)).collect();
                let name = quantity.name().to_owned();
                table.columns.push(Column { name, values: Values::U16(win) });
                return None;
            }
            Self::Dense { values, present, interrupted } => {
                let stop: Stopped = Box::new(|t| Stop::Interrupted(Some(Box::new(t))));
                (values, present, interrupted.then_some(stop))
            }
            Self::Stopped { values, present, stop } => {
                let stop: Stopped = Box::new(|t| stop.with(Some(t)));
                (values, Some(present), Some(stop))
            }
        };
        if stop.is_some() && !in_part {
            return stop;
        }
        let both = match (table.present.take(), present) {
            (Some(before), Some(present)) => {
                Some(before.iter().zip(&present).map(|(a, b)| *a && *b).collect())
            }
            (before, present) => before.or(present),
        };
        table.present = both.filter(|present: &Vec<bool>| present.contains(&false));
        table.columns.push(Column { name: quantity.name().to_owned(), values });
        stop
    }
}

/// Puts the columns of a table into the order of these names, as far as it has them.
pub(crate) fn order_columns<'n>(table: &mut Table, names: impl Iterator<Item = &'n str>) {
    let mut columns = std::mem::take(&mut table.columns);
    for name in names {
        if let Some(i) = columns.iter().position(|c| c.name == name) {
            table.columns.push(columns.remove(i));
        }
    }
}
