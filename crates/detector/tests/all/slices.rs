//! Laws of tables with a coordinate of few values: a parameter, a flag, the last move.

use crate::common;
use crate::common::{grid, sequence};
use detector::{Finding, find};
use table::Table;

fn words(table: &Table, quantity: &str) -> Vec<String> {
    find(table, quantity).into_iter().map(|finding| finding.law.words.to_string()).collect()
}

/// The table with a coordinate that has no other values.
fn with_flag(mut table: Table, axis: usize) -> Table {
    table.axes[axis].is_whole = true;
    table
}

#[test]
fn constants_become_functions_of_the_parameter() {
    // Nimhoff (Blass, Fraenkel, Guerra 1998), Mark-t (Fraenkel 2011).
    let nimhoff = grid("sg", &[("h", 1, 6), ("a", 0, 30), ("b", 0, 30)], |p| {
        p[0] * ((p[1] / p[0]) ^ (p[2] / p[0])) + (p[1] + p[2]) % p[0]
    });
    assert_eq!(words(&nimhoff, "sg"), ["sg(h, a, b) = h * (a // h ^ b // h) + (a + b) % h"]);
    let mark = grid("win", &[("t", 2, 8), ("n", 0, 900)], |p| {
        let mut n = p[1];
        let mut divisions = 0;
        while n > 0 && n % p[0] == 0 {
            (n, divisions) = (n / p[0], divisions + 1);
        }
        i64::from(n > 0 && divisions % 2 == 0)
    });
    let law = "win(t, n) = 1 - valuation(n, t) % 2 for n >= 1";
    assert_eq!(words(&mark, "win"), [law]);
}

#[test]
fn a_class_of_the_parameter_has_its_own_law() {
    let noise = |x: i64| (x.wrapping_mul(0x9E37_79B9) >> 7) & 3;
    let table = grid("sg", &[("k", 1, 8), ("x", 0, 20), ("y", 0, 20)], |p| match p[0] % 2 {
        0 => p[1] ^ p[2],
        _ => noise(p[0] + 31 * p[1] + 1009 * p[2]),
    });
    assert_eq!(words(&table, "sg")[0], "sg(k, x, y) = x ^ y for k % 2 = 0");
}

#[test]
fn members_with_lists_of_different_lengths_have_one_law() {
    // Codeforces 36D: one step right, one step up, or k steps along the diagonal.
    let table = grid("win", &[("k", 2, 7), ("a", 0, 40), ("b", 0, 40)], |p| {
        let (k, least) = (p[0], p[1].min(p[2]));
        let rest = (p[1] - p[2]).abs() + least / (k + 1);
        if least % (k + 1) == k { 1 } else { rest % 2 }
    });
    let law = "win(k, a, b) = if min(a, b) % (k + 1) = k then 1 else \
               (abs(a - b) - min(a, b) // (k + 1)) % 2";
    assert_eq!(words(&table, "win"), [law]);
}

#[test]
fn members_with_the_same_law_are_named_together() {
    let noise = |x: i64| (x.wrapping_mul(0x9E37_79B9) >> 7) & 3;
    let table = grid("sg", &[("k", 1, 4), ("n", 0, 300)], |p| match p[0] {
        2 | 3 => p[1] % 5,
        k => noise(k + 31 * p[1]),
    });
    assert_eq!(words(&table, "sg")[0], "sg(k, n) = n % 5 for k in {2, 3}");
}

#[test]
fn rows_that_begin_late_repeat_with_a_period_of_the_parameter() {
    let period = |d: i64| 2 * (d / 2) + 2;
    let value = |d: i64, r: i64| (37 * r + 11 * d * r * r + 5 * d) % 101;
    let repeated = |d: i64, n: i64| match n {
        n if n <= d => 100 + n,
        n => value(d, (n - d - 1) % period(d)),
    };
    let table = grid("sg", &[("d", 1, 8), ("n", 0, 300)], |p| repeated(p[0], p[1]));
    let found = find(&table, "sg");
    let law = "sg(d, n + (2 * (d // 2) + 2)) = sg(d, n) for n >= d + 1";
    let found: Vec<&Finding> = found.iter().filter(|f| f.law.subject == "sg").collect();
    assert_eq!(found.iter().map(|f| f.law.words.to_string()).collect::<Vec<_>>(), [law]);
    // Where the values before have come back.
    let condition = found[0].law.condition.as_ref().unwrap().to_string();
    assert_eq!(condition, "n >= d + 1 + (2 * (d // 2) + 2)");
    // One member with another period, and there is no such law.
    let other = grid("sg", &[("d", 1, 8), ("n", 0, 300)], |p| match p[0] {
        5 => value(5, p[1] % 9),
        d => repeated(d, p[1]),
    });
    assert!(!words(&other, "sg").contains(&law.to_owned()), "{:?}", words(&other, "sg"));
}

/// Nim with a pass that may be used once, not at the end.
fn nim_with_a_pass(side: i64) -> Table {
    let mut lost = vec![];
    let axes = [("a", 0, side), ("b", 0, side), ("p", 0, 1)];
    grid("win", &axes, |at| {
        let (a, b, p) = (at[0], at[1], at[2]);
        let smaller = (0..a).map(|x| (x, b, p)).chain((0..b).map(|y| (a, y, p)));
        let pass = (p == 1 && a + b > 0).then_some((a, b, 0));
        let wins = smaller.chain(pass).any(|option| lost.contains(&option));
        if !wins {
            lost.push((a, b, p));
        }
        i64::from(wins)
    })
}

