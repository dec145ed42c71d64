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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apart::tests::{MEANS, compile, some_move};
    use crate::search::position::Wholes;
    use draw::{Draw, check};

    /// How many sums have an outcome by parts; each has that of the sum as it stands.
    fn told(text: &str, game: &Game) -> usize {
        let (fold, limits) = (Fold::Outcome { stuck: 1 }, SearchLimits::from(1 << 20));
        let mut whole = Search::new(Wholes::new(&game.rules), fold, limits, MEANS.progress);
        let Some(mut misere) = Misere::of(game, limits, MEANS.progress) else { return 0 };
        let mut told = 0;
        for at in 0..128i64 {
            let own = |at: i64| Component::own(vec![at % 128]);
            for sum in [vec![own(at)], vec![own(at), own(at * 37 + 11)]] {
                // Some move leads to no position.
                let Ok(Some(expected)) = whole.value_of(&sum) else { return 0 };
                if let Some(found) = misere.value_of(&sum).expect(text) {
                    assert_eq!(found, expected, "{text}{sum:?}");
                    told += 1;
                }
            }
        }
        told
    }

    #[test]
    fn misere_play_is_told_by_parts_only_where_parts_are_alone() {
        let strip = "state (F subset 1..7)\nmove F -> F - {x} for x in F if x + 1 not in F";
        let pair = "move F -> F - {x, x + 1} for x in F if x + 1 in F";
        for (rest, is_told) in [
            (format!("{strip}\n{pair}"), true),
            (format!("{strip}\n{pair}\nstuck wins"), true),
            (format!("{strip} and size(F) > 2\n{pair}"), false),
            (format!("{strip} when stuck\n{pair}"), false),
            (format!("{strip}\n{pair}\nlose if size(F) = 1"), false),
            (format!("{strip}\n{pair}\nplay every"), false),
        ] {
            let text = format!("game g\n{rest}\n");
            let game = compile(&text).expect(&text);
            assert_eq!(told(&text, &game) > 0, is_told, "{rest}");
        }
    }

    #[test]
    fn random_rules_have_the_misere_outcomes_of_their_sums() {
        let input = |d: &mut Draw| d.many(1..3, some_move);
        check(200, input, |moves| {
            let text = format!("game g\nstate (F subset 1..7)\n{}\n", moves.join("\n"));
            if let Some(game) = compile(&text) {
                told(&text, &game);
            }
            Ok(())
        });
    }
}
