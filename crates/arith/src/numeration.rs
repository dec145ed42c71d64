//! Ways of writing numbers with digits, and functions that are linear in them.
//!
//! A function `f` is *regular* in a numeration when finitely many functions `f_1 = f, ..., f_r`
//! exist such that appending a digit to `n` changes each of them into a fixed linear combination of
//! all (Allouche and Shallit 1992, for base `k`; the same for Zeckendorf's representation). Bounded
//! regular functions are the automatic ones.

use crate::sequences::{fibonacci, zeckendorf};

/// A way of writing numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeration {
    /// Base `b >= 2`; the digits appended are `0..b`.
    Base(i128),
    /// Zeckendorf's: sums of Fibonacci numbers no two of which are neighbours. What is appended is
    /// `0` or `01`.
    Zeckendorf,
}

impl Numeration {
    /// Number of things that can be appended.
    #[must_use]
    pub fn digits(self) -> usize {
        match self {
            Self::Base(b) => usize::try_from(b).unwrap_or(2),
            Self::Zeckendorf => 2,
        }
    }

    /// `n` with the `digit`-th thing appended; `None` on overflow.
    #[must_use]
    pub fn append(self, n: i128, digit: usize) -> Option<i128> {
        match self {
            Self::Base(b) => n.checked_mul(b)?.checked_add(i128::try_from(digit).ok()?),
            Self::Zeckendorf => {
                let once = shifted(n)?;
                if digit == 0 { Some(once) } else { shifted(once)?.checked_add(1) }
            }
        }
    }

    /// What was appended last to get `n >= 1`, behind the number it was appended to.
    #[must_use]
    pub fn last(self, n: i128) -> Option<(i128, usize)> {
        match self {
            Self::Base(b) => Some((n.div_euclid(b), usize::try_from(n.rem_euclid(b)).ok()?)),
            Self::Zeckendorf => {
                let mut parts = Vec::new();
                zeckendorf(n, &mut parts);
                let (ends_in_one, places) =
                    (parts.first() == Some(&1), if parts.first() == Some(&1) { 2 } else { 1 });
                let rest: Option<i128> = parts
                    .iter()
                    .skip(usize::from(ends_in_one))
                    .map(|&part| moved(part, -places))
                    .sum();
                Some((rest?, usize::from(ends_in_one)))
            }
        }
    }

    /// Number of digits of `n`.
    #[must_use]
    pub fn length(self, n: i128) -> usize {
        let mut rest = n;
        let mut length = 0;
        while rest > 0 {
            let Some((shorter, digit)) = self.last(rest) else { break };
            length += if self == Self::Zeckendorf && digit == 1 && shorter > 0 { 2 } else { 1 };
            rest = shorter;
        }
        length
    }

    /// The numbers from which nothing is taken off, when numbers below `first` (0 or 1) have no
    /// value.
    #[must_use]
    pub fn roots(self, first: i128) -> std::ops::RangeInclusive<i128> {
        match (self, first) {
            (_, 0) => 0..=0,
            (Self::Base(b), _) => 1..=b - 1,
            (Self::Zeckendorf, _) => 1..=1,
        }
    }
}

/// The Fibonacci number `places` further on.
fn moved(part: i128, places: i32) -> Option<i128> {
    let index = (2..185).find(|&k| fibonacci(k) == Ok(part))?;
    let index = usize::try_from(i32::try_from(index).ok()? + places).ok()?;
    fibonacci(index).ok()
}

/// Zeckendorf's digits of `n` moved up by one place.
fn shifted(n: i128) -> Option<i128> {
    let mut parts = Vec::new();
    zeckendorf(n, &mut parts);
    parts.into_iter().map(|part| moved(part, 1)).try_fold(0i128, |sum, part| sum.checked_add(part?))
}

