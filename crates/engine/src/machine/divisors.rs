//! Guards that ask for divisors, such as `n % d = 0`: of the innermost quantifier only the divisors are
//! looked at, found from the least prime factors of all numbers of the table.

use clauses::term::interval::{Interval, interval};
use clauses::term::{Op, Term, Undefined};
use std::sync::OnceLock;

/// Numbers up to here have least prime factors of 16 bits, if they are composite.
const MAX_NUMBER: i64 = 1 << 24;

/// The innermost quantifier leaves a remainder of a number: it divides what is left without that, and is
/// greater than it.
#[derive(Debug)]
pub(crate) struct Divisors {
    number: Term,
    remainder: i64,
    /// No number without its remainder is further from 0.
    most: i64,
    /// The least prime factor of each number up to that, 0 of primes and below 4.
    factors: OnceLock<Vec<u16>>,
}

impl Divisors {
    /// What the guard leaves of the last of these slots, whose values are positive.
    pub(super) fn of(guard: &Term, ranges: &[Interval]) -> Option<Self> {
        let quantifier = ranges.len().checked_sub(1)?;
        let (dividend, remainder) = match guard {
            Term::Op(Op::Eq, dividend, remainder) => match **remainder {
                Term::Const(remainder) => (&**dividend, remainder),
                _ => return None,
            },
            Term::Not(dividend) => (&**dividend, 0),
            _ => return None,
        };
        let Term::Op(Op::Rem, number, divisor) = dividend else { return None };
        if **divisor != Term::Slot(quantifier) || number.uses(quantifier) || remainder < 0 {
            return None;
        }
        let (lo, hi) = interval(number, ranges).filter(|_| ranges[quantifier].0 > 0)?;
        let most = lo
            .checked_sub(remainder)?
            .checked_abs()?
            .max(hi.checked_sub(remainder)?.checked_abs()?);
        let factors = OnceLock::new();
        (most <= MAX_NUMBER).then(|| Self { number: (**number).clone(), remainder, most, factors })
    }

    /// Puts the values from `lo` to `hi` that leave the remainder into `found`, in increasing order; all
    /// from the first one returned on where the number is the remainder itself.
    ///
    /// # Errors
    /// The number has no value.
    pub(super) fn values(
        &self,
        (lo, hi): Interval,
        slots: &[i64],
        found: &mut Vec<i64>,
    ) -> Result<Option<i64>, Undefined> {
        let lo = lo.max(self.remainder + 1);
        let whole = self.number.value(slots)?.checked_sub(self.remainder).ok_or(Undefined)?;
        found.clear();
        if whole == 0 {
            return Ok(Some(lo));
        }
        let factors = self.factors.get_or_init(|| least_factors(self.most as usize));
        found.push(1);
        let mut rest = whole.unsigned_abs() as usize;
        while rest > 1 {
            let least = match *factors.get(rest).ok_or(Undefined)? {
                0 => rest,
                least => usize::from(least),
            };
            let (mut power, before) = (1, found.len());
            while rest.is_multiple_of(least) {
                (rest, power) = (rest / least, power * least as i64);
                found.extend_from_within(..before);
                let last = found.len() - before;
                found[last..].iter_mut().for_each(|divisor| *divisor *= power);
            }
        }
        found.retain(|divisor| (lo..=hi).contains(divisor));
        found.sort_unstable();
        Ok(None)
    }
}

/// The least prime factor of each composite number up to `most`, 0 of others.
fn least_factors(most: usize) -> Vec<u16> {
    let mut factors = vec![0; most + 1];
    for prime in (2..).take_while(|p| p * p <= most) {
        if factors[prime] == 0 {
            for multiple in (prime * prime..=most).step_by(prime) {
                if factors[multiple] == 0 {
                    // Its square is at most MAX_NUMBER.
                    factors[multiple] = prime as u16;
                }
            }
        }
    }
    factors
}
