//! Sets that fall apart: starting positions and single positions too large for a box, against the
//! definition of smaller ones.

use crate::common::{Impatient, Keeping, MEANS, column, compile, request};
use crate::random_rules::WORK;
use draw::{Draw, check};
use engine::{Component, Game, Kernel, Means, Positions, Request, Silent, Stop};
use expr::ast::Quantity;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// Kayles on a strip of `length` cells of which the first k are left.
fn strip(length: u32) -> Game {
    let text = format!(
        "game strip\nstate (F subset 1..{length})\n\
         move one: F -> F - {{x}} for x in F\n\
         move two: F -> F - {{x, x + 1}} for x in F if x + 1 in F\n\
         start k: ({{1..k}})\n"
    );
    compile(&text).expect("a rule")
}

fn of_starts(to: &str, quantities: &str, kernel: Kernel) -> Request {
    Request { positions: Positions::Starts, kernel, ..request(to, quantities) }
}

const ALL: &str = "sg,win,moves,least,misere";

#[test]
fn starts_by_parts_are_those_of_the_definition() {
    let large = of_starts("k=9", ALL, Kernel::Auto);
    let game = strip(30);
    let plan = game.plan(&large, MEANS.limits).expect("a plan");
    assert!(plan.words().to_string().contains("parts"), "{}", plan.words());
    let table = game.table(&large, MEANS).expect("a table");
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names.join(","), ALL);
    let small = strip(9).table(&of_starts("k=9", ALL, Kernel::Oracle), MEANS).expect("a table");
    for name in names {
        assert_eq!(column(&table, name), column(&small, name), "{name}");
    }
}

#[test]
fn a_strip_of_62_cells_is_kayles_whatever_the_memory() {
    let request = of_starts("k=62", "sg,win,moves", Kernel::Auto);
    for memory in [1 << 16, 1 << 28] {
        let table = strip(62).table(&request, Means::silent(memory)).expect("a table");
        let values = column(&table, "sg");
        let heap = "game kayles\nheap n\nmove n -> i | n - i - t for t in 1..2, i in 0..(n - t) // 2 if t <= n\n";
        let kayles = crate::common::table(heap, "n=62", "sg");
        assert_eq!(values, column(&kayles, "sg"));
        let won: Vec<i64> = values.iter().map(|value| i64::from(*value != 0)).collect();
        assert_eq!(column(&table, "win"), won);
        assert_eq!(column(&table, "moves")[..6], [0, 1, 1, 1, 1, 1]);
    }
}

#[test]
fn misere_play_on_a_long_strip_is_that_of_heaps() {
    let request = of_starts("k=40", "misere", Kernel::Auto);
    let table = strip(40).table(&request, MEANS).expect("a table");
    let heap = "game kayles\nheap n\nmove n -> i | n - i - t for t in 1..2, i in 0..(n - t) // 2 if t <= n\n";
    let kayles = crate::common::table(heap, "n=40", "misere");
    assert_eq!(column(&table, "misere"), column(&kayles, "misere"));
    let answer = strip(40).ask(&[Component::own(vec![(1 << 40) - 1])], MEANS).expect("an answer");
    assert_eq!(answer.misere.map(i64::from), column(&kayles, "misere").last().copied());
}

#[test]
fn an_answer_lists_the_moves_after_which_the_value_is_0() {
    let game = strip(40);
    let at = |cells: i64| Component::own(vec![(1 << cells) - 1]);
    let answer = game.ask(&[at(40)], MEANS).expect("an answer");
    let ask = |parts: &[Component]| game.ask(parts, MEANS).expect("an answer");
    assert_eq!(answer.sg, ask(&[at(16)]).sg, "the values have the period 12");
    assert!(!answer.winning.is_empty());
    for first in &answer.winning {
        assert_eq!(ask(&first.steps[0].parts).sg, Some(0), "{first:?}");
    }
    // Of a sum, and where the player to move loses.
    assert_eq!(ask(&[at(40), at(40)]).sg, Some(0));
    assert!(ask(&[at(40), at(40)]).winning.is_empty());
}

