//! Automata over tuples of digits, one track for each name.

use crate::error::{Error, Limits, Result};
use crate::explore::{Graph, Symbol, Transitions, explore};
use crate::minimise::{minimise, renumber};
use crate::{Name, alphabet};
use message::{Message, message};

/// The least deterministic automaton of a set of tuples of words, most significant digit first,
/// all words of a tuple padded with zeros to one length.
///
/// - Tracks are in increasing order of their names.
/// - Missing transitions reject. Every state is reachable and, unless the set is empty, leads to
///   acceptance; state 0 is the initial one; states are in order of first visit. So two automata
///   over the same tracks accept the same tuples exactly when they are `==`.
/// - Leading zeros never matter: reading zeros on all tracks does not leave state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    pub(crate) radix: u32,
    pub(crate) tracks: Vec<Name>,
    pub(crate) graph: Graph,
}

impl Automaton {
    /// The least automaton of what the walk accepts.
    pub(crate) fn build<W: Transitions>(
        radix: u32,
        tracks: Vec<Name>,
        walk: &mut W,
        initial: W::Node,
        limits: &Limits,
        doing: impl Into<Message>,
    ) -> Result<Self> {
        let doing = doing.into();
        let describe = || describe(&doing, &tracks);
        alphabet::size(radix, tracks.len(), &doing)?;
        let graph = minimise(&explore(walk, initial, limits, describe)?);
        Ok(Self { radix, tracks, graph })
    }

    /// All tuples (`true`) or none over no tracks.
    pub(crate) fn constant(radix: u32, truth: bool) -> Self {
        let (starts, edges) = if truth { (vec![0, 1], vec![(0, 0)]) } else { (vec![0, 0], vec![]) };
        Self { radix, tracks: Vec::new(), graph: Graph { accepting: vec![truth], starts, edges } }
    }

    /// Names of the tracks, increasing.
    #[must_use]
    pub fn tracks(&self) -> &[Name] {
        &self.tracks
    }

    /// Number of states; the one that rejects everything is not counted.
    #[must_use]
    pub fn states(&self) -> usize {
        self.graph.len()
    }

    /// Whether no tuple is accepted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.graph.accepting.contains(&true)
    }

    /// Whether words may end in the state; `false` for a state that does not exist.
    #[must_use]
    pub fn is_accepting(&self, state: usize) -> bool {
        self.graph.accepting.get(state).copied().unwrap_or(false)
    }

    /// The transitions of a state: the digits, one for each track, and the state they lead to.
    /// None for a state that does not exist.
    pub fn transitions(&self, state: usize) -> impl Iterator<Item = (Vec<u32>, usize)> + '_ {
        let edges = match u32::try_from(state) {
            Ok(at) if state < self.states() => self.graph.edges_of(at),
            _ => &[],
        };
        edges.iter().map(|&(symbol, target)| {
            (alphabet::digits(self.radix, self.tracks.len(), symbol), target as usize)
        })
    }

    /// Where a symbol leads.
    pub(crate) fn step(&self, state: u32, symbol: Symbol) -> Option<u32> {
        let edges = self.graph.edges_of(state);
        let at = edges.binary_search_by_key(&symbol, |edge| edge.0).ok()?;
        Some(edges[at].1)
    }

    /// The same set with other names for the tracks.
    ///
    /// # Errors
    /// [`Error::Twice`] when two tracks get one name.
    pub(crate) fn renamed(&self, name: impl Fn(&Name) -> Name) -> Result<Self> {
        let names: Vec<Name> = self.tracks.iter().map(name).collect();
        let mut tracks = names.clone();
        tracks.sort();
        if let Some(pair) = tracks.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::Twice(pair[0].clone()));
        }
        let graph = if tracks == names {
            self.graph.clone()
        } else {
            let moved = alphabet::weigh(self.radix, &places_in(self.radix, &names, &tracks));
            let mut graph = self.graph.clone();
            for edge in &mut graph.edges {
                edge.0 = moved[edge.0 as usize];
            }
            renumber(&graph)
        };
        Ok(Self { radix: self.radix, tracks, graph })
    }

    /// Whether reading zeros leads back to the initial state, as it must.
    pub(crate) fn ignores_leading_zeros(&self) -> bool {
        self.is_empty() || self.step(0, 0) == Some(0)
    }
}

/// For each of `names` what one unit of its digit adds to a symbol over `tracks`; 0 where `tracks`
/// has no such name.
pub(crate) fn places_in(radix: u32, names: &[Name], tracks: &[Name]) -> Vec<u32> {
    let places = alphabet::places(radix, tracks.len());
    names.iter().map(|name| tracks.binary_search(name).map_or(0, |at| places[at])).collect()
}

/// The names of both, in order.
pub(crate) fn union(left: &[Name], right: &[Name]) -> Vec<Name> {
    let mut all: Vec<Name> = left.iter().chain(right).cloned().collect();
    all.sort();
    all.dedup();
    all
}

fn describe(doing: &Message, tracks: &[Name]) -> Message {
    message!("{doing} over ({})", shown(tracks))
}

/// Names in a row; fresh variables of the solver start with a control character.
pub(crate) fn shown(names: &[Name]) -> String {
    names.join(", ").replace(char::is_control, "#")
}
