//! Recurrences with polynomial coefficients, exactly or modulo a number, along a line (holonomic
//! sequences: Stanley, "Differentiably finite power series", 1980) and on a lattice.

/// Greatest modulus: products of residues fit.
const MAX_MODULUS: i128 = 1 << 62;
/// Most steps of a computation.
const MAX_STEPS: usize = 1 << 24;

/// `p_0(k) a(k) = p_1(k) a(k - 1) + ... + p_r(k) a(k - r)` from the first terms on, which are at least r.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holonomic {
    /// 0, or the number modulo which all is computed.
    pub modulus: i128,
    /// For each of `p_0` to `p_r` the same number of coefficients, the constant one first.
    pub polynomials: Vec<Vec<i128>>,
    /// The terms from `k = 0` on.
    pub first: Vec<i128>,
}

impl Holonomic {
    /// From its parts: the order r and the coefficients in one list; `None` where they do not fit
    /// together.
    #[must_use]
    pub fn from_lists(
        modulus: i128,
        order: i128,
        weights: &[i128],
        first: &[i128],
    ) -> Option<Self> {
        let order = usize::try_from(order).ok()?;
        let count = order.checked_add(1)?;
        let fits = (0..=MAX_MODULUS).contains(&modulus)
            && !weights.is_empty()
            && weights.len().is_multiple_of(count)
            && first.len() >= order;
        if !fits {
            return None;
        }
        let polynomials = weights.chunks(weights.len() / count).map(<[i128]>::to_vec).collect();
        Some(Self { modulus, polynomials, first: first.to_vec() })
    }

    /// The term after these, which are all from `k = 0` on; `None` where there is none, or none of
    /// 128 bits.
    #[must_use]
    pub fn following(&self, terms: &[i128]) -> Option<i128> {
        let k = i128::try_from(terms.len()).ok()?;
        let m = self.modulus;
        let (leading, others) = self.polynomials.split_first()?;
        let mut sum = 0i128;
        for (weights, &term) in others.iter().zip(terms.iter().rev()) {
            let term = reduced(at(weights, k, m)?, m).checked_mul(reduced(term, m))?;
            sum = reduced(sum.checked_add(term)?, m);
        }
        let leading = at(leading, k, m)?;
        match m {
            0 => (leading != 0 && sum % leading == 0).then(|| sum / leading),
            m => Some(sum * inverse(leading, m)? % m),
        }
    }

    /// The first `count` terms, from 0 on, or fewer where one does not exist.
    #[must_use]
    pub fn terms(&self, count: usize) -> Vec<i128> {
        let mut terms: Vec<i128> = self.first.iter().copied().take(count).collect();
        while terms.len() < count {
            match self.following(&terms) {
                Some(next) => terms.push(next),
                None => break,
            }
        }
        terms
    }
}

/// Modulo `m`, if that is not 0.
fn reduced(a: i128, m: i128) -> i128 {
    if m == 0 { a } else { a.rem_euclid(m) }
}

/// The value of a polynomial.
fn at(weights: &[i128], k: i128, m: i128) -> Option<i128> {
    let k = reduced(k, m);
    weights.iter().rev().try_fold(0i128, |value, &weight| {
        Some(reduced(value.checked_mul(k)?.checked_add(reduced(weight, m))?, m))
    })
}

/// The inverse of `a` modulo `m`, where there is one.
#[must_use]
pub fn inverse(a: i128, m: i128) -> Option<i128> {
    let (mut r, mut next_r) = (m, a.rem_euclid(m));
    let (mut t, mut next_t) = (0i128, 1i128);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (t, next_t) = (next_t, t - quotient * next_t);
    }
    (r == 1).then(|| t.rem_euclid(m))
}

/// A value that neighbours give to a cell of a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LatticeStep {
    /// How much lesser the neighbour's coordinates are, the first of them before the second; at
    /// `(0, 0)` the coefficient itself is added.
    pub back: (i64, i64),
    /// Its coefficient at `(i, j)` is `weight.0 + weight.1 i + weight.2 j`.
    pub weight: (i128, i128, i128),
}

