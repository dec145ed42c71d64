//! Games in which the last take bounds the next one.

use super::{Outcome, Solver};

/// Stones left and the most that may be taken.
pub(crate) type State = (u32, u32);

/// Take 1 to `limit` of the n stones; the next limit is `factor` times the take.
pub(crate) fn options(factor: u32) -> impl Fn(&State) -> Vec<State> {
    move |&(n, limit)| {
        let takes = (1..=n).filter(|&t| t <= limit);
        takes.map(|t| (n - t, factor * t)).collect()
    }
}

/// All states with n <= `to` and limit <= `most`.
pub(crate) fn rectangle(factor: u32, to: u32, most: u32) -> Vec<(State, Outcome)> {
    let mut solver = Solver::new(options(factor));
    let states = (0..=to).flat_map(|n| (0..=most).map(move |limit| (n, limit)));
    states.map(|state| (state, solver.solve(&state))).collect()
}

/// The starting states (n, n - 1) for n = 1 to `to`.
pub(crate) fn starts(factor: u32, to: u32) -> Vec<(u32, Outcome)> {
    let mut solver = Solver::new(options(factor));
    (1..=to).map(|n| (n, solver.solve(&(n, n - 1)))).collect()
}
