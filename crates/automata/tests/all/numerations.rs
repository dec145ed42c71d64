//! Numerations: words, order and addition against arithmetic.

use crate::support::{accepts, holds, read, v, write};
use automata::{
    Automaton, Error, Formula, Limits, Name, Numeration, Relation, Solver, Term, Verdict,
};
use draw::{Draw, cases, check, prop_assert_eq, some_of};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// K-fold subtraction for K = 3: `h(m) = h(m - 1) + h(m - 4)` from 1, 2, 3, 4, 6 on.
fn three_fold() -> Numeration {
    Numeration::linear("three-fold", &[1, 0, 0, 1], &[1, 2, 3, 4, 6]).unwrap()
}

fn all() -> Vec<Numeration> {
    let mut all: Vec<Numeration> = (2..=10).map(|k| Numeration::base(k).unwrap()).collect();
    all.push(Numeration::fibonacci().unwrap());
    all.extend((2..=4).map(|d| Numeration::ostrowski(d).unwrap()));
    all.push(three_fold());
    all.push(Numeration::linear("Tribonacci", &[1, 1, 1], &[1, 2, 4]).unwrap());
    all
}

static ALL: LazyLock<Vec<(Numeration, Automaton)>> = LazyLock::new(|| {
    let plus = |n: Numeration| {
        let plus = plus(&mut Solver::new(&n)).unwrap();
        (n, plus)
    };
    all().into_iter().map(plus).collect()
});

/// `x + y = z`.
fn plus(solver: &mut Solver) -> Result<Automaton, Error> {
    solver.satisfying(&(v("x") + v("y")).equals(v("z")))
}

/// Greedy by definition: the value of every suffix stays below the place of its length.
fn is_greedy(numeration: &Numeration, word: &[u32]) -> bool {
    (1..=word.len()).all(|length| {
        let value = read(numeration, &word[word.len() - length..]);
        value < numeration.places()[length]
    })
}

#[test]
fn exactly_the_greedy_words_are_accepted() {
    for (numeration, _) in ALL.iter() {
        let numbers = numeration.numbers("n");
        let radix = numeration.radix();
        let length = if radix > 4 { 3 } else { 8 };
        for code in 0..radix.pow(length) {
            let word: Vec<u32> = (0..length).rev().map(|at| code / radix.pow(at) % radix).collect();
            let accepted = accepts(&numbers, std::slice::from_ref(&word));
            assert_eq!(accepted, is_greedy(numeration, &word), "{} {word:?}", numeration.name());
        }
        for n in 0..2000 {
            let word = write(numeration, n);
            assert!(is_greedy(numeration, &word), "{} {n}", numeration.name());
            assert_eq!(read(numeration, &word), n);
        }
    }
}

#[test]
fn sums_of_small_numbers() {
    for (numeration, plus) in ALL.iter() {
        for x in some_of(0..40) {
            for y in 0..40 {
                for z in 0..90 {
                    let holds = holds(numeration, plus, &[x, y, z]);
                    assert_eq!(holds, x + y == z, "{} {x} {y} {z}", numeration.name());
                }
            }
        }
        // every number to 10^4 with a few partners
        for x in some_of(0..=10_000i128) {
            for y in [0, 1, x, 10_000 - x, (x * 7919) % 10_007] {
                assert!(holds(numeration, plus, &[x, y, x + y]));
                assert!(!holds(numeration, plus, &[x, y, x + y + 1]));
            }
        }
    }
}

/// The words of `left` and `right` are equal, or `left` comes first in the order of words.
fn by_words(numeration: &Numeration, names: [&str; 2], less: bool) -> Automaton {
    let step = |state, digits: &[u32]| match (state, digits[0].cmp(&digits[1])) {
        (1, _) | (_, Ordering::Less) => Some(1),
        (_, Ordering::Equal) => Some(0),
        (_, Ordering::Greater) => None,
    };
    numeration.relation(&names, &[!less, less], step, &Limits::default()).unwrap()
}

/// With the order of numbers defined by the order of words, and the successor by the order,
/// - `x + 0 = z` exactly when `z = x`;
/// - `x + y = z` implies `x + y' = z'` for the successors `y'`, `z'` of `y`, `z`;
/// - no two `z` belong to the same `x`, `y`.
///
/// By induction on `y` the automaton accepts exactly the triples `(x, y, x + y)`.
#[test]
fn addition_is_proved_by_induction() {
    for (numeration, plus) in ALL.iter() {
        let mut solver = Solver::new(numeration);
        let named = |name: &str, parameters: &[&str], set: Automaton| {
            Relation::new(name, parameters, numeration, set).unwrap()
        };
        let less = by_words(numeration, ["x", "y"], true);
        assert_eq!(solver.satisfying(&v("x").below("y")).unwrap(), less);
        let equal = by_words(numeration, ["x", "y"], false);
        assert_eq!(solver.satisfying(&v("x").equals("y")).unwrap(), equal);
        let (less, equal) = (named("less", &["x", "y"], less), named("equal", &["x", "y"], equal));
        let plus = named("plus", &["x", "y", "z"], plus.clone());
        let less = |a: &str, b: &str| less.of([a, b]).unwrap();
        let between = |a: &str, b: &str| Formula::exists(["t"], less(a, "t").and(less("t", b)));
        let follows = |a: &str, b: &str| less(a, b).and(!between(a, b));
        let sum = |x: &str, y: &str, z: &str| plus.of([x, y, z]).unwrap();
        let first = |zero: &str| !Formula::exists(["t"], less("t", zero));
        let starts = first("y").and(sum("x", "y", "z")).implies(equal.of(["x", "z"]).unwrap());
        let begins = first("y").and(equal.of(["x", "z"]).unwrap()).implies(sum("x", "y", "z"));
        let next = follows("y", "u").and(follows("z", "w"));
        let goes_on = sum("x", "y", "z").and(next).implies(sum("x", "u", "w"));
        let both = sum("x", "y", "z").and(sum("x", "y", "w"));
        let unique = both.implies(equal.of(["z", "w"]).unwrap());
        for law in [starts, begins, goes_on, unique] {
            let law = Formula::forall(["x", "y", "z", "u", "w"], law);
            assert_eq!(solver.decide(&law), Ok(Verdict::True), "{}", numeration.name());
        }
    }
}

