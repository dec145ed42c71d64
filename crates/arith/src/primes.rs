//! Primality by the strong probable prime test on bases that leave no liar.

/// Up to here [`is_prime`] is a theorem: no composite below passes the test on the first 13 primes
/// (J. Sorenson, J. Webster, *Strong pseudoprimes to twelve prime bases*, Math. Comp. 86 (2017)).
pub const PROVEN_TO: u128 = 3_317_044_064_679_887_385_961_980;

const BASES: [u128; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];

/// Whether `n` is prime; exact for `n <=` [`PROVEN_TO`].
#[must_use]
pub fn is_prime(n: u128) -> bool {
    if n < 2 {
        return false;
    }
    for p in BASES {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    if n < 43 * 43 {
        return true;
    }
    // 2, 3, 5 and 7 alone leave no liar below 3,215,031,751 (Pomerance, Selfridge, Wagstaff 1980)
    let bases = if n < 3_215_031_751 { &BASES[..4] } else { &BASES[..] };
    bases.iter().all(|&base| is_strong_probable_prime(n, base))
}

/// The primes up to `n`, by the sieve of Eratosthenes (a byte per number).
#[must_use]
pub fn up_to(n: i64) -> Vec<i64> {
    let Ok(size) = usize::try_from(n) else { return Vec::new() };
    let mut composite = vec![false; size + 1];
    let mut found = Vec::new();
    for p in 2..=size {
        if !composite[p] {
            found.push(p as i64);
            for multiple in (p.saturating_mul(p)..=size).step_by(p) {
                composite[multiple] = true;
            }
        }
    }
    found
}

/// For odd `n = d * 2^s + 1`: whether `base^d = 1` or `base^(d * 2^r) = -1` for some `r < s`.
fn is_strong_probable_prime(n: u128, base: u128) -> bool {
    let s = (n - 1).trailing_zeros();
    let mut x = power_mod(base, (n - 1) >> s, n);
    if x == 1 || x == n - 1 {
        return true;
    }
    for _ in 1..s {
        x = product_mod(x, x, n);
        if x == n - 1 {
            return true;
        }
    }
    false
}

fn power_mod(mut base: u128, mut exponent: u128, modulus: u128) -> u128 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product_mod(result, base, modulus);
        }
        base = product_mod(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// `x * y % modulus` for `x, y < modulus < 2^127`.
fn product_mod(x: u128, mut y: u128, modulus: u128) -> u128 {
    if let Some(product) = x.checked_mul(y) {
        return product % modulus;
    }
    let mut doubled = x;
    let mut result = 0;
    while y > 0 {
        if y & 1 == 1 {
            result = (result + doubled) % modulus;
        }
        doubled = doubled * 2 % modulus;
        y >>= 1;
    }
    result
}
