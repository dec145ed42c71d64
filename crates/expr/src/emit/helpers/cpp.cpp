//@ narrowed
// n where it has 64 bits; a value beyond them is refused.
long long narrowed(__int128 n) {
    if (n != (long long)n) throw std::out_of_range("outside the law: beyond 64 bits");
    return (long long)n;
}
//@ plus
template <class T>
T plus(T a, T b) {
    if (__builtin_add_overflow(a, b, &a)) throw std::out_of_range("outside the law: beyond 128 bits");
    return a;
}
//@ times
template <class T>
T times(T a, T b) {
    if (__builtin_mul_overflow(a, b, &a)) throw std::out_of_range("outside the law: beyond 128 bits");
    return a;
}
//@ floor_div
long long floor_div(long long a, long long b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
//@ floor_mod
long long floor_mod(long long a, long long b) {
    long long r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
//@ power
long long power(long long a, long long b) {
    __int128 r = 1;
    while (b-- > 0) r = narrowed(r * a);
    return (long long)r;
}
//@ absolute
long long absolute(long long a) { return a < 0 ? -a : a; }
//@ gcd
long long gcd(long long a, long long b) {
    while (b != 0) {
        long long r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}
//@ isqrt
long long isqrt(long long n) {
    unsigned long long r = 0;
    for (unsigned long long bit = 1ULL << 31; bit != 0; bit >>= 1)
        if ((r + bit) * (r + bit) <= (unsigned long long)n) r += bit;
    return (long long)r;
}
//@ lowbit
long long lowbit(long long n) { return n & -n; }
//@ popcount
long long popcount(long long n) {
    long long r = 0;
    for (; n != 0; n &= n - 1) r++;
    return r;
}
//@ bitlen
long long bitlen(long long n) {
    long long r = 0;
    for (; n > 0; n >>= 1) r++;
    return r;
}
//@ v2
// Exponent of 2 in n, n != 0.
long long v2(long long n) {
    long long r = 0;
    for (; n != 0 && n % 2 == 0; n /= 2) r++;
    return r;
}
//@ fib
// F(0) = 0, F(1) = 1, up to F(92): the next has more than 63 bits.
long long fib(long long k) {
    if (k > 92) throw std::out_of_range("outside the law: beyond 64 bits");
    unsigned long long a = 0, b = 1;
    while (k-- > 0) {
        unsigned long long c = a + b;
        a = b;
        b = c;
    }
    return (long long)a;
}
//@ nim_multiply
unsigned long long nim_multiply(unsigned long long a, unsigned long long b, int bits) {
    if (a < 2 || b < 2) return a * b;
    int half = bits / 2;
    unsigned long long mask = (1ULL << half) - 1;
    unsigned long long high = nim_multiply(a >> half, b >> half, half);
    unsigned long long low = nim_multiply(a & mask, b & mask, half);
    unsigned long long both = nim_multiply((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), half);
    return ((both ^ low) << half) ^ low ^ nim_multiply(high, 1ULL << (half - 1), half);
}
//@ nimprod
// Nim-product (Conway) of a, b >= 0.
long long nimprod(long long a, long long b) { return (long long)nim_multiply(a, b, 64); }
//@ entry
long long entry(std::initializer_list<long long> list, long long i) { return list.begin()[i]; }
//@ one_of
bool one_of(long long n, std::initializer_list<long long> set) {
    for (long long k : set)
        if (k == n) return true;
    return false;
}
//@ between
bool between(long long lo, long long n, long long hi) { return lo <= n && n <= hi; }
//@ is_square
bool is_square(long long n) { return n > 0 && isqrt(n) * isqrt(n) == n; }
//@ icbrt
// Greatest k with k^3 <= n, n >= 0.
long long icbrt(long long n) {
    long long k = 0;
    for (long long bit = 1LL << 20; bit != 0; bit >>= 1)
        if ((k + bit) * (k + bit) * (k + bit) <= n) k += bit;
    return k;
}
//@ is_cube
bool is_cube(long long n) {
    long long k = n > 0 ? icbrt(n) : 0;
    return n > 0 && k * k * k == n;
}
//@ is_power
bool is_power(long long b, long long n) {
    if (b < 2) return n == 1;
    while (n > 1 && n % b == 0) n /= b;
    return n == 1;
}
//@ is_factorial
bool is_factorial(long long n) {
    for (long long k = 2; n > 1 && n % k == 0; k++) n /= k;
    return n == 1;
}
//@ is_fibonacci
bool is_fibonacci(long long n) {
    unsigned long long a = 1, b = 2;
    while (n > 0 && a < (unsigned long long)n) {
        unsigned long long c = a + b;
        a = b;
        b = c;
    }
    return n > 0 && a == (unsigned long long)n;
}
//@ floor_root
// floor((a + b * sqrt(d)) / c), exactly, while b * b * d < 2^126.
long long floor_root(__int128 a, __int128 b, __int128 d, __int128 c) {
    if (c < 0) a = -a, b = -b, c = -c;
    unsigned __int128 square = (unsigned __int128)(b * b * d), r = 0;
    for (int shift = 63; shift >= 0; shift--) {
        unsigned __int128 next = r + ((unsigned __int128)1 << shift);
        if (next * next <= square) r = next;
    }
    __int128 root = (__int128)r;
    if (b < 0) root = r * r == square ? -root : -root - 1;
    __int128 n = a + root;
    return (long long)(n / c - (n % c != 0 && n < 0));
}
//@ terms_of
// The terms known so far of the sequence with these first ones and this rule.
template <class T>
std::vector<T>& terms_of(const std::vector<long long>& first, const std::vector<long long>& rule,
                         long long m = 0) {
    static std::map<std::vector<long long>, std::map<std::vector<long long>, std::vector<T>>> all;
    std::vector<long long> last = rule;
    last.push_back(m);
    std::vector<T>& terms = all[first][last];
    if (terms.empty()) terms.assign(first.begin(), first.end());
    return terms;
}
//@ recurrence
// Term k (from 0) of the linear recurrence with these weights, nearest term first.
long long recurrence(long long k, const std::vector<long long>& weights,
                     const std::vector<long long>& first) {
    std::vector<__int128>& t = terms_of<__int128>(first, weights);
    for (size_t n = t.size(); n <= (size_t)k; n++) {
        __int128 next = 0;
        for (size_t i = 0; i < weights.size(); i++) next = plus(next, times<__int128>(weights[i], t[n - 1 - i]));
        t.push_back(next);
    }
    return narrowed(t[k]);
}
//@ inverse
// The inverse of a modulo m.
template <class T>
T inverse(T a, T m) {
    T r = m, s = a, t = 0, u = 1;
    while (s != 0) {
        T q = r / s, rest = r - q * s, v = t - q * u;
        r = s, s = rest, t = u, u = v;
    }
    if (r != 1) throw std::out_of_range("outside the law: no inverse");
    return t < 0 ? t + m : t;
}
//@ reduced
template <class T>
T reduced(T a, long long m) { return m == 0 ? a : (a % m + m) % m; }
//@ holonomic_term
template <class T>
long long holonomic_term(long long k, long long m, long long order,
                         const std::vector<long long>& weights,
                         const std::vector<long long>& first) {
    size_t count = weights.size() / (order + 1);
    std::vector<T> w;
    for (long long weight : weights) w.push_back(reduced<T>(weight, m));
    std::vector<T>& a = terms_of<T>(first, weights, m);
    while (a.size() <= (size_t)k) {
        T n = reduced<T>(a.size(), m), total = 0, lead = 0;
        for (size_t i = 0; i <= (size_t)order; i++) {
            T p = 0;
            for (size_t e = count; e-- > 0;) {
                p = plus(times(p, n), w[i * count + e]);
                if (m != 0) p %= m;
            }
            if (i == 0) lead = p;
            else total = plus(total, times(p, a[a.size() - i]));
            if (m != 0) total %= m;
        }
        if (m != 0 && lead != 1) total = total * inverse<T>(lead, m) % m;
        a.push_back(m == 0 ? total / lead : reduced<T>(total, m));
    }
    return narrowed(a[k]);
}
//@ holonomic
// Term k (from 0) of p0(k) a(k) = p1(k) a(k - 1) + ..., modulo m if m > 0; weights: the coefficients
// of p0, ..., p(order), the constant ones first.
long long holonomic(long long k, long long m, long long order, const std::vector<long long>& weights,
                    const std::vector<long long>& first) {
    return m > 0 && m < 1LL << 31 ? holonomic_term<long long>(k, m, order, weights, first)
                                  : holonomic_term<__int128>(k, m, order, weights, first);
}
//@ lattice
// The sum over neighbours (x - di, y - dj) times a + b x + c y, for steps [di, dj, a, b, c, ...]
// (added itself for di = dj = 0), modulo m if m > 0; f(0, 0) = first[0], 0 outside x, y >= 0 and for
// y > x + first[1]. A cell that would not have 64 bits is LLONG_MIN, as are those that it adds to.
long long lattice(long long i, long long j, long long m, const std::vector<long long>& steps,
                  const std::vector<long long>& first) {
    static std::map<std::vector<long long>, std::map<std::vector<long long>, std::vector<std::vector<long long>>>> all;
    std::vector<long long> last = first;
    last.push_back(m);
    std::vector<std::vector<long long>>& f = all[steps][last];
    bool is_known = (size_t)i < f.size() && (size_t)j < f.back().size();
    if (is_known && f[i][j] != LLONG_MIN) return f[i][j];
    if (is_known) throw std::out_of_range("outside the law: beyond 64 bits");
    long long forward = 0, width = 1, height = f.empty() ? 1 : (long long)f.back().size();
    while (width <= i || (size_t)width < f.size()) width *= 2;
    while (height <= j) height *= 2;
    for (size_t s = 1; s < steps.size(); s += 5) forward = std::max(forward, -steps[s]);
    f.clear();
    for (long long x = 0; x < width; x++) {
        f.emplace_back();
        for (long long y = 0; y < height + (width - 1 - x) * forward; y++) {
            __int128 total = x == 0 && y == 0 ? first[0] : 0;
            bool inside = (x != 0 || y != 0) && (first.size() < 2 || y <= x + first[1]);
            bool fits = true;
            for (size_t s = 0; inside && fits && s < steps.size(); s += 5) {
                long long u = x - steps[s], v = y - steps[s + 1];
                __int128 weight = steps[s + 2] + (__int128)steps[s + 3] * x + (__int128)steps[s + 4] * y;
                if (u < 0 || v < 0 || weight == 0) continue;
                __int128 value = steps[s] == 0 && steps[s + 1] == 0 ? 1 : f[u][v];
                fits = value != LLONG_MIN && !__builtin_mul_overflow(weight, value, &weight) &&
                       !__builtin_add_overflow(total, weight, &total);
            }
            if (fits) total = reduced(total, m);
            f[x].push_back(fits && total == (long long)total ? (long long)total : LLONG_MIN);
        }
    }
    if (f[i][j] == LLONG_MIN) throw std::out_of_range("outside the law: beyond 64 bits");
    return f[i][j];
}
//@ carryless
// The product without carries of a, b >= 0.
long long carryless(long long a, long long b) {
    long long r = 0;
    for (; b > 0; b /= 2, a *= 2)
        if (b % 2) r ^= a;
    return r;
}
//@ gcdsteps
// Divisions in Euclid's algorithm from (a, b).
long long gcdsteps(long long a, long long b) {
    long long r = 0;
    for (; b > 0; r++) {
        long long rest = a % b;
        a = b;
        b = rest;
    }
    return r;
}
//@ josephus
// Who of 0, ..., n - 1 in a circle is left when every k-th goes out.
long long josephus(long long n, long long k) {
    long long r = 0;
    for (long long size = 1; size < n;) {
        // while r + k does not pass the size, as many sizes at once
        long long several = k == 1 ? n - size : (size - r) / (k - 1);
        several = several < 1 ? 1 : several > n - size ? n - size : several;
        size += several;
        r = (r + k * several) % size;
    }
    return r;
}
//@ fraenkel
// The n-th of the least numbers that no pair (a_i, s a_i + t i) before has: the place of the n-th a of
// the word that stays the same when each a becomes a^(s+t-1) b and each b becomes a^s.
long long fraenkel(long long n, long long s, long long t) {
    if (n < 0 || s < 1 || t < 1) throw std::out_of_range("outside the law: no such pair");
    __int128 most = (__int128)s + t - 1, left = n, r = n > 0;
    struct image { __int128 length, count; };
    std::vector<image> as{{1, 1}};
    for (image b{1, 0}; as.back().count < n;) {
        image a = as.back();
        as.push_back({plus(times(most, a.length), b.length), plus(times(most, a.count), b.count)});
        b = {times<__int128>(s, a.length), times<__int128>(s, a.count)};
    }
    bool is_a = true;
    for (size_t i = as.size() - 1; i-- > 0 && n > 0;) {
        __int128 copies = is_a ? most : s, skipped = (left - 1) / as[i].count;
        if (skipped > copies) skipped = copies;
        r += skipped * as[i].length, left -= skipped * as[i].count;
        is_a = !(is_a && skipped == most);
    }
    return narrowed(r);
}
//@ primes_to
// The primes up to n and some more, ascending.
const std::vector<int>& primes_to(long long n) {
    static std::vector<int> primes;
    static long long end = 0;
    if (n < end) return primes;
    for (end = n < 1 << 16 ? 1 << 16 : 1 << 24; end <= n;) end *= 2;
    std::vector<bool> is_out(end);
    primes.clear();
    for (long long p = 2; p < end; p++) {
        if (is_out[p]) continue;
        primes.push_back((int)p);
        for (long long k = p * p; k < end; k += p) is_out[k] = true;
    }
    return primes;
}
//@ leastprime
// The least prime that divides n >= 1, 1 for 1: from a table below 2^25.
long long leastprime(long long n) {
    static std::vector<unsigned short> least;
    if (n < 2) return 1;
    if (n < 1 << 25) {
        if (least.size() <= (size_t)n) {
            least.assign(n < 1 << 16 ? 1 << 16 : n < 1 << 24 ? 1 << 24 : 1 << 25, 0);
            for (int p : primes_to(0))
                for (size_t k = (size_t)p * p; k < least.size(); k += p)
                    if (least[k] == 0) least[k] = (unsigned short)p;
        }
        return least[n] == 0 ? n : least[n];
    }
    for (long long p : primes_to(0)) {
        if (n % p == 0) return p;
        if (p > n / p) return n;
    }
    for (long long k = 65537; k <= n / k; k += 2)
        if (n % k == 0) return k;
    return n;
}
//@ is_prime
bool is_prime(long long n) { return n > 1 && leastprime(n) == n; }
//@ factors
// The primes whose product is n >= 1, ascending.
std::vector<long long> factors(long long n) {
    std::vector<long long> r;
    for (; n > 1; n /= r.back()) r.push_back(leastprime(n));
    return r;
}
//@ over_primes
// Multiplies over the prime powers of n: 0 number of divisors, 1 their sum, 2 totient, 3 radical,
// 4 Moebius.
long long over_primes(long long n, int of) {
    long long r = 1;
    while (n > 1) {
        long long p = leastprime(n), sum = 1, times = 0, phi = p - 1;
        for (; n % p == 0; n /= p) sum = sum * p + 1, times++;
        for (long long e = 1; e < times; e++) phi *= p;
        r *= of == 0 ? times + 1 : of == 1 ? sum : of == 2 ? phi : of == 3 ? p : times == 1 ? -1 : 0;
    }
    return r;
}
//@ numdivisors
long long numdivisors(long long n) { return over_primes(n, 0); }
//@ divisorsum
long long divisorsum(long long n) { return over_primes(n, 1); }
//@ totient
long long totient(long long n) { return over_primes(n, 2); }
//@ radical
long long radical(long long n) { return over_primes(n, 3); }
//@ moebius
long long moebius(long long n) { return over_primes(n, 4); }
//@ omega
long long omega(long long n) {
    std::vector<long long> f = factors(n);
    return std::unique(f.begin(), f.end()) - f.begin();
}
//@ bigomega
long long bigomega(long long n) { return (long long)factors(n).size(); }
//@ greatestprime
long long greatestprime(long long n) { return n == 1 ? 1 : factors(n).back(); }
//@ primecount
long long primecount(long long n) {
    const std::vector<int>& primes = primes_to(n);
    return std::upper_bound(primes.begin(), primes.end(), n) - primes.begin();
}
//@ prime
// The k-th prime, 2 for k = 1.
long long prime(long long k) { return primes_to(k * bitlen(k))[k - 1]; }
//@ digits_of
// Digits of n in base b, last first, and at the end what they are appended to: 0, or with
// first = 1 the leading digit.
std::vector<int> digits_of(long long n, long long b, long long first) {
    std::vector<int> digits;
    for (; first == 0 ? n > 0 : n >= b; n /= b) digits.push_back((int)(n % b));
    digits.push_back((int)n);
    return digits;
}
//@ greedy_digits
// n written with the places u(i) = w[0] u(i - 1) + w[1] u(i - 2) + ..., u(0) = 1, in blocks
// w[0] ... w[j - 1] d with d < w[j]: their numbers, last first, and at the end the root.
std::vector<int> greedy_digits(long long n, const std::vector<long long>& w, long long first) {
    std::vector<__int128> u;
    for (__int128 next = 1; next <= n;) {
        u.push_back(next);
        next = 0;
        for (size_t j = 0; j < w.size() && j < u.size(); j++) next += w[j] * u[u.size() - 1 - j];
    }
    std::vector<int> blocks;
    size_t j = 0;
    int before = 0;
    for (size_t i = u.size(); i-- > 0;) {
        long long d = (long long)(n / u[i]) < w[j] ? (long long)(n / u[i]) : w[j];
        n -= (long long)(d * u[i]);
        before += (int)d;
        if (d == w[j] && j + 1 < w.size()) j++;
        else blocks.push_back(before), before = 0, j = 0;
    }
    std::reverse(blocks.begin(), blocks.end());
    if (first == 0) blocks.push_back(0);
    return blocks;
}
//@ linear_in_digits
// The first of the functions that the digits change by these matrices, from their values at the root.
long long linear_in_digits(const std::vector<int>& digits, long long first,
                           const std::vector<long long>& matrices,
                           const std::vector<long long>& roots, size_t rank) {
    size_t root = digits.back() - (digits.back() > 0 ? first : 0);
    std::vector<__int128> v(roots.begin() + root * rank, roots.begin() + (root + 1) * rank);
    for (size_t i = digits.size() - 1; i-- > 0;) {
        std::vector<__int128> next(rank, 0);
        for (size_t j = 0; j < rank; j++)
            for (size_t k = 0; k < rank; k++)
                next[j] = plus(next[j], times<__int128>(matrices[(digits[i] * rank + j) * rank + k], v[k]));
        v = next;
    }
    return narrowed(v[0]);
}
//@ automaton
// Reads the digits, the last one first: next[digit * states + state], then the output at the root.
long long automaton(const std::vector<int>& digits, long long first,
                    const std::vector<long long>& next, const std::vector<long long>& output,
                    size_t states) {
    size_t state = 0, root = digits.back() - (digits.back() > 0 ? first : 0);
    for (size_t i = 0; i + 1 < digits.size(); i++) state = next[digits[i] * states + state];
    return output[root * states + state];
}
//@ is_value_of
// Whether x is among f(least) < f(least + 1) < ...
bool is_value_of(long long (*f)(long long), long long least, long long x) {
    long long n = least, step = 1;
    while (f(n + step) < x) n += step, step *= 2;
    n += step;
    while (step > 0)
        if (n - step >= least && f(n - step) >= x) n -= step;
        else step /= 2;
    return f(n) == x;
}
//@ is_term_of
// Whether x is among f(least) < f(least + 1) < ..., which grow fast.
bool is_term_of(long long (*f)(long long), long long least, long long x) {
    while (f(least) < x) least++;
    return f(least) == x;
}
//@ valuation
// Exponent of the highest power of b that divides n, n != 0.
long long valuation(long long n, long long b) {
    long long r = 0;
    for (; n != 0 && n % b == 0; n /= b) r++;
    return r;
}
//@ digitsum
long long digitsum(long long n, long long b) {
    long long r = 0;
    for (; n > 0; n /= b) r += n % b;
    return r;
}
//@ numdigits
long long numdigits(long long n, long long b) {
    long long r = 0;
    for (; n > 0; n /= b) r++;
    return r;
}
//@ nth_number
// The k-th number (from 0) from the first on at which the condition holds; known: 0 and later how many
// there are in the first blocks of 8 numbers.
template <class F>
long long nth_number(std::vector<long long>& known, F holds, long long first, long long k) {
    while (known.back() <= k) {
        long long n = first + 8 * ((long long)known.size() - 1), count = known.back();
        for (int i = 0; i < 8; i++) count += holds(n + i);
        known.push_back(count);
    }
    size_t at = std::upper_bound(known.begin(), known.end(), k) - known.begin() - 1;
    long long n = first + 8 * (long long)at, before = known[at];
    for (;; n++)
        if (holds(n) && before++ == k) return n;
}
//@ sum_to
// The sum of the terms from the first to the last; known: 0 and later the sums of the first blocks of 8
// terms.
template <class F>
long long sum_to(std::vector<long long>& known, F term, long long first, long long last) {
    if (last < first) return 0;
    size_t at = (size_t)(last - first + 1) / 8;
    while (known.size() <= at) {
        long long n = first + 8 * ((long long)known.size() - 1), sum = known.back();
        for (int i = 0; i < 8; i++) sum += term(n + i);
        known.push_back(sum);
    }
    long long sum = known[at];
    for (long long n = first + 8 * (long long)at; n <= last; n++) sum += term(n);
    return sum;
}
//@ least_fibonacci_part
// The least of the Fibonacci numbers, no two of them neighbours, whose sum is n >= 1.
long long least_fibonacci_part(long long n) {
    unsigned long long a = 1, b = 2, rest = (unsigned long long)n;
    while (b <= rest) b += a, a = b - a;
    while (a != rest) {
        if (a < rest) rest -= a;
        unsigned long long next = b - a;
        b = a, a = next;
    }
    return (long long)rest;
}
//@ count_below
// How many terms from place lo to hi are less than the bound; they ascend, from 0 or more. known: 0 and
// later the first terms.
template <class F>
long long count_below(std::vector<long long>& known, F term, long long lo, long long hi, long long bound) {
    while (known.back() < bound && (long long)known.size() <= hi - lo + 1)
        known.push_back(term(lo + (long long)known.size() - 1));
    long long count = std::lower_bound(known.begin(), known.end(), bound) - known.begin() - 1;
    return std::max(0LL, std::min(count, hi - lo + 1));
}
