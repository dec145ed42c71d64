//! Linear forms modulo a number, grids of two coordinates that repeat in both directions, and
//! polynomials in both.

use arith::modular::{Combination, combination};
use expr::law::LawKind;
use formula::{Formula, rewrite};

use crate::evidence::{Judged, Proposal, judge_grid};
use crate::sight::halves;
use crate::view::Grid;

/// Longest period in either direction.
const MAX_LENGTH: i64 = 16;
/// Longest list of residues that is written out.
const MAX_RESIDUES: i64 = 64;
/// Side of the block of cells that a polynomial is read from, and by how many of them it must be
/// overdetermined.
const BLOCK: i64 = 7;
const SLACK: usize = 20;
/// What the values are multiplied by to have whole coefficients.
const DENOMINATORS: [i64; 5] = [1, 2, 3, 4, 6];

/// The doubly periodic or polynomial law of the grid.
pub(crate) fn find(grid: &Grid<'_>) -> Option<Judged> {
    let two = grid.axes().len() == 2;
    if two { periodic(grid).or_else(|| polynomial(grid)) } else { None }
}

/// The linear form modulo a number, or the doubly periodic law.
pub(crate) fn repeating(grid: &Grid<'_>) -> Option<Judged> {
    linear(grid).or_else(|| if grid.axes().len() == 2 { periodic(grid) } else { None })
}

/// `(a * x + b * y + ... + c) % m`.
pub(crate) fn linear(grid: &Grid<'_>) -> Option<Judged> {
    let m = grid.values().max()?.checked_add(1)?;
    let longest = grid.axes().iter().map(|axis| axis.hi - axis.lo + 1).max()?;
    if !(2..=MAX_LENGTH.min(2 * longest / halves(grid))).contains(&m)
        || grid.values().any(|v| v < 0)
    {
        return None;
    }
    // What a step along each coordinate adds, read off one cell that has all its neighbours.
    let axes = grid.axes().len();
    let step = |position: &[i64], axis: usize, value: i64| {
        let mut next = position.to_vec();
        next[axis] = next[axis].checked_add(1)?;
        Some((grid.value(&next)? - value).rem_euclid(m))
    };
    let (position, value, steps) = (0..grid.positions()).find_map(|i| {
        let (position, value) = grid.at(i);
        let steps: Option<Vec<i64>> = (0..axes).map(|axis| step(&position, axis, value)).collect();
        Some((position, value, steps?))
    })?;
    let reached = position
        .iter()
        .zip(&steps)
        .try_fold(0i64, |sum, (&x, &a)| sum.checked_add(a.checked_mul(x)?))?;
    let sum = Formula::sum(steps.iter().enumerate().map(|(i, &a)| (a, Formula::Var(i))))?;
    let formula = sum.plus(value.checked_sub(reached)?.rem_euclid(m)).rem(m);
    judge_grid(grid, Proposal::new(LawKind::Residue, formula, axes + 1))
}

