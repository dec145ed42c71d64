//! Elementary functions of integers.

/// `floor(a / b)`; `None` when `b` is 0 or the quotient does not fit.
#[must_use]
pub fn floor_div(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// `a - b * floor(a / b)`, which has the sign of `b`; `None` when `b` is 0.
#[must_use]
pub fn floor_rem(a: i128, b: i128) -> Option<i128> {
    if b == 0 {
        return None;
    }
    // wrapping: MIN % -1 is 0, although the quotient does not fit
    let remainder = a.wrapping_rem(b);
    Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
}

/// Greatest common divisor; `gcd(0, 0) = 0`.
#[must_use]
pub fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(short), Ok(other)) = (u64::try_from(a), u64::try_from(b)) {
            return short_gcd(short, other).into();
        }
        (a, b) = (b, a % b);
    }
    a
}

/// The same by subtraction and halving (Stein, "Computational problems associated with Racah
/// algebra", 1967): several times as fast as by division.
fn short_gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
        if b == 0 {
            return a << twos;
        }
    }
}

/// The greatest `r` with `r * r <= n`.
#[must_use]
pub fn isqrt(n: u128) -> u128 {
    n.isqrt()
}

/// `Some(r)` when `n = r * r`.
#[must_use]
pub fn exact_sqrt(n: u128) -> Option<u128> {
    let root = isqrt(n);
    (root * root == n).then_some(root)
}

/// The greatest `r` with `r * r * r <= n`.
#[must_use]
pub fn icbrt(n: u128) -> u128 {
    let cube_fits = |r: u128| r.checked_pow(3).is_some_and(|cube| cube <= n);
    // the cube root of a 128-bit number has at most 43 bits
    (0..43).rev().fold(0, |root, bit| {
        let candidate = root | 1 << bit;
        if cube_fits(candidate) { candidate } else { root }
    })
}

/// `base ** exponent`, with `0 ** 0 = 1`; `None` when the exponent is negative or the power does
/// not fit.
#[must_use]
pub fn power(base: i128, exponent: i128) -> Option<i128> {
    if exponent < 0 {
        return None;
    }
    match base {
        0 => Some(i128::from(exponent == 0)),
        1 => Some(1),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

/// The greatest power of two that divides `n`; 0 for 0. `None` when it does not fit.
#[must_use]
pub fn lowbit(n: i128) -> Option<i128> {
    Some(n & n.checked_neg()?)
}

/// The exponent of two in `n`; `None` for 0.
#[must_use]
pub fn v2(n: i128) -> Option<u32> {
    (n != 0).then(|| n.trailing_zeros())
}

/// The exponent of the highest power of `base >= 2` that divides `n`; `None` for 0 and other bases.
#[must_use]
pub fn valuation(n: i128, base: i128) -> Option<u32> {
    if n == 0 || base < 2 {
        return None;
    }
    let (mut rest, mut exponent) = (n, 0);
    while rest % base == 0 {
        rest /= base;
        exponent += 1;
    }
    Some(exponent)
}

/// The digits of `n >= 0` to `base >= 2`, the last one first, none for 0; `None` for other numbers.
fn digits(n: i128, base: i128) -> Option<impl Iterator<Item = i128>> {
    let mut rest = n;
    let next = move || {
        // Division is several times as fast in 64 bits.
        let (others, last) = match (u64::try_from(rest), u64::try_from(base)) {
            (Ok(rest), Ok(base)) => ((rest / base).into(), (rest % base).into()),
            _ => (rest / base, rest % base),
        };
        let is_digit = rest > 0;
        rest = others;
        is_digit.then_some(last)
    };
    (n >= 0 && base >= 2).then(|| std::iter::from_fn(next))
}

/// The sum of the digits of `n >= 0` to `base >= 2`; `None` for other numbers.
#[must_use]
pub fn digit_sum(n: i128, base: i128) -> Option<i128> {
    digits(n, base).map(Iterator::sum)
}

/// Number of digits of `n >= 0` to `base >= 2` (0 for 0); `None` for other numbers.
#[must_use]
pub fn digit_count(n: i128, base: i128) -> Option<usize> {
    digits(n, base).map(Iterator::count)
}

/// Number of binary digits of `n >= 0` (0 for 0); `None` for negative numbers.
#[must_use]
pub fn bit_length(n: i128) -> Option<u32> {
    (n >= 0).then(|| i128::BITS - n.leading_zeros())
}

/// The product without carries: that of the polynomials over the field of two elements whose
/// coefficients are the binary digits.
#[must_use]
pub fn carryless_product(x: u64, y: u64) -> u128 {
    (0..u64::BITS).filter(|k| y >> k & 1 == 1).fold(0, |sum, k| sum ^ u128::from(x) << k)
}

/// Number of binary ones of `n >= 0`; `None` for negative numbers.
#[must_use]
pub fn popcount(n: i128) -> Option<u32> {
    (n >= 0).then(|| n.count_ones())
}

/// Whether `n >= 0` has an odd number of binary ones (otherwise it is evil); `None` for negative
/// numbers.
#[must_use]
pub fn is_odious(n: i128) -> Option<bool> {
    popcount(n).map(|ones| ones % 2 == 1)
}
