//! Connection and retrograde analysis on graphs that can be judged by hand.

use arith::graph::{Outcome, connected, outcomes};

#[test]
fn play_along_a_path_and_round_a_circle() {
    // 0 <- 1 <- 2 <-> 3, 4 <-> 5, and 5 -> 1.
    let arcs = [(1, 0), (2, 1), (2, 3), (3, 2), (4, 5), (5, 4), (5, 1)];
    let out = |v: usize| arcs.iter().filter(|arc| arc.0 == v).count() as u32;
    let before = |v: usize| arcs.iter().filter(move |arc| arc.1 == v).map(|arc| arc.0);
    let all = |stuck_wins: bool| {
        let ended = (0..6).map(|v| (out(v) == 0).then_some(stuck_wins));
        outcomes(ended, (0..6).map(out).collect(), before)
    };
    use Outcome::{Draw, Next, Previous};
    assert_eq!(all(false), [Previous, Next, Draw, Draw, Draw, Draw]);
    assert_eq!(all(true), [Next, Previous, Next, Previous, Previous, Next]);
}

#[test]
fn over_several_edges_and_loops() {
    let ends = [1, 2, 2, 3, 4, 5, 5, 5];
    assert_eq!(connected(1, 3, &[1, 2], &ends), Some(true));
    assert_eq!(connected(3, 1, &[1, 2, 4], &ends), Some(true));
    assert_eq!(connected(1, 3, &[1, 3], &ends), Some(false));
    assert_eq!(connected(1, 4, &[1, 2, 3, 4], &ends), Some(false));
    assert_eq!(connected(7, 7, &[], &ends), Some(true));
    for wrong in [0, 5, -1, i128::MAX, i128::MIN] {
        assert_eq!(connected(1, 3, &[wrong], &ends), None, "{wrong}");
    }
    assert_eq!(connected(1, 3, &[2], &[1, 2, 3]), None);
}
