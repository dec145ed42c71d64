//! Sequences with a known law: the best finding says it and predicts what follows.

use crate::common::{Body, Random, assert_true, best, mex, octal, sequence, subtraction};
use detector::{Finding, find, find_with_wrong_terms};
use draw::{Draw, check, prop_assert_eq, prop_assume};
use expr::law::LawKind;

/// The law of the first `terms` values, which must predict the others.
pub(crate) fn law(values: &[i64], lo: i64, terms: usize) -> Finding {
    best(&sequence("sg", lo, &values[..terms]), "sg", &values[terms..])
}

pub(crate) fn body(finding: &Finding) -> String {
    finding.law.body.to_string()
}

pub(crate) fn parameter(finding: &Finding, name: &str) -> String {
    finding.law.parameter(name).unwrap_or_default()
}

/// The value at `n`.
pub(crate) type Rule = &'static dyn Fn(i64) -> i64;

pub(crate) fn list(last: i64, f: impl Fn(i64) -> i64) -> Vec<i64> {
    (0..=last).map(f).collect()
}

#[test]
fn closed_forms() {
    let cases: [(Rule, &str, LawKind); 18] = [
        (&|_| 3, "3", LawKind::Constant),
        (&|n| 2 * n + 5, "2 * n + 5", LawKind::Affine),
        (&|n| n % 8, "n % 8", LawKind::Residue),
        (&|n| n % 8 / 3, "n % 8 // 3", LawKind::Residue),
        (&|n| (n + 1) % 3, "(n + 1) % 3", LawKind::Residue),
        (&|n| i64::from(n % 4 == 1), "n % 4 = 1", LawKind::Residue),
        (&|n| i64::from(n % 7 != 0), "n % 7 != 0", LawKind::Residue),
        (&|n| i64::from(n % 8 >= 3), "n % 8 >= 3", LawKind::Residue),
        (&|n| i64::from((1..=3).contains(&(n % 8))), "0 < n % 8 <= 3", LawKind::Residue),
        // none of these looks like digits of which the next one is out of sight
        (&|n| n % 10, "n % 10", LawKind::Residue),
        (&|n| n % 16, "n % 16", LawKind::Residue),
        (&|n| n % 2 + 2 * (n % 16 / 8), "n % 2 + 2 * (n % 16 // 8)", LawKind::Residue),
        (&|n| n % 20 / 9, "n % 20 // 9", LawKind::Residue),
        (&|n| n / 2, "n // 2", LawKind::Closed),
        (&|n| (n / 2 - 1).max(0), "max(0, n // 2 - 1)", LawKind::Closed),
        (&|n| n.min(5), "min(n, 5)", LawKind::Closed),
        (&|n| i64::from(n > 0), "n >= 1", LawKind::Closed),
        (&|n| n * n / 4, "n * n // 4", LawKind::Closed),
    ];
    for (f, expected, kind) in cases {
        let values = list(1500, f);
        for terms in [60, 200, 1000] {
            let law = law(&values, 0, terms);
            assert_eq!((body(&law).as_str(), law.law.kind), (expected, kind), "{terms} terms");
            assert_eq!((law.law.from, law.law.exceptions.len()), (Some(0), 0));
        }
    }
}

#[test]
fn polynomials_rounded_down() {
    let input = |d: &mut Draw| (d.many(3..6, |d| d.int(-4..5)), d.int(1..7), d.int(0..2));
    check(24, input, |(coefficients, divisor, lo)| {
        prop_assume!(coefficients.last() != Some(&0));
        let value = |n: i64| coefficients.iter().rev().fold(0, |sum, c| sum * n + c);
        let values: Vec<i64> = (lo..2000).map(|n| value(n).div_euclid(divisor)).collect();
        let law = law(&values, lo, 600);
        prop_assert_eq!(law.law.kind, LawKind::Closed, "{}", law.law.words);
        Ok(())
    });
}

