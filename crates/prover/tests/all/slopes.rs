//! Machines of multiples rounded down: the right ones are proved, and for every condition of the
//! theorem a machine that violates it alone is refused.

use arith::Quadratic;
use automata::{Automaton, Formula, Limits, Numeration, Relation, Solver, Term};
use logic::formula::Machine;
use logic::numeration::Numeration as Proved;

fn machine(automaton: &Automaton) -> Machine {
    let states = 0..automaton.states();
    let accepting = states.clone().map(|state| automaton.is_accepting(state)).collect();
    let steps = states.map(|state| automaton.transitions(state).collect()).collect();
    Machine { accepting, steps }
}

fn proved(d: u32) -> (Numeration, Proved) {
    let numeration = Numeration::ostrowski(d).unwrap();
    let first = [1, if d == 1 { 2 } else { i128::from(d) }];
    let words = machine(&numeration.numbers("n"));
    let proved = Proved::new(&[i128::from(d), 1], &first, words).unwrap();
    (numeration, proved)
}

fn surd(p: i128, q: i128, r: i128, d: i128) -> Quadratic {
    Quadratic::new(p, q, r, d).unwrap()
}

/// What the formula says of `k` and `m`, where `f(j, n)` is `n = floor(j x)` for `x = [0; d, d, ...]`.
fn pairs(
    numeration: &Numeration,
    say: impl Fn(&dyn Fn(Term, Term) -> Formula) -> Formula,
) -> Machine {
    let own = numeration.multiples("j", "n", &Limits::default()).unwrap().unwrap();
    let own = Relation::new("own", &["j", "n"], numeration, own).unwrap();
    let formula = say(&|j, n| own.of([j, n]).unwrap());
    machine(&Solver::new(numeration).satisfying(&formula).unwrap())
}

fn k() -> Term {
    Term::from("k")
}

fn m() -> Term {
    Term::from("m")
}

#[test]
fn multiples_of_convergent_slopes_are_proved() {
    for d in 1..=3 {
        let (numeration, mut proved) = proved(d);
        let own = pairs(&numeration, |f| f(k(), m()));
        let d = i128::from(d);
        let slope = surd(-d, 1, 2, d * d + 4);
        assert_eq!(proved.slope(slope), None);
        assert_eq!(proved.add_slope(slope, own.clone()), Ok(()), "{d}");
        // the same number written otherwise, and another one
        assert_eq!(proved.slope(surd(-2 * d, 1, 4, 4 * (d * d + 4))).as_deref(), Some(&own));
        assert_eq!(proved.slope(surd(-d, 1, 3, d * d + 4)), None);
    }
}

#[test]
fn every_condition_is_needed() {
    let (numeration, mut proved) = proved(1);
    let golden = surd(-1, 1, 2, 5);
    let refused = |proved: &mut Proved, slope: Quadratic, machine: &Machine, why: &str| {
        let answer = proved.add_slope(slope, machine.clone()).unwrap_err();
        assert!(answer.to_string().contains(why), "{answer}");
    };
    let right = pairs(&numeration, |f| f(k(), m()));
    // a number without a multiple; with two; one with a wrong one
    let holed = pairs(&numeration, |f| f(k(), m()).and(!k().equals(5)));
    refused(&mut proved, golden, &holed, "no multiple");
    let doubled = pairs(&numeration, |f| f(k(), m()).or(k().equals(5).and(m().equals(4))));
    refused(&mut proved, golden, &doubled, "additive");
    let bent = pairs(&numeration, |f| {
        let other = k().equals(5).and(m().equals(4));
        f(k(), m()).and(!k().equals(5)).or(other)
    });
    refused(&mut proved, golden, &bent, "additive");
    // floor((3 - sqrt(5)) / 2 k) = k - 1 - floor(x k) for k >= 1, and its conjugate k + 1 + floor(x k)
    // plus k; both satisfy x^2 = 3 x - 1
    let lower = pairs(&numeration, |f| f(k(), k() - m() - 1).or(k().equals(0).and(m().equals(0))));
    let upper = pairs(&numeration, |f| f(k(), m() - k() * 2));
    refused(&mut proved, golden, &lower, "equation");
    refused(&mut proved, surd(3, -1, 2, 5), &upper, "another root");
    assert_eq!(proved.add_slope(surd(3, -1, 2, 5), lower), Ok(()));
    // slopes that are rational or not between 0 and 1, or too intricate
    for slope in [surd(1, 0, 2, 5), surd(1, 1, 2, 5), surd(1, -1, 2, 5), Quadratic::integer(0)] {
        refused(&mut proved, slope, &right, "between 0 and 1");
    }
    refused(&mut proved, surd(-1, 1, 1 << 25, 5), &right, "too large");
    // other digits
    let other = Machine { accepting: vec![true], steps: vec![[(vec![0, 2], 0)].into()] };
    assert!(proved.add_slope(golden, other).is_err());
}

/// The greedy word of a number.
fn word(numeration: &Numeration, mut rest: i128) -> Vec<u32> {
    let places = numeration.places();
    let length = places.partition_point(|&place| place <= rest);
    let digit = |&place: &i128| {
        let digit = rest / place;
        rest %= place;
        u32::try_from(digit).unwrap()
    };
    places[..length].iter().rev().map(digit).collect()
}

/// Whether the machine accepts the pairs of the golden ratio less 1 and no others, below 60.
fn is_golden(numeration: &Numeration, machine: &Machine) -> bool {
    let golden = surd(-1, 1, 2, 5);
    (0..60).all(|k| {
        let wanted = golden.checked_mul(Quadratic::integer(k)).and_then(Quadratic::floor).unwrap();
        (0..60).all(|m| {
            let words = [k, m].map(|n| word(numeration, n));
            let length = words.iter().map(Vec::len).max().unwrap();
            let digit = |word: &Vec<u32>, at: usize| {
                (at + word.len()).checked_sub(length).map_or(0, |at| word[at])
            };
            let mut digits =
                (0..length).map(|at| words.iter().map(|word| digit(word, at)).collect());
            let end = digits
                .try_fold(0, |state, pair: Vec<u32>| machine.steps[state].get(&pair).copied());
            end.is_some_and(|state| machine.accepting[state]) == (m == wanted)
        })
    })
}

#[test]
fn altered_machines_are_refused() {
    let (numeration, mut proved) = proved(1);
    let right = pairs(&numeration, |f| f(k(), m()));
    assert!(is_golden(&numeration, &right));
    let mut refused = 0;
    let mut try_out = |other: Machine| {
        // leading zeros must not matter, and a step may matter only to words that write no number
        let is_right = other.is_sound(2, 2) && is_golden(&numeration, &other);
        assert_eq!(
            proved.add_slope(surd(-1, 1, 2, 5), other.clone()).is_ok(),
            is_right,
            "{other:?}"
        );
        refused += usize::from(!is_right);
    };
    for state in 0..right.accepting.len() {
        let mut other = right.clone();
        other.accepting[state] ^= true;
        try_out(other);
        for (digits, &target) in &right.steps[state] {
            let mut other = right.clone();
            other.steps[state].remove(digits);
            try_out(other);
            for bent in (0..right.accepting.len()).filter(|&bent| bent != target) {
                let mut other = right.clone();
                other.steps[state].insert(digits.clone(), bent);
                try_out(other);
            }
        }
    }
    assert!(refused > 40, "{refused}");
}
