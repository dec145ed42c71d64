//! Games whose positions are rows and sets, against play by hand-written rules.

use crate::common::{MEANS, column, compile, request, table};
use engine::{Game, Kernel, Positions, Request, Stop};
use std::collections::{BTreeSet, HashMap};

/// Grundy values of all sets within 1..=n by the options as `moves` lists them.
fn by_hand(n: u32, moves: &dyn Fn(u64) -> Vec<u64>) -> Vec<i64> {
    fn value(mask: u64, moves: &dyn Fn(u64) -> Vec<u64>, known: &mut HashMap<u64, i64>) -> i64 {
        if let Some(&value) = known.get(&mask) {
            return value;
        }
        let options: BTreeSet<i64> =
            moves(mask).into_iter().map(|option| value(option, moves, known)).collect();
        let mex = (0..).find(|v| !options.contains(v)).expect("finitely many options");
        known.insert(mask, mex);
        mex
    }
    let mut known = HashMap::new();
    (0..1u64 << n).map(|mask| value(mask, moves, &mut known)).collect()
}

fn members(mask: u64) -> Vec<u64> {
    (1..=64).filter(|x| mask >> (x - 1) & 1 == 1).collect()
}

fn bit(x: u64) -> u64 {
    1 << (x - 1)
}

const KAYLES: &str = "game kayles
state (A subset 1..9)
move one: A -> A - {x}        for x in A
move two: A -> A - {x, x + 1} for x in A if x + 1 in A
";

const RIGHT_EMPTY: &str = "game right-empty
state (A subset 1..8)
move A -> A - {x} + {y} for x in A, y in x + 1..8 if y not in A and all{z in A for z in x + 1..y - 1}
";

const DIVISORS: &str = "game divisors
state (A subset 1..10)
move A -> A - {d for d in 1..10 if x % d = 0} for x in A
";

/// The table of a rule by machine and by definition, which must agree.
fn both(text: &str, bounds: &str) -> Vec<i64> {
    let game = compile(text).unwrap_or_else(|d| panic!("{d:?}\n{text}"));
    let quantities = "sg,win,misere,remoteness,moves,least,greatest";
    let fast = game.table(&request(bounds, quantities), MEANS).expect("a table");
    let defined = Request { kernel: Kernel::Oracle, ..request(bounds, quantities) };
    let slow = game.table(&defined, MEANS).expect("a table");
    assert_eq!(fast, slow, "{text}");
    column(&fast, "sg")
}

#[test]
fn kayles_on_a_strip() {
    let moves = |mask: u64| {
        let one = members(mask).into_iter().map(|x| mask & !bit(x));
        let pairs = members(mask).into_iter().filter(|&x| mask & bit(x + 1) != 0);
        one.chain(pairs.map(|x| mask & !bit(x) & !bit(x + 1))).collect()
    };
    let values = both(KAYLES, "");
    assert_eq!(values, by_hand(9, &moves));
    // Rows of adjacent pins, from Winning Ways, chapter 4.
    for (n, printed) in [0, 1, 2, 3, 1, 4, 3, 2, 1, 4].into_iter().enumerate() {
        assert_eq!(values[(1 << n) - 1], printed, "{n} pins");
    }
}

#[test]
fn stones_that_jump_right_raise_the_number_of_their_set() {
    let moves = |mask: u64| {
        let jump = |x: u64| {
            let y = (x + 1..=8).find(|&y| mask & bit(y) == 0)?;
            Some(mask & !bit(x) | bit(y))
        };
        members(mask).into_iter().filter_map(jump).collect()
    };
    assert_eq!(both(RIGHT_EMPTY, ""), by_hand(8, &moves));
}

#[test]
fn a_number_goes_with_its_divisors() {
    let moves = |mask: u64| {
        let without =
            |x: u64| (1..=10).filter(|&d| x.is_multiple_of(d)).fold(mask, |rest, d| rest & !bit(d));
        members(mask).into_iter().map(without).collect()
    };
    assert_eq!(both(DIVISORS, ""), by_hand(10, &moves));
}

