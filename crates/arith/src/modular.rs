//! Linear systems with integer solutions, solved modulo a prime: no fractions, no growth.
//!
//! Such a solution is a proposal; the caller tests it exactly. The shortest linear recurrence is found in the
//! same way (Berlekamp 1968, Massey 1969).

use crate::integer::gcd;
use num_bigint::BigInt;

/// Greatest absolute value of a coefficient that is believed.
const MAX_COEFFICIENT: u64 = 1 << 20;

/// The integers modulo a prime below 2^62.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimeField(
    /// The prime.
    pub u64,
);

impl PrimeField {
    /// Modulo the Mersenne prime 2^61 - 1.
    pub const LARGE: Self = Self((1 << 61) - 1);

    /// `a` modulo the prime.
    pub fn residue(self, a: impl Into<i128>) -> u64 {
        u64::try_from(a.into().rem_euclid(self.0.into())).unwrap_or(0)
    }

    /// An integer of any size modulo the prime.
    pub fn residue_of(self, a: &BigInt) -> u64 {
        let rest = i128::try_from(a % self.0).unwrap_or(0);
        self.residue(rest)
    }

    /// `a * b`.
    #[inline]
    pub fn times(self, a: u64, b: u64) -> u64 {
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
    pub fn minus(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.0 - b }
    }

    /// The inverse of `a`, which is not 0.
    pub fn inverse(self, a: u64) -> u64 {
        let inverse = crate::recurrences::inverse(a.into(), self.0.into());
        inverse.and_then(|k| u64::try_from(k).ok()).unwrap_or(0)
    }

    /// The small integer with that residue.
    pub fn small(self, r: u64) -> Option<i64> {
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
pub fn kernel(rows: impl Iterator<Item = Vec<u64>>, field: PrimeField) -> Option<Vec<u64>> {
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
pub fn integers(residues: &[u64], field: PrimeField) -> Option<Vec<i128>> {
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
pub enum Combination {
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
pub fn combination(target: &[i64], lists: &[Vec<i64>], slack: usize) -> Combination {
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

/// The coefficients of the shortest linear recurrence of terms, given modulo [`PrimeField::LARGE`], nearest term
/// first; `None` when there are more than `most`, or they are no small integers.
#[must_use]
pub fn shortest_recurrence(
    residues: impl IntoIterator<Item = u64>,
    most: usize,
) -> Option<Vec<i128>> {
    let field = PrimeField::LARGE;
    let mut terms: Vec<u64> = Vec::new();
    // connection polynomials 1 - c_1 x - ... and the one before the last change of length
    let (mut now, mut before) = (vec![1u64], vec![1u64]);
    let (mut length, mut since, mut scale) = (0usize, 1usize, 1u64);
    for (n, term) in residues.into_iter().enumerate() {
        terms.push(term);
        let products = now.iter().take(length + 1).zip(terms.iter().rev());
        let discrepancy = products
            .fold(0, |sum, (&c, &term)| field.minus(sum, field.minus(0, field.times(c, term))));
        if discrepancy == 0 {
            since += 1;
            continue;
        }
        let previous = now.clone();
        let factor = field.times(discrepancy, scale);
        now.resize(now.len().max(before.len() + since), 0);
        for (slot, &c) in now[since..].iter_mut().zip(&before) {
            *slot = field.minus(*slot, field.times(factor, c));
        }
        if 2 * length <= n {
            length = n + 1 - length;
            (before, scale, since) = (previous, field.inverse(discrepancy), 1);
        } else {
            since += 1;
        }
        // It never becomes shorter.
        if length > most {
            return None;
        }
    }
    now.resize(length + 1, 0);
    now[1..].iter().map(|&c| field.small(field.minus(0, c)).map(i128::from)).collect()
}
