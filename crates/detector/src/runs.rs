//! Laws of a list of which some terms are missing: those of a run without a gap, tested on the others.

use table::{Axis, Column, Table, Values};

use crate::evidence::LEAST_TERMS;
use crate::further::Further;
use crate::{Finding, Mend, laws_of};

/// Most runs that are searched.
const MAX_RUNS: usize = 3;

/// The law that the longest run with one has, if all terms that it speaks of obey it. None for lists
/// without a missing term and for tables with several coordinates.
pub(crate) fn find(table: &Table, column: &Column, mend: Mend) -> Vec<Finding> {
    let mut varying = table.axes.iter().filter(|axis| axis.len() > 1);
    let (Some(axis), None, Some(present)) = (varying.next(), varying.next(), &table.present) else {
        return Vec::new();
    };
    let mut runs = runs(present);
    runs.retain(|run| run.len() >= LEAST_TERMS && run.len() < present.len());
    runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
    let of_run = |run: std::ops::Range<usize>| {
        let count = run.len();
        let part = part(axis, column, run)?;
        let findings = laws_of(&part, &part.columns[0], mend).into_iter();
        let whole = findings.filter(|finding| finding.against(table) == Further::Holds);
        let confirmed: Vec<Finding> =
            whole.map(|finding| finding.confirmed_on(table, count)).collect();
        (!confirmed.is_empty()).then_some(confirmed)
    };
    runs.into_iter().take(MAX_RUNS).find_map(of_run).unwrap_or_default()
}

/// The maximal ranges of terms that are there.
fn runs(present: &[bool]) -> Vec<std::ops::Range<usize>> {
    let mut begun = 0;
    let of_equal = present.chunk_by(|a, b| a == b).map(|chunk| {
        let run = begun..begun + chunk.len();
        begun = run.end;
        (chunk[0], run)
    });
    of_equal.filter_map(|(is_there, run)| is_there.then_some(run)).collect()
}

/// The terms of a run, with the indices that they have.
fn part(axis: &Axis, column: &Column, run: std::ops::Range<usize>) -> Option<Table> {
    let coordinate = |index: usize| axis.lo.checked_add(i64::try_from(index).ok()?);
    let (lo, hi) = (coordinate(run.start)?, coordinate(run.end - 1)?);
    let values = Values::I64(run.map(|index| column.values.get(index)).collect());
    let columns = vec![Column { name: column.name.clone(), values }];
    Some(Table { axes: vec![Axis::new(&axis.name, lo, hi)], columns, present: None })
}
