//! Tables of one input: a row for every start, or for every value of the words.

use crate::geography::Geography;
use crate::loopy;
use crate::read::Graph;
use crate::solver::unless_over;
use crate::words::Automaton;
use crate::{Arcs, Given, Refusal, Solver, dag, every, hackenbush};
use arith::graph::Outcome;

/// One quantity of every row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// One entry for every row.
    pub cells: Cells,
}

/// The entries of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Numbers; `None` where there is no such value.
    Numbers(Vec<Option<u64>>),
    /// Outcomes where play need not end.
    Outcomes(Vec<Outcome>),
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// What the rows are numbered by: `v` for vertices from 1, `sg` for values from 0.
    pub axis: &'static str,
    /// The number of the first row.
    pub first: u32,
    /// The quantities.
    pub columns: Vec<Column>,
}

/// The winning moves of all starts take a search for each: left out where the starts times the
/// vertices and edges are more than this.
const MAX_STEPS: usize = 2_000_000_000;

impl Solver {
    /// The table of a component: of a graph a row for every start (Hackenbush: for what hangs at
    /// every vertex, none where nothing leads to the root), of words a row for every value with
    /// the number of different words that have it.
    ///
    /// # Errors
    /// There are several components, or the solver's theorem does not cover the input.
    pub fn table(self, given: &Given<'_>) -> Result<Rows, Refusal> {
        unless_over(self.rows(given))
    }

    fn rows(self, given: &Given<'_>) -> Result<Rows, Refusal> {
        let several = Refusal::NotCovered("a table covers one component; the file has several");
        match (self, given) {
            (Self::Prefixes | Self::Substrings, Given::Words(lists)) => {
                let [words] = &lists[..] else { return Err(several) };
                let words = words.iter().copied();
                let automaton = match self {
                    Self::Prefixes => Automaton::trie(words),
                    _ => Automaton::substrings(words),
                };
                Ok(of_words(&automaton))
            }
            (Self::Prefixes | Self::Substrings, _) | (_, Given::Words(_)) => {
                Err(Refusal::NotCovered("the game takes another kind of input"))
            }
            (_, Given::Graphs(graphs)) => {
                let [graph] = &graphs[..] else { return Err(several) };
                let columns = match self {
                    Self::Dag => of_dag(graph)?,
                    Self::Misere => vec![numbers("win", values_of(graph)?.misere)],
                    Self::Every => of_every(graph)?,
                    Self::Loopy => of_loopy(graph),
                    Self::Geography => of_geography(graph),
                    _ => of_hackenbush(graph)?,
                };
                Ok(Rows { axis: "v", first: 1, columns })
            }
        }
    }
}

fn numbers<T: Into<u64>>(name: &'static str, cells: impl IntoIterator<Item = T>) -> Column {
    Column { name, cells: Cells::Numbers(cells.into_iter().map(|n| Some(n.into())).collect()) }
}

fn values_of(graph: &Graph) -> Result<dag::Values, Refusal> {
    dag::solve(&Arcs::new(graph.vertices, &graph.edges))
        .map_err(|vertices| Refusal::Cycle { component: 0, vertices })
}

fn of_every(graph: &Graph) -> Result<Vec<Column>, Refusal> {
    let steps = every::steps(&Arcs::new(graph.vertices, &graph.edges))
        .map_err(|vertices| Refusal::Cycle { component: 0, vertices })?;
    let win = steps.iter().map(|step| step % 2).collect::<Vec<_>>();
    Ok(vec![numbers("win", win), numbers("step", steps)])
}

fn of_dag(graph: &Graph) -> Result<Vec<Column>, Refusal> {
    let values = values_of(graph)?;
    let win = values.sg.iter().map(|&sg| sg != 0).collect::<Vec<_>>();
    Ok(vec![
        numbers("sg", values.sg),
        numbers("win", win),
        numbers("misere", values.misere),
        numbers("remoteness", values.remoteness),
    ])
}

fn of_loopy(graph: &Graph) -> Vec<Column> {
    let values = loopy::values(&Arcs::new(graph.vertices, &graph.edges));
    let outcomes = values.iter().map(loopy::Value::outcome).collect();
    let finite = values.iter().map(|value| match value {
        loopy::Value::Finite(value) => Some(u64::from(*value)),
        loopy::Value::Infinite(_) => None,
    });
    vec![
        Column { name: "outcome", cells: Cells::Outcomes(outcomes) },
        Column { name: "value", cells: Cells::Numbers(finite.collect()) },
    ]
}

fn of_geography(graph: &Graph) -> Vec<Column> {
    let game = Geography::new(graph.vertices, &graph.edges);
    let starts = || 0..graph.vertices;
    let mut columns = vec![numbers("win", starts().map(|start| game.wins(start)))];
    if graph.vertices.saturating_mul(graph.vertices + graph.edges.len()) <= MAX_STEPS {
        let moves = starts().map(|start| game.winning_moves(start).len() as u64);
        columns.push(numbers("moves", moves));
    }
    columns
}

fn of_hackenbush(graph: &Graph) -> Result<Vec<Column>, Refusal> {
    let root = graph.start.ok_or(Refusal::NoStart { component: 0 })?;
    let values = hackenbush::solve(graph.vertices, &graph.edges, root);
    let sg = values.sg.into_iter().map(|sg| sg.map(u64::from)).collect();
    Ok(vec![Column { name: "sg", cells: Cells::Numbers(sg) }])
}

fn of_words(automaton: &Automaton) -> Rows {
    // Letters only make words longer.
    let sg = dag::solve(&automaton.arcs()).expect("automata of words are acyclic").sg;
    let mut count = vec![0u64; 1 + sg.iter().max().map_or(0, |&most| most as usize)];
    for (state, sg) in (0..).zip(sg) {
        count[sg as usize] += u64::from(automaton.words(state));
    }
    Rows { axis: "sg", first: 0, columns: vec![numbers("words", count)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{graphs, words};

    fn table(solver: Solver, text: &str) -> Vec<Column> {
        let given = match solver {
            Solver::Prefixes | Solver::Substrings => Given::Words(words(text).unwrap()),
            _ => Given::Graphs(graphs(text).unwrap()),
        };
        solver.table(&given).unwrap().columns
    }

    fn column(name: &'static str, cells: &[u32]) -> Column {
        numbers(name, cells.iter().copied())
    }

    #[test]
    fn rows_of_every_kind() {
        let columns = table(Solver::Dag, "3 3\n1 2\n2 3\n1 3\n");
        assert_eq!(columns[0], column("sg", &[2, 1, 0]));
        assert_eq!(columns[1], column("win", &[1, 1, 0]));
        let columns = table(Solver::Geography, "3 2\n1 2\n2 3\n");
        assert_eq!(columns[0], column("win", &[0, 1, 0]));
        assert_eq!(columns[1], column("moves", &[0, 2, 0]));
        let sg = Cells::Numbers(vec![Some(2), Some(1), Some(0), None]);
        let columns = table(Solver::Hackenbush, "4 2 1\n1 2\n2 3\n");
        assert_eq!(columns[0].cells, sg);
        // The empty word, a, b, aa, ab, aab.
        let columns = table(Solver::Substrings, "words 1\naab\n");
        assert_eq!(columns[0], column("words", &[3, 2, 1]));
        let columns = table(Solver::Loopy, "3 3\n1 2\n2 1\n2 3\n");
        let outcomes = vec![Outcome::Previous, Outcome::Next, Outcome::Previous];
        assert_eq!(columns[0].cells, Cells::Outcomes(outcomes));
    }
}
