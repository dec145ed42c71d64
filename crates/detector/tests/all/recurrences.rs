//! Recurrences: with polynomial coefficients, modulo a number, of grids; partial sums; and candidates
//! for a law of few terms.

use crate::common::{Body, Random, grid, sequence};
use detector::{candidates, find, find_with_wrong_terms};
use expr::law::LawKind;

/// The law of the first terms, which must give the others too.
fn law(all: &[i64], terms: usize) -> Option<detector::Finding> {
    let finding = find(&sequence("a", 0, &all[..terms]), "a").into_iter().next()?;
    let mut body = Body::new(&finding.law.body, &finding.law.variables);
    for (n, &value) in (0..).zip(all) {
        assert_eq!(body.at(&[n]), value, "{} at {n}", finding.law.words);
    }
    Some(finding)
}

/// `c_0(n) a(n) = ...` modulo m, in 128 bits.
fn modular(m: i128, first: &[i64], next: impl Fn(i128, &[i64]) -> i128, count: usize) -> Vec<i64> {
    let mut terms = first.to_vec();
    while terms.len() < count {
        let value = next(terms.len() as i128, &terms).rem_euclid(m);
        terms.push(i64::try_from(value).unwrap());
    }
    terms
}

fn inverse(a: i128, m: i128) -> i128 {
    arith::recurrences::inverse(a, m).unwrap()
}

#[test]
fn recurrences_modulo_a_number_that_is_not_told() {
    let back = |a: &[i64], k: usize| i128::from(a[a.len() - k]);
    // in use, and not
    for m in [1_000_000_007, 998_244_353, 1_000_000_009, 123_456_791, 1 << 40] {
        let pell = modular(m, &[0, 1], |_, a| 2 * back(a, 1) + back(a, 2), 300);
        let finding = law(&pell, 80).unwrap_or_else(|| panic!("Pell numbers modulo {m}"));
        assert_eq!(
            finding.law.words.to_string(),
            format!("a(n) = 2 a(n - 1) + a(n - 2) modulo {m}, a(0..1) = 0, 1")
        );
    }
    for m in [1_000_000_007, 998_244_353, 2_147_483_647] {
        let schroeder = |n: i128, a: &[i64]| {
            let sum = (6 * n - 3) * back(a, 1) - (n - 2) * back(a, 2);
            sum.rem_euclid(m) * inverse(n + 1, m)
        };
        let finding = law(&modular(m, &[1, 2], schroeder, 200), 50).unwrap();
        let words = "(n + 1) a(n) = (6 n - 3) a(n - 1) - (n - 2) a(n - 2)";
        assert!(finding.law.words.to_string().starts_with(words), "{}", finding.law.words);
        assert_eq!(finding.law.kind, LawKind::Recurrence);
        // n! from the first term that is reduced on
        let factorials = modular(m, &[1], |n, a| n * back(a, 1), 200);
        assert!(law(&factorials, 40).is_some(), "factorials modulo {m}");
    }
}

#[test]
fn a_wrong_term_or_none_of_it_has_no_recurrence() {
    let m = 1_000_000_007;
    let fibonacci = modular(m, &[0, 1], |_, a| i128::from(a[a.len() - 1] + a[a.len() - 2]), 100);
    for at in [20, 60, 99] {
        let mut wrong = fibonacci.clone();
        wrong[at] += 1;
        let found = find_with_wrong_terms(&sequence("a", 0, &wrong), "a");
        let named: Vec<_> = found.into_iter().map(|finding| finding.law.exceptions).collect();
        // After the last term the law may end.
        let expected = (at < 90).then(|| vec![(vec![at as i64], wrong[at])]);
        assert_eq!(named, Vec::from_iter(expected), "wrong at {at}");
    }
    let mut random = Random(11);
    for most in [1000, 1_000_000_007, i64::MAX as usize] {
        let noise: Vec<i64> = (0..100).map(|_| random.below(most) as i64).collect();
        assert_eq!(find(&sequence("a", 0, &noise), "a"), []);
        assert_eq!(candidates(&sequence("a", 0, &noise), "a"), []);
    }
    // A recurrence that ends: the terms double, and later do not.
    let ends: Vec<i64> = (0..60).map(|n| if n < 50 { 1 << n } else { 1 << 50 }).collect();
    assert_eq!(find(&sequence("a", 0, &ends), "a"), []);
}

/// The law of a corner of the grid, which must give all of it.
fn grid_law(side: i64, shown: i64, f: impl Fn(&[i64]) -> i64) -> Option<String> {
    let table = grid("a", &[("i", 0, shown - 1), ("j", 0, shown - 1)], |p| f(p));
    let finding = find(&table, "a").into_iter().next()?;
    let mut body = Body::new(&finding.law.body, &finding.law.variables);
    for p in (0..side).flat_map(|i| (0..side).map(move |j| [i, j])) {
        assert_eq!(body.at(&p), f(&p), "{} at {p:?}", finding.law.words);
    }
    Some(finding.law.words.to_string())
}

