//! How much work proofs may take.

/// Units of work for a law: about two seconds' work of an ordinary processor.
const UNITS: u64 = 200_000;

/// How much work each proof may take ([`patience::within_work`]): not how much time, so that the same
/// question has the same answer on a busy machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort(u32);

impl Effort {
    /// No proof is looked for.
    pub const NONE: Self = Self(0);

    /// So many times the usual effort.
    #[must_use]
    pub const fn times(times: u32) -> Self {
        Self(times)
    }

    /// Units of work for each proof.
    #[must_use]
    pub fn units(self) -> u64 {
        UNITS.saturating_mul(u64::from(self.0))
    }

    /// How many values may be computed for a period: about as much work, if the n-th value takes 1/4
    /// of a unit and a further one for every 2^20 values before it.
    #[must_use]
    pub fn values(self) -> usize {
        const LINEAR: u64 = 1 << 18;
        let sum = (LINEAR * LINEAR).saturating_add(self.units().saturating_mul(1 << 21));
        usize::try_from(sum.isqrt() - LINEAR).unwrap_or(usize::MAX)
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_grow_with_the_work() {
        let values: Vec<usize> = [0, 1, 4, 30].map(|n| Effort::times(n).values()).to_vec();
        assert!(values.is_sorted_by(|a, b| a < b), "{values:?}");
        assert_eq!(values[0], 0);
        let n = values[3] as u64;
        let cost = n / 4 + n * n / (1 << 21);
        assert!(cost.abs_diff(Effort::times(30).units()) < 10, "{cost}");
    }
}
