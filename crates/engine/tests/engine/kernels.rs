//! Every kernel against the machine and the definition, on random rules of its shape.

use crate::common::{MEANS, column, compile, request};
use draw::{Draw, TestCaseError, check as check_all, prop_assert, prop_assert_eq};
use engine::{Kernel, Positions, Request};

/// Checks that the table is the machine's and the definition's. With `words`, that a kernel whose
/// description has one of them, separated by `|`, computes it.
fn check(
    text: &str,
    bounds: &str,
    quantities: &str,
    words: Option<&str>,
) -> Result<(), TestCaseError> {
    let game = compile(text).unwrap_or_else(|d| panic!("{text}\n{d:?}"));
    let auto = request(bounds, quantities);
    if let Some(words) = words {
        let plan = game.plan(&auto, MEANS.limits).expect("a plan");
        prop_assert!(
            words.split('|').any(|w| plan.words().to_string().contains(w)),
            "{}\n{}",
            plan.words(),
            text
        );
    }
    let fast = game.table(&auto, MEANS);
    for kernel in [Kernel::Machine, Kernel::Oracle] {
        let slow = Request { kernel, ..auto.clone() };
        match (&fast, game.table(&slow, MEANS)) {
            (Ok(fast), Ok(slow)) => {
                let columns = fast.columns.iter().zip(&slow.columns);
                for (fast, slow) in columns {
                    let (a, b): (Vec<i64>, Vec<i64>) =
                        (fast.values.iter().collect(), slow.values.iter().collect());
                    prop_assert_eq!(a, b, "{} by {:?}\n{}", fast.name, kernel, text);
                }
                prop_assert_eq!(&fast.present, &slow.present, "{}", text);
            }
            (Err(_), _) => prop_assert!(words.is_none(), "no table of\n{}", text),
            (Ok(_), Err(why)) => prop_assert!(false, "only {kernel:?} refuses {why:?}\n{text}"),
        }
    }
    Ok(())
}

/// A direction of `dimensions` coordinates as a move: bit i says whether coordinate i falls.
fn line(direction: u8, dimensions: usize, style: usize, guard: &str) -> String {
    let names = ["a", "b", "c"];
    let falls = |i: usize| direction >> i & 1 == 1;
    let falling: Vec<&str> = (0..dimensions).filter(|&i| falls(i)).map(|i| names[i]).collect();
    let joined = falling.join(", ");
    let most = if let [one] = &falling[..] { (*one).to_owned() } else { format!("min({joined})") };
    // The same move by the stones taken, by what is left, or limited by conditions.
    let (range, step) = match (style, &falling[..]) {
        (1, [one]) => (format!("0..{one} - 1"), format!("({one} - t)")),
        (2, [first, ..]) => (format!("1..{first}"), "t".to_owned()),
        _ => (format!("1..{most}"), "t".to_owned()),
    };
    let coordinates: Vec<String> = (0..dimensions)
        .map(|i| match (falls(i), style, falling.len()) {
            (false, ..) => names[i].to_owned(),
            (true, 1, 1) => "t".to_owned(),
            (true, ..) => format!("{} - t", names[i]),
        })
        .collect();
    let mut guards: Vec<String> = Vec::new();
    if style == 2 {
        guards.extend(falling.iter().skip(1).map(|name| format!("{name} >= t")));
    }
    if !guard.is_empty() {
        // The guard speaks of the position a move leads to as A, B, C.
        let mut guard = guard.to_owned();
        for (i, name) in ["A", "B", "C"].into_iter().enumerate() {
            let target =
                if falls(i) { format!("({} - {step})", names[i]) } else { names[i].into() };
            guard = guard.replace(name, &target);
        }
        guards.push(format!("({guard})"));
    }
    let condition =
        if guards.is_empty() { String::new() } else { format!(" if {}", guards.join(" and ")) };
    format!("move ({}) for t in {range}{condition}", coordinates.join(", "))
}

