//! Large numbers: values and bounds near 64 bits, numbers of options, and what is refused.

use crate::common::{MEANS, column, compile, request, table};
use engine::{Bounds, Kernel, Means, Request, Stop};
use message::Message;

#[test]
fn refusals_come_before_the_work() {
    let pairs =
        "game g\nstate (a, b)\nmove (a - t, b) for t in 1..a\nmove (a, b - t) for t in 1..b\n";
    let game = compile(pairs).expect("compiles");
    let big = request("a=100000,b=100000", "sg");
    let stop = game.table(&big, Means::silent(1 << 30));
    assert!(
        matches!(stop, Err(Stop::TooLarge(why)) if why.to_string().contains("10000200001 positions"))
    );
    let outside = "game up\nheap n\nmove n -> n - s for s in {1, 4}\n";
    let stop = compile(outside).expect("compiles").table(&request("n=9", "sg"), MEANS);
    assert!(matches!(stop, Err(Stop::Mistake(d)) if d[0].message.contains("not a position")));
    // Beyond the ends of coordinates, by one line or another, or by a single step.
    for moves in [
        "(a - t, b + t) for t in 1..a",
        "(a - t, b + t // 20) for t in 1..a",
        "(a - 1, b + 1) if a > 0",
    ] {
        let text = format!("game up\nstate (a in 0..39, b in 0..39)\nmove {moves}\n");
        let stop = compile(&text).expect("compiles").table(&request("", "sg"), MEANS);
        assert!(
            matches!(&stop, Err(Stop::Mistake(d)) if d[0].message.contains("not a position")),
            "{stop:?}"
        );
    }
    let heap = "game g\nheap n\nmove n -> n - t for t in 1..n\n";
    let bounds = Request { bounds: Bounds::Usual, ..request("", "sg") };
    let stop = compile(heap).expect("compiles").table(&bounds, MEANS);
    assert!(matches!(stop, Err(Stop::NoBound(why)) if why.to_string().contains("how far")));
}

#[test]
fn numbers_of_more_than_64_bits_are_exact() {
    for (text, bounds) in [
        ("heap n\nmove n -> n - 1 if n > 0 and shl(1, n) > 3", "n=70"),
        (
            "state (a, b)\nmove (a, b) -> (a - t, b) for t in 1..a if a * 3 ** 40 % (b + t) < 2",
            "a=9,b=9",
        ),
    ] {
        let game = compile(&format!("game g\n{text}\n")).expect("compiles");
        let table = game.table(&request(bounds, "sg,win"), MEANS);
        let defined = Request { kernel: Kernel::Oracle, ..request(bounds, "sg,win") };
        assert_eq!(table.expect("values"), game.table(&defined, MEANS).expect("values"));
    }
}

#[test]
fn options_beyond_64_bits_are_estimated() {
    let quantifiers: Vec<String> = (0..5).map(|i| format!("t{i} in 1..n")).collect();
    let text =
        format!("game g\nheap n\nmove n -> n - 1 for {} if t0 * t4 < n\n", quantifiers.join(", "));
    let game = compile(&text).expect("compiles");
    let plan = game.plan(&request("n=100000", "sg"), MEANS.limits).expect("a plan");
    assert!(plan.options.is_some_and(|options| options > 1e19), "{:?}", plan.options);
}

#[test]
fn sums_whose_value_marks_cells_without_one_are_valued() {
    // Coin 1162 has the option 65535, which a cell of 16 bits without a value holds. The values
    // are those of a loop over all options.
    let text = "game g\ncoins x from 1\n\
                turn x, p + x - q, q, p for p in 1..x - 3, q in p + 1..(x + p - 1) // 2\n";
    let last = column(&table(text, "x=1163", "sg"), "sg").split_off(1159);
    assert_eq!(last, [32859, 31952, 11102, 33098]);
}

