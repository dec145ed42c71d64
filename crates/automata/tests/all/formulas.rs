//! Formulas against their meaning, evaluated by enumeration.

use crate::support::holds;
use automata::{
    Automaton, Error, Formula, Limits, Name, Numeration, Relation, Solver, Term, Verdict,
};
use draw::{Draw, TestCaseError, TestCaseResult, check, prop_assert_eq};

/// A term with a meaning of its own.
#[derive(Clone, Debug)]
enum T {
    Constant(i128),
    Variable(usize),
    Add(Box<T>, Box<T>),
    Times(i128, Box<T>),
}

/// A formula with a meaning of its own.
#[derive(Clone, Debug)]
enum F {
    Compare(T, u8, T),
    Double(T, T),
    Not(Box<F>),
    And(Box<F>, Box<F>),
    Or(Box<F>, Box<F>),
    Implies(Box<F>, Box<F>),
    ExistsBelow(usize, i128, Box<F>),
    ForallBelow(usize, i128, Box<F>),
}

const NAMES: [&str; 3] = ["x", "y", "z"];

fn value(term: &T, at: &[i128; 3]) -> i128 {
    match term {
        T::Constant(c) => *c,
        T::Variable(v) => at[*v],
        T::Add(a, b) => value(a, at) + value(b, at),
        T::Times(c, a) => c * value(a, at),
    }
}

fn truth(formula: &F, at: &[i128; 3]) -> bool {
    let truth_of = |formula: &F| truth(formula, at);
    let value = |term: &T| value(term, at);
    let below = |v: usize, n: i128| {
        (0..n).map(move |value| {
            let mut inner = *at;
            inner[v] = value;
            inner
        })
    };
    match formula {
        F::Compare(a, sign, b) => match sign {
            0 => value(a) == value(b),
            1 => value(a) < value(b),
            _ => value(a) <= value(b),
        },
        F::Double(a, b) => value(a) >= 0 && value(b) == 2 * value(a),
        F::Not(a) => !truth_of(a),
        F::And(a, b) => truth_of(a) && truth_of(b),
        F::Or(a, b) => truth_of(a) || truth_of(b),
        F::Implies(a, b) => !truth_of(a) || truth_of(b),
        F::ExistsBelow(v, n, a) => below(*v, *n).any(|at| truth(a, &at)),
        F::ForallBelow(v, n, a) => below(*v, *n).all(|at| truth(a, &at)),
    }
}

fn term(of: &T) -> Term {
    match of {
        T::Constant(c) => Term::from(*c),
        T::Variable(v) => Term::from(NAMES[*v]),
        T::Add(a, b) => term(a) + term(b),
        T::Times(c, a) => term(a) * *c,
    }
}

fn formula(of: &F, double: &Relation) -> Formula {
    let inner = |of: &F| formula(of, double);
    match of {
        F::Compare(a, 0, b) => term(a).equals(term(b)),
        F::Compare(a, 1, b) => term(a).below(term(b)),
        F::Compare(a, _, b) => term(a).at_most(term(b)),
        F::Double(a, b) => double.of([term(a), term(b)]).unwrap(),
        F::Not(a) => !inner(a),
        F::And(a, b) => inner(a).and(inner(b)),
        F::Or(a, b) => inner(a).or(inner(b)),
        F::Implies(a, b) => inner(a).implies(inner(b)),
        F::ExistsBelow(v, n, a) => {
            Formula::exists([NAMES[*v]], Term::from(NAMES[*v]).below(*n).and(inner(a)))
        }
        F::ForallBelow(v, n, a) => {
            Formula::forall([NAMES[*v]], Term::from(NAMES[*v]).below(*n).implies(inner(a)))
        }
    }
}

