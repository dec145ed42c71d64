//! Matches of k rounds of one game (catalogue: `repeated-game`): A starts the first round, and the winner
//! of the last round wins the match.
//!
//! All rounds before the last only decide who starts next. So the winner follows from two facts about
//! the single game: whether its first player can force a win, and whether the first player can force a
//! loss (that is, wins it in misère play).

/// Who starts the round after one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The player who lost it.
    Loser,
    /// The player who won it.
    Winner,
    /// The player who did not start it.
    Alternate,
}

/// Whether A wins a match of that many rounds, at least one, when the first player of a single game
/// can force a win of it (`can_win`) and a loss of it (`can_lose`).
#[must_use]
pub fn first_wins(can_win: bool, can_lose: bool, rounds: u64, next: Next) -> bool {
    let is_odd = rounds % 2 == 1;
    match next {
        // With both, A loses on purpose until the last round, which A starts and wins.
        Next::Loser => can_win && (can_lose || is_odd),
        Next::Winner => can_win || (can_lose && !is_odd),
        Next::Alternate => can_win == is_odd,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arcs, dag};
    use proptest::prelude::*;

    /// Whether the player to move wins the match from vertex `v` with `rounds` rounds to go, this
    /// one included; `started` says whether this player started it.
    fn wins(arcs: &Arcs, v: usize, rounds: u64, started: bool, next: Next) -> bool {
        if arcs.of(v).is_empty() {
            // The player to move has lost the round.
            let starts = match next {
                Next::Loser => true,
                Next::Winner => false,
                Next::Alternate => !started,
            };
            return rounds > 1 && wins(arcs, 0, rounds - 1, true, next) == starts;
        }
        arcs.heads(v).any(|w| !wins(arcs, w, rounds, !started, next))
    }

    proptest! {
        #[test]
        fn as_the_whole_match_searched(n in 1u32..6, arcs in proptest::collection::vec((0u32..6, 0u32..6), 0..8)) {
            let arcs: Vec<_> = arcs
                .into_iter()
                .map(|(a, b)| (a % n, b % n))
                .filter(|(a, b)| a < b)
                .collect();
            let arcs = Arcs::new(n as usize, &arcs);
            let values = dag::solve(&arcs).expect("arcs lead upwards");
            for next in [Next::Loser, Next::Winner, Next::Alternate] {
                for rounds in 1..=4 {
                    let found = first_wins(values[0].sg != 0, values[0].misere, rounds, next);
                    prop_assert_eq!(found, wins(&arcs, 0, rounds, true, next), "{:?}, {} rounds", next, rounds);
                }
            }
        }
    }
}
