//! Witnesses against enumeration, covers against changes.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use automata::{Automaton, Cover, Formula, Limits, Name, Numeration, Solver, Term, Witness};
use proptest::prelude::*;

fn v(name: &str) -> Term {
    Term::from(name)
}

fn outputs() -> Vec<Name> {
    vec!["y".into()]
}

type Meaning = fn(i128, i128) -> bool;

/// Relations between x and y, and which they are.
fn relations() -> Vec<(Formula, Meaning)> {
    vec![
        (v("y").above(v("x") * 2), |x, y| y > 2 * x),
        (v("y").remainder(3).equals(v("x").remainder(3)).and(v("y").above(2)), |x, y| {
            (x - y) % 3 == 0 && y > 2
        }),
        (v("x").below(v("y") * 3).and(v("y").differs(4)), |x, y| x < 3 * y && y != 4),
        (v("y").equals(v("x").quotient(2)).or(v("y").equals(v("x") - 7)), |x, y| {
            y == x / 2 || y == x - 7
        }),
        (v("y").is_place().and(v("y").above(v("x"))), |x, y| y > x && (y & (y - 1) == 0)),
    ]
}

#[test]
fn the_least_number_is_chosen() {
    let numeration = Numeration::base(2).unwrap();
    for (formula, holds) in relations() {
        let mut solver = Solver::new(&numeration);
        let relation = solver.satisfying(&formula).unwrap();
        let witness = Witness::least(&mut solver, &relation, &outputs()).unwrap();
        for x in 0..40 {
            let least = (0..200).find(|&y| holds(x, y)).unwrap();
            for y in 0..200 {
                let chosen = numeration.holds(witness.automaton(), &[x, y]);
                assert_eq!(chosen, Some(y == least), "{formula}: {x} {y}");
            }
        }
        let numbers = numeration.numbers("x");
        let cover = witness.cover(&solver, &numbers).unwrap().unwrap();
        assert!(cover.proves(&numbers, witness.automaton(), &outputs()));
    }
}

#[test]
fn several_outputs() {
    let numeration = Numeration::base(2).unwrap();
    let mut solver = Solver::new(&numeration);
    // x as a sum of two numbers above 2; the first output is most significant in each letter
    let sum = v("x").equals(v("a") + v("b")).and(v("a").above(2)).and(v("b").above(2));
    let relation = solver.satisfying(&sum).unwrap();
    let outputs = ["a".into(), "b".into()];
    let witness = Witness::least(&mut solver, &relation, &outputs).unwrap();
    for x in 0..40i128 {
        let interleaved = |a: i128, b: i128| {
            (0..8).rev().map(|bit| ((a >> bit) & 1, (b >> bit) & 1)).collect::<Vec<_>>()
        };
        let least = (3..x - 2).map(|a| (a, x - a)).min_by_key(|&(a, b)| interleaved(a, b));
        for a in 0..=x {
            // tracks a, b, x
            let chosen = numeration.holds(witness.automaton(), &[a, x - a, x]);
            assert_eq!(chosen, Some(least == Some((a, x - a))), "{x} {a}");
        }
    }
    let above_5 = solver.satisfying(&v("x").above(5)).unwrap();
    assert!(witness.cover(&solver, &above_5).unwrap().is_some());
    let above_4 = solver.satisfying(&v("x").above(4)).unwrap();
    assert_eq!(witness.cover(&solver, &above_4), Ok(None));
}

/// "x is at least 1" with y = x // 2 + 1 and more; the cover of it.
fn example() -> (Automaton, Automaton, Cover) {
    let numeration = Numeration::fibonacci().unwrap();
    let mut solver = Solver::new(&numeration);
    let formula = v("y").equals(v("x").quotient(2) + 1).and(v("x").above(0));
    let relation = solver.satisfying(&formula).unwrap();
    let domain = solver.satisfying(&v("x").above(0)).unwrap();
    let cover = Cover::find(&domain, &relation, &outputs(), &Limits::default()).unwrap().unwrap();
    (domain, relation, cover)
}

#[test]
fn every_pair_of_a_cover_counts() {
    let (domain, relation, cover) = example();
    assert!(cover.proves(&domain, &relation, &outputs()));
    for at in 0..cover.pairs.len() {
        let mut holed = cover.clone();
        holed.pairs.remove(at);
        assert!(!holed.proves(&domain, &relation, &outputs()), "without pair {at}");
        // a pair that claims too much
        for state in 0..u32::try_from(relation.states()).unwrap() + 2 {
            let mut wrong = cover.clone();
            let mut states = wrong.pairs[at].1.to_vec();
            if states.contains(&state) {
                continue;
            }
            states.push(state);
            states.sort_unstable();
            wrong.pairs[at].1 = states.into();
            assert!(!wrong.proves(&domain, &relation, &outputs()), "pair {at} with {state}");
        }
    }
    assert!(!Cover { pairs: Vec::new() }.proves(&domain, &relation, &outputs()));
    assert!(!cover.proves(&domain, &relation, &["x".into()]));
    assert!(!cover.proves(&domain, &domain, &outputs()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    /// Whatever passes the check is true: wrong covers made from random pairs never prove that every
    /// x is twice a y.
    #[test]
    fn no_cover_proves_what_is_false(
        pairs in prop::collection::vec((0u32..2, prop::collection::btree_set(0u32..4, 0..4)), 0..12),
    ) {
        let numeration = Numeration::base(2).unwrap();
        let relation =
            Solver::new(&numeration).satisfying(&v("x").equals(v("y") * 2)).unwrap();
        let numbers = numeration.numbers("x");
        let pairs = pairs.into_iter().map(|(d, s)| (d, s.into_iter().collect())).collect();
        let cover = Cover { pairs };
        prop_assert!(!cover.proves(&numbers, &relation, &outputs()));
    }
}