fn on_lines(d: &mut Draw) -> (String, usize) {
    let guards = [
        "",
        "",
        "",
        "abs(A - B) != 1",
        "(A + 2 * B) % 3 != 1",
        "A != B or A > 4",
        "A + B > 2",
        "b % 4 != 2",
        "A >= 1 and A + B < 14",
        "A ^ B != 3",
        "2 * A >= 2 * B + 3",
    ];
    let wheres = ["", "", " where a != b + 1", " where (a + b) % 5 != 4", " where a != 3 or b > 5"];
    let (dimensions, condition) = (d.size(2..4), d.pick(&wheres));
    let names = ["a", "b", "c"][..dimensions].join(", ");
    let mut text = format!("game g\nstate ({names}){condition}\n");
    let inside = condition.trim_start_matches(" where ");
    let inside = inside.replace('a', "A").replace('b', "B");
    for direction in 1..1u8 << dimensions {
        if d.flag() {
            let guard = match (d.pick(&guards), &inside[..]) {
                (guard, "") => guard.to_owned(),
                ("", inside) => format!("({inside})"),
                (guard, inside) => format!("({guard}) and ({inside})"),
            };
            text += &line(direction, dimensions, d.size(0..3), &guard);
            text.push('\n');
        }
    }
    if !text.contains("move") {
        text += &line(1, dimensions, 0, &inside);
        text.push('\n');
    }
    (text, dimensions)
}

/// Subtraction games, the sets of amounts written in several ways.
fn subtraction(d: &mut Draw) -> String {
    let ways = [
        "n -> n - <a=1..9> if n >= <a>",
        "n -> n - <a=1..9> if n > <a> + 3",
        "n -> n - k for k in <1..9>..min(n, <1..30>)",
        "n -> k for k in 0..n - <2..6>",
        "n -> n - k for k in 1..n - <1..4> if k != 5",
        "n -> n - k for k in 1..n if k % <2..6> = <0..3>",
        "n -> n - s for s in {<amounts>} if s <= n",
        "n -> n - k for k in 1..n if not (k in {<amounts>})",
        "n -> n - s for s in squares if s <= n",
        "n -> n - p for p in primes if n - p >= 0 and p % 4 != 1",
    ];
    let moves = d.many(1..3, |d| {
        let way = d.pick(&ways);
        let way = d.fill(way, |d, _| {
            let amounts = d.subset(1..40, 1..7);
            amounts.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
        });
        format!("move {way}\n")
    });
    format!("game g\nheap n\n{}", moves.concat())
}

/// Of hundreds of numbers that a guard chooses from none is left out, wherever the options lie.
#[test]
fn guarded_ranges_of_hundreds_are_read_whole() {
    for movement in [
        "n - k - k % 2 for k in 1..n if k % 3 != 1 and k + k % 2 <= n",
        "n % k for k in 1..n if k % 3 != 1",
        "(n - k) // 2 for k in 1..n if k % 5 != 2",
        "n - k for k in 1..n if (n - k) % 7 != k % 5",
        "n - k * k // 4 for k in 2..n if k * k // 4 <= n and k % 3 != 1",
        "n - k for k in 1..n - 1 if n % k = 0",
        "n - k for k in 1..n if k & n // 2 = n // 2",
        "n - k for k in 1..n if n % k = 3",
        "n - k for k in 1..n if k - (k & n // 3) = 0",
        "n - k for k in 1..n if n // 3 - (n // 3 & k) = 0",
        "n - k for k in 1..n if n * k * 100003 % 7 != 1",
        "n - k for k in 1..n - 1 if (n + k // 2) % k = 0",
        "n - k for k in 1..n - 1 if n * 2 ** 40 % k = 0",
    ] {
        let game = compile(&format!("game g\nheap n\nmove n -> {movement}\n")).expect(movement);
        // 4 is the square of a prime, and the last number whose factors are known.
        for to in ["n=300", "n=4"] {
            let [machine, defined] = [Kernel::Machine, Kernel::Oracle].map(|kernel| {
                let asked = Request { kernel, ..request(to, "sg") };
                column(&game.table(&asked, MEANS).expect("a table"), "sg")
            });
            assert_eq!(machine, defined, "{movement}");
        }
    }
}

