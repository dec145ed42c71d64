//! What tests say of numbers that the crate does not: words and their values, membership, and
//! functions as relations.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use automata::{Automaton, Formula, Limits, Numeration, Relation, Solver, Term};

/// A variable.
pub(crate) fn v(name: &str) -> Term {
    Term::from(name)
}

/// The greedy word of a number, most significant digit first.
pub(crate) fn write(numeration: &Numeration, number: i128) -> Vec<u32> {
    let places = numeration.places();
    let mut rest = number;
    let digit = |&place: &i128| {
        let digit = rest / place;
        rest %= place;
        u32::try_from(digit).unwrap()
    };
    places[..places.partition_point(|&place| place <= number)].iter().rev().map(digit).collect()
}

/// The value of a word.
pub(crate) fn read(numeration: &Numeration, word: &[u32]) -> i128 {
    word.iter()
        .rev()
        .zip(numeration.places())
        .map(|(&digit, place)| place * i128::from(digit))
        .sum()
}

/// Whether a tuple of words, one for each track, is accepted; shorter ones are padded with zeros.
pub(crate) fn accepts(automaton: &Automaton, words: &[Vec<u32>]) -> bool {
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    let mut state = 0;
    for at in 0..length {
        let digit =
            |word: &Vec<u32>| (at + word.len()).checked_sub(length).map_or(0, |at| word[at]);
        let digits: Vec<u32> = words.iter().map(digit).collect();
        match automaton.transitions(state).find(|(step, _)| *step == digits) {
            Some((_, next)) => state = next,
            None => return false,
        }
    }
    automaton.is_accepting(state)
}

/// Whether the numbers, one for each track, belong to the set.
pub(crate) fn holds(numeration: &Numeration, automaton: &Automaton, numbers: &[i128]) -> bool {
    let words: Vec<Vec<u32>> = numbers.iter().map(|&n| write(numeration, n)).collect();
    accepts(automaton, &words)
}

/// The set that a formula defines, as a relation.
pub(crate) fn defined(
    solver: &mut Solver,
    name: &str,
    parameters: &[&str],
    formula: &Formula,
) -> Relation {
    let set = solver.satisfying(formula).unwrap();
    Relation::new(name, parameters, solver.numeration(), set).unwrap()
}

/// The condition for the value of a function with that relation: its arguments, then its value.
pub(crate) fn value(
    relation: &Relation,
    arguments: &[Term],
    then: impl Fn(Term) -> Formula,
) -> Formula {
    // a name that no other value has
    let name = format!("value of {} {arguments:?}", relation.name());
    let of = arguments.iter().cloned().chain([v(&name)]);
    let of = relation.of(of).unwrap();
    Formula::exists([&name], of.and(then(v(&name))))
}

/// `z` is the nim-sum of `x` and `y`.
pub(crate) fn nim_sum(numeration: &Numeration) -> Relation {
    let names = ["x", "y", "z"];
    let step = |_, digits: &[u32]| (digits.iter().sum::<u32>() % 2 == 0).then_some(0);
    let set = numeration.relation(&names, &[true], step, &Limits::default()).unwrap();
    Relation::new("xor", &names, numeration, set).unwrap()
}

/// `y` is the place of the lowest digit of `x` that is not 0; of 0, 0.
pub(crate) fn lowest(numeration: &Numeration) -> Relation {
    // 0: nothing but zeros; 1: digits above the lowest; 2: behind it
    let step = |state, digits: &[u32]| match (state, digits[0] > 0, digits[1]) {
        (0, false, 0) => Some(0),
        (0 | 1, true, 1) => Some(2),
        (0, true, 0) | (1, _, 0) => Some(1),
        (2, false, 0) => Some(2),
        _ => None,
    };
    let accepting = [true, false, true];
    let set = numeration.relation(&["x", "y"], &accepting, step, &Limits::default()).unwrap();
    Relation::new("lowest", &["x", "y"], numeration, set).unwrap()
}

/// `q` is `n` divided by a constant, rounded down.
pub(crate) fn quotient(solver: &mut Solver, by: i128) -> Relation {
    let rest = || v("n") - v("q") * by;
    defined(solver, "quotient", &["n", "q"], &rest().at_least(0).and(rest().below(by)))
}

/// `r` is the remainder of `n` modulo a constant.
pub(crate) fn remainder(solver: &mut Solver, modulus: i128) -> Relation {
    let equal = v("n").equals(v("q") * modulus + v("r"));
    let formula = Formula::exists(["q"], equal.and(v("r").below(modulus)));
    defined(solver, "remainder", &["n", "r"], &formula)
}
