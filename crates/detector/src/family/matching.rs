//! Grids of 0 and 1 that ask whether two sequences have the same value, `f(x) = g(y)`: where the sum
//! of two heaps is lost.
//!
//! Then rows that share an odd cell are equal, and so are columns. The classes of equal rows get the values
//! 0, 1, 2, ... in order of their first appearance, as nim-values do.

use expr::ast::Comparison::{Eq, Ne};
use formula::Formula;

use crate::evidence::{Judged, judge_form};
use crate::family::{Search, terms};
use crate::view::Grid;

/// The class of a row or column that has no odd cell.
const NONE: i64 = -1;

/// The law of the grid as a comparison of two sequences.
pub(crate) fn find(grid: &Grid<'_>, lists: Search) -> Option<Judged> {
    if grid.axes().len() != 2 || !grid.is_truth() {
        return None;
    }
    [(0, Ne), (1, Eq)].into_iter().find_map(|(odd, comparison)| {
        let (mut rows, mut columns) = classes(grid, odd)?;
        let last = rows.iter().copied().fold(NONE, i64::max);
        // Values that nothing has on the other side.
        let alone = last + 1;
        rows.iter_mut().filter(|row| **row == NONE).for_each(|row| *row = alone);
        let other = alone + i64::from(rows.contains(&alone));
        columns.iter_mut().filter(|column| **column == NONE).for_each(|column| *column = other);
        let of_row = terms::law(seen(&rows, last), grid.axes()[0].lo, lists)?;
        let of_column = terms::law(seen(&columns, last), grid.axes()[1].lo, lists)?;
        let of_column = of_column.with(&[Formula::Var(1)]);
        judge_form(grid, of_row.cmp(comparison, of_column), rows.len() + columns.len())
    })
}

/// The list without the end that matches nothing in the box, and may match what is beyond it.
fn seen(list: &[i64], last: i64) -> &[i64] {
    let end = list.iter().rposition(|&class| class <= last);
    &list[..end.map_or(0, |end| end + 1)]
}

/// The values of all rows and columns, when a cell is `odd` where they are the same and nowhere else.
fn classes(grid: &Grid<'_>, odd: i64) -> Option<(Vec<i64>, Vec<i64>)> {
    let [first, second] = grid.axes() else { return None };
    let mut columns = vec![NONE; second.len()];
    let mut rows = Vec::with_capacity(first.len());
    let mut next = 0;
    for x in first.lo..=first.hi {
        let is_odd: Vec<bool> = (second.lo..=second.hi)
            .map(|y| grid.value(&[x, y]).map(|v| v == odd))
            .collect::<Option<_>>()?;
        let Some(met) = is_odd.iter().position(|&odd| odd) else {
            rows.push(NONE);
            continue;
        };
        let class = match columns[met] {
            NONE => {
                next += 1;
                next - 1
            }
            class => class,
        };
        for (column, &odd) in columns.iter_mut().zip(&is_odd) {
            match (odd, *column) {
                (true, NONE) if class == next - 1 => *column = class,
                (odd, already) if odd != (already == class) => return None,
                _ => {}
            }
        }
        rows.push(class);
    }
    (next > 1).then_some((rows, columns))
}
