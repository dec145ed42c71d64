//! Multiplicative number theory: functions of the prime factors of a number, and the places of the
//! primes. Hardy and Wright, *An Introduction to the Theory of Numbers*, chapters 16 and 17.

use std::sync::OnceLock;

use crate::primes;

/// Trial division goes this far; what is left must be a prime.
const TRIED: u128 = 1 << 22;
/// The primes up to here are counted.
pub const COUNTED: i64 = 10_000_000;

/// The primes that divide `n >= 1`, ascending, with their exponents; `None` for other numbers, and
/// where two primes above 2^22 divide it.
#[must_use]
pub fn factors(n: i128) -> Option<Vec<(i128, u32)>> {
    let mut rest = u128::try_from(n).ok().filter(|&n| n > 0)?;
    let mut found = Vec::new();
    let mut take = |rest: &mut u128, p: u128| {
        let mut exponent = 0;
        while rest.is_multiple_of(p) {
            (*rest, exponent) = (*rest / p, exponent + 1);
        }
        if exponent > 0 {
            found.push((p.cast_signed(), exponent));
        }
    };
    take(&mut rest, 2);
    let mut p = 3;
    while p * p <= rest && p <= TRIED {
        take(&mut rest, p);
        p += 2;
    }
    if rest > 1 {
        let is_prime = rest < p * p || rest <= primes::PROVEN_TO && primes::is_prime(rest);
        found.push((is_prime.then_some(rest)?.cast_signed(), 1));
    }
    Some(found)
}

/// The product over the prime powers that divide `n` exactly.
fn multiplied(n: i128, of: impl Fn(i128, u32) -> Option<i128>) -> Option<i128> {
    factors(n)?.into_iter().try_fold(1i128, |product, (p, e)| product.checked_mul(of(p, e)?))
}

/// Number of divisors of `n >= 1`.
#[must_use]
pub fn count(n: i128) -> Option<i128> {
    multiplied(n, |_, e| Some(i128::from(e) + 1))
}

/// Sum of the divisors.
#[must_use]
pub fn sum(n: i128) -> Option<i128> {
    multiplied(n, |p, e| (0..e).try_fold(1i128, |sum, _| sum.checked_mul(p)?.checked_add(1)))
}

/// Euler's totient: how many of 1 to `n` are coprime to it.
#[must_use]
pub fn totient(n: i128) -> Option<i128> {
    multiplied(n, |p, e| Some(p.checked_pow(e - 1)? * (p - 1)))
}

/// Möbius' function: 0 where a square of a prime divides `n`, else 1 or -1 as the number of its primes
/// is even or odd.
#[must_use]
pub fn moebius(n: i128) -> Option<i128> {
    multiplied(n, |_, e| Some(if e == 1 { -1 } else { 0 }))
}

/// Product of the primes that divide `n`.
#[must_use]
pub fn radical(n: i128) -> Option<i128> {
    multiplied(n, |p, _| Some(p))
}

/// Number of primes that divide `n`.
#[must_use]
pub fn primes_of(n: i128) -> Option<i128> {
    i128::try_from(factors(n)?.len()).ok()
}

/// The same, each as often as it divides `n`.
#[must_use]
pub fn primes_with_multiplicity(n: i128) -> Option<i128> {
    Some(factors(n)?.into_iter().map(|(_, e)| i128::from(e)).sum())
}

/// The least prime that divides `n`; 1 for 1.
#[must_use]
pub fn least_prime(n: i128) -> Option<i128> {
    if n > 0 && n % 2 == 0 {
        return Some(2);
    }
    Some(factors(n)?.first().map_or(1, |&(p, _)| p))
}

/// The greatest prime that divides `n`; 1 for 1.
#[must_use]
pub fn greatest_prime(n: i128) -> Option<i128> {
    Some(factors(n)?.last().map_or(1, |&(p, _)| p))
}

/// The primes up to [`COUNTED`], or the first of them if they suffice: a long sieve takes a while.
fn primes_where(suffices: impl Fn(&[i64]) -> bool) -> &'static [i64] {
    const FIRST: i64 = 1 << 16;
    static FEW: OnceLock<Vec<i64>> = OnceLock::new();
    static ALL: OnceLock<Vec<i64>> = OnceLock::new();
    let few = FEW.get_or_init(|| primes::up_to(FIRST));
    if suffices(few) { few } else { ALL.get_or_init(|| primes::up_to(COUNTED)) }
}

/// How many primes there are up to `n`; `None` beyond [`COUNTED`].
#[must_use]
pub fn prime_count(n: i128) -> Option<i128> {
    let n = i64::try_from(n).ok().filter(|&n| n <= COUNTED)?;
    let primes = primes_where(|primes| primes.last().is_some_and(|&last| n <= last));
    i128::try_from(primes.partition_point(|&p| p <= n)).ok()
}

/// The `k`-th prime, 2 for `k = 1`; `None` beyond [`COUNTED`].
#[must_use]
pub fn prime(k: i128) -> Option<i128> {
    let place = usize::try_from(k.checked_sub(1)?).ok()?;
    primes_where(|primes| place < primes.len()).get(place).map(|&p| p.into())
}
