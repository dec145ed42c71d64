//! Graphs, trees and word lists written as text: 1-based numbers, `#` starts a comment, blank lines
//! mean nothing, several components may follow each other.
//!
//! Linear in the text. A mistake names the line, what was found and what was expected.

use thiserror::Error;

/// What is wrong with an input.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {what}")]
pub struct Mistake {
    /// The line, from 1; of something missing, the last line.
    pub line: usize,
    /// What was found and what was expected.
    pub what: String,
}

/// A graph as it was written; vertices are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub lines: Vec<u32>,
    /// The line of the header.
    pub header: usize,
}

/// Fewer vertices, edges and words than this in a component: an announced number costs memory.
const MAX: usize = 1 << 25;

/// `1 2` and the end of the line.
const SHORTEST_EDGE: usize = 4;

/// Why a word is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANumber {
    /// It is one of more than 64 bits.
    TooLarge,
    /// Something else stands there.
    Other,
}

/// The number a word writes: digits, and a minus sign where it is negative.
///
/// # Errors
/// See [`NotANumber`].
pub fn number(word: &str) -> Result<i64, NotANumber> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    match !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        true => word.parse().map_err(|_| NotANumber::TooLarge),
        false => Err(NotANumber::Other),
    }
}

struct Line<'t> {
    number: usize,
    /// Characters before the text.
    indent: usize,
    text: &'t str,
}

impl Line<'_> {
    fn mistake(&self, what: String) -> Mistake {
        Mistake { line: self.number, what }
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split_whitespace()
    }

    fn number(&self, word: &str, what: &str) -> Result<i64, Mistake> {
        number(word).map_err(|why| match why {
            NotANumber::TooLarge => self.mistake(format!("`{word}` is too large for {what}")),
            NotANumber::Other => self.mistake(format!("`{word}` is not a number; expected {what}")),
        })
    }

    fn count(&self, word: &str, what: &str) -> Result<usize, Mistake> {
        let number = self.number(word, what)?;
        let fits = usize::try_from(number).ok().filter(|&n| n < MAX);
        fits.ok_or_else(|| match number {
            n if n < 0 => self.mistake(format!("{what} is {n}; it cannot be negative")),
            n => self.mistake(format!("{what} is {n}; the greatest is {}", MAX - 1)),
        })
    }

    /// A header that announces more than there is.
    fn lacks(&self, announced: usize, what: &str, found: usize, last: usize) -> Mistake {
        let header = self.number;
        let what =
            format!("the header in line {header} announces {announced} {what}; there are {found}");
        Mistake { line: last, what }
    }

    fn vertex(&self, word: &str, what: &str, vertices: usize) -> Result<u32, Mistake> {
        let number = self.number(word, what)?;
        let within = usize::try_from(number).ok().filter(|n| (1..=vertices).contains(n));
        within
            .and_then(|n| u32::try_from(n - 1).ok())
            .ok_or_else(|| self.mistake(format!("{what} {number} is not in 1..{vertices}")))
    }
}

/// The lines that mean something.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().zip(1..).filter_map(|(line, number)| {
        let said = line.split_once('#').map_or(line, |(before, _)| before).trim_end();
        let text = said.trim_start();
        let indent = said[..said.len() - text.len()].chars().count();
        (!text.is_empty()).then_some(Line { number, indent, text })
    })
}

/// Reads graphs: a header `n m [start]`, then m lines `u v [w]`; further components follow.
///
/// # Errors
/// See [`Mistake`].
pub fn graphs(text: &str) -> Result<Vec<Graph>, Mistake> {
    graphs_under(text, "`n m [start]`")
}

/// Reads graphs under headers that are expected to look like this.
fn graphs_under(text: &str, expected: &str) -> Result<Vec<Graph>, Mistake> {
    let last = text.lines().count().max(1);
    let mut lines = lines(text).peekable();
    let mut graphs = Vec::new();
    while let Some(header) = lines.next() {
        let words: Vec<&str> = header.words().collect();
        let (n, m, start) = match words[..] {
            [word, ..] if word.starts_with(char::is_alphabetic) => {
                return Err(unexpected_header(&header, graphs.last(), expected));
            }
            [n, m] => (n, m, None),
            [n, m, start] => (n, m, Some(start)),
            _ => return Err(unexpected_header(&header, graphs.last(), expected)),
        };
        let vertices = header.count(n, "the number of vertices")?;
        let count = header.count(m, "the number of edges")?;
        if vertices == 0 {
            return Err(header.mistake("no vertices: the header announces 0".into()));
        }
        let start = start.map(|s| header.vertex(s, "start", vertices)).transpose()?;
        let mut graph = Graph {
            vertices,
            start,
            edges: Vec::with_capacity(count.min(text.len() / SHORTEST_EDGE)),
            weights: None,
            lines: Vec::with_capacity(count.min(text.len() / SHORTEST_EDGE)),
            header: header.number,
        };
        let mut weights = Vec::new();
        while graph.edges.len() < count {
            let Some(line) = lines.next() else {
                return Err(header.lacks(count, "edges", graph.edges.len(), last));
            };
            let mut words = line.words();
            let (Some(u), Some(v)) = (words.next(), words.next()) else {
                return Err(line.mistake(format!("`{}` is not an edge; expected `u v`", line.text)));
            };
            let edge = (line.vertex(u, "vertex", vertices)?, line.vertex(v, "vertex", vertices)?);
            match (words.next(), graph.edges.len()) {
                (Some(weight), i) if i == weights.len() => {
                    weights.push(line.number(weight, "the weight of the edge")?);
                }
                (None, _) if weights.is_empty() => {}
                _ => {
                    let what = "either all edges have weights or none".to_owned();
                    return Err(line.mistake(what));
                }
            }
            if let Some(more) = words.next() {
                return Err(line.mistake(format!("unexpected `{more}`; expected `u v` or `u v w`")));
            }
            graph.edges.push(edge);
            graph.lines.push(u32::try_from(line.number).unwrap_or(u32::MAX));
        }
        graph.weights = (!weights.is_empty()).then_some(weights);
        graphs.push(graph);
    }
    if graphs.is_empty() {
        let what = format!("no header: the file is empty; expected {expected}");
        return Err(Mistake { line: 1, what });
    }
    Ok(graphs)
}

