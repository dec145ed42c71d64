//! Options of small positions, against lists made by hand from docs/rule-language.md.

use definition::{Coordinate, Definition, Played, Position, Stop, Values};
use expr::ast::Quantity;
use rule::{Library, NoRules};
use std::borrow::Cow;
use std::collections::BTreeSet;

fn definition_in(text: &str, library: &dyn Library) -> Definition {
    let (rule, mistakes) = rule::parse(text);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let rule = rule::resolve(rule.expect("a rule"), library).expect("parents");
    let instance = rule::bind(&rule, &[]).expect("defaults");
    Definition::new(&instance, library).expect("it makes sense")
}

fn definition(text: &str) -> Definition {
    definition_in(text, &NoRules)
}

fn written(sum: &[Position]) -> String {
    let component = |p: &Position| {
        let at: Vec<String> = p.at.iter().map(Coordinate::to_string).collect();
        let game = if p.game == 0 { String::new() } else { format!("{}:", p.game) };
        game + &at.join(" ")
    };
    sum.iter().map(component).collect::<Vec<_>>().join(" | ")
}

/// The options as `label variables -> components`, in the order of the rule.
fn options(definition: &Definition, sum: &[&[i64]]) -> Vec<String> {
    let sum: Vec<Position> = sum.iter().map(|at| definition.position(0, at)).collect();
    let all = definition.options(&sum, None, 1000).expect("few options");
    let words = all.iter().map(|m| {
        let step = |s: &definition::Step| {
            let values: Vec<String> = s.choices.iter().map(|(n, v)| format!("{n}={v}")).collect();
            format!("{}({})", s.label, values.join(","))
        };
        let steps: Vec<String> = m.steps.iter().map(step).collect();
        format!("{} -> {}", steps.join(" "), written(&m.after))
    });
    words.collect()
}

#[test]
fn moves_that_the_parameters_rule_out_are_none() {
    let rule = "game g(w = slow in slow | fast)\nheap n\n\
                move n -> n - t for t in odious if w = fast and t > 2\nmove n -> n - 1 if n > 0\n";
    assert_eq!(options(&definition(rule), &[&[4]]), ["2() -> 3"]);
}

#[test]
fn options_listed_as_numbers_are_sums_in_order_each_once() {
    let listed = |text: &str, at: &[i64]| definition(text).listed(at, 1000);
    let splits = "game g\nheap n\nmove n -> n - i | i for i in 1..n - 1\nmove n -> 0 if n = 3\n";
    assert_eq!(listed(splits, &[3]), Ok(Played::Options(vec![vec![0], vec![1, 2]])));
    let pairs =
        "game g\nstate (a, b) symmetric\nmove (a, b) | (b - 1, 7) if b > 0\nlose if a = 9\n";
    assert_eq!(listed(pairs, &[3, 4]), Ok(Played::Options(vec![vec![3, 4, 3, 7]])));
    assert_eq!(listed(pairs, &[9, 4]), Ok(Played::Ended(false)));
    assert_eq!(listed(pairs, &[-1, 4]), Ok(Played::NoPosition));
    // rows of one and of three entries would read like two of two
    let rows = "game g\nstate (r[2])\nmove ([5 for k in 1..r[1]]) | ([7 for k in 1..4 - r[1]])\n";
    assert!(listed(rows, &[1, 2]).is_err());
}

