//! Values of sums by several searches, tried in turn.

use super::expand::{Effort, Search, Sums};
use super::misere::Forms;
use super::packed::packed;
use super::position::{Component, Single, Wholes};
use super::{Result, Rules};
use crate::fold::Fold;
use crate::progress::Progress;
use crate::stop::SearchStop;

/// A search of the values of sums.
pub(crate) trait Valued {
    /// The value of a sum; `None` where the search is not made for it.
    fn value_of(&mut self, sum: &[Component]) -> Result<Option<u32>>;

    /// Whether no other search need be tried after one that stopped so.
    fn is_final(&self, stop: &SearchStop) -> bool;
}

impl<E: Sums> Valued for Search<'_, E> {
    fn value_of(&mut self, sum: &[Component]) -> Result<Option<u32>> {
        let key = self.expand.key_of(sum)?;
        key.map(|key| self.value(&key)).transpose()
    }

    fn is_final(&self, stop: &SearchStop) -> bool {
        E::is_final(stop)
    }
}

/// Searches of the same value, the fastest first. One that fails is not tried again; the last is
/// made for every sum and says what is wrong with it.
pub(crate) struct Searches<'g> {
    in_turn: Vec<Box<dyn Valued + 'g>>,
    /// Whether components are searched one by one and their values combined by xor.
    are_separate: bool,
}

impl<'g> Searches<'g> {
    /// Searches of sums as they stand, or of what they are equal to in play of this kind.
    pub(crate) fn of_sums(
        rules: &'g Rules,
        fold: Fold,
        effort: Effort,
        progress: &'g dyn Progress,
    ) -> Self {
        let mut in_turn: Vec<_> =
            packed(rules, (fold, false), effort, progress).into_iter().collect();
        // What is listed to simplify components is not counted.
        let is_misere = fold == Fold::Outcome { stuck: 1 } && effort.options == usize::MAX;
        if is_misere && rules.moves_are_alone() {
            let forms = Forms::new(rules, effort.positions);
            in_turn.push(Box::new(Search::new(forms, fold, effort, progress)));
        }
        in_turn.push(Box::new(Search::new(Wholes::new(rules), fold, effort, progress)));
        Self { in_turn, are_separate: false }
    }

    /// Searches of Grundy values where they decide sums ([`Rules::decomposes`]).
    pub(crate) fn of_components(
        rules: &'g Rules,
        effort: Effort,
        progress: &'g dyn Progress,
    ) -> Self {
        let plain = Search::new(Single::new(rules), Fold::Mex, effort, progress);
        let packed = packed(rules, (Fold::Mex, true), effort, progress);
        let in_turn = packed.into_iter().chain([Box::new(plain) as Box<dyn Valued>]).collect();
        Self { in_turn, are_separate: true }
    }

    /// The value of a sum.
    pub(crate) fn value(&mut self, sum: &[Component]) -> Result<u32> {
        if !self.are_separate {
            return self.first_value(sum);
        }
        sum.iter().try_fold(0, |total, component| {
            Ok(total ^ self.first_value(std::slice::from_ref(component))?)
        })
    }

    /// The value that the first search made for the sum finds.
    fn first_value(&mut self, sum: &[Component]) -> Result<u32> {
        let mut place = 0;
        while place + 1 < self.in_turn.len() {
            let search = &mut self.in_turn[place];
            match search.value_of(sum) {
                Ok(Some(value)) => return Ok(value),
                Err(stop) if search.is_final(&stop) => return Err(stop),
                Ok(None) => place += 1,
                Err(_) => {
                    self.in_turn.remove(place);
                }
            }
        }
        self.in_turn[place].value_of(sum)?.ok_or(SearchStop::NoPosition)
    }
}
