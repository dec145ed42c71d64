//! Ways of writing numbers in which addition is done by a finite automaton.
//!
//! A numeration has *places* `U(0) = 1 < U(1) < ...` that satisfy a linear recurrence. A number is
//! written by taking the greatest place that fits as often as it fits (the greedy word); the value
//! of a word is the sum of its digits times their places. Which words are greedy is known to an
//! automaton found in [`greedy`], which `logic` proves anew; on greedy words of one length the order of numbers is
//! the order of words. Sources: A. Fraenkel, *Systems of numeration*, Amer. Math. Monthly 92
//! (1985); C. Frougny, *Representations of numbers and finite automata*, Math. Systems Theory 25
//! (1992): addition is automatic when the greatest root of the recurrence is a Pisot number.

mod beatty;
mod greedy;
mod linear;

pub(crate) use linear::{Comparison, LinearForm, compare};

use crate::Name;
use crate::automaton::Automaton;
use crate::error::{Error, Limits, Result};
use crate::explore::{Graph, Transitions};
use message::Message;
use std::sync::Arc;

/// A numeration; two are equal when their places are.
#[derive(Clone, Debug)]
pub struct Numeration {
    name: Arc<str>,
    /// `U(n + r)` is the sum of `weights[j] * U(n + r - 1 - j)` for every `n >= 0`, `r` their
    /// number; none negative.
    weights: Vec<i128>,
    /// All places below 2^100.
    places: Vec<i128>,
    radix: u32,
    /// The greedy words with any number of leading zeros.
    valid: Graph,
    kind: Kind,
}

/// What is known about a numeration beyond its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Base(u32),
    /// The places are the denominators of the convergents of `[0; d, d, d, ...]`.
    Ostrowski(u32),
    Other,
}

impl PartialEq for Numeration {
    fn eq(&self, other: &Self) -> bool {
        (&self.weights, &self.places) == (&other.weights, &other.places)
    }
}

impl Eq for Numeration {}

impl Numeration {
    /// Base `base`, 2 to 36.
    ///
    /// # Errors
    /// [`Error::BadNumeration`] for another base.
    pub fn base(base: u32) -> Result<Self> {
        if !(2..=36).contains(&base) {
            let reason = "the base must be 2 to 36".into();
            return Err(Error::BadNumeration { name: format!("base {base}"), reason });
        }
        let mut numeration = Self::linear(&format!("base {base}"), &[i128::from(base)], &[1])?;
        numeration.kind = Kind::Base(base);
        Ok(numeration)
    }

    /// Zeckendorf's: places 1, 2, 3, 5, 8, ...; no two neighbouring ones.
    ///
    /// # Errors
    /// None in practice.
    pub fn fibonacci() -> Result<Self> {
        let mut numeration = Self::linear("Fibonacci", &[1, 1], &[1, 2])?;
        numeration.kind = Kind::Ostrowski(1);
        Ok(numeration)
    }

    /// Ostrowski's numeration of `[0; d, d, d, ...]`, the positive root of `x^2 + d x = 1`, for `d`
    /// from 1 to 35: places 1, d, d^2 + 1, ... Pell's numbers for `d = 2`; for `d = 1` the
    /// duplicate place 1 is left out, which gives [`Self::fibonacci`].
    ///
    /// # Errors
    /// [`Error::BadNumeration`] for another `d`.
    pub fn ostrowski(d: u32) -> Result<Self> {
        let name = format!("Ostrowski {d}");
        match d {
            1 => Self::fibonacci(),
            2..=35 => {
                let d = i128::from(d);
                let mut numeration = Self::linear(&name, &[d, 1], &[1, d])?;
                numeration.kind = Kind::Ostrowski(u32::try_from(d).map_err(|_| Error::Overflow)?);
                Ok(numeration)
            }
            _ => Err(Error::BadNumeration { name, reason: "d must be 1 to 35".into() }),
        }
    }

