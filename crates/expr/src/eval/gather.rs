//! Lists and sets at run time: their elements, number of elements and membership.

use arith::NumberSet;
use arith::sequences::greedy_parts;
use message::{Message, message};

use super::EvalError;
use super::op::{Collection, ItemOp, Measure, Op};
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
    /// Lends out the entries of a list, or the elements of a set in ascending order.
    pub(super) fn with<T>(
        &mut self,
        collection: &Collection,
        read: impl FnOnce(&mut Self, &[i128]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let mut values = self.spare_list();
        self.extend(collection, &mut values)?;
        let result = read(self, &values);
        self.return_list(values);
        result
    }

    /// A number that all elements have together.
    #[inline(never)]
    pub(super) fn measure(&mut self, measure: Measure, all: &Collection) -> Result<i128, Stop> {
        if let (Measure::Size, Collection::Members(parts)) = (measure, all) {
            return Ok(self.members(parts)?.0.count_ones().into());
        }
        self.with(all, |_, values| match measure {
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
        lists: &(Collection, Collection),
    ) -> Result<i128, Stop> {
        let numbers: Vec<i128> =
            numbers.iter().map(|op| self.eval(op)).collect::<Result<_, _>>()?;
        self.with(&lists.0, |machine, first| {
            machine.with(&lists.1, |_, second| Ok(function.of_lists(&numbers, first, second)?))
        })
    }

    /// Whether the elements are the same.
    #[inline(never)]
    pub(super) fn are_equal(&mut self, pair: &(Collection, Collection)) -> Result<bool, Stop> {
        self.with(&pair.0, |machine, left| machine.with(&pair.1, |_, right| Ok(left == right)))
    }

    /// An element of a list; vectors count from 1.
    pub(super) fn index(&mut self, list: &Collection, index: &Op) -> Result<i128, Stop> {
        let index = self.eval(index)?;
        let place = || usize::try_from(index).ok();
        let length = match list {
            Collection::Items(items) => {
                if let Some(item) = place().and_then(|i| items.get(i)) {
                    return self.eval(item);
                }
                items.len()
            }
            Collection::Constant(values) => {
                if let Some(&value) = place().and_then(|i| values.get(i)) {
                    return Ok(value);
                }
                values.len()
            }
            Collection::Vector(slot, length) => {
                if 1 <= index && index <= *length as i128 {
                    return Ok(self.slot(slot + index as usize - 1));
                }
                *length
            }
            list => {
                let (found, length) = self.with(list, |_, values| {
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

    /// Appends the entries of a list, or the elements of a set in ascending order.
    pub(super) fn extend(
        &mut self,
        collection: &Collection,
        values: &mut Vec<i128>,
    ) -> Result<(), Stop> {
        let start = values.len();
        self.append(collection, values)?;
        check_length(values)?;
        self.charge(values.len() - start)
    }

    /// The same, without counting the work.
    fn append(&mut self, collection: &Collection, values: &mut Vec<i128>) -> Result<(), Stop> {
        let start = values.len();
        match collection {
            Collection::Items(items) => {
                for item in items {
                    let value = self.eval(item)?;
                    values.push(value);
                }
            }
            Collection::Constant(constants) => values.extend_from_slice(constants),
            Collection::Vector(slot, length) => {
                values.extend_from_slice(self.slots(*slot, *length));
            }
            Collection::Zeckendorf(n) => self.append_zeckendorf(n, values)?,
            Collection::GreedyParts(given) => self.append_parts(given, values)?,
            Collection::Fold(items) => self.append_items(items, values)?,
            Collection::Slice(parts) => self.append_slice(parts, values)?,
            Collection::Concat(parts) => {
                for part in parts {
                    self.extend(part, values)?;
                }
            }
            Collection::Reverse(list) => {
                self.extend(list, values)?;
                values[start..].reverse();
            }
            Collection::Options { quantity, negated } => {
                let found = self.context().options(*quantity)?;
                values
                    .extend(found.into_iter().map(|v| if *negated { (v == 0).into() } else { v }));
            }
            Collection::Range(lo, hi) => self.append_range(lo, hi, values)?,
            Collection::Numbers(NumberSet::Finite(numbers)) => {
                values.extend(numbers.iter().map(|&number| i128::from(number)));
            }
            // refused when compiling
            Collection::Numbers(_) | Collection::Powers(_) => {
                return Err(EvalError::TooMuchWork.into());
            }
            Collection::Members(parts) => {
                let (mut digits, lo) = self.members(parts)?;
                while digits != 0 {
                    values.push(lo + i128::from(digits.trailing_zeros()));
                    digits &= digits - 1;
                }
            }
            Collection::Heads => values.extend_from_slice(self.context().heads()?),
            Collection::Distinct(list) => {
                self.append(list, values)?;
                make_set(values, start);
            }
            Collection::Combine(operator, sets) => self.combine(*operator, sets, values)?,
            Collection::If(parts) => {
                let chosen = self.chosen(parts)?;
                self.extend(chosen, values)?;
            }
        }
        Ok(())
    }

    /// The one of two lists or sets that the condition chooses.
    fn chosen<'c>(
        &mut self,
        (condition, yes, no): &'c (Op, Collection, Collection),
    ) -> Result<&'c Collection, Stop> {
        Ok(if self.eval(condition)? != 0 { yes } else { no })
    }

    /// Appends the Fibonacci numbers that a number is the sum of.
    fn append_zeckendorf(&mut self, n: &Op, values: &mut Vec<i128>) -> Result<(), Stop> {
        let n = self.eval(n)?;
        if n < 0 {
            let why = message!("zeckendorf({n}): only for numbers >= 0");
            return Err(EvalError::Undefined(why).into());
        }
        arith::sequences::zeckendorf(n, values);
        Ok(())
    }

    /// Appends the parts of a number that is a sum of terms of a recurrence.
    fn append_parts(
        &mut self,
        (n, weights, terms): &(Op, Collection, Collection),
        values: &mut Vec<i128>,
    ) -> Result<(), Stop> {
        let n = self.eval(n)?;
        self.with(weights, |machine, weights| {
            machine.with(terms, |_, terms| {
                let found = if n >= 0 { greedy_parts(n, weights, terms, values) } else { None };
                found.ok_or_else(|| {
                    let why = Message::from(
                        "only for numbers >= 0, in terms that grow from 1 and weights >= 0",
                    );
                    EvalError::Undefined(message!("greedy_parts({n}, ...): {}", why)).into()
                })
            })
        })
    }

    fn append_items(&mut self, items: &[ItemOp], values: &mut Vec<i128>) -> Result<(), Stop> {
        self.items(items, &mut |value| {
            values.push(value);
            check_length(values)?;
            Ok(false)
        })?;
        Ok(())
    }

    fn append_slice(
        &mut self,
        (list, first, last): &(Collection, Op, Op),
        values: &mut Vec<i128>,
    ) -> Result<(), Stop> {
        let (first, last) = (self.eval(first)?, self.eval(last)?);
        if first > last {
            return Ok(());
        }
        // the only list that counts from 1
        let base = i128::from(matches!(list, Collection::Vector(..)));
        self.with(list, |_, all| {
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

    fn append_range(&mut self, lo: &Op, hi: &Op, values: &mut Vec<i128>) -> Result<(), Stop> {
        let (lo, hi) = (self.eval(lo)?, self.eval(hi)?);
        if hi.checked_sub(lo).is_none_or(|width| width >= LENGTH_LIMIT as i128) {
            return Err(EvalError::TooMuchWork.into());
        }
        values.extend(lo..=hi);
        Ok(())
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
        (left, right): &(Collection, Collection),
        values: &mut Vec<i128>,
    ) -> Result<(), Stop> {
        if operator == Binary::Add {
            let start = values.len();
            self.extend(left, values)?;
            self.extend(right, values)?;
            make_set(values, start);
            return Ok(());
        }
        let wanted = operator == Binary::BitAnd;
        // at most one of them has no end
        let (listed, tested) = if left.is_endless() { (right, left) } else { (left, right) };
        if tested.is_endless() {
            return self.with(listed, |machine, listed| {
                for &value in listed {
                    if machine.contains(tested, value)? == wanted {
                        values.push(value);
                    }
                }
                Ok(())
            });
        }
        self.with(listed, |machine, listed| {
            machine.with(tested, |_, tested| {
                let is_wanted = |value: &&i128| tested.binary_search(value).is_ok() == wanted;
                values.extend(listed.iter().filter(is_wanted));
                Ok(())
            })
        })
    }

    /// Whether the number is an element.
    pub(super) fn contains(&mut self, set: &Collection, element: i128) -> Result<bool, Stop> {
        Ok(match set {
            Collection::Range(lo, hi) => self.eval(lo)? <= element && element <= self.eval(hi)?,
            Collection::Distinct(list) => match &**list {
                Collection::Items(elements) => {
                    for candidate in elements {
                        if self.eval(candidate)? == element {
                            return Ok(true);
                        }
                    }
                    false
                }
                Collection::Fold(items) => self.items(items, &mut |value| Ok(value == element))?,
                list => self.contains(list, element)?,
            },
            Collection::Numbers(set) => {
                if *set == NumberSet::Primes && element > arith::primes::PROVEN_TO.cast_signed() {
                    let why = "primes are decided up to 3.3 * 10 ** 24".into();
                    return Err(EvalError::Unavailable(why).into());
                }
                set.contains(element)
            }
            Collection::Powers(base) => self.powers(base)?.contains(element),
            Collection::Heads => self.context().heads()?.contains(&element),
            Collection::Members(parts) => {
                let (digits, lo) = self.members(parts)?;
                let place = element.checked_sub(lo).and_then(|place| u32::try_from(place).ok());
                place.and_then(|place| digits.checked_shr(place)).is_some_and(|rest| rest & 1 == 1)
            }
            Collection::Combine(operator, sets) => {
                self.step()?;
                let left = self.contains(&sets.0, element)?;
                match operator {
                    Binary::Add => left || self.contains(&sets.1, element)?,
                    Binary::Sub => left && !self.contains(&sets.1, element)?,
                    _ => left && self.contains(&sets.1, element)?,
                }
            }
            Collection::If(parts) => {
                let chosen = self.chosen(parts)?;
                self.contains(chosen, element)?
            }
            list => self.with(list, |_, values| Ok(values.contains(&element)))?,
        })
    }
}
