//! Which words are greedy, as far as a search shows it: `logic` proves it of what a certificate uses.
//!
//! After a prefix `u`, the words of length `k` that complete it to a greedy word are the first
//! `m(k)` words of that length in the order of words. Nothing read yet: `m(k) = U(k)`. After one more
//! digit `c`: `m'(k) = m(k + 1) - c U(k)`, at least 0 and at most `U(k)`. Prefixes whose sequences `m`
//! agree as far as they are computed are taken for one state.

use crate::error::{Error, Limits, Result};
use crate::explore::{Graph, Symbol, Transitions, explore};
use crate::minimise::minimise;
use std::hash::{Hash, Hasher};

/// Bits of the greatest place computed.
const BITS: u32 = 100;

/// All places below 2^100, at most 400; `None` when they do not increase.
pub(super) fn places(weights: &[i128], first: &[i128]) -> Option<Vec<i128>> {
    let mut places = first.to_vec();
    while places.len() < 400 {
        let nearest = places.iter().rev();
        let next = weights
            .iter()
            .zip(nearest)
            .try_fold(0i128, |sum, (&weight, &place)| sum.checked_add(weight.checked_mul(place)?));
        match next {
            Some(next) if next < 1 << BITS => places.push(next),
            _ => break,
        }
    }
    let increase = places.windows(2).all(|pair| pair[0] < pair[1]);
    (increase && places.len() >= 8 && places.last()? < &(1 << BITS)).then_some(places)
}

/// The automaton of the greedy words; `None` when none is found.
pub(super) fn words(places: &[i128], radix: u32) -> Option<Graph> {
    let horizon = places.len() / 2;
    let mut walk = Prefixes { places, radix, horizon };
    let initial = Remainders { most: places.to_vec(), horizon };
    let limits = Limits { states: 1000, edges: 100_000 };
    let found = explore(&mut walk, initial, &limits, || "".into()).ok()?;
    Some(minimise(&found))
}

/// The sequence `m` of a prefix; compared up to the horizon.
struct Remainders {
    most: Vec<i128>,
    horizon: usize,
}

impl PartialEq for Remainders {
    fn eq(&self, other: &Self) -> bool {
        self.most[..self.horizon] == other.most[..self.horizon]
    }
}

impl Eq for Remainders {}

impl Hash for Remainders {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.most[..self.horizon].hash(state);
    }
}

struct Prefixes<'p> {
    places: &'p [i128],
    radix: u32,
    horizon: usize,
}

impl Transitions for Prefixes<'_> {
    type Node = Remainders;

    fn accepts(&self, state: &Remainders) -> bool {
        state.most[0] > 0
    }

    fn follow(&mut self, state: &Remainders, out: &mut Vec<(Symbol, Remainders)>) -> Result<()> {
        if state.most.len() <= self.horizon {
            return Err(Error::Overflow); // states keep differing
        }
        for digit in 0..self.radix {
            let most: Vec<i128> = state.most[1..]
                .iter()
                .zip(self.places)
                .map(|(&most, &place)| (most - i128::from(digit) * place).clamp(0, place))
                .collect();
            if most.iter().any(|&most| most > 0) {
                out.push((digit, Remainders { most, horizon: self.horizon }));
            }
        }
        Ok(())
    }
}
