//! Evidence for "for every x in D there is y with R(x, y)" that is checked step by step.
//!
//! A cover is a list of pairs (state of D, states of R) such that
//! 1. a pair with the initial state of D has only states that R reaches while all inputs are zeros;
//! 2. for every pair `(d, S)` and every transition of D from `d` with inputs `a` to `e` there is a
//!    pair `(e, T)`, all of `T` reached by R from `S` with inputs `a` and any outputs;
//! 3. in every pair with an accepting `d`, `S` has an accepting state.
//!
//! Then for every word that D accepts, by induction on its length, R has a run on the same inputs
//! that accepts. Nothing has to be made deterministic to check this.

use crate::Name;
use crate::alphabet::weigh;
use crate::automaton::{Automaton, places_in};
use crate::error::{Error, Limits};
use crate::explore::{Graph, State, Symbol, Walk, explore};
use crate::project::closure;
use hashbrown::HashMap;

/// The list of pairs; see the module's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Each with a state of the domain and increasing states of the relation.
    pub pairs: Vec<(u32, Box<[u32]>)>,
}

/// A state of the domain and states of the relation.
type Pair = (State, Box<[State]>);

/// The relation by inputs.
struct Steps<'a> {
    domain: &'a Graph,
    relation: &'a Graph,
    /// By symbol of the relation: its inputs.
    input: Vec<Symbol>,
}

impl<'a> Steps<'a> {
    /// `None` when the domain has other tracks than the inputs of the relation.
    fn new(domain: &'a Automaton, relation: &'a Automaton, outputs: &[Name]) -> Option<Self> {
        let inputs = relation.tracks.iter().filter(|name| !outputs.contains(name));
        if !inputs.eq(&domain.tracks) || relation.radix != domain.radix {
            return None;
        }
        let input =
            weigh(relation.radix, &places_in(relation.radix, &relation.tracks, &domain.tracks));
        Some(Self { domain: &domain.graph, relation: &relation.graph, input })
    }

    /// What the relation reaches from some states with the inputs of each transition of the
    /// domain, and where that leads in the domain.
    fn follow(&self, (state, states): &Pair) -> impl Iterator<Item = (Symbol, Pair)> {
        let edges = states.iter().flat_map(|&state| self.relation.edges_of(state));
        let mut moves: Vec<(Symbol, State)> =
            edges.map(|&(symbol, target)| (self.input[symbol as usize], target)).collect();
        moves.sort_unstable();
        moves.dedup();
        self.domain.edges_of(*state).iter().map(move |&(symbol, target)| {
            let from = moves.partition_point(|&(input, _)| input < symbol);
            let reached = moves[from..].iter().take_while(|&&(input, _)| input == symbol);
            (symbol, (target, reached.map(|&(_, target)| target).collect()))
        })
    }

    /// Whether the domain does not accept or the relation does.
    fn accepts(&self, (state, states): &Pair) -> bool {
        let accepting = |&state: &State| self.relation.accepting[state as usize];
        !self.domain.accepting[*state as usize] || states.iter().any(accepting)
    }
}

impl Cover {
    /// Evidence that every member of the domain has outputs in the relation; `None` when one has
    /// none. The tracks of the domain are those of the relation but the outputs.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn find(
        domain: &Automaton,
        relation: &Automaton,
        outputs: &[Name],
        limits: &Limits,
    ) -> Result<Option<Self>, Error> {
        let Some(steps) = Steps::new(domain, relation, outputs) else { return Ok(None) };
        let start = (0, closure(&relation.graph, &steps.input));
        let mut seen = Seen { steps: &steps, pairs: Vec::new() };
        explore(&mut seen, start, limits, || "search for a cover".to_owned())?;
        let pairs = seen.pairs;
        let holds = pairs.iter().all(|pair| steps.accepts(pair));
        Ok(holds.then_some(Self { pairs }))
    }

    /// Whether the three conditions hold, so that every member of the domain has outputs in the
    /// relation. Pairs may come from anywhere: wrong states make it `false`.
    #[must_use]
    pub fn proves(&self, domain: &Automaton, relation: &Automaton, outputs: &[Name]) -> bool {
        let Some(steps) = Steps::new(domain, relation, outputs) else { return false };
        let exist = |(state, states): &Pair| {
            let known = |&state: &State| (state as usize) < relation.states();
            (*state as usize) < domain.states()
                && states.iter().all(known)
                && states.is_sorted_by(|a, b| a < b)
        };
        if !self.pairs.iter().all(|pair| exist(pair) && steps.accepts(pair)) {
            return false;
        }
        let mut listed: HashMap<State, Vec<&[State]>> = HashMap::new();
        for (state, states) in &self.pairs {
            listed.entry(*state).or_default().push(states);
        }
        let has_part_of = |state: State, reached: &[State]| {
            let inside =
                |states: &&[State]| states.iter().all(|state| reached.binary_search(state).is_ok());
            listed.get(&state).is_some_and(|sets| sets.iter().any(inside))
        };
        let starts = has_part_of(0, &closure(&relation.graph, &steps.input));
        let goes_on = |pair: &Pair| {
            steps.follow(pair).all(|(_, (target, reached))| has_part_of(target, &reached))
        };
        starts && self.pairs.iter().all(goes_on)
    }
}

/// A walk that notes its states.
struct Seen<'s, 'a> {
    steps: &'s Steps<'a>,
    pairs: Vec<Pair>,
}

impl Walk for Seen<'_, '_> {
    type State = Pair;

    fn accepts(&self, pair: &Self::State) -> bool {
        self.steps.accepts(pair)
    }

    fn follow(
        &mut self,
        pair: &Self::State,
        out: &mut Vec<(Symbol, Self::State)>,
    ) -> Result<(), Error> {
        self.pairs.push(pair.clone());
        out.extend(self.steps.follow(pair));
        Ok(())
    }
}
