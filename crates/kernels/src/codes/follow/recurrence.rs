//! Values of codes with two heaps whose rare heaps end early.
//!
//! Let no heap above r be rare ([`super::super::mask`]), and let moves take at most t stones. Every
//! option of n with a rare part, or with one part at most, depends on values of heaps up to r and of
//! heaps from n - t - r on. The least common value that is no such option is the value of n, if every
//! smaller rare value has a witness: a pair whose parts lie in head and window will do. Then n is
//! common too, so that r stays what it was. Otherwise the value is not determined.
//!
//! A pair of common parts is in head and window if its lesser part is below the *reach*, the length of
//! the window less t: the other is then one of the window. So a long window settles what a short one
//! does not, and a value that is told is the same whatever the length. As long as all heaps are in the
//! table, every value is told, and a heap may be rare.
//!
//! So as long as values are determined, each is a function of the window before it and, where the
//! class counts parities, of the parity of n. If a window recurs, everything after it recurs. (Where
//! parities count, it cannot recur after an odd number of heaps: equal values at both places would be
//! of different classes, and one of them rare.)

use super::super::mask::{Census, Mask};
use super::super::shape::Shape;
use super::super::small::{Near, TOO_GREAT};
use super::super::sparse::bytes::{self, Ends, Pace};
use super::super::sparse::{self, Task};
use super::super::{Code, SparseSpace, Stop};
use crate::Level;

/// Windows are at most so long, or twice as long as the greatest rare heap needs. Where a value needs a
/// longer one, [`super::super::sparse::bytes::Long`] goes on.
const MAX_LENGTH: usize = 1 << 16;

/// How values are found, see [`super::super::drive::Engine`].
#[derive(Clone, Copy)]
enum Engine {
    /// The options of a heap in a word of so many bits.
    Word(u32),
    Bytes,
    One,
}

/// In the order of what they have room for.
const ENGINES: [Engine; 4] =
    [Engine::Word(u32::BITS), Engine::Word(u64::BITS), Engine::Bytes, Engine::One];

/// The function that tells a value.
#[derive(Clone, Debug)]
pub(super) struct Recurrence {
    shape: Shape,
    mask: Mask,
    level: Level,
    rares: Vec<usize>,
    near: Near,
    /// Of the values that are bytes.
    pace: Option<Pace>,
    /// The length of head and window.
    head: usize,
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
        let mask = census.best(&shape).0.widened(census.greatest());
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
        let (pace, head) = (None, window);
        Some((Self { shape, mask, level, rares, near, pace, head, reach }, window))
    }

    /// The sparse space of the values.
    pub(super) fn space(&self) -> SparseSpace {
        SparseSpace::new(self.mask, self.rares.len(), self.rares.last().copied())
    }

    /// Appends values up to index `to` to head, window and values before; so many are known, with
    /// those between head and window. `None` where one is not told.
    pub(super) fn extend(&mut self, values: &mut Vec<u16>, to: usize, known: u64) -> Option<()> {
        // Only its parity counts.
        let start = known.wrapping_sub(values.len() as u64);
        let shifted = self.mask.counted_from(start);
        let least = match values.iter().copied().max().unwrap_or(0) {
            0..32 => 0,
            32..TOO_GREAT => 1,
            _ => 2,
        };
        for engine in &ENGINES[least..] {
            let (shape, mask, level) = (&self.shape, self.mask, self.level);
            let (rares, reach) = (&self.rares[..], self.reach);
            let stop = match *engine {
                Engine::Word(bits) => self.near.extend(shape, shifted, level, bits, values, to),
                // The window still has rare heaps.
                Engine::Bytes if known <= (self.head + rares.last().unwrap_or(&0)) as u64 => {
                    continue;
                }
                Engine::Bytes => {
                    let most = usize::MAX;
                    let task = Task { shape, mask, level, to, most, pulse: &|_, _| true };
                    let ends = Ends { head: self.head, is_odd: start % 2 == 1, rares, reach };
                    bytes::extend_near(task, ends, &mut self.pace, values)
                }
                Engine::One => sparse::extend_near(shape, shifted, rares, reach, values, to),
            };
            match stop.ok()? {
                Stop::Reached => return Some(()),
                Stop::Outgrown => {}
                Stop::Crowded | Stop::Unwitnessed => return None,
            }
        }
        None
    }
}
