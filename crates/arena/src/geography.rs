//! Undirected vertex geography (catalogue: `undirected-vertex-geography`): a token moves along edges
//! to vertices not visited before; a player who cannot move loses.
//!
//! The player to move wins from `s` iff every maximum matching covers `s` (Fraenkel, Scheinerman and
//! Ullman 1993; on all graphs, bipartite or not), by moving along the matching. The vertices that some
//! maximum matching misses are those at even distance from an uncovered one along alternating paths;
//! Edmonds' search (1965), with blossoms kept by union and find, finds them and the matching. Cost:
//! vertices times edges for the matching, then one search.

use crate::Arcs;
use std::collections::VecDeque;

const NONE: u32 = u32::MAX;

/// A graph with a maximum matching.
#[derive(Debug)]
pub struct Geography {
    arcs: Arcs,
    mate: Vec<u32>,
    missed: Vec<bool>,
}

impl Geography {
    /// Matches the graph; loops are no moves. Where the work should end, as far as it came: whoever
    /// asked looks at that afterwards.
    #[must_use]
    pub fn new(vertices: usize, edges: &[(u32, u32)]) -> Self {
        let arcs = Arcs::both_ways(vertices, edges);
        let mut mate = vec![NONE; vertices];
        greedy(&arcs, &mut mate);
        let mut search = Search::new(&arcs);
        for root in 0..vertices as u32 {
            if patience::is_over() {
                break;
            }
            if mate[root as usize] == NONE {
                search.begin(&mate);
                search.plant(root);
                if let Some((from, to)) = search.grow(&mate) {
                    search.augment(&mut mate, from, to);
                }
            }
        }
        search.begin(&mate);
        let uncovered = (0..vertices as u32).filter(|&v| mate[v as usize] == NONE);
        uncovered.for_each(|v| search.plant(v));
        // No path augments a maximum matching.
        let path = search.grow(&mate);
        debug_assert!(path.is_none() || patience::is_over(), "the matching is maximum");
        let missed = search.even;
        Self { arcs, mate, missed }
    }

    /// Number of edges of a maximum matching.
    #[must_use]
    pub fn matched(&self) -> usize {
        self.mate.iter().filter(|&&m| m != NONE).count() / 2
    }

    /// Whether the player to move wins from `start`.
    ///
    /// # Panics
    /// When `start` is no vertex.
    #[must_use]
    pub fn wins(&self, start: usize) -> bool {
        !self.missed[start]
    }

    /// All winning first moves from `start`, in increasing order: the neighbours that some maximum
    /// matching of the graph without `start` misses. One search.
    ///
    /// # Panics
    /// When `start` is no vertex.
    #[must_use]
    pub fn winning_moves(&self, start: usize) -> Vec<u32> {
        if self.missed[start] || patience::is_over() {
            return Vec::new();
        }
        let mut mate = self.mate.clone();
        let widowed = std::mem::replace(&mut mate[start], NONE);
        mate[widowed as usize] = NONE;
        let mut search = Search::new(&self.arcs);
        search.begin(&mate);
        search.removed = start as u32;
        for v in 0..self.arcs.vertices() as u32 {
            if mate[v as usize] == NONE && v as usize != start {
                search.plant(v);
            }
        }
        let path = search.grow(&mate);
        debug_assert!(path.is_none(), "the matching without the start is maximum");
        let mut moves: Vec<u32> = self.arcs.heads(start).map(|w| w as u32).collect();
        moves.sort_unstable();
        moves.dedup();
        moves.retain(|&w| w as usize != start && search.even[w as usize]);
        moves
    }
}

/// Matches each vertex with its first free neighbour.
fn greedy(arcs: &Arcs, mate: &mut [u32]) {
    for v in 0..arcs.vertices() {
        if mate[v] == NONE
            && let Some(w) = arcs.heads(v).find(|&w| w != v && mate[w] == NONE)
        {
            (mate[v], mate[w]) = (w as u32, v as u32);
        }
    }
}

/// An alternating forest with contracted blossoms.
struct Search<'g> {
    arcs: &'g Arcs,
    /// A vertex that is not there.
    removed: u32,
    /// Reached at even distance from a root.
    even: Vec<bool>,
    /// Of a vertex at odd distance, the even vertex before it.
    before: Vec<u32>,
    /// The root of a vertex's tree, NONE where no tree has come.
    tree: Vec<u32>,
    /// Blossoms: the vertex that stands for them, by union and find.
    base: Vec<u32>,
    /// When a base was last met on the way to a root.
    met: Vec<u32>,
    meeting: u32,
    queue: VecDeque<u32>,
}

