//! The deterministic parts of a formula, as automata that are built while they are read.

use crate::Error;
use crate::formula::{Linear, Machine, Sign, Variable};
use crate::numeration::Numeration;
use std::collections::HashMap;
use std::rc::Rc;

/// What one part looks at.
#[derive(PartialEq)]
pub(super) enum Atom {
    /// The value with `k` digits to come, all 0, for `k` from 0 up; or its sign, for all `k`.
    Sum(Linear),
    /// The same modulo a number.
    Modulo(Linear, i128),
    Word(Rc<Machine>, Vec<Variable>),
}

/// What has been read of a part.
#[derive(Clone, PartialEq, Eq, Hash)]
enum AtomState {
    /// Nothing this far, or it no longer matters.
    Unknown,
    Open(Vec<i128>),
    /// The sign of the sum is known, whatever follows.
    Signed(i8),
    At(usize),
    /// It does not hold, whatever follows.
    Dead,
}

/// A part as an automaton; states are numbered as they are met.
pub(super) struct Reading {
    pub(super) part: Atom,
    variables: Vec<Variable>,
    states: Vec<AtomState>,
    numbers: HashMap<AtomState, u32>,
    steps: Steps,
}

/// Where a state leads by the digits of its variables, as far as that was asked.
enum Steps {
    /// By the state, and by the digits as one number; [`UNKNOWN`] where it was not asked.
    Rows { width: usize, rows: Vec<Vec<u32>> },
    /// The same, where there are too many digits for rows.
    Sparse(HashMap<(u32, u64), u32>),
}

/// Longest row.
const MAX_WIDTH: u64 = 1 << 10;

impl Steps {
    /// For so many variables.
    fn new(variables: usize, radix: u32) -> Self {
        let power = u32::try_from(variables).ok().and_then(|v| u64::from(radix).checked_pow(v));
        match power {
            Some(width @ ..=MAX_WIDTH) => Self::Rows { width: width as usize, rows: Vec::new() },
            _ => Self::Sparse(HashMap::new()),
        }
    }

    fn get(&self, state: u32, word: u64) -> Option<u32> {
        match self {
            Self::Rows { rows, .. } => {
                let row = rows.get(state as usize)?;
                row.get(word as usize).copied().filter(|&to| to != UNKNOWN)
            }
            Self::Sparse(steps) => steps.get(&(state, word)).copied(),
        }
    }

    fn insert(&mut self, state: u32, word: u64, to: u32) {
        match self {
            Self::Rows { width, rows } => {
                let at = state as usize;
                if rows.len() <= at {
                    rows.resize(at + 1, Vec::new());
                }
                if rows[at].is_empty() {
                    rows[at] = vec![UNKNOWN; *width];
                }
                rows[at][word as usize] = to;
            }
            Self::Sparse(steps) => {
                steps.insert((state, word), to);
            }
        }
    }
}

/// The state in which nothing is known.
pub(super) const UNKNOWN: u32 = 0;
/// The state before the first digit.
pub(super) const START: u32 = 1;

impl Reading {
    pub(super) fn new(part: Atom, numeration: &Numeration) -> Self {
        let (variables, start): (Vec<Variable>, _) = match &part {
            Atom::Sum(linear) | Atom::Modulo(linear, _) => (
                linear.coefficients.keys().copied().collect(),
                AtomState::Open(vec![0; numeration.places().len()]),
            ),
            Atom::Word(_, tracks) => (tracks.clone(), AtomState::At(0)),
        };
        let states = vec![AtomState::Unknown, start];
        let numbers = states.iter().cloned().zip(0..).collect();
        let steps = Steps::new(variables.len(), numeration.radix());
        Self { part, variables, states, numbers, steps }
    }

    /// The number of variables whose digits must be known to read it.
    pub(super) fn level(&self) -> usize {
        self.variables.iter().max().map_or(0, |&last| last + 1)
    }

    /// Whether nothing that follows changes the state.
    pub(super) fn is_final(&self, state: u32) -> bool {
        matches!(self.states[state as usize], AtomState::Signed(_) | AtomState::Dead)
    }

    /// The state after one more digit for each variable.
    pub(super) fn step(
        &mut self,
        state: u32,
        digits: &[u32],
        numeration: &Numeration,
    ) -> Result<u32, Error> {
        if state == UNKNOWN || self.is_final(state) {
            return Ok(state);
        }
        let radix = u64::from(numeration.radix());
        let word = self
            .variables
            .iter()
            .try_fold(0u64, |word, &v| word.checked_mul(radix)?.checked_add(digits[v].into()));
        let word = word.ok_or_else(|| too_large("variables"))?;
        if let Some(known) = self.steps.get(state, word) {
            return Ok(known);
        }
        let next = self.follow(&self.states[state as usize], digits, numeration)?;
        let number = match self.numbers.get(&next) {
            Some(&number) => number,
            None => {
                let number = u32::try_from(self.states.len()).map_err(|_| too_large("states"))?;
                self.states.push(next.clone());
                self.numbers.insert(next, number);
                number
            }
        };
        self.steps.insert(state, word, number);
        Ok(number)
    }

