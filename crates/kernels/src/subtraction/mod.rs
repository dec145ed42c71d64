//! Subtraction games on one heap: `n -> n - s` for s of a set of amounts.
//!
//! A few amounts are looked at one by one. If there are more, one amount at a time is taken from 64
//! heaps, and vector operations join the values of these options to sets. Many amounts, or many
//! values, are sieved: the heaps of one value are found after those of another, as sets of bits. If
//! all amounts but a few may be taken, only these few matter.

mod bits;
mod cofinite;
mod few;
mod join;
mod outcome;
mod planes;
mod sieve;

pub use cofinite::extend_all_but;

use crate::{Halt, Level, Pulse};

/// A subtraction game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtraction {
    amounts: Vec<u32>,
    least: usize,
}

/// How a table is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every amount of every heap.
    Few,
    /// One amount for 64 heaps at a time.
    Planes,
    /// One value at a time.
    Sieve,
}

impl Subtraction {
    /// Most amounts that are looked at one by one: their values are below 64.
    const FEW: usize = 12;

    /// The game in which these amounts may be taken where at least `least` stones are left.
    /// Amounts above the table asked for do no harm. `None` when 0 is an amount.
    #[must_use]
    pub fn new(amounts: impl IntoIterator<Item = u32>, least: usize) -> Option<Self> {
        let mut amounts: Vec<u32> = amounts.into_iter().collect();
        amounts.sort_unstable();
        amounts.dedup();
        (amounts.first() != Some(&0)).then_some(Self { amounts, least })
    }

    /// The amounts, in increasing order.
    #[must_use]
    pub fn amounts(&self) -> &[u32] {
        &self.amounts
    }

    /// The fastest way to a table of heaps up to `to` with the instructions of a level.
    #[must_use]
    pub fn method(&self, level: Level, to: usize) -> Method {
        let amounts = self.amounts.partition_point(|&s| s as usize <= to);
        // The sieve takes as many heaps at once at every level.
        let most = match level {
            Level::Plain => 64,
            Level::Avx2 => 300,
            Level::Avx512 => usize::MAX,
        };
        match amounts {
            ..=Self::FEW => Method::Few,
            _ if amounts < most.min(to / 64) => Method::Planes,
            _ => Method::Sieve,
        }
    }

    /// About how many steps a table of heaps up to `to` takes, each like looking at one option.
    #[must_use]
    pub fn steps(&self, to: usize) -> f64 {
        let (heaps, amounts) = (to as f64, self.amounts.len() as f64);
        match self.method(Level::best(), to) {
            Method::Few => heaps * amounts,
            Method::Planes => heaps * (8.0 + amounts / 8.0),
            Method::Sieve => heaps * (16.0 + (amounts / 4.0).min(heaps / 1024.0)),
        }
    }

    /// Appends Grundy values until heaps up to `to` are known; the prefix holds the values of
    /// 0, 1, 2, ... .
    ///
    /// # Errors
    /// See [`Halt`]; the values found are kept.
    pub fn extend(&self, values: &mut Vec<u16>, to: usize, pulse: Pulse) -> Result<(), Halt> {
        let level = Level::best();
        self.extend_by(self.method(level, to), level, values, to, pulse)
    }

    /// The same by a method of choice ([`Method::Few`] is for at most 63 amounts, for more it is
    /// [`Method::Planes`]), with the instructions of a level of [`Level::available`].
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn extend_by(
        &self,
        method: Method,
        level: Level,
        values: &mut Vec<u16>,
        to: usize,
        pulse: Pulse,
    ) -> Result<(), Halt> {
        match method {
            Method::Few if self.amounts.len() < 64 => few::extend(self, values, to, pulse),
            Method::Few | Method::Planes => planes::extend(self, level, values, to, pulse),
            Method::Sieve => sieve::extend(self, level, values, to, pulse),
        }
    }
}
