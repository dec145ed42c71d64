//! Rules take the ways they are meant to. That these give the right tables is tested on random rules
//! elsewhere.

use super::run::{Code, Halt};
use super::stationary::Stationary;
use crate::Game;
use crate::fold::Fold;
use crate::order::Order;
use crate::space::Space;
use rule::NoRules;
use table::Axis;

fn game(rule: &str) -> Game {
    let (rule, mistakes) = rule::parse(&format!("game g\n{rule}\n"));
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let instance = rule::bind(&rule.expect("a rule"), &[]).expect("defaults");
    Game::compile(&instance, &NoRules).expect("moves that decrease")
}

/// A rule compiled for coordinates up to these.
fn code(rule: &str, ends: &[(&str, i64)]) -> Code {
    let axes = ends.iter().map(|&(name, hi)| Axis::new(name, 0, hi));
    game(rule).compiled(&Space::new(axes.collect())).expect("code")
}

#[test]
fn choices_among_constants_become_masks_and_bounds() {
    let rule = "state (A subset 1..8)
move A -> A - {x} + {x - 1} for x in A if x > 1 and not (x - 1 in A)
move A -> A - {x, y} for x in A, y in A if x < y and y - x = 3
move A -> A - {x, x + d, x + 2 * d} for x in A, d in 1..4 if x + d in A and x + 2 * d in A
move A -> A - {x} + {y} for x in A, y in 1..x - 1 if y not in A
move A -> A - {x, y, z} for x in A, y in A, z in A if x < y and y < z and x + y = z
move A -> A - {x..y} for x in 1..8, y in x..8 if y - x < 5 and x in A and y in A";
    for (clause, choices) in code(rule, &[("A", 255)]).clauses.iter().zip([7, 5, 12, 28, 12, 30]) {
        assert_eq!(clause.choices.as_ref().map(|c| c.all.len()), Some(choices));
    }
    let rule = "state (a, b)
move (a - i, b - j) for i in 0..2, j in 0..2 if i + j > 0 and i <= a and j <= b
move (a - i, b - j) for i in 0..2, j in 0..3 if i + j > 0 and i <= a and (i + b) % 3 != j";
    let code = code(rule, &[("a", 9), ("b", 9)]);
    assert_eq!(code.clauses[0].choices.as_ref().map(|c| c.all.len()), Some(8));
    assert!(code.clauses[1].choices.is_none(), "a guard of another kind, and 11 choices");
}

#[test]
fn few_options_are_computed_for_many_positions_at_once() {
    let few = |moves: &str, last| {
        let rule = format!("state (a, b)\n{moves}");
        code(&rule, &[("a", 9), ("b", last)]).few.is_some()
    };
    let take = "move (a - t, b) for t in 1..min(a, 2) if (a + t * b) % 5 != 1";
    assert!(few(take, 40));
    assert!(few(take, 9), "rows along both coordinates");
    assert!(!few(take, 1), "too few cells");
    assert!(few("move (a - 2, b + 1) if a > 1 and b % 3 = 0", 40));
    assert!(!few("move (a - t, b) for t in 1..a", 40), "many options");
    assert!(few("move (a - 1, b + 60) if a > 0", 40), "an option behind its position");
    assert!(few("move (b, a % b) if 0 < b and b < a", 40), "distances that vary");
    let bits = "move (a, shl(shr(b, i + 1), i) + b % 2 ** i) for i in 0..bitlen(b) - 2";
    assert!(few(bits, 40), "a quantifier of few values, whose options lie on no line");
    assert!(!few(bits, 1 << 40), "more values than a word has digits");
    assert!(!few("move (b, a % b) if b < a", 40), "a remainder that may have no value");
}

#[test]
fn options_are_listed_where_a_game_is_stationary() {
    let is_listed = |rule: &str| {
        let code = code(&format!("state {rule}"), &[("n", 200), ("l", 4)]);
        Stationary::new(&code).is_some()
    };
    let take = "(n, l in 0..4)\nmove (n - t, t) for t in 1..min(n, 4) if t != l";
    assert!(is_listed(take));
    assert!(is_listed(&format!("{take} and (n + t) // 2 % 3 != l and n & 1 = 0")));
    assert!(is_listed(&format!("{take}\nmove (n, l - 1) if l > 0 when stuck\nwin if n % 3 = 1")));
    assert!(is_listed(
        "(n, l in 0..4) where l < 3\nmove (n - t, min(2 * t, 4)) for t in 1..min(n, l)"
    ));
    assert!(!is_listed(&format!("{take} and t & n = 0")), "no period is evident");
    assert!(!is_listed(&format!("{take} and n % 31 != t")), "the period is long");
    assert!(!is_listed(&format!("{take} and n > 100")), "half of the values differ");
    assert!(!is_listed("(n, l in 0..4)\nmove (n - t, l) for t in 1..n"), "ever more options");
    assert!(!is_listed("(n, l in 0..4)\nmove (n // 2, l) if n > 9"), "ever greater distances");
    assert!(
        !is_listed("(n, l in 0..4)\nmove (n, l + 1) if l < 4"),
        "options behind their position"
    );
}

