//! Tables of partizan quantities.

use super::dense::{self, BoxHalt};
use super::judge::{SumJudge, budget};
use crate::fill::{self, Plan, order_columns};
use crate::game::Game;
use crate::machine::run::Code;
use crate::order::Order;
use crate::progress::Means;
use crate::request::{Kernel, Positions, Request};
use crate::search::position::{Component, Wholes};
use crate::space::{Space, Walk};
use crate::stop::{SearchStop, Stop};
use crate::valuation::stops::{Outcome, OutcomeAndNumber};
use arith::Dyadic;
use clauses::Sum;
use expr::ast::Quantity;
use expr::words::equations;
use message::message;
use rule::ast::{Heading, Play, Player};
use std::borrow::Cow;
use table::{Axis, Column, Table, Values};

/// Cells between two questions whether the work should stop.
const STRIDE: usize = 1 << 12;

/// The box of a table, and what is asked for it.
type Asked<'a> = (&'a [Axis], &'a [Quantity]);

/// The table with these columns of positions; what is no number has neither numerator nor exponent.
fn tabulated(axes: &[Axis], cells: &[Option<OutcomeAndNumber>], quantities: &[Quantity]) -> Table {
    let outcomes = cells.iter().map(|cell| cell.map_or(Outcome::P, |known| known.0));
    let numbers = cells.iter().map(|cell| cell.map_or(Some(Dyadic::ZERO), |known| known.1));
    let wins = |of: fn(Outcome) -> bool| {
        Values::U16(outcomes.clone().map(|outcome| u16::from(of(outcome))).collect())
    };
    let part = |of: fn(Dyadic) -> i128| {
        let part = |x: Dyadic| Dyadic::new(of(x), 0).ok();
        Values::of_numbers(numbers.clone().map(|number| part(number?)).collect())
    };
    let column = |quantity: &Quantity| {
        let values = match quantity {
            Quantity::Left => wins(Outcome::left_wins_first),
            Quantity::Right => wins(Outcome::right_wins_first),
            Quantity::Outcome => Outcome::column(outcomes.clone()),
            Quantity::Numerator => part(Dyadic::numerator),
            Quantity::Exponent => part(|x| i128::from(x.exponent())),
            _ => Values::of_numbers(numbers.clone().collect()),
        };
        Column { name: quantity.name().to_owned(), values }
    };
    Table {
        axes: axes.to_vec(),
        columns: quantities.iter().map(column).collect(),
        present: cells.contains(&None).then(|| cells.iter().map(Option::is_some).collect()),
    }
}

impl Outcome {
    /// The column of outcomes.
    pub fn column(outcomes: impl Iterator<Item = Self>) -> Values {
        Values::Words {
            words: Self::ALL.iter().map(ToString::to_string).collect(),
            cells: outcomes.map(|outcome| outcome as u8).collect(),
        }
    }
}

