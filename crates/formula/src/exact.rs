//! Values of formulas without a bound, for the terms that leave 64 bits.

use arith::named::named;
use arith::recurrences::Holonomic;
use num_bigint::{BigInt, Sign};

use crate::operation::operate;
use crate::{Formula, Op, Operation};

/// Greatest exponent of a power.
const MAX_EXPONENT: u32 = 1 << 20;

impl Formula {
    /// The values at `lo, lo + 1, ...`, that many, or fewer where one does not exist.
    pub fn exact_list(&self, lo: i64, count: usize) -> Vec<BigInt> {
        self.at_once(lo, count).unwrap_or_else(|| {
            let all = (0..).take(count).take_while(|_| !patience::is_over());
            all.map_while(|k| self.exact(lo.checked_add(k)?)).collect()
        })
    }

    /// Whether a value takes all those before it.
    pub fn goes_from_term_to_term(&self) -> bool {
        use Operation::{Holonomic, Recurrence};
        matches!(self, Self::Apply(Recurrence(_) | Holonomic(_), _))
    }

    /// The same, of what goes on from term to term.
    fn at_once(&self, lo: i64, count: usize) -> Option<Vec<BigInt>> {
        let Self::Apply(operation, parts) = self else { return None };
        let shift = match parts.as_slice() {
            [Self::Var(0)] => 0,
            [index] => match (index.by_constant(Op::Add), index.by_constant(Op::Sub)) {
                (Some((Self::Var(0), k)), _) => k,
                (_, Some((Self::Var(0), k))) => k.checked_neg()?,
                _ => return None,
            },
            _ => return None,
        };
        let place = |first: i64| usize::try_from(lo.checked_add(shift)?.checked_sub(first)?).ok();
        match operation {
            Operation::Recurrence(found) => {
                let skipped = place(0)?;
                Some(beyond(recurrent(&found[0], &found[1], skipped + count), skipped))
            }
            Operation::Holonomic(found) => {
                let skipped = place(0)?;
                Some(beyond(holonomic(found, skipped + count), skipped))
            }
            Operation::Named(number) => {
                let named = named((*number).into())?;
                let skipped = place(named.first)?;
                Some(beyond(named.terms(skipped + count), skipped))
            }
            Operation::Sum(sum) if shift == 0 => {
                let mut at = sum.exact(lo.checked_sub(1)?)?;
                let add = |k: i64| {
                    let n = lo.checked_add(k)?;
                    if n >= sum.first {
                        at += sum.term.exact(n)?;
                    }
                    Some(at.clone())
                };
                Some((0..).take(count).map_while(add).collect())
            }
            _ => None,
        }
    }

    /// The value at `n`.
    pub fn exact(&self, n: i64) -> Option<BigInt> {
        match self {
            Self::Int(k) => Some((*k).into()),
            Self::Var(_) => Some(n.into()),
            Self::Apply(operation, parts) => match (operation, parts.as_slice()) {
                (Operation::Binary(op), [a, b]) => binary(*op, &a.exact(n)?, || b.exact(n)),
                (Operation::Compare(c), [a, b]) => {
                    let order = a.exact(n)?.cmp(&b.exact(n)?) as i64;
                    Some(i64::from(c.holds(order, 0)).into())
                }
                (Operation::If, [c, a, b]) => {
                    if c.exact(n)? != BigInt::ZERO { a } else { b }.exact(n)
                }
                (Operation::Call(f), all) => {
                    let all: Vec<BigInt> = all.iter().map(|e| e.exact(n)).collect::<Option<_>>()?;
                    let small: Option<Vec<i128>> =
                        all.iter().map(|k| i128::try_from(k).ok()).collect();
                    let small = small.and_then(|all| f.value(&all)).map(BigInt::from);
                    small.or_else(|| called(f.name, &all))
                }
                (Operation::List(_) | Operation::Recurrence(_) | Operation::Holonomic(_), [e])
                | (Operation::Named(_) | Operation::Sum(_), [e]) => {
                    operation.exact_of_one(i64::try_from(e.exact(n)?).ok()?)
                }
                _ => self.eval(&[n]).map(BigInt::from),
            },
        }
    }
}

impl Operation {
    fn exact_of_one(&self, e: i64) -> Option<BigInt> {
        let place = || usize::try_from(e).ok();
        match self {
            Self::Recurrence(found) => {
                recurrent(&found[0], &found[1], place()?.checked_add(1)?).into_iter().nth(place()?)
            }
            Self::Holonomic(found) => {
                holonomic(found, place()?.checked_add(1)?).into_iter().nth(place()?)
            }
            Self::Named(number) => {
                let named = named((*number).into())?;
                let place = usize::try_from(e.checked_sub(named.first)?).ok()?;
                named.terms(place.checked_add(1)?).into_iter().nth(place)
            }
            Self::Sum(sum) => sum.exact(e),
            _ => self.value_of_one(e).map(BigInt::from),
        }
    }
}