impl<'g> Search<'g> {
    fn new(arcs: &'g Arcs) -> Self {
        let n = arcs.vertices();
        Self {
            arcs,
            removed: NONE,
            even: vec![false; n],
            before: vec![NONE; n],
            tree: vec![NONE; n],
            base: (0..n as u32).collect(),
            met: vec![0; n],
            meeting: 0,
            queue: VecDeque::new(),
        }
    }

    /// Starts an empty forest.
    fn begin(&mut self, mate: &[u32]) {
        self.even.fill(false);
        self.before.fill(NONE);
        self.tree.fill(NONE);
        (0..mate.len() as u32).zip(&mut self.base).for_each(|(v, base)| *base = v);
        self.queue.clear();
    }

    fn plant(&mut self, root: u32) {
        self.tree[root as usize] = root;
        self.even[root as usize] = true;
        self.queue.push_back(root);
    }

    fn base(&mut self, v: u32) -> u32 {
        let mut root = v;
        while self.base[root as usize] != root {
            root = self.base[root as usize];
        }
        let mut here = v;
        while here != root {
            here = std::mem::replace(&mut self.base[here as usize], root);
        }
        root
    }

    /// Grows the forest as far as it goes; returns an edge that joins two trees, or a tree and an
    /// uncovered vertex, if there is one.
    fn grow(&mut self, mate: &[u32]) -> Option<(u32, u32)> {
        while let Some(v) = self.queue.pop_front() {
            for i in 0..self.arcs.of(v as usize).len() {
                let w = self.arcs.of(v as usize)[i].0;
                if w == self.removed || w == v {
                    continue;
                }
                if self.tree[w as usize] == NONE {
                    let spouse = mate[w as usize];
                    if spouse == NONE {
                        return Some((v, w));
                    }
                    self.before[w as usize] = v;
                    self.tree[w as usize] = self.tree[v as usize];
                    self.tree[spouse as usize] = self.tree[v as usize];
                    self.even[spouse as usize] = true;
                    self.queue.push_back(spouse);
                } else if self.even[w as usize] && self.base(v) != self.base(w) {
                    if self.tree[v as usize] != self.tree[w as usize] {
                        return Some((v, w));
                    }
                    self.contract(mate, v, w);
                }
            }
        }
        None
    }

    /// Contracts the blossom that the edge between two even vertices of a tree closes.
    fn contract(&mut self, mate: &[u32], v: u32, w: u32) {
        let stem = self.common_base(mate, v, w);
        self.lift(mate, v, w, stem);
        self.lift(mate, w, v, stem);
    }

    /// Where the ways of two even vertices to their root meet.
    fn common_base(&mut self, mate: &[u32], v: u32, w: u32) -> u32 {
        self.meeting += 1;
        let (mut here, mut other) = (self.base(v), self.base(w));
        loop {
            if here != NONE {
                if self.met[here as usize] == self.meeting {
                    return here;
                }
                self.met[here as usize] = self.meeting;
                let spouse = mate[here as usize];
                here = if spouse == NONE {
                    NONE
                } else {
                    let before = self.before[spouse as usize];
                    self.base(before)
                };
            }
            std::mem::swap(&mut here, &mut other);
        }
    }

    /// Takes one side of a blossom into its base: its odd vertices become even, reached over `to`.
    fn lift(&mut self, mate: &[u32], from: u32, to: u32, stem: u32) {
        let (mut v, mut over) = (from, to);
        while self.base(v) != stem {
            let spouse = mate[v as usize];
            self.before[v as usize] = over;
            if !self.even[spouse as usize] {
                self.even[spouse as usize] = true;
                self.queue.push_back(spouse);
            }
            // Inside an older blossom the way leads on to that blossom's own base.
            for inner in [v, spouse] {
                if self.base[inner as usize] == inner {
                    self.base[inner as usize] = stem;
                }
            }
            over = spouse;
            v = self.before[spouse as usize];
        }
    }

    /// Turns the path from the root of `from` over the edge to the uncovered vertex `to`.
    fn augment(&self, mate: &mut [u32], from: u32, to: u32) {
        let (mut v, mut w) = (from, to);
        loop {
            let next = mate[v as usize];
            mate[v as usize] = w;
            mate[w as usize] = v;
            if next == NONE {
                return;
            }
            w = next;
            v = self.before[next as usize];
        }
    }
}
