//! Closed forms: the small language in which families state what they found.
//!
//! A [`Formula`] is evaluated natively on every cell of a table, measured in bits, and turned into
//! an [`Expr`] once it is believed. Conditions count as 1 (true) and 0.

mod columns;
mod functions;
mod members;
mod written;

use arith::integer::{floor_div, isqrt};
use arith::numeration::Regular;
use arith::sequences::recurrent;
use arith::sets::NumberSet;
use expr::ast::Comparison;

use crate::bits::{length, list_bits, spelled_bits};
pub(crate) use functions::{Function, Logic, Op};
use functions::{apply, operate, paired};
pub(crate) use members::Members;

/// A quadratic irrational `(p + sign * sqrt(d)) / q` with `q > 0`, `d > 0` not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slope {
    pub(crate) p: i64,
    /// Whether the root is subtracted.
    pub(crate) minus: bool,
    pub(crate) d: i64,
    pub(crate) q: i64,
}

impl Slope {
    /// `floor(slope * n)`, exactly.
    pub(crate) fn floor_times(self, n: i64) -> Option<i64> {
        let square = i128::from(n).checked_mul(n.into())?.checked_mul(self.d.into())?;
        let root = match u64::try_from(square) {
            Ok(small) => i128::from(small.isqrt()),
            Err(_) => i128::try_from(isqrt(u128::try_from(square).ok()?)).ok()?,
        };
        // n * sqrt(d) is irrational unless n = 0, so the floor of its negative is one lower.
        let up = (n > 0) != self.minus;
        let term = if n == 0 {
            0
        } else if up {
            root
        } else {
            -root - 1
        };
        let numerator = i128::from(n).checked_mul(self.p.into())?.checked_add(term)?;
        i64::try_from(floor_div(numerator, self.q.into())?).ok()
    }

    /// `floor(slope * n + p / q)`, exactly; `q > 0`.
    pub(crate) fn floor_plus(self, n: i64, (p, q): (i64, i64)) -> Option<i64> {
        // (q * (numerator over the root) + p * self.q) / (self.q * q), the root rounded down last
        let scaled = Self {
            p: self.p.checked_mul(q)?,
            d: self.d.checked_mul(q.checked_mul(q)?)?,
            q: 1,
            ..self
        };
        let numerator = i128::from(scaled.floor_times(n)?);
        let shift = i128::from(p).checked_mul(self.q.into())?;
        let denominator = i128::from(self.q).checked_mul(q.into())?;
        i64::try_from(floor_div(numerator.checked_add(shift)?, denominator)?).ok()
    }

    /// The slope plus an integer.
    pub(crate) fn plus(self, c: i64) -> Option<Self> {
        Some(Self { p: self.p.checked_add(c.checked_mul(self.q)?)?, ..self })
    }

    /// Digits of its numbers, or of `t` where it is a slope of Wythoff's game with diagonal moves
    /// up to a difference below `t`: `(2 - t + sqrt(t^2 + 4)) / 2`, or that and `t` (Fraenkel 1982).
    pub(crate) fn bits(self) -> u32 {
        let plain = length(self.p) + length(self.d) + length(self.q);
        let t = self.p - 2;
        let of_wythoff = self.q == 2 && !self.minus && t.checked_mul(t) == Some(self.d - 4);
        if of_wythoff { plain.min(length(t) + 3) } else { plain }
    }

    /// Bits to tell the slope by where it is shortest: as such, or as the root of
    /// `x^2 = t * x + m`.
    pub(crate) fn told_bits(self) -> u32 {
        let Self { p, d, q, .. } = self;
        let root = match q {
            1 => Some((2 * p, d - p * p)),
            2 if (d - p * p) % 4 == 0 => Some((p, (d - p * p) / 4)),
            _ => None,
        };
        root.map_or(self.bits(), |(t, m)| self.bits().min(1 + length(t) + length(m)))
    }

