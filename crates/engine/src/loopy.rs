//! Games whose play need not end (`play loopy`): who wins, or that play is drawn, by definition.
//!
//! The positions that play can reach are listed breadth first, then judged backwards from those
//! where play has ended: a position with a lost option is won, one whose options are all won is
//! lost, and what is never judged is drawn.

use crate::ask::FirstMove;
use crate::game::Game;
use crate::key::{Key, Packer};
use crate::position::{Component, Wholes};
use crate::progress::Progress;
use crate::request::{Limits, Stop, search_stop};
use crate::search::{Expand, SearchStop};
use hashbrown::HashMap;
use rule::ast::Play;

/// Who wins where infinite play is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopyOutcome {
    /// The player to move (an N-position).
    Next,
    /// The other one (a P-position).
    Previous,
    /// Nobody.
    Draw,
}

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

/// Positions listed between two looks at the progress.
const POLL: usize = 1 << 12;

impl Game {
    /// Whether infinite play is a draw, so that positions have outcomes but no values.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.lowered.play == Play::Loopy
    }

    /// Refuses what presumes that play ends.
    pub(crate) fn is_not_loopy(&self) -> Result<(), Stop> {
        match self.is_loopy() {
            false => Ok(()),
            true => Err(Stop::Refused(
                "the rule says `play loopy`: play need not end, so there are outcomes (won, lost, \
                 drawn) but no table of values; ask for one position with `mexlab ask`"
                    .into(),
            )),
        }
    }

    /// Answers for a sum of components under `play loopy`.
    ///
    /// # Errors
    /// The position is none, the rule is not loopy, or play reaches more positions than fit the
    /// limits.
    pub fn ask_loopy(
        &self,
        components: &[Component],
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<LoopyAnswer, Stop> {
        if !self.is_loopy() || self.oracle.is_partizan() {
            let why =
                "draws are for rules that say `play loopy` and give both players the same moves";
            return Err(Stop::Refused(why.into()));
        }
        let components = self.asked(components)?;
        let refuse = |stop| search_stop(stop, None);
        let mut wholes = Wholes::new(&self.oracle);
        let mut packer = Packer::default();
        let root = self.oracle.pack(&components, &mut packer);
        let found =
            Reached::from(root, &mut wholes, limits.searched(), progress).map_err(refuse)?;
        let judged = found.judge(self.lowered.stuck_wins);
        let mut answer =
            LoopyAnswer { outcome: judged[0], winning: Vec::new(), drawing: Vec::new() };
        let mut moves = Vec::new();
        let listing = wholes.moves(&components, &mut |m| {
            moves.push((self.first_move(m), m.after()));
            true
        });
        listing.map_err(refuse)?;
        for (first, after) in moves {
            let after = self.oracle.pack(&after, &mut packer);
            match found.numbers.get(&after).map(|&number| judged[number as usize]) {
                Some(LoopyOutcome::Previous) => answer.winning.push(first),
                Some(LoopyOutcome::Draw) if answer.outcome == LoopyOutcome::Draw => {
                    answer.drawing.push(first);
                }
                _ => {}
            }
        }
        Ok(answer)
    }
}

/// The positions play can reach, and the moves between them.
struct Reached {
    numbers: HashMap<Key, u32>,
    /// Where a rule has ended play: whether the player to move has won.
    ended: Vec<Option<bool>>,
    /// Moves that leave each position, and the positions that moves into it come from.
    options: Vec<u32>,
    before: Vec<Vec<u32>>,
}

impl Reached {
    fn from(
        root: Key,
        wholes: &mut Wholes<'_>,
        budget: usize,
        progress: &dyn Progress,
    ) -> Result<Self, SearchStop> {
        let mut keys = vec![root.clone()];
        let mut reached = Self {
            numbers: HashMap::from([(root, 0)]),
            ended: vec![None],
            options: vec![0],
            before: vec![Vec::new()],
        };
        let mut at = 0;
        while at < keys.len() {
            if at % POLL == 0 && !progress.advance(at as u64, keys.len() as u64) {
                return Err(SearchStop::Interrupted);
            }
            let mut options = Vec::new();
            let ended = wholes.expand(&keys[at].clone(), &mut |parts| {
                options.extend_from_slice(parts);
                true
            });
            reached.ended[at] = match ended {
                Err(SearchStop::NoPosition) => {
                    return Err(wholes.is_no_position(None, &keys[at]));
                }
                other => other?,
            };
            reached.options[at] = options.len() as u32;
            for option in options {
                let new = keys.len() as u32;
                let number = *reached.numbers.entry(option.clone()).or_insert(new);
                if number == new {
                    if keys.len() >= budget {
                        return Err(SearchStop::Budget(budget));
                    }
                    keys.push(option);
                    reached.ended.push(None);
                    reached.options.push(0);
                    reached.before.push(Vec::new());
                }
                reached.before[number as usize].push(at as u32);
            }
            at += 1;
        }
        Ok(reached)
    }

    /// Outcomes by retrograde analysis.
    fn judge(&self, stuck_wins: bool) -> Vec<LoopyOutcome> {
        let mut outcome = vec![LoopyOutcome::Draw; self.options.len()];
        let mut open = self.options.clone();
        let mut queue = Vec::new();
        for (number, ended) in self.ended.iter().enumerate() {
            let wins = match (ended, self.options[number]) {
                (Some(wins), _) => *wins,
                (None, 0) => stuck_wins,
                _ => continue,
            };
            outcome[number] = if wins { LoopyOutcome::Next } else { LoopyOutcome::Previous };
            queue.push(number);
        }
        while let Some(number) = queue.pop() {
            for &before in &self.before[number] {
                let before = before as usize;
                if outcome[before] != LoopyOutcome::Draw {
                    continue;
                }
                open[before] -= 1;
                outcome[before] = match outcome[number] {
                    LoopyOutcome::Previous => LoopyOutcome::Next,
                    _ if open[before] == 0 => LoopyOutcome::Previous,
                    _ => continue,
                };
                queue.push(before);
            }
        }
        outcome
    }
}