/// Values of a recurrence, 0 outside.
fn on_lattice(
    side: usize,
    next: impl Fn(i64, i64, &dyn Fn(i64, i64) -> i64) -> i64,
) -> Vec<Vec<i64>> {
    let mut rows: Vec<Vec<i64>> = vec![vec![0; side]; side];
    rows[0][0] = 1;
    for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))).skip(1) {
        let value = |x: i64, y: i64| {
            let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
            cell.and_then(|(x, y)| rows.get(x)?.get(y).copied()).unwrap_or(0)
        };
        rows[i][j] = next(i as i64, j as i64, &value);
    }
    rows
}

#[test]
fn recurrences_of_grids() {
    type Next<'a> = &'a dyn Fn(i64, i64, &dyn Fn(i64, i64) -> i64) -> i64;
    let laws: [(Next<'_>, &str); 5] = [
        (
            &|i, j, f| f(i - 1, j) + f(i - 1, j - 1),
            "a(i, j) = a(i - 1, j) + a(i - 1, j - 1), a(0, 0) = 1, 0 outside",
        ),
        // Eulerian numbers
        (
            &|i, j, f| (j + 1) * f(i - 1, j) + (i - j) * f(i - 1, j - 1),
            "a(i, j) = (j + 1) a(i - 1, j) - (j - i) a(i - 1, j - 1), a(0, 0) = 1, 0 outside",
        ),
        // Stirling numbers of the first kind
        (
            &|i, j, f| (i - 1) * f(i - 1, j) + f(i - 1, j - 1),
            "a(i, j) = (i - 1) a(i - 1, j) + a(i - 1, j - 1), a(0, 0) = 1, 0 outside",
        ),
        // Ballot numbers
        (
            &|i, j, f| if j > i { 0 } else { f(i - 1, j) + f(i, j - 1) },
            "a(i, j) = a(i - 1, j) + a(i, j - 1), a(0, 0) = 1, 0 outside and for j > i",
        ),
        (
            &|i, j, f| (f(i - 1, j) + 3 * f(i, j - 1) + f(i - 1, j - 1)) % 998_244_353,
            "a(i, j) = a(i - 1, j) + 3 a(i, j - 1) + a(i - 1, j - 1) modulo 998244353, a(0, 0) = 1, 0 outside",
        ),
    ];
    for (next, words) in laws {
        let all = on_lattice(15, next);
        let at = |p: &[i64]| all[p[0] as usize][p[1] as usize];
        assert_eq!(grid_law(15, 12, at).as_deref(), Some(words));
        // one wrong cell
        let wrong = |p: &[i64]| at(p) + i64::from(p == [7, 5]);
        let table = grid("a", &[("i", 0, 11), ("j", 0, 11)], |p| wrong(p));
        assert_eq!(find(&table, "a"), [], "{words}");
    }
    let mut random = Random(5);
    let noise = grid("a", &[("i", 0, 11), ("j", 0, 11)], |_| random.below(3) as i64);
    assert_eq!(find(&noise, "a"), []);
}

#[test]
fn partial_sums() {
    let divisors = |n: i64| (1..=n).filter(|d| n % d == 0).count() as i64;
    let mut so_far = 0;
    let sums: Vec<i64> = (0..200)
        .map(|n| {
            so_far += if n > 0 { divisors(n) } else { 0 };
            so_far
        })
        .collect();
    assert_eq!(law(&sums, 40).unwrap().law.body.to_string(), "sum{numdivisors(k) for k in 1..n}");
    let mut wrong = sums[..60].to_vec();
    wrong[30] += 1;
    for finding in find(&sequence("a", 0, &wrong), "a") {
        assert_eq!(finding.law.exceptions, [(vec![30], wrong[30])], "{}", finding.law.words);
    }
}

#[test]
fn candidates_of_few_terms() {
    let first = |values: &[i64]| {
        let found = candidates(&sequence("a", 0, values), "a");
        found.first().map(|finding| finding.law.body.to_string())
    };
    let list = |terms: i64, f: &dyn Fn(i64) -> i64| (0..terms).map(f).collect::<Vec<i64>>();
    let ones = |n: i64| i64::from(n.count_ones());
    for terms in [12, 16, 20, 30] {
        assert_eq!(first(&list(terms, &ones)).as_deref(), Some("popcount(n)"), "{terms} terms");
        assert_eq!(first(&list(terms, &|n| n * n / 4)).as_deref(), Some("n * n // 4"));
    }
    let third = candidates(&sequence("a", 0, &list(12, &|n| n % 3)), "a");
    let third: Vec<String> = third.iter().map(|f| f.law.words.to_string()).collect();
    assert_eq!(third, ["a(n) = n % 3"]);
    // Each predicts something else, and none is a law.
    let few = sequence("a", 0, &list(12, &ones));
    assert_eq!(find(&few, "a"), []);
    let found = candidates(&few, "a");
    for (i, one) in found.iter().enumerate() {
        assert!(!one.next.is_empty() && found[..i].iter().all(|other| other.next != one.next));
    }
    // Noise has none, whatever is shorter than its list.
    let mut random = Random(3);
    let mut claims = 0;
    for _ in 0..40 {
        let noise: Vec<i64> = (0..16).map(|_| random.below(6) as i64).collect();
        claims += candidates(&sequence("a", 0, &noise), "a").len();
    }
    assert!(claims <= 4, "{claims} candidates of noise");
    let two = grid("a", &[("i", 0, 5), ("j", 0, 5)], |p| p[0]);
    assert_eq!(candidates(&two, "a"), []);
}
