//! Families of graphs by their names, each graph as the text of a file: `path(60)`, `grid(3, 1..20)`.

use crate::read::MAX;
use message::{Message, message};
use std::fmt::{self, Write};
use table::{Axis, Table};

/// What a graph of more edges is refused for.
const MAX_EDGES: u64 = 1 << 22;
/// The most graphs of a family.
const MAX_MEMBERS: usize = 100_000;

/// A kind of graphs, each given by one number or two. Vertex 1 is the start and the root; arcs lead away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Path,
    Cycle,
    Complete,
    Star,
    Grid,
    Bipartite,
    Tree,
}

/// What the numbers of a kind are called, and the least value of each.
type Least = [(&'static str, u64)];

/// The kinds with their names.
const KINDS: [(Kind, &str, &Least); 7] = [
    (Kind::Path, "path", &[("n", 1)]),
    (Kind::Cycle, "cycle", &[("n", 3)]),
    (Kind::Complete, "complete", &[("n", 1)]),
    (Kind::Star, "star", &[("n", 0)]),
    (Kind::Grid, "grid", &[("r", 1), ("c", 1)]),
    (Kind::Bipartite, "bipartite", &[("a", 1), ("b", 1)]),
    (Kind::Tree, "tree", &[("k", 1), ("depth", 0)]),
];

/// Graphs of one kind, by ranges of their sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    kind: Kind,
    name: &'static str,
    /// A table of one row for each graph, without columns.
    rows: Table,
}

/// A graph of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyGraph {
    /// Its name: `path(60)`.
    pub name: String,
    /// As a file: `n m 1`, and the edges.
    pub text: String,
}

impl Family {
    /// Reads `path(60)`, `grid(3, 1..20)`. The kinds are `path(n)`, `cycle(n)` and `complete(n)` of n vertices, `star(n)`
    /// with n leaves, `grid(r, c)`, `bipartite(a, b)` (complete), and `tree(k, depth)`, in which every vertex above the
    /// last level has k children.
    ///
    /// # Errors
    /// No such kind, another number of sizes, or a size out of its range.
    pub fn read(text: &str) -> Result<Self, Message> {
        let (word, rest) = text.trim().split_once('(').unwrap_or((text.trim(), ""));
        let Some((kind, name, known)) = KINDS.iter().find(|(_, name, _)| *name == word.trim())
        else {
            let all: Vec<String> =
                KINDS.iter().map(|(_, name, sizes)| shown(name, sizes)).collect();
            return Err(message!(
                "`{word}` is no family of graphs; write one of {}",
                all.join(", ")
            ));
        };
        let expected = || message!("`{text}` is not read; write {}", shown(name, known));
        let inner = rest.strip_suffix(')').ok_or_else(expected)?;
        let parts: Vec<&str> = inner.split(',').collect();
        if parts.len() != known.len() {
            return Err(expected());
        }
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| expected());
        let mut axes = Vec::new();
        for (part, &(of, least)) in parts.into_iter().zip(*known) {
            let (lo, hi) = part.split_once("..").unwrap_or((part, part));
            let (lo, hi) = (number(lo)?, number(hi)?);
            if lo < least || hi < lo {
                return Err(message!("`{text}`: {of} must be {least} or more, and a range rise"));
            }
            if hi >= MAX as u64 {
                return Err(message!("`{text}`: {of} must be less than {MAX}"));
            }
            // Both are less than `MAX`, so two axes have less than 2^50 cells.
            axes.push(Axis::new(of, lo as i64, hi as i64));
        }
        let rows = Table { axes, columns: Vec::new(), present: None };
        let members = rows.cells();
        if members > MAX_MEMBERS {
            return Err(message!("`{text}` has {members} graphs; the most are {MAX_MEMBERS}"));
        }
        let greatest: Vec<u64> = rows.axes.iter().map(|axis| axis.hi as u64).collect();
        match kind.edges(&greatest) {
            Some(edges) if edges <= MAX_EDGES => Ok(Self { kind: *kind, name, rows }),
            _ => Err(message!("`{text}`: the greatest graph has more than {MAX_EDGES} edges")),
        }
    }

    /// A table with a row for each graph, by its sizes, and no columns.
    #[must_use]
    pub fn rows(&self) -> &Table {
        &self.rows
    }

    /// The only graph, where no size varies.
    #[must_use]
    pub fn only(&self) -> Option<FamilyGraph> {
        (self.rows.cells() == 1).then(|| self.members().next())?
    }

    /// All graphs, the last size fastest.
    pub fn members(&self) -> impl Iterator<Item = FamilyGraph> {
        (0..self.rows.cells()).map(|row| {
            let sizes = self.rows.position(row);
            self.member(&sizes.into_iter().map(|size| size as u64).collect::<Vec<_>>())
        })
    }

    fn member(&self, of: &[u64]) -> FamilyGraph {
        let vertices = self.kind.vertices(of).unwrap_or_default();
        let edges = self.kind.edges(of).unwrap_or_default();
        let mut text = format!("{vertices} {edges} 1\n");
        for (a, b) in self.kind.listed(of) {
            let _ = writeln!(text, "{a} {b}");
        }
        let sizes: Vec<String> = of.iter().map(u64::to_string).collect();
        FamilyGraph { name: format!("{}({})", self.name, sizes.join(", ")), text }
    }
}

