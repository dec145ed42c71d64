//@ narrowed
/// The number where there is one and it has 64 bits; a value beyond them is refused.
fn narrowed(n: Option<i128>) -> i64 {
    n.and_then(|n| i64::try_from(n).ok()).expect("outside the law: beyond 64 bits")
}
//@ plus_product
/// sum + a * b, where that has 128 bits.
fn plus_product(sum: Option<i128>, a: i128, b: i128) -> Option<i128> {
    sum?.checked_add(a.checked_mul(b)?)
}
//@ floor_div
fn floor_div(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}
//@ floor_mod
fn floor_mod(a: i64, b: i64) -> i64 {
    let r = a % b;
    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
}
//@ power
fn power(a: i64, b: i64) -> i64 {
    (0..b).fold(1, |r, _| narrowed(Some(i128::from(r) * i128::from(a))))
}
//@ gcd
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
//@ isqrt
fn isqrt(n: i64) -> i64 {
    (0..32).rev().fold(0, |r: i64, k| {
        let next = r + (1 << k);
        if i128::from(next) * i128::from(next) <= i128::from(n) { next } else { r }
    })
}
//@ lowbit
fn lowbit(n: i64) -> i64 {
    n & n.wrapping_neg()
}
//@ popcount
fn popcount(n: i64) -> i64 {
    i64::from(n.count_ones())
}
//@ bitlen
fn bitlen(n: i64) -> i64 {
    64 - i64::from(n.leading_zeros())
}
//@ v2
/// Exponent of 2 in n, n != 0.
fn v2(n: i64) -> i64 {
    i64::from(n.trailing_zeros())
}
//@ fib
/// F(0) = 0, F(1) = 1, up to F(92): the next has more than 63 bits.
fn fib(k: i64) -> i64 {
    assert!(k <= 92, "outside the law: beyond 64 bits");
    (0..k).fold((0i128, 1i128), |(a, b), _| (b, a + b)).0 as i64
}
//@ nim_multiply
fn nim_multiply(a: u64, b: u64, bits: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let mask = (1 << half) - 1;
    let high = nim_multiply(a >> half, b >> half, half);
    let low = nim_multiply(a & mask, b & mask, half);
    let both = nim_multiply((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), half);
    ((both ^ low) << half) ^ low ^ nim_multiply(high, 1 << (half - 1), half)
}
//@ nimprod
/// Nim-product (Conway) of a, b >= 0.
fn nimprod(a: i64, b: i64) -> i64 {
    nim_multiply(a as u64, b as u64, 64) as i64
}
//@ is_square
fn is_square(n: i64) -> bool {
    n > 0 && isqrt(n) * isqrt(n) == n
}
//@ icbrt
/// Greatest k with k^3 <= n, n >= 0.
fn icbrt(n: i64) -> i64 {
    (0..21).rev().fold(0, |k: i64, place| {
        let next = k + (1 << place);
        if next * next * next <= n { next } else { k }
    })
}
//@ is_cube
fn is_cube(n: i64) -> bool {
    n > 0 && icbrt(n).pow(3) == n
}
//@ is_power
fn is_power(b: i64, mut n: i64) -> bool {
    while b > 1 && n > 1 && n % b == 0 {
        n /= b;
    }
    n == 1
}
//@ is_factorial
fn is_factorial(mut n: i64) -> bool {
    let mut k = 2;
    while n > 1 && n % k == 0 {
        n /= k;
        k += 1;
    }
    n == 1
}
//@ is_fibonacci
fn is_fibonacci(n: i64) -> bool {
    let (mut a, mut b) = (1i128, 2);
    while a < i128::from(n) {
        (a, b) = (b, a + b);
    }
    a == i128::from(n)
}
//@ floor_root
/// floor((a + b * sqrt(d)) / c), exactly, while b * b * d < 2^126.
fn floor_root(a: i64, b: i64, d: i64, c: i64) -> i64 {
    let [mut a, mut b, d, mut c] = [a, b, d, c].map(i128::from);
    if c < 0 {
        (a, b, c) = (-a, -b, -c);
    }
    let square = b * b * d;
    let mut root = (0..64).rev().fold(0i128, |r, k| {
        let next = r + (1 << k);
        if next.checked_mul(next).is_some_and(|s| s <= square) { next } else { r }
    });
    if b < 0 {
        root = -root - i128::from(root * root != square);
    }
    (a + root).div_euclid(c) as i64
}
//@ Terms
/// Terms of sequences, by the lists that give them.
struct Terms<T>(std::sync::Mutex<std::collections::BTreeMap<Vec<i64>, Vec<T>>>);
impl<T> Terms<T> {
    const fn new() -> Self {
        Terms(std::sync::Mutex::new(std::collections::BTreeMap::new()))
    }
    fn with<R>(&self, lists: &[&[i64]], f: impl FnOnce(&mut Vec<T>) -> R) -> R {
        let mut key = lists.concat();
        key.extend(lists.iter().map(|list| list.len() as i64));
        // a term that was refused leaves those before it as they were
        let mut all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        f(all.entry(key).or_default())
    }
}
//@ recurrence
/// Term k (from 0) of the linear recurrence with these weights, nearest term first.
fn recurrence(k: i64, weights: &[i64], first: &[i64]) -> i64 {
    static KNOWN: Terms<i128> = Terms::new();
    KNOWN.with(&[weights, first], |t| {
        if t.is_empty() {
            t.extend(first.iter().map(|&x| i128::from(x)));
        }
        while t.len() <= k as usize {
            let last = weights.iter().zip(t.iter().rev());
            let next = last.fold(Some(0), |sum, (&w, &x)| plus_product(sum, w.into(), x));
            t.push(next.expect("outside the law: beyond 128 bits"));
        }
        narrowed(Some(t[k as usize]))
    })
}
//@ inverse
/// The inverse of a modulo m.
fn inverse(a: i64, m: i64) -> i64 {
    let (mut r, mut s, mut t, mut u) = (m, a, 0, 1);
    while s != 0 {
        let q = r / s;
        (r, s, t, u) = (s, r - q * s, u, t - q * u);
    }
    assert!(r == 1, "outside the law: no inverse");
    t.rem_euclid(m)
}
//@ reduced
fn reduced(a: i128, m: i64) -> i128 {
    if m == 0 {
        a
    } else if let Ok(a) = i64::try_from(a) {
        a.rem_euclid(m).into()
    } else {
        a.rem_euclid(m.into())
    }
}
//@ holonomic
/// Term k (from 0) of p0(k) a(k) = p1(k) a(k - 1) + ..., modulo m if m > 0; weights: the coefficients
/// of p0, ..., p(order), the constant ones first.
fn holonomic(k: i64, m: i64, order: i64, weights: &[i64], first: &[i64]) -> i64 {
    static KNOWN: Terms<i128> = Terms::new();
    let count = weights.len() / (order + 1) as usize;
    KNOWN.with(&[weights, first, &[m]], |a| {
        if a.is_empty() {
            a.extend(first.iter().map(|&x| i128::from(x)));
        }
        while a.len() <= k as usize {
            let n = a.len() as i128;
            let next = |sum: i128, a, b| {
                let sum = plus_product(Some(sum), a, b).expect("outside the law: beyond 128 bits");
                reduced(sum, m)
            };
            let value = |w: &[i64]| w.iter().rev().fold(0, |p, &w| next(w.into(), p, n));
            let mut total = 0;
            for (p, &a) in weights.chunks(count).skip(1).zip(a.iter().rev()) {
                total = next(total, value(p), a);
            }
            let lead = value(&weights[..count]);
            a.push(match (m, lead) {
                (0, _) => total / lead,
                (_, 1) => total,
                _ => reduced(total * i128::from(inverse(lead as i64, m)), m),
            });
        }
        narrowed(Some(a[k as usize]))
    })
}
//@ lattice
/// The sum over neighbours (x - di, y - dj) times a + b x + c y, for steps [di, dj, a, b, c, ...]
/// (added itself for di = dj = 0), modulo m if m > 0; f(0, 0) = first[0], 0 outside x, y >= 0 and
/// for y > x + first[1]. A cell that would not have 64 bits is i64::MIN, as are those that it adds to.
fn lattice(i: i64, j: i64, m: i64, steps: &[i64], first: &[i64]) -> i64 {
    static KNOWN: Terms<Vec<i64>> = Terms::new();
    let value = KNOWN.with(&[steps, first, &[m]], |f| {
        let (known, long) = (f.len() as i64, f.last().map_or(1, Vec::len) as i64);
        if i < known && j < long {
            return f[i as usize][j as usize];
        }
        let power = |n: i64| (n as u64).next_power_of_two() as i64;
        let (width, height) = (power(known.max(i + 1)), power(long.max(j + 1)));
        let forward = steps.chunks(5).map(|s| -s[1]).fold(0, i64::max);
        f.clear();
        for x in 0..width {
            f.push(Vec::new());
            for y in 0..height + (width - 1 - x) * forward {
                let mut total = Some(if x == 0 && y == 0 { i128::from(first[0]) } else { 0 });
                if (x, y) != (0, 0) && (first.len() < 2 || y <= x + first[1]) {
                    for s in steps.chunks(5) {
                        let (u, v) = (x - s[0], y - s[1]);
                        let [a, b, c] = [s[2], s[3], s[4]].map(i128::from);
                        let weight = a + b * i128::from(x) + c * i128::from(y);
                        if u < 0 || v < 0 || weight == 0 {
                            continue;
                        }
                        let is_own = s[0] == 0 && s[1] == 0;
                        let value = if is_own { 1 } else { f[u as usize][v as usize] };
                        total = plus_product(total.filter(|_| value != i64::MIN), weight, value.into());
                    }
                }
                let cell = total.and_then(|total| i64::try_from(reduced(total, m)).ok());
                f[x as usize].push(cell.unwrap_or(i64::MIN));
            }
        }
        f[i as usize][j as usize]
    });
    assert!(value != i64::MIN, "outside the law: beyond 64 bits");
    value
}
//@ carryless
/// The product without carries of a, b >= 0.
fn carryless(a: i64, b: i64) -> i64 {
    (0..63).filter(|k| b >> k & 1 == 1).fold(0, |sum, k| sum ^ a << k)
}
//@ gcdsteps
/// Divisions in Euclid's algorithm from (a, b).
fn gcdsteps(mut a: i64, mut b: i64) -> i64 {
    let mut r = 0;
    while b > 0 {
        (a, b, r) = (b, a % b, r + 1);
    }
    r
}
//@ josephus
/// Who of 0, ..., n - 1 in a circle is left when every k-th goes out.
fn josephus(n: i64, k: i64) -> i64 {
    let (mut r, mut size) = (0, 1);
    while size < n {
        // while r + k does not pass the size, as many sizes at once
        let several = if k == 1 { n - size } else { ((size - r) / (k - 1)).clamp(1, n - size) };
        size += several;
        r = (r + k * several) % size;
    }
    r
}
//@ fraenkel
/// The n-th of the least numbers that no pair (a_i, s a_i + t i) before has: the place of the n-th a of
/// the word that stays the same when each a becomes a^(s+t-1) b and each b becomes a^s.
fn fraenkel(n: i64, s: i64, t: i64) -> i64 {
    assert!(n >= 0 && s > 0 && t > 0, "outside the law: no such pair");
    let (s, most) = (i128::from(s), i128::from(s) + i128::from(t) - 1);
    let scaled = |k, [length, count]: [i128; 2], [more, others]: [i128; 2]| {
        let long = plus_product(Some(more), k, length).zip(plus_product(Some(others), k, count));
        long.map(|(length, count)| [length, count]).expect("outside the law: beyond 128 bits")
    };
    let (mut images, mut b) = (vec![[1, 1]], [1, 0]);
    while images[images.len() - 1][1] < i128::from(n) {
        let a = images[images.len() - 1];
        images.push(scaled(most, a, b));
        b = scaled(s, a, [0, 0]);
    }
    let (mut place, mut left, mut is_a) = (i128::from(n.min(1)), i128::from(n), true);
    for [length, count] in images.into_iter().rev().skip(1) {
        let skipped = ((left - 1) / count).min(if is_a { most } else { s });
        (place, left) = (place + skipped * length, left - skipped * count);
        is_a = !(is_a && skipped == most);
    }
    narrowed(Some(place))
}
//@ primes_to
/// The primes up to n and some more, ascending.
fn primes_to(n: i64) -> &'static [i32] {
    type Primes = std::sync::OnceLock<Vec<i32>>;
    const NONE: Primes = Primes::new();
    static ALL: [Primes; 64] = [NONE; 64];
    let bits = if n < 1 << 16 { 16 } else { (64 - n.leading_zeros() as usize).max(24) };
    ALL[bits].get_or_init(|| {
        let (mut primes, mut is_out) = (Vec::new(), vec![false; 1 << bits]);
        for p in 2..1 << bits {
            if !is_out[p] {
                primes.push(p as i32);
                for k in (p * p..1 << bits).step_by(p) {
                    is_out[k] = true;
                }
            }
        }
        primes
    })
}
//@ leastprime
/// The least prime that divides n >= 1, 1 for 1: from a table below 2^25.
fn leastprime(n: i64) -> i64 {
    type Least = std::sync::OnceLock<Vec<u16>>;
    static TABLES: [Least; 3] = [Least::new(), Least::new(), Least::new()];
    if n < 2 {
        return 1;
    }
    if n < 1 << 25 {
        let size = [16, 24, 25].iter().position(|bits| n < 1 << bits).unwrap_or(0);
        let table = TABLES[size].get_or_init(|| {
            let mut least = vec![0; 1 << [16, 24, 25][size]];
            for &p in primes_to(0) {
                let square = p as usize * p as usize;
                for k in (square..least.len()).step_by(p as usize) {
                    if least[k] == 0 {
                        least[k] = p as u16;
                    }
                }
            }
            least
        });
        return if table[n as usize] == 0 { n } else { table[n as usize].into() };
    }
    let all = primes_to(0).iter().map(|&p| i64::from(p)).chain((65537..).step_by(2));
    all.take_while(|p| *p <= n / p).find(|p| n % p == 0).unwrap_or(n)
}
//@ is_prime
fn is_prime(n: i64) -> bool {
    n > 1 && leastprime(n) == n
}
//@ factors
/// The primes whose product is n >= 1, ascending, each with how often it occurs.
fn factors(mut n: i64) -> Vec<(i64, u32)> {
    let mut r: Vec<(i64, u32)> = Vec::new();
    while n > 1 {
        let p = leastprime(n);
        n /= p;
        match r.last_mut() {
            Some((last, times)) if *last == p => *times += 1,
            _ => r.push((p, 1)),
        }
    }
    r
}
//@ numdivisors
fn numdivisors(n: i64) -> i64 {
    factors(n).iter().map(|f| i64::from(f.1) + 1).product()
}
//@ divisorsum
fn divisorsum(n: i64) -> i64 {
    factors(n).iter().map(|f| (0..f.1).fold(1, |sum, _| sum * f.0 + 1)).product()
}
//@ totient
fn totient(n: i64) -> i64 {
    factors(n).iter().map(|f| f.0.pow(f.1 - 1) * (f.0 - 1)).product()
}
//@ radical
fn radical(n: i64) -> i64 {
    factors(n).iter().map(|f| f.0).product()
}
//@ moebius
fn moebius(n: i64) -> i64 {
    factors(n).iter().map(|f| if f.1 == 1 { -1 } else { 0 }).product()
}
//@ omega
fn omega(n: i64) -> i64 {
    factors(n).len() as i64
}
//@ bigomega
fn bigomega(n: i64) -> i64 {
    factors(n).iter().map(|f| i64::from(f.1)).sum()
}
//@ greatestprime
fn greatestprime(n: i64) -> i64 {
    factors(n).last().map_or(1, |f| f.0)
}
//@ primecount
fn primecount(n: i64) -> i64 {
    primes_to(n).partition_point(|&p| i64::from(p) <= n) as i64
}
//@ prime
/// The k-th prime, 2 for k = 1.
fn prime(k: i64) -> i64 {
    primes_to(k * bitlen(k))[k as usize - 1].into()
}
//@ digits_of
/// Digits of n in base b, last first, and at the end what they are appended to: 0, or with
/// first = 1 the leading digit.
fn digits_of(mut n: i64, b: i64, first: i64) -> Vec<usize> {
    let mut digits = Vec::new();
    while if first == 0 { n > 0 } else { n >= b } {
        digits.push((n % b) as usize);
        n /= b;
    }
    digits.push(n as usize);
    digits
}
//@ greedy_digits
/// n written with the places u(i) = w[0] u(i - 1) + w[1] u(i - 2) + ..., u(0) = 1, in blocks
/// w[0] ... w[j - 1] d with d < w[j]: their numbers, last first, and at the end the root.
fn greedy_digits(n: i64, w: &[i64], first: i64) -> Vec<usize> {
    let (mut u, mut place, mut rest) = (Vec::new(), 1i128, i128::from(n));
    while place <= rest {
        u.push(place);
        place = w.iter().zip(u.iter().rev()).map(|(&x, y)| i128::from(x) * y).sum();
    }
    let (mut blocks, mut j, mut before) = (Vec::new(), 0, 0);
    for place in u.into_iter().rev() {
        let d = (rest / place).min(w[j].into());
        rest -= d * place;
        before += d as usize;
        if d == w[j].into() && j + 1 < w.len() {
            j += 1;
        } else {
            blocks.push(before);
            (j, before) = (0, 0);
        }
    }
    blocks.reverse();
    blocks.extend((first == 0).then_some(0));
    blocks
}
//@ linear_in_digits
/// The first of the functions that the digits change by these matrices, from the root on.
fn linear_in_digits(digits: &[usize], first: i64, matrices: &[i64], roots: &[i64], rank: usize) -> i64 {
    let (root, rest) = digits.split_last().expect("a root");
    let mut v: Vec<i128> =
        roots[root.saturating_sub(first as usize) * rank..][..rank].iter().map(|&x| x.into()).collect();
    for d in rest.iter().rev() {
        let row = |j: usize| matrices[(d * rank + j) * rank..][..rank].iter();
        let next = |j| row(j).zip(&v).fold(Some(0), |sum, (&c, &x)| plus_product(sum, c.into(), x));
        let next: Option<Vec<i128>> = (0..rank).map(next).collect();
        v = next.expect("outside the law: beyond 128 bits");
    }
    narrowed(Some(v[0]))
}
//@ automaton
/// Reads the digits, the last one first: next[digit * states + state], then the output at the root.
fn automaton(digits: &[usize], first: i64, next: &[i64], output: &[i64], states: usize) -> i64 {
    let (root, rest) = digits.split_last().expect("a root");
    let state = rest.iter().fold(0, |state, d| next[d * states + state] as usize);
    output[root.saturating_sub(first as usize) * states + state]
}
//@ is_value_of
/// Whether x is among f(least) < f(least + 1) < ...
fn is_value_of(f: fn(i64) -> i64, least: i64, x: i64) -> bool {
    let (mut n, mut step) = (least, 1);
    while f(n + step) < x {
        n += step;
        step *= 2;
    }
    n += step;
    while step > 0 {
        if n - step >= least && f(n - step) >= x { n -= step } else { step /= 2 }
    }
    f(n) == x
}
//@ is_term_of
/// Whether x is among f(least) < f(least + 1) < ..., which grow fast.
fn is_term_of(f: fn(i64) -> i64, least: i64, x: i64) -> bool {
    (least..).map(f).find(|&value| value >= x) == Some(x)
}
//@ valuation
/// Exponent of the highest power of b that divides n, n != 0.
fn valuation(mut n: i64, b: i64) -> i64 {
    let mut r = 0;
    while n != 0 && n % b == 0 {
        n /= b;
        r += 1;
    }
    r
}
//@ digitsum
fn digitsum(mut n: i64, b: i64) -> i64 {
    let mut r = 0;
    while n > 0 {
        r += n % b;
        n /= b;
    }
    r
}
//@ numdigits
fn numdigits(mut n: i64, b: i64) -> i64 {
    let mut r = 0;
    while n > 0 {
        n /= b;
        r += 1;
    }
    r
}
//@ nth_number
/// The k-th number (from 0) from the first on at which the condition holds; known: how many there are
/// in the first blocks of 8 numbers.
fn nth_number(known: &std::sync::Mutex<Vec<i64>>, holds: impl Fn(i64) -> bool, first: i64, k: i64) -> i64 {
    let mut known = known.lock().unwrap();
    let block = |at: usize| (first + 8 * at as i64..).take(8).filter(|&n| holds(n));
    let mut count = known.last().map_or(0, |&count| count);
    while count <= k {
        count += block(known.len()).count() as i64;
        known.push(count);
    }
    let at = known.partition_point(|&count| count <= k);
    let before = if at == 0 { 0 } else { known[at - 1] };
    let found = block(at).nth((k - before) as usize);
    found.expect("a number of the block")
}
//@ sum_to
/// The sum of the terms from the first to the last; known: the sums of the first blocks of 8 terms.
fn sum_to(known: &std::sync::Mutex<Vec<i64>>, term: impl Fn(i64) -> i64, first: i64, last: i64) -> i64 {
    let mut known = known.lock().unwrap();
    let whole = (last - first + 1).max(0) / 8;
    for at in known.len() as i64..whole {
        let before = known.last().map_or(0, |&sum| sum);
        known.push(before + (first + 8 * at..first + 8 * at + 8).map(&term).sum::<i64>());
    }
    let before = if whole == 0 { 0 } else { known[whole as usize - 1] };
    before + (first + 8 * whole..=last).map(&term).sum::<i64>()
}
//@ least_fibonacci_part
/// The least of the Fibonacci numbers, no two of them neighbours, whose sum is n >= 1.
fn least_fibonacci_part(n: i64) -> i64 {
    let (mut a, mut b, mut rest) = (1i128, 2i128, i128::from(n));
    while b <= rest {
        (a, b) = (b, a + b);
    }
    while a != rest {
        if a < rest {
            rest -= a;
        }
        (a, b) = (b - a, a);
    }
    rest as i64
}
//@ count_below
/// How many terms from place lo to hi are less than the bound; they ascend. known: the first terms.
fn count_below(known: &std::sync::Mutex<Vec<i64>>, term: impl Fn(i64) -> i64, lo: i64, hi: i64, bound: i64) -> i64 {
    let mut known = known.lock().unwrap();
    let count = (hi - lo + 1).max(0);
    while known.last().map_or(true, |&last| last < bound) && (known.len() as i64) < count {
        let next = term(lo + known.len() as i64);
        known.push(next);
    }
    count.min(known.partition_point(|&term| term < bound) as i64)
}