#[test]
fn digit_laws_from_six_lengths_on() {
    let cases: [(Rule, &str); 5] = [
        (&|n| n & -n, "lowbit(n)"),
        (&|n| i64::from(n.count_ones() % 2), "popcount(n) % 2"),
        (&|n| i64::from(n.trailing_zeros() % 2), "v2(n) % 2"),
        (&|n| 2 * n + 1 - i64::from(n.count_ones() % 2), "2 * n + (1 - popcount(n) % 2)"),
        (&|n| 2 * n + 1 - (1 << (64 - n.leading_zeros())), "2 * n - (2 ** bitlen(n) - 1)"),
    ];
    for (f, expected) in cases {
        let values: Vec<i64> = (1..=1500).map(f).collect();
        for terms in [60, 200, 1000] {
            assert_eq!(body(&law(&values, 1, terms)), expected);
        }
        // Five lengths are too few, but for numbers with a name.
        let found = find(&sequence("sg", 1, &values[..32]), "sg");
        let named = "sg(n) = A000069(n + 1), the odious numbers";
        assert!(found.iter().all(|f| f.law.words == named), "{found:?}");
        assert_eq!(found.len(), usize::from(expected.starts_with("2 * n + (1 - popcount")));
    }
}

#[test]
fn named_functions_of_digits_and_roots() {
    let cases: [(Rule, &str); 9] = [
        (&|n| digits(n, 3).iter().sum(), "digitsum(n, 3)"),
        (&|n| digits(n, 10).iter().sum::<i64>() % 2, "digitsum(n, 10) % 2"),
        (&|n| digits(n, 5).iter().take_while(|d| **d == 0).count() as i64, "valuation(n, 5)"),
        (&|n| i64::from((n & n >> 1).count_ones() % 2), "popcount(n & n // 2) % 2"),
        (&|n| (1..).take_while(|k| k * k * k <= n).count() as i64, "icbrt(n)"),
        (&|n| digits(n, 3).len() as i64, "numdigits(n, 3)"),
        (&|n| n | n >> 1, "bitor(n, n // 2)"),
        (&|n| (n / 2) * (n / 3), "n // 2 * (n // 3)"),
        (&|n| n.isqrt() * (n % 3), "isqrt(n) * (n % 3)"),
    ];
    for (f, expected) in cases {
        let values: Vec<i64> = (1..=1500).map(f).collect();
        for terms in [250, 1000] {
            assert_eq!(body(&law(&values, 1, terms)), expected);
        }
    }
}

fn digits(mut n: i64, base: i64) -> Vec<i64> {
    let mut digits = Vec::new();
    while n > 0 {
        digits.push(n % base);
        n /= base;
    }
    digits
}

fn zeckendorf_parts(n: i64) -> usize {
    let mut parts = Vec::new();
    arith::sequences::zeckendorf(n.into(), &mut parts);
    parts.len()
}

#[test]
fn functions_of_divisors_and_primes() {
    fn count(n: i64, is: impl Fn(i64) -> bool) -> i64 {
        (1..=n).filter(|&d| is(d)).count() as i64
    }
    fn is_prime(p: i64) -> bool {
        count(p, |d| p % d == 0) == 2
    }
    let cases: [(Rule, &str); 9] = [
        (&|n| count(n, |d| n % d == 0), "numdivisors(n)"),
        (&|n| (1..=n).filter(|d| n % d == 0).sum::<i64>() - n, "divisorsum(n) - n"),
        (&|n| count(n, |d| arith::integer::gcd(n as u128, d as u128) == 1), "totient(n)"),
        (&|n| (2..=n).find(|d| n % d == 0).unwrap_or(1), "leastprime(n)"),
        (&|n| (1..=n).rev().find(|&p| n % p == 0 && is_prime(p)).unwrap_or(1), "greatestprime(n)"),
        (&|n| count(n, |p| n % p == 0 && is_prime(p)), "omega(n)"),
        (&|n| count(n, is_prime), "primecount(n)"),
        (&|n| (2..).filter(|&p| is_prime(p)).nth(n as usize - 1).unwrap(), "prime(n)"),
        (&|n| (1..n).rev().find(|d| n % d == 0).unwrap_or(1), "n // leastprime(n)"),
    ];
    for (f, expected) in cases {
        let values: Vec<i64> = (1..=400).map(f).collect();
        for terms in [40, 150] {
            assert_eq!(body(&law(&values, 1, terms)), expected);
        }
        // One wrong term: the law with that exception, or none.
        let mut wrong = values[..60].to_vec();
        wrong[37] += 1;
        for finding in find(&sequence("sg", 1, &wrong), "sg") {
            assert_eq!(finding.law.exceptions.len(), 1, "{}", finding.law.words);
        }
    }
    let primes: Vec<i64> = (1..=400).map(|n| i64::from(is_prime(n))).collect();
    assert_eq!(body(&law(&primes, 1, 80)), "n in primes");
}

