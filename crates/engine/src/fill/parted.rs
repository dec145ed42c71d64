//! Starting positions whose play falls apart: what the values of parts tell of them.

use super::wholes::winning_moves;
use crate::apart::Apart;
use crate::game::Game;
use crate::progress::{Means, Silent};
use crate::request::Limits;
use crate::search::position::{Component, Wholes};
use crate::search::searches::{Searches, Valued};
use crate::stop::SearchStop;
use expr::ast::Quantity;

/// Whether values of positions tell the quantity.
fn is_told_by_values(quantity: Quantity) -> bool {
    matches!(quantity, Quantity::Sg | Quantity::Win | Quantity::Lose) || quantity.is_of_moves()
}

impl Game {
    /// Those of the quantities that theory tells from the values of the parts that play falls into, from
    /// these positions on.
    pub(super) fn quantities_by_parts(
        &self,
        positions: &[Option<Vec<Component>>],
        quantities: &[Quantity],
        limits: Limits,
    ) -> Result<Vec<Quantity>, SearchStop> {
        let means = Means { limits, progress: &Silent };
        let Some([Component { game: 0, at }]) =
            positions.iter().rev().flatten().next().map(Vec::as_slice)
        else {
            return Ok(Vec::new());
        };
        let mut told = quantities.to_vec();
        told.retain(|quantity| is_told_by_values(*quantity));
        if told.is_empty() {
            return Ok(told);
        }
        let Some(mut apart) = Apart::of(self, means) else { return Ok(Vec::new()) };
        Ok(if apart.fits(at)? { told } else { Vec::new() })
    }

    /// What gives such a quantity of whole positions.
    pub(super) fn value_by_parts<'g>(
        &'g self,
        means: Means<'g>,
    ) -> impl FnMut(Quantity, &[Component]) -> Result<i64, SearchStop> + 'g {
        let apart = Apart::of(self, means).map(|apart| Box::new(apart) as Box<dyn Valued>);
        let effort = means.limits.searched().into();
        let mut values = Searches::of_components(&self.rules, apart, effort, means.progress);
        let mut wholes = Wholes::new(&self.rules);
        move |quantity, position| match quantity {
            Quantity::Sg => values.value(position).map(i64::from),
            Quantity::Win => values.has_value(position, 0).map(|is_lost| i64::from(!is_lost)),
            Quantity::Lose => values.has_value(position, 0).map(i64::from),
            _ => winning_moves(quantity, &mut wholes, &mut values, position),
        }
    }
}
