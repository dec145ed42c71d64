#@ lowbit
def lowbit(n):
    return n & -n
#@ popcount
def popcount(n):
    return bin(n).count("1")
#@ bitlen
def bitlen(n):
    return n.bit_length()
#@ v2
def v2(n):
    """Exponent of 2 in n, n != 0."""
    return (n & -n).bit_length() - 1
#@ fib
def fib(k):
    a, b = 0, 1
    for _ in range(k):
        a, b = b, a + b
    return a
#@ nim_multiply
def nim_multiply(a, b, bits):
    if a < 2 or b < 2:
        return a * b
    half = bits // 2
    mask = (1 << half) - 1
    high = nim_multiply(a >> half, b >> half, half)
    low = nim_multiply(a & mask, b & mask, half)
    both = nim_multiply((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), half)
    return ((both ^ low) << half) ^ low ^ nim_multiply(high, 1 << (half - 1), half)
#@ nimprod
def nimprod(a, b):
    """Nim-product (Conway) of a, b >= 0."""
    return nim_multiply(a, b, 64)
#@ is_square
def is_square(n):
    return n > 0 and math.isqrt(n) ** 2 == n
#@ is_cube
def is_cube(n):
    k = 1
    while k ** 3 < n:
        k += 1
    return n > 0 and k ** 3 == n
#@ is_power
def is_power(b, n):
    if b < 2:
        return n == 1
    while n > 1 and n % b == 0:
        n //= b
    return n == 1
#@ is_factorial
def is_factorial(n):
    k = 2
    while n > 1 and n % k == 0:
        n //= k
        k += 1
    return n == 1
#@ is_fibonacci
def is_fibonacci(n):
    a, b = 1, 2
    while a < n:
        a, b = b, a + b
    return a == n
#@ is_prime
def is_prime(n):
    return n > 1 and all(n % k for k in range(2, math.isqrt(n) + 1))
#@ floor_root
def floor_root(a, b, d, c):
    """floor((a + b * sqrt(d)) / c), exactly."""
    if c < 0:
        a, b, c = -a, -b, -c
    square = b * b * d
    root = math.isqrt(square)
    if b < 0:
        root = -root if root * root == square else -root - 1
    return (a + root) // c
#@ recurrence
def recurrence(k, weights, first):
    """Term k (from 0) of the linear recurrence with these weights, nearest term first."""
    t = list(first)
    while len(t) <= k:
        t.append(sum(w * t[-1 - i] for i, w in enumerate(weights)))
    return t[k]
#@ inverse
def inverse(a, m):
    """The inverse of a modulo m, which have no common divisor."""
    r, s, t, u = m, a % m, 0, 1
    while s != 0:
        q = r // s
        r, s, t, u = s, r - q * s, u, t - q * u
    return t % m
