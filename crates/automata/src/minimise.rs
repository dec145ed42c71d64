//! The minimal automaton of a language, its states in a canonical order.
//!
//! Source: A. Valmari, P. Lehtinen, *Efficient minimization of DFAs with partial transition
//! functions*, STACS 2008: refinement of two partitions, of states and of transitions, in time
//! O(m log m) for m transitions; no state for words without a future is needed.

use crate::explore::{Graph, State};

/// A partition of `0..n` that is refined by splitting marked elements off.
struct Partition {
    elements: Vec<u32>,
    place: Vec<u32>,
    set_of: Vec<u32>,
    first: Vec<u32>,
    past: Vec<u32>,
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    /// One set for each run of equal keys; `elements` is sorted by key.
    fn new<K: PartialEq>(elements: Vec<u32>, key: impl Fn(u32) -> K) -> Self {
        let n = elements.len();
        let mut partition = Self {
            place: vec![0; n],
            set_of: vec![0; n],
            first: Vec::new(),
            past: Vec::new(),
            marked: Vec::new(),
            touched: Vec::new(),
            elements,
        };
        for at in 0..n {
            let element = partition.elements[at];
            if at == 0 || key(partition.elements[at - 1]) != key(element) {
                partition.first.push(index(at));
                partition.past.push(index(at));
                partition.marked.push(0);
            }
            let set = partition.first.len() - 1;
            partition.past[set] = index(at + 1);
            partition.set_of[element as usize] = index(set);
            partition.place[element as usize] = index(at);
        }
        partition
    }

    fn sets(&self) -> usize {
        self.first.len()
    }

    fn members(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.past[set] as usize
    }

    fn mark(&mut self, element: u32) {
        let set = self.set_of[element as usize] as usize;
        let (from, to) = (self.place[element as usize], self.first[set] + self.marked[set]);
        if from < to {
            return; // marked before
        }
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        self.place[other as usize] = from;
        self.place[element as usize] = to;
        if self.marked[set] == 0 {
            self.touched.push(index(set));
        }
        self.marked[set] += 1;
    }

    /// Marked and unmarked elements of a set part; the smaller part gets the new index.
    fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let set = set as usize;
            let middle = self.first[set] + self.marked[set];
            let marked = std::mem::take(&mut self.marked[set]);
            if middle == self.past[set] {
                continue;
            }
            let fresh = index(self.first.len());
            let (first, past) = if marked <= self.past[set] - middle {
                let first = std::mem::replace(&mut self.first[set], middle);
                (first, middle)
            } else {
                (middle, std::mem::replace(&mut self.past[set], middle))
            };
            self.first.push(first);
            self.past.push(past);
            self.marked.push(0);
            for at in first..past {
                self.set_of[self.elements[at as usize] as usize] = fresh;
            }
        }
    }
}

fn index(at: usize) -> u32 {
    u32::try_from(at).expect("explore() keeps states and transitions below 2^32")
}

/// For each state the transitions that lead to it.
struct Incoming {
    starts: Vec<u32>,
    edges: Vec<u32>,
}