#[test]
fn a_flag_has_cases_and_a_few_rows_have_laws_of_their_own() {
    let table = nim_with_a_pass(24);
    let found = words(&table, "win");
    let is_of_a_row = |law: &String| law.contains(" for p = 0") || law.contains(" for p = 1");
    assert!(found.iter().all(is_of_a_row), "{found:?}");
    assert_eq!(found[0], "win(a, b, p) iff a != b for p = 0");
    let [law]: [Finding; 1] = find(&with_flag(table, 2), "win").try_into().unwrap();
    let cases = "win(a, b, p) iff if p = 0 then a != b else ";
    assert!(law.law.words.to_string().starts_with(cases), "{}", law.law.words);
    common::assert_true(&with_flag(nim_with_a_pass(48), 2), "win", &law);
}

#[test]
fn rows_that_repeat_need_no_law_of_their_values() {
    let value =
        |k: i64, r: i64| ((k * 1009 + r).wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as i64) >> 41) & 3;
    let table = grid("sg", &[("k", 17, 40), ("n", 0, 400)], |p| value(p[0], p[1] % (2 * p[0] + 3)));
    assert_eq!(words(&table, "sg"), ["sg(k, n + (2 * k + 3)) = sg(k, n)"]);
    // Rows of one period tell nothing of others.
    let short = grid("sg", &[("a", 0, 2), ("b", 0, 2), ("c", 0, 2), ("n", 0, 2)], |p| {
        if p[0] == 0 { value(p[1], p[2]) } else { value(p[1] + 3 * p[2], 7 * p[0] + p[3]) }
    });
    assert_eq!(words(&short, "sg"), Vec::<String>::new());
}

#[test]
fn ones_at_the_terms_of_a_recurrence() {
    let mut marks = vec![1, 2, 3];
    while marks[marks.len() - 1] < 3000 {
        marks.push(marks[marks.len() - 1] + marks[marks.len() - 3]);
    }
    let lost: Vec<i64> = (0..3000).map(|n| i64::from(!marks.contains(&n))).collect();
    let found = find(&sequence("win", 0, &lost), "win");
    let rule = "h(k) = h(k - 1) + h(k - 3), h(1..3) = 1, 2, 3";
    assert_eq!(found[0].law.words, *format!("win(n) = 0 at the numbers h(k), else 1: {rule}"));
    // One of them elsewhere, and there is no such law.
    let at = usize::try_from(marks[15]).unwrap();
    let mut broken = lost;
    broken.swap(at, at + 1);
    assert!(find(&sequence("win", 0, &broken), "win").is_empty());
}

#[test]
fn intervals_between_powers() {
    // The multiplication game: who reaches n first, multiplying by 2..9.
    let mut wins = vec![0];
    for n in 2..=6000usize {
        let best = (2..=9).map(|k| wins[n.div_ceil(k) - 1]).min();
        wins.push(i64::from(best == Some(0)));
    }
    let found = find(&sequence("win", 1, &wins), "win");
    assert_eq!(found[0].law.words, "win(n) = 1 iff 18^k < n <= 9*18^k for a k >= 0");
    assert_eq!(found[0].law.from, Some(2));
    let mut body = common::Body::new(&found[0].law.body, &found[0].law.variables);
    assert!((2..=6000).all(|n| body.at(&[n]) == wins[usize::try_from(n).unwrap() - 1]));
}

#[test]
fn games_of_three_piles() {
    let pair = |x: i64, y: i64| (x ^ y) - 1;
    let axes = [("a", 0, 15), ("b", 0, 15), ("c", 0, 15)];
    let welter = grid("sg", &axes, |p| {
        p[0] ^ p[1] ^ p[2] ^ pair(p[0], p[1]) ^ pair(p[0], p[2]) ^ pair(p[1], p[2])
    });
    let law = "sg(a, b, c) = a ^ b ^ c ^ (((a ^ b) - 1) ^ ((a ^ c) - 1) ^ ((b ^ c) - 1))";
    assert_eq!(words(&welter, "sg"), [law]);
    let exact = grid("sg", &axes, |p| {
        let sum: i64 = p.iter().sum();
        (sum / 2).min(sum - p.iter().max().unwrap())
    });
    assert_eq!(
        words(&exact, "sg"),
        ["sg(a, b, c) = min((a + b + c) // 2, a + b + c - max(a, b, c))"]
    );
}

#[test]
fn a_corner_is_an_exception_and_what_grows_is_not() {
    let lost = [[2, 2], [3, 1], [4, 0]];
    let corner =
        grid("win", &[("a", 0, 39), ("b", 0, 39)], |p| i64::from(!lost.contains(&[p[0], p[1]])));
    let law = "win(a, b) = 1, except at (a, b) = (2, 2), (3, 1), (4, 0)";
    assert_eq!(words(&corner, "win"), [law]);
    let growing =
        |p: &[i64]| i64::from(![[1, 1], [4, 4], [16, 16], [64, 64]].contains(&[p[0], p[1]]));
    let growing = grid("win", &[("a", 0, 62), ("b", 0, 62)], growing);
    assert_eq!(words(&growing, "win"), Vec::<String>::new());
}
