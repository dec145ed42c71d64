//! Misere play of heaps that split, told by quotients.

use crate::common::{MEANS, column, compile, request, table};
use draw::{check, prop_assert_eq};
use engine::{Kernel, Request};

/// The rule of a take-and-break code, its digits behind the point.
fn rule_of(code: &[i64]) -> String {
    let moves = code.iter().zip(1..).flat_map(|(digit, t)| {
        [
            format!("move n -> none if n = {t}\n"),
            format!("move n -> n - {t} if n > {t}\n"),
            format!("move n -> i | n - {t} - i for i in 1..n - {t} - 1\n"),
        ]
        .into_iter()
        .enumerate()
        .filter_map(move |(bit, text)| (digit >> bit & 1 == 1).then_some(text))
    });
    format!("game g\nheap n\n{}", moves.collect::<String>())
}

#[test]
fn outcomes_are_those_of_the_definition() {
    check(
        120,
        |d| [d.int(0..8), d.int(0..8), d.int(1..8)],
        |code| {
            let game = compile(&rule_of(&code)).unwrap_or_else(|d| panic!("{d:?}"));
            let by = |kernel| {
                let request = Request { kernel, ..request("n=24", "misere") };
                column(&game.table(&request, MEANS).expect("a table"), "misere")
            };
            prop_assert_eq!(by(Kernel::Auto), by(Kernel::Oracle), "{:?}", code);
            Ok(())
        },
    );
}

/// Sibert and Conway, "Mathematical Kayles", Internat. J. Game Theory 20 (1992).
#[test]
fn five_heaps_of_misere_kayles_are_lost() {
    let outcomes = column(&table(&rule_of(&[7, 7]), "n=200", "misere"), "misere");
    let lost: Vec<usize> = (0..outcomes.len()).filter(|&n| outcomes[n] == 0).collect();
    assert_eq!(lost, [1, 4, 9, 12, 20]);
}
