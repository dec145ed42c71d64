//! Formulas against their meaning, evaluated by enumeration.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use automata::{
    Automaton, Error, Formula, Limits, Name, Numeration, Relation, Solver, Term, Verdict,
};
use proptest::prelude::*;

/// A term with a meaning of its own.
#[derive(Clone, Debug)]
enum T {
    Constant(i128),
    Variable(usize),
    Add(Box<T>, Box<T>),
    Times(i128, Box<T>),
    Div(Box<T>, i128),
    Rem(Box<T>, i128),
    Xor(Box<T>, Box<T>),
    And(Box<T>, Box<T>),
    Or(Box<T>, Box<T>),
    Lowest(Box<T>),
}

/// A formula with a meaning of its own.
#[derive(Clone, Debug)]
enum F {
    Compare(T, u8, T),
    Place(T),
    Double(T, T),
    Not(Box<F>),
    And(Box<F>, Box<F>),
    Or(Box<F>, Box<F>),
    Implies(Box<F>, Box<F>),
    Iff(Box<F>, Box<F>),
    ExistsBelow(usize, i128, Box<F>),
    ForallBelow(usize, i128, Box<F>),
}

const NAMES: [&str; 3] = ["x", "y", "z"];

/// `None` when an argument is negative: then the atom is false.
fn value(numeration: &Numeration, term: &T, at: &[i128; 3]) -> Option<i128> {
    let value = |term: &T| value(numeration, term, at);
    let natural = |term: &T| value(term).filter(|&n| n >= 0);
    Some(match term {
        T::Constant(c) => *c,
        T::Variable(v) => at[*v],
        T::Add(a, b) => value(a)? + value(b)?,
        T::Times(c, a) => c * value(a)?,
        T::Div(a, c) => natural(a)?.div_euclid(*c),
        T::Rem(a, c) => natural(a)?.rem_euclid(*c),
        T::Xor(a, b) => natural(a)? ^ natural(b)?,
        T::And(a, b) => natural(a)? & natural(b)?,
        T::Or(a, b) => natural(a)? | natural(b)?,
        T::Lowest(a) => {
            let word = numeration.write(natural(a)?).unwrap();
            let place = word.iter().rev().position(|&digit| digit > 0);
            place.map_or(0, |at| numeration.places()[at])
        }
    })
}

fn truth(numeration: &Numeration, formula: &F, at: &[i128; 3]) -> bool {
    let truth_of = |formula: &F| truth(numeration, formula, at);
    let value = |term: &T| value(numeration, term, at);
    let below = |v: usize, n: i128| {
        (0..n).map(move |value| {
            let mut inner = *at;
            inner[v] = value;
            inner
        })
    };
    match formula {
        F::Compare(a, sign, b) => match (value(a), value(b)) {
            (Some(a), Some(b)) => match sign {
                0 => a == b,
                1 => a != b,
                2 => a < b,
                _ => a <= b,
            },
            // an atom is false; "different" is the negation of one
            _ => *sign == 1,
        },
        F::Place(a) => value(a).is_some_and(|a| numeration.places().contains(&a)),
        F::Double(a, b) => match (value(a), value(b)) {
            (Some(a), Some(b)) => a >= 0 && b == 2 * a,
            _ => false,
        },
        F::Not(a) => !truth_of(a),
        F::And(a, b) => truth_of(a) && truth_of(b),
        F::Or(a, b) => truth_of(a) || truth_of(b),
        F::Implies(a, b) => !truth_of(a) || truth_of(b),
        F::Iff(a, b) => truth_of(a) == truth_of(b),
        F::ExistsBelow(v, n, a) => below(*v, *n).any(|at| truth(numeration, a, &at)),
        F::ForallBelow(v, n, a) => below(*v, *n).all(|at| truth(numeration, a, &at)),
    }
}

fn term(of: &T) -> Term {
    match of {
        T::Constant(c) => Term::from(*c),
        T::Variable(v) => Term::from(NAMES[*v]),
        T::Add(a, b) => term(a) + term(b),
        T::Times(c, a) => term(a) * *c,
        T::Div(a, c) => term(a).quotient(*c),
        T::Rem(a, c) => term(a).remainder(*c),
        T::Xor(a, b) => term(a).xor(term(b)),
        T::And(a, b) => term(a).bit_and(term(b)),
        T::Or(a, b) => term(a).bit_or(term(b)),
        T::Lowest(a) => term(a).lowest(),
    }
}

