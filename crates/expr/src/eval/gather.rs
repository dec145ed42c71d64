//! Lists and sets at run time: their elements, number of elements and membership.

use arith::NumberSet;
use arith::sequences::greedy_parts;

use super::EvalError;
use super::op::{CollectionOp, ItemOp, ListOp, Measure, Op, SetOp};
use super::run::{Machine, Stop};
use crate::ast::Binary;
use crate::function::Function;

/// Greatest length of a list and number of elements of a set.
const LENGTH_LIMIT: usize = 1_000_000;

/// An error when a list or set has become too long.
fn check_length(values: &[i128]) -> Result<(), EvalError> {
    if values.len() > LENGTH_LIMIT { Err(EvalError::TooMuchWork) } else { Ok(()) }
}

/// Sorts what was appended to `values` from `start` on, each value once.
fn make_set(values: &mut Vec<i128>, start: usize) {
    values[start..].sort_unstable();
    let mut kept = start;
    for i in start..values.len() {
        if i == start || values[i] != values[kept - 1] {
            values[kept] = values[i];
            kept += 1;
        }
    }
    values.truncate(kept);
}

impl Machine<'_> {
    /// Lends out the elements of a list.
    pub(super) fn with_list<T>(
        &mut self,
        list: &ListOp,
        read: impl FnOnce(&mut Self, &[i128]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let mut values = self.spare_list();
        self.extend_from_list(list, &mut values)?;
        let result = read(self, &values);
        self.return_list(values);
        result
    }

    /// Lends out the elements of a set in ascending order.
    pub(super) fn with_set<T>(
        &mut self,
        set: &SetOp,
        read: impl FnOnce(&mut Self, &[i128]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let mut values = self.spare_list();
        self.extend_from_set(set, &mut values)?;
        let result = read(self, &values);
        self.return_list(values);
        result
    }

    /// Lends out the elements of a list, or of a set in ascending order.
    pub(super) fn with_collection<T>(
        &mut self,
        collection: &CollectionOp,
        read: impl FnOnce(&mut Self, &[i128]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        match collection {
            CollectionOp::List(list) => self.with_list(list, read),
            CollectionOp::Set(set) => self.with_set(set, read),
        }
    }

    /// A number that all elements have together.
    #[inline(never)]
    pub(super) fn measure(&mut self, measure: Measure, all: &CollectionOp) -> Result<i128, Stop> {
        if let (Measure::Size, CollectionOp::Set(set)) = (measure, all)
            && let SetOp::Members(parts) = &**set
        {
            return Ok(self.members(parts)?.0.count_ones().into());
        }
        self.with_collection(all, |_, values| match measure {
            Measure::Size => Ok(values.len() as i128),
            // no mex of so few values reaches 2^64
            Measure::Mex => {
                Ok(arith::mex(values.iter().filter_map(|&v| u64::try_from(v).ok())).into())
            }
            Measure::Reduce(reduction) => Ok(reduction.over(values.iter().copied())?),
        })
    }

    /// A function of numbers and two lists.
    #[inline(never)]
    pub(super) fn listed(
        &mut self,
        function: &Function,
        numbers: &[Op],
        lists: &(CollectionOp, CollectionOp),
    ) -> Result<i128, Stop> {
        let numbers: Vec<i128> =
            numbers.iter().map(|op| self.eval(op)).collect::<Result<_, _>>()?;
        self.with_collection(&lists.0, |machine, first| {
            machine.with_collection(&lists.1, |_, second| {
                Ok(function.of_lists(&numbers, first, second)?)
            })
        })
    }

    /// Whether the elements are the same.
    #[inline(never)]
    pub(super) fn are_equal(&mut self, pair: &(CollectionOp, CollectionOp)) -> Result<bool, Stop> {
        self.with_collection(&pair.0, |machine, left| {
            machine.with_collection(&pair.1, |_, right| Ok(left == right))
        })
    }

    /// An element of a list; vectors count from 1.
    pub(super) fn index(&mut self, list: &ListOp, index: &Op) -> Result<i128, Stop> {
        let index = self.eval(index)?;
        let place = || usize::try_from(index).ok();
        let length = match list {
            ListOp::Items(items) => {
                if let Some(item) = place().and_then(|i| items.get(i)) {
                    return self.eval(item);
                }
                items.len()
            }
            ListOp::Constant(values) => {
                if let Some(&value) = place().and_then(|i| values.get(i)) {
                    return Ok(value);
                }
                values.len()
            }
            ListOp::Vector(slot, length) => {
                if 1 <= index && index <= *length as i128 {
                    return Ok(self.slot(slot + index as usize - 1));
                }
                *length
            }
            list => {
                let (found, length) = self.with_list(list, |_, values| {
                    Ok((place().and_then(|i| values.get(i).copied()), values.len()))
                })?;
                if let Some(value) = found {
                    return Ok(value);
                }
                length
            }
        };
        Err(EvalError::NoElement { index, length }.into())
    }

    /// Appends the elements of a list.
    pub(super) fn extend_from_list(
        &mut self,
        list: &ListOp,
        values: &mut Vec<i128>,
    ) -> Result<(), Stop> {
        let start = values.len();
        match list {
            ListOp::Items(items) => {
                for item in items {
                    let value = self.eval(item)?;
                    values.push(value);
                }
            }
            ListOp::Constant(constants) => values.extend_from_slice(constants),
            ListOp::Vector(slot, length) => values.extend_from_slice(self.slots(*slot, *length)),
            ListOp::Zeckendorf(n) => match self.eval(n)? {
                n if n < 0 => {
                    let why = format!("zeckendorf({n}): only for numbers >= 0");
                    return Err(EvalError::Undefined(why).into());
                }
                n => arith::sequences::zeckendorf(n, values),
            },
            ListOp::GreedyParts(given) => self.extend_from_parts(given, values)?,
            ListOp::Fold(items) => self.extend_from_items(items, values)?,
            ListOp::Slice(parts) => self.extend_from_slice(parts, values)?,
            ListOp::Concat(parts) => {
                for part in parts {
                    self.extend_from_list(part, values)?;
                }
            }
            ListOp::Reverse(list) => {
                self.extend_from_list(list, values)?;
                values[start..].reverse();
            }
            ListOp::If(parts) => {
                let (condition, yes, no) = &**parts;
                let list = if self.eval(condition)? != 0 { yes } else { no };
                self.extend_from_list(list, values)?;
            }
            ListOp::Collect(collection) => match &**collection {
                CollectionOp::List(list) => self.extend_from_list(list, values)?,
                CollectionOp::Set(set) => self.extend_from_set(set, values)?,
            },
            ListOp::Options(options) => {
                let found = self.context().options(options.quantity)?;
                let value = |v: i128| if options.negated { i128::from(v == 0) } else { v };
                values.extend(found.into_iter().map(value));
            }
        }
        check_length(values)?;
        self.charge(values.len() - start)
    }

    /// Appends the parts of a number that is a sum of terms of a recurrence.
    fn extend_from_parts(
        &mut self,
        (n, weights, terms): &(Op, CollectionOp, CollectionOp),
        values: &mut Vec<i128>,
    ) -> Result<(), Stop> {
        let n = self.eval(n)?;
        self.with_collection(weights, |machine, weights| {
            machine.with_collection(terms, |_, terms| {
                let found = if n >= 0 { greedy_parts(n, weights, terms, values) } else { None };
                found.ok_or_else(|| {
                    let why = "only for numbers >= 0, in terms that grow from 1 and weights >= 0";
                    EvalError::Undefined(format!("greedy_parts({n}, ...): {why}")).into()
                })
            })
        })
    }

    fn extend_from_items(&mut self, items: &[ItemOp], values: &mut Vec<i128>) -> Result<(), Stop> {
        self.items(items, &mut |value| {
            values.push(value);
            check_length(values)?;
            Ok(false)
        })?;
        Ok(())
    }

    fn extend_from_slice(
        &mut self,
        (list, first, last): &(ListOp, Op, Op),
        values: &mut Vec<i128>,
    ) -> Result<(), Stop> {
        let (first, last) = (self.eval(first)?, self.eval(last)?);
        if first > last {
            return Ok(());
        }
        // the only list that counts from 1
        let base = i128::from(matches!(list, ListOp::Vector(..)));
        self.with_list(list, |_, all| {
            let place = |index: i128| {
                let place = usize::try_from(index - base).ok().filter(|&place| place < all.len());
                place.ok_or(EvalError::NoElement { index, length: all.len() })
            };
            // an index that is no element may be far away
            if first < base {
                return Err(EvalError::NoElement { index: first, length: all.len() }.into());
            }
            values.extend_from_slice(&all[place(first)?..=place(last)?]);
            Ok(())
        })
    }

    /// Appends the elements of a set in ascending order.
    pub(super) fn extend_from_set(
        &mut self,
        set: &SetOp,
        values: &mut Vec<i128>,
    ) -> Result<(), Stop> {
        let start = values.len();
        match set {
            SetOp::Range(lo, hi) => {
                let (lo, hi) = (self.eval(lo)?, self.eval(hi)?);
                if hi.checked_sub(lo).is_none_or(|width| width >= LENGTH_LIMIT as i128) {
                    return Err(EvalError::TooMuchWork.into());
                }
                values.extend(lo..=hi);
            }
            SetOp::Elements(elements) => {
                for element in elements {
                    let value = self.eval(element)?;
                    values.push(value);
                }
                make_set(values, start);
            }
            SetOp::List(list) => {
                self.extend_from_list(list, values)?;
                make_set(values, start);
            }
            SetOp::Items(items) => {
                self.extend_from_items(items, values)?;
                make_set(values, start);
            }
            SetOp::Heads => values.extend_from_slice(self.context().heads()?),
            SetOp::Members(parts) => {
                let (mut digits, lo) = self.members(parts)?;
                while digits != 0 {
                    values.push(lo + i128::from(digits.trailing_zeros()));
                    digits &= digits - 1;
                }
            }
            SetOp::If(parts) => {
                let (condition, yes, no) = &**parts;
                let set = if self.eval(condition)? != 0 { yes } else { no };
                self.extend_from_set(set, values)?;
            }
            SetOp::Combine(operator, sets) => self.combine(*operator, sets, values)?,
            SetOp::Numbers(NumberSet::Finite(numbers)) => {
                values.extend(numbers.iter().map(|&number| i128::from(number)));
            }
            // refused when compiling
            SetOp::Numbers(_) | SetOp::Powers(_) => return Err(EvalError::TooMuchWork.into()),
        }
        check_length(values)?;
        self.charge(values.len() - start)
    }

    /// The digits of a set coordinate within its bounds, as a number, and its least element.
    pub(super) fn members(&mut self, (mask, lo, hi): &(Op, Op, Op)) -> Result<(u128, i128), Stop> {
        let (mask, lo, hi) = (self.eval(mask)?, self.eval(lo)?, self.eval(hi)?);
        let width = hi.saturating_sub(lo).saturating_add(1).clamp(0, 127);
        Ok((mask.cast_unsigned() & ((1 << width) - 1), lo))
    }

    fn combine(
        &mut self,
        operator: Binary,
        (left, right): &(SetOp, SetOp),
        values: &mut Vec<i128>,
    ) -> Result<(), Stop> {
        if operator == Binary::Add {
            let start = values.len();
            self.extend_from_set(left, values)?;
            self.extend_from_set(right, values)?;
            make_set(values, start);
            return Ok(());
        }
        let wanted = operator == Binary::BitAnd;
        // at most one of them has no end
        let (listed, tested) = if left.is_endless() { (right, left) } else { (left, right) };
        if tested.is_endless() {
            return self.with_set(listed, |machine, listed| {
                for &value in listed {
                    if machine.contains(tested, value)? == wanted {
                        values.push(value);
                    }
                }
                Ok(())
            });
        }
        self.with_set(listed, |machine, listed| {
            machine.with_set(tested, |_, tested| {
                let is_wanted = |value: &&i128| tested.binary_search(value).is_ok() == wanted;
                values.extend(listed.iter().filter(is_wanted));
                Ok(())
            })
        })
    }

    /// Whether the set contains the number.
    pub(super) fn contains(&mut self, set: &SetOp, element: i128) -> Result<bool, Stop> {
        Ok(match set {
            SetOp::Range(lo, hi) => self.eval(lo)? <= element && element <= self.eval(hi)?,
            SetOp::Elements(elements) => {
                for candidate in elements {
                    if self.eval(candidate)? == element {
                        return Ok(true);
                    }
                }
                false
            }
            SetOp::Numbers(set) => {
                if *set == NumberSet::Primes && element > arith::primes::PROVEN_TO.cast_signed() {
                    let why = "primes are decided up to 3.3 * 10 ** 24".to_owned();
                    return Err(EvalError::Unavailable(why).into());
                }
                set.contains(element)
            }
            SetOp::Powers(base) => self.powers(base)?.contains(element),
            SetOp::List(list) => self.with_list(list, |_, values| Ok(values.contains(&element)))?,
            SetOp::Heads => self.context().heads()?.contains(&element),
            SetOp::Items(items) => self.items(items, &mut |value| Ok(value == element))?,
            SetOp::Members(parts) => {
                let (digits, lo) = self.members(parts)?;
                let place = element.checked_sub(lo).and_then(|place| u32::try_from(place).ok());
                place.and_then(|place| digits.checked_shr(place)).is_some_and(|rest| rest & 1 == 1)
            }
            SetOp::Combine(operator, sets) => {
                let left = self.contains(&sets.0, element)?;
                match operator {
                    Binary::Add => left || self.contains(&sets.1, element)?,
                    Binary::Sub => left && !self.contains(&sets.1, element)?,
                    _ => left && self.contains(&sets.1, element)?,
                }
            }
            SetOp::If(parts) => {
                let (condition, yes, no) = &**parts;
                let set = if self.eval(condition)? != 0 { yes } else { no };
                self.contains(set, element)?
            }
        })
    }
}
