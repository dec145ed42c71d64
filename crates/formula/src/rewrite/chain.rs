//! Conditions on the remainder, and choices between a few cases of it.

use expr::ast::Comparison;

use super::{modulus, n};
use crate::{Formula, Op};

/// Most cases a person would read.
const MAX_CASES: usize = 4;
/// Most remainders in one case.
const MAX_REMAINDERS: usize = 6;

/// Forms of a function with two values: a condition on `n % p` (as it is for 0 and 1).
pub(super) fn indicators(residues: &[i64]) -> Vec<Formula> {
    let low = residues.iter().copied().min().unwrap_or(0);
    let high = residues.iter().copied().max().unwrap_or(0);
    if low == high || residues.iter().any(|&c| c != low && c != high) {
        return Vec::new();
    }
    let marks: Vec<bool> = residues.iter().map(|&c| c == high).collect();
    let value = |condition: Formula| match (low, high) {
        (0, 1) => condition,
        _ => condition.choose(high, low),
    };
    conditions(&marks).into_iter().map(value).collect()
}

/// Conditions that are true at exactly the marked remainders.
fn conditions(marks: &[bool]) -> Vec<Formula> {
    let p = i64::try_from(marks.len()).unwrap_or(i64::MAX);
    let marked = |wanted: bool| -> Vec<i64> {
        marks.iter().zip(0..p).filter(|&(&m, _)| m == wanted).map(|(_, r)| r).collect()
    };
    let (inside, outside) = (marked(true), marked(false));
    let rest = n() % p;
    let mut all = Vec::new();
    if let [r] = inside[..] {
        all.push(rest.equals(r));
    }
    if let [r] = outside[..] {
        all.push(rest.cmp(Comparison::Ne, r));
    }
    if let Some((lo, hi)) = interval(&inside) {
        all.push(match (lo, hi) {
            (0, hi) => rest.cmp(Comparison::Lt, hi + 1),
            (lo, hi) if hi == p - 1 => rest.cmp(Comparison::Ge, lo),
            (1, hi) => rest.clone().between(0, true, hi),
            (lo, hi) => rest.clone().between(lo, false, hi),
        });
    }
    if let Some((lo, hi)) = interval(&outside)
        && lo > 0
        && hi < p - 1
    {
        all.push(rest.cmp(Comparison::Lt, lo).op(Op::Or, rest.cmp(Comparison::Gt, hi)));
    }
    if (2..=MAX_REMAINDERS).contains(&inside.len()) {
        all.push(rest.one_of(inside));
    } else if (2..=MAX_REMAINDERS).contains(&outside.len()) {
        all.push(!rest.one_of(outside));
    }
    all
}

/// The ends of a list of consecutive numbers.
fn interval(sorted: &[i64]) -> Option<(i64, i64)> {
    let (&lo, &hi) = (sorted.first()?, sorted.last()?);
    (usize::try_from(hi - lo).ok()? + 1 == sorted.len()).then_some((lo, hi))
}

/// `if n % p = a then base + u else if n % p in {b, c} then base + v else base + w`, the most
/// frequent case last.
pub(super) fn chain(base: &Formula, shifts: &[i64]) -> Option<Formula> {
    let p = modulus(shifts);
    let mut groups: Vec<(i64, Vec<i64>)> = Vec::new();
    for (&shift, r) in shifts.iter().zip(0..p) {
        match groups.iter().position(|(s, _)| *s == shift) {
            Some(i) => groups[i].1.push(r),
            None if groups.len() <= MAX_CASES => groups.push((shift, vec![r])),
            None => return None,
        }
    }
    groups.sort_by_key(|(shift, remainders)| (std::cmp::Reverse(remainders.len()), *shift));
    let mut cases = groups.into_iter();
    let (shift, _) = cases.next()?;
    let mut result = base.plus(shift);
    let mut cases: Vec<_> = cases.collect();
    cases.sort_by_key(|(_, remainders)| std::cmp::Reverse(remainders.clone()));
    for (shift, remainders) in cases {
        if remainders.len() > MAX_REMAINDERS {
            return None;
        }
        let condition = match remainders[..] {
            [r] => n().rem(p).equals(r),
            _ => n().rem(p).one_of(remainders),
        };
        result = condition.choose(base.plus(shift), result);
    }
    result.choice().is_some().then_some(result)
}
