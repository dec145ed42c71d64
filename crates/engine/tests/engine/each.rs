//! Moves that leave as many positions as a list has entries, against lists written in the test.

use crate::common::{MEANS, column, compile, request};
use draw::{Draw, check, prop_assert_eq};
use engine::{Game, Kernel, Request, Stop};
use std::ops::Range;

/// A move from n as a rule states it, and the sums that it leaves.
struct Deal {
    text: &'static str,
    sums: fn(i64) -> Vec<Vec<i64>>,
}

fn consecutive(n: i64) -> Vec<Vec<i64>> {
    let runs = (2..=n).flat_map(|m| (1..n).map(move |i| (i..i + m).collect::<Vec<i64>>()));
    runs.filter(|run| run.iter().sum::<i64>() == n).collect()
}

const DEALS: [Deal; 8] = [
    Deal {
        text: "n -> each [i + k for k in 0..m - 1] for m in 2..n, i in 1..n // m if m * i + m * (m - 1) // 2 = n",
        sums: consecutive,
    },
    Deal {
        text: "n -> each [n // m for k in 1..m] for m in 2..n if n % m = 0",
        sums: |n| (2..=n).filter(|m| n % m == 0).map(|m| vec![n / m; m as usize]).collect(),
    },
    Deal {
        text: "n -> each {d for d in 1..n - 1 if n % d = 0} if n > 0",
        sums: |n| match n {
            0 => vec![],
            _ => vec![(1..n).filter(|d| n % d == 0).collect()],
        },
    },
    Deal {
        text: "n -> n - t | each [k % 3 for k in 1..t if k != 2] for t in 1..min(n, 4) if n > t",
        sums: |n| {
            let rest = |t: i64| (1..=t).filter(|k| *k != 2).map(|k| k % 3);
            let sum = |t: i64| std::iter::once(n - t).chain(rest(t)).collect();
            (1..=n.min(4)).filter(|t| n > *t).map(sum).collect()
        },
    },
    Deal {
        text: "n -> each zeckendorf(n) | n - 2 if n not in fibonacci and n > 1",
        sums: |n| {
            let fibonacci = [34, 21, 13, 8, 5, 3, 2, 1];
            if n <= 1 || fibonacci.contains(&n) {
                return vec![];
            }
            let (mut left, mut parts) = (n, vec![n - 2]);
            for f in fibonacci {
                if f <= left {
                    parts.push(f);
                    left -= f;
                }
            }
            vec![parts]
        },
    },
    Deal {
        text: "each [n - 1, n - 1, k] for k in 0..n - 1 if n > 0",
        sums: |n| if n > 0 { (0..n).map(|k| vec![n - 1, n - 1, k]).collect() } else { vec![] },
    },
    Deal {
        text: "n -> each [j for j in 1..n - 1 if j & n = 0] if n > 0 and n % 3 = 0",
        sums: |n| match n > 0 && n % 3 == 0 {
            true => vec![(1..n).filter(|j| j & n == 0).collect()],
            false => vec![],
        },
    },
    Deal {
        text: "n -> each [n - c[k] for k in 0..size(c) - 1 if c[k] <= n] if n > 0",
        sums: |n| {
            let left = |n: i64| [3, 1, 5].into_iter().filter(move |c| *c <= n).map(move |c| n - c);
            if n > 0 { vec![left(n).collect()] } else { vec![] }
        },
    },
];

fn rule(deals: &[usize], more: &str) -> String {
    let moves: String = deals.iter().map(|&i| format!("move {}\n", DEALS[i].text)).collect();
    format!("game g(c = [3, 1, 5])\nheap n\n{moves}{more}")
}

/// Grundy values by the definition; `takes`: two may be taken as well.
fn values(deals: &[usize], takes: bool, to: i64) -> Vec<i64> {
    let mut all: Vec<i64> = Vec::new();
    for n in 0..=to {
        let taken = (takes && n > 1).then(|| vec![n - 2]);
        let sums = deals.iter().flat_map(|&i| (DEALS[i].sums)(n)).chain(taken);
        let value = |sum: Vec<i64>| sum.iter().fold(0, |value, &part| value ^ all[part as usize]);
        let options: Vec<i64> = sums.map(value).collect();
        all.push((0..).find(|value| !options.contains(value)).expect("a value"));
    }
    all
}