    /// The slope in words: `phi`, `phi^2`, `(3 + sqrt(13)) / 2`.
    pub(crate) fn words(self) -> String {
        let sign = if self.minus { '-' } else { '+' };
        match (self.p, self.q, self.d, self.minus) {
            (1, 2, 5, false) => "phi".to_owned(),
            (3, 2, 5, false) => "phi^2".to_owned(),
            (0, 1, d, false) => format!("sqrt({d})"),
            (p, 1, d, _) => format!("({p} {sign} sqrt({d}))"),
            (0, q, d, false) => format!("sqrt({d})/{q}"),
            (p, q, d, _) => format!("({p} {sign} sqrt({d}))/{q}"),
        }
    }
}

/// A closed form in numbered variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    Int(i64),
    Var(usize),
    Apply(Function, Box<Formula>),
    Binary(Op, Box<Formula>, Box<Formula>),
    Compare(Comparison, Box<Formula>, Box<Formula>),
    /// `lo <= e <= hi`; the first comparison is strict when the flag is set.
    Between(bool, Box<Formula>, Box<Formula>, Box<Formula>),
    Logic(Logic, Box<Formula>, Box<Formula>),
    Not(Box<Formula>),
    In(Box<Formula>, Vec<i64>),
    /// `e in squares`
    InNamed(Box<Formula>, NumberSet),
    If(Box<Formula>, Box<Formula>, Box<Formula>),
    /// `[a, b, c][e]`
    Table(Vec<i64>, Box<Formula>),
    /// `floor(slope * e)`
    Floor(Slope, Box<Formula>),
    /// `floor(slope * e + p / q)`, `q > 0`
    FloorShifted(Slope, Box<Formula>, (i64, i64)),
    /// Whether some binary place has a number of ones among the variables below the first number
    /// that is no multiple of the second (Moore, "A generalization of the game called nim", 1910).
    Moore(usize, i64),
    /// `fib(e)`
    Fibonacci(Box<Formula>),
    /// The digits of two numbers to this base side by side: `base * x + y` for each pair of digits
    /// `x` and `y`, as one digit to the base squared.
    Paired(i64, Box<Formula>, Box<Formula>),
    /// A function linear in the digits of `e`.
    Regular(Box<Regular>, Box<Formula>),
    /// The `e`-th term (from 0) of the linear recurrence with these coefficients, nearest term
    /// first, and these first terms.
    Recurrence(Vec<i128>, Vec<i128>, Box<Formula>),
    /// The `e`-th of these numbers, from 0.
    Nth(Box<Members>, Box<Formula>),
}

impl Formula {
    /// `self op other`, with neutral elements left out.
    pub(crate) fn op(self, op: Op, other: Self) -> Self {
        match (op, &self, &other) {
            (Op::Add | Op::Sub | Op::Xor, _, Self::Int(0))
            | (Op::Mul | Op::Div, _, Self::Int(1)) => self,
            (Op::Rem, _, Self::Int(1)) => Self::Int(0),
            (Op::Add | Op::Xor, Self::Int(0), _) | (Op::Mul, Self::Int(1), _) => other,
            (Op::Add, _, Self::Binary(Op::Mul, k, e)) => match **k {
                // a + -2 * e is a - 2 * e
                Self::Int(k) if k < 0 && k > i64::MIN => {
                    let subtrahend = Self::Int(-k).op(Op::Mul, (**e).clone());
                    Self::Binary(Op::Sub, Box::new(self), Box::new(subtrahend))
                }
                _ => Self::Binary(op, Box::new(self), Box::new(other)),
            },
            _ => Self::Binary(op, Box::new(self), Box::new(other)),
        }
    }