#@ holonomic
def holonomic(k, m, order, weights, first):
    """Term k (from 0) of p0(k) a(k) = p1(k) a(k - 1) + ..., modulo m if m > 0; weights: the
    coefficients of p0, ..., p(order), the constant ones first."""
    count = len(weights) // (order + 1)
    a = list(first)
    while len(a) <= k:
        n = len(a)
        p = [sum(w * n**e for e, w in enumerate(weights[i * count : (i + 1) * count])) for i in range(order + 1)]
        total = sum(p[i] * a[-i] for i in range(1, order + 1))
        a.append(total // p[0] if m == 0 else total * inverse(p[0], m) % m)
    return a[k]
#@ lattice
def lattice(i, j, m, steps, first):
    """The sum over neighbours (x - di, y - dj) times a + b x + c y, for steps [di, dj, a, b, c, ...]
    (added itself for di = dj = 0), modulo m if m > 0; f(0, 0) = first[0], 0 outside x, y >= 0 and
    for y > x + first[1]."""
    forward = max([0] + [-dj for dj in steps[1::5]])
    f = {}
    for x in range(i + 1):
        for y in range(j + (i - x) * forward + 1):
            total = first[0] if x == y == 0 else 0
            if (x, y) != (0, 0) and (len(first) < 2 or y <= x + first[1]):
                for s in range(0, len(steps), 5):
                    di, dj, a, b, c = steps[s : s + 5]
                    here = 1 if di == dj == 0 else f.get((x - di, y - dj), 0)
                    total += (a + b * x + c * y) * here
            f[x, y] = total if m == 0 else total % m
    return f[i, j]
#@ carryless
def carryless(a, b):
    """The product without carries of a, b >= 0."""
    r = 0
    while b > 0:
        a, b, r = 2 * a, b // 2, r ^ a * (b % 2)
    return r
#@ gcdsteps
def gcdsteps(a, b):
    """Divisions in Euclid's algorithm from (a, b)."""
    r = 0
    while b > 0:
        a, b, r = b, a % b, r + 1
    return r
#@ josephus
def josephus(n, k):
    """Who of 0, ..., n - 1 in a circle is left when every k-th goes out."""
    r = 0
    for size in range(2, n + 1):
        r = (r + k) % size
    return r
#@ factors
def factors(n):
    """The primes whose product is n >= 1, ascending."""
    r, p = [], 2
    while p * p <= n:
        while n % p == 0:
            r.append(p)
            n //= p
        p += 1
    return r + [n] if n > 1 else r
#@ numdivisors
def numdivisors(n):
    f = factors(n)
    return math.prod(f.count(p) + 1 for p in set(f))
#@ divisorsum
def divisorsum(n):
    f = factors(n)
    return math.prod((p ** (f.count(p) + 1) - 1) // (p - 1) for p in set(f))
#@ totient
def totient(n):
    f = factors(n)
    return math.prod(p ** (f.count(p) - 1) * (p - 1) for p in set(f))
#@ radical
def radical(n):
    return math.prod(set(factors(n)))
#@ omega
def omega(n):
    return len(set(factors(n)))
#@ bigomega
def bigomega(n):
    return len(factors(n))
#@ moebius
def moebius(n):
    f = factors(n)
    return (-1) ** len(f) if len(set(f)) == len(f) else 0
#@ leastprime
def leastprime(n):
    return min(factors(n), default=1)
#@ greatestprime
def greatestprime(n):
    return max(factors(n), default=1)
#@ primecount
def primecount(n):
    return sum(1 for p in range(2, n + 1) if is_prime(p))
#@ prime
def prime(k):
    """The k-th prime, 2 for k = 1."""
    p = 1
    while k > 0:
        p += 1
        k -= is_prime(p)
    return p
#@ digits_of
def digits_of(n, b, first):
    """Digits of n in base b, last first, and at the end what they are appended to: 0, or with
    first = 1 the leading digit."""
    digits = []
    while (n > 0 if first == 0 else n >= b):
        digits.append(n % b)
        n //= b
    return digits + [n]
#@ greedy_digits
def greedy_digits(n, w, first):
    """n written with the places u(i) = w[0] u(i - 1) + w[1] u(i - 2) + ..., u(0) = 1, in blocks
    w[0] ... w[j - 1] d with d < w[j]: their numbers, last first, and at the end the root."""
    u, place = [], 1
    while place <= n:
        u.append(place)
        place = sum(x * y for x, y in zip(w, reversed(u)))
    blocks, j, before = [], 0, 0
    for place in reversed(u):
        d = min(n // place, w[j])
        n -= d * place
        before += d
        if d == w[j] and j + 1 < len(w):
            j += 1
        else:
            blocks.append(before)
            j = before = 0
    return blocks[::-1] + ([0] if first == 0 else [])
#@ linear_in_digits
def linear_in_digits(digits, first, matrices, roots, rank):
    """The first of the functions that the digits change by these matrices, from the root on."""
    root = max(0, digits[-1] - first)
    v = roots[root * rank:(root + 1) * rank]
    for d in reversed(digits[:-1]):
        rows = [matrices[(d * rank + j) * rank:(d * rank + j + 1) * rank] for j in range(rank)]
        v = [sum(c * x for c, x in zip(row, v)) for row in rows]
    return v[0]
#@ automaton
def automaton(digits, first, step, output, states):
    """Reads the digits, the last one first: step[digit * states + state]; output at the root."""
    state = 0
    for d in digits[:-1]:
        state = step[d * states + state]
    return output[max(0, digits[-1] - first) * states + state]
#@ is_value_of
def is_value_of(f, least, x):
    """Whether x is among f(least) < f(least + 1) < ..."""
    n, step = least, 1
    while f(n + step) < x:
        n, step = n + step, 2 * step
    n += step
    while step > 0:
        if n - step >= least and f(n - step) >= x:
            n -= step
        else:
            step //= 2
    return f(n) == x
#@ is_term_of
def is_term_of(f, least, x):
    """Whether x is among f(least) < f(least + 1) < ..., which grow fast."""
    while f(least) < x:
        least += 1
    return f(least) == x
#@ icbrt
def icbrt(n):
    """Greatest k with k^3 <= n, n >= 0."""
    k = 0
    for place in reversed(range(n.bit_length() // 3 + 1)):
        if (k + (1 << place)) ** 3 <= n:
            k += 1 << place
    return k
#@ valuation
def valuation(n, b):
    """Exponent of the highest power of b that divides n, n != 0."""
    r = 0
    while n % b == 0:
        n //= b
        r += 1
    return r
#@ digitsum
def digitsum(n, b):
    r = 0
    while n > 0:
        r += n % b
        n //= b
    return r
#@ numdigits
def numdigits(n, b):
    r = 0
    while n > 0:
        n //= b
        r += 1
    return r
#@ nim_sum
def nim_sum(values):
    r = 0
    for v in values:
        r ^= v
    return r
#@ nth_number
def nth_number(holds, n, k):
    """The k-th number (from 0) from n on at which the condition holds."""
    while True:
        if holds(n):
            if k == 0:
                return n
            k -= 1
        n += 1
#@ least_fibonacci_part
def least_fibonacci_part(n):
    """The least of the Fibonacci numbers, no two of them neighbours, whose sum is n >= 1."""
    while True:
        a, b = 1, 2
        while b <= n:
            a, b = b, a + b
        if a == n:
            return n
        n -= a
