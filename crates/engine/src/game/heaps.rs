//! Whether a rule on heaps tells them apart by their order.

use crate::order::sample::{Random, far, reach};
use crate::search::{Lister, Rules};
use clauses::exact::Heads;
use clauses::{CoordinateKind, Lowered, mistake};
use expr::diagnostic::Result;
use message::message;
use rule::ast::Player;

/// This many positions are compared with the same heaps in rising order.
const POSITIONS: usize = 1_000;
/// Positions with more options are not compared.
const MAX_OPTIONS: usize = 500;
/// Of more heaps, this many are in play in most positions.
const HEAPS_IN_PLAY: i64 = 4;

/// Tries small positions of the heaps of each game, and some near the numbers that its guards name.
///
/// # Errors
/// G023 with a position from which play differs from that of the same heaps in rising order.
pub(super) fn check_order(lowered: &Lowered, rules: &Rules) -> Result<()> {
    for (number, game) in [lowered].into_iter().chain(&lowered.foreign).enumerate() {
        let [(name, CoordinateKind::Row(heaps))] = &game.shape[..] else { continue };
        if !game.symmetric || game.alike {
            continue;
        }
        if let Some(both) = told_apart(game, rules, number) {
            let [here, sorted] = both.map(|at| rules.game(number).written(&at));
            let message =
                format!("play from {here} differs from play from {sorted}: heaps have no order");
            let help =
                message!("treat all heaps alike, or declare a row: `state ({name}[{heaps}])`");
            // The text of another game is not at hand.
            let own = game.clauses.first().filter(|_| number == 0);
            let span = own.map(|clause| clause.span).unwrap_or_default();
            return Err(mistake("G023", span, message, "", help));
        }
    }
    Ok(())
}

/// A position from which play differs from that of the same heaps in rising order, and those.
fn told_apart(game: &Lowered, rules: &Rules, number: usize) -> Option<[Vec<i64>; 2]> {
    let reach = reach(game.dimensions.len());
    let ends: Vec<(i64, i64)> = game.dimensions.iter().map(|d| (d.lo, d.lo + reach)).collect();
    let both = ends.iter().zip(far(game, &ends));
    let sizes: Vec<Vec<i64>> =
        both.map(|(&(lo, hi), far)| (lo..=hi).chain(far).collect()).collect();
    let (mut random, mut lister) = (Random::default(), Lister::new(rules));
    (0..POSITIONS).find_map(|_| {
        let mut size = |sizes: &Vec<i64>| {
            let is_in_play = random.within(1, ends.len() as i64) <= HEAPS_IN_PLAY;
            let place = random.within(0, sizes.len() as i64 - 1) as usize;
            sizes[if is_in_play { place } else { 0 }]
        };
        let here: Vec<i64> = sizes.iter().map(&mut size).collect();
        let mut sorted = here.clone();
        sorted.sort_unstable();
        if here == sorted {
            return None;
        }
        // A position whose expressions have no value is reported when a table needs it.
        let own = play(&mut lister, rules, game, number, &here)?;
        let other = play(&mut lister, rules, game, number, &sorted)?;
        (own != other).then_some([here, sorted])
    })
}

/// The components that a move leaves, with the number of their game.
type Left = Vec<(usize, Vec<i64>)>;

/// How play goes on at a position.
#[derive(PartialEq, Eq)]
enum Play {
    /// It is no position of the game.
    NoPosition,
    /// The player to move has won, or lost.
    Ended(bool),
    /// The moves: whether they are Left's, their amounts, what they leave with heaps in rising order.
    Moves(Vec<(bool, i64, Left)>),
}

/// `None` where that has no value, or there are many moves.
fn play(
    lister: &mut Lister<'_>,
    rules: &Rules,
    game: &Lowered,
    number: usize,
    at: &[i64],
) -> Option<Play> {
    if !lister.is_position(number, at).ok()? {
        return Some(Play::NoPosition);
    }
    if let Some(wins) = lister.ending_of_sum([(number, at)].into_iter()).ok()? {
        return Some(Play::Ended(wins));
    }
    let players: &[_] =
        if game.partizan { &[Some(Player::Left), Some(Player::Right)] } else { &[None] };
    let mut moves = Vec::new();
    for &player in players {
        lister
            .list(number, at, &Heads::default(), player, &mut |step| {
                let sorted = |(other, at): (usize, &[i64])| {
                    let mut at = at.to_vec();
                    if other == number {
                        at.sort_unstable();
                    }
                    (other, at)
                };
                let mut parts: Left = step.parts.iter().map(sorted).collect();
                parts.sort_unstable();
                let amount = rules.game(number).amount(step.clause, step.choices);
                moves.push((player == Some(Player::Left), amount, parts));
                moves.len() <= MAX_OPTIONS
            })
            .ok()?;
    }
    moves.sort_unstable();
    (moves.len() <= MAX_OPTIONS).then_some(Play::Moves(moves))
}
