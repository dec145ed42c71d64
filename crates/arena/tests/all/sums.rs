//! Sums of tokens on small digraphs against a search of whole positions.

use crate::digraphs::downward;
use arena::read::Graph;
use arena::{Answer, Components, GraphElement, Outcome, Solver};

/// The digraph on 1..n with these arcs; the token stands on vertex n.
fn dag(n: u32, edges: Vec<(u32, u32)>) -> Graph {
    Graph {
        vertices: n as usize,
        start: Some(n - 1),
        lines: vec![0; edges.len()],
        edges,
        weights: None,
        header: 1,
    }
}

/// Options of a state of tokens, in mixed radix, when one moves or every one that can.
fn options(graphs: &[Graph], state: usize, every: bool) -> Vec<usize> {
    let (mut single, mut joint) = (Vec::new(), vec![state]);
    let mut scale = 1;
    for graph in graphs {
        let v = state / scale % graph.vertices;
        let heads = graph.edges.iter().filter(|e| e.0 as usize == v).map(|e| e.1 as usize);
        let heads: Vec<usize> = heads.collect();
        single.extend(heads.iter().map(|w| state - v * scale + w * scale));
        if !heads.is_empty() {
            let step =
                |s: &usize| heads.iter().map(|w| s - v * scale + w * scale).collect::<Vec<_>>();
            joint = joint.iter().flat_map(step).collect();
        }
        scale *= graph.vertices;
    }
    match (every, single.is_empty()) {
        (true, false) => joint,
        _ => single,
    }
}

/// Whether the player to move loses with tokens on these vertices: a position is lost when every
/// move leads to a won one. Vertices are taken upwards, as arcs lead down.
fn lost(graphs: &[Graph], stuck_wins: bool, every: bool) -> Vec<bool> {
    let mut lost = vec![false; graphs.iter().map(|g| g.vertices).product()];
    for state in 0..lost.len() {
        let options = options(graphs, state, every);
        lost[state] = match options.is_empty() {
            true => !stuck_wins,
            false => options.iter().all(|&o| !lost[o]),
        };
    }
    lost
}

/// The winning moves by component and head, from each token's start, its greatest vertex.
fn winning(graphs: &[Graph], lost: &[bool]) -> Vec<(Option<usize>, Option<GraphElement>)> {
    let start = lost.len() - 1;
    let (mut moves, mut scale) = (Vec::new(), 1);
    for (component, graph) in graphs.iter().enumerate() {
        let v = graph.vertices - 1;
        for w in 0..v {
            let is_move = graph.edges.contains(&(v as u32, w as u32));
            if is_move && lost[start - v * scale + w * scale] {
                moves.push((Some(component), Some(GraphElement::Vertex(w as u32))));
            }
        }
        scale *= graph.vertices;
    }
    moves
}

fn check(graphs: Vec<Graph>) {
    let given = Components::Graphs(graphs.clone());
    let answer = |solver: Solver| solver.answer(&given, 0).expect("acyclic");
    let found = |answer: &Answer| {
        let moves = answer.winning.iter().flatten();
        moves.map(|m| (m.component, m.place)).collect::<Vec<_>>()
    };
    let (normal, misere) = (lost(&graphs, false, false), lost(&graphs, true, false));
    let start = normal.len() - 1;
    let dag = answer(Solver::Dag);
    assert_eq!(dag.wins(), !normal[start], "{graphs:?}");
    assert_eq!(found(&dag), winning(&graphs, &normal), "{graphs:?}");
    assert_eq!(dag.misere, Some(!misere[start]), "{graphs:?}");
    let anti = answer(Solver::Misere);
    assert_eq!(anti.wins(), !misere[start], "{graphs:?}");
    assert_eq!(found(&anti), winning(&graphs, &misere), "{graphs:?}");
    let every = answer(Solver::Every);
    let lost_together = lost(&graphs, false, true);
    assert_eq!(every.wins(), !lost_together[start], "{graphs:?}");
    let together = options(&graphs, start, true);
    let count = together.into_iter().filter(|&o| lost_together[o]).count();
    assert_eq!(every.winning.map(|moves| moves.len()), Some(count), "{graphs:?}");
    // The same digraphs as games that need not end.
    let loopy = answer(Solver::Loopy);
    assert_eq!((loopy.outcome, loopy.drawing.len()), (dag.outcome, 0));
    assert!(loopy.outcome != Outcome::Draw);
}

/// All acyclic digraphs of up to so many vertices that the token can reach all of, each numbering of
/// which is there once.
fn all(most: u32) -> Vec<Graph> {
    let of_size = |n: u32| {
        let all = downward(n).map(move |edges| dag(n, edges));
        all.filter(reaches_all).filter(is_first_numbering)
    };
    (1..=most).flat_map(of_size).collect()
}

fn reaches_all(graph: &Graph) -> bool {
    (0..graph.vertices as u32 - 1).all(|w| graph.edges.iter().any(|e| e.1 == w))
}

/// Whether no other numbering with arcs that lead down has an arc list before this one.
fn is_first_numbering(graph: &Graph) -> bool {
    let mut images = vec![vec![graph.vertices as u32 - 1]];
    for _ in 1..graph.vertices {
        let longer = |image: &Vec<u32>| {
            let free = (0..graph.vertices as u32 - 1).filter(|v| !image.contains(v));
            free.map(|v| [&image[..], &[v]].concat()).collect::<Vec<_>>()
        };
        images = images.iter().flat_map(longer).collect();
    }
    images.iter().all(|image| {
        let place = |v: u32| image[graph.vertices - 1 - v as usize];
        let moved = graph.edges.iter().map(|&(a, b)| (place(a), place(b)));
        let mut moved: Vec<(u32, u32)> = moved.collect();
        moved.sort_unstable();
        let mut own = graph.edges.clone();
        own.sort_unstable();
        moved.iter().any(|(a, b)| a < b) || moved >= own
    })
}

fn sums(most: u32, components: u32, step: usize) -> usize {
    let dags = all(most);
    let mut checked = 0;
    for choice in 0..dags.len().pow(components) {
        let digits = (0..components).map(|i| choice / dags.len().pow(i) % dags.len());
        let digits: Vec<usize> = digits.collect();
        if digits.is_sorted() {
            if checked % step == 0 {
                check(digits.into_iter().map(|d| dags[d].clone()).collect());
            }
            checked += 1;
        }
    }
    checked
}

#[test]
fn sums_of_small_dags() {
    // One each of one and two vertices, three of three.
    assert_eq!((all(1).len(), all(2).len(), all(3).len()), (1, 2, 5));
    sums(4, 1, 1);
    sums(4, 2, 1);
    sums(4, 3, 7);
    sums(5, 2, 401);
}

#[test]
#[ignore = "some minutes; scripts/test --full runs it"]
fn sums_of_all_small_dags() {
    for components in 1..=3 {
        let count = sums(5, components, 1);
        assert!(count > 0, "{components} components");
    }
}
