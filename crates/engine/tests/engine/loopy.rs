//! `play loopy`: outcomes with draws, and what such a rule refuses.

use crate::common::{MEANS, compile, request};
use engine::{Component, LoopyAnswer, LoopyOutcome, Stop};

/// A token on 1..4: 1 is stuck, 2 -> 1, and 3 and 4 move to each other; 3 also to 2.
const RING: &str = "game ring()\nstate (v in 1..4)\nplay loopy\n\
    move v -> 1 if v = 2\nmove v -> 7 - v if v > 2\nmove v -> 2 if v = 3\n";

fn ask(tokens: &[i64]) -> LoopyAnswer {
    let game = compile(RING).expect("a game");
    let sum: Vec<Component> = tokens.iter().map(|&v| Component::own(vec![v])).collect();
    game.ask_loopy(&sum, MEANS).expect("small")
}

#[test]
fn draws_are_what_nobody_can_win() {
    assert_eq!(ask(&[1]).outcome, LoopyOutcome::Previous);
    assert_eq!(ask(&[2]).outcome, LoopyOutcome::Next);
    let drawn = ask(&[3]);
    assert_eq!(drawn.outcome, LoopyOutcome::Draw);
    assert_eq!((drawn.winning.len(), drawn.drawing.len()), (0, 1));
    assert_eq!(ask(&[2, 2]).outcome, LoopyOutcome::Previous);
    // 3 and 2 become 2 and 2.
    assert_eq!(ask(&[3, 2]).winning.len(), 1);
    assert_eq!(ask(&[3, 3]).outcome, LoopyOutcome::Draw);
}

#[test]
fn stuck_players_may_win() {
    let game = compile(&format!("{RING}stuck wins\n")).expect("a game");
    let outcome = |v| {
        let answer = game.ask_loopy(&[Component::own(vec![v])], MEANS);
        answer.expect("small").outcome
    };
    assert_eq!(outcome(1), LoopyOutcome::Next);
    assert_eq!(outcome(2), LoopyOutcome::Previous);
    // 3 moves to 2, so that 4 has no other move than to a won position.
    assert_eq!((outcome(3), outcome(4)), (LoopyOutcome::Next, LoopyOutcome::Previous));
}

#[test]
fn what_presumes_an_end_is_refused() {
    let game = compile(RING).expect("a game");
    let table = game.table(&request("v=4", "win"), MEANS);
    assert!(matches!(table, Err(Stop::Refused(why)) if why.to_string().contains("play loopy")));
    let answer = game.ask(&[Component::own(vec![3])], MEANS);
    assert!(matches!(answer, Err(Stop::Refused(why)) if why.to_string().contains("play loopy")));
    let ends = compile(&RING.replace("play loopy\n", "")).expect("a game");
    let answer = ends.ask(&[Component::own(vec![3])], MEANS);
    assert!(matches!(answer, Err(Stop::Refused(why)) if why.to_string().contains("need not end")));
}

/// A token on 1 splits off a stuck one and stays: no position comes twice, and play never ends.
#[test]
fn play_that_grows_without_end_is_refused() {
    let text = "game growing()\nstate (v in 0..9)\nmove v -> v | 0 if v = 1\nstuck wins\n";
    let game = compile(text).expect("a game");
    let answer = game.ask(&[Component::own(vec![1])], MEANS);
    assert!(
        matches!(answer, Err(Stop::Refused(why)) if why.to_string().contains("with more beside it"))
    );
}
