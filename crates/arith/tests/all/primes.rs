//! Primality against trial division and known numbers.

use arith::primes::is_prime;

#[test]
fn agrees_with_trial_division() {
    for n in 0..20_000 {
        let slow = n >= 2 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
        assert_eq!(is_prime(n), slow, "{n}");
    }
}

#[test]
fn known_large_numbers() {
    // Mersenne primes and their neighbours, the largest 64-bit prime, strong pseudoprimes
    assert!(is_prime((1 << 61) - 1) && is_prime(u128::from(u64::MAX) - 58));
    assert!(!is_prime((1 << 67) - 1), "193707721 * 761838257287");
    assert!(!is_prime(3_215_031_751), "strong pseudoprime to 2, 3, 5, 7");
    assert!(!is_prime(318_665_857_834_031_151_167_461), "strong pseudoprime to 12 bases");
    assert!(is_prime(1_000_000_000_000_000_000_000_007));
}
