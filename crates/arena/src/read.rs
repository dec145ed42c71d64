//! Graphs, trees and word lists written as text: 1-based numbers in the grammar of
//! [`table::lines`]; several components may follow each other.
//!
//! Linear in the text. A mistake names the line, what was found and what was expected; of something
//! missing, the last line.

mod formats;

pub use formats::{Read, any_graphs};

use message::{Message, message};
use table::lines::{Line, Lines, Mistake, Result, lines};

/// A graph as it was written; vertices are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// Number of vertices.
    pub vertices: usize,
    /// The start or root, where the header names one.
    pub start: Option<u32>,
    /// Edges or arcs, in the order of the file.
    pub edges: Vec<(u32, u32)>,
    /// The weights, where edges have them.
    pub weights: Option<Vec<i64>>,
    /// The line of each edge.
    pub lines: Vec<usize>,
    /// The line of the header.
    pub header: usize,
}

/// Fewer vertices, edges and words than this in a component: an announced number costs memory.
pub(crate) const MAX: usize = 1 << 25;

fn count(line: Line<'_>, word: &str, what: &'static str) -> Result<usize> {
    let number = line.integer(word, what)?;
    let what = Message::from(what);
    let fits = usize::try_from(number).ok().filter(|&n| n < MAX);
    fits.ok_or_else(|| match number {
        n if n < 0 => line.mistake(message!("{what} is {n}; it cannot be negative")),
        n => line.mistake(message!("{what} is {n}; the greatest is {}", MAX - 1)),
    })
}

fn some_vertices(header: Line<'_>, word: &str) -> Result<usize> {
    match count(header, word, "the number of vertices")? {
        0 => Err(header.mistake("no vertices: the header announces 0")),
        vertices => Ok(vertices),
    }
}

fn vertex(line: Line<'_>, word: &str, what: &'static str, vertices: usize) -> Result<u32> {
    let number = line.integer(word, what)?;
    let within = usize::try_from(number).ok().filter(|n| (1..=vertices).contains(n));
    within.and_then(|n| u32::try_from(n - 1).ok()).ok_or_else(|| {
        let what = Message::from(what);
        line.mistake(message!("{what} {number} is not in 1..{vertices}"))
    })
}

/// The next line below a header that announced `announced` things, of which `found` were read.
fn below<'t>(
    header: Line<'_>,
    lines: &mut Lines<'t>,
    announced: usize,
    what: &'static str,
    found: usize,
) -> Result<Line<'t>> {
    lines.next().ok_or_else(|| {
        let (header, what) = (header.number, Message::from(what));
        let what =
            message!("the header in line {header} announces {announced} {what}; there are {found}");
        Mistake::at(lines.last_read(), what)
    })
}

/// Reads components, each a header and the lines that belong to it, which `component` reads; it is
/// given the component before as well.
fn components<'t, T>(
    text: &'t str,
    expected: &'static str,
    component: impl Fn(Line<'t>, &mut Lines<'t>, Option<&T>) -> Result<T>,
) -> Result<Vec<T>> {
    let mut lines = lines(text);
    let mut all = Vec::new();
    while let Some(header) = lines.next() {
        all.push(component(header, &mut lines, all.last())?);
    }
    match all.is_empty() {
        true => {
            let expected = Message::from(expected);
            Err(Mistake::at(1, message!("no header: the file is empty; expected {expected}")))
        }
        false => Ok(all),
    }
}

/// Reads graphs: a header `n m [start]`, then m lines `u v [w]`; further components follow.
///
/// # Errors
/// See [`Mistake`].
pub fn graphs(text: &str) -> Result<Vec<Graph>> {
    graphs_under(text, "`n m [start]`")
}

/// Reads graphs under headers that are expected to look like this.
fn graphs_under(text: &str, expected: &'static str) -> Result<Vec<Graph>> {
    components(text, expected, |header, lines, before| graph(header, lines, before, expected))
}

fn graph(
    header: Line<'_>,
    lines: &mut Lines<'_>,
    before: Option<&Graph>,
    expected: &'static str,
) -> Result<Graph> {
    let words: Vec<&str> = header.words().collect();
    let (n, m, start) = match words[..] {
        [n, m] if !n.starts_with(char::is_alphabetic) => (n, m, None),
        [n, m, start] if !n.starts_with(char::is_alphabetic) => (n, m, Some(start)),
        _ => return Err(unexpected_header(header, before, expected)),
    };
    let vertices = some_vertices(header, n)?;
    let count = count(header, m, "the number of edges")?;
    let start = start.map(|s| vertex(header, s, "start", vertices)).transpose()?;
    let mut graph = Graph { vertices, start, header: header.number, ..Graph::default() };
    let mut weights = Vec::new();
    for found in 0..count {
        let line = below(header, lines, count, "edges", found)?;
        let (edge, weight) = edge(line, vertices)?;
        match weight {
            Some(weight) if weights.len() == found => weights.push(weight),
            None if weights.is_empty() => {}
            _ => return Err(line.mistake("either all edges have weights or none")),
        }
        graph.edges.push(edge);
        graph.lines.push(line.number);
    }
    graph.weights = (!weights.is_empty()).then_some(weights);
    Ok(graph)
}

/// An edge, and its weight where it has one.
fn edge(line: Line<'_>, vertices: usize) -> Result<((u32, u32), Option<i64>)> {
    let mut words = line.words();
    let (Some(u), Some(v)) = (words.next(), words.next()) else {
        return Err(line.mistake(message!("`{}` is not an edge; expected `u v`", line.text)));
    };
    let edge = (vertex(line, u, "vertex", vertices)?, vertex(line, v, "vertex", vertices)?);
    let weight = words.next().map(|w| line.integer(w, "the weight of the edge")).transpose()?;
    match words.next() {
        None => Ok((edge, weight)),
        Some(more) => Err(line.mistake(message!("unexpected `{more}`; expected `u v` or `u v w`"))),
    }
}

