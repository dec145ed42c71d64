//! The checker's own automata: numerations proved, emptiness and covers against small numbers
//! tried one by one, and sentences about Nim with every part altered in turn.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use draw::{Draw, cases, check, prop_assert_eq};
use logic::Error;
use logic::formula::{Formula, Linear, Machine, Sign};
use logic::numeration::Numeration;
use logic::product::{covered, is_empty};
use std::collections::BTreeSet;
use std::rc::Rc;

fn machine(accepting: &[bool], steps: &[(usize, &[u32], usize)]) -> Machine {
    let mut rows = vec![std::collections::BTreeMap::new(); accepting.len()];
    for (from, digits, to) in steps {
        rows[*from].insert(digits.to_vec(), *to);
    }
    Machine { accepting: accepting.to_vec(), steps: rows }
}

/// Zeckendorf's words: no two neighbouring ones.
fn zeckendorf() -> Machine {
    machine(&[true, true], &[(0, &[0], 0), (0, &[1], 1), (1, &[0], 0)])
}

fn fibonacci() -> Numeration {
    Numeration::new(&[1, 1], &[1, 2], zeckendorf()).unwrap()
}

fn linear(coefficients: &[i128], constant: i128) -> Linear {
    let all = coefficients.iter().enumerate();
    let coefficients = all.filter(|(_, c)| **c != 0).map(|(v, &c)| (v, c)).collect();
    Linear { coefficients, constant }
}

fn zero(coefficients: &[i128], constant: i128) -> Formula {
    Formula::Compare(linear(coefficients, constant), Sign::Zero)
}

fn at_most(coefficients: &[i128], constant: i128) -> Formula {
    Formula::Compare(linear(coefficients, constant), Sign::AtMost)
}

/// Every machine of two states on three digits, with every recurrence of small weights: what is
/// taken for the greedy words are the greedy words.
#[test]
fn no_other_words_are_taken_for_greedy_ones() {
    let rows = |zero: &[usize]| -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = zero.iter().map(|&to| vec![to]).collect();
        let mut longest = all.clone();
        for _ in 0..2 {
            longest = longest
                .iter()
                .flat_map(|row| [0, 1].map(|to| [&row[..], &[to]].concat()))
                .collect();
            all.extend(longest.clone());
        }
        all
    };
    let (mut taken, mut refused_for_ends) = (0, 0);
    for (first, second) in rows(&[0]).iter().flat_map(|a| {
        [vec![vec![]], rows(&[0, 1])].concat().into_iter().map(move |b| (a.clone(), b))
    }) {
        let row =
            |row: &[usize]| row.iter().zip(0..).map(|(&to, digit)| (vec![digit], to)).collect();
        let steps = vec![row(&first), row(&second)];
        for code in 0..2 * 4 * 4 * 2 {
            let accepting = vec![true, code & 1 == 1];
            let weights = [code / 2 % 4, code / 8 % 4].map(i128::from);
            let places = [1, 2 + i128::from(code / 32)];
            let machine = Machine { accepting, steps: steps.clone() };
            let proved = match Numeration::new(&weights, &places, machine.clone()) {
                Err(why) => {
                    refused_for_ends +=
                        usize::from(why.to_string().contains("the end of some word"));
                    continue;
                }
                Ok(proved) => proved,
            };
            taken += 1;
            let mut places = places.to_vec();
            while places.len() < 6 {
                let k = places.len();
                places.push(weights[0] * places[k - 1] + weights[1] * places[k - 2]);
            }
            for mut number in 0..places[5] {
                let mut state = Some(0);
                for place in places[..5].iter().rev() {
                    let digit = u32::try_from(number / place).unwrap();
                    number %= place;
                    state = state.and_then(|state| machine.steps[state].get(&vec![digit]).copied());
                }
                assert!(state.is_some_and(|end| machine.accepting[end]), "{proved:?}");
            }
        }
    }
    assert!(taken > 10 && refused_for_ends > 0, "{taken} {refused_for_ends}");
}

