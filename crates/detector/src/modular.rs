//! Linear systems with integer solutions, solved modulo a prime: no fractions, no growth.
//!
//! Such a solution is a proposal; the caller tests it exactly.

use arith::integer::gcd;
use num_bigint::BigInt;

/// Greatest absolute value of a coefficient that is believed.
const MAX_COEFFICIENT: u64 = 1 << 20;

/// The integers modulo a prime below 2^62.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PrimeField(pub(crate) u64);

impl PrimeField {
    /// Modulo the Mersenne prime 2^61 - 1.
    pub(crate) const LARGE: Self = Self((1 << 61) - 1);

    /// `a` modulo the prime.
    pub(crate) fn residue(self, a: impl Into<i128>) -> u64 {
        u64::try_from(a.into().rem_euclid(self.0.into())).unwrap_or(0)
    }

    /// An integer of any size modulo the prime.
    pub(crate) fn residue_of(self, a: &BigInt) -> u64 {
        let rest = i128::try_from(a % self.0).unwrap_or(0);
        self.residue(rest)
    }

    /// `a * b`.
    #[inline]
    pub(crate) fn times(self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        if self != Self::LARGE {
            return u64::try_from(product % u128::from(self.0)).unwrap_or(0);
        }
        // 2^61 = 1 (mod 2^61 - 1)
        let folded = (product & u128::from(self.0)) + (product >> 61);
        let folded = u64::try_from(folded).unwrap_or(0);
        if folded >= self.0 { folded - self.0 } else { folded }
    }

    /// `a - b`.
    #[inline]
    pub(crate) fn minus(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.0 - b }
    }

    /// The inverse of `a`, which is not 0.
    pub(crate) fn inverse(self, a: u64) -> u64 {
        let inverse = arith::recurrences::inverse(a.into(), self.0.into());
        inverse.and_then(|k| u64::try_from(k).ok()).unwrap_or(0)
    }

    /// The small integer with that residue.
    pub(crate) fn small(self, r: u64) -> Option<i64> {
        let most = MAX_COEFFICIENT.min(self.0 / 2);
        match (r <= most, self.0 - r <= most) {
            (true, _) => i64::try_from(r).ok(),
            (_, true) => i64::try_from(self.0 - r).ok().map(|k| -k),
            _ => None,
        }
    }
}

/// Rows in reduced echelon form.
struct Echelon {
    field: PrimeField,
    /// Each row with the place of its leading 1, at which all others are 0.
    rows: Vec<(usize, Vec<u64>)>,
}

impl Echelon {
    /// Takes all rows known away from this one, and gives the place of the first entry left, if any.
    fn reduce(&self, row: &mut [u64]) -> Option<usize> {
        for (lead, known) in &self.rows {
            take_away(self.field, row, known, *lead);
        }
        row.iter().position(|&c| c != 0)
    }

    /// A row that is reduced and begins at `lead`.
    fn push(&mut self, lead: usize, mut row: Vec<u64>) {
        let scale = self.field.inverse(row[lead]);
        row.iter_mut().for_each(|c| *c = self.field.times(*c, scale));
        for (_, known) in &mut self.rows {
            take_away(self.field, known, &row, lead);
        }
        self.rows.push((lead, row));
    }
}

/// Takes a multiple of `other` away from the row, so that it has 0 where `other` leads.
fn take_away(field: PrimeField, row: &mut [u64], other: &[u64], lead: usize) {
    let factor = row[lead];
    if factor != 0 {
        row.iter_mut().zip(other).for_each(|(a, &b)| *a = field.minus(*a, field.times(factor, b)));
    }
}

/// The list of numbers, unique up to a factor, that is orthogonal to all rows modulo the prime;
/// `None` if there is none, or more than one.
pub(crate) fn kernel(rows: impl Iterator<Item = Vec<u64>>, field: PrimeField) -> Option<Vec<u64>> {
    let mut echelon = Echelon { field, rows: Vec::new() };
    let mut unknowns = 0;
    for mut row in rows {
        unknowns = row.len();
        let Some(lead) = echelon.reduce(&mut row) else { continue };
        if echelon.rows.len() + 1 == unknowns {
            return None;
        }
        echelon.push(lead, row);
    }
    let rows = echelon.rows;
    if rows.len() + 1 != unknowns {
        return None;
    }
    let free = (0..unknowns).find(|k| rows.iter().all(|(lead, _)| lead != k))?;
    let mut solution = vec![0; unknowns];
    solution[free] = 1;
    for (lead, row) in rows {
        solution[lead] = field.minus(0, row[free]);
    }
    Some(solution)
}

/// Small integers in the ratios of these residues.
pub(crate) fn integers(residues: &[u64], field: PrimeField) -> Option<Vec<i128>> {
    let scale = field.inverse(*residues.iter().find(|r| **r != 0)?);
    let ratios: Vec<(i128, i128)> = residues
        .iter()
        .map(|&r| fraction(field.times(r, scale), field.0))
        .collect::<Option<_>>()?;
    let mut common = 1i128;
    for &(_, denominator) in &ratios {
        let shared = gcd(common.unsigned_abs(), denominator.unsigned_abs());
        common = common.checked_mul(denominator)? / i128::try_from(shared).ok()?;
        if common > i128::from(MAX_COEFFICIENT) {
            return None;
        }
    }
    let numbers = ratios.into_iter().map(|(p, q)| common / q * p);
    numbers.map(|k| (k.unsigned_abs() <= MAX_COEFFICIENT.into()).then_some(k)).collect()
}

/// The fraction of small numbers with that residue (Wang 1981).
fn fraction(r: u64, prime: u64) -> Option<(i128, i128)> {
    let most = i128::from((prime / 2).isqrt().min(MAX_COEFFICIENT));
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
    /// It is no combination of them.
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
    // One equation after another; the target is the last column.
    let field = PrimeField::LARGE;
    let mut echelon = Echelon { field, rows: Vec::with_capacity(unknowns) };
    for (i, &value) in target.iter().enumerate().take(known) {
        let entries = lists.iter().map(|list| list[i]).chain([value]);
        let mut row: Vec<u64> = entries.map(|entry| field.residue(entry)).collect();
        match echelon.reduce(&mut row) {
            None => {}
            Some(lead) if lead == unknowns => return Combination::Independent,
            Some(lead) => echelon.push(lead, row),
        }
    }
    if echelon.rows.len() < unknowns {
        return Combination::Unclear;
    }
    let mut solution = vec![0; unknowns];
    for (lead, row) in echelon.rows {
        match field.small(row[unknowns]) {
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
        fn inverses(a in 1u64..PrimeField::LARGE.0) {
            prop_assert_eq!(PrimeField::LARGE.times(a, PrimeField::LARGE.inverse(a)), 1);
        }
    }
}
