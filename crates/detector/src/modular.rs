//! Linear systems with integer solutions, solved modulo a prime: no fractions, no growth.
//!
//! A solution found so is a proposal; its exact test is somebody else's work.

/// The Mersenne prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;
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
