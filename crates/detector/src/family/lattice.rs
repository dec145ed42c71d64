//! Recurrences of grids: a cell as a sum over its neighbours, whose coefficients may be linear in the
//! coordinates, exactly or modulo a number that need not be known. Binomial coefficients, Stirling,
//! Delannoy, ballot and Eulerian numbers; outside the box everything is 0.

use arith::integer::gcd;
use arith::modular::{self, PrimeField};
use arith::recurrences::{Lattice, LatticeStep};
use expr::law::LawKind;
use expr::words::{add_term, multiple};
use formula::{Formula, Operation, TabulatedRecurrence};
use message::{Message, message};

use crate::evidence::{Judged, Proposal, judge_grid};
use crate::family::holonomic::{polynomial, unsigned};
use crate::statement::shift;
use crate::view::Grid;

/// Greatest side of a box.
const MAX_SIDE: i64 = 128;
/// Least side.
const LEAST_SIDE: i64 = 6;
/// Equations more than unknowns.
const SLACK: usize = 6;
/// Small primes modulo which values may be reduced.
const SMALL_MODULI: [i64; 6] = [2, 3, 5, 7, 11, 13];
/// The same for values that may all be reduced.
const LARGE_MODULI: [i64; 2] = [1_000_000_007, 998_244_353];
/// Values that are not reduced grow beyond this: small ones have many such laws.
const LEAST_GREATEST: i64 = 1 << 7;
/// Neighbours looked at together, the fewest first.
const NEIGHBOURS: [&[(i64, i64)]; 12] = [
    &[(1, 0), (1, 1)],
    &[(1, 0), (0, 1)],
    &[(0, 1), (1, 1)],
    &[(1, 1), (1, -1)],
    &[(1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(1, 0), (1, 1), (1, 2)],
    &[(1, -1), (1, 0), (1, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)],
    &[(1, 0), (0, 1), (2, 0), (0, 2), (1, 1), (2, 2)],
];

/// The values from the corner on, by their distances from it.
struct Corner<'g, 't> {
    grid: &'g Grid<'t>,
    lo: [i64; 2],
    side: i64,
}

impl Corner<'_, '_> {
    /// The value; 0 outside of the box.
    fn value(&self, i: i64, j: i64) -> Option<i64> {
        match i < 0 || j < 0 {
            true => Some(0),
            false => self.grid.value(&[self.lo[0] + i, self.lo[1] + j]),
        }
    }

    fn cells(&self, side: i64) -> impl Iterator<Item = (i64, i64)> {
        (0..side).flat_map(move |i| (0..side).map(move |j| (i, j))).skip(1)
    }

    /// How far above the diagonal there is something else than 0, if that ends inside the box.
    fn width(&self) -> Option<i64> {
        let widest = self.cells(self.side).filter(|&(i, j)| self.value(i, j) != Some(0));
        let width = widest.map(|(i, j)| j - i).max().unwrap_or(0);
        (width + 2 < self.side).then_some(width.max(0))
    }
}

/// The recurrence of the grid.
pub(crate) fn find(grid: &Grid<'_>) -> Option<Judged> {
    let [first, second] = grid.axes() else { return None };
    let side = (first.hi - first.lo).min(second.hi - second.lo) + 1;
    let is_full = grid.positions() == first.len() * second.len() && first.len() == second.len();
    if !(LEAST_SIDE..=MAX_SIDE).contains(&side) || !is_full || grid.is_part {
        return None;
    }
    let corner = Corner { grid, lo: [first.lo, second.lo], side };
    let greatest = grid.values().max()?;
    let of_prime = |m: &i64| {
        let fits = grid.values().all(|v| (0..*m).contains(&v)) && greatest > m / 16 * 13 - 1;
        let prime = u64::try_from(*m).ok().filter(|_| fits)?;
        law(&corner, side, PrimeField(prime), i128::from(*m))
    };
    if greatest < LEAST_GREATEST {
        return SMALL_MODULI.iter().find_map(of_prime);
    }
    [side, side / 2, 10, 7]
        .into_iter()
        .filter(|&part| part <= side && part >= LEAST_SIDE)
        .find_map(|part| law(&corner, part, PrimeField::LARGE, 0))
        .or_else(|| LARGE_MODULI.iter().find_map(of_prime))
}

/// The recurrence that the cells of the corner of that side obey modulo the prime.
fn law(corner: &Corner<'_, '_>, part: i64, field: PrimeField, modulus: i128) -> Option<Judged> {
    let widths = [None, corner.width()];
    let shapes = [false, true].into_iter().flat_map(|is_linear| {
        NEIGHBOURS.into_iter().map(move |neighbours| (neighbours, is_linear))
    });
    let all = shapes.flat_map(|shape| widths.map(|width| (shape, width)));
    let mut all = all.enumerate().filter(|(k, (_, width))| k % 2 == 0 || width.is_some());
    all.find_map(|(_, ((neighbours, is_linear), width))| {
        let solved = solved(corner, part, neighbours, is_linear, width, field)?;
        let modulus = if modulus > 0 { modulus } else { found_modulus(corner, &solved)? };
        let lattice = Lattice { modulus, ..solved };
        let tabulated = TabulatedRecurrence::new(lattice, corner.side)?;
        let agrees = |(i, j)| tabulated.value(i, j) == corner.value(i, j);
        if !corner.cells(corner.side).all(agrees) {
            return None;
        }
        let fitted = 3 * neighbours.len() + 1;
        let words = words(corner, &tabulated.lattice);
        let index = [0, 1].map(|axis| Formula::Var(axis).plus(-corner.lo[axis]));
        let formula = Formula::Apply(Operation::Lattice(Box::new(tabulated)), index.into());
        let proposal = Proposal::new(LawKind::Recurrence, formula, fitted).said(words);
        judge_grid(corner.grid, proposal)?.exact()
    })
}

/// The coefficients of the neighbours, small integers and not all 0, for all cells of the corner but the
/// first.
fn solved(
    corner: &Corner<'_, '_>,
    part: i64,
    neighbours: &[(i64, i64)],
    is_linear: bool,
    width: Option<i64>,
    field: PrimeField,
) -> Option<Lattice> {
    let residue = |k: i64| field.residue(k);
    let inside = |&(i, j): &(i64, i64)| width.is_none_or(|width| j <= i + width);
    let forward = neighbours.iter().map(|&(_, dj)| (-dj).max(0)).max().unwrap_or(0);
    let cells = corner.cells(part).filter(inside).filter(|&(_, j)| j + forward < corner.side);
    let unknowns = neighbours.len() * if is_linear { 3 } else { 1 } + 1;
    let cells: Vec<(i64, i64)> = cells.collect();
    if cells.len() < unknowns + SLACK {
        return None;
    }
    let equations = cells.into_iter().map(|(i, j)| {
        let mut row = Vec::with_capacity(unknowns);
        for &(di, dj) in neighbours {
            let value = match (di, dj) {
                (0, 0) => 1,
                _ => residue(corner.value(i - di, j - dj).unwrap_or(0)),
            };
            row.push(value);
            if is_linear {
                row.extend([i, j].map(|c| field.times(value, residue(c))));
            }
        }
        row.push(residue(corner.value(i, j).unwrap_or(0)));
        row
    });
    let solution = modular::kernel(equations, field)?;
    let scale = field.inverse(field.0 - solution.last().filter(|&&last| last != 0)?);
    let weight = |&w: &u64| field.small(field.times(w, scale)).map(i128::from);
    let weights: Vec<i128> = solution[..unknowns - 1].iter().map(weight).collect::<Option<_>>()?;
    let weight = |k: usize| match is_linear {
        true => (weights[3 * k], weights[3 * k + 1], weights[3 * k + 2]),
        false => (weights[k], 0, 0),
    };
    let steps =
        neighbours.iter().enumerate().map(|(k, &back)| LatticeStep { back, weight: weight(k) });
    let steps: Vec<LatticeStep> = steps.filter(|step| step.weight != (0, 0, 0)).collect();
    let first = corner.value(0, 0)?.into();
    (!steps.is_empty()).then_some(Lattice {
        modulus: 0,
        steps,
        first,
        width: width.map(i128::from),
    })
}

/// By what the values are reduced: 0, or the greatest common divisor of what the recurrence is off, if
/// that is greater than all of them.
fn found_modulus(corner: &Corner<'_, '_>, lattice: &Lattice) -> Option<i128> {
    let value = |i: i64, j: i64| corner.value(i, j).map(i128::from);
    let forward = lattice.steps.iter().map(|step| (-step.back.1).max(0)).max().unwrap_or(0);
    let mut common = 0u128;
    for (i, j) in corner.cells(corner.side).filter(|&(_, j)| j + forward < corner.side) {
        let off = lattice.sum((i, j), value)? - value(i, j)?;
        common = gcd(common, off.unsigned_abs());
    }
    let common = i128::try_from(common).ok()?;
    let is_modulus = corner.grid.values().all(|v| (0..common).contains(&v.into()));
    (common == 0 || is_modulus && common < 1 << 62).then_some(common)
}

/// `a(i, j) = a(i - 1, j) + j a(i - 1, j - 1), a(0, 0) = 1, 0 outside`.
fn words(corner: &Corner<'_, '_>, lattice: &Lattice) -> Message {
    let (name, names) = (corner.grid.name, corner.grid.names());
    let back = |axis: usize, by: i64| format!("{}{}", names[axis], shift(-i128::from(by)));
    let [lo_i, lo_j] = corner.lo.map(i128::from);
    let mut sum = String::new();
    for step in &lattice.steps {
        let (a, b, c) = step.weight;
        let (is_negative, weights) = unsigned(&[a - b * lo_i - c * lo_j, b, c]);
        let place = match step.back {
            (0, 0) => String::new(),
            (di, dj) => format!("{name}({}, {})", back(0, di), back(1, dj)),
        };
        add_term(&mut sum, is_negative, &coefficient(&weights, &names, &place));
    }
    let value = format!("{name}({}, {}) = {sum}", names[0], names[1]);
    let value = match lattice.modulus {
        0 => value.into(),
        modulus => message!("{value} modulo {modulus}"),
    };
    let [lo_i, lo_j] = corner.lo;
    let first = format!("{name}({lo_i}, {lo_j}) = {}", lattice.first);
    match lattice.width {
        Some(width) => {
            let width = i128::from(lo_j) - i128::from(lo_i) + width;
            let edge = polynomial(&[width, 1], &names[0]);
            message!("{value}, {first}, 0 outside and for {} > {edge}", names[1])
        }
        None => message!("{value}, {first}, 0 outside"),
    }
}

/// A line in the coordinates before what it multiplies.
fn coefficient(weights: &[i128], names: &[String], place: &str) -> String {
    let of = ["", &names[0], &names[1]];
    let terms = weights.iter().filter(|w| **w != 0).count();
    let mut text = String::new();
    for (&w, name) in weights.iter().zip(of).rev().filter(|(w, _)| **w != 0) {
        add_term(&mut text, w < 0, &multiple(w.unsigned_abs(), name));
    }
    match (terms, text.as_str(), place.is_empty()) {
        (_, _, true) => text,
        (1, "1", _) => place.to_owned(),
        (1, ..) => format!("{text} {place}"),
        _ => format!("({text}) {place}"),
    }
}
