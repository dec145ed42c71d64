//! Undirected Vertex Geography against the search of whole positions.

use crate::digraphs::random;
use arena::Arcs;
use arena::geography::Geography;
use draw::{Draw, cases};

/// Whether the player to move wins, by definition.
fn wins(arcs: &Arcs, v: usize, visited: u32, known: &mut [Option<bool>]) -> bool {
    let at = v << 13 | visited as usize;
    if let Some(known) = known[at] {
        return known;
    }
    let heads: Vec<usize> = arcs.heads(v).filter(|&w| visited >> w & 1 == 0).collect();
    let result = heads.into_iter().any(|w| !wins(arcs, w, visited | 1 << w, known));
    known[at] = Some(result);
    result
}

fn check(n: usize, edges: &[(u32, u32)]) {
    let game = Geography::new(n, edges);
    let arcs = Arcs::both_ways(n, edges);
    let mut known = vec![None; 13 << 13];
    for start in 0..n {
        let visited = 1u32 << start;
        assert_eq!(
            game.wins(start),
            wins(&arcs, start, visited, &mut known),
            "{edges:?} from {start}"
        );
        let mut expected: Vec<u32> = arcs
            .heads(start)
            .filter(|&w| w != start && !wins(&arcs, w, visited | 1 << w, &mut known))
            .map(|w| w as u32)
            .collect();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(game.winning_moves(start), expected, "{edges:?} from {start}");
    }
}

fn all_graphs(n: u32) {
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    for set in 0..1u32 << pairs.len() {
        let chosen = pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        check(n as usize, &chosen.map(|(_, &e)| e).collect::<Vec<_>>());
    }
}

#[test]
fn all_graphs_of_five_vertices() {
    (1..=5).for_each(all_graphs);
}

#[test]
#[ignore = "half a minute; scripts/test --full runs it"]
fn all_graphs_of_six_vertices() {
    all_graphs(6);
}

#[test]
fn random_graphs() {
    let input = |d: &mut Draw| random(d, 1..14, 0..30);
    draw::check(cases(), input, |(n, edges)| {
        check(n, &edges);
        Ok(())
    });
}
