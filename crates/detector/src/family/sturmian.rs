//! `floor(slope * n + shift)` with a quadratic irrational slope and a fraction as shift, and the
//! words of two letters that are the differences of such a sequence (Sturmian words).
//!
//! The slope is pinned down by the differences over all distances at once:
//! `a(i + k) - a(i)` is `floor(k * slope)` or one more, so `k * slope` lies strictly between the
//! greatest difference minus 1 and the least plus 1. The shift then has an interval of its own, in
//! the field of the slope; the fraction of least denominator inside is tested.

use arith::Quadratic;
use expr::law::LawKind;
use formula::Formula;
use formula::bits::length;
use formula::slope::{self, SlopeInterval, words};

use crate::evidence::{Judged, Proposal, judge};
use crate::view::Sequence;

/// Terms looked at for the slope.
const MAX_TERMS: usize = 4096;
/// By how many bits the slope must be shorter than the terms determine it.
const MARGIN: u32 = 1;
/// The argument may be `n` and up to this.
const MAX_AHEAD: i64 = 2;
/// By how many bits a shift must be shorter than the terms determine it.
const SHIFT_MARGIN: u32 = 5;
/// Greatest denominator of a shift.
const MAX_DENOMINATOR: i64 = 12;

/// The law of the sequence, as a Beatty sequence with a shift or as a Sturmian word.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let end = sequence.fitting().min(MAX_TERMS);
    let values = sequence.terms(0..end);
    let first = sequence.axis.lo;
    if first < 0 || end < 32 {
        return None;
    }
    if let Some((slope, shift, ahead)) = shifted_line(&values, first) {
        let formula = floor(slope, Formula::Var(0).plus(ahead), shift);
        return law(sequence, formula, slope);
    }
    let (low, high) = (*values.iter().min()?, *values.iter().max()?);
    if low == high || values.iter().any(|&v| v != low && v != high) {
        return None;
    }
    // c(n) counts the high letters before n; the letter at n is c(n + 1) - c(n).
    let mut counts = vec![0];
    for &v in &values {
        counts.push(counts.last().copied().unwrap_or(0) + i64::from(v == high));
    }
    let (slope, shift, ahead) = shifted_line(&counts, first)?;
    let count = |k: i64| floor(slope, Formula::Var(0).plus(k), shift);
    let step = count(ahead + 1) - count(ahead);
    let formula = step.times(high.checked_sub(low)?).plus(low);
    law(sequence, formula, slope)
}

/// `floor(slope * n + shift)`.
fn floor(slope: Quadratic, n: Formula, shift: (i64, i64)) -> Formula {
    match shift {
        (p, 1) => n.floor(slope).plus(p),
        _ => n.floor_of_line(slope, shift),
    }
}

/// A line in `n`, or in `n` and a little more.
fn shifted_line(values: &[i64], first: i64) -> Option<(Quadratic, (i64, i64), i64)> {
    let slope = slope(values)?;
    (0..=MAX_AHEAD)
        .filter_map(|ahead| Some((shift(values, first + ahead, slope)?, ahead)))
        .filter(|&((p, q), ahead)| is_determined(p, q, ahead, values.len()))
        .min_by_key(|&((p, q), ahead)| (length(p) + length(q), ahead))
        .map(|(shift, ahead)| (slope, shift, ahead))
}

/// Whether so short a fraction would hardly be met by chance: `n` terms leave the shift an interval
/// of length about `1 / n`.
fn is_determined(p: i64, q: i64, ahead: i64, terms: usize) -> bool {
    let fraction = if p == 0 { 0 } else { 1 + length(p) + length(q) };
    fraction + u32::from(ahead > 0) + SHIFT_MARGIN <= terms.ilog2()
}

fn law(sequence: &Sequence<'_>, formula: Formula, slope: Quadratic) -> Option<Judged> {
    let proposal = Proposal::new(LawKind::Beatty, formula, 2).parameter("slope", words(slope));
    judge(sequence, proposal)?.exact()
}

/// The slope of `floor(slope * n + shift)`, whatever the shift.
fn slope(values: &[i64]) -> Option<Quadratic> {
    let mut steps = Vec::new();
    for k in 1..values.len() {
        let mut least = i64::MAX;
        let mut greatest = i64::MIN;
        // Far distances are few and decide; near ones only have to be balanced.
        let stride = if 2 * k < values.len() { 7 } else { 1 };
        for i in (0..values.len() - k).step_by(stride) {
            let step = values[i + k].checked_sub(values[i])?;
            (least, greatest) = (least.min(step), greatest.max(step));
        }
        if greatest.checked_sub(least)? > 1 {
            return None;
        }
        let k = i64::try_from(k).ok()?;
        steps.push((k, greatest - 1, least + 1));
    }
    SlopeInterval::between(steps.into_iter())?.slope(MARGIN)
}

/// The fraction of least denominator with which the line has these values.
fn shift(values: &[i64], first: i64, slope: Quadratic) -> Option<(i64, i64)> {
    (1..=MAX_DENOMINATOR).find_map(|q| {
        // q * a(n) <= q * slope * n + p < q * a(n) + q; p is whole, so the floor of the line will do.
        let (mut lo, mut hi) = (i64::MIN, i64::MAX);
        for (&a, n) in values.iter().zip(first..) {
            let line = slope::floor(slope, n.checked_mul(q)?, (0, 1))?;
            let least = a.checked_mul(q)?.checked_sub(line)?;
            lo = lo.max(least);
            hi = hi.min(least.checked_add(q - 1)?);
        }
        (lo <= hi).then_some(())?;
        // The number nearest to 0.
        let p = 0i64.clamp(lo, hi);
        Some((p, q))
    })
}
