//! The functions of the rule language (docs/rule-language.md, "Expressions").

use arith::integer::{
    bit_length, digit_count, digit_sum, floor_div, floor_rem, gcd, icbrt, is_odious, isqrt, lowbit,
    popcount, power, v2, valuation,
};
use arith::numeration::{Numeration, Regular};
use arith::{calendar, float, graph, nim_product, sequences};

use super::EvalError;
use crate::ast::Binary;
use crate::substitute::MEMBERS;

/// A function of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function1 {
    Abs,
    Isqrt,
    Icbrt,
    Lowbit,
    Popcount,
    Bitlen,
    V2,
    Odious,
    Evil,
    Fib,
    Wrap32,
    Wrap64,
    Cast32,
    Cast64,
}

/// A function of two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function2 {
    Gcd,
    Valuation,
    DigitSum,
    NumDigits,
    BitOr,
    NimProduct,
    Days,
    Shl,
    Shr,
    Bit,
    RoundedPhi,
    Rounded,
}

/// A function of any number of arguments, or of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduction {
    Min,
    Max,
    Sum,
    Xor,
}

/// A function of numbers and, behind them, two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// `regular(n, base, first, matrices, roots)`: a function linear in the digits of n.
    Regular,
    /// `zeckendorf_regular(n, first, matrices, roots)`: the same in Zeckendorf's representation;
    /// `tribonacci_regular` and `pell_regular` likewise.
    GreedyRegular(Numeration),
    /// `recurrence(k, weights, terms)`: a term of a linear recurrence.
    Recurrence,
    /// `connected(a, b, numbers, ends)`: whether edges of these numbers connect two vertices.
    Connected,
}

impl Listed {
    /// Whether it is a condition.
    pub(super) fn is_condition(self) -> bool {
        self == Self::Connected
    }

    /// Number of arguments that are numbers.
    pub(super) fn numbers(self) -> usize {
        match self {
            Self::Regular => 3,
            Self::GreedyRegular(_) | Self::Connected => 2,
            Self::Recurrence => 1,
        }
    }

    pub(super) fn apply(
        self,
        numbers: &[i128],
        first: &[i128],
        second: &[i128],
    ) -> Result<i128, EvalError> {
        let value = match (self, numbers) {
            (Self::Regular, &[n, base, least]) => {
                Regular::from_lists(Numeration::Base(base), least, first, second)
                    .and_then(|regular| regular.value(n))
            }
            (Self::GreedyRegular(numeration), &[n, least]) => {
                Regular::from_lists(numeration, least, first, second)
                    .and_then(|regular| regular.value(n))
            }
            (Self::Recurrence, &[k]) => {
                let place = usize::try_from(k).ok().filter(|&k| k <= MOST_TERMS);
                place.and_then(|k| sequences::recurrent(first, second, k))
            }
            (Self::Connected, &[a, b]) => graph::connected(a, b, first, second).map(i128::from),
            _ => None,
        };
        let why =
            "no such term or edge, lists that do not fit together, or a number beyond 128 bits";
        value.ok_or_else(|| undefined(self.name(), numbers, why))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::GreedyRegular(Numeration::Tribonacci) => "tribonacci_regular",
            Self::GreedyRegular(Numeration::Pell) => "pell_regular",
            Self::GreedyRegular(_) => "zeckendorf_regular",
            Self::Recurrence => "recurrence",
            Self::Connected => "connected",
        }
    }
}

/// Furthest term of a recurrence that is computed.
const MOST_TERMS: usize = 1_000_000;

/// What a name with brackets after it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    One(Function1),
    Two(Function2),
    Many(Reduction),
    Listed(Listed),
    /// `floor`: exact arithmetic inside.
    Floor,
    /// `head`: whether a coin shows heads.
    Head,
    /// `zeckendorf`: gives a list.
    Zeckendorf,
    /// `greedy_parts(n, weights, terms)`: gives a list.
    GreedyParts,
    /// `size`: number of elements of a list or set.
    Size,
    /// `mex` of a list or set.
    Mex,
    /// `list`: the elements of a set in ascending order.
    List,
    /// `concat`: lists and numbers end to end.
    Concat,
    /// `reverse`: a list backwards.
    Reverse,
    /// `members(mask, lo, hi)`: what a set coordinate is rewritten to.
    Members,
}