fn some_term(d: &mut Draw, depth: usize) -> T {
    let Some(less) = depth.checked_sub(1) else {
        let constant = |d: &mut Draw| T::Constant(d.int(-3..6).into());
        return d.one_of(&[constant, |d| T::Variable(d.size(0..3)), |d| T::Variable(d.size(0..3))]);
    };
    if !d.chance([31, 90][less]) {
        return some_term(d, less);
    }
    let part = |d: &mut Draw| Box::new(some_term(d, less));
    match d.flag() {
        false => T::Times(d.int(-2..4).into(), part(d)),
        true => T::Add(part(d), part(d)),
    }
}

fn some_formula(d: &mut Draw) -> F {
    nested_formula(d, 3)
}

fn nested_formula(d: &mut Draw, depth: usize) -> F {
    let Some(less) = depth.checked_sub(1) else {
        let (a, b) = (some_term(d, 2), some_term(d, 2));
        return if d.flag() { F::Double(a, b) } else { F::Compare(a, d.int(0..3) as u8, b) };
    };
    // Most are large, few of their parts.
    if !d.chance([12, 50, 90][less]) {
        return nested_formula(d, less);
    }
    let shape = d.size(0..6);
    let first = Box::new(nested_formula(d, less));
    match shape {
        0 => F::Not(first),
        1 => F::ExistsBelow(d.size(0..3), d.int(0..6).into(), first),
        2 => F::ForallBelow(d.size(0..3), d.int(0..6).into(), first),
        3 => F::And(first, Box::new(nested_formula(d, less))),
        4 => F::Or(first, Box::new(nested_formula(d, less))),
        _ => F::Implies(first, Box::new(nested_formula(d, less))),
    }
}

fn double(numeration: &Numeration) -> Relation {
    let (a, b) = (|| Term::from("a"), || Term::from("b"));
    let set = Solver::new(numeration).satisfying(&b().equals(a() * 2)).unwrap();
    Relation::new("double", &["a", "b"], numeration, set).unwrap()
}

fn agree(numeration: &Numeration, of: &F) -> TestCaseResult {
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
                let holds = holds(numeration, &set, &numbers);
                prop_assert_eq!(holds, truth(of, &at), "{:?} {:?}", written, at);
            }
        }
    }
    Ok(())
}

#[test]
fn base_2() {
    check(300, some_formula, |of| agree(&Numeration::base(2).unwrap(), &of));
}

#[test]
fn base_3() {
    check(300, some_formula, |of| agree(&Numeration::base(3).unwrap(), &of));
}

#[test]
fn fibonacci() {
    check(300, some_formula, |of| agree(&Numeration::fibonacci().unwrap(), &of));
}

#[test]
fn pell() {
    check(300, some_formula, |of| agree(&Numeration::ostrowski(2).unwrap(), &of));
}

#[test]
fn operations_are_canonical() {
    let input = |d: &mut Draw| (some_formula(d), some_formula(d));
    check(300, input, |(a, b)| {
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
        prop_assert_eq!(equivalent_states(&a), 0);
        Ok(())
    });
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
    let huge = Formula::exists(["x"], (x() * i128::MAX * i128::MAX).equals(1));
    assert_eq!(solver.decide(&huge), Err(Error::Overflow));
    let reserved = Formula::exists(["\u{1}000001"], Term::from("\u{1}000001").equals(1));
    assert!(matches!(solver.decide(&reserved), Err(Error::Reserved(_))));
    let mut fibonacci = Solver::new(&Numeration::fibonacci().unwrap());
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
        term = term + 1;
    }
    assert!(!formula.too_deep());
    // 60 negations
    assert_eq!(solver.satisfying(&formula), solver.satisfying(&x().equals(3)));
    assert_eq!(solver.satisfying(&term.equals(127)), solver.satisfying(&x().equals(7)));
}

#[test]
fn least_members_of_sets() {
    let mut solver = Solver::new(&Numeration::fibonacci().unwrap());
    let names = ["x".into()];
    let far = solver.satisfying(&x().above(10)).unwrap();
    assert_eq!(solver.smallest(&far, &names), Ok(Some(vec![("x".into(), 11)])));
    let none = solver.satisfying(&x().below(0)).unwrap();
    assert!(none.is_empty());
    assert_eq!(solver.smallest(&none, &names), Ok(None));
}
