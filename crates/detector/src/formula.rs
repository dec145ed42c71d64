//! Closed forms: the small language in which families state what they found.
//!
//! A [`Formula`] is evaluated natively on every cell of a table, measured in bits, and turned into
//! an [`Expr`] once it is believed. Conditions count as 1 (true) and 0.

mod members;
mod recurrences;
mod shape;
mod tally;
mod written;

use arith::Quadratic;
use arith::integer::{floor_div, floor_rem};
use arith::numeration::Regular;
use arith::recurrences::Holonomic;
use arith::sequences::{recurrent, zeckendorf};
use arith::sets::NumberSet;
pub(crate) use expr::ast::Binary as Op;
use expr::ast::Comparison;
use expr::function::{Function, function};

use crate::bits::{length, list_bits, spelled_bits};
use crate::slope;
pub(crate) use members::Members;
use recurrences::holonomic_bits;
pub(crate) use recurrences::{COMMON_MODULI, Growing, PartialSum, Tabulated};
pub(crate) use tally::Tally;

/// Residues by a greater number say much.
const LEAST_LARGE_MODULUS: i128 = 1 << 16;

/// A slope and a shift `p / q`, `q > 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) slope: Quadratic,
    pub(crate) shift: (i64, i64),
}

/// How a list is read as a table of two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// By antidiagonals of a grid, not by the rows of a triangle.
    pub(crate) is_diagonal: bool,
    /// The number of the first row, and of the first place in a row.
    pub(crate) first: i64,
}

/// A closed form in numbered variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    Int(i64),
    Var(usize),
    /// A function of the language, of one number or two.
    Call(&'static Function, Vec<Formula>),
    Binary(Op, Box<Formula>, Box<Formula>),
    Compare(Comparison, Box<Formula>, Box<Formula>),
    /// `lo <= e <= hi`; the first comparison is strict when the flag is set.
    Between(bool, Box<Formula>, Box<Formula>, Box<Formula>),
    Not(Box<Formula>),
    In(Box<Formula>, Vec<i64>),
    /// `e in squares`
    InNamed(Box<Formula>, NumberSet),
    If(Box<Formula>, Box<Formula>, Box<Formula>),
    /// `[a, b, c][e]`
    Table(Vec<i64>, Box<Formula>),
    /// `floor(slope * e + p / q)`
    Floor(Box<Line>, Box<Formula>),
    /// Whether some binary place has a number of ones among the variables below the first number
    /// that is no multiple of the second (Moore, "A generalization of the game called nim", 1910).
    Moore(usize, i64),
    /// The terms at the places of the ones among the binary digits of `e`, joined; 0 where there is none.
    Places(Join, Box<Formula>, Box<Formula>),
    /// How many of these numbers are the greatest, or the like.
    Tally(Tally, Vec<Formula>),
    /// The least of the non-adjacent Fibonacci numbers with this sum.
    LeastFibonacciPart(Box<Formula>),
    /// The digits of two or three numbers to this base side by side: `base * x + y` for each pair of
    /// digits `x` and `y`, as one digit to the base squared.
    SideBySide(i64, Vec<Formula>),
    /// A function linear in the digits of `e`.
    Regular(Box<Regular>, Box<Formula>),
    /// The `e`-th term (from 0) of the linear recurrence with these coefficients, nearest term
    /// first, and these first terms.
    Recurrence(Vec<i128>, Vec<i128>, Box<Formula>),
    /// The `e`-th term (from 0) of a recurrence with polynomial coefficients.
    Holonomic(Box<Holonomic>, Box<Formula>),
    /// How many terms of this growing list are less than `e`.
    Passed(Box<Growing>, Box<Formula>),
    /// A value of a recurrence in two numbers.
    Lattice(Box<Tabulated>, Box<Formula>, Box<Formula>),
    /// A sum of the terms of a sequence up to `e`.
    Sum(Box<PartialSum>, Box<Formula>),
    /// A formula in the row and the place of the `e`-th entry of a triangle, or in its coordinates on
    /// an antidiagonal.
    Triangle(Reading, Box<Formula>, Box<Formula>),
    /// The `e`-th of these numbers, from 0.
    Nth(Box<Members>, Box<Formula>),
}

