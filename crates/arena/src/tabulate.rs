//! Tables of one component: a row for every start, or for every value of the words.

use crate::definition::digraph;
use crate::facts::Facts;
use crate::geography::Geography;
use crate::read::Graph;
use crate::solver::unless_over;
use crate::words::Automaton;
use crate::{
    Answer, Arcs, Arena, Components, File, Outcome, Refusal, Solver, dag, every, hackenbush,
    letter, loopy, partizan,
};
use arith::Dyadic;
use engine::{Kernel, Stop};
use message::message;
use rule::Constant;
use rule::ast::Play;
use table::{Axis, Column, Table, Values};

const OUTCOMES: [Outcome; 3] = [Outcome::Next, Outcome::Previous, Outcome::Draw];

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
    pub fn table(self, given: &Components<'_>) -> Result<Table, Refusal> {
        unless_over(self.tabulated(given))
    }

    fn tabulated(self, given: &Components<'_>) -> Result<Table, Refusal> {
        let several = Refusal::NotCovered("a table covers one component; the file has several");
        match (self, given) {
            (Self::Prefixes | Self::Substrings, Components::Words(lists)) => {
                let [words] = &lists[..] else { return Err(several) };
                let words = words.iter().copied();
                let automaton = match self {
                    Self::Prefixes => Automaton::trie(words),
                    _ => Automaton::substrings(words),
                };
                Ok(of_words(&automaton))
            }
            (Self::Prefixes | Self::Substrings, _) | (_, Components::Words(_)) => {
                Err(Refusal::NotCovered("the game takes another kind of input"))
            }
            (_, Components::Graphs(graphs)) => {
                let [graph] = &graphs[..] else { return Err(several) };
                Ok(by_vertex(match self {
                    Self::Dag => of_dag(graph)?,
                    Self::Misere => vec![column("win", values_of(graph)?.iter().map(|v| v.misere))],
                    Self::Every => of_every(graph)?,
                    Self::Loopy => of_loopy(graph),
                    Self::Geography => of_geography(graph),
                    _ => return of_hackenbush(graph),
                }))
            }
        }
    }
}

impl Arena<'_> {
    /// [`Arena::table`] by definition: a row for every start, its answer by search; of words a row
    /// for every value.
    pub(crate) fn table_by_definition(&self, file: &File<'_>) -> Result<Table, Stop> {
        let components = file.facts()?;
        let [facts] = &components[..] else {
            let why = "a table covers one component; the file has several";
            return Err(Stop::Refused(why.into()));
        };
        match file.graphs().first() {
            Some(graph) => self.by_starts(file, graph, facts.clone()),
            None => self.by_values_of_words(file, facts),
        }
    }

    fn by_starts(&self, file: &File<'_>, graph: &Graph, mut facts: Facts) -> Result<Table, Stop> {
        let (mut answers, mut partizan) = (Vec::new(), Vec::new());
        for vertex in 1..=graph.vertices as i64 {
            facts.insert("start", Constant::Int(vertex));
            let (game, start) = self.game(file, 0, &facts)?;
            if game.sizes() != ["start"] {
                let why = message!(
                    "{} has no start to vary; `mexlab ask` answers for one position",
                    self.rule.name
                );
                return Err(Stop::Refused(why));
            }
            if self.rule.is_partizan() {
                partizan.push(game.ask_partizan(&start, self.means)?);
                continue;
            }
            let rest = (self.kernel != Kernel::Oracle).then_some(0);
            answers.push(self.of_one(&game, &start, rest)?);
        }
        Ok(by_vertex(match self.rule.is_partizan() {
            true => partizan::columns(&partizan),
            false => self.columns(&answers),
        }))
    }

    /// What is known of all of these positions: the outcome where play need not end, else the quantities.
    pub(crate) fn columns(&self, answers: &[Answer]) -> Vec<Column> {
        if self.rule.play == Play::Loopy {
            return vec![outcomes(answers.iter().map(|answer| answer.outcome))];
        }
        let known = |name, cell: fn(&Answer) -> Option<i64>| {
            Some(column(name, answers.iter().map(cell).collect::<Option<Vec<i64>>>()?))
        };
        let columns = [
            known("sg", |answer| answer.sg.map(i64::from)),
            known("win", |answer| Some(answer.wins().into())),
            known("misere", |answer| answer.misere.map(i64::from)),
            known("remoteness", |answer| answer.remoteness.map(i64::from)),
            known("moves", |answer| i64::try_from(answer.winning.as_ref()?.len()).ok()),
        ];
        columns.into_iter().flatten().collect()
    }

    /// How many of the words that can be reached have each value.
    fn by_values_of_words(&self, file: &File<'_>, facts: &Facts) -> Result<Table, Stop> {
        if self.rule.play != Play::One || !self.rule.ends.is_empty() {
            let why = message!(
                "{} has no Grundy values to count words by; `mexlab ask` answers for one position",
                self.rule.name
            );
            return Err(Stop::Refused(why));
        }
        let (game, start) = self.game(file, 0, facts)?;
        let reached = game.reached(&start, self.means)?;
        let values = dag::solve(&digraph(&reached))
            .map_err(|_| Stop::Refused("play can return to a word".into()))?;
        Ok(counted(values.iter().map(|value| (value.sg, 1))))
    }
}

