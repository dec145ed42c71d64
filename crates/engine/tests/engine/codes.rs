//! Take-and-break games by the kernel and by the machine, in all their spellings.

use crate::common::{Keeping, MEANS, compile, request};
use draw::{Draw, check, prop_assert_eq};
use engine::{Bounds, Game, Kernel, Means, Request, Stop};
use rule::NoRules;
use std::sync::atomic::Ordering;
use table::Table;

/// The code a rule is recognised as.
fn recognised(game: &Game) -> Option<String> {
    let plan = game.plan(&request("n=10", "sg"), MEANS.limits).expect("a plan");
    let words = plan.words().to_string();
    let name = words.strip_prefix("take-and-break, ")?;
    Some(name.split(':').next().expect("a part before the colon").to_owned())
}

fn by(game: &Game, kernel: Kernel, to: i64) -> Table {
    let request = Request { kernel, bounds: Bounds::All(to), ..request("", "sg") };
    game.table(&request, MEANS).expect("a table")
}

/// Moves in many spellings, most of them of codes; some differ from one for a few heaps.
const MOVES: &[&str] = &[
    "n -> n - 1 if n > 0 when stuck",
    "n -> none if n = <1..5>",
    "n -> none if n in {<1..5>, <1..5>}",
    "n -> n - <t=1..5> if n = <t>",
    "n -> n - t for t in 1..min(n, <1..5>)",
    "n -> n - t for t in {<1..5>, <1..5>} if t <= n",
    "n -> k for k in max(0, n - <1..5>)..n - 1",
    "n -> n // <c=1..5> if n > <c> and <c> > 1",
    "n -> i | n - t - i for t in 1..<1..5>, i in 1..n - t - 1 if t % <1..5> != 0",
    "n -> a | b for a in 1..n, b in a..n if a + b = n",
    "<one>",
    "<one>",
    "<split>",
    "<split>",
    "<split>",
    "<split>",
    "<split>",
    "<split>",
    "n -> <three>",
    "n -> <three>",
];

fn moves(d: &mut Draw) -> String {
    let template = d.pick(MOVES);
    let text = d.fill(template, |d, hole| match hole {
        "one" => {
            let sign = d.pick(&[">", ">=", "="]);
            d.text("n -> n - <t=1..5> if n SIGN <t> + <0..5> // 4").replace("SIGN", sign)
        }
        "split" => {
            let guard = match d.chance(71) {
                false => "",
                true => d.pick(&[
                    " if i < n - T - i",
                    " if i <= n - T - i",
                    " if i != n - T - i and i < n - T",
                    " if 2 * i < n - T",
                    " if not n - T <= i",
                    " if n - T - i >= 1",
                    " if n > T + <1..5>",
                    " if i < n - T - i + <1..5> and i < n - T",
                    " if i <= <1..5> and i < n - T",
                    " if n % 2 = 0 and i < n - T",
                ]),
            };
            let below = d.pick(&[
                "1..(n - T) // 2",
                "1..n // 2 - T",
                "1..n - T - 1",
                "0..n - T",
                "1..n - T",
                "0..(n - T) // 2",
                "2..n - T - 1",
                "1..max(n - T - 1, 3)",
                "1..n",
            ]);
            let parts = d.pick(&["i | n - i - T", "n - T - i | i"]);
            d.text(&format!("n -> {parts} for i in {below}{guard}"))
        }
        _ => d
            .pick(&[
                "i | j | n - T - i - j for i in 1..(n - T) // 3, j in i..(n - T - i) // 2",
                "i | j | n - T - i - j for i in 1..n, j in 1..n if i + j < n - T",
                "i | j | k for i in 1..n, j in i..n, k in j..n if i + j + k = n - T",
                "i | j | n - T - i - j for i in 0..n - T, j in i..n - T - i",
                "i | j | n - T - i - j for i in 1..n, j in i + 1..n if i + j < n - T",
            ])
            .to_owned(),
    });
    format!("move {}\n", text.replace('T', &d.int(0..5).to_string()))
}

#[test]
fn kernel_machine_and_definition_agree() {
    let input = |d: &mut Draw| d.many(1..4, moves).concat();
    check(96, input, |moves| {
        let text = format!("game g\nheap n\n{moves}");
        // A move that leads out of the table or nowhere is a mistake.
        let Ok(game) = compile(&text) else { return Ok(()) };
        let request = |kernel| Request { kernel, bounds: Bounds::All(40), ..request("", "sg") };
        let [auto, machine, defined] = [Kernel::Auto, Kernel::Machine, Kernel::Oracle]
            .map(|kernel| game.table(&request(kernel), MEANS));
        if let Ok(machine) = &machine {
            prop_assert_eq!(Ok(machine), defined.as_ref(), "{}", text);
        }
        prop_assert_eq!(&auto, &machine, "{}", text);
        Ok(())
    });
}

