//! Formulas that continue from remembered values: recurrences, sums term by term, and the numbers with a
//! property in order.

use std::sync::Arc;

use arith::recurrences::{Holonomic, Lattice};

use crate::Formula;
use crate::bits::length;

/// Moduli of which no term before the reduction may be seen.
pub const COMMON_MODULI: [i128; 8] = [
    1_000_000_007,
    998_244_353,
    1_000_000_009,
    1_000_003,
    100_003,
    10_007,
    (1 << 31) - 1,
    1_000_000_000_000_000_003,
];

/// Values to count on from. They follow from the rest of what remembers them, so that all are alike.
#[derive(Clone, Debug)]
pub struct KnownValues(Arc<[i64]>);

impl PartialEq for KnownValues {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KnownValues {}

/// A recurrence, and its values on the box that it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TabulatedRecurrence {
    /// The recurrence.
    pub lattice: Lattice,
    /// Coordinates of what is known are below this.
    side: i64,
    known: KnownValues,
}

impl TabulatedRecurrence {
    /// With its values for coordinates below `side`, if they have 64 bits.
    pub fn new(lattice: Lattice, side: i64) -> Option<Self> {
        let mut known: Vec<i64> = Vec::new();
        for at in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
            let value = |i: i64, j: i64| {
                let cell = usize::try_from(i * side + j).ok().filter(|_| j < side)?;
                known.get(cell).map(|&v| v.into())
            };
            let sum = lattice.sum(at, value)?;
            known.push(i64::try_from(sum).ok()?);
        }
        Some(Self { lattice, side, known: KnownValues(known.into()) })
    }

    /// The value at `(i, j)`, if it has 64 bits.
    pub fn value(&self, i: i64, j: i64) -> Option<i64> {
        let inside = |c: i64| (0..self.side).contains(&c);
        if inside(i) && inside(j) {
            return self.known.0.get(usize::try_from(i * self.side + j).ok()?).copied();
        }
        i64::try_from(self.lattice.value(i, j)?).ok()
    }

    /// Bits of its coefficients, neighbours and modulus.
    pub fn bits(&self) -> u32 {
        let steps = self.lattice.steps.iter().map(|step| {
            let (a, b, c) = step.weight;
            3 + number_bits(a) + number_bits(b) + number_bits(c)
        });
        6 + steps.sum::<u32>()
            + number_bits(self.lattice.first)
            + self.lattice.width.map_or(0, number_bits)
            + modulus_bits(self.lattice.modulus)
    }
}

/// An ascending list without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Growing {
    /// The terms of a linear recurrence.
    Recurrence {
        /// Coefficients, nearest term first.
        weights: Vec<i128>,
        /// The first terms.
        first: Vec<i128>,
        /// The terms of 62 bits at most.
        terms: KnownValues,
    },
    /// The values of a formula in one variable, from 0 on.
    Closed(Formula),
}

impl Growing {
    /// Greatest term known, in bits, and most terms.
    const BITS: usize = 62;
    const LIMIT: i64 = 1 << Self::BITS;
    const MAX_TERMS: usize = 2048;

    /// `None` where a term is not greater than the one before, and where terms grow slowly.
    pub fn recurrence(weights: Vec<i128>, first: Vec<i128>) -> Option<Self> {
        let mut terms: Vec<i64> = Vec::new();
        for k in 0.. {
            let term = match first.get(k) {
                Some(&term) => term,
                None => {
                    let before = terms.iter().rev().map(|&t| i128::from(t));
                    weights.iter().zip(before).map(|(w, t)| w * t).sum()
                }
            };
            let Some(term) = i64::try_from(term).ok().filter(|&t| t < Self::LIMIT) else { break };
            if terms.last().is_some_and(|&last| term <= last) || k == Self::MAX_TERMS {
                return None;
            }
            terms.push(term);
        }
        Some(Self::Recurrence { weights, first, terms: KnownValues(terms.into()) })
    }

    /// Whether it begins like this.
    pub fn starts_with(&self, list: &[i64]) -> bool {
        match self {
            Self::Recurrence { terms, .. } => terms.0.starts_with(list),
            Self::Closed(term) => (0..).zip(list).all(|(k, &v)| term.eval(&[k]) == Some(v)),
        }
    }

    /// How many numbers tell it.
    pub fn order(&self) -> usize {
        match self {
            Self::Recurrence { weights, .. } => weights.len(),
            Self::Closed(term) => term.constants().len(),
        }
    }