#[test]
fn functions_linear_in_the_digits() {
    fn stern(n: i64) -> i64 {
        if n < 2 {
            n
        } else if n % 2 == 0 {
            stern(n / 2)
        } else {
            stern(n / 2) + stern(n / 2 + 1)
        }
    }
    let cases: [(Rule, LawKind, usize); 5] = [
        (&|n| digits(n, 3).iter().map(|d| d * d).sum(), LawKind::Regular, 1000),
        (&|n| i64::from(!digits(n, 3).contains(&1)), LawKind::Automatic, 400),
        (&stern, LawKind::Regular, 200),
        (&|n| digits(n, 2).iter().rev().fold(0, |v, d| 4 * v + d), LawKind::Regular, 200),
        (&|n| i64::try_from(zeckendorf_parts(n)).unwrap(), LawKind::Automatic, 200),
    ];
    for (f, kind, terms) in cases {
        let values: Vec<i64> = (0..3000).map(f).collect();
        let finding = law(&values, 0, terms);
        assert_eq!(finding.law.kind, kind, "{}", finding.law.words);
        let mut body = Body::new(&finding.law.body, &finding.law.variables);
        for n in 0..3000 {
            assert_eq!(body.at(&[n]), values[usize::try_from(n).unwrap()], "{n}");
        }
    }
    // The parts of a number in Tribonacci and Pell numbers; both need 1000 terms for their depth.
    let parts = |n: i64, first: [i64; 3], weights: [i64; 3]| {
        let mut places = first.to_vec();
        while places[places.len() - 1] <= n {
            places.push(weights.iter().zip(places.iter().rev()).map(|(w, p)| w * p).sum());
        }
        let (mut rest, mut count) = (n, 0);
        for place in places.into_iter().rev() {
            count += rest / place;
            rest %= place;
        }
        count
    };
    for (first, weights, name) in
        [([1, 2, 4], [1, 1, 1], "Tribonacci"), ([1, 2, 5], [2, 1, 0], "Pell")]
    {
        let values: Vec<i64> = (0..3000).map(|n| parts(n, first, weights)).collect();
        let finding = law(&values, 0, 1000);
        assert_eq!(parameter(&finding, "digits"), name, "{}", finding.law.words);
    }
    // A table of the index of the last digit is no law, however well it fits so far.
    let table = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];
    let values: Vec<i64> = (1i64..1000).map(|n| table[n.trailing_zeros() as usize]).collect();
    assert_eq!(find(&sequence("sg", 1, &values), "sg"), []);
}

#[test]
fn recurrences() {
    // Lost positions of dynamic subtraction with factor 3: h(m) = h(m - 1) + h(m - 4) from 8 on.
    let mut lost = vec![1i64, 2, 3, 4, 6, 8, 11];
    while lost.len() < 60 {
        lost.push(lost[lost.len() - 1] + lost[lost.len() - 4]);
    }
    let finding = find(&sequence("sg", 1, &lost[..40]), "sg").remove(0);
    assert_eq!(finding.law.kind, LawKind::Recurrence);
    let next: Vec<num_bigint::BigInt> = lost[40..52].iter().map(|&v| v.into()).collect();
    assert_eq!(finding.next, next);
    let mut body = Body::new(&finding.law.body, &finding.law.variables);
    assert!((1i64..).zip(&lost).all(|(n, &term)| body.at(&[n]) == term));
    // One altered term, and nothing is said.
    lost[30] += 1;
    assert_eq!(find(&sequence("sg", 1, &lost[..40]), "sg"), []);
}

#[test]
fn sparse_exceptions_with_a_law_of_their_own() {
    let f: Rule = &|n| if n & (n - 1) == 0 { 7 } else { n % 3 };
    let values: Vec<i64> = (1..1500).map(f).collect();
    // The last term of those that define the law is a power in the first case.
    for terms in [384, 400] {
        assert_eq!(body(&law(&values, 1, terms)), "if n in powers(2) then 7 else n % 3");
    }
}

