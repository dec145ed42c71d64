//! Sequences that have a name: the few dozen of every handbook, each with its number in the OEIS and the
//! way to compute its terms, exactly and without a bound.

use num_bigint::BigInt;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use crate::{divisors, integer, sequences};

/// A sequence with a name.
#[derive(Debug)]
pub struct Named {
    /// Its number in the OEIS, without the letter.
    pub number: u32,
    /// What people call its terms.
    pub name: &'static str,
    /// The index of the first term, as in the OEIS.
    pub first: i64,
    terms: fn(usize) -> Vec<BigInt>,
}

impl Named {
    /// The first terms, that many; fewer where terms grow out of all bounds.
    #[must_use]
    pub fn terms(&self, count: usize) -> Vec<BigInt> {
        let mut terms = (self.terms)(count);
        terms.truncate(count);
        terms
    }

    /// `A000045`
    #[must_use]
    pub fn label(&self) -> String {
        format!("A{:06}", self.number)
    }
}

/// The sequence of that number, if it is one of [`NAMED`].
#[must_use]
pub fn named(number: i128) -> Option<&'static Named> {
    NAMED.iter().find(|named| i128::from(named.number) == number)
}

/// Greatest index of a term asked for by itself.
const MAX_INDEX: usize = 100_000;

/// The term of that index, counted as in the OEIS, of a named sequence; `None` where there is none, where it
/// has more than 128 bits, and for indices beyond 100,000.
#[must_use]
pub fn term(number: i128, index: i128) -> Option<i128> {
    thread_local! {
        // Who asks for a term asks for the next one.
        static KNOWN: RefCell<HashMap<u32, Vec<i128>>> = RefCell::new(HashMap::new());
    }
    let named = named(number)?;
    let place = usize::try_from(index.checked_sub(named.first.into())?).ok()?;
    if place > MAX_INDEX {
        return None;
    }
    KNOWN.with_borrow_mut(|known| {
        let known = known.entry(named.number).or_default();
        if place >= known.len() {
            let fits = |term: &BigInt| i128::try_from(term).ok();
            let first = |count| named.terms(count).iter().map_while(fits).collect::<Vec<_>>();
            // Terms that leave 128 bits do so soon, or not at all.
            let mut count = 256;
            while count <= place && first(count).len() == count {
                count *= 4;
            }
            *known = first(count);
        }
        known.get(place).copied()
    })
}

fn big(k: impl Into<BigInt>) -> BigInt {
    k.into()
}

/// `f(first), f(first + 1), ...`
fn each<T: Into<BigInt>>(first: i64, count: usize, f: impl Fn(i64) -> T) -> Vec<BigInt> {
    (first..).take(count).map(|n| f(n).into()).collect()
}

/// The values of a function that is defined at all of `first, first + 1, ...`.
fn of<T: Into<BigInt>>(first: i64, count: usize, f: impl Fn(i128) -> Option<T>) -> Vec<BigInt> {
    (first..).take(count).map_while(|n| f(n.into()).map(Into::into)).collect()
}

/// The numbers from `first` on with a property.
fn members(first: i64, count: usize, is: impl Fn(i128) -> bool) -> Vec<BigInt> {
    (i128::from(first)..).filter(|&n| is(n)).take(count).map(big).collect()
}

/// A term from all before it.
fn from_before(first: &[i64], count: usize, next: impl Fn(&[BigInt]) -> BigInt) -> Vec<BigInt> {
    let mut terms: Vec<BigInt> = first.iter().map(|&k| big(k)).collect();
    while terms.len() < count {
        terms.push(next(&terms));
    }
    terms
}

/// A linear recurrence, nearest term first.
fn linear(weights: &[i64], first: &[i64], count: usize) -> Vec<BigInt> {
    let next = |a: &[BigInt]| weights.iter().zip(a.iter().rev()).map(|(&w, t)| t * w).sum();
    from_before(first, count, next)
}

