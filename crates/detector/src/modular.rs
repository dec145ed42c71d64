//! Linear systems with integer solutions, solved modulo a prime: no fractions, no growth.
//!
//! A solution found so is a proposal; its exact test is somebody else's work.

use arith::integer::gcd;

/// The Mersenne prime 2^61 - 1.
pub(crate) const PRIME: u64 = (1 << 61) - 1;
/// Greatest absolute value of a coefficient that is believed.
const LARGEST: u64 = 1 << 20;

/// `a` modulo the prime.
pub(crate) fn residue(a: impl Into<i128>) -> u64 {
    let a = a.into();
    let r = u64::try_from(a.unsigned_abs() % u128::from(PRIME)).unwrap_or(0);
    if a < 0 && r != 0 { PRIME - r } else { r }
}

/// The small integer with that residue.
pub(crate) fn small(r: u64) -> Option<i64> {
    if r <= LARGEST {
        i64::try_from(r).ok()
    } else if PRIME - r <= LARGEST {
        i64::try_from(PRIME - r).ok().map(|k| -k)
    } else {
        None
    }
}

/// `a * b` modulo the prime.
pub(crate) fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    // 2^61 = 1 (mod 2^61 - 1)
    let folded = (product & u128::from(PRIME)) + (product >> 61);
    let folded = u64::try_from(folded).unwrap_or(0);
    if folded >= PRIME { folded - PRIME } else { folded }
}

/// `a - b` modulo the prime.
pub(crate) fn minus(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

/// The inverse of `a`, which is not 0.
pub(crate) fn inverse(a: u64) -> u64 {
    // a^(p - 2), Fermat
    let (mut power, mut result, mut exponent) = (a, 1, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent >>= 1;
    }
    result
}

/// `a` modulo any prime below 2^62.
pub(crate) fn residue_of(a: i128, prime: u64) -> u64 {
    u64::try_from(a.rem_euclid(prime.into())).unwrap_or(0)
}

/// `a * b` modulo any prime.
pub(crate) fn times_of(a: u64, b: u64, prime: u64) -> u64 {
    if prime == PRIME {
        return times(a, b);
    }
    u64::try_from(u128::from(a) * u128::from(b) % u128::from(prime)).unwrap_or(0)
}

/// The inverse of `a`, which is not 0, modulo any prime.
pub(crate) fn inverse_of(a: u64, prime: u64) -> u64 {
    let inverse = arith::recurrences::inverse(a.into(), prime.into());
    inverse.and_then(|k| u64::try_from(k).ok()).unwrap_or(0)
}

/// `a - b * c` modulo any prime.
fn less(a: u64, b: u64, c: u64, prime: u64) -> u64 {
    let product = times_of(b, c, prime);
    if a >= product { a - product } else { a + prime - product }
}

/// The list of numbers, unique up to a factor, that is orthogonal to all rows modulo the prime;
/// `None` if there is none, or more than one.
pub(crate) fn kernel(rows: impl Iterator<Item = Vec<u64>>, prime: u64) -> Option<Vec<u64>> {
    let mut echelon: Vec<(usize, Vec<u64>)> = Vec::new();
    let mut unknowns = 0;
    for mut row in rows {
        unknowns = row.len();
        for (lead, known) in &echelon {
            let factor = row[*lead];
            if factor != 0 {
                row.iter_mut().zip(known).for_each(|(a, &b)| *a = less(*a, factor, b, prime));
            }
        }
        let Some(lead) = row.iter().position(|&c| c != 0) else { continue };
        if echelon.len() + 1 == unknowns {
            return None;
        }
        let scale = inverse_of(row[lead], prime);
        row.iter_mut().for_each(|c| *c = times_of(*c, scale, prime));
        for (_, known) in &mut echelon {
            let factor = known[lead];
            if factor != 0 {
                known.iter_mut().zip(&row).for_each(|(a, &b)| *a = less(*a, factor, b, prime));
            }
        }
        echelon.push((lead, row));
    }
    if echelon.len() + 1 != unknowns {
        return None;
    }
    let free = (0..unknowns).find(|k| echelon.iter().all(|(lead, _)| lead != k))?;
    let mut solution = vec![0; unknowns];
    solution[free] = 1;
    for (lead, row) in echelon {
        solution[lead] = less(0, row[free], 1, prime);
    }
    Some(solution)
}

/// The small integer with that residue modulo any prime.
pub(crate) fn small_of(r: u64, prime: u64) -> Option<i128> {
    let most = LARGEST.min(prime / 2);
    match (r <= most, prime - r <= most) {
        (true, _) => Some(r.into()),
        (_, true) => Some(-i128::from(prime - r)),
        _ => None,
    }
}

/// Small integers in the ratios of these residues.
pub(crate) fn integers(residues: &[u64], prime: u64) -> Option<Vec<i128>> {
    let scale = inverse_of(*residues.iter().find(|r| **r != 0)?, prime);
    let ratios: Vec<(i128, i128)> = residues
        .iter()
        .map(|&r| fraction(times_of(r, scale, prime), prime))
        .collect::<Option<_>>()?;
    let mut common = 1i128;
    for &(_, denominator) in &ratios {
        let shared = gcd(common.unsigned_abs(), denominator.unsigned_abs());
        common = common.checked_mul(denominator)? / i128::try_from(shared).ok()?;
        if common > i128::from(LARGEST) {
            return None;
        }
    }
    let numbers = ratios.into_iter().map(|(p, q)| common / q * p);
    numbers.map(|k| (k.unsigned_abs() <= LARGEST.into()).then_some(k)).collect()
}

/// The fraction of small numbers with that residue (Wang 1981).
fn fraction(r: u64, prime: u64) -> Option<(i128, i128)> {
    let most = i128::from((prime / 2).isqrt().min(LARGEST));
    let (mut last, mut next) = (i128::from(prime), i128::from(r));
    let (mut before, mut now) = (0i128, 1i128);
    while next > most {
        let quotient = last / next;
        (last, next) = (next, last - quotient * next);
        (before, now) = (now, before - quotient * now);
    }
    let is_small = now != 0 && now.abs() <= most;
    is_small.then(|| if now < 0 { (-next, -now) } else { (next, now) })
}

/// How a list stands to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Combination {
    /// It is this combination of them, and of no other kind.
    Of(Vec<i64>),
    /// It is none.
    Independent,
    /// The lists are too short to tell, or the coefficients are no small integers.
    Unclear,
}

