//! Values of sums by several searches, tried in turn.

use super::expand::{Search, SearchLimits, Sums};
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

    /// Whether a sum has that value; `None` where the search is not made for it.
    fn has_value(&mut self, sum: &[Component], value: u32) -> Result<Option<bool>> {
        Ok(self.value_of(sum)?.map(|own| own == value))
    }

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

/// A search that another one follows unless it is stopped on request.
struct Tried<'g>(Box<dyn Valued + 'g>);

impl Valued for Tried<'_> {
    fn value_of(&mut self, sum: &[Component]) -> Result<Option<u32>> {
        self.0.value_of(sum)
    }

    fn is_final(&self, stop: &SearchStop) -> bool {
        *stop == SearchStop::Interrupted
    }
}

/// Positions searched as they stand before they are taken apart.
const TRIED: usize = 1 << 16;

/// Searches of the same value, the fastest first. One that fails is not tried again; the last is
/// made for every sum and says what is wrong with it.
pub(crate) struct Searches<'g> {
    in_turn: Vec<Box<dyn Valued + 'g>>,
    /// Whether components are searched one by one and their values combined by xor.
    are_separate: bool,
}

impl<'g> Searches<'g> {
    /// Searches of sums as they stand, or of what they are equal to in play of this kind; another one is
    /// tried before large sums are searched.
    pub(crate) fn of_sums(
        rules: &'g Rules,
        fold: Fold,
        parted: Option<Box<dyn Valued + 'g>>,
        limits: SearchLimits,
        progress: &'g dyn Progress,
    ) -> Self {
        let packed = |limits| packed(rules, fold, false, limits, progress);
        let small = parted.as_ref().and_then(|_| {
            let small = packed(SearchLimits { positions: limits.positions.min(TRIED), ..limits })?;
            Some(Box::new(Tried(small)) as Box<dyn Valued>)
        });
        let mut in_turn: Vec<_> = small.into_iter().chain(parted).chain(packed(limits)).collect();
        if fold == (Fold::Outcome { stuck: 1 }) && rules.moves_are_alone() {
            // As many options again are listed to simplify components.
            let listed = limits.positions.min(limits.options);
            let forms = Forms::new(Single::new(rules), listed);
            in_turn.push(Box::new(Search::new(forms, fold, limits, progress)));
        }
        in_turn.push(Box::new(Search::new(Wholes::new(rules), fold, limits, progress)));
        Self { in_turn, are_separate: false }
    }

    /// Searches of Grundy values where they decide sums ([`Rules::decomposes`]), after another one that
    /// is tried `first`.
    pub(crate) fn of_components(
        rules: &'g Rules,
        first: Option<Box<dyn Valued + 'g>>,
        limits: SearchLimits,
        progress: &'g dyn Progress,
    ) -> Self {
        let plain = Search::new(Single::new(rules), Fold::Mex, limits, progress);
        let packed = packed(rules, Fold::Mex, true, limits, progress);
        let in_turn = first.into_iter().chain(packed);
        let in_turn = in_turn.chain([Box::new(plain) as Box<dyn Valued>]).collect();
        Self { in_turn, are_separate: true }
    }

    /// The value of a sum.
    pub(crate) fn value(&mut self, sum: &[Component]) -> Result<u32> {
        if !self.are_separate {
            return self.first(&mut |search| search.value_of(sum));
        }
        sum.iter().try_fold(0, |total, component| {
            let component = std::slice::from_ref(component);
            Ok(total ^ self.first(&mut |search| search.value_of(component))?)
        })
    }

    /// Whether a sum has that value.
    pub(crate) fn has_value(&mut self, sum: &[Component], value: u32) -> Result<bool> {
        match sum.split_last() {
            Some((last, others)) if self.are_separate => {
                let rest = value ^ self.value(others)?;
                self.first(&mut |search| search.has_value(std::slice::from_ref(last), rest))
            }
            _ => Ok(self.value(sum)? == value),
        }
    }

    /// What the first search made for it tells.
    fn first<T>(
        &mut self,
        told: &mut dyn FnMut(&mut (dyn Valued + 'g)) -> Result<Option<T>>,
    ) -> Result<T> {
        let mut place = 0;
        while place + 1 < self.in_turn.len() {
            let search = &mut *self.in_turn[place];
            match told(search) {
                Ok(Some(value)) => return Ok(value),
                Err(stop) if search.is_final(&stop) => return Err(stop),
                Ok(None) => place += 1,
                Err(_) => {
                    self.in_turn.remove(place);
                }
            }
        }
        told(&mut *self.in_turn[place])?.ok_or(SearchStop::NoPosition)
    }
}
