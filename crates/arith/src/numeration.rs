//! Ways of writing numbers with digits, and functions that are linear in them.
//!
//! A function `f` is *regular* in a numeration when finitely many functions `f_1 = f, ..., f_r`
//! exist such that appending a digit to `n` changes each of them into a fixed linear combination of
//! all (Allouche and Shallit 1992, for base `k`; the same for Zeckendorf's representation). Bounded
//! regular functions are the automatic ones.

use std::sync::OnceLock;

use crate::sequences::following;

/// A way of writing numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeration {
    /// Base `b >= 2`; the digits appended are `0..b`.
    Base(i128),
    /// Zeckendorf's: sums of Fibonacci numbers no two of which are neighbours. What is appended is
    /// `0` or `01`.
    Zeckendorf,
    /// Sums of Tribonacci numbers (1, 2, 4, 7, 13, ...) no three of which are neighbours; `0`, `01`
    /// or `011` is appended.
    Tribonacci,
    /// Digits 0, 1, 2 for the Pell numbers (1, 2, 5, 12, 29, ...), the last one below 2 and a 0
    /// behind every 2; `0`, `1` or `20` is appended.
    Pell,
}

impl Numeration {
    /// The coefficients `t_1, ..., t_k` of the recurrence `u(i) = t_1 u(i - 1) + ... + t_k u(i - k)`
    /// of the places of a numeration that is no base.
    ///
    /// Words are put together from the blocks `t_1 ... t_j d`, `d < t_(j + 1)`; `u(i)` of them have
    /// length `i`, and a number is its place among the words of one length (the greedy way of
    /// writing it: Fraenkel, "Systems of numeration", 1985). Where `t_1 = 1` all words end in 0,
    /// which is left out.
    #[must_use]
    pub fn recurrence(self) -> Option<&'static [i128]> {
        match self {
            Self::Base(_) => None,
            Self::Zeckendorf => Some(&[1, 1]),
            Self::Tribonacci => Some(&[1, 1, 1]),
            Self::Pell => Some(&[2, 1]),
        }
    }

    /// Number of things that can be appended.
    #[must_use]
    pub fn digits(self) -> usize {
        match (self, self.recurrence()) {
            (_, Some(weights)) => usize::try_from(weights.iter().sum::<i128>()).unwrap_or(0),
            (Self::Base(b), None) => usize::try_from(b).unwrap_or(2),
            (_, None) => 0,
        }
    }

    /// `n` with the `digit`-th thing appended; `None` on overflow.
    #[must_use]
    pub fn append(self, n: i128, digit: usize) -> Option<i128> {
        match (self, self.recurrence()) {
            (Self::Base(b), _) => n.checked_mul(b)?.checked_add(i128::try_from(digit).ok()?),
            (_, None) => None,
            (_, Some(_)) => {
                let mut blocks = self.blocks(n)?;
                blocks.push(digit);
                number(self, &blocks)
            }
        }
    }

    /// What has to be appended to 0, one thing after another, to get `n >= 0`; the first one is not
    /// `0`.
    #[must_use]
    pub fn blocks(self, n: i128) -> Option<Vec<usize>> {
        if n < 0 {
            return None;
        }
        let mut rest = n;
        let mut blocks = Vec::new();
        let Some(weights) = self.recurrence() else {
            let Self::Base(b) = self else { return None };
            while rest > 0 {
                blocks.push(usize::try_from(rest % b).ok()?);
                rest /= b;
            }
            blocks.reverse();
            return Some(blocks);
        };
        let mut in_block = 0;
        for &place in places_up_to(self, n).iter().rev() {
            let digit = (rest / place).min(weights[in_block]);
            rest -= digit * place;
            if digit == weights[in_block] && in_block + 1 < weights.len() {
                in_block += 1;
            } else {
                let before = weights[..in_block].iter().sum::<i128>();
                blocks.push(usize::try_from(before + digit).ok()?);
                in_block = 0;
            }
        }
        Some(blocks)
    }

    /// Number of digits of `n`.
    #[must_use]
    pub fn length(self, n: i128) -> usize {
        match self.recurrence() {
            None => self.blocks(n).map_or(0, |digits| digits.len()),
            Some(weights) => {
                let places = places_up_to(self, n).len();
                places.saturating_sub(usize::from(weights[0] == 1))
            }
        }
    }

    /// The numbers from which nothing is taken off, when numbers below `first` (0 or 1) have no
    /// value: 0, or all that are one thing appended to 0.
    #[must_use]
    pub fn roots(self, first: i128) -> Vec<i128> {
        match first {
            0 => vec![0],
            _ => (1..self.digits()).filter_map(|digit| self.append(0, digit)).collect(),
        }
    }
}

/// All places that fit 128 bits, the last one (1) first; none of a base.
fn places(numeration: Numeration) -> &'static [i128] {
    static PLACES: [OnceLock<Vec<i128>>; 3] = [const { OnceLock::new() }; 3];
    let kept = match numeration {
        Numeration::Base(_) => return &[],
        Numeration::Zeckendorf => &PLACES[0],
        Numeration::Tribonacci => &PLACES[1],
        Numeration::Pell => &PLACES[2],
    };
    kept.get_or_init(|| {
        let mut places = vec![1i128];
        let weights = numeration.recurrence().unwrap_or_default();
        while let Some(place) = following(weights, &places) {
            places.push(place);
        }
        places
    })
}

/// The places up to `n`, the last one (1) first.
fn places_up_to(numeration: Numeration, n: i128) -> &'static [i128] {
    let all = places(numeration);
    &all[..all.partition_point(|&place| place <= n)]
}

/// The number written with these blocks.
fn number(numeration: Numeration, blocks: &[usize]) -> Option<i128> {
    let weights = numeration.recurrence()?;
    let mut places = places(numeration).iter();
    let mut sum = 0i128;
    // Places that are too large only matter where a digit stands.
    let mut add = |digit: i128| -> Option<()> {
        let place = places.next();
        if digit != 0 {
            sum = sum.checked_add(digit.checked_mul(*place?)?)?;
        }
        Some(())
    };
    for &block in blocks.iter().rev() {
        let mut last = i128::try_from(block).ok()?;
        let mut full = 0;
        while full + 1 < weights.len() && last >= weights[full] {
            last -= weights[full];
            full += 1;
        }
        add(last)?;
        weights[..full].iter().rev().try_for_each(|&digit| add(digit))?;
    }
    Some(sum)
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
            (_, 0) => 1,
            (_, 1) => numeration.digits() - 1,
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
        let mut appended = self.numeration.blocks(n)?.into_iter();
        let root = match self.first {
            0 => 0,
            _ => appended.next()?.checked_sub(1)?,
        };
        let mut values = self.roots.get(root)?.clone();
        let rank = values.len();
        for digit in appended {
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