/// The list of the values by `x % p` and `y % q`, or by `x % p` and `(y - s * (x // p)) % q` where
/// `p` rows on the same values stand `s` places further.
fn periodic(grid: &Grid<'_>) -> Option<Judged> {
    let most = |axis: usize| {
        let length = i64::try_from(grid.axes()[axis].len()).unwrap_or(i64::MAX);
        1..=MAX_LENGTH.min(length.saturating_mul(2) / 5)
    };
    let is_period = |dx: i64, dy: i64| {
        grid.cells().all(|(mut position, value)| {
            position[0] += dx;
            position[1] += dy;
            grid.value(&position).is_none_or(|v| v == value)
        })
    };
    let q = most(1).find(|&q| is_period(0, q))?;
    let (p, s) = most(0).find_map(|p| (0..q).find(|&s| is_period(p, s)).map(|s| (p, s)))?;
    if p * q == 1 || p * q > MAX_RESIDUES {
        return None;
    }
    let (x, y) = (Formula::Var(0), Formula::Var(1));
    // The shorter way round.
    let further = &x / p;
    let along = match 2 * s > q {
        true => y + further.times(q - s),
        false if s == 0 => y,
        false => y - further.times(s),
    };
    let index = match (p, q) {
        (1, _) => &along % q,
        (_, 1) => &x % p,
        _ => (&x % p).times(q) + &along % q,
    };
    let mut residues: Vec<Option<i64>> = vec![None; usize::try_from(p * q).ok()?];
    for (position, value) in grid.cells() {
        let slot = &mut residues[usize::try_from(index.eval(&position)?).ok()?];
        if slot.is_some_and(|v| v != value) {
            return None;
        }
        *slot = Some(value);
    }
    let residues: Vec<i64> = residues.into_iter().collect::<Option<_>>()?;
    let fitted = residues.len();
    let rows: Vec<&[i64]> = residues.chunks(usize::try_from(q).ok()?).collect();
    let formula = match odd_row(&rows) {
        Some((r, row)) if q > 1 => {
            let of_row = |row: &[i64]| {
                Some(rewrite::forms(row, 0).first()?.formula.with(std::slice::from_ref(&along)))
            };
            (&x % p).equals(i64::try_from(r).ok()?).choose(of_row(rows[r])?, of_row(row)?)
        }
        _ => index.in_list(residues),
    };
    judge_grid(grid, Proposal::new(LawKind::Periodic, formula, fitted))
}

/// The one row of three or more that is unlike all others, and one of these.
fn odd_row<'r>(rows: &[&'r [i64]]) -> Option<(usize, &'r [i64])> {
    let [first, second, third, ..] = rows else { return None };
    let usual = if first == second { first } else { third };
    let mut odd = rows.iter().enumerate().filter(|(_, row)| *row != usual);
    let (r, _) = odd.next()?;
    odd.next().is_none().then_some((r, *usual))
}

/// A polynomial of total degree at most 3, over a small denominator.
fn polynomial(grid: &Grid<'_>) -> Option<Judged> {
    (1..=3u32).find_map(|degree| {
        let exponents: Vec<(u32, u32)> =
            (0..=degree).flat_map(|k| (0..=k).map(move |i| (k - i, i))).collect();
        // A block of cells decides; all are compared in the end.
        let [first, second] = grid.axes() else { return None };
        let sample: Vec<(Vec<i64>, i64)> = (0..BLOCK * BLOCK)
            .filter_map(|k| {
                let position = vec![first.lo + k / BLOCK, second.lo + k % BLOCK];
                Some((position.clone(), grid.value(&position)?))
            })
            .collect();
        let monomial = |position: &[i64], (i, j): (u32, u32)| {
            position[0].checked_pow(i)?.checked_mul(position[1].checked_pow(j)?)
        };
        let lists: Vec<Vec<i64>> = exponents
            .iter()
            .map(|&e| sample.iter().map(|(p, _)| monomial(p, e)).collect::<Option<_>>())
            .collect::<Option<_>>()?;
        DENOMINATORS.into_iter().find_map(|d| {
            let target: Vec<i64> =
                sample.iter().map(|(_, v)| v.checked_mul(d)).collect::<Option<_>>()?;
            let Combination::Of(weights) = combination(&target, &lists, SLACK) else {
                return None;
            };
            let body = sum(&weights, &exponents)?;
            judge_grid(grid, Proposal::new(LawKind::Closed, body.div(d), exponents.len()))
        })
    })
}

fn sum(weights: &[i64], exponents: &[(u32, u32)]) -> Option<Formula> {
    let power = |variable: usize, k: u32| match k {
        0 => Formula::Int(1),
        1 => Formula::Var(variable),
        k => Formula::Var(variable).pow(i64::from(k)),
    };
    // The constant has the lowest exponents, and stands last.
    let ((&constant, weights), (_, exponents)) = (weights.split_first()?, exponents.split_first()?);
    let terms = weights.iter().zip(exponents).rev();
    let total = Formula::sum(terms.map(|(&c, &(i, j))| (c, power(0, i) * power(1, j))))?;
    Some(total.plus(constant))
}
