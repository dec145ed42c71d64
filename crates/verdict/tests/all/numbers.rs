//! Games of one number and rows of pairs mean to the checker, from the shape of their moves, what the
//! engine computes; and periods are accepted only where its tables have them.

use crate::support::{Draw, instance, table};
use expr::ast::Quantity;
use meaning::code::Code;
use meaning::elaborate;
use meaning::heap::Heap;
use serde_json::json;
use verify::core::Place;

/// How far values are compared.
const FAR: i64 = 200;

/// A condition on the number and what the move chooses.
fn guard(draw: &mut Draw, names: &[&str]) -> String {
    let (a, b) = (draw.of(names), draw.of(names));
    let (k, m) = (draw.below(7), 2 + draw.below(3));
    match draw.below(14) {
        0 => format!(" if {a} % {m} != {}", k % m),
        1 => format!(" if {a} % {m} = {}", k % m),
        2 => format!(" if {a} > {k}"),
        3 => format!(" if {a} < {}", k + 4),
        4 => format!(" if {a} in {{{k}, {m}}} or {b} > {}", k + 2),
        5 => format!(" if {a} != {k} and {b} != {m}"),
        6 => format!(" if 2 * {a} <= {b} + {k}"),
        7 => format!(" if {a} // {m} % 2 = 0"),
        8 => format!(" if not ({a} - {k}) // {m} < {b} // 3"),
        9 => format!(" if max({a}, {k}) > {b} - {m}"),
        _ => String::new(),
    }
}

/// A move of one number n.
fn heap_move(draw: &mut Draw) -> String {
    let (k, m) = (draw.below(4), 1 + draw.below(4));
    let least = draw.of(&["1", "1", "2", "3", "0", "n - 3", "n // 2"]);
    let most = draw.of(&[
        "n",
        "n",
        "n - 1",
        "n - 2",
        "min(n, 3)",
        "n // 2",
        "n // 2 + 1",
        "4",
        "2 * n // 3",
        "max(n - 2, 2)",
        "if n % 2 = 0 then n else 3",
        "n + 1",
    ]);
    match draw.below(15) {
        0..=3 => format!("n -> n - t for t in {least}..{most}{}", guard(draw, &["n", "t"])),
        4 | 5 => format!(
            "n -> u for u in {k}..{}{}",
            draw.of(&["n - 1", "n - 2", "n // 2", "3", "n - 4"]),
            guard(draw, &["n", "u"])
        ),
        6 => format!(
            "n -> i | n - i for i in {}..{}{}",
            draw.of(&["1", "2"]),
            draw.of(&["n // 2", "n - 1", "(n - 1) // 2"]),
            guard(draw, &["n", "i"])
        ),
        7 => {
            let (below, first) = (draw.below(3), draw.below(2));
            format!(
                "n -> n - {k} + {below} - i | i - {below} for i in {}..{} + {below}{}",
                below + first,
                draw.of(&["(n - K) // 2", "n - K - 1", "(n - K + 1) // 2", "n - K"])
                    .replace('K', &k.to_string()),
                guard(draw, &["n", "n"])
            )
        }
        8 => format!("n -> n - {m} if n >= {}", m + k),
        9 => format!("n -> n // {} if n > {k}", 1 + m),
        10 => format!("n -> {k} if n > {}", k + draw.below(2)),
        11 => format!("n -> none if n {} {m}", draw.of(&["=", ">", "<="])),
        12 => format!(
            "n -> n - s for s in {}{}",
            draw.of(&["S", "{1, 4}", "{2, n - 1}", "{1, n // 2, 1}"]),
            guard(draw, &["n", "s"]).replace(" if ", " if s <= n and s > 0 and ")
        ),
        13 => format!(
            "n -> n - s - t for s in 1..{m}, t in {}{}",
            draw.of(&["1..n - s", "0..n - s", "s..n - s", "1..s", "s..min(n - s, 5)"]),
            guard(draw, &["n", "s", "t"])
        ),
        _ => format!(
            "n -> n - t | t - {m} for t in {m}..{}{}",
            draw.of(&["min(n, 5)", "n", "4"]),
            guard(draw, &["n", "t"])
        ),
    }
}

