//! The slopes of `floor(n * slope) = a(n)`, as an exact interval, and the simplest quadratic
//! irrational in it.
//!
//! `a(n) <= n * slope < a(n) + 1` for each `n > 0` puts the slope in `[max a/n, min (a+1)/n)`,
//! whose length is about `1/N^2`. A quadratic irrational much shorter than the interval is narrow
//! is no coincidence.

use arith::integer::isqrt;

use crate::bits::length;
use crate::formula::Slope;

/// Greatest denominator tried.
const MOST_DENOMINATOR: i64 = 12;
/// Greatest radicand tried.
const MOST_RADICAND: i64 = 400;
/// Greatest index and value that are used: products of two squares of such numbers still fit.
const MOST: i64 = 1 << 40;

/// `[lo, hi)` with exact rational ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    lo: (i128, i128),
    hi: (i128, i128),
}

impl Interval {
    /// The slopes with `floor(n * slope) = a` at every pair `(n, a)`; pairs with `n < 1` do not
    /// count. `None` when there is no such slope, no pair, or a number is beyond 2^40.
    pub(crate) fn of(pairs: impl Iterator<Item = (i64, i64)>) -> Option<Self> {
        let mut interval: Option<Self> = None;
        for (n, a) in pairs.filter(|&(n, _)| n > 0) {
            if n > MOST || a.unsigned_abs() > MOST.unsigned_abs() {
                return None;
            }
            let (n, a) = (i128::from(n), i128::from(a));
            let now = interval.get_or_insert(Self { lo: (a, n), hi: (a + 1, n) });
            if a * now.lo.1 > now.lo.0 * n {
                now.lo = (a, n);
            }
            if (a + 1) * now.hi.1 < now.hi.0 * n {
                now.hi = (a + 1, n);
            }
            if now.lo.0 * now.hi.1 >= now.hi.0 * now.lo.1 {
                return None;
            }
        }
        interval
    }

    /// The slopes with `lo < k * slope < hi` for every `(k, lo, hi)`, `k > 0`.
    pub(crate) fn between(bounds: impl Iterator<Item = (i64, i64, i64)>) -> Option<Self> {
        let mut interval: Option<Self> = None;
        for (k, lo, hi) in bounds {
            let (k, lo, hi) = (i128::from(k), i128::from(lo), i128::from(hi));
            let now = interval.get_or_insert(Self { lo: (lo, k), hi: (hi, k) });
            if lo * now.lo.1 > now.lo.0 * k {
                now.lo = (lo, k);
            }
            if hi * now.hi.1 < now.hi.0 * k {
                now.hi = (hi, k);
            }
            if now.lo.0 * now.hi.1 >= now.hi.0 * now.lo.1 {
                return None;
            }
        }
        interval
    }

    /// How narrow it is: `floor(-log2(hi - lo))`, at least 0.
    fn narrowness(self) -> u32 {
        let width = self.hi.0 * self.lo.1 - self.lo.0 * self.hi.1;
        let product = self.lo.1 * self.hi.1;
        (product / width.max(1)).max(1).ilog2()
    }

    /// Whether the slope lies strictly inside.
    fn contains(self, slope: Slope) -> bool {
        below(self.lo, slope) && !below(self.hi, slope)
    }

    /// The shortest quadratic irrational inside, if it is shorter than the simplest fraction
    /// inside, and the interval is so narrow that it is there by no chance: a number whose end must be
    /// told takes twice its bits (Elias 1975), and `margin` bits are left over.
    pub(crate) fn slope(self, margin: u32) -> Option<Slope> {
        self.shortest((self.narrowness().checked_sub(margin)? / 2).min(self.fraction_bits()))
    }

    /// The shortest quadratic irrational of at most `limit` bits inside.
    pub(crate) fn shortest(self, limit: u32) -> Option<Slope> {
        let mut best: Option<Slope> = None;
        for q in 1..=MOST_DENOMINATOR {
            for d in (2..=MOST_RADICAND).filter(|&d| !is_square(d)) {
                for minus in [false, true] {
                    for p in self.numerators(q, d, minus)? {
                        let slope = Slope { p, minus, d, q };
                        let shorter = best.is_none_or(|b| slope.bits() < b.bits());
                        if shorter && slope.told_bits() <= limit && self.contains(slope) {
                            best = Some(slope);
                        }
                    }
                }
            }
        }
        best
    }

    /// The few `p` for which `(p + sqrt(d)) / q` may lie in the interval.
    fn numerators(self, q: i64, d: i64, minus: bool) -> Option<std::ops::RangeInclusive<i64>> {
        let root = i64::try_from(isqrt(u128::try_from(d).ok()?)).ok()?;
        let lowest = i64::try_from((self.lo.0 * i128::from(q)).div_euclid(self.lo.1)).ok()?;
        let centre = if minus { lowest.checked_add(root)? } else { lowest.checked_sub(root)? };
        Some(centre.checked_sub(1)?..=centre.checked_add(2)?)
    }

