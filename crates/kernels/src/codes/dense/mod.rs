//! Grundy values of codes that leave at most two heaps.

mod avx512;
mod block;
mod engine;
mod game;
mod marks;
mod planes;
mod unseen;

use super::{Code, extend_plainly};
use crate::{Halt, Level, Pulse};
use block::{BLOCK, Blocks};
use engine::Engine;
use game::Game;
use marks::Marks;

/// Heaps up to this size are valued one by one.
const SMALL: usize = 1023;

/// Whether [`extend`] is for this code: no move leaves three heaps.
#[must_use]
pub fn applies(code: &Code) -> bool {
    Game::of(code).is_some()
}

/// Appends values until heaps up to `to` are known, as [`extend_plainly`] does.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub fn extend(
    code: &Code,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    let Some(game) = Game::of(code) else { return extend_plainly(code, values, to, pulse) };
    if let Some(engine) = Engine::of(level) {
        one_by_one(&game, values, to.min(SMALL), pulse)?;
        let mut blocks = Blocks::new(&game, engine, to);
        while values.len() <= to && !blocks.outgrown(values) {
            let count = (to + 1 - values.len()).min(BLOCK);
            blocks.append(values, count);
            if !pulse(values.len() as u64 - 1, to as u64) {
                return Err(Halt::Interrupted);
            }
        }
    }
    one_by_one(&game, values, to, pulse)
}

/// Appends values by marking all options of each heap in turn.
fn one_by_one(game: &Game, values: &mut Vec<u16>, to: usize, pulse: Pulse) -> Result<(), Halt> {
    let mut marks = Marks::new();
    let mut bits = values.iter().fold(0, |bits, value| bits | value);
    for n in values.len()..=to {
        marks.clear((usize::from(bits) + 1).next_power_of_two());
        game.singles(values, n, |value| marks.mark(value));
        for pairs in game.splits.iter().filter_map(|split| split.pairs(n)) {
            marks.mark_pairs(values, pairs.sum, 1, pairs.end);
        }
        let value = marks.mex()?;
        bits |= value;
        values.push(value);
        if n % 256 == 255 && !pulse(n as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}
