//! What is read off the moves for all large numbers, against the options of single ones.

use draw::{Draw, TestCaseResult, check, prop_assert, prop_assert_eq};
use expr::eval::{Definitions, Frame, Names, NoContext, Program};
use meaning::Error;
use meaning::eventual::{Class, Trouble, Value};
use meaning::heap::{ClassOptions, Heap, Place};
use meaning::source::instance;
use std::collections::BTreeSet;

fn heap(text: &str) -> Result<Heap, Error> {
    Heap::of(&instance(text, &[])?)
}

/// The options of n, by its shape.
fn written_out(shape: &ClassOptions, n: i128, rows: i128) -> BTreeSet<Vec<i128>> {
    let place = |place: &Place| match place {
        Place::At(c) => *c,
        Place::Below(t) => n - t,
    };
    let sorted = |mut parts: Vec<i128>| {
        parts.sort_unstable();
        parts
    };
    let listed = shape.options.iter().map(|option| sorted(option.iter().map(place).collect()));
    let tail = shape.tail.into_iter().flat_map(|(d, c)| {
        (d..=n - c).filter(|u| (n - u) % rows == 0).map(|u| vec![u]).collect::<Vec<_>>()
    });
    let splits =
        shape.splits.iter().flat_map(|t| (1..n - t).map(move |i| sorted(vec![i, n - t - i])));
    listed.chain(tail).chain(splits).collect()
}

fn agree(heap: &Heap) -> TestCaseResult {
    let shapes = heap.shapes().unwrap();
    let mut small = heap.small();
    for n in shapes.from..shapes.from + 40 {
        let shape = &shapes.classes[usize::try_from(n).unwrap() % shapes.classes.len()];
        let options: BTreeSet<_> = small.options(n).unwrap().into_iter().collect();
        prop_assert_eq!(written_out(shape, n, heap.rows), options, "{} {:?}", n, shapes);
    }
    Ok(())
}

/// A term over n: each level is an operation so many times in a hundred, the outermost first.
fn term(d: &mut Draw, chances: &[u64]) -> String {
    let Some((&chance, inner)) = chances.split_first() else {
        let leaf = d.pick(&["n", "<0..9>"]);
        return d.text(leaf);
    };
    if !d.chance(chance) {
        return term(d, inner);
    }
    let shape = d.size(0..8);
    let a = term(d, inner);
    match shape {
        0 => format!("-{a}"),
        1 => format!("abs({a})"),
        2 => format!("({a} {} {})", d.pick(&["*", "//", "%"]), d.int(1..5)),
        3 => format!("({a} {} {})", d.pick(&["+", "-"]), term(d, inner)),
        4 => format!("min({a}, {})", term(d, inner)),
        5 => format!("max({a}, {})", term(d, inner)),
        6 => format!("[{a}, {}, 7][n % 3]", term(d, inner)),
        _ => format!("(if {} then {a} else {})", condition(d, &[90, 38], inner), term(d, inner)),
    }
}

fn condition(d: &mut Draw, chances: &[u64], terms: &[u64]) -> String {
    let Some((&chance, inner)) = chances.split_first() else {
        let shape = d.size(0..4);
        let (a, b) = (term(d, terms), term(d, terms));
        return match shape {
            0 => format!("{a} {} {b}", d.pick(&["=", "!=", "<", "<=", ">", ">="])),
            1 => format!("{a} in {b}..{}", term(d, terms)),
            2 => format!("{a} in {{{b}, {}}}", d.int(0..9)),
            _ => format!("any{{{a} = {b} + k for k in 0..{}}}", d.int(0..4)),
        };
    };
    if !d.chance(chance) {
        return condition(d, inner, terms);
    }
    let a = condition(d, inner, terms);
    match d.flag() {
        false => format!("not ({a})"),
        true => {
            let word = d.pick(&["and", "or", "implies", "iff"]);
            format!("({a}) {word} ({})", condition(d, inner, terms))
        }
    }
}

