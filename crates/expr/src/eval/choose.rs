//! Comprehensions: `mex{...}`, `any{...}`, and the like.

use super::EvalError;
use super::op::{BinderOp, Collection, ItemOp, Op};
use super::run::{Machine, Stop};
use crate::ast::Fold;
use crate::function::Reduction;
use arith::NumberSet;

/// Before a range of this length or more is gone through, the guard is asked where it ends.
const LONG: i128 = 64;

/// What to do with the value of one choice; true ends the comprehension.
type Visit<'v> = &'v mut dyn FnMut(i128) -> Result<bool, EvalError>;

/// Visits the values in order; whether a visit ended it.
fn each<'m>(
    machine: &mut Machine<'m>,
    values: &[i128],
    mut choose: impl FnMut(&mut Machine<'m>, i128) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    for &value in values {
        if choose(machine, value)? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Machine<'_> {
    pub(super) fn fold(&mut self, fold: Fold, items: &[ItemOp]) -> Result<i128, Stop> {
        match fold {
            Fold::Any => Ok(self.items(items, &mut |value| Ok(value != 0))?.into()),
            Fold::All => Ok((!self.items(items, &mut |value| Ok(value == 0))?).into()),
            Fold::Count => {
                let mut count = 0;
                self.items(items, &mut |value| {
                    count += value;
                    Ok(false)
                })?;
                Ok(count)
            }
            Fold::First => {
                let mut first = None;
                self.items(items, &mut |value| {
                    first = Some(value);
                    Ok(true)
                })?;
                first.ok_or_else(|| EvalError::Nothing("first").into())
            }
            // compiled to a list or a set
            Fold::List | Fold::Set => {
                Err(EvalError::Undefined("a list is not a single value".into()).into())
            }
            Fold::Mex => self.mex(items),
            Fold::Sum => self.reduce(Reduction::Sum, items),
            Fold::Xor => self.reduce(Reduction::Xor, items),
            Fold::Min => self.reduce(Reduction::Min, items),
            Fold::Max => self.reduce(Reduction::Max, items),
        }
    }

    fn reduce(&mut self, reduction: Reduction, items: &[ItemOp]) -> Result<i128, Stop> {
        let mut result = None;
        self.items(items, &mut |value| {
            result = Some(reduction.next(result, value)?);
            Ok(false)
        })?;
        Ok(reduction.end(result)?)
    }

    fn mex(&mut self, items: &[ItemOp]) -> Result<i128, Stop> {
        let mut values: Vec<u64> = Vec::new();
        self.items(items, &mut |value| {
            // negative numbers never matter, and no mex reaches 2^64
            values.extend(u64::try_from(value));
            Ok(false)
        })?;
        Ok(arith::mex(values).into())
    }

    /// The values of an item's choices in order, at most `most`.
    pub(super) fn elements(&mut self, item: &ItemOp, most: usize) -> Result<Vec<i128>, Stop> {
        let mut values = Vec::new();
        self.item(item, 0, &mut |value| {
            if values.len() == most {
                return Err(EvalError::TooMuchWork);
            }
            values.push(value);
            Ok(false)
        })?;
        Ok(values)
    }

    /// Visits the value of every choice in order; whether the visitor ended it.
    pub(super) fn items(&mut self, items: &[ItemOp], visit: Visit<'_>) -> Result<bool, Stop> {
        for item in items {
            if self.item(item, 0, visit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where the guard says that a range ends. A bound that has no value is none: the guard itself may
    /// not come to it.
    fn end(&mut self, bound: Option<&Op>) -> Result<Option<i128>, Stop> {
        match bound.map(|bound| self.eval(bound)) {
            Some(Err(Stop::Error(_))) | None => Ok(None),
            Some(value) => value.map(Some),
        }
    }

    fn item(&mut self, item: &ItemOp, level: usize, visit: Visit<'_>) -> Result<bool, Stop> {
        let Some(binder) = item.binders.get(level) else {
            self.step()?;
            if let Some(guard) = &item.guard
                && self.eval(guard)? == 0
            {
                return Ok(false);
            }
            let value = self.eval(&item.body)?;
            return Ok(visit(value)?);
        };
        self.each_choice(binder, |machine, choice| {
            machine.step()?;
            machine.set_slot(binder.slot, choice);
            machine.item(item, level + 1, visit)
        })
    }

    /// Goes through the values of a variable in order; whether a choice ended it.
    #[inline]
    fn each_choice(
        &mut self,
        binder: &BinderOp,
        mut choose: impl FnMut(&mut Self, i128) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        match &binder.set {
            Collection::Range(lo, hi) => {
                let (mut lo, mut hi) = (self.eval(lo)?, self.eval(hi)?);
                if hi.saturating_sub(lo) >= LONG {
                    lo = self.end(binder.least.as_ref())?.map_or(lo, |least| lo.max(least));
                    hi = self.end(binder.most.as_ref())?.map_or(hi, |most| hi.min(most));
                }
                for choice in lo..=hi {
                    if choose(self, choice)? {
                        return Ok(true);
                    }
                }
            }
            Collection::Members(parts) => {
                let (mut digits, lo) = self.members(parts)?;
                while digits != 0 {
                    if choose(self, lo + i128::from(digits.trailing_zeros()))? {
                        return Ok(true);
                    }
                    digits &= digits - 1;
                }
            }
            Collection::Numbers(set) => return self.each_number(set, binder.most.as_ref(), choose),
            Collection::Powers(base) => {
                let set = self.powers(base)?;
                return self.each_number(&set, binder.most.as_ref(), choose);
            }
            set => {
                if let Collection::Distinct(list) = set
                    && let Collection::Items(elements) = &**list
                {
                    return self.each_element(elements, choose);
                }
                return self.with(set, |m, all| each(m, all, choose));
            }
        }
        Ok(false)
    }

    /// A set has each element once, however often it is written.
    #[inline]
    fn each_element(
        &mut self,
        elements: &[Op],
        mut choose: impl FnMut(&mut Self, i128) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        let mut seen = Vec::new();
        for element in elements {
            let choice = self.eval(element)?;
            if seen.contains(&choice) {
                continue;
            }
            seen.push(choice);
            if choose(self, choice)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[inline]
    fn each_number(
        &mut self,
        set: &NumberSet,
        most: Option<&Op>,
        mut choose: impl FnMut(&mut Self, i128) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        let most = most.map_or(Ok(i128::MAX), |most| self.eval(most))?;
        let mut next = set.next_above(0);
        while let Some(choice) = next.filter(|&choice| i128::from(choice) <= most) {
            if choose(self, choice.into())? {
                return Ok(true);
            }
            next = set.next_above(choice);
        }
        Ok(false)
    }
}
