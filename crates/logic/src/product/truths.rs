//! What is known of the nodes of a formula, and what follows from it.

/// How the truth of a node follows from those before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    /// Not at all: it is [told](Circuit::tell).
    Leaf,
    /// The only input is false.
    Not,
    /// All inputs are true.
    All,
    /// Some input is true.
    Any,
}

/// The nodes, each of which only depends on those before it.
pub(super) struct Circuit {
    gates: Vec<Gate>,
    /// Words of a set of nodes.
    width: usize,
    /// By node: the set of its inputs, and of the nodes that it is an input of.
    inputs: Vec<u64>,
    users: Vec<u64>,
    /// The nodes that must hold.
    roots: Vec<u64>,
}

/// Which nodes are known, and which of these are true.
#[derive(Default)]
pub(super) struct Truths {
    known: Vec<u64>,
    holds: Vec<u64>,
    /// Those known, in the order in which they became so.
    told: Vec<usize>,
    /// Gates whose inputs changed.
    stale: Vec<u64>,
}

fn insert(set: &mut [u64], at: usize) {
    set[at / 64] |= 1 << (at % 64);
}

fn remove(set: &mut [u64], at: usize) {
    set[at / 64] &= !(1 << (at % 64));
}

pub(super) fn has(set: &[u64], at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

impl Circuit {
    pub(super) fn new(nodes: &[(Gate, &[usize])], roots: &[usize]) -> Self {
        let width = nodes.len().div_ceil(64);
        let none = vec![0; width * nodes.len()];
        let gates = nodes.iter().map(|&(gate, _)| gate).collect();
        let mut circuit =
            Self { gates, width, inputs: none.clone(), users: none, roots: vec![0; width] };
        for (at, (_, inputs)) in nodes.iter().enumerate() {
            for &input in *inputs {
                insert(&mut circuit.inputs[at * width..][..width], input);
                insert(&mut circuit.users[input * width..][..width], at);
            }
        }
        roots.iter().for_each(|&root| insert(&mut circuit.roots, root));
        circuit
    }

    /// Begins anew, with nothing known but what follows from nothing.
    pub(super) fn clear(&self, truths: &mut Truths) {
        for set in [&mut truths.known, &mut truths.holds, &mut truths.stale] {
            set.clear();
            set.resize(self.width, 0);
        }
        truths.told.clear();
        for (at, gate) in self.gates.iter().enumerate() {
            if *gate != Gate::Leaf {
                insert(&mut truths.stale, at);
            }
        }
    }

    /// Takes the truth of a node that is not known.
    pub(super) fn tell(&self, truths: &mut Truths, at: usize, truth: bool) {
        insert(&mut truths.known, at);
        if truth {
            insert(&mut truths.holds, at);
        }
        truths.told.push(at);
        let users = &self.users[at * self.width..][..self.width];
        truths.stale.iter_mut().zip(users).for_each(|(stale, users)| *stale |= users);
    }

    /// Finds what follows from what was told; whether no root is known to be false.
    pub(super) fn settle(&self, truths: &mut Truths) -> bool {
        for word in 0..self.width {
            while truths.stale[word] != 0 {
                let at = word * 64 + truths.stale[word].trailing_zeros() as usize;
                remove(&mut truths.stale, at);
                if truths.is_known(at) {
                    continue;
                }
                if let Some(truth) = self.follows(truths, at) {
                    self.tell(truths, at, truth);
                }
            }
        }
        let sets = self.roots.iter().zip(&truths.known).zip(&truths.holds);
        sets.into_iter().all(|((roots, known), holds)| roots & known & !holds == 0)
    }

    fn follows(&self, truths: &Truths, at: usize) -> Option<bool> {
        let inputs = &self.inputs[at * self.width..][..self.width];
        let (mut are_true, mut are_false, mut open) = (0, 0, 0);
        for ((inputs, known), holds) in inputs.iter().zip(&truths.known).zip(&truths.holds) {
            are_true |= inputs & holds;
            are_false |= inputs & known & !holds;
            open |= inputs & !known;
        }
        match self.gates[at] {
            Gate::Leaf => None,
            Gate::Not => (open == 0).then_some(are_true == 0),
            Gate::All if are_false != 0 => Some(false),
            Gate::Any if are_true != 0 => Some(true),
            gate => (open == 0).then_some(gate == Gate::All),
        }
    }

    /// Whether all roots are known to be true; `None` if one is not known.
    pub(super) fn holds(&self, truths: &Truths) -> Option<bool> {
        let sets = || self.roots.iter().zip(&truths.known).zip(&truths.holds);
        let is_false = sets().any(|((roots, known), holds)| roots & known & !holds != 0);
        let is_known = sets().all(|((roots, known), _)| roots & !known == 0);
        (is_false || is_known).then_some(!is_false)
    }

    /// The nodes on which the truth of a root still depends.
    pub(super) fn live(&self, truths: &Truths, live: &mut Vec<u64>) {
        live.clear();
        live.extend(self.roots.iter().zip(&truths.known).map(|(roots, known)| roots & !known));
        for word in (0..self.width).rev() {
            let mut left = live[word];
            while left != 0 {
                let bit = 63 - left.leading_zeros() as usize;
                let at = word * 64 + bit;
                let inputs = &self.inputs[at * self.width..][..self.width];
                let sets = live.iter_mut().zip(inputs).zip(&truths.known);
                sets.for_each(|((live, inputs), known)| *live |= inputs & !known);
                // inputs come before the node
                left = live[word] & ((1 << bit) - 1);
            }
        }
    }
}

impl Truths {
    pub(super) fn is_known(&self, at: usize) -> bool {
        has(&self.known, at)
    }

    /// How many nodes are known.
    pub(super) fn count(&self) -> usize {
        self.told.len()
    }

    /// Forgets all but the first `count` nodes that became known.
    pub(super) fn forget(&mut self, count: usize) {
        for at in self.told.drain(count..) {
            remove(&mut self.known, at);
            remove(&mut self.holds, at);
        }
        self.stale.fill(0);
    }
}
