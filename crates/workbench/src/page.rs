//! All that a report says of a rule's table.

use crate::failure::{Result, mistake};
use crate::figure::figures;
use crate::input::{Input, Tabulated, Task};
use crate::laws::Findings;
use crate::request::Parameters;
use engine::Positions;
use expr::words::equations;
use message::{Message, message};
use report::{Page, Proofs, Translation, box_of};
use table::{Axis, Table};
use verdict::Verdict;

/// The topic of a proved period among what explains a table.
pub const PERIOD: &str = "period";
/// More moves than this are not counted.
const MAX_MOVES: u64 = 500_000;

/// What was found out about a table.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Laws of its columns.
    pub findings: Findings,
    /// Proofs of the best of them.
    pub proofs: Proofs,
    /// Answers to the claims of the rule.
    pub verdicts: Vec<Verdict>,
    /// The best laws as code, by the language.
    pub code: Vec<(&'static str, String)>,
}

/// All that is known of a table.
///
/// # Errors
/// The table has no column.
pub fn page<'t>(task: Task<'_>, tabulated: &'t Tabulated, answers: Answers) -> Result<Page<'t>> {
    let Input { rule, source, .. } = task.input;
    let Answers { findings, proofs, verdicts, code } = answers;
    let table = &tabulated.table;
    let first = table.columns.first().map(|column| column.name.clone());
    Ok(Page {
        name: rule.name.clone(),
        title: rule.title.clone().unwrap_or_else(|| rule.name.clone()),
        title_zh: rule.title_zh.clone(),
        rule_text: source.text.clone(),
        notes: rule.notes.clone(),
        explanation: explanation(task, tabulated),
        moves: moves(task, table),
        main_quantity: first.ok_or_else(|| mistake("the table has no column; give --quantity"))?,
        code,
        proofs,
        findings,
        verdicts,
        next_steps: next_steps(task.input, table),
        figures: figures(task.game, &task.request.positions, table),
        said: Translation::ENGLISH,
        table,
        of_starts: task.request.positions == Positions::Starts,
    })
}

/// The box of a table, and that its rows are starts where they are.
#[must_use]
pub fn rows(axes: &[Axis], positions: &Positions) -> Message {
    match positions {
        Positions::Starts => message!("starts {}", box_of(axes)),
        _ => box_of(axes).into(),
    }
}

/// Number of distinct moves of the positions of a table of values, if they are few enough to be
/// counted.
fn moves(Task { input, game, request }: Task<'_>, table: &Table) -> Option<u64> {
    if request.positions != Positions::All
        || !input.parameters.variations.is_empty()
        || table.column("sg").is_none()
    {
        return None;
    }
    // A move that has no value would have stopped the table.
    game.distinct_moves(table, MAX_MOVES).ok().flatten()
}

fn explanation(
    Task { input, game, request }: Task<'_>,
    Tabulated { table, periods, .. }: &Tabulated,
) -> Vec<(Message, Message)> {
    let mut lines = game.explain();
    let instance = game.instance();
    let varies = |name: &String| input.parameters.variations.iter().any(|v| v.name == *name);
    let fixed = instance.values.iter().filter(|(name, _)| !varies(name));
    let fixed = equations(fixed);
    if !fixed.is_empty() {
        lines.push(("parameters".into(), fixed.into()));
    }
    lines.push(("table".into(), rows(&table.axes, &request.positions)));
    lines.extend(periods.iter().map(|(quantity, period)| {
        let words = period.words(&table.axes[0].name);
        (PERIOD.into(), message!("{}: {words}", quantity.name()))
    }));
    lines
}

fn next_steps(input: &Input, table: &Table) -> Vec<String> {
    if input.name == "-e" {
        return vec!["mexlab new NAME".into()];
    }
    let parameters = &input.parameters;
    let of_one = Input {
        parameters: Parameters { variations: Vec::new(), ..parameters.clone() },
        ..input.clone()
    };
    let rule = of_one.command();
    let farther: Vec<String> = table
        .axes
        .iter()
        .filter(|axis| parameters.variations.iter().all(|v| v.name != axis.name))
        .map(|axis| format!("{}={}", axis.name, axis.hi.saturating_mul(2)))
        .collect();
    let mut steps = vec![
        format!("mexlab table {rule} --to {}", farther.join(",")),
        format!("mexlab explain {rule}"),
    ];
    if !input.rule.claims.is_empty() {
        steps.push(format!("mexlab check {rule}"));
    }
    steps
}