#[test]
fn heaps_of_one_number() {
    let rule = "game g(S = {1, 3})\nheap n from 1\nmove take: n -> n - s for s in S if s < n\n\
                move n -> i | n - i for i in 1..n // 2\nmove end: n -> none if n = 2\n\
                move last: n -> 1 if n > 1 when stuck\n";
    let rule = definition(rule);
    let expected = ["take(s=1) -> 3", "take(s=3) -> 1", "2(i=1) -> 1 | 3", "2(i=2) -> 2 | 2"];
    assert_eq!(options(&rule, &[&[4]]), expected);
    assert_eq!(options(&rule, &[&[2]]), ["take(s=1) -> 1", "2(i=1) -> 1 | 1", "end() -> "]);
    assert!(options(&rule, &[&[1]]).is_empty());
    // In a sum one component moves, and equal ones are moved each for itself.
    let both = options(&rule, &[&[1], &[2]]);
    assert_eq!(both, ["take(s=1) -> 1 | 1", "2(i=1) -> 1 | 1 | 1", "end() -> 1"]);
    assert_eq!(options(&rule, &[&[2], &[2]]).len(), 6);
    let none = rule.options(&[rule.position(0, &[0])], None, 10);
    assert!(
        matches!(none, Err(Stop::Undefined(why)) if why.to_string().contains("n = 0 is not a position"))
    );
    let many = rule.options(&[rule.position(0, &[50])], None, 10);
    assert!(matches!(many, Err(Stop::TooLarge(_))), "{many:?}");
}

#[test]
fn fallback_moves_are_for_want_of_others() {
    let rule = "game g\nheap n\nmove n -> n - 2 if n % 2 = 0 and n > 1\n\
                move rest: n -> n - 1 if n > 0 when stuck\n";
    let rule = definition(rule);
    assert_eq!(options(&rule, &[&[4]]), ["1() -> 2"]);
    assert_eq!(options(&rule, &[&[3]]), ["rest() -> 2"]);
}

#[test]
fn sets_without_end_go_as_far_as_the_guard() {
    let rule = "game g\nheap n\nlet f(k) = k + 1\n\
                move n -> n - s for s in squares if s <= n and f(s) != 5\n";
    assert_eq!(options(&definition(rule), &[&[10]]), ["1(s=1) -> 9", "1(s=9) -> 1"]);
}

#[test]
fn tuples_rows_and_sets_change_at_once() {
    let rule = "game g\nstate (p in 0..1, h[3] in 0..4, A subset 1..4) where h[3] > 0\n\
                move down: h[i] -> h[i] - t, h[i - 1] -> h[i - 1] + t, p -> 1 - p \
                for i in 2..3, t in 1..h[i] if i = 2 or h[3] > t\n\
                move cut: h -> [min(h[k], x) for k in 1..3], A -> A - {x} for x in A if x > 2\n";
    let rule = definition(rule);
    // h = [0, 1, 2], A = {1, 3}
    let expected = [
        "down(i=2,t=1) -> 1 [1, 0, 2] {1, 3}",
        "down(i=3,t=1) -> 1 [0, 2, 1] {1, 3}",
        "cut(x=3) -> 0 [0, 1, 2] {1}",
    ];
    assert_eq!(options(&rule, &[&[0, 0, 1, 2, 0b101]]), expected);
    let outside = [rule.position(0, &[0, 0, 0, 0, 0]), rule.position(0, &[2, 0, 0, 1, 0])];
    for position in outside {
        assert_eq!(rule.are_positions(&[position]), Ok(false));
    }
    let twice = "game g\nstate (h[2])\nmove h[i] -> 0, h[j] -> 1 for i in 1..2, j in 1..2\n";
    let twice = definition(twice);
    let wrong = twice.options(&[twice.position(0, &[3, 3])], None, 10);
    assert!(matches!(wrong, Err(Stop::Undefined(why)) if why.to_string().contains("twice")));
}

