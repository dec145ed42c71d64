//! Grids that are sequences in disguise: functions of one key (`x + y`, `|x - y|`, the minimum,
//! the nim-sum, ...), two sequences joined by `+`, xor or the nim-product, and conditions
//! `y >= t(x)` with a lawful threshold.
//!
//! The grid is reduced to sequences, whose laws the families of sequences find; the law composed
//! of them is then judged on every cell.

use arith::nim_product;
use expr::ast::Comparison;
use expr::law::Kind;
use hashbrown::HashMap;

use crate::evidence::{Judged, judge_grid};
use crate::family::terms;
use crate::formula::{Formula, Function, Op};
use crate::view::Grid;

/// Fewest terms of a sequence taken from a grid.
const LEAST_TERMS: usize = 16;

/// The laws of a grid of two coordinates, the first reduction that succeeds.
pub(crate) fn find(grid: &Grid<'_>) -> Option<Judged> {
    if grid.axes().len() != 2 {
        return None;
    }
    keyed(grid).or_else(|| separable(grid)).or_else(|| threshold(grid))
}

fn keys() -> Vec<Formula> {
    let (x, y) = (Formula::Var(0), Formula::Var(1));
    let with = |op: Op| x.clone().op(op, y.clone());
    vec![
        with(Op::Add),
        Formula::Apply(Function::Abs, Box::new(with(Op::Sub))),
        with(Op::Min),
        with(Op::Max),
        with(Op::Xor),
        with(Op::And),
        with(Op::Gcd),
    ]
}

/// `f(key)`.
fn keyed(grid: &Grid<'_>) -> Option<Judged> {
    keys().into_iter().find_map(|key| {
        let mut of_key: HashMap<i64, i64> = HashMap::new();
        for i in 0..grid.positions() {
            let (position, value) = grid.at(i);
            if *of_key.entry(key.eval(&position)?).or_insert(value) != value {
                return None;
            }
        }
        let (lo, hi) = (*of_key.keys().min()?, *of_key.keys().max()?);
        // Keys that few positions have at the far end may be missing; the rest must be all there.
        let values: Vec<i64> = (lo..=hi).map_while(|k| of_key.get(&k).copied()).collect();
        let formula = terms::law(&values, lo)?;
        judge_grid(grid, Kind::Coordinates, formula.with(&[key]), LEAST_TERMS * 2, None)
    })
}

/// `f(x) op g(y)`.
fn separable(grid: &Grid<'_>) -> Option<Judged> {
    let [first, second] = grid.axes() else { return None };
    let row = |x: i64| (second.lo..=second.hi).map(move |y| grid.value(&[x, y]));
    let column = |y: i64| (first.lo..=first.hi).map(move |x| grid.value(&[x, y]));
    for op in [Op::Xor, Op::Add, Op::NimProduct] {
        let corner = match op {
            // A factor must not vanish where the others are read off.
            Op::NimProduct => (first.lo..=first.hi.min(first.lo + 2)).find_map(|x| {
                let y = (second.lo..=second.hi.min(second.lo + 2))
                    .find(|&y| grid.value(&[x, y]).is_some_and(|v| v != 0))?;
                Some((x, y))
            }),
            _ => Some((first.lo, second.lo)),
        };
        let Some((x0, y0)) = corner else { continue };
        let Some(middle) = grid.value(&[x0, y0]) else { continue };
        let f: Option<Vec<i64>> = column(y0).collect();
        let g: Option<Vec<i64>> = row(x0).map(|v| v.and_then(|v| without(op, v, middle))).collect();
        let (Some(f), Some(g)) = (f, g) else { continue };
        let composes = (0..grid.positions()).all(|i| {
            let (position, value) = grid.at(i);
            let at = |list: &[i64], k: i64, lo: i64| {
                usize::try_from(k - lo).ok().and_then(|i| list.get(i).copied())
            };
            let parts = (at(&f, position[0], first.lo), at(&g, position[1], second.lo));
            matches!(parts, (Some(a), Some(b)) if joined(op, a, b) == Some(value))
        });
        if !composes {
            continue;
        }
        if let (Some(f), Some(g)) = (terms::law(&f, first.lo), terms::law(&g, second.lo)) {
            let formula = f.op(op, g.with(&[Formula::Var(1)]));
            return judge_grid(grid, Kind::Coordinates, formula, 2 * LEAST_TERMS, None);
        }
    }
    None
}

fn joined(op: Op, a: i64, b: i64) -> Option<i64> {
    match op {
        Op::Xor => Some(a ^ b),
        Op::Add => a.checked_add(b),
        _ => i64::try_from(nim_product(u64::try_from(a).ok()?, u64::try_from(b).ok()?)).ok(),
    }
}

/// What has to be joined to `part` to give `whole`.
fn without(op: Op, whole: i64, part: i64) -> Option<i64> {
    match op {
        Op::Xor => Some(whole ^ part),
        Op::Add => whole.checked_sub(part),
        // Numbers below 2^2^k are a field; a small one is all that is looked for.
        _ if part == 1 => Some(whole),
        _ => (0..256).find(|&q| joined(op, q, part) == Some(whole)),
    }
}

/// `y >= t(x)`, or `max >= t(min)` where the order of the coordinates does not matter.
fn threshold(grid: &Grid<'_>) -> Option<Judged> {
    if grid.values().any(|v| !(0..=1).contains(&v)) {
        return None;
    }
    let [first, second] = grid.axes() else { return None };
    let symmetric = grid.is_symmetric();
    let mut thresholds = Vec::new();
    for x in first.lo..=first.hi {
        let lo = if symmetric { x.max(second.lo) } else { second.lo };
        let row: Vec<i64> = (lo..=second.hi).map(|y| grid.value(&[x, y])).collect::<Option<_>>()?;
        // A row that never rises inside the box shows no threshold.
        let Some(from) = row.iter().position(|&v| v == 1) else { break };
        if row[from..].contains(&0) {
            return None;
        }
        thresholds.push(lo + i64::try_from(from).ok()?);
    }
    let law = terms::law(&thresholds, first.lo)?;
    let (x, y) = (Formula::Var(0), Formula::Var(1));
    let (key, side) = match symmetric {
        true => (x.clone().op(Op::Min, y.clone()), x.op(Op::Max, y)),
        false => (x, y),
    };
    let condition = side.cmp(Comparison::Ge, law.with(&[key]));
    judge_grid(grid, Kind::Coordinates, condition, 2 * LEAST_TERMS, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_and_taking_apart_are_inverse() {
        for op in [Op::Xor, Op::Add, Op::NimProduct] {
            for (a, b) in [(3, 5), (0, 7), (12, 1), (200, 9)] {
                let whole = joined(op, a, b).unwrap();
                assert_eq!(without(op, whole, b), Some(a), "{a} {b}");
            }
        }
    }
}