/// `a(n)` from `n` and the terms before, the nearest first.
fn stepwise(
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
fn nested(first: &[i64], count: usize, next: impl Fn(&[i64], usize) -> Option<i64>) -> Vec<BigInt> {
    let mut terms = first.to_vec();
    while terms.len() < count {
        let Some(term) = next(&terms, terms.len()) else { break };
        terms.push(term);
    }
    terms.into_iter().map(big).collect()
}

fn nth(a: &[i64], place: i64) -> Option<i64> {
    a.get(usize::try_from(place).ok()?).copied()
}

/// The sums of the first terms.
fn sums(terms: Vec<BigInt>) -> Vec<BigInt> {
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
fn euler(count: usize, c: impl Fn(usize) -> BigInt) -> Vec<BigInt> {
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
fn rooted_trees(count: usize) -> Vec<BigInt> {
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
fn trees(count: usize) -> Vec<BigInt> {
    let r = rooted_trees(count);
    let pairs = |n: usize| {
        let all: BigInt = (0..=n).map(|k| &r[k] * &r[n - k]).sum();
        let doubled = if n.is_multiple_of(2) { r[n / 2].clone() } else { big(0) };
        (all - doubled) / 2
    };
    (0..count.min(r.len())).map(|n| if n == 0 { big(1) } else { &r[n] - pairs(n) }).collect()
}

/// The numbers of rows from 0 on, each from the row before it, read by rows.
fn triangle(
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
fn zigzag(count: usize) -> Vec<BigInt> {
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
fn bell(count: usize) -> Vec<BigInt> {
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
fn fubini(count: usize) -> Vec<BigInt> {
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
fn central_trinomial(b: i64, c: i64, count: usize) -> Vec<BigInt> {
    let d = b * b - 4 * c;
    stepwise(&[1, b], count, |n, one, two| (one * (b * (2 * n - 1)) - two * (d * (n - 1))) / n)
}

/// Graphs on `n` vertices, by the cycles of permutations (Polya 1937).
fn graphs(count: usize) -> Vec<BigInt> {
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
fn robbins(count: usize) -> Vec<BigInt> {
    let factorials = factorials(3 * count + 3);
    let one = |n: usize| {
        let above: BigInt = (0..n).map(|k| factorials[3 * k + 1].clone()).product();
        let below: BigInt = (0..n).map(|k| factorials[n + k].clone()).product();
        above / below
    };
    (0..count).map(one).collect()
}

fn factorials(count: usize) -> Vec<BigInt> {
    stepwise(&[1], count, |n, one, _| one * n)
}

fn primes(count: usize) -> Vec<BigInt> {
    of(1, count, divisors::prime)
}

/// `C(s n + t, n)` over the numbers of a polynomial, which divide it.
fn binomials(count: usize, top: fn(i64) -> i64, below: fn(i64) -> i64) -> Vec<BigInt> {
    each(0, count, |n| {
        let choose = (1..=n).fold(big(1), |all, k| all * (top(n) - n + k) / k);
        choose / below(n)
    })
}

/// Members in the order of Ulam's rule: sums of two different ones before in one way.
fn ulam(count: usize) -> Vec<BigInt> {
    nested(&[1, 2], count, |a, _| {
        let has = |k: i64| a.binary_search(&k).is_ok();
        let ways =
            |k: i64| a.iter().take_while(|&&x| 2 * x < k).filter(|&&x| has(k - x)).take(2).count();
        (a[a.len() - 1] + 1..).find(|&k| ways(k) == 1)
    })
}

/// The numbers left by the sieve of the lucky ones.
fn lucky(count: usize) -> Vec<BigInt> {
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
fn figures(count: usize, is_second: bool) -> Vec<BigInt> {
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
fn look_and_say(count: usize) -> Vec<BigInt> {
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

fn kolakoski(count: usize) -> Vec<BigInt> {
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
fn golomb(count: usize) -> Vec<BigInt> {
    nested(&[1], count, |a, n| {
        // a(n + 1) = 1 + a(n + 1 - a(a(n)))
        let at = |k: i64| nth(a, k - 1);
        let n = i64::try_from(n).ok()?;
        Some(1 + at(n + 1 - at(at(n)?)?)?)
    })
}

/// The digits of `floor(x * 10^k)`, of a number with one digit before the point.
fn digits_of(count: usize, scaled: impl Fn(&BigInt) -> BigInt) -> Vec<BigInt> {
    const GUARD: u32 = 12;
    let places = u32::try_from(count).unwrap_or(0) + GUARD;
    let text = scaled(&big(10).pow(places)).to_string();
    text.bytes().take(count).map(|digit| big(digit - b'0')).collect()
}

/// The sum of `term / (k power^k)` and so on, for `atan(1 / x)` scaled.
fn arctan(one: &BigInt, x: i64) -> BigInt {
    let (mut power, mut sum, mut k) = (one / x, big(0), 1i64);
    while power != big(0) {
        sum += &power / (if k % 4 == 1 { k } else { -k });
        power /= x * x;
        k += 2;
    }
    sum
}

fn exp_one(one: &BigInt) -> BigInt {
    let (mut term, mut sum, mut k) = (one.clone(), big(0), 1i64);
    while term != big(0) {
        sum += &term;
        term /= k;
        k += 1;
    }
    sum
}

fn ones(n: i64) -> i64 {
    n.count_ones().into()
}

fn triangular_root(n: i64) -> i64 {
    ((8 * n + 1).isqrt() - 1) / 2
}

/// The number of steps to 1 of `n -> n / 2` and `n -> 3 n + 1`.
fn collatz(n: i128) -> Option<i64> {
    let (mut n, mut steps) = (n, 0);
    while n > 1 {
        n = if n % 2 == 0 { n / 2 } else { n.checked_mul(3)?.checked_add(1)? };
        steps += 1;
    }
    Some(steps)
}

/// The digits of `n` to one base read to another.
fn reread(n: i64, from: i64, to: i64) -> BigInt {
    if n == 0 { big(0) } else { reread(n / from, from, to) * to + n % from }
}

fn reversed(n: i64) -> i64 {
    let (mut n, mut all) = (n, 0);
    while n > 0 {
        (n, all) = (n / 10, 10 * all + n % 10);
    }
    all
}

fn arithmetic_derivative(n: i128) -> Option<i128> {
    if n < 2 {
        return Some(0);
    }
    Some(divisors::factors(n)?.iter().map(|&(p, k)| n / p * i128::from(k)).sum())
}

/// Stern's diatomic sequence.
fn stern(count: usize) -> Vec<BigInt> {
    nested(
        &[0, 1],
        count,
        |a, n| {
            if n % 2 == 0 { Some(a[n / 2]) } else { Some(a[n / 2] + a[n / 2 + 1]) }
        },
    )
}

/// The greatest order of a permutation of n things.
fn landau(count: usize) -> Vec<BigInt> {
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

macro_rules! rows {
    ($($number:literal $name:literal from $first:literal: |$count:ident| $terms:expr;)*) => {
        /// The sequences, the best known first.
        pub static NAMED: &[Named] = &[
            $(Named { number: $number, name: $name, first: $first, terms: |$count| $terms }),*
        ];
    };
}

rows! {
    40 "primes" from 1: |c| primes(c);
    45 "Fibonacci numbers" from 0: |c| linear(&[1, 1], &[0, 1], c);
    108 "Catalan numbers" from 0: |c| binomials(c, |n| 2 * n, |n| n + 1);
    217 "triangular numbers" from 0: |c| each(0, c, |n| n * (n + 1) / 2);
    290 "squares" from 0: |c| each(0, c, |n| n * n);
    578 "cubes" from 0: |c| each(0, c, |n| n * n * n);
    142 "factorials" from 0: |c| factorials(c);
    79 "powers of 2" from 0: |c| linear(&[2], &[1], c);
    244 "powers of 3" from 0: |c| linear(&[3], &[1], c);
    302 "powers of 4" from 0: |c| linear(&[4], &[1], c);
    11557 "powers of 10" from 0: |c| linear(&[10], &[1], c);
    201 "lower Wythoff numbers" from 1: |c| each(1, c, |n| (n + (5 * n * n).isqrt()) / 2);
    1950 "upper Wythoff numbers" from 1: |c| each(1, c, |n| (3 * n + (5 * n * n).isqrt()) / 2);
    1951 "Beatty numbers floor(n sqrt 2)" from 0: |c| each(0, c, |n| (2 * n * n).isqrt());
    1952 "Beatty numbers floor(n (2 + sqrt 2))" from 1: |c| each(1, c, |n| 2 * n + (2 * n * n).isqrt());
    22838 "Beatty numbers floor(n sqrt 3)" from 1: |c| each(1, c, |n| (3 * n * n).isqrt());
    1969 "evil numbers" from 1: |c| members(0, c, |n| n.count_ones() % 2 == 0);
    69 "odious numbers" from 1: |c| members(1, c, |n| n.count_ones() % 2 == 1);
    32 "Lucas numbers" from 0: |c| linear(&[1, 1], &[2, 1], c);
    129 "Pell numbers" from 0: |c| linear(&[2, 1], &[0, 1], c);
    1333 "numerators of convergents of sqrt 2" from 0: |c| linear(&[2, 1], &[1, 1], c);
    1045 "Jacobsthal numbers" from 0: |c| linear(&[1, 2], &[0, 1], c);
    73 "tribonacci numbers" from 0: |c| linear(&[1, 1, 1], &[0, 0, 1], c);
    78 "tetranacci numbers" from 0: |c| linear(&[1, 1, 1, 1], &[0, 0, 0, 1], c);
    931 "Padovan numbers" from 0: |c| linear(&[0, 1, 1], &[1, 0, 0], c);
    1608 "Perrin numbers" from 0: |c| linear(&[0, 1, 1], &[3, 0, 2], c);
    930 "Narayana's cows" from 0: |c| linear(&[1, 0, 1], &[1, 1, 1], c);
    225 "powers of 2 less 1" from 0: |c| linear(&[3, -2], &[0, 1], c);
    51 "powers of 2 and 1" from 0: |c| linear(&[3, -2], &[2, 3], c);
    295 "Eulerian numbers 2^n - n - 1" from 0: |c| linear(&[4, -5, 2], &[0, 0, 1], c);
    2275 "repunits" from 0: |c| linear(&[11, -10], &[0, 1], c);
    215 "Fermat numbers" from 0: |c| each(0, c.min(14), |n| (big(1) << (1u64 << n)) + 1);
    58 "Sylvester's sequence" from 0: |c| stepwise(&[2], c.min(14), |_, a, _| a * (a - 1) + 1);
    110 "Bell numbers" from 0: |c| bell(c);
    670 "Fubini numbers" from 0: |c| fubini(c);
    41 "partition numbers" from 0: |c| euler(c, |_| big(1));
    9 "partitions into distinct parts" from 0: |c| euler(c, |k| big(k % 2));
    18819 "binary partitions" from 0: |c| euler(c, |k| big(u8::from(k.is_power_of_two())));
    123 "binary partitions of even numbers" from 0: |c| nested(&[1], c, |a, n| Some(a[n - 1] + a[n / 2]));
    607 "partitions into prime parts" from 0: |c| euler(c, |k| big(u8::from(crate::primes::is_prime(k as u128))));
    219 "plane partitions" from 0: |c| euler(c, big);
    166 "derangements" from 0: |c| stepwise(&[1], c, |n, a, _| a * n + (1 - n % 2 * 2));
    85 "involutions" from 0: |c| stepwise(&[1, 1], c, |n, a, b| a + b * (n - 1));
    522 "arrangements" from 0: |c| stepwise(&[1], c, |n, a, _| a * n + 1);
    1006 "Motzkin numbers" from 0: |c| stepwise(&[1, 1], c, |n, a, b| (a * (2 * n + 1) + b * (3 * n - 3)) / (n + 2));
    5043 "Riordan numbers" from 0: |c| stepwise(&[1, 0], c, |n, a, b| (a * (2 * n - 2) + b * (3 * n - 3)) / (n + 1));
    6318 "large Schroeder numbers" from 0: |c| stepwise(&[1, 2], c, |n, a, b| (a * (6 * n - 3) - b * (n - 2)) / (n + 1));
    1003 "little Schroeder numbers" from 0: |c| stepwise(&[1, 1], c, |n, a, b| (a * (6 * n - 3) - b * (n - 2)) / (n + 1));
    984 "central binomial coefficients" from 0: |c| binomials(c, |n| 2 * n, |_| 1);
    1700 "binomials of 2n + 1 and n + 1" from 0: |c| binomials(c, |n| 2 * n + 1, |_| 1);
    1764 "ternary trees" from 0: |c| binomials(c, |n| 3 * n, |n| 2 * n + 1);
    1850 "central Delannoy numbers" from 0: |c| central_trinomial(3, 2, c);
    2426 "central trinomial coefficients" from 0: |c| central_trinomial(1, 1, c);
    5259 "Apery numbers" from 0: |c| stepwise(&[1, 5], c, |n, a, b| {
        (a * (34 * n * n * n - 51 * n * n + 27 * n - 5) - b * ((n - 1) * (n - 1) * (n - 1))) / (n * n * n)
    });
    111 "Euler's zigzag numbers" from 0: |c| zigzag(c);
    364 "secant numbers" from 0: |c| zigzag(2 * c).into_iter().step_by(2).collect();
    182 "tangent numbers" from 1: |c| zigzag(2 * c).into_iter().skip(1).step_by(2).collect();
    1147 "double factorials of odd numbers" from 0: |c| stepwise(&[1], c, |n, a, _| a * (2 * n - 1));
    165 "double factorials of even numbers" from 0: |c| stepwise(&[1], c, |n, a, _| a * (2 * n));
    6882 "double factorials" from 0: |c| stepwise(&[1, 1], c, |n, _, b| b * n);
    254 "Stirling numbers of the first kind (n + 1, 2)" from 0: |c| {
        let f = factorials(c + 1);
        from_before(&[0], c, |a| &a[a.len() - 1] * a.len() + &f[a.len() - 1])
    };
    2110 "primorials" from 0: |c| from_before(&[1], c, |a| &a[a.len() - 1] * divisors::prime(a.len() as i128).unwrap_or(1));
    312 "n^n" from 0: |c| each(0, c, |n| big(n).pow(u32::try_from(n).unwrap_or(0)));
    169 "rooted labelled trees" from 1: |c| each(1, c, |n| big(n).pow(u32::try_from(n - 1).unwrap_or(0)));
    272 "labelled trees" from 1: |c| each(1, c, |n| big(n).pow(u32::try_from(n - 2).unwrap_or(0)));
    81 "rooted trees" from 0: |c| rooted_trees(c);
    55 "trees" from 0: |c| trees(c);
    88 "graphs on n vertices" from 0: |c| graphs(c);
    5130 "alternating sign matrices" from 0: |c| robbins(c);
    793 "Landau's function" from 0: |c| landau(c);
    124 "lazy caterer's numbers" from 0: |c| each(0, c, |n| n * (n + 1) / 2 + 1);
    125 "cake numbers" from 0: |c| each(0, c, |n| (n * n * n + 5 * n + 6) / 6);
    292 "tetrahedral numbers" from 0: |c| each(0, c, |n| n * (n + 1) * (n + 2) / 6);
    330 "square pyramidal numbers" from 0: |c| each(0, c, |n| n * (n + 1) * (2 * n + 1) / 6);
    326 "pentagonal numbers" from 0: |c| each(0, c, |n| n * (3 * n - 1) / 2);
    384 "hexagonal numbers" from 0: |c| each(0, c, |n| n * (2 * n - 1));
    1318 "generalised pentagonal numbers" from 0: |c| each(0, c, |n| {
        let k = (n + 1) / 2;
        k * (3 * k - if n % 2 == 1 { 1 } else { -1 }) / 2
    });
    2378 "pronic numbers" from 0: |c| each(0, c, |n| n * (n + 1));
    2620 "quarter squares" from 0: |c| each(0, c, |n| n * n / 4);
    2061 "central polygonal numbers" from 0: |c| each(0, c, |n| n * n - n + 1);
    37 "numbers that are not squares" from 1: |c| members(1, c, |n| integer::exact_sqrt(n.unsigned_abs()).is_none());
    5 "numbers of divisors" from 1: |c| of(1, c, divisors::count);
    203 "sums of divisors" from 1: |c| of(1, c, divisors::sum);
    10 "Euler's totient" from 1: |c| of(1, c, divisors::totient);
    8683 "Moebius function" from 1: |c| of(1, c, divisors::moebius);
    1221 "numbers of distinct primes" from 1: |c| of(1, c, divisors::primes_of);
    1222 "numbers of primes with multiplicity" from 1: |c| of(1, c, divisors::primes_with_multiplicity);
    20639 "least prime factors" from 1: |c| of(1, c, |n| if n == 1 { Some(1) } else { divisors::least_prime(n) });
    6530 "greatest prime factors" from 1: |c| of(1, c, |n| if n == 1 { Some(1) } else { divisors::greatest_prime(n) });
    7947 "squarefree kernels" from 1: |c| of(1, c, divisors::radical);
    3415 "arithmetic derivatives" from 0: |c| of(0, c, arithmetic_derivative);
    720 "numbers of primes up to n" from 1: |c| of(1, c, divisors::prime_count);
    2808 "composite numbers" from 1: |c| members(4, c, |n| !crate::primes::is_prime(n.unsigned_abs()));
    5117 "squarefree numbers" from 1: |c| members(1, c, |n| divisors::moebius(n) != Some(0));
    1358 "semiprimes" from 1: |c| members(4, c, |n| divisors::primes_with_multiplicity(n) == Some(2));
    961 "prime powers" from 1: |c| members(1, c, |n| n == 1 || divisors::primes_of(n) == Some(1));
    5101 "abundant numbers" from 1: |c| members(1, c, |n| divisors::sum(n).is_some_and(|sum| sum > 2 * n));
    1223 "gaps between primes" from 1: |c| primes(c + 1).windows(2).map(|w| &w[1] - &w[0]).collect();
    7504 "sums of the first primes" from 0: |c| std::iter::once(big(0)).chain(sums(primes(c))).collect();
    6218 "sums of numbers of divisors" from 0: |c| std::iter::once(big(0)).chain(sums(of(1, c, divisors::count))).collect();
    2088 "sums of Euler's totient" from 0: |c| std::iter::once(big(0)).chain(sums(of(1, c, divisors::totient))).collect();
    1481 "sums of two squares" from 1: |c| members(0, c, |n| {
        (0..).take_while(|x| x * x <= n).any(|x| integer::exact_sqrt((n - x * x).unsigned_abs()).is_some())
    });
    120 "numbers of ones in binary" from 0: |c| each(0, c, ones);
    7814 "exponents of 2" from 1: |c| each(1, c, |n| n.trailing_zeros());
    1511 "ruler function" from 1: |c| each(1, c, |n| n.trailing_zeros() + 1);
    6519 "powers of 2 that divide n" from 1: |c| each(1, c, |n| n & -n);
    265 "odd parts" from 1: |c| each(1, c, |n| n >> n.trailing_zeros());
    3602 "Kimberling's paraphrases" from 1: |c| each(1, c, |n| ((n >> n.trailing_zeros()) + 1) / 2);
    3188 "Gray code" from 0: |c| each(0, c, |n| n ^ n >> 1);
    10060 "Thue-Morse sequence" from 0: |c| each(0, c, |n| ones(n) % 2);
    1285 "Thue-Morse sequence of ones and twos" from 0: |c| each(0, c, |n| ones(n) % 2 + 1);
    20985 "Rudin-Shapiro sequence" from 0: |c| each(0, c, |n| 1 - 2 * (ones(n & n >> 1) % 2));
    14577 "paperfolding sequence" from 0: |c| each(1, c, |n| 1 - (n >> (n.trailing_zeros() + 1)) % 2);
    3849 "Fibonacci word" from 0: |c| each(1, c, |n| {
        let lower = |n: i64| (n + (5 * n * n).isqrt()) / 2;
        2 - (lower(n + 1) - lower(n))
    });
    2487 "Stern's diatomic sequence" from 0: |c| stern(c);
    3714 "numbers without adjacent ones in binary" from 0: |c| members(0, c, |n| n & n >> 1 == 0);
    695 "Moser-de Bruijn sequence" from 0: |c| each(0, c, |n| reread(n, 2, 4));
    5836 "numbers without twos in ternary" from 1: |c| each(0, c, |n| reread(n, 2, 3));
    7088 "binary numbers" from 0: |c| each(0, c, |n| reread(n, 2, 10));
    30101 "binary digits reversed" from 0: |c| each(0, c, |n| if n == 0 { 0 } else { n.reverse_bits() >> n.leading_zeros() });
    5187 "exponents of 2 in (2n)!" from 0: |c| each(0, c, |n| 2 * n - ones(n));
    11371 "exponents of 2 in n!" from 0: |c| each(0, c, |n| n - ones(n));
    523 "binary logarithms" from 1: |c| each(1, c, |n| n.ilog2());
    196 "square roots" from 0: |c| each(0, c, |n| n.isqrt());
    2024 "n times n" from 1: |c| each(0, c, |n| triangular_root(n) + 1);
    2262 "places in the rows of a triangle" from 0: |c| each(0, c, |n| n - triangular_root(n) * (triangular_root(n) + 1) / 2);
    6257 "Josephus problem" from 1: |c| of(1, c, |n| sequences::josephus(n, 2).map(|last| last + 1));
    7953 "digit sums" from 0: |c| of(0, c, |n| integer::digit_sum(n, 10));
    4086 "reversed numbers" from 0: |c| each(0, c, reversed);
    2113 "palindromes" from 1: |c| members(0, c, |n| i64::try_from(n).is_ok_and(|n| reversed(n) == n));
    1462 "Golomb's sequence" from 1: |c| golomb(c);
    5185 "Hofstadter's Q-sequence" from 1: |c| nested(&[1, 1], c, |a, n| {
        let at = |k: i64| nth(a, k - 1);
        let n = i64::try_from(n).ok()? + 1;
        Some(at(n - at(n - 1)?)? + at(n - at(n - 2)?)?)
    });
    4001 "Hofstadter-Conway sequence" from 1: |c| nested(&[1, 1], c, |a, n| {
        let at = |k: i64| nth(a, k - 1);
        let n = i64::try_from(n).ok()? + 1;
        let last = at(n - 1)?;
        Some(at(last)? + at(n - last)?)
    });
    5206 "Hofstadter's G-sequence" from 0: |c| nested(&[0], c, |a, n| {
        let n = i64::try_from(n).ok()?;
        Some(n - nth(a, nth(a, n - 1)?)?)
    });
    5374 "Hofstadter's H-sequence" from 0: |c| nested(&[0], c, |a, n| {
        let n = i64::try_from(n).ok()?;
        Some(n - nth(a, nth(a, nth(a, n - 1)?)?)?)
    });
    2 "Kolakoski sequence" from 1: |c| kolakoski(c);
    6577 "Collatz steps" from 1: |c| of(1, c, collatz);
    5150 "look and say sequence" from 1: |c| look_and_say(c);
    959 "lucky numbers" from 1: |c| lucky(c);
    2858 "Ulam numbers" from 1: |c| ulam(c);
    5228 "Hofstadter's figure-figure sequence" from 1: |c| figures(c, false);
    30124 "complement of Hofstadter's figure-figure sequence" from 1: |c| figures(c, true);
    5132 "Recaman's sequence" from 0: |c| {
        let mut seen = BTreeSet::from([0]);
        let mut at = 0i64;
        let next = |n: i64| {
            at = if n > 0 && at > n && !seen.contains(&(at - n)) { at - n } else { at + n };
            seen.insert(at);
            big(at)
        };
        (0..).take(c).map(next).collect()
    };
    796 "digits of pi" from 1: |c| digits_of(c, |one| (arctan(one, 5) * 4 - arctan(one, 239)) * 4);
    1113 "digits of e" from 1: |c| digits_of(c, exp_one);
    1622 "digits of the golden ratio" from 1: |c| digits_of(c, |one| (one + BigInt::sqrt(&(one * one * 5))) / 2);
    2193 "digits of sqrt 2" from 1: |c| digits_of(c, |one| BigInt::sqrt(&(one * one * 2)));
    7318 "Pascal's triangle by rows" from 0: |c| triangle(c, |_, k, before| before(k) + before(k - 1));
    8277 "Stirling numbers of the second kind by rows" from 1: |c| triangle(c, |_, k, before| before(k) * (k + 1) + before(k - 1));
    130534 "Stirling numbers of the first kind, unsigned, by rows" from 1: |c| triangle(c, |n, k, before| before(k) * n + before(k - 1));
    8292 "Eulerian numbers by rows" from 1: |c| triangle(c, |n, k, before| before(k) * (k + 1) + before(k - 1) * (n + 1 - k));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Terms as the OEIS has them, of rows that are easily got wrong.
    #[test]
    fn terms_of_named_sequences() {
        let rows: [(u32, &[i64]); 32] = [
            (40, &[2, 3, 5, 7, 11, 13]),
            (931, &[1, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 9, 12]),
            (1318, &[0, 1, 2, 5, 7, 12, 15, 22, 26, 35, 40, 51, 57]),
            (55, &[1, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551]),
            (81, &[0, 1, 1, 2, 4, 9, 20, 48, 115, 286, 719]),
            (88, &[1, 1, 2, 4, 11, 34, 156, 1044, 12346, 274_668]),
            (111, &[1, 1, 1, 2, 5, 16, 61, 272, 1385, 7936]),
            (110, &[1, 1, 2, 5, 15, 52, 203, 877, 4140]),
            (670, &[1, 1, 3, 13, 75, 541, 4683, 47293]),
            (166, &[1, 0, 1, 2, 9, 44, 265, 1854, 14833]),
            (5130, &[1, 1, 2, 7, 42, 429, 7436, 218_348]),
            (793, &[1, 1, 2, 3, 4, 6, 6, 12, 15, 20, 30, 30, 60, 60, 84, 105, 140]),
            (1462, &[1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6]),
            (5185, &[1, 1, 2, 3, 3, 4, 5, 5, 6, 6, 6, 8, 8, 8, 10, 9]),
            (4001, &[1, 1, 2, 2, 3, 4, 4, 4, 5, 6, 7, 7, 8, 8, 8, 8, 9]),
            (2, &[1, 2, 2, 1, 1, 2, 1, 2, 2, 1, 2, 2, 1, 1, 2]),
            (959, &[1, 3, 7, 9, 13, 15, 21, 25, 31, 33, 37, 43, 49, 51, 63, 67]),
            (2858, &[1, 2, 3, 4, 6, 8, 11, 13, 16, 18, 26, 28, 36, 38, 47]),
            (5228, &[1, 3, 7, 12, 18, 26, 35, 45, 56, 69, 83]),
            (5132, &[0, 1, 3, 6, 2, 7, 13, 20, 12, 21, 11, 22, 10, 23]),
            (796, &[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3]),
            (1113, &[2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5, 2, 3, 5]),
            (8292, &[1, 1, 1, 1, 4, 1, 1, 11, 11, 1, 1, 26, 66, 26, 1]),
            (8277, &[1, 1, 1, 1, 3, 1, 1, 7, 6, 1, 1, 15, 25, 10, 1]),
            (130_534, &[1, 1, 1, 2, 3, 1, 6, 11, 6, 1, 24, 50, 35, 10, 1]),
            (3849, &[0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0]),
            (14577, &[1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1]),
            (2426, &[1, 1, 3, 7, 19, 51, 141, 393]),
            (1850, &[1, 3, 13, 63, 321, 1683]),
            (5150, &[1, 11, 21, 1211, 111_221, 312_211]),
            (254, &[0, 1, 3, 11, 50, 274, 1764]),
            (607, &[1, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9]),
        ];
        for (number, terms) in rows {
            let named = named(number.into()).expect("a row of the table");
            let expected: Vec<BigInt> = terms.iter().map(|&k| big(k)).collect();
            assert_eq!(named.terms(terms.len()), expected, "{}", named.label());
        }
    }

    #[test]
    fn rows_differ_and_go_on() {
        let all: Vec<Vec<BigInt>> = NAMED.iter().map(|row| row.terms(30)).collect();
        for (i, (row, many)) in NAMED.iter().zip(&all).enumerate() {
            let few = row.terms(12);
            assert!(few.len() == 12 && many.starts_with(&few), "{}", row.label());
            assert!(NAMED[..i].iter().all(|other| other.number != row.number), "{}", row.label());
            assert!(!all[..i].contains(many), "{}", row.label());
        }
        assert_eq!(term(45, 100), Some(354_224_848_179_261_915_075));
        assert_eq!(term(45, 1000), None, "beyond 128 bits");
        assert_eq!([term(45, -1), term(1, 5), term(40, 0)], [None; 3]);
        assert_eq!(term(40, 1), Some(2));
    }
}
