//! The deterministic parts of a formula, as automata that are built while they are read.
//!
//! They read the digits of one place variable by variable, so that digits with a common beginning are
//! read once.

use super::tracks::{Node, Tracks};
use crate::formula::{Linear, Machine, Variable};
use crate::numeration::Numeration;
use crate::{Error, Result};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// What one part looks at.
#[derive(PartialEq)]
pub(super) enum Atom {
    /// The value with `k` digits to come, all 0, for `k` from 0 up; or its signs with the constants of
    /// the part, for all `k`.
    Sum(Linear),
    /// The same modulo a number.
    Modulo(Linear, i128),
    /// The machine accepts the words of the variables followed by some words of numbers, one for each
    /// track that is left.
    Word(Rc<Machine>, Vec<Variable>),
}

/// What has been read of a part.
#[derive(Clone, PartialEq, Eq, Hash)]
enum AtomState {
    /// Nothing this far, or it no longer matters.
    Unknown,
    /// How many digits of this place were read, what the sums are with them, and by constant the sign
    /// whatever follows, or [`EITHER`].
    Open(usize, Vec<i128>, Vec<i8>),
    /// The sign of the sum with each constant, whatever follows, or [`EITHER`] if it no longer matters.
    Signed(Vec<i8>),
    /// How many digits of this place were read, and where the machine may be: the state, or within a place
    /// the tree of what may follow, and the states of the words on open tracks.
    Runs(usize, BTreeSet<(usize, Vec<usize>)>),
    /// It does not hold, whatever follows.
    Dead,
}

/// A part as an automaton; states are numbered as they are met.
pub(super) struct PartAutomaton {
    pub(super) part: Atom,
    /// Ascending, each once.
    pub(super) variables: Vec<Variable>,
    tracks: Option<Tracks>,
    /// What is added to the sum, each once.
    constants: Vec<i128>,
    states: Vec<AtomState>,
    /// By state and constant: the sign whatever follows, or [`EITHER`].
    signs: Vec<i8>,
    /// By state: the one that only knows these.
    rests: Vec<u32>,
    /// By state: whether it tells something whatever follows, unless within a place.
    tells: Vec<bool>,
    numbers: HashMap<AtomState, u32>,
    /// By state and digit; [`UNASKED`] where it was not asked.
    steps: Vec<Transition>,
}

/// The state after a digit, twice, and 1 if that tells something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Transition(u32);

const UNASKED: Transition = Transition(u32::MAX);

impl Transition {
    fn new(to: u32, tells: bool) -> Self {
        Self(to << 1 | u32::from(tells))
    }

    pub(super) fn to(self) -> u32 {
        self.0 >> 1
    }