/// How two formulas are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    Sign(Op),
    Call(&'static Function),
}

impl Join {
    /// By a sign or a function of the language.
    pub(crate) fn by(word: &str) -> Self {
        match word {
            "+" => Self::Sign(Op::Add),
            "*" => Self::Sign(Op::Mul),
            "^" => Self::Sign(Op::Xor),
            "&" => Self::Sign(Op::BitAnd),
            name => Self::Call(function(name).expect("a function of the language")),
        }
    }

    /// What two numbers give.
    pub(crate) fn value(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Sign(op) => operate(op, a, b),
            Self::Call(f) => value(f, [a, b]),
        }
    }
}

impl Formula {
    /// A function of the language.
    pub(crate) fn call<const N: usize>(name: &str, arguments: [Self; N]) -> Self {
        Self::Call(function(name).expect("a function of the language"), arguments.into())
    }

    /// Two formulas joined.
    pub(crate) fn join(self, join: Join, other: Self) -> Self {
        match join {
            Join::Sign(op) => self.op(op, other),
            Join::Call(f) => Self::Call(f, vec![self, other]),
        }
    }

    /// The lesser of two.
    pub(crate) fn min(self, other: Self) -> Self {
        Self::call("min", [self, other])
    }

    /// The greater of two.
    pub(crate) fn max(self, other: Self) -> Self {
        Self::call("max", [self, other])
    }

    /// `floor(slope * self)`.
    pub(crate) fn floor(self, slope: Quadratic) -> Self {
        self.floor_of_line(slope, (0, 1))
    }