fn formula(of: &F, double: &Relation) -> Formula {
    let inner = |of: &F| formula(of, double);
    match of {
        F::Compare(a, 0, b) => term(a).equals(term(b)),
        F::Compare(a, 1, b) => term(a).differs(term(b)),
        F::Compare(a, 2, b) => term(a).below(term(b)),
        F::Compare(a, _, b) => term(a).at_most(term(b)),
        F::Place(a) => term(a).is_place(),
        F::Double(a, b) => double.of([term(a), term(b)]).unwrap(),
        F::Not(a) => !inner(a),
        F::And(a, b) => inner(a).and(inner(b)),
        F::Or(a, b) => inner(a).or(inner(b)),
        F::Implies(a, b) => inner(a).implies(inner(b)),
        F::Iff(a, b) => inner(a).iff(inner(b)),
        F::ExistsBelow(v, n, a) => Formula::exists_below(NAMES[*v], *n, inner(a)),
        F::ForallBelow(v, n, a) => Formula::forall_below(NAMES[*v], *n, inner(a)),
    }
}

fn terms(binary: bool) -> BoxedStrategy<T> {
    let leaf = prop_oneof![
        (-3i128..6).prop_map(T::Constant),
        (0usize..3).prop_map(T::Variable),
        (0usize..3).prop_map(T::Variable),
    ];
    leaf.prop_recursive(2, 5, 2, move |inner| {
        let one = inner.clone().prop_map(Box::new);
        let two = (one.clone(), one.clone());
        let linear = prop_oneof![
            two.clone().prop_map(|(a, b)| T::Add(a, b)),
            (-2i128..4, one.clone()).prop_map(|(c, a)| T::Times(c, a)),
            (one.clone(), 1i128..4).prop_map(|(a, c)| T::Div(a, c)),
            (one.clone(), 1i128..4).prop_map(|(a, c)| T::Rem(a, c)),
            one.prop_map(T::Lowest),
        ];
        if !binary {
            return linear.boxed();
        }
        prop_oneof![
            linear,
            two.clone().prop_map(|(a, b)| T::Xor(a, b)),
            two.clone().prop_map(|(a, b)| T::And(a, b)),
            two.prop_map(|(a, b)| T::Or(a, b)),
        ]
        .boxed()
    })
    .boxed()
}

fn formulas(binary: bool) -> BoxedStrategy<F> {
    let pair = (terms(binary), terms(binary));
    let leaf = prop_oneof![
        (terms(binary), 0u8..4, terms(binary)).prop_map(|(a, sign, b)| F::Compare(a, sign, b)),
        pair.prop_map(|(a, b)| F::Double(a, b)),
        terms(binary).prop_map(F::Place),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let one = inner.clone().prop_map(Box::new);
        let two = (one.clone(), one.clone());
        prop_oneof![
            one.clone().prop_map(F::Not),
            two.clone().prop_map(|(a, b)| F::And(a, b)),
            two.clone().prop_map(|(a, b)| F::Or(a, b)),
            two.clone().prop_map(|(a, b)| F::Implies(a, b)),
            two.prop_map(|(a, b)| F::Iff(a, b)),
            (0usize..3, 0i128..6, one.clone()).prop_map(|(v, n, a)| F::ExistsBelow(v, n, a)),
            (0usize..3, 0i128..6, one).prop_map(|(v, n, a)| F::ForallBelow(v, n, a)),
        ]
    })
    .boxed()
}

fn double(numeration: &Numeration) -> Relation {
    let (a, b) = (|| Term::from("a"), || Term::from("b"));
    let set = Solver::new(numeration).satisfying(&b().equals(a() * 2)).unwrap();
    Relation::new("double", &["a", "b"], numeration, set).unwrap()
}

