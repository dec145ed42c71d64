//! The laws of a grid of positions: which families are asked, in which order, and how often a grid
//! may be taken apart.

use crate::evidence::Judged;
use crate::family::{curve, folded, grid as coordinates, reduced, regions, rows, surface};
use crate::formula::Formula;
use crate::view::Grid;

/// How far a grid may still be taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Parts of parts that may still be formed.
    depth: u8,
    /// Whether other coordinates may be tried.
    may_fold: bool,
}

impl Effort {
    /// For the grid itself.
    pub(crate) const FULL: Self = Self { depth: 2, may_fold: true };

    /// For a part of it.
    pub(crate) fn less(self) -> Self {
        Self { depth: self.depth.saturating_sub(1), ..self }
    }

    /// For the grid in other coordinates.
    pub(crate) fn unfolded(self) -> Self {
        Self { depth: self.depth.saturating_sub(1), may_fold: false }
    }
}

/// The laws of the grid, those of the first family that has any.
pub(crate) fn laws(grid: &Grid<'_>, effort: Effort) -> Vec<Judged> {
    let laws = coordinates::find(grid);
    if !laws.is_empty() {
        return laws;
    }
    let one = reduced::find(grid).or_else(|| surface::find(grid)).or_else(|| curve::find(grid));
    let one = one.or_else(|| taken_apart(grid, effort));
    one.into_iter().collect()
}

/// A formula that holds on all cells of a part, the first found.
pub(crate) fn formula_of_part(part: &Grid<'_>, effort: Effort) -> Option<Formula> {
    laws(part, effort).into_iter().map(|j| j.formula).next()
}

fn taken_apart(grid: &Grid<'_>, effort: Effort) -> Option<Judged> {
    if effort.depth == 0 {
        return None;
    }
    let folded = if effort.may_fold { folded::find(grid, effort) } else { None };
    folded
        .or_else(|| rows::find(grid, effort.less()))
        .or_else(|| regions::find(grid, effort.less()))
}
