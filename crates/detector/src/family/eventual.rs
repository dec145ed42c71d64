//! Grids of two coordinates that repeat in both directions from some place on: all values stand in
//! the corner of least coordinates.
//!
//! A line across the grid is its first line of the same kind: `x` itself below a preperiod, and the
//! remainder beyond; with period 1 that is `min(x, c)`.

use expr::ast::Comparison::Lt;
use expr::law::LawKind;
use formula::Formula;

use crate::evidence::{Judged, Proposal, judge_grid};
use crate::sight::longest_shown;
use crate::view::Grid;

/// Longest preperiod and period together.
const MAX_LINES: usize = 16;
/// Most cells of the corner.
const MAX_CELLS: usize = 64;
/// Cells of the grid for each cell of the corner.
const CELLS_PER_CELL: usize = 4;

/// Along one coordinate: the least place from which lines repeat, and their period.
#[derive(Clone, Copy)]
struct Beginning {
    preperiod: usize,
    period: usize,
}

/// The law of the grid as a list of the cells of a corner.
pub(crate) fn find(grid: &Grid<'_>) -> Option<Judged> {
    let [first, second] = grid.axes() else { return None };
    let cell = |x: usize, y: usize| {
        let along = |lo: i64, k: usize| lo.checked_add(i64::try_from(k).ok()?);
        grid.value(&[along(first.lo, x)?, along(second.lo, y)?])
    };
    let (width, height) = (first.len(), second.len());
    // Holes agree with everything, and the corner must be free of them.
    let equal = |a: Option<i64>, b: Option<i64>| a.is_none() || b.is_none() || a == b;
    let rows = beginning(width, |i, j| (0..height).all(|y| equal(cell(i, y), cell(j, y))))?;
    let columns = beginning(height, |i, j| (0..width).all(|x| equal(cell(x, i), cell(x, j))))?;
    let (p, q) = (rows.preperiod + rows.period, columns.preperiod + columns.period);
    // Without a preperiod it is no more than a grid that repeats.
    let is_plain = rows.preperiod + columns.preperiod == 0;
    if is_plain || p * q > MAX_CELLS || CELLS_PER_CELL * p * q > grid.positions() {
        return None;
    }
    let corner: Option<Vec<i64>> = (0..p * q).map(|k| cell(k / q, k % q)).collect();
    let long = i64::try_from(q).ok()?;
    let index = match (p, q) {
        (1, _) => columns.place(1, second.lo),
        (_, 1) => rows.place(0, first.lo),
        _ => rows.place(0, first.lo).times(long) + columns.place(1, second.lo),
    };
    judge_grid(grid, Proposal::new(LawKind::Periodic, index.in_list(corner?), p * q))
}

/// The least preperiod and period of lines that `are_equal` compares; both must be over early.
fn beginning(count: usize, are_equal: impl Fn(usize, usize) -> bool) -> Option<Beginning> {
    let most = MAX_LINES.min(longest_shown(count));
    (1..=most)
        .flat_map(|total| (1..=total).map(move |period| (total - period, period)))
        .find(|&(preperiod, period)| {
            let is_early = period <= longest_shown(count - preperiod);
            is_early && (preperiod..count - period).all(|i| are_equal(i, i + period))
        })
        .map(|(preperiod, period)| Beginning { preperiod, period })
}

impl Beginning {
    /// The number of the first line that is as the line at the coordinate.
    fn place(self, axis: usize, lo: i64) -> Formula {
        let number = |k: usize| i64::try_from(k).unwrap_or(i64::MAX);
        let (c, p) = (number(self.preperiod), number(self.period));
        let line = Formula::Var(axis).plus(-lo);
        match (c, p) {
            (0, 1) => Formula::Int(0),
            (0, p) => line.rem(p),
            (c, 1) => line.min(c),
            (c, p) => line.cmp(Lt, c).choose(&line, line.plus(-c).rem(p).plus(c)),
        }
    }
}
