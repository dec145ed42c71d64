//! Short lists that repeat, as in grids of two heaps: a grid of 16 by 16 cells has only 16 terms for each
//! heap.
//!
//! `v(n + p) = v(n) + s` from the first term on, or from one of the next two. A list counts as
//! repeating when it holds two and a half periods and the terms that came back say enough bits; not
//! when it could be the beginning of a law of digits or of a slope.

use formula::bits::{arrangement_bits, length};
use formula::{Formula, rewrite};

use crate::family::refuted::may_be_digits;
use crate::sight::longest_shown;

/// Fewest terms looked at.
const LEAST_TERMS: usize = 8;
/// Most first terms that are named beside the law.
const MAX_FIRST: usize = 2;
/// Bits that the terms that came back must say, beyond naming period and saltus.
const LEAST_BITS: u32 = 8;
/// Bits of naming a first term.
const BITS_OF_FIRST: u32 = 3;
/// Most bits that one term counts for.
const MAX_BITS: u64 = 3;

/// The law of the list over `lo, lo + 1, ...`, when it repeats.
pub(crate) fn law(values: &[i64], lo: i64) -> Option<Formula> {
    if values.len() < LEAST_TERMS {
        return None;
    }
    (0..=MAX_FIRST).find_map(|first| {
        let start = lo.checked_add(i64::try_from(first).ok()?)?;
        let body = from_start(&values[first..], start, first)?;
        let named = (lo..start)
            .zip(values)
            .fold(body, |law, (n, &value)| Formula::Var(0).equals(n).choose(value, law));
        Some(named)
    })
}

/// The same for a list that repeats from its first term on; `named` terms stand before it.
fn from_start(values: &[i64], lo: i64, named: usize) -> Option<Formula> {
    let count = values.len();
    let (period, saltus) = (1..=longest_shown(count)).find_map(|p| {
        let saltus = values[p].checked_sub(values[0])?;
        let repeats = (p..count).all(|i| values[i].checked_sub(values[i - p]) == Some(saltus));
        repeats.then_some((p, saltus))
    })?;
    let steps = values.windows(2).map(|w| w[1].wrapping_sub(w[0]));
    let weight = match saltus {
        0 => arrangement_bits(values.iter().copied()),
        _ => arrangement_bits(steps),
    };
    let weight = weight.min(MAX_BITS * count as u64);
    let checks = count - period;
    let needed = LEAST_BITS
        + length(i64::try_from(period).ok()?)
        + length(saltus)
        + BITS_OF_FIRST * u32::try_from(named).unwrap_or(u32::MAX);
    if weight * (checks as u64) < u64::from(needed) * count as u64 {
        return None;
    }
    // The residue of `lo` comes first in the list.
    let p = i64::try_from(period).ok()?;
    let residues: Vec<i64> = (0..p)
        .map(|r| {
            let ahead = (r - lo).rem_euclid(p);
            let at = lo.checked_add(ahead)?;
            let value = values[usize::try_from(ahead).ok()?];
            value.checked_sub(saltus.checked_mul(at.div_euclid(p))?)
        })
        .collect::<Option<_>>()?;
    if may_be_digits(&residues, saltus, count) || rewrite::is_rotation(&residues, saltus) {
        return None;
    }
    Some(rewrite::forms(&residues, saltus).into_iter().next()?.formula)
}
