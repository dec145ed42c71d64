//! Closed forms: the small language in which the detector states what it found.
//!
//! A [`Formula`] is evaluated natively on every cell of a table, measured in bits, and turned into
//! an expression once it is believed. Conditions count as 1 (true) and 0.
//!
//! ```
//! use formula::Formula;
//!
//! let n = Formula::Var(0);
//! let law = n.rem(3).max(n.div(3));
//! assert_eq!(law.eval(&[11]), Some(3));
//! assert_eq!(law.expr(&["n".to_owned()]).to_string(), "max(n % 3, n // 3)");
//! ```

pub mod bits;
mod exact;
mod operation;
mod places;
mod recurrences;
pub mod rewrite;
mod rotation;
pub mod search;
mod shape;
pub mod slope;
mod tally;
mod written;

use arith::Quadratic;
pub use expr::ast::Binary as Op;
use expr::ast::Comparison;
use expr::function::{Function, function};

use crate::bits::{length, list_bits, spelled_bits};
pub use exact::{following, recurrent};
pub use operation::{ListReading, Operation, StraightLine};
use operation::{operate, value};
pub use places::PlaceValues;
pub use recurrences::{COMMON_MODULI, Growing, Members, PartialSum, TabulatedRecurrence};
pub use rotation::{Relation, Total};
pub use tally::Tally;

/// A closed form in numbered variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A number.
    Int(i64),
    /// The variable of this number, from 0.
    Var(usize),
    /// An operation on as many formulas as it takes.
    Apply(Operation, Vec<Self>),
}

/// How two formulas are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// By an operator.
    Sign(Op),
    /// By a function of the language.
    Call(&'static Function),
}

impl Join {
    /// By a sign or a function of the language.
    ///
    /// # Panics
    /// The language has no function of this name.
    pub fn by(word: &str) -> Self {
        match word {
            "+" => Self::Sign(Op::Add),
            "*" => Self::Sign(Op::Mul),
            "^" => Self::Sign(Op::Xor),
            "&" => Self::Sign(Op::BitAnd),
            name => Self::Call(function(name).expect("a function of the language")),
        }
    }

    /// What two numbers give.
    pub fn value(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Sign(op) => operate(op, a, b),
            Self::Call(f) => value(f, [a, b]),
        }
    }
}

impl From<i64> for Formula {
    fn from(k: i64) -> Self {
        Self::Int(k)
    }
}

impl From<&Self> for Formula {
    fn from(formula: &Self) -> Self {
        formula.clone()
    }
}

macro_rules! signs {
    ($($sign:ident $method:ident $op:ident),*) => {$(
        impl<T: Into<Formula>> std::ops::$sign<T> for Formula {
            type Output = Formula;

            fn $method(self, other: T) -> Formula {
                self.op(Op::$op, other)
            }
        }

        impl<T: Into<Formula>> std::ops::$sign<T> for &Formula {
            type Output = Formula;

            fn $method(self, other: T) -> Formula {
                self.clone().op(Op::$op, other)
            }
        }
    )*};
}
signs!(Add add Add, Sub sub Sub, Mul mul Mul, Div div Div, Rem rem Rem, BitXor bitxor Xor, BitAnd bitand BitAnd);

impl std::ops::Not for Formula {
    type Output = Self;

    fn not(self) -> Self {
        self.under(Operation::Not)
    }
}

impl Formula {
    /// A function of the language.
    pub fn call<const N: usize>(name: &str, arguments: [Self; N]) -> Self {
        let function = function(name).expect("a function of the language");
        Self::Apply(Operation::Call(function), arguments.into())
    }

    /// `self`, from 0 on, as a place in the list.
    pub fn in_list(self, list: Vec<i64>) -> Self {
        self.under(Operation::List(list))
    }

    /// Whether `self` is one of the numbers.
    pub fn one_of(self, set: Vec<i64>) -> Self {
        self.under(Operation::In(set))
    }

    /// An operation on this formula.
    pub fn under(self, operation: Operation) -> Self {
        Self::Apply(operation, vec![self])
    }

    /// `lo <= self <= hi`, or strictly more than `lo`.
    pub fn between(self, lo: impl Into<Self>, is_strict: bool, hi: impl Into<Self>) -> Self {
        Self::Apply(Operation::Between { is_strict }, vec![lo.into(), self, hi.into()])
    }

    /// Two formulas joined.
    pub fn join(self, join: Join, other: Self) -> Self {
        match join {
            Join::Sign(op) => self.op(op, other),
            Join::Call(f) => Self::Apply(Operation::Call(f), vec![self, other]),
        }
    }

    /// The lesser of two.
    pub fn min(&self, other: impl Into<Self>) -> Self {
        Self::call("min", [self.clone(), other.into()])
    }

