//! Lists that are triangles read by rows, or grids read by antidiagonals, as the OEIS prints them.
//!
//! The term at `i (i + 1) / 2 + j`, `0 <= j <= i`, stands in row `i` at place `j`; by antidiagonals of
//! a grid it is the cell `(i - j, j)`. Rows and places are counted from 0 or from 1.

use formula::{Formula, ListReading, Operation};
use hashbrown::HashSet;
use message::message;

use crate::evidence::{Judged, Proposal, judge};
use crate::family::Search;
use crate::grids;
use crate::subgrid::Subgrid;
use crate::view::{Grid, Sequence};

/// Fewest terms, eleven rows, and most terms looked at.
const LEAST_TERMS: usize = 66;
const MAX_TERMS: usize = 512;
/// A side with at most this many different values may be plain by chance.
const FEW_VALUES: usize = 8;

/// The law of the list in the row and the place, the shortest of all readings.
pub(crate) fn find(sequence: &Sequence<'_>, search: Search) -> Option<Judged> {
    if !(LEAST_TERMS..=MAX_TERMS).contains(&sequence.len()) || !has_plain_side(sequence) {
        return None;
    }
    let readings = [0, 1]
        .into_iter()
        .flat_map(|first| [false, true].map(|is_diagonal| ListReading { is_diagonal, first }));
    readings.flat_map(|reading| read(sequence, reading, search)).min_by_key(Judged::size)
}

/// Whether the first or the last entries of the rows are an arithmetic or a geometric progression, and
/// both where there are few different values: a cheap sign of a triangle.
fn has_plain_side(sequence: &Sequence<'_>) -> bool {
    let first = (0..).map(|i| i * (i + 1) / 2);
    let last = (0..).map(|i| i * (i + 3) / 2);
    let is_plain = |places: &mut dyn Iterator<Item = usize>| {
        let inside = places.take_while(|&k| k < sequence.len());
        let side: Vec<i128> = inside.map(|k| sequence.get(k).into()).collect();
        // The first entry stands for no row yet.
        side[1..].windows(3).all(|w| w[2] - w[1] == w[1] - w[0])
            || side[1..].windows(3).all(|w| w[0] * w[2] == w[1] * w[1])
    };
    let values: HashSet<i64> = sequence.terms(0..sequence.len()).into_iter().collect();
    let (first, last) = (is_plain(&mut { first }), is_plain(&mut { last }));
    first && last || values.len() > FEW_VALUES && (first || last)
}

fn read(sequence: &Sequence<'_>, reading: ListReading, search: Search) -> Vec<Judged> {
    let ListReading { is_diagonal, first } = reading;
    let rows = (0i64..).flat_map(|i| (0..=i).map(move |j| (i, j)));
    let at = |i: i64, j: i64| vec![first + if is_diagonal { i - j } else { i }, first + j];
    let cells: Vec<(Vec<i64>, i64)> =
        (0..sequence.len()).zip(rows).map(|(k, (i, j))| (at(i, j), sequence.get(k))).collect();
    // Recurrences need a whole box: what a triangle leaves out is 0, of a grid a square is whole.
    let side = cells.iter().map(|(p, _)| p[0]).max().unwrap_or(0);
    let whole: Vec<(Vec<i64>, i64)> = match is_diagonal {
        true => {
            let is_inner = |(p, _): &&(Vec<i64>, i64)| p.iter().all(|c| 2 * c < side + first);
            cells.iter().filter(is_inner).cloned().collect()
        }
        false => {
            let above = (first..=side).flat_map(|i| (i + 1..=side).map(move |j| (vec![i, j], 0)));
            // The last row may be cut off.
            let all = cells.iter().cloned().chain(above);
            all.filter(|(p, _)| p.iter().all(|&c| c < side)).collect()
        }
    };
    [cells, whole].into_iter().filter_map(|cells| law(sequence, reading, cells, search)).collect()
}

/// The law of the cells, as one of the list.
fn law(
    sequence: &Sequence<'_>,
    reading: ListReading,
    cells: Vec<(Vec<i64>, i64)>,
    search: Search,
) -> Option<Judged> {
    let names = ["i", "j"].map(str::to_owned);
    let cells = Subgrid::new(sequence.name, &names, cells.into_iter())?;
    let laws = grids::laws(&Grid::of(&cells.table), 0, search);
    let law = laws.into_iter().min_by_key(Judged::size)?.exact()?;
    let stated = &law.finding.law;
    let index = Formula::Var(0).plus(sequence.axis.lo.checked_neg()?);
    let (first, said) = (reading.first, &stated.words);
    let words = match reading.is_diagonal {
        true => message!("read by antidiagonals, i and j from {first}: {said}"),
        false => message!("read as a triangle by rows, i and j from {first}: {said}"),
    };
    let fitted = law.finding.evidence.fitted.min(sequence.fitting());
    let formula = index.under(Operation::Triangle(reading, Box::new(law.formula)));
    judge(sequence, Proposal::new(stated.kind, formula, fitted).said(words))?.exact()
}
