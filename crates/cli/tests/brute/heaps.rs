//! Games on several heaps, as whole positions.

use super::{Outcome, Solver};

/// Heaps in ascending order, empty ones included.
pub(crate) type Heaps = Vec<u32>;

/// All positions of `count` heaps of at most `max`.
pub(crate) fn positions(count: usize, max: u32) -> Vec<Heaps> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        let mut longer = Vec::new();
        for heaps in &all {
            for last in heaps.last().copied().unwrap_or(0)..=max {
                let mut heaps = heaps.clone();
                heaps.push(last);
                longer.push(heaps);
            }
        }
        all = longer;
    }
    all
}

/// Every position of `count` heaps of at most `max` with its outcome.
pub(crate) fn solve(
    options: impl Fn(&Heaps) -> Vec<Heaps>,
    count: usize,
    max: u32,
) -> Vec<(Heaps, Outcome)> {
    let mut solver = Solver::new(|heaps: &Heaps| {
        let mut options = options(heaps);
        for option in &mut options {
            option.sort_unstable();
        }
        options
    });
    positions(count, max).into_iter().map(|heaps| (heaps.clone(), solver.solve(&heaps))).collect()
}

/// Nim: take from one heap.
pub(crate) fn nim(heaps: &Heaps) -> Vec<Heaps> {
    let mut options = Vec::new();
    for i in 0..heaps.len() {
        for left in 0..heaps[i] {
            let mut option = heaps.clone();
            option[i] = left;
            options.push(option);
        }
    }
    options
}

/// Take 1 to k from one heap.
pub(crate) fn bash(k: u32) -> impl Fn(&Heaps) -> Vec<Heaps> {
    move |heaps| {
        let total = |heaps: &Heaps| heaps.iter().sum::<u32>();
        let taken = |option: &Heaps| total(heaps) - total(option);
        nim(heaps).into_iter().filter(|option| taken(option) <= k).collect()
    }
}

/// Moore's Nim: take from each of one to k heaps.
pub(crate) fn moore(k: usize) -> impl Fn(&Heaps) -> Vec<Heaps> {
    move |heaps| {
        let mut all = vec![vec![]];
        for &heap in heaps {
            let mut longer = Vec::new();
            for start in &all {
                for left in 0..=heap {
                    let mut start: Heaps = start.clone();
                    start.push(left);
                    longer.push(start);
                }
            }
            all = longer;
        }
        let touched = |option: &Heaps| (0..heaps.len()).filter(|&i| option[i] < heaps[i]).count();
        all.into_iter().filter(|option| (1..=k).contains(&touched(option))).collect()
    }
}

/// A New Stone Game: take from a heap, then lay any number of its remaining stones on other
/// non-empty heaps.
pub(crate) fn new_stone_game(heaps: &Heaps) -> Vec<Heaps> {
    let mut options = Vec::new();
    for i in 0..heaps.len() {
        for rest in 0..heaps[i] {
            for moved in 0..=rest {
                let mut option = heaps.clone();
                option[i] = rest - moved;
                spread(&option, i, 0, moved, &heaps.clone(), &mut options);
            }
        }
    }
    options
}

/// Pushes `heaps` with `stones` laid on the heaps from index `from` on, in every way: not on
/// `source`, nor on one that was empty `before` the move.
fn spread(
    heaps: &Heaps,
    source: usize,
    from: usize,
    stones: u32,
    before: &Heaps,
    options: &mut Vec<Heaps>,
) {
    if from == heaps.len() {
        if stones == 0 {
            options.push(heaps.clone());
        }
        return;
    }
    for laid in 0..=stones {
        if laid == 0 || (from != source && before[from] > 0) {
            let mut next = heaps.clone();
            next[from] += laid;
            spread(&next, source, from + 1, stones - laid, before, options);
        }
    }
}
