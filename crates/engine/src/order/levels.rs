//! Cells by the value of a linear form of measures.

use super::Order;
use super::measure::Measure;
use super::ranking::Term;
use crate::space::{Space, Walk};

impl Order {
    /// The candidates among the cells of the space (`None`: all of them) so that each comes after
    /// those it depends on, and where levels of cells that do not depend on each other start and
    /// end among them. Nothing where the work should end.
    pub(crate) fn levels(
        &self,
        space: &Space,
        candidates: Option<&[u32]>,
    ) -> (Vec<u32>, Vec<usize>) {
        let form = self.form(space);
        let total =
            candidates.map_or_else(|| space.runs().map(|run| run.len()).sum(), <[u32]>::len);
        let ends = |pick: fn(i64, i64) -> i64| -> i64 {
            let corners = form.iter().map(|term| {
                let most = term.measure.ends(space).1.saturating_sub(term.from);
                pick(0, term.weight.saturating_mul(most))
            });
            corners.fold(0, i64::saturating_add)
        };
        let (least, most) = (ends(i64::min), ends(i64::max));
        let ranks = most.saturating_sub(least);
        let sorted = if let Some(runs) = runs(&form, space, candidates, ranks) {
            by_runs(&runs, (least, most), total)
        } else if usize::try_from(ranks).is_ok_and(|ranks| ranks <= 2 * total + 1024) {
            counted(&form, space, candidates, least, ranks as usize + 1, total)
        } else {
            let mut ranked: Vec<(i64, u32)> = Vec::with_capacity(total);
            each(&form, space, candidates, &mut |cell, rank| ranked.push((rank, cell))).map(|()| {
                ranked.sort_unstable();
                let starts = (1..total).filter(|&i| ranked[i].0 != ranked[i - 1].0);
                let bounds = std::iter::once(0).chain(starts).chain([total]).collect();
                (ranked.into_iter().map(|(_, cell)| cell).collect(), bounds)
            })
        };
        sorted.unwrap_or_else(|| (Vec::new(), vec![0]))
    }
}

/// A row of cells, or its part that is meant.
struct Run {
    /// The value of the form at its first cell.
    rank: i64,
    cell: u32,
    length: u32,
}

/// The rows of the space, where the form grows by 1 along rows and there are few ranks to a cell of a row.
fn runs(form: &[Term], space: &Space, candidates: Option<&[u32]>, ranks: i64) -> Option<Vec<Run>> {
    const MAX_RANKS: i64 = 4;
    let last = space.axes.len().checked_sub(1)?;
    let length = space.axes[last].len() as i64;
    if candidates.is_some() || ranks / MAX_RANKS >= length || slope(form, last) != Some(1) {
        return None;
    }
    let mut walk = Walk::new(space);
    let runs = space.runs().map(|run| Run {
        rank: value(form, walk.to(run.start)),
        cell: run.start as u32,
        length: run.len() as u32,
    });
    Some(runs.collect())
}

/// The cells of all runs by ranks.
fn by_runs(
    runs: &[Run],
    (least, most): (i64, i64),
    total: usize,
) -> Option<(Vec<u32>, Vec<usize>)> {
    let (mut cells, mut bounds, mut count) = (vec![0u32; total + 1], vec![0], 0);
    for rank in least..=most {
        if patience::is_over() {
            return None;
        }
        for run in runs {
            // What is not in the run is written over.
            let place = (rank - run.rank) as u64;
            cells[count] = run.cell.wrapping_add(place as u32);
            count += usize::from(place < run.length.into());
        }
        bounds.push(count);
    }
    cells.truncate(total);
    Some((cells, bounds))
}

/// The cells counted into so many ranks from the least on, and where these begin and end.
fn counted(
    form: &[Term],
    space: &Space,
    candidates: Option<&[u32]>,
    least: i64,
    ranks: usize,
    total: usize,
) -> Option<(Vec<u32>, Vec<usize>)> {
    let mut bounds = vec![0usize; ranks + 1];
    each(form, space, candidates, &mut |_, rank| bounds[(rank - least) as usize + 1] += 1)?;
    for i in 1..bounds.len() {
        bounds[i] += bounds[i - 1];
    }
    let mut next = bounds.clone();
    let mut cells = vec![0u32; total];
    each(form, space, candidates, &mut |cell, rank| {
        let place = &mut next[(rank - least) as usize];
        cells[*place] = cell;
        *place += 1;
    })?;
    Some((cells, bounds))
}

/// The value of a form at a point.
fn value(form: &[Term], point: &[i64]) -> i64 {
    let parts = form
        .iter()
        .map(|term| term.measure.at(point).saturating_sub(term.from).saturating_mul(term.weight));
    parts.fold(0, i64::saturating_add)
}

/// By how much a form grows along an axis, where that is the same everywhere.
fn slope(form: &[Term], along: usize) -> Option<i64> {
    let slopes = form.iter().map(|term| match term.measure {
        Measure::Elements(axis) if axis == along => None,
        Measure::Coordinate(axis) if axis == along => Some(term.weight),
        _ => Some(0),
    });
    slopes.sum()
}

/// Calls `visit` with each candidate among the cells and the value of the form at it; `None` where the
/// work should end.
fn each(
    form: &[Term],
    space: &Space,
    candidates: Option<&[u32]>,
    visit: &mut dyn FnMut(u32, i64),
) -> Option<()> {
    let mut steps = patience::Steps::default();
    let mut walk = Walk::new(space);
    let value = |point: &[i64]| value(form, point);
    let mut visit = |cell: u32, rank: i64| {
        visit(cell, rank);
        if steps.is_over() { None } else { Some(()) }
    };
    if let Some(candidates) = candidates {
        return candidates.iter().try_for_each(|&cell| visit(cell, value(walk.to(cell as usize))));
    }
    // Along a row only the last coordinate changes.
    let Some(last) = space.axes.len().checked_sub(1) else { return visit(0, value(&[])) };
    let slope = slope(form, last);
    for row in space.runs() {
        let mut rank = value(walk.to(row.start));
        for cell in row {
            match slope {
                Some(_) => visit(cell as u32, rank)?,
                None => visit(cell as u32, value(walk.to(cell)))?,
            }
            rank += slope.unwrap_or(0);
        }
    }
    Some(())
}
