//! Lost positions of numbers in a circle, as in circular Nim: a few relations between neighbours, up to
//! rotation, such as `a = max(a, b, c, d, e) and b = e and a + b = c + d` (Dufour and Heubach,
//! "Circular Nim games", 2013).
//!
//! Relations are looked for that hold together, from some place of the circle on, at every lost position
//! whose numbers are small, and at none that is won. The law is then judged on the whole table.

use expr::law::LawKind;
use expr::substitute::name;
use formula::{Formula, Operation, Relation, Total};
use message::{Message, message};

use crate::evidence::{Judged, Proposal, judge_grid};
use crate::view::Grid;

/// How many numbers stand in a circle.
const LENGTHS: std::ops::RangeInclusive<usize> = 4..=6;
/// Least value of the last number seen.
const LEAST_REACH: i64 = 4;
/// Fewest lost positions that are no rotation of another one.
const LEAST_LOST: usize = 8;
/// Most won positions that relations are compared with before the table is.
const MAX_WON: usize = 1 << 13;
/// Laws judged.
const MAX_CANDIDATES: usize = 8;

/// The law of the positions where the grid is 0.
pub(crate) fn find(grid: &Grid<'_>) -> Option<Judged> {
    let (first, others) = grid.axes().split_first()?;
    let count = others.len() + 1;
    let is_circle = others.iter().all(|axis| (axis.lo, axis.hi) == (first.lo, first.hi));
    if !LENGTHS.contains(&count) || !is_circle || first.lo != 0 || first.hi < LEAST_REACH {
        return None;
    }
    let seen = Seen::of(grid, first.hi - first.hi / 4)?;
    let mut found = seen.conjunctions(count);
    found.sort_by_key(|relations| relations.iter().map(Relation::bits).sum::<u32>());
    let variables: Vec<Formula> = (0..count).map(Formula::Var).collect();
    found.into_iter().take(MAX_CANDIDATES).find_map(|relations| {
        let words = in_words(grid, &relations);
        let operation = Operation::Rotated(relations);
        let formula = !Formula::Apply(operation, variables.clone());
        let fitted = seen.won.len() + seen.lost.len() * count;
        judge_grid(grid, Proposal::new(LawKind::Positions, formula, fitted).said(words))
    })
}

/// `P-positions, up to rotation: a = c and b = d`
fn in_words(grid: &Grid<'_>, relations: &[Relation]) -> Message {
    let names = grid.names();
    let all: Vec<_> = names.iter().map(name).collect();
    let said = relations.iter().map(|one| one.expr(&|place| all[place].clone(), &all).to_string());
    let said = said.collect::<Vec<_>>().join(" and ");
    match grid.name {
        "misere" => message!("misere P-positions, up to rotation: {said}"),
        _ => message!("P-positions, up to rotation: {said}"),
    }
}

/// The positions whose numbers are small.
struct Seen {
    won: Vec<Vec<i64>>,
    /// Of those that are rotations of each other, one.
    lost: Vec<Vec<i64>>,
}

impl Seen {
    /// `None` where a rotation of a lost position is won, where few are lost, and where more than a
    /// quarter is.
    fn of(grid: &Grid<'_>, reach: i64) -> Option<Self> {
        if !grid.is_truth() {
            return None;
        }
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for (mut position, value) in grid.cells() {
            if value == 0 {
                let original = position.clone();
                let mut is_least = true;
                for _ in 1..original.len() {
                    position.rotate_left(1);
                    if grid.value(&position).is_some_and(|value| value != 0) {
                        return None;
                    }
                    is_least &= original <= position;
                }
                if is_least && original.iter().all(|&k| k <= reach) {
                    lost.push(original);
                }
            } else if position.iter().all(|&k| k <= reach) {
                won.push(position);
            }
        }
        let step = won.len().div_ceil(MAX_WON).max(1);
        let is_rare = lost.len() * 4 * grid.axes().len() <= won.len();
        let won = won.into_iter().step_by(step).collect();
        (lost.len() >= LEAST_LOST && is_rare).then_some(Self { won, lost })
    }

    /// The shortest lists of relations that hold where positions are lost, and there alone.
    fn conjunctions(&self, count: usize) -> Vec<Vec<Relation>> {
        let is_possible =
            |one: &Relation| self.lost.iter().all(|p| (0..count).any(|k| one.holds(p, k)));
        let relations: Vec<Relation> = relations(count).into_iter().filter(is_possible).collect();
        let masks: Vec<Mask> =
            relations.iter().map(|one| Mask::of(&self.won, |p| one.holds(p, 0))).collect();
        let all = Mask::of(&self.won, |_| true);
        let chosen = |places: &[usize]| -> Vec<Relation> {
            places.iter().map(|&place| relations[place].clone()).collect()
        };
        let holds = |list: &[Relation]| {
            let at = |p: &[i64], k: usize| list.iter().all(|one| one.holds(p, k));
            self.lost.iter().all(|p| (0..count).any(|k| at(p, k)))
        };
        for size in 1..=3 {
            let mut found = Vec::new();
            let mut search = Search { masks: &masks, size, found: &mut found };
            search.go(0, &all, &mut Vec::new());
            let found: Vec<Vec<Relation>> =
                found.iter().map(|places| chosen(places)).filter(|list| holds(list)).collect();
            if !found.is_empty() || patience::is_over() {
                return found;
            }
        }
        Vec::new()
    }
}

/// Which of the won positions have something in common.
struct Mask(Vec<u64>);

impl Mask {
    fn of(won: &[Vec<i64>], is: impl Fn(&[i64]) -> bool) -> Self {
        let word = |part: &[Vec<i64>]| {
            part.iter().enumerate().fold(0, |word, (k, p)| word | u64::from(is(p)) << k)
        };
        Self(won.chunks(64).map(word).collect())
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// The search for so many relations that hold together at no won position.
struct Search<'a> {
    masks: &'a [Mask],
    size: usize,
    found: &'a mut Vec<Vec<usize>>,
}

impl Search<'_> {
    fn go(&mut self, from: usize, left: &Mask, chosen: &mut Vec<usize>) {
        for place in from..self.masks.len() {
            chosen.push(place);
            match chosen.len() == self.size {
                true if !left.meets(&self.masks[place]) => self.found.push(chosen.clone()),
                true => {}
                false => self.go(place + 1, &left.and(&self.masks[place]), chosen),
            }
            chosen.pop();
        }
    }
}

/// All relations of a circle of so many numbers, the shortest first.
fn relations(count: usize) -> Vec<Relation> {
    let places = || 0..count;
    let relation = |places: &[usize], total| Relation { places: places.to_vec(), total };
    let mut all: Vec<Relation> = Vec::new();
    all.extend(places().map(|a| relation(&[a], Total::Sum(Vec::new()))));
    all.extend(places().map(|a| relation(&[a], Total::Greatest)));
    all.extend(places().map(|a| relation(&[a], Total::Least)));
    let pairs: Vec<[usize; 2]> = places().flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    all.extend(pairs.iter().map(|&[a, b]| relation(&[a], Total::Sum(vec![b]))));
    for pair in &pairs {
        let others = places().filter(|place| !pair.contains(place));
        all.extend(others.map(|a| relation(&[a], Total::Sum(pair.to_vec()))));
        let disjoint = pairs.iter().filter(|other| pair < other);
        let disjoint = disjoint.filter(|other| other.iter().all(|place| !pair.contains(place)));
        all.extend(disjoint.map(|other| relation(pair, Total::Sum(other.to_vec()))));
    }
    all.sort_by_key(Relation::bits);
    all
}