#[test]
fn a_limit_by_a_later_choice_is_no_limit() {
    let later = "game g\nheap n\nmove n -> n - s for s in {1, 2}, t in 1..n if s <= t\n";
    let plain = "game g\nheap n\nmove n -> n - s for s in {1, 2} if s <= n\n";
    assert_eq!(table(later, "n=12", "sg,win"), table(plain, "n=12", "sg,win"));
    let endless = "game g\nheap n\nmove n -> n - s for s in primes, t in 1..n if s <= t\n";
    assert_eq!(compile(endless).expect_err("no end")[0].code, "G005");
}

#[test]
fn powers_and_maxima_in_a_guard_bound_an_infinite_set() {
    for (guard, finite) in [
        ("s * s <= n", "{2, 3, 5, 7}"),
        ("s ** 3 < n", "{2, 3, 5, 7}"),
        ("2 ** (s + 1) <= n", "{2, 3, 5, 7}"),
        ("max(s, 6) <= n and s < 8", "{2, 3, 5, 7}"),
    ] {
        let rule =
            |set: &str| format!("game g\nheap n\nmove n -> n - s for s in {set} if {guard}\n");
        assert_eq!(
            table(&rule("primes"), "n=60", "sg,win"),
            table(&rule(finite), "n=60", "sg,win"),
            "{guard}"
        );
    }
}

#[test]
fn bounds_leave_room_for_their_neighbours() {
    for state in [
        "heap n from 9223372036854775807\nmove n -> n - 1 if n > 1",
        "state (a from 9223372036854775807, b)\nmove b -> b - 1 if b > 0",
        "state (a in 0..9223372036854775807)\nmove a -> a - 1 if a > 0",
        "state heaps h[2] from 9223372036854775807\nmove one of h[i]: h[i] - 1",
        "coins x from 9223372036854775807\nturn x",
    ] {
        let mistakes = compile(&format!("game g\n{state}\n")).expect_err("too large");
        assert_eq!(mistakes[0].code, "G001", "{state}");
    }
    let rule =
        "game g\nheap n from 4611686018427387904\nmove n -> n - 1 if n > 4611686018427387904\n";
    let table = table(rule, "n=4611686018427387906", "sg");
    assert_eq!(column(&table, "sg"), [0, 1, 0]);
}

#[test]
fn nothing_long_is_prepared_for_an_explanation() {
    let explained = |to: &str| {
        let rule = format!(
            "game g\nheap n\nmove n -> n - p for p in primes if p <= n\ntable sg to n = {to}\n"
        );
        let lines = compile(&rule).expect("compiles").explain();
        lines.into_iter().any(|(topic, _)| topic == "kernel")
    };
    assert!(explained("100000"));
    assert!(!explained("2147483647"));
}

#[test]
fn an_explanation_says_how_play_ends() {
    let rule =
        "game g\nheap n\nmove n -> n - 1 if n > 0\nwin if n = 3\nlose when any n > 8\nstuck wins\n";
    let lines = compile(rule).expect("compiles").explain();
    let ends = lines.iter().filter(|(topic, _)| *topic == "end");
    let ends: Vec<String> = ends.map(|(_, text)| text.to_string()).collect();
    let expected = [
        "the player to move has won if n = 3",
        "the player to move has lost once n > 8 in any component",
        "a player who cannot move wins",
    ];
    assert_eq!(ends, expected);
}

#[test]
fn an_explanation_writes_out_twenty_moves() {
    let of = |moves: i64| {
        let each = (1..=moves).map(|k| format!("move m{k}: n -> n - {k} if n >= {k}\n"));
        let rule = format!("game g\nheap n\n{}", each.collect::<String>());
        compile(&rule).expect("compiles").explain()
    };
    let moves = |lines: &[(Message, Message)]| {
        lines.iter().filter(|line| line.0.to_string().starts_with("move m")).count()
    };
    let (few, many) = (of(20), of(23));
    assert_eq!((moves(&few), moves(&many)), (20, 20));
    assert!(!few.iter().any(|(topic, _)| *topic == "moves"));
    let said = many.iter().find(|(topic, _)| *topic == "moves").expect("how many there are");
    assert_eq!(said.1, "23 in all; the first 20 are shown");
}
