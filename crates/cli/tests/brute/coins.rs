//! Coin turning. A move turns a set of coins whose last one goes from heads to tails.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Outcome, Solver, mex};

/// The sets of coins turned together with the given last coin, without it.
pub(crate) type Turns<C> = Box<dyn Fn(C) -> Vec<Vec<C>>>;

/// Nim-values of boards with one head: the value of an option is xored over the coins it shows.
pub(crate) struct Values<C> {
    turns: Turns<C>,
    known: HashMap<C, u32>,
}

impl<C: Copy + Eq + Hash> Values<C> {
    /// No value known yet.
    pub(crate) fn new(turns: Turns<C>) -> Self {
        Self { turns, known: HashMap::new() }
    }

    /// The nim-value of the board whose only head is `coin`.
    pub(crate) fn of(&mut self, coin: C) -> u32 {
        if let Some(&value) = self.known.get(&coin) {
            return value;
        }
        let options: Vec<u32> = (self.turns)(coin)
            .iter()
            .map(|set| set.iter().fold(0, |xor, &other| xor ^ self.of(other)))
            .collect();
        let value = mex(&options);
        self.known.insert(coin, value);
        value
    }
}

/// A row of coins numbered from `base`.
pub(crate) struct Row {
    /// Number of the first coin.
    pub(crate) base: u32,
    /// The sets turned with each last coin.
    pub(crate) turns: Turns<u32>,
}

impl Row {
    fn new(base: u32, turns: impl Fn(u32) -> Vec<Vec<u32>> + 'static) -> Self {
        Self { base, turns: Box::new(turns) }
    }

    /// Nim-values of the coins `base` to `to`.
    pub(crate) fn values(self, to: u32) -> Vec<(u32, u32)> {
        let base = self.base;
        let mut values = Values::new(self.turns);
        (base..=to).map(|x| (x, values.of(x))).collect()
    }

    /// The boards one move away; bit i of a board is set when coin `base + i` shows heads.
    pub(crate) fn options(&self, board: u64) -> Vec<u64> {
        let bit = |coin: u32| 1 << (coin - self.base);
        let mut options = Vec::new();
        for x in (self.base..self.base + 64).filter(|&x| board & bit(x) != 0) {
            for set in (self.turns)(x) {
                options.push(set.iter().fold(board ^ bit(x), |turned, &coin| turned ^ bit(coin)));
            }
        }
        options
    }

    /// All boards of the first `coins` coins, searched as whole positions.
    pub(crate) fn boards(&self, coins: u32) -> Vec<Outcome> {
        let mut solver = Solver::new(|&board: &u64| self.options(board));
        (0..1 << coins).map(|board| solver.solve(&board)).collect()
    }
}

/// All sets of at most `most` of the coins `from` to `below - 1`.
fn sets_upto(most: u32, from: u32, below: u32) -> Vec<Vec<u32>> {
    let mut sets = vec![Vec::new()];
    if most > 0 {
        for first in from..below {
            for mut set in sets_upto(most - 1, first + 1, below) {
                set.insert(0, first);
                sets.push(set);
            }
        }
    }
    sets
}

/// One coin.
pub(crate) fn one() -> Row {
    Row::new(1, |_| vec![vec![]])
}

/// One to k coins.
pub(crate) fn upto(k: u32, base: u32) -> Row {
    Row::new(base, move |x| sets_upto(k - 1, base, x))
}

/// Exactly two coins.
pub(crate) fn exactly_two() -> Row {
    Row::new(0, |x| (0..x).map(|y| vec![y]).collect())
}

/// k consecutive coins.
pub(crate) fn consecutive(k: u32) -> Row {
    Row::new(1, move |x| if x >= k { vec![(x + 1 - k..x).collect()] } else { vec![] })
}

/// When the last coin may be turned alone in [`left`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alone {
    /// Also allowed if x <= k.
    Allowed,
    /// The only move if x <= k.
    Forced,
    /// Always.
    Always,
}

/// A coin and one of the k on its left.
pub(crate) fn left(k: u32, alone: Alone) -> Row {
    Row::new(1, move |x| {
        let mut sets = Vec::new();
        if x <= k || alone == Alone::Always {
            sets.push(vec![]);
        }
        if !(x <= k && alone == Alone::Forced) {
            for s in 1..=k {
                if x > s {
                    sets.push(vec![x - s]);
                }
            }
        }
        sets
    })
}

/// Two coins at a distance in `set`, or one alone where `alone(x)`.
pub(crate) fn distance(set: &[u32], base: u32, alone: impl Fn(u32) -> bool + 'static) -> Row {
    let set = set.to_vec();
    Row::new(base, move |x| {
        let mut sets = Vec::new();
        for &s in &set {
            if x >= base + s {
                sets.push(vec![x - s]);
            }
        }
        if alone(x) {
            sets.push(vec![]);
        }
        sets
    })
}