#[test]
fn expressions_at_large_numbers() {
    let input = |d: &mut Draw| term(d, &[90, 67, 11, 2]);
    check(400, input, |text| {
        let e = expr::parser::parse_expression(&text).unwrap();
        let names = Names { slots: vec!["n".into()], ..Names::default() };
        let program = Program::compile(&e, &names, &Definitions::default()).unwrap();
        let slowly = |n| program.integer(&mut Frame::new(vec![n]), &mut NoContext).unwrap();
        let mut modulus = 1;
        let mut rest = 0;
        while rest < modulus {
            let mut class = Class::new(modulus, rest, "n");
            match class.value(&e) {
                Ok(Value::Number(line)) => {
                    for n in class.from..class.from + 3 * modulus {
                        if n % modulus == rest {
                            prop_assert_eq!(line.at(n), Some(slowly(n)), "{} at {}", text, n);
                        }
                    }
                    rest += 1;
                }
                Ok(Value::Truth(_)) => prop_assert!(false, "{text} is a number"),
                Err(Trouble::Finer(finer)) if finer < 3000 => {
                    prop_assert!(finer % modulus == 0 && finer > modulus);
                    (modulus, rest) = (finer, 0);
                }
                Err(_) => return Ok(()),
            }
        }
        // single numbers
        let mut class = Class::new(1, 0, "n");
        for n in 0..20 {
            class.at("n", n);
            if let Ok(line) = class.number(&e) {
                prop_assert_eq!(line.as_constant(), Some(slowly(n)), "{} at {}", text, n);
            }
        }
        Ok(())
    });
}

#[test]
fn options_at_large_numbers() {
    let input =
        |d: &mut Draw| (condition(d, &[90, 38], &[90]), d.int(0..4), d.int(0..9), d.size(0..8));
    check(400, input, |(guard, lo, hi, kind)| {
        let lo1 = lo + 1;
        let text = match kind {
            0 => format!("n -> n - t  for t in {lo1}..{hi} if ({guard}) and t <= n"),
            1 => format!("n -> n - t  for t in {lo1}..n - {lo} if t != {hi} and not t in {lo}..3"),
            2 => format!("n -> u      for u in {lo}..n - {hi} - 1 if {guard}"),
            3 => format!("n -> {lo}   if n > {hi} + {lo} and ({guard})"),
            4 => format!("n -> n - t | {lo}  for t in {{{lo1}, 7}} if n >= 7 + {lo} and ({guard})"),
            5 => format!("n -> i | n - {lo} - i  for i in 1..(n - {lo}) // 2 if {guard}"),
            6 => format!("n -> n - {lo} - i | i  for i in 1..n - {lo1} if n > {hi}"),
            _ => format!("n -> n - t - s  for t in {lo1}..min(n, {hi}), s in 0..min(t, n - t)"),
        };
        // bound variables must have names of their own
        let Ok(heap) = heap(&format!("game g\nheap n\nmove {text}\n")) else { return Ok(()) };
        if let Ok(shapes) = heap.shapes()
            && shapes.from < 200
        {
            agree(&heap)?;
        }
        Ok(())
    });
}

#[test]
fn shapes_of_well_known_rules() {
    let classes = |text: &str| heap(text).and_then(|heap| heap.shapes()).unwrap();
    let nim = classes("game nim\nheap n\nmove n -> n - t  for t in 1..n\n");
    assert_eq!((nim.classes.len(), nim.classes[0].tail), (1, Some((0, 1))));
    let allbut = classes("allbut:2,7");
    assert_eq!(allbut.classes[0].tail, Some((0, 8)));
    assert_eq!(allbut.classes[0].options.len(), 5);
    let even = classes("game g\nheap n\nmove n -> n - 2  if n % 2 = 0 and n > 0\n");
    assert_eq!(even.classes.len(), 2);
    let coins = classes("game g\ncoins x from 1\nturn x, x - 2..x - 1  if x > 2\n");
    assert_eq!(coins.classes[0].options.first().unwrap(), &[Place::Below(1), Place::Below(2)]);
}