#[test]
fn numerations_are_proved() {
    let right = zeckendorf();
    assert!(Numeration::new(&[1, 1], &[1, 2], right.clone()).is_ok());
    // two neighbouring ones allowed: too many words
    let mut wrong = right.clone();
    wrong.steps[1].insert(vec![1], 1);
    assert!(Numeration::new(&[1, 1], &[1, 2], wrong).is_err());
    // words must not end in 1: too few
    let mut wrong = right.clone();
    wrong.accepting[1] = false;
    assert!(Numeration::new(&[1, 1], &[1, 2], wrong).is_err());
    // as many words in their order, among them 20 for 4 beside the places 1, 2, 5
    let late = [(0, &[0][..], 0), (0, &[1], 1), (1, &[0], 0), (1, &[1], 0), (1, &[2], 0)];
    let why = Numeration::new(&[1, 3], &[1, 2], machine(&[true; 2], &late)).unwrap_err();
    assert!(why.to_string().contains("the end of some word"), "{why}");
    // as many words, in another order: 1 with what follows 0, and 0 with what follows 1
    let swapped = machine(&[true; 2], &[(0, &[0], 1), (0, &[1], 0), (1, &[0], 0)]);
    assert!(Numeration::new(&[1, 1], &[1, 2], swapped).is_err());
    // a step to nowhere, other places, places that do not increase, no weights
    let mut wrong = right.clone();
    wrong.steps[1].insert(vec![0], 7);
    assert!(Numeration::new(&[1, 1], &[1, 2], wrong).is_err());
    for (weights, first) in
        [(&[1, 1][..], &[1, 3][..]), (&[2, 1], &[1, 2]), (&[1, 1], &[1, 1]), (&[], &[])]
    {
        assert!(Numeration::new(weights, first, right.clone()).is_err(), "{weights:?} {first:?}");
    }
    // base 3 as a recurrence, and with a digit missing
    let digits: &[(usize, &[u32], usize)] = &[(0, &[0], 0), (0, &[1], 0), (0, &[2], 0)];
    assert!(Numeration::new(&[3], &[1], machine(&[true], digits)).is_ok());
    assert!(Numeration::new(&[3], &[1], machine(&[true], &digits[..2])).is_err());
    assert!(Numeration::base(1).is_none() && Numeration::base(37).is_none());
}

#[test]
fn emptiness_agrees_with_trying() {
    let numerations = [Numeration::base(2).unwrap(), Numeration::base(3).unwrap(), fibonacci()];
    let mut solutions = 0;
    for numeration in &numerations {
        for a in -3..=3i128 {
            for b in -2..=2i128 {
                for c in [-11i128, -4, -1, 0, 2, 7] {
                    // x, y below 9, the sum 0 (at most 0), and x + 2 y of remainder 1 modulo 3
                    let box_ = at_most(&[1, 0], -8).and(at_most(&[0, 1], -8));
                    let rest = Formula::Remainder(linear(&[1, 2], 0), 3, 1);
                    for sign in [Sign::Zero, Sign::AtMost] {
                        let sum = Formula::Compare(linear(&[a, b], c), sign);
                        let formula = Formula::And(vec![box_.clone(), rest.clone(), sum]);
                        let mut found = false;
                        for x in 0..9i128 {
                            for y in 0..9i128 {
                                let total = a * x + b * y + c;
                                let holds = match sign {
                                    Sign::Zero => total == 0,
                                    Sign::AtMost => total <= 0,
                                };
                                found |= holds && (x + 2 * y) % 3 == 1;
                            }
                        }
                        solutions += usize::from(found);
                        assert_eq!(is_empty(numeration, 2, &formula), Ok(!found), "{a} {b} {c}");
                    }
                }
            }
        }
    }
    assert!((200..1200).contains(&solutions), "{solutions}");
}

#[test]
fn what_is_not_bounded_is_decided() {
    for numeration in [Numeration::base(2).unwrap(), fibonacci()] {
        // 3 x = 2 y + 1 has solutions, 4 x = 2 y + 1 has none; x < y < x + 1 has none
        assert_eq!(is_empty(&numeration, 2, &zero(&[3, -2], -1)), Ok(false));
        assert_eq!(is_empty(&numeration, 2, &zero(&[4, -2], -1)), Ok(true));
        let between = at_most(&[1, -1], 1).and(at_most(&[-1, 1], 0));
        assert_eq!(is_empty(&numeration, 2, &between), Ok(true));
        // unknown variables, moduli and machines are refused
        assert!(is_empty(&numeration, 1, &zero(&[1, 1], 0)).is_err());
        assert!(is_empty(&numeration, 1, &Formula::Remainder(linear(&[1], 0), 0, 0)).is_err());
        let word = Formula::Word(Rc::new(zeckendorf()), vec![0, 0]);
        assert!(is_empty(&numeration, 1, &word).is_err());
    }
}

