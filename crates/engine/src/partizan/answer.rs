//! One position of a partizan game: who wins, its value, and the winning first moves.

use super::judge::{SumJudge, budget};
use super::listing::Turns;
use crate::ask::FirstMove;
use crate::game::Game;
use crate::progress::Means;
use crate::search::position::Component;
use crate::stop::{SearchStop, Stop};
use crate::valuation::stops::Outcome;
use arith::Dyadic;
use rule::ast::Player;

/// What is known of a position (a sum of components) of a partizan game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanAnswer {
    /// Who wins; [`Outcome::left_wins_first`] and [`Outcome::right_wins_first`] say it by who
    /// starts.
    pub outcome: Outcome,
    /// The value.
    pub value: PartizanValue,
    /// Every first move with which Left wins when Left starts, counted as actions.
    pub left: Vec<FirstMove>,
    /// Every first move with which Right wins when Right starts.
    pub right: Vec<FirstMove>,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartizanValue {
    /// This number.
    Number(Dyadic),
    /// The position is not equal to a number.
    NotANumber,
    /// Positions have no values under the rule's way of ending, or of playing sums.
    Meaningless,
    /// Too many positions would have to be looked at.
    TooLarge,
}

/// Positions looked at for the value alone; the outcome needs fewer.
const VALUED: usize = 2_000_000;
/// The same of parts that play falls into, of large boards.
const PARTS: usize = 300_000;

impl Game {
    /// Answers for a sum of components of a partizan game.
    ///
    /// # Errors
    /// It is not a position, or the search does not fit the limits.
    pub fn ask_partizan(
        &self,
        components: &[Component],
        means: Means<'_>,
    ) -> Result<PartizanAnswer, Stop> {
        if self.is_coins() {
            let why = "outcomes and values of partizan games are not for coins";
            return Err(Stop::Refused(why.into()));
        }
        let components = self.asked(components)?;
        let budget = budget(means.limits);
        if self.has_values() {
            let judge = SumJudge::by_stops(self, budget.min(VALUED), means.progress);
            let is_small = self.positions_below(&components) <= VALUED as u128;
            let parts = budget.min(if is_small { VALUED } else { PARTS });
            let mut judge = judge.parted(self, parts, means);
            match self.judged(&components, &mut judge) {
                Err(SearchStop::Budget(_) | SearchStop::TooLarge(_) | SearchStop::Endless(..)) => {}
                other => return other.map_err(Stop::from),
            }
        }
        let judge = SumJudge::by_play(self, budget, means.progress);
        let mut judge = judge.parted(self, budget, means);
        let mut answer = self.judged(&components, &mut judge)?;
        answer.value = match self.has_values() {
            true => PartizanValue::TooLarge,
            false => PartizanValue::Meaningless,
        };
        Ok(answer)
    }

    fn judged(
        &self,
        components: &[Component],
        judge: &mut SumJudge<'_>,
    ) -> Result<PartizanAnswer, SearchStop> {
        let outcome = judge.outcome(components)?;
        let value = judge.number(components)?;
        let mut turns = Turns::new(&self.rules);
        let mut winning = |player, other| {
            let mut winning = Vec::new();
            for (first, after) in turns.moves(components, player, |m| self.first_move(m))? {
                if !judge.wins(&after, other)? {
                    winning.push(first);
                }
            }
            Ok::<_, SearchStop>(winning)
        };
        let left = winning(Player::Left, Player::Right)?;
        let right = winning(Player::Right, Player::Left)?;
        let value = value.map_or(PartizanValue::NotANumber, PartizanValue::Number);
        Ok(PartizanAnswer { outcome, value, left, right })
    }
}
