//! Questions about whole inputs, answered by the solvers.

use crate::geography::Geography;
use crate::loopy::{self, Outcome, Value};
use crate::read::Graph;
use crate::words::Automaton;
use crate::{Arcs, dag, hackenbush};
use thiserror::Error;

/// A solver, which stands for one game under normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// A token moves along the arcs of an acyclic digraph.
    Dag,
    /// A token moves along the arcs of any digraph; infinite play is a draw.
    Loopy,
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
    /// Loopy value, where play need not end; of a sum only that of its one component.
    pub value: Option<Value>,
    /// Who wins.
    pub outcome: Outcome,
    /// Whether the player to move wins misere play, where the theorem says.
    pub misere: Option<bool>,
    /// Length of play, winner hurrying, where the theorem says.
    pub remoteness: Option<u32>,
    /// Every winning first move; `None` where finding them would take too long.
    pub winning: Option<Vec<Move>>,
    /// Of a drawn position, every first move that keeps the draw.
    pub drawing: Vec<Move>,
}

impl Answer {
    /// An answer where play ends, so that one of the players wins.
    #[must_use]
    pub fn ending(win: bool) -> Self {
        let outcome = if win { Outcome::Next } else { Outcome::Previous };
        Self {
            sg: None,
            value: None,
            outcome,
            misere: None,
            remoteness: None,
            winning: None,
            drawing: Vec::new(),
        }
    }

    /// Whether the player to move wins.
    #[must_use]
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::Next
    }
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The component, from 0.
    pub component: usize,
    /// The move in words: `1 -> 3`, `edge 2 (1 3)`, `a`.
    pub words: String,
    /// What it does to a graph.
    pub place: Option<Place>,
}

/// What a move chooses in a graph, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The vertex the token moves to.
    Vertex(u32),
    /// The edge that is deleted.
    Edge(u32),
}

impl Move {
    /// The token of the component moves along an arc or edge.
    fn along(component: usize, from: usize, to: usize) -> Self {
        let words = format!("{} -> {}", from + 1, to + 1);
        Self { component, words, place: Some(Place::Vertex(to as u32)) }
    }
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
            Self::Loopy => "loopy values, sums by the nim-sum of the finite ones (Smith 1966)",
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
            (Self::Loopy, Given::Graphs(graphs)) => of_loopy(graphs),
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
        winning.extend(heads.into_iter().map(|w| Move::along(component, *start, w)));
    }
    // Misere sums and the length of sums are no matter of the components' values.
    let (misere, remoteness) = match &solved[..] {
        [(_, values, start)] => (Some(values.misere[*start]), Some(values.remoteness[*start])),
        several => {
            let tokens: Vec<_> = several.iter().map(|(arcs, _, start)| (arcs, *start)).collect();
            (dag::misere_of_sum(&tokens), None)
        }
    };
    Ok(Answer {
        sg: Some(total),
        misere,
        remoteness,
        winning: Some(winning),
        ..Answer::ending(total != 0)
    })
}

fn of_loopy(graphs: &[Graph]) -> Result<Answer, Refusal> {
    let mut solved = Vec::with_capacity(graphs.len());
    for (component, graph) in graphs.iter().enumerate() {
        let arcs = Arcs::new(graph.vertices, &graph.edges);
        let values = loopy::values(&arcs);
        solved.push((arcs, values, start(graphs, component)? as usize));
    }
    let starts: Vec<&Value> = solved.iter().map(|(_, values, start)| &values[*start]).collect();
    let outcome = Value::of_sum(starts.iter().copied());
    let finite = starts.iter().fold(0, |sum, value| match value {
        Value::Finite(value) => sum ^ value,
        Value::Infinite(_) => sum,
    });
    // Of three infinite values two are left whichever component moves, and play is drawn.
    let infinite = || (0..starts.len()).filter(|&i| matches!(starts[i], Value::Infinite(_)));
    let infinite: Vec<usize> = infinite().take(3).collect();
    let (mut winning, mut drawing) = (Vec::new(), Vec::new());
    for (component, (arcs, values, start)) in solved.iter().enumerate() {
        let rest = match starts[component] {
            Value::Finite(own) => Value::Finite(finite ^ own),
            Value::Infinite(_) => Value::Finite(finite),
        };
        let mut heads: Vec<usize> = arcs.heads(*start).collect();
        heads.sort_unstable();
        heads.dedup();
        for head in heads {
            let others = infinite.iter().filter(|&&i| i != component).map(|&i| starts[i]);
            let after = Value::of_sum(others.chain([&rest, &values[head]]));
            let moves = match after {
                Outcome::Previous => &mut winning,
                Outcome::Draw if outcome == Outcome::Draw => &mut drawing,
                _ => continue,
            };
            moves.push(Move::along(component, *start, head));
        }
    }
    let value = match &starts[..] {
        [value] => Some((*value).clone()),
        _ => infinite.is_empty().then_some(Value::Finite(finite)),
    };
    Ok(Answer { value, outcome, winning: Some(winning), drawing, ..Answer::ending(false) })
}

fn of_geography(graphs: &[Graph]) -> Result<Answer, Refusal> {
    let [graph] = graphs else {
        return Err(Refusal::NotCovered(
            "a sum needs Grundy values, and matchings tell only who wins one component",
        ));
    };
    let start = start(graphs, 0)? as usize;
    let game = Geography::new(graph.vertices, &graph.edges);
    let moves = game.winning_moves(start).into_iter();
    let winning = moves.map(|w| Move::along(0, start, w as usize)).collect();
    Ok(Answer { winning: Some(winning), ..Answer::ending(game.wins(start)) })
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
            let as_move = |edge: u32| {
                let (a, b) = graph.edges[edge as usize];
                let words = format!("edge {} ({} {})", edge + 1, a + 1, b + 1);
                Move { component, words, place: Some(Place::Edge(edge)) }
            };
            edges.into_iter().map(as_move).collect::<Vec<_>>()
        });
        winning = winning.zip(moves).map(|(mut all, moves)| {
            all.extend(moves);
            all
        });
    }
    Ok(Answer { sg: Some(total), winning, ..Answer::ending(total != 0) })
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
        winning.extend(letters.map(|(letter, _)| Move {
            component,
            words: letter.to_string(),
            place: None,
        }));
    }
    let alone = match &solved[..] {
        [(_, values)] => Some((values.misere[0], values.remoteness[0])),
        _ => None,
    };
    Answer {
        sg: Some(total),
        misere: alone.map(|(misere, _)| misere),
        remoteness: alone.map(|(_, remoteness)| remoteness),
        winning: Some(winning),
        ..Answer::ending(total != 0)
    }
}
