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
def nim_multiply(a, b, bits, known={}):
    if a < 2 or b < 2:
        return a * b
    if bits == 8 and (a, b) in known:
        return known[a, b]
    half = bits // 2
    mask = (1 << half) - 1
    high = nim_multiply(a >> half, b >> half, half)
    low = nim_multiply(a & mask, b & mask, half)
    both = nim_multiply((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), half)
    r = ((both ^ low) << half) ^ low ^ nim_multiply(high, 1 << (half - 1), half)
    if bits == 8:
        known[a, b] = r
    return r
#@ nimprod
def nimprod(a, b):
    """Nim-product (Conway) of a, b >= 0."""
    bits = 8
    while max(a, b) >> bits:
        bits *= 2
    return nim_multiply(a, b, bits)
#@ is_square
def is_square(n):
    return n > 0 and math.isqrt(n) ** 2 == n
#@ icbrt
def icbrt(n):
    """Greatest k with k^3 <= n, n >= 0."""
    k = 0
    for place in reversed(range(n.bit_length() // 3 + 1)):
        if (k + (1 << place)) ** 3 <= n:
            k += 1 << place
    return k
#@ is_cube
def is_cube(n):
    return n > 0 and icbrt(n) ** 3 == n
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
#@ terms_of
@functools.lru_cache(maxsize=None)
def terms_of(first, *rule):
    """The terms known so far of the sequence with these first ones and this rule."""
    return list(first)
#@ recurrence
def recurrence(k, weights, first):
    """Term k (from 0) of the linear recurrence with these weights, nearest term first."""
    t = terms_of(first, weights)
    while len(t) <= k:
        t.append(sum(map(operator.mul, weights, reversed(t))))
    return t[k]
#@ holonomic
def holonomic(k, m, order, weights, first):
    """Term k (from 0) of p0(k) a(k) = p1(k) a(k - 1) + ..., modulo m if m > 0; weights: the
    coefficients of p0, ..., p(order), the constant ones first."""
    count = len(weights) // (order + 1)
    rows = [weights[i : i + count] for i in range(0, len(weights), count)]
    a = terms_of(first, m, order, weights)
    while len(a) <= k:
        n = len(a)
        powers = [n**e for e in range(count)]
        p = [sum(map(operator.mul, row, powers)) for row in rows]
        total = sum(map(operator.mul, p[1:], reversed(a)))
        a.append(total // p[0] if m == 0 else total * pow(p[0], -1, m) % m)
    return a[k]
#@ lattice_rows
@functools.lru_cache(maxsize=None)
def lattice_rows(width, height, m, steps, first):
    forward = max([0] + [-dj for dj in steps[1::5]])
    each = [steps[s : s + 5] for s in range(0, len(steps), 5)]
    f = []
    for x in range(width):
        row = [0] * (height + (width - x) * forward)
        f.append(row)
        for y in range(len(row) if len(first) < 2 else min(len(row), x + first[1] + 1)):
            total = 0
            for di, dj, a, b, c in each:
                if di == dj == 0:
                    total += a + b * x + c * y
                elif x >= di and y >= dj:
                    total += (a + b * x + c * y) * f[x - di][y - dj]
            if x == y == 0:
                total = first[0]
            row[y] = total if m == 0 else total % m
    return f
#@ lattice
def lattice(i, j, m, steps, first):
    """The sum over neighbours (x - di, y - dj) times a + b x + c y, for steps [di, dj, a, b, c, ...]
    (added itself for di = dj = 0), modulo m if m > 0; f(0, 0) = first[0], 0 outside x, y >= 0 and
    for y > x + first[1]."""
    return lattice_rows(1 << i.bit_length(), 1 << j.bit_length(), m, steps, first)[i][j]
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
#@ circles
@functools.lru_cache(maxsize=1 << 10)
def circles(k, bits):
    """The numbers 1, ..., each the last one times k / (k - 1), rounded up, to below 2**bits."""
    r = [1]
    while r[-1] < 1 << bits:
        r.append(-(-r[-1] * k // (k - 1)))
    return r
#@ josephus
def josephus(n, k):
    """Who of 0, ..., n - 1 in a circle is left when every k-th goes out; for small k by Graham, Knuth
    and Patashnik, Concrete Mathematics, 3.3."""
    if 1 < k < 64:
        numbers = circles(k, (k * n).bit_length())
        return k * n - numbers[bisect.bisect(numbers, (k - 1) * n)]
    r = 0
    for size in range(2, n + 1):
        r = (r + k) % size
    return r
#@ fraenkel
def fraenkel(n, s, t):
    """The n-th of the least numbers that no pair (a_i, s a_i + t i) before has: the place of the n-th a
    of the word that stays the same when each a becomes a^(s+t-1) b and each b becomes a^s."""
    if n < 0 or s < 1 or t < 1:
        raise ValueError("outside the law: no such pair")
    images, b = [(1, 1)], (1, 0)
    while images[-1][1] < n:
        a = images[-1]
        images.append(((s + t - 1) * a[0] + b[0], (s + t - 1) * a[1] + b[1]))
        b = s * a[0], s * a[1]
    place, is_a = min(n, 1), True
    for length, count in images[-2::-1]:
        copies = s + t - 1 if is_a else s
        skipped = min((n - 1) // count, copies)
        place, n = place + skipped * length, n - skipped * count
        is_a = not (is_a and skipped == copies)
    return place
#@ sieved
@functools.lru_cache(maxsize=None)
def sieved(bits):
    """The primes below 2**bits, ascending."""
    odd = bytearray([1]) * (1 << bits - 1)
    for p in range(3, math.isqrt(1 << bits) + 1, 2):
        if odd[p // 2]:
            odd[p * p // 2 :: p] = bytes(len(range(p * p // 2, len(odd), p)))
    return [2] + list(itertools.compress(range(3, 1 << bits, 2), itertools.islice(odd, 1, None)))
#@ primes_to
def primes_to(n):
    """The primes up to n and some more."""
    return sieved(16 if n < 1 << 16 else max(24, n.bit_length()))
#@ least_factors
@functools.lru_cache(maxsize=None)
def least_factors(bits):
    """For each number below 2**bits the least prime that divides it, 0 for primes."""
    least = array.array("H", bytes(2 << bits))
    for p in reversed(primes_to(0)):
        if p * p < 1 << bits:
            least[p * p :: p] = array.array("H", [p]) * len(range(p * p, 1 << bits, p))
    return least
#@ leastprime
def leastprime(n):
    """The least prime that divides n >= 1, 1 for 1: from a table below 2**25."""
    if n < 1 << 25:
        return least_factors(16 if n < 1 << 16 else max(24, n.bit_length()))[n] or n
    for p in itertools.chain(primes_to(0), itertools.count(65537, 2)):
        if n % p == 0:
            return p
        if p * p > n:
            return n
#@ is_prime
def is_prime(n):
    return n > 1 and leastprime(n) == n
#@ factors
def factors(n):
    """The primes whose product is n >= 1, ascending."""
    r = []
    while n > 1:
        r.append(leastprime(n))
        n //= r[-1]
    return r
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
#@ greatestprime
def greatestprime(n):
    return max(factors(n), default=1)
#@ primecount
def primecount(n):
    return bisect.bisect(primes_to(n), n)
#@ prime
def prime(k):
    """The k-th prime, 2 for k = 1."""
    return primes_to(k * k.bit_length())[k - 1]
#@ digits_of
def digits_of(n, b, first):
    """Digits of n in base b, last first, and at the end what they are appended to: 0, or with
    first = 1 the leading digit."""
    digits = []
    while (n > 0 if first == 0 else n >= b):
        digits.append(n % b)
        n //= b
    return digits + [n]
#@ places_of
@functools.lru_cache(maxsize=1 << 10)
def places_of(w, bits):
    """The places w[0] u(i - 1) + w[1] u(i - 2) + ... below 2**bits, the greatest first."""
    u, place = [], 1
    while place < 1 << bits:
        u.append(place)
        place = sum(map(operator.mul, w, reversed(u)))
    return u[::-1]
#@ blocks_below
@functools.lru_cache(maxsize=1 << 16)
def blocks_below(n, w, count):
    """The blocks of n at so many last places."""
    blocks, j, before = [], 0, 0
    for place in places_of(w, 64)[-count:]:
        d = min(n // place, w[j])
        n -= d * place
        before += d
        if d == w[j] and j + 1 < len(w):
            j += 1
        else:
            blocks.append(before)
            j = before = 0
    return blocks
#@ greedy_digits
def greedy_digits(n, w, first):
    """n written with the places u(i) = w[0] u(i - 1) + w[1] u(i - 2) + ..., u(0) = 1, in blocks
    w[0] ... w[j - 1] d with d < w[j]: their numbers, last first, and at the end the root."""
    blocks, j, before = [], 0, 0
    places = places_of(w, n.bit_length())
    for i, place in enumerate(places):
        if j == 0 and len(places) - i <= 16:
            blocks += blocks_below(n, w, len(places) - i)
            break
        d = 0
        if place <= n:
            d = min(n // place, w[j])
            n -= d * place
            before += d
        if d == w[j] and j + 1 < len(w):
            j += 1
        else:
            blocks.append(before)
            j = before = 0
    while blocks and blocks[0] == 0:
        del blocks[0]
    return blocks[::-1] + ([0] if first == 0 else [])
#@ linear_above
@functools.lru_cache(maxsize=1 << 16)
def linear_above(digits, first, matrices, roots, rank):
    root = max(0, digits[-1] - first)
    v = roots[root * rank : (root + 1) * rank]
    for d in reversed(digits[:-1]):
        rows = range(d * rank * rank, (d + 1) * rank * rank, rank)
        v = [sum(map(operator.mul, matrices[at : at + rank], v)) for at in rows]
    return v
#@ linear_below
@functools.lru_cache(maxsize=1 << 14)
def linear_below(digits, matrices, rank):
    row = [1] + [0] * (rank - 1)
    for d in digits:
        at = d * rank * rank
        row = [sum(map(operator.mul, row, matrices[at + k : at + rank * rank : rank])) for k in range(rank)]
    return row
#@ linear_in_digits
def linear_in_digits(digits, first, matrices, roots, rank):
    """The first of the functions that the digits change by these matrices, from the root on; what the
    last digits do and where the others lead is kept."""
    low = 12 // (len(matrices) // (rank * rank) - 1).bit_length()
    low = min(low, len(digits) - 1)
    v = linear_above(tuple(digits[low:]), first, matrices, roots, rank)
    return sum(map(operator.mul, linear_below(tuple(digits[:low]), matrices, rank), v))
#@ automaton
def automaton(digits, first, step, output, states):
    """Reads the digits, the last one first: step[digit * states + state]; output at the root."""
    state = 0
    for d in digits[:-1]:
        state = step[d * states + state]
    return output[max(0, digits[-1] - first) * states + state]
#@ doubled
@functools.lru_cache(maxsize=None)
def doubled(f, least):
    return [least], [f(least)]
#@ is_value_of
def is_value_of(f, least, x):
    """Whether x is among f(least) < f(least + 1) < ...: f is known at distances that double, and
    between two of them interpolation and bisection take turns."""
    places, values = doubled(f, least)
    while values[-1] < x:
        places.append(2 * places[-1] - least + 1)
        values.append(f(places[-1]))
    at = bisect.bisect_left(values, x)
    if values[at] == x or at == 0:
        return values[at] == x
    lo, hi, low, high = places[at - 1], places[at], values[at - 1], values[at]
    is_guess = True
    while hi - lo > 1:
        n = lo + (x - low) * (hi - lo) // (high - low) if is_guess else (lo + hi) // 2
        n = min(max(n, lo + 1), hi - 1)
        value = f(n)
        if value == x:
            return True
        if value < x:
            lo, low = n, value
        else:
            hi, high = n, value
        is_guess = not is_guess
    return False
#@ is_term_of
def is_term_of(f, least, x):
    """Whether x is among f(least) < f(least + 1) < ..., which grow fast."""
    while f(least) < x:
        least += 1
    return f(least) == x
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
def nth_number(known, holds, first, k):
    """The k-th number (from 0) from the first on at which the condition holds; known: [0] and later
    how many there are in the first blocks of 8 numbers."""
    while known[-1] <= k:
        lo = first + 8 * len(known) - 8
        known.append(known[-1] + sum(map(holds, range(lo, lo + 8))))
    at = bisect.bisect(known, k) - 1
    lo, k = first + 8 * at, k - known[at]
    return next(itertools.islice(filter(holds, range(lo, lo + 8)), k, None))
#@ sum_to
def sum_to(known, term, first, last):
    """The sum of the terms from the first to the last; known: [0] and later the sums of the first
    blocks of 8 terms."""
    count = max(0, last - first + 1)
    while 8 * len(known) <= count:
        lo = first + 8 * len(known) - 8
        known.append(known[-1] + sum(map(term, range(lo, lo + 8))))
    return known[count // 8] + sum(map(term, range(first + count // 8 * 8, last + 1)))
#@ least_fibonacci_part
def least_fibonacci_part(n):
    """The least of the Fibonacci numbers, no two of them neighbours, whose sum is n >= 1."""
    a, b = 1, 2
    while b <= n:
        a, b = b, a + b
    while a != n:
        if a < n:
            n -= a
        a, b = b - a, a
    return n
#@ count_below
def count_below(known, term, lo, hi, bound):
    """How many terms from place lo to hi are less than the bound; they ascend, from 0 or more.
    known: [0] and later the first terms."""
    while known[-1] < bound and len(known) <= hi - lo + 1:
        known.append(term(lo + len(known) - 1))
    return max(0, min(bisect.bisect_left(known, bound) - 1, hi - lo + 1))
