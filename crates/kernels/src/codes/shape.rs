//! The moves of a code sorted by kind, as the engines want them.

use super::{Code, Leaves};

/// A move that leaves two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// Stones taken.
    pub(super) taken: usize,
    /// Whether the two heaps may have the same size.
    pub(super) equal: bool,
}

/// The pairs (a, sum - a) with 1 <= a < end are the options of one split of a heap.
#[derive(Clone, Copy)]
pub(super) struct SplitPairs {
    pub(super) sum: usize,
    pub(super) end: usize,
}

impl Split {
    /// The pairs of a heap of `n`; `None` when it has too few stones.
    pub(super) fn pairs(self, n: usize) -> Option<SplitPairs> {
        let sum = n.checked_sub(self.taken)?;
        Some(SplitPairs { sum, end: if self.equal { sum / 2 + 1 } else { sum.div_ceil(2).max(1) } })
    }
}

/// The moves of a code that leaves at most two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Sizes of heaps that can be taken whole.
    pub(super) wholes: Vec<usize>,
    /// Stones taken where one heap is left.
    pub(super) takes: Vec<usize>,
    /// Moves that leave two heaps, by stones taken, no two taking the same.
    pub(super) splits: Vec<Split>,
}

impl Shape {
    /// The moves of this code; `None` when one of them leaves three heaps.
    pub(super) fn of(code: &Code) -> Option<Self> {
        let mut shape = Self { wholes: Vec::new(), takes: Vec::new(), splits: Vec::new() };
        for m in code.moves() {
            let taken = m.taken as usize;
            match m.leaves {
                Leaves::Nothing => shape.wholes.push(taken),
                Leaves::One => shape.takes.push(taken),
                Leaves::Two => shape.splits.push(Split { taken, equal: true }),
                // Moves are sorted: two heaps of any sizes come before two of different sizes.
                Leaves::TwoUnequal if shape.splits.last().is_some_and(|s| s.taken == taken) => {}
                Leaves::TwoUnequal => shape.splits.push(Split { taken, equal: false }),
                Leaves::Three => return None,
            }
        }
        Some(shape)
    }

    /// The pairs of every split of a heap of `n` that has enough stones.
    pub(super) fn pairs(&self, n: usize) -> impl Iterator<Item = SplitPairs> + '_ {
        self.splits.iter().filter_map(move |split| split.pairs(n))
    }

    /// The parity of the stones taken by a split, when it is the same for all.
    pub(super) fn parity(&self) -> Option<usize> {
        let mut parities = self.splits.iter().map(|split| split.taken % 2);
        let first = parities.next()?;
        parities.all(|parity| parity == first).then_some(first)
    }

    /// The most stones a split takes.
    pub(super) fn most_taken(&self) -> usize {
        self.splits.last().map_or(0, |split| split.taken)
    }

    /// The values a heap of `n` reaches by moves that leave at most one heap, given that of a lesser
    /// heap that is not empty.
    pub(super) fn single<'a>(
        &'a self,
        value: impl Fn(usize) -> u16 + 'a,
        n: usize,
    ) -> impl Iterator<Item = u16> + 'a {
        let wholes = self.wholes.iter().filter(move |&&taken| taken == n).map(|_| 0);
        let takes = self.takes.iter().filter(move |&&taken| taken < n);
        wholes.chain(takes.map(move |&taken| value(n - taken)))
    }
}
