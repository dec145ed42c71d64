//! Single positions: by values, beside other games, as whole positions, and as explicit digraphs.

use crate::common::{Impatient, MEANS, compile};
use engine::{Component, Means, SearchStop, Silent, Stop};
use expr::ast::Quantity;
use std::collections::HashMap;

const LASKER: &str = "game lasker\nheap n\nmove take: n -> n - t for t in 1..n\n\
    move split: n -> a | n - a for a in 1..n // 2\n";

fn heaps(sizes: &[i64]) -> Vec<Component> {
    sizes.iter().map(|&n| Component::own(vec![n])).collect()
}

#[test]
fn theory_and_search_agree_on_sums() {
    let game = compile(LASKER).expect("compiles");
    for (a, b) in (0..8).flat_map(|a| (0..=a).map(move |b| (a, b))) {
        for c in 0..=b.min(3) {
            let sum = heaps(&[a, b, c]);
            let by_values = game.ask(&sum, MEANS).expect("small");
            let by_search = game.ask_by_search(&sum, MEANS).expect("small");
            assert_eq!(by_values, by_search, "{a} + {b} + {c}");
        }
    }
}

#[test]
fn a_sum_of_many_heaps_is_answered_and_can_be_stopped() {
    let game = compile(LASKER).expect("compiles");
    let sum = heaps(&[3; 2001]);
    let answer = game.ask(&sum, MEANS).expect("values");
    assert_eq!((answer.sg, answer.winning.len()), (Some(4), 2001));
    let stopped = game.ask(&sum, Means { progress: &Impatient(3.into()), ..MEANS });
    assert!(matches!(stopped, Err(Stop::Interrupted(_))), "not stopped");
}

#[test]
fn beside_other_games_their_nim_sum_counts() {
    let game = compile(LASKER).expect("compiles");
    // Heaps of Lasker's game that stand for the other games.
    for (n, other) in (0..9).flat_map(|n| (1..9).map(move |other| (n, other))) {
        let rest = game.ask(&heaps(&[other]), MEANS).expect("small").sg.expect("a value");
        let beside = game.ask_beside(&heaps(&[n]), rest, MEANS).expect("small");
        let sum = game.ask(&heaps(&[n, other]), MEANS).expect("small");
        assert_eq!((beside.sg, beside.win), (sum.sg, sum.win), "{n} beside {other}");
        let own = sum.winning.iter().filter(|m| m.steps[0].component.at == [n]);
        let both = if n == other { 2 } else { 1 };
        assert_eq!(own.count(), both * beside.winning.len(), "{n} beside {other}");
        assert_eq!((beside.misere, beside.remoteness), (None, None));
    }
    let misere = compile(&format!("{LASKER}stuck wins\n")).expect("compiles");
    let refused = misere.ask_beside(&heaps(&[3]), 1, MEANS);
    assert!(
        matches!(refused, Err(Stop::Refused(why)) if why.to_string().contains("no Grundy values"))
    );
}

#[test]
fn a_short_range_far_from_0_is_searched() {
    let answer = |least: i64| {
        let to = least + 10;
        let rule = format!(
            "game g\nstate (n in {least}..{to})\nmove n -> n - k for k in {{1, 3}} if n - k >= {least}\n"
        );
        let game = compile(&rule).expect("compiles");
        let answer = game.ask(&heaps(&[least + 7]), MEANS).expect("small");
        let sum = game.ask_by_search(&heaps(&[least + 7, least + 4]), MEANS).expect("small");
        (answer.sg, answer.misere, answer.remoteness, sum.win, sum.misere)
    };
    assert_eq!(answer(1_000_000_000_000), answer(0));
    assert_eq!(answer(0).0, Some(1));
}

