//! What is made of the moves at the positions that are asked for.

use super::moves::{self, Removals};
use super::parts::Removal;
use crate::game::Game;
use crate::search::position::Component;
use crate::search::{Lister, Result, Rules};
use clauses::exact::{Exact, Heads};
use clauses::{CoordinateKind, Lowered};
use rule::ast::Player;

/// Positions at which moves are compared with those that are listed.
const COMPARED: usize = 48;

/// Reads the moves at positions of a game, and keeps what was made of those read last.
pub(super) struct Source<'g, T> {
    lowered: &'g Lowered,
    exact: &'g Exact,
    rules: &'g Rules,
    lister: Lister<'g>,
    last: Option<Last<T>>,
}

/// What was found for the last position, and holds for all that have the same numbers.
struct Last<T> {
    numbers: Vec<i64>,
    /// The moves, where they could be read.
    moves: Option<Removals>,
    /// What was made of them by the elements that no move takes away, where the moves are those that
    /// are listed.
    made: Option<(u64, Option<T>)>,
}

impl<'g, T> Source<'g, T> {
    pub(super) fn new(game: &'g Game) -> Self {
        let Game { lowered, exact, rules, .. } = game;
        Self { lowered, exact, rules, lister: Lister::new(rules), last: None }
    }

    /// What `new` made of the moves at these positions, and the elements that each has; `None` where
    /// moves cannot be read, or the positions do not have the same.
    pub(super) fn at(
        &mut self,
        sum: &[Component],
        new: impl Fn(Vec<Removal>) -> T,
    ) -> Result<Option<(&mut T, Vec<u64>)>> {
        let (mut parts, mut known) = (Vec::new(), None);
        for Component { game, at } in sum {
            let numbers = self.numbers(at);
            if *game != 0 || !self.lister.is_position(0, at)? {
                return Ok(None);
            }
            let Some((fixed, free)) = self.load(at, &numbers, &new)? else { return Ok(None) };
            if *known.get_or_insert_with(|| (fixed, numbers.clone())) != (fixed, numbers) {
                return Ok(None);
            }
            parts.push(free);
        }
        let made = self.last.as_mut().and_then(|last| last.made.as_mut()?.1.as_mut());
        Ok(made.map(|made| (made, parts)))
    }

    /// Makes something of the moves at a position: its elements that no move takes, and the others.
    fn load(
        &mut self,
        at: &[i64],
        numbers: &[i64],
        new: &impl Fn(Vec<Removal>) -> T,
    ) -> Result<Option<(u64, u64)>> {
        if self.last.as_ref().is_none_or(|last| last.numbers != numbers) {
            let moves = moves::moves(self.lowered, self.exact, at);
            self.last = Some(Last { numbers: numbers.to_vec(), moves, made: None });
        }
        let Some(Last { moves: Some(moves), made, .. }) = &mut self.last else {
            return Ok(None);
        };
        let there = moves.there(at);
        let (fixed, free) = (there & moves.fixed, there & !moves.fixed);
        if made.as_ref().is_none_or(|(known, _)| *known != fixed) {
            let are_listed = are_listed(&mut self.lister, self.rules, moves, there)?;
            *made = Some((fixed, are_listed.then(|| new(moves.around(there)))));
        }
        Ok(made.as_ref().and_then(|(_, made)| made.as_ref()).map(|_| (fixed, free)))
    }

    /// The coordinates of a position without its sets.
    fn numbers(&self, at: &[i64]) -> Vec<i64> {
        let numbers = self.rules.kinds().zip(at).map(|(kind, &c)| match kind {
            CoordinateKind::Subset { .. } => 0,
            _ => c,
        });
        numbers.collect()
    }
}

/// Whether the moves of each player lead from a position, and from some that follow it, where the moves
/// listed lead.
fn are_listed(lister: &mut Lister<'_>, rules: &Rules, moves: &Removals, root: u64) -> Result<bool> {
    let players: &[Player] =
        if rules.is_partizan() { &[Player::Left, Player::Right] } else { &[Player::Either] };
    let mut there = root;
    for number in 0..COMPARED {
        let mut after = Vec::new();
        for &player in players {
            let led = moves.all.iter().filter(|m| m.is_of(player) && m.is_possible(there));
            let led: Vec<u64> = led.map(|m| there & !m.drop).collect();
            let only = (player != Player::Either).then_some(player);
            if !lead_to(lister, &moves.at(there), only, led.iter().map(|&led| moves.at(led)))? {
                return Ok(false);
            }
            after.extend(led);
        }
        // Another option each time, and from the end of play back to the start.
        there = match after.len() {
            0 => root,
            options => after[(number * 0x9e37 + number / 7) % options],
        };
    }
    Ok(true)
}

/// Whether the moves listed for a position lead to these positions, and to no others.
fn lead_to(
    lister: &mut Lister<'_>,
    at: &[i64],
    player: Option<Player>,
    led: impl Iterator<Item = Vec<i64>>,
) -> Result<bool> {
    let (mut listed, mut inside) = (Vec::new(), true);
    lister.list(0, at, &Heads::default(), player, &mut |step| {
        inside &= step.parts.len() == 1;
        listed.extend(step.parts.iter().map(|(_, at)| at.to_vec()));
        inside
    })?;
    let mut led: Vec<Vec<i64>> = led.collect();
    for options in [&mut listed, &mut led] {
        options.sort_unstable();
        options.dedup();
    }
    Ok(inside && listed == led)
}