#[test]
fn spellings_of_one_code() {
    for (code, text) in [
        ("octal 0.77", "move n -> a | b for t in 1..2, a in 0..n, b in a..n if a + b = n - t"),
        ("octal 0.77", "move n -> n - t - i | i for t in {1, 2}, i in 0..(n - t) // 2"),
        (
            "octal 0.77",
            "move n -> n - t for t in 1..min(n, 2)\nmove n -> i | n - t - i for t in 1..2, i in 1..n - t - 1",
        ),
        ("octal 0.07", "move n -> i | n - 2 - i for i in 0..n - 2"),
        ("octal 0.6", "move n -> i | n - 1 - i for i in 0..n - 1 if n >= 2"),
        ("octal 4.", "move n -> i | n - i for i in 1..n - 1"),
        ("octal 4.", "move n -> i | n - i for i in (n + 1) // 2..n - 1"),
        ("octal 0.333", "move n -> k for k in max(n - 3, 0)..n - 1"),
        ("octal 0.1", "move n -> none if n = 1"),
        ("octal 0.011", "move n -> none if 1 < n < 4"),
        ("octal 0.303", "move n -> n - s for s in {1, 3} if s <= n"),
        ("splits into unequal heaps (0 taken)", "move n -> i | n - i for i in 1..n if i < n - i"),
        (
            "splits into unequal heaps (0 taken)",
            "move n -> i | n - i for i in 1..n - 1 if i != n - i",
        ),
        (
            "octal 0.3, splits into unequal heaps (0, 2 taken)",
            "move n -> n - 1 if n > 0\nmove n -> i | n - t - i for t in {0, 2}, i in 1..n if 2 * i < n - t",
        ),
        ("hex 8.", "move n -> i | j | n - i - j for i in 1..n // 3, j in i..(n - i) // 2"),
        ("hex 0.F", "move n -> i | j | n - 1 - i - j for i in 0..n - 1, j in 0..n - 1 - i"),
    ] {
        let game = compile(&format!("game g\nheap n\n{text}\n")).expect(text);
        assert_eq!(recognised(&game).as_deref(), Some(code), "{text}");
        assert_eq!(by(&game, Kernel::Auto, 80), by(&game, Kernel::Machine, 80), "{text}");
    }
}

#[test]
fn rules_that_are_nearly_codes_are_not_recognised() {
    for text in [
        "move n -> n - 1 if n > 1 and n < 1000000",
        "move n -> n - 2 if max(n - 2, n - 3) >= 0 and n > 0",
        "move n -> n - 1 if 2 < n",
        "move n -> i | n - i for i in 1..n - 1 if n % 2 = 1",
        "move n -> i | n - i for i in 2..n - 2",
        "move n -> i | n - i for i in 1..n - 1 if i < n - i - 1",
        "move n -> i | n - i for i in 1..min(n - 1, 100000)",
        "move n -> n - t for t in 1..n",
        "move n -> n - s for s in primes if s <= n",
        "move n -> i | j | n - i - j for i in 1..n, j in i + 1..n if i + j < n",
        "move n -> n - 1 if n > 0 when stuck",
        "move n -> n - 1 | 1 if n > 2",
        "win if n = 5\nmove n -> n - 1 if n > 0",
        "left n -> n - 1 if n > 0\nright n -> n - 1 if n > 0",
    ] {
        let game = compile(&format!("game g\nheap n\n{text}\n")).expect(text);
        if let Ok(plan) = game.plan(&request("n=10", "sg"), MEANS.limits) {
            assert!(!plan.words().to_string().contains("take-and-break"), "{text}");
        }
    }
}

#[test]
fn a_proved_period_comes_with_the_table() {
    let kayles = "game k\nheap n\nmove n -> i | n - t - i for t in 1..2, i in 0..(n - t) // 2\n";
    let game = compile(kayles).expect("compiles");
    let to = |n| Request { bounds: Bounds::All(n), ..request("", "sg") };
    let whole = game.tabulate(&to(1000), MEANS).expect("a table");
    let [(quantity, period)] = &whole.periods[..] else { panic!("{:?}", whole.periods) };
    assert_eq!(quantity.name(), "sg");
    assert_eq!((period.preperiod, period.period, period.computed_to), (71, 12, 167));
    let machine = Request { kernel: Kernel::Machine, ..to(1000) };
    let machine = game.tabulate(&machine, MEANS).expect("a table");
    assert_eq!(whole.table, machine.table);
    assert!(machine.periods.is_empty());
    assert!(game.tabulate(&to(166), MEANS).expect("a table").periods.is_empty());
}