#[test]
fn heaps_in_any_order() {
    let some = "game g(m = 3)\nstate heaps h[m]\n\
                move some 1..2 of h[i]: h[i] - t for t in 1..h[i] if t < 3\n";
    let expected = [
        "1(t2=1,t3=1) -> [0, 0, 1]",
        "1(t2=1,t3=2) -> [0, 0, 0]",
        "1(t=1) -> [0, 0, 2]",
        "1(t=1) -> [0, 1, 1]",
        "1(t=2) -> [0, 0, 1]",
    ];
    let mut found = options(&definition(some), &[&[0, 1, 2]]);
    found.sort();
    assert_eq!(found, expected);
    let all = "game g\nstate heaps h[2]\nmove all of h[i]: h[i] - t - s for s in 0..1, same t in 1..h[i]\n";
    let mut found = options(&definition(all), &[&[1, 3]]);
    found.sort();
    // Each heap has an s of its own, and both the same t.
    let expected = [
        "1(s1=0,t=1,s2=0) -> [0, 2]",
        "1(s1=0,t=1,s2=1) -> [0, 1]",
        "1(s1=1,t=1,s2=0) -> [-1, 2]",
        "1(s1=1,t=1,s2=1) -> [-1, 1]",
    ];
    assert_eq!(found, expected);
    let spread = "game g\nstate heaps h[3]\n\
                  move one of h[i]: h[i] - 3 spread 2 over h[j] where h[j] != 1 if h[i] > 2\n";
    let spread = definition(spread);
    let mut found = options(&spread, &[&[0, 2, 3]]);
    found.sort();
    assert_eq!(found, ["1() -> [0, 0, 4]", "1() -> [0, 1, 3]", "1() -> [0, 2, 2]"]);
    assert_eq!(options(&spread, &[&[1, 1, 3]]), [""; 0]);
}

#[test]
fn coins_cancel() {
    let coins = "game g\ncoins x from 1\nturn x and 0..2 of y in 1..x - 1 if x < 4\n\
                 turn run: x, 2..x - 1 if head(1)\n";
    let coins = definition(coins);
    let expected = ["1() -> ", "1(y1=1) -> 1", "1(y1=2) -> 2", "1(y1=1,y2=2) -> 1 | 2"];
    assert_eq!(options(&coins, &[&[3]]), expected);
    // On a board coins in one place cancel, and guards see its heads.
    let expected = ["1() -> 4", "run() -> 4", "run() -> 1 | 2 | 3"];
    assert_eq!(options(&coins, &[&[1], &[4]]), expected);
    let ruler = "game ruler\ncoins x from 1\nturn x, y..x - 1 for y in 1..x - 1\nturn x\n";
    struct One(&'static str);
    impl Library for One {
        fn source(&self, _: &str) -> Option<Cow<'_, str>> {
            Some(Cow::Borrowed(self.0))
        }
        fn names(&self) -> Vec<String> {
            vec!["ruler".to_owned()]
        }
    }
    let product = definition_in("game g(A = game ruler)\ncoins product A ruler\n", &One(ruler));
    let expected = ["1 x 2(y=1) -> 1 1", "2 x 2() -> "];
    assert_eq!(options(&product, &[&[2, 1]]), expected);
    assert_eq!(options(&product, &[&[2, 2]])[0], "1 x 1(y=1,y=1) -> 1 1 | 1 2 | 2 1");
}

#[test]
fn other_games_ends_and_starts() {
    struct Nim;
    impl Library for Nim {
        fn source(&self, name: &str) -> Option<Cow<'_, str>> {
            let text =
                "game nim(k = 2)\nstate heaps h[k]\nmove one of h[i]: h[i] - t for t in 1..h[i]\n";
            (name == "nim").then_some(Cow::Borrowed(text))
        }
        fn names(&self) -> Vec<String> {
            vec!["nim".to_owned()]
        }
    }
    let rule = "game g\nheap n\nmove n -> n - 1 | nim at (1, n) if n > 0\n\
                start k: nim(k = 3) at [k] | k\n";
    let rule = definition_in(rule, &Nim);
    assert_eq!(options(&rule, &[&[2]]), ["1() -> 1 | 1:[1, 2]"]);
    assert_eq!(written(&rule.start(&[2]).unwrap()), "2:[2, 0, 0] | 2");
    assert_eq!(rule.games().count(), 3);
    let ends =
        "game g\nheap n\nmove n -> n - 1 if n > 0\nwin when any n = 1\nlose when all n = 2\n";
    let ends = definition(ends);
    let sum = |all: &[i64]| all.iter().map(|&n| ends.position(0, &[n])).collect::<Vec<_>>();
    assert_eq!(ends.ended(&sum(&[2, 1])), Ok(Some(true)));
    assert_eq!(ends.ended(&sum(&[2, 2])), Ok(Some(false)));
    assert_eq!(ends.ended(&sum(&[2, 3])), Ok(None));
    assert_eq!(options(&ends, &[&[2], &[1]]), [""; 0]);
    let every =
        "game g\nheap n\nmove a: n -> n - 1 if n > 0\nmove b: n -> 0 if n > 1\nplay every\n";
    let every = definition(every);
    let expected = ["a() a() -> 0 | 1", "a() b() -> 0 | 0"];
    assert_eq!(options(&every, &[&[1], &[2]]), expected);
    assert_eq!(options(&every, &[&[0], &[1]]), ["a() -> 0 | 0"]);
}