/// A move of a coin x.
fn coin_turn(draw: &mut Draw) -> String {
    match draw.below(5) {
        0 => format!("turn x{}", guard(draw, &["x"])),
        1 => format!(
            "turn x, y for y in {}..x - {}{}",
            draw.of(&["1", "x - 3", "2"]),
            1 + draw.below(2),
            guard(draw, &["x", "y"])
        ),
        2 => format!(
            "turn x, y..x - 1 for y in {}..x{}",
            draw.of(&["x - 2", "x - 4"]),
            guard(draw, &["x", "y"])
        ),
        3 => format!(
            "turn x, y, z for y in x - 3..x - 2, z in y + 1..x - 1{}",
            guard(draw, &["x", "y", "z"])
        ),
        _ => format!(
            "turn x, x - {}{}",
            1 + draw.below(3),
            guard(draw, &["x"]).replace(" if ", " if x > 4 and ")
        ),
    }
}

/// A move of a pair (a, b).
fn pair_move(draw: &mut Draw) -> String {
    let k = draw.below(3);
    let (to, over) = match draw.below(8) {
        0 | 1 => ("(a - t, b)", "t in 1..a"),
        2 | 3 => ("(a, b - t)", "t in 1..b"),
        4 => ("(a - t, b - t)", "t in 1..min(a, b)"),
        5 => ("(a - t, b - s)", "t in 1..a, s in 1..b"),
        6 => ("(a - t, b - 1)", "t in 0..min(a, 2)"),
        _ => ("(t, b - 1)", "t in 0..a"),
    };
    let names: &[&str] =
        if over.contains("s in") { &["a", "b", "t", "s"] } else { &["a", "b", "t"] };
    let guard = match draw.below(3) {
        0 if over.contains("s in") => format!(" if abs(s - t) <= {k}"),
        1 => guard(draw, names),
        _ => String::new(),
    };
    let guard = if to.contains("b - 1") { guard.replace(" if ", " if b > 0 and ") } else { guard };
    let guard =
        if to.contains("b - 1") && guard.is_empty() { " if b > 0".to_owned() } else { guard };
    format!("move (a, b) -> {to} for {over}{guard}")
}

/// The period that a certificate with numbers like these ones proves, if it is accepted.
fn period(text: &str, name: &str, draw: &mut Draw, found: [u64; 4]) -> Option<[u64; 3]> {
    let [mut first, mut p, mut saltus, mut repeat] = found;
    let change =
        |number: &mut u64, draw: &mut Draw| *number = (*number + draw.below(5)).saturating_sub(2);
    match draw.below(8) {
        0 => change(&mut first, draw),
        1 => change(&mut p, draw),
        2 => change(&mut saltus, draw),
        3 | 4 => change(&mut repeat, draw),
        5 => repeat = repeat.saturating_sub(5 + draw.below(9)),
        _ => {}
    }
    let law = match saltus {
        0 => format!("{name} >= {first} implies sg({name} + {p}) = sg({name})"),
        e => format!("{name} >= {first} implies sg({name} + {p}) = sg({name}) + {e}"),
    };
    let certificate = json!({
        "mexlab-certificate": 1, "rule": text, "parameters": {"S": "1,3"}, "quantity": "sg",
        "law": law, "theorem": "state-repeat",
        "data": {"preperiod": first, "period": p, "saltus": saltus, "repeat": repeat},
    });
    checker::verify(&certificate.to_string()).ok().map(|_| [first, p, saltus])
}