    /// `floor(slope * self + p / q)`.
    pub(crate) fn floor_of_line(self, slope: Quadratic, shift: (i64, i64)) -> Self {
        Self::Floor(Box::new(Line { slope, shift }), Box::new(self))
    }

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
        match self {
            Self::Var(i) => values.get(*i).cloned().unwrap_or(Self::Var(*i)),
            _ => self.mapped(&mut |part| part.with(values)),
        }
    }

    /// The formula with each of the formulas it is made of replaced, in the order of [`Formula::parts`].
    fn mapped(&self, f: &mut dyn FnMut(&Self) -> Self) -> Self {
        let mut go = |e: &Self| Box::new(f(e));
        match self {
            Self::Int(_) | Self::Moore(..) | Self::Var(_) => self.clone(),
            Self::Call(f, all) => Self::Call(f, all.iter().map(|e| *go(e)).collect()),
            Self::Tally(tally, all) => Self::Tally(*tally, all.iter().map(|e| *go(e)).collect()),
            Self::Binary(op, a, b) => Self::Binary(*op, go(a), go(b)),
            Self::SideBySide(base, all) => {
                Self::SideBySide(*base, all.iter().map(|e| *go(e)).collect())
            }
            Self::Compare(c, a, b) => Self::Compare(*c, go(a), go(b)),
            Self::Between(strict, a, b, c) => Self::Between(*strict, go(a), go(b), go(c)),
            Self::Not(e) => Self::Not(go(e)),
            Self::In(e, set) => Self::In(go(e), set.clone()),
            Self::InNamed(e, set) => Self::InNamed(go(e), set.clone()),
            Self::If(a, b, c) => Self::If(go(a), go(b), go(c)),
            Self::Table(list, e) => Self::Table(list.clone(), go(e)),
            Self::Floor(line, e) => Self::Floor(line.clone(), go(e)),
            Self::LeastFibonacciPart(e) => Self::LeastFibonacciPart(go(e)),
            Self::Regular(regular, e) => Self::Regular(regular.clone(), go(e)),
            Self::Recurrence(weights, terms, e) => {
                Self::Recurrence(weights.clone(), terms.clone(), go(e))
            }
            Self::Holonomic(found, e) => Self::Holonomic(found.clone(), go(e)),
            Self::Passed(list, e) => Self::Passed(list.clone(), go(e)),
            Self::Triangle(reading, inner, e) => Self::Triangle(*reading, inner.clone(), go(e)),
            Self::Lattice(found, a, b) => Self::Lattice(found.clone(), go(a), go(b)),
            Self::Sum(sum, e) => Self::Sum(sum.clone(), go(e)),
            Self::Places(join, term, e) => Self::Places(*join, term.clone(), go(e)),
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
        let (a, b) = match (self, other) {
            // Primes are in the order of their places.
            (Self::Call(f, mut a), Self::Call(g, mut b))
                if f.name == "primecount"
                    && g.name == f.name
                    && a.iter().chain(&b).all(|e| e.calls(&["leastprime"])) =>
            {
                (a.remove(0), b.remove(0))
            }
            sides => sides,
        };
        Self::Compare(c, Box::new(a), Box::new(b))
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
            | Self::Binary(Op::And | Op::Or | Op::Iff, ..)
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
            Self::Call(_, all) | Self::Tally(_, all) | Self::SideBySide(_, all) => {
                all.iter().collect()
            }
            Self::Not(e)
            | Self::In(e, _)
            | Self::InNamed(e, _)
            | Self::Table(_, e)
            | Self::Floor(_, e)
            | Self::Regular(_, e)
            | Self::Recurrence(_, _, e)
            | Self::Holonomic(_, e)
            | Self::Nth(_, e)
            | Self::Sum(_, e)
            | Self::Passed(_, e)
            | Self::Places(_, _, e)
            | Self::Triangle(_, _, e)
            | Self::LeastFibonacciPart(e) => vec![e],
            Self::Binary(_, a, b) | Self::Compare(_, a, b) | Self::Lattice(_, a, b) => {
                vec![a, b]
            }
            Self::Between(_, a, b, c) | Self::If(a, b, c) => vec![a, b, c],
        }
    }

    /// Whether it is made of variables alone, with `+`, `-`, xor, minimum and the like.
    fn is_key(&self) -> bool {
        match self {
            Self::Var(_) => true,
            // Digits to a base that is a coordinate take few values.
            Self::Call(f, _) if f.reads_digits(2) => false,
            Self::Binary(Op::Div | Op::Rem | Op::And | Op::Or | Op::Iff, ..) => false,
            Self::Call(..) | Self::Binary(..) | Self::LeastFibonacciPart(_) => {
                self.parts().iter().all(|e| e.is_key())
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

    /// Whether it is a call of one of these functions.
    pub(crate) fn calls(&self, names: &[&str]) -> bool {
        matches!(self, Self::Call(f, _) if names.contains(&f.name))
    }

    /// The number whose digits to a written base it is a function of, and that base.
    pub(crate) fn to_base(&self) -> Option<(&Self, i64)> {
        match self {
            Self::Call(f, arguments) if f.reads_digits(2) => match arguments.as_slice() {
                [key, Self::Int(base)] => Some((key, *base)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether as many cells as it has coefficients tell them: a polynomial in coordinates, or in the
    /// lesser and the greater of two, over a constant; or a recurrence of large values.
    pub(crate) fn is_told_by_few_cells(&self) -> bool {
        fn is_sum(e: &Formula) -> bool {
            match e {
                Formula::Int(_) | Formula::Var(_) => true,
                Formula::Call(..) => {
                    e.calls(&["min", "max", "abs"]) && e.parts().into_iter().all(is_sum)
                }
                Formula::Binary(Op::Add | Op::Sub | Op::Mul, a, b) => is_sum(a) && is_sum(b),
                Formula::Binary(Op::Pow, a, b) => is_sum(a) && matches!(**b, Formula::Int(_)),
                _ => false,
            }
        }
        match self {
            Self::Binary(Op::Div, e, d) => is_sum(e) && matches!(**d, Self::Int(_)),
            Self::Lattice(found, ..) => {
                found.lattice.modulus == 0 || found.lattice.modulus > LEAST_LARGE_MODULUS
            }
            e => is_sum(e),
        }
    }

    /// Whether it, or a part of it, is like this.
    pub(crate) fn any(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        is(self) || self.parts().into_iter().any(|e| e.any(is))
    }

    /// Whether it takes a remainder or a quotient.
    pub(crate) fn divides(&self) -> bool {
        self.any(&|e| matches!(e, Self::Binary(Op::Div | Op::Rem, ..)))
    }

    /// The value at `x`; `None` where it is not defined or does not fit.
    pub(crate) fn eval(&self, x: &[i64]) -> Option<i64> {
        Some(match self {
            Self::Int(k) => *k,
            Self::Var(i) => *x.get(*i)?,
            Self::Call(f, arguments) => match arguments.as_slice() {
                [a] => value(f, [a.eval(x)?])?,
                [a, b] => value(f, [a.eval(x)?, b.eval(x)?])?,
                _ => return None,
            },
            // What is decided by the first side may be undefined in the second.
            Self::Binary(Op::And, a, b) => i64::from(a.eval(x)? != 0 && b.eval(x)? != 0),
            Self::Binary(Op::Or, a, b) => i64::from(a.eval(x)? != 0 || b.eval(x)? != 0),
            Self::Binary(op, a, b) => operate(*op, a.eval(x)?, b.eval(x)?)?,
            Self::Moore(count, m) => {
                let numbers = x.get(..*count)?;
                if numbers.iter().any(|&n| n < 0) {
                    return None;
                }
                let ones = |place: u32| numbers.iter().map(|n| n >> place & 1).sum::<i64>();
                i64::from((0..i64::BITS - 1).any(|place| ones(place) % m != 0))
            }
            Self::Tally(tally, all) => {
                tally.count(&all.iter().map(|e| e.eval(x)).collect::<Option<Vec<_>>>()?)
            }
            Self::Compare(c, a, b) => i64::from(c.holds(a.eval(x)?, b.eval(x)?)),
            Self::Between(strict, lo, e, hi) => {
                let (lo, e, hi) = (lo.eval(x)?, e.eval(x)?, hi.eval(x)?);
                i64::from(if *strict { lo < e } else { lo <= e } && e <= hi)
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
            Self::Floor(line, e) => slope::floor(line.slope, e.eval(x)?, line.shift)?,
            Self::SideBySide(base, all) => {
                side_by_side(*base, all.iter().map(|e| e.eval(x)).collect::<Option<_>>()?)?
            }
            Self::Regular(regular, e) => i64::try_from(regular.value(e.eval(x)?.into())?).ok()?,
            Self::Recurrence(weights, terms, e) => {
                let k = usize::try_from(e.eval(x)?).ok()?;
                i64::try_from(recurrent(weights, terms, k)?).ok()?
            }
            Self::Holonomic(found, e) => {
                let k = usize::try_from(e.eval(x)?).ok()?;
                i64::try_from(*found.terms(k.checked_add(1)?).get(k)?).ok()?
            }
            Self::Passed(list, e) => list.below(e.eval(x)?)?,
            Self::Triangle(Reading { is_diagonal, first }, inner, e) => {
                let n = e.eval(x)?;
                let row = (n.checked_mul(8)?.checked_add(1)?.checked_isqrt()? - 1) / 2;
                let place = n - row * (row + 1) / 2;
                let down = if *is_diagonal { row - place } else { row };
                inner.eval(&[first + down, first + place])?
            }
            Self::Lattice(found, a, b) => found.value(a.eval(x)?, b.eval(x)?)?,
            Self::Sum(sum, e) => sum.value(e.eval(x)?)?,
            Self::Places(join, term, e) => {
                let n = u64::try_from(e.eval(x)?).ok()?;
                let ones = (0..64i64).filter(|j| n >> j & 1 == 1);
                ones.map(|j| term.eval(&[j])).try_fold(0, |all, one| join.value(all, one?))?
            }
            Self::Nth(members, e) => members.nth(e.eval(x)?)?,
            Self::LeastFibonacciPart(e) => {
                let mut parts = Vec::new();
                zeckendorf(e.eval(x)?.into(), &mut parts);
                i64::try_from(*parts.first()?).ok()?
            }
        })
    }

    /// The values at all places, whose coordinates are given variable by variable; `None` when one
    /// of them is not defined. The same as [`Formula::eval`] at each place, at a fraction of the
    /// cost.
    pub(crate) fn eval_all(&self, columns: &[Vec<i64>], places: usize) -> Option<Vec<i64>> {
        let go = |e: &Self| e.eval_all(columns, places);
        match self {
            Self::Int(k) => Some(vec![*k; places]),
            Self::Var(i) => columns.get(*i).cloned(),
            Self::Not(e) => map(go(e)?, |v| Some(i64::from(v == 0))),
            Self::Call(f, arguments) => match arguments.as_slice() {
                [a] => map(go(a)?, |a| value(f, [a])),
                [a, Self::Int(k)] => map(go(a)?, |a| value(f, [a, *k])),
                [a, b] => zip(go(a)?, &go(b)?, |a, b| value(f, [a, b])),
                _ => None,
            },
            Self::Binary(op, a, b) if !matches!(op, Op::And | Op::Or) => match **b {
                Self::Int(k) => map(go(a)?, |v| operate(*op, v, k)),
                _ => zip(go(a)?, &go(b)?, |a, b| operate(*op, a, b)),
            },
            Self::Compare(c, a, b) => match **b {
                Self::Int(k) => map(go(a)?, |v| Some(i64::from(c.holds(v, k)))),
                _ => zip(go(a)?, &go(b)?, |a, b| Some(i64::from(c.holds(a, b)))),
            },
            _ => (0..places)
                .map(|i| {
                    let place: Vec<i64> = columns.iter().map(|c| c[i]).collect();
                    self.eval(&place)
                })
                .collect(),
        }
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
            Self::Call(_, all) => 4 + all.iter().map(Self::bits).sum::<u32>(),
            // the list is written twice for the reader
            Self::Tally(_, all) => 14 + 2 * all.iter().map(Self::bits).sum::<u32>(),
            Self::LeastFibonacciPart(e) => 4 + e.bits(),
            // Nim-sum is dearer than a sum: (x + y) % 2 before (x ^ y) % 2.
            Self::Binary(Op::Pow | Op::Xor, a, b) => 4 + a.bits() + b.bits(),
            Self::Binary(_, a, b) | Self::Compare(_, a, b) => 3 + a.bits() + b.bits(),
            Self::Between(_, a, b, c) => 6 + a.bits() + b.bits() + c.bits(),
            Self::SideBySide(base, all) => {
                4 + length(*base) + all.iter().map(Self::bits).sum::<u32>()
            }
            Self::Not(e) => 3 + e.bits(),
            Self::In(e, set) => 3 + e.bits() + set.iter().map(|&k| 1 + length(k)).sum::<u32>(),
            Self::If(a, b, c) => 4 + a.bits() + b.bits() + c.bits(),
            Self::Table(list, e) => e.bits() + list_bits(list),
            Self::InNamed(e, _) => 6 + e.bits(),
            Self::Floor(line, e) => {
                let shift = match line.shift {
                    (0, 1) => 4,
                    (p, q) => 5 + length(p) + length(q),
                };
                shift + slope::bits(line.slope) + e.bits()
            }
            Self::Holonomic(found, e) => holonomic_bits(found) + e.bits(),
            Self::Lattice(found, a, b) => found.bits() + a.bits() + b.bits(),
            Self::Sum(sum, e) => {
                5 + sum.term.bits() + length(sum.first) + length(sum.base) + e.bits()
            }
            // The bound is no part of what is said.
            Self::Nth(members, e) => {
                6 + members.condition.bits() + length(members.first) + e.bits()
            }
            Self::Regular(regular, e) => {
                let numbers = regular.numbers().map(weight_bits);
                8 + numbers.sum::<u32>() + e.bits()
            }
            Self::Recurrence(weights, terms, e) => recurrence_bits(weights, terms) + e.bits(),
            Self::Places(_, term, e) => 6 + term.bits() + e.bits(),
            Self::Triangle(_, inner, e) => 8 + inner.bits() + e.bits(),
            Self::Passed(list, e) => {
                let list = match &**list {
                    Growing::Recurrence { weights, first, .. } => recurrence_bits(weights, first),
                    Growing::Closed(term) => term.bits(),
                };
                4 + list + e.bits()
            }
        }
    }
}

/// Bits of a linear recurrence.
fn recurrence_bits(weights: &[i128], terms: &[i128]) -> u32 {
    4 + weights.iter().chain(terms).copied().map(weight_bits).sum::<u32>()
}

/// Bits of a coefficient: zeros are cheap.
fn weight_bits(k: i128) -> u32 {
    if k == 0 { 1 } else { 1 + length(k) }
}

/// The value of a function of the language, if it has 64 bits.
fn value<const N: usize>(f: &Function, arguments: [i64; N]) -> Option<i64> {
    i64::try_from(f.value(&arguments.map(i128::from))?).ok()
}

/// The value of an operation; of a connective on 1 for true and 0.
fn operate(op: Op, a: i64, b: i64) -> Option<i64> {
    match op {
        Op::Add => a.checked_add(b),
        Op::Sub => a.checked_sub(b),
        Op::Mul => a.checked_mul(b),
        Op::Div if b > 0 => Some(a.div_euclid(b)),
        Op::Rem if b > 0 => Some(a.rem_euclid(b)),
        Op::Div => i64::try_from(floor_div(a.into(), b.into())?).ok(),
        Op::Rem => i64::try_from(floor_rem(a.into(), b.into())?).ok(),
        Op::Pow => a.checked_pow(u32::try_from(b).ok()?),
        Op::Xor => Some(a ^ b),
        Op::BitAnd | Op::And => Some(a & b),
        Op::Or => Some(a | b),
        Op::Implies => Some(i64::from(a == 0 || b != 0)),
        Op::Iff => Some(i64::from(a == b)),
    }
}

/// The digits of numbers, none of them negative, side by side: those of the first before the others.
fn side_by_side(base: i64, mut numbers: Vec<i64>) -> Option<i64> {
    if base < 2 || numbers.iter().any(|&n| n < 0) {
        return None;
    }
    let power = base.checked_pow(u32::try_from(numbers.len()).ok()?)?;
    let (mut result, mut place) = (0i64, Some(1i64));
    while numbers.iter().any(|&n| n > 0) {
        let joined = |all: i64, n: &i64| all.checked_mul(base)?.checked_add(n % base);
        let digits = numbers.iter().try_fold(0i64, joined)?;
        result = result.checked_add(digits.checked_mul(place?)?)?;
        place = place?.checked_mul(power);
        numbers.iter_mut().for_each(|n| *n /= base);
    }
    Some(result)
}

fn map(mut values: Vec<i64>, f: impl Fn(i64) -> Option<i64>) -> Option<Vec<i64>> {
    for value in &mut values {
        *value = f(*value)?;
    }
    Some(values)
}

fn zip(mut a: Vec<i64>, b: &[i64], f: impl Fn(i64, i64) -> Option<i64>) -> Option<Vec<i64>> {
    for (slot, &b) in a.iter_mut().zip(b) {
        *slot = f(*slot, b)?;
    }
    Some(a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn formula() -> impl Strategy<Value = Formula> {
        let leaf =
            prop_oneof![(-3i64..9).prop_map(Formula::Int), (0usize..2).prop_map(Formula::Var)];
        leaf.prop_recursive(4, 24, 3, |inner| {
            let ops = vec![Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Xor, Op::Pow];
            let op = prop::sample::select(ops);
            let one = prop::sample::select(vec!["abs", "lowbit", "v2"]);
            let two = prop::sample::select(vec!["min", "gcd", "valuation"]);
            prop_oneof![
                (op, inner.clone(), inner.clone())
                    .prop_map(|(op, a, b)| { Formula::Binary(op, Box::new(a), Box::new(b)) }),
                (one, inner.clone()).prop_map(|(f, e)| Formula::call(f, [e])),
                (two, inner.clone(), inner.clone()).prop_map(|(f, a, b)| Formula::call(f, [a, b])),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| a.cmp(Comparison::Lt, b)),
                (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| a.choose(b, c)),
            ]
        })
    }

    proptest! {
        #[test]
        fn all_places_are_each_place(
            formula in formula(),
            places in prop::collection::vec((-2i64..30, -2i64..30), 1..12),
        ) {
            let columns: [Vec<i64>; 2] = [
                places.iter().map(|p| p.0).collect(),
                places.iter().map(|p| p.1).collect(),
            ];
            let each: Option<Vec<i64>> =
                places.iter().map(|&(x, y)| formula.eval(&[x, y])).collect();
            let all = formula.eval_all(&columns, places.len());
            // A side of a choice that is not taken may be undefined at a place.
            prop_assert_eq!(all, each);
        }
    }
}