/// A table of vertices.
fn by_vertex(columns: Vec<Column>) -> Table {
    numbered("v", 1, columns)
}

/// A table whose rows are numbered from `first` on.
fn numbered(axis: &str, first: i64, columns: Vec<Column>) -> Table {
    let count = columns.first().map_or(0, |c| c.values.len()) as i64;
    Table { axes: vec![Axis::new(axis, first, first + count - 1)], columns, present: None }
}

/// How many words have each value, of values and how many have them.
fn counted(values: impl Iterator<Item = (u32, u64)>) -> Table {
    let mut count: Vec<u64> = Vec::new();
    for (sg, words) in values {
        let sg = sg as usize;
        count.resize(count.len().max(sg + 1), 0);
        count[sg] += words;
    }
    numbered("sg", 0, vec![column("words", count)])
}

fn column<T: TryInto<i64>>(name: &str, cells: impl IntoIterator<Item = T>) -> Column {
    let cells = cells.into_iter().map(|n| n.try_into().unwrap_or(i64::MAX)).collect();
    Column { name: name.to_owned(), values: Values::I64(cells) }
}

fn outcomes(outcomes: impl Iterator<Item = Outcome>) -> Column {
    let place = |o| OUTCOMES.iter().position(|known| *known == o).unwrap_or(0) as u8;
    let words = OUTCOMES.map(|o| letter(o).to_owned()).into();
    let values = Values::Words { words, cells: outcomes.map(place).collect() };
    Column { name: "outcome".to_owned(), values }
}

fn values_of(graph: &Graph) -> Result<Vec<dag::VertexValue>, Refusal> {
    dag::solve(&Arcs::new(graph.vertices, &graph.edges))
        .map_err(|vertices| Refusal::Cycle { component: 0, vertices })
}

fn of_every(graph: &Graph) -> Result<Vec<Column>, Refusal> {
    let steps = every::steps(&Arcs::new(graph.vertices, &graph.edges))
        .map_err(|vertices| Refusal::Cycle { component: 0, vertices })?;
    let win = steps.iter().map(|step| step % 2).collect::<Vec<_>>();
    Ok(vec![column("win", win), column("step", steps)])
}

fn of_dag(graph: &Graph) -> Result<Vec<Column>, Refusal> {
    let values = values_of(graph)?;
    Ok(vec![
        column("sg", values.iter().map(|v| v.sg)),
        column("win", values.iter().map(|v| v.sg != 0)),
        column("misere", values.iter().map(|v| v.misere)),
        column("remoteness", values.iter().map(|v| v.remoteness)),
    ])
}

fn of_loopy(graph: &Graph) -> Vec<Column> {
    let values = loopy::values(&Arcs::new(graph.vertices, &graph.edges));
    let finite = values.iter().map(|value| match value {
        loopy::LoopyValue::Finite(value) => Some(Dyadic::from(i64::from(*value))),
        loopy::LoopyValue::Infinite(_) => None,
    });
    let finite = Values::Dyadic(finite.collect());
    vec![
        outcomes(values.iter().map(loopy::LoopyValue::outcome)),
        Column { name: "value".to_owned(), values: finite },
    ]
}

fn of_geography(graph: &Graph) -> Vec<Column> {
    let game = Geography::new(graph.vertices, &graph.edges);
    let starts = || 0..graph.vertices;
    let mut columns = vec![column("win", starts().map(|start| game.wins(start)))];
    if graph.vertices.saturating_mul(graph.vertices + graph.edges.len()) <= MAX_STEPS {
        columns.push(column("moves", starts().map(|start| game.winning_moves(start).len())));
    }
    columns
}

fn of_hackenbush(graph: &Graph) -> Result<Table, Refusal> {
    let root = graph.start.ok_or(Refusal::NoStart { component: 0 })?;
    let sg = hackenbush::solve(graph.vertices, &graph.edges, root);
    let present = sg.contains(&None).then(|| sg.iter().map(Option::is_some).collect());
    let values = column("sg", sg.into_iter().map(Option::unwrap_or_default));
    Ok(Table { present, ..by_vertex(vec![values]) })
}

fn of_words(automaton: &Automaton) -> Table {
    // Letters only make words longer.
    let values = dag::solve(&automaton.arcs()).expect("automata of words are acyclic");
    counted((0..).zip(values).map(|(state, v)| (v.sg, u64::from(automaton.words(state)))))
}
