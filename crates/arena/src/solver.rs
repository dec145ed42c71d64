//! Questions about whole inputs, answered by the solvers.

use crate::geography::Geography;
use crate::read::Graph;
use crate::words::Automaton;
use crate::{Arcs, dag, hackenbush};
use thiserror::Error;

/// A solver, which stands for one game under normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// A token moves along the arcs of an acyclic digraph.
    Dag,
    /// A token moves along edges to vertices not visited before.
    Geography,
    /// Edges are deleted; what is no longer connected to the root vanishes.
    Hackenbush,
    /// A letter is appended, the word stays a prefix of a given one.
    Prefixes,
    /// A letter is appended, the word stays a substring of a given one.
    Substrings,
}

/// An input, by component.
#[derive(Clone, Debug)]
pub enum Given<'t> {
    /// Graphs; vertices are numbered from 0.
    Graphs(Vec<Graph>),
    /// Lists of words.
    Words(Vec<Vec<&'t str>>),
}

/// What is known of a position: the sum of the components, each at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Grundy value; `None` where the theorem does not give it.
    pub sg: Option<u32>,
    /// Whether the player to move wins.
    pub win: bool,
    /// Whether the player to move wins misere play, where the theorem says.
    pub misere: Option<bool>,
    /// Length of play, winner hurrying, where the theorem says.
    pub remoteness: Option<u32>,
    /// Every winning first move; `None` where finding them would take too long.
    pub winning: Option<Vec<Move>>,
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The component, from 0.
    pub component: usize,
    /// The move in words: `1 -> 3`, `edge 2 (1 3)`, `a`.
    pub words: String,
}

/// Why a solver has no answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    /// The digraph of a component (from 0) has a cycle: its arcs, by their numbers.
    #[error("not a DAG")]
    Cycle {
        /// The component, from 0.
        component: usize,
        /// The vertices of the cycle, from 0, in the order of its arcs.
        vertices: Vec<u32>,
    },
    /// A component (from 0) has no start or root.
    #[error("no start")]
    NoStart {
        /// The component, from 0.
        component: usize,
    },
    /// The theorem says nothing about such a position.
    #[error("{0}")]
    NotCovered(&'static str),
}

/// Steps that winning edges of Hackenbush may take.
const BUDGET: u64 = 200_000_000;

impl Solver {
    /// The theorem the answers rest on, and its source.
    #[must_use]
    pub fn theorem(self) -> &'static str {
        match self {
            Self::Dag => "Grundy values in reverse topological order (Sprague, Grundy)",
            Self::Geography => {
                "the player to move wins iff every maximum matching covers the start \
                 (Fraenkel, Scheinerman, Ullman 1993)"
            }
            Self::Hackenbush => {
                "the Fusion Principle and the Colon Principle (Berlekamp, Conway, Guy)"
            }
            Self::Prefixes => "a walk down the trie of the words",
            Self::Substrings => "a walk in the suffix automaton of the words (Blumer et al. 1987)",
        }
    }

    /// Answers for the sum of the components.
    ///
    /// # Errors
    /// The input is no position of the game, or the theorem does not cover it.
    pub fn answer(self, given: &Given<'_>) -> Result<Answer, Refusal> {
        match (self, given) {
            (Self::Dag, Given::Graphs(graphs)) => of_dags(graphs),
            (Self::Geography, Given::Graphs(graphs)) => of_geography(graphs),
            (Self::Hackenbush, Given::Graphs(graphs)) => of_hackenbush(graphs),
            (Self::Prefixes, Given::Words(lists)) => {
                Ok(of_words(lists, |words| Automaton::trie(words.iter().copied())))
            }
            (Self::Substrings, Given::Words(lists)) => {
                Ok(of_words(lists, |words| Automaton::substrings(words.iter().copied())))
            }
            _ => Err(Refusal::NotCovered("the input is of another kind than the game's")),
        }
    }
}

fn start(graphs: &[Graph], component: usize) -> Result<u32, Refusal> {
    graphs[component].start.ok_or(Refusal::NoStart { component })
}

