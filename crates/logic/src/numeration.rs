//! Numerations, with the proof that their words are the greedy ones.

use crate::formula::Machine;
use crate::{Error, Result};
use arith::Quadratic;
use message::Message;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Places `U(0) = 1 < U(1) < ...` with a linear recurrence, and which words write numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Numeration {
    /// `U(n + r)` is the sum of `weights[j] * U(n + r - 1 - j)`, `r` their number.
    weights: Vec<i128>,
    places: Vec<i128>,
    /// Accepts the greedy words, on one track.
    words: Machine,
    radix: u32,
    /// Irrational slopes between 0 and 1, each with the machine of the numbers and their multiples
    /// rounded down.
    pub(crate) slopes: Vec<(Quadratic, Rc<Machine>)>,
}

impl Numeration {
    /// A numeration, once it is proved that `words` accepts exactly the greedy words: with `N(q, k)`
    /// the number of words of length `k` accepted from state `q`,
    /// - `N(0, k) = U(k)` for all `k`, and
    /// - when a digit leads to `t`, every smaller one leads to a `t'` such that for every `k`
    ///   `N(t, k) = 0` or `N(t', k) = U(k)`, and
    /// - every word accepted from a state that 0 reaches is accepted from 0.
    ///
    /// *Proof.* Call the words of length `k` accepted from a state its words, in the order of their
    /// digits. By induction on `k` the `j`-th of them, from 0, has the value `j`, whatever the state:
    /// before a word that begins with the digit `d` stand `d U(k)` others that begin with a smaller
    /// one, by the second condition. So by the first every number below `U(k)` is written by exactly
    /// one word of length `k` from state 0. A word is greedy if the value of its last `k` digits is
    /// less than `U(k)`, for every `k`. These digits of a word from state 0 are a word from a state
    /// that 0 reaches, so by the third condition one from 0, whose value is less than `U(k)`. (The
    /// first two conditions alone allow `20` for 4 beside the places 1, 2, 5.) `N(q, k) - U(k)` and
    /// `N(q, k)` satisfy linear recurrences of at most `states + r` terms, so `2 states + r` many `k`
    /// decide.
    ///
    /// # Errors
    /// The condition that fails, in words.
    pub fn new(weights: &[i128], first: &[i128], words: Machine) -> Result<Self> {
        let fail = |why| Err(Error::Unproved(Message::from(why).within("numeration")));
        let order = weights.len();
        let states = words.accepting.len();
        if order == 0 || order != first.len() || order > 16 || states > 64 {
            return fail("1 to 16 weights, as many first places, and at most 64 states are needed");
        }
        if weights.iter().any(|w| !(0..36).contains(w)) || weights.iter().sum::<i128>() < 1 {
            return fail("weights must be 0 to 35, not all 0");
        }
        let mut places = first.to_vec();
        while places.len() < 2 * states + order {
            let terms = weights.iter().zip(places.iter().rev());
            let next = terms
                .map(|(w, u)| w.checked_mul(*u))
                .try_fold(0i128, |sum, term| sum.checked_add(term?).filter(|&sum| sum < 1 << 120));
            match next {
                Some(next) => places.push(next),
                None => return fail("places grow beyond 2^120 before they are proved"),
            }
        }
        if first[0] != 1 || places.windows(2).any(|pair| pair[0] >= pair[1]) {
            return fail("places must increase from 1");
        }
        let digits = words.steps.iter().flat_map(|row| row.keys().flatten());
        let radix = digits.max().map_or(1, |&digit| digit.saturating_add(1));
        if !(2..=36).contains(&radix) || !words.is_sound(radix, 1) {
            return fail("its machine has a wrong state or digit, or leading zeros matter");
        }
        let mut counts: Vec<Vec<i128>> =
            vec![words.accepting.iter().map(|&accepts| i128::from(accepts)).collect()];
        for k in 1..places.len() {
            let before = &counts[k - 1];
            let row = |steps: &std::collections::BTreeMap<Vec<u32>, usize>| {
                steps.values().try_fold(0i128, |sum, &target| sum.checked_add(before[target]))
            };
            match words.steps.iter().map(row).collect() {
                Some(next) => counts.push(next),
                None => return fail("its machine accepts too many words"),
            }
        }
        if let Some(why) = disorder(&words, &counts, &places) {
            return fail(why);
        }
        if !has_all_ends(&words) {
            return fail("the end of some word is the word of no number");
        }
        places.truncate(order);
        Ok(Self { weights: weights.to_vec(), places, words, radix, slopes: Vec::new() })
    }

    /// Base 2 to 36, which needs no proof.
    #[must_use]
    pub fn base(base: u32) -> Option<Self> {
        if !(2..=36).contains(&base) {
            return None;
        }
        let words = Machine {
            accepting: vec![true],
            steps: vec![(0..base).map(|digit| (vec![digit], 0)).collect()],
        };
        let weights = vec![i128::from(base)];
        Some(Self { weights, places: vec![1], words, radix: base, slopes: Vec::new() })
    }

