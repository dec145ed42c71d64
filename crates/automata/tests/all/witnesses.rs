//! Least choices against enumeration.

use crate::support::{holds, quotient, remainder, v, value};
use automata::{Formula, Numeration, Solver};

type Meaning = fn(i128, i128) -> bool;

/// Relations between x and y, and which they are.
fn relations(solver: &mut Solver) -> Vec<(Formula, Meaning)> {
    let rest = remainder(solver, 3);
    let alike = value(&rest, &[v("x")], |of_x| rest.of([v("y"), of_x]).unwrap());
    let half = quotient(solver, 2).of(["x", "y"]).unwrap();
    vec![
        (v("y").above(v("x") * 2), |x, y| y > 2 * x),
        (alike.and(v("y").above(2)), |x, y| (x - y) % 3 == 0 && y > 2),
        (v("x").below(v("y") * 3).and(!v("y").equals(4)), |x, y| x < 3 * y && y != 4),
        (half.or(v("y").equals(v("x") - 7)), |x, y| y == x / 2 || y == x - 7),
    ]
}

#[test]
fn the_least_number_is_chosen() {
    let numeration = Numeration::base(2).unwrap();
    let mut solver = Solver::new(&numeration);
    for (formula, means) in relations(&mut solver) {
        let relation = solver.satisfying(&formula).unwrap();
        let choice = solver.least(&relation, &["y".into()]).unwrap();
        for x in 0..40 {
            let least = (0..200).find(|&y| means(x, y)).unwrap();
            for y in 0..200 {
                let chosen = holds(&numeration, &choice, &[x, y]);
                assert_eq!(chosen, y == least, "{formula:?}: {x} {y}");
            }
        }
        let chosen_for = solver.exists(&["y".into()], &choice).unwrap();
        assert_eq!(chosen_for, numeration.numbers("x"));
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
    let choice = solver.least(&relation, &outputs).unwrap();
    for x in 0..40i128 {
        let interleaved = |a: i128, b: i128| {
            (0..8).rev().map(|bit| ((a >> bit) & 1, (b >> bit) & 1)).collect::<Vec<_>>()
        };
        let least = (3..x - 2).map(|a| (a, x - a)).min_by_key(|&(a, b)| interleaved(a, b));
        for a in 0..=x {
            // tracks a, b, x
            let chosen = holds(&numeration, &choice, &[a, x - a, x]);
            assert_eq!(chosen, least == Some((a, x - a)), "{x} {a}");
        }
    }
    let above_5 = solver.satisfying(&v("x").above(5)).unwrap();
    assert_eq!(solver.exists(&outputs, &choice).unwrap(), above_5);
}
