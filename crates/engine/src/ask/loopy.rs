//! Games whose play need not end (`play loopy`): who wins, or that play is drawn, by definition.
//!
//! The positions that play can reach are listed breadth first, then judged backwards from those
//! where play has ended: a position with a lost option is won, one whose options are all won is
//! lost, and what is never judged is drawn.

use super::{FirstMove, Reached};
use crate::game::Game;
use crate::progress::Means;
use crate::search::position::Component;
use crate::stop::Stop;
use arith::graph::{self, Outcome as LoopyOutcome};
use rule::ast::Play;

/// What is known of a position where infinite play is a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyAnswer {
    /// Who wins.
    pub outcome: LoopyOutcome,
    /// Every winning first move, counted as actions.
    pub winning: Vec<FirstMove>,
    /// Of a drawn position, the first moves that keep the draw.
    pub drawing: Vec<FirstMove>,
}

/// What a rule cannot say together.
const ONE_PLAYER: &str = "`play loopy` is for games in which both players have the same moves: with \
    `left` or `right` moves play must end";

impl Game {
    /// Whether infinite play is a draw, so that positions have outcomes but no values.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.lowered.play == Play::Loopy
    }

    /// Refuses what presumes that play ends.
    pub(crate) fn is_not_loopy(&self) -> Result<(), Stop> {
        match (self.is_loopy(), self.rules.is_partizan()) {
            (false, _) => Ok(()),
            (true, true) => Err(Stop::Refused(ONE_PLAYER.into())),
            (true, false) => Err(Stop::Refused(
                "the rule says `play loopy`: play need not end, so there are outcomes (won, lost, \
                 drawn) but no table of values; ask for one position with `mexlab ask`"
                    .into(),
            )),
        }
    }

    /// Answers for a sum of components under `play loopy`.
    ///
    /// # Errors
    /// It is not a position, the rule is not loopy, or play reaches more positions than fit the
    /// limits.
    pub fn ask_loopy(
        &self,
        components: &[Component],
        means: Means<'_>,
    ) -> Result<LoopyAnswer, Stop> {
        if self.rules.is_partizan() {
            return Err(Stop::Refused(ONE_PLAYER.into()));
        }
        if !self.is_loopy() {
            return Err(Stop::Refused("draws are for rules that say `play loopy`".into()));
        }
        let found = self.reached(components, means)?;
        let judged = judge(&found);
        let mut answer =
            LoopyAnswer { outcome: judged[0], winning: Vec::new(), drawing: Vec::new() };
        for (first, after) in found.first {
            match judged[after as usize] {
                LoopyOutcome::Previous => answer.winning.push(first),
                LoopyOutcome::Draw if answer.outcome == LoopyOutcome::Draw => {
                    answer.drawing.push(first);
                }
                _ => {}
            }
        }
        Ok(answer)
    }
}

/// Outcomes of all positions.
fn judge(found: &Reached) -> Vec<LoopyOutcome> {
    let options: Vec<u32> = found.options.iter().map(|all| all.len() as u32).collect();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); options.len()];
    for (number, options) in (0..).zip(&found.options) {
        options.iter().for_each(|&option| before[option as usize].push(number));
    }
    let stuck = |&options: &u32| (options == 0).then_some(found.stuck_wins);
    let ended: Vec<Option<bool>> =
        found.ended.iter().zip(&options).map(|(ended, options)| ended.or(stuck(options))).collect();
    graph::outcomes(ended, options, |number| before[number].iter().map(|&earlier| earlier as usize))
}
