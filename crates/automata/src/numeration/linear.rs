//! Linear equations and inequalities: every sum is compared with 0 by one automaton.
//!
//! Let `E = sum of c_i x_i + c`. Having read a prefix of the words, with `k` digits to come, `E` is
//! `s(k) + c` plus what the digits to come add, where `s(k)` is the prefix followed by `k` zeros.
//! The sequence `s` satisfies the recurrence of the places, so its first `r` members are an exact
//! state; reading digits with `e = sum of c_i d_i` turns it into `s'(k) = s(k + 1) + e U(k)`. What
//! `k` digits add to a word is at most `U(k) - 1`, so the sign of `E` is often certain for every
//! `k`; only the other states go on. They are finitely many when the greatest root of the
//! recurrence is a Pisot number. Nothing here depends on that: the states are exact.

use super::Numeration;
use crate::Name;
use crate::automaton::Automaton;
use crate::error::{Error, Limits, Result};
use crate::explore::{Symbol, Transitions};
use std::collections::BTreeMap;

/// `sum of coefficient * variable + constant`; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinearForm {
    pub(crate) coefficients: BTreeMap<Name, i128>,
    pub(crate) constant: i128,
}

impl LinearForm {
    /// Adds `factor * other`.
    pub(crate) fn add(&mut self, other: &Self, factor: i128) -> Result<()> {
        let product = |c: i128| c.checked_mul(factor).ok_or(Error::Overflow);
        self.constant =
            self.constant.checked_add(product(other.constant)?).ok_or(Error::Overflow)?;
        for (name, &coefficient) in &other.coefficients {
            let entry = self.coefficients.entry(name.clone()).or_default();
            *entry = entry.checked_add(product(coefficient)?).ok_or(Error::Overflow)?;
        }
        self.coefficients.retain(|_, coefficient| *coefficient != 0);
        Ok(())
    }

    /// A variable.
    pub(crate) fn variable(name: &Name) -> Self {
        Self { coefficients: BTreeMap::from([(name.clone(), 1)]), constant: 0 }
    }
}

/// How a sum compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Comparison {
    Equal,
    /// At most 0.
    AtMost,
}

/// The automaton of `linear = 0` or `linear <= 0`.
pub(crate) fn compare(
    numeration: &Numeration,
    linear: &LinearForm,
    comparison: Comparison,
    limits: &Limits,
) -> Result<Automaton> {
    let tracks = linear.coefficients.iter().map(|(name, &c)| (name.clone(), [c, 0])).collect();
    compare_shifted(numeration, tracks, linear.constant, comparison, limits)
}

/// As [`compare`] for sums of `c * x + c' * x'` with `[c, c']` given for each `x`, where `x'` is the
/// sum of the digits of `x` times the places one below their own; see [`super::beatty`]. The names
/// increase.
pub(super) fn compare_shifted(
    numeration: &Numeration,
    tracks: Vec<(Name, [i128; 2])>,
    constant: i128,
    comparison: Comparison,
    limits: &Limits,
) -> Result<Automaton> {
    let (tracks, coefficients): (Vec<Name>, Vec<[i128; 2]>) = tracks.into_iter().unzip();
    let sum = |keep: fn(i128) -> bool| {
        let kept = coefficients.iter().flatten().filter(|&&c| keep(c));
        kept.copied().try_fold(0, i128::checked_add).ok_or(Error::Overflow)
    };
    let mut walk = Sums {
        numeration,
        positive: sum(|c| c > 0)?,
        negative: sum(|c| c < 0)?.checked_neg().ok_or(Error::Overflow)?,
        before: numeration.before(),
        coefficients,
        constant,
        comparison,
    };
    let rest = Rest::Open(vec![0; numeration.weights.len()].into());
    let initial = Prefix { rest, valid: vec![0; tracks.len()].into() };
    Automaton::build(numeration.radix, tracks, &mut walk, initial, limits, "linear comparison")
}

/// What has been read.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Prefix {
    rest: Rest,
    /// The states of the words in the automaton of greedy words.
    valid: Box<[u32]>,
}

/// What the digits to come have to do.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Rest {
    /// They matter; `s(0)` to `s(r - 1)`.
    Open(Box<[i128]>),
    /// Only their number `k` matters: the comparison holds when `soon[k]`, and when `later` from the
    /// end of `soon` on. The last of `soon` differs from `later`.
    Counted { soon: Box<[bool]>, later: bool },
}

impl Rest {
    fn counted(mut soon: Vec<bool>, later: bool) -> Self {
        while soon.last() == Some(&later) {
            soon.pop();
        }
        Self::Counted { soon: soon.into(), later }
    }

    /// Whether no digits can help.
    fn is_hopeless(&self) -> bool {
        matches!(self, Self::Counted { soon, later: false } if soon.is_empty())
    }
}

struct Sums<'n> {
    numeration: &'n Numeration,
    /// The place below the least one, as the recurrence has it.
    before: i128,
    coefficients: Vec<[i128; 2]>,
    constant: i128,
    /// Sums of the positive and of the negated negative coefficients.
    positive: i128,
    negative: i128,
    comparison: Comparison,
}