/// Any run of consecutive coins.
pub(crate) fn ruler() -> Row {
    Row::new(1, |x| (1..=x).map(|first| (first..x).collect()).collect())
}

/// The coins 0, t, x - t, x.
pub(crate) fn grunt_from_0() -> Row {
    Row::new(0, |x| (1..x).filter(|&t| t < x - t).map(|t| vec![0, t, x - t]).collect())
}

/// Four coins p < q < r < x with q - p = x - r.
pub(crate) fn symmetric_four() -> Row {
    Row::new(1, |x| {
        let mut sets = Vec::new();
        for p in 1..x {
            for q in p + 1..x {
                for r in q + 1..x {
                    if q - p == x - r {
                        sets.push(vec![p, q, r]);
                    }
                }
            }
        }
        sets
    })
}

/// Four coins p < q < r < s with q - p = s - r, both p and s showing heads. The boards one move
/// away; bit i is coin i + 1.
pub(crate) fn two_heads_options(board: u64) -> Vec<u64> {
    let mut options = Vec::new();
    for p in 0..64 {
        for s in p + 1..64 {
            for q in p + 1..s {
                let r = s - (q - p);
                if q < r && board & (1 << p) != 0 && board & (1 << s) != 0 {
                    options.push(board ^ (1 << p) ^ (1 << q) ^ (1 << r) ^ (1 << s));
                }
            }
        }
    }
    options
}

/// A coin of a grid.
pub(crate) type Cell = (u32, u32);

/// All boards of `side` by `side` coins, searched as whole positions. The rows of the grid stand
/// one after the other: the coin (x, y) is the bit (x - first) * side + (y - second).
pub(crate) fn grid_boards((first, second): Cell, side: u32, turns: &Turns<Cell>) -> Vec<Outcome> {
    let bit = |(x, y): Cell| 1_u64 << ((x - first) * side + (y - second));
    let mut solver = Solver::new(|&board: &u64| {
        let mut options = Vec::new();
        for x in first..first + side {
            for y in second..second + side {
                if board & bit((x, y)) != 0 {
                    for set in turns((x, y)) {
                        let others = set.into_iter().map(bit);
                        options
                            .push(others.fold(board ^ bit((x, y)), |turned, coin| turned ^ coin));
                    }
                }
            }
        }
        options
    });
    (0..1 << (side * side)).map(|board| solver.solve(&board)).collect()
}

/// The four corners of a rectangle, (a, b) the far one.
pub(crate) fn rectangle() -> Turns<Cell> {
    Box::new(|(a, b)| {
        let mut sets = Vec::new();
        for x in 0..a {
            for y in 0..b {
                sets.push(vec![(x, y), (x, b), (a, y)]);
            }
        }
        sets
    })
}

/// The eight corners of a box, (a, b, c) the far one.
pub(crate) fn cuboid() -> Turns<(u32, u32, u32)> {
    Box::new(|(a, b, c)| {
        let mut sets = Vec::new();
        for x in 0..a {
            for y in 0..b {
                for z in 0..c {
                    let near = vec![(x, y, z), (x, y, c), (x, b, z), (x, b, c)];
                    let far = vec![(a, y, z), (a, y, c), (a, b, z)];
                    sets.push([near, far].concat());
                }
            }
        }
        sets
    })
}

/// Turn X x Y, where X is turned in a row game and Y in another.
pub(crate) fn product(first: Row, second: Row) -> Turns<Cell> {
    Box::new(move |(x, y)| {
        let mut sets = Vec::new();
        for mut columns in (first.turns)(x) {
            columns.push(x);
            for mut rows in (second.turns)(y) {
                rows.push(y);
                let mut set = Vec::new();
                for &column in &columns {
                    for &row in &rows {
                        if (column, row) != (x, y) {
                            set.push((column, row));
                        }
                    }
                }
                sets.push(set);
            }
        }
        sets
    })
}

/// Which second coin may be turned with a coin of the grid in [`pair_of_cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    /// Both coordinates smaller.
    Strict,
    /// One coordinate equal, the other smaller.
    Rook,
    /// No coordinate greater, not both equal.
    Weak,
}

/// A coin of the grid and a second one.
pub(crate) fn pair_of_cells(second: Second, base: u32) -> Turns<Cell> {
    Box::new(move |(a, b)| {
        let mut sets = Vec::new();
        for x in base..=a {
            for y in base..=b {
                let allowed = match second {
                    Second::Strict => x < a && y < b,
                    Second::Rook => (x == a) != (y == b),
                    Second::Weak => (x, y) != (a, b),
                };
                if allowed {
                    sets.push(vec![(x, y)]);
                }
            }
        }
        sets
    })
}