#[test]
fn subtraction_games() {
    check_all(60, subtraction, |text| {
        let one_move = text.lines().count() == 3;
        check(&text, "n=230", "sg", one_move.then_some("subtraction|take-and-break"))?;
        check(&text, "n=100", "win,misere", one_move.then_some("subtraction"))?;
        let stuck_wins = text.replace("heap n\n", "heap n\nstuck wins\n");
        check(&stuck_wins, "n=60", "win", one_move.then_some("subtraction"))?;
        Ok(())
    });
}

#[test]
fn any_number_taken_or_split() {
    let any = [
        "n -> n - t for t in 1..n",
        "n -> k for k in 0..n - 1",
        "n -> n - t for t in 1..n - 1",
        "n -> n - t for t in 1..n if t <= n - 2",
    ];
    let splits = [
        "n -> i | n - i for i in 1..n // 2",
        "n -> i | n - i for i in 1..n if i < n - i",
        "n -> i | n - 3 - i for i in 1..n - 4",
        "n -> i | n - i for i in 2..n // 2",
        "n -> n - 3 - i | i for i in 4..n - 7",
        "n -> i | n - 1 - i for i in 3..(n - 2) // 2",
        "n -> n - 2 if n >= 2",
        "n -> 0 if n = 5",
    ];
    let input = |d: &mut Draw| (d.pick(&any), d.int(1..4), d.many(0..3, |d| d.pick(&splits)));
    check_all(60, input, |(any, least, splits)| {
        let moves: String = splits.iter().map(|m| format!("move {m}\n")).collect();
        let text = format!(
            "game g\nheap n\nmove n -> i | n - 1 - i for i in {least}..n - {least} - 1\n{moves}move {any}\n"
        );
        check(&text, "n=120", "sg", Some("any number"))?;
        Ok(())
    });
}

#[test]
fn coin_games() {
    let input = |d: &mut Draw| (d.subset(0..4, 1..4), d.int(0..2));
    check_all(60, input, |(counts, base)| {
        let turns = counts.iter().map(|c| format!("turn x and {c}..{c} of y in {base}..x - 1\n"));
        let text = format!("game g\ncoins x from {base}\n{}", turns.collect::<String>());
        let many = counts.iter().any(|&c| c > 0);
        check(&text, "x=13", "sg", many.then_some("coin turning|subtraction"))?;
        let run = format!("game g\ncoins x from {base}\nturn x, y..x - 1 for y in {base}..x\n");
        check(&run, "x=40", "sg", Some("runs"))?;
        Ok(())
    });
}

#[test]
fn stones_and_limits() {
    let next = "<2 * t|min(3 * t, n - t)|min(n - t, t)|t + 1|min(t ^ 3, n - t)|1 + t // 2>";
    let input = |d: &mut Draw| (d.text(next), d.int(1..3), d.flag(), d.pick(&["", "stuck wins\n"]));
    check_all(60, input, |(next, least, swapped, end)| {
        let order =
            |a: &str, b: &str| if swapped { format!("({b}, {a})") } else { format!("({a}, {b})") };
        let text = format!(
            "game g\nstate {}\nmove take: {} for t in {least}..min(n, m)\n{end}start n from 1: {}\n",
            order("n", "m"),
            order("n - t", &next),
            order("n", "n - 1")
        );
        check(&text, "n=25,m=25", "win,misere", Some("limit"))?;
        let game = compile(&text).expect("compiles");
        let starts =
            Request { positions: Positions::Starts, ..request("n=25", "win,misere,moves,least") };
        prop_assert!(
            game.plan(&starts, MEANS.limits).expect("a plan").words().to_string().contains("limit")
        );
        let slow = Request { kernel: Kernel::Machine, ..starts.clone() };
        let [fast, slow] = [starts, slow].map(|r| game.table(&r, MEANS).expect("a table"));
        prop_assert_eq!(fast, slow, "{}", text);
        Ok(())
    });
}

#[test]
fn games_of_lines() {
    check_all(60, on_lines, |(text, dimensions)| {
        let bounds = if dimensions == 2 { "a=14,b=17" } else { "a=6,b=5,c=6" };
        check(&text, bounds, "sg,win,misere", Some("lines"))?;
        Ok(())
    });
}
