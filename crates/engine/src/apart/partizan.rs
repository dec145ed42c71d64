//! Sums of partizan games whose play falls apart.

use super::Source;
use super::outcomes::Outcomes;
use super::parts::Removal;
use super::pieces::Pieces;
use crate::fold::Fold;
use crate::game::Game;
use crate::progress::Means;
use crate::search::Result;
use crate::search::expand::Search;
use crate::search::key::Key;
use crate::search::position::Component;
use crate::valuation::Valuation;
use crate::valuation::stops::Stops;
use rule::ast::Player;

/// Answers for sums of partizan positions by their parts.
pub(crate) struct Parted<'g> {
    by: By<'g>,
    means: Means<'g>,
    budget: usize,
}

/// By the stops of all parts, or by play of those that are large.
enum By<'g> {
    Stops(Source<'g, Valuation<'g, Pieces>>),
    Play(Source<'g, Search<'g, Outcomes<'g>>>),
}

impl<'g> Parted<'g> {
    /// By stops, of at most `budget` parts; `None` where play cannot fall apart.
    pub(crate) fn by_stops(game: &'g Game, budget: usize, means: Means<'g>) -> Option<Self> {
        Self::new(game, By::Stops(Source::new(game)), budget, means)
    }

    /// By play, where at most `budget` sums are remembered.
    pub(crate) fn by_play(game: &'g Game, budget: usize, means: Means<'g>) -> Option<Self> {
        Self::new(game, By::Play(Source::new(game)), budget, means)
    }

    fn new(game: &Game, by: By<'g>, budget: usize, means: Means<'g>) -> Option<Self> {
        let is_of_sets = game.is_partizan() && game.has_values() && game.is_of_sets();
        is_of_sets.then_some(Self { by, means, budget })
    }

    /// The stops of a sum; `None` where they are not found so.
    pub(crate) fn stops(&mut self, sum: &[Component]) -> Result<Option<Stops>> {
        let Self { by: By::Stops(source), means, budget } = self else { return Ok(None) };
        let new = |moves| valuation(moves, *budget / 4 * 3, *means);
        let Some((valuation, positions)) = source.at(sum, new)? else { return Ok(None) };
        let mut keys: Vec<Key> = Vec::new();
        for there in positions {
            let parts = valuation.options.fallen(there);
            keys.extend(parts.into_iter().map(|part| valuation.options.key(part)));
        }
        valuation.value(&keys).map(Some)
    }

    /// Whether the player wins when moving first; `None` where it is not found so.
    pub(crate) fn wins(&mut self, sum: &[Component], player: Player) -> Result<Option<bool>> {
        if let By::Stops(_) = self.by {
            return Ok(self.stops(sum)?.map(|stops| stops.outcome().wins_first(player)));
        }
        let Self { by: By::Play(source), means, budget } = self else { return Ok(None) };
        let new = |moves| {
            let outcomes = Outcomes::new(valuation(moves, *budget / 4, *means));
            Search::new(outcomes, Fold::Outcome { stuck: 0 }, *budget / 2, means.progress)
        };
        let Some((search, positions)) = source.at(sum, new)? else { return Ok(None) };
        let key = search.expand.key(&positions, player)?;
        Ok(Some(search.value(&key)? != 0))
    }
}

/// A valuation of parts, which are known to be alike in a fourth of the memory.
fn valuation<'g>(moves: Vec<Removal>, budget: usize, means: Means<'g>) -> Valuation<'g, Pieces> {
    let bytes = usize::try_from(means.limits.memory / 4).unwrap_or(usize::MAX);
    Valuation::new(Pieces::new(moves, bytes), budget, means.progress)
}
