//! Whether a rule on heaps tells them apart by their order.

use crate::exact::Heads;
use crate::lower::{Dimension, Lowered, mistake};
use crate::oracle::{Lister, Oracle};
use crate::order::sample::reach;
use crate::space::Space;
use crate::stop::SearchStop;
use expr::diagnostic::Diagnostic;
use rule::ast::Player;
use std::collections::BTreeSet;
use table::Axis;

/// Most positions compared with the same heaps in rising order.
const POSITIONS: usize = 1_500;

/// Tries small positions of the heaps of each game.
///
/// # Errors
/// G023 with a position from which play differs from that of the same heaps in rising order.
pub(super) fn check_order(lowered: &Lowered, oracle: &Oracle) -> Result<(), Diagnostic> {
    for (number, game) in [lowered].into_iter().chain(&lowered.foreign).enumerate() {
        let are_heaps = game.symmetric && game.shape.len() == 1;
        if !are_heaps || game.alike {
            continue;
        }
        if let Some((here, sorted)) = told_apart(oracle, number) {
            let [here, sorted] = [here, sorted].map(|at| oracle.game(number).written(&at));
            let message =
                format!("play from {here} differs from play from {sorted}: heaps have no order");
            let span = game.clauses.first().map(|c| c.span).unwrap_or_default();
            let help = "treat all heaps alike, or declare a row: `state (h[3])`";
            return Err(mistake("G023", span, message, "", help));
        }
    }
    Ok(())
}

/// A small position from which play differs from that of the same heaps in rising order, and those.
fn told_apart(oracle: &Oracle, game: usize) -> Option<(Vec<i64>, Vec<i64>)> {
    let heaps = &oracle.game(game).dimensions;
    let reach = reach(heaps.len());
    let axis = |d: &Dimension| Axis::new(&d.name, d.lo, d.lo + reach);
    let space = Space::new(heaps.iter().map(axis).collect());
    let mut lister = Lister::new(oracle);
    let unsorted = space.points().take(POSITIONS).filter(|point| !point.is_sorted());
    { unsorted }.find_map(|here| {
        let mut sorted = here.clone();
        sorted.sort_unstable();
        // A position whose expressions have no value is reported when a table needs it.
        let own = play(&mut lister, game, &here).ok()?;
        let other = play(&mut lister, game, &sorted).ok()?;
        (own != other).then_some((here, sorted))
    })
}

/// What a player may leave, heaps in rising order: for each player and option its components.
type Options = BTreeSet<(bool, Vec<(usize, Vec<i64>)>)>;

/// Who has won at a position if play has ended there, and its options; `None` if it is none.
fn play(
    lister: &mut Lister<'_>,
    game: usize,
    at: &[i64],
) -> Result<Option<(Option<bool>, Options)>, SearchStop> {
    if !lister.is_position(game, at)? {
        return Ok(None);
    }
    let ending = lister.ending_of_sum([(game, at)].into_iter())?;
    let mut options = Options::new();
    for player in [Player::Left, Player::Right] {
        lister.list(game, at, &Heads::default(), Some(player), &mut |step| {
            let sorted = |(other, at): (usize, &[i64])| {
                let mut at = at.to_vec();
                if other == game {
                    at.sort_unstable();
                }
                (other, at)
            };
            let mut parts: Vec<_> = step.parts.iter().map(sorted).collect();
            parts.sort_unstable();
            options.insert((player == Player::Left, parts));
            true
        })?;
    }
    Ok(Some((ending, options)))
}
