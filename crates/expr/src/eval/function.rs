//! The functions expressions may call.

use super::EvalError;
use arith::integer;

/// Functions of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Min,
    Max,
    Abs,
    Gcd,
    Isqrt,
    BitOr,
    Lowbit,
    Popcount,
    BitLength,
    V2,
    Odious,
    Evil,
    NimProduct,
    Fibonacci,
    Days,
    Shl,
    Shr,
    Bit,
    Wrap32,
    Wrap64,
    Cast32,
    Cast64,
    RoundedPhi,
}

impl Function {
    /// The function of that name and the number of its arguments.
    pub(super) fn from_name(name: &str) -> Option<(Self, usize)> {
        Some(match name {
            "min" => (Self::Min, 2),
            "max" => (Self::Max, 2),
            "abs" => (Self::Abs, 1),
            "gcd" => (Self::Gcd, 2),
            "isqrt" => (Self::Isqrt, 1),
            "bitor" => (Self::BitOr, 2),
            "lowbit" => (Self::Lowbit, 1),
            "popcount" => (Self::Popcount, 1),
            "bitlen" => (Self::BitLength, 1),
            "v2" => (Self::V2, 1),
            "odious" => (Self::Odious, 1),
            "evil" => (Self::Evil, 1),
            "nimprod" => (Self::NimProduct, 2),
            "fib" => (Self::Fibonacci, 1),
            "days" => (Self::Days, 2),
            "shl" => (Self::Shl, 2),
            "shr" => (Self::Shr, 2),
            "bit" => (Self::Bit, 2),
            "wrap32" => (Self::Wrap32, 1),
            "wrap64" => (Self::Wrap64, 1),
            "cast32" => (Self::Cast32, 1),
            "cast64" => (Self::Cast64, 1),
            "rounded_phi" => (Self::RoundedPhi, 2),
            _ => return None,
        })
    }

    /// The value at `a` (and `b`, 0 for functions of one argument).
    pub(super) fn apply(self, a: i128, b: i128) -> Result<i128, EvalError> {
        let outside = |what: &str| EvalError::Undefined(format!("{what} is not defined for {a}"));
        let shift = || u32::try_from(b).ok().filter(|&s| s < 127);
        match self {
            Self::Min => Ok(a.min(b)),
            Self::Max => Ok(a.max(b)),
            Self::Abs => a.checked_abs().ok_or(EvalError::Overflow),
            Self::Gcd => i128::try_from(integer::gcd(a.unsigned_abs(), b.unsigned_abs()))
                .map_err(|_| EvalError::Overflow),
            Self::Isqrt => {
                let n = u128::try_from(a).map_err(|_| outside("isqrt"))?;
                i128::try_from(integer::isqrt(n)).map_err(|_| EvalError::Overflow)
            }
            Self::BitOr => Ok(a | b),
            Self::Lowbit => integer::lowbit(a).ok_or_else(|| outside("lowbit")),
            Self::Popcount => {
                integer::popcount(a).map(i128::from).ok_or_else(|| outside("popcount"))
            }
            Self::BitLength => {
                integer::bit_length(a).map(i128::from).ok_or_else(|| outside("bitlen"))
            }
            Self::V2 => integer::v2(a).map(i128::from).ok_or_else(|| outside("v2")),
            Self::Odious => {
                integer::is_odious(a).map(i128::from).ok_or_else(|| outside("odious"))
            }
            Self::Evil => {
                integer::is_odious(a).map(|o| i128::from(!o)).ok_or_else(|| outside("evil"))
            }
            Self::NimProduct => {
                let factor = |x: i128| {
                    u64::try_from(x).map_err(|_| {
                        EvalError::Undefined(format!("nimprod takes numbers below 2^64, not {x}"))
                    })
                };
                Ok(i128::from(arith::nim_product(factor(a)?, factor(b)?)))
            }
            Self::Fibonacci => {
                let k = usize::try_from(a).map_err(|_| outside("fib"))?;
                if k == 0 {
                    return Ok(0);
                }
                arith::sequences::fibonacci(k).map_err(|_| EvalError::Overflow)
            }
            Self::Days => arith::calendar::days_in_month(a, b)
                .ok_or_else(|| EvalError::Undefined(format!("there is no month {b}"))),
            Self::Shl => match shift() {
                Some(s) => a.checked_mul(1i128 << s).ok_or(EvalError::Overflow),
                None if a == 0 && b >= 0 => Ok(0),
                None => Err(EvalError::Overflow),
            },
            Self::Shr if b < 0 => Err(EvalError::Undefined(format!("shr by {b}"))),
            Self::Shr => Ok(shift().map_or(if a < 0 { -1 } else { 0 }, |s| a >> s)),
            Self::Bit if b < 0 => Err(EvalError::Undefined(format!("bit {b}"))),
            Self::Bit => Ok(shift().map_or(i128::from(a < 0), |s| a >> s & 1)),
            Self::Wrap32 => Ok(i128::from(a as i32)),
            Self::Wrap64 => Ok(i128::from(a as i64)),
            Self::Cast32 => Ok(i128::from(i32::try_from(a).unwrap_or(i32::MIN))),
            Self::Cast64 => Ok(i128::from(i64::try_from(a).unwrap_or(i64::MIN))),
            Self::RoundedPhi => {
                arith::float::rounded_phi(a, b).map_err(|_| EvalError::Overflow)
            }
        }
    }
}
