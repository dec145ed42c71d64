//! Games of stones and a limit against all positions by definition.

use draw::{Draw, check, prop_assert_eq};
use kernels::limits::{Limited, NONE};

#[test]
fn thresholds_are_those_by_definition() {
    let input = |d: &mut Draw| {
        let next = match d.flag() {
            false => {
                let [k, c] = d.ints(0..4);
                (0..61).map(|t| (k * t + c) as u32).collect()
            }
            true => d.ints::<61>(0..70).map(|next| next as u32).to_vec(),
        };
        (next, d.int(1..4) as u32, d.flag(), d.size(0..60), d.size(0..60))
    };
    check(200, input, |(next, least, stuck_wins, to, known)| {
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
                prop_assert_eq!(
                    game.wins(&thresholds, n, most as u32),
                    wins[n][most],
                    "{} {}",
                    n,
                    most
                );
                let lost = |t: &usize| !wins[n - t][game.next[*t] as usize];
                let winning = (least as usize..=n.min(most)).filter(lost);
                prop_assert_eq!(game.winning(&thresholds, n, most as u32), winning.clone().count());
                if most >= n {
                    let first = winning.clone().next().map_or(NONE, |t| t as u32);
                    prop_assert_eq!(thresholds[n], first);
                }
            }
        }
        Ok(())
    });
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
