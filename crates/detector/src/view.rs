//! A column seen as a sequence or as a grid of positions.

use std::hash::{Hash, Hasher};

use formula::Formula;
use rayon::prelude::*;
use table::{Axis, Column, Table, Values};

use crate::statement::Subject;

/// Distances over which gaps are compared.
const MAX_DISTANCE: usize = 64;

/// A column over one full axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence<'t> {
    /// The quantity.
    pub(crate) name: &'t str,
    pub(crate) axis: &'t Axis,
    /// The values as they are stored; more than [`Sequence::len`] in a prefix.
    pub(crate) values: &'t Values,
    /// Number of terms, from the first one on.
    count: usize,
    /// Whether candidates are looked for, not laws: what fits all terms, with too little evidence too.
    pub(crate) is_lenient: bool,
}

impl<'t> Sequence<'t> {
    /// The first column as a sequence.
    pub(crate) fn of(table: &'t Table) -> Option<Self> {
        Self::new(table, &table.columns[0])
    }

    /// The column as a sequence, if only one coordinate varies and there is no hole.
    pub(crate) fn new(table: &'t Table, column: &'t Column) -> Option<Self> {
        let mut varying = table.axes.iter().filter(|a| a.len() > 1);
        let axis = varying.next().or(table.axes.last())?;
        if varying.next().is_some() {
            return None;
        }
        let full = table.present.as_ref().is_none_or(|p| p.iter().all(|&here| here));
        let (values, count) = (&column.values, column.values.len());
        full.then_some(Self { name: &column.name, axis, values, count, is_lenient: false })
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The first `count` terms, or all.
    pub(crate) fn prefix(self, count: usize) -> Self {
        Self { count: self.count.min(count), ..self }
    }

    /// The same terms, of which candidates for a law are asked.
    pub(crate) fn lenient(self) -> Self {
        Self { is_lenient: true, ..self }
    }

    pub(crate) fn get(&self, index: usize) -> i64 {
        self.values.get(index)
    }

    /// Whether the list is like `floor(slope * n)`: a law of the gaps, which may be a fraction's for
    /// long.
    pub(crate) fn is_balanced(&self) -> bool {
        (1..self.count / 2).take(MAX_DISTANCE).all(|k| {
            let term = |i: usize| i128::from(self.get(i));
            let steps = || (k..self.count).map(|i| term(i) - term(i - k));
            steps().max() <= steps().min().map(|least| least + 1)
        })
    }

    /// The terms at these indices.
    pub(crate) fn terms(&self, indices: std::ops::Range<usize>) -> Vec<i64> {
        indices.map(|i| self.get(i)).collect()
    }

    /// By how much the term at an index is greater than the one `distance` places before it.
    pub(crate) fn step(&self, index: usize, distance: usize) -> Option<i64> {
        self.get(index).checked_sub(self.get(index - distance))
    }

    /// Whether the formula gives the term at this index.
    pub(crate) fn obeys(&self, formula: &Formula, index: usize) -> bool {
        formula.eval(&[self.coordinate(index)]) == Some(self.get(index))
    }

    /// The least index from which the formula holds among the first `count` terms.
    pub(crate) fn start_of(&self, formula: &Formula, count: usize) -> usize {
        (0..count).rev().find(|&i| !self.obeys(formula, i)).map_or(0, |i| i + 1)
    }

    /// What a law speaks of that holds from an index on.
    pub(crate) fn subject(&self, start: usize) -> Subject<'_> {
        Subject::list(self.name, &self.axis.name, self.coordinate(start), self.last())
    }

    /// The last coordinate.
    pub(crate) fn last(&self) -> i64 {
        self.coordinate(self.len().max(1) - 1)
    }

    /// The coordinate of an index.
    pub(crate) fn coordinate(&self, index: usize) -> i64 {
        self.axis.lo + i64::try_from(index).unwrap_or(i64::MAX)
    }

    /// Number of terms laws are fitted on; the rest is kept back to test them.
    pub(crate) fn fitting(&self) -> usize {
        self.len() - self.len() / if self.is_lenient { 6 } else { 3 }
    }
}

/// Fewest values of a coordinate.
const LEAST_LINES: usize = 4;

/// A column over the positions of a box.
#[derive(Clone, Debug)]
pub(crate) struct Grid<'t> {
    /// The quantity.
    pub(crate) name: &'t str,
    table: &'t Table,
    column: &'t Column,
    /// Cells that are positions, when not all are.
    cells: Option<Vec<usize>>,
    /// What its cells have in common, when they are not all that the table has.
    condition: Option<Formula>,
    /// A coordinate whose values are cases: each of them is seen, whatever their number.
    cases: Option<usize>,
    /// Whether it is a part of another grid, on which a law is judged in the end.
    pub(crate) is_part: bool,
}