    /// The greater of two.
    pub fn max(&self, other: impl Into<Self>) -> Self {
        Self::call("max", [self.clone(), other.into()])
    }

    /// `self ** exponent`.
    pub fn pow(self, exponent: impl Into<Self>) -> Self {
        self.op(Op::Pow, exponent)
    }

    /// `floor(slope * self)`.
    pub fn floor(self, slope: Quadratic) -> Self {
        self.floor_of_line(slope, (0, 1))
    }

    /// `floor(slope * self + p / q)`.
    pub fn floor_of_line(self, slope: Quadratic, shift: (i64, i64)) -> Self {
        self.under(Operation::Floor(Box::new(StraightLine { slope, shift })))
    }

    /// `self op other`, with neutral elements left out.
    pub fn op(self, op: Op, other: impl Into<Self>) -> Self {
        let other = other.into();
        match (op, &self, &other) {
            (Op::Add | Op::Sub | Op::Xor, _, Self::Int(0))
            | (Op::Mul | Op::Div, _, Self::Int(1)) => return self,
            (Op::Rem, _, Self::Int(1)) => return Self::Int(0),
            (Op::Add | Op::Xor, Self::Int(0), _) | (Op::Mul, Self::Int(1), _) => return other,
            _ => {}
        }
        // a + -2 * e is a - 2 * e
        if let (Op::Add, Some((Op::Mul, &Self::Int(k), e))) = (op, other.binary())
            && k < 0
            && k > i64::MIN
        {
            let subtrahend = Self::Int(-k) * e;
            return Self::Apply(Operation::Binary(Op::Sub), vec![self, subtrahend]);
        }
        Self::Apply(Operation::Binary(op), vec![self, other])
    }

    /// The formula with its variables replaced.
    pub fn with(&self, values: &[Self]) -> Self {
        match self {
            Self::Var(i) => values.get(*i).cloned().unwrap_or(Self::Var(*i)),
            _ => self.mapped(&mut |part| part.with(values)),
        }
    }

    /// The formula with each of the formulas it is made of replaced, in the order of [`Formula::parts`].
    fn mapped(&self, f: &mut dyn FnMut(&Self) -> Self) -> Self {
        match self {
            Self::Apply(op, parts) => Self::Apply(op.clone(), parts.iter().map(f).collect()),
            _ => self.clone(),
        }
    }

    /// `self + k`.
    pub fn plus(&self, k: i64) -> Self {
        if let Some((Op::Add, e, &Self::Int(already))) = self.binary()
            && let Some(sum) = already.checked_add(k)
        {
            return e + sum;
        }
        self + k
    }

    /// `self // m`.
    pub fn div(&self, m: i64) -> Self {
        self / m
    }

    /// `self % m`.
    pub fn rem(&self, m: i64) -> Self {
        self % m
    }

    /// The sum of these formulas, each with its factor; `None` where there is none but with factor 0,
    /// and for a factor beyond all numbers.
    pub fn sum(terms: impl IntoIterator<Item = (i64, Self)>) -> Option<Self> {
        let mut sum: Option<Self> = None;
        for (k, term) in terms.into_iter().filter(|(k, _)| *k != 0) {
            let term = term.times(k.checked_abs()?);
            sum = Some(match sum {
                None if k > 0 => term,
                before if k < 0 => before.unwrap_or(Self::Int(0)) - term,
                before => before? + term,
            });
        }
        sum
    }

    /// `k * self`.
    pub fn times(&self, k: i64) -> Self {
        if k == 0 { Self::Int(0) } else { Self::Int(k) * self }
    }

    /// The comparison of `self` with `other`.
    pub fn cmp(&self, c: Comparison, other: impl Into<Self>) -> Self {
        let mut sides = vec![self.clone(), other.into()];
        // Primes are in the order of their places.
        let is_place = |e: &Self| e.calls(&["primecount"]) && e.parts()[0].calls(&["leastprime"]);
        if sides.iter().all(is_place) {
            sides = sides.iter().map(|e| e.parts()[0].clone()).collect();
        }
        Self::Apply(Operation::Compare(c), sides)
    }

    /// `self = other`.
    pub fn equals(&self, other: impl Into<Self>) -> Self {
        self.cmp(Comparison::Eq, other)
    }

    /// `if self then a else b`.
    pub fn choose(self, a: impl Into<Self>, b: impl Into<Self>) -> Self {
        Self::Apply(Operation::If, vec![self, a.into(), b.into()])
    }

