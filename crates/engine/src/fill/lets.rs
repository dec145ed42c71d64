//! Columns of the rule's own definitions, at the coordinates of every position.

use super::plan::Plan;
use super::tabulate::{Tabulated, order_columns};
use crate::game::Game;
use crate::progress::Means;
use crate::request::{Bounds, Positions, Request, too_much};
use crate::search::position::Component;
use crate::space::Space;
use crate::stop::{SearchStop, Stop};
use clauses::exact::Heads;
use expr::ast::{Quantity, Span};
use expr::build::call;
use expr::eval::{EvalError, Frame, Program};
use expr::substitute;
use expr::words::equations;
use message::{Tell as _, message};
use rule::ast::Heading;
use rule::of_other_arguments;
use table::{Column, Table, Values};

/// Cells between two reports of progress.
const STRIDE: usize = 1 << 8;
/// The same where it is only asked whether they are positions.
const LONG_STRIDE: usize = 1 << 14;

impl Game {
    /// The columns that a request asks for, in order.
    ///
    /// # Errors
    /// A definition that is no column of these rows.
    pub(crate) fn headings(&self, request: &Request) -> Result<Vec<Heading>, Stop> {
        let usual = self.instance.rule.table.iter().flat_map(|table| table.headings()).cloned();
        let mut headings: Vec<Heading> = Vec::new();
        let asked = match &request.columns[..] {
            [] => usual.collect(),
            asked => asked.to_vec(),
        };
        for heading in asked {
            if !headings.contains(&heading) {
                headings.push(heading);
            }
        }
        if headings.is_empty() {
            let usual = if self.is_partizan() { Quantity::Outcome } else { Quantity::Sg };
            return Ok(vec![usual.into()]);
        }
        let definitions = headings.iter().filter(|heading| heading.quantity().is_none());
        for name in definitions.map(Heading::name) {
            rule::heading(&self.instance.rule, name).map_err(|e| Stop::Refused(e.message()))?;
            self.program(name)?;
            if let Positions::Boards(_) = request.positions {
                return Err(Stop::Refused(message!(
                    "`{name}` is computed from the coordinates of a position, and a board has none"
                )));
            }
        }
        Ok(headings)
    }

    /// A definition as a function of the coordinates.
    fn program(&self, name: &str) -> Result<Program, Stop> {
        let coordinates: Vec<String> =
            self.lowered.dimensions.iter().map(|d| d.name.clone()).collect();
        let definition = self.lowered.definitions.iter().find(|d| d.name == name);
        if let Some(definition) = definition.filter(|d| d.arguments.len() != coordinates.len()) {
            return Err(Stop::Refused(of_other_arguments(definition, &coordinates)));
        }
        let e = call(name, coordinates.iter().map(substitute::name).collect());
        self.exact.program(&e, &coordinates).map_err(Stop::Mistake)
    }

    /// A table of such rows without columns.
    ///
    /// # Errors
    /// As for [`Game::table`].
    pub fn rows(
        &self,
        bounds: &Bounds,
        positions: &Positions,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        let axes = self.axes_of(bounds, positions)?;
        let space = Space::new(axes.clone());
        if space.cells() > u128::from(means.limits.memory) {
            let cells = space.cells();
            let needed = too_much(cells, means.limits.memory);
            return Err(Stop::TooLarge(message!(
                "the table would have {cells} positions and need {needed} (lower --to or raise --memory)"
            )));
        }
        let present: Vec<bool> = match positions {
            Positions::Starts => self.start_positions(&axes)?.iter().map(Option::is_some).collect(),
            Positions::Boards(_) => Vec::new(),
            Positions::All => {
                let is_position = |(cell, at): (usize, Vec<i64>)| {
                    let asks = cell.is_multiple_of(LONG_STRIDE);
                    if asks && !means.progress.advance(0, 0) {
                        return Err(SearchStop::Interrupted);
                    }
                    self.rules.is_position(&at)
                };
                space.points().enumerate().map(is_position).collect::<Result<_, _>>()?
            }
        };
        let present = Some(present).filter(|present| present.contains(&false));
        Ok(Table { axes, columns: Vec::new(), present })
    }