    /// Digits are `0..radix`.
    #[must_use]
    pub fn radix(&self) -> u32 {
        self.radix
    }

    /// Whether it is base 2, in which nim-sums are.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        self.weights == [2]
    }

    /// Whether it is a base: places are the powers of the radix, and every word writes a number.
    #[must_use]
    pub fn is_base(&self) -> bool {
        self.weights == [i128::from(self.radix)]
    }

    /// The irrational slopes that are known, each with the machine of the multiples rounded down.
    #[must_use]
    pub fn slopes(&self) -> &[(Quadratic, Rc<Machine>)] {
        &self.slopes
    }

    /// The weights of the recurrence, as many first places, and the machine of the greedy words.
    #[must_use]
    pub fn recurrence(&self) -> (&[i128], &[i128], &Machine) {
        (&self.weights, &self.places[..self.weights.len()], &self.words)
    }

    /// The machine of the pairs `k, floor(slope * k)`, if it was added.
    #[must_use]
    pub fn slope(&self, slope: Quadratic) -> Option<Rc<Machine>> {
        let same = |other: &Quadratic| other.compare(slope) == Ok(Ordering::Equal);
        self.slopes.iter().find(|(other, _)| same(other)).map(|(_, machine)| Rc::clone(machine))
    }

    /// Whether the places are `first` and what goes on from it with these weights.
    #[must_use]
    pub fn has_places(&self, weights: &[i128], first: &[i128]) -> bool {
        // two sequences of orders r and s are equal when their first r + s members are
        let enough = weights.len().max(first.len()) + self.weights.len();
        (0..enough).all(|at| {
            let own = arith::sequences::recurrent(&self.weights, &self.places, at);
            own.is_some() && own == arith::sequences::recurrent(weights, first, at)
        })
    }

    /// The pairs of a number and the place of its last digit that is not 0; of 0 and 0.
    #[must_use]
    pub fn least_part(&self) -> Machine {
        let mut steps = vec![BTreeMap::from([(vec![0, 0], 0)]); 3];
        steps[1] = BTreeMap::from([(vec![0, 0], 1)]);
        steps[2] = BTreeMap::from([(vec![0, 0], 2)]);
        for digit in 1..self.radix {
            for row in &mut steps[..2] {
                row.insert(vec![digit, 0], 1);
                row.insert(vec![digit, 1], 2);
            }
        }
        Machine { accepting: vec![true, false, true], steps }
    }

    /// The automaton of the greedy words.
    pub(crate) fn words(&self) -> &Machine {
        &self.words
    }

    /// The first places, as many as the recurrence has weights.
    pub(crate) fn places(&self) -> &[i128] {
        &self.places
    }

    /// `s(r)` from `s(0)` to `s(r - 1)`, for a sequence with the recurrence of the places.
    pub(crate) fn next(&self, sums: &[i128]) -> Option<i128> {
        self.weights
            .iter()
            .zip(sums.iter().rev())
            .try_fold(0i128, |sum, (weight, s)| sum.checked_add(weight.checked_mul(*s)?))
    }
}

/// Why the words are not those of the numbers in their order, if they are not: `counts` has for each
/// length how many words are accepted from each state.
fn disorder(words: &Machine, counts: &[Vec<i128>], places: &[i128]) -> Option<&'static str> {
    let full = |state: usize| counts.iter().zip(places).all(|(n, &u)| n[state] == u);
    if !full(0) {
        return Some("its machine does not accept as many words as there are numbers");
    }
    // all words from a state are short when none is as long as there are states
    let short = |state: usize| counts[words.steps.len()..].iter().all(|n| n[state] == 0);
    let ordered = |lower: usize, upper: usize| {
        let mut all = counts.iter().zip(places);
        full(lower) || short(upper) && all.all(|(n, &u)| n[upper] == 0 || n[lower] == u)
    };
    for row in &words.steps {
        let targets: Vec<usize> = row.values().copied().collect();
        if !row.keys().zip(0..).all(|(digits, at)| digits[0] == at) {
            return Some("a digit is possible and a smaller one is not");
        }
        for (at, &upper) in targets.iter().enumerate() {
            if !targets[..at].iter().all(|&lower| ordered(lower, upper)) {
                return Some("its words are not in the order of their numbers");
            }
        }
    }
    None
}

/// Whether what is accepted from any state that 0 reaches is accepted from 0: a word is read from
/// both at once, from the second as far as there are steps.
fn has_all_ends(words: &Machine) -> bool {
    let start = (0, Some(0));
    let (mut met, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some((state, beside)) = open.pop() {
        if words.accepting[state] && !beside.is_some_and(|beside| words.accepting[beside]) {
            return false;
        }
        for (digit, &to) in &words.steps[state] {
            let also = beside.and_then(|beside| words.steps[beside].get(digit).copied());
            // the end may begin anywhere
            open.extend([(to, also), (to, Some(0))].into_iter().filter(|&next| met.insert(next)));
        }
    }
    true
}
