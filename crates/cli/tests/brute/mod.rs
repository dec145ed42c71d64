//! The games of the catalogue played out from their definitions: every position remembered, every
//! option tried, nothing known about any of them.
//!
//! No theorem is used where a whole position can be searched. Where that is out of reach (long
//! nim-sequences of games whose options are sums) the values of the parts are xored, as the theorem
//! of Sprague and Grundy allows; the tests in `known` compare the two on small positions.

use std::collections::HashMap;
use std::hash::Hash;

pub(crate) mod board;
pub(crate) mod coins;
pub(crate) mod heap;
pub(crate) mod heaps;
mod known;
pub(crate) mod limit;
pub(crate) mod pair;
mod partizan;
mod rectangles;
pub(crate) mod row;
mod sums;

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The nim-value: least number that is not the nim-value of an option.
    pub(crate) sg: u32,
    /// The player to move wins when whoever cannot move loses.
    pub(crate) win: bool,
    /// The player to move wins when whoever cannot move wins.
    pub(crate) misere: bool,
}

impl Outcome {
    /// The named quantities (`sg`, `win`, `misere`, separated by commas) as cells of a table.
    pub(crate) fn cells(self, quantities: &str) -> Vec<i64> {
        quantities
            .split(',')
            .map(|quantity| match quantity {
                "sg" => i64::from(self.sg),
                "win" => i64::from(self.win),
                "misere" => i64::from(self.misere),
                other => panic!("no quantity {other}"),
            })
            .collect()
    }
}

/// The least number not among `values`.
pub(crate) fn mex(values: &[u32]) -> u32 {
    (0..).find(|candidate| !values.contains(candidate)).expect("finitely many values")
}

/// Searches a game given by its options, remembering every position met.
pub(crate) struct Solver<S, F> {
    options: F,
    known: HashMap<S, Outcome>,
}

impl<S: Clone + Eq + Hash, F: Fn(&S) -> Vec<S>> Solver<S, F> {
    /// A solver of the game in which `options` lists the positions one move away.
    pub(crate) fn new(options: F) -> Self {
        Self { options, known: HashMap::new() }
    }

    /// The three quantities of `position`, each by its own definition.
    pub(crate) fn solve(&mut self, position: &S) -> Outcome {
        if let Some(&outcome) = self.known.get(position) {
            return outcome;
        }
        let options: Vec<Outcome> =
            (self.options)(position).iter().map(|option| self.solve(option)).collect();
        let values: Vec<u32> = options.iter().map(|option| option.sg).collect();
        let outcome = Outcome {
            sg: mex(&values),
            win: options.iter().any(|option| !option.win),
            misere: options.is_empty() || options.iter().any(|option| !option.misere),
        };
        self.known.insert(position.clone(), outcome);
        outcome
    }

    /// `sg`, `win`, `misere` of `position` and the number of its winning first moves, as cells.
    pub(crate) fn cells_with_moves(&mut self, position: &S) -> Vec<i64> {
        let cells = self.solve(position).cells("sg,win,misere");
        let options = (self.options)(position);
        let winning = options.iter().filter(|option| !self.solve(option).win).count();
        let winning = i64::try_from(winning).expect("a small number");
        cells.into_iter().chain([winning]).collect()
    }
}