impl super::PartialSum {
    fn exact(&self, n: i64) -> Option<BigInt> {
        if let Some(value) = self.value(n) {
            return Some(value.into());
        }
        let add = |sum: BigInt, k| Some(sum + self.term.exact(k)?);
        (self.first..=n).try_fold(self.base.into(), add)
    }
}

fn beyond(mut terms: Vec<BigInt>, skipped: usize) -> Vec<BigInt> {
    terms.split_off(skipped.min(terms.len()))
}

/// `a op b`; the second side of a connective is asked only where it decides.
fn binary(op: Op, a: &BigInt, b: impl FnOnce() -> Option<BigInt>) -> Option<BigInt> {
    let is = |k: &BigInt| *k != BigInt::ZERO;
    match (op, is(a)) {
        (Op::And, false) => return Some(BigInt::ZERO),
        (Op::Or, true) => return Some(1.into()),
        _ => {}
    }
    let b = b()?;
    match op {
        Op::Add => Some(a + b),
        Op::Sub => Some(a - b),
        Op::Mul => Some(a * b),
        Op::Div | Op::Rem => {
            if !is(&b) {
                return None;
            }
            let (mut quotient, mut rest) = (a / &b, a % &b);
            if is(&rest) && (rest.sign() == Sign::Minus) != (b.sign() == Sign::Minus) {
                quotient -= 1;
                rest += &b;
            }
            Some(if op == Op::Div { quotient } else { rest })
        }
        Op::Pow => {
            let exponent = u32::try_from(&b).ok()?;
            (exponent <= MAX_EXPONENT).then(|| a.pow(exponent))
        }
        Op::Xor => Some(a ^ b),
        Op::BitAnd => Some(a & b),
        Op::Iff => Some(BigInt::from(u8::from(*a == b))),
        Op::And | Op::Or | Op::Implies => {
            operate(op, is(a).into(), is(&b).into()).map(BigInt::from)
        }
    }
}

/// The value of a function that goes beyond 128 bits.
fn called(name: &str, all: &[BigInt]) -> Option<BigInt> {
    let is_natural = |k: &BigInt| k.sign() != Sign::Minus;
    match (name, all) {
        ("min", all) => all.iter().min().cloned(),
        ("max", all) => all.iter().max().cloned(),
        ("abs", [a]) => Some(a.magnitude().clone().into()),
        ("isqrt", [a]) if is_natural(a) => Some(a.sqrt()),
        ("icbrt", [a]) if is_natural(a) => Some(a.cbrt()),
        ("popcount", [a]) if is_natural(a) => Some(a.magnitude().count_ones().into()),
        ("bitlen", [a]) if is_natural(a) => Some(a.bits().into()),
        ("v2", [a]) => a.trailing_zeros().map(BigInt::from),
        ("lowbit", [a]) => a.trailing_zeros().map(|k| BigInt::from(1) << k),
        ("bitor", [a, b]) => Some(a | b),
        ("shl", [a, k]) => {
            let k = u32::try_from(k).ok().filter(|&k| k <= MAX_EXPONENT)?;
            Some(a << k)
        }
        ("shr", [a, k]) => Some(a >> u32::try_from(k).ok()?),
        ("fib", [k]) => named(45)?.terms(usize::try_from(k).ok()?.checked_add(1)?).pop(),
        _ => None,
    }
}

/// The first terms of a linear recurrence, nearest term first.
pub fn recurrent(weights: &[i128], first: &[i128], count: usize) -> Vec<BigInt> {
    let mut terms: Vec<BigInt> = first.iter().take(count).map(|&k| k.into()).collect();
    while terms.len() < count && weights.len() <= terms.len() {
        let parts = weights.iter().zip(terms.iter().rev()).filter(|(w, _)| **w != 0);
        terms.push(parts.map(|(w, term)| term * w).sum());
    }
    terms
}

/// The first terms of a recurrence with polynomial coefficients; fewer where one does not exist.
fn holonomic(found: &Holonomic, count: usize) -> Vec<BigInt> {
    if found.modulus != 0 {
        return found.terms(count).into_iter().map(BigInt::from).collect();
    }
    let mut terms: Vec<BigInt> = found.first.iter().take(count).map(|&k| k.into()).collect();
    while terms.len() < count {
        let Some(next) = following(found, &terms) else { break };
        terms.push(next);
    }
    terms
}

/// The term after these of a recurrence over the integers.
pub fn following(found: &Holonomic, terms: &[BigInt]) -> Option<BigInt> {
    let k = i128::try_from(terms.len()).ok()?;
    let at = |weights: &[i128]| {
        let step = |value: i128, w: &i128| value.checked_mul(k)?.checked_add(*w);
        weights.iter().rev().try_fold(0i128, step)
    };
    let (leading, others) = found.polynomials.split_first()?;
    let mut sum = BigInt::ZERO;
    for (weights, term) in others.iter().zip(terms.iter().rev()) {
        sum += term * at(weights)?;
    }
    let leading = at(leading).filter(|&w| w != 0)?;
    (&sum % leading == BigInt::ZERO).then(|| sum / leading)
}
