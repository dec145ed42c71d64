//! A code as the sums of its pairs and the single heaps it leaves.

use crate::codes::{Code, Leaves};

/// A move to two heaps.
#[derive(Clone, Copy)]
pub(super) struct Split {
    taken: usize,
    /// Whether the two heaps must differ.
    unequal: bool,
}

/// The pairs (a, sum - a) with 1 <= a < end are the options of one split of a heap.
#[derive(Clone, Copy)]
pub(super) struct Pairs {
    pub(super) sum: usize,
    pub(super) end: usize,
}

/// The moves of a code without [`Leaves::Three`].
pub(super) struct Game {
    pub(super) splits: Vec<Split>,
    nothing: Vec<usize>,
    one: Vec<usize>,
}

impl Game {
    /// `None` where a move leaves three heaps.
    pub(super) fn of(code: &Code) -> Option<Self> {
        let mut game = Self { splits: Vec::new(), nothing: Vec::new(), one: Vec::new() };
        for m in code.moves() {
            let taken = m.taken as usize;
            match m.leaves {
                Leaves::Nothing => game.nothing.push(taken),
                Leaves::One => game.one.push(taken),
                Leaves::Two => game.splits.push(Split { taken, unequal: false }),
                Leaves::TwoUnequal => game.splits.push(Split { taken, unequal: true }),
                Leaves::Three => return None,
            }
        }
        Some(game)
    }

    /// The options of heap n that are no pair; `values` holds those of all lesser heaps.
    pub(super) fn singles(&self, values: &[u16], n: usize, mut mark: impl FnMut(u16)) {
        if self.nothing.contains(&n) {
            mark(0);
        }
        for &taken in self.one.iter().filter(|&&taken| taken < n) {
            mark(values[n - taken]);
        }
    }
}

impl Split {
    /// The pairs of heap n; none when it has too few stones.
    pub(super) fn pairs(self, n: usize) -> Option<Pairs> {
        let sum = n.checked_sub(self.taken)?;
        Some(Pairs { sum, end: if self.unequal { sum.div_ceil(2) } else { sum / 2 + 1 }.max(1) })
    }
}
