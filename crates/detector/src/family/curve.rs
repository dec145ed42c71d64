//! Grids of 0 and 1 with one odd cell in every row: a curve `y = t(x)`.

use expr::ast::Comparison::{Eq, Ne};
use formula::Formula;

use crate::evidence::{Judged, judge_form};
use crate::family::{Search, terms};
use crate::view::Grid;

/// The condition `y = t(x)`, or `x = t(y)`, or its contrary.
pub(crate) fn find(grid: &Grid<'_>, lists: Search) -> Option<Judged> {
    if grid.axes().len() != 2 || !grid.is_truth() {
        return None;
    }
    let ones = grid.values().filter(|&v| v == 1).count();
    let odd = i64::from(2 * ones < grid.positions());
    (0..2).find_map(|axis| along(grid, axis, odd, lists))
}

/// With the curve as a function of the coordinate that is not `axis`.
fn along(grid: &Grid<'_>, axis: usize, odd: i64, lists: Search) -> Option<Judged> {
    let other = &grid.axes()[1 - axis];
    let mut curve: Vec<Option<i64>> = vec![None; other.len()];
    for (position, value) in grid.cells() {
        if value == odd {
            let slot = &mut curve[usize::try_from(position[1 - axis] - other.lo).ok()?];
            if slot.replace(position[axis]).is_some() {
                return None;
            }
        }
    }
    // A curve that has left the box does not come back.
    let values: Vec<i64> = curve.iter().map_while(|&t| t).collect();
    if curve[values.len()..].iter().any(Option::is_some) {
        return None;
    }
    let law = terms::law(&values, other.lo, lists)?.with(&[Formula::Var(1 - axis)]);
    let condition = Formula::Var(axis).cmp(if odd == 0 { Ne } else { Eq }, law);
    judge_form(grid, condition, values.len() * 2 / 3)
}
