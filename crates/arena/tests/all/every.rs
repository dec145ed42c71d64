//! Every token moves: step by step against the search of whole positions.

use crate::digraphs::on_downward_digraphs;
use arena::Arcs;
use arena::every::{steps, wins};
use arena::product::{Play, Product};

fn check(n: usize, list: &[(u32, u32)]) {
    let arcs = Arcs::new(n, list);
    let steps = steps(&arcs).expect("acyclic");
    for tokens in 1..=3 {
        let all = Product::new(vec![&arcs; tokens], Play::Every).expect("acyclic").expect("small");
        for (state, won) in all.wins(false).into_iter().enumerate() {
            let places = all.places(state);
            let found = wins(places.iter().map(|&v| steps[v]));
            assert_eq!(found, won, "{list:?}: {places:?}");
        }
    }
}

on_downward_digraphs!(check, 8 vertices, 16 arcs);

#[test]
fn a_chain_is_no_matter_of_depth() {
    let n = 100_000;
    let chain: Vec<(u32, u32)> = (1..n).map(|v| (v - 1, v)).collect();
    assert_eq!(steps(&Arcs::new(n as usize, &chain)).expect("acyclic")[0], n - 1);
    assert_eq!(steps(&Arcs::new(1, &[(0, 0)])), Err(vec![0]));
}