/// A function linear in the digits of its argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regular {
    /// How the argument is written.
    pub numeration: Numeration,
    /// Least argument: 0 or 1.
    pub first: i128,
    /// For every digit a square matrix, by rows: row `j` gives the `j`-th function of `n` with the
    /// digit appended from all functions of `n`. The function meant is the first one.
    pub matrices: Vec<Vec<i128>>,
    /// The functions at each root.
    pub roots: Vec<Vec<i128>>,
}

impl Regular {
    /// From lists without structure: all matrices one after another, and the values at all roots.
    /// `None` when their lengths do not fit together.
    #[must_use]
    pub fn from_lists(
        numeration: Numeration,
        first: i128,
        matrices: &[i128],
        roots: &[i128],
    ) -> Option<Self> {
        let count = match (numeration, first) {
            (Numeration::Base(b), 0 | 1) if !(2..=36).contains(&b) => return None,
            (_, 0 | 1) => numeration.roots(first).count(),
            _ => return None,
        };
        let rank = roots.len() / count;
        let size = rank.checked_mul(rank)?;
        let fits = rank > 0
            && roots.len() == count * rank
            && matrices.len() == size.checked_mul(numeration.digits())?;
        fits.then(|| Self {
            numeration,
            first,
            matrices: matrices.chunks(size).map(<[i128]>::to_vec).collect(),
            roots: roots.chunks(rank).map(<[i128]>::to_vec).collect(),
        })
    }

    /// Number of functions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.roots.first().map_or(0, Vec::len)
    }

    /// The value at `n`; `None` below `first`, when the lists do not fit together, and on overflow.
    #[must_use]
    pub fn value(&self, n: i128) -> Option<i128> {
        let roots = self.numeration.roots(self.first);
        let mut appended = Vec::new();
        let mut rest = n;
        while !roots.contains(&rest) {
            if rest < *roots.start() {
                return None;
            }
            let (shorter, digit) = self.numeration.last(rest)?;
            appended.push(digit);
            rest = shorter;
        }
        let mut values = self.roots.get(usize::try_from(rest - roots.start()).ok()?)?.clone();
        let rank = values.len();
        for &digit in appended.iter().rev() {
            let matrix = self.matrices.get(digit).filter(|m| m.len() == rank * rank)?;
            let row = |j: usize| {
                let row = &matrix[j * rank..][..rank];
                row.iter().zip(&values).try_fold(0i128, |sum, (&c, &v)| {
                    if c == 0 { Some(sum) } else { sum.checked_add(c.checked_mul(v)?) }
                })
            };
            values = (0..rank).map(row).collect::<Option<_>>()?;
        }
        values.first().copied()
    }

    /// All numbers of the definition.
    pub fn numbers(&self) -> impl Iterator<Item = i128> + '_ {
        self.matrices.iter().chain(&self.roots).flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn appending_and_taking_off_are_inverse(n in 0i128..5000, digit in 0usize..2) {
            for numeration in [Numeration::Base(2), Numeration::Base(3), Numeration::Zeckendorf] {
                let longer = numeration.append(n, digit).unwrap();
                prop_assert_eq!(numeration.last(longer), Some((n, digit)));
            }
        }

        #[test]
        fn digit_sums(n in 0i128..1 << 40) {
            // s(2n) = s(n), s(2n + 1) = s(n) + 1 with the constant as a second function
            let sum = Regular {
                numeration: Numeration::Base(2),
                first: 0,
                matrices: vec![vec![1, 0, 0, 1], vec![1, 1, 0, 1]],
                roots: vec![vec![0, 1]],
            };
            prop_assert_eq!(sum.value(n), Some(i128::from(n.count_ones())));
        }
    }

    #[test]
    fn zeckendorf_numbers_in_order() {
        // 1 10 100 101 1000 1001 1010 10000
        let lengths: Vec<usize> = (0..9).map(|n| Numeration::Zeckendorf.length(n)).collect();
        assert_eq!(lengths, [0, 1, 2, 3, 3, 4, 4, 4, 5]);
        assert_eq!(Numeration::Base(10).length(1234), 4);
    }
}
