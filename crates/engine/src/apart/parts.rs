//! The parts that a position falls into.
//!
//! Where elements only vanish, a move that can be made in a follower of a position finds all elements
//! that it needs in the position itself. So two elements are in different parts if no chain of such
//! moves joins them, each by what it needs, avoids and drops; then what is done in one part changes
//! nothing in another, and the position is their sum. An element that no such move needs or avoids does
//! not count.

use rule::ast::Player;

/// A move of a position whose elements only vanish: it can be made where it finds all elements that
/// it needs and none that it avoids, and drops some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Removal {
    pub(super) need: u64,
    pub(super) avoid: u64,
    pub(super) drop: u64,
    /// Who may make it.
    pub(super) player: Player,
}

impl Removal {
    /// The move with other elements.
    pub(super) fn mapped(&self, of: impl Fn(u64) -> u64) -> Self {
        let Self { need, avoid, drop, player } = *self;
        Self { need: of(need), avoid: of(avoid), drop: of(drop), player }
    }

    /// All elements that it has to do with.
    pub(super) fn touched(&self) -> u64 {
        self.need | self.avoid | self.drop
    }

    /// Whether that player may make it (`Either`: whether anybody may).
    pub(super) fn is_of(&self, player: Player) -> bool {
        player == Player::Either || self.player == Player::Either || self.player == player
    }

    /// Whether it can be made where these elements are there.
    pub(super) fn is_possible(&self, there: u64) -> bool {
        self.need & !there == 0 && self.avoid & there == 0
    }
}

/// The elements of a mask, each a mask of its own.
pub(super) fn members(mut mask: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let one = mask & mask.wrapping_neg();
        mask ^= one;
        (one != 0).then_some(one)
    })
}

/// Where the elements of `there` may be played with: the moves that find what they need.
pub(super) fn live(moves: &[Removal], there: u64) -> impl Iterator<Item = &Removal> + Clone {
    moves.iter().filter(move |m| m.need & !there == 0)
}

/// The parts of a position, its elements in `there`; `moves` has all moves that can be made in it now
/// or later. Each part comes with the number of its moves.
pub(super) fn parts(moves: &[Removal], there: u64, found: &mut Vec<(u32, u64)>) {
    // What a move that finds all it needs needs or avoids; most moves drop nothing else.
    let counts = live(moves, there).fold(0, |all, m| all | m.need | m.avoid) & there;
    found.clear();
    for m in live(moves, there) {
        let (mut number, mut joined) = (1, m.touched() & counts);
        let mut place = 0;
        while let Some(&(others, part)) = found.get(place) {
            if part & joined == 0 {
                place += 1;
            } else {
                (number, joined) = (number + others, joined | part);
                found.swap_remove(place);
            }
        }
        found.push((number, joined));
    }
}
