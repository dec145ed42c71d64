//! The machine against the oracle, and one thread against many, on random rules.

use crate::common::{compile, request};
use engine::{Kernel, Request, Silent};
use proptest::prelude::*;

/// A guard over the state and the move's variables.
fn guards(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let name = proptest::sample::select(names);
    prop_oneof![
        Just(String::new()),
        (name.clone(), 1..5i64, 0..3i64).prop_map(|(n, m, r)| format!(" if {n} % {m} != {r}")),
        (name.clone(), name.clone(), 2..7i64)
            .prop_map(|(a, b, m)| format!(" if ({a} * {a} + {b}) % {m} > 0")),
        (name.clone(), name.clone()).prop_map(|(a, b)| format!(" if {a} != {b}")),
        (name.clone(), name.clone(), 0..6i64)
            .prop_map(|(a, b, c)| format!(" if {a} ^ {b} > {c} or not {a} & 1 = 0")),
        (name.clone(), 1..9i64).prop_map(|(a, c)| format!(" if {a} in {{1, {c}}} or {a} > 4")),
        (name.clone(), name, 1..5i64)
            .prop_map(|(a, b, c)| format!(" if min({a}, {b}) // {c} <= max({a} - {c}, 2)")),
    ]
}

fn heap_moves() -> impl Strategy<Value = String> {
    let stuck = proptest::sample::select(&["", "", "", " when stuck"][..]);
    let k = &["n", "k"][..];
    prop_oneof![
        (0..3i64, 1..6i64, guards(k), stuck.clone()).prop_map(|(a, b, g, s)| format!(
            "move n -> n - k for k in 1 + {a}..min(n, {b} + {a}){g}{s}"
        )),
        (guards(k)).prop_map(|g| format!("move n -> n - k for k in 1..n{g}")),
        (guards(k)).prop_map(|g| format!("move n -> k | n - k for k in 1..n // 2{g}")),
        (guards(k)).prop_map(|g| format!("move n -> k | n - k for k in 1..n - 1{g}")),
        (guards(k), 1..4i64)
            .prop_map(|(g, c)| format!("move n -> k // {c} | n - k for k in 1..n{g}")),
        (1..4i64).prop_map(|c| format!("move n -> n // 2 if n > {c}")),
        (1..4i64).prop_map(|c| format!("move n -> n - s for s in {{{c}, {}, 7}} if s <= n", c + 2)),
        Just("move n -> n - s for s in squares if s <= n and s % 3 != 0".to_owned()),
        (1..6i64).prop_map(|t| format!("move n -> none if n = {t}")),
        (guards(&["n", "i", "j"])).prop_map(|g| {
            format!("move n -> i | j | n - i - j for i in 1..n // 3, j in i..(n - i) // 2{g}")
        }),
    ]
}

fn pair_moves() -> impl Strategy<Value = String> {
    let names = &["a", "b", "t"][..];
    prop_oneof![
        (guards(names)).prop_map(|g| format!("move (a - t, b) for t in 1..a{g}")),
        (guards(names)).prop_map(|g| format!("move (a, b - t) for t in 1..b{g}")),
        (guards(names)).prop_map(|g| format!("move (a - t, b - t) for t in 1..min(a, b){g}")),
        (guards(names))
            .prop_map(|g| format!("move (a - t, b - 2 * t) for t in 1..min(a, b // 2){g}")),
        (guards(names)).prop_map(|g| format!(
            "move (t, a + b - 1 - t) for t in a..a + b - 1 if t < 9 and a + b - 1 - t < 9{}",
            g.replace(" if ", " and ")
        )),
        (guards(&["a", "b", "x", "y"]), 0..3i64).prop_map(|(g, d)| {
            let g = g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
            format!("move (a - x, b - y) for x in 1..a, y in 1..b if abs(x - y) <= {d}{g}")
        }),
        (1..4i64).prop_map(|c| format!("move (a - {c}, b) | (0, b // 2) if a >= {c}")),
        (1..4i64).prop_map(|c| format!("move (a % b, b) if b > {c} and a >= b")),
        (1..4i64).prop_map(|c| format!("move (b, a - {c}) if a >= {c}")),
    ]
}

fn rules() -> impl Strategy<Value = (String, &'static str)> {
    let heap = proptest::collection::vec(heap_moves(), 1..4)
        .prop_map(|m| (format!("game g\nheap n\n{}\n", m.join("\n")), "n=30"));
    let pair = proptest::collection::vec(pair_moves(), 1..4)
        .prop_map(|m| (format!("game g\nstate (a, b)\n{}\n", m.join("\n")), "a=8,b=8"));
    prop_oneof![heap, pair]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn machine_and_oracle_agree((text, bounds) in rules()) {
        let game = match compile(&text) {
            Ok(game) => game,
            Err(mistakes) => {
                prop_assert!(mistakes[0].message.contains("may not decrease"), "{text}{mistakes:?}");
                return Ok(());
            }
        };
        let quantities = if game.has_single_options() { "sg,win,misere,remoteness" } else { "sg,win" };
        let fast = game.table(&request(bounds, quantities), &crate::common::LIMITS, &Silent);
        let oracle = Request { kernel: Kernel::Oracle, ..request(bounds, quantities) };
        let slow = game.table(&oracle, &crate::common::LIMITS, &Silent);
        match (fast, slow) {
            (Ok(fast), Ok(slow)) => {
                for column in &slow.columns {
                    let own = fast.column(&column.name).expect("the same columns");
                    let (own, slow): (Vec<i64>, Vec<i64>) =
                        (own.values.iter().collect(), column.values.iter().collect());
                    prop_assert_eq!(own, slow, "{} of\n{}", column.name, text);
                }
            }
            // A rule that leaves its box or has no value somewhere must say so both ways, but for
            // moves that only a smaller box than the oracle's forbids.
            (Err(_), _) => {}
            (Ok(_), Err(e)) => prop_assert!(false, "only the oracle refuses {e:?}\n{text}"),
        }
    }
}

#[test]
fn refusals_are_rare_in_the_random_rules() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut tables = 0;
    for _ in 0..200 {
        let (text, bounds) = rules().new_tree(&mut runner).expect("a rule").current();
        let table = compile(&text)
            .ok()
            .and_then(|g| g.table(&request(bounds, "sg"), &crate::common::LIMITS, &Silent).ok());
        tables += usize::from(table.is_some());
    }
    assert!(tables > 120, "only {tables} of 200 random rules give a table");
}

#[test]
fn one_thread_and_many_give_the_same_bytes() {
    let text = "game w\nstate (a, b) symmetric
move (a - t, b) for t in 1..a
move (a, b - t) for t in 1..b
move (a - x, b - y) for x in 1..a, y in 1..b if abs(x - y) <= 1\n";
    let game = compile(text).expect("compiles");
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let request = request("a=90,b=80", "sg,win,misere,remoteness,moves");
        pool.install(|| game.table(&request, &crate::common::LIMITS, &Silent).expect("a table"))
    };
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(5));
}