fn unexpected_header(line: Line<'_>, before: Option<&Graph>, expected: &'static str) -> Mistake {
    let (found, expected) = (line.text, Message::from(expected));
    line.mistake(match before {
        None => message!("`{found}` is not a header; expected {expected}"),
        Some(graph) => message!(
            "`{found}` comes after the {} edges that line {} announces and is not a header of a \
             further component; expected {expected}",
            graph.edges.len(),
            graph.header
        ),
    })
}

/// Reads a rooted tree: either a graph whose header names the root, or `tree n` and a line of the
/// parents of vertices 1..n, 0 for the root. Edges lead from parents to children.
///
/// # Errors
/// See [`Mistake`]; an edge that closes a cycle or a vertex that nothing reaches.
pub fn trees(text: &str) -> Result<Vec<Graph>> {
    let is_list = lines(text).next().is_some_and(|line| line.words().next() == Some("tree"));
    let graphs = match is_list {
        true => components(text, "`tree n`", |header, lines, _| parent_list(header, lines))?,
        false => graphs_under(text, "`n m root` or `tree n`")?,
    };
    graphs.into_iter().map(rooted).collect()
}

fn parent_list(header: Line<'_>, lines: &mut Lines<'_>) -> Result<Graph> {
    let vertices = some_vertices(header, argument(header, "tree", "`tree n`")?)?;
    let mut parents = Vec::new();
    while parents.len() < vertices {
        let line = below(header, lines, vertices, "parents", parents.len())?;
        for word in line.words() {
            if parents.len() == vertices {
                let what = message!("one parent too many: `{word}`; there are {vertices}");
                return Err(line.mistake(what));
            }
            let parent = match line.integer(word, "a parent (0 for the root)")? {
                0 => None,
                _ => Some(vertex(line, word, "parent", vertices)?),
            };
            parents.push((line.number, parent));
        }
    }
    let mut graph = Graph { vertices, header: header.number, ..Graph::default() };
    for (&(line, parent), child) in parents.iter().zip(0..) {
        match (parent, graph.start) {
            (Some(parent), _) => {
                graph.edges.push((parent, child));
                graph.lines.push(line);
            }
            (None, None) => graph.start = Some(child),
            (None, Some(other)) => {
                let (one, two) = (other + 1, child + 1);
                return Err(Mistake::at(line, message!("two roots: vertices {one} and {two}")));
            }
        }
    }
    match (graph.start, parents.last()) {
        (None, Some(&(last, _))) => Err(Mistake::at(last, "no root: no parent is 0")),
        _ => Ok(graph),
    }
}

/// The word behind the name of a header that has one.
fn argument<'t>(header: Line<'t>, name: &str, expected: &str) -> Result<&'t str> {
    match header.words().collect::<Vec<_>>()[..] {
        [first, argument] if first == name => Ok(argument),
        _ => {
            let found = header.text;
            Err(header.mistake(message!("`{found}` is not a header; expected {expected}")))
        }
    }
}

/// The tree with its edges turned away from the root.
fn rooted(mut graph: Graph) -> Result<Graph> {
    let Some(root) = graph.start else {
        return Err(Mistake::at(graph.header, "a tree needs its root: expected `n m root`"));
    };
    let arcs = crate::Arcs::both_ways(graph.vertices, &graph.edges);
    let mut over = vec![u32::MAX; graph.vertices];
    let mut reached = vec![false; graph.vertices];
    let mut queue = vec![root];
    reached[root as usize] = true;
    let mut at = 0;
    while at < queue.len() {
        let v = queue[at];
        at += 1;
        for &(w, edge) in arcs.of(v as usize) {
            if edge == over[v as usize] {
                continue;
            }
            if reached[w as usize] {
                let line = graph.lines[edge as usize];
                let (a, b) = graph.edges[edge as usize];
                let what = message!("no tree: the edge {} {} closes a cycle", a + 1, b + 1);
                return Err(Mistake::at(line, what));
            }
            reached[w as usize] = true;
            over[w as usize] = edge;
            if graph.edges[edge as usize].0 != v {
                graph.edges[edge as usize] = (v, w);
            }
            queue.push(w);
        }
    }
    match reached.iter().position(|r| !r) {
        None => Ok(graph),
        Some(v) => {
            let what = message!("no tree: nothing leads from the root to vertex {}", v + 1);
            Err(Mistake::at(graph.header, what))
        }
    }
}

/// Reads lists of words: `words k`, then k lines; further lists follow. A word is what stands on
/// its line without the blanks around it and without a comment.
///
/// # Errors
/// See [`Mistake`].
pub fn words(text: &str) -> Result<Vec<Vec<&str>>> {
    components(text, "`words k`", |header, lines, _| {
        let announced = argument(header, "words", "`words k`")?;
        let count = count(header, announced, "the number of words")?;
        (0..count).map(|found| word(below(header, lines, count, "words", found)?)).collect()
    })
}

fn word(line: Line<'_>) -> Result<&str> {
    let Some(blank) = line.text.find(char::is_whitespace) else { return Ok(line.text) };
    let column = line.indent + line.text[..blank].chars().count() + 1;
    Err(line.mistake(message!("column {column}: a blank; expected a word without blanks")))
}