    /// How many terms are less than the number, if it has 62 bits.
    pub(crate) fn below(&self, n: i64) -> Option<i64> {
        if n >= Self::LIMIT {
            return None;
        }
        match self {
            Self::Recurrence { terms, .. } => {
                i64::try_from(terms.0.partition_point(|&term| term < n)).ok()
            }
            Self::Closed(term) => {
                // Terms ascend from 0 or more: the place of a term is no greater than the term.
                let (mut lo, mut hi) = (0, n.max(0));
                while lo < hi {
                    let middle = lo + (hi - lo) / 2;
                    match term.eval(&[middle]).is_some_and(|value| value < n) {
                        true => lo = middle + 1,
                        false => hi = middle,
                    }
                }
                Some(lo)
            }
        }
    }

    /// A number that the place of a term below `e` does not exceed, made of the bits of `e`.
    pub(crate) fn last_place(&self, e: Formula) -> Formula {
        let Self::Recurrence { terms, .. } = self else { return e };
        let bits = Formula::call("bitlen", [e]);
        let count = terms.0.len();
        let (factor, divisor) = (count.div_ceil(Self::BITS), (Self::BITS / count.max(1)).max(1));
        let below = |bits: usize| terms.0.partition_point(|&term| term < 1 << bits);
        let beyond = |bits: usize| below(bits).saturating_sub(bits * factor / divisor);
        let more = (0..Self::BITS).map(beyond).max().unwrap_or(0);
        let [factor, divisor, more] =
            [factor, divisor, more].map(|k| i64::try_from(k).unwrap_or(0));
        bits.times(factor).div(divisor).plus(more)
    }
}

/// `base + term(first) + ... + term(n)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialSum {
    /// The terms, in one variable.
    pub term: Formula,
    /// The number of the first term.
    pub first: i64,
    /// The sum of no terms.
    pub base: i64,
    /// The values from `first` on, to count on from.
    known: KnownValues,
}

impl PartialSum {
    /// With its values up to `last`, if they have 64 bits.
    pub fn new(term: Formula, first: i64, base: i64, last: i64) -> Option<Self> {
        let add = |so_far: &mut i64, n| {
            *so_far = so_far.checked_add(term.eval(&[n])?)?;
            Some(*so_far)
        };
        let known: Vec<i64> = (first..=last).scan(base, add).collect();
        let is_whole = i64::try_from(known.len()).is_ok_and(|count| count > last - first);
        is_whole.then(|| Self { term, first, base, known: KnownValues(known.into()) })
    }

    /// The sum up to the term of this number, if it has 64 bits.
    pub fn value(&self, n: i64) -> Option<i64> {
        let Ok(place) = usize::try_from(n.checked_sub(self.first)?) else {
            return Some(self.base);
        };
        if let Some(&value) = self.known.0.get(place) {
            return Some(value);
        }
        let reached = self.first.checked_add(i64::try_from(self.known.0.len()).ok()?)?;
        let last = self.known.0.last().copied().unwrap_or(self.base);
        (reached..=n).try_fold(last, |sum, k| sum.checked_add(self.term.eval(&[k])?))
    }
}

/// The numbers from `first` on at which a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    /// The condition, in one variable.
    pub condition: Formula,
    /// The first number asked.
    pub first: i64,
    /// The `i`-th member, from 0, is among the first `step * (i + 1)` numbers.
    pub step: i64,
    /// The first members, to count on from.
    pub known: Vec<i64>,
}

impl Members {
    /// The number of that place, from 0.
    pub fn nth(&self, place: i64) -> Option<i64> {
        let end = self.first.checked_add(self.step.checked_mul(place.checked_add(1)?)?)?;
        let place = usize::try_from(place).ok()?;
        if let Some(&x) = self.known.get(place) {
            return Some(x);
        }
        let next = self.known.last().map_or(self.first, |last| last + 1);
        let holds = |&x: &i64| self.condition.eval(&[x]).is_some_and(|v| v != 0);
        (next..end).filter(holds).nth(place - self.known.len())
    }
}

/// Bits of a recurrence: its coefficients, first terms and modulus.
pub(crate) fn holonomic_bits(found: &Holonomic) -> u32 {
    let numbers = found.polynomials.iter().flatten().chain(&found.first);
    6 + numbers.map(|&k| number_bits(k)).sum::<u32>() + modulus_bits(found.modulus)
}

/// Bits of a modulus; one in common use is no information worth its digits.
fn modulus_bits(modulus: i128) -> u32 {
    match modulus {
        0 => 1,
        m if COMMON_MODULI.contains(&m) => 6,
        m => 1 + length(m),
    }
}

/// Bits of a coefficient: zeros are cheap.
pub(crate) fn number_bits(k: i128) -> u32 {
    if k == 0 { 1 } else { 1 + length(k) }
}
