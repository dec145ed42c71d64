//! Grundy values of the single positions that one answer needs.

use crate::apart::Apart;
use crate::fill::{Repeating, Tabulated};
use crate::game::Game;
use crate::progress::Means;
use crate::search::expand::SearchLimits;
use crate::search::position::Component;
use crate::search::searches::{Searches, Valued};
use crate::stop::{SearchStop, Stop};
use clauses::CoordinateKind;
use expr::ast::Quantity;
use table::Table;

/// A box of at most this many cells is filled at once, and one of few coordinates always: a search
/// would reach much of it.
const SMALL_BOX: u128 = 1 << 20;
const FEW_COORDINATES: i64 = 2;
/// A game of one number beyond this is asked for its period, and for nothing but its values.
const LARGE: i64 = 1 << 22;
/// Options that are looked at for what nobody asked for: about half a second's work.
const SOON: f64 = 2.5e8;
/// Options listed by a search before a greater box is filled after all: where a search may be worth
/// while, at least so many and one for so many cells of the box; and in case there is little to search.
const LISTED: usize = 4_000_000;
const CELLS_AN_OPTION: u128 = 8;
const TRIED: usize = 1 << 16;

/// Values by a proved period, from a table where a box holds the positions and is worth filling, or
/// else by search.
pub(super) struct Singles<'g> {
    table: Option<Table>,
    repeating: Option<Repeating>,
    search: Searches<'g>,
    /// Whether few positions follow, large as their numbers may be.
    pub(super) is_soon_over: bool,
}

impl<'g> Singles<'g> {
    /// Prepares for these components and all that moves make of them.
    pub(super) fn new(
        game: &'g Game,
        components: &[Component],
        means: Means<'g>,
    ) -> Result<Self, Stop> {
        let within = |table, options| {
            let limits = SearchLimits { positions: means.limits.searched(), options };
            let apart = Apart::of(game, means).map(|apart| Box::new(apart) as Box<dyn Valued>);
            let search = Searches::of_components(&game.rules, apart, limits, means.progress);
            Self { table, repeating: None, search, is_soon_over: false }
        };
        let new = |table| within(table, usize::MAX);
        let own: Vec<&[i64]> =
            components.iter().filter(|c| c.game == 0).map(|c| c.at.as_slice()).collect();
        let coordinates: i64 = game.shape(0).iter().map(|(_, shape)| weight(*shape)).sum();
        if own.is_empty() || coordinates == 0 {
            return Ok(new(None));
        }
        let mut quantities = vec![Quantity::Sg];
        let greatest = own.iter().filter_map(|at| at.first()).max();
        let is_large = greatest.is_some_and(|&n| n > LARGE) && coordinates == 1;
        if is_large
            && let Some(&last) = greatest
            && let Some(repeating) = game.repeating(last, means.progress)?
        {
            return Ok(Self { repeating: Some(repeating), ..new(None) });
        }
        let space = game.box_below(&own);
        // For a large heap only what decides is tabulated.
        if components.len() == 1 && game.has_single_options() && !is_large {
            let is_soon = |q: &Quantity| game.is_soon(&space, *q, SOON).unwrap_or(true);
            quantities.extend([Quantity::Misere, Quantity::Remoteness].into_iter().filter(is_soon));
        }
        let around = game.one_box(&space, &quantities, means.limits);
        let is_small = matches!(&around, Ok(Some(around)) if around.working.cells() <= SMALL_BOX);
        if !is_small && coordinates > FEW_COORDINATES {
            for component in components {
                game.is_worth_searching(std::slice::from_ref(component), means.limits)?;
            }
            let cells = around.as_ref().ok().and_then(Option::as_ref).map(|b| b.working.cells());
            let is_box = cells.is_some();
            let share = |cells| usize::try_from(cells / CELLS_AN_OPTION).unwrap_or(usize::MAX);
            let listed = cells.map_or(usize::MAX, |cells| share(cells).max(LISTED));
            let mut searched = within(None, listed);
            match components.iter().try_for_each(|c| searched.searched(c).map(|_| ())) {
                Ok(()) => return Ok(searched),
                Err(SearchStop::Budget(_)) if is_box => {}
                Err(stop) => return Err(stop.into()),
            }
        }
        if !is_small && coordinates <= FEW_COORDINATES {
            let mut tried = within(None, TRIED);
            match components.iter().try_for_each(|c| tried.searched(c).map(|_| ())) {
                Ok(()) => return Ok(Self { is_soon_over: true, ..tried }),
                Err(SearchStop::Interrupted) => return Err(SearchStop::Interrupted.into()),
                Err(_) => {}
            }
        }
        let Some(around) = around? else { return Ok(new(None)) };
        match game.fill_around(&around, means) {
            Ok(Tabulated { table, .. }) => Ok(new(Some(table))),
            // Some move leads out of the box; a search goes wherever it leads.
            Err(Stop::Refused(_)) if !game.is_symmetric() => Ok(new(None)),
            Err(stop) => Err(stop),
        }
    }

    /// The Grundy value of a position.
    pub(super) fn value(&mut self, component: &Component) -> Result<i64, Stop> {
        match self.listed(component) {
            Some(value) => Ok(value),
            None => self.searched(component).map_err(Stop::from),
        }
    }

    /// Whether the Grundy value of a sum is that.
    pub(super) fn have_value(&mut self, sum: &[Component], value: i64) -> Result<bool, Stop> {
        let Some((last, others)) = sum.split_last() else { return Ok(value == 0) };
        let rest =
            others.iter().try_fold(value, |rest, part| Ok::<_, Stop>(rest ^ self.value(part)?))?;
        match (self.listed(last), u32::try_from(rest)) {
            (Some(value), _) => Ok(value == rest),
            (None, Ok(rest)) => Ok(self.search.has_value(std::slice::from_ref(last), rest)?),
            (None, Err(_)) => Ok(false),
        }
    }

    /// The Grundy value of a position, where it need not be searched.
    fn listed(&self, component: &Component) -> Option<i64> {
        if let (0, Some(repeating), [n]) = (component.game, &self.repeating, &component.at[..])
            && let Some(value) = repeating.value(*n)
        {
            return Some(value);
        }
        let table = self.table.as_ref().filter(|_| component.game == 0);
        table.and_then(|table| table.value("sg", &component.at))
    }

    fn searched(&mut self, component: &Component) -> Result<i64, SearchStop> {
        self.search.value(std::slice::from_ref(component)).map(i64::from)
    }

    /// A further quantity of a position, where the table holds it.
    pub(super) fn tabulated(&self, component: &Component, quantity: Quantity) -> Option<i64> {
        let table = self.table.as_ref().filter(|_| component.game == 0)?;
        table.value(quantity.name(), &component.at)
    }
}

/// How many coordinates a form amounts to: a set is as many as may belong to it.
fn weight(shape: CoordinateKind) -> i64 {
    match shape {
        CoordinateKind::Number => 1,
        CoordinateKind::Row(entries) => i64::try_from(entries).unwrap_or(i64::MAX),
        CoordinateKind::Subset { lo, hi } => (hi - lo + 1).max(0),
    }
}