#[test]
fn coins_move_left_or_capture() {
    // A coin moves left past nobody, or two neighbours go and one comes in two places on.
    let text = "game coins
state (A subset 0..8)
move left: A -> A - {x} + {y} for x in A, y in 0..8 if y < x and not any{z in A for z in y..x - 1}
move jump: A -> A - {x, x + 1} + {x + 2} for x in A if x + 1 in A and x <= 6 and x + 2 not in A
";
    let moves = |mask: u64| {
        let mut all = Vec::new();
        for x in members(mask) {
            for y in (1..x).rev() {
                if mask & bit(y) != 0 {
                    break;
                }
                all.push(mask & !bit(x) | bit(y));
            }
            if x <= 7 && mask & bit(x + 1) != 0 && mask & bit(x + 2) == 0 {
                all.push(mask & !bit(x) & !bit(x + 1) | bit(x + 2));
            }
        }
        all
    };
    assert_eq!(both(text, ""), by_hand(9, &moves));
}

#[test]
fn stones_that_walk_both_ways_and_leave_are_ordered_by_their_number_first() {
    let text = "game g
state (A subset 1..6)
move off:   A -> A - {x} for x in A if x % 2 = 0
move right: A -> A - {x} + {x + 1} for x in A if x < 6 and x + 1 not in A
";
    both(text, "");
    let circle = "game g
state (A subset 1..4)
move right: A -> A - {x} + {x + 1} for x in A if x < 4 and x + 1 not in A
move left:  A -> A - {x} + {x - 1} for x in A if x > 1 and x - 1 not in A
";
    // Each of two players walks one way.
    let sides = circle.replacen("move", "left", 1).replacen("move", "right", 1);
    for (text, quantity) in [(circle, "sg"), (&sides, "value"), (&sides, "outcome")] {
        let stop = compile(text).expect("compiles").table(&request("", quantity), MEANS);
        assert!(matches!(stop, Err(Stop::Refused(why)) if why.to_string().contains("return")));
    }
}

#[test]
fn a_set_that_leaves_its_numbers_is_no_position() {
    for text in [
        "game g\nstate (A subset 1..4)\nmove A -> A - {x} + {x + 1} for x in A if x + 1 not in A\n",
        "game g\nstate (A subset 2..4)\nmove A -> A - {x} + {x - 1} for x in A if x - 1 not in A\n",
    ] {
        let game = compile(text).expect("compiles");
        let stop = game.table(&request("", "sg"), MEANS);
        assert!(
            matches!(&stop, Err(Stop::Mistake(d)) if d[0].message.contains("not a position")),
            "{stop:?}"
        );
    }
}

#[test]
fn staircase_nim_depends_on_the_odd_steps() {
    let text = "game staircase
state (h[4])
move h[i] -> h[i] - t, h[i - 1] -> h[i - 1] + t for i in 2..4, t in 1..h[i]
move h[1] -> h[1] - t for t in 1..h[1]
";
    let values = both(text, "h=2");
    let game = compile(text).expect("compiles");
    let table = game.table(&request("h=2", "win"), MEANS).expect("a table");
    for (cell, value) in values.into_iter().enumerate() {
        let h = table.position(cell);
        assert_eq!(i64::from(value != 0), i64::from(h[0] ^ h[2] != 0), "{h:?}");
    }
    // The first step is left by the first player alone: quantifiers that were unrolled count.
    let table = game.table(&request("h=2", "moves,least"), MEANS).expect("a table");
    assert_eq!(table.value("moves", &[1, 0, 1, 0]), Some(0));
    assert_eq!(table.value("moves", &[0, 0, 1, 0]), Some(1));
    assert_eq!(table.value("least", &[0, 0, 1, 0]), Some(4), "from step i = 3, t = 1");
}

#[test]
fn bars_of_chocolate_by_rows_and_by_size() {
    let text = "game chomp
state (r[4] in 0..5) where all{r[k] >= r[k + 1] for k in 1..3}
move eat: r -> [if k >= i then min(r[k], j - 1) else r[k] for k in 1..4] for i in 1..4, j in 1..r[i] if i + j > 2
start (a, b from 1): [b for k in 1..a]
";
    let values = both(text, "");
    let table = table(text, "", "win");
    // Two rows: lost where they differ by one; squares are won by (2, 2).
    for n in 1..=5 {
        for m in 0..=n {
            let lost = n == m + 1;
            assert_eq!(table.value("win", &[n, m, 0, 0]), Some(i64::from(!lost)), "({n}, {m})");
        }
    }
    assert_eq!(table.value("win", &[3, 1, 1, 0]), Some(0));
    assert_eq!(values.len(), 6usize.pow(4));
    let game = compile(text).expect("compiles");
    let starts = Request { positions: Positions::Starts, ..request("a=4,b=5", "sg,win") };
    let starts = game.table(&starts, MEANS).expect("a table");
    for a in 1..=4 {
        for b in 1..=5 {
            let row: Vec<i64> = (1..=4).map(|k| if k <= a { b } else { 0 }).collect();
            assert_eq!(starts.value("win", &[a, b]), table.value("win", &row), "{a} x {b}");
            assert_eq!(starts.value("win", &[a, b]), Some(i64::from((a, b) != (1, 1))));
        }
    }
}