const NAMED: [(&str, Named); 45] = [
    ("abs", Named::One(Function1::Abs)),
    ("isqrt", Named::One(Function1::Isqrt)),
    ("icbrt", Named::One(Function1::Icbrt)),
    ("lowbit", Named::One(Function1::Lowbit)),
    ("popcount", Named::One(Function1::Popcount)),
    ("bitlen", Named::One(Function1::Bitlen)),
    ("v2", Named::One(Function1::V2)),
    ("odious", Named::One(Function1::Odious)),
    ("evil", Named::One(Function1::Evil)),
    ("fib", Named::One(Function1::Fib)),
    ("wrap32", Named::One(Function1::Wrap32)),
    ("wrap64", Named::One(Function1::Wrap64)),
    ("cast32", Named::One(Function1::Cast32)),
    ("cast64", Named::One(Function1::Cast64)),
    ("gcd", Named::Two(Function2::Gcd)),
    ("valuation", Named::Two(Function2::Valuation)),
    ("digitsum", Named::Two(Function2::DigitSum)),
    ("numdigits", Named::Two(Function2::NumDigits)),
    ("bitor", Named::Two(Function2::BitOr)),
    ("nimprod", Named::Two(Function2::NimProduct)),
    ("days", Named::Two(Function2::Days)),
    ("shl", Named::Two(Function2::Shl)),
    ("shr", Named::Two(Function2::Shr)),
    ("bit", Named::Two(Function2::Bit)),
    ("rounded_phi", Named::Two(Function2::RoundedPhi)),
    ("min", Named::Many(Reduction::Min)),
    ("max", Named::Many(Reduction::Max)),
    ("sum", Named::Many(Reduction::Sum)),
    ("xor", Named::Many(Reduction::Xor)),
    ("floor", Named::Floor),
    ("head", Named::Head),
    ("zeckendorf", Named::Zeckendorf),
    ("greedy_parts", Named::GreedyParts),
    ("rounded", Named::Two(Function2::Rounded)),
    ("size", Named::Size),
    ("mex", Named::Mex),
    ("list", Named::List),
    ("concat", Named::Concat),
    ("reverse", Named::Reverse),
    ("regular", Named::Listed(Listed::Regular)),
    ("zeckendorf_regular", Named::Listed(Listed::GreedyRegular(Numeration::Zeckendorf))),
    ("tribonacci_regular", Named::Listed(Listed::GreedyRegular(Numeration::Tribonacci))),
    ("pell_regular", Named::Listed(Listed::GreedyRegular(Numeration::Pell))),
    ("recurrence", Named::Listed(Listed::Recurrence)),
    ("connected", Named::Listed(Listed::Connected)),
];

/// The function of that name.
pub(super) fn named(name: &str) -> Option<Named> {
    if name == MEMBERS {
        return Some(Named::Members);
    }
    NAMED.iter().find(|(known, _)| *known == name).map(|&(_, function)| function)
}

/// Names of all functions of the language.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    NAMED.iter().map(|&(name, _)| name)
}

/// Whether the language has a function of that name.
#[must_use]
pub fn is_function(name: &str) -> bool {
    named(name).is_some()
}

/// What has digits.
const DIGITS_OF: &str = "only for numbers >= 0 and bases >= 2";

fn undefined(function: &str, arguments: &[i128], why: &str) -> EvalError {
    let arguments: Vec<String> = arguments.iter().map(i128::to_string).collect();
    EvalError::Undefined(format!("{function}({}): {why}", arguments.join(", ")))
}

impl Function1 {
    /// Whether it is a condition.
    pub(super) fn is_condition(self) -> bool {
        matches!(self, Self::Odious | Self::Evil)
    }

    pub(super) fn apply(self, x: i128) -> Result<i128, EvalError> {
        let negative = |name: &str| undefined(name, &[x], "only for numbers >= 0");
        Ok(match self {
            Self::Abs => x.checked_abs().ok_or(EvalError::Overflow)?,
            Self::Isqrt => {
                let n = u128::try_from(x).map_err(|_| negative("isqrt"))?;
                isqrt(n).cast_signed()
            }
            Self::Icbrt => {
                let n = u128::try_from(x).map_err(|_| negative("icbrt"))?;
                icbrt(n).cast_signed()
            }
            Self::Lowbit => lowbit(x).ok_or(EvalError::Overflow)?,
            Self::Popcount => popcount(x).ok_or_else(|| negative("popcount"))?.into(),
            Self::Bitlen => bit_length(x).ok_or_else(|| negative("bitlen"))?.into(),
            Self::V2 => v2(x).ok_or_else(|| undefined("v2", &[x], "every power divides 0"))?.into(),
            Self::Odious => is_odious(x).ok_or_else(|| negative("odious"))?.into(),
            Self::Evil => (!is_odious(x).ok_or_else(|| negative("evil"))?).into(),
            Self::Fib if x < 0 => return Err(negative("fib")),
            Self::Fib => {
                let k = usize::try_from(x).map_err(|_| EvalError::Overflow)?;
                sequences::fibonacci(k).map_err(|_| EvalError::Overflow)?
            }
            // keeping the low bits is the definition of wrapping
            Self::Wrap32 => (x as i32).into(),
            Self::Wrap64 => (x as i64).into(),
            Self::Cast32 => i32::try_from(x).unwrap_or(i32::MIN).into(),
            Self::Cast64 => i64::try_from(x).unwrap_or(i64::MIN).into(),
        })
    }
}

