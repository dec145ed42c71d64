//! Play that falls apart: games of sets whose elements only vanish.
//!
//! A position of Kayles, Cram or Node Kayles is a set of elements, and what follows it has fewer. If no
//! move joins two parts of it, it is their sum, and its value is the nim-sum of theirs (Sprague, Grundy).
//! In misere play and where Left and Right have different moves parts are what sums are made of that the
//! searches of those know ([`pieces`]); who wins a large partizan sum is searched by play ([`outcomes`]).
//! Nothing of that is declared: the moves of the rule are written out for all values of their
//! quantifiers, and each is read as the elements that it needs, avoids and drops ([`moves`]). A rule of
//! which some move looks at anything else, such as the size of a set, is left to the other searches.
//! Elements that moves add to a set count as vanishing from its complement.
//!
//! What is read describes all moves: it comes from the terms that the machine computes with, asked for
//! all values of the digits they depend on. So it need not be compared with the listing of moves at
//! every position; a sample is, before a structure is used.

mod bounds;
mod cubes;
mod digits;
mod likeness;
mod memory;
pub(crate) mod misere;
mod moves;
mod nimbers;
mod outcomes;
pub(crate) mod partizan;
mod parts;
mod pieces;
mod source;
mod strip;

pub use strip::Strip;

use crate::game::Game;
use crate::progress::Means;
use crate::request::Limits;
use crate::search::Result;
use crate::search::position::Component;
use crate::search::searches::Valued;
use crate::stop::SearchStop;
use clauses::{Clause, CoordinateKind, Dimension};
use nimbers::{Effort, Nimbers};
use source::Source;

/// Values of positions that may fall apart.
pub(crate) struct Apart<'g> {
    source: Source<'g, Nimbers<'g>>,
    means: Means<'g>,
}

impl Game {
    /// Whether it is worth reading the moves for values: whether these are the mex of the values of the
    /// options.
    pub(crate) fn may_fall_apart(&self) -> bool {
        self.rules.decomposes() && self.is_of_sets()
    }

    /// Whether a position is sets and numbers, play ends only where a player is stuck, and a move leaves
    /// one position.
    fn is_of_sets(&self) -> bool {
        let Self { lowered, rules, .. } = self;
        let is_plain = |clause: &Clause| !clause.when_stuck && clause.parts.len() == 1;
        rules.count() == 1
            && rules.kinds().any(|kind| matches!(kind, CoordinateKind::Subset { .. }))
            && lowered.endings.is_empty()
            && !lowered.symmetric
            && lowered.clauses.iter().all(is_plain)
    }

    /// Whether positions are told of by their parts, as far as can be seen from the position with all
    /// elements of its sets, or with none.
    pub(crate) fn falls_apart(&self) -> bool {
        let is_told_by_parts =
            if self.is_partizan() { self.has_values() } else { self.rules.moves_are_alone() };
        if !is_told_by_parts || !self.is_of_sets() {
            return false;
        }
        let mut source = Source::new(self);
        let at = |has_elements: bool| {
            let kinds = self.rules.kinds().zip(&self.lowered.dimensions);
            let coordinate = |(kind, dimension): (CoordinateKind, &Dimension)| match dimension.hi {
                Some(hi) if has_elements && matches!(kind, CoordinateKind::Subset { .. }) => hi,
                _ => dimension.lo,
            };
            kinds.map(coordinate).collect::<Vec<_>>()
        };
        let mut fits = |at| matches!(source.at(&[Component::own(at)], |_| ()), Ok(Some(_)));
        fits(at(true)) || fits(at(false))
    }
}

impl<'g> Apart<'g> {
    /// For a game that may fall apart.
    pub(crate) fn of(game: &'g Game, means: Means<'g>) -> Option<Self> {
        let new = Self { source: Source::new(game), means };
        game.may_fall_apart().then_some(new)
    }

    /// Whether values of this position and of all that follow it are found so.
    pub(crate) fn fits(&mut self, at: &[i64]) -> Result<bool> {
        Ok(self.nimbers(&[Component::own(at.to_vec())])?.is_some())
    }

    /// Where the value of a position is found, and the elements that are there.
    fn nimbers(&mut self, sum: &[Component]) -> Result<Option<(&mut Nimbers<'g>, u64)>> {
        let Means { limits, progress } = self.means;
        let made = self.source.at(sum, |moves| Nimbers::new(moves, effort(limits), progress))?;
        Ok(made.and_then(|(nimbers, there)| match there[..] {
            [there] => Some((nimbers, there)),
            _ => None,
        }))
    }
}

impl Valued for Apart<'_> {
    fn value_of(&mut self, sum: &[Component]) -> Result<Option<u32>> {
        let Some((nimbers, there)) = self.nimbers(sum)? else { return Ok(None) };
        nimbers.value(there).map(Some)
    }

    fn has_value(&mut self, sum: &[Component], value: u32) -> Result<Option<bool>> {
        let Some((nimbers, there)) = self.nimbers(sum)? else { return Ok(None) };
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
