//! Sparse spaces: the linear classification of values that leaves the fewest of them rare.
//!
//! Split the values into *rare* ones, where the digits chosen by a mask have even sum, and
//! *common* ones. The nim-sum of two common values is rare, and no value makes an exception, so a
//! move to two common parts reaches rare values only (Berlekamp; Winning Ways, chapter 4). If all
//! splits take t stones modulo 2, the class may count the parity of the heap too: then `n` is rare
//! iff the sum of digits is n - t modulo 2 (Flammenkamp), for a + b = n - t.
//!
//! The number of rare values under every mask at once is a Walsh-Hadamard transform of the
//! histogram of values: it is half of N + H(m), H(m) being even sums less odd sums (Czajka).

use super::shape::Shape;

/// A classification of values into rare and common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask {
    bits: u16,
    parity: Option<usize>,
}

impl Mask {
    /// The class that sums the digits in `bits`, and the parity of the heap from `parity` if any.
    #[cfg(test)]
    pub(super) fn new(bits: u16, parity: Option<usize>) -> Self {
        Self { bits, parity }
    }

    /// The binary digits that are summed; never 0.
    pub(super) fn bits(self) -> u16 {
        self.bits
    }

    /// The class with the digits that no value up to the greatest has: it is the same for these values.
    /// The first value with a new digit is that digit alone, when all lesser ones are options, and like
    /// those before it is so often the least that is none that it had better be common.
    pub(super) fn widened(self, greatest: u16) -> Self {
        let new = u16::MAX.checked_shl(u16::BITS - greatest.leading_zeros()).unwrap_or(0);
        Self { bits: self.bits | new, ..self }
    }

    /// The same for every mask that is the same.
    pub(super) fn as_numbers(self) -> [u64; 2] {
        [self.bits.into(), self.parity.map_or(0, |taken| taken as u64 + 1)]
    }

    /// The class of heaps that are counted from an even heap, or from an odd one.
    pub(super) fn counted_from(self, start: u64) -> Self {
        // One bit.
        let odd = (start % 2) as usize;
        Self { parity: self.parity.map(|taken| taken + odd), ..self }
    }

    /// Whether a heap of `n` having this value is rare. Two common parts give a rare option.
    pub(super) fn is_rare(self, value: u16, n: usize) -> bool {
        let position = self.parity.map_or(0, |taken| n + taken);
        ((value & self.bits).count_ones() as usize + position).is_multiple_of(2)
    }

    /// The heaps that are rare, in increasing order; a part is never empty, so 0 is not listed.
    pub(super) fn rares(self, values: &[u16]) -> Vec<usize> {
        let mut rares = Vec::new();
        for (chunk, first) in values.chunks(32).zip((0..).step_by(32)) {
            let heaps = || (first..).zip(chunk);
            // Most chunks have none, and a loop that does not end early is done with vectors.
            if heaps().fold(false, |any, (n, &value)| any | self.is_rare(value, n)) {
                let rare = heaps().filter(|&(n, &value)| n > 0 && self.is_rare(value, n));
                rares.extend(rare.map(|(n, _)| n));
            }
        }
        rares
    }
}

/// How often each value occurs at even and at odd positions, the empty heap left out.
#[derive(Clone, Debug)]
pub(super) struct Census {
    counts: Vec<[i64; 2]>,
    counted: usize,
}

impl Census {
    pub(super) fn new() -> Self {
        Self { counts: vec![[0; 2]; 2], counted: 1 }
    }

    /// Counts the values that came since.
    pub(super) fn update(&mut self, values: &[u16]) {
        for (n, &value) in values.iter().enumerate().skip(self.counted) {
            let value = usize::from(value);
            if value >= self.counts.len() {
                self.counts.resize((value + 1).next_power_of_two(), [0; 2]);
            }
            self.counts[value][n % 2] += 1;
        }
        self.counted = self.counted.max(values.len());
    }

    /// The greatest value counted.
    pub(super) fn greatest(&self) -> u16 {
        let last = self.counts.iter().rposition(|count| count.iter().any(|&c| c > 0));
        // A value is at most 16 bits long.
        last.map_or(0, |value| value as u16)
    }

