//! Undirected graphs: vertex geography and Green Hackenbush.

use super::{Answer, ArenaMove, GraphElement, Refusal, start};
use crate::geography::Geography;
use crate::hackenbush;
use crate::read::Graph;
use message::message;

const MATCHING: &str = "the player to move wins iff every maximum matching covers the start \
                        (Fraenkel, Scheinerman, Ullman 1993)";
const FUSION: &str = "the Fusion Principle and the Colon Principle (Berlekamp, Conway, Guy)";

/// Steps that winning edges of Hackenbush may take.
const BUDGET: u64 = 200_000_000;

/// Vertex geography.
pub(super) fn geography(graphs: &[Graph]) -> Result<Answer, Refusal> {
    let [graph] = graphs else {
        return Err(Refusal::NotCovered(
            "a sum needs Grundy values, and matchings tell only who wins one component",
        ));
    };
    let start = start(graphs, 0)? as usize;
    let game = Geography::new(graph.vertices, &graph.edges);
    let moves = game.winning_moves(start).into_iter();
    let winning = moves.map(|w| ArenaMove::along(0, start, w as usize)).collect();
    Ok(Answer { winning: Some(winning), ..Answer::ending(game.wins(start), MATCHING) })
}

/// Green Hackenbush.
pub(super) fn hackenbush(graphs: &[Graph], rest: u32) -> Result<Answer, Refusal> {
    let mut values = Vec::with_capacity(graphs.len());
    for (component, graph) in graphs.iter().enumerate() {
        let root = start(graphs, component)?;
        let sg = hackenbush::solve(graph.vertices, &graph.edges, root);
        values.push((root, sg[root as usize].unwrap_or(0)));
    }
    let total = values.iter().fold(rest, |sum, (_, value)| sum ^ value);
    let mut winning = Some(Vec::new());
    for (component, (graph, (root, value))) in graphs.iter().zip(values).enumerate() {
        if total == 0 {
            break;
        }
        let target = total ^ value;
        let edges = hackenbush::winning_edges(graph.vertices, &graph.edges, root, target, BUDGET);
        let moves = edges.map(|edges| {
            let as_move = |edge: u32| {
                let (a, b) = graph.edges[edge as usize];
                let words = message!("edge {}", format!("{} ({} {})", edge + 1, a + 1, b + 1));
                let place = Some(GraphElement::Edge(edge));
                ArenaMove { component: Some(component), words, place }
            };
            edges.into_iter().map(as_move).collect::<Vec<_>>()
        });
        winning = winning.zip(moves).map(|(mut all, moves)| {
            all.extend(moves);
            all
        });
    }
    Ok(Answer { sg: Some(total), winning, ..Answer::ending(total != 0, FUSION) })
}