impl Game {
    /// Whether some move is Left's or Right's only.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        self.rules.is_partizan()
    }

    /// Whether sums of positions are those of the theory of numbers and games: play is normal, in
    /// one component at a time, and ends by being stuck alone. Then positions have values.
    #[must_use]
    pub fn has_values(&self) -> bool {
        self.rules.games().all(|g| {
            g.play == Play::One
                && g.sum == Sum::Multiset
                && !g.stuck_wins
                && !g.looks_around()
                && g.endings.is_empty()
        })
    }

    /// Why the quantity means nothing for this game, in words.
    pub(crate) fn partizan_refusal(&self, quantity: Quantity) -> Option<&'static str> {
        match quantity {
            _ if quantity.is_partizan() && self.is_coins() => {
                Some("left, right, outcome and value are not for coins")
            }
            Quantity::Value | Quantity::Numerator | Quantity::Exponent if !self.has_values() => {
                Some(
                    "values are for normal play in one component at a time, without immediate \
                     wins or losses; ask for outcome",
                )
            }
            _ if !quantity.is_partizan() && self.is_partizan() => {
                Some("the game is partizan: ask for left, right, outcome or value")
            }
            _ => None,
        }
    }

    /// A table with partizan quantities, besides which an impartial game may have others.
    pub(crate) fn with_partizan(
        &self,
        plan: &Plan,
        working: Option<&Space>,
        request: &Request,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        let (own, others): (Vec<_>, Vec<_>) = plan.quantities.iter().partition(|q| q.is_partizan());
        let asked = (&plan.axes[..], &own[..]);
        let mut table = match &request.positions {
            Positions::Starts => {
                let positions = self.start_positions(&plan.axes)?.into_iter().map(Ok);
                self.partizan_wholes(asked, request.kernel, positions, means)?
            }
            _ => self.partizan_box(asked, working, request.kernel, means)?,
        };
        Self::check_numbers(&table)?;
        if !others.is_empty() {
            let columns = others.into_iter().map(Heading::from).collect();
            let request = Request { columns, ..request.clone() };
            table.columns.extend(self.table(&request, means)?.columns);
            order_columns(&mut table, plan.names());
        }
        Ok(table)
    }

    /// Numerators and exponents are those of numbers (of 64 bits) only.
    fn check_numbers(table: &Table) -> Result<(), Stop> {
        let of_numbers = [Quantity::Numerator, Quantity::Exponent];
        let mut columns = of_numbers.iter().filter_map(|q| table.column(q.name()));
        let Some(column) = columns.find(|c| !c.values.is_integers()) else { return Ok(()) };
        let lacks = |&cell: &usize| {
            let number = column.values.number(cell).and_then(|x| x.integer());
            table.is_present(cell) && number.and_then(|n| i64::try_from(n).ok()).is_none()
        };
        let cell = (0..table.cells()).find(lacks).unwrap_or_default();
        let position = table.position(cell);
        let at = equations(table.axes.iter().map(|axis| &axis.name).zip(position));
        Err(Stop::Refused(message!("there is no {} of 64 bits at {at}", column.name)))
    }

    /// Partizan quantities of every position of a box.
    fn partizan_box(
        &self,
        asked: Asked<'_>,
        working: Option<&Space>,
        kernel: Kernel,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        if let Some(working) = working.filter(|working| working.cap.is_none())
            && let Some(table) = self.partizan_dense(asked, working, means)?
        {
            if self.lowered.symmetric {
                fill::check_symmetry(&self.lowered.dimensions, &table)?;
            }
            return Ok(table);
        }
        let space = Space::new(asked.0.to_vec());
        let mut wholes = Wholes::new(&self.rules);
        let positions = space.points().map(|at| {
            let position = vec![Component::own(at)];
            Ok(wholes.are_positions(&position)?.then_some(position))
        });
        self.partizan_wholes(asked, kernel, positions, means)
    }

    /// The box filled in evaluation order; `None` where that cannot be done.
    fn partizan_dense(
        &self,
        (axes, quantities): Asked<'_>,
        working: &Space,
        means: Means<'_>,
    ) -> Result<Option<Table>, Stop> {
        let code = Code { mirrored: false, ..self.compiled(working)? };
        let players: Vec<Player> = self.lowered.clauses.iter().map(|c| c.player).collect();
        let mut order = Cow::Borrowed(&self.order);
        let fill = |order: &Order| dense::fill(&code, &players, order, means.progress);
        let (filled, halt) = self.in_order(working, &mut order, fill, |(_, halt)| match halt {
            Some(BoxHalt::Fault(cell)) => Some(*cell),
            _ => None,
        });
        // Out of the stops of a greater box.
        let table = || {
            let space = Space::new(axes.to_vec());
            let mut walk = Walk::new(&space);
            let known = |cell| {
                let stops = filled.at(working.cell(walk.to(cell))?)?;
                Some((stops.outcome(), stops.number()))
            };
            let cells = usize::try_from(space.cells()).unwrap_or(usize::MAX);
            tabulated(axes, &(0..cells).map(known).collect::<Vec<_>>(), quantities)
        };
        match halt {
            None => Ok(Some(table())),
            Some(BoxHalt::Sum) => Ok(None),
            Some(BoxHalt::Fault(_)) if *order == Order::Unknown => Ok(None),
            Some(BoxHalt::Fault(cell)) => {
                fill::explain_fault(self, &code, &order, cell)?;
                Ok(None)
            }
            Some(BoxHalt::Overflow) => {
                let why = "a value has a numerator or denominator of more than 126 binary digits";
                Err(Stop::Limit(why.into(), Some(Box::new(table()))))
            }
            Some(BoxHalt::Interrupted) => Err(Stop::Interrupted(Some(Box::new(table())))),
        }
    }

    /// Partizan quantities of the whole position of each cell; `None` stands for no position.
    fn partizan_wholes(
        &self,
        (axes, quantities): Asked<'_>,
        kernel: Kernel,
        mut positions: impl Iterator<Item = Result<Option<Vec<Component>>, SearchStop>>,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        let count = usize::try_from(Space::new(axes.to_vec()).cells()).unwrap_or(usize::MAX);
        let budget = budget(means.limits);
        // Play looks only where it must, but at sums as a whole.
        let outcomes = [Quantity::Left, Quantity::Right, Quantity::Outcome];
        let valued = quantities.iter().any(|q| !outcomes.contains(q));
        let by_stops = self.has_values() && (valued || !self.has_single_options());
        let judge = match by_stops {
            true => SumJudge::by_stops(self, budget, means.progress),
            false => SumJudge::by_play(self, budget, means.progress),
        };
        let mut judge =
            if kernel == Kernel::Oracle { judge } else { judge.parted(self, budget, means) };
        let mut known = |cell| -> Result<Option<OutcomeAndNumber>, SearchStop> {
            if cell % STRIDE == 0 && !means.progress.advance(cell as u64, count as u64) {
                return Err(SearchStop::Interrupted);
            }
            let Some(position) = positions.next().transpose()?.flatten() else { return Ok(None) };
            Ok(Some((judge.outcome(&position)?, judge.number(&position)?)))
        };
        let mut cells: Vec<Option<OutcomeAndNumber>> = vec![None; count];
        for cell in 0..count {
            match known(cell) {
                Ok(known) => cells[cell] = known,
                Err(stop) => return Err(stop.with(Some(tabulated(axes, &cells, quantities)))),
            }
        }
        Ok(tabulated(axes, &cells, quantities))
    }
}