    /// The formula with its variables replaced.
    pub(crate) fn with(&self, values: &[Self]) -> Self {
        let go = |e: &Self| Box::new(e.with(values));
        match self {
            Self::Int(k) => Self::Int(*k),
            Self::Moore(count, m) => Self::Moore(*count, *m),
            Self::Var(i) => values.get(*i).cloned().unwrap_or(Self::Var(*i)),
            Self::Apply(f, e) => Self::Apply(*f, go(e)),
            Self::Binary(op, a, b) => Self::Binary(*op, go(a), go(b)),
            Self::Paired(base, a, b) => Self::Paired(*base, go(a), go(b)),
            Self::Compare(c, a, b) => Self::Compare(*c, go(a), go(b)),
            Self::Between(strict, a, b, c) => Self::Between(*strict, go(a), go(b), go(c)),
            Self::Logic(l, a, b) => Self::Logic(*l, go(a), go(b)),
            Self::Not(e) => Self::Not(go(e)),
            Self::In(e, set) => Self::In(go(e), set.clone()),
            Self::InNamed(e, set) => Self::InNamed(go(e), set.clone()),
            Self::If(a, b, c) => Self::If(go(a), go(b), go(c)),
            Self::Table(list, e) => Self::Table(list.clone(), go(e)),
            Self::Floor(slope, e) => Self::Floor(*slope, go(e)),
            Self::FloorShifted(slope, e, shift) => Self::FloorShifted(*slope, go(e), *shift),
            Self::Fibonacci(e) => Self::Fibonacci(go(e)),
            Self::Regular(regular, e) => Self::Regular(regular.clone(), go(e)),
            Self::Recurrence(weights, terms, e) => {
                Self::Recurrence(weights.clone(), terms.clone(), go(e))
            }
            Self::Nth(members, e) => Self::Nth(members.clone(), go(e)),
        }
    }

    /// `self + k`.
    pub(crate) fn plus(self, k: i64) -> Self {
        if let Self::Binary(Op::Add, e, already) = &self
            && let Self::Int(already) = **already
            && let Some(sum) = already.checked_add(k)
        {
            return e.as_ref().clone().op(Op::Add, Self::Int(sum));
        }
        self.op(Op::Add, Self::Int(k))
    }

    /// `k * self`.
    pub(crate) fn times(self, k: i64) -> Self {
        if k == 0 { Self::Int(0) } else { Self::Int(k).op(Op::Mul, self) }
    }

    /// `self % m`.
    pub(crate) fn rem(self, m: i64) -> Self {
        self.op(Op::Rem, Self::Int(m))
    }

    /// `self // m`.
    pub(crate) fn div(self, m: i64) -> Self {
        self.op(Op::Div, Self::Int(m))
    }

    /// The comparison of `self` with `other`.
    pub(crate) fn cmp(self, c: Comparison, other: Self) -> Self {
        Self::Compare(c, Box::new(self), Box::new(other))
    }

    /// `if self then a else b`.
    pub(crate) fn choose(self, a: Self, b: Self) -> Self {
        Self::If(Box::new(self), Box::new(a), Box::new(b))
    }

    /// Whether it is a condition.
    pub(crate) fn is_condition(&self) -> bool {
        match self {
            Self::Compare(..)
            | Self::Between(..)
            | Self::Logic(..)
            | Self::Not(_)
            | Self::In(..)
            | Self::Moore(..)
            | Self::InNamed(..) => true,
            Self::If(_, a, b) => a.is_condition() && b.is_condition(),
            _ => false,
        }
    }

