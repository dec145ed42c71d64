//! How likely the first player wins from a random position: exact counts over finite sets of
//! equally likely positions, alone or as independent components of a sum.

use message::{Message, Tell, message};
use std::collections::BTreeMap;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use table::Table;

/// Greatest Grundy value that is combined: the transform below takes as many steps as there are
/// values.
const MAX_VALUE: i64 = (1 << 20) - 1;
/// Most components of a sum.
pub const MAX_COMPONENTS: u32 = 10_000;

/// How many of finitely many equally likely positions have each value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    counts: BTreeMap<i64, u64>,
}

impl Distribution {
    /// The values of a column over the positions of a table, grouped by `group`; positions of no
    /// group do not count.
    ///
    /// The column must hold integers, as `sg`, `win` and `misere` do; `None` when there is none of
    /// that name or it holds something else.
    pub fn grouped(
        table: &Table,
        column: &str,
        mut group: impl FnMut(&[i64]) -> Option<i64>,
    ) -> Option<BTreeMap<i64, Self>> {
        let values = &table.column(column)?.values;
        let mut groups: BTreeMap<i64, Self> = BTreeMap::new();
        for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
            if let Some(group) = group(&table.position(cell)) {
                groups.entry(group).or_default().add(values.integer(cell)?, 1);
            }
        }
        Some(groups)
    }

    /// Adds `count` positions of a value.
    pub fn add(&mut self, value: i64, count: u64) {
        *self.counts.entry(value).or_default() += count;
    }

    /// Adds the positions of another distribution.
    pub fn extend(&mut self, other: &Self) {
        other.counts.iter().for_each(|(&value, &count)| self.add(value, count));
    }

    /// Number of positions.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// Positions counted: all of them, and those the first player loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Number of positions.
    pub total: BigUint,
    /// Number of those that are lost for the player to move (P-positions).
    pub lost: BigUint,
}

/// Why a chance cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceError {
    /// A value beyond what is combined.
    Value(i64),
    /// Too many components.
    Components(u32),
}

impl Tell for ChanceError {
    fn message(&self) -> Message {
        match self {
            Self::Value(value) => message!(
                "a value of {value} is too large to be combined; the greatest is {MAX_VALUE}"
            ),
            Self::Components(count) => {
                message!("{count} components are too many; at most {MAX_COMPONENTS}")
            }
        }
    }
}

message::error!(ChanceError);

impl Chance {
    /// The chance for one component: its positions of value 0 are lost.
    #[must_use]
    pub fn of_one(component: &Distribution) -> Self {
        let lost = component.counts.get(&0).copied().unwrap_or(0);
        Self { total: component.total().into(), lost: lost.into() }
    }

    /// The chance for a sum of independent components, `copies` of each kind: a sum is lost iff
    /// the xor of the Grundy values is 0 (Sprague 1935, Grundy 1939).
    ///
    /// The number of lost sums is the xor-convolution of the distributions at 0. With the
    /// Walsh-Hadamard transform W of each it is the mean over all i of the product of the W(i).
    ///
    /// # Errors
    /// A value beyond 2^20, or more than [`MAX_COMPONENTS`] components.
    pub fn of_sum(kinds: &[Distribution], copies: u32) -> Result<Self, ChanceError> {
        let components = u32::try_from(kinds.len()).unwrap_or(u32::MAX).saturating_mul(copies);
        if components > MAX_COMPONENTS {
            return Err(ChanceError::Components(components));
        }
        let greatest = kinds.iter().flat_map(|k| k.counts.keys()).max().copied().unwrap_or(0);
        if greatest > MAX_VALUE {
            return Err(ChanceError::Value(greatest));
        }
        let length = usize::try_from(greatest + 1).unwrap_or(1).next_power_of_two();
        let transforms: Vec<Vec<i128>> = kinds.iter().map(|kind| transform(kind, length)).collect();
        // Equal products are frequent, and big numbers are slow: multiply each only once.
        let mut products: BTreeMap<Vec<i128>, u64> = BTreeMap::new();
        for i in 0..length {
            let factors = transforms.iter().map(|transform| transform[i]).collect();
            *products.entry(factors).or_default() += 1;
        }
        let mut sum = BigInt::from(0);
        for (factors, times) in products {
            let product: BigInt = factors.into_iter().map(BigInt::from).product();
            sum += product.pow(copies) * times;
        }
        let lost = sum / BigInt::from(length);
        let total: BigUint = kinds.iter().map(|kind| BigUint::from(kind.total())).product();
        // The number of lost sums is a count, so it is never negative.
        Ok(Self { total: total.pow(copies), lost: lost.magnitude().clone() })
    }

