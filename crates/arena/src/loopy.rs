//! One token on any digraph, infinite play a draw (catalogue: `loopy-graph`): outcomes and loopy
//! Grundy values.
//!
//! The loopy value of a vertex is a number `k`, or `inf{K}` where `K` is the set of the finite
//! values of its options (Smith 1966; Fraenkel and Perl 1975). A vertex gets the value `k` when its
//! options of smaller value cover `0..k`, and each other option has an option of value `k` found
//! before (the reply that ends the detour). Round `k` is one retrograde pass, so the cost is
//! vertices and arcs times the greatest finite value, which is below the square root of twice the
//! number of arcs.

use crate::Arcs;
use arith::graph::Outcome;
use expr::words::listed;
use std::fmt;

/// The loopy value of a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyValue {
    /// As the Nim heap of that size.
    Finite(u32),
    /// `inf{K}`: with the values of its finite options, in increasing order. The player to move
    /// wins iff 0 is among them; otherwise play is drawn.
    Infinite(Vec<u32>),
}

impl fmt::Display for LoopyValue {
    /// Smith's notation: `k`, `inf{0, 2}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(value) => value.fmt(f),
            Self::Infinite(options) => write!(f, "inf{{{}}}", listed(options)),
        }
    }
}

impl LoopyValue {
    /// Who wins from a vertex of this value.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Finite(0) => Outcome::Previous,
            Self::Infinite(options) if options.first() != Some(&0) => Outcome::Draw,
            _ => Outcome::Next,
        }
    }

    /// Who wins from the sum of vertices of these values: of two infinite ones nobody; of one,
    /// the player to move iff the finite rest is among its options (Smith 1966).
    #[must_use]
    pub fn of_sum<'v>(values: impl IntoIterator<Item = &'v Self>) -> Outcome {
        let (mut rest, mut infinite) = (0, None);
        for value in values {
            match (value, infinite) {
                (Self::Finite(value), _) => rest ^= value,
                (Self::Infinite(options), None) => infinite = Some(options),
                (Self::Infinite(_), Some(_)) => return Outcome::Draw,
            }
        }
        match infinite {
            Some(options) if options.binary_search(&rest).is_ok() => Outcome::Next,
            Some(_) => Outcome::Draw,
            None if rest == 0 => Outcome::Previous,
            None => Outcome::Next,
        }
    }
}

const NONE: u32 = u32::MAX;

/// The loopy values of all vertices.
#[must_use]
pub fn values(arcs: &Arcs) -> Vec<LoopyValue> {
    let n = arcs.vertices();
    let mut rounds = Rounds {
        arcs,
        into: arcs.reversed(),
        value: vec![NONE; n],
        covered: vec![0; n],
        reached: vec![NONE; n],
        open: vec![0; n],
    };
    let mut round = 0;
    while rounds.gives(round) {
        round += 1;
    }
    let value = rounds.value;
    let infinite = |v| {
        let mut options: Vec<u32> =
            arcs.heads(v).map(|w| value[w]).filter(|&k| k != NONE).collect();
        options.sort_unstable();
        options.dedup();
        LoopyValue::Infinite(options)
    };
    let of = |v| if value[v] == NONE { infinite(v) } else { LoopyValue::Finite(value[v]) };
    (0..n).map(of).collect()
}

/// What is known of every vertex before a round.
struct Rounds<'a> {
    arcs: &'a Arcs,
    into: Arcs,
    /// The finite value, or NONE.
    value: Vec<u32>,
    /// How many of the values 0..k its options have, as far as they have all of them.
    covered: Vec<u32>,
    /// The last round in which it had an option of that value.
    reached: Vec<u32>,
    /// Options without a smaller value that have no reply yet, if it may get the value of the round.
    open: Vec<u32>,
}

impl Rounds<'_> {
    /// Finds the vertices of value k; whether there are any.
    fn gives(&mut self, k: u32) -> bool {
        let Self { arcs, into, value, covered, reached, open } = self;
        let mut queue = Vec::new();
        for v in (0..value.len()).filter(|&v| value[v] == NONE && covered[v] == k) {
            open[v] = arcs.heads(v).filter(|&w| value[w] == NONE).count() as u32;
            if open[v] == 0 {
                queue.push(v);
            }
        }
        let mut at = 0;
        while let Some(&v) = queue.get(at) {
            at += 1;
            value[v] = k;
            for before in into.heads(v) {
                if reached[before] == k {
                    continue;
                }
                // `before` has an option of value k: it is answered, and never gets k itself.
                reached[before] = k;
                if covered[before] == k {
                    covered[before] = k + 1;
                }
                if value[before] != NONE {
                    continue;
                }
                for w in into.heads(before) {
                    if value[w] == NONE && covered[w] == k && reached[w] != k {
                        open[w] -= 1;
                        if open[w] == 0 {
                            queue.push(w);
                        }
                    }
                }
            }
        }
        !queue.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Outcomes of sums by retrograde analysis over all tuples of vertices.
    fn outcomes(arcs: &Arcs, tokens: u32) -> Vec<Outcome> {
        let n = arcs.vertices();
        let size = n.pow(tokens);
        let options = |state: usize| {
            let mut all = Vec::new();
            for token in 0..tokens {
                let scale = n.pow(token);
                let v = state / scale % n;
                all.extend(arcs.heads(v).map(|w| state - v * scale + w * scale));
            }
            all
        };
        let mut result = vec![Outcome::Draw; size];
        loop {
            let mut changed = false;
            for state in 0..size {
                if result[state] != Outcome::Draw {
                    continue;
                }
                let options = options(state);
                if options.iter().any(|&o| result[o] == Outcome::Previous) {
                    result[state] = Outcome::Next;
                    changed = true;
                } else if options.iter().all(|&o| result[o] == Outcome::Next) {
                    result[state] = Outcome::Previous;
                    changed = true;
                }
            }
            if !changed {
                return result;
            }
        }
    }

    fn check(n: usize, list: &[(u32, u32)]) {
        let arcs = Arcs::new(n, list);
        let values = values(&arcs);
        for tokens in 1..=3 {
            for (state, outcome) in outcomes(&arcs, tokens).into_iter().enumerate() {
                let places = (0..tokens).map(|t| &values[state / n.pow(t) % n]);
                let of_sum = LoopyValue::of_sum(places);
                assert_eq!(of_sum, outcome, "{list:?}, {tokens} tokens, {state}");
            }
        }
        assert!(values.iter().zip(outcomes(&arcs, 1)).all(|(v, o)| v.outcome() == o));
    }

    #[test]
    fn all_digraphs_of_three_vertices() {
        for set in 0..1u32 << 9 {
            let arcs: Vec<(u32, u32)> =
                (0..9).filter(|i| set >> i & 1 == 1).map(|i| (i / 3, i % 3)).collect();
            check(3, &arcs);
        }
    }

    proptest! {
        #[test]
        fn random_digraphs(n in 2u32..8, arcs in proptest::collection::vec((0u32..8, 0u32..8), 0..16)) {
            let arcs: Vec<_> = arcs.into_iter().map(|(a, b)| (a % n, b % n)).collect();
            check(n as usize, &arcs);
        }
    }

    #[test]
    fn acyclic_graphs_have_grundy_values() {
        let arcs = Arcs::new(4, &[(3, 2), (3, 1), (3, 0), (2, 1), (2, 0), (1, 0)]);
        let values: Vec<LoopyValue> = values(&arcs);
        assert_eq!(values, (0..4).map(LoopyValue::Finite).collect::<Vec<_>>());
    }
}
