//! Sequences that have a name: the few dozen of every handbook, each with its number in the OEIS and the
//! way to compute its terms, exactly and without a bound.

mod terms;

use self::terms::*;
use crate::{divisors, integer, sequences};
use num_bigint::BigInt;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

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