#[test]
fn rows_are_put_together_from_parts() {
    // Heaps at the ends of what is left, taken from either side, written in two ways.
    let lists = "game ends
state (h[4])
move left:  h -> concat([0 for k in 1..i - 1], h[i] - t, h[i + 1..4]) for i in 1..4, t in 1..h[i] if sum(h[1..i - 1]) = 0
move right: h -> concat(h[1..j - 1], [h[j] - t], [0 for k in j + 1..4]) for j in 1..4, t in 1..h[j] if sum(h[j + 1..4]) = 0
";
    let entries = "game ends
state (h[4])
move left:  h[i] -> h[i] - t for i in 1..4, t in 1..h[i] if all{h[k] = 0 for k in 1..i - 1}
move right: h[j] -> h[j] - t for j in 1..4, t in 1..h[j] if not any{h[k] > 0 for k in j + 1..4}
";
    assert_eq!(both(lists, "h=3"), both(entries, "h=3"));
    let mirrored = "game ends
state (h[4])
move right: h -> reverse(concat(reverse(h[j + 1..4]), h[j] - t, reverse(h[1..j - 1]))) for j in 1..4, t in 1..h[j] if max(0, sum(h[j + 1..4])) = 0
move left:  h -> [if k = i then h[k] - t else h[k] for k in 1..4] for i in 1..4, t in 1..h[i] if count{h[k] > 0 for k in 1..i - 1} = 0
";
    assert_eq!(both(mirrored, "h=3"), both(entries, "h=3"));
}

#[test]
fn an_entry_may_be_numbered_by_another() {
    // The first coordinate says which heap may be taken from.
    let text = "game g\nstate (p in 1..3, h[3])
move h[p] -> h[p] - t, p -> 1 + (p + t) % 3 for t in 1..h[p]
";
    let unrolled = "game g\nstate (p in 1..3, h[3])
move h[i] -> h[i] - t, p -> 1 + (i + t) % 3 for i in 1..3, t in 1..h[i] if i = p
";
    let game = |text: &str| -> Game { compile(text).unwrap_or_else(|d| panic!("{d:?}")) };
    let of = |text| game(text).table(&request("h=3", "sg,moves"), MEANS);
    assert_eq!(of(text), of(unrolled));
    assert!(of(text).is_ok());
}

#[test]
fn mistakes_on_rows_are_named() {
    for (rule, code) in [
        (
            "state (h[3])\nmove h[i] -> h[i] - 1, h[j] -> h[j] - 1 for i in 1..3, j in 1..3 if h[i] > 0 and h[j] > 0",
            "G017",
        ),
        ("state (h[3])\nmove h[i] -> h[i] - 1, h[i + 1] -> 0 for i in 1..3 if h[i] > 0", "G017"),
        ("state (h[3])\nmove h -> [0 for k in 1..2] if h[1] > 0", "G018"),
        ("state (h[40])\nmove h[1] -> h[1] - 1 if h[1] > 0", "G013"),
        ("state (A subset 1..70)\nmove A -> A - {x} for x in A", "G014"),
    ] {
        let mistakes = compile(&format!("game g\n{rule}\n")).expect_err(rule);
        // The same mistake may be found when the rule is read.
        assert!([code, "R055", "R035", "R032"].contains(&mistakes[0].code), "{rule}: {mistakes:?}");
    }
}

#[test]
fn tables_are_searched_where_no_box_holds_them() {
    let text = "game boxes
state (h[5])
move h[a] -> h[a] - t, h[b] -> h[b] + t for a in 2..5, b in 1..a - 1, t in 1..h[a] if (a + b) % 2 = 1 and (a + b) % 3 = 0
";
    let table = table(text, "h=1", "sg,win,misere");
    for cell in 0..table.cells() {
        let h = table.position(cell);
        // Boxes 2 and 5 are an odd number of moves from a box without moves, 1, 3 and 4 an even one.
        let xor = h[1] ^ h[4];
        let value = |name| table.value(name, &h);
        assert_eq!(value("win"), Some(i64::from(value("sg") != Some(0))));
        if h[3] == 0 {
            assert_eq!(value("win"), Some(i64::from(xor != 0)), "{h:?}");
        }
    }
}