impl<'t> Grid<'t> {
    pub(crate) fn new(table: &'t Table, column: &'t Column) -> Self {
        let present = |p: &Vec<bool>| (0..p.len()).filter(|&i| p[i]).collect();
        let cells = table.present.as_ref().map(present);
        let (name, condition, cases) = (&*column.name, None, None);
        Self { name, table, column, cells, condition, cases, is_part: false }
    }

    /// The first column over all its positions.
    pub(crate) fn of(table: &'t Table) -> Self {
        Self::new(table, &table.columns[0])
    }

    /// The positions where a condition holds, to which alone a law then speaks.
    pub(crate) fn restricted(&self, condition: Formula) -> Self {
        let holds = |i: &usize| condition.is(1, &self.at(*i).0);
        let cells = (0..self.positions()).filter(holds).map(|i| self.cell(i)).collect();
        Self { cells: Some(cells), condition: Some(condition), ..self.clone() }
    }

    /// The same positions, of which a law may name the values of a coordinate one by one.
    pub(crate) fn by_cases(&self, axis: usize) -> Self {
        Self { cases: Some(axis), ..self.clone() }
    }

    /// Whether it is the coordinate whose values are cases.
    pub(crate) fn has_cases_of(&self, key: &Formula) -> bool {
        self.cases.is_some_and(|axis| *key == Formula::Var(axis))
    }

    /// The same grid as a part of another one.
    pub(crate) fn part(self) -> Self {
        Self { is_part: true, ..self }
    }

    /// Number of positions.
    pub(crate) fn positions(&self) -> usize {
        self.cells.as_ref().map_or(self.column.values.len(), Vec::len)
    }

    fn cell(&self, i: usize) -> usize {
        self.cells.as_ref().map_or(i, |cells| cells[i])
    }

    /// What tells it from other grids: its cells and their values, and what a law may make of them;
    /// the names of its coordinates do not matter.
    pub(crate) fn hash(&self, into: &mut impl Hasher) {
        let axes = self.axes().iter().map(|axis| (axis.lo, axis.hi, axis.is_whole));
        (self.name, axes.collect::<Vec<_>>(), &self.cells).hash(into);
        (self.condition.is_some(), self.cases, self.is_part).hash(into);
        self.values().for_each(|value| value.hash(into));
    }

    /// The `i`-th position and its value.
    pub(crate) fn at(&self, i: usize) -> (Vec<i64>, i64) {
        let cell = self.cell(i);
        (self.table.position(cell), self.column.values.get(cell))
    }

    /// All positions with their values, in order.
    pub(crate) fn cells(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Vec<i64>, i64)> + ExactSizeIterator {
        (0..self.positions()).map(|i| self.at(i))
    }

