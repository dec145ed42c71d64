//! How the terms of sequences with a name are computed: always the first `count`.

use num_bigint::BigInt;
use std::collections::BTreeSet;

use crate::{divisors, integer};

pub(super) fn big(k: impl Into<BigInt>) -> BigInt {
    k.into()
}

/// `f(first), f(first + 1), ...`
pub(super) fn each<T: Into<BigInt>>(first: i64, count: usize, f: impl Fn(i64) -> T) -> Vec<BigInt> {
    (first..).take(count).map(|n| f(n).into()).collect()
}

/// The values of a function that is defined at all of `first, first + 1, ...`.
pub(super) fn of<T: Into<BigInt>>(
    first: i64,
    count: usize,
    f: impl Fn(i128) -> Option<T>,
) -> Vec<BigInt> {
    (first..).take(count).map_while(|n| f(n.into()).map(Into::into)).collect()
}

/// The numbers from `first` on with a property.
pub(super) fn members(first: i64, count: usize, is: impl Fn(i128) -> bool) -> Vec<BigInt> {
    (i128::from(first)..).filter(|&n| is(n)).take(count).map(big).collect()
}

/// A term from all before it.
pub(super) fn from_before(
    first: &[i64],
    count: usize,
    next: impl Fn(&[BigInt]) -> BigInt,
) -> Vec<BigInt> {
    let mut terms: Vec<BigInt> = first.iter().map(|&k| big(k)).collect();
    while terms.len() < count {
        terms.push(next(&terms));
    }
    terms
}

/// A linear recurrence, nearest term first.
pub(super) fn linear(weights: &[i64], first: &[i64], count: usize) -> Vec<BigInt> {
    let next = |a: &[BigInt]| weights.iter().zip(a.iter().rev()).map(|(&w, t)| t * w).sum();
    from_before(first, count, next)
}

/// `a(n)` from `n` and the terms before, the nearest first.
pub(super) fn stepwise(
    first: &[i64],
    count: usize,
    next: impl Fn(i64, &BigInt, &BigInt) -> BigInt,
) -> Vec<BigInt> {
    from_before(first, count, |a| {
        let n = i64::try_from(a.len()).unwrap_or(i64::MAX);
        next(n, &a[a.len() - 1], &a[a.len().saturating_sub(2)])
    })
}

/// A term from those before it, as machine integers, with the place of the new one.
pub(super) fn nested(
    first: &[i64],
    count: usize,
    next: impl Fn(&[i64], usize) -> Option<i64>,
) -> Vec<BigInt> {
    let mut terms = first.to_vec();
    while terms.len() < count {
        let Some(term) = next(&terms, terms.len()) else { break };
        terms.push(term);
    }
    terms.into_iter().map(big).collect()
}

pub(super) fn nth(a: &[i64], place: i64) -> Option<i64> {
    a.get(usize::try_from(place).ok()?).copied()
}

/// The sums of the first terms.
pub(super) fn sums(terms: Vec<BigInt>) -> Vec<BigInt> {
    let mut sum = big(0);
    terms
        .into_iter()
        .map(|term| {
            sum += term;
            sum.clone()
        })
        .collect()
}

/// The coefficients of the product of `(1 - x^k)^(-c(k))` over all `k >= 1` (Euler's transform).
pub(super) fn euler(count: usize, c: impl Fn(usize) -> BigInt) -> Vec<BigInt> {
    // n a(n) = sum of s(k) a(n - k), s(k) the sum of d c(d) over the divisors d of k
    let mut s = vec![big(0); count];
    for d in 1..count {
        let part = c(d) * d;
        (d..count).step_by(d).for_each(|k| s[k] += &part);
    }
    let mut a = vec![big(1)];
    for n in 1..count {
        let sum: BigInt = (1..=n).map(|k| &s[k] * &a[n - k]).sum();
        a.push(sum / n);
    }
    a
}

