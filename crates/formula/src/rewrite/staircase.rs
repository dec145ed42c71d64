//! Staircases: values that climb (or fall) in equal steps once around the period.

use super::{modulus, n};
use crate::Formula;

/// `b + k * ((n + a) % p // d)`, with a longer first or last step as a clamp.
pub(super) fn staircases(residues: &[i64]) -> Vec<Formula> {
    let up = staircase(residues, 1);
    let down: Option<Vec<i64>> = residues.iter().map(|c| c.checked_neg()).collect();
    up.into_iter().chain(down.and_then(|c| staircase(&c, -1))).collect()
}

/// The staircase climbed by `residues`; the true values are `sign` times as much.
fn staircase(residues: &[i64], sign: i64) -> Option<Formula> {
    let p = residues.len();
    let falls = |&r: &usize| residues[r] < residues[(r + p - 1) % p];
    let mut bottoms = (0..p).filter(falls);
    let bottom = bottoms.next()?;
    if bottoms.next().is_some() {
        return None;
    }
    let around: Vec<i64> = (0..p).map(|i| residues[(bottom + i) % p]).collect();
    let steps: Vec<&[i64]> = around.chunk_by(|a, b| a == b).collect();
    let height = steps.get(1)?[0].checked_sub(steps[0][0])?;
    if !steps.windows(2).all(|w| w[1][0].checked_sub(w[0][0]) == Some(height)) {
        return None;
    }
    let (first, last) = (steps[0].len(), steps[steps.len() - 1].len());
    let middle = &steps[1..steps.len() - 1];
    let width = match middle.first() {
        Some(step) => step.len(),
        // Two steps: the wider one sets the width, unless the last is the wider.
        None => first,
    };
    if !middle.iter().all(|s| s.len() == width) {
        return None;
    }
    let int = |k: usize| i64::try_from(k).ok();
    // Position along the climb; a short first step is a late start of a full one.
    let bottom = int(bottom)?;
    let forward = modulus(residues) - bottom;
    let turn = match bottom {
        0 => 0,
        b if b < forward => -b,
        _ => forward,
    };
    let along = n().plus(turn).rem(modulus(residues));
    let climbed = along.plus(int(width)? - int(first)?).div(int(width)?);
    let floor = if first > width { Formula::Int(0).max(climbed) } else { climbed };
    let capped = if last > width { floor.min(int(steps.len())? - 1) } else { floor };
    let base = steps[0][0].checked_mul(sign)?;
    let rise = height.checked_mul(sign)?;
    Some(if rise < 0 && base != 0 {
        Formula::Int(base) - capped.times(-rise)
    } else {
        capped.times(rise).plus(base)
    })
}
