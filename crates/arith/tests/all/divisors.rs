//! Functions of divisors against their definitions.

use arith::divisors::{
    count, factors, greatest_prime, least_prime, moebius, prime, prime_count, primes_of,
    primes_with_multiplicity, radical, sum, totient,
};
use arith::integer::gcd;
use arith::primes;

#[test]
fn all_follow_from_the_definitions() {
    for n in 1..2000i128 {
        let divisors: Vec<i128> = (1..=n).filter(|d| n % d == 0).collect();
        let is_prime = |p: &i128| primes::is_prime(p.cast_unsigned());
        let own: Vec<i128> = divisors.iter().copied().filter(is_prime).collect();
        assert_eq!(count(n), i128::try_from(divisors.len()).ok());
        assert_eq!(sum(n), Some(divisors.iter().sum()));
        assert_eq!(primes_of(n), i128::try_from(own.len()).ok());
        assert_eq!(radical(n), Some(own.iter().product()));
        assert_eq!(least_prime(n), Some(own.first().copied().unwrap_or(1)));
        assert_eq!(greatest_prime(n), Some(own.last().copied().unwrap_or(1)));
        let powers: usize =
            own.iter().map(|&p| (1..).take_while(|&e| n % p.pow(e) == 0).count()).sum();
        assert_eq!(primes_with_multiplicity(n), i128::try_from(powers).ok());
        let coprime = (1..=n).filter(|&k| gcd(k.unsigned_abs(), n.unsigned_abs()) == 1);
        assert_eq!(totient(n), i128::try_from(coprime.count()).ok());
        // the sum of Möbius' function over the divisors is 0 but for 1
        let moebius = divisors.iter().map(|&d| moebius(d).unwrap()).sum::<i128>();
        assert_eq!(moebius, i128::from(n == 1));
        let primes = (1..=n).filter(is_prime).count();
        assert_eq!(prime_count(n), i128::try_from(primes).ok());
        assert!(!is_prime(&n) || prime(prime_count(n).unwrap()) == Some(n));
    }
}

#[test]
fn large_numbers_and_none() {
    let large = (1i128 << 61) - 1;
    assert_eq!(factors(6 * large), Some(vec![(2, 1), (3, 1), (large, 1)]));
    // two primes beyond trial division
    assert_eq!(factors(large * 1_000_000_007), None);
    assert_eq!([factors(0), factors(-6)], [None, None]);
    assert_eq!([prime(0), prime(i128::MAX), prime_count(i128::MAX)], [None; 3]);
    assert_eq!(prime(664_579), Some(9_999_991));
}
