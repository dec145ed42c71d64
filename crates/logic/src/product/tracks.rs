//! Machines read one digit at a time.

use crate::formula::{Machine, Variable};
use std::collections::HashMap;

/// What the steps of a machine still depend on once some of the digits are known.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// On the next digit: those that are possible, ascending, and where each leads.
    Branch(Vec<(u32, usize)>),
    /// On nothing but the digits of the open tracks: these and the state of the machine, for each step.
    Ends(Vec<(Vec<u32>, usize)>),
}

/// The steps of a machine as trees of digits, in the order of the variables that they stand for.
/// Trees that are equal are kept once.
pub(super) struct Tracks {
    nodes: Vec<Node>,
    /// By state of the machine: its tree.
    roots: Vec<usize>,
}

/// A step: digits, and where they lead.
type Step<'a> = (&'a [u32], usize);

impl Tracks {
    /// The tracks of a machine, the first of which are these variables; the others are open. `order` has the
    /// variables, each once.
    pub(super) fn new(machine: &Machine, tracks: &[Variable], order: &[Variable]) -> Self {
        let first = |variable: &Variable| tracks.iter().position(|v| v == variable);
        let places: Vec<usize> = order.iter().filter_map(first).collect();
        let twice: Vec<(usize, usize)> =
            (0..).zip(tracks).filter_map(|(at, v)| Some((at, first(v)?))).collect();
        let mut builder =
            Builder { places, open: tracks.len(), nodes: Vec::new(), known: HashMap::new() };
        let root = |row: &std::collections::BTreeMap<Vec<u32>, usize>| {
            // a variable on two tracks has one digit
            let fits =
                |digits: &[u32]| twice.iter().all(|&(at, first)| digits[at] == digits[first]);
            let steps = row.iter().map(|(digits, &to)| (digits.as_slice(), to));
            let mut steps: Vec<Step<'_>> = steps.filter(|(digits, _)| fits(digits)).collect();
            let places = builder.places.iter();
            let order = |a: &[u32], b: &[u32]| {
                places.clone().map(|&at| a[at]).cmp(places.clone().map(|&at| b[at]))
            };
            steps.sort_by(|(a, _), (b, _)| order(a, b));
            builder.tree(&steps, 0)
        };
        let roots = machine.steps.iter().map(root).collect();
        Self { nodes: builder.nodes, roots }
    }

    /// The tree of a state.
    pub(super) fn root(&self, state: usize) -> usize {
        self.roots[state]
    }

    pub(super) fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }
}

impl Node {
    /// Where a digit leads.
    pub(super) fn child(&self, digit: u32) -> Option<usize> {
        match self {
            Self::Branch(all) => all.iter().find(|(other, _)| *other == digit).map(|&(_, to)| to),
            Self::Ends(_) => None,
        }
    }
}

/// Trees under construction.
struct Builder {
    /// Where the digits stand, in the order of reading.
    places: Vec<usize>,
    /// Where the open tracks begin.
    open: usize,
    nodes: Vec<Node>,
    known: HashMap<Node, usize>,
}

impl Builder {
    /// The tree of sorted steps that agree in the digits before `depth`.
    fn tree(&mut self, steps: &[Step<'_>], depth: usize) -> usize {
        let node = match self.places.get(depth) {
            None => {
                Node::Ends(steps.iter().map(|(word, to)| (word[self.open..].into(), *to)).collect())
            }
            Some(&at) => {
                let same = steps.chunk_by(|(a, _), (b, _)| a[at] == b[at]);
                Node::Branch(same.map(|part| (part[0].0[at], self.tree(part, depth + 1))).collect())
            }
        };
        *self.known.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            self.nodes.len() - 1
        })
    }
}
