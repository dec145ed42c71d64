//! Recurrences that divide the index, from few terms.

use crate::common::sequence;
use detector::find;
use draw::{Draw, check, prop_assert, prop_assert_eq, prop_assert_ne};

/// The first 47 terms of A236305, a 2-regular sequence: how many positions of Nim with three heaps of at
/// most n are lost.
fn lost_positions(count: i64) -> Vec<i64> {
    let lost = |n: i64| {
        let pairs = (0..=n).flat_map(|a| (0..=n).map(move |b| a ^ b));
        i64::try_from(pairs.filter(|c| *c <= n).count()).unwrap()
    };
    (0..count).map(lost).collect()
}

#[test]
fn lost_positions_of_nim() {
    let terms = lost_positions(59);
    let found = find(&sequence("a", 0, &terms[..47]), "a");
    assert_eq!(
        found[0].law.words,
        "a(n) = f(n + 1): f(2x) = 4 f(x), f(2x + 1) = 2 f(x) + 2 f(x + 1) - 3, f(1) = 1"
    );
    let next: Vec<_> = terms[47..].iter().map(|&k| k.into()).collect();
    assert_eq!(found[0].next, next);
    let mut altered = terms[..47].to_vec();
    for place in [9, 20, 33, 45] {
        altered[place] += 2;
        for law in find(&sequence("a", 0, &altered), "a") {
            assert_ne!(law.law.kind, expr::law::LawKind::Regular, "{}", law.law.words);
        }
        altered[place] -= 2;
    }
}

/// `f(2n) = a f(n) + c n + d`, `f(2n + 1) = p f(n) + q f(n + 1) + r n + s` from n = 1 on.
fn divided([a, c, d]: [i64; 3], [p, q, r, s]: [i64; 4], count: i64) -> Vec<i64> {
    let mut f: Vec<i64> = vec![0, 1];
    for m in 2..count {
        let n = usize::try_from(m / 2).unwrap();
        let of_even = || a * f[n] + c * (m / 2) + d;
        // at n = 1 the next term is the one before
        f.push(if m % 2 == 0 { of_even() } else { p * f[n] + q * f[n + 1] + r * (m / 2) + s });
    }
    f
}

/// The numbers of [`divided`].
fn coefficients(d: &mut Draw) -> ([i64; 3], [i64; 4]) {
    let even = [1..5, -1..2, -3..4].map(|range| d.int(range));
    (even, [-2..4, 1..4, -1..2, -3..4].map(|range| d.int(range)))
}

#[test]
fn recurrences_are_found_from_few_terms() {
    let input = |d: &mut Draw| (coefficients(d), d.size(60..90), d.int(0..2));
    check(12, input, |((even, odd), count, by)| {
        let all = divided(even, odd, 130);
        let lo = 1 - by;
        let terms = &all[1..];
        for law in find(&sequence("v", lo, &terms[..count]), "v") {
            let next: Vec<_> = terms[count..][..law.next.len()].iter().map(|&k| k.into()).collect();
            prop_assert_eq!(&law.next, &next, "{}", law.law.words);
        }
        if terms[..count].iter().collect::<std::collections::HashSet<_>>().len() >= 20 {
            prop_assert!(!find(&sequence("v", lo, &terms[..count]), "v").is_empty(), "{terms:?}");
        }
        Ok(())
    });
}

#[test]
fn altered_ones_are_none() {
    let input = |d: &mut Draw| (coefficients(d), d.size(8..70), d.int(1..9));
    check(12, input, |((even, odd), place, more)| {
        let mut terms = divided(even, odd, 71);
        terms[place] += more;
        for law in find(&sequence("v", 1, &terms[1..]), "v") {
            prop_assert_ne!(law.law.kind, expr::law::LawKind::Regular, "{}", law.law.words);
        }
        Ok(())
    });
}
