//! Pictures of graphs and trees, with what is known of each vertex.

use crate::drawing::{Drawing, MAX_VERTICES, svg};
use crate::{Answer, Arcs, Arena, File, GraphElement, Solver, dag};
use engine::Stop;
use message::message;
use rule::ast::Structure;
use table::Table;

impl File<'_> {
    /// Whether the file has something to draw.
    ///
    /// # Errors
    /// It has words, several components, or too many vertices.
    pub fn is_drawable(&self) -> Result<(), Stop> {
        let why = match self.graphs() {
            [graph] if graph.vertices <= MAX_VERTICES => return Ok(()),
            [graph] => message!(
                "--draw: {} vertices are too many for a picture; at most {MAX_VERTICES}",
                graph.vertices
            ),
            [] => "--draw: only graphs and trees are drawn".into(),
            _ => "--draw: a picture shows one component; the file has several".into(),
        };
        Err(Stop::Refused(why))
    }
}

impl Arena<'_> {
    /// The first graph of a file as SVG: the value of each vertex as a start, or who wins there, and
    /// the winning moves. The same graph gives the same bytes.
    #[must_use]
    pub fn picture(&self, file: &File<'_>, answer: &Answer) -> String {
        let Some(graph) = file.graphs().first() else { return String::new() };
        // A rule without starts to vary has nothing to say of its vertices.
        let known = self.table(file).ok().map(Known);
        let label = |v| known.as_ref().and_then(|k| k.label(v)).unwrap_or_default();
        let lost = |v| known.as_ref().is_some_and(|k| k.is_lost(v));
        let winning = answer.winning.as_deref().unwrap_or_default();
        let structure = self.structure;
        let wins = |(number, &(a, b)): (usize, &(u32, u32))| {
            winning.iter().any(|m| match (m.place, graph.start) {
                (Some(GraphElement::Edge(edge)), _) => edge as usize == number,
                (Some(GraphElement::Vertex(to)), Some(start)) => {
                    (a, b) == (start, to) || structure == Structure::Graph && (b, a) == (start, to)
                }
                _ => false,
            })
        };
        svg(&Drawing {
            title: self.rule.title.clone().unwrap_or_else(|| self.rule.name.clone()),
            labels: (0..graph.vertices).map(label).collect(),
            edges: graph.edges.clone(),
            edge_labels: match &graph.weights {
                Some(weights) => weights.clone(),
                // Moves name the edges by their numbers.
                None if self.solver == Some(Solver::Hackenbush) => {
                    (1..).take(graph.edges.len()).collect()
                }
                None => Vec::new(),
            },
            directed: structure == Structure::Digraph,
            winning: graph.edges.iter().enumerate().map(wins).collect(),
            lost: (0..graph.vertices).map(lost).collect(),
            start: graph.start,
            layers: match structure {
                Structure::Graph => None,
                _ => dag::layers(&Arcs::new(graph.vertices, &graph.edges)),
            },
        })
    }
}

/// The table of the vertices.
struct Known(Table);

impl Known {
    fn text(&self, name: &str, v: usize) -> Option<String> {
        let column = self.0.columns.iter().find(|c| c.name == name)?;
        self.0.is_present(v).then(|| column.values.text(v).map(Into::into))?
    }

    /// Its value, or `N`, `P`, `draw`.
    fn label(&self, v: usize) -> Option<String> {
        let wins = || Some(if self.text("win", v)? == "0" { "P" } else { "N" }.to_owned());
        let value = self.text("sg", v).or_else(|| self.text("value", v));
        value.or_else(|| self.text("outcome", v)).or_else(wins)
    }

    /// Whether the player to move loses there.
    fn is_lost(&self, v: usize) -> bool {
        matches!(self.label(v).as_deref(), Some("0" | "P"))
    }
}