impl Kind {
    /// How many vertices the graph of these sizes has; `None` where they exceed 64 bits.
    fn vertices(&self, of: &[u64]) -> Option<u64> {
        match (self, of) {
            (Self::Star, [n]) => Some(n + 1),
            (Self::Grid, [r, c]) => r.checked_mul(*c),
            (Self::Bipartite, [a, b]) => Some(a + b),
            (Self::Tree, [k, depth]) => {
                let mut level = Some(1u64);
                let mut all = 0u64;
                // A tree without branches has a vertex a level.
                for _ in 0..=*depth {
                    all = all.checked_add(level?).filter(|all| *all <= 2 * MAX_EDGES)?;
                    level = level?.checked_mul(*k);
                }
                Some(all)
            }
            (_, [n]) => Some(*n),
            _ => None,
        }
    }

    /// How many edges it has.
    fn edges(&self, of: &[u64]) -> Option<u64> {
        let vertices = self.vertices(of)?;
        match (self, of) {
            (Self::Cycle, _) => Some(vertices),
            (Self::Complete, _) => Some(vertices.checked_mul(vertices - 1)? / 2),
            (Self::Grid, [r, c]) => vertices.checked_mul(2).map(|ends| ends - r - c),
            (Self::Bipartite, [a, b]) => a.checked_mul(*b),
            _ => Some(vertices - 1),
        }
    }

    fn listed(&self, of: &[u64]) -> Vec<(u64, u64)> {
        match (self, of) {
            (Self::Path, [n]) => (1..*n).map(|v| (v, v + 1)).collect(),
            (Self::Cycle, [n]) => (1..=*n).map(|v| (v, v % n + 1)).collect(),
            (Self::Complete, [n]) => {
                (1..=*n).flat_map(|a| (a + 1..=*n).map(move |b| (a, b))).collect()
            }
            (Self::Star, [n]) => (2..=n + 1).map(|leaf| (1, leaf)).collect(),
            (Self::Grid, [r, c]) => {
                let cells = (0..r * c).map(|cell| (cell / c, cell % c));
                let at = |i: u64, j: u64| i * c + j + 1;
                let to = |(i, j): (u64, u64)| {
                    let right = (j + 1 < *c).then(|| (at(i, j), at(i, j + 1)));
                    let below = (i + 1 < *r).then(|| (at(i, j), at(i + 1, j)));
                    right.into_iter().chain(below)
                };
                cells.flat_map(to).collect()
            }
            (Self::Bipartite, [a, b]) => {
                (1..=*a).flat_map(|u| (1..=*b).map(move |v| (u, a + v))).collect()
            }
            (Self::Tree, [k, _]) => {
                let vertices = self.vertices(of).unwrap_or_default();
                (2..=vertices).map(|v| ((v - 2) / k + 1, v)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = |axis: &Axis| match axis.lo == axis.hi {
            true => axis.lo.to_string(),
            false => format!("{}..{}", axis.lo, axis.hi),
        };
        let sizes: Vec<String> = self.rows.axes.iter().map(size).collect();
        write!(f, "{}({})", self.name, sizes.join(", "))
    }
}

fn shown(name: &str, sizes: &Least) -> String {
    let sizes: Vec<&str> = sizes.iter().map(|(name, _)| *name).collect();
    format!("{name}({})", sizes.join(", "))
}
