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
