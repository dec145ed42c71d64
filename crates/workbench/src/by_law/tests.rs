//! Answers by proved laws: the same as by tables, and for positions beyond all of them.

use super::{ByLaw, by_law};
use crate::input::Input;
use crate::watch::Alone;
use engine::{Bounds, Component, Positions, Request};
use expr::ast::Quantity;

fn input(text: &str) -> Input {
    Input::of_text(text).expect(text)
}

fn ask(text: &str, sum: &[Vec<i128>]) -> Option<ByLaw> {
    let input = input(text);
    let game = input.game().expect(text);
    by_law(&input, &game, sum, &Alone).expect(text)
}

const NIM: &str = "state heaps h[3]\nmove take: one of h[i]: h[i] - t for t in 1..h[i]";
const WYTHOFF: &str = "state (a, b) symmetric\nmove (a - t, b) for t in 1..a\n\
                       move (a, b - t) for t in 1..b\nmove (a - t, b - t) for t in 1..min(a, b)\n\
                       table win to a = 59, b = 59";
const TWO: &str =
    "state (a, b)\nmove left: (a - t, b) for t in 1..a\nmove right: b -> b - t for t in 1..b";
const BASH: &str = "heap n\nmove n - t for t in 1..min(n, 3)";

/// Positions up to a bound have the value, the winner and the moves of [`engine::Game::ask`].
fn agrees(text: &str, to: i64) {
    let input = input(text);
    let game = input.game().expect(text);
    let request = Request::of(Quantity::Win, Bounds::All(to), Positions::All);
    let table = game.table(&request, input.means(&Alone)).expect(text);
    for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
        let at = table.position(cell);
        let answer = game.ask(&[Component::own(at.clone())], input.means(&Alone)).expect(text);
        let sum = [at.iter().map(|&c| i128::from(c)).collect()];
        let by = by_law(&input, &game, &sum, &Alone).expect(text).expect(text);
        assert_eq!(by.win, answer.win, "{text} at {at:?}");
        assert!(by.sg.is_none_or(|sg| Some(sg) == answer.sg.map(i128::from)), "{text} at {at:?}");
        if let Some(winning) = by.winning {
            let mut to: Vec<Vec<i128>> = winning.into_iter().map(|m| m.to).collect();
            let parts = answer.winning.iter().flat_map(|first| &first.steps[0].parts);
            let mut expected: Vec<Vec<i128>> =
                parts.map(|part| part.at.iter().map(|&c| i128::from(c)).collect()).collect();
            for all in [&mut to, &mut expected] {
                all.iter_mut().for_each(|at| at.sort_unstable());
                all.sort_unstable();
            }
            assert_eq!(to, expected, "{text} at {at:?}");
        }
    }
}

#[test]
fn small_positions_are_answered_as_by_tables() {
    agrees(NIM, 3);
    agrees(WYTHOFF, 5);
    agrees(TWO, 4);
    agrees(BASH, 9);
}

#[test]
fn large_positions_are_answered() {
    let large = 10i128.pow(21);
    let nim = ask(NIM, &[vec![large, 5, 7]]).expect("a law");
    assert_eq!((nim.sg, nim.win), (Some(large ^ 2), true));
    let moves = nim.winning.expect("moves");
    assert_eq!(moves.len(), 1);
    assert_eq!((&*moves[0].label, &moves[0].to), ("take", &vec![2, 5, 7]));
    assert_eq!(moves[0].choices, [("i".to_owned(), 1), ("t".to_owned(), large - 2)]);
    let lost = ask(NIM, &[vec![large, large ^ 5, 5]]).expect("a law");
    assert_eq!((lost.win, lost.winning), (false, Some(Vec::new())));
    // floor(phi * 10^21), and its partner.
    let lower = 1_618_033_988_749_894_848_204;
    for (at, win) in [
        (vec![lower, lower + large], false),
        (vec![lower + large, lower], false),
        (vec![lower, lower + large + 1], true),
        (vec![lower + 1, lower + large + 1], true),
    ] {
        let wythoff = ask(WYTHOFF, std::slice::from_ref(&at)).expect("a law");
        assert_eq!((wythoff.win, wythoff.sg), (win, None), "{at:?}");
    }
    let sum = ask(BASH, &[vec![large + 1], vec![large + 3]]).expect("a law");
    assert_eq!((sum.sg, sum.win, sum.winning), (Some(1 ^ 3), true, None));
    // The code calls its heap n, whatever the rule calls it.
    let kayles = Input::of_code("octal:0.77", &[], crate::request::Method::default());
    let kayles = kayles.expect("a code").expect("a rule");
    let game = kayles.game().expect("a game");
    for (n, sg) in [(0, 0), (11, 6), (70, 6), (71, 7), (82, 2), (71 + 12 * large, 7)] {
        let sum = [vec![n], vec![large * 12 + 71]];
        let by = by_law(&kayles, &game, &sum, &Alone).expect("no stop").expect("a law");
        assert_eq!((by.sg, by.winning), (Some(sg ^ 7), (sg == 7).then(Vec::new)), "{n}");
    }
    let two = ask(TWO, &[vec![large, 1], vec![large, 1]]).expect("a law");
    assert_eq!((two.sg, two.winning), (Some(0), Some(Vec::new())));
    let two = ask(TWO, &[vec![large, 1], vec![2, 0]]).expect("a law").winning.expect("moves");
    assert_eq!(two.iter().map(|m| m.to.clone()).collect::<Vec<_>>(), [[3, 1]]);
}

#[test]
fn who_wins_where_a_stuck_player_wins_is_not_told_by_nim_values() {
    let misere = format!("{BASH}\nstuck wins");
    agrees(&misere, 40);
    let far = |n: i128| ask(&misere, &[vec![n]]).map(|answer| (answer.sg, answer.win));
    let large = 10i128.pow(30);
    assert_eq!([far(large), far(large + 1)], [Some((None, true)), Some((None, false))]);
    assert_eq!(ask(&misere, &[vec![large], vec![large]]), None, "a sum");
}

#[test]
fn nothing_is_said_without_a_proof_or_a_position() {
    let large = 10i128.pow(21);
    // Grundy's game: no period is known.
    let chaotic = "heap n\nmove n -> i | n - i for i in 1..n // 2 if 2 * i != n";
    assert_eq!(ask(chaotic, &[vec![large]]), None);
    for no_position in [&[vec![1, 2]][..], &[vec![1, 2, -3]], &[]] {
        assert_eq!(ask(NIM, no_position), None);
    }
    // Who wins a sum is not told by who wins its parts.
    assert_eq!(ask(WYTHOFF, &[vec![1, 2], vec![1, 2]]), None);
    let bounded = "state (a in 0..5, b from 2)\nmove (a - t, b) for t in 1..a";
    assert_eq!(ask(bounded, &[vec![6, large]]), None);
    assert_eq!(ask(bounded, &[vec![5, 1]]), None);
    let odd = "state (a, b) where a % 2 = 1\nmove (a, b - t) for t in 1..b";
    assert_eq!(ask(odd, &[vec![2, large]]), None);
    let partizan = "heap n\nleft n - 1 if n > 0\nright n - 2 if n > 1";
    assert_eq!(ask(partizan, &[vec![large]]), None);
}