#[test]
fn cells_are_told_before_quantifiers_have_values() {
    let rule = "state (a, b)
move (a - s, b - t) for s in 1..a, t in 0..min(b, s)
move (a - t, b - t // 2) for t in 1..a if t // 2 <= b
move (a - t, b + t) for t in 1..a";
    let code = code(rule, &[("a", 9), ("b", 9)]);
    let ways = code.clauses.iter().map(|clause| clause.ways.as_ref().expect("ways"));
    let inside = |point: [i64; 4]| ways.clone().map(|w| w.inside(&point)).collect::<Vec<_>>();
    assert_eq!(inside([9, 9, 0, 0]), [true, true, false]);
    assert_eq!(inside([4, 5, 0, 0]), [true, true, true]);
    assert_eq!(ways.map(|w| w.uneven.is_some()).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn what_the_position_decides_splits_a_clause() {
    let rule = "state (a, b)
move (a - t, b) for t in 1..(if b > 3 then a else a // 2)
move (a - t, b) for t in 1..a if b = 2 or t % 2 = 1
move (a - t, b) for t in 1..a if t % 2 = 1 or b = 2
move (a, b - t) for t in 1..b if 12 % (t + a) = 0 or a = 2";
    let code = code(rule, &[("a", 9), ("b", 9)]);
    // What may have no value must not be passed over.
    assert_eq!((code.clauses.len(), code.cases.map(|cases| cases.len())), (4, Some(7)));
}

#[test]
fn functions_of_few_forms_become_lists() {
    let is_term = |moves: &str| {
        let rule = format!("state (a, b)\nlet f(x) = if x < 2 then 0 else 1 + f(x // 2)\n{moves}");
        let code = code(&rule, &[("a", 60), ("b", 60)]);
        let clause = &code.clauses[0];
        clause.inner_guards.iter().chain(clause.guards.iter().flatten()).all(|g| g.term().is_some())
    };
    assert!(is_term("move (a - t, b) for t in 1..a if f(a - t) = 1"));
    assert!(is_term("move (a - t, b) for t in 1..a if f(b) + f(a + b - t) = 3"));
    assert!(is_term("move (a - t, b) for t in 1..a if any{a + b = t + k * k for k in 1..9}"));
    assert!(is_term("move (a - t, b) for t in 1..a if numdivisors(a - t) > 2"), "from 1 on");
    assert!(!is_term("move (a - t, b) for t in 1..a if f(a * t + b) = 1"), "too many values");
}

#[test]
fn walks_end_at_the_first_step_that_is_blocked() {
    let walk = |cells: &str, guard: &str| {
        let rule = format!("state (a, b)\nmove {cells} for t in 1..min(a, b) if {guard}");
        code(&rule, &[("a", 60), ("b", 60)]).clauses.remove(0).reach
    };
    let reach = |guard: &str| walk("(a - t, b)", guard);
    let by_cells =
        |cells: &str, guard: &str| walk(cells, guard).is_some_and(|reach| reach.places.is_some());
    assert!(by_cells("(a - t, b - t)", "not any{(a - s) * (b - s) % 7 = 1 for s in 1..t}"));
    assert!(by_cells("(a - t, b - 2 * t)", "not any{(a - s + b - 2 * s) % 7 = 1 for s in 1..t}"));
    assert!(!by_cells("(a - t, b - t)", "not any{(a - s) * (b - 2 * s) % 7 = 1 for s in 1..t}"));
    let ends = |guard: &str| reach(guard).is_some();
    let by_places = |guard: &str| reach(guard).is_some_and(|reach| reach.places.is_some());
    assert!(by_places("not any{(a - s) * (a - s + b) % 5 = b % 4 for s in 1..t}"));
    assert!(by_places("not any{(3 * s - 3 * a) % 5 = b % 4 for s in 1..t}"));
    assert!(!by_places("not any{(a - 2 * s) % 5 = b % 4 for s in 1..t}"), "every other place");
    assert!(!by_places("not any{(a - s + s % 2) % 5 = b % 4 for s in 1..t}"), "the step itself");
    assert!(ends("not any{(a - s) % 5 = b % 4 for s in 1..t}"));
    assert!(ends("all{(a - s) % 5 > 0 and b > s for s in 1..t - 1 if s != b} and t % 2 = 1"));
    assert!(!ends("not any{(a - s) % 5 = t % 4 for s in 1..t}"), "what blocks depends on t");
    assert!(ends("not any{(a - s) % 5 = 1 for s in -1..t}"), "steps before the first, apart");
    assert!(!ends("not any{(a - s) % 5 = 1 for s in b..t}"), "steps that begin anywhere");
    let divided = "100 // (a - t - 1) >= 0 and not any{(a - s) % 5 = 1 for s in 1..t}";
    assert!(!ends(divided), "a guard before it that may have no value");
    assert!(!ends("not any{(a - s) % 5 = 1 for s in 1..t + 1}"), "a step beyond");
    assert!(!ends("any{(a - s) % 5 = 1 for s in 1..t}"), "once free, free from then on");
}

#[test]
fn moves_without_quantifiers_are_looked_at_ahead() {
    let rule = "state (a, b)
move (b, a % b) if 0 < b and b < a and gcd(a, b) = 1
move (a - t, b) for t in 1..a if gcd(a, b) < 3
move (b, a % b) if b < a";
    let code = code(rule, &[("a", 40), ("b", 40)]);
    let is_ahead = code.clauses.iter().map(|clause| clause.ahead.is_some());
    // A remainder that may have no value is not computed in advance.
    assert_eq!(is_ahead.collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn coordinates_have_an_order_in_which_moves_fall() {
    let order = |moves: &str| game(&format!("state (a, b, c)\n{moves}")).sample.falling_order(3);
    let stairs = "move (a + t, b - t, c) for t in 1..b\nmove (a, b + t, c - t) for t in 1..c";
    assert_eq!(order(stairs), Some(vec![2, 1, 0]));
    assert_eq!(order("move (a - 1, b, c + 2) if a > 0"), Some(vec![0, 1, 2]));
    let both = "move (a - 2, b + 1, c) if a > 1\nmove (a + 1, b - 2, c) if b > 1";
    assert_eq!(order(both), None);
}

#[test]
fn rows_are_filled_by_layers_where_no_coordinate_rises() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    let is_layered = |rule: &str, ends: &[(&str, i64)]| {
        let names: Vec<&str> = ends.iter().map(|(name, _)| *name).collect();
        let code = code(&format!("state ({})\n{rule}", names.join(", ")), ends);
        pool.install(|| code.ahead().is_some_and(|from| code.tables::<u16>(from).is_some()))
    };
    let three =
        "move (a - t, b, c) for t in 1..a if (t + c) % 3 != 1\nmove (a, b - t, c) for t in 1..b";
    let is_layered_cube =
        |more: &str| is_layered(&format!("{three}\n{more}"), &[("a", 60), ("b", 39), ("c", 31)]);
    assert!(is_layered_cube(""));
    assert!(is_layered_cube("move (a, b - t, c + t) for t in 1..min(b, 31 - c)"), "within rows");
    assert!(!is_layered_cube("move (a - 1, b + 2, c) if a > 0 and b < 30"));
    let late = "move (a - 1, b + 2, c) if a > 0 and b < 30 and a * a % 113 = 14";
    assert!(is_layered_cube(late), "no sampled move rises");
    let two = "move (a - k * b, b) for k in 1..a // b if b > 0\nmove (a, b - t) for t in 1..b";
    assert!(is_layered(two, &[("a", 300), ("b", 300)]));
    let four = "move (a - t, b, c + 1, d) for t in 1..a if c < 9 and t & d = 0";
    assert!(is_layered(four, &[("a", 19), ("b", 20), ("c", 9), ("d", 18)]), "within rows");
    assert!(!is_layered(two, &[("a", 30), ("b", 300)]), "not worth waiting for threads");
    let rising = "move (a - t, b + 1) for t in 1..a if b < 300\nmove (a, b - t) for t in 1..b";
    assert!(!is_layered(rising, &[("a", 300), ("b", 300)]), "parts of a row are no layer");
}

#[test]
fn layers_go_on_after_an_interruption() {
    let rule = "state (a, b, c)
move (a - t, b, c) for t in 1..a if (t + c) % 3 != 1
move (a, b - t, c) for t in 1..b if t & a = 0
move (a, b, c - t) for t in 1..c if t % 2 = b % 2";
    let code = code(rule, &[("a", 49), ("b", 39), ("c", 34)]);
    let order = Order::Levels(vec![1, 1, 1]);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let run = |threads, cells: &mut Vec<u32>, until| {
        let pool = pool(threads).expect("a pool");
        pool.install(|| code.run(cells, &order, Fold::Mex, &|done, _| done < until))
    };
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    assert_eq!(run(1, &mut whole, u64::MAX), Ok(()));
    assert_eq!(run(2, &mut parts, 30_000), Err(Halt::Interrupted));
    let kept = parts.iter().zip(&whole).filter(|(part, whole)| part == whole).count();
    let unset = parts.iter().filter(|part| **part == u32::MAX).count();
    assert!(kept >= 30_000 && unset > 0 && kept + unset == whole.len());
    assert_eq!(run(2, &mut parts, u64::MAX), Ok(()));
    assert_eq!(parts, whole);
}
