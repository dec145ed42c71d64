//! Sums of tokens on small digraphs against a search of whole positions.

use arena::read::Graph;
use arena::{Given, Outcome, Place, Solver};

/// The acyclic digraph on 1..n whose arcs, from higher to lower vertices, are the digits of `code`;
/// the token stands on vertex n.
fn dag(n: u32, code: u32) -> Graph {
    let pairs = (1..n).flat_map(|v| (0..v).map(move |w| (v, w)));
    let edges: Vec<(u32, u32)> =
        pairs.zip(0..).filter(|(_, i)| code >> i & 1 == 1).map(|(pair, _)| pair).collect();
    Graph {
        vertices: n as usize,
        start: Some(n - 1),
        lines: vec![0; edges.len()],
        edges,
        weights: None,
        header: 1,
    }
}

/// Whether the player to move loses with tokens on these vertices: a position is lost when every
/// move leads to a won one. Vertices are taken upwards, as arcs lead down.
fn lost(graphs: &[Graph], stuck_wins: bool) -> Vec<bool> {
    let sizes: Vec<usize> = graphs.iter().map(|g| g.vertices).collect();
    let mut lost = vec![false; sizes.iter().product()];
    for state in 0..lost.len() {
        let mut options = Vec::new();
        let mut scale = 1;
        for graph in graphs {
            let v = state / scale % graph.vertices;
            let arcs = graph.edges.iter().filter(|e| e.0 as usize == v);
            options.extend(arcs.map(|&(_, w)| state - v * scale + w as usize * scale));
            scale *= graph.vertices;
        }
        lost[state] = match options.is_empty() {
            true => !stuck_wins,
            false => options.iter().all(|&o| !lost[o]),
        };
    }
    lost
}

fn check(graphs: Vec<Graph>) {
    let expected = lost(&graphs, false);
    let given = Given::Graphs(graphs.clone());
    let answer = Solver::Dag.answer(&given, 0).expect("acyclic");
    let place = |at: &[usize]| {
        let (mut state, mut scale) = (0, 1);
        for (graph, v) in graphs.iter().zip(at) {
            state += v * scale;
            scale *= graph.vertices;
        }
        state
    };
    let starts: Vec<usize> = graphs.iter().map(|g| g.vertices - 1).collect();
    assert_eq!(answer.wins(), !expected[place(&starts)], "{graphs:?}");
    let mut moves = Vec::new();
    for (component, graph) in graphs.iter().enumerate() {
        for to in 0..graph.vertices as u32 {
            let mut after = starts.clone();
            after[component] = to as usize;
            let is_move = graph.edges.contains(&(starts[component] as u32, to));
            if is_move && expected[place(&after)] {
                moves.push((component, Some(Place::Vertex(to))));
            }
        }
    }
    let found = answer.winning.expect("few moves");
    let found: Vec<_> =
        found.iter().map(|m| (m.component.expect("one component"), m.place)).collect();
    assert_eq!(found, moves, "{graphs:?}");
    let misere = lost(&graphs, true);
    assert_eq!(answer.misere, Some(!misere[place(&starts)]), "{graphs:?}");
    // The same digraphs as games that need not end.
    let loopy = Solver::Loopy.answer(&given, 0).expect("any digraph");
    assert_eq!((loopy.outcome, loopy.drawing.len()), (answer.outcome, 0));
    assert!(loopy.outcome != Outcome::Draw);
}

fn all(most: u32) -> Vec<Graph> {
    (1..=most).flat_map(|n| (0..1 << (n * (n - 1) / 2)).map(move |code| dag(n, code))).collect()
}

fn sums(most: u32, components: u32, step: usize) {
    let dags = all(most);
    for choice in (0..dags.len().pow(components)).step_by(step) {
        let digits = (0..components).map(|i| choice / dags.len().pow(i) % dags.len());
        let digits: Vec<usize> = digits.collect();
        if digits.is_sorted() {
            check(digits.into_iter().map(|d| dags[d].clone()).collect());
        }
    }
}

#[test]
fn sums_of_small_dags() {
    sums(4, 1, 1);
    sums(4, 2, 7);
    sums(5, 2, 4099);
    sums(5, 3, 4_999_999);
}

#[test]
#[ignore = "a minute; scripts/test --full runs it"]
fn sums_of_all_small_dags() {
    sums(5, 1, 1);
    sums(5, 2, 1);
    sums(4, 3, 1);
    sums(5, 3, 1009);
}