impl Incoming {
    fn new(graph: &Graph) -> Self {
        let mut starts = vec![0u32; graph.len() + 1];
        for &(_, target) in &graph.edges {
            starts[target as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut edges = vec![0; graph.edges.len()];
        for (edge, &(_, target)) in graph.edges.iter().enumerate() {
            edges[next[target as usize] as usize] = index(edge);
            next[target as usize] += 1;
        }
        Self { starts, edges }
    }

    fn of(&self, state: u32) -> &[u32] {
        &self.edges[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }
}

fn sources(graph: &Graph) -> Vec<State> {
    let mut sources = Vec::with_capacity(graph.edges.len());
    for state in 0..graph.len() {
        sources.resize(graph.starts[state + 1] as usize, index(state));
    }
    sources
}

/// The states from which a word is accepted.
fn alive(graph: &Graph, incoming: &Incoming, sources: &[State]) -> Vec<bool> {
    let mut alive = graph.accepting.clone();
    let mut stack: Vec<u32> = (0..graph.len()).filter(|&s| alive[s]).map(index).collect();
    while let Some(state) = stack.pop() {
        for &edge in incoming.of(state) {
            let source = sources[edge as usize];
            if !std::mem::replace(&mut alive[source as usize], true) {
                stack.push(source);
            }
        }
    }
    alive
}

/// The graph with the fewest states for the language, numbered in order of first visit by breadth
/// first search with symbols increasing: equal languages give equal graphs.
///
/// Every state of `graph` must be reachable from state 0, as in what `explore` returns.
pub(crate) fn minimise(graph: &Graph) -> Graph {
    let trimmed = trim(graph);
    let classes = classes(&trimmed);
    number(&trimmed, &classes)
}

/// Without the states that accept nothing; the initial state stays.
fn trim(graph: &Graph) -> Graph {
    let alive = alive(graph, &Incoming::new(graph), &sources(graph));
    let mut renamed = vec![u32::MAX; graph.len()];
    let mut count = 0;
    for state in 0..graph.len() {
        if alive[state] || state == 0 {
            renamed[state] = count;
            count += 1;
        }
    }
    let mut trimmed = Graph { accepting: Vec::new(), starts: vec![0], edges: Vec::new() };
    for state in 0..graph.len() {
        if renamed[state] == u32::MAX {
            continue;
        }
        trimmed.accepting.push(graph.accepting[state]);
        let kept =
            graph.edges_of(index(state)).iter().filter(|(_, target)| alive[*target as usize]);
        trimmed.edges.extend(kept.map(|&(symbol, target)| (symbol, renamed[target as usize])));
        trimmed.starts.push(index(trimmed.edges.len()));
    }
    trimmed
}

/// For each state its class: states of a class accept the same words.
fn classes(graph: &Graph) -> Vec<u32> {
    let incoming = Incoming::new(graph);
    let sources = sources(graph);
    let mut by_acceptance: Vec<u32> = (0..graph.len()).map(index).collect();
    by_acceptance.sort_by_key(|&s| graph.accepting[s as usize]);
    let mut blocks = Partition::new(by_acceptance, |s| graph.accepting[s as usize]);
    let mut by_symbol: Vec<u32> = (0..graph.edges.len()).map(index).collect();
    by_symbol.sort_unstable_by_key(|&e| graph.edges[e as usize].0);
    let mut cords = Partition::new(by_symbol, |e| graph.edges[e as usize].0);
    // One block need not split cords: what leads to any other is split off.
    let (mut block, mut cord) = (1, 0);
    while cord < cords.sets() {
        for at in cords.members(cord) {
            blocks.mark(sources[cords.elements[at] as usize]);
        }
        blocks.split();
        cord += 1;
        while block < blocks.sets() {
            for at in blocks.members(block) {
                for &edge in incoming.of(blocks.elements[at]) {
                    cords.mark(edge);
                }
            }
            cords.split();
            block += 1;
        }
    }
    blocks.set_of
}

/// The states in order of first visit, the symbols of each in increasing order.
pub(crate) fn renumber(graph: &Graph) -> Graph {
    let classes: Vec<u32> = (0..graph.len()).map(index).collect();
    number(graph, &classes)
}

/// One state for each class, in order of first visit.
fn number(graph: &Graph, classes: &[u32]) -> Graph {
    let count = classes.iter().max().map_or(0, |&most| most as usize + 1);
    let mut order = vec![u32::MAX; count];
    let mut representatives = vec![0u32];
    order[classes[0] as usize] = 0;
    let mut result = Graph { accepting: Vec::new(), starts: vec![0], edges: Vec::new() };
    let mut at = 0;
    while at < representatives.len() {
        let state = representatives[at];
        result.accepting.push(graph.accepting[state as usize]);
        let from = result.edges.len();
        result.edges.extend_from_slice(graph.edges_of(state));
        result.edges[from..].sort_unstable();
        for edge in &mut result.edges[from..] {
            let class = classes[edge.1 as usize] as usize;
            if order[class] == u32::MAX {
                order[class] = index(representatives.len());
                representatives.push(edge.1);
            }
            edge.1 = order[class];
        }
        result.starts.push(index(result.edges.len()));
        at += 1;
    }
    result
}