#[test]
fn rows_of_pairs() {
    let of = |moves: &str, across: &str, last| {
        let text = format!("game g\nstate (a, b)\n{moves}\n");
        Heap::rows(&instance(&text, &[]).unwrap(), across, last)
    };
    let along = "move (a - t, b)  for t in 1..a\nmove (a, b - t)  for t in 1..b\n";
    for diagonal in [
        "move (a - t, b - t)  for t in 1..min(a, b)",
        "move (a - x, b - y)  for x in 1..a, y in max(1, x - 2)..min(b, x + 2)",
        "move (a - 1, b - 2)  if a > 0 and b > 1 and a % 3 = 1",
        "move (0, b)          if a > 0 and b % 2 = 0\nmove (0, b)          if a > 0 and b % 2 = 1",
        "move (a - 7, 0)      if a >= 7 and b > 0",
    ] {
        for across in ["a", "b"] {
            let heap = of(&format!("{along}{diagonal}"), across, 3).unwrap();
            if heap.shapes().is_ok_and(|shapes| shapes.from < 200) {
                agree(&heap).unwrap();
            } else {
                assert!(across == "a" && !diagonal.contains('t'), "{diagonal} {across}");
            }
        }
    }
    for (moves, part) in [
        ("move (a - 1, b + 1)  if a > 0", "no position before"),
        ("move (a, b)", "no position before"),
        ("move (a + 1, b - 1)  if b > 0", "no position before"),
        ("move (a - t, t)  for t in 1..a", "grows"),
        ("move (a - t, b - 1)  for t in 1..a if b > 0", "grows"),
        ("move (a - t, b) | (a - t, 0)  for t in 1..a", "grows"),
        ("move (a // 2, b)  if a > 0", "neither to a fixed number"),
    ] {
        let why = of(moves, "b", 2).and_then(|heap| heap.shapes()).expect_err(moves);
        assert!(why.to_string().contains(part), "{moves}: {why}");
    }
    for state in
        ["(a, b from 1)", "(a, b in 1..3)", "(a, b, c)", "(a, b) where a <= b", "(a, h[2])"]
    {
        let text = format!("game g\nstate {state}\nmove a -> a - 1  if a > 0\n");
        assert!(Heap::rows(&instance(&text, &[]).unwrap(), "b", 2).is_err(), "{state}");
    }
    for (across, last) in [("c", 2), ("b", -1), ("b", 64)] {
        assert!(of(along, across, last).is_err(), "{across} {last}");
    }
}

#[test]
fn what_is_not_understood_is_refused() {
    let shapes = |text: &str| heap(text).and_then(|heap| heap.shapes()).map(|_| ());
    for (moves, part) in [
        ("heap n\nmove n -> n - t  for t in squares if t <= n", "not listed"),
        ("heap n\nmove n -> n - t  for t in 1..n if t % 2 = 1", "depends on residues"),
        ("heap n\nmove n -> n - t  for t in 1..n if 2 * t <= n", "not understood"),
        ("heap n\nmove n -> n - t  for t in 1..n // 2", "does not end at n"),
        ("heap n\nmove n -> n + 1", "no position before"),
        ("heap n\nmove n -> n - t  for t in 0..n", "no position before"),
        ("heap n\nmove n -> n // 2  if n > 0", "neither to a fixed number"),
        ("heap n from 3\nmove n -> 2  if n > 3", "no position before"),
        ("heap n from 3\nmove n -> u  for u in 2..n - 1", "no position before"),
        ("coins x from 1\nturn x, y, y + 1  for y in 1..x - 2", "grows"),
        ("coins x from 1\nturn x, 1..x - 1", "grows"),
        ("coins x from 1\nturn x, x - 1, x - 1  if x > 1", "twice"),
        ("coins x from 1\nturn x, x - 1  if x > 1 and head(x - 1)", "not understood"),
        ("coins x from 1\nturn x and 0..2 of y in 1..x - 1", "grows"),
        ("state (a, b)\nmove (a - 1, b)  if a > 0", "more than one number"),
        ("heap n\nmove n -> bash at n - 1  if n > 0", "other games"),
        ("heap n\nlet f(n) = n\nmove n -> n - 1  if f(n) > 0", "not understood"),
        ("heap n\nmove n -> n - t  for t in 1..100000 if t <= n", "too long"),
    ] {
        let why = shapes(&format!("game g\n{moves}\n")).expect_err(moves);
        assert!(why.to_string().contains(part), "{moves}: {why}");
    }
}

#[test]
fn work_is_counted() {
    let deep = "any{any{i + j = 0 for i in 1..60000} for j in 1..60000}";
    let e = expr::parser::parse_expression(deep).unwrap();
    let mut class = Class::new(1, 0, "n");
    class.steps = 1_000_000;
    let Err(Trouble::Refused(why)) = class.truth(&e) else { panic!("a refusal") };
    assert!(why.to_string().contains("too much work"), "{why}");
}

#[test]
fn what_takes_long_ends_with_the_work_it_is_given() {
    let game = heap("game g\nheap n\nmove n -> n - k for k in {1, 3} if k <= n\n").unwrap();
    let options = || {
        let mut small = game.small();
        (0..10_000).try_for_each(|n| small.options(n).map(drop))
    };
    assert_eq!(options(), Ok(()));
    let stopped = patience::within_work(1, options).unwrap_err();
    assert!(stopped.to_string().contains("too much work"), "{stopped}");
}
