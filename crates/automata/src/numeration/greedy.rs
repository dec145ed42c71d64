//! Which words are greedy.
//!
//! **Search.** After a prefix `u`, the words of length `k` that complete it to a greedy word are
//! the first `m(k)` words of that length in the order of words. Nothing read yet: `m(k) = U(k)`.
//! After one more digit `c`: `m'(k) = m(k + 1) - c U(k)`, at least 0 and at most `U(k)`. Prefixes
//! whose sequences `m` agree as far as they are computed are taken for one state.
//!
//! **Proof.** Let `N(q, k)` be the number of words of length `k` accepted from state `q`. If
//! - `N(0, k) = U(k)` for all `k`, and
//! - whenever a digit `c` leads from a state to `t`, every smaller digit leads to a state `t'` such
//!   that for all `k`: `N(t, k) = 0` or `N(t', k) = U(k)`,
//!
//! then by induction on the length the word number `j` (from 0) of length `k` in the order of words
//! has the value `j`: so every number below `U(k)` has exactly one accepted word of length `k`, and
//! it is the greedy one, as values and words are ordered alike. Both sequences satisfy linear
//! recurrences, so finitely many `k` decide.

use crate::error::{Error, Limits};
use crate::explore::{Graph, Symbol, Walk, explore};
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

/// The automaton of the greedy words; `None` when none is found or its proof fails. `order` is
/// that of the recurrence.
pub(super) fn words(places: &[i128], radix: u32, order: usize) -> Option<Graph> {
    let horizon = places.len() / 2;
    let mut walk = Prefixes { places, radix, horizon };
    let initial = Remainders { most: places.to_vec(), horizon };
    let limits = Limits { states: 1000, edges: 100_000 };
    let found = explore(&mut walk, initial, &limits, String::new).ok()?;
    let graph = minimise(&found);
    proved(&graph, places, order).then_some(graph)
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

impl Walk for Prefixes<'_> {
    type State = Remainders;

    fn accepts(&self, state: &Remainders) -> bool {
        state.most[0] > 0
    }

    fn follow(
        &mut self,
        state: &Remainders,
        out: &mut Vec<(Symbol, Remainders)>,
    ) -> Result<(), Error> {
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

/// The conditions of the proof.
fn proved(graph: &Graph, places: &[i128], order: usize) -> bool {
    // N(q, k) - U(k) satisfies a recurrence of this order, so as many zeros in a row are forever
    let enough = graph.len() + order;
    if enough > places.len() {
        return false;
    }
    let mut counts: Vec<Vec<i128>> =
        vec![graph.accepting.iter().map(|&accepts| i128::from(accepts)).collect()];
    for length in 1..enough {
        let previous = &counts[length - 1];
        let row = |state| {
            let edges = graph.edges_of(state).iter();
            edges.map(|&(_, target)| previous[target as usize]).try_fold(0, i128::checked_add)
        };
        let Some(next) = (0..).take(graph.len()).map(row).collect() else { return false };
        counts.push(next);
    }
    let full = |state: u32| counts.iter().zip(places).all(|(n, &place)| n[state as usize] == place);
    // words end before the number of states, or never
    let ends = |state: u32| counts[graph.len()..].iter().all(|n| n[state as usize] == 0);
    let pair = |lower: u32, upper: u32| {
        let mut both = counts.iter().zip(places);
        full(lower)
            || ends(upper)
                && both.all(|(n, &place)| n[upper as usize] == 0 || n[lower as usize] == place)
    };
    let contiguous = |state| {
        let edges: &[(Symbol, u32)] = graph.edges_of(state);
        edges.iter().zip(0..).all(|(&(digit, upper), at)| {
            digit == at && edges[..at as usize].iter().all(|&(_, lower)| pair(lower, upper))
        })
    };
    full(0) && graph.edges_of(0).first() == Some(&(0, 0)) && (0..).take(graph.len()).all(contiguous)
}