    /// Bits of the simplest fraction inside (Stern and Brocot), numerator and denominator.
    fn fraction_bits(self) -> u32 {
        // Continued fraction of the ends as long as they agree, then the least integer between.
        // `[lo, hi)` turns into `(1/hi, 1/lo]` and back; an end without denominator is infinite.
        let ((mut a, mut b), (mut c, mut d)) = (self.lo, self.hi);
        let mut lo_is_inside = true;
        let (mut p0, mut q0, mut p1, mut q1) = (0i128, 1i128, 1i128, 0i128);
        loop {
            let whole = a.div_euclid(b);
            let candidate = if a == whole * b && lo_is_inside { whole } else { whole + 1 };
            let last = candidate * d < c || (!lo_is_inside && candidate * d == c);
            let digit = if last { candidate } else { whole };
            (p0, p1) = (p1, digit.saturating_mul(p1).saturating_add(p0));
            (q0, q1) = (q1, digit.saturating_mul(q1).saturating_add(q0));
            if last {
                let bits = |k: i128| length(i64::try_from(k).unwrap_or(i64::MAX));
                return bits(p1) + bits(q1);
            }
            (a, b, c, d) = (d, c - whole * d, b, a - whole * b);
            lo_is_inside = !lo_is_inside;
        }
    }
}

/// Whether the fraction is less than the slope.
fn below((x, y): (i128, i128), slope: Slope) -> bool {
    // x/y < (p +- sqrt d)/q  <=>  t = x q - p y < +- y sqrt d
    let t = x * i128::from(slope.q) - i128::from(slope.p) * y;
    let square = i128::from(slope.d) * y * y;
    if slope.minus { t < 0 && t * t > square } else { t < 0 || t * t < square }
}

fn is_square(d: i64) -> bool {
    u128::try_from(d).is_ok_and(|d| isqrt(d) * isqrt(d) == d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PHI: Slope = Slope { p: 1, minus: false, d: 5, q: 2 };

    fn interval(slope: Slope, last: i64) -> Interval {
        Interval::of((0..=last).map(|n| (n, slope.floor_times(n).unwrap()))).unwrap()
    }

    #[test]
    fn golden_ratio() {
        assert_eq!(interval(PHI, 40).slope(1), Some(PHI));
        // phi^2 and 1/phi^2
        let square = Slope { p: 3, ..PHI };
        assert_eq!(interval(square, 60).slope(1), Some(square));
        let inverse = Slope { p: 3, minus: true, ..PHI };
        assert_eq!(interval(inverse, 200).slope(1), Some(inverse));
    }

    #[test]
    fn fractions_are_not_irrational() {
        for (x, y) in [(1, 2), (13, 8), (355, 113)] {
            let interval = Interval::of((0..400).map(|n| (n, n * x / y))).unwrap();
            assert_eq!(interval.slope(0), None, "{x}/{y}");
        }
    }

    #[test]
    fn simplest_fractions() {
        let bits = |lo, hi| Interval { lo, hi }.fraction_bits();
        assert_eq!(bits((314, 100), (315, 100)), length(22) + length(7));
        assert_eq!(bits((1, 3), (1, 2)), length(1) + length(3));
        assert_eq!(bits((2, 5), (1, 2)), length(2) + length(5));
        assert_eq!(bits((5, 2), (7, 2)), length(3) + length(1));
        assert_eq!(bits((1, 16), (1, 2)), length(1) + length(3));
        assert_eq!(bits((1, 16), (1, 15)), length(1) + length(16));
    }

    proptest! {
        #[test]
        fn slopes_come_back(p in 0i64..6, d in 2i64..30, q in 1i64..4) {
            prop_assume!(!is_square(d));
            let slope = Slope { p, minus: false, d, q };
            let found = interval(slope, 9000).slope(1);
            prop_assert!(found.is_some());
            for n in 0..5000 {
                prop_assert_eq!(found.unwrap().floor_times(n), slope.floor_times(n));
            }
        }

        #[test]
        fn comparison_with_a_fraction(x in -50i128..50, y in 1i128..20, p in -9i64..9, minus: bool) {
            // sqrt(7) = 2.6457513..., far from every fraction tried
            let sign = if minus { -1 } else { 1 };
            let slope = Slope { p, minus, d: 7, q: 3 };
            let value = (i128::from(p) * 10_000_000 + sign * 26_457_513) * y;
            prop_assert_eq!(below((x, y), slope), x * 30_000_000 < value);
        }
    }
}