/// Nim with two heaps, lost when they are equal; `slack` and `reply` are 0 in the truth.
///
/// From (x, y) with y < x the witness goes to (u, y); its machine knows u = y < x.
fn nim(witness: &Machine, slack: i128) -> Result<[bool; 3], Error> {
    let binary = Numeration::base(2).unwrap();
    let (x, y, u) = (0, 1, 2);
    let lost = |first: usize| {
        let mut sum = Linear::variable(first).plus(-1, &Linear::variable(y)).unwrap();
        sum.constant = slack;
        Formula::Compare(sum, Sign::Zero)
    };
    let smaller = at_most(&[-1, 0, 1], 1);
    let closed = Formula::And(vec![lost(x), smaller.clone(), lost(u)]);
    let chosen = Formula::Word(Rc::new(witness.clone()), vec![x, y, u]);
    let wrong_choice = chosen.and(!smaller.and(lost(u)));
    let won = at_most(&[-1, 1], 1);
    Ok([
        is_empty(&binary, 3, &closed)?,
        is_empty(&binary, 3, &wrong_choice)?,
        covered(&binary, 2, &won, &[(witness.clone(), vec![x, y])])?,
    ])
}

#[test]
fn nim_of_two_heaps() {
    let steps: &[(usize, &[u32], usize)] = &[
        (0, &[0, 0, 0], 0),
        (0, &[1, 1, 1], 0),
        (0, &[1, 0, 0], 1),
        (1, &[0, 0, 0], 1),
        (1, &[1, 0, 0], 1),
        (1, &[0, 1, 1], 1),
        (1, &[1, 1, 1], 1),
    ];
    let witness = machine(&[false, true], steps);
    assert_eq!(nim(&witness, 0), Ok([true; 3]));
    assert_eq!(nim(&witness, 1), Ok([true, false, true]), "another law");
    // every step left out or bent, every state turned: the sentences fail or the machine is refused
    for at in 0..steps.len() {
        let without = steps.iter().enumerate().filter(|(i, _)| *i != at).map(|s| *s.1);
        let without = without.collect::<Vec<_>>();
        assert_ne!(nim(&machine(&[false, true], &without), 0), Ok([true; 3]), "without {at}");
        let mut bent = steps.to_vec();
        bent[at].2 = 1 - bent[at].2;
        assert_ne!(nim(&machine(&[false, true], &bent), 0), Ok([true; 3]), "bent {at}");
    }
    for accepting in [[true, true], [false, false], [true, false]] {
        assert_ne!(nim(&machine(&accepting, steps), 0), Ok([true; 3]), "{accepting:?}");
    }
}

#[test]
fn witnesses_longer_than_their_inputs() {
    // for every x there is 2 x, one binary digit longer; and not for every x an x - 1
    let binary = Numeration::base(2).unwrap();
    let twice = machine(
        &[true, false],
        &[(0, &[0, 0], 0), (0, &[0, 1], 1), (1, &[1, 0], 0), (1, &[1, 1], 1)],
    );
    let all = Formula::Constant(true);
    assert_eq!(covered(&binary, 1, &all, &[(twice.clone(), vec![0])]), Ok(true));
    let word = Formula::Word(Rc::new(twice), vec![0, 1]);
    assert_eq!(is_empty(&binary, 2, &word.and(!zero(&[2, -1], 0))), Ok(true));
    let less = machine(
        &[false, true],
        &[(0, &[0, 0], 0), (0, &[1, 1], 0), (0, &[1, 0], 1), (1, &[0, 1], 1)],
    );
    assert_eq!(covered(&binary, 1, &all, &[(less.clone(), vec![0])]), Ok(false));
    assert_eq!(covered(&binary, 1, &at_most(&[-1], 1), &[(less, vec![0])]), Ok(true));
}

/// Answers to long questions are kept: each is the answer to its own question alone.
#[test]
fn an_answer_is_that_of_its_question() {
    let binary = Numeration::base(2).unwrap();
    let multiples = |of: i128| Formula::Remainder(linear(&[1], 0), of, 0);
    let any = machine(&[true], &[(0, &[0], 0), (0, &[1], 0)]);
    let ends_in_0 =
        machine(&[true, false], &[(0, &[0], 0), (0, &[1], 1), (1, &[0], 0), (1, &[1], 1)]);
    for (numeration, formula, witness, expected) in [
        (&binary, multiples(1009), &any, true),
        (&binary, multiples(1009), &ends_in_0, false),
        (&binary, multiples(2018), &ends_in_0, true),
        (&fibonacci(), multiples(2018), &ends_in_0, false),
        (&binary, multiples(1009), &any, true),
    ] {
        let answer = covered(numeration, 1, &formula, &[(witness.clone(), vec![0])]);
        assert_eq!(answer, Ok(expected), "{formula:?} {witness:?}");
    }
}

#[test]
fn nim_sums() {
    let binary = Numeration::base(2).unwrap();
    let sum = Formula::Word(Rc::new(Machine::nim_sum(3)), vec![0, 1, 2]);
    // x ^ y <= x + y, and not always equal
    assert_eq!(is_empty(&binary, 3, &sum.clone().and(at_most(&[1, 1, -1], 1))), Ok(true));
    assert_eq!(is_empty(&binary, 3, &sum.and(at_most(&[-1, -1, 1], 1))), Ok(false));
    assert!(binary.is_binary() && !fibonacci().is_binary());
}