#[test]
fn kayles() {
    // Guy and Smith 1956: period 12 from 71 on, fourteen exceptions, the last at 70.
    let values = octal(&[7, 7], 1500);
    for terms in [200, 1000] {
        let law = law(&values, 0, terms);
        assert_eq!(law.law.kind, LawKind::Periodic);
        assert_eq!(parameter(&law, "preperiod"), "71");
        assert_eq!(parameter(&law, "period"), "12");
        assert_eq!(parameter(&law, "saltus"), "0");
        let exceptions: Vec<i64> = law.law.exceptions.iter().map(|(n, _)| n[0]).collect();
        assert_eq!(exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    }
    assert_eq!(find(&sequence("sg", 0, &values[..60]), "sg"), []);
}

#[test]
fn dawsons_kayles() {
    let values = octal(&[0, 7], 1500);
    let law = law(&values, 0, 1000);
    assert_eq!(["preperiod", "period"].map(|name| parameter(&law, name)), ["53", "34"]);
    assert_eq!(law.law.exceptions.len(), 8);
    assert_eq!(find(&sequence("sg", 0, &values[..100]), "sg"), []);
}

#[test]
fn subtraction_sets() {
    let law_of = |set: &[usize]| law(&subtraction(set, 1500), 0, 1000);
    assert_eq!(parameter(&law_of(&[1, 3, 4]), "period"), "7");
    assert_eq!(parameter(&law_of(&[2, 5, 7]), "period"), "22");
    assert_eq!(body(&law_of(&[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024])), "n % 3");
    assert_eq!(body(&law_of(&[3, 4, 5])), "n % 8 // 3");
    for mask in 1u32..128 {
        let set: Vec<usize> = (1..=7).filter(|s| mask >> (s - 1) & 1 == 1).collect();
        if set.len() <= 3 {
            assert_eq!(law_of(&set).law.from, Some(0), "{set:?}");
        }
    }
}

#[test]
fn laskers_nim() {
    let mut values: Vec<i64> = Vec::new();
    for n in 0..=120usize {
        let take = (0..n).map(|k| values[k]);
        let split = (1..n).map(|i| values[i] ^ values[n - i]);
        values.push(mex(take.chain(split)));
    }
    let law = law(&values, 0, 60);
    assert_eq!(law.law.kind, LawKind::ArithmeticPeriodic);
    assert_eq!((law.law.from, law.law.exceptions.len()), (Some(1), 0));
    assert_eq!(parameter(&law, "saltus"), "4");
    assert_eq!(
        law.law.words,
        "sg(4q) = 4q - 1, sg(4q + 1) = 4q + 1, sg(4q + 2) = 4q + 2, sg(4q + 3) = 4q + 4 for n >= 1"
    );
}

#[test]
fn third_row_of_wythoff() {
    // Row 2 of the nim-values (OEIS A004483): 3 * (n // 3) + (n + 2) % 3.
    let values = list(1500, |n| 3 * (n / 3) + (n + 2) % 3);
    for terms in [60, 1000] {
        let law = law(&values, 0, terms);
        assert_eq!(["period", "saltus"].map(|name| parameter(&law, name)), ["3", "3"]);
    }
}

#[test]
fn classes_that_go_different_ways() {
    let values = list(1500, |n| if n % 4 == 2 { 5 } else { n / 4 * (n % 4) });
    let law = law(&values, 0, 600);
    assert_eq!(parameter(&law, "period"), "4");
    assert_eq!(parameter(&law, "saltus by residue"), "0 1 0 3");
}

#[test]
fn lists_of_lost_positions() {
    let mut fibonacci = vec![1, 2];
    while fibonacci.len() < 60 {
        fibonacci.push(fibonacci[fibonacci.len() - 2] + fibonacci[fibonacci.len() - 1]);
    }
    assert_eq!(body(&law(&fibonacci, 1, 40)), "fib(n + 1)");
    let powers: Vec<i64> = (0..60).map(|k| 3 << k).collect();
    assert_eq!(body(&law(&powers, 0, 40)), "3 * 2 ** n");
    // By the number of their binary ones, from their first member or a later one on.
    let cases = [
        ((2, 1), 0, "2 * n - 9 - popcount(n - 5) % 2"),
        ((2, 0), 0, "2 * n - 10 + popcount(n - 5) % 2"),
        ((2, 0), 1, "2 * n - 8 + popcount(n - 4) % 2"),
        ((3, 1), 0, "[x for x in 1..16 * (n - 4) if popcount(x) % 3 = 1][n - 5]"),
    ];
    for ((modulus, rest), first, expected) in cases {
        let all = (first..).filter(|n: &i64| n.count_ones() % modulus == rest);
        assert_eq!(body(&law(&all.take(500).collect::<Vec<_>>(), 5, 300)), expected);
    }
}

#[test]
fn preperiods_and_exceptions() {
    let mut random = Random(1);
    for trial in 0..60 {
        let period = 1 + random.below(12);
        let head = random.below(30);
        let saltus = i64::try_from(random.below(3)).unwrap();
        let cycle: Vec<i64> =
            (0..period).map(|_| i64::try_from(random.below(9)).unwrap()).collect();
        let value = |i: usize| cycle[i % period] + saltus * i64::try_from(i / period).unwrap();
        let mut values: Vec<i64> = (0..900).map(value).collect();
        for v in &mut values[..head] {
            *v = i64::try_from(random.below(9)).unwrap();
        }
        let law = law(&values, 0, 600);
        assert!(law.law.from.unwrap() <= 30, "trial {trial}: {}", law.law.words);
        assert!(law.law.exceptions.len() <= head);
        // The least preperiod and the least period.
        let step = |p: usize, i: usize| values[i + p] - values[i];
        let ends = |p: &usize| (30..800).all(|i| step(*p, i) == step(*p, 799));
        let period = (1..=period).find(ends).unwrap();
        let is_other = |i: &usize| step(period, *i) != step(period, 799);
        let preperiod = (0..30).rev().find(is_other).map_or(0, |i| i + 1);
        let told = ["preperiod", "period"].map(|name| parameter(&law, name));
        assert_eq!(told, [preperiod, period].map(|k| k.to_string()), "{}", law.law.words);
    }
}

#[test]
fn an_altered_term_is_listed_or_the_law_is_refused() {
    for place in (0..600).step_by(7) {
        let mut values = list(599, |n| n % 4);
        values[place] += 2;
        let table = sequence("sg", 0, &values);
        let findings = find_with_wrong_terms(&table, "sg");
        for finding in &findings {
            assert_true(&table, "sg", finding);
            let listed = finding.law.exceptions.iter().any(|(n, _)| n[0] == place as i64);
            assert!(listed || finding.law.from.unwrap() > place as i64, "{place}");
        }
        // Among the last twelve the law may end.
        assert_eq!(findings.is_empty(), place + 13 > values.len(), "{place}");
    }
}

#[test]
fn sixty_terms_with_three_periods_are_enough() {
    for set in [&[4, 13][..], &[3, 5, 15], &[1, 10, 11], &[9, 11], &[2, 5, 6, 15]] {
        let values = subtraction(set, 2000);
        let law = best(&sequence("sg", 0, &values[..60]), "sg", &values[60..]);
        assert_eq!(law.law.exceptions, [], "{set:?}");
    }
    let zigzag: Vec<i64> = (0..400).map(|n| 5 - (n % 10 - 5i64).abs()).collect();
    best(&sequence("value", 0, &zigzag[..60]), "value", &zigzag[60..]);
}

#[test]
fn games_that_take_at_most_half_and_rows_of_nim_products() {
    let mut half: Vec<i64> = Vec::new();
    for n in 0..600usize {
        half.push(mex((1..=n / 2).map(|k| half[n - k])));
    }
    let law = best(&sequence("sg", 0, &half[..100]), "sg", &half[100..]);
    assert_eq!(law.law.body.to_string(), "(n + 1) // lowbit(n + 1) // 2");
    let row: Vec<i64> =
        (0..600).map(|n| i64::try_from(arith::nim_product(n, 12)).unwrap()).collect();
    let law = best(&sequence("sg", 0, &row[..100]), "sg", &row[100..]);
    assert_eq!(law.law.body.to_string(), "nimprod(n, 12)");
}

#[test]
fn games_of_binary_digits_are_not_taken_for_periods() {
    // Take at most one more than the exponent of two: periodic from one power of two to the next.
    let mut values: Vec<i64> = vec![0];
    for n in 1..400usize {
        let most = n.trailing_zeros() as usize + 1;
        values.push(mex((1..=most.min(n)).map(|t| values[n - t])));
    }
    for terms in [40, 60, 100] {
        for finding in find(&sequence("sg", 0, &values[..terms]), "sg") {
            let mut body = Body::new(&finding.law.body, &finding.law.variables);
            let wrong = (0..).zip(&values).find(|&(n, &v)| body.at(&[n]) != v);
            assert_eq!(wrong, None, "{terms}: {}", finding.law.words);
        }
    }
}

#[test]
fn digits_that_have_not_shown_are_not_taken_for_periods() {
    fn sum(n: i64, base: i64) -> i64 {
        digits(n, base).iter().sum()
    }
    fn valuation(n: i64, base: i64) -> i64 {
        digits(n, base).iter().take_while(|d| **d == 0).count() as i64
    }
    let tables: [(&str, Rule, &[usize]); 7] = [
        ("digit sum to base 8, mod 2", &|n| sum(n, 8) % 2, &[40, 60]),
        ("digit sum to base 10", &|n| sum(n, 10), &[40, 60]),
        ("digit sum to base 7", &|n| sum(n, 7), &[40, 60]),
        ("exponent of 4, mod 2", &|n| valuation(n, 4) % 2, &[40, 60]),
        ("exponent of 6", &|n| valuation(n, 6), &[150, 200, 900]),
        ("length to base 4", &|n| i64::from(n.ilog(4)), &[150, 200, 800, 1000]),
        ("remainder by the length to base 6", &|n| n % (i64::from(n.ilog(6)) + 2), &[80, 90]),
    ];
    for (what, value, lengths) in tables {
        let values: Vec<i64> = (1..=4000).map(value).collect();
        for &terms in lengths {
            for finding in find(&sequence("sg", 1, &values[..terms]), "sg") {
                let mut body = Body::new(&finding.law.body, &finding.law.variables);
                for (&v, n) in values.iter().zip(1..) {
                    assert_eq!(body.at(&[n]), v, "{what} at {n}: {}", finding.law.words);
                }
            }
        }
    }
    // What the last two digits say has a period, which is stated once a third one would have shown.
    let periods: [(Rule, usize, &str); 5] = [
        (&|n| n % 2 + n % 16 / 8, 128, "n % 2 + (if n % 16 >= 8 then 1 else 0)"),
        (&|n| (n % 8 + n % 16 / 8) % 2, 128, "n % 2 ^ (if n % 16 >= 8 then 1 else 0)"),
        (&|n| i64::from(n % 4 == 0 && n % 16 != 0), 128, "n % 16 in {4, 8, 12}"),
        (&|n| n % 10 + n / 10, 200, "n // 10 + n % 10"),
        (&|n| (n % 9 + n / 9 % 3) % 3, 162, ""),
    ];
    for (value, terms, expected) in periods {
        let values = list(3999, value);
        for few in [60, terms - 1] {
            for finding in find(&sequence("sg", 0, &values[..few]), "sg") {
                let has_period = finding.law.parameter("period").is_some();
                assert!(!has_period, "{few}: {}", finding.law.words);
            }
        }
        let law = law(&values, 0, terms);
        assert!(expected.is_empty() || body(&law) == expected, "{}", body(&law));
    }
}

/// Nim-values of one heap with these options.
fn heap(count: i64, options: impl Fn(i64) -> Vec<i64>) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    for n in 0..count {
        let reached = options(n).into_iter().filter_map(|m| usize::try_from(m).ok());
        let reached: Vec<i64> = reached.filter_map(|m| values.get(m).copied()).collect();
        values.push(mex(reached));
    }
    values
}