#[test]
fn it_is_said_that_play_falls_apart() {
    let says = |game: Game| game.explain().into_iter().any(|(topic, _)| topic == "parts");
    assert!(says(strip(62)));
    for (rest, expected) in [
        ("if size(F) > 2", false),
        ("\nlose if size(F) = 0", false),
        ("\nplay every", false),
        ("\nstuck wins", true),
        ("\nleft F -> F - {1} if 1 in F", true),
        ("\nleft F -> F - {1} if 1 in F\nstuck wins", false),
        ("\nleft F -> F - {1} if size(F) > 7 and 1 in F", false),
    ] {
        let text =
            format!("game g\nstate (F subset 1..9)\nmove F -> F - {{x}} for x in F {rest}\n");
        assert_eq!(says(compile(&text).expect(rest)), expected, "{rest}");
    }
    assert!(!says(compile("game g\nheap n\nmove n -> n - 1 if n > 0\n").expect("a rule")));
}

/// A number so great that no box holds the positions up to it.
const FAR: i64 = 9_999_999_999;

/// A rule with these coordinates and lines, whose starts are all of its positions, beside a number so
/// great that none of them is read off a table; and how far they go.
fn of_all_positions(coordinates: &str, lines: &str) -> (String, String) {
    let (mut sizes, mut here, mut bounds) = (Vec::new(), Vec::new(), Vec::new());
    for (i, coordinate) in coordinates.split(", ").enumerate() {
        let (name, range) = coordinate.rsplit_once(' ').expect("a name and a range");
        let (lo, hi) = range.split_once("..").expect("a range");
        let [lo, hi]: [i64; 2] = [lo, hi].map(|end| end.parse().expect("an end"));
        let is_set = name.ends_with("subset");
        sizes.push(if is_set { format!("s{i}") } else { format!("s{i} from {lo}") });
        bounds.push(format!("s{i}={}", if is_set { (1 << (hi - lo + 1)) - 1 } else { hi }));
        here.push(match is_set {
            true => format!("{{x for x in {range} if bit(s{i}, x - {lo}) = 1}}"),
            false => format!("s{i}"),
        });
    }
    let (sizes, here) = (sizes.join(", "), here.join(", "));
    let text = format!(
        "game g\nstate (z in 0..{FAR}, {coordinates}){lines}\nstart ({sizes}): ({FAR}, {here})\n"
    );
    (text, bounds.join(","))
}

/// Whether all positions are valued by their parts; they have the values of the definition. `None`
/// where the rule has none.
fn is_by_parts(coordinates: &str, lines: &str, quantities: &str, memory: u64) -> Option<bool> {
    let (text, bounds) = of_all_positions(coordinates, lines);
    let game = compile(&text).ok()?;
    let asked = of_starts(&bounds, quantities, Kernel::Auto);
    let defined = Request { kernel: Kernel::Oracle, ..asked.clone() };
    let defined = game.table(&defined, MEANS).ok()?;
    let means = Means::silent(memory);
    match game.table(&asked, means) {
        Err(Stop::Limit(..)) if memory < MEANS.limits.memory => {}
        table => assert_eq!(table.as_ref(), Ok(&defined), "{text}"),
    }
    let plan = game.plan(&asked, means.limits).expect("a plan");
    Some(plan.words().to_string().contains("parts"))
}

#[track_caller]
fn assert_parts(coordinates: &str, lines: &str) {
    let is_by_parts = is_by_parts(coordinates, lines, "sg,win,moves", 1 << 28);
    assert_eq!(is_by_parts, Some(true), "{coordinates} {lines}");
}

#[track_caller]
fn assert_whole(coordinates: &str, lines: &str) {
    let quantities = if lines.contains("\nwin") { "win,moves" } else { "sg,win,moves" };
    let is_by_parts = is_by_parts(coordinates, lines, quantities, 1 << 28);
    assert_eq!(is_by_parts, Some(false), "{coordinates} {lines}");
}