/// `target` as a combination of `lists` on the first entries, as many as all of them have.
///
/// `slack` entries more than unknowns are asked for.
pub(crate) fn combination(target: &[i64], lists: &[Vec<i64>], slack: usize) -> Combination {
    let unknowns = lists.len();
    let known = lists.iter().map(Vec::len).fold(target.len(), usize::min);
    if known < unknowns + slack {
        return Combination::Unclear;
    }
    // Row echelon form, one equation after another; the target is the last column.
    let mut rows: Vec<Vec<u64>> = Vec::with_capacity(unknowns);
    let mut leads: Vec<usize> = Vec::with_capacity(unknowns);
    for (i, &value) in target.iter().enumerate().take(known) {
        let mut row: Vec<u64> = lists.iter().map(|list| residue(list[i])).collect();
        row.push(residue(value));
        for (known, &lead) in rows.iter().zip(&leads) {
            let factor = row[lead];
            if factor != 0 {
                for (slot, &k) in row.iter_mut().zip(known) {
                    *slot = minus(*slot, times(factor, k));
                }
            }
        }
        let Some(lead) = row.iter().position(|&c| c != 0) else { continue };
        if lead == unknowns {
            return Combination::Independent;
        }
        let scale = inverse(row[lead]);
        row.iter_mut().for_each(|c| *c = times(*c, scale));
        for known in &mut rows {
            let factor = known[lead];
            if factor != 0 {
                for (slot, &k) in known.iter_mut().zip(&row) {
                    *slot = minus(*slot, times(factor, k));
                }
            }
        }
        rows.push(row);
        leads.push(lead);
    }
    if rows.len() < unknowns {
        return Combination::Unclear;
    }
    let mut solution = vec![0; unknowns];
    for (row, &lead) in rows.iter().zip(&leads) {
        match small(row[unknowns]) {
            Some(value) => solution[lead] = value,
            None => return Combination::Unclear,
        }
    }
    Combination::Of(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn combinations_come_back(
            lists in prop::collection::vec(prop::collection::vec(-1000i64..1000, 20), 1..5),
            weights in prop::collection::vec(-9i64..9, 5),
        ) {
            let target: Vec<i64> = (0..20)
                .map(|i| lists.iter().zip(&weights).map(|(l, w)| l[i] * w).sum())
                .collect();
            match combination(&target, &lists, 8) {
                Combination::Of(found) => {
                    for i in 0..20 {
                        let sum: i64 = lists.iter().zip(&found).map(|(l, w)| l[i] * w).sum();
                        prop_assert_eq!(sum, target[i]);
                    }
                }
                // Dependent lists have no one answer.
                Combination::Unclear => {}
                Combination::Independent => prop_assert!(false, "it is a combination"),
            }
            let mut off = target;
            off[19] += 1;
            prop_assert_ne!(combination(&off, &lists, 8), Combination::Of(weights[..lists.len()].to_vec()));
        }

        #[test]
        fn inverses(a in 1u64..PRIME) {
            prop_assert_eq!(times(a, inverse(a)), 1);
        }
    }
}
