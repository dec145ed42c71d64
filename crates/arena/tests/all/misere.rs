//! Tame positions in misère play against the search of whole positions.

use crate::digraphs::on_downward_digraphs;
use arena::Arcs;
use arena::misere::{TameKind, TameSum, kinds};
use arena::product::{Play, Product};

/// Compares sums of up to three tokens on one digraph with the search of whole positions.
fn check(n: usize, list: &[(u32, u32)]) -> usize {
    let arcs = Arcs::new(n, list);
    let kinds = kinds(&arcs).expect("acyclic");
    let tame: Vec<usize> = (0..n).filter(|&v| kinds[v].is_some()).collect();
    for tokens in 1..=3 {
        let all = Product::new(vec![&arcs; tokens], Play::Sum).expect("acyclic").expect("small");
        let misere = all.wins(true);
        for choice in 0..tame.len().pow(tokens as u32) {
            let digit = |i: u32| tame[choice / tame.len().pow(i) % tame.len()];
            let places: Vec<usize> = (0..tokens as u32).map(digit).collect();
            let sum: TameSum = places.iter().filter_map(|&v| kinds[v]).collect();
            assert_eq!(sum.wins(), misere[all.state(&places)], "{list:?}: {places:?}");
            let first = kinds[places[0]].expect("tame");
            assert_eq!(sum.without(first).with(first), sum);
        }
    }
    tame.len()
}

on_downward_digraphs!(check, 9 vertices, 24 arcs);

#[test]
fn heaps_and_wild_positions() {
    // Nim heaps of 0 to 3, and two further vertices: {2} is firm, {2, 1} is as a heap of 0.
    let heaps = [(1, 0), (2, 1), (2, 0), (3, 2), (3, 1), (3, 0), (4, 2), (5, 2), (5, 1)];
    let found = kinds(&Arcs::new(6, &heaps)).expect("acyclic");
    let (fickle, firm) = (|v| Some(TameKind::Fickle(v)), |v| Some(TameKind::Firm(v)));
    assert_eq!(found, [fickle(0), fickle(1), firm(2), firm(3), firm(0), fickle(0)]);
    // A chain down to the heap of 2: {2} is F0, {{2}} is F1, and what leads there alone F0 again.
    let chain = [(1, 0), (2, 1), (2, 0), (3, 2), (4, 3), (5, 4)];
    let found = kinds(&Arcs::new(6, &chain)).expect("acyclic");
    assert_eq!(found[3..], [firm(0), firm(1), firm(0)]);
    // {{2}, 1}, of value 2: neither an option F1 nor f0.
    let wild = [(1, 0), (2, 1), (2, 0), (3, 2), (4, 3), (4, 1), (5, 4)];
    let found = kinds(&Arcs::new(6, &wild)).expect("acyclic");
    assert_eq!((found[4], found[5]), (None, None));
    assert_eq!(kinds(&Arcs::new(2, &[(0, 1), (1, 0)])), Err(vec![0, 1]));
    assert!(check(6, &wild) == 4 && check(6, &heaps) == 6 && check(6, &chain) == 6);
}