#[test]
fn what_play_can_reach() {
    let game = compile("game nim\nheap n\nmove n -> n - t for t in 1..n\n").expect("compiles");
    let reached = game.reached(&heaps(&[3]), MEANS).expect("small");
    let sizes: Vec<usize> = reached.options.iter().map(Vec::len).collect();
    assert_eq!((reached.options.len(), sizes.iter().sum::<usize>()), (4, 6));
    assert!(reached.ended.iter().all(Option::is_none) && !reached.stuck_wins);
    let first: Vec<u32> = reached.first.iter().map(|(_, to)| *to).collect();
    assert_eq!(first, reached.options[0]);
    let few = Means::silent(320);
    assert!(matches!(game.reached(&heaps(&[3]), few), Err(Stop::Limit(..))));
    // An end by an event leaves no moves.
    let text = "game nim\nheap n\nmove n -> n - t for t in 1..n\nwin if n = 2\nstuck wins\n";
    let ends = compile(text).expect("compiles");
    let reached = ends.reached(&heaps(&[2]), MEANS).expect("small");
    assert_eq!((&reached.ended[..], reached.first.len()), (&[Some(true)][..], 0));
    assert!(reached.stuck_wins && reached.options == [vec![]]);
}

#[test]
fn doubtful_searches_are_tried_and_given_up() {
    let text = "game set\nstate (A subset 1..40)\nmove A -> A - {x} for x in A if size(A) > 0\nstuck wins\n";
    let game = compile(text).expect("compiles");
    let few = Means::silent(160 << 10);
    let all = [Component::own(vec![(1 << 40) - 1])];
    let answer = game.ask_by_search(&all, few);
    let Err(Stop::TooLarge(why)) = answer else { panic!("{answer:?}") };
    assert!(
        why.to_string().contains("up to 10^12 positions lie below this one; 1024 were searched"),
        "{why}"
    );
    // A set of few members has few positions.
    let small = [Component::own(vec![0b1011])];
    assert!(!game.ask_by_search(&small, few).expect("8 positions").win);
}

#[test]
fn a_heap_that_few_heaps_follow_is_answered_however_large_it_is() {
    const HALVES: &str =
        "game halves\nheap n\nmove n -> n // 2 if n > 0\nmove n -> n // 3 if n > 0\n";
    /// Value, whether misere play is won, and remoteness, by the definitions.
    fn known(n: i64, memory: &mut HashMap<i64, (i64, bool, i64)>) -> (i64, bool, i64) {
        if n == 0 {
            return (0, true, 0);
        }
        if let Some(&known) = memory.get(&n) {
            return known;
        }
        let options = [known(n / 2, memory), known(n / 3, memory)];
        let value = (0..).find(|v| options.iter().all(|o| o.0 != *v)).expect("three are enough");
        let misere = options.iter().any(|o| !o.1);
        let lost = options.iter().filter(|o| o.0 == 0).map(|o| o.2 + 1).min();
        let longest = options.iter().map(|o| o.2 + 1).max().unwrap_or(0);
        let found = (value, misere, lost.unwrap_or(longest));
        memory.insert(n, found);
        found
    }
    let game = compile(HALVES).expect("compiles");
    for n in [1, 100, 3_000_000, 1_000_000_000_000, 1_000_000_000_123, i64::MAX] {
        let answer = game.ask(&heaps(&[n]), MEANS).expect("few positions");
        let (value, misere, remoteness) = known(n, &mut HashMap::new());
        assert_eq!((answer.sg, answer.misere), (Some(value), Some(misere)), "{n}");
        assert_eq!(answer.remoteness, Some(remoteness), "{n}");
    }
}

#[test]
fn long_positions_count_by_their_length() {
    // 450 positions, one after another, twice each, in room for 1000.
    let value = |entries: usize, least: i64| {
        let text = format!(
            "game g\nstate (h[{entries}] from {least})\nmove h[1] -> h[1] - 1 if h[1] > {least}\n"
        );
        let game = compile(&text).expect("compiles");
        let mut at = vec![least; entries];
        at[0] += 449;
        let mut searcher = game.searcher_within(Quantity::Win, Means::silent(160_000));
        searcher.value(&[Component::own(at)])
    };
    assert_eq!(value(17, 0), Ok(1));
    assert_eq!(value(30, 100), Err(SearchStop::Budget(1000)));
}

#[test]
fn options_of_many_values_are_searched() {
    let nim = compile("game nim\nheap n\nmove n -> n - t for t in 1..n\n").expect("compiles");
    for n in [127, 128, 129, 200] {
        for (quantity, value) in [(Quantity::Sg, n), (Quantity::Remoteness, 1)] {
            assert_eq!(nim.searcher(quantity, &Silent).value(&heaps(&[n])), Ok(value), "{n}");
        }
    }
}