    fn follow(
        &self,
        state: &AtomState,
        digits: &[u32],
        numeration: &Numeration,
    ) -> Result<AtomState, Error> {
        let read = |linear: &Linear, sums: &[i128]| -> Option<Vec<i128>> {
            let terms = linear.coefficients.iter().map(|(&v, c)| c.checked_mul(digits[v].into()));
            let digit = terms.into_iter().try_fold(0i128, |sum, term| sum.checked_add(term?))?;
            let shifted = sums[1..].iter().copied().chain([numeration.next(sums)?]);
            let places = numeration.places().iter();
            shifted.zip(places).map(|(s, u)| s.checked_add(digit.checked_mul(*u)?)).collect()
        };
        Ok(match (&self.part, state) {
            (_, AtomState::Unknown | AtomState::Signed(_) | AtomState::Dead) => state.clone(),
            (Atom::Word(machine, tracks), AtomState::At(at)) => {
                let word: Vec<u32> = tracks.iter().map(|&v| digits[v]).collect();
                let row = machine.steps.get(*at);
                row.and_then(|row| row.get(&word)).map_or(AtomState::Dead, |&to| AtomState::At(to))
            }
            (Atom::Sum(linear), AtomState::Open(sums)) => {
                let sums = read(linear, sums).ok_or(Error::Overflow)?;
                match certain(numeration, linear, &sums) {
                    Some(sign) => AtomState::Signed(sign),
                    None => AtomState::Open(sums),
                }
            }
            (Atom::Modulo(linear, modulus), AtomState::Open(sums)) => {
                let sums = read(linear, sums).ok_or(Error::Overflow)?;
                AtomState::Open(sums.iter().map(|s| s.rem_euclid(*modulus)).collect())
            }
            _ => return Err(Error::Malformed("a part in a state of another".into())),
        })
    }

    /// How the sum compares with 0, at the end of the words (`last`) or whatever follows.
    pub(super) fn compares(&self, state: u32, sign: Sign, last: bool) -> Option<bool> {
        let value = match (&self.states[state as usize], &self.part) {
            (AtomState::Signed(value), _) => i128::from(*value),
            (AtomState::Open(sums), Atom::Sum(linear)) if last => {
                sums[0].checked_add(linear.constant)?
            }
            _ => return None,
        };
        Some(match sign {
            Sign::Zero => value == 0,
            Sign::AtMost => value <= 0,
        })
    }

    /// Whether the remainder is this one, at the end of the words.
    pub(super) fn leaves(&self, state: u32, rest: i128) -> Option<bool> {
        match (&self.states[state as usize], &self.part) {
            (AtomState::Open(sums), Atom::Modulo(linear, modulus)) => {
                Some(sums[0].checked_add(linear.constant)?.rem_euclid(*modulus) == rest)
            }
            _ => None,
        }
    }

    /// Whether the machine accepts, at the end of the words (`last`) or whatever follows.
    pub(super) fn accepts(&self, state: u32, last: bool) -> Option<bool> {
        match (&self.states[state as usize], &self.part) {
            (AtomState::Dead, _) => Some(false),
            (AtomState::At(at), Atom::Word(machine, _)) if last => Some(machine.accepting[*at]),
            _ => None,
        }
    }
}

fn too_large(of: &str) -> Error {
    Error::TooLarge(format!("a part has too many {of}").into())
}

/// The sign of the sum when no digits to come change it. `k` digits to come are worth at most
/// `U(k) - 1` for each variable, so the sum is at least `s(k) - negative * U(k) + negative + c`;
/// without its constant part that satisfies the recurrence, whose weights are not negative with
/// a sum of at least 1: where as many members as the recurrence has weights are at least a bound
/// that is not negative, all later ones are.
fn certain(numeration: &Numeration, linear: &Linear, sums: &[i128]) -> Option<i8> {
    let side = |sign: i128| {
        let opposing = linear.coefficients.values().map(|&c| sign.checked_mul(c));
        let opposing = opposing
            .into_iter()
            .try_fold(0i128, |sum, c| sum.checked_add(c?.min(0).checked_neg()?))?;
        let constant = sign.checked_mul(linear.constant)?;
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
