//! Grids that are simpler in other coordinates: symmetric ones by the lesser coordinate and the
//! difference or the greater one, triangular ones by a coordinate and the difference.

use formula::Formula;

use crate::evidence::{Judged, judge_form};
use crate::family::PartSearch;
use crate::subgrid::Subgrid;
use crate::view::Grid;

/// The law of the grid in other coordinates, written in its own.
pub(crate) fn find(grid: &Grid<'_>, effort: PartSearch) -> Option<Judged> {
    if grid.axes().len() != 2 {
        return None;
    }
    let (x, y) = (Formula::Var(0), Formula::Var(1));
    let is_ordered =
        |c: std::cmp::Ordering| grid.cells().all(|(p, _)| p[0] == p[1] || p[0].cmp(&p[1]) == c);
    let charts = if grid.is_symmetric() {
        let (least, most) = (x.min(&y), x.max(&y));
        let distance = Formula::call("abs", [x - y]);
        vec![[least.clone(), distance], [least, most]]
    } else if is_ordered(std::cmp::Ordering::Greater) {
        vec![[y.clone(), x - y]]
    } else if is_ordered(std::cmp::Ordering::Less) {
        vec![[x.clone(), y - x]]
    } else {
        return None;
    };
    charts.into_iter().find_map(|chart| {
        let place = |p: &[i64]| chart.iter().map(|e| e.eval(p).unwrap_or(0)).collect();
        let moved = Subgrid::moved(grid, &grid.names(), place)?;
        let formula = effort.unfolded().formula_of(&moved.grid())?.with(&chart);
        judge_form(grid, formula, grid.positions() / 3)
    })
}
