//! Lines between two regions of a grid, found from where its rows and its columns begin to repeat.
//!
//! If a game takes fixed numbers from two heaps, the values repeat along the rows where one heap is much
//! larger than the other, and along the columns in the opposite case; between the two regions lies a
//! line `c * y = a * x + b`.

use expr::ast::Comparison::Lt;
use formula::Formula;

use crate::sight::longest_shown;
use crate::view::Grid;

/// Longest period of rows and columns.
const MAX_LENGTH: usize = 16;
/// Greatest denominator of a slope, and greatest slope.
const MAX_DENOMINATOR: i64 = 3;
const MAX_SLOPE: i64 = 3;
/// Greatest distance of a line from the origin, along `y`.
const MAX_SHIFT: i64 = 4;
/// Terms that must have come back where a row counts as repeating.
const LEAST_SEEN: usize = 2;
/// Lines returned.
const MAX_LINES: usize = 8;

/// Conditions `c * y < a * x + b` that may separate rows that repeat from columns that repeat, the
/// shortest first.
pub(crate) fn lines(grid: &Grid<'_>) -> Vec<Formula> {
    let [first, second] = grid.axes() else { return Vec::new() };
    let row = |x: i64| (second.lo..=second.hi).map(|y| grid.value(&[x, y])).collect();
    let column = |y: i64| (first.lo..=first.hi).map(|x| grid.value(&[x, y])).collect();
    let rows: Option<Vec<Vec<i64>>> = (first.lo..=first.hi).map(row).collect();
    let columns: Option<Vec<Vec<i64>>> = (second.lo..=second.hi).map(column).collect();
    let (Some(rows), Some(columns)) = (rows, columns) else { return Vec::new() };
    let (Some(of_rows), Some(of_columns)) = (beginnings(&rows), beginnings(&columns)) else {
        return Vec::new();
    };
    // The line passes row x between where the row begins to repeat and the first column that does
    // not repeat yet.
    let ends: Vec<(i64, Option<i64>, Option<i64>)> = (first.lo..)
        .zip(&of_rows)
        .map(|(x, from)| {
            let is_later = |s: &Option<usize>| {
                s.and_then(|s| first.lo.checked_add(i64::try_from(s).ok()?)).is_some_and(|s| s > x)
            };
            let place = |at: usize| second.lo.checked_add(i64::try_from(at).ok()?);
            (x, from.and_then(place), of_columns.iter().position(is_later).and_then(place))
        })
        .collect();
    let mut all = Vec::new();
    for c in 1..=MAX_DENOMINATOR {
        for (a, b) in
            (1..=MAX_SLOPE * c).flat_map(|a| (-MAX_SHIFT * c..=MAX_SHIFT * c).map(move |b| (a, b)))
        {
            let passes = |&(x, from, to): &(i64, Option<i64>, Option<i64>)| {
                // The first y with c * y >= a * x + b.
                let y = -(-(a * x + b)).div_euclid(c);
                from.is_none_or(|from| y >= from) && to.is_none_or(|to| y <= to)
            };
            if ends.iter().all(passes) {
                all.push(Formula::Var(1).times(c).cmp(Lt, Formula::Var(0).times(a).plus(b)));
            }
        }
    }
    all.sort_by_key(Formula::bits);
    all.truncate(MAX_LINES);
    all
}

/// From which place on each of the lists repeats with one common period; `None` for a list that is
/// too short to tell. There is no period unless the first third of the lists hold it two and a half
/// times, and none is wanted where all lists repeat from the beginning.
fn beginnings(lists: &[Vec<i64>]) -> Option<Vec<Option<usize>>> {
    let length = lists.first()?.len();
    let period = (1..=MAX_LENGTH.min(longest_shown(length))).find(|&p| {
        lists[..lists.len().div_ceil(3)]
            .iter()
            .all(|list| p <= longest_shown(length - beginning(list, p)))
    })?;
    let all: Vec<usize> = lists.iter().map(|list| beginning(list, period)).collect();
    let is_wedge = all.iter().any(|&from| from > 0);
    let seen = |from: usize| (from + period + LEAST_SEEN <= length).then_some(from);
    is_wedge.then(|| all.into_iter().map(seen).collect())
}

/// The place from which the list has the period.
fn beginning(list: &[i64], period: usize) -> usize {
    let differs = |&i: &usize| list[i] != list[i + period];
    (0..list.len() - period).rev().find(differs).map_or(0, |i| i + 1)
}
