//! One amount for 64 heaps at a time: plane k has, for every heap, the word whose bit v - 64k is
//! set when its value v is one of 64k, ..., 64k + 63.

use super::Subtraction;
use super::wide::{HEAPS, joined};
use crate::{Halt, Level, MOST, Pulse};

/// The planes of the heaps from `start` on.
struct Planes {
    words: Vec<Vec<u64>>,
    start: usize,
    length: usize,
}

impl Planes {
    fn push(&mut self, value: u16) {
        let plane = usize::from(value / 64);
        while self.words.len() <= plane {
            self.words.push(vec![0; self.length]);
        }
        self.length += 1;
        for (k, words) in self.words.iter_mut().enumerate() {
            words.push(if k == plane { 1 << (value % 64) } else { 0 });
        }
    }

    fn word(&self, plane: usize, heap: usize) -> u64 {
        self.words[plane][heap - self.start]
    }

    /// Forgets heaps that no amount leads to any more.
    fn forget(&mut self, before: usize) {
        // Seldom, so that it costs nothing for each heap.
        if before > self.start + self.length / 2 {
            self.words.iter_mut().for_each(|words| drop(words.drain(..before - self.start)));
            self.length -= before - self.start;
            self.start = before;
        }
    }
}

pub(super) fn extend(
    game: &Subtraction,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    let level = Level::best();
    let most = game.amounts.last().map_or(0, |&s| s as usize);
    let start = values.len().saturating_sub(most);
    let mut planes = Planes { words: vec![Vec::new()], start, length: 0 };
    values[start..].iter().for_each(|&value| planes.push(value));
    // Amounts below 64 may lead to a heap of the same block.
    let near = game.amounts.partition_point(|&s| (s as usize) < HEAPS);
    let (near, far) = game.amounts.split_at(near);
    while values.len() <= to {
        let first = values.len();
        let allowed = far.partition_point(|&s| s as usize + game.least <= first);
        let soon = far[allowed..].partition_point(|&s| s as usize + game.least < first + HEAPS);
        let (all, some) = (&far[..allowed], &far[allowed..allowed + soon]);
        let mut unions: Vec<[u64; HEAPS]> = Vec::new();
        for n in first..(first + HEAPS).min(to + 1) {
            let mut value = None;
            for plane in 0..planes.words.len() {
                if unions.len() == plane {
                    let mut union = [0; HEAPS];
                    joined(level, &planes.words[plane], first - planes.start, all, &mut union);
                    unions.push(union);
                }
                let nearby = near.iter().chain(some);
                let nearby = nearby.take_while(|&&s| s as usize + game.least <= n);
                let seen = nearby.fold(unions[plane][n - first], |seen, &s| {
                    seen | planes.word(plane, n - s as usize)
                });
                if seen != u64::MAX {
                    value = Some(plane * 64 + seen.trailing_ones() as usize);
                    break;
                }
            }
            let value = value.unwrap_or(planes.words.len() * 64);
            let value = u16::try_from(value).ok().filter(|&v| v <= MOST).ok_or(Halt::Overflow)?;
            planes.push(value);
            values.push(value);
        }
        planes.forget(values.len().saturating_sub(most));
        if first.is_multiple_of(HEAPS * 64) && !pulse(first as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}
