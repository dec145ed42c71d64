//! Models of rounded arithmetic, on exact integers, to judge what printed code computes.

use crate::Overflow;

/// `floor(fl(fl((fl(sqrt(5)) + 1) / 2) * n))` where `fl` rounds to `precision` significant bits,
/// to nearest, ties to even (53: IEEE double, 64: x87 extended). `n` itself is not rounded.
///
/// # Errors
/// When `precision` is not in `3..=64`, or `|n| >= 2^63`.
pub fn rounded_phi(n: i128, precision: i128) -> Result<i128, Overflow> {
    if !(3..=64).contains(&precision) || n.unsigned_abs() >= 1 << 63 {
        return Err(Overflow);
    }
    let p = precision.unsigned_abs() as u32;
    // sqrt(5) in [2, 4) has p - 2 fractional bits; it is irrational, so there is no tie
    let square = 5u128 << (2 * (p - 2));
    let floor = square.isqrt();
    let root = if square - floor * floor > floor { floor + 1 } else { floor };
    // sqrt(5) + 1 is below 4 as well: the sum is exact, and halving only moves the point
    let phi = root + (1 << (p - 2));
    let product = round(phi * n.unsigned_abs(), p);
    let product = i128::try_from(product).map_err(|_| Overflow)?;
    Ok((if n < 0 { -product } else { product }) >> (p - 1))
}

/// `n` rounded to `precision` significant bits, to nearest, ties to even: what storing the integer
/// in a floating-point number makes of it (53: IEEE double, 64: x87 extended).
///
/// # Errors
/// When `precision` is not in `1..=127`, or the result does not fit.
pub fn rounded(n: i128, precision: i128) -> Result<i128, Overflow> {
    if !(1..=127).contains(&precision) {
        return Err(Overflow);
    }
    let magnitude = round(n.unsigned_abs(), precision.unsigned_abs() as u32);
    let magnitude = i128::try_from(magnitude).map_err(|_| Overflow)?;
    Ok(if n < 0 { -magnitude } else { magnitude })
}

/// `value` rounded to `precision` significant bits, to nearest, ties to even.
fn round(value: u128, precision: u32) -> u128 {
    let bits = 128 - value.leading_zeros();
    let Some(excess) = bits.checked_sub(precision).filter(|&e| e > 0) else {
        return value;
    };
    let (kept, dropped, half) = (value >> excess, value & ((1 << excess) - 1), 1 << (excess - 1));
    let up = dropped > half || (dropped == half && kept & 1 == 1);
    (kept + u128::from(up)) << excess
}