#[test]
fn quantities_are_read_off_options() {
    let all = |text: &str, quantity, to| {
        let definition = definition(text);
        let mut values = Values::new(&definition, quantity, 1000, &|_| true);
        let at = |n| vec![definition.position(0, &[n])];
        (0..=to).map(|n| values.value(&at(n)).unwrap()).collect::<Vec<i64>>()
    };
    let bash = "game g\nheap n\nmove n -> n - t for t in 1..min(n, 2)\n";
    assert_eq!(all(bash, Quantity::Sg, 6), [0, 1, 2, 0, 1, 2, 0]);
    assert_eq!(all(bash, Quantity::Win, 6), [0, 1, 1, 0, 1, 1, 0]);
    assert_eq!(all(bash, Quantity::Misere, 6), [1, 0, 1, 1, 0, 1, 1]);
    assert_eq!(all(bash, Quantity::Remoteness, 6), [0, 1, 1, 2, 3, 3, 4]);
    assert_eq!(all(bash, Quantity::Moves, 6), [0, 1, 1, 0, 1, 1, 0]);
    assert_eq!(all(bash, Quantity::Least, 6), [0, 1, 2, 0, 1, 2, 0]);
    // Kayles
    let kayles = "game g\nheap n\nmove n -> i | n - t - i for t in 1..2, i in 0..n - t\n";
    assert_eq!(all(kayles, Quantity::Sg, 9), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
    let sides = "game g\nheap n\nleft n -> n - 1 if n > 0\nright n -> n - 2 if n > 1\n";
    assert_eq!(all(sides, Quantity::Left, 4), [0, 1, 1, 0, 1]);
    assert_eq!(all(sides, Quantity::Right, 4), [0, 0, 1, 0, 0]);
    let circle = definition("game g\nheap n\nmove n -> (n + 1) % 3\n");
    let mut values = Values::new(&circle, Quantity::Win, 1000, &|_| true);
    assert!(matches!(values.value(&[circle.position(0, &[0])]), Err(Stop::Cycle(_))));
    let long = definition("game g\nheap n\nmove n -> n - 1 if n > 0\n");
    let value = |most| {
        let mut values = Values::new(&long, Quantity::Win, most, &|_| true);
        values.value(&[long.position(0, &[100_000])])
    };
    assert_eq!((value(1000), value(200_000)), (Err(Stop::Budget(1000)), Ok(0)));
    // Sums that grow take more room than their number.
    let growing = definition("game g\nheap n\nmove n -> n | n if n > 0\n");
    let mut values = Values::new(&growing, Quantity::Win, 1 << 14, &|_| true);
    let value = values.value(&[growing.position(0, &[1])]);
    assert_eq!(value, Err(Stop::Budget(1 << 14)));
    let names: BTreeSet<i64> = [1, 4].into();
    assert_eq!(Coordinate::Set(names).to_string(), "{1, 4}");
}
