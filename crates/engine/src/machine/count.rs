//! How many options a position has, for estimates of cost.

use super::cell::Cell;
use super::code::{ClauseCode, Worker};
use super::parts::Range;
use super::run::Code;
use super::scalar::Scalar;

/// Most positions whose options are counted.
const MAX_TRIED: usize = 24;

impl Code {
    /// Number of options of the whole table, from a few positions, guards on innermost quantifiers
    /// aside. Of positions that are mirror images of each other one has options.
    pub(crate) fn options(&self) -> f64 {
        let mut worker = Worker::<u16>::new(&self.clauses);
        let mut here = vec![0; self.space.axes.len()];
        let (cells, picked) = self.picked();
        let count = |&cell: &usize| {
            self.space.point(cell, &mut here);
            let mut images = 1.0;
            if self.mirrored {
                here.sort_unstable();
                images = orders(&here);
            }
            worker.count(&self.clauses, &here, 200) as f64 / images
        };
        let total: f64 = picked.iter().map(count).sum();
        total / picked.len().max(1) as f64 * cells as f64
    }

    /// How many cells may be positions, and some of them, at most [`MAX_TRIED`], spread without regard to
    /// strides.
    fn picked(&self) -> (usize, Vec<usize>) {
        // Where runs of cells end, each with the number of cells up to there.
        let mut ends: Vec<(usize, usize)> = Vec::new();
        let mut count = 0;
        if self.space.cap.is_none() {
            count = usize::try_from(self.space.cells()).unwrap_or(usize::MAX);
            ends.push((count, count));
        } else {
            for run in self.space.runs() {
                count += run.len();
                ends.push((count, run.end));
            }
        }
        let cell = |number: usize| {
            let (up_to, end) = ends[ends.partition_point(|(up_to, _)| *up_to <= number)];
            end - (up_to - number)
        };
        let tried = MAX_TRIED.min(count) as u128;
        let number = |i: u128| i * count as u128 * 2_654_435_761 / tried % count as u128;
        (count, (0..tried).map(|i| cell(number(i) as usize)).collect())
    }
}

/// In how many orders these numbers, which are sorted, can stand.
fn orders(sorted: &[i64]) -> f64 {
    let places = (1..).zip(sorted.chunk_by(|a, b| a == b).flat_map(|equal| 1..=equal.len()));
    places.map(|(place, equal): (usize, usize)| place as f64 / equal as f64).product()
}

impl<T: Cell> Worker<T> {
    /// At least the number of options of the position, guards on the innermost quantifier
    /// aside, counting at most `cap` outer choices.
    pub(crate) fn count(&mut self, clauses: &[ClauseCode], point: &[i64], cap: usize) -> u64 {
        let mut total = 0u64;
        for clause in clauses {
            self.slots[..point.len()].copy_from_slice(point);
            let mut left = cap;
            total = total.saturating_add(self.count_from(clause, 0, &mut left));
        }
        total
    }

    fn count_from(&mut self, clause: &ClauseCode, depth: usize, left: &mut usize) -> u64 {
        let blocked = |guard: &Scalar| !matches!(guard.value(&self.slots), Ok(v) if v != 0);
        if *left == 0 || clause.guards.get(depth).is_some_and(|g| g.iter().any(blocked)) {
            return 0;
        }
        let (lo, hi) = match clause.ranges.get(depth) {
            None => return 1,
            Some(Range::Values(values, limit)) => {
                let limit = limit.as_ref().and_then(|l| l.value(&self.slots).ok());
                let count = values.partition_point(|&v| limit.is_none_or(|l| v <= l));
                (1, count as i64)
            }
            Some(Range::Between(lo, hi)) => match (lo.value(&self.slots), hi.value(&self.slots)) {
                (Ok(lo), Ok(hi)) => (lo, hi),
                _ => return 0,
            },
        };
        let length = u64::try_from(hi.saturating_sub(lo).saturating_add(1)).unwrap_or(0);
        if depth + 1 == clause.ranges.len() {
            return length;
        }
        let (mut total, mut tried) = (0u64, 0u64);
        for k in lo..=hi {
            if *left == 0 {
                break;
            }
            *left -= 1;
            tried += 1;
            self.slots[clause.dimensions + depth] = match &clause.ranges[depth] {
                Range::Values(values, _) => values[(k - 1) as usize],
                Range::Between(..) => k,
            };
            total = total.saturating_add(self.count_from(clause, depth + 1, left));
        }
        // What the cap cut off is taken to be like what was tried.
        total.saturating_mul(length).checked_div(tried).unwrap_or(0)
    }
}