impl Sums<'_> {
    /// `s(r)` from `s(0)` to `s(r - 1)`.
    fn next(&self, sums: &[i128]) -> Option<i128> {
        let weights = self.numeration.weights.iter();
        weights.zip(sums.iter().rev()).try_fold(0i128, |sum, (&weight, &s)| {
            if weight == 0 { Some(sum) } else { sum.checked_add(weight.checked_mul(s)?) }
        })
    }

    /// The sums after digits that add `e[0]` times their place and `e[1]` times the place below.
    fn read(&self, sums: &[i128], e: [i128; 2]) -> Option<Box<[i128]>> {
        let shifted = sums[1..].iter().copied().chain([self.next(sums)?]);
        let places = &self.numeration.places;
        let below = std::iter::once(&self.before).chain(places);
        shifted
            .zip(places.iter().zip(below))
            .map(|(s, (&place, &below))| {
                s.checked_add(e[0].checked_mul(place)?)?.checked_add(e[1].checked_mul(below)?)
            })
            .collect()
    }

    /// For which numbers `k` of digits to come the comparison is certain, if it is for all: false
    /// or true. For every `k` the total lies between `lo = s(k) + c - negative * (U(k) - 1)` and `hi
    /// = s(k) + c + positive * (U(k) - 1)`. Without their constant parts `lo` and `hi` satisfy the
    /// recurrence, whose weights are not negative with a sum of at least 1: as soon as `r` of them
    /// in a row lie beyond a bound on the far side of 0, all later ones do.
    fn certain(&self, sums: &[i128]) -> Option<Rest> {
        // the least total that is false above, the greatest that is certain below
        let equal = self.comparison == Comparison::Equal;
        let (above, below) = (1i128, if equal { -1i128 } else { 0 });
        let far_above = above.checked_sub(self.constant.checked_add(self.negative)?)?.max(0);
        let far_below = below.checked_sub(self.constant.checked_sub(self.positive)?)?.min(0);
        let mut window = sums.to_vec();
        let (mut high, mut low) = (0, 0);
        let mut soon = Vec::new();
        for &place in &self.numeration.places {
            let s = window[0];
            let lo = s.checked_sub(self.negative.checked_mul(place)?)?;
            let hi = s.checked_add(self.positive.checked_mul(place)?)?;
            high = if lo >= far_above { high + 1 } else { 0 };
            low = if hi <= far_below { low + 1 } else { 0 };
            let is_high = lo.checked_add(self.constant)?.checked_add(self.negative)? >= above;
            let is_low = hi.checked_add(self.constant)?.checked_sub(self.positive)? <= below;
            if !is_high && !is_low {
                return None;
            }
            soon.push(is_low && !equal);
            if high == sums.len() || low == sums.len() {
                return Some(Rest::counted(soon, is_low && !equal));
            }
            let next = self.next(&window)?;
            window.rotate_left(1);
            *window.last_mut()? = next;
        }
        None
    }

    /// Where digits that add `e` lead.
    fn after(&self, rest: &Rest, e: [i128; 2]) -> Result<Rest> {
        match rest {
            Rest::Open(sums) => {
                let sums = self.read(sums, e).ok_or(Error::Overflow)?;
                Ok(self.certain(&sums).unwrap_or(Rest::Open(sums)))
            }
            Rest::Counted { soon, later } => {
                let soon = soon.get(1..).unwrap_or_default().into();
                Ok(Rest::Counted { soon, later: *later })
            }
        }
    }
}

impl Transitions for Sums<'_> {
    type Node = Prefix;

    fn accepts(&self, state: &Prefix) -> bool {
        let valid = &self.numeration.valid.accepting;
        let holds = match &state.rest {
            Rest::Counted { soon, later } => *soon.first().unwrap_or(later),
            Rest::Open(sums) => match (self.comparison, sums[0].checked_add(self.constant)) {
                (Comparison::Equal, Some(total)) => total == 0,
                (Comparison::AtMost, Some(total)) => total <= 0,
                (_, None) => false,
            },
        };
        holds && state.valid.iter().all(|&state| valid[state as usize])
    }

    fn follow(&mut self, state: &Prefix, out: &mut Vec<(Symbol, Prefix)>) -> Result<()> {
        // symbol, sum of the digits times the coefficients, states in the automaton of words
        let mut tuples: Vec<(Symbol, [i128; 2], Vec<u32>)> = vec![(0, [0, 0], Vec::new())];
        let add = |e: i128, coefficient: i128, digit: u32| {
            let share = coefficient.checked_mul(i128::from(digit));
            share.and_then(|share| e.checked_add(share)).ok_or(Error::Overflow)
        };
        for (&word, coefficient) in state.valid.iter().zip(&self.coefficients) {
            let mut longer = Vec::new();
            for (symbol, e, words) in &tuples {
                for &(digit, target) in self.numeration.valid.edges_of(word) {
                    let e = [add(e[0], coefficient[0], digit)?, add(e[1], coefficient[1], digit)?];
                    let words = words.iter().copied().chain([target]).collect();
                    longer.push((symbol * self.numeration.radix + digit, e, words));
                }
            }
            tuples = longer;
        }
        let mut known = BTreeMap::new();
        for (symbol, e, valid) in tuples {
            let rest = match known.get(&e) {
                Some(rest) => Rest::clone(rest),
                None => known.entry(e).or_insert(self.after(&state.rest, e)?).clone(),
            };
            if !rest.is_hopeless() {
                out.push((symbol, Prefix { rest, valid: valid.into() }));
            }
        }
        Ok(())
    }
}
