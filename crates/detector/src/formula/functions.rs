//! The functions formulas are made of, and their values.

use arith::integer::{
    bit_length, digit_count, digit_sum, floor_div, floor_rem, gcd, icbrt, isqrt, lowbit, popcount,
    v2, valuation,
};
use arith::nim::nim_product;
use arith::sequences::zeckendorf;

/// Functions of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Abs,
    Lowbit,
    Popcount,
    V2,
    Bitlen,
    Isqrt,
    Icbrt,
    /// The least of the non-adjacent Fibonacci numbers with this sum.
    LeastFibonacciPart,
}

/// Functions of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Xor,
    And,
    Min,
    Max,
    NimProduct,
    Gcd,
    Power,
    Or,
    /// Exponent of the second in the first.
    Valuation,
    /// Sum of the digits of the first to the base of the second.
    DigitSum,
    /// Number of digits of the first to the base of the second.
    NumDigits,
}

/// Functions of two conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Logic {
    And,
    Or,
    Iff,
}

pub(super) fn apply(f: Function, a: i64) -> Option<i64> {
    let wide = i128::from(a);
    match f {
        Function::Abs => a.checked_abs(),
        Function::Lowbit => i64::try_from(lowbit(wide)?).ok(),
        Function::Popcount => popcount(wide).map(i64::from),
        Function::V2 => v2(wide).map(i64::from),
        Function::Bitlen => bit_length(wide).map(i64::from),
        Function::LeastFibonacciPart => {
            let mut parts = Vec::new();
            zeckendorf(wide, &mut parts);
            parts.first().and_then(|&part| i64::try_from(part).ok())
        }
        Function::Icbrt => i64::try_from(icbrt(u128::try_from(wide).ok()?)).ok(),
        Function::Isqrt => i64::try_from(isqrt(u128::try_from(wide).ok()?)).ok(),
    }
}

pub(super) fn operate(op: Op, a: i64, b: i64) -> Option<i64> {
    match op {
        Op::Add => a.checked_add(b),
        Op::Sub => a.checked_sub(b),
        Op::Mul => a.checked_mul(b),
        Op::Div if b > 0 => Some(a.div_euclid(b)),
        Op::Rem if b > 0 => Some(a.rem_euclid(b)),
        Op::Div => i64::try_from(floor_div(a.into(), b.into())?).ok(),
        Op::Rem => i64::try_from(floor_rem(a.into(), b.into())?).ok(),
        Op::Xor => Some(a ^ b),
        Op::And => Some(a & b),
        Op::Min => Some(a.min(b)),
        Op::Max => Some(a.max(b)),
        Op::NimProduct => {
            i64::try_from(nim_product(u64::try_from(a).ok()?, u64::try_from(b).ok()?)).ok()
        }
        Op::Gcd => i64::try_from(gcd(a.unsigned_abs().into(), b.unsigned_abs().into())).ok(),
        Op::Or => Some(a | b),
        Op::Valuation => valuation(a.into(), b.into()).map(i64::from),
        Op::DigitSum => i64::try_from(digit_sum(a.into(), b.into())?).ok(),
        Op::NumDigits => i64::try_from(digit_count(a.into(), b.into())?).ok(),
        Op::Power => a.checked_pow(u32::try_from(b).ok()?),
    }
}

/// The digits of two numbers, which are not negative, side by side: those of `a` before those of
/// `b`.
pub(super) fn paired(base: i64, mut a: i64, mut b: i64) -> Option<i64> {
    if a < 0 || b < 0 || base < 2 {
        return None;
    }
    let square = base.checked_mul(base)?;
    let (mut result, mut place) = (0i64, Some(1i64));
    while a > 0 || b > 0 {
        let pair = (a % base).checked_mul(base)?.checked_add(b % base)?;
        result = result.checked_add(pair.checked_mul(place?)?)?;
        place = place?.checked_mul(square);
        (a, b) = (a / base, b / base);
    }
    Some(result)
}