    /// Whether that state tells something whatever follows, and not within a place.
    pub(super) fn tells(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Where the sign of a sum depends on what follows.
const EITHER: i8 = 2;

/// The state in which nothing is known.
pub(super) const UNKNOWN: u32 = 0;
/// The state before the first digit.
pub(super) const START: u32 = 1;

impl PartAutomaton {
    pub(super) fn new(part: Atom, constants: Vec<i128>, numeration: &Numeration) -> Self {
        let (variables, tracks, start) = match &part {
            Atom::Sum(linear) | Atom::Modulo(linear, _) => (
                linear.coefficients.keys().copied().collect(),
                None,
                AtomState::Open(
                    0,
                    vec![0; numeration.places().len()],
                    vec![EITHER; constants.len()],
                ),
            ),
            Atom::Word(machine, tracks) => {
                let variables: BTreeSet<Variable> = tracks.iter().copied().collect();
                let variables: Vec<Variable> = variables.into_iter().collect();
                let trees = Tracks::new(machine, tracks, &variables);
                let start = starts(&trees, machine.tracks() - tracks.len(), numeration);
                (variables, Some(trees), AtomState::Runs(0, start))
            }
        };
        let (states, signs, rests, tells, numbers, steps) = Default::default();
        let mut reading = Self {
            part,
            variables,
            tracks,
            constants,
            states,
            signs,
            rests,
            tells,
            numbers,
            steps,
        };
        // the first numbers: of UNKNOWN and START
        for state in [AtomState::Unknown, start] {
            reading.add(state, numeration);
        }
        reading
    }

    fn add(&mut self, state: AtomState, numeration: &Numeration) -> Option<u32> {
        let number = u32::try_from(self.states.len()).ok().filter(|number| number >> 31 == 0)?;
        let is_final = !matches!(state, AtomState::Open(..) | AtomState::Runs(..));
        let signs: Vec<i8> = match &state {
            AtomState::Signed(signs) | AtomState::Open(_, _, signs) => signs.clone(),
            _ => vec![EITHER; self.constants.len()],
        };
        self.signs.extend(&signs);
        let is_signed = signs.iter().any(|&sign| sign != EITHER);
        let tells = match &state {
            AtomState::Open(read, ..) => *read == 0 && is_signed,
            _ => is_signed || state == AtomState::Dead,
        };
        self.tells.push(tells);
        let step = if is_final { Transition::new(number, tells) } else { UNASKED };
        self.steps.extend((0..numeration.radix()).map(|_| step));
        self.rests.push(if is_final { number } else { UNKNOWN });
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        if !is_final && is_signed {
            let rest = AtomState::Signed(signs);
            let known = self.numbers.get(&rest).copied();
            self.rests[number as usize] = known.or_else(|| self.add(rest, numeration))?;
        }
        Some(number)
    }

    /// The state without what only matters to nodes that are not known.
    pub(super) fn rest(&self, state: u32) -> u32 {
        self.rests[state as usize]
    }

    /// The step by the digit of its next variable.
    #[inline]
    pub(super) fn step(
        &mut self,
        state: u32,
        digit: u32,
        numeration: &Numeration,
    ) -> Result<Transition> {
        let at = state as usize * numeration.radix() as usize + digit as usize;
        match self.steps[at] {
            UNASKED => self.ask(state, digit, numeration),
            step => Ok(step),
        }
    }

    /// Finds and keeps a step.
    #[cold]
    fn ask(&mut self, state: u32, digit: u32, numeration: &Numeration) -> Result<Transition> {
        let at = state as usize * numeration.radix() as usize + digit as usize;
        let next = self.follow(&self.states[state as usize], digit, numeration)?;
        let to = match self.numbers.get(&next) {
            Some(&number) => number,
            None => self
                .add(next, numeration)
                .ok_or_else(|| Error::TooLarge("a part has too many states".into()))?,
        };
        self.steps[at] = Transition::new(to, self.tells[to as usize]);
        Ok(self.steps[at])
    }

    fn follow(&self, state: &AtomState, digit: u32, numeration: &Numeration) -> Result<AtomState> {
        match (state, &self.part) {
            (AtomState::Open(read, sums, signs), Atom::Sum(linear)) => {
                let sums = added(linear, *read, sums, digit, numeration).ok_or(Error::Overflow)?;
                let mut signs = signs.clone();
                if read + 1 < self.variables.len() {
                    return Ok(AtomState::Open(read + 1, sums, signs));
                }
                for (sign, &constant) in signs.iter_mut().zip(&self.constants) {
                    if *sign == EITHER {
                        *sign = certain(numeration, linear, constant, &sums).unwrap_or(EITHER);
                    }
                }
                Ok(match signs.contains(&EITHER) {
                    true => AtomState::Open(0, sums, signs),
                    false => AtomState::Signed(signs),
                })
            }
            (AtomState::Open(read, sums, _), Atom::Modulo(linear, modulus)) => {
                let sums = added(linear, *read, sums, digit, numeration).ok_or(Error::Overflow)?;
                let sums = sums.iter().map(|s| s.rem_euclid(*modulus)).collect();
                Ok(AtomState::Open((read + 1) % self.variables.len(), sums, Vec::new()))
            }
            (AtomState::Runs(read, runs), Atom::Word(..)) => {
                let Some(trees) = &self.tracks else { return Ok(AtomState::Dead) };
                let next: BTreeSet<_> = runs
                    .iter()
                    .filter_map(|(at, words)| {
                        let tree = if *read == 0 { trees.root(*at) } else { *at };
                        Some((trees.node(tree).child(digit)?, words.clone()))
                    })
                    .collect();
                let all = read + 1 == self.variables.len();
                let next = if all { ends(trees, &next, numeration) } else { next };
                Ok(match next.is_empty() {
                    true => AtomState::Dead,
                    false => AtomState::Runs(if all { 0 } else { read + 1 }, next),
                })
            }
            _ => Err(Error::Malformed("a part in a state of another".into())),
        }
    }

    /// The sign of the sum with one of its constants, at the end of the words (`last`) or whatever
    /// follows.
    pub(super) fn sign(&self, state: u32, constant: usize, last: bool) -> Option<i8> {
        let known = self.signs[state as usize * self.constants.len() + constant];
        match &self.states[state as usize] {
            _ if known != EITHER => Some(known),
            AtomState::Open(0, sums, _) if last => {
                let sum = sums[0].checked_add(self.constants[constant])?;
                Some(sum.signum() as i8)
            }
            _ => None,
        }
    }

    /// Whether the remainder is this one, at the end of the words.
    pub(super) fn leaves(&self, state: u32, rest: i128) -> Option<bool> {
        match (&self.states[state as usize], &self.part) {
            (AtomState::Open(0, sums, _), Atom::Modulo(linear, modulus)) => {
                Some(sums[0].checked_add(linear.constant)?.rem_euclid(*modulus) == rest)
            }
            _ => None,
        }
    }

    /// Whether the machine accepts, at the end of the words (`last`) or whatever follows.
    pub(super) fn accepts(&self, state: u32, last: bool, numeration: &Numeration) -> Option<bool> {
        match (&self.states[state as usize], &self.part) {
            (AtomState::Dead, _) => Some(false),
            (AtomState::Runs(0, runs), Atom::Word(machine, _)) if last => {
                let complete = &numeration.words().accepting;
                let accepts = |(at, words): &(usize, Vec<usize>)| {
                    machine.accepting[*at] && words.iter().all(|&word| complete[word])
                };
                Some(runs.iter().any(accepts))
            }
            _ => None,
        }
    }
}

/// The sums with one more digit of the place, that of the variable behind those that were read.
fn added(
    linear: &Linear,
    read: usize,
    sums: &[i128],
    digit: u32,
    numeration: &Numeration,
) -> Option<Vec<i128>> {
    let term = linear.coefficients.values().nth(read)?.checked_mul(digit.into())?;
    let add = |(sum, place): (i128, &i128)| sum.checked_add(term.checked_mul(*place)?);
    let places = numeration.places();
    if read > 0 {
        return sums.iter().copied().zip(places).map(add).collect();
    }
    let shifted = sums[1..].iter().copied().chain([numeration.next(sums)?]);
    shifted.zip(places).map(add).collect()
}

/// Where the machine is before its first digits: the words on open tracks may be longer than those
/// of the variables.
fn starts(trees: &Tracks, open: usize, numeration: &Numeration) -> BTreeSet<(usize, Vec<usize>)> {
    let mut reached = BTreeSet::from([(0, vec![0; open])]);
    loop {
        let zero = |(at, words): &(usize, Vec<usize>)| {
            let mut tree = trees.root(*at);
            while let Node::Branch(_) = trees.node(tree) {
                tree = trees.node(tree).child(0)?;
            }
            Some((tree, words.clone()))
        };
        let before = reached.len();
        let next: BTreeSet<_> = reached.iter().filter_map(zero).collect();
        reached.extend(ends(trees, &next, numeration));
        if reached.len() == before {
            return reached;
        }
    }
}

/// The states of the machine and of the words on open tracks behind trees that end.
fn ends(
    trees: &Tracks,
    runs: &BTreeSet<(usize, Vec<usize>)>,
    numeration: &Numeration,
) -> BTreeSet<(usize, Vec<usize>)> {
    let words = &numeration.words().steps;
    let mut reached = BTreeSet::new();
    for (tree, before) in runs {
        let Node::Ends(steps) = trees.node(*tree) else { continue };
        for (open, to) in steps {
            let next = before.iter().zip(open).map(|(&w, &d)| words[w].get(&vec![d]).copied());
            reached.extend(next.collect::<Option<Vec<_>>>().map(|words| (*to, words)));
        }
    }
    reached
}

/// The sign of the sum when no digits to come change it. `k` digits to come are worth at most
/// `U(k) - 1` for each variable, so the sum is at least `s(k) - negative * U(k) + negative + c`;
/// without its constant part that satisfies the recurrence, whose weights are not negative with
/// a sum of at least 1: where as many members as the recurrence has weights are at least a bound
/// that is not negative, all later ones are.
fn certain(numeration: &Numeration, linear: &Linear, constant: i128, sums: &[i128]) -> Option<i8> {
    let side = |sign: i128| {
        let opposing = linear.coefficients.values().map(|&c| sign.checked_mul(c));
        let opposing = opposing
            .into_iter()
            .try_fold(0i128, |sum, c| sum.checked_add(c?.min(0).checked_neg()?))?;
        let constant = sign.checked_mul(constant)?;
        let bound = 1i128.checked_sub(constant.checked_add(opposing)?)?.max(0);
        for (s, u) in sums.iter().zip(numeration.places()) {
            let low = sign.checked_mul(*s)?.checked_sub(opposing.checked_mul(*u)?)?;
            if low < bound {
                return None;
            }
        }
        Some(())
    };
    side(1).map(|()| 1).or_else(|| side(-1).map(|()| -1))
}