fn unexpected_header(line: &Line<'_>, before: Option<&Graph>, expected: &str) -> Mistake {
    let found = line.text;
    line.mistake(match before {
        None => format!("`{found}` is not a header; expected {expected}"),
        Some(graph) => format!(
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
pub fn trees(text: &str) -> Result<Vec<Graph>, Mistake> {
    let is_list = lines(text).next().is_some_and(|line| line.words().next() == Some("tree"));
    let graphs = match is_list {
        true => parent_lists(text)?,
        false => graphs_under(text, "`n m root` or `tree n`")?,
    };
    graphs.into_iter().map(rooted).collect()
}

fn parent_lists(text: &str) -> Result<Vec<Graph>, Mistake> {
    let mut lines = lines(text);
    let mut trees = Vec::new();
    while let Some(header) = lines.next() {
        let words: Vec<&str> = header.words().collect();
        let ["tree", n] = words[..] else {
            let what = format!("`{}` is not a header; expected `tree n`", header.text);
            return Err(header.mistake(what));
        };
        let vertices = header.count(n, "the number of vertices")?;
        if vertices == 0 {
            return Err(header.mistake("no vertices: the header announces 0".into()));
        }
        let (mut parents, mut numbers) = (Vec::new(), Vec::new());
        let mut last = header.number;
        while parents.len() < vertices {
            let Some(line) = lines.next() else {
                return Err(header.lacks(vertices, "parents", parents.len(), last));
            };
            last = line.number;
            for word in line.words() {
                if parents.len() == vertices {
                    let what = format!("one parent too many: `{word}`; there are {vertices}");
                    return Err(line.mistake(what));
                }
                let parent = match line.number(word, "a parent (0 for the root)")? {
                    0 => None,
                    _ => Some(line.vertex(word, "parent", vertices)?),
                };
                parents.push(parent);
                numbers.push(line.number as u32);
            }
        }
        let mut graph = Graph {
            vertices,
            start: None,
            edges: Vec::new(),
            weights: None,
            lines: Vec::new(),
            header: header.number,
        };
        for ((parent, &line), child) in parents.iter().zip(&numbers).zip(0..) {
            match (parent, graph.start) {
                (Some(parent), _) => {
                    graph.edges.push((*parent, child));
                    graph.lines.push(line);
                }
                (None, None) => graph.start = Some(child),
                (None, Some(other)) => {
                    let what = format!("two roots: vertices {} and {}", other + 1, child + 1);
                    return Err(Mistake { line: line as usize, what });
                }
            }
        }
        if graph.start.is_none() {
            let what = "no root: no parent is 0".to_owned();
            return Err(Mistake { line: last, what });
        }
        trees.push(graph);
    }
    Ok(trees)
}

/// The tree with its edges turned away from the root.
fn rooted(mut graph: Graph) -> Result<Graph, Mistake> {
    let Some(root) = graph.start else {
        let what = "a tree needs its root: expected `n m root`".to_owned();
        return Err(Mistake { line: graph.header, what });
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
                let line = graph.lines[edge as usize] as usize;
                let (a, b) = graph.edges[edge as usize];
                let what = format!("no tree: the edge {} {} closes a cycle", a + 1, b + 1);
                return Err(Mistake { line, what });
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
            let what = format!("no tree: nothing leads from the root to vertex {}", v + 1);
            Err(Mistake { line: graph.header, what })
        }
    }
}

/// Reads lists of words: `words k`, then k lines; further lists follow. A word is what stands on
/// its line without the blanks around it and without a comment.
///
/// # Errors
/// See [`Mistake`].
pub fn words(text: &str) -> Result<Vec<Vec<&str>>, Mistake> {
    let last = text.lines().count().max(1);
    let mut lines = lines(text);
    let mut lists = Vec::new();
    while let Some(header) = lines.next() {
        let parts: Vec<&str> = header.words().collect();
        let ["words", k] = parts[..] else {
            let what = format!("`{}` is not a header; expected `words k`", header.text);
            return Err(header.mistake(what));
        };
        let count = header.count(k, "the number of words")?;
        let mut list = Vec::with_capacity(count.min(text.len() / 2));
        while list.len() < count {
            let Some(line) = lines.next() else {
                return Err(header.lacks(count, "words", list.len(), last));
            };
            if let Some(blank) = line.text.find(char::is_whitespace) {
                let column = line.indent + line.text[..blank].chars().count() + 1;
                let what = format!("column {column}: a blank; expected a word without blanks");
                return Err(line.mistake(what));
            }
            list.push(line.text);
        }
        lists.push(list);
    }
    if lists.is_empty() {
        let what = "no header: the file is empty; expected `words k`".to_owned();
        return Err(Mistake { line: 1, what });
    }
    Ok(lists)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        graphs(text).unwrap_err().to_string()
    }

    #[test]
    fn graphs_of_several_components() {
        let read = graphs("# two\n3 2 1 # start\n1 2\n\n2 3\n2 1\n1 2 7\n").unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].vertices, read[0].start), (3, Some(0)));
        assert_eq!(read[0].edges, [(0, 1), (1, 2)]);
        assert_eq!(read[0].lines, [3, 5]);
        assert_eq!(read[1].weights, Some(vec![7]));
    }

    #[test]
    fn what_is_wrong_with_a_graph() {
        assert!(wrong("").contains("no header"));
        assert!(wrong("# nothing\n").contains("no header"));
        assert!(wrong("0 0\n").contains("no vertices"));
        assert_eq!(wrong("3 1\n1 4\n"), "line 2: vertex 4 is not in 1..3");
        assert_eq!(wrong("3 1\n0 2\n"), "line 2: vertex 0 is not in 1..3");
        assert!(wrong("3 3\n1 2\n2 3\n").contains("announces 3 edges; there are 2"));
        assert!(wrong("3 1\n1 2\n2 3 1 4\n").contains("after the 1 edges that line 1 announces"));
        assert!(wrong("3 1\n1 2\n2 3\n").contains("announces 3 edges; there are 0"));
        assert!(wrong("3 x\n").contains("line 1: `x` is not a number"));
        assert!(wrong("3 99999999999999999999\n").contains("too large"));
        assert!(wrong("3 4000000000\n").contains("the greatest is"));
        assert!(wrong("3 -1\n").contains("negative"));
        assert_eq!(wrong("3 0 9\n"), "line 1: start 9 is not in 1..3");
        assert_eq!(wrong("3 0 -1\n"), "line 1: start -1 is not in 1..3");
        assert!(wrong("3 1\n1\n").contains("expected `u v`"));
        assert!(wrong("3 2\n1 2 5\n1 3\n").contains("either all edges have weights or none"));
    }

    #[test]
    fn trees_both_ways() {
        let list = trees("tree 4\n0 1 1\n3\n").unwrap();
        assert_eq!(list[0].edges, [(0, 1), (0, 2), (2, 3)]);
        let edges = trees("4 3 2\n1 2\n3 1\n3 4\n").unwrap();
        assert_eq!(edges[0].edges, [(1, 0), (0, 2), (2, 3)]);
        let wrong = |text: &str| trees(text).unwrap_err().to_string();
        assert!(wrong("3 2\n1 2\n2 3\n").contains("needs its root"));
        assert!(wrong("3 3 1\n1 2\n2 3\n3 1\n").contains("closes a cycle"));
        assert!(wrong("3 2 1\n1 2\n1 2\n").contains("closes a cycle"));
        assert!(wrong("3 1 1\n1 2\n").contains("vertex 3"));
        assert!(wrong("tree 3\n2 1 0\n").contains("vertex 1"));
        assert!(wrong("tree 2\n0 0\n").contains("two roots"));
        assert!(wrong("tree 2\n2 1\n").contains("no root"));
        assert!(wrong("tree 2\n0 5\n").contains("parent 5 is not in 1..2"));
        assert!(wrong("tree 2\n0\n").contains("announces 2 parents; there are 1"));
        assert!(wrong("tree 2\n0 1 1\n").contains("too many"));
    }

    #[test]
    fn lists_of_words() {
        assert_eq!(
            words("words 2\nab\nc # comment\nwords 1\nd\n").unwrap(),
            [vec!["ab", "c"], vec!["d"]]
        );
        let wrong = |text: &str| words(text).unwrap_err().to_string();
        assert!(wrong("").contains("no header"));
        assert!(wrong("words 3\na\n").contains("announces 3 words; there are 1"));
        assert!(wrong("words 1\na\nb\n").contains("not a header"));
        assert_eq!(
            wrong("words 1\na b\n"),
            "line 2: column 2: a blank; expected a word without blanks"
        );
    }
}