/// Rooted trees by their vertices, from 0 on: `x` times Euler's transform of itself.
pub(super) fn rooted_trees(count: usize) -> Vec<BigInt> {
    let (mut a, mut s) = (vec![big(0), big(1)], vec![big(0)]);
    while a.len() < count {
        let n = a.len() - 1;
        s.push((1..=n).filter(|d| n.is_multiple_of(*d)).map(|d| &a[d] * d).sum());
        let sum: BigInt = (1..=n).map(|k| &s[k] * &a[n + 1 - k]).sum();
        a.push(sum / n);
    }
    a
}

/// Trees by Otter's formula.
pub(super) fn trees(count: usize) -> Vec<BigInt> {
    let r = rooted_trees(count);
    let pairs = |n: usize| {
        let all: BigInt = (0..=n).map(|k| &r[k] * &r[n - k]).sum();
        let doubled = if n.is_multiple_of(2) { r[n / 2].clone() } else { big(0) };
        (all - doubled) / 2
    };
    (0..count.min(r.len())).map(|n| if n == 0 { big(1) } else { &r[n] - pairs(n) }).collect()
}

/// The numbers of rows from 0 on, each from the row before it, read by rows.
pub(super) fn triangle(
    count: usize,
    next: impl Fn(i64, i64, &dyn Fn(i64) -> BigInt) -> BigInt,
) -> Vec<BigInt> {
    let (mut all, mut row) = (vec![big(1)], vec![big(1)]);
    while all.len() < count {
        let before =
            |k: i64| usize::try_from(k).ok().and_then(|k| row.get(k).cloned()).unwrap_or_default();
        let n = i64::try_from(row.len()).unwrap_or(i64::MAX);
        row = (0..=n).map(|k| next(n, k, &before)).collect();
        all.extend(row.iter().cloned());
    }
    all
}

/// The first numbers of the rows of the triangle of Seidel, Entringer and Arnold.
pub(super) fn zigzag(count: usize) -> Vec<BigInt> {
    let (mut row, mut all) = (vec![big(1)], vec![big(1)]);
    while all.len() < count {
        let mut next = vec![big(0)];
        next.extend(sums(row.into_iter().rev().collect()));
        all.push(next.last().cloned().unwrap_or_default());
        row = next;
    }
    all
}

/// Bell numbers, by their triangle.
pub(super) fn bell(count: usize) -> Vec<BigInt> {
    let (mut row, mut all) = (vec![big(1)], vec![big(1)]);
    while all.len() < count {
        let last = row.last().cloned().unwrap_or_default();
        all.push(last.clone());
        let mut next = vec![last];
        for k in 0..row.len() {
            next.push(&next[k] + &row[k]);
        }
        row = next;
    }
    all
}

/// Ordered set partitions.
pub(super) fn fubini(count: usize) -> Vec<BigInt> {
    from_before(&[1], count, |a| {
        let n = a.len();
        let (mut choose, mut sum) = (big(1), big(0));
        for k in 1..=n {
            choose = choose * (n + 1 - k) / k;
            sum += &choose * &a[n - k];
        }
        sum
    })
}

/// The coefficients of the powers of `1 + b x + c x^2` at the middle, by their recurrence.
pub(super) fn central_trinomial(b: i64, c: i64, count: usize) -> Vec<BigInt> {
    let d = b * b - 4 * c;
    stepwise(&[1, b], count, |n, one, two| (one * (b * (2 * n - 1)) - two * (d * (n - 1))) / n)
}

/// Graphs on `n` vertices, by the cycles of permutations (Polya 1937).
pub(super) fn graphs(count: usize) -> Vec<BigInt> {
    fn of_parts(rest: usize, most: usize, parts: &mut Vec<usize>, sum: &mut BigInt, all: &BigInt) {
        if rest == 0 {
            let gcd = |a: usize, b: usize| integer::gcd(a as u128, b as u128);
            let mut edges: u128 = parts.iter().map(|&p| p as u128 / 2).sum();
            for i in 0..parts.len() {
                edges += parts[..i].iter().map(|&p| gcd(p, parts[i])).sum::<u128>();
            }
            let mut size = big(1);
            for (i, &p) in parts.iter().enumerate() {
                let same = parts[..=i].iter().filter(|&&q| q == p).count();
                size *= p * same;
            }
            *sum += (all / size) << u64::try_from(edges).unwrap_or(0);
            return;
        }
        for part in (1..=most.min(rest)).rev() {
            parts.push(part);
            of_parts(rest - part, part, parts, sum, all);
            parts.pop();
        }
    }
    // There are 5,604 partitions of 30.
    let mut all = big(1);
    let one = |n: usize| {
        all *= n.max(1);
        let mut sum = big(0);
        of_parts(n, n, &mut Vec::new(), &mut sum, &all);
        sum / &all
    };
    (0..count.min(31)).map(one).collect()
}