    /// The mask under which the fewest values counted are rare, and their number. The least mask
    /// without positions wins a draw.
    pub(super) fn best(&self, shape: &Shape) -> (Mask, usize) {
        let transform = |weigh: &dyn Fn(&[i64; 2]) -> i64| {
            let mut table: Vec<i64> = self.counts.iter().map(weigh).collect();
            hadamard(&mut table);
            table
        };
        let least = |table: Vec<i64>| {
            (1..=u16::MAX).zip(table.into_iter().skip(1)).min_by_key(|&(mask, sum)| (sum, mask))
        };
        let plain = least(transform(&|count| count[0] + count[1]));
        let signed = shape.parity().and_then(|taken| {
            let found = least(transform(&|count| count[taken] - count[1 - taken]))?;
            Some((Some(taken), found))
        });
        let (parity, (bits, sum)) = plain
            .map(|found| (None, found))
            .into_iter()
            .chain(signed)
            .min_by_key(|&(_, (_, sum))| sum)
            // The histogram has at least two entries.
            .unwrap_or((None, (1, 0)));
        let total: i64 = self.counts.iter().flatten().sum();
        (Mask { bits, parity }, usize::try_from((total + sum) / 2).unwrap_or(0))
    }
}

/// The Walsh-Hadamard transform, in place; the length is a power of two.
fn hadamard(table: &mut [i64]) {
    let mut half = 1;
    while half < table.len() {
        for block in table.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Code, Leaves, Move, extend_plainly};
    use super::*;

    fn best(code: &Code, to: usize) -> (Vec<u16>, Mask, usize) {
        let mut values = Vec::new();
        extend_plainly(code, &mut values, to, &|_, _| true).expect("values");
        let mut census = Census::new();
        census.update(&values[..to / 2]);
        census.update(&values);
        let (mask, rares) = census.best(&Shape::of(code).expect("a shape"));
        (values, mask, rares)
    }

    #[test]
    fn the_best_mask_is_the_best_by_counting() {
        for digits in [&[0, 6][..], &[0, 1, 0, 6], &[0, 1, 6], &[4, 0, 3], &[0, 4, 4], &[0, 7]] {
            let code = Code::of_digits(digits).expect("a code");
            let shape = Shape::of(&code).expect("a shape");
            let (values, mask, rares) = best(&code, 700);
            assert_eq!(mask.rares(&values).len(), rares, "{digits:?}");
            let parities = [None].into_iter().chain(shape.parity().map(Some));
            let fewest = parities
                .flat_map(|parity| (1..256).map(move |bits| Mask::new(bits, parity)))
                .map(|mask| mask.rares(&values).len())
                .min();
            assert_eq!(Some(rares), fewest, "{digits:?}");
        }
    }

    #[test]
    fn values_of_sixteen_digits_have_a_mask() {
        let code = Code::of_digits(&[0, 6]).expect("a code");
        let mut census = Census::new();
        census.update(&[0, u16::MAX, u16::MAX - 1, u16::MAX]);
        // Each digit but the least is in all three, and one digit makes all common.
        let (mask, rares) = census.best(&Shape::of(&code).expect("a shape"));
        assert_eq!((mask.bits(), rares), (2, 0));
    }

    #[test]
    fn a_widened_mask_is_the_same_for_values_so_far() {
        for greatest in [0, 1, 5, 63, 64, 255, 256, u16::MAX] {
            let mask = Mask::new(0b10, Some(1));
            let wide = mask.widened(greatest);
            assert!((0..=greatest).all(|value| mask.is_rare(value, 3) == wide.is_rare(value, 3)));
            let next = (u32::from(greatest) + 1).next_power_of_two();
            assert!(u16::try_from(next).is_err() || wide.bits & next as u16 != 0, "{greatest}");
        }
    }

    #[test]
    fn grundys_game_has_the_published_mask() {
        // Flammenkamp's page on Grundy's game: all digits but the least.
        let split = Move { taken: 0, leaves: Leaves::TwoUnequal };
        let (_, mask, _) = best(&Code::new([split]).expect("a code"), 20_000);
        assert_eq!((mask.bits() & 1, mask.parity.is_some()), (0, false));
        assert_eq!(mask.bits(), !1 & (mask.bits().next_power_of_two() - 1));
    }
}
