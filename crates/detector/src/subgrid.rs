//! Parts of a grid, and grids in other coordinates, as separate tables.

use table::Table;

use crate::view::Grid;

/// A box beyond [`FREE_CELLS`] has fewer than this many cells for every position and one more.
const CELLS_PER_POSITION: usize = 8;
/// Cells that are always allowed.
const FREE_CELLS: usize = 1 << 16;

/// Positions with their values in the smallest box that holds them.
#[derive(Clone, Debug)]
pub(crate) struct Subgrid {
    pub(crate) table: Table,
}

impl Subgrid {
    /// The table of these values over coordinates of these names. `None` when there is no position,
    /// when two values stand at one position, or when the box would be nearly empty.
    pub(crate) fn new(
        quantity: &str,
        names: &[String],
        cells: impl Iterator<Item = (Vec<i64>, i64)>,
    ) -> Option<Self> {
        let cells: Vec<(Vec<i64>, i64)> = cells.collect();
        let most = FREE_CELLS.max(CELLS_PER_POSITION.saturating_mul(cells.len() + 1) - 1);
        Table::of_cells(names, quantity, &cells, most).map(|table| Self { table })
    }

    /// The positions of a grid that `belongs` accepts.
    pub(crate) fn of(grid: &Grid<'_>, belongs: impl Fn(&[i64]) -> bool) -> Option<Self> {
        Self::new(grid.name, &grid.names(), grid.cells().filter(|(p, _)| belongs(p)))
    }

    /// The grid with every position moved to the coordinates `place` gives it.
    pub(crate) fn moved(
        grid: &Grid<'_>,
        names: &[String],
        place: impl Fn(&[i64]) -> Vec<i64>,
    ) -> Option<Self> {
        Self::new(grid.name, names, grid.cells().map(|(p, v)| (place(&p), v)))
    }

    pub(crate) fn grid(&self) -> Grid<'_> {
        Grid::of(&self.table).part()
    }
}
