//! Laws of tables, and of a rule's table, for which the engine may be asked for more terms.

mod further;
#[cfg(test)]
mod tests;

use crate::input::Task;
use crate::watch::{Stage, Watch, during};
use detector::Finding;
use expr::law::LawKind::Positions;
use message::message;
use rule::ast::State;
use table::{Column, Table};

/// Laws of the columns of a table, each column's best first.
pub type Findings = Vec<(String, Vec<Finding>)>;

/// A table with its laws.
#[derive(Clone, Debug)]
pub struct Lawful {
    /// The table that the laws were last compared with.
    pub table: Table,
    /// The laws of its columns.
    pub findings: Findings,
    /// Whether it is the table of starts, because the positions show no law.
    pub of_starts: bool,
}

/// The laws of a rule's table, for which the engine may be asked for more terms; or of its starts, where
/// the positions have none.
#[must_use]
pub fn lawful(task: Task<'_>, table: Table, watch: &dyn Watch) -> Lawful {
    of_positions_only(task, searched(task, table, watch, true))
}

/// The laws of a rule's table, for which the engine is asked for more terms where some column has none.
#[must_use]
pub fn of_positions(task: Task<'_>, table: Table, watch: &dyn Watch) -> Lawful {
    of_positions_only(task, searched(task, table, watch, false))
}

/// The laws without what they would say of cells that may be no positions: where the rule's `where` leaves
/// holes in the table, nobody knows whether there is a position beyond.
fn of_positions_only(task: Task<'_>, mut found: Lawful) -> Lawful {
    let has_condition =
        matches!(task.input.rule.state, Some(State::Tuple { condition: Some(_), .. }));
    let has_holes = found.table.present.as_ref().is_some_and(|present| present.contains(&false));
    if found.of_starts || !has_condition || !has_holes {
        return found;
    }
    let laws = found.findings.iter_mut().flat_map(|(_, laws)| laws);
    for finding in laws.filter(|finding| finding.law.kind != Positions) {
        finding.next.clear();
        let subject = &finding.law.subject;
        finding.evidence.refuted_by =
            message!("any position outside the table where {subject} differs");
    }
    found
}

fn searched(task: Task<'_>, table: Table, watch: &dyn Watch, or_starts: bool) -> Lawful {
    let table = in_integers(table);
    let findings = during(watch, Stage::Laws, || laws(&table));
    let are_enough = !or_starts && findings.iter().all(|(_, laws)| !laws.is_empty());
    if are_enough || patience::was_ended() {
        return Lawful { table, findings, of_starts: false };
    }
    if or_starts
        && findings.iter().all(|(_, laws)| laws.is_empty())
        && let Some((table, findings)) = further::of_starts(task, watch)
    {
        return Lawful { table, findings, of_starts: true };
    }
    let found = (table, findings);
    let (table, mut findings) = further::consult(task, watch, found);
    // What the zeros of nim-values have for a law stands at `win`.
    if table.column("win").is_some()
        && let Some((_, laws)) = findings.iter_mut().find(|(quantity, _)| quantity == "sg")
    {
        laws.retain(|finding| finding.law.subject == "sg" || finding.law.kind != Positions);
    }
    Lawful { table, findings, of_starts: false }
}

/// The table with its words and fractions as columns of integers, where they have such a form.
#[must_use]
pub fn in_integers(mut table: Table) -> Table {
    let columns = std::mem::take(&mut table.columns).into_iter().flat_map(|column| {
        let others = if is_searched(&column) { Vec::new() } else { column.in_integers() };
        if others.is_empty() { vec![column] } else { others }
    });
    table.columns = columns.collect();
    table
}

/// The laws of every column of integers of a table, by the name of the column; a column that the
/// work did not come to before it was stopped has none.
#[must_use]
pub fn laws(table: &Table) -> Findings {
    of_columns(table, detector::find)
}

/// As [`laws`], for a table that somebody wrote down, in which a few terms may be wrong.
#[must_use]
pub fn laws_with_wrong_terms(table: &Table) -> Findings {
    of_columns(table, detector::find_with_wrong_terms)
}

fn of_columns(table: &Table, find: fn(&Table, &str) -> Vec<Finding>) -> Findings {
    let mut all = Vec::new();
    for column in table.columns.iter().filter(|column| is_searched(column)) {
        let found = find(table, &column.name);
        if patience::was_ended() {
            break;
        }
        all.push((column.name.clone(), found));
    }
    all
}

/// What fits the quantities that have no law, with too little evidence.
#[must_use]
pub fn candidates(table: &Table, findings: &[(String, Vec<Finding>)]) -> Vec<Finding> {
    let silent = findings.iter().filter(|(_, laws)| laws.is_empty());
    silent.flat_map(|(quantity, _)| detector::candidates(table, quantity)).collect()
}

/// Whether laws of a column are looked for: its values are integers, of any size.
#[must_use]
pub fn is_searched(column: &Column) -> bool {
    column.values.is_integers() || column.values.big().is_some()
}
