//! Grids of several regions, each with a law of its own: below, on and above the diagonal, the
//! first rows, the residue classes of a coordinate or of the sum.
//!
//! The regions tried are a fixed list of conditions. A region is stated only when formulas are
//! found for both sides, each supported by the cells of its own side; the whole is then judged on
//! every cell of the grid.

use expr::ast::Comparison::{Le, Lt};
use formula::{Formula, PlaceValues};

use crate::evidence::{Judged, judge_form, supports};
use crate::family::{PartSearch, grid as coordinates, surface, wedges};
use crate::subgrid::Subgrid;
use crate::view::Grid;

/// Fewest cells of a side.
const LEAST_CELLS: usize = 6;
/// Places at which all formulas are compared, a bit for each.
const PLACES: usize = 128;
/// Positions looked at for places on small sides.
const LOOKED_AT: usize = 1024;
/// Formulas compared with all cells of a side.
const MAX_TRIALS: usize = 64;
/// Conditions for which a law of the other side is looked for at any cost.
const MAX_SEARCHES: usize = 4;

/// The law by regions with the shortest formula.
pub(crate) fn find(grid: &Grid<'_>, effort: PartSearch) -> Option<Judged> {
    let conditions = conditions(grid);
    let formulas = Agreements::new(grid, &conditions);
    let mut found: Vec<Formula> = Vec::new();
    let mut half_known: Vec<(Formula, Subgrid, Formula, bool)> = Vec::new();
    for condition in conditions {
        let Some([inside, outside]) = sides(grid, &condition) else { continue };
        let yes = formulas.quick(&inside.grid(), &condition, true);
        let no = formulas.quick(&outside.grid(), &condition, false);
        match (yes, no) {
            (Some(yes), Some(no)) => found.push(condition.choose(yes, no)),
            (Some(yes), None) => half_known.push((condition, outside, yes, true)),
            (None, Some(no)) => half_known.push((condition, inside, no, false)),
            (None, None) => {}
        }
    }
    if found.is_empty() {
        // A first row with a law is common, and tells little about the rest.
        half_known.retain(|(_, rest, _, _)| 4 * rest.grid().positions() <= 3 * grid.positions());
        // The side without a law is the smaller task the fewer cells it has.
        half_known.sort_by_key(|(_, rest, _, _)| rest.grid().positions());
        for (condition, rest, known, is_inside) in half_known.into_iter().take(MAX_SEARCHES) {
            let Some(other) = effort.less().formula_of(&rest.grid()) else { continue };
            let (yes, no) = if is_inside { (known, other) } else { (other, known) };
            found.push(condition.choose(yes, no));
        }
    }
    found.sort_by_key(Formula::bits);
    found.into_iter().find_map(|formula| judge_form(grid, formula, grid.positions() / 3))
}

/// Formulas with the places of a sample where they are right.
struct Agreements {
    places: Vec<Vec<i64>>,
    /// The formulas, the shortest first; bit `i` is set where the formula is right at place `i`.
    formulas: Vec<(Formula, u128)>,
}

impl Agreements {
    fn new(grid: &Grid<'_>, conditions: &[Formula]) -> Self {
        let mut cells = coordinates::sample(grid);
        // Small sides must be met as well.
        let side = |condition: &Formula, p: &[i64]| usize::from(condition.is(1, p));
        let mut met = vec![[0usize; 2]; conditions.len()];
        let mut meet = |place: &[i64], is_needed: &dyn Fn(usize) -> bool| {
            let sides: Vec<usize> = conditions.iter().map(|c| side(c, place)).collect();
            let is_rare = met.iter().zip(&sides).any(|(met, &side)| is_needed(met[side]));
            if is_rare {
                met.iter_mut().zip(sides).for_each(|(met, side)| met[side] += 1);
            }
            is_rare
        };
        for (place, _) in &cells {
            meet(place, &|_| true);
        }
        for i in (0..grid.positions()).rev().step_by(grid.positions().div_ceil(LOOKED_AT)) {
            if cells.len() >= PLACES {
                break;
            }
            let (place, value) = grid.at(i);
            if meet(&place, &|count| count < 2) {
                cells.push((place, value));
            }
        }
        let axes = grid.axes().len();
        let columns: Vec<Vec<i64>> =
            (0..axes).map(|axis| cells.iter().map(|(p, _)| p[axis]).collect()).collect();
        let mut all = PlaceValues::new(columns, cells.len());
        let mut agreement = |formula: &Formula| {
            let right: Vec<bool> = match all.values(formula) {
                Some(values) => values.iter().zip(&cells).map(|(v, (_, t))| v == t).collect(),
                None => cells.iter().map(|(p, t)| formula.is(*t, p)).collect(),
            };
            mask(right.into_iter())
        };
        let pool = coordinates::formulas(grid);
        let formulas = pool.formulas().into_iter().map(|f| (f.clone(), agreement(f))).collect();
        Self { places: cells.into_iter().map(|(p, _)| p).collect(), formulas }
    }

