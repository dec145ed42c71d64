//! Questions about whole inputs, answered by the solvers.

mod digraphs;
mod graphs;
mod words;

use crate::loopy::LoopyValue;
use crate::read::Graph;
use arith::graph::Outcome;
use message::{Message, Tell, message};

/// A solver, which stands for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// A token moves along the arcs of an acyclic digraph.
    Dag,
    /// The same; a player who cannot move in any component wins.
    Misere,
    /// The same; every token that can move must move.
    Every,
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
pub enum Components<'t> {
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
    pub value: Option<LoopyValue>,
    /// Who wins.
    pub outcome: Outcome,
    /// Whether the player to move wins misere play, where the theorem says.
    pub misere: Option<bool>,
    /// Length of play, winner hurrying, where the theorem says.
    pub remoteness: Option<u32>,
    /// Every winning first move; `None` where finding them would take too long.
    pub winning: Option<Vec<ArenaMove>>,
    /// Of a drawn position, every first move that keeps the draw.
    pub drawing: Vec<ArenaMove>,
    /// What the answer rests on: a theorem and its source, or a search.
    pub by: &'static str,
}

impl Answer {
    /// An answer where play ends, so that one of the players wins.
    #[must_use]
    pub fn ending(win: bool, by: &'static str) -> Self {
        let outcome = if win { Outcome::Next } else { Outcome::Previous };
        Self {
            sg: None,
            value: None,
            outcome,
            misere: None,
            remoteness: None,
            winning: None,
            drawing: Vec::new(),
            by,
        }
    }

    /// Whether the player to move wins.
    #[must_use]
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::Next
    }
}

/// `N`, `P`, `draw`.
#[must_use]
pub fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Next => "N",
        Outcome::Previous => "P",
        Outcome::Draw => "draw",
    }
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaMove {
    /// The component, from 0; `None` where all components move at once.
    pub component: Option<usize>,
    /// The move in words: `1 -> 3`, `edge 2 (1 3)`, `a`; of several components one after another.
    pub words: Message,
    /// What it does to a graph.
    pub place: Option<GraphElement>,
}

/// What a move chooses in a graph, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphElement {
    /// The vertex the token moves to.
    Vertex(u32),
    /// The edge that is deleted.
    Edge(u32),
}

impl ArenaMove {
    /// The token of the component moves along an arc or edge.
    fn along(component: usize, from: usize, to: usize) -> Self {
        let place = Some(GraphElement::Vertex(to as u32));
        Self { component: Some(component), words: arc(from, to), place }
    }
}

/// `1 -> 3`
fn arc(from: usize, to: usize) -> Message {
    format!("{} -> {}", from + 1, to + 1).into()
}

/// Moves of all components at once that are listed.
const MAX_JOINT: usize = 4096;

/// The moves in all of these components at once: for each a number and its first moves in words, with
/// what each leads to, which `with` puts together; `None` when they are too many to be listed.
pub(crate) fn joint<T: Copy>(
    components: impl IntoIterator<Item = (usize, Vec<(Message, T)>)>,
    before: T,
    with: impl Fn(T, T) -> T,
) -> Option<Vec<(ArenaMove, T)>> {
    let mut all = vec![(None, before)];
    for (component, own) in components {
        if all.len().saturating_mul(own.len()) > MAX_JOINT {
            return None;
        }
        let longer = |(words, to): &(Option<Message>, T)| {
            let add = |(step, more): &(Message, T)| {
                let step = message!("{}: {step}", component + 1);
                let words = match words {
                    Some(words) => message!("{words}, {step}"),
                    None => step,
                };
                (Some(words), with(*to, *more))
            };
            own.iter().map(add).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let as_move = |words| ArenaMove { component: None, words, place: None };
    Some(all.into_iter().filter_map(|(words, to)| Some((as_move(words?), to))).collect())
}

/// Why a solver has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The digraph of a component (from 0) has a cycle: its arcs, by their numbers.
    Cycle {
        /// The component, from 0.
        component: usize,
        /// The vertices of the cycle, from 0, in the order of its arcs.
        vertices: Vec<u32>,
    },
    /// A component (from 0) has no start or root.
    NoStart {
        /// The component, from 0.
        component: usize,
    },
    /// The theorem says nothing about such a position.
    NotCovered(&'static str),
    /// The theorem does not cover the input, and its positions are too many to be searched.
    TooLarge(Message),
    /// The work was asked to end.
    Interrupted,
}

impl Tell for Refusal {
    fn message(&self) -> Message {
        match self {
            Self::Cycle { .. } => "not a DAG".into(),
            Self::NoStart { .. } => "no start".into(),
            Self::NotCovered(why) => (*why).into(),
            Self::TooLarge(why) => why.clone(),
            Self::Interrupted => "interrupted".into(),
        }
    }
}

message::error!(Refusal);

/// What was found, unless the work was cut short.
pub(crate) fn unless_over<T>(found: Result<T, Refusal>) -> Result<T, Refusal> {
    if patience::is_over() { Err(Refusal::Interrupted) } else { found }
}

impl Solver {
    /// Answers for the sum of the components, and of other games whose nim-sum is `rest`: they
    /// count for the value and the winner, and moves in them are not listed.
    ///
    /// # Errors
    /// The input is no position of the game, the theorem does not cover it, or the solver has no
    /// values to set `rest` off against.
    pub fn answer(self, given: &Components<'_>, rest: u32) -> Result<Answer, Refusal> {
        unless_over(self.answered(given, rest))
    }

    fn answered(self, given: &Components<'_>, rest: u32) -> Result<Answer, Refusal> {
        match (self, given) {
            (Self::Dag, Components::Graphs(graphs)) => digraphs::dag(graphs, rest),
            (Self::Hackenbush, Components::Graphs(graphs)) => graphs::hackenbush(graphs, rest),
            (Self::Prefixes | Self::Substrings, Components::Words(lists)) => {
                Ok(words::answer(self, lists, rest))
            }
            _ if rest != 0 => Err(Refusal::NotCovered(
                "a sum with other games needs its Grundy values, which its theorem does not give",
            )),
            (Self::Misere, Components::Graphs(graphs)) => digraphs::misere(graphs),
            (Self::Every, Components::Graphs(graphs)) => digraphs::every(graphs),
            (Self::Loopy, Components::Graphs(graphs)) => digraphs::loopy(graphs),
            (Self::Geography, Components::Graphs(graphs)) => graphs::geography(graphs),
            _ => Err(Refusal::NotCovered("the game takes another kind of input")),
        }
    }
}

/// The start of a component.
fn start(graphs: &[Graph], component: usize) -> Result<u32, Refusal> {
    graphs[component].start.ok_or(Refusal::NoStart { component })
}
