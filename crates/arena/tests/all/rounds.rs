//! Matches of several rounds against the search of the whole match.

use crate::digraphs::random;
use arena::rounds::{Next, first_wins};
use arena::{Arcs, dag};
use draw::{Draw, cases, check, prop_assert_eq};

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

#[test]
fn as_the_whole_match_searched() {
    let input = |d: &mut Draw| random(d, 1..6, 0..8);
    check(cases(), input, |(n, mut arcs)| {
        arcs.retain(|(a, b)| a < b);
        let arcs = Arcs::new(n, &arcs);
        let values = dag::solve(&arcs).expect("arcs lead upwards");
        for next in [Next::Loser, Next::Winner, Next::Alternate] {
            for rounds in 1..=4 {
                let found = first_wins(values[0].sg != 0, values[0].misere, rounds, next);
                let searched = wins(&arcs, 0, rounds, true, next);
                prop_assert_eq!(found, searched, "{:?}, {} rounds", next, rounds);
            }
        }
        Ok(())
    });
}
