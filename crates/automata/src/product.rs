//! Two automata walked side by side: conjunction, disjunction, difference.

use crate::Name;
use crate::alphabet::{places, weigh};
use crate::automaton::{Automaton, places_in, union};
use crate::error::{Limits, Result};
use crate::explore::{Graph, State, Symbol, Transitions};
use std::iter::Peekable;
use std::slice::Iter;

/// The state that rejects everything.
const DEAD: State = State::MAX;

/// The conjunction as a natural join: transitions meet when they agree on the common tracks.
struct Join<'g> {
    left: &'g Graph,
    /// By left symbol: its digits on the common tracks; its share of the result's symbol.
    left_key: Vec<u32>,
    left_part: Vec<u32>,
    right: &'g Graph,
    /// The transitions of each right state as (common digits, share of the symbol, target).
    right_edges: Vec<(u32, u32, State)>,
}

impl Transitions for Join<'_> {
    type Node = (State, State);

    fn accepts(&self, &(left, right): &Self::Node) -> bool {
        self.left.accepting[left as usize] && self.right.accepting[right as usize]
    }

    fn follow(
        &mut self,
        &(left, right): &Self::Node,
        out: &mut Vec<(Symbol, Self::Node)>,
    ) -> Result<()> {
        let at = right as usize;
        let range = self.right.starts[at] as usize..self.right.starts[at + 1] as usize;
        let candidates = &self.right_edges[range];
        for &(symbol, left_target) in self.left.edges_of(left) {
            let key = self.left_key[symbol as usize];
            let from = candidates.partition_point(|edge| edge.0 < key);
            for &(_, part, right_target) in
                candidates[from..].iter().take_while(|edge| edge.0 == key)
            {
                let symbol = self.left_part[symbol as usize] + part;
                out.push((symbol, (left_target, right_target)));
            }
        }
        Ok(())
    }
}

/// The tuples over the tracks of both whose parts both accept.
pub(crate) fn join(left: &Automaton, right: &Automaton, limits: &Limits) -> Result<Automaton> {
    let radix = left.radix;
    let tracks = union(&left.tracks, &right.tracks);
    crate::alphabet::size(radix, tracks.len(), "conjunction")?;
    let common: Vec<Name> =
        left.tracks.iter().filter(|name| right.tracks.contains(name)).cloned().collect();
    let rest: Vec<Name> =
        right.tracks.iter().filter(|name| !left.tracks.contains(name)).cloned().collect();
    let right_key = weigh(radix, &places_in(radix, &right.tracks, &common));
    let share: Vec<u32> = places_in(radix, &right.tracks, &tracks)
        .into_iter()
        .zip(&right.tracks)
        .map(|(place, name)| if rest.contains(name) { place } else { 0 })
        .collect();
    let right_part = weigh(radix, &share);
    let mut right_edges: Vec<(u32, u32, State)> = right
        .graph
        .edges
        .iter()
        .map(|&(symbol, target)| (right_key[symbol as usize], right_part[symbol as usize], target))
        .collect();
    for pair in right.graph.starts.windows(2) {
        right_edges[pair[0] as usize..pair[1] as usize].sort_unstable();
    }
    let mut walk = Join {
        left: &left.graph,
        left_key: weigh(radix, &places_in(radix, &left.tracks, &common)),
        left_part: weigh(radix, &places_in(radix, &left.tracks, &tracks)),
        right: &right.graph,
        right_edges,
    };
    Automaton::build(radix, tracks, &mut walk, (0, 0), limits, "conjunction")
}

struct Merge<'g> {
    left: &'g Graph,
    right: &'g Graph,
}

fn edges_of(graph: &Graph, state: State) -> &[(Symbol, State)] {
    if state == DEAD { &[] } else { graph.edges_of(state) }
}

fn accepts(graph: &Graph, state: State) -> bool {
    state != DEAD && graph.accepting[state as usize]
}

impl Transitions for Merge<'_> {
    type Node = (State, State);

    fn accepts(&self, &(left, right): &Self::Node) -> bool {
        accepts(self.left, left) || accepts(self.right, right)
    }

    fn follow(
        &mut self,
        &(left, right): &Self::Node,
        out: &mut Vec<(Symbol, Self::Node)>,
    ) -> Result<()> {
        let mut left = edges_of(self.left, left).iter().peekable();
        let mut right = edges_of(self.right, right).iter().peekable();
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => return Ok(()),
                (Some(a), None) => a.0,
                (None, Some(b)) => b.0,
                (Some(a), Some(b)) => a.0.min(b.0),
            };
            let target = |edges: &mut Peekable<Iter<'_, (Symbol, State)>>| {
                edges.next_if(|edge| edge.0 == next).map_or(DEAD, |edge| edge.1)
            };
            out.push((next, (target(&mut left), target(&mut right))));
        }
    }
}

/// Disjunction of automata over the same tracks.
pub(crate) fn merge(left: &Automaton, right: &Automaton, limits: &Limits) -> Result<Automaton> {
    assert_eq!(left.tracks, right.tracks);
    let mut walk = Merge { left: &left.graph, right: &right.graph };
    Automaton::build(left.radix, left.tracks.clone(), &mut walk, (0, 0), limits, "disjunction")
}

struct Minus<'g> {
    left: &'g Graph,
    /// By left symbol: the right symbol it contains.
    key: Vec<u32>,
    right: &'g Automaton,
}

impl Transitions for Minus<'_> {
    type Node = (State, State);

    fn accepts(&self, &(left, right): &Self::Node) -> bool {
        self.left.accepting[left as usize] && !accepts(&self.right.graph, right)
    }

    fn follow(
        &mut self,
        &(left, right): &Self::Node,
        out: &mut Vec<(Symbol, Self::Node)>,
    ) -> Result<()> {
        for &(symbol, target) in self.left.edges_of(left) {
            let other = if right == DEAD {
                DEAD
            } else {
                self.right.step(right, self.key[symbol as usize]).unwrap_or(DEAD)
            };
            out.push((symbol, (target, other)));
        }
        Ok(())
    }
}

/// The tuples of `left` whose part on the tracks of `right`, all tracks of `left`, is not in
/// `right`.
pub(crate) fn minus(left: &Automaton, right: &Automaton, limits: &Limits) -> Result<Automaton> {
    assert!(right.tracks.iter().all(|name| left.tracks.contains(name)));
    let key = weigh(left.radix, &places_in(left.radix, &left.tracks, &right.tracks));
    let mut walk = Minus { left: &left.graph, key, right };
    Automaton::build(left.radix, left.tracks.clone(), &mut walk, (0, 0), limits, "difference")
}

/// What one unit of each digit adds to a symbol over `tracks` without those in `dropped`.
pub(crate) fn places_without(radix: u32, tracks: &[Name], dropped: &[Name]) -> Vec<u32> {
    let kept = tracks.iter().filter(|name| !dropped.contains(name)).count();
    let mut places = places(radix, kept).into_iter();
    tracks
        .iter()
        .map(|name| if dropped.contains(name) { 0 } else { places.next().unwrap_or(0) })
        .collect()
}