impl Function2 {
    pub(super) fn apply(self, x: i128, y: i128) -> Result<i128, EvalError> {
        match self {
            Self::Gcd => i128::try_from(gcd(x.unsigned_abs(), y.unsigned_abs()))
                .map_err(|_| EvalError::Overflow),
            Self::Valuation => valuation(x, y).map(i128::from).ok_or_else(|| {
                undefined("valuation", &[x, y], "only for numbers != 0 and bases >= 2")
            }),
            Self::DigitSum => {
                digit_sum(x, y).ok_or_else(|| undefined("digitsum", &[x, y], DIGITS_OF))
            }
            Self::NumDigits => digit_count(x, y)
                .and_then(|count| i128::try_from(count).ok())
                .ok_or_else(|| undefined("numdigits", &[x, y], DIGITS_OF)),
            Self::BitOr => Ok(x | y),
            Self::NimProduct => match (u64::try_from(x), u64::try_from(y)) {
                (Ok(x), Ok(y)) => Ok(nim_product(x, y).into()),
                _ if x < 0 || y < 0 => Err(undefined("nimprod", &[x, y], "only for numbers >= 0")),
                _ => Err(EvalError::Unavailable(
                    "nimprod is computed for numbers below 2 ** 64".into(),
                )),
            },
            Self::Days => calendar::days_in_month(x, y)
                .ok_or_else(|| undefined("days", &[x, y], "there is no such month")),
            Self::Shl => {
                let factor = power(2, check_shift("shl", x, y)?);
                match factor.and_then(|factor| x.checked_mul(factor)) {
                    Some(shifted) => Ok(shifted),
                    None if x == 0 => Ok(0),
                    None => Err(EvalError::Overflow),
                }
            }
            Self::Shr => Ok(x >> check_shift("shr", x, y)?.min(127)),
            Self::Bit => Ok(x >> check_shift("bit", x, y)?.min(127) & 1),
            Self::RoundedPhi => {
                if !(3..=64).contains(&y) {
                    let why = "the precision must be in 3..64";
                    return Err(undefined("rounded_phi", &[x, y], why));
                }
                float::rounded_phi(x, y).map_err(|_| EvalError::Overflow)
            }
            Self::Rounded => {
                if !(1..=127).contains(&y) {
                    let why = "the precision must be in 1..127";
                    return Err(undefined("rounded", &[x, y], why));
                }
                float::rounded(x, y).map_err(|_| EvalError::Overflow)
            }
        }
    }
}

fn check_shift(name: &str, x: i128, k: i128) -> Result<i128, EvalError> {
    if k < 0 { Err(undefined(name, &[x, k], "the shift must be >= 0")) } else { Ok(k) }
}

impl Reduction {
    /// The combination of two values.
    pub(super) fn combine(self, a: i128, b: i128) -> Result<i128, EvalError> {
        Ok(match self {
            Self::Min => a.min(b),
            Self::Max => a.max(b),
            Self::Sum => a.checked_add(b).ok_or(EvalError::Overflow)?,
            Self::Xor => a ^ b,
        })
    }

    /// The value over nothing.
    pub(super) fn empty(self) -> Result<i128, EvalError> {
        match self {
            Self::Sum | Self::Xor => Ok(0),
            Self::Min => Err(EvalError::Nothing("min")),
            Self::Max => Err(EvalError::Nothing("max")),
        }
    }
}

/// An infix operation on two numbers (connectives: on conditions, both known).
pub(super) fn binary(operator: Binary, a: i128, b: i128) -> Result<i128, EvalError> {
    let result = match operator {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div if b == 0 => return Err(EvalError::DivisionByZero),
        Binary::Div => floor_div(a, b),
        Binary::Rem => return floor_rem(a, b).ok_or(EvalError::DivisionByZero),
        Binary::Pow if b < 0 => {
            return Err(EvalError::Undefined(format!("{a} ** {b}: negative exponent")));
        }
        Binary::Pow => power(a, b),
        Binary::Xor => Some(a ^ b),
        Binary::BitAnd | Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Implies => Some(i128::from(a == 0 || b != 0)),
        Binary::Iff => Some(i128::from(a == b)),
    };
    result.ok_or(EvalError::Overflow)
}
