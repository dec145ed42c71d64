//! Misere play that falls apart.

use super::pieces::Pieces;
use super::source::Source;
use crate::fold::Fold;
use crate::game::Game;
use crate::progress::Progress;
use crate::request::Limits;
use crate::search::Result;
use crate::search::expand::{Search, SearchLimits};
use crate::search::key::Key;
use crate::search::misere::Forms;
use crate::search::position::Component;
use crate::search::searches::Valued;
use crate::stop::SearchStop;

/// Options of parts that are listed at most: where play does not fall apart soon, the plain search needs
/// less.
const LISTED: usize = 1 << 22;

/// Outcomes of misere play by the forms that parts are equal to.
pub(crate) struct Misere<'g> {
    source: Source<'g, Search<'g, Forms<Pieces>>>,
    limits: SearchLimits,
    progress: &'g dyn Progress,
}

impl<'g> Misere<'g> {
    /// For a game that may fall apart and ends only where no component has a move.
    pub(crate) fn of(
        game: &'g Game,
        limits: SearchLimits,
        progress: &'g dyn Progress,
    ) -> Option<Self> {
        let new = || Self { source: Source::new(game), limits, progress };
        (game.rules.moves_are_alone() && game.is_of_sets()).then(new)
    }
}

impl Valued for Misere<'_> {
    fn value_of(&mut self, sum: &[Component]) -> Result<Option<u32>> {
        let Self { source, limits, progress } = self;
        let new = |moves| {
            let bytes = limits.positions.saturating_mul(Limits::POSITION as usize / 4);
            let forms = Forms::new(Pieces::new(moves, bytes), limits.positions.min(LISTED));
            Search::new(forms, Fold::Outcome { stuck: 1 }, *limits, *progress)
        };
        let Some((search, positions)) = source.at(sum, new)? else { return Ok(None) };
        let pieces = &mut search.expand.components;
        let mut keys: Vec<Key> = Vec::new();
        for there in positions {
            let parts = pieces.fallen(there);
            keys.extend(parts.into_iter().map(|part| pieces.key(part)));
        }
        let key = search.expand.sum(&keys)?;
        search.value(&key).map(Some)
    }

    /// The plain search may need less of what is below.
    fn is_final(&self, stop: &SearchStop) -> bool {
        *stop == SearchStop::Interrupted
    }
}
