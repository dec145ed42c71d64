//! The sparse space of a code, as tables of octal games print it.

use super::Code;
use super::mask::{Census, Mask};
use super::shape::Shape;
use message::{Message, message};

/// The sparse space of some values of a code: a linear classification under which few heaps are rare
/// (Berlekamp; Winning Ways, chapter 4). The nim-sum of two common values is never common, so a move to
/// two common heaps reaches rare values only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparseSpace {
    /// The binary digits of a value that are added up: the value is rare where the sum is even.
    pub mask: u16,
    /// The stones taken by every split modulo 2, where the number of heap and stones is added to the
    /// sum as well (Flammenkamp).
    pub parity: Option<u8>,
    /// Heaps of rare values, the empty one among them.
    pub rare: u64,
    /// The greatest of them.
    pub last_rare: Option<u64>,
}

/// There is a sparse space where at most one heap of so many is rare.
const SPARSE: u64 = 8;

impl SparseSpace {
    /// The classification of the values of 0, 1, 2, ... that leaves the fewest heaps rare, the least mask
    /// first; `None` where these are more than one in eight, where no move leaves two heaps, and where
    /// one leaves three.
    #[must_use]
    pub fn of(code: &Code, values: &[u16]) -> Option<Self> {
        let shape = Shape::of(code).filter(|shape| !shape.splits.is_empty())?;
        let mut census = Census::new();
        census.update(values);
        let (mask, rare) = census.best(&shape);
        if SPARSE * rare as u64 > values.len() as u64 {
            return None;
        }
        let rares = mask.rares(values);
        Some(Self::new(mask, rares.len(), rares.last().copied()))
    }

    /// From the number and the greatest of the rare heaps that are not empty.
    pub(super) fn new(mask: Mask, rare: usize, last: Option<usize>) -> Self {
        let [bits, parity] = mask.as_numbers();
        let is_empty_rare = mask.is_rare(0, 0);
        Self {
            // A mask has 16 bits, and a parity one.
            mask: bits as u16,
            parity: parity.checked_sub(1).map(|parity| parity as u8),
            rare: rare as u64 + u64::from(is_empty_rare),
            last_rare: last.or(is_empty_rare.then_some(0)).map(|last| last as u64),
        }
    }

    /// The same without digits that no value up to `greatest` has; `None` where of so many values too
    /// many are rare.
    #[must_use]
    pub fn of_values(self, greatest: u16, count: u64) -> Option<Self> {
        let digits = u16::MAX.checked_shr(greatest.leading_zeros()).unwrap_or(0);
        let space = Self { mask: self.mask & digits, ..self };
        (SPARSE.saturating_mul(self.rare) <= count && space.mask > 0).then_some(space)
    }

    /// In words, about the coordinate of that name.
    #[must_use]
    pub fn words(&self, coordinate: &str) -> Message {
        let Self { mask, parity, rare, last_rare } = self;
        let mut space = message!("sparse space with mask {mask:b} (binary)");
        if parity.is_some() {
            space = message!("{space} and the parity of {coordinate}");
        }
        match last_rare {
            None => message!("{space}; rare values: {rare}"),
            Some(n) => message!("{space}; rare values: {rare}, the last at {coordinate} = {n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Leaves, Move, extend};
    use super::*;
    use crate::Level;

    fn values(code: &Code, to: usize) -> Vec<u16> {
        let mut values = vec![0];
        extend(code, Level::best(), &mut values, to, &|_, _| true, &|_| false).expect("values");
        values
    }

    #[test]
    fn published_sparse_spaces() {
        // Flammenkamp's pages on octal games and on Grundy's game: number of rare values, the last of them.
        let officers = Code::of_digits(&[0, 6]).expect("a code");
        let grundy = Code::new([Move { taken: 0, leaves: Leaves::TwoUnequal }]).expect("a code");
        for (code, rare, last) in [(officers, 1584, 20_627), (grundy, 1274, 82_860)] {
            let space = SparseSpace::of(&code, &values(&code, 200_000)).expect("a sparse space");
            assert_eq!((space.rare, space.last_rare), (rare, Some(last)), "{code}");
        }
    }

    #[test]
    fn a_sum_of_two_common_heaps_is_rare() {
        for digits in [&[0, 6][..], &[0, 1, 0, 4], &[0, 0, 5, 4], &[0, 1, 5, 6]] {
            let code = Code::of_digits(digits).expect("a code");
            let values = values(&code, 20_000);
            let space = SparseSpace::of(&code, &values).unwrap_or_else(|| panic!("{code}"));
            let sum = |value: u16| u64::from((value & space.mask).count_ones());
            let heaps = |n: usize| space.parity.map_or(0, |taken| n as u64 + u64::from(taken));
            let rare: Vec<u64> = (0..values.len())
                .filter(|&n| (sum(values[n]) + heaps(n)).is_multiple_of(2))
                .map(|n| n as u64)
                .collect();
            assert_eq!((space.rare, space.last_rare), (rare.len() as u64, rare.last().copied()));
        }
    }

    #[test]
    fn codes_without_one() {
        let code = |digits: &[u8]| Code::of_digits(digits).expect("a code");
        // No split; three heaps; values that no class tells apart.
        for digits in [&[0, 3, 3][..], &[0, 0, 8], &[0, 0, 4]] {
            assert_eq!(SparseSpace::of(&code(digits), &values(&code(digits), 2000)), None);
        }
    }
}