#[test]
fn games_on_strips_boards_and_graphs_are_valued_by_parts() {
    for (coordinates, moves) in [
        ("F subset 1..8", "F - {x} for x in F\nmove F -> F - {x, x + 1} for x in F if x + 1 in F"),
        ("F subset 0..7", "F - {x - 1..x + 1} for x in F"),
        (
            "F subset 1..9",
            "F - {x, x + 1} for x in F if x + 1 in F and x % 3 != 0\nmove F -> F - {x, x + 3} for x in F if x + 3 in F",
        ),
        (
            "F subset 1..6",
            "F - {x; y for y in 1..6 if edge(x, y)} for x in F\nlet edge(v, w) = v * w % 5 = 1 or v + w = 7",
        ),
        (
            "F subset 1..6",
            "F - {x, y} for x in 1..5, y in x + 1..6 if x in F and y in F and y - x != 3",
        ),
        // Poset games, whose elements hardly come apart.
        (
            "F subset 1..7",
            "F - {y for y in x..7 if above(x, y)} for x in F\nlet above(x, y) = y % x = 0",
        ),
    ] {
        assert_parts(coordinates, &format!("\nmove F -> {moves}"));
    }
}

#[test]
fn guards_may_ask_for_elements_that_are_there_and_that_are_not() {
    for moves in [
        "F - {x} for x in F if x + 1 not in F",
        "F - {x} for x in F if x - 1 in F or x + 1 in F",
        "F - {x} for x in F if not any{y in F for y in {x - 1, x + 2}}",
        "F - {x..x + 2} for x in 1..6 if all{y in F for y in x..x + 2}",
        "F - {x, x + 2} for x in F if size(F & {x..x + 2}) = 2",
        "F - {x} for x in F if x + 1 in F iff x + 2 in F",
        "F - {x} for x in F if F & {x + 1, x + 3} = {x + 3}",
        // Of the whole, and yet of elements: they join all parts.
        "F - {x} for x in F if F != {1, 3, 5, 7}",
        "F - {x} for x in F if any{y > x for y in F}",
        "F - {x} for x in F if 7 in F or 1 in F",
    ] {
        assert_parts("F subset 1..8", &format!("\nmove F -> {moves}"));
    }
}

#[test]
fn sets_that_grow_several_sets_and_numbers_that_stay_are_no_hindrance() {
    for (coordinates, lines) in [
        (
            "M subset 1..8",
            "\nmove M -> M + {x} for x in 1..8 if not any{y in M for y in {x - 1, x, x + 1}}",
        ),
        (
            "A subset 1..4, B subset 1..4",
            "\nmove A -> A - {x}, B -> B - {x} for x in A if x in B\nmove A -> A - {x, x + 1} for x in A if x + 1 in A and x not in B",
        ),
        (
            "A subset 1..4, B subset 1..4",
            "\nmove A -> A - {x}, B -> B + {x} for x in A if x not in B and x + 1 not in B",
        ),
        // B never changes: its elements say where moves are possible.
        (
            "A subset 1..4, B subset 1..4",
            "\nmove A -> A - {x, x + 1} for x in A if x + 1 in A and x not in B",
        ),
        (
            "A subset 1..4, B subset 1..4",
            "\nmove A -> A - {x, x + 1} for x in A if x + 1 in A and x in B",
        ),
        ("k in 1..2, F subset 1..6", "\nmove F -> F - {x, x + k} for x in F if x + k in F"),
        (
            "k in 1..6, F subset 1..6",
            " where all{x <= k for x in F}\nmove F -> F - {x} for x in F if x != k",
        ),
        ("k in 0..1, F subset 1..6", "\nmove F -> F - {x - k..x} for x in F"),
    ] {
        assert_parts(coordinates, lines);
    }
}

