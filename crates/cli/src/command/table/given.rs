//! `mexlab table RULE --input FILE`: a graph or tree by its vertices, words by their values.

use crate::arguments::{Common, Kernel};
use crate::command::ask::letter;
use crate::failure::{Failure, mistake};
use crate::given::{Facts, File, chosen, text_of};
use crate::input::Input;
use crate::request::limits;
use crate::terminal::Terminal;
use arena::{Arcs, Cells, Outcome, Rows, dag};
use arith::Dyadic;
use rule::Constant;
use rule::ast::Play;
use table::{Axis, Column, Table, Values};

const OUTCOMES: [Outcome; 3] = [Outcome::Next, Outcome::Previous, Outcome::Draw];

/// The table of the structure in a file.
///
/// # Errors
/// A mistake in the file, a rule without `input`, or a structure that nothing covers.
pub(super) fn table(
    input: &Input,
    file: &str,
    common: &Common,
    terminal: &Terminal,
) -> Result<Table, Failure> {
    let Some(structure) = input.rule.input else {
        let why = "is not played on a graph, tree or words, so --input does not apply to its table";
        return Err(mistake(format!("{} {why}", input.rule.name)));
    };
    input.parameters_come_from_the_file()?;
    let text = text_of(file)?;
    let file = File::read(file, &text, structure, &input.rule)?;
    of_file(input, &file, common, terminal)
}

/// The table of a structure that was read.
///
/// # Errors
/// As for [`table()`].
pub(crate) fn of_file(
    input: &Input,
    file: &File<'_>,
    common: &Common,
    terminal: &Terminal,
) -> Result<Table, Failure> {
    match chosen(input, common) {
        Some(solver) => {
            let rows = solver.table(&file.given).map_err(|e| file.refused(&e))?;
            Ok(as_table(rows))
        }
        None => by_definition(input, file, common, terminal),
    }
}

fn as_table(rows: Rows) -> Table {
    let mut present = None;
    let columns: Vec<Column> = rows
        .columns
        .into_iter()
        .map(|column| {
            let values = match column.cells {
                Cells::Outcomes(outcomes) => {
                    let place = |o| OUTCOMES.iter().position(|known| *known == o).unwrap_or(0);
                    let cells = outcomes.into_iter().map(|o| place(o) as u8).collect();
                    Values::Words { words: OUTCOMES.map(|o| letter(o).to_owned()).into(), cells }
                }
                Cells::Numbers(cells) if column.name == "value" => {
                    let value = |n: u64| Dyadic::from(i64::try_from(n).unwrap_or(i64::MAX));
                    Values::Dyadic(cells.into_iter().map(|n| n.map(value)).collect())
                }
                Cells::Numbers(cells) => {
                    if cells.contains(&None) {
                        present = Some(cells.iter().map(Option::is_some).collect());
                    }
                    let value = |n: Option<u64>| i64::try_from(n.unwrap_or(0)).unwrap_or(i64::MAX);
                    Values::I64(cells.into_iter().map(value).collect())
                }
            };
            Column { name: column.name.to_owned(), values }
        })
        .collect();
    let first = i64::from(rows.first);
    let count = columns.first().map_or(0, |c| c.values.len()) as i64;
    Table { axes: vec![Axis::new(rows.axis, first, first + count - 1)], columns, present }
}

/// A row for every start, its answer by search; of words a row for every value.
fn by_definition(
    input: &Input,
    file: &File<'_>,
    common: &Common,
    terminal: &Terminal,
) -> Result<Table, Failure> {
    let components = file.facts()?;
    let [facts] = &components[..] else {
        return Err(mistake("a table covers one component; the file has several"));
    };
    let Some(graph) = file.graphs().first() else {
        return words_by_value(input, file, facts, common, terminal);
    };
    let mut facts: Facts = facts.clone();
    let is_loopy = input.rule.play == Play::Loopy;
    let mut outcomes = Vec::new();
    let (mut sg, mut win) = (Vec::new(), Vec::new());
    let (mut misere, mut remoteness, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    for start in 1..=graph.vertices as i64 {
        facts.insert("start", Constant::Int(start));
        let (game, sizes) = file.game(input, 0, &facts)?;
        if game.sizes() != ["start"] {
            let why = "has no start to vary; `mexlab ask` answers for one position";
            return Err(mistake(format!("{} {why}", input.rule.name)));
        }
        let start = game.start(&sizes).map_err(mistake)?;
        if is_loopy {
            let answer = game.ask_loopy(&start, &limits(common), terminal);
            outcomes.push(answer.map_err(|stop| input.stopped(stop))?.outcome);
            continue;
        }
        let answer = match common.kernel {
            Kernel::Oracle => game.ask_by_search(&start, &limits(common), terminal),
            _ => game.ask(&start, &limits(common), terminal),
        };
        let answer = answer.map_err(|stop| input.stopped(stop))?;
        sg.push(answer.sg);
        win.push(Some(i64::from(answer.win)));
        misere.push(answer.misere.map(i64::from));
        remoteness.push(answer.remoteness);
        moves.push(i64::try_from(answer.winning.len()).ok());
    }
    if is_loopy {
        let columns = vec![arena::Column { name: "outcome", cells: Cells::Outcomes(outcomes) }];
        return Ok(as_table(Rows { axis: "v", first: 1, columns }));
    }
    let named = [
        ("sg", sg),
        ("win", win),
        ("misere", misere),
        ("remoteness", remoteness),
        ("moves", moves),
    ];
    // A quantity that means nothing for the rule has no values.
    let column = |(name, cells): (&str, Vec<Option<i64>>)| {
        let cells: Option<Vec<i64>> = cells.into_iter().collect();
        Some(Column { name: name.to_owned(), values: Values::I64(cells?) })
    };
    let columns = named.into_iter().filter_map(column).collect();
    let axes = vec![Axis::new("v", 1, graph.vertices as i64)];
    Ok(Table { axes, columns, present: None })
}

/// How many of the words that can be reached have each value.
fn words_by_value(
    input: &Input,
    file: &File<'_>,
    facts: &Facts,
    common: &Common,
    terminal: &Terminal,
) -> Result<Table, Failure> {
    if input.rule.play != Play::One || !input.rule.ends.is_empty() {
        let why = "has no Grundy values to count words by; `mexlab ask` answers for one position";
        return Err(mistake(format!("{} {why}", input.rule.name)));
    }
    let (game, sizes) = file.game(input, 0, facts)?;
    let start = game.start(&sizes).map_err(mistake)?;
    let reached = game.reached(&start, &limits(common), terminal);
    let reached = reached.map_err(|stop| input.stopped(stop))?;
    let arcs = (0..).zip(&reached.options);
    let arcs = arcs.flat_map(|(from, options)| options.iter().map(move |&to| (from, to)));
    let arcs = Arcs::new(reached.options.len(), &arcs.collect::<Vec<_>>());
    let values = dag::solve(&arcs).map_err(|_| mistake("play can return to a word"))?;
    let mut count: Vec<Option<u64>> = Vec::new();
    for sg in values.sg {
        let sg = sg as usize;
        count.resize(count.len().max(sg + 1), Some(0));
        count[sg] = count[sg].map(|n| n + 1);
    }
    let columns = vec![arena::Column { name: "words", cells: Cells::Numbers(count) }];
    Ok(as_table(Rows { axis: "sg", first: 0, columns }))
}
