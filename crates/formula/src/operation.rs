//! What formulas are made of: the operations, their values and their lengths.

use arith::integer::{floor_div, floor_rem};
use arith::numeration::Regular;
use arith::recurrences::Holonomic;
use arith::sequences::{recurrent, zeckendorf};
use arith::sets::NumberSet;
use arith::{Quadratic, named};
use expr::ast::Comparison;
use expr::function::Function;

use crate::bits::{length, list_bits};
use crate::recurrences::{holonomic_bits, number_bits};
use crate::slope;
use crate::{
    Formula, Growing, Join, Members, Op, PartialSum, Relation, TabulatedRecurrence, Tally, rotation,
};

/// A slope and a shift `p / q`, `q > 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StraightLine {
    /// A number of a quadratic field.
    pub slope: Quadratic,
    /// `p` and `q`.
    pub shift: (i64, i64),
}

/// How a list is read as a table of two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListReading {
    /// By antidiagonals of a grid, not by the rows of a triangle.
    pub is_diagonal: bool,
    /// The number of the first row, and of the first place in a row.
    pub first: i64,
}

/// An operation, on one number `e` where nothing else is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A function of the language, of one number, two or three.
    Call(&'static Function),
    /// An operator between two numbers.
    Binary(Op),
    /// A comparison of two numbers.
    Compare(Comparison),
    /// `lo <= e <= hi`, of these three; or `lo < e <= hi`.
    Between {
        /// Whether it is `lo < e`.
        is_strict: bool,
    },
    /// `not e`
    Not,
    /// `e in {a, b, c}`
    In(Vec<i64>),
    /// `e in squares`
    InNamed(NumberSet),
    /// `if a then b else c`
    If,
    /// `[a, b, c][e]`
    List(Vec<i64>),
    /// `floor(slope * e + p / q)`
    Floor(Box<StraightLine>),
    /// Without an operand: whether some binary place of the variables, as many as the first number, has
    /// a number of ones that is no multiple of the second (Moore, "A generalization of the game called nim", 1910).
    Moore(usize, i64),
    /// The terms at the places of the ones among the binary digits of `e`, joined; 0 where there is none.
    Places(Join, Box<Formula>),
    /// How many of any number of numbers are the greatest, or the like.
    Tally(Tally),
    /// Whether all relations hold between numbers in a circle, from some place on.
    Rotated(Vec<Relation>),
    /// The least of the non-adjacent Fibonacci numbers with this sum.
    LeastFibonacciPart,
    /// The digits of two or three numbers to this base side by side: `base * x + y` for each pair of
    /// digits `x` and `y`, as one digit to the base squared.
    SideBySide(i64),
    /// A function linear in the digits of `e`.
    Regular(Box<Regular>),
    /// The `e`-th term (from 0) of the linear recurrence with these coefficients, nearest term
    /// first, and these first terms.
    Recurrence(Box<[Vec<i128>; 2]>),
    /// The `e`-th term (from 0) of a recurrence with polynomial coefficients.
    Holonomic(Box<Holonomic>),
    /// How many terms of this growing list are less than `e`.
    Passed(Box<Growing>),
    /// A value of a recurrence in two numbers.
    Lattice(Box<TabulatedRecurrence>),
    /// A sum of the terms of a sequence up to `e`.
    Sum(Box<PartialSum>),
    /// A formula in the row and the place of the `e`-th entry of a triangle, or in its coordinates on
    /// an antidiagonal.
    Triangle(ListReading, Box<Formula>),
    /// The `e`-th of these numbers, from 0.
    Nth(Box<Members>),
    /// The term of index `e` of the named sequence with this number in the OEIS.
    Named(u32),
}

impl Operation {
    /// Whether it gives a condition; a choice does where its cases are conditions.
    pub(crate) fn is_condition(&self) -> bool {
        use Operation::{Between, Binary, Compare, In, InNamed, Moore, Not, Rotated};
        match self {
            Binary(op) => matches!(op, Op::And | Op::Or | Op::Iff),
            Compare(_) | Between { .. } | Not | In(_) | InNamed(_) => true,
            Moore(..) | Rotated(_) => true,
            _ => false,
        }
    }

    /// The value of what takes other than one number, but for operators and functions of two; `None`
    /// where it is not defined or does not fit.
    pub(crate) fn value(&self, numbers: &[i64]) -> Option<i64> {
        match (self, numbers) {
            (&Self::Between { is_strict }, [lo, e, hi]) => {
                Some(i64::from(if is_strict { lo < e } else { lo <= e } && e <= hi))
            }
            (Self::Call(f), &[a, b, c]) => value(f, [a, b, c]),
            (Self::Tally(tally), all) => Some(tally.count(all)),
            (Self::Rotated(relations), all) => Some(rotation::hold(relations, all).into()),
            (Self::Moore(_, m), all) => is_unbalanced(all, *m).map(i64::from),
            (Self::SideBySide(base), all) => side_by_side(*base, all.to_vec()),
            (Self::Lattice(found), &[a, b]) => found.value(a, b),
            _ => None,
        }
    }