/// What was compared, as far as the checker follows the rules: tables, periods and codes.
fn compare_all(seeds: std::ops::Range<u64>) -> [usize; 3] {
    let (mut compared, mut periods, mut codes) = (0, 0, 0);
    for seed in seeds {
        let mut draw = Draw(seed * 104_729);
        let kind = draw.below(8);
        let (state, name) = match kind {
            0..=3 => ("heap n", "n"),
            4 => ("heap n from 1", "n"),
            5 => (draw.of(&["coins x from 1", "coins x from 0"]), "x"),
            _ => ("state (a, b)", "a"),
        };
        let mut text = format!("game g(S = {{1, 3}})\n{state}\n");
        for _ in 0..1 + draw.below(3) {
            text += &match kind {
                0..=4 => format!("move {}\n", heap_move(&mut draw)),
                5 => format!("{}\n", coin_turn(&mut draw)),
                _ => format!("{}\n", pair_move(&mut draw)),
            };
        }
        if kind != 5 && draw.chance(4) {
            text += "stuck wins\n";
        }
        let Ok(instance) = instance(&text) else { continue };
        let rows = if kind > 5 { 1 + draw.below(3) as i64 } else { 1 };
        let heap = match kind > 5 {
            true => Heap::rows(&instance, "b", i128::from(rows) - 1),
            false => Heap::of(&instance),
        };
        let Ok(heap) = heap else { continue };
        let most = if kind > 5 { 40 } else { FAR };
        for quantity in [Quantity::Sg, Quantity::Win, Quantity::Misere] {
            let Ok((core, of)) = elaborate::heap(&heap, quantity) else { continue };
            let Ok(mut run) = verify::Run::new(&core, of) else { continue };
            if run.extend((most * rows) as usize).is_err() {
                continue;
            }
            let known = run.values();
            let Ok(table) = table(&instance, quantity, most) else { continue };
            let column = &table.column(quantity.name()).unwrap().values;
            let value = |n: i64| {
                let at = if kind > 5 { vec![n / rows, n % rows] } else { vec![n] };
                table.cell(&at).map(|cell| column.get(cell))
            };
            compared += 1;
            for (n, &own) in (0..).zip(known) {
                if n >= heap.least as i64 {
                    assert_eq!(
                        Some(i64::from(own)),
                        value(n),
                        "{seed}: {} at {n}\n{text}",
                        quantity.name()
                    );
                }
            }
            if quantity != Quantity::Sg || rows != 1 || kind > 5 {
                continue;
            }
            // the least period of the second half of what is known, and where it begins
            let half = known.len() / 2;
            let differs = |p: usize, n: usize| i64::from(known[n + p]) - i64::from(known[n]);
            for p in 1..half {
                let e = differs(p, half);
                if e < 0 || (half..known.len() - p).any(|n| differs(p, n) != e) {
                    continue;
                }
                let a = (0..half).rev().find(|&n| differs(p, n) != e).map_or(0, |n| n + 1);
                let p = p.next_multiple_of(core.classes.len());
                let places = core.classes.iter().flatten().flatten();
                let less = places.map(|place| if let Place::Less(t) = place { *t } else { 1 });
                let tail = core.tail.map(|[_, c]| c.saturating_sub(core.rows));
                let window = less.chain(tail).max().unwrap_or(1).max(1) as usize;
                for _ in 0..4 {
                    let repeat = ((a + window) as u64).max(core.from);
                    let found = [a as u64, p as u64, e as u64, repeat];
                    let Some([a, p, e]) = period(&text, name, &mut draw, found) else {
                        continue;
                    };
                    periods += 1;
                    for n in a.max(heap.least as u64) as i64..most - p as i64 {
                        let (here, there) = (value(n).unwrap(), value(n + p as i64).unwrap());
                        assert_eq!(here + e as i64, there, "{seed}: {a} {p} {e} at {n}\n{text}");
                    }
                }
                break;
            }
            if let Ok(code) = Code::of_heap(&heap) {
                codes += 1;
                let values = by_digits(code.digits(), most as usize);
                for n in heap.least as i64..most {
                    assert_eq!(values[n as usize] as i64, value(n).unwrap(), "{seed}: {n}\n{text}");
                }
            }
        }
    }
    [compared, periods, codes]
}

#[test]
fn shapes_of_moves_and_periods_agree_with_tables() {
    let [compared, periods, codes] = compare_all(0..200);
    assert!(compared > 80 && periods > 40 && codes > 0, "{compared}, {periods}, {codes}");
}

#[test]
#[ignore = "takes minutes: many more rules"]
fn many_shapes_of_moves_and_periods_agree_with_tables() {
    let [compared, periods, codes] = compare_all(1000..100_000);
    assert!(compared > 40_000 && periods > 15_000 && codes > 500, "{compared}, {periods}, {codes}");
}

/// Values by the digits of a code that leaves at most two heaps.
fn by_digits(digits: &[u8], end: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for n in 0..end {
        let mut met = std::collections::BTreeSet::new();
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let rest = n - taken;
            if digit & 1 != 0 && rest == 0 {
                met.insert(0);
            }
            if digit & 2 != 0 && rest > 0 {
                met.insert(values[rest]);
            }
            if digit & 4 != 0 {
                met.extend((1..rest).map(|part| values[part] ^ values[rest - part]));
            }
        }
        values.push((0..).find(|value| !met.contains(value)).unwrap());
    }
    values
}
