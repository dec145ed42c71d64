//! Structures for a rule with an `input`, read from a file, and what messages say of its lines.

use crate::read::{Graph, any_graphs, trees, words};
use crate::{Components, Refusal};
use engine::Stop;
use expr::words::listed;
use message::{Message, message};
use rule::ast::{Rule, Structure};

/// Arcs of a cycle that a message names.
const MAX_NAMED: usize = 12;

/// A file that was read for a rule.
#[derive(Clone, Debug)]
pub struct File<'t> {
    name: &'t str,
    given: Components<'t>,
    /// How graphs of another program's format were read.
    said: Option<Message>,
}

impl<'t> File<'t> {
    /// Reads the text of a file for a rule that plays on such structures.
    ///
    /// # Errors
    /// A mistake in the file, or something in it that the rule has no use for.
    pub fn read(
        name: &'t str,
        text: &'t str,
        structure: Structure,
        rule: &Rule,
    ) -> Result<Self, Stop> {
        let mut said = None;
        let given = match structure {
            Structure::Digraph | Structure::Graph => any_graphs(text).map(|read| {
                said = read.said;
                Components::Graphs(read.graphs)
            }),
            Structure::Tree => trees(text).map(Components::Graphs),
            Structure::Words => words(text).map(Components::Words),
            Structure::Sum => {
                let why = message!(
                    "{} is a sum of different games, which only `mexlab ask` answers for",
                    rule.name
                );
                return Err(Stop::Refused(why));
            }
        };
        let given = given.map_err(|mistake| Stop::Refused(message!("{name}:{mistake}")))?;
        let file = Self { name, given, said };
        let is_weighted = rule.parameters.iter().any(|p| p.name == "weights");
        let odd =
            |graph: &&Graph| !graph.edges.is_empty() && graph.weights.is_some() != is_weighted;
        let Some(graph) = file.graphs().iter().find(odd) else { return Ok(file) };
        let line = *graph.lines.first().unwrap_or(&graph.header);
        let why = match is_weighted {
            true => {
                message!("the edge has no weight, and {} needs one; expected `u v w`", rule.name)
            }
            false => {
                message!("the edge has a weight, and {} knows none; expected `u v`", rule.name)
            }
        };
        Err(file.wrong(line, why))
    }

    /// What it says.
    #[must_use]
    pub fn given(&self) -> &Components<'t> {
        &self.given
    }

    /// How graphs were read that are in none of our own formats: `read as DIMACS: ...`.
    #[must_use]
    pub fn said(&self) -> Option<&Message> {
        self.said.as_ref()
    }

    /// The graphs, none where the file has words.
    #[must_use]
    pub fn graphs(&self) -> &[Graph] {
        match &self.given {
            Components::Graphs(graphs) => graphs,
            Components::Words(_) => &[],
        }
    }

    /// Number of components.
    #[must_use]
    pub fn components(&self) -> usize {
        match &self.given {
            Components::Graphs(graphs) => graphs.len(),
            Components::Words(lists) => lists.len(),
        }
    }

    /// Each component as a file of its own.
    #[must_use]
    pub fn parts(&self) -> Vec<Self> {
        let part = |given| Self { name: self.name, given, said: None };
        match &self.given {
            Components::Graphs(graphs) => {
                graphs.iter().map(|g| part(Components::Graphs(vec![g.clone()]))).collect()
            }
            Components::Words(lists) => {
                lists.iter().map(|l| part(Components::Words(vec![l.clone()]))).collect()
            }
        }
    }

    /// Something in the file that is not covered, in words.
    pub(crate) fn refuse(&self, why: impl Into<Message>) -> Stop {
        Stop::Refused(why.into().within(self.name.to_owned()))
    }

    fn wrong(&self, line: usize, what: impl Into<Message>) -> Stop {
        Stop::Refused(what.into().within(format!("{}:{line}", self.name)))
    }

    /// A refusal with the lines of the file it speaks about.
    pub(crate) fn refused(&self, refusal: Refusal) -> Stop {
        match refusal {
            Refusal::Cycle { component, vertices } => {
                let graph = &self.graphs()[component];
                let ends = vertices.iter().zip(vertices.iter().cycle().skip(1)).take(MAX_NAMED);
                let line = |(a, b): (&u32, &u32)| {
                    let at = graph.edges.iter().position(|e| e == &(*a, *b));
                    at.map_or(graph.header, |at| graph.lines[at])
                };
                let lines: Vec<usize> = ends.map(line).collect();
                self.wrong(lines[0], no_dag(&vertices, &lines))
            }
            Refusal::NoStart { component } => self.no_start(&self.graphs()[component]),
            Refusal::Interrupted => Stop::Interrupted(None),
            Refusal::TooLarge(why) => Stop::TooLarge(why.within(self.name.to_owned())),
            Refusal::NotCovered(why) => {
                let why = Message::from(why);
                self.refuse(message!("{why}; --kernel oracle searches small inputs by definition"))
            }
        }
    }

    pub(crate) fn no_start(&self, graph: &Graph) -> Stop {
        let why = match self.said {
            None => "the header names no start; expected `n m start`",
            Some(_) => "no start is named; expected a header `n m start` above the edges",
        };
        self.wrong(graph.header, why)
    }
}

/// `not a DAG: cycle 1 -> 2 -> 1 (lines 2, 3); the game loopy-graph takes cycles`, a long one shortened.
fn no_dag(vertices: &[u32], lines: &[usize]) -> Message {
    let named = vertices.iter().take(MAX_NAMED).map(|v| (v + 1).to_string());
    let more = (vertices.len() > MAX_NAMED).then(|| "...".to_owned());
    let around = vertices.first().map(|v| (v + 1).to_string());
    let names = named.chain(more.clone()).chain(around).collect::<Vec<_>>().join(" -> ");
    let said = listed(lines.iter().map(usize::to_string).chain(more));
    match lines.len() {
        1 => message!("not a DAG: cycle {names} (line {said}); the game loopy-graph takes cycles"),
        _ => message!("not a DAG: cycle {names} (lines {said}); the game loopy-graph takes cycles"),
    }
}