fn of_dags(graphs: &[Graph]) -> Result<Answer, Refusal> {
    let mut solved = Vec::with_capacity(graphs.len());
    for (component, graph) in graphs.iter().enumerate() {
        let arcs = Arcs::new(graph.vertices, &graph.edges);
        let values =
            dag::solve(&arcs).map_err(|vertices| Refusal::Cycle { component, vertices })?;
        solved.push((arcs, values, start(graphs, component)? as usize));
    }
    let total = solved.iter().fold(0, |sum, (_, values, start)| sum ^ values.sg[*start]);
    let mut winning = Vec::new();
    for (component, (arcs, values, start)) in solved.iter().enumerate() {
        let wanted = total ^ values.sg[*start];
        let mut heads: Vec<usize> =
            arcs.heads(*start).filter(|&w| values.sg[w] == wanted && total != 0).collect();
        heads.sort_unstable();
        heads.dedup();
        winning.extend(
            heads
                .into_iter()
                .map(|w| Move { component, words: format!("{} -> {}", start + 1, w + 1) }),
        );
    }
    // Misere sums and the length of sums are no matter of the components' values.
    let alone = match &solved[..] {
        [(_, values, start)] => Some((values.misere[*start], values.remoteness[*start])),
        _ => None,
    };
    Ok(Answer {
        sg: Some(total),
        win: total != 0,
        misere: alone.map(|(misere, _)| misere),
        remoteness: alone.map(|(_, remoteness)| remoteness),
        winning: Some(winning),
    })
}

fn of_geography(graphs: &[Graph]) -> Result<Answer, Refusal> {
    let [graph] = graphs else {
        return Err(Refusal::NotCovered(
            "a sum needs Grundy values, and matchings tell only who wins one component",
        ));
    };
    let start = start(graphs, 0)?;
    let game = Geography::new(graph.vertices, &graph.edges);
    let moves = game.winning_moves(start as usize);
    let words = |w: &u32| format!("{} -> {}", start + 1, w + 1);
    let winning = moves.iter().map(|w| Move { component: 0, words: words(w) }).collect();
    Ok(Answer {
        sg: None,
        win: game.wins(start as usize),
        misere: None,
        remoteness: None,
        winning: Some(winning),
    })
}

fn of_hackenbush(graphs: &[Graph]) -> Result<Answer, Refusal> {
    let mut values = Vec::with_capacity(graphs.len());
    for (component, graph) in graphs.iter().enumerate() {
        let root = start(graphs, component)?;
        let sg = hackenbush::solve(graph.vertices, &graph.edges, root).sg;
        values.push((root, sg[root as usize].unwrap_or(0)));
    }
    let total = values.iter().fold(0, |sum, (_, value)| sum ^ value);
    let mut winning = Some(Vec::new());
    for (component, (graph, (root, value))) in graphs.iter().zip(values).enumerate() {
        if total == 0 {
            break;
        }
        let target = total ^ value;
        let edges = hackenbush::winning_edges(graph.vertices, &graph.edges, root, target, BUDGET);
        let moves = edges.map(|edges| {
            let words = |edge: u32| {
                let (a, b) = graph.edges[edge as usize];
                format!("edge {} ({} {})", edge + 1, a + 1, b + 1)
            };
            edges.into_iter().map(move |e| Move { component, words: words(e) }).collect::<Vec<_>>()
        });
        winning = winning.zip(moves).map(|(mut all, moves)| {
            all.extend(moves);
            all
        });
    }
    Ok(Answer { sg: Some(total), win: total != 0, misere: None, remoteness: None, winning })
}

fn of_words(lists: &[Vec<&str>], automaton: impl Fn(&[&str]) -> Automaton) -> Answer {
    let solved: Vec<_> = lists
        .iter()
        .map(|words| {
            let automaton = automaton(words);
            // Letters only make words longer.
            let values = dag::solve(&automaton.arcs()).expect("automata of words are acyclic");
            (automaton, values)
        })
        .collect();
    let total = solved.iter().fold(0, |sum, (_, values)| sum ^ values.sg[0]);
    let mut winning = Vec::new();
    for (component, (automaton, values)) in solved.iter().enumerate() {
        let wanted = total ^ values.sg[0];
        let letters = automaton.letters(0).into_iter();
        let letters = letters.filter(|&(_, to)| total != 0 && values.sg[to as usize] == wanted);
        winning.extend(letters.map(|(letter, _)| Move { component, words: letter.to_string() }));
    }
    let alone = match &solved[..] {
        [(_, values)] => Some((values.misere[0], values.remoteness[0])),
        _ => None,
    };
    Answer {
        sg: Some(total),
        win: total != 0,
        misere: alone.map(|(misere, _)| misere),
        remoteness: alone.map(|(_, remoteness)| remoteness),
        winning: Some(winning),
    }
}
