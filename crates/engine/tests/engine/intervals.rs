//! Values that are the same on intervals of heaps, against the definition.

use crate::common::{MEANS, column, compile, request};
use crate::random_rules::cases;
use draw::{Draw, check, prop_assert, prop_assert_eq};
use engine::{Component, Kernel, Request};

/// A move into a range of smaller heaps whose ends do not fall.
fn moves(d: &mut Draw) -> String {
    if d.chance(20) {
        return d.text("move n -> n // <2..6> if n > 0\n");
    }
    let range = d.text(
        "<0|1|isqrt(n)|n // 3|n // 4 + 1|min(n // 5, 40)|3 ** 2>..\
         <n // 2|isqrt(n)|isqrt(n) * 2|n // 2 + 1|n - 1|max(n // 3, isqrt(n))|isqrt(n * n // 3) - 2>",
    );
    let guards = [
        " and y ** 4 >= n",
        " and y * y <= n",
        " and 3 * y <= n",
        " and n >= 10",
        " and n < 60",
        " and y ** 2 + 5 >= n // 3",
        " and n - y >= 3",
        " and y > 2",
        " and 3 < 2 ** min(y, 9) <= n",
        " and min(y, 20) * 2 >= isqrt(n)",
    ];
    let guards = d.many(0..3, |d| d.pick(&guards)).concat();
    format!("move n -> y for y in {range} if y < n{guards}\n")
}

#[test]
fn intervals_have_the_values_of_their_heaps() {
    let input = |d: &mut Draw| (d.many(0..3, moves), d.int(60..220));
    check(cases().div_ceil(4), input, |(moves, last)| {
        let text = format!("game g\nheap n\nmove n -> y for y in 1..n // 2\n{}", moves.concat());
        let game = compile(&text).unwrap_or_else(|d| panic!("{d:?}\n{text}"));
        let asked = Request { kernel: Kernel::Oracle, ..request(&format!("n={last}"), "sg") };
        let table = game.table(&asked, MEANS).expect("a table");
        let values = column(&table, "sg");
        let Some(intervals) = game.intervals(last) else { panic!("{text}") };
        for (n, sg) in (0..).zip(values) {
            let interval = intervals.of(n).expect("an interval");
            prop_assert!(interval.first <= n && n <= interval.last);
            prop_assert_eq!(interval.sg, sg, "{} {}", &text, n);
        }
        let answer = game.ask(&[Component::own(vec![last])], MEANS).expect("an answer");
        let mut won: Vec<i64> = answer.winning.iter().map(|m| m.steps[0].parts[0].at[0]).collect();
        let mut found: Vec<i64> =
            intervals.moves(last, 0).flat_map(|(_, least, most)| least..=most).collect();
        won.sort_unstable();
        found.sort_unstable();
        prop_assert_eq!(found, won, "{}", text);
        Ok(())
    });
}

#[test]
fn ranges_whose_ends_may_fall_are_not_taken() {
    let intervals = |moves: &str| {
        let text = format!("game g\nheap n\nmove n -> {moves}\n");
        compile(&text).unwrap_or_else(|d| panic!("{d:?}\n{text}")).intervals(1000)
    };
    assert!(intervals("y for y in 1..n // 2").is_some());
    for other in [
        "y for y in 1..n - n // 2 if y < n",
        "y for y in 0..n % 10 if y < n",
        "y for y in 1..n // 2 if y % 2 = 0",
        "y for y in 1..n // 2 if y >= 10 - n",
        "y for y in 1..n // 2 if y <= 900 - n",
        "y for y in 1..n // 2 if y * (n - 7) <= 50",
        "y for y in 1..n // 2 if y ** 4 = n",
        "y for y in 1..n // 2 if y > 3 or n < 9",
        "y for y in 1..n // 2 if y + n > 30",
        "y for y in max(n - 9, 0)..n - 1",
        "n - y for y in 1..n // 2",
        "y | y for y in 1..n // 2",
        "2 * y for y in 1..n // 4",
        "n // 2 if n > 0",
    ] {
        assert!(intervals(other).is_none(), "{other}");
    }
}

#[test]
fn furlo_and_rublo_play_to_ten_to_the_eighteen() {
    let text = include_str!("../../../cli/tests/data/brought/cf255e-furlo-rublo.game");
    let intervals = compile(text).expect("a rule").intervals(1_000_000_000_000_000_000);
    let all: Vec<(i64, i64)> =
        intervals.expect("intervals").all.iter().map(|i| (i.first, i.sg)).collect();
    // Codeforces Round 156, problem E: 0, 1, 2, 0, 3, 1, 2.
    let known = [(0, 0), (4, 1), (16, 2), (82, 0), (6724, 3), (50626, 1), (2_562_991_876, 2)];
    assert_eq!(all[..7], known);
}
