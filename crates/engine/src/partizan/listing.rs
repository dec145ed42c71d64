//! How the searches for partizan games see a rule.

use crate::search::expand::{Ended, Expand, Visit};
use crate::search::key::{Key, Packer};
use crate::search::position::{Component, Single, WholeMove, Wholes};
use crate::search::{Result, Rules};
use crate::valuation::OptionSource;
use rule::ast::Player;

/// Left and Right, in the order of their numbers in keys.
const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

impl OptionSource for Single<'_> {
    fn options(
        &mut self,
        component: &Key,
        visit: &mut dyn FnMut(Player, &[Key]) -> bool,
    ) -> Result<()> {
        for player in PLAYERS {
            self.each_option(component, Some(player), &mut |option| visit(player, option))?;
        }
        Ok(())
    }

    fn words(&self, component: &Key) -> String {
        Expand::words(self, component)
    }
}

/// Whole positions with the player to move: who that is stands first in a key.
pub(crate) struct Turns<'o> {
    rules: &'o Rules,
    wholes: [Wholes<'o>; 2],
    packer: Packer,
}

impl<'o> Turns<'o> {
    pub(crate) fn new(rules: &'o Rules) -> Self {
        let wholes = PLAYERS.map(|player| Wholes::new(rules).of_player(player));
        Self { rules, wholes, packer: Packer::default() }
    }

    /// The key of a sum with that player to move.
    pub(crate) fn key(&mut self, components: &[Component], player: Player) -> Key {
        let components = self.rules.canonical(components.to_vec());
        self.packer.push(i64::from(player == Player::Right));
        self.rules.pack(&components, &mut self.packer)
    }

    /// The moves of a player from a sum, with what is told of them, and the sums afterwards.
    pub(crate) fn moves<T>(
        &mut self,
        sum: &[Component],
        player: Player,
        told: impl Fn(&WholeMove<'_>) -> T,
    ) -> Result<Vec<(T, Vec<Component>)>> {
        self.wholes[usize::from(player == Player::Right)].all_moves(sum, told)
    }

    /// Whose turn it is, and the sum.
    fn split(&self, key: &Key) -> (usize, Key) {
        let mut numbers = key.numbers();
        let player = numbers.next().map_or(0, |number| usize::from(number != 0));
        let mut packer = Packer::default();
        numbers.for_each(|number| packer.push(number));
        (player, packer.finish())
    }
}

impl Expand for Turns<'_> {
    type Key = Key;

    fn expand(&mut self, key: &Key, visit: &mut Visit<'_, Key>) -> Ended {
        let (player, whole) = self.split(key);
        let Self { wholes, packer, .. } = self;
        wholes[player].expand(&whole, &mut |option| {
            packer.push(1 - player as i64);
            option.iter().flat_map(Key::numbers).for_each(|number| packer.push(number));
            visit(&[packer.finish()])
        })
    }

    fn words(&self, key: &Key) -> String {
        self.rules.sum_in_words(&self.rules.unpack(&self.split(key).1))
    }
}
