//! Green Hackenbush (catalogue: `green-hackenbush-tree`, `green-hackenbush-graph`): delete an edge;
//! what is no longer connected to the root vanishes.
//!
//! All vertices on a cycle can be fused into one without changing the value, which leaves a loop for
//! every edge of the cycle (the Fusion Principle; Berlekamp, Conway and Guy, Winning Ways, chapter 7).
//! So every 2-edge-connected part becomes one vertex with as many loops as it has edges, each worth
//! 1, and the bridges between the parts form a tree, where the value of a vertex is the nim-sum of
//! its children's values plus one (the Colon Principle). Linear in vertices and edges.

use crate::Arcs;

const NONE: u32 = u32::MAX;

/// The shape of a rooted multigraph: its 2-edge-connected parts and the tree they form.
#[derive(Debug)]
struct Parts {
    /// The part of a vertex, NONE where nothing leads to the root; parents have smaller numbers.
    part: Vec<u32>,
    /// The part above, and the bridge that leads there.
    above: Vec<(u32, u32)>,
    /// Edges within the part, loops included.
    edges: Vec<Vec<u32>>,
    /// The vertex in which the bridge from above ends; of the first part, the root.
    top: Vec<u32>,
}

/// The Grundy value of what hangs at each vertex of the graph with that root: of its 2-edge-connected
/// part and everything that is connected to the root only through it; `None` where nothing leads to the
/// root.
///
/// # Panics
/// When the root or an end of an edge is not below `vertices`.
#[must_use]
pub fn solve(vertices: usize, edges: &[(u32, u32)], root: u32) -> Vec<Option<u32>> {
    let parts = Parts::new(vertices, edges, root);
    let values = parts.values();
    parts.part.iter().map(|&p| (p != NONE).then(|| values[p as usize])).collect()
}

impl Parts {
    fn new(vertices: usize, edges: &[(u32, u32)], root: u32) -> Self {
        let arcs = Arcs::both_ways(vertices, edges);
        // Depth-first numbers and the least number reachable over one edge back (Tarjan 1974).
        let mut number = vec![NONE; vertices];
        let mut low = vec![NONE; vertices];
        let mut order = Vec::new();
        let mut over = vec![NONE; vertices];
        let mut path: Vec<(u32, usize)> = vec![(root, 0)];
        (number[root as usize], low[root as usize]) = (0, 0);
        order.push(root);
        while let Some((v, at)) = path.pop() {
            let Some(&(w, edge)) = arcs.of(v as usize).get(at) else {
                if let Some(&(parent, _)) = path.last() {
                    low[parent as usize] = low[parent as usize].min(low[v as usize]);
                }
                continue;
            };
            path.push((v, at + 1));
            if number[w as usize] == NONE {
                let n = order.len() as u32;
                (number[w as usize], low[w as usize], over[w as usize]) = (n, n, edge);
                order.push(w);
                path.push((w, 0));
            } else if edge != over[v as usize] {
                low[v as usize] = low[v as usize].min(number[w as usize]);
            }
        }
        let mut parts = Self {
            part: vec![NONE; vertices],
            above: Vec::new(),
            edges: Vec::new(),
            top: Vec::new(),
        };
        let is_bridge = |v: u32| low[v as usize] == number[v as usize];
        for &v in &order {
            let parent = match over[v as usize] {
                NONE => NONE,
                edge => {
                    let (a, b) = edges[edge as usize];
                    parts.part[if a == v { b } else { a } as usize]
                }
            };
            parts.part[v as usize] = if is_bridge(v) {
                parts.above.push((parent, over[v as usize]));
                parts.edges.push(Vec::new());
                parts.top.push(v);
                parts.above.len() as u32 - 1
            } else {
                parent
            };
        }
        for (&(a, b), number) in edges.iter().zip(0..) {
            let (a, b) = (parts.part[a as usize], parts.part[b as usize]);
            if a == b && a != NONE {
                parts.edges[a as usize].push(number);
            }
        }
        parts
    }

    fn values(&self) -> Vec<u32> {
        self.summed(self.loops())
    }

    /// The nim-sum of the loops of every part.
    fn loops(&self) -> Vec<u32> {
        self.edges.iter().map(|e| e.len() as u32 % 2).collect()
    }