    /// The formulas it is made of.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Apply(_, parts) => parts,
            _ => &[],
        }
    }

    /// The sides of a binary operation.
    pub fn binary(&self) -> Option<(Op, &Self, &Self)> {
        match self {
            Self::Apply(Operation::Binary(op), parts) => Some((*op, &parts[0], &parts[1])),
            _ => None,
        }
    }

    /// `e` and `k` of `e op k`.
    pub fn by_constant(&self, op: Op) -> Option<(&Self, i64)> {
        match self.binary()? {
            (own, e, &Self::Int(k)) if own == op => Some((e, k)),
            _ => None,
        }
    }

    /// The sides of a comparison.
    pub fn comparison(&self) -> Option<(Comparison, &Self, &Self)> {
        match self {
            Self::Apply(Operation::Compare(c), parts) => Some((*c, &parts[0], &parts[1])),
            _ => None,
        }
    }

    /// Condition and cases of a choice.
    pub fn choice(&self) -> Option<(&Self, &Self, &Self)> {
        match self {
            Self::Apply(Operation::If, parts) => Some((&parts[0], &parts[1], &parts[2])),
            _ => None,
        }
    }

    /// A list and the place in it.
    pub fn listed(&self) -> Option<(&[i64], &Self)> {
        match self {
            Self::Apply(Operation::List(list), parts) => Some((list, &parts[0])),
            _ => None,
        }
    }

    /// Whether it is a call of one of these functions.
    pub fn calls(&self, names: &[&str]) -> bool {
        self.called().is_some_and(|f| names.contains(&f.name))
    }

    /// The function that it is a call of.
    pub fn called(&self) -> Option<&'static Function> {
        match self {
            Self::Apply(Operation::Call(function), _) => Some(function),
            _ => None,
        }
    }

    /// Whether it, or a part of it, is like this.
    pub fn any(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        is(self) || self.parts().iter().any(|e| e.any(is))
    }

    /// Whether it, and every part of it, is like this.
    pub fn all(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        is(self) && self.parts().iter().all(|e| e.all(is))
    }

    /// The value at `x`; `None` where it is not defined or does not fit.
    pub fn eval(&self, x: &[i64]) -> Option<i64> {
        match self {
            Self::Int(k) => Some(*k),
            Self::Var(i) => x.get(*i).copied(),
            Self::Apply(operation, parts) => match (operation, parts.as_slice()) {
                // What is decided by the first side may be undefined in the second.
                (Operation::Binary(Op::And), [a, b]) => {
                    Some(i64::from(a.eval(x)? != 0 && b.eval(x)? != 0))
                }
                (Operation::Binary(Op::Or), [a, b]) => {
                    Some(i64::from(a.eval(x)? != 0 || b.eval(x)? != 0))
                }
                (Operation::Binary(op), [a, b]) => operate(*op, a.eval(x)?, b.eval(x)?),
                (Operation::Call(f), [a]) => value(f, [a.eval(x)?]),
                (Operation::Call(f), [a, b]) => value(f, [a.eval(x)?, b.eval(x)?]),
                (Operation::Compare(c), [a, b]) => Some(i64::from(c.holds(a.eval(x)?, b.eval(x)?))),
                (Operation::If, [c, a, b]) => if c.eval(x)? != 0 { a } else { b }.eval(x),
                (Operation::Moore(count, _), []) => operation.value(x.get(..*count)?),
                (_, [a]) => operation.value_of_one(a.eval(x)?),
                (_, all) => {
                    let all: Option<Vec<i64>> = all.iter().map(|e| e.eval(x)).collect();
                    operation.value(&all?)
                }
            },
        }
    }

    /// Whether it has this value at `x`.
    pub fn is(&self, value: i64, x: &[i64]) -> bool {
        self.eval(x) == Some(value)
    }

    /// Length for a reader, to whom every entry of a list is as long as any other.
    pub fn effort(&self) -> u32 {
        let hidden = |list: &[i64]| spelled_bits(list).saturating_sub(list_bits(list));
        self.bits().saturating_add(self.of_lists(&hidden))
    }

    /// Bits of its lists alone.
    pub fn listed_bits(&self) -> u32 {
        self.of_lists(&list_bits)
    }

    fn of_lists(&self, bits: &dyn Fn(&[i64]) -> u32) -> u32 {
        let own = self.listed().map_or(0, |(list, _)| bits(list));
        self.parts().iter().map(|e| e.of_lists(bits)).fold(own, u32::saturating_add)
    }

    /// Length of the definition: constants by their digits, an operator 3 bits, a named function
    /// 4, a variable 1, a list by the number of its different values.
    pub fn bits(&self) -> u32 {
        match self {
            Self::Int(k) => 1 + length(*k),
            Self::Var(_) => 1,
            Self::Apply(operation, parts) => {
                operation.bits(parts.iter().map(Self::bits).sum::<u32>())
            }
        }
    }
}
