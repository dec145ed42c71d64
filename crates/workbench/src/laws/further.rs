//! When the rule is known, the engine computes more terms: laws are tested on positions that they were
//! not found on, and if there is no law yet, the larger table is searched.
//!
//! The cost is bounded by the number of options to look at and by memory, not by a clock, so that the
//! answer is the same on every machine.

use super::{Findings, laws};
use crate::input::{Tabulated, Task};
use crate::watch::{Notice, Watch};
use detector::{Finding, Further};
use engine::{Bounds, Limits, Positions, Request};
use std::cmp::Ordering;
use table::Table;

/// Options looked at for further terms: about a second's work.
const MAX_OPTIONS: f64 = 1e8;
/// Bytes a larger table may take: where sums have to be searched, nobody knows their options before, and
/// so many positions are a few seconds' work.
const MAX_MEMORY: u64 = 32 << 20;
/// Positions of a larger table: a list's, a grid's.
const MAX_TERMS: u128 = 200_000;
const MAX_CELLS: u128 = 160_000;
/// Sizes of starts asked for, the most welcome first.
const MAX_STARTS: [i64; 3] = [3000, 1000, 300];
/// By how much a list is extended, and a grid in each direction, the most welcome first.
const FACTORS: [&[i64]; 2] = [&[10, 5, 3, 2], &[3, 2]];

/// The laws after more terms, and the table they were last compared with.
pub(super) fn consult(
    task: Task<'_>,
    watch: &dyn Watch,
    (table, findings): (Table, Findings),
) -> (Table, Findings) {
    let Some(larger) = larger(task, &table, watch) else { return (table, findings) };
    let larger = super::in_integers(larger);
    let mut all = Vec::new();
    // The columns are those of the larger table: a greater denominator gives one another name.
    for column in larger.columns.iter().filter(|column| super::is_searched(column)) {
        let before = findings.iter().find(|(quantity, _)| *quantity == column.name);
        let found = before.map_or_else(Vec::new, |(_, found)| found.clone());
        let holds = |finding: &Finding| finding.against(&larger);
        let laws = match found.first().map(holds) {
            Some(Further::Holds) => {
                let cells = table.cells();
                let agreeing = found.into_iter().filter_map(|finding| match holds(&finding) {
                    Further::Holds => Some(finding.confirmed_on(&larger, cells)),
                    Further::Silent => Some(finding),
                    Further::Fails(_) => None,
                });
                agreeing.collect()
            }
            _ => {
                let alone = Table { columns: vec![column.clone()], ..larger.clone() };
                laws(&alone).into_iter().flat_map(|(_, laws)| laws).collect()
            }
        };
        all.push((column.name.clone(), laws));
    }
    if patience::was_ended() {
        return (table, findings);
    }
    watch.notice(Notice::Extended(&larger));
    (larger, all)
}

/// The laws of the starts of a rule whose positions show none, with the table of starts; `None` where
/// the rule names no starts, where they show none either or where they cost much.
pub(super) fn of_starts(task: Task<'_>, watch: &dyn Watch) -> Option<(Table, Findings)> {
    let Task { input, game, request } = task;
    let is_asked = request.positions == Positions::All && input.parameters.variations.is_empty();
    if !is_asked || input.rule.start.is_none() {
        return None;
    }
    // A start of some size reaches no more than all positions up to it.
    let all = MAX_STARTS.map(|to| Request { bounds: Bounds::All(to), ..request.clone() });
    let is_cheap = |all: &Request| {
        let plan = game.plan(all, input.method.limits);
        plan.is_ok_and(|plan| plan.options.is_some_and(|options| options <= MAX_OPTIONS))
    };
    let starts = all.into_iter().find(is_cheap)?;
    let starts = Request { positions: Positions::Starts, ..starts };
    let Ok(Tabulated { table, ended: None, .. }) = task.with(&starts).tabulate(watch) else {
        return None;
    };
    let table = super::in_integers(table);
    let findings = laws(&table);
    if findings.iter().all(|(_, laws)| laws.is_empty()) {
        return None;
    }
    watch.notice(Notice::Starts(&table));
    Some((table, findings))
}

/// The table some times as large, where one is cheap enough.
fn larger(task: Task<'_>, table: &Table, watch: &dyn Watch) -> Option<Table> {
    let Task { input, game, request } = task;
    if request.positions != Positions::All || !input.parameters.variations.is_empty() {
        return None;
    }
    let memory = input.method.limits.memory.min(MAX_MEMORY);
    let mut input = input.clone();
    input.method.limits = Limits { memory };
    let is_list = table.axes.len() == 1;
    let most = if is_list { MAX_TERMS } else { MAX_CELLS };
    FACTORS[usize::from(!is_list)].iter().find_map(|factor| {
        let bound = |axis: &table::Axis| Some((axis.name.clone(), axis.hi.checked_mul(*factor)?));
        let bounds: Option<Vec<(String, i64)>> = table.axes.iter().map(bound).collect();
        let request = Request { bounds: Bounds::Named(bounds?), ..request.clone() };
        let larger = Task { input: &input, game, request: &request };
        let plan = game.plan(&request, input.method.limits).ok()?;
        let cells: u128 = plan.axes.iter().map(|axis| axis.len() as u128).product();
        let mut ends = plan.axes.iter().zip(&table.axes).map(|(new, old)| new.hi.cmp(&old.hi));
        // a coordinate may have all its values already
        let is_larger = ends.clone().all(Ordering::is_ge) && ends.any(Ordering::is_gt);
        let is_cheap = || larger.options(&plan).is_some_and(|options| options <= MAX_OPTIONS);
        if !is_larger || cells > most || patience::was_ended() || !is_cheap() {
            return None;
        }
        match larger.tabulate(watch) {
            Ok(Tabulated { table, ended: None, .. }) => Some(table),
            _ => None,
        }
    })
}
