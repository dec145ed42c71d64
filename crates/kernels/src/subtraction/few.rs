//! Less than 64 amounts, one after another: the values of the options are the bits of one word.

use super::Subtraction;
use crate::{Halt, Pulse, memory};

/// Heaps between two calls of the pulse.
const STRIDE: usize = 1 << 20;

pub(super) fn extend(
    game: &Subtraction,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    let most = game.amounts.last().map_or(0, |&s| s as usize);
    memory::reserve(values, (to + 1).saturating_sub(values.len()));
    // Heaps from which some amount cannot be taken.
    while values.len() <= to && values.len() < most.saturating_add(game.least) {
        let n = values.len();
        let allowed = game.amounts.iter().take_while(|&&s| s as usize + game.least <= n);
        let seen = allowed.fold(0u64, |seen, &s| seen | 1 << values[n - s as usize]);
        values.push(seen.trailing_ones() as u16);
        if n.is_multiple_of(STRIDE) && !pulse(n as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    while values.len() <= to {
        let end = (values.len() + STRIDE).min(to + 1);
        match &game.amounts[..] {
            [a] => run(values, end, most, [*a]),
            [a, b] => run(values, end, most, [*a, *b]),
            [a, b, c] => run(values, end, most, [*a, *b, *c]),
            [a, b, c, d] => run(values, end, most, [*a, *b, *c, *d]),
            [a, b, c, d, e] => run(values, end, most, [*a, *b, *c, *d, *e]),
            amounts => run_all(values, end, most, amounts),
        }
        if values.len() <= to && !pulse(values.len() as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}

/// The same loop with the number of amounts known, so that it is unrolled.
fn run<const K: usize>(values: &mut Vec<u16>, end: usize, most: usize, amounts: [u32; K]) {
    run_all(values, end, most, &amounts);
}

#[inline(always)]
fn run_all(values: &mut Vec<u16>, end: usize, most: usize, amounts: &[u32]) {
    let start = values.len();
    values.resize(end, 0);
    for n in start..end {
        let recent = &values[n - most..n];
        let option = |s: &u32| 1u64 << (recent[most - *s as usize] & 63);
        let seen = amounts.iter().fold(0, |seen, s| seen | option(s));
        values[n] = seen.trailing_ones() as u16;
    }
}