    /// Number of positions the first player wins.
    #[must_use]
    pub fn won(&self) -> BigUint {
        &self.total - &self.lost
    }

    /// The chance that the first player wins as numerator and denominator in lowest terms; `None`
    /// when there is no position.
    #[must_use]
    pub fn fraction(&self) -> Option<(BigUint, BigUint)> {
        let zero = BigUint::from(0u8);
        if self.total == zero {
            return None;
        }
        let (won, total) = (self.won(), self.total.clone());
        let (mut a, mut b) = (won.clone(), total.clone());
        while b != zero {
            (a, b) = (b.clone(), a % b);
        }
        Some((won / &a, total / a))
    }

    /// The chance with six decimals, cut off and not rounded; empty when there is no position.
    #[must_use]
    pub fn decimals(&self) -> String {
        const PLACES: u32 = 1_000_000;
        if self.total == BigUint::from(0u8) {
            return String::new();
        }
        let parts = self.won() * PLACES / &self.total;
        let whole = &parts / PLACES;
        format!("{whole}.{:0>6}", (parts % PLACES).to_string())
    }
}

impl fmt::Display for Chance {
    /// As `p/q`, or `p` when q is 1; empty when there is no position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fraction() {
            None => Ok(()),
            Some((p, q)) if q == BigUint::from(1u8) => write!(f, "{p}"),
            Some((p, q)) => write!(f, "{p}/{q}"),
        }
    }
}

/// The Walsh-Hadamard transform of the counts: at i the sum over v of (-1)^popcount(i & v) times
/// the count of v. `length` is a power of two above every value.
fn transform(distribution: &Distribution, length: usize) -> Vec<i128> {
    let mut all = vec![0i128; length];
    for (&value, &count) in &distribution.counts {
        if let Some(slot) = usize::try_from(value).ok().and_then(|value| all.get_mut(value)) {
            *slot += i128::from(count);
        }
    }
    let mut half = 1;
    while half < length {
        for block in all.chunks_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use draw::{Draw, cases, check, prop_assert_eq};

    fn distribution(values: &[i64]) -> Distribution {
        let mut all = Distribution::default();
        values.iter().for_each(|&value| all.add(value, 1));
        all
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        let one = Chance::of_one(&distribution(&[0, 1, 2, 0, 5, 1]));
        assert_eq!((one.to_string(), one.decimals()), ("2/3".into(), "0.666666".into()));
        assert_eq!(Chance::of_one(&distribution(&[1, 2])).to_string(), "1");
        assert_eq!(Chance::of_one(&distribution(&[0])).decimals(), "0.000000");
        let none = Chance::of_one(&Distribution::default());
        assert_eq!((none.fraction(), none.to_string()), (None, String::new()));
    }

    #[test]
    fn large_sums_are_exact() {
        // A hundred coins with values 0 and 1: the sum is lost with chance 1/2.
        let sum = Chance::of_sum(&[distribution(&[0, 1])], 100).unwrap();
        assert_eq!(sum.total, BigUint::from(2u8).pow(100));
        assert_eq!(sum.to_string(), "1/2");
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let kinds = [distribution(&[0, 1 << 20])];
        assert_eq!(Chance::of_sum(&kinds, 2), Err(ChanceError::Value(1 << 20)));
        let kinds = [distribution(&[0]), distribution(&[1])];
        assert_eq!(Chance::of_sum(&kinds, 5001), Err(ChanceError::Components(10_002)));
        assert!(Chance::of_sum(&kinds, 5000).is_ok());
    }

    #[test]
    fn sums_by_definition() {
        let input = |d: &mut Draw| {
            (d.many(1..6, |d| d.int(0..9)), d.many(1..6, |d| d.int(0..20)), d.int(1..3) as u32)
        };
        check(cases(), input, |(a, b, copies)| {
            let sum = Chance::of_sum(&[distribution(&a), distribution(&b)], copies).unwrap();
            let mut xors = vec![0i64];
            for _ in 0..copies {
                for kind in [&a, &b] {
                    xors = xors.iter().flat_map(|x| kind.iter().map(move |y| x ^ y)).collect();
                }
            }
            let lost = xors.iter().filter(|x| **x == 0).count();
            prop_assert_eq!(sum.total, BigUint::from(xors.len()));
            prop_assert_eq!(sum.lost, BigUint::from(lost));
            Ok(())
        });
    }
}
