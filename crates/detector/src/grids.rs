//! The laws of a grid of positions: which families are asked, in which order, and how often a grid
//! may be taken apart.

use crate::evidence::{Judged, judge_form};
use crate::family::{
    PartSearch, Search, curve, eventual, folded, grid as coordinates, lattice, matching, paired,
    reduced, regions, rotated, rows, surface,
};
use crate::fruitless::Searched;
use crate::subgrid::Subgrid;
use crate::view::Grid;

/// Coordinates of grids that are split into regions.
const MAX_AXES: usize = 3;
/// How often a grid, and what it is taken apart into, may be taken apart.
const DEPTH: u8 = 2;
/// Axes that are too short to keep a part of them back.
const SHORT_AXIS: usize = 8;
/// Larger grids are taken apart by what their first positions show.
const MAX_POSITIONS: usize = 1 << 13;

/// The laws of a grid that no other one is made of; none where its rows are few. `lists` searches
/// the sequences that the grid is reduced to.
pub(crate) fn laws_of_whole(grid: &Grid<'_>, lists: Search) -> Vec<Judged> {
    if grid.is_thin() { Vec::new() } else { laws(grid, DEPTH, lists) }
}

/// The laws of a grid that may be taken apart, and its parts again, `depth` times.
pub(crate) fn laws(grid: &Grid<'_>, depth: u8, lists: Search) -> Vec<Judged> {
    laws_with(grid, PartSearch { depth, may_fold: true, laws: laws_with, lists })
}

fn laws_with(grid: &Grid<'_>, effort: PartSearch) -> Vec<Judged> {
    let lists = effort.lists as *const () as usize;
    let searched = Searched::new(grid, (effort.depth, effort.may_fold, lists));
    if searched.is_fruitless() {
        return Vec::new();
    }
    let found = searched_laws(grid, effort);
    if found.is_empty() {
        searched.found_none();
    }
    found
}

/// The laws of the grid, those of the first family that has any.
fn searched_laws(grid: &Grid<'_>, effort: PartSearch) -> Vec<Judged> {
    let found = coordinates::find(grid);
    if !found.laws.is_empty() {
        return found.laws;
    }
    let families: [&dyn Fn() -> Option<Judged>; 9] = [
        &|| surface::linear(grid),
        &|| reduced::find(grid, effort.lists),
        &|| matching::find(grid, effort.lists),
        &|| rotated::find(grid),
        &|| surface::find(grid),
        &|| eventual::find(grid),
        &|| curve::find(grid, effort.lists),
        &|| paired::find(grid),
        &|| lattice::find(grid),
    ];
    let in_time = families.into_iter().take_while(|_| !patience::is_over());
    let one = { in_time }.find_map(|find| find());
    let one = one.or_else(|| {
        if patience::is_over() {
            return None;
        }
        if grid.is_part {
            return taken_apart(grid, effort);
        }
        // Much is tried here: the last quarter of every coordinate is kept back.
        let near = near(grid)?;
        let formula = taken_apart(&near.grid(), effort)?.formula;
        let fitted = near.grid().positions();
        judge_form(grid, formula, fitted)
    });
    let is_shorter =
        |law: &Judged| found.rough.is_none_or(|bits| law.finding.evidence.definition_bits < bits);
    one.into_iter().filter(is_shorter).collect()
}

fn taken_apart(grid: &Grid<'_>, effort: PartSearch) -> Option<Judged> {
    if effort.depth == 0 {
        return None;
    }
    let folded = if effort.may_fold { folded::find(grid, effort) } else { None };
    let rows = rows::find(grid, effort.less());
    let may_split = grid.axes().len() <= MAX_AXES;
    let split = if may_split { regions::find(grid, effort) } else { None };
    [folded, rows, split].into_iter().flatten().min_by_key(|j| j.formula.bits())
}

/// Three quarters of the values of each coordinate, from the least one on, and fewer where that
/// would be more than [`MAX_POSITIONS`] positions.
fn near(grid: &Grid<'_>) -> Option<Subgrid> {
    let lengths = grid.axes().iter().map(table::Axis::len);
    let mut lengths: Vec<usize> =
        lengths.map(|n| if n < SHORT_AXIS { n } else { n - n / 4 }).collect();
    while lengths.iter().product::<usize>() > MAX_POSITIONS {
        let longest = lengths.iter_mut().max()?;
        *longest -= longest.div_ceil(8);
    }
    let is_near = |p: &[i64]| {
        let mut sides = p.iter().zip(grid.axes()).zip(&lengths);
        sides.all(|((&c, axis), &n)| usize::try_from(c - axis.lo).is_ok_and(|k| k < n))
    };
    Subgrid::of(grid, is_near)
}