/// A machine on three tracks that leading zeros leave alone: rows of steps, each with its digits as
/// one number.
fn some_machine(d: &mut Draw) -> Machine {
    let row = |d: &mut Draw| -> std::collections::BTreeMap<_, _> {
        let words = d.subset(0..8, 0..8).into_iter().map(|word| word as u32);
        words.map(|word| (vec![word >> 2, word >> 1 & 1, word & 1], d.size(0..4))).collect()
    };
    let mut steps: Vec<_> = (0..4).map(|_| row(d)).collect();
    steps[0].insert(vec![0; 3], 0);
    Machine { accepting: (0..4).map(|_| d.flag()).collect(), steps }
}

/// What is asked in [`plainly`]: states of the words of two variables and of the machine, and where
/// each witness may be with the state of the word on its open track.
type Tuple = (Vec<usize>, Option<usize>, Vec<BTreeSet<(usize, usize)>>);

/// Whether wherever the machine accepts `tracks` of the variables 0 and 1 some witness accepts its
/// two inputs and some number: all tuples of digits are tried at once.
fn plainly(
    numeration: &Numeration,
    (of, tracks): (&Machine, [usize; 3]),
    witnesses: &[(Machine, Vec<usize>)],
) -> bool {
    let (.., words) = numeration.recurrence();
    let after = |m: &Machine, inputs: &[usize], from: &BTreeSet<(usize, usize)>, digits: &[u32]| {
        let mut reached = BTreeSet::new();
        for &(state, word) in from {
            for (&digit, &to) in words.steps[word].iter().map(|(d, to)| (&d[0], to)) {
                let all = [digits[inputs[0]], digits[inputs[1]], digit];
                reached.extend(m.steps[state].get(&all[..]).map(|&state| (state, to)));
            }
        }
        reached
    };
    let start = witnesses.iter().map(|(m, inputs)| {
        let mut all = BTreeSet::from([(0, 0)]);
        for _ in 0..m.steps.len() * words.steps.len() {
            all.extend(after(m, inputs, &all, &[0, 0]));
        }
        all
    });
    let mut open: Vec<Tuple> = vec![(vec![0, 0], Some(0), start.collect())];
    let mut seen: BTreeSet<Tuple> = open.iter().cloned().collect();
    while let Some((at, state, reached)) = open.pop() {
        let accepts = |word: usize| words.accepting[word];
        let is_solution = at.iter().all(|&w| accepts(w)) && state.is_some_and(|s| of.accepting[s]);
        let chosen = witnesses.iter().zip(&reached).any(|((m, _), reached)| {
            reached.iter().any(|&(state, word)| m.accepting[state] && accepts(word))
        });
        if is_solution && !chosen {
            return false;
        }
        for (x, &to_x) in &words.steps[at[0]] {
            for (y, &to_y) in &words.steps[at[1]] {
                let digits = [x[0], y[0]];
                let word: Vec<u32> = tracks.iter().map(|&v| digits[v]).collect();
                let next = state.and_then(|state| of.steps[state].get(&word).copied());
                let all = witnesses.iter().zip(&reached);
                let all = all.map(|((m, inputs), from)| after(m, inputs, from, &digits)).collect();
                let tuple = (vec![to_x, to_y], next, all);
                if seen.insert(tuple.clone()) {
                    open.push(tuple);
                }
            }
        }
    }
    true
}

/// Tracks in any order, a variable on two of them, and witnesses with an open track.
#[test]
fn covers_agree_with_the_plain_walk() {
    let variable = |d: &mut Draw| d.size(0..2);
    let input = |d: &mut Draw| {
        let tracks = [variable(d), variable(d), variable(d)];
        let witness = |d: &mut Draw| (some_machine(d), vec![variable(d), variable(d)]);
        (d.flag(), some_machine(d), tracks, d.many(0..3, witness))
    };
    check(cases(), input, |(binary, of, tracks, witnesses)| {
        let numeration = if binary { Numeration::base(2).unwrap() } else { fibonacci() };
        let formula = Formula::Word(Rc::new(of.clone()), tracks.to_vec());
        let expected = plainly(&numeration, (&of, tracks), &witnesses);
        prop_assert_eq!(covered(&numeration, 2, &formula, &witnesses), Ok(expected));
        Ok(())
    });
}

#[test]
fn very_many_variables() {
    // the last variable is 0, and the sum of the others is 1
    let all = vec![1; 4096];
    let formula = zero(&all, -1).and(zero(&all[..4095], -1));
    assert_eq!(is_empty(&Numeration::base(2).unwrap(), 4096, &formula), Ok(false));
}