#[test]
fn a_summary_is_that_of_the_table_and_goes_beyond_memory() {
    let kayles = "game k\nheap n\nmove n -> i | n - t - i for t in 1..2, i in 0..(n - t) // 2\n";
    let game = compile(kayles).expect("compiles");
    let to = |n| Request { bounds: Bounds::All(n), ..request("", "sg") };
    for n in [0, 1, 50, 166, 167, 1000] {
        let by_table = Request { kernel: Kernel::Machine, ..to(n) };
        let summary = game.summary(&to(n), MEANS).expect("a summary");
        let expected = game.summary(&by_table, MEANS).expect("a summary");
        assert_eq!(summary.columns[0].digest, expected.columns[0].digest, "{n}");
        assert_eq!(summary.columns[0].period.is_some(), n >= 167);
    }
    let far = game.summary(&to(1_000_000_000_000), MEANS).expect("a summary");
    let digest = far.columns[0].digest.as_ref().expect("integers");
    assert_eq!((digest.positions, digest.greatest), (1_000_000_000_001, Some((8, 27))));
    // Without a theorem, and without a period among what fits, it is refused.
    let grundy = compile("game g\nheap n\nmove n -> i | n - i for i in 1..n if i < n - i\n");
    let small = Means::silent(400);
    for game in
        [grundy.expect("compiles"), compile(&kayles.replace("1..2", "2..2")).expect("compiles")]
    {
        let stop = game.summary(&to(1_000_000_000_000), small).expect_err("too large");
        assert!(matches!(stop, Stop::TooLarge(_)), "{stop:?}");
    }
}

/// Memory for 5000 values in search of a period.
const LITTLE: Means<'_> = Means::silent(20_000);

/// The summaries of a subtraction game with little memory and with enough; whether the first did
/// not keep its values.
fn is_passed_on(amounts: &[u32], to: i64) -> bool {
    let amounts: Vec<String> = amounts.iter().map(u32::to_string).collect();
    let amounts = amounts.join(", ");
    let text = format!("game s\nheap n\nmove n - s for s in {{{amounts}}} if s <= n\n");
    let game = compile(&text).expect("compiles");
    let request = Request { bounds: Bounds::All(to), ..request("", "sg") };
    let small = game.summary(&request, LITTLE).expect("a summary");
    let machine = Request { kernel: Kernel::Machine, ..request };
    let whole = game.summary(&machine, MEANS).expect("a summary");
    assert_eq!(small.columns[0].digest, whole.columns[0].digest, "{amounts}");
    let words = small.kernel.expect("words");
    assert_eq!(
        words.to_string().contains("not kept"),
        small.columns[0].period.is_none(),
        "{words}"
    );
    small.columns[0].period.is_none()
}

#[test]
fn values_without_a_period_in_memory_are_passed_on() {
    // Period 19070.
    assert!(is_passed_on(&[37, 55, 92, 135, 147, 159], 40_000));
    assert!(!is_passed_on(&[1, 2, 3], 40_000));
    let long: Vec<u32> = (0..40).map(|i| 61 + 7 * i * i % 499).collect();
    is_passed_on(&long, 20_000);
}

#[test]
fn values_passed_on_have_the_summary_of_the_table() {
    let amounts = |d: &mut Draw| d.subset(1..700, 2..9);
    check(24, amounts, |amounts| {
        is_passed_on(&amounts.iter().map(|&n| n as u32).collect::<Vec<_>>(), 12_000);
        Ok(())
    });
}

/// Values that are passed on go on from where the work was stopped, at every report.
#[test]
fn columns_that_are_interrupted_everywhere_amount_to_the_same() {
    // Period 142 from 7315 on, by the values up to 14916; memory holds those up to 14749.
    let rule = rule::code::from_code("octal:0.356").expect("a code").expect("a rule");
    let game = Game::compile(&rule::bind(&rule, &[]).expect("defaults"), &NoRules);
    let game = game.expect("compiles");
    let summed_up = |to, memory, calls| {
        let progress = Keeping::after(calls);
        let means = Means { progress: &progress, ..Means::silent(memory) };
        let asked = Request { bounds: Bounds::All(to), ..request("", "sg") };
        for stopped in 0.. {
            match game.summary(&asked, means) {
                Ok(summary) => return (summary, stopped),
                Err(Stop::Interrupted(_)) => progress.left.store(calls, Ordering::Relaxed),
                Err(other) => panic!("{to}: {other:?}"),
            }
        }
        unreachable!("it ends, or goes on")
    };
    for to in [14_915, 14_916, 15_100, 100_000, (1 << 40) - 1] {
        let (whole, _) = summed_up(to, 59_000, usize::MAX);
        let (parts, stopped) = summed_up(to, 59_000, 1);
        let (roomy, _) = summed_up(to, 1 << 30, usize::MAX);
        assert_eq!(parts, whole);
        assert_eq!(whole.columns, roomy.columns, "{to}");
        assert!(stopped > 100, "{stopped}");
    }
}
