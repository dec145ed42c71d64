//! The order in which parts are tried as witnesses.
//!
//! Any order will do, but some parts are much better than others. So a sample of heaps known is
//! taken, and the lines are chosen greedily, each to reach the most rare codes of the sample not yet
//! reached. On Officers this halves the number of lines to a full set.

use super::super::super::greedy;
use super::super::super::shape::Shape;
use super::set::Set;
use super::table::CodeTable;

/// Heaps of a sample.
const SAMPLE: usize = 48;
/// Values to come for which an order is worth learning.
const WORTH: usize = 32_768;

/// The 64 parts of a line of the head, at a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LineStep {
    /// Stones taken.
    pub(super) taken: usize,
    /// Which line of the head.
    pub(super) line: usize,
}

/// The steps in the order in which to try them.
#[derive(Clone, Debug)]
pub(super) struct Order {
    steps: Vec<LineStep>,
    /// Lines of the head.
    lines: usize,
    /// How many steps have only pairs of different parts, each pair once, in all heaps to come.
    valid: usize,
    learned: bool,
}

impl Order {
    /// An order for the heaps after those in the table, up to `to`.
    pub(super) fn new(shape: &Shape, table: &CodeTable, to: usize) -> Self {
        let (start, lines) = (table.len(), table.head.len());
        let mut order = Self { steps: Vec::new(), lines, valid: 0, learned: false };
        order.begin(shape, start);
        if to.saturating_sub(start) >= WORTH && order.valid >= SAMPLE {
            order.learn(table, start);
        }
        order
    }

    /// The steps for the heaps of the block for which this was last called.
    pub(super) fn steps(&self) -> &[LineStep] {
        &self.steps[..self.valid]
    }

    /// Prepares for the heaps from `start` on.
    pub(super) fn begin(&mut self, shape: &Shape, start: usize) {
        if self.learned {
            return;
        }
        let taken = || shape.splits.iter().map(|split| split.taken).filter(|&t| t < start);
        let splits = taken().count();
        if self.steps.len() != splits * self.lines {
            let steps = |line| taken().map(move |taken| LineStep { taken, line });
            self.steps = (0..self.lines).flat_map(steps).collect();
        }
        // The greatest part of a valid line is less than half of what is left.
        let least = start - taken().max().unwrap_or(0);
        self.valid = splits * (least.saturating_sub(1) / 2 / 64).min(self.lines);
    }

    /// Puts first the valid steps that reach the most in a sample of the last heaps of the table,
    /// and leaves out the others.
    fn learn(&mut self, table: &CodeTable, start: usize) {
        self.steps.truncate(self.valid);
        self.learned = true;
        let sample: Vec<(usize, Set)> = (start - start / 8..start)
            .step_by((start / 8 / SAMPLE).max(1))
            .filter_map(|n| Some((n, table.wanted(n)?)))
            .collect();
        let wanted: Vec<Set> = sample.iter().map(|&(_, set)| set).collect();
        let reached: Vec<Vec<Set>> = self
            .steps
            .iter()
            .map(|step| {
                let reach = |&(n, _): &(usize, Set)| {
                    let left = n.checked_sub(step.taken).filter(|left| left / 64 > step.line);
                    left.map_or([0; 4], |left| table.reached(left, step.line))
                };
                sample.iter().map(reach).collect()
            })
            .collect();
        let both = |wanted: &Set, reached: &Set| {
            wanted
                .iter()
                .zip(reached)
                .map(|(wanted, reached)| (wanted & reached).count_ones())
                .sum()
        };
        let gain = |wanted: &Vec<Set>, step: usize| -> u32 {
            let count = |(wanted, reached)| -> u32 { both(wanted, reached) };
            wanted.iter().zip(&reached[step]).map(count).sum()
        };
        let choose = |wanted: &mut Vec<Set>, step: usize| {
            for (wanted, reached) in wanted.iter_mut().flatten().zip(reached[step].iter().flatten())
            {
                *wanted &= !reached;
            }
        };
        let order = greedy::order(self.steps.len(), wanted, gain, choose);
        let best = order.into_iter().map(|step| self.steps[step]).collect();
        self.steps = best;
        self.valid = self.steps.len();
    }
}