    /// Whether the formula gives the `i`-th value.
    pub(crate) fn obeys(&self, formula: &Formula, i: usize) -> bool {
        let cell = self.cell(i);
        let value = self.column.values.get(cell);
        // This is asked of every cell for every law proposed: a list of its own takes half of the time.
        let mut few = [0; 4];
        match few.get_mut(..self.axes().len()) {
            Some(position) => {
                self.table.position_in(cell, position);
                formula.is(value, position)
            }
            None => formula.is(value, &self.table.position(cell)),
        }
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.positions()).map(|i| self.column.values.get(self.cell(i)))
    }

    /// Whether all values are 0 or 1.
    pub(crate) fn is_truth(&self) -> bool {
        self.values().all(|v| matches!(v, 0 | 1))
    }

    /// The length of the longest axis.
    pub(crate) fn longest(&self) -> usize {
        self.axes().iter().map(Axis::len).max().unwrap_or(0)
    }

    pub(crate) fn value(&self, position: &[i64]) -> Option<i64> {
        Some(self.column.values.get(self.table.cell(position)?))
    }

    pub(crate) fn axes(&self) -> &'t [Axis] {
        &self.table.axes
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.axes().iter().map(|a| a.name.clone()).collect()
    }

    /// What a law speaks of that holds at all positions.
    pub(crate) fn subject(&self) -> Subject<'_> {
        let (variables, condition) = (self.names(), self.condition.as_ref());
        let verified_to = self.axes().iter().map(|a| a.hi).collect();
        Subject { name: self.name, variables, from: None, condition, verified_to }
    }

    /// Whether all values are the same.
    pub(crate) fn is_constant(&self) -> bool {
        let mut values = self.values();
        let first = values.next();
        values.all(|value| Some(value) == first)
    }

    /// Whether some positions of the table that differ in that coordinate alone have different values.
    pub(crate) fn depends_on(&self, axis: usize) -> bool {
        let stride: usize = self.axes()[axis + 1..].iter().map(Axis::len).product();
        let length = self.axes()[axis].len();
        let (cells, value) = (self.column.values.len(), |cell| self.column.values.get(cell));
        let first = |cell: &usize| (cell / stride).is_multiple_of(length);
        (0..cells).filter(first).any(|start| {
            let line = (start..cells).step_by(stride).take(length);
            let mut present = line.filter(|&cell| self.table.is_present(cell));
            let other = present.next().map(value);
            present.any(|cell| Some(value(cell)) != other)
        })
    }

    /// Whether its positions differ in that coordinate.
    pub(crate) fn varies(&self, axis: usize) -> bool {
        let mut all = self.cells().map(|(position, _)| position[axis]);
        let first = all.next();
        all.any(|other| Some(other) != first)
    }

    /// Whether a coordinate takes two or three values only: a few rows are no law of a grid.
    pub(crate) fn is_thin(&self) -> bool {
        self.axes().iter().any(|axis| (2..LEAST_LINES).contains(&axis.len()))
    }

    /// Whether each coordinate is in the first third of its axis.
    pub(crate) fn is_inner(&self, position: &[i64]) -> bool {
        position.iter().zip(self.axes()).all(|(&c, a)| (c - a.lo) * 3 <= a.hi - a.lo)
    }

    /// Whether the table is constant but for the corner of least coordinates.
    pub(crate) fn is_single_corner(&self) -> bool {
        let mut values = self.values();
        let (first, second) = (values.next(), values.next());
        self.positions() >= 64
            && first != second
            && values.all(|v| Some(v) == second)
            && self.at(0).0.iter().zip(self.axes()).all(|(&c, a)| c == a.lo)
    }

    /// Whether exchanging any two neighbouring coordinates never changes the value (axes of equal range), and
    /// each exchange leads from some position to another.
    pub(crate) fn is_symmetric(&self) -> bool {
        let axes = self.axes();
        let same = axes.windows(2).all(|w| (w[0].lo, w[0].hi) == (w[1].lo, w[1].hi));
        let mirrored = |i: usize, k: usize| {
            let (mut position, value) = self.at(i);
            position.swap(k - 1, k);
            let is_other = position[k - 1] != position[k];
            self.value(&position).filter(|_| is_other).map(|mirrored| mirrored == value)
        };
        let positions = || (0..self.positions()).into_par_iter();
        same && axes.len() > 1
            && (1..axes.len()).all(|k| {
                positions().all(|i| mirrored(i, k) != Some(false))
                    && positions().any(|i| mirrored(i, k).is_some())
            })
    }
}

/// Positions beyond the box, spread over many residues, where forms of the same law still agree.
pub(crate) fn far_positions(axes: &[Axis]) -> Vec<Vec<i64>> {
    const POSITIONS: i64 = 256;
    let beyond = |a: &Axis, k: i64| {
        let reach = a.hi.saturating_sub(a.lo).saturating_add(1);
        let spread = (k.saturating_mul(2_654_435_761)).rem_euclid(reach.saturating_mul(3).max(1));
        a.hi.saturating_add(1).saturating_add(spread)
    };
    (1..=POSITIONS)
        .map(|k| axes.iter().zip(1..).map(|(a, i)| beyond(a, k.saturating_mul(i) + i)).collect())
        .collect()
}

/// The least and the greatest of some numbers; 0 where there is none.
pub(crate) fn ends(numbers: impl Iterator<Item = i64>) -> (i64, i64) {
    let ends = numbers.fold(None, |ends: Option<(i64, i64)>, k| {
        Some(ends.map_or((k, k), |(lo, hi)| (lo.min(k), hi.max(k))))
    });
    ends.unwrap_or((0, 0))
}

/// How many numbers there are between two, both counted.
pub(crate) fn width((lo, hi): (i64, i64)) -> i64 {
    hi.saturating_sub(lo).saturating_add(1)
}

/// The list of values over `lo, lo + 1, ...` of a variable; `None` where these have no 64 bits.
pub(crate) fn list(name: &str, variable: &str, lo: i64, values: Vec<i64>) -> Option<Table> {
    let hi = i64::try_from(values.len()).ok()?.checked_sub(1)?.checked_add(lo)?;
    let column = Column { name: name.to_owned(), values: Values::I64(values) };
    Some(Table { axes: vec![Axis::new(variable, lo, hi)], columns: vec![column], present: None })
}
