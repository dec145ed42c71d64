//! Existential quantifiers: tracks dropped, the result made deterministic.

use crate::Name;
use crate::alphabet::weigh;
use crate::automaton::Automaton;
use crate::error::{Limits, Result};
use crate::explore::{Graph, State, Symbol, Transitions};
use crate::product::places_without;
use message::message;

/// Subset construction.
struct Subsets<'g> {
    graph: &'g Graph,
    /// By symbol: what is left of it.
    kept: Vec<Symbol>,
    moves: Vec<(Symbol, State)>,
}

impl Transitions for Subsets<'_> {
    /// Increasing states.
    type Node = Box<[State]>;

    fn accepts(&self, subset: &Self::Node) -> bool {
        subset.iter().any(|&state| self.graph.accepting[state as usize])
    }

    fn follow(&mut self, subset: &Self::Node, out: &mut Vec<(Symbol, Self::Node)>) -> Result<()> {
        self.moves.clear();
        for &state in subset {
            let edges = self.graph.edges_of(state).iter();
            self.moves.extend(edges.map(|&(symbol, to)| (self.kept[symbol as usize], to)));
        }
        self.moves.sort_unstable();
        self.moves.dedup();
        for group in self.moves.chunk_by(|a, b| a.0 == b.0) {
            out.push((group[0].0, group.iter().map(|&(_, target)| target).collect()));
        }
        Ok(())
    }
}

/// The tuples over the other tracks that some values on the dropped tracks complete.
///
/// The completing values may have more digits than the tuple: words that are zero on all kept
/// tracks may be read before it, so the first subset is closed under them.
pub(crate) fn project(
    automaton: &Automaton,
    dropped: &[Name],
    limits: &Limits,
) -> Result<Automaton> {
    let radix = automaton.radix;
    let kept = weigh(radix, &places_without(radix, &automaton.tracks, dropped));
    let tracks: Vec<Name> =
        automaton.tracks.iter().filter(|name| !dropped.contains(name)).cloned().collect();
    let initial = closure(&automaton.graph, &kept);
    let mut walk = Subsets { graph: &automaton.graph, kept, moves: Vec::new() };
    let doing = message!("quantifier over {}", crate::automaton::shown(dropped));
    Automaton::build(radix, tracks, &mut walk, initial, limits, doing)
}

/// The states reached from the initial one by symbols of which nothing but zeros is left.
pub(crate) fn closure(graph: &Graph, kept: &[Symbol]) -> Box<[State]> {
    let mut reached = vec![false; graph.len()];
    reached[0] = true;
    let mut stack = vec![0];
    while let Some(state) = stack.pop() {
        for &(symbol, target) in graph.edges_of(state) {
            if kept[symbol as usize] == 0 && !std::mem::replace(&mut reached[target as usize], true)
            {
                stack.push(target);
            }
        }
    }
    (0..).zip(&reached).filter(|(_, reached)| **reached).map(|(state, _)| state).collect()
}
