//! Grids that are sequences in disguise: functions of one key (`x + y`, `|x - y|`, the minimum,
//! the nim-sum, ...), two sequences joined by `+`, xor or the nim-product, and conditions
//! `y >= t(x)` with a lawful threshold.
//!
//! The grid is reduced to sequences, whose laws the families of sequences find; the law composed
//! of them is then judged on every cell.

use expr::ast::Comparison;
use formula::{Formula, Join, Op};
use hashbrown::HashMap;

use crate::evidence::{Judged, judge_form};
use crate::family::{Search, terms};
use crate::view::Grid;

/// Fewest terms of a sequence taken from a grid.
const LEAST_TERMS: usize = 16;

/// The law of a grid, by the first reduction that succeeds.
pub(crate) fn find(grid: &Grid<'_>, lists: Search) -> Option<Judged> {
    keyed(grid, lists).or_else(|| separable(grid, lists)).or_else(|| threshold(grid, lists))
}

fn keys(axes: usize) -> Vec<Formula> {
    let fold = |by: &str| {
        (1..axes).fold(Formula::Var(0), |sum, i| sum.join(Join::by(by), Formula::Var(i)))
    };
    let mut keys: Vec<Formula> = ["+", "min", "max", "^", "&", "bitor", "gcd"].map(fold).into();
    if axes > 2 {
        keys.push(fold("max") - fold("min"));
        return keys;
    }
    let (x, y) = (Formula::Var(0), Formula::Var(1));
    keys.push(Formula::call("abs", [&x - &y]));
    for k in 1..=3 {
        keys.extend([&x - y.times(k), &y - x.times(k)]);
        if k > 1 {
            keys.extend([&x + y.times(k), &y + x.times(k)]);
        }
    }
    keys.push(fold("*"));
    keys
}

/// `f(key)`.
fn keyed(grid: &Grid<'_>, lists: Search) -> Option<Judged> {
    keys(grid.axes().len()).into_iter().find_map(|key| {
        let mut of_key: HashMap<i64, i64> = HashMap::new();
        for (position, value) in grid.cells() {
            if *of_key.entry(key.eval(&position)?).or_insert(value) != value {
                return None;
            }
        }
        // A key that hardly any two positions share tells nothing about either.
        if 3 * of_key.len() > 2 * grid.positions() {
            return None;
        }
        let (lo, hi) = (*of_key.keys().min()?, *of_key.keys().max()?);
        // Keys that few positions have at the far end may be missing; the rest must be all there.
        let mut values: Vec<i64> = (lo..=hi).map_while(|k| of_key.get(&k).copied()).collect();
        // A key may run far beyond the coordinates, without more of the game being in sight.
        values.truncate(grid.longest());
        judge_form(grid, terms::law(&values, lo, lists)?.with(&[key]), 2 * LEAST_TERMS)
    })
}

/// `f(x) op g(y) op ...`.
fn separable(grid: &Grid<'_>, lists: Search) -> Option<Judged> {
    if grid.axes().len() < 2 {
        return None;
    }
    ["^", "+", "nimprod", "*"].map(Join::by).into_iter().find_map(|op| {
        let is_product = !matches!(op, Join::Sign(Op::Xor | Op::Add));
        let corner = if is_product { nonzero_corner(grid)? } else { least_corner(grid) };
        let middle = grid.value(&corner)?;
        let mut parts: Vec<(i64, Vec<i64>)> = Vec::new();
        for (axis, range) in grid.axes().iter().enumerate() {
            let along = (range.lo..=range.hi).map(|c| {
                let mut position = corner.clone();
                position[axis] = c;
                let value = grid.value(&position)?;
                // The first part keeps what the others have in common.
                if axis == 0 { Some(value) } else { without(op, value, middle) }
            });
            parts.push((range.lo, along.collect::<Option<_>>()?));
        }
        let composes = grid.cells().all(|(position, value)| {
            let values = position.iter().zip(&parts).map(|(&c, (lo, list))| {
                usize::try_from(c - lo).ok().and_then(|i| list.get(i).copied())
            });
            let whole = values.reduce(|a, b| op.value(a?, b?)).flatten();
            whole == Some(value)
        });
        if !composes {
            return None;
        }
        let forms = shifts(op, middle).into_iter();
        let forms = forms.filter_map(|shift| composed(op, &parts, shift, lists));
        judge_form(grid, forms.min_by_key(Formula::bits)?, 2 * LEAST_TERMS)
    })
}