/// Alternating sign matrices.
pub(super) fn robbins(count: usize) -> Vec<BigInt> {
    let factorials = factorials(3 * count + 3);
    let one = |n: usize| {
        let above: BigInt = (0..n).map(|k| factorials[3 * k + 1].clone()).product();
        let below: BigInt = (0..n).map(|k| factorials[n + k].clone()).product();
        above / below
    };
    (0..count).map(one).collect()
}

pub(super) fn factorials(count: usize) -> Vec<BigInt> {
    stepwise(&[1], count, |n, one, _| one * n)
}

pub(super) fn primes(count: usize) -> Vec<BigInt> {
    of(1, count, divisors::prime)
}

/// `C(s n + t, n)` over the numbers of a polynomial, which divide it.
pub(super) fn binomials(count: usize, top: fn(i64) -> i64, below: fn(i64) -> i64) -> Vec<BigInt> {
    each(0, count, |n| {
        let choose = (1..=n).fold(big(1), |all, k| all * (top(n) - n + k) / k);
        choose / below(n)
    })
}

/// Members in the order of Ulam's rule: sums of two different ones before in one way.
pub(super) fn ulam(count: usize) -> Vec<BigInt> {
    nested(&[1, 2], count, |a, _| {
        let has = |k: i64| a.binary_search(&k).is_ok();
        let ways =
            |k: i64| a.iter().take_while(|&&x| 2 * x < k).filter(|&&x| has(k - x)).take(2).count();
        (a[a.len() - 1] + 1..).find(|&k| ways(k) == 1)
    })
}

/// The numbers left by the sieve of the lucky ones.
pub(super) fn lucky(count: usize) -> Vec<BigInt> {
    let mut reach = 32 + 12 * count;
    loop {
        let mut left: Vec<usize> = (1..reach).step_by(2).collect();
        let mut place = 1;
        while place < left.len() && left[place] <= left.len() {
            let step = left[place];
            let mut at = 0;
            left.retain(|_| {
                at += 1;
                at % step != 0
            });
            place += 1;
        }
        if left.len() >= count {
            return left.into_iter().map(big).collect();
        }
        reach *= 2;
    }
}

/// Hofstadter's figure and figure-figure sequences: no number is in both.
pub(super) fn figures(count: usize, is_second: bool) -> Vec<BigInt> {
    let (mut sums, mut steps) = (vec![1i64], Vec::new());
    let (mut used, mut next) = (BTreeSet::from([1]), 2);
    while sums.len() <= count {
        while used.contains(&next) {
            next += 1;
        }
        steps.push(next);
        used.insert(next);
        let sum = sums[sums.len() - 1] + next;
        used.insert(sum);
        sums.push(sum);
    }
    (if is_second { steps } else { sums }).into_iter().map(big).collect()
}

/// What is read aloud of the term before.
pub(super) fn look_and_say(count: usize) -> Vec<BigInt> {
    let mut digits = vec![1u8];
    let mut all = Vec::new();
    // Every term has a third more digits.
    for _ in 0..count.min(40) {
        all.extend(BigInt::from_radix_be(num_bigint::Sign::Plus, &digits, 10));
        let runs = digits.chunk_by(|a, b| a == b);
        digits = runs.flat_map(|run| [u8::try_from(run.len()).unwrap_or(9), run[0]]).collect();
    }
    all
}