/// Rules whose parts have to do with each other, or that play has other ends or ways for.
#[test]
fn rules_whose_moves_look_at_the_whole_are_left_alone() {
    let strip = "\nmove F -> F - {x} for x in F";
    for rest in [
        " if size(F) % 2 = 0",
        " if size(F) > 2 or x = 1",
        " if x = min(F)",
        " if sum{y for y in F} % 3 != 0",
        " if count{y in F for y in 1..7} < 5",
        " if xor{y for y in F} != x",
        "\nlose if size(F) = 2",
        " if x > 1 when stuck\nmove F -> F - {x} for x in F if x + 1 in F",
        "\nplay every",
        "\nstuck wins",
        "\nwin if size(F) = 1",
    ] {
        assert_whole("F subset 1..7", &format!("{strip}{rest}"));
    }
    for (coordinates, lines) in [
        ("F subset 1..7", "\nmove F -> F - {1..x} for x in 1..size(F) if x in F"),
        ("A subset 1..4, B subset 1..4", "\nmove A -> B, B -> A - {x} for x in A"),
        ("k in 1..3, F subset 1..5", "\nmove k -> k % 3 + 1, F -> F - {x} for x in F"),
        // Elements that go and come, or that go if they are there and come if not.
        (
            "F subset 1..6",
            "\nmove F -> F - {x} + {x - 1} for x in F if x > 1 and x - 1 not in F\nmove F -> F - {1} if 1 in F",
        ),
        ("F subset 1..7", "\nmove F -> if x + 1 in F then F - {x} else F - {x - 1, x} for x in F"),
    ] {
        assert_whole(coordinates, lines);
    }
    // A move that leaves the positions.
    let text = "game g\nstate (F subset 1..40) where 40 in F\n\
                move F -> F - {x, x + 1} for x in F if x + 1 in F\nstart k from 40: ({1..k})\n";
    let asked = of_starts("k=40", "sg", Kernel::Auto);
    let table = compile(text).expect("a rule").table(&asked, Means::silent(1 << 20));
    assert!(table.is_err(), "{table:?}");
}

/// A guard of so many levels on elements around x.
fn guard(d: &mut Draw, depth: usize) -> String {
    const PLACE: &str = "<x + 0|x - 1|x + 1|x - 2|x + 2>";
    let Some(less) = depth.checked_sub(1) else {
        let atom = d.pick(&[
            "P in F",
            "P in F",
            "P in F",
            "P not in F",
            "P not in F",
            "P not in F",
            "size(F) != 3",
            "x % <2..4> != <0..3>",
            "size(F & {x, P}) = <0..3>",
            "any{y in F for y in {P, P}}",
            "all{y not in F for y in {P, P}}",
        ]);
        return d.text(&atom.replace('P', PLACE));
    };
    if !d.chance([25, 90][less]) {
        return guard(d, less);
    }
    match d.flag() {
        false => format!("(not {})", guard(d, less)),
        true => {
            let link = d.pick(&["and", "or", "implies"]);
            format!("({} {link} {})", guard(d, less), guard(d, less))
        }
    }
}

/// A move on F, a subset of 1..`last`.
fn some_move(d: &mut Draw, last: usize) -> String {
    let others = d.many(0..3, |d| d.text("<, x + 0|, x - 1|, x + 1|, x - 2|, x + 2>")).concat();
    let guard = guard(d, 2);
    match d.size(0..8) {
        0..=4 => format!("\nmove F -> F - {{x{others}}} for x in F if {guard}"),
        5 => format!("\nmove F -> F + {{x{others}}} for x in 1..{last} if x not in F and {guard}"),
        6 => {
            format!("\nmove F -> F - {{y for y in F if y = x or y = x + 2}} for x in F if {guard}")
        }
        _ => format!("\nmove F -> F & ({{1..x - 1}} + {{x + 1..{last}}}) for x in F if {guard}"),
    }
}

/// The same of one player, or of both.
fn partizan_move(d: &mut Draw, last: usize) -> String {
    some_move(d, last).replacen("move", d.pick(&["move", "left", "right"]), 1)
}

#[test]
fn random_rules_have_the_values_of_their_definition() {
    let input =
        |d: &mut Draw| (d.many(1..3, |d| some_move(d, 6)).concat(), d.pick(&[1 << 28, 2_000]));
    check(256, input, |(moves, memory)| {
        is_by_parts(
            "F subset 1..6",
            &moves,
            if memory < 10_000 { "sg" } else { "sg,win,moves" },
            memory,
        );
        Ok(())
    });
    // Most of them are valued by parts, so that this says something.
    let mut d = Draw::deterministic();
    let all =
        (0..60).filter_map(|_| is_by_parts("F subset 1..6", &some_move(&mut d, 6), "sg", 1 << 28));
    let all: Vec<bool> = all.collect();
    let parted = all.iter().filter(|is_by_parts| **is_by_parts).count();
    assert!(all.len() > 35 && 2 * parted > all.len(), "{parted} of {}", all.len());
}

