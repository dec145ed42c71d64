//! How many numbers of a list are the greatest, the least, odd or not 0.

/// Which numbers of a list are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// Those equal to the greatest.
    Greatest,
    /// Those equal to the least.
    Least,
    /// Those that are not 0.
    Nonzero,
    /// Those that are odd.
    Odd,
}

impl Tally {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Greatest, Self::Least, Self::Nonzero, Self::Odd];

    /// How many of the numbers are counted.
    pub(crate) fn count(self, numbers: &[i64]) -> i64 {
        let (least, greatest) = (numbers.iter().min(), numbers.iter().max());
        let is_counted = |k: &&i64| match self {
            Self::Greatest => Some(*k) == greatest,
            Self::Least => Some(*k) == least,
            Self::Nonzero => **k != 0,
            Self::Odd => **k % 2 != 0,
        };
        numbers.iter().filter(is_counted).count() as i64
    }
}