    /// The greedy numeration whose places start with `first` and go on with
    /// `U(n) = recurrence[0] * U(n - 1) + recurrence[1] * U(n - 2) + ...`.
    ///
    /// Places for K-fold subtraction, K = 3: recurrence `[1, 0, 0, 1]`, first `[1, 2, 3, 4, 6]`.
    /// Addition is automatic when the greatest root of the recurrence is a Pisot number; else the
    /// first comparison of a sum stops at the limits.
    ///
    /// # Errors
    /// [`Error::BadNumeration`] when a weight is negative, the places do not increase from 1, a
    /// digit of 36 or more is needed, or no finite automaton is found for the greedy words.
    pub fn linear(name: &str, recurrence: &[i128], first: &[i128]) -> Result<Self> {
        let bad = |reason| {
            Err(Error::BadNumeration { name: name.to_owned(), reason: Message::from(reason) })
        };
        if recurrence.is_empty() || recurrence.len() > first.len() || first.len() > 16 {
            return bad("needs as many first places as the recurrence has weights, at most 16");
        }
        if recurrence.iter().any(|&weight| weight < 0) || first[0] != 1 {
            return bad("weights must not be negative and the least place must be 1");
        }
        // weights of 0 in front of the first place let the recurrence hold from the start
        let mut weights = recurrence.to_vec();
        weights.resize(first.len(), 0);
        let Some(places) = greedy::places(&weights, first) else {
            return bad("the places must increase");
        };
        let ratio = |pair: &[i128]| (pair[1] - 1) / pair[0];
        let digit = places.windows(2).map(ratio).max().unwrap_or(0);
        let radix = match u32::try_from(digit) {
            Ok(digit @ 1..36) => digit + 1,
            _ => return bad("digits must stay below 36"),
        };
        let Some(valid) = greedy::words(&places, radix) else {
            return bad("no finite automaton found for its greedy words");
        };
        Ok(Self { name: name.into(), weights, places, radix, valid, kind: Kind::Other })
    }

    /// The name, in English.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Digits are `0..radix`.
    #[must_use]
    pub fn radix(&self) -> u32 {
        self.radix
    }

    /// The places below 2^100, least first.
    #[must_use]
    pub fn places(&self) -> &[i128] {
        &self.places
    }

    /// The base, for a numeration made by [`Self::base`].
    #[must_use]
    pub fn is_base(&self) -> Option<u32> {
        match self.kind {
            Kind::Base(base) => Some(base),
            _ => None,
        }
    }

    /// The `d`, for a numeration made by [`Self::ostrowski`] or [`Self::fibonacci`].
    #[must_use]
    pub fn is_ostrowski(&self) -> Option<u32> {
        match self.kind {
            Kind::Ostrowski(d) => Some(d),
            _ => None,
        }
    }

    /// All numbers, on one track.
    #[must_use]
    pub fn numbers(&self, name: &str) -> Automaton {
        Automaton { radix: self.radix, tracks: vec![name.into()], graph: self.valid.clone() }
    }

    /// The relation between numbers that `accepting` and `step` describe: a word of tuples, digits
    /// in the order of `names`, is read from state 0 on, and `None` rejects. Tuples with words that
    /// are not greedy are left out.
    ///
    /// # Errors
    /// [`Error::BadRelation`] when leading zeros make a difference or a state is not below
    /// `accepting.len()`; [`Error::Twice`]; [`Error::TooLarge`].
    pub fn relation(
        &self,
        names: &[&str],
        accepting: &[bool],
        step: impl Fn(usize, &[u32]) -> Option<usize>,
        limits: &Limits,
    ) -> Result<Automaton> {
        let mut tracks: Vec<Name> = names.iter().map(|&name| name.into()).collect();
        let listed = tracks.clone();
        tracks.sort();
        if let Some(pair) = tracks.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::Twice(pair[0].clone()));
        }
        let bad = |reason| {
            Err(Error::BadRelation { relation: names.join(", "), reason: Message::from(reason) })
        };
        let size = crate::alphabet::size(self.radix, names.len(), "relation")?;
        let places = crate::automaton::places_in(self.radix, &listed, &tracks);
        let moved = crate::alphabet::weigh(self.radix, &places);
        let mut table = vec![Vec::new(); accepting.len()];
        for (state, row) in table.iter_mut().enumerate() {
            for (at, &symbol) in moved.iter().enumerate().take(size) {
                let at = u32::try_from(at).map_err(|_| Error::Overflow)?;
                let digits = crate::alphabet::digits(self.radix, names.len(), at);
                match step(state, &digits) {
                    Some(next) if next >= accepting.len() => return bad("no such state"),
                    Some(next) => {
                        row.push((symbol, u32::try_from(next).map_err(|_| Error::Overflow)?));
                    }
                    None => {}
                }
            }
        }
        let mut walk = Table { accepting, table };
        let mut automaton = Automaton::build(self.radix, tracks, &mut walk, 0, limits, "relation")?;
        for name in names {
            automaton = crate::product::join(&automaton, &self.numbers(name), limits)?;
        }
        if automaton.ignores_leading_zeros() {
            Ok(automaton)
        } else {
            bad("leading zeros must not make a difference")
        }
    }
}

/// Transitions listed state by state.
struct Table<'t> {
    accepting: &'t [bool],
    table: Vec<Vec<(u32, u32)>>,
}

impl Transitions for Table<'_> {
    type Node = u32;

    fn accepts(&self, &state: &u32) -> bool {
        self.accepting.get(state as usize).copied().unwrap_or(false)
    }

    fn follow(&mut self, &state: &u32, out: &mut Vec<(u32, u32)>) -> Result<()> {
        out.extend(self.table.get(state as usize).into_iter().flatten());
        Ok(())
    }
}