/// Whether the player to move wins misere play of two sets, each with its options.
fn wins_misere(
    sum: [usize; 2],
    options: &[Vec<usize>],
    is_every: bool,
    known: &mut HashMap<[usize; 2], bool>,
) -> bool {
    if let Some(&wins) = known.get(&sum) {
        return wins;
    }
    let [a, b] = sum.map(|at| &options[at]);
    let mut after: Vec<[usize; 2]> = Vec::new();
    if !is_every {
        after.extend(a.iter().map(|&a| [a, sum[1]]));
        after.extend(b.iter().map(|&b| [sum[0], b]));
    } else if !a.is_empty() || !b.is_empty() {
        // Who has no move in one of them moves in the other alone.
        let stays = |own: &[usize], at: usize| if own.is_empty() { vec![at] } else { own.to_vec() };
        let (a, b) = (stays(a, sum[0]), stays(b, sum[1]));
        after.extend(a.iter().flat_map(|&a| b.iter().map(move |&b| [a, b])));
    }
    let wins =
        after.is_empty() || after.iter().any(|&sum| !wins_misere(sum, options, is_every, known));
    known.insert(sum, wins);
    wins
}

/// Misere play of sums of two positions of a rule on subsets of 1..6 is that of the sum as a whole.
fn check_misere_sums(lines: &str) {
    let text = format!("game g\nstate (F subset 1..6){lines}\n");
    let Ok(game) = compile(&text) else { return };
    // Some play has no end, and some move leads to no position.
    if game.table(&request("", "sg"), MEANS).is_err() {
        return;
    }
    let options = |at| {
        let mut own = Vec::new();
        let listed = game.each_option(&[at], &mut |parts| {
            own.push(parts[0].at[0] as usize);
            true
        });
        assert_eq!(listed, Ok(None), "{text}{at}");
        own
    };
    let options: Vec<Vec<usize>> = (0..64).map(options).collect();
    let mut searcher = game.searcher(Quantity::Misere, &Silent);
    let (is_every, mut known) = (lines.contains("play every"), HashMap::new());
    for [a, b] in (0..64).rev().map(|at| [at, (at * 37 + 11) % 64]) {
        let found = searcher.value(&[a, b].map(|at| Component::own(vec![at as i64])));
        let wins = wins_misere([a, b], &options, is_every, &mut known);
        assert_eq!(found, Ok(wins.into()), "{text}{a} {b}");
    }
}

#[test]
fn misere_play_of_sums_is_that_of_the_whole() {
    let strip = "\nmove F -> F - {x} for x in F if x + 1 not in F";
    let pair = "\nmove F -> F - {x, x + 1} for x in F if x + 1 in F";
    for rest in ["", "\nstuck wins", "\nplay every"] {
        check_misere_sums(&format!("{strip}{pair}{rest}"));
    }
    check(
        200,
        |d| d.many(1..3, |d| some_move(d, 6)).concat(),
        |moves| {
            check_misere_sums(&moves);
            Ok(())
        },
    );
}

/// Two positions of a rule side by side, subsets of 1..6 beside numbers from 1 on, by parts and as a whole.
fn check_partizan_sums(state: &str, numbers: [&str; 2], lines: &str) {
    let set = |size: &str| format!("{{x for x in 1..6 if bit({size}, x - 1) = 1}}");
    let (first, second) = (set("k"), set("(37 * k + 11) % 64"));
    let text = format!(
        "game g\nstate ({state}F subset 1..6){lines}\nstart k: ({}{first}) | ({}{second})\n",
        numbers[0], numbers[1]
    );
    let Ok(game) = compile(&text) else { return };
    if !game.is_partizan() {
        return;
    }
    for quantities in ["outcome,value", "outcome"] {
        let [parts, whole] = [Kernel::Auto, Kernel::Oracle]
            .map(|kernel| game.table(&of_starts("k=63", quantities, kernel), MEANS));
        match (parts, whole) {
            // Play that has no end need not be met where the winner is known before.
            (Err(Stop::Refused(_)), _) | (_, Err(_)) => {}
            (parts, whole) => assert_eq!(parts, whole, "{text}"),
        }
    }
}