/// What too few terms say of the digits is left to who can prove it; nothing is said of what has no
/// such law, and nothing that some term contradicts.
#[test]
fn conjectures_about_digits() {
    let step_or_third = |n| if n > 0 { vec![n - 1, n / 3] } else { Vec::new() };
    let values = heap(6000, step_or_third);
    let table = sequence("sg", 0, &values[..2000]);
    assert!(find(&table, "sg").is_empty());
    let conjecture = detector::conjecture(&table, "sg").expect("a law of ternary digits");
    assert_true(&table, "sg", &conjecture);
    let mut body = Body::new(&conjecture.law.body, &conjecture.law.variables);
    assert!((1..6000).zip(&values[1..]).all(|(n, &value)| body.at(&[n]) == value));
    for at in [700, 1500, 1999] {
        let mut altered = values[..2000].to_vec();
        altered[at] += 1;
        assert_eq!(detector::conjecture(&sequence("sg", 0, &altered), "sg"), None, "{at}");
    }
    let mut random = Random(5);
    let lawless: Vec<i64> = (0..2000).map(|_| random.below(3) as i64).collect();
    assert_eq!(detector::conjecture(&sequence("sg", 0, &lawless), "sg"), None);
    let many: Vec<i64> = (0..2000).collect();
    assert_eq!(detector::conjecture(&sequence("sg", 0, &many), "sg"), None);
}

