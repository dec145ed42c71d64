//! The positions that play can reach from one, listed breadth first, and the moves between them.

use super::FirstMove;
use crate::game::Game;
use crate::progress::{Means, Progress};
use crate::search::expand::Expand;
use crate::search::key::{Key, Packer};
use crate::search::position::{Component, Wholes};
use crate::stop::{SearchStop, Stop};
use hashbrown::HashMap;

/// Positions by number; the first, 0, is the one play starts from.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// What the moves of each position lead to.
    pub options: Vec<Vec<u32>>,
    /// Where a rule has ended play: whether the player to move has won. There are no moves.
    pub ended: Vec<Option<bool>>,
    /// The moves of the first position, counted as actions, and where each leads.
    pub first: Vec<(FirstMove, u32)>,
    /// Whether a player who cannot move wins.
    pub stuck_wins: bool,
}

/// Positions listed between two looks at the progress.
const POLL: usize = 1 << 12;

impl Game {
    /// All that play can reach from a sum of components.
    ///
    /// # Errors
    /// It is not a position, the rule is partizan, or play reaches more positions than fit the
    /// limits.
    pub fn reached(&self, components: &[Component], means: Means<'_>) -> Result<Reached, Stop> {
        if self.rules.is_partizan() {
            return Err(Stop::Refused("the rule is partizan: its moves differ by player".into()));
        }
        let components = self.asked(components)?;
        let mut wholes = Wholes::new(&self.rules);
        let mut packer = Packer::default();
        let root = self.rules.pack(&components, &mut packer);
        let (numbers, mut reached) =
            list(root, &mut wholes, means.limits.searched(), means.progress)?;
        reached.stuck_wins = self.lowered.stuck_wins;
        if reached.ended.first() == Some(&None) {
            let listing = wholes.moves(&components, &mut |m| {
                let after = self.rules.pack(&m.after(), &mut packer);
                let number = numbers.get(&after).copied();
                reached.first.extend(number.map(|number| (self.first_move(m), number)));
                true
            });
            listing?;
        }
        Ok(reached)
    }
}

fn list(
    root: Key,
    wholes: &mut Wholes<'_>,
    budget: usize,
    progress: &dyn Progress,
) -> Result<(HashMap<Key, u32>, Reached), SearchStop> {
    let mut numbers = HashMap::from([(root.clone(), 0)]);
    let mut keys = vec![root];
    let mut reached = Reached::default();
    while reached.options.len() < keys.len() {
        let at = reached.options.len();
        if at % POLL == 0 && !progress.advance(at as u64, 0) {
            return Err(SearchStop::Interrupted);
        }
        let key = keys[at].clone();
        let mut options = Vec::new();
        let ended = wholes.expand(&key, &mut |parts| {
            options.extend_from_slice(parts);
            true
        });
        reached.ended.push(match ended {
            Err(SearchStop::NoPosition) => {
                return Err(SearchStop::no_position(None, &wholes.words(&key)));
            }
            other => other?,
        });
        let mut own = Vec::with_capacity(options.len());
        for option in options {
            let new = keys.len() as u32;
            let number = *numbers.entry(option.clone()).or_insert(new);
            if number == new {
                if keys.len() >= budget {
                    return Err(SearchStop::Budget(budget));
                }
                keys.push(option);
            }
            own.push(number);
        }
        reached.options.push(own);
    }
    Ok((numbers, reached))
}