fn agree(numeration: &Numeration, of: &F) -> Result<(), TestCaseError> {
    let written = formula(of, &double(numeration));
    let set = match Solver::new(numeration).satisfying(&written) {
        // many variables in a slowly growing numeration
        Err(Error::TooLarge { .. }) => return Err(TestCaseError::reject("too large")),
        other => other.unwrap(),
    };
    for x in 0..7 {
        for y in 0..7 {
            for z in 0..7 {
                let at = [x, y, z];
                let place = |name: &Name| NAMES.iter().position(|other| *other == &**name);
                let numbers: Vec<i128> =
                    set.tracks().iter().map(|name| at[place(name).unwrap()]).collect();
                let holds = numeration.holds(&set, &numbers);
                prop_assert_eq!(holds, Some(truth(numeration, of, &at)), "{} {:?}", written, at);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn base_2(of in formulas(true)) {
        agree(&Numeration::base(2).unwrap(), &of)?;
    }

    #[test]
    fn base_3(of in formulas(false)) {
        agree(&Numeration::base(3).unwrap(), &of)?;
    }

    #[test]
    fn fibonacci(of in formulas(false)) {
        agree(&Numeration::fibonacci().unwrap(), &of)?;
    }

    #[test]
    fn pell(of in formulas(false)) {
        agree(&Numeration::ostrowski(2).unwrap(), &of)?;
    }

    #[test]
    fn operations_are_canonical(a in formulas(true), b in formulas(true)) {
        let numeration = Numeration::base(2).unwrap();
        let double = double(&numeration);
        let mut solver = Solver::new(&numeration);
        let all = ["x".into(), "y".into(), "z".into()];
        let everything = solver.all(&all).unwrap();
        let (a, b) = (formula(&a, &double), formula(&b, &double));
        let mut set = |of: &Formula| {
            let set = solver.satisfying(of).unwrap();
            solver.and(&set, &everything).unwrap()
        };
        let (a, b) = (set(&a), set(&b));
        // equal sets, reached on different ways, are equal automata
        let not_a = solver.not(&a).unwrap();
        prop_assert_eq!(&solver.not(&not_a).unwrap(), &a);
        prop_assert_eq!(solver.and(&a, &b).unwrap(), solver.and(&b, &a).unwrap());
        prop_assert_eq!(solver.or(&a, &b).unwrap(), solver.or(&b, &a).unwrap());
        let not_b = solver.not(&b).unwrap();
        let neither = solver.and(&not_a, &not_b).unwrap();
        prop_assert_eq!(solver.or(&a, &b).unwrap(), solver.not(&neither).unwrap());
        prop_assert_eq!(solver.minus(&a, &b).unwrap(), solver.and(&a, &not_b).unwrap());
        let swap = |name: &Name| match &**name { "x" => "z".into(), "z" => "x".into(), _ => name.clone() };
        prop_assert_eq!(&a.renamed(swap).unwrap().renamed(swap).unwrap(), &a);
        prop_assert_eq!(equivalent_states(&a), 0);
    }
}

/// Pairs of different states that accept the same words (by Moore's refinement): 0 in the least
/// automaton.
fn equivalent_states(automaton: &Automaton) -> usize {
    let states = automaton.states();
    let mut class: Vec<usize> =
        (0..states).map(|s| usize::from(automaton.is_accepting(s))).collect();
    for _ in 0..states {
        let row = |s: usize| {
            let edges: Vec<_> =
                automaton.transitions(s).map(|(digits, to)| (digits, class[to])).collect();
            (class[s], edges)
        };
        let rows: Vec<_> = (0..states).map(row).collect();
        class = rows.iter().map(|row| rows.iter().position(|r| r == row).unwrap()).collect();
    }
    (0..states).filter(|&s| class[s] != s).count()
}

fn x() -> Term {
    Term::from("x")
}

fn y() -> Term {
    Term::from("y")
}

#[test]
fn unbounded_quantifiers() {
    let mut solver = Solver::new(&Numeration::fibonacci().unwrap());
    let mut decide = |formula: Formula| solver.decide(&formula).unwrap();
    assert_eq!(
        decide(Formula::forall(["x"], Formula::exists(["y"], y().above(x())))),
        Verdict::True
    );
    assert_eq!(
        decide(Formula::exists(["y"], Formula::forall(["x"], x().below(y())))),
        Verdict::False(Vec::new())
    );
    // the greatest number that is no sum of threes and fives is 7
    let sum = Formula::exists(["y", "z"], x().equals(y() * 3 + Term::from("z") * 5));
    assert_eq!(decide(Formula::forall(["x"], x().above(7).implies(sum.clone()))), Verdict::True);
    assert_eq!(
        decide(Formula::forall(["x"], x().above(6).implies(sum))),
        Verdict::False(vec![("x".into(), 7)])
    );
    // completing values may be much longer than the tuple
    assert_eq!(decide(Formula::exists(["y"], y().above(1 << 60))), Verdict::True);
    // a name bound again is another variable
    let inner = Formula::exists(["x"], x().equals(5));
    assert_eq!(decide(Formula::forall(["x"], x().at_least(0).and(inner))), Verdict::True);
    let twice = Formula::forall(["x"], Formula::forall(["x"], x().at_most(3)));
    assert!(matches!(decide(twice), Verdict::False(_)));
}

#[test]
fn counterexamples_have_the_least_sum() {
    let mut solver = Solver::new(&Numeration::base(2).unwrap());
    let claim = Formula::forall(["y", "x"], !(x().at_least(3).and((x() + y()).above(9))));
    let Verdict::False(found) = solver.decide(&claim).unwrap() else { panic!() };
    // all pairs with sum 10 fail from x = 3 on; y comes first
    assert_eq!(found, [("y".into(), 0), ("x".into(), 10)]);
}

#[test]
fn refusals() {
    let binary = Numeration::base(2).unwrap();
    let mut solver = Solver::new(&binary);
    assert_eq!(solver.decide(&x().equals(3)), Err(Error::Free(vec!["x".into()])));
    let divided = Formula::exists(["x"], x().quotient(0).equals(1));
    assert_eq!(solver.decide(&divided), Err(Error::Divisor(0)));
    let huge = Formula::exists(["x"], (x() * i128::MAX * i128::MAX).equals(1));
    assert_eq!(solver.decide(&huge), Err(Error::Overflow));
    let reserved = Formula::exists(["\u{1}000001"], Term::from("\u{1}000001").equals(1));
    assert!(matches!(solver.decide(&reserved), Err(Error::Reserved(_))));
    let mut fibonacci = Solver::new(&Numeration::fibonacci().unwrap());
    let xor = Formula::exists(["x"], x().xor(1).equals(0));
    assert!(matches!(fibonacci.decide(&xor), Err(Error::NotBinary { operation: "xor", .. })));
    let foreign = double(&binary).of(["x", "x"]).unwrap();
    let foreign = Formula::exists(["x"], foreign);
    assert!(matches!(fibonacci.decide(&foreign), Err(Error::OtherNumeration { .. })));
    assert!(matches!(double(&binary).of(["x"]), Err(Error::Arity { expected: 2, found: 1, .. })));
    let small = Limits { states: 10, edges: 1000 };
    let mut small = Solver::with_limits(&binary, small);
    let far = Formula::exists(["x"], x().equals(1 << 20));
    assert!(matches!(small.decide(&far), Err(Error::TooLarge { cap: 10, .. })));
    // leading zeros
    let first =
        binary.relation(&["x"], &[false, true], |s, _| (s == 0).then_some(1), solver.limits());
    assert!(matches!(first, Err(Error::BadRelation { .. })));
}

#[test]
fn deep_formulas_are_refused_not_followed() {
    let mut solver = Solver::new(&Numeration::base(2).unwrap());
    let mut formula = x().equals(0);
    let mut term = x();
    for _ in 0..200_000 {
        formula = !formula;
        term = term + 1;
    }
    assert!(formula.too_deep());
    assert!(matches!(solver.satisfying(&formula), Err(Error::TooLarge { what: "levels", .. })));
    let shallow = term.equals(0);
    assert!(matches!(solver.satisfying(&shallow), Err(Error::TooLarge { what: "levels", .. })));
}

#[test]
fn formulas_just_below_the_limit_are_decided() {
    let mut solver = Solver::new(&Numeration::base(2).unwrap());
    let mut formula = x().equals(3);
    let mut term = x();
    for at in 0..120 {
        formula = if at % 2 == 0 {
            !formula
        } else {
            Formula::exists(["y"], y().above(x()).and(formula))
        };
        term = (term + 1).remainder(7);
    }
    assert!(!formula.too_deep());
    assert!(!formula.to_string().is_empty());
    // 60 negations
    assert_eq!(
        solver.decide(&Formula::forall(["x"], formula.clone().iff(x().equals(3)))),
        Ok(Verdict::True)
    );
    let remainder = Formula::forall(["x"], term.below(7));
    assert_eq!(solver.decide(&remainder), Ok(Verdict::True));
}

#[test]
fn formulas_are_printed_for_people() {
    let formula = Formula::forall(
        ["x"],
        Formula::exists_below("y", x() + 1, (x() - y() * 2).remainder(3).equals(0))
            .implies(!x().xor(1).is_place()),
    );
    let text = "for all x: (exists y: y < x + 1 and (x - (2*y))%3 = 0) => (not place(xor(x, 1)))";
    assert_eq!(formula.to_string(), text);
}

#[test]
fn sizes_of_sets() {
    let numeration = Numeration::fibonacci().unwrap();
    let mut solver = Solver::new(&numeration);
    let finite = solver.satisfying(&x().above(10).and(x().below(20))).unwrap();
    assert!(finite.is_finite());
    assert_eq!(finite.count(20), Some(9));
    let infinite = solver.satisfying(&x().remainder(3).equals(1)).unwrap();
    assert!(!infinite.is_finite());
    // numbers below the place 89
    assert_eq!(infinite.count(9), Some((0..89).filter(|n| n % 3 == 1).count() as u128));
    let none = solver.satisfying(&x().below(0)).unwrap();
    assert!(none.is_empty() && none.is_finite());
    let zero = solver.satisfying(&x().equals(0)).unwrap();
    assert!(zero.is_finite());
    let names = ["x".into()];
    assert_eq!(solver.smallest(&infinite, &names), Ok(Some(vec![("x".into(), 1)])));
    assert_eq!(solver.smallest(&none, &names), Ok(None));
}
