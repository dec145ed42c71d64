//! Take-and-break codes: moves that take a number of stones from a heap and leave the rest as at
//! most three heaps, with no other condition than that heaps are not empty.

mod dense;
mod drive;
mod follow;
mod greedy;
mod mask;
mod plain;
mod proved;
mod reduced;
mod shape;
mod small;
mod space;
mod sparse;
#[cfg(test)]
mod tests;
mod three;

pub use drive::{Engine, Work, extend, extend_by};
pub use follow::Follow;
pub use plain::extend as extend_plainly;
pub use proved::{extend_proved, extend_proved_outcomes, subtraction};
pub use space::SparseSpace;
pub use three::Pairs;

use crate::period::Reach;
use message::{Message, Tell, message};
use std::fmt;

/// Why an engine returns before all values asked for are known, or that they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// All values are known.
    Reached,
    /// The next value may not fit the engine.
    Outgrown,
    /// More values are rare than was allowed.
    Crowded,
    /// The next value may be rare: no witness that it is not was found where one was looked for.
    Unwitnessed,
}

/// What is left of a heap. Heaps left are never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leaves {
    /// Nothing: the heap had exactly the stones taken.
    Nothing,
    /// One heap.
    One,
    /// Two heaps, of any sizes.
    Two,
    /// Two heaps of different sizes, as in Grundy's game.
    TwoUnequal,
    /// Three heaps, of any sizes.
    Three,
}

/// A move of a take-and-break game: take this many stones (0 only where two or three heaps are left).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Stones taken.
    pub taken: u32,
    /// What is left.
    pub leaves: Leaves,
}

/// A take-and-break game. Octal games leave at most two heaps, hexadecimal games three
/// (Guy and Smith 1956).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    moves: Vec<Move>,
}

impl Code {
    /// The game of these moves; `None` when one of them takes nothing and leaves one heap or none
    /// (it would not end, or be no move).
    #[must_use]
    pub fn new(moves: impl IntoIterator<Item = Move>) -> Option<Self> {
        let mut moves: Vec<Move> = moves.into_iter().collect();
        moves.sort_unstable();
        moves.dedup();
        let idle = |m: &Move| m.taken == 0 && matches!(m.leaves, Leaves::Nothing | Leaves::One);
        (!moves.iter().any(idle)).then_some(Self { moves })
    }

    /// The game with these octal or hexadecimal digits, the digit for 0 stones first: bit j of a
    /// digit allows to leave j heaps. `None` when a digit is above 15, or that of 0 stones allows
    /// less than two heaps.
    #[must_use]
    pub fn of_digits(digits: &[u8]) -> Option<Self> {
        const LEAVES: [Leaves; 4] = [Leaves::Nothing, Leaves::One, Leaves::Two, Leaves::Three];
        if digits.iter().any(|&d| d > 15) {
            return None;
        }
        let moves = digits.iter().zip(0..).flat_map(|(&digit, taken)| {
            let allowed = LEAVES.into_iter().enumerate().filter(move |(j, _)| digit >> j & 1 == 1);
            allowed.map(move |(_, leaves)| Move { taken, leaves })
        });
        Self::new(moves)
    }

    /// The moves, by stones taken.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What the periodicity theorem has to know; `None` where it says nothing: heaps that have to
    /// differ are no longer so when one of them grows.
    #[must_use]
    pub fn reach(&self) -> Option<Reach> {
        let heaps = self.moves.iter().map(|m| match m.leaves {
            Leaves::Nothing | Leaves::One => Some(1),
            Leaves::Two => Some(2),
            Leaves::Three => Some(3),
            Leaves::TwoUnequal => None,
        });
        let heaps = heaps.collect::<Option<Vec<u32>>>()?.into_iter().max().unwrap_or(1);
        let taken = self.moves.iter().map(|m| m.taken).max().unwrap_or(0).max(1);
        Some(Reach { heaps, taken })
    }
}

/// `octal 0.77`, `hex 0.3F`; splits into unequal heaps, which have no digit, are named beside.
impl Tell for Code {
    fn message(&self) -> Message {
        /// More digits are no name.
        const MAX_LENGTH: u32 = 40;
        let unequal = self.moves.iter().filter(|m| m.leaves == Leaves::TwoUnequal);
        let unequal: Vec<String> = unequal.map(|m| m.taken.to_string()).collect();
        let mut digits: Vec<u8> = Vec::new();
        for m in &self.moves {
            let digit = match m.leaves {
                Leaves::Nothing => 1,
                Leaves::One => 2,
                Leaves::Two => 4,
                Leaves::Three => 8,
                Leaves::TwoUnequal => continue,
            };
            let at = m.taken.min(MAX_LENGTH) as usize;
            digits.resize(digits.len().max(at + 1), 0);
            digits[at] |= digit;
        }
        let named: Message = if digits.len() > MAX_LENGTH as usize {
            message!("taking up to {}", self.moves.last().map_or(0, |m| m.taken))
        } else {
            let base = if digits.iter().any(|&d| d > 7) { "hex" } else { "octal" };
            let digit = |digit: &u8| format!("{digit:X}");
            let behind: String = digits.iter().skip(1).map(digit).collect();
            format!("{base} {}.{behind}", digit(digits.first().unwrap_or(&0))).into()
        };
        if unequal.is_empty() {
            return named;
        }
        let unequal = message!("splits into unequal heaps ({} taken)", unequal.join(", "));
        if digits.is_empty() { unequal } else { message!("{named}, {unequal}") }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}
