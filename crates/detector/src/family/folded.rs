//! Grids that are simpler in other coordinates: symmetric ones by the lesser coordinate and the
//! difference or the greater one, triangular ones by a coordinate and the difference.

use crate::evidence::{Judged, judge_grid};
use crate::family::coordinates_kind;
use crate::formula::{Formula, Op};
use crate::grids::{self, Effort};
use crate::part::Part;
use crate::view::Grid;

/// The law of the grid in other coordinates, written in its own.
pub(crate) fn find(grid: &Grid<'_>, effort: Effort) -> Option<Judged> {
    if grid.axes().len() != 2 {
        return None;
    }
    let (x, y) = (Formula::Var(0), Formula::Var(1));
    let is_ordered = |c: std::cmp::Ordering| {
        (0..grid.positions()).map(|i| grid.at(i).0).all(|p| p[0] == p[1] || p[0].cmp(&p[1]) == c)
    };
    let charts = if grid.is_symmetric() {
        let least = x.clone().min(y.clone());
        let most = x.clone().max(y.clone());
        let distance = Formula::call("abs", [x.op(Op::Sub, y)]);
        vec![[least.clone(), distance], [least, most]]
    } else if is_ordered(std::cmp::Ordering::Greater) {
        vec![[y.clone(), x.op(Op::Sub, y)]]
    } else if is_ordered(std::cmp::Ordering::Less) {
        vec![[x.clone(), y.op(Op::Sub, x)]]
    } else {
        return None;
    };
    charts.into_iter().find_map(|chart| {
        let place = |p: &[i64]| chart.iter().map(|e| e.eval(p).unwrap_or(0)).collect();
        let part = Part::moved(grid, &grid.names(), place)?;
        let formula = grids::formula_of_part(&part.grid(), effort.unfolded())?.with(&chart);
        judge_grid(grid, coordinates_kind(&formula), formula, grid.positions() / 3, None)
    })
}
