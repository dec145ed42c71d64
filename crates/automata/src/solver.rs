//! Operations on sets of tuples, and sentences decided with them.

mod evaluate;
mod lower;

pub(crate) use lower::too_deep;

use crate::automaton::{Automaton, union};
use crate::error::{Limits, Result};
use crate::explore::Graph;
use crate::numeration::{Comparison, LinearForm, Numeration, compare};
use crate::project::project;
use crate::smallest::{Assignment, smallest};
use crate::{Name, product};
use hashbrown::HashMap;

/// Decides formulas about numbers written in one numeration.
///
/// All automata given to it must be over that numeration.
#[derive(Debug)]
pub struct Solver {
    numeration: Numeration,
    limits: Limits,
    /// All tuples, by the number of tracks.
    tuples: Vec<Graph>,
    /// Comparisons done before, by coefficients and constant.
    compared: HashMap<(Vec<i128>, i128, Comparison), Graph>,
    fresh: usize,
}

/// The answer to a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The sentence is true.
    True,
    /// It is false. When it says "for all ..." the counterexample gives values for which the rest
    /// is false, those with the least sum (the first in order of quantifiers among them); else it
    /// is empty.
    False(Assignment),
}

impl Solver {
    /// A solver with the default limits.
    #[must_use]
    pub fn new(numeration: &Numeration) -> Self {
        Self::with_limits(numeration, Limits::default())
    }

    /// A solver that stops at the limits.
    #[must_use]
    pub fn with_limits(numeration: &Numeration, limits: Limits) -> Self {
        Self {
            numeration: numeration.clone(),
            limits,
            tuples: Vec::new(),
            compared: HashMap::new(),
            fresh: 0,
        }
    }

    /// How numbers are written.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// All tuples of numbers.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn all(&mut self, names: &[Name]) -> Result<Automaton> {
        let tracks = union(names, &[]);
        if self.tuples.is_empty() {
            self.tuples.push(Automaton::constant(self.numeration.radix(), true).graph);
        }
        while self.tuples.len() <= tracks.len() {
            let at = self.tuples.len() - 1;
            // names that sort like numbers
            let names: Vec<Name> = (0..at).map(|track| format!("{track:04}").into()).collect();
            let known = self.tracked(names, self.tuples[at].clone());
            let longer = self.and(&known, &self.numeration.numbers(&format!("{at:04}")))?;
            self.tuples.push(longer.graph);
        }
        Ok(self.tracked(tracks.clone(), self.tuples[tracks.len()].clone()))
    }

    fn tracked(&self, tracks: Vec<Name>, graph: Graph) -> Automaton {
        Automaton { radix: self.numeration.radix(), tracks, graph }
    }

    /// Tuples over the tracks of both whose parts belong to both.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn and(&mut self, left: &Automaton, right: &Automaton) -> Result<Automaton> {
        product::join(left, right, &self.limits)
    }

    /// Tuples over the tracks of both with a part that belongs to one of them.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn or(&mut self, left: &Automaton, right: &Automaton) -> Result<Automaton> {
        let tracks = union(&left.tracks, &right.tracks);
        let (left, right) = (self.widened(left, &tracks)?, self.widened(right, &tracks)?);
        product::merge(&left, &right, &self.limits)
    }

    /// Tuples over the tracks of both whose left part belongs to `left` and whose right part does
    /// not belong to `right`.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn minus(&mut self, left: &Automaton, right: &Automaton) -> Result<Automaton> {
        let tracks = union(&left.tracks, &right.tracks);
        let left = self.widened(left, &tracks)?;
        product::minus(&left, right, &self.limits)
    }

    /// Tuples that do not belong to the set.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn not(&mut self, automaton: &Automaton) -> Result<Automaton> {
        let all = self.all(&automaton.tracks)?;
        self.minus(&all, automaton)
    }

    /// Tuples over the other tracks that some numbers on the named tracks complete.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn exists(&mut self, names: &[Name], automaton: &Automaton) -> Result<Automaton> {
        project(automaton, names, &self.limits)
    }

    /// The set with further tracks, any numbers on them.
    fn widened(&mut self, automaton: &Automaton, tracks: &[Name]) -> Result<Automaton> {
        let missing: Vec<Name> =
            tracks.iter().filter(|name| !automaton.tracks.contains(name)).cloned().collect();
        if missing.is_empty() {
            return Ok(automaton.clone());
        }
        let all = self.all(&missing)?;
        self.and(automaton, &all)
    }

    /// `linear = 0` or `linear <= 0`.
    pub(crate) fn compare(
        &mut self,
        linear: &LinearForm,
        comparison: Comparison,
    ) -> Result<Automaton> {
        let tracks: Vec<Name> = linear.coefficients.keys().cloned().collect();
        let coefficients = linear.coefficients.values().copied().collect();
        let key = (coefficients, linear.constant, comparison);
        if let Some(graph) = self.compared.get(&key) {
            return Ok(self.tracked(tracks, graph.clone()));
        }
        let automaton = compare(&self.numeration, linear, comparison, &self.limits)?;
        self.compared.insert(key, automaton.graph.clone());
        Ok(automaton)
    }

    /// The tuple with the least sum, the first one in the order of `names` among several; `None`
    /// for an empty set. `names` are all tracks in any order.
    ///
    /// # Errors
    /// [`Error::Overflow`](crate::Error::Overflow) when its sum exceeds the known places of the
    /// numeration (2^100).
    pub fn smallest(&self, automaton: &Automaton, names: &[Name]) -> Result<Option<Assignment>> {
        let alike: Vec<(Name, i128)> = names.iter().map(|name| (name.clone(), 1)).collect();
        smallest(&self.numeration, automaton, &alike)
    }

    /// The tuple with the least sum of the values times their weights, the first one in the order
    /// of the names among several; `None` for an empty set. Weights are at least 1 and below 2^32.
    ///
    /// # Errors
    /// As [`Solver::smallest`].
    pub fn lightest(
        &self,
        automaton: &Automaton,
        weighted: &[(Name, i128)],
    ) -> Result<Option<Assignment>> {
        smallest(&self.numeration, automaton, weighted)
    }
}
