//! Who wins, and which number a position is: by stops if the sum has them, else by search.

use super::listing::Turns;
use crate::apart::partizan::Parted;
use crate::fold::Fold;
use crate::game::Game;
use crate::progress::{Means, Progress};
use crate::request::Limits;
use crate::search::Result;
use crate::search::expand::Search;
use crate::search::key::Key;
use crate::search::position::{Component, Single};
use crate::stop::SearchStop;
use crate::valuation::Valuation;
use crate::valuation::stops::{Outcome, Stops};
use arith::Dyadic;
use expr::ast::Quantity;
use message::message;
use rule::ast::Player;

/// Bytes a position takes in a search, roughly.
const SEARCHED: u64 = 256;

/// How many positions a search may remember.
pub(crate) fn budget(limits: Limits) -> usize {
    let most = u64::from(u32::MAX / 2);
    usize::try_from((limits.memory / SEARCHED).min(most)).unwrap_or(usize::MAX)
}

/// Answers for sums of components, remembered from one to the next.
pub(crate) struct SumJudge<'g> {
    whole: Whole<'g>,
    /// By their parts, where they fall into such.
    parted: Option<Parted<'g>>,
}

/// Answers for components as they stand.
enum Whole<'g> {
    /// By the stops of the components.
    Stops(Box<Valuation<'g, Single<'g>>>),
    /// By play of the sum as a whole, as far as it must be looked at.
    Play(Box<Search<'g, Turns<'g>>>),
}

impl<'g> SumJudge<'g> {
    /// A judge by stops, for games that have them ([`Game::has_values`]).
    pub(crate) fn by_stops(game: &'g Game, budget: usize, progress: &'g dyn Progress) -> Self {
        let valuation = Valuation::new(Single::new(&game.rules), budget, progress);
        Self { whole: Whole::Stops(Box::new(valuation)), parted: None }
    }

    /// A judge by play of the sum as a whole, whatever theory says of sums; it knows no values.
    pub(crate) fn by_play(game: &'g Game, budget: usize, progress: &'g dyn Progress) -> Self {
        let fold = Fold::Outcome { stuck: game.stuck_value() };
        let search = Search::new(Turns::new(&game.rules), fold, budget, progress);
        Self { whole: Whole::Play(Box::new(search)), parted: None }
    }

    /// The same by the theory of sums of parts where play falls apart; at most `budget` are remembered.
    pub(crate) fn parted(self, game: &'g Game, budget: usize, means: Means<'g>) -> Self {
        let parted = match self.whole {
            Whole::Stops(_) => Parted::by_stops(game, budget, means),
            Whole::Play(_) => Parted::by_play(game, budget, means),
        };
        Self { parted, ..self }
    }

    /// Whether the player wins when moving first.
    pub(crate) fn wins(&mut self, sum: &[Component], player: Player) -> Result<bool> {
        if let Some(parted) = &mut self.parted
            && let Some(wins) = parted.wins(sum, player)?
        {
            return Ok(wins);
        }
        if let Whole::Play(search) = &mut self.whole {
            let key = search.expand.key(sum, player);
            return Ok(search.value(&key)? != 0);
        }
        let outcome = self.stops(sum)?.map_or(Outcome::P, |stops| stops.outcome());
        Ok(outcome.wins_first(player))
    }

    /// Who wins.
    pub(crate) fn outcome(&mut self, sum: &[Component]) -> Result<Outcome> {
        Ok(Outcome::new(self.wins(sum, Player::Left)?, self.wins(sum, Player::Right)?))
    }

    /// The number the sum is equal to; `None` where it is none (or values are not known).
    pub(crate) fn number(&mut self, sum: &[Component]) -> Result<Option<Dyadic>> {
        Ok(self.stops(sum)?.and_then(|stops| stops.number()))
    }

    /// A quantity of a sum as claims see it: conditions are 1 or 0.
    ///
    /// # Errors
    /// No number where one is asked for, or why the search ended.
    pub(crate) fn quantity(&mut self, sum: &[Component], quantity: Quantity) -> Result<i64> {
        let undefined = |why: &'static str| SearchStop::Undefined(why.into());
        let player = match quantity {
            Quantity::Left => Player::Left,
            Quantity::Right => Player::Right,
            Quantity::Numerator | Quantity::Exponent => {
                let number = self.number(sum)?;
                let number = number.ok_or_else(|| undefined("the value is not a number"))?;
                let part = match quantity {
                    Quantity::Numerator => number.numerator(),
                    _ => i128::from(number.exponent()),
                };
                return i64::try_from(part).map_err(|_| undefined("the value exceeds 64 bits"));
            }
            other => {
                let name = other.name();
                let why = message!("`{name}` is not a number; claims ask for numerator");
                return Err(SearchStop::Undefined(why));
            }
        };
        self.wins(sum, player).map(i64::from)
    }

    /// The stops of a sum, `None` for a judge by play.
    fn stops(&mut self, sum: &[Component]) -> Result<Option<Stops>> {
        if let Some(parted) = &mut self.parted
            && let Some(stops) = parted.stops(sum)?
        {
            return Ok(Some(stops));
        }
        let Whole::Stops(valuation) = &mut self.whole else { return Ok(None) };
        let components = &mut valuation.options;
        let keys: Vec<Key> = sum.iter().map(|c| components.key(c.game, &c.at)).collect();
        valuation.value(&keys).map(Some)
    }
}
