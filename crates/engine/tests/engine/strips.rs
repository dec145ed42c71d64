//! Strips as heaps against the definition of the rule, and rules that only look like strips.

use crate::common::{MEANS, column};
use draw::{Draw, check};
use engine::{Bounds, Game, Kernel, Positions, Request, Strip};
use expr::ast::Quantity;
use rule::NoRules;

/// The strip of a rule with such moves; its text.
fn read(rest: &str) -> (String, Option<Strip>) {
    let text = format!(
        "game g(n = 9 in 1..62)\nstate (F subset 1..n)\n{rest}\nstart k: ({{1..k}})\ntable sg to k = n\n"
    );
    let (rule, mistakes) = rule::parse(&text);
    assert!(mistakes.is_empty(), "{text}\n{mistakes:?}");
    let instance = rule::bind(&rule.expect(&text), &[]).expect(&text);
    (text, Strip::of(&instance, &NoRules))
}

/// The values of the starts up to a size.
fn values(rule: &rule::ast::Rule, kernel: Kernel, to: i64) -> Vec<i64> {
    let wide = rule.parameters.iter().map(|p| (p.name.clone(), to.to_string()));
    let instance = rule::bind(rule, &wide.collect::<Vec<_>>()).expect("a size");
    let game = Game::compile(&instance, &NoRules).expect("a game");
    let rows = if rule.start.is_some() { Positions::Starts } else { Positions::All };
    let request = Request { kernel, ..Request::of(Quantity::Sg, Bounds::All(to), rows) };
    column(&game.table(&request, MEANS).expect("a small table"), "sg")
}

/// The code of a strip, whose values are those of its definition, and on longer strips those of its parts.
#[track_caller]
fn code(rest: &str) -> Option<String> {
    let (text, strip) = read(rest);
    let strip = strip?;
    let rule = rule::parse(&text).0.expect("read before");
    for (kernel, to) in [(Kernel::Oracle, 9), (Kernel::Auto, 24)] {
        let heaps = values(strip.rule(), Kernel::Auto, to);
        assert_eq!(heaps, values(&rule, kernel, to), "{text}{}", strip.rule());
    }
    Some(strip.name())
}

#[track_caller]
fn is(rest: &str, expected: &str) {
    assert_eq!(code(rest).as_deref(), Some(expected), "{rest}");
}

#[test]
fn strips_are_octal_games() {
    is(
        "move F -> F - {x} for x in F\nmove F -> F - {x, x + 1} for x in F if x + 1 in F",
        "octal:0.77",
    );
    is("move F -> F - {x, x + 1} for x in F if x + 1 in F", "octal:0.07");
    is("move F -> F - {i, i + 1} for i in 1..n - 1 if i in F and i + 1 in F", "octal:0.07");
    is("move take: F -> F - {v - 1, v, v + 1} for v in F", "octal:0.137");
    is("move F -> F - {x - 2..x + 2} for x in F", "octal:0.11337");
    is(
        "move F -> F - {x..x + 2} for x in 1..n - 2 if all{y in F for y in x..x + 2}",
        "octal:0.007",
    );
    is(
        "move F -> F - {y for y in x - 1..x + 1 if y >= x} for x in F if size(F & {x..x + 1}) = 2",
        "octal:0.07",
    );
    // Only elements beside a gap, only alone, only inside.
    is("move F -> F - {x} for x in F if x - 1 not in F or x + 1 not in F", "octal:0.3");
    is("move F -> F - {x} for x in F if x - 1 not in F and x + 1 not in F", "octal:0.1");
    is("move F -> F - {x} for x in F if x - 1 in F and x + 1 in F", "octal:0.4");
    is("move F -> F - {x} for x in F if x - 1 in F", "octal:0.6");
    is(
        "let next(x) = x + 1\nmove F -> F - {x, next(x)} for x in F if next(x) in F and not x - 1 in F",
        "octal:0.03",
    );
    is(
        "move F -> F - {x..x + d} for d in {1, 2}, x in F if x + d in F and x + 1 in F",
        "octal:0.077",
    );
}

#[test]
fn other_strips_are_heaps_too() {
    // Three runs, of which one is of one cell; and runs of at least so many cells.
    is("move F -> F - {x, x + 2} for x in F if x + 1 in F and x + 2 in F", "g-as-heaps");
    is(
        "move F -> F - {x, x + 2} for x in F if x + 1 in F and x + 2 in F and x + 3 in F",
        "g-as-heaps",
    );
    is("move F -> F - {x} for x in F if x - 2 in F and x - 1 in F", "g-as-heaps");
    is("move F -> F - {x - 1, x + 1} for x in F if x - 1 in F and x + 1 in F", "g-as-heaps");
    let (_, strip) = read("move F -> F - {x} for x in F if x - 2 in F and x - 1 in F");
    let moves = strip.expect("a strip").rule().to_string();
    assert!(moves.contains("move k -> 1 | k - 2 if k >= 4\n"), "{moves}");
    assert!(moves.contains("move k -> i | k - 1 - i for i in 2..(k - 1) // 2\n"), "{moves}");
}

