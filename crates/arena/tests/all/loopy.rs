//! Values of loopy games against retrograde analysis of whole positions.

use crate::digraphs::random;
use arena::loopy::{LoopyValue, values};
use arena::{Arcs, Outcome};
use draw::{Draw, cases};

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

#[test]
fn random_digraphs() {
    let input = |d: &mut Draw| random(d, 2..8, 0..16);
    draw::check(cases(), input, |(n, arcs)| {
        check(n, &arcs);
        Ok(())
    });
}

#[test]
fn acyclic_graphs_have_grundy_values() {
    let arcs = Arcs::new(4, &[(3, 2), (3, 1), (3, 0), (2, 1), (2, 0), (1, 0)]);
    let values: Vec<LoopyValue> = values(&arcs);
    assert_eq!(values, (0..4).map(LoopyValue::Finite).collect::<Vec<_>>());
}
