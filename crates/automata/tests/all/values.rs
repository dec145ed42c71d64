//! Nim-values proved for all positions: the value is unique and exists, no option has it, every
//! smaller one is the value of an option.

use crate::support::{defined, lowest, nim_sum, quotient, remainder, v, value};
use automata::{Formula, Limits, Numeration, Relation, Solver, Term, Verdict};

/// The sentences for a value `g(n, v)` and the values of options `options(n, v)`.
fn sentences(g: &Relation, options: &Relation) -> [Formula; 4] {
    let g = |n: &str, value: &str| g.of([n, value]).unwrap();
    let option = |value: &str| options.of(["n", value]).unwrap();
    [
        Formula::forall(["n"], Formula::exists(["v"], g("n", "v"))),
        Formula::forall(["n", "v", "u"], g("n", "v").and(g("n", "u")).implies(v("v").equals("u"))),
        Formula::forall(["n", "v"], g("n", "v").implies(!option("v"))),
        Formula::forall(["n", "v", "u"], g("n", "v").and(v("u").below("v")).implies(option("u"))),
    ]
}

/// Values by the remainder of n modulo 4: n plus this; g(0) = 0.
fn lasker(shifts: [i128; 4]) -> [Verdict; 4] {
    let numeration = Numeration::base(2).unwrap();
    let mut solver = Solver::new(&numeration);
    let rest = remainder(&mut solver, 4);
    let cases = shifts.into_iter().zip(0i128..).map(|(shift, remainder)| {
        let n = rest.of([v("n"), remainder.into()]).unwrap().and(v("n").above(0));
        n.and(v("v").equals(v("n") + shift))
    });
    let values = Formula::any(cases).or(v("n").equals(0).and(v("v").equals(0)));
    let g = defined(&mut solver, "g", &["n", "v"], &values);
    let of = |n: &str, value: &str| g.of([n, value]).unwrap();
    // take any number, or split into two heaps
    let taken = Formula::exists(["a"], v("a").below("n").and(of("a", "v")));
    let split = v("a").above(0).and(v("b").above(0)).and(v("n").equals(v("a") + "b"));
    let split = split
        .and(of("a", "s"))
        .and(of("b", "t"))
        .and(nim_sum(&numeration).of(["s", "t", "v"]).unwrap());
    let options = taken.or(Formula::exists(["a", "b", "s", "t"], split));
    let options = defined(&mut solver, "options", &["n", "v"], &options);
    sentences(&g, &options).map(|sentence| solver.decide(&sentence).unwrap())
}

#[test]
fn laskers_nim() {
    // Lasker 1931: 4k + 1 and 4k + 2 as they are, 4k + 3 and 4k + 4 exchanged
    let [remainder_0, remainder_3] = [-1, 1];
    let right = lasker([remainder_0, 0, 0, remainder_3]);
    assert!(right.iter().all(|verdict| *verdict == Verdict::True), "{right:?}");
    // the values of Nim are wrong from 3 on: splitting 3 into 1 and 2 gives 3
    let nim = lasker([0, 0, 0, 0]);
    assert_eq!(nim[2], Verdict::False(vec![("n".into(), 3), ("v".into(), 3)]));
    for (at, wrong) in
        [[-1, 0, 0, 2], [-1, 0, 1, 1], [-1, 1, 0, 1], [0, 0, 0, 1]].iter().enumerate()
    {
        let verdicts = lasker(*wrong);
        assert!(verdicts.iter().any(|verdict| *verdict != Verdict::True), "variant {at}");
    }
}

#[test]
fn ruler() {
    // Turn coin n from heads to tails and any number of its neighbours below: the options are the
    // sums of the values from m + 1 to n - 1, for m < n. The value is the lowest binary digit.
    let numeration = Numeration::base(2).unwrap();
    let mut solver = Solver::new(&numeration);
    let (xor, lowest, half) = (nim_sum(&numeration), lowest(&numeration), quotient(&mut solver, 2));
    let g = v("n").above(0).and(lowest.of(["n", "v"]).unwrap());
    let g = defined(&mut solver, "g", &["n", "v"], &g);
    // the nim-sum of the values from 1 to n is Gray's code of n, by induction
    let code = value(&half, &[v("n")], |half| xor.of([v("n"), half, v("c")]).unwrap());
    let gray = defined(&mut solver, "gray", &["n", "c"], &code);
    let sum_of = |n: Term, m: Term, sum: Term| {
        value(&gray, &[n], |a| {
            value(&gray, std::slice::from_ref(&m), |b| xor.of([a.clone(), b, sum.clone()]).unwrap())
        })
    };
    let step = value(&lowest, &[v("n")], |lowest| sum_of(v("n"), v("n") - 1, lowest));
    let law = Formula::forall(["n"], v("n").above(0).implies(step));
    assert_eq!(solver.decide(&law).unwrap(), Verdict::True, "Gray's code sums the values");
    let run = sum_of(v("n") - 1, v("m"), v("v"));
    let runs = Formula::exists(["m"], v("m").below("n").and(run)).and(v("n").above(0));
    let options = defined(&mut solver, "options", &["n", "v"], &runs);
    let [_, unique, none, all] = sentences(&g, &options);
    for sentence in [unique, none, all] {
        assert_eq!(solver.decide(&sentence).unwrap(), Verdict::True);
    }
}

#[test]
fn moores_nim() {
    // three heaps, take from one or two of them: lost when every binary place has a number of ones
    // that 3 divides (Moore 1910)
    let numeration = Numeration::base(2).unwrap();
    for modulus in [3, 2] {
        let set = numeration.relation(
            &["x", "y", "z"],
            &[true],
            |_, digits| (digits.iter().sum::<u32>() % modulus == 0).then_some(0),
            &Limits::default(),
        );
        let lost = Relation::new("P", &["x", "y", "z"], &numeration, set.unwrap()).unwrap();
        let heaps = [("x", "u"), ("y", "w"), ("z", "t")];
        // bit i of the mask: heap i gets smaller
        let moves = Formula::any((1..7u32).map(|mask| {
            Formula::all(heaps.iter().zip(0..).map(|(&(from, to), heap)| {
                if mask >> heap & 1 == 1 { v(to).below(from) } else { v(to).equals(from) }
            }))
        }));
        let (at, to) = (lost.of(["x", "y", "z"]).unwrap(), lost.of(["u", "w", "t"]).unwrap());
        let closed = at.clone().and(moves.clone()).implies(!to.clone());
        let closed = Formula::forall(["x", "y", "z", "u", "w", "t"], closed);
        let reached = at.or(Formula::exists(["u", "w", "t"], moves.and(to)));
        let reached = Formula::forall(["x", "y", "z"], reached);
        let mut solver = Solver::new(&numeration);
        let proved = solver.decide(&closed).unwrap() == Verdict::True
            && solver.decide(&reached).unwrap() == Verdict::True;
        assert_eq!(proved, modulus == 3);
    }
}
