//! Partizan sums by parts against sums as they stand, at all positions of small random rules.

use super::*;
use crate::apart::bounds::bounds;
use crate::apart::tests::{MEANS, compile, some_move};
use crate::partizan::SumJudge;
use draw::{Draw, check};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// The sums of one position, and some of two.
fn sums(elements: u32) -> impl Iterator<Item = Vec<Component>> {
    let own = |at: i64| Component::own(vec![at]);
    let all = 1i64 << elements;
    let pairs = (0..all).map(move |at| vec![own(at), own((at * 37 + 11) % all)]);
    (0..all).map(move |at| vec![own(at)]).chain(pairs)
}

/// How many sums are judged by parts, as they are judged whole.
fn judged(text: &str, game: &Game, elements: u32) -> usize {
    let mut whole = SumJudge::by_stops(game, 1 << 20, MEANS.progress);
    let stops = Parted::by_stops(game, 1 << 20, MEANS);
    let Some(mut stops) = stops else { return 0 };
    let play = [0, 3, SMALL].map(|small| Parted {
        small,
        ..Parted::by_play(game, 1 << 20, MEANS).expect("as by stops")
    });
    let (mut play, mut judged) = (play, 0);
    for sum in sums(elements) {
        // Some move leads to no position.
        let Ok(number) = whole.number(&sum) else { return judged };
        if let Some(found) = stops.stops(&sum).expect(text) {
            assert_eq!(found.number(), number, "{text}{sum:?}");
            judged += 1;
        }
        for player in PLAYERS {
            let wins = whole.wins(&sum, player).expect(text);
            for parted in play.iter_mut().chain([&mut stops]) {
                let found = parted.wins(&sum, player).expect(text);
                assert!(found.is_none_or(|found| found == wins), "{text}{sum:?} {player:?}");
            }
        }
    }
    judged
}

#[track_caller]
fn assert_judged(rest: &str, expected: bool) {
    let text = format!("game g\n{rest}\n");
    let game = compile(&text).expect(rest);
    let elements = if expected { 6 } else { 7 };
    assert_eq!(judged(&text, &game, elements) > 0, expected, "{rest}");
}

#[test]
fn games_on_boards_and_graphs_are_judged_by_parts() {
    assert_judged(
        "state (F subset 1..6)\nleft F -> F - {x, x + 3} for x in F if x + 3 in F\nright F -> F - {x, x + 1} for x in F if x % 3 != 0 and x + 1 in F",
        true,
    );
    // Moves of either player beside those of one, and moves that avoid and that add.
    assert_judged(
        "state (F subset 1..6)\nleft F -> F - {x, x + 1} for x in F if x + 1 not in F\nmove F -> F - {x} for x in F if x + 2 in F",
        true,
    );
    assert_judged(
        "state (F subset 1..6)\nleft F -> F + {x} for x in 1..6 if x not in F and x - 1 not in F\nright F -> F + {x} for x in 1..3 if x not in F and 2 * x not in F",
        true,
    );
}

#[test]
fn rules_whose_parts_have_to_do_with_each_other_are_judged_whole() {
    let left = "state (F subset 1..7)\nleft F -> F - {x} for x in F";
    let right = "right F -> F - {x} for x in F if x > 2";
    for rest in [
        format!("{left} if size(F) > 2\n{right}"),
        format!("{left} if x = min(F)\n{right}"),
        format!("{left}\nright F -> F - {{x}} for x in F if x > 2 when stuck"),
        format!("{left}\nright F -> F - {{x}} | {{1}} for x in F if x > 2"),
        format!("{left}\nright F -> F + {{x - 1}} - {{x}} for x in F if x > 2 and x - 1 not in F"),
    ] {
        assert_judged(&rest, false);
    }
    for end in ["stuck wins", "lose if size(F) = 2"] {
        let text = format!("game g\n{left}\n{right}\n{end}\n");
        let game = compile(&text).expect(end);
        assert!(Parted::by_stops(&game, 1 << 20, MEANS).is_none(), "{end}");
    }
}

/// Positions of which the elements that stay differ are no sum of parts of one board.
#[test]
fn positions_with_other_moves_are_judged_whole() {
    let text = "game g\nstate (k in 1..2, F subset 1..6)\nleft F -> F - {x, x + k} for x in F if x + k in F\nright F -> F - {x} for x in F if x > 3\n";
    let game = compile(text).expect(text);
    let mut parted = Parted::by_stops(&game, 1 << 20, MEANS).expect("sets");
    let at = |k, f| Component::own(vec![k, f]);
    assert!(parted.stops(&[at(1, 63), at(1, 7)]).expect(text).is_some());
    assert!(parted.stops(&[at(1, 63), at(2, 7)]).expect(text).is_none());
    let mut judge =
        SumJudge::by_stops(&game, 1 << 20, MEANS.progress).parted(&game, 1 << 20, MEANS);
    let mut whole = SumJudge::by_stops(&game, 1 << 20, MEANS.progress);
    let sum = [at(1, 63), at(2, 7)];
    assert_eq!(judge.outcome(&sum), whole.outcome(&sum));
}

/// A move of one player or of both.
fn partizan_move(d: &mut Draw) -> String {
    some_move(d).replacen("move", d.pick(&["move", "left", "right"]), 1)
}

#[test]
fn random_rules_are_judged_by_parts_as_whole() {
    let input = |d: &mut Draw| d.many(2..4, partizan_move);
    check(200, input, |moves| {
        let text = format!("game g\nstate (F subset 1..6)\n{}\n", moves.join("\n"));
        if let Some(game) = compile(&text)
            && game.is_partizan()
        {
            judged(&text, &game, 6);
            let source = Source::new(&game);
            within_bounds(&text, &game, source);
        }
        Ok(())
    });
}

/// Parts lie between the numbers that counting moves gives.
fn within_bounds(text: &str, game: &Game, mut source: Source<'_, Pieces>) {
    let mut whole = SumJudge::by_play(game, 1 << 20, MEANS.progress);
    let made = source.at(&[Component::own(vec![63])], |moves| Pieces::new(moves, 1 << 20));
    let Some((pieces, there)) = made.expect(text) else { return };
    let part = there[0];
    let moves: Vec<Removal> = pieces.live(part).copied().collect();
    let (low, high) = bounds(&moves, part);
    let sum = [Component::own(vec![63])];
    for (player, wins) in [(Player::Left, low > 0), (Player::Right, high < 0)] {
        assert!(!wins || whole.wins(&sum, player) == Ok(true), "{text}{low} {high}");
    }
    for (player, loses) in [(Player::Left, high <= 0), (Player::Right, low >= 0)] {
        assert!(!loses || whole.wins(&sum, player) == Ok(false), "{text}{low} {high}");
    }
}
