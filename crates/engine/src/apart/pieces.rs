//! Parts as what searches of sums are made of.

use super::likeness::{Symmetry, symmetries};
use super::memory::Memory;
use super::parts::{Removal, live, parts};
use crate::search::Result;
use crate::search::expand::{Ended, Expand, Visit};
use crate::search::key::{Key, Packer};
use crate::valuation::OptionSource;
use rule::ast::Player;

/// The parts of one position and of all that follow it. Their keys are one of those that are alike, as
/// far as memory goes: whatever is known of a key holds of the part that it is.
pub(super) struct Pieces {
    /// Sorted.
    moves: Vec<Removal>,
    symmetries: Vec<Symmetry>,
    memory: Memory,
    packer: Packer,
}

impl Pieces {
    /// For positions with these moves, which are sorted; alike ones are known in that many bytes.
    pub(super) fn new(moves: Vec<Removal>, bytes: usize) -> Self {
        let symmetries = symmetries(&moves);
        Self { moves, symmetries, memory: Memory::new(bytes), packer: Packer::default() }
    }

    /// The parts of a position, in order.
    pub(super) fn fallen(&mut self, there: u64) -> Vec<u64> {
        let mut found = Vec::new();
        parts(&self.moves, there, &mut found);
        let mut parts: Vec<u64> = found.iter().map(|(_, part)| self.stand(*part)).collect();
        parts.sort_unstable();
        parts
    }

    /// The part that stands for this one.
    fn stand(&mut self, part: u64) -> u64 {
        let images = self.symmetries.iter().map(|symmetry| symmetry.of(part));
        let least = images.fold(part, u64::min);
        self.memory.stand(&self.moves, least)
    }

    /// The moves of a part now or later.
    pub(super) fn live(&self, part: u64) -> impl Iterator<Item = &Removal> + Clone {
        live(&self.moves, part)
    }

    /// What a player's moves leave of a part, each once.
    pub(super) fn left(&self, part: u64, player: Player) -> Vec<u64> {
        let can = self.live(part).filter(|m| m.is_of(player) && m.avoid & part == 0);
        let mut left: Vec<u64> = can.map(|m| part & !m.drop).collect();
        left.sort_unstable();
        left.dedup();
        left
    }

    /// The key of a part.
    pub(super) fn key(&mut self, part: u64) -> Key {
        // There are fewer elements than bits of a number.
        self.packer.push(part as i64);
        self.packer.finish()
    }

    /// Calls `visit` with what each of a player's moves makes of a part, until it says `false`.
    fn each_option(&mut self, key: &Key, player: Player, visit: &mut Visit<'_, Key>) {
        let part = part(key);
        let mut options: Vec<Vec<u64>> =
            self.left(part, player).into_iter().map(|left| self.fallen(left)).collect();
        options.sort_unstable();
        options.dedup();
        for option in options {
            let keys: Vec<Key> = option.into_iter().map(|part| self.key(part)).collect();
            if !visit(&keys) {
                return;
            }
        }
    }
}

/// The part that a key is.
fn part(key: &Key) -> u64 {
    key.numbers().next().map_or(0, |part| part as u64)
}

impl OptionSource for Pieces {
    fn options(
        &mut self,
        component: &Key,
        visit: &mut dyn FnMut(Player, &[Key]) -> bool,
    ) -> Result<()> {
        for player in [Player::Left, Player::Right] {
            self.each_option(component, player, &mut |option| visit(player, option));
        }
        Ok(())
    }

    fn words(&self, component: &Key) -> String {
        Expand::words(self, component)
    }
}

impl Expand for Pieces {
    type Key = Key;

    fn expand(&mut self, key: &Key, visit: &mut Visit<'_, Key>) -> Ended {
        self.each_option(key, Player::Either, visit);
        Ok(None)
    }

    fn words(&self, key: &Key) -> String {
        format!("{key:?}")
    }
}