    /// Adds the columns of definitions that the plan has, and puts all columns into its order.
    pub(super) fn with_definitions(
        &self,
        plan: &Plan,
        positions: &Positions,
        tabulated: Tabulated,
        means: Means<'_>,
    ) -> Result<Tabulated, Stop> {
        let Tabulated { mut table, periods } = tabulated;
        let definitions = plan.columns.iter().filter(|column| column.quantity().is_none());
        let names: Vec<&str> = definitions.map(Heading::name).collect();
        if names.is_empty() {
            return Ok(Tabulated { table, periods });
        }
        let starts = match positions {
            Positions::Starts => Some(self.starts_compiled()?),
            _ => None,
        };
        // One memory for all: definitions call one another.
        let mut frame = Frame::within(means.limits.memory);
        for name in names {
            let at = |cell: usize| match &starts {
                None => Ok(table.position(cell)),
                Some(starts) => {
                    single(name, &starts.at(&table.position(cell)).map_err(Stop::Refused)?)
                }
            };
            let (values, stop) = self.column(name, &table, &at, &mut frame, means)?;
            let is_first = table.columns.is_empty();
            if stop.is_none() || is_first {
                if stop.is_some() {
                    let known = |cell| cell < values.len() && table.is_present(cell);
                    table.present = Some((0..table.cells()).map(known).collect());
                }
                let mut values = values;
                values.resize(table.cells(), 0);
                let (name, values) = (name.to_owned(), Values::of_wide_integers(values));
                table.columns.push(Column { name, values });
            }
            if let Some(stop) = stop {
                order_columns(&mut table, plan.names());
                return Err(stop.with(Some(table)));
            }
        }
        order_columns(&mut table, plan.names());
        Ok(Tabulated { table, periods })
    }

    /// The values of the first cells, and why there are no more if they are not all.
    fn column(
        &self,
        name: &str,
        table: &Table,
        at: &dyn Fn(usize) -> Result<Vec<i64>, Stop>,
        frame: &mut Frame,
        means: Means<'_>,
    ) -> Result<(Vec<i128>, Option<SearchStop>), Stop> {
        let program = self.program(name)?;
        let cells = table.cells();
        let mut values = Vec::with_capacity(cells);
        for cell in 0..cells {
            if cell.is_multiple_of(STRIDE) && !means.progress.advance(cell as u64, cells as u64) {
                return Ok((values, Some(SearchStop::Interrupted)));
            }
            if !table.is_present(cell) {
                values.push(0);
                continue;
            }
            frame.set_all(at(cell)?);
            match program.integer(frame, &mut &Heads::default()) {
                Ok(value) => values.push(value),
                Err(error) => {
                    let axes = table.axes.iter().map(|axis| &axis.name);
                    let position = equations(axes.zip(table.position(cell)));
                    return Ok((values, Some(self.without_value(name, &position, &error))));
                }
            }
        }
        Ok((values, None))
    }

    /// Why a definition has no value at a position.
    fn without_value(&self, name: &str, position: &str, error: &EvalError) -> SearchStop {
        let why = message!("`{name}` has no value at {position}: {error}");
        match error {
            EvalError::Interrupted => SearchStop::Interrupted,
            _ if error.is_limit() && patience::is_over() => SearchStop::Interrupted,
            EvalError::TooLong(_) | EvalError::TooMuchWork => {
                SearchStop::TooLarge(message!("{why} (lower --to or raise --memory)"))
            }
            EvalError::Overflow => SearchStop::TooLarge(message!("{why} (lower --to)")),
            EvalError::TooDeep(_) => SearchStop::TooLarge(why),
            _ => {
                let definition = self.lowered.definitions.iter().rev().find(|d| d.name == name);
                let span = definition.map_or_else(Span::default, |definition| definition.span);
                let (label, help) = ("this definition", error.remedy());
                let mistake = clauses::mistake("G024", span, why.to_string(), label, help);
                SearchStop::Valueless(Box::new(mistake))
            }
        }
    }
}

/// The coordinates of a start that is a single position.
fn single(name: &str, start: &[Component]) -> Result<Vec<i64>, Stop> {
    match start {
        [component] if component.game == 0 => Ok(component.at.clone()),
        _ => Err(Stop::Refused(message!(
            "`{name}` is computed from the coordinates of one position, and these starts are sums; \
             ask for all positions: --to N"
        ))),
    }
}