#[test]
fn sums() {
    let far = 0..1 << 60;
    let input = |d: &mut Draw| (d.size(0..ALL.len()), d.ints::<2>(far.clone()), d.int(-3..4));
    check(cases(), input, |(which, numbers, off)| {
        let (numeration, plus) = &ALL[which];
        let [x, y] = numbers.map(i128::from);
        let z = (x + y + i128::from(off)).max(0);
        prop_assert_eq!(holds(numeration, plus, &[x, y, z]), z == x + y);
        Ok(())
    });
}

#[test]
fn linear_comparisons() {
    let input = |d: &mut Draw| {
        let [a, b] = d.ints(-4..5);
        (d.size(0..ALL.len()), [a, b, d.int(-30..30)], d.flag())
    };
    check(cases(), input, |(which, numbers, equal)| {
        let (numeration, _) = &ALL[which];
        let [a, b, c] = numbers.map(i128::from);
        // slowly growing places make automata large
        let (a, b) = if numeration.name() == "three-fold" { (a / 2, b / 2) } else { (a, b) };
        let term = Term::from("x") * a + Term::from("y") * b + c;
        let formula = if equal { term.equals(0) } else { term.below(0) };
        let set = Solver::new(numeration).satisfying(&formula).unwrap();
        for x in 0..25 {
            for y in 0..25 {
                let value = a * x + b * y + c;
                let truth = if equal { value == 0 } else { value < 0 };
                let numbers: Vec<i128> =
                    set.tracks().iter().map(|name| if &**name == "x" { x } else { y }).collect();
                prop_assert_eq!(holds(numeration, &set, &numbers), truth);
            }
        }
        Ok(())
    });
}

#[test]
fn sizes_of_adders() {
    let states = |n: &Numeration| plus(&mut Solver::new(n)).unwrap().states();
    assert_eq!(states(&Numeration::base(2).unwrap()), 2);
    assert_eq!(states(&Numeration::base(10).unwrap()), 2);
    // more than one over words that need not be greedy
    assert_eq!(states(&Numeration::fibonacci().unwrap()), 16);
}

#[test]
fn what_is_no_numeration_is_refused() {
    let refused = |recurrence: &[i128], first: &[i128]| {
        matches!(Numeration::linear("bad", recurrence, first), Err(Error::BadNumeration { .. }))
    };
    assert!(refused(&[], &[]));
    assert!(refused(&[1, 1], &[1]));
    assert!(refused(&[1], &[1]), "places must increase");
    assert!(refused(&[2], &[2]), "the least place must be 1");
    assert!(refused(&[3, -1], &[1, 3]), "weights must not be negative");
    assert!(refused(&[50], &[1]), "digits must stay below 36");
    assert!(refused(&[i128::MAX, i128::MAX], &[1, 2]));
    assert!(Numeration::base(1).is_err() && Numeration::base(37).is_err());
    assert!(Numeration::ostrowski(0).is_err() && Numeration::ostrowski(36).is_err());
}

#[test]
fn addition_that_is_not_automatic_stops_at_the_limit() {
    // x^6 = x^5 + 1 has no Pisot root: K-fold subtraction for K = 4
    let places = [1, 2, 3, 4, 6, 8, 10, 13, 17];
    let numeration = Numeration::linear("four-fold", &[1, 0, 0, 0, 0, 1], &places).unwrap();
    let limits = Limits { states: 20_000, edges: 1_000_000 };
    let error = plus(&mut Solver::with_limits(&numeration, limits)).unwrap_err();
    assert!(matches!(error, Error::TooLarge { cap: 20_000, what: "states", .. }), "{error}");
}

#[test]
fn beatty_sequences() {
    for d in 1..=4u32 {
        let numeration = Numeration::ostrowski(d).unwrap();
        let pairs = numeration.multiples("m", "n", &Limits::default()).unwrap().unwrap();
        let d = i128::from(d);
        for m in 0..3000i128 {
            // floor(m a) for the root a of a^2 + d a = 1: the greatest n with n^2 + d n m <= m^2
            let n = (0..=m).rev().find(|n| n * n + d * n * m <= m * m).unwrap();
            for off in -2..=2 {
                if n + off >= 0 {
                    assert_eq!(holds(&numeration, &pairs, &[m, n + off]), off == 0);
                }
            }
        }
        // every number has one
        let n: Name = "n".into();
        let mut solver = Solver::new(&numeration);
        let with_multiple = solver.exists(&[n], &pairs).unwrap();
        assert_eq!(with_multiple, numeration.numbers("m"));
    }
    assert_eq!(Numeration::base(2).unwrap().multiples("m", "n", &Limits::default()), Ok(None));
}
