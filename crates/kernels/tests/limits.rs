//! Games of stones and a limit against all positions by definition.

use kernels::limits::{Limited, NONE};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn thresholds_are_those_by_definition(
        to in 0usize..60,
        least in 1u32..4,
        stuck_wins in any::<bool>(),
        known in 0usize..60,
        next in prop_oneof![
            (0u32..4, 0u32..4).prop_map(|(k, c)| (0..61).map(|t| k * t + c).collect::<Vec<u32>>()),
            prop::collection::vec(0u32..70, 61),
        ],
    ) {
        let game = Limited { next, least, stuck_wins };
        let mut wins = vec![[false; 200]; to + 1];
        for n in 0..=to {
            for most in 0..200 {
                let takes = || (least as usize)..=n.min(most);
                wins[n][most] = if takes().is_empty() {
                    stuck_wins
                } else {
                    takes().any(|t| !wins[n - t][game.next[t] as usize])
                };
            }
        }
        let mut thresholds = Vec::new();
        for to in [known.min(to), to] {
            prop_assert_eq!(game.extend(&mut thresholds, to, &|_, _| true), Ok(()));
        }
        for n in 0..=to {
            for most in 0..200usize {
                prop_assert_eq!(game.wins(&thresholds, n, most as u32), wins[n][most], "{} {}", n, most);
                let lost = |t: &usize| !wins[n - t][game.next[*t] as usize];
                let winning = (least as usize..=n.min(most)).filter(lost);
                prop_assert_eq!(game.winning(&thresholds, n, most as u32), winning.clone().count());
                if most >= n {
                    let first = winning.clone().next().map_or(NONE, |t| t as u32);
                    prop_assert_eq!(thresholds[n], first);
                }
            }
        }
    }
}

#[test]
fn fibonacci_nim_loses_at_fibonacci_numbers() {
    // Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963).
    let game = Limited { next: (0..=100).map(|t| 2 * t).collect(), least: 1, stuck_wins: false };
    let mut thresholds = Vec::new();
    assert_eq!(game.extend(&mut thresholds, 100, &|_, _| true), Ok(()));
    let lost = (1..=100).filter(|&n| !game.wins(&thresholds, n, n as u32 - 1));
    assert_eq!(lost.collect::<Vec<_>>(), [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
}