    /// A law of a side that is a constant, one of the formulas, or a list of residues.
    fn quick(&self, side: &Grid<'_>, condition: &Formula, holds: bool) -> Option<Formula> {
        let constant = Formula::Int(side.at(0).1);
        if supports(side, &constant) {
            return Some(constant);
        }
        let places = mask(self.places.iter().map(|p| condition.is(1, p) == holds));
        let fits = |(_, agreement): &&(Formula, u128)| agreement & places == places;
        let single = self.formulas.iter().filter(fits).map(|(formula, _)| formula);
        let single = single.take(MAX_TRIALS).find(|formula| supports(side, formula)).cloned();
        let other = || surface::repeating(side).or_else(|| surface::find(side));
        single.or_else(|| other().map(|j| j.formula))
    }
}

fn mask(bits: impl Iterator<Item = bool>) -> u128 {
    bits.take(PLACES).fold(0, |mask, bit| mask << 1 | u128::from(bit))
}

/// The two sides of a condition, when both have enough cells.
fn sides(grid: &Grid<'_>, condition: &Formula) -> Option<[Subgrid; 2]> {
    let (inside, outside): (Vec<_>, Vec<_>) = grid.cells().partition(|(p, _)| condition.is(1, p));
    if inside.len().min(outside.len()) < LEAST_CELLS {
        return None;
    }
    let part = |cells: Vec<_>| Subgrid::new(grid.name, &grid.names(), cells.into_iter());
    Some([part(inside)?, part(outside)?])
}

/// The conditions tried.
fn conditions(grid: &Grid<'_>) -> Vec<Formula> {
    let axes = grid.axes();
    let var = Formula::Var;
    let mut all = Vec::new();
    let below = |e: &Formula, lo: i64| -> Vec<Formula> {
        (1..=4).filter_map(|c| lo.checked_add(c)).map(|end| e.cmp(Lt, end)).collect()
    };
    let divides = |e: &Formula, m: i64| (e % m).equals(0);
    for (i, axis) in axes.iter().enumerate() {
        all.extend(below(&var(i), axis.lo));
        all.extend([2, 3].map(|m| divides(&var(i), m)));
    }
    for (x, y) in (1..axes.len()).flat_map(|j| (0..j).map(move |i| (var(i), var(j)))) {
        all.extend((-2..=2).flat_map(|c| [y.equals(x.plus(c)), y.cmp(Lt, x.plus(c))]));
        all.push(y.cmp(Le, x.plus(2)));
        all.extend((2..=3).flat_map(|k| [x.cmp(Lt, y.times(k)), y.cmp(Lt, x.times(k))]));
    }
    if let [first, second] = axes {
        let (x, y) = (var(0), var(1));
        let (least, most) = (x.min(&y), x.max(&y));
        all.extend(below(&least, first.lo.min(second.lo)));
        all.extend(below(&most, first.lo.max(second.lo)));
        all.extend(below(&Formula::call("abs", [&x - &y]), 0));
        all.extend([x + y, least, most].map(|e| divides(&e, 2)));
    }
    if axes.len() > 2 {
        all.extend((0..axes.len()).map(var).reduce(|sum, x| sum + x).map(|sum| divides(&sum, 2)));
    }
    all.extend(wedges::lines(grid));
    all.sort_by_key(Formula::bits);
    all.dedup();
    all
}