#[test]
fn partizan_sums_are_judged_by_parts_as_whole() {
    let left = "\nleft F -> F - {x} for x in F";
    let right = "\nright F -> F - {x} for x in F if x > 2";
    for lines in [
        // Moves of both players, of either one, and moves that avoid and that add.
        "\nleft F -> F - {x, x + 3} for x in F if x + 3 in F\nright F -> F - {x, x + 1} for x in F if x % 3 != 0 and x + 1 in F".to_owned(),
        "\nleft F -> F - {x, x + 1} for x in F if x + 1 not in F\nmove F -> F - {x} for x in F if x + 2 in F".to_owned(),
        "\nleft F -> F + {x} for x in 1..6 if x not in F and x - 1 not in F\nright F -> F + {x} for x in 1..3 if x not in F and 2 * x not in F".to_owned(),
        // Rules whose parts have to do with each other.
        format!("{left} if size(F) > 2{right}"),
        format!("{left} if x = min(F){right}"),
        format!("{left}{right} when stuck"),
        format!("{left}\nright F -> F + {{x - 1}} - {{x}} for x in F if x > 2 and x - 1 not in F"),
    ] {
        check_partizan_sums("", [""; 2], &lines);
    }
    // Parts of boards on which moves are others.
    let others = "\nleft F -> F - {x, x + n} for x in F if x + n in F\nright F -> F - {x} for x in F if x > 3";
    check_partizan_sums("n in 1..2, ", ["1, ", "2, "], others);
    let input = |d: &mut Draw| d.many(2..4, |d| partizan_move(d, 6)).concat();
    check(100, input, |moves| {
        check_partizan_sums("", [""; 2], &moves);
        Ok(())
    });
}

/// Who wins the starts of a rule by its parts, of which those of more than 12 elements are played; as by
/// play of the whole, where that is soon over.
fn played(text: &str, to: &str) -> Option<String> {
    let game = compile(text).ok().filter(Game::is_partizan)?;
    let [parts, whole] = [Kernel::Auto, Kernel::Oracle].map(|kernel| {
        let asked = of_starts(to, "outcome", kernel);
        patience::within_work(WORK, || game.table(&asked, MEANS)).ok()
    });
    // Play that has no end is met by one and not by the other.
    let (parts, whole) = parts.zip(whole)?;
    assert_eq!(parts, whole, "{text}");
    let values = &whole.columns[0].values;
    Some((0..whole.cells()).filter_map(|cell| values.text(cell)).collect())
}

#[test]
fn large_parts_are_played() {
    let input = |d: &mut Draw| d.many(2..4, |d| partizan_move(d, 15)).concat();
    check(24, input, |moves| {
        let starts = "start k: ({1..15} - {k})";
        played(&format!("game g\nstate (F subset 1..15){moves}\n{starts}\n"), "k=3");
        Ok(())
    });
    // Who moves in the first 14 gives the other one six moves: only the number beside them is to be moved in.
    let cold = "game g\nstate (F subset 1..15)\nleft F -> F - {1} if 1 in F and 2 in F\n\
                right F -> F - {2} if 1 in F and 2 in F\n\
                right F -> F - {x} for x in 3..8 if x in F and 1 not in F\n\
                left F -> F - {x} for x in 9..14 if x in F and 2 not in F\n\
                left F -> F - {15} if 15 in F\nstart k: ({1..14 + k})\n";
    assert_eq!(played(cold, "k=1").as_deref(), Some("PL"));
    // 13 moves of Right, one after another, against 12 of Left and then 13.
    let chains = "game g\nstate (F subset 1..28)\n\
                  right F -> F - {x} for x in 1..13 if x in F and x + 1 not in F\n\
                  left F -> F - {x} for x in 15..28 if x in F and x + 1 not in F\n\
                  start k: ({1..13} + {15..21} + {23..27 + k})\n";
    assert_eq!(played(chains, "k=1").as_deref(), Some("RP"));
}