/// Rules whose runs have to do with each other, or with the ends or the length of the strip, or
/// over gaps.
#[test]
fn what_only_looks_like_a_strip_is_none() {
    let kayles = "move F -> F - {x} for x in F";
    for guard in [
        // The whole.
        "size(F) % 2 = 0",
        "size(F) > 1",
        "x != max(F)",
        "any{y > x for y in F}",
        "sum{y for y in F} > x",
        "n % 2 = 0",
        "n > 4",
        // Places.
        "x % 2 = 0",
        "x > 1",
        "x != 4",
        "x < n",
        "x != n - 30",
        "2 * x < n",
        "1 in F",
        "n in F",
        "x != 55",
        // What lies behind a gap.
        "x + 2 in F",
        "x + 2 not in F",
        "x + 1 not in F or x + 2 in F",
        "x - 2 in F and x + 2 not in F",
        // Far away.
        "x + 20 in F",
        "x + 40 not in F",
    ] {
        assert_eq!(code(&format!("{kayles} if {guard}")), None, "{guard}");
    }
    for rest in [
        // Circles.
        "move F -> F - {x, x % n + 1} for x in F if x % n + 1 in F",
        "move F -> F - {x, if x = n then 1 else x + 1} for x in F",
        "move F -> F - {x, y} for x in F, y in F if y = x + 1",
        "move F -> F - {1..x} for x in F",
        "move F -> F - {x, n + 1 - x} for x in F",
        "move F -> F - {x, 1} for x in F",
        "move F -> F + {x} for x in 1..n if x not in F",
        "move F -> F - {x} for x in F if x > 1 when stuck\nmove F -> F - {x} for x in F",
        "move F -> F - {x} for x in F\nlose if size(F) = 1",
        "move F -> F - {x} for x in F\nstuck wins",
        "move F -> F - {x} | {1} for x in F",
        "move F -> F - {x} + {x - 1} for x in F if x > 1 and x - 1 not in F",
        // Runs that moves join over a gap.
        "move F -> F - {x, x + 2} for x in F if x + 2 in F",
        "let f(x) = if x > 0 then f(x - 1) + f(x - 1) else 0\nmove F -> F - {x} for x in F if f(9) = 0",
    ] {
        assert_eq!(code(rest), None, "{rest}");
    }
}

#[test]
fn starts_are_heaps_where_they_are_runs_of_their_sizes() {
    let of = |first: u8, start: &str| {
        let text = format!(
            "game g(n = 9 in 1..62, m = 2)\nstate (F subset {first}..n)\nmove F -> F - {{x}} for x in F\n{start}\ntable sg, moves to k = 2 * n\n"
        );
        let (rule, mistakes) = rule::parse(&text);
        assert!(mistakes.is_empty(), "{text}\n{mistakes:?}");
        let instance = rule::bind(&rule.expect(&text), &[]).expect(&text);
        let strip = Strip::of(&instance, &NoRules).expect(&text);
        let heaps = strip.rule().to_string();
        (strip.is_whole, heaps.contains("heap k\n") && heaps.contains("table sg to k = 2 * 9\n"))
    };
    for (first, start) in [(1, "({1..k})"), (0, "({0..k - 1})"), (0, "({1..k})"), (1, "{m - 1..k}")]
    {
        let expected = !start.contains('m');
        assert_eq!(of(first, &format!("start k: {start}")), (expected, expected), "{start}");
    }
    for start in ["({1..2 * k})", "({3} + {5..k})", "{1..k} | {1..k}", "({2..k})", "({1..k - 1})"] {
        assert_eq!(of(1, &format!("start k: {start}")), (false, false), "{start}");
    }
    assert_eq!(of(1, "start k from 1: ({1..k})"), (false, false));
    // The rules of codes call other numbers so.
    let (text, _) = read("move F -> F - {x} for x in F");
    let text = text.replace("start k: ({1..k})", "start i: ({1..i})").replace("to k", "to i");
    let instance = rule::bind(&rule::parse(&text).0.expect(&text), &[]).expect(&text);
    assert!(!Strip::of(&instance, &NoRules).expect(&text).is_whole);
}

/// A guard of so many levels.
fn guard(d: &mut Draw, depth: usize) -> String {
    const PLACE: &str = "<x + 0|x - 1|x + 1|x - 2|x + 2>";
    match depth.checked_sub(1) {
        Some(less) if d.chance([25, 90][less]) => {
            let link = d.pick(&["and", "or"]);
            format!("({} {link} {})", guard(d, less), guard(d, less))
        }
        Some(less) => guard(d, less),
        None => {
            let rare = d.pick(&["size(F & {x, P}) = <0..3>", "P <= n", "x != 3"]);
            let atom = if d.chance(27) { rare } else { d.pick(&["P in F", "P not in F"]) };
            d.text(&atom.replace('P', PLACE))
        }
    }
}

fn some_move(d: &mut Draw) -> String {
    let others = d.many(0..3, |d| d.text("<, x + 0|, x - 1|, x + 1|, x - 2|, x + 2>")).concat();
    format!("move F -> F - {{x{others}}} for x in F if {}", guard(d, 2))
}

#[test]
fn random_strips_have_the_values_of_their_definition() {
    let input = |d: &mut Draw| d.many(1..3, some_move);
    check(256, input, |moves| {
        code(&moves.join("\n"));
        Ok(())
    });
}

/// Many random rules are strips, so that the test above says something.
#[test]
fn random_rules_are_strips() {
    let mut d = Draw::deterministic();
    let all = (0..200).map(|_| some_move(&mut d));
    let strips = all.filter(|text| read(text).1.is_some()).count();
    assert!((60..180).contains(&strips), "{strips}");
}