pub(super) fn kolakoski(count: usize) -> Vec<BigInt> {
    let mut a = vec![1i64, 2, 2];
    let mut at = 2;
    while a.len() < count {
        let next = 3 - a[a.len() - 1];
        a.extend((0..a[at]).map(|_| next));
        at += 1;
    }
    a.into_iter().map(big).collect()
}

/// Each number as often as the sequence says.
pub(super) fn golomb(count: usize) -> Vec<BigInt> {
    nested(&[1], count, |a, n| {
        // a(n + 1) = 1 + a(n + 1 - a(a(n)))
        let at = |k: i64| nth(a, k - 1);
        let n = i64::try_from(n).ok()?;
        Some(1 + at(n + 1 - at(at(n)?)?)?)
    })
}

/// The digits of `floor(x * 10^k)`, of a number with one digit before the point.
pub(super) fn digits_of(count: usize, scaled: impl Fn(&BigInt) -> BigInt) -> Vec<BigInt> {
    const GUARD: u32 = 12;
    let places = u32::try_from(count).unwrap_or(0) + GUARD;
    let text = scaled(&big(10).pow(places)).to_string();
    text.bytes().take(count).map(|digit| big(digit - b'0')).collect()
}

/// The sum of `term / (k power^k)` and so on, for `atan(1 / x)` scaled.
pub(super) fn arctan(one: &BigInt, x: i64) -> BigInt {
    let (mut power, mut sum, mut k) = (one / x, big(0), 1i64);
    while power != big(0) {
        sum += &power / (if k % 4 == 1 { k } else { -k });
        power /= x * x;
        k += 2;
    }
    sum
}

pub(super) fn exp_one(one: &BigInt) -> BigInt {
    let (mut term, mut sum, mut k) = (one.clone(), big(0), 1i64);
    while term != big(0) {
        sum += &term;
        term /= k;
        k += 1;
    }
    sum
}

pub(super) fn ones(n: i64) -> i64 {
    n.count_ones().into()
}

pub(super) fn triangular_root(n: i64) -> i64 {
    ((8 * n + 1).isqrt() - 1) / 2
}

/// The number of steps to 1 of `n -> n / 2` and `n -> 3 n + 1`.
pub(super) fn collatz(n: i128) -> Option<i64> {
    let (mut n, mut steps) = (n, 0);
    while n > 1 {
        n = if n % 2 == 0 { n / 2 } else { n.checked_mul(3)?.checked_add(1)? };
        steps += 1;
    }
    Some(steps)
}

/// The digits of `n` to one base read to another.
pub(super) fn reread(n: i64, from: i64, to: i64) -> BigInt {
    if n == 0 { big(0) } else { reread(n / from, from, to) * to + n % from }
}

pub(super) fn reversed(n: i64) -> i64 {
    let (mut n, mut all) = (n, 0);
    while n > 0 {
        (n, all) = (n / 10, 10 * all + n % 10);
    }
    all
}

pub(super) fn arithmetic_derivative(n: i128) -> Option<i128> {
    if n < 2 {
        return Some(0);
    }
    Some(divisors::factors(n)?.iter().map(|&(p, k)| n / p * i128::from(k)).sum())
}

/// Stern's diatomic sequence.
pub(super) fn stern(count: usize) -> Vec<BigInt> {
    nested(
        &[0, 1],
        count,
        |a, n| {
            if n % 2 == 0 { Some(a[n / 2]) } else { Some(a[n / 2] + a[n / 2 + 1]) }
        },
    )
}

/// The greatest order of a permutation of n things.
pub(super) fn landau(count: usize) -> Vec<BigInt> {
    let mut best = vec![big(1); count];
    for p in crate::primes::up_to(i64::try_from(count).unwrap_or(0)) {
        let Ok(prime) = usize::try_from(p) else { break };
        for n in (prime..count).rev() {
            let (mut size, mut power) = (prime, big(p));
            while size <= n {
                let other = &best[n - size] * &power;
                if other > best[n] {
                    best[n] = other;
                }
                (size, power) = (size.saturating_mul(prime), power * p);
            }
        }
    }
    best
}