/// What may be moved from the first part to the second without changing the whole.
fn shifts(op: Join, middle: i64) -> Vec<i64> {
    match op {
        Join::Sign(Op::Xor | Op::Add) => {
            let mut all = vec![0, middle, 1];
            all.sort_unstable();
            all.dedup();
            all
        }
        _ => vec![0],
    }
}

fn composed(op: Join, parts: &[(i64, Vec<i64>)], shift: i64, lists: Search) -> Option<Formula> {
    let mut formulas = Vec::with_capacity(parts.len());
    for (axis, (lo, list)) in parts.iter().enumerate() {
        let moved: Vec<i64> = match axis {
            0 if shift != 0 => {
                list.iter().map(|&v| without(op, v, shift)).collect::<Option<_>>()?
            }
            1 if shift != 0 => list.iter().map(|&v| op.value(v, shift)).collect::<Option<_>>()?,
            _ => list.clone(),
        };
        formulas.push(terms::law(&moved, *lo, lists)?.with(&[Formula::Var(axis)]));
    }
    formulas.into_iter().reduce(|whole, part| whole.join(op, part))
}

fn least_corner(grid: &Grid<'_>) -> Vec<i64> {
    grid.axes().iter().map(|axis| axis.lo).collect()
}

/// A cell near the least corner where no factor vanishes.
fn nonzero_corner(grid: &Grid<'_>) -> Option<Vec<i64>> {
    let near = |p: &[i64]| p.iter().zip(grid.axes()).all(|(&c, axis)| c - axis.lo <= 2);
    grid.cells().find(|(position, value)| *value != 0 && near(position)).map(|(p, _)| p)
}

/// What has to be joined to `part` to give `whole`.
fn without(op: Join, whole: i64, part: i64) -> Option<i64> {
    match op {
        Join::Sign(Op::Xor) => Some(whole ^ part),
        Join::Sign(Op::Add) => whole.checked_sub(part),
        Join::Sign(Op::Mul) => (part != 0 && whole % part == 0).then(|| whole / part),
        // Numbers below 2^2^k are a field; a small one is all that is looked for.
        _ if part == 1 => Some(whole),
        _ => (0..256).find(|&q| op.value(q, part) == Some(whole)),
    }
}

/// `y >= t(x)`, or `max >= t(min)` where the order of the coordinates does not matter.
fn threshold(grid: &Grid<'_>, lists: Search) -> Option<Judged> {
    if !grid.is_truth() {
        return None;
    }
    let [first, second] = grid.axes() else { return None };
    let symmetric = grid.is_symmetric();
    let mut thresholds = Vec::new();
    let mut from = first.lo;
    for x in first.lo..=first.hi {
        let lo = if symmetric { x.max(second.lo) } else { second.lo };
        let row: Vec<i64> = (lo..=second.hi).map(|y| grid.value(&[x, y])).collect::<Option<_>>()?;
        let Some(rise) = row.iter().position(|&v| v == 1) else {
            // Nothing may happen in the first row: no move is left there. A later row that never
            // rises inside the box shows no threshold.
            if x == first.lo {
                from = x.checked_add(1)?;
                continue;
            }
            break;
        };
        if row[rise..].contains(&0) {
            return None;
        }
        thresholds.push(lo.checked_add(i64::try_from(rise).ok()?)?);
    }
    let law = terms::law(&thresholds, from, lists)?;
    let (x, y) = (Formula::Var(0), Formula::Var(1));
    let (key, side) = match symmetric {
        true => (x.min(&y), x.max(y)),
        false => (x, y),
    };
    let mut condition = side.cmp(Comparison::Ge, law.with(std::slice::from_ref(&key)));
    if from > first.lo {
        condition = key.cmp(Comparison::Ge, from).op(Op::And, condition);
    }
    judge_form(grid, condition, 2 * LEAST_TERMS)
}