    /// The formulas it is made of.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Int(_) | Self::Var(_) | Self::Moore(..) => Vec::new(),
            Self::Apply(_, e)
            | Self::Not(e)
            | Self::In(e, _)
            | Self::InNamed(e, _)
            | Self::Table(_, e)
            | Self::Floor(_, e)
            | Self::FloorShifted(_, e, _)
            | Self::Regular(_, e)
            | Self::Recurrence(_, _, e)
            | Self::Nth(_, e)
            | Self::Fibonacci(e) => vec![e],
            Self::Binary(_, a, b)
            | Self::Compare(_, a, b)
            | Self::Logic(_, a, b)
            | Self::Paired(_, a, b) => vec![a, b],
            Self::Between(_, a, b, c) | Self::If(a, b, c) => vec![a, b, c],
        }
    }

    /// Whether it is made of variables alone, with `+`, `-`, xor, minimum and the like.
    fn is_key(&self) -> bool {
        match self {
            Self::Var(_) => true,
            Self::Apply(..) => self.parts().iter().all(|e| e.is_key()),
            Self::Binary(op, ..) => {
                !matches!(op, Op::Div | Op::Rem) && self.parts().iter().all(|e| e.is_key())
            }
            _ => false,
        }
    }

    /// The one key all variables stand in, when the formula is a function of one key.
    pub(crate) fn single_key(&self) -> Option<&Self> {
        if self.is_key() {
            return Some(self);
        }
        let mut keys = Vec::new();
        for part in self.parts().into_iter().filter(|e| !e.is_constant()) {
            keys.push(part.single_key()?);
        }
        let (first, others) = keys.split_first()?;
        others.iter().all(|k| k == first).then_some(*first)
    }

    fn is_constant(&self) -> bool {
        match self {
            Self::Var(_) | Self::Moore(..) => false,
            _ => self.parts().iter().all(|e| e.is_constant()),
        }
    }

    /// Whether the operation occurs in it.
    pub(crate) fn uses(&self, op: Op) -> bool {
        matches!(self, Self::Binary(o, ..) if *o == op) || self.parts().iter().any(|e| e.uses(op))
    }

    /// Whether it takes a remainder or a quotient.
    pub(crate) fn divides(&self) -> bool {
        matches!(self, Self::Binary(Op::Div | Op::Rem, ..))
            || self.parts().iter().any(|e| e.divides())
    }

    /// The value at `x`; `None` where it is not defined or does not fit.
    pub(crate) fn eval(&self, x: &[i64]) -> Option<i64> {
        Some(match self {
            Self::Int(k) => *k,
            Self::Var(i) => *x.get(*i)?,
            Self::Apply(f, e) => apply(*f, e.eval(x)?)?,
            Self::Binary(op, a, b) => operate(*op, a.eval(x)?, b.eval(x)?)?,
            Self::Moore(count, m) => {
                let numbers = x.get(..*count)?;
                if numbers.iter().any(|&n| n < 0) {
                    return None;
                }
                let ones = |place: u32| numbers.iter().map(|n| n >> place & 1).sum::<i64>();
                i64::from((0..i64::BITS - 1).any(|place| ones(place) % m != 0))
            }
            Self::Compare(c, a, b) => i64::from(c.holds(a.eval(x)?, b.eval(x)?)),
            Self::Between(strict, lo, e, hi) => {
                let (lo, e, hi) = (lo.eval(x)?, e.eval(x)?, hi.eval(x)?);
                i64::from(if *strict { lo < e } else { lo <= e } && e <= hi)
            }
            Self::Logic(l, a, b) => {
                let holds = a.eval(x)? != 0;
                // What is decided by the first side may be undefined in the second.
                i64::from(match l {
                    Logic::And => holds && b.eval(x)? != 0,
                    Logic::Or => holds || b.eval(x)? != 0,
                    Logic::Iff => holds == (b.eval(x)? != 0),
                })
            }
            Self::Not(e) => i64::from(e.eval(x)? == 0),
            Self::In(e, set) => i64::from(set.contains(&e.eval(x)?)),
            Self::InNamed(e, set) => i64::from(set.contains(e.eval(x)?.into())),
            Self::If(c, a, b) => {
                if c.eval(x)? != 0 {
                    a.eval(x)?
                } else {
                    b.eval(x)?
                }
            }
            Self::Table(list, e) => *list.get(usize::try_from(e.eval(x)?).ok()?)?,
            Self::Floor(slope, e) => slope.floor_times(e.eval(x)?)?,
            Self::FloorShifted(slope, e, shift) => slope.floor_plus(e.eval(x)?, *shift)?,
            Self::Paired(base, a, b) => paired(*base, a.eval(x)?, b.eval(x)?)?,
            Self::Regular(regular, e) => i64::try_from(regular.value(e.eval(x)?.into())?).ok()?,
            Self::Recurrence(weights, terms, e) => {
                let k = usize::try_from(e.eval(x)?).ok()?;
                i64::try_from(recurrent(weights, terms, k)?).ok()?
            }
            Self::Nth(members, e) => members.nth(e.eval(x)?)?,
            Self::Fibonacci(e) => {
                let k = usize::try_from(e.eval(x)?).ok()?;
                i64::try_from(arith::sequences::fibonacci(k).ok()?).ok()?
            }
        })
    }

    /// Length for a reader, to whom every entry of a list is as long as any other.
    pub(crate) fn effort(&self) -> u32 {
        self.bits().saturating_add(self.hidden_bits())
    }

    /// Bits that its lists save by their statistics.
    fn hidden_bits(&self) -> u32 {
        let own = match self {
            Self::Table(list, _) => spelled_bits(list).saturating_sub(list_bits(list)),
            _ => 0,
        };
        self.parts().into_iter().map(Self::hidden_bits).fold(own, u32::saturating_add)
    }

    /// Bits of its lists alone.
    pub(crate) fn listed_bits(&self) -> u32 {
        let own = match self {
            Self::Table(list, _) => list_bits(list),
            _ => 0,
        };
        self.parts().into_iter().map(Self::listed_bits).fold(own, u32::saturating_add)
    }

    /// Length of the definition: constants by their digits, an operator 3 bits, a named function
    /// 4, a variable 1, a list by the number of its different values.
    pub(crate) fn bits(&self) -> u32 {
        match self {
            Self::Int(k) => 1 + length(*k),
            Self::Var(_) => 1,
            Self::Moore(_, m) => 8 + length(*m),
            Self::Apply(_, e) | Self::Fibonacci(e) => 4 + e.bits(),
            // Nim-sum is dearer than a sum: (x + y) % 2 before (x ^ y) % 2.
            Self::Binary(
                Op::Min
                | Op::Max
                | Op::NimProduct
                | Op::Gcd
                | Op::Power
                | Op::Xor
                | Op::Or
                | Op::Valuation
                | Op::DigitSum
                | Op::NumDigits,
                a,
                b,
            ) => 4 + a.bits() + b.bits(),
            Self::Binary(_, a, b) | Self::Compare(_, a, b) | Self::Logic(_, a, b) => {
                3 + a.bits() + b.bits()
            }
            Self::Between(_, a, b, c) => 6 + a.bits() + b.bits() + c.bits(),
            Self::Paired(base, a, b) => 4 + length(*base) + a.bits() + b.bits(),
            Self::Not(e) => 3 + e.bits(),
            Self::In(e, set) => 3 + e.bits() + set.iter().map(|&k| 1 + length(k)).sum::<u32>(),
            Self::If(a, b, c) => 4 + a.bits() + b.bits() + c.bits(),
            Self::Table(list, e) => e.bits() + list_bits(list),
            Self::InNamed(e, _) => 6 + e.bits(),
            Self::Floor(slope, e) => 4 + slope.bits() + e.bits(),
            Self::FloorShifted(slope, e, (p, q)) => {
                5 + slope.bits() + length(*p) + length(*q) + e.bits()
            }
            // The bound is no part of what is said.
            Self::Nth(members, e) => {
                6 + members.condition.bits() + length(members.first) + e.bits()
            }
            Self::Regular(regular, e) => {
                let numbers = regular.numbers().map(weight_bits);
                8 + numbers.sum::<u32>() + e.bits()
            }
            Self::Recurrence(weights, terms, e) => {
                let numbers = weights.iter().chain(terms).copied().map(weight_bits);
                4 + numbers.sum::<u32>() + e.bits()
            }
        }
    }
}

/// Bits of a coefficient: zeros are cheap.
fn weight_bits(k: i128) -> u32 {
    if k == 0 { 1 } else { 1 + length(k) }
}
