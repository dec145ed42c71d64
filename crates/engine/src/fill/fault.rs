//! Why the machine could not value an option, in words.

use super::plan::Plan;
use crate::game::Game;
use crate::machine::run::Code;
use crate::order::Order;
use crate::order::sample::reach;
use crate::progress::{Means, Progress};
use crate::request::{Bounds, Limits, Request};
use crate::search::Component;
use crate::stop::Stop;
use clauses::Dimension;
use clauses::exact::Heads;
use clauses::guard;
use expr::ast::{Quantity, Span};
use message::{Message, message};
use table::Axis;

/// What trying a table may use, its most cells, and the units of work it may take: half a second to three.
const TRIAL: (Limits, usize, u64) = (Limits { memory: 1 << 22 }, 1 << 14, 50_000);

impl Game {
    /// Tries the moves of the first rows of a table, as [`Game::table`] would: what stops them
    /// there stops every table that holds them. Nothing is tried where the first rows are too many,
    /// or the table is refused for what it asks; what takes long is left untried.
    ///
    /// # Errors
    /// [`Stop::Mistake`]: a move leads to no position, or may fail to decrease; an interruption.
    pub fn try_small(&self, request: &Request, progress: &dyn Progress) -> Result<(), Stop> {
        let quantity = if self.is_partizan() { Quantity::Outcome } else { Quantity::Win };
        let asked = |bounds| Request { bounds, columns: vec![quantity.into()], ..request.clone() };
        let bounds = match self.plan(&asked(request.bounds.clone()), Limits { memory: u64::MAX }) {
            Ok(Plan { axes, .. }) => {
                let most = reach(axes.len());
                let nearer = |axis: Axis| (axis.name, axis.hi.min(axis.lo.saturating_add(most)));
                Bounds::Named(axes.into_iter().map(nearer).collect())
            }
            Err(_) => Bounds::All(reach(self.coordinates().len())),
        };
        let (limits, most, units) = TRIAL;
        let small = asked(bounds);
        let cells = |axes: &[Axis]| axes.iter().map(Axis::len).product::<usize>();
        if !self.plan(&small, limits).is_ok_and(|plan| cells(&plan.axes) <= most) {
            return Ok(());
        }
        match patience::within_work(units, || self.table(&small, Means { limits, progress })) {
            Err(stop @ Stop::Mistake(_)) => Err(stop),
            Err(stop @ Stop::Interrupted(_)) if patience::is_over() => Err(stop),
            _ => Ok(()),
        }
    }
}

/// Looks for why an option of the cell could not be valued in this order. Exact numbers may value
/// all of them, where only the machine's were too narrow.
///
/// # Errors
/// Why, in words.
pub(crate) fn explain(game: &Game, code: &Code, order: &Order, cell: usize) -> Result<(), Stop> {
    let mut here = vec![0; code.space.axes.len()];
    code.space.point(cell, &mut here);
    let mut found: Option<Stop> = None;
    let listed = game.rules.actions(&here, &Heads::default(), &mut |action| {
        let clause = &game.lowered.clauses[action.clause];
        for Component { at: part, .. } in action.parts.iter().filter(|part| part.game == 0) {
            let (from, to) = (game.rules.words(&here), game.rules.words(part));
            let is_position = matches!(game.rules.is_position(part), Ok(true));
            let difference = part.iter().zip(&here).any(|(p, h)| p > h);
            let inside = code.space.cell(part);
            if !is_position || (inside.is_none() && !difference) {
                found = Some(Stop::Mistake(vec![clauses::mistake(
                    "G021",
                    clause.span,
                    format!(
                        "move {} leads out of the table: {from} to {to}, which is not a position",
                        clause.label
                    ),
                    "this move",
                    remedy(game, clause.span, part),
                )]));
            } else if inside.is_none() {
                found = Some(Stop::Refused(message!(
                    "move {} leads from {from} to {to}, outside the table; raise --to",
                    clause.label
                )));
            } else if order.compare(part, &here).is_ge() {
                found = Some(Stop::Mistake(vec![clauses::mistake(
                    "G020",
                    clause.span,
                    format!("move {} may fail to decrease: {from} -> {to}", clause.label),
                    "this move",
                    crate::order::MUST_DECREASE,
                )]));
            }
        }
        found.is_none()
    });
    match (found, listed) {
        (Some(stop), _) => Err(stop),
        (None, listed) => listed.map_err(Stop::from),
    }
}

/// What keeps a move from leaving the positions at `part`, by the names the rule uses.
fn remedy(game: &Game, span: Span, part: &[i64]) -> Message {
    let dimensions = &game.lowered.dimensions;
    let below = part.iter().zip(dimensions).position(|(value, d)| *value < d.lo);
    let movement = game.instance.rule.moves.iter().find(|m| m.span.start == span.start);
    let guard = below.zip(movement).and_then(|(axis, movement)| {
        let Dimension { name, lo, .. } = &dimensions[axis];
        guard::least(movement, name, (axis, dimensions.len()), *lo)
    });
    match guard {
        None => "restrict its range or add a guard".into(),
        Some(guard) => message!("restrict its range or add a guard, such as `if {guard}`"),
    }
}
