//! Building an automaton from a state on: the one loop behind every construction.

use crate::error::{Error, Limits, Result};
use hashbrown::{DefaultHashBuilder, HashTable};
use message::Message;
use std::hash::{BuildHasher, Hash};

/// A tuple of digits packed into a number; see [`crate::alphabet`].
pub(crate) type Symbol = u32;

/// A state, by its index.
pub(crate) type State = u32;

/// Deterministic transitions, missing ones leading nowhere; state 0 is the initial one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Graph {
    /// Whether a word may end here.
    pub(crate) accepting: Vec<bool>,
    /// Where the transitions of each state start, and their number at the end.
    pub(crate) starts: Vec<u32>,
    /// Transitions by state.
    pub(crate) edges: Vec<(Symbol, State)>,
}

impl Graph {
    /// The transitions of a state.
    pub(crate) fn edges_of(&self, state: State) -> &[(Symbol, State)] {
        let at = state as usize;
        &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.accepting.len()
    }
}

/// Something whose states are found by following transitions from an initial one.
pub(crate) trait Transitions {
    /// What a state stands for.
    type Node: Hash + Eq;

    /// Whether a word may end in the state.
    fn accepts(&self, state: &Self::Node) -> bool;

    /// Appends the transitions of the state, each symbol at most once.
    ///
    /// # Errors
    /// When a number of the description overflows.
    fn follow(&mut self, state: &Self::Node, out: &mut Vec<(Symbol, Self::Node)>) -> Result<()>;
}

/// All states reachable from `initial`.
///
/// # Errors
/// [`Error::TooLarge`] at the limits, naming what was being done; [`Error::Interrupted`]; errors of the
/// walk.
pub(crate) fn explore<W: Transitions>(
    walk: &mut W,
    initial: W::Node,
    limits: &Limits,
    doing: impl Fn() -> Message,
) -> Result<Graph> {
    let hasher = DefaultHashBuilder::default();
    let mut states = vec![initial];
    let mut index: HashTable<State> = HashTable::new();
    index.insert_unique(hasher.hash_one(&states[0]), 0, |&s| hasher.hash_one(&states[s as usize]));
    let mut graph = Graph { accepting: Vec::new(), starts: vec![0], edges: Vec::new() };
    let mut found = Vec::new();
    let mut at = 0;
    while at < states.len() {
        if patience::is_over() {
            return Err(Error::Interrupted);
        }
        walk.follow(&states[at], &mut found)?;
        graph.accepting.push(walk.accepts(&states[at]));
        for (symbol, state) in found.drain(..) {
            let hash = hasher.hash_one(&state);
            let target = if let Some(&known) = index.find(hash, |&s| states[s as usize] == state) {
                known
            } else {
                let fresh = State::try_from(states.len()).map_err(|_| Error::Overflow)?;
                states.push(state);
                index.insert_unique(hash, fresh, |&s| hasher.hash_one(&states[s as usize]));
                fresh
            };
            graph.edges.push((symbol, target));
        }
        let too_large = |size, cap, what| Err(Error::TooLarge { size, cap, what, doing: doing() });
        if states.len() > limits.states {
            return too_large(states.len(), limits.states, "states");
        }
        if graph.edges.len() > limits.edges.min(u32::MAX as usize) {
            return too_large(graph.edges.len(), limits.edges, "transitions");
        }
        graph.starts.push(u32::try_from(graph.edges.len()).map_err(|_| Error::Overflow)?);
        at += 1;
    }
    Ok(graph)
}