    /// The value of what takes one number.
    pub(crate) fn value_of_one(&self, e: i64) -> Option<i64> {
        let place = || usize::try_from(e).ok();
        match self {
            Self::Not => Some(i64::from(e == 0)),
            Self::In(set) => Some(i64::from(set.contains(&e))),
            Self::InNamed(set) => Some(i64::from(set.contains(e.into()))),
            Self::List(list) => list.get(place()?).copied(),
            Self::Floor(line) => slope::floor(line.slope, e, line.shift),
            Self::Regular(regular) => i64::try_from(regular.value(e.into())?).ok(),
            Self::Recurrence(found) => {
                i64::try_from(recurrent(&found[0], &found[1], place()?)?).ok()
            }
            Self::Holonomic(found) => {
                i64::try_from(*found.terms(place()?.checked_add(1)?).get(place()?)?).ok()
            }
            Self::Passed(list) => list.below(e),
            Self::Triangle(ListReading { is_diagonal, first }, inner) => {
                let row = (e.checked_mul(8)?.checked_add(1)?.checked_isqrt()? - 1) / 2;
                let place = e - row * (row + 1) / 2;
                let down = if *is_diagonal { row - place } else { row };
                inner.eval(&[first + down, first + place])
            }
            Self::Sum(sum) => sum.value(e),
            Self::Places(join, term) => {
                let n = u64::try_from(e).ok()?;
                let ones = (0..64i64).filter(|j| n >> j & 1 == 1);
                ones.map(|j| term.eval(&[j])).try_fold(0, |all, one| join.value(all, one?))
            }
            Self::Nth(members) => members.nth(e),
            Self::Named(number) => i64::try_from(named::term((*number).into(), e.into())?).ok(),
            Self::LeastFibonacciPart => {
                let mut parts = Vec::new();
                zeckendorf(e.into(), &mut parts);
                i64::try_from(*parts.first()?).ok()
            }
            _ => None,
        }
    }

    /// Bits of the operation on formulas of `inner` bits.
    pub(crate) fn bits(&self, inner: u32) -> u32 {
        let signed = |k: i64| 1 + length(k);
        let own = match self {
            Self::Compare(_) | Self::Not => 3,
            // Nim-sum is dearer than a sum: (x + y) % 2 before (x ^ y) % 2.
            Self::Binary(op) => 3 + u32::from(matches!(op, Op::Pow | Op::Xor)),
            Self::Call(_) | Self::LeastFibonacciPart | Self::If => 4,
            Self::Between { .. } | Self::InNamed(_) => 6,
            Self::Moore(_, m) => 8 + length(*m),
            // the list is written twice for the reader
            Self::Tally(_) => 14 + inner,
            Self::Rotated(all) => 8 + all.iter().map(Relation::bits).sum::<u32>(),
            Self::SideBySide(base) => 4 + length(*base),
            Self::In(set) => 3 + set.iter().map(|&k| signed(k)).sum::<u32>(),
            Self::List(list) => list_bits(list),
            Self::Floor(line) => {
                let shift = match line.shift {
                    (0, 1) => 4,
                    (p, q) => 5 + length(p) + length(q),
                };
                shift + slope::bits(line.slope)
            }
            Self::Holonomic(found) => holonomic_bits(found),
            Self::Lattice(found) => found.bits(),
            Self::Sum(sum) => 5 + sum.term.bits() + length(sum.first) + length(sum.base),
            // The bound is no part of what is said.
            Self::Nth(members) => 6 + members.condition.bits() + length(members.first),
            Self::Regular(regular) => 8 + regular.numbers().map(number_bits).sum::<u32>(),
            Self::Recurrence(found) => recurrence_bits(&found[0], &found[1]),
            // The best known come first.
            Self::Named(number) => {
                let place = named::NAMED.iter().position(|named| named.number == *number);
                6 + length(i64::try_from(place.unwrap_or(0)).unwrap_or(0))
            }
            Self::Places(_, term) => 6 + term.bits(),
            Self::Triangle(_, inner) => 8 + inner.bits(),
            Self::Passed(list) => match &**list {
                Growing::Recurrence { weights, first, .. } => 4 + recurrence_bits(weights, first),
                Growing::Closed(term) => 4 + term.bits(),
            },
        };
        own + inner
    }
}

/// Bits of a linear recurrence.
fn recurrence_bits(weights: &[i128], terms: &[i128]) -> u32 {
    4 + weights.iter().chain(terms).copied().map(number_bits).sum::<u32>()
}

/// The value of a function of the language, if it has 64 bits.
pub(crate) fn value<const N: usize>(f: &Function, arguments: [i64; N]) -> Option<i64> {
    i64::try_from(f.value(&arguments.map(i128::from))?).ok()
}

/// The value of an operation; of a connective on 1 for true and 0.
pub(crate) fn operate(op: Op, a: i64, b: i64) -> Option<i64> {
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

/// Whether some binary place of numbers, none of them negative, has a number of ones that is no multiple of `m`.
fn is_unbalanced(numbers: &[i64], m: i64) -> Option<bool> {
    if numbers.iter().any(|&n| n < 0) {
        return None;
    }
    let ones = |place: u32| numbers.iter().map(|n| n >> place & 1).sum::<i64>();
    Some((0..i64::BITS - 1).any(|place| ones(place) % m != 0))
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