/// Cram on the first rows and columns of a board, beside what lies on the other cells.
fn cram(rows: i64, columns: i64, start: &str) -> Game {
    let cells = rows * columns;
    let text = format!(
        "game cram\nstate (F subset 1..{cells})\n\
         move down: F -> F - {{x, x + {columns}}} for x in F if x + {columns} in F\n\
         move across: F -> F - {{x, x + 1}} for x in F if x % {columns} != 0 and x + 1 in F\n\
         start {start}\n"
    );
    compile(&text).expect("a rule")
}

/// Of one thread: of several, one learns what another one would have searched.
fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    one.install(work)
}

#[test]
fn threads_find_together_what_one_finds() {
    let game = cram(5, 5, "k from 1: ({1..25} - {4 * k, 4 * k + 1})");
    let asked = of_starts("k=6", "sg,win", Kernel::Auto);
    let found = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| game.table(&asked, Means::silent(1 << 22)).expect("a table"))
    };
    let one = found(1);
    assert!([2, 4].into_iter().all(|threads| found(threads) == one));
    let won = column(&one, "sg").iter().map(|sg| i64::from(*sg != 0)).collect::<Vec<_>>();
    assert_eq!(column(&one, "win"), won);
}

/// What is searched once, or not at all, is told before anybody is asked whether to go on.
#[test]
fn alike_parts_are_searched_once_and_symmetric_ones_are_answered() {
    let told = |game: Game, to: &str| {
        let progress = Impatient(0.into());
        let means = Means { progress: &progress, ..MEANS };
        let found = alone(|| game.table(&of_starts(to, "sg", Kernel::Auto), means));
        column(&found.expect("told at once"), "sg")
    };
    // The value of Kayles at 60; parts of a strip are the same wherever they are.
    let kayles = "game strip\nstate (F subset 1..60)\nmove F -> F - {x} for x in F\n\
                  move F -> F - {x, x + 1} for x in F if x + 1 in F\nstart k from 60: ({1..k})\n";
    assert_eq!(told(compile(kayles).expect("a rule"), "k=60"), [4]);
    // Who moves second on an even board answers across its middle.
    assert_eq!(told(cram(6, 6, "k from 36: ({1..k})"), "k=36"), [0]);
}

#[test]
fn a_search_ends_when_it_is_asked_to_and_goes_on_from_what_was_kept() {
    let asked = |to: &str| of_starts(to, "sg", Kernel::Auto);
    let board = cram(5, 5, "k from 1: ({k..25})");
    let search = |progress: &Keeping| {
        let means = Means { progress, ..Means::silent(1 << 24) };
        let before = progress.left.load(Ordering::Relaxed);
        let found = alone(|| board.table(&asked("k=1"), means));
        let reports = before - progress.left.load(Ordering::Relaxed);
        (found.map(|table| column(&table, "sg")[0]), reports)
    };
    let progress = Keeping::after(usize::MAX);
    let (whole, reports) = search(&progress);
    assert_eq!(whole, Ok(0));
    assert!(progress.kept.lock().expect("one thread").is_empty(), "it took no time");
    progress.left.store(reports / 2, Ordering::Relaxed);
    let (stopped, before) = search(&progress);
    assert!(matches!(stopped, Err(Stop::Interrupted(_))), "{stopped:?}");
    progress.left.store(usize::MAX, Ordering::Relaxed);
    // Other moves on as many cells.
    let kayles = compile(
        "game strip\nstate (F subset 1..25)\nmove F -> F - {x} for x in F\n\
         move F -> F - {x, x + 1} for x in F if x + 1 in F\nstart k from 1: ({k..25})\n",
    );
    let kayles = kayles.expect("a rule");
    let other = kayles.table(&asked("k=20"), Means { progress: &progress, ..MEANS });
    assert_eq!(other, kayles.table(&asked("k=20"), MEANS));
    let (again, after) = search(&progress);
    assert_eq!(again, Ok(0));
    assert!(after + before / 2 < reports, "{reports} at once, {before} and {after}");
    let few = board.table(&asked("k=1"), Means::silent(1 << 12));
    assert!(matches!(few, Err(Stop::Limit(..))), "{few:?}");
}
