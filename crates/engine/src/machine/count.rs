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
    /// aside.
    pub(crate) fn options(&self) -> f64 {
        let mut worker = Worker::<u16>::new(&self.clauses);
        let mut here = vec![0; self.space.axes.len()];
        let (cells, picked) = self.picked(MAX_TRIED);
        let count = |&cell: &usize| {
            self.space.point(cell, &mut here);
            worker.count(&self.clauses, &here, 200) as f64
        };
        let total: f64 = picked.iter().map(count).sum();
        total / picked.len().max(1) as f64 * cells as f64
    }
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
