//! Pairs that use every number once, `b = s a + t n`: found in grids and in lists of either side, and
//! nothing of them in pairs that are no longer so.

use crate::common::{assert_true, grid, sequence};
use detector::find;
use draw::{Draw, check, prop_assert, prop_assert_eq, prop_assume};
use table::Table;

/// The pairs with `a` below 400.
fn pairs(s: i64, t: i64) -> Vec<(i64, i64)> {
    let mut used = std::collections::HashSet::new();
    let mut pairs = Vec::new();
    let mut a = 0;
    for i in 0.. {
        while used.contains(&a) {
            a += 1;
        }
        if a >= 400 {
            break;
        }
        pairs.push((a, s * a + t * i));
        used.extend([a, s * a + t * i]);
    }
    pairs
}

fn win(pairs: &[(i64, i64)], side: i64) -> Table {
    grid("win", &[("a", 0, side), ("b", 0, side)], |p| {
        i64::from(!pairs.contains(&(p[0].min(p[1]), p[0].max(p[1]))))
    })
}

#[test]
fn a_heap_game_with_its_pairs() {
    let findings = find(&win(&pairs(2, 1), 60), "win");
    let said: Vec<String> = findings.iter().map(|found| found.law.words.to_string()).collect();
    assert_eq!(
        said,
        [
            "P-positions (a <= b): (a(i), 2*a(i) + i), a(i) the least number in no pair before, i = 0, 1, 2, ...",
            "a(i) = fraenkel(i, 2, 1)",
            "b(i) = 2 * fraenkel(i, 2, 1) + i"
        ]
    );
    assert_eq!(
        findings[0].law.body.to_string(),
        "max(a, b) < 2 * min(a, b) or min(a, b) != fraenkel(max(a, b) - 2 * min(a, b), 2, 1)"
    );
}

#[test]
fn pairs_of_games_have_their_law() {
    let input = |d: &mut Draw| (d.int(2..5), d.int(1..5));
    check(16, input, |(s, t)| {
        let all = pairs(s, t);
        let side = 30 * (s + t);
        let found = find(&win(&all, side), "win");
        prop_assert!(!found.is_empty(), "{s} {t}");
        assert_true(&win(&all, 399), "win", &found[0]);
        Ok(())
    });
}

#[test]
fn pairs_that_are_altered_have_none() {
    let input =
        |d: &mut Draw| (d.int(2..5), d.int(1..5), d.size(3..15), d.pick(&[1, 2, 3, -1, -1, -1]));
    check(16, input, |(s, t, place, by)| {
        let mut all = pairs(s, t);
        all[place].1 += by;
        let found = find(&win(&all, 30 * (s + t)), "win");
        for law in found {
            prop_assert!(!law.law.body.to_string().contains("fraenkel"), "{}", law.law.words);
        }
        Ok(())
    });
}

#[test]
fn either_side_is_a_list() {
    let input = |d: &mut Draw| (d.int(2..4), d.int(1..4), d.size(100..140), d.size(0..2));
    check(16, input, |(s, t, count, skipped)| {
        let all = pairs(s, t);
        let lo = i64::try_from(skipped).unwrap();
        for side in [|p: &(i64, i64)| p.0, |p: &(i64, i64)| p.1] {
            let list: Vec<i64> = all.iter().skip(skipped).map(side).collect();
            let found = find(&sequence("v", lo, &list[..count]), "v");
            prop_assert!(!found.is_empty(), "{s} {t} {list:?}");
            let next: Vec<_> = list[count..][..12].iter().map(|&k| k.into()).collect();
            prop_assert_eq!(&found[0].next, &next, "{}", found[0].law.words);
        }
        Ok(())
    });
}

#[test]
fn altered_lists_are_not_of_pairs() {
    let input = |d: &mut Draw| (d.int(2..5), d.int(1..5), d.size(5..60), d.flag());
    check(16, input, |(s, t, place, is_greater)| {
        let all = pairs(s, t);
        let mut list: Vec<i64> = all.iter().map(|p| if is_greater { p.1 } else { p.0 }).collect();
        list.truncate(70);
        let between = list[place] - list[place - 1];
        prop_assume!(between > 1);
        list[place] -= 1;
        for law in find(&sequence("v", 0, &list), "v") {
            prop_assert!(
                law.law.exceptions.len() == 1 || !law.law.body.to_string().contains("fraenkel")
            );
        }
        Ok(())
    });
}