fn tabulated(game: &Game, kernel: Kernel, bounds: &str, quantities: &str) -> Vec<Vec<i64>> {
    let request = Request { kernel, ..request(bounds, quantities) };
    let table = game.table(&request, MEANS).expect("a table");
    quantities.split(',').map(|name| column(&table, name)).collect()
}

/// The places of some of the deals.
fn some_deals(d: &mut Draw, sizes: Range<usize>) -> Vec<usize> {
    d.subset(0..DEALS.len() as i64, sizes).into_iter().map(|deal| deal as usize).collect()
}

#[test]
fn a_move_leaves_a_position_for_every_entry() {
    let input = |d: &mut Draw| (some_deals(d, 1..4), d.flag());
    check(40, input, |(deals, takes)| {
        let more = if takes { "move n -> n - 2 if n > 1\n" } else { "" };
        let game = compile(&rule(&deals, more)).unwrap_or_else(|d| panic!("{d:?}"));
        let expected = values(&deals, takes, 30);
        for kernel in [Kernel::Auto, Kernel::Machine, Kernel::Oracle] {
            prop_assert_eq!(&tabulated(&game, kernel, "n=30", "sg")[0], &expected, "{:?}", deals);
        }
        let all = "win,moves,least,greatest";
        let fast = tabulated(&game, Kernel::Auto, "n=14", all);
        prop_assert_eq!(fast, tabulated(&game, Kernel::Oracle, "n=14", all));
        Ok(())
    });
}

#[test]
fn misere_play_and_ends_of_sums_are_those_of_the_definition() {
    let ends = ["", "stuck wins\n", "lose when any n = 4\n", "play every\n"];
    let input = |d: &mut Draw| (some_deals(d, 1..3), d.pick(&ends));
    check(40, input, |(deals, end)| {
        let game = compile(&rule(&deals, end)).unwrap_or_else(|d| panic!("{d:?}"));
        let fast = tabulated(&game, Kernel::Auto, "n=4", "win,misere");
        prop_assert_eq!(
            fast,
            tabulated(&game, Kernel::Oracle, "n=4", "win,misere"),
            "{:?} {}",
            deals,
            end
        );
        Ok(())
    });
}

#[test]
fn partizan_moves_leave_lists_too() {
    for (left, right) in DEALS.iter().flat_map(|left| DEALS.iter().map(move |right| (left, right)))
    {
        let text =
            format!("game g(c = [3, 1, 5])\nheap n\nleft {}\nright {}\n", left.text, right.text);
        let game = compile(&text).unwrap_or_else(|d| panic!("{d:?}"));
        let fast = tabulated(&game, Kernel::Auto, "n=4", "left,right");
        assert_eq!(fast, tabulated(&game, Kernel::Oracle, "n=4", "left,right"), "{text}");
    }
}

#[test]
fn parts_that_are_no_positions_are_an_error() {
    for (movement, part) in [
        ("n -> each [n - 5, n - 1] if n > 0", "not a position"),
        ("n -> each squares if n > 3", "say how far it goes"),
        ("n -> each [n // (k - 2) for k in 0..2] if n > 1", "zero"),
    ] {
        let game = compile(&format!("game g\nheap n\nmove {movement}\n"));
        let said = match game {
            Err(mistakes) => format!("{mistakes:?}"),
            Ok(game) => match game.table(&request("n=9", "sg"), MEANS) {
                Err(Stop::Refused(why)) => why.to_string(),
                Err(Stop::Valueless(mistake)) => mistake.message,
                Err(Stop::Mistake(mistakes)) => format!("{mistakes:?}"),
                other => panic!("{movement}: {other:?}"),
            },
        };
        assert!(said.contains(part), "{movement}: {said}");
    }
}

#[test]
fn a_part_that_is_not_smaller_is_an_error() {
    let game = compile("game g\nheap n\nmove n -> each [k for k in 1..n] if n > 0\n");
    let ended = game.map(|game| game.table(&request("n=9", "sg"), MEANS));
    assert!(!matches!(ended, Ok(Ok(_))), "{ended:?}");
}
