//! Matches of several rounds against the search of the whole match.

use arena::rounds::{Next, first_wins};
use arena::{Arcs, dag};
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
