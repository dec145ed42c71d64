//! The slopes of `floor(n * slope) = a(n)`, as an exact interval, and the simplest quadratic
//! irrational in it.
//!
//! `a(n) <= n * slope < a(n) + 1` for each `n > 0` puts the slope in `[max a/n, min (a+1)/n)`,
//! whose length is about `1/N^2`. A quadratic irrational much shorter than the interval is narrow
//! is no coincidence.

use arith::Quadratic;
use arith::integer::exact_sqrt;

use crate::bits::length;

/// Greatest denominator tried.
const MAX_DENOMINATOR: i128 = 12;
/// Greatest radicand tried.
const MAX_RADICAND: u128 = 400;
/// Greatest index and value that are used: products of two squares of such numbers still fit.
const MAX: i64 = 1 << 40;

/// `floor(slope * n + p / q)`, `q > 0`.
pub fn floor(slope: Quadratic, n: i64, (p, q): (i64, i64)) -> Option<i64> {
    i64::try_from(slope.floor_of_line(n.into(), (p.into(), q.into())).ok()?).ok()
}

/// Digits of the numbers in `(p +- sqrt(d)) / q`, or of `t` where it is a slope of Wythoff's game with
/// diagonal moves up to a difference below `t`: `(2 - t + sqrt(t^2 + 4)) / 2`, or that and `t`
/// (Fraenkel 1982).
pub fn bits(slope: Quadratic) -> u32 {
    let (p, sign, q, d) = slope.parts();
    let plain = length(p) + length(d) + length(q);
    let t = p - 2;
    let of_wythoff = q == 2 && sign > 0 && t.checked_mul(t) == Some(d - 4);
    if of_wythoff { plain.min(length(t) + 3) } else { plain }
}

/// Bits to tell the slope by where it is shortest: as such, or as the root of `x^2 = t * x + m`.
fn told_bits(slope: Quadratic) -> u32 {
    let (p, _, q, d) = slope.parts();
    let root = match q {
        1 => Some((2 * p, d - p * p)),
        2 if (d - p * p) % 4 == 0 => Some((p, (d - p * p) / 4)),
        _ => None,
    };
    root.map_or(bits(slope), |(t, m)| bits(slope).min(1 + length(t) + length(m)))
}

/// The slope in words: `phi`, `phi^2`, `(3 + sqrt(13)) / 2`.
pub fn words(slope: Quadratic) -> String {
    let (p, sign, q, d) = slope.parts();
    let sign = if sign < 0 { '-' } else { '+' };
    match (p, sign, q, d) {
        (1, '+', 2, 5) => "phi".to_owned(),
        (3, '+', 2, 5) => "phi^2".to_owned(),
        (0, '+', 1, d) => format!("sqrt({d})"),
        (p, _, 1, d) => format!("({p} {sign} sqrt({d}))"),
        (0, '+', q, d) => format!("sqrt({d})/{q}"),
        (p, _, q, d) => format!("({p} {sign} sqrt({d}))/{q}"),
    }
}

/// `[lo, hi)` with exact rational ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlopeInterval {
    lo: (i128, i128),
    hi: (i128, i128),
}

impl SlopeInterval {
    /// The slopes with `floor(n * slope) = a` at every pair `(n, a)`; pairs with `n < 1` do not
    /// count. `None` when there is no such slope, no pair, or a number is beyond 2^40.
    pub fn of(pairs: impl Iterator<Item = (i64, i64)>) -> Option<Self> {
        let is_small = |n: i64, a: i64| n <= MAX && a.unsigned_abs() <= MAX.unsigned_abs();
        let pairs = pairs.filter(|&(n, _)| n > 0);
        Self::within(pairs.map(|(n, a)| is_small(n, a).then(|| (n, a, a + 1))))
    }

    /// The slopes with `lo < k * slope < hi` for every `(k, lo, hi)`, `k > 0`.
    pub fn between(bounds: impl Iterator<Item = (i64, i64, i64)>) -> Option<Self> {
        Self::within(bounds.map(Some))
    }

    /// The slopes with `k * slope` between all bounds, or `None` where bounds are missing or there is none.
    fn within(bounds: impl Iterator<Item = Option<(i64, i64, i64)>>) -> Option<Self> {
        let mut interval: Option<Self> = None;
        for bound in bounds {
            let (k, lo, hi) = bound?;
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
    fn contains(self, slope: Quadratic) -> bool {
        below(self.lo, slope) && !below(self.hi, slope)
    }

    /// The shortest quadratic irrational inside, if it is shorter than the simplest fraction
    /// inside, and the interval is so narrow that it is there by no chance: a number whose end must be
    /// told takes twice its bits (Elias 1975), and `margin` bits are left over.
    pub fn slope(self, margin: u32) -> Option<Quadratic> {
        self.shortest((self.narrowness().checked_sub(margin)? / 2).min(self.fraction_bits()))
    }

    /// The shortest quadratic irrational of at most `limit` bits inside.
    pub fn shortest(self, limit: u32) -> Option<Quadratic> {
        let mut best: Option<Quadratic> = None;
        for q in 1..=MAX_DENOMINATOR {
            for d in (2..=MAX_RADICAND).filter(|&d| exact_sqrt(d).is_none()) {
                for sign in [1, -1] {
                    for p in self.numerators(q, d, sign) {
                        let Ok(slope) = Quadratic::new(p, sign, q, d.cast_signed()) else {
                            continue;
                        };
                        let shorter = best.is_none_or(|b| bits(slope) < bits(b));
                        if shorter && told_bits(slope) <= limit && self.contains(slope) {
                            best = Some(slope);
                        }
                    }
                }
            }
        }
        best
    }

    /// The few `p` for which `(p +- sqrt(d)) / q` may lie in the interval.
    fn numerators(self, q: i128, d: u128, sign: i128) -> std::ops::RangeInclusive<i128> {
        let lowest = (self.lo.0 * q).div_euclid(self.lo.1);
        let centre = lowest - sign * d.isqrt().cast_signed();
        centre - 1..=centre + 2
    }

    /// Bits of the simplest fraction inside (Stern and Brocot), numerator and denominator.
    pub fn fraction_bits(self) -> u32 {
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

/// Whether the fraction `x / y`, `y > 0`, is less than the slope.
pub fn below((x, y): (i128, i128), slope: Quadratic) -> bool {
    // x/y < (p +- sqrt d)/q  <=>  t = x q - p y < +- y sqrt d
    let (p, sign, q, d) = slope.parts();
    let t = x * q - p * y;
    let square = d * y * y;
    if sign < 0 { t < 0 && t * t > square } else { t < 0 || t * t < square }
}
