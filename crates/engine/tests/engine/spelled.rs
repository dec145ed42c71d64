//! Conditions on sets and rows as the engine spells them out, against sets and lists themselves.
//!
//! A rule without moves whose position is won where a condition holds has the condition as its
//! column `win`.

use crate::common::{MEANS, compile, request};
use draw::{Draw, TestCaseError, TestCaseResult, check, prop_assert_eq};
use engine::{Kernel, Request};
use std::collections::BTreeSet;
use table::Table;

type Numbers = BTreeSet<i64>;

/// A set expression over the coordinates A (within 1..4) and B (within 0..3), numbers n and z.
#[derive(Clone, Debug)]
enum Sets {
    A,
    B,
    Listed(Vec<Number>),
    Range(Number, Number),
    /// `{w for w in S if C}`, where C speaks of w as its variable.
    Filtered(Box<Sets>, Box<Condition>),
    /// `{2 * w - 1 for w in S}`.
    Mapped(Box<Sets>),
    Joined(&'static str, Box<Sets>, Box<Sets>),
    If(Box<Condition>, Box<Sets>, Box<Sets>),
}

/// A number: a constant, the coordinate n (within 0..2), the variable of the innermost
/// comprehension plus a constant, the size of a set.
#[derive(Clone, Debug)]
enum Number {
    Constant(i64),
    N,
    Variable(i64),
    Size(Box<Sets>),
}

#[derive(Clone, Debug)]
enum Condition {
    In(Number, Sets),
    Compared(Number, &'static str, Number),
    Equal(Sets, Sets),
    Not(Box<Condition>),
    Both(&'static str, Box<Condition>, Box<Condition>),
    /// `any` or `all` over a set.
    Folded(&'static str, Sets, Box<Condition>),
    /// `count{..} % 2 = 1`.
    Counted(Sets, Box<Condition>),
}

/// Where an expression is evaluated.
struct Place {
    a: Numbers,
    b: Numbers,
    n: i64,
}

impl Sets {
    /// As text; the variable at hand is `w` followed by its depth.
    fn text(&self, depth: usize) -> String {
        let inner = depth + 1;
        match self {
            Self::A => "A".into(),
            Self::B => "B".into(),
            Self::Listed(all) => {
                let all: Vec<String> = all.iter().map(|n| n.text(depth)).collect();
                format!("{{{}}}", all.join(", "))
            }
            Self::Range(lo, hi) => format!("{{{}..{}}}", lo.text(depth), hi.text(depth)),
            Self::Filtered(set, c) => {
                format!("{{w{inner} for w{inner} in {} if {}}}", set.text(depth), c.text(inner))
            }
            Self::Mapped(set) => {
                format!("{{2 * w{inner} - 1 for w{inner} in {}}}", set.text(depth))
            }
            Self::Joined(op, a, b) => format!("({} {op} {})", a.text(depth), b.text(depth)),
            Self::If(c, a, b) => {
                format!("(if {} then {} else {})", c.text(depth), a.text(depth), b.text(depth))
            }
        }
    }

    fn value(&self, place: &Place, variable: i64) -> Numbers {
        match self {
            Self::A => place.a.clone(),
            Self::B => place.b.clone(),
            Self::Listed(all) => all.iter().map(|n| n.value(place, variable)).collect(),
            Self::Range(lo, hi) => {
                (lo.value(place, variable)..=hi.value(place, variable)).collect()
            }
            Self::Filtered(set, c) => {
                let all = set.value(place, variable).into_iter();
                all.filter(|&w| c.value(place, w)).collect()
            }
            Self::Mapped(set) => {
                set.value(place, variable).into_iter().map(|w| 2 * w - 1).collect()
            }
            Self::Joined(op, a, b) => {
                let (a, b) = (a.value(place, variable), b.value(place, variable));
                match *op {
                    "+" => &a | &b,
                    "-" => &a - &b,
                    _ => &a & &b,
                }
            }
            Self::If(c, a, b) => {
                if c.value(place, variable) {
                    a.value(place, variable)
                } else {
                    b.value(place, variable)
                }
            }
        }
    }
}

impl Number {
    fn text(&self, depth: usize) -> String {
        match self {
            Self::Constant(c) => c.to_string(),
            Self::N => "n".into(),
            Self::Variable(_) if depth == 0 => "n".into(),
            Self::Variable(c) if *c < 0 => format!("w{depth} - {}", -c),
            Self::Variable(c) => format!("w{depth} + {c}"),
            Self::Size(set) => format!("size({})", set.text(depth)),
        }
    }

    fn value(&self, place: &Place, variable: i64) -> i64 {
        match self {
            Self::Constant(c) => *c,
            Self::N => place.n,
            // Outside a comprehension n stands for the variable.
            Self::Variable(_) if variable == i64::MIN => place.n,
            Self::Variable(c) => variable + c,
            Self::Size(set) => set.value(place, variable).len() as i64,
        }
    }
}

impl Condition {
    fn text(&self, depth: usize) -> String {
        let inner = depth + 1;
        match self {
            Self::In(n, set) => format!("{} in {}", n.text(depth), set.text(depth)),
            Self::Compared(a, op, b) => format!("{} {op} {}", a.text(depth), b.text(depth)),
            Self::Equal(a, b) => format!("{} = {}", a.text(depth), b.text(depth)),
            Self::Not(c) => format!("not ({})", c.text(depth)),
            Self::Both(op, a, b) => format!("(({}) {op} ({}))", a.text(depth), b.text(depth)),
            Self::Folded(fold, set, c) => {
                format!("{fold}{{{} for w{inner} in {}}}", c.text(inner), set.text(depth))
            }
            Self::Counted(set, c) => {
                let set = set.text(depth);
                format!("count{{{} for w{inner} in {set}}} % 2 = 1", c.text(inner))
            }
        }
    }

    fn value(&self, place: &Place, variable: i64) -> bool {
        match self {
            Self::In(n, set) => set.value(place, variable).contains(&n.value(place, variable)),
            Self::Compared(a, op, b) => {
                let (a, b) = (a.value(place, variable), b.value(place, variable));
                match *op {
                    "<" => a < b,
                    ">=" => a >= b,
                    "!=" => a != b,
                    _ => a == b,
                }
            }
            Self::Equal(a, b) => a.value(place, variable) == b.value(place, variable),
            Self::Not(c) => !c.value(place, variable),
            Self::Both(op, a, b) => {
                let (a, b) = (a.value(place, variable), b.value(place, variable));
                if *op == "and" { a && b } else { a || b }
            }
            Self::Folded(fold, set, c) => {
                let mut all = set.value(place, variable).into_iter();
                if *fold == "any" {
                    all.any(|w| c.value(place, w))
                } else {
                    all.all(|w| c.value(place, w))
                }
            }
            Self::Counted(set, c) => {
                let all = set.value(place, variable).into_iter();
                all.filter(|&w| c.value(place, w)).count() % 2 == 1
            }
        }
    }
}

fn plain(d: &mut Draw) -> Number {
    d.one_of(&[
        |_| Number::N,
        |d| Number::Constant(d.int(-1..6)),
        |d| Number::Variable(d.int(-2..3)),
    ])
}

/// Sets whose conditions are less deep than so.
fn sets(d: &mut Draw, depth: usize, inner: usize) -> Sets {
    let Some(less) = depth.checked_sub(1) else {
        return d.one_of(&[
            |_| Sets::A,
            |_| Sets::B,
            |d| Sets::Listed(d.many(1..4, plain)),
            |d| Sets::Range(plain(d), plain(d)),
        ]);
    };
    if !d.chance([37, 90][less]) {
        return sets(d, less, inner);
    }
    let shape = d.size(0..4);
    let set = Box::new(sets(d, less, inner));
    match shape {
        0 => Sets::Mapped(set),
        1 => Sets::Filtered(set, Box::new(conditions(d, inner))),
        2 => Sets::Joined(d.pick(&["+", "-", "&"]), set, Box::new(sets(d, less, inner))),
        _ => Sets::If(Box::new(conditions(d, inner)), set, Box::new(sets(d, less, inner))),
    }
}

fn conditions(d: &mut Draw, depth: usize) -> Condition {
    let Some(less) = depth.checked_sub(1) else {
        return Condition::In(plain(d), d.one_of(&[|_| Sets::A, |_| Sets::B]));
    };
    if !d.chance([11, 67, 90][less]) {
        return conditions(d, less);
    }
    let set = |d: &mut Draw| sets(d, 2, less);
    let number = |d: &mut Draw| match d.chance(25) {
        false => plain(d),
        true => Number::Size(Box::new(set(d))),
    };
    let inner = |d: &mut Draw| Box::new(conditions(d, less));
    match d.size(0..7) {
        0 => Condition::Not(inner(d)),
        1 => Condition::In(number(d), set(d)),
        2 => Condition::Compared(number(d), d.pick(&["<", ">=", "!=", "="]), number(d)),
        3 => Condition::Equal(set(d), set(d)),
        4 => Condition::Both(d.pick(&["and", "or"]), inner(d), inner(d)),
        5 => Condition::Folded(d.pick(&["any", "all"]), set(d), inner(d)),
        _ => Condition::Counted(set(d), inner(d)),
    }
}

fn digits(mask: i64, lo: i64) -> Numbers {
    (0..8).filter(|i| mask >> i & 1 == 1).map(|i| lo + i).collect()
}

#[test]
fn a_list_has_its_entries_as_often_as_they_stand_there_and_a_set_once() {
    type Wins = fn(i64, &[i64]) -> bool;
    let cases: [(&str, Wins); 8] = [
        ("count{v = 1 for v in [1, 1]} = n", |n, _| n == 2),
        ("count{v = 1 for v in c} = n", |n, _| n == 2),
        ("count{v = 1 for v in h} = n", |n, h| h.iter().filter(|&&v| v == 1).count() as i64 == n),
        ("count{v > 0 for v in if n = 1 then h else [1, n]} = 2", |n, h| {
            if n == 1 { !h.contains(&0) } else { n > 0 }
        }),
        ("count{v = 1 for v in {w for w in [1, 1]}} = n", |n, _| n == 1),
        ("sum{v for v in {w for w in h}} = n", |n, h| {
            h.iter().collect::<BTreeSet<_>>().into_iter().sum::<i64>() == n
        }),
        ("sum{v for v in {w for w in [n, 2, n] if w > 0}} = 3", |n, _| n == 1),
        ("size((powers(2) - {2}) & {1..4}) = n", |n, _| n == 2),
    ];
    for (condition, wins) in cases {
        let text = format!(
            "game g(c = [1, 1])\nstate (n in 0..2, h[2] in 0..2)\nwin if {condition}\n\
             move n -> n - 1 if n > 2\n"
        );
        for (kernel, table) in both_ways(&text) {
            for cell in 0..table.cells() {
                let at = table.position(cell);
                let won = i64::from(wins(at[0], &at[1..]));
                assert_eq!(table.value("win", &at), Some(won), "{kernel:?} {condition} {at:?}");
            }
        }
    }
}

/// The table of who wins, by the fastest way and by definition.
fn both_ways(text: &str) -> [(Kernel, Table); 2] {
    let game = compile(text).expect("a game");
    [Kernel::Auto, Kernel::Oracle].map(|kernel| {
        let request = Request { kernel, ..request("", "win") };
        (kernel, game.table(&request, MEANS).expect("a table"))
    })
}

#[test]
fn quantifiers_run_over_lists() {
    for (list, values) in [
        ("h", (|h| h.to_vec()) as fn(&[i64]) -> Vec<i64>),
        ("reverse(h)", |h| h.to_vec()),
        ("concat(h[1..1], 2)", |h| vec![h[0], 2]),
        ("if h[1] = 1 then reverse(h) else [1]", |h| if h[0] == 1 { h.to_vec() } else { vec![1] }),
    ] {
        let text = format!(
            "game g\nstate (n in 0..5, h[2] in 0..2)\nmove n -> n - k for k in {list} if 0 < k <= n\n"
        );
        for (kernel, table) in both_ways(&text) {
            for cell in 0..table.cells() {
                let at = table.position(cell);
                let lost = |k: i64| table.value("win", &[at[0] - k, at[1], at[2]]) == Some(0);
                let wins = values(&at[1..]).into_iter().any(|k| 0 < k && k <= at[0] && lost(k));
                let won = Some(i64::from(wins));
                assert_eq!(table.value("win", &at), won, "{kernel:?} {list} {at:?}");
            }
        }
    }
}

/// That a table says of a position whether it is won.
fn same(table: &Table, at: &[i64], wins: bool, kernel: Kernel, text: &str) -> TestCaseResult {
    prop_assert_eq!(table.value("win", at), Some(wins.into()), "{:?} {} {:?}", kernel, text, at);
    Ok(())
}

#[test]
fn conditions_on_sets_mean_what_they_say() {
    let input = |d: &mut Draw| conditions(d, 3);
    check(300, input, |condition| {
        let text = format!(
            "game g\nstate (A subset 1..4, B subset 0..3, n in 0..2)\nwin if {}\n\
             move A -> A - {{x}} for x in A\n",
            condition.text(0)
        );
        let game = match compile(&text) {
            Ok(game) => game,
            // Sets that are empty as they are written are mistakes.
            Err(mistakes) if ["R050", "R051"].contains(&mistakes[0].code) => return Ok(()),
            Err(mistakes) => {
                return Err(TestCaseError::fail(format!("{text}{mistakes:?}")));
            }
        };
        for kernel in [Kernel::Auto, Kernel::Oracle] {
            let request = Request { kernel, ..request("", "win") };
            let table = game.table(&request, MEANS).expect("a table");
            for cell in 0..table.cells() {
                let at = table.position(cell);
                let place = Place { a: digits(at[0], 1), b: digits(at[1], 0), n: at[2] };
                if condition.value(&place, i64::MIN) {
                    same(&table, &at, true, kernel, &text)?;
                } else {
                    // By moves then: some option must be lost.
                    let lost = |x: i64| {
                        table.value("win", &[at[0] & !(1 << (x - 1)), at[1], at[2]]) == Some(0)
                    };
                    let wins = place.a.iter().any(|&x| lost(x));
                    same(&table, &at, wins, kernel, &text)?;
                }
            }
        }
        Ok(())
    });
}

#[test]
fn conditions_on_rows_mean_what_they_say() {
    let input = |d: &mut Draw| (d.ints::<2>(1..4), d.int(0..6), d.int(0..3), d.size(0..8));
    check(300, input, |([i, j], c, shift, shape)| {
        let (lo, hi) = (i.min(j), i.max(j));
        let condition = match shape {
            0 => format!("sum(h[{lo}..{hi}]) > {c}"),
            1 => format!("all{{h[k] <= h[k + 1] + {shift} for k in 1..2}}"),
            2 => format!("max{{h[k] * k for k in {lo}..{hi}}} > {c}"),
            3 => format!("reverse(h)[{}] = {shift}", lo - 1),
            4 => format!(
                "concat(h[{lo}..{hi}], {c}, [h[k] + 1 for k in 1..3 if k != 2])[1] >= {shift}"
            ),
            5 => format!("count{{h[k] = {shift} for k in 1..n + 1}} > 0"),
            6 => format!("h[n + 1] = h[{lo}] or {c} in h"),
            _ => format!("sum{{(if h[k] > {shift} then k else 0) for k in n + 1..3}} != {c}"),
        };
        let of = |h: &[i64], n: i64| -> bool {
            let at = |k: i64| h[(k - 1) as usize];
            match shape {
                0 => (lo..=hi).map(at).sum::<i64>() > c,
                1 => (1..=2).all(|k| at(k) <= at(k + 1) + shift),
                2 => (lo..=hi).map(|k| at(k) * k).max() > Some(c),
                3 => at(4 - lo) == shift,
                4 => {
                    if lo < hi {
                        at(lo + 1) >= shift
                    } else {
                        c >= shift
                    }
                }
                5 => (1..=n + 1).any(|k| at(k) == shift),
                6 => at(n + 1) == at(lo) || h.contains(&c),
                _ => (n + 1..=3).map(|k| if at(k) > shift { k } else { 0 }).sum::<i64>() != c,
            }
        };
        let text = format!(
            "game g\nstate (n in 0..2, h[3] in 0..3)\nmove n -> n - 1 if n > 0 and ({condition})\n"
        );
        let game = compile(&text).map_err(|d| TestCaseError::fail(format!("{text}{d:?}")))?;
        for kernel in [Kernel::Auto, Kernel::Oracle] {
            let request = Request { kernel, ..request("", "moves,win") };
            let table = game.table(&request, MEANS).expect("a table");
            for cell in 0..table.cells() {
                let at = table.position(cell);
                let may = |n: i64| n > 0 && of(&at[1..], n);
                let mut wins = false;
                for n in 1..=at[0] {
                    wins = may(n) && !wins;
                }
                same(&table, &at, wins, kernel, &text)?;
            }
        }
        Ok(())
    });
}

/// Names that mean one thing in one place of a rule and another in another.
#[test]
fn a_name_with_two_meanings_keeps_them_apart() {
    for (rule, to) in [
        (
            "\nheap n\nmove n -> n - t for t in {x for x in 1..n if any{x = 2 * t for t in 1..n}}\n",
            "n=12",
        ),
        (
            "\nheap n\nmove n -> n - t for t in {x for x in 1..9 if any{x = 2 * t for t in 1..5} and x <= n}\n",
            "n=12",
        ),
        (
            "\nheap n\nmove n -> n - t for t in {x for x in 1..n if count{t_ < x for t in 1..n, t_ in 1..t} % 2 = 1}\n",
            "n=9",
        ),
        (
            "\nstate (A subset 1..5)\nmove A -> A - {t} for t in {x for x in A if any{t + 1 = x for t in A}}\n",
            "A=31",
        ),
        (
            "(t1 = 2)\nstate heaps h[2]\nmove some 2..2 of h[i]: h[i] - t for t in 1..h[i] if t <= t1\n",
            "h=6",
        ),
        (
            "\nstate heaps h[2]\nmove some 2..2 of h[i]: h[i] - t for t in 1..h[i] if any{t1 + 1 = t for t1 in 1..h[i]}\n",
            "h=6",
        ),
        ("(y1 = 2)\ncoins x from 0\nturn x and 1..2 of y in 0..x - 1 if x > y1\n", "x=8"),
    ] {
        let game =
            compile(&format!("game g{rule}")).unwrap_or_else(|why| panic!("{rule}: {why:?}"));
        let values = |kernel| {
            let asked = Request { kernel, ..request(to, "sg") };
            game.table(&asked, MEANS).unwrap_or_else(|why| panic!("{rule}: {why:?}")).columns
        };
        assert_eq!(values(Kernel::Auto), values(Kernel::Oracle), "{rule}");
    }
}
