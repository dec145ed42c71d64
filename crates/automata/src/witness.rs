//! Witnesses: for every input one output, so that "for all there is" needs no quantifier any more.

use crate::Name;
use crate::alphabet::weigh;
use crate::automaton::{Automaton, places_in, union};
use crate::error::Error;
use crate::explore::{Graph, State, Symbol, Walk};
use crate::project::closure;
use crate::solver::Solver;

/// A choice function inside a relation: to each tuple of inputs that some outputs complete, the
/// least such outputs.
///
/// One output: the least number. Several: the first tuple of words in the order of words whose
/// letters are tuples of digits, the first output most significant.
///
/// What makes it a proof of "for all x in D there is y with R(x, y)" is checked by [`Self::proves`]
/// with products, emptiness and counting only, nothing made deterministic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    outputs: Vec<Name>,
    choice: Automaton,
}

/// A state of the relation and the states that words with smaller outputs lead to.
struct Least<'g> {
    graph: &'g Graph,
    /// By symbol: its digits on the input tracks, and on the outputs in their order.
    input: Vec<Symbol>,
    output: Vec<Symbol>,
}

impl Walk for Least<'_> {
    type State = (State, Box<[State]>);

    fn accepts(&self, (state, smaller): &Self::State) -> bool {
        let accepting = &self.graph.accepting;
        accepting[*state as usize] && !smaller.iter().any(|&state| accepting[state as usize])
    }

    fn follow(
        &mut self,
        (state, smaller): &Self::State,
        out: &mut Vec<(Symbol, Self::State)>,
    ) -> Result<(), Error> {
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

impl Witness {
    /// The least outputs of the relation; the other tracks are inputs. Outputs that are no tracks
    /// are left out.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn least(
        solver: &mut Solver,
        relation: &Automaton,
        outputs: &[Name],
    ) -> Result<Self, Error> {
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
        let doing = "least witness";
        let built = Automaton::build(radix, tracks, &mut walk, initial, solver.limits(), doing)?;
        Ok(Self { outputs, choice: solver.count(built) })
    }

    /// A witness given as data, by its automaton.
    #[must_use]
    pub fn given(choice: Automaton, outputs: &[Name]) -> Self {
        Self { outputs: union(outputs, &[]), choice }
    }

    /// The pairs of inputs and outputs.
    #[must_use]
    pub fn automaton(&self) -> &Automaton {
        &self.choice
    }

    /// The names of the outputs.
    #[must_use]
    pub fn outputs(&self) -> &[Name] {
        &self.outputs
    }

    /// Whether for every tuple of `domain` there are outputs as `relation` wants them, because
    /// - every pair of the witness belongs to the relation, its inputs to the domain;
    /// - no inputs have two outputs;
    /// - for every length, there are as many pairs with inputs of this length as members of the
    ///   domain. Both numbers satisfy linear recurrences, so they agree for all lengths when they
    ///   do for as many lengths as both automata have states together.
    ///
    /// Pairs with inputs of a length: longer outputs begin while the inputs are still zeros. As no
    /// inputs have two outputs, at most one word of zeros leads to each state, so the words are
    /// counted from all states that zeros lead to.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn proves(
        &self,
        solver: &mut Solver,
        domain: &Automaton,
        relation: &Automaton,
    ) -> Result<bool, Error> {
        let inputs: Vec<Name> =
            self.choice.tracks.iter().filter(|n| !self.outputs.contains(n)).cloned().collect();
        if domain.tracks != inputs || relation.tracks != self.choice.tracks {
            return Ok(false);
        }
        Ok(solver.minus(&self.choice, relation)?.is_empty()
            && solver.minus(&self.choice, domain)?.is_empty()
            && self.is_function(solver)?
            && self.covers(domain, &inputs))
    }

    /// Whether no inputs have two outputs.
    fn is_function(&self, solver: &mut Solver) -> Result<bool, Error> {
        let copy = |name: &Name| -> Name { format!("{name}\u{1}").into() };
        let other = self
            .choice
            .renamed(|name| if self.outputs.contains(name) { copy(name) } else { name.clone() })?;
        let mut pairs = solver.and(&self.choice, &other)?;
        let all = pairs.clone();
        for name in &self.outputs {
            let equal = crate::Term::from(&**name).equals(&*copy(name));
            let equal = solver.satisfying(&equal)?;
            pairs = solver.and(&pairs, &equal)?;
        }
        Ok(pairs == all)
    }

    /// Whether there are as many pairs as members of the domain, for every length of the inputs.
    fn covers(&self, domain: &Automaton, inputs: &[Name]) -> bool {
        let radix = self.choice.radix;
        let input = weigh(radix, &places_in(radix, &self.choice.tracks, inputs));
        let starts = closure(&self.choice.graph, &input);
        let mut pairs = Counts::new(&self.choice);
        let mut members = Counts::new(domain);
        for _ in 0..self.choice.states() + domain.states() {
            if pairs.from(&starts) != members.from(&[0]) {
                return false;
            }
            pairs.lengthen();
            members.lengthen();
        }
        true
    }
}

/// The number of accepted words of one length from each state, as digits in base 2^64, least
/// significant first, no leading zeros.
struct Counts<'a> {
    graph: &'a Graph,
    counts: Vec<Vec<u64>>,
}

impl<'a> Counts<'a> {
    fn new(automaton: &'a Automaton) -> Self {
        let graph = &automaton.graph;
        let one = |&accepting: &bool| if accepting { vec![1] } else { Vec::new() };
        Self { graph, counts: graph.accepting.iter().map(one).collect() }
    }

    /// The number of words from any of the states.
    fn from(&self, states: &[State]) -> Vec<u64> {
        let mut sum = Vec::new();
        for &state in states {
            add(&mut sum, &self.counts[state as usize]);
        }
        sum
    }

    fn lengthen(&mut self) {
        let row = |state| {
            let targets: Vec<State> =
                self.graph.edges_of(state).iter().map(|&(_, target)| target).collect();
            self.from(&targets)
        };
        self.counts = (0..).take(self.graph.len()).map(row).collect();
    }
}

fn add(sum: &mut Vec<u64>, other: &[u64]) {
    if sum.len() < other.len() {
        sum.resize(other.len(), 0);
    }
    let mut carry = false;
    for (digit, at) in sum.iter_mut().zip(0..) {
        let (partial, first) = digit.overflowing_add(other.get(at).copied().unwrap_or(0));
        let (total, second) = partial.overflowing_add(u64::from(carry));
        *digit = total;
        carry = first || second;
        if at >= other.len() && !carry {
            break;
        }
    }
    if carry {
        sum.push(1);
    }
}
