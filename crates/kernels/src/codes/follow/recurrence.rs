//! Values of codes with two heaps whose rare heaps end early.
//!
//! Let no heap above r be rare ([`super::super::mask`]), and let moves take at most t stones. Every
//! option of n with a rare part, or with one part at most, depends on values of heaps up to r and of
//! heaps from n - t - r on. The least common value that is no such option is the value of n, if every
//! smaller rare value has a witness: a pair whose parts lie in head and window will do. Then n is
//! common too, so that r stays what it was. Otherwise the value is not determined.
//!
//! So as long as values are determined, each is a function of the window before it and, where the
//! class counts parities, of the parity of n. If a window recurs, everything after it recurs. (Where
//! parities count, it cannot recur after an odd number of heaps: equal values at both places would be
//! of different classes, and one of them rare.)

use super::super::mask::{Census, Mask};
use super::super::shape::Shape;
use super::super::small::{Near, TOO_GREAT};
use super::super::{Code, Stop, sparse};
use crate::Level;

/// A window that is longer than this, and than twice the greatest rare heap, finds no more witnesses
/// in practice.
const MAX_LENGTH: usize = 1 << 16;

/// The function that tells a value.
#[derive(Clone, Debug)]
pub(super) struct Recurrence {
    shape: Shape,
    mask: Mask,
    level: Level,
    rares: Vec<usize>,
    near: Near,
    /// Parts that may be witnesses are less.
    reach: usize,
}

impl Recurrence {
    /// The recurrence and the length of its head and window, at most `most`; `None` where rare heaps
    /// do not end that early.
    pub(super) fn new(code: &Code, values: &[u16], most: usize) -> Option<(Self, usize)> {
        let shape = Shape::of(code)?;
        let mut census = Census::new();
        census.update(values);
        let (mask, _) = census.best(&shape);
        let rares = mask.rares(values);
        let taken = code.moves().iter().map(|m| m.taken).max().unwrap_or(0) as usize;
        let least = rares.last().copied().unwrap_or(0) + taken;
        let window = most.min(MAX_LENGTH.max(2 * least));
        let reach = window.checked_sub(taken)?;
        if least >= reach {
            return None;
        }
        let level = Level::best();
        let near = Near::new(&shape, mask, values, reach);
        Some((Self { shape, mask, level, rares, near, reach }, window))
    }

    /// Appends values up to index `to` to head, window and values before; index 0 stands for the
    /// heap of `start`. `None` where one is not told.
    pub(super) fn extend(&mut self, values: &mut Vec<u16>, to: usize, start: u64) -> Option<()> {
        let mask = self.mask.counted_from(start);
        // Bits of the words that hold the options of a heap; more where none do.
        let mut bits = match values.iter().copied().max().unwrap_or(0) {
            0..32 => u32::BITS,
            32..TOO_GREAT => u64::BITS,
            _ => u32::MAX,
        };
        loop {
            let stop = match bits {
                u32::BITS | u64::BITS => {
                    let game = (&self.shape, mask, self.level);
                    self.near.extend(game, bits, values, to)
                }
                _ => sparse::extend_near(&self.shape, mask, &self.rares, self.reach, values, to),
            };
            match stop.ok()? {
                Stop::Reached => return Some(()),
                Stop::Outgrown if bits == u32::BITS => bits = u64::BITS,
                Stop::Outgrown => bits = u32::MAX,
                Stop::Crowded | Stop::Unwitnessed => return None,
            }
        }
    }
}
