//! One amount for 64 heaps at a time: the values of their options as bits of a word, 64 values
//! after 64 values. Values below 256 are kept as bytes too, which AVX-512 looks up 64 at a time.

use super::Subtraction;
use super::wide::{HEAPS, joined, joined_bytes};
use crate::{Halt, Level, MOST, Pulse};

pub(super) fn extend(
    game: &Subtraction,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    // Amounts below 64 may lead to a heap of the same block.
    let near = game.amounts.partition_point(|&s| (s as usize) < HEAPS);
    let (near, far) = game.amounts.split_at(near);
    // The values as bytes, as long as they are below 256.
    let mut bytes: Vec<u8> = Vec::new();
    while values.len() <= to {
        let first = values.len();
        let known = &values[bytes.len()..];
        bytes.extend(known.iter().map_while(|&value| u8::try_from(value).ok()));
        let end = (first + HEAPS).min(to + 1);
        let allowed = far.partition_point(|&s| s as usize + game.least <= first);
        let soon = far[allowed..].partition_point(|&s| s as usize + game.least < end);
        let (all, some) = (&far[..allowed], &far[allowed..allowed + soon]);
        // By 64 values, the values of the options of the block by amounts that all its heaps allow.
        let mut unions: Vec<[u64; HEAPS]> = Vec::new();
        for n in first..end {
            let nearby = near.iter().chain(some);
            let nearby = nearby.take_while(|&&s| s as usize + game.least <= n);
            let mut plane = 0;
            let value = loop {
                let base = u16::try_from(plane * 64).map_err(|_| Halt::Overflow)?;
                if unions.len() == plane {
                    let mut union = [0; HEAPS];
                    let narrow = u8::try_from(base).ok().filter(|_| bytes.len() == first);
                    if !narrow.is_some_and(|base| {
                        joined_bytes(level, &bytes, first, all, base, &mut union)
                    }) {
                        joined(level, values, first, all, base, &mut union);
                    }
                    unions.push(union);
                }
                let seen = nearby.clone().fold(unions[plane][n - first], |seen, &s| {
                    let bit = values[n - s as usize].wrapping_sub(base);
                    seen | if bit < 64 { 1 << bit } else { 0 }
                });
                if seen != u64::MAX {
                    break base + seen.trailing_ones() as u16;
                }
                plane += 1;
            };
            if value > MOST {
                return Err(Halt::Overflow);
            }
            values.push(value);
        }
        if first.is_multiple_of(HEAPS * 64) && !pulse(first as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}