    /// The values of the parts, from what is at each without its children.
    fn summed(&self, mut values: Vec<u32>) -> Vec<u32> {
        for part in (1..values.len()).rev() {
            let (above, _) = self.above[part];
            values[above as usize] ^= values[part] + 1;
        }
        values
    }
}

/// The edges whose deletion leaves a position of value `target`, in increasing order. A bridge is judged
/// by what its part would have to be worth; an edge of a cycle by solving its 2-edge-connected
/// part without it: `None` when that would take more than `budget` steps in all.
///
/// # Panics
/// As for [`solve`].
#[must_use]
pub fn winning_edges(
    vertices: usize,
    edges: &[(u32, u32)],
    root: u32,
    target: u32,
    budget: u64,
) -> Option<Vec<u32>> {
    let parts = Parts::new(vertices, edges, root);
    let steps = parts.edges.iter().map(|e| (e.len() as u64).saturating_mul(e.len() as u64));
    if steps.fold(0, u64::saturating_add) > budget {
        return None;
    }
    let Bridges { mut winning, wanted, hanging } = parts.bridges(vertices, edges, target);
    let mut place = vec![NONE; vertices];
    for (part, own) in parts.edges.iter().enumerate() {
        let Some(wanted) = wanted[part].filter(|_| !own.is_empty()) else { continue };
        let ends = own.iter().map(|&edge| edges[edge as usize]);
        let (members, local) = renumbered(parts.top[part], ends, &mut place);
        let hanging: Vec<u32> = members.iter().map(|&v| hanging[v as usize]).collect();
        for (i, &edge) in own.iter().enumerate() {
            if patience::is_over() {
                return None;
            }
            let mut rest = local.clone();
            rest.swap_remove(i);
            if worth(&rest, &hanging) == wanted {
                winning.push(edge);
            }
        }
    }
    winning.sort_unstable();
    Some(winning)
}

/// What deleting a bridge makes of the whole.
struct Bridges {
    /// The bridges whose deletion leaves the target.
    winning: Vec<u32>,
    /// What a part must become worth for the whole to become the target.
    wanted: Vec<Option<u32>>,
    /// Of every vertex, the nim-sum of what hangs at it outside its part.
    hanging: Vec<u32>,
}

impl Parts {
    fn bridges(&self, vertices: usize, edges: &[(u32, u32)], target: u32) -> Bridges {
        let values = self.values();
        let mut wanted: Vec<Option<u32>> = vec![None; values.len()];
        wanted[0] = Some(target);
        let (mut winning, mut hanging) = (Vec::new(), vec![0; vertices]);
        for part in 1..values.len() {
            let (above, bridge) = self.above[part];
            let others = values[above as usize] ^ (values[part] + 1);
            let (a, b) = edges[bridge as usize];
            let end = if self.part[a as usize] == part as u32 { b } else { a };
            hanging[end as usize] ^= values[part] + 1;
            if wanted[above as usize] == Some(others) {
                winning.push(bridge);
            }
            // The part's value plus one must make up for the others.
            wanted[part] = wanted[above as usize].and_then(|w| (w ^ others).checked_sub(1));
        }
        Bridges { winning, wanted, hanging }
    }
}

/// The vertices of a part, its top first, and its edges between their places in that list. `place`
/// is room for the places: NONE everywhere, before and after.
fn renumbered(
    top: u32,
    edges: impl Iterator<Item = (u32, u32)>,
    place: &mut [u32],
) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut members = vec![top];
    place[top as usize] = 0;
    let mut placed = |v: u32| {
        if place[v as usize] == NONE {
            place[v as usize] = members.len() as u32;
            members.push(v);
        }
        place[v as usize]
    };
    let local = edges.map(|(a, b)| (placed(a), placed(b))).collect();
    members.iter().for_each(|&v| place[v as usize] = NONE);
    (members, local)
}

/// The value of a connected graph with root 0, at whose vertices more hangs. Deleting an edge of a
/// cycle cuts nothing off.
fn worth(edges: &[(u32, u32)], hanging: &[u32]) -> u32 {
    let parts = Parts::new(hanging.len(), edges, 0);
    let mut own = parts.loops();
    parts.part.iter().zip(hanging).for_each(|(&part, value)| own[part as usize] ^= value);
    parts.summed(own)[0]
}
