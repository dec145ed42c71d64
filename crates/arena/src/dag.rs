//! One token on an acyclic digraph (catalogue: `dag-game`): Grundy values, outcomes, remoteness.
//!
//! Vertices are taken in reverse topological order (Kahn 1962), so every option has its value
//! before it is needed. Linear in vertices and arcs.

use crate::Arcs;

/// Vertices in an order in which every arc leads to an earlier one.
///
/// # Errors
/// The vertices of a cycle, in the order of its arcs.
pub fn order(arcs: &Arcs) -> Result<Vec<u32>, Vec<u32>> {
    let n = arcs.vertices();
    let into = arcs.reversed();
    let mut open: Vec<u32> = (0..n).map(|v| arcs.of(v).len() as u32).collect();
    let mut order: Vec<u32> = (0..n as u32).filter(|&v| open[v as usize] == 0).collect();
    let mut at = 0;
    while at < order.len() {
        for before in into.heads(order[at] as usize) {
            open[before] -= 1;
            if open[before] == 0 {
                order.push(before as u32);
            }
        }
        at += 1;
    }
    if order.len() == n { Ok(order) } else { Err(cycle(arcs, &open)) }
}

/// For every vertex the greatest number of arcs on a way that ends there; `None` where there is a
/// cycle.
#[must_use]
pub fn layers(arcs: &Arcs) -> Option<Vec<u32>> {
    let mut layers = vec![0; arcs.vertices()];
    for v in order(arcs).ok()?.into_iter().rev() {
        for w in arcs.heads(v as usize) {
            layers[w] = layers[w].max(layers[v as usize] + 1);
        }
    }
    Some(layers)
}

/// A cycle among the vertices that still have open arcs: from each of them an arc leads to another.
fn cycle(arcs: &Arcs, open: &[u32]) -> Vec<u32> {
    let next = |v: usize| arcs.heads(v).find(|&w| open[w] > 0);
    let mut seen = vec![u32::MAX; open.len()];
    let mut path = Vec::new();
    let mut here = open.iter().position(|&o| o > 0);
    while let Some(v) = here {
        if seen[v] != u32::MAX {
            return path.split_off(seen[v] as usize);
        }
        seen[v] = path.len() as u32;
        path.push(v as u32);
        here = next(v);
    }
    path
}

/// What is known of a vertex of an acyclic digraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VertexValue {
    /// Grundy value under normal play.
    pub sg: u32,
    /// Whether the player to move wins when a player who cannot move wins.
    pub misere: bool,
    /// Moves until the end when the winner hurries and the loser delays (normal play).
    pub remoteness: u32,
}

/// Solves the game on an acyclic digraph: the values of all vertices.
///
/// # Errors
/// The vertices of a cycle.
pub fn solve(arcs: &Arcs) -> Result<Vec<VertexValue>, Vec<u32>> {
    let n = arcs.vertices();
    let mut values = vec![VertexValue::default(); n];
    let mut seen = vec![u32::MAX; n + 1];
    for v in order(arcs)? {
        let vertex = v as usize;
        let is_stuck = arcs.of(vertex).is_empty();
        let (mut least_even, mut greatest_odd) = (u32::MAX, 0);
        let mut misere = is_stuck;
        for w in arcs.heads(vertex) {
            let option = values[w];
            seen[option.sg as usize] = v;
            misere |= !option.misere;
            match option.remoteness {
                even if even % 2 == 0 => least_even = least_even.min(even),
                odd => greatest_odd = greatest_odd.max(odd),
            }
        }
        let sg = (0..).find(|&g| seen[g as usize] != v).unwrap_or(0);
        let remoteness = match (is_stuck, least_even) {
            (true, _) => 0,
            (_, u32::MAX) => greatest_odd + 1,
            (_, least) => least + 1,
        };
        values[vertex] = VertexValue { sg, misere, remoteness };
    }
    Ok(values)
}