/// The rows of a triangle, or the antidiagonals of a grid, one behind the other.
fn by_rows(rows: i64, f: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    (0..rows).flat_map(|i| (0..=i).map(move |j| (i, j))).map(|(i, j)| f(i, j)).collect()
}

#[test]
fn triangles_and_antidiagonals() {
    let binomial = |i: i64, j: i64| (0..j).fold(1, |c, k| c * (i - k) / (k + 1));
    let gcd = |mut a: i64, mut b: i64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let cases = [
        (
            by_rows(13, binomial),
            "read as a triangle by rows, i and j from 0: \
             a(i, j) = a(i - 1, j) + a(i - 1, j - 1), a(0, 0) = 1, 0 outside",
        ),
        (
            by_rows(13, |s, j| gcd(s - j + 1, j + 1)),
            "read by antidiagonals, i and j from 1: a(i, j) = gcd(i, j)",
        ),
        (
            by_rows(24, |s, j| (0..6).filter(|k| j >> k & 1 == 1).fold(0, |x, k| x ^ (s - j) << k)),
            "read by antidiagonals, i and j from 0: a(i, j) = carryless(i, j)",
        ),
        (by_rows(13, |s, j| (s - j) ^ j), "read by antidiagonals, i and j from 0: a(i, j) = i ^ j"),
    ];
    for (values, words) in cases {
        // A last row that is cut off changes nothing.
        for cut in [0, 5] {
            let table = sequence("a", 0, &values[..values.len() - cut]);
            let found = find(&table, "a");
            assert_eq!(found[0].law.words, words);
            assert_true(&table, "a", &found[0]);
        }
    }
    // Noise between ones on both sides is no triangle.
    let noise = |i: i64, j: i64| match j == 0 || j == i {
        true => 1,
        false => (((i * 1009 + j) * 7_919) >> 4) & 7,
    };
    assert_eq!(find(&sequence("a", 0, &by_rows(14, noise)), "a"), []);
}

#[test]
fn a_law_stays_within_its_coordinate() {
    let mut table = sequence("sg", 0, &(0..=50).map(|c| 50 - c).collect::<Vec<_>>());
    assert_eq!(detector::find(&table, "sg")[0].next[..2], [-1, -2].map(num_bigint::BigInt::from));
    table.axes[0].is_whole = true;
    let found = detector::find(&table, "sg").remove(0);
    assert!(found.next.is_empty());
    assert_eq!(found.evidence.refuted_by, "nothing: the table has every value of n");
}

#[test]
fn a_period_is_stated_once_it_was_seen_three_times() {
    let mut random = Random(31);
    for period in [20, 31, 44] {
        let turn: Vec<i64> = (0..period).map(|_| random.below(10) as i64).collect();
        let values: Vec<i64> = turn.iter().copied().cycle().take(5 * period).collect();
        let found = |terms: usize| find(&sequence("v", 0, &values[..terms]), "v");
        let early = found(3 * period - 2);
        assert!(early.is_empty(), "{period}: {}", early[0].law.words);
        let words = found(4 * period).remove(0).law.words.to_string();
        assert!(words.starts_with(&format!("v(n + {period}) = v(n)")), "{words}");
    }
}
