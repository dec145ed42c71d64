//! Play that falls apart: games of sets whose elements only vanish.
//!
//! A position of Kayles, Cram or Node Kayles is a set of elements, and what follows it has fewer. If no
//! move joins two parts of it, it is their sum, and its value is the nim-sum of theirs (Sprague, Grundy).
//! Nothing of that is declared: the moves of the rule are written out for all values of their
//! quantifiers, and each is read as the elements that it needs, avoids and drops ([`moves`]). A rule of
//! which some move looks at anything else, such as the size of a set, is left to the other searches.
//! Elements that moves add to a set count as vanishing from its complement.
//!
//! What is read describes all moves: it comes from the terms that the machine computes with, asked for
//! all values of the digits they depend on. So it need not be compared with the listing of moves at
//! every position; a sample is, before a structure is used.

mod cubes;
mod digits;
mod likeness;
mod memory;
mod moves;
mod nimbers;
mod parts;
#[cfg(test)]
mod tests;

use crate::exact::{Exact, Heads};
use crate::game::Game;
use crate::lower::{Clause, CoordinateKind, Dimension, Lowered};
use crate::progress::Means;
use crate::request::Limits;
use crate::search::position::Component;
use crate::search::searches::Valued;
use crate::search::{Lister, Result, Rules};
use crate::stop::SearchStop;
use moves::Moves;
use nimbers::{Effort, Nimbers};
use rule::ast::Player;

/// Positions at which moves are compared with those that are listed.
const COMPARED: usize = 48;

/// Values of positions that may fall apart.
pub(crate) struct Apart<'g> {
    lowered: &'g Lowered,
    exact: &'g Exact,
    rules: &'g Rules,
    means: Means<'g>,
    lister: Lister<'g>,
    last: Option<Last<'g>>,
}

/// What was found for the last position, and holds for all that have the same numbers.
struct Last<'g> {
    numbers: Vec<i64>,
    /// The moves, where they could be read.
    moves: Option<Moves>,
    /// The values by the elements that no move takes away, where the moves are those that are listed.
    nimbers: Option<(u64, Option<Nimbers<'g>>)>,
}

impl Game {
    /// Whether it is worth reading the moves: whether a position is sets and numbers, its value the mex
    /// of the values of its options, and each of them one position.
    pub(crate) fn may_fall_apart(&self) -> bool {
        let Self { lowered, rules, .. } = self;
        let is_plain = |clause: &Clause| {
            clause.player == Player::Either && !clause.when_stuck && clause.parts.len() == 1
        };
        rules.decomposes()
            && rules.count() == 1
            && rules.kinds().any(|kind| matches!(kind, CoordinateKind::Subset { .. }))
            && lowered.endings.is_empty()
            && !lowered.symmetric
            && lowered.clauses.iter().all(is_plain)
    }

    /// Whether values are found by parts, as far as can be told from the position with all elements of
    /// its sets, or with none.
    pub(crate) fn falls_apart(&self) -> bool {
        let Some(mut apart) = Apart::of(self, Means::silent(0)) else { return false };
        let at = |has_elements: bool| {
            let kinds = self.rules.kinds().zip(&self.lowered.dimensions);
            let coordinate = |(kind, dimension): (CoordinateKind, &Dimension)| match dimension.hi {
                Some(hi) if has_elements && matches!(kind, CoordinateKind::Subset { .. }) => hi,
                _ => dimension.lo,
            };
            kinds.map(coordinate).collect::<Vec<_>>()
        };
        [true, false].into_iter().any(|all| apart.fits(&at(all)) == Ok(true))
    }
}

impl<'g> Apart<'g> {
    /// For a game that may fall apart.
    pub(crate) fn of(game: &'g Game, means: Means<'g>) -> Option<Self> {
        let Game { lowered, exact, rules, .. } = game;
        let lister = Lister::new(rules);
        let new = Self { lowered, exact, rules, means, lister, last: None };
        game.may_fall_apart().then_some(new)
    }

    /// Whether values of this position and of all that follow it are found so.
    pub(crate) fn fits(&mut self, at: &[i64]) -> Result<bool> {
        Ok(self.nimbers(at)?.is_some())
    }

    /// Where the values of a position are found, and the elements that are there.
    fn nimbers(&mut self, at: &[i64]) -> Result<Option<(&mut Nimbers<'g>, u64)>> {
        if !self.lister.is_position(0, at)? {
            return Ok(None);
        }
        let numbers = self.numbers(at);
        if self.last.as_ref().is_none_or(|last| last.numbers != numbers) {
            let moves = moves::moves(self.lowered, self.exact, at);
            self.last = Some(Last { numbers, moves, nimbers: None });
        }
        let Some(Last { moves: Some(moves), nimbers, .. }) = &mut self.last else {
            return Ok(None);
        };
        let there = moves.there(at);
        let (fixed, free) = (there & moves.fixed, there & !moves.fixed);
        if nimbers.as_ref().is_none_or(|(known, _)| *known != fixed) {
            let are_listed = are_listed(&mut self.lister, moves, there)?;
            let effort = effort(self.means.limits);
            let new = || Nimbers::new(moves.around(there), effort, self.means.progress);
            *nimbers = Some((fixed, are_listed.then(new)));
        }
        let nimbers = nimbers.as_mut().and_then(|(_, nimbers)| nimbers.as_mut());
        Ok(nimbers.map(|nimbers| (nimbers, free)))
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

impl Valued for Apart<'_> {
    fn value_of(&mut self, sum: &[Component]) -> Result<Option<u32>> {
        let [Component { game: 0, at }] = sum else { return Ok(None) };
        let Some((nimbers, there)) = self.nimbers(at)? else { return Ok(None) };
        nimbers.value(there).map(Some)
    }

    fn has_value(&mut self, sum: &[Component], value: u32) -> Result<Option<bool>> {
        let [Component { game: 0, at }] = sum else { return Ok(None) };
        let Some((nimbers, there)) = self.nimbers(at)? else { return Ok(None) };
        nimbers.has_value(there, value).map(Some)
    }

    fn is_final(&self, stop: &SearchStop) -> bool {
        matches!(stop, SearchStop::Interrupted | SearchStop::Budget(_))
    }
}

/// What a search may use within these limits.
fn effort(limits: Limits) -> Effort {
    let bytes = usize::try_from(limits.memory).unwrap_or(usize::MAX);
    Effort { bytes, positions: limits.searched() }
}

/// Whether the moves lead from a position, and from some that follow it, where the moves listed lead.
fn are_listed(lister: &mut Lister<'_>, moves: &Moves, root: u64) -> Result<bool> {
    let mut there = root;
    for number in 0..COMPARED {
        let (mut listed, mut inside) = (Vec::new(), true);
        lister.list(0, &moves.at(there), &Heads::default(), None, &mut |step| {
            inside &= step.parts.len() == 1;
            listed.extend(step.parts.iter().map(|(_, at)| at.to_vec()));
            inside
        })?;
        let can = moves.all.iter().filter(|m| m.need & !there == 0 && m.avoid & there == 0);
        let after: Vec<u64> = can.map(|m| there & !m.drop).collect();
        let mut led: Vec<Vec<i64>> = after.iter().map(|&there| moves.at(there)).collect();
        for options in [&mut listed, &mut led] {
            options.sort_unstable();
            options.dedup();
        }
        if !inside || listed != led {
            return Ok(false);
        }
        // Another option each time, and from the end of play back to the start.
        there = match after.len() {
            0 => root,
            options => after[(number * 0x9e37 + number / 7) % options],
        };
    }
    Ok(true)
}