/// `f(i, j)` as a sum over neighbours, for `i, j >= 0`; 0 where a coordinate is negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// 0, or the number modulo which all is computed.
    pub modulus: i128,
    /// The neighbours.
    pub steps: Vec<LatticeStep>,
    /// The value at `(0, 0)`.
    pub first: i128,
    /// `f(i, j) = 0` where `j` is greater than `i` and this together.
    pub width: Option<i128>,
}

impl Lattice {
    /// From its parts: `[di, dj, a, b, c, ...]` and `[f(0, 0)]` or `[f(0, 0), width]`; `None` where
    /// a neighbour does not come before the cell.
    #[must_use]
    pub fn from_lists(modulus: i128, steps: &[i128], first: &[i128]) -> Option<Self> {
        let (&[first, ref width @ ..], 0) = (first, steps.len() % 5) else { return None };
        let steps = steps.chunks(5).map(|step| {
            let &[di, dj, a, b, c] = step else { return None };
            let back = (i64::try_from(di).ok()?, i64::try_from(dj).ok()?);
            (back >= (0, 0) && dj.abs() < 64).then_some(LatticeStep { back, weight: (a, b, c) })
        });
        let steps: Vec<LatticeStep> = steps.collect::<Option<_>>()?;
        let fits = (0..=MAX_MODULUS).contains(&modulus) && width.len() <= 1;
        fits.then(|| Self { modulus, steps, first, width: width.first().copied() })
    }

    /// The parts of which [`Lattice::from_lists`] makes it.
    #[must_use]
    pub fn to_lists(&self) -> [Vec<i128>; 2] {
        let steps = self.steps.iter().flat_map(|step| {
            let (a, b, c) = step.weight;
            [step.back.0.into(), step.back.1.into(), a, b, c]
        });
        [steps.collect(), std::iter::once(self.first).chain(self.width).collect()]
    }

    /// The sum at a cell, given what stands before it; `None` beyond 128 bits.
    #[must_use]
    pub fn sum(&self, at: (i64, i64), value: impl Fn(i64, i64) -> Option<i128>) -> Option<i128> {
        let (i, j) = at;
        let m = self.modulus;
        if at == (0, 0) {
            return Some(reduced(self.first, m));
        }
        if self.width.is_some_and(|width| i128::from(j) > i128::from(i) + width) {
            return Some(0);
        }
        let mut sum = 0i128;
        for step in &self.steps {
            let (a, b, c) = step.weight;
            let line = b.checked_mul(i.into())?.checked_add(c.checked_mul(j.into())?)?;
            let weight = reduced(a.checked_add(line)?, m);
            let neighbour = match step.back {
                (0, 0) => 1,
                (di, dj) if i < di || j < dj || weight == 0 => continue,
                (di, dj) => value(i - di, j - dj)?,
            };
            sum = reduced(sum.checked_add(weight.checked_mul(neighbour)?)?, m);
        }
        Some(sum)
    }

    /// `f(i, j)`; `None` where a coordinate is negative, beyond 128 bits, or where too many cells come
    /// before it.
    #[must_use]
    pub fn value(&self, i: i64, j: i64) -> Option<i128> {
        let (rows, columns) = (usize::try_from(i).ok()?, usize::try_from(j).ok()?);
        let forward = self.steps.iter().map(|step| (-step.back.1).max(0)).max().unwrap_or(0);
        let reach = rows.checked_mul(usize::try_from(forward).ok()?)?.checked_add(columns)? + 1;
        if reach.checked_mul(rows + 1)? > MAX_STEPS {
            return None;
        }
        // A cell beyond 128 bits is none; it may be needed nowhere.
        let mut cells: Vec<Option<i128>> = Vec::with_capacity(reach * (rows + 1));
        for cell in 0..reach * (rows + 1) {
            let (x, y) = (cell / reach, cell % reach);
            let known = |x: i64, y: i64| {
                let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
                if y < reach { *cells.get(x * reach + y)? } else { None }
            };
            let at = (i64::try_from(x).ok()?, i64::try_from(y).ok()?);
            cells.push(self.sum(at, known));
        }
        cells[rows * reach + columns]
    }
}
