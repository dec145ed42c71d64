//! Witnesses: for every input one output, so that "for all ... there is ..." needs no quantifier.

use crate::Name;
use crate::alphabet::weigh;
use crate::automaton::{Automaton, places_in};
use crate::error::Result;
use crate::explore::{Graph, State, Symbol, Transitions};
use crate::solver::Solver;

/// A state of the relation and the states that words with smaller outputs lead to.
struct Least<'g> {
    graph: &'g Graph,
    /// By symbol: its digits on the input tracks, and on the outputs in their order.
    input: Vec<Symbol>,
    output: Vec<Symbol>,
}

impl Transitions for Least<'_> {
    type Node = (State, Box<[State]>);

    fn accepts(&self, (state, smaller): &Self::Node) -> bool {
        let accepting = &self.graph.accepting;
        accepting[*state as usize] && !smaller.iter().any(|&state| accepting[state as usize])
    }

    fn follow(
        &mut self,
        (state, smaller): &Self::Node,
        out: &mut Vec<(Symbol, Self::Node)>,
    ) -> Result<()> {
        let input = |symbol: Symbol| self.input[symbol as usize];
        let mut own = self.graph.edges_of(*state).to_vec();
        own.sort_by_key(|&(symbol, _)| (input(symbol), self.output[symbol as usize]));
        let mut others: Vec<(Symbol, State)> = smaller
            .iter()
            .flat_map(|&state| self.graph.edges_of(state))
            .map(|&(symbol, target)| (input(symbol), target))
            .collect();
        others.sort_unstable();
        others.dedup();
        for group in own.chunk_by(|a, b| input(a.0) == input(b.0)) {
            let key = input(group[0].0);
            let from = others.partition_point(|other| other.0 < key);
            let mut reached: Vec<State> = others[from..]
                .iter()
                .take_while(|other| other.0 == key)
                .map(|&(_, target)| target)
                .collect();
            for &(symbol, target) in group {
                // where smaller outputs lead to the same state, these are never least
                if let Err(at) = reached.binary_search(&target) {
                    out.push((symbol, (target, reached.as_slice().into())));
                    reached.insert(at, target);
                }
            }
        }
        Ok(())
    }
}

impl Solver {
    /// A choice function inside a relation, as the pairs of inputs and outputs: to each tuple of inputs
    /// that some outputs complete, the least such outputs. The tracks that are no outputs are inputs;
    /// outputs that are no tracks are left out.
    ///
    /// One output: the least number. Several: the first tuple of words in the order of words whose
    /// letters are tuples of digits, the first output most significant.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn least(&mut self, relation: &Automaton, outputs: &[Name]) -> Result<Automaton> {
        let outputs: Vec<Name> =
            outputs.iter().filter(|name| relation.tracks.contains(name)).cloned().collect();
        let (radix, tracks) = (relation.radix, relation.tracks.clone());
        let inputs: Vec<Name> =
            tracks.iter().filter(|name| !outputs.contains(name)).cloned().collect();
        // in the order given, not that of the names
        let place = |name: &Name| {
            let at = outputs.iter().position(|output| output == name);
            at.map_or(0, |at| crate::alphabet::places(radix, outputs.len())[at])
        };
        let order: Vec<u32> = tracks.iter().map(place).collect();
        let mut walk = Least {
            graph: &relation.graph,
            input: weigh(radix, &places_in(radix, &tracks, &inputs)),
            output: weigh(radix, &order),
        };
        let initial = (0, Box::default());
        Automaton::build(radix, tracks, &mut walk, initial, self.limits(), "least witness")
    }
}
