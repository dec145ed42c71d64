//! The values of an expression for all large numbers n of one residue class.
//!
//! There a number is (a n + b) / d, and a condition is always true or always false. Comparing two
//! such numbers decides for all n from some point on, which is remembered. A remainder is a constant
//! if the modulus of the class is fine enough; otherwise the reader says which modulus would be. A
//! single n is a special case: there every number is a constant.

mod affine;

pub use affine::Affine;

use crate::error::{too_large, unsupported};
use crate::{Error, Result};
use expr::ast::{Binary, Comparison, Expr, Fold, Item, Node, Unary, ValueOf};
use expr::print::Unbraced;
use message::{Message, message};
use std::collections::BTreeMap;

use crate::sequence::Sequence;
use affine::overflow;

/// Most elements of a set whose elements are looked at one by one.
const ELEMENTS: i128 = 1 << 16;
/// Most parts of expressions looked at, in all.
pub const STEPS: u64 = 50_000_000;
/// Binary logarithm of the steps between two looks at the clock.
const LOOK: u32 = 12;

/// Why an expression could not be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The classes modulo this multiple of the modulus must be looked at one by one.
    Finer(i128),
    /// In words.
    Refused(Error),
}

impl From<Error> for Trouble {
    fn from(why: Error) -> Self {
        Self::Refused(why)
    }
}

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Finer(_) => unsupported("a number has no value"),
            Trouble::Refused(why) => why,
        }
    }
}

/// A refusal in those words, as an error.
pub(crate) fn trouble<T>(why: impl Into<Message>) -> Result<T, Trouble> {
    Err(unsupported(why).into())
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Number(Affine),
    /// A condition.
    Truth(bool),
}

/// All n = `rest` modulo `modulus` with n >= `from`, and what names stand for there.
#[derive(Clone, Debug)]
pub struct Class<'a> {
    /// At least 1.
    pub modulus: i128,
    /// From 0 to `modulus` - 1.
    pub rest: i128,
    /// What was found holds from here on; comparisons raise it.
    pub from: i128,
    /// How many more parts of expressions may be looked at.
    pub steps: u64,
    /// What is known of the quantities of positions.
    pub known: Option<&'a Sequence>,
    /// n.
    here: Affine,
    names: BTreeMap<String, Affine>,
}

impl<'a> Class<'a> {
    /// The class, where `variable` is n.
    #[must_use]
    pub fn new(modulus: i128, rest: i128, variable: &str) -> Self {
        let here = Affine::shifted(0);
        let names = BTreeMap::from([(variable.to_owned(), here)]);
        Self { modulus, rest, from: 0, steps: STEPS, known: None, here, names }
    }

    /// Lets a name stand for a number, or for nothing; returns what it stood for.
    pub fn set(&mut self, name: &str, value: Option<Affine>) -> Option<Affine> {
        match value {
            Some(value) => self.names.insert(name.to_owned(), value),
            None => self.names.remove(name),
        }
    }

    /// Makes n one number: what follows holds there, whatever `from` says.
    pub fn at(&mut self, variable: &str, n: i128) {
        self.here = Affine::constant(n);
        self.set(variable, Some(self.here));
    }

    fn spend(&mut self, steps: usize) -> Result<(), Trouble> {
        let left = self.steps.checked_sub(steps as u64);
        // The clock is looked at every few thousand steps.
        let is_enough = |left: &u64| (left >> LOOK) == (self.steps >> LOOK) || !patience::is_over();
        self.steps =
            left.filter(is_enough).ok_or_else(|| too_large("it would take too much work"))?;
        Ok(())
    }

    /// The remainder of a number, which is the same everywhere.
    ///
    /// # Errors
    /// The class is too coarse.
    pub fn remainder(&self, number: Affine, modulus: i128) -> Result<i128, Trouble> {
        // from one n of the class to the next the number grows by rise * self.modulus / below
        let period = number.below.checked_mul(modulus).ok_or_else(overflow)?;
        let period = period / common(number.rise, period);
        if self.modulus % period != 0 {
            let finer = (self.modulus / common(self.modulus, period)).checked_mul(period);
            return Err(finer.map_or_else(overflow, Trouble::Finer));
        }
        Ok(number.at(self.rest).ok_or_else(overflow)?.rem_euclid(modulus))
    }

    /// Whether the comparison holds, from some n on.
    ///
    /// # Errors
    /// A number exceeds 128 bits.
    pub fn compare(
        &mut self,
        a: Affine,
        comparison: Comparison,
        b: Affine,
    ) -> Result<bool, Trouble> {
        let difference = a.plus(-1, b)?;
        if difference.rise == 0 {
            return Ok(comparison.holds(difference.constant, 0));
        }
        // beyond its zero it has the sign of its rise
        let holds = comparison.holds(difference.rise, 0);
        let zero = (-difference.constant).div_euclid(difference.rise);
        let at_zero = difference.at(zero) == Some(0) && comparison.holds(0, 0) == holds;
        self.from = self.from.max(if at_zero { zero } else { zero + 1 });
        Ok(holds)
    }

    /// The number an expression is.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn number(&mut self, e: &Expr) -> Result<Affine, Trouble> {
        match self.value(e)? {
            Value::Number(number) => Ok(number),
            Value::Truth(_) => trouble(message!("`{e}` is not a number")),
        }
    }

    /// Whether a condition is true.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn truth(&mut self, e: &Expr) -> Result<bool, Trouble> {
        match self.value(e)? {
            Value::Truth(truth) => Ok(truth),
            Value::Number(_) => trouble(message!("`{e}` is not a condition")),
        }
    }

    /// The elements of a set that are numbers of the same rise; `None` where their count grows.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn elements(&mut self, set: &Expr) -> Result<Option<Vec<Affine>>, Trouble> {
        match &set.node {
            Node::Set(list) => {
                list.iter().map(|e| self.number(e)).collect::<Result<_, _>>().map(Some)
            }
            Node::Range(lo, hi) => {
                let (lo, hi) = (self.number(lo)?, self.number(hi)?);
                let count = hi.plus(-1, lo)?;
                if count.rise != 0 {
                    let grows = self.compare(count, Comparison::Ge, Affine::constant(0))?;
                    return Ok(if grows { None } else { Some(Vec::new()) });
                }
                if count.constant >= ELEMENTS {
                    return Err(
                        too_large(message!("the range `{}` is too long", Unbraced(set))).into()
                    );
                }
                self.spend(usize::try_from(count.constant).unwrap_or(0))?;
                let all = (0..=count.constant).map(|k| lo.plus(1, Affine::constant(k)));
                all.collect::<Result<_, _>>().map(Some)
            }
            Node::Name(name) | Node::Call(name, _) => {
                trouble(message!("the set `{name}` is not listed"))
            }
            _ => trouble(message!("the set `{}` is not understood here", Unbraced(set))),
        }
    }

    /// The value of an expression; of `and`, `or`, `implies` and `if` only the parts that matter.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn value(&mut self, e: &Expr) -> Result<Value, Trouble> {
        let unknown = || trouble(message!("`{e}` is not understood here"));
        self.spend(1)?;
        Ok(match &e.node {
            Node::Int(value) => Value::Number(Affine::new(0, *value, 1)?),
            Node::Bool(truth) => Value::Truth(*truth),
            Node::Name(name) => match self.names.get(name) {
                Some(number) => Value::Number(*number),
                None => return unknown(),
            },
            Node::Unary(Unary::Neg, inner) => Value::Number(self.number(inner)?.times(-1)?),
            Node::Unary(Unary::Not, inner) => Value::Truth(!self.truth(inner)?),
            Node::Binary(operator, left, right) => {
                return self.binary(*operator, left, right);
            }
            Node::Compare(first, rest) => {
                let mut left = self.number(first)?;
                for (comparison, right) in rest {
                    let right = self.number(right)?;
                    if !self.compare(left, *comparison, right)? {
                        return Ok(Value::Truth(false));
                    }
                    left = right;
                }
                Value::Truth(true)
            }
            Node::Member(element, set) => Value::Truth(self.belongs(element, set)?),
            Node::If(condition, yes, no) => {
                let chosen = if self.truth(condition)? { yes } else { no };
                return self.value(chosen);
            }
            Node::Index(list, index) => {
                let Node::List(entries) = &list.node else { return unknown() };
                let index = self.number(index)?.as_constant();
                let entry = index.and_then(|at| entries.get(usize::try_from(at).ok()?));
                return entry.map_or_else(unknown, |entry| self.value(entry));
            }
            Node::Call(function, arguments) => match self.extreme(function, arguments)? {
                Some(best) => Value::Number(best),
                None => return unknown(),
            },
            Node::Fold(fold @ (Fold::Any | Fold::All), items) => {
                let wanted = *fold == Fold::Any;
                for item in items {
                    if self.some(item, 0, wanted)? {
                        return Ok(Value::Truth(wanted));
                    }
                }
                Value::Truth(!wanted)
            }
            Node::Value(of) if of.game.is_none() && !of.of_options => {
                return self.quantity(of)?.map_or_else(unknown, Ok);
            }
            _ => return unknown(),
        })
    }

    fn belongs(&mut self, element: &Expr, set: &Expr) -> Result<bool, Trouble> {
        let element = self.number(element)?;
        if let Node::Range(lo, hi) = &set.node {
            let (lo, hi) = (self.number(lo)?, self.number(hi)?);
            let above = self.compare(lo, Comparison::Le, element)?;
            return Ok(above && self.compare(element, Comparison::Le, hi)?);
        }
        let mut found = false;
        for other in self.elements(set)?.into_iter().flatten() {
            found |= self.compare(element, Comparison::Eq, other)?;
        }
        Ok(found)
    }

    /// The least or greatest of numbers, or the absolute value of one; `None` of other functions.
    fn extreme(&mut self, function: &str, all: &[Expr]) -> Result<Option<Affine>, Trouble> {
        let numbers = all.iter().map(|e| self.number(e));
        let mut numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        let comparison = match (function, all.len()) {
            ("min", 2..) => Comparison::Le,
            ("max", 2..) | ("abs", 1) => Comparison::Ge,
            _ => return Ok(None),
        };
        if function == "abs" {
            numbers.push(numbers[0].times(-1)?);
        }
        let mut best = numbers[0];
        for &other in &numbers[1..] {
            if !self.compare(best, comparison, other)? {
                best = other;
            }
        }
        Ok(Some(best))
    }

    /// A quantity of the position at hand, or of one of the same row; `None` of other positions.
    fn quantity(&mut self, of: &ValueOf) -> Result<Option<Value>, Trouble> {
        let Some(known) = self.known else {
            return trouble(message!("`{}` has no meaning in a rule", of.quantity.name()));
        };
        let position = match (of.position.as_deref(), &known.across) {
            (None, _) => self.here,
            (Some([sum]), across) => match (sum.as_slice(), across) {
                ([at], None) => self.number(at)?,
                ([at, across], Some((_, false, row))) | ([across, at], Some((_, true, row))) => {
                    if self.number(across)?.as_constant() != Some(*row) {
                        return trouble(message!("`{of}` is not in the row of the law"));
                    }
                    self.number(at)?
                }
                _ => return Ok(None),
            },
            (Some(_), _) => return Ok(None),
        };
        known.at(of.quantity, position, self).map(Some)
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Result<Value, Trouble> {
        let decided = match operator {
            Binary::And => Some((false, false)),
            Binary::Or => Some((true, true)),
            Binary::Implies => Some((false, true)),
            Binary::Iff => {
                let same = self.truth(left)? == self.truth(right)?;
                return Ok(Value::Truth(same));
            }
            _ => None,
        };
        if let Some((when, result)) = decided {
            if self.truth(left)? == when {
                return Ok(Value::Truth(result));
            }
            return Ok(Value::Truth(self.truth(right)?));
        }
        let (a, b) = (self.number(left)?, self.number(right)?);
        Ok(Value::Number(match (operator, a.as_constant(), b.as_constant()) {
            (Binary::Add, _, _) => a.plus(1, b)?,
            (Binary::Sub, _, _) => a.plus(-1, b)?,
            (Binary::Mul, Some(factor), _) => b.times(factor)?,
            (Binary::Mul, _, Some(factor)) => a.times(factor)?,
            (Binary::Div | Binary::Rem, _, Some(divisor @ 1..)) => {
                let rest = self.remainder(a, divisor)?;
                if operator == Binary::Rem {
                    Affine::constant(rest)
                } else {
                    a.less(rest)?.over(divisor)?
                }
            }
            (Binary::Xor, Some(a @ 0..), Some(b @ 0..)) => Affine::constant(a ^ b),
            _ => return trouble(message!("`{left}` and `{right}` are not combined here")),
        }))
    }

    /// Whether the condition of an item has that truth value for some choice of its variables.
    fn some(&mut self, item: &Item, bound: usize, wanted: bool) -> Result<bool, Trouble> {
        let Some(binder) = item.binders.get(bound) else {
            if let Some(guard) = &item.guard
                && !self.truth(guard)?
            {
                return Ok(false);
            }
            return Ok(self.truth(&item.body)? == wanted);
        };
        let Some(elements) = self.elements(&binder.set)? else {
            return trouble(message!("the range of `{}` grows with the position", binder.name));
        };
        let mut found = false;
        let hidden = self.names.get(&binder.name).copied();
        for element in elements {
            self.set(&binder.name, Some(element));
            found = self.some(item, bound + 1, wanted)?;
            if found {
                break;
            }
        }
        self.set(&binder.name, hidden);
        Ok(found)
    }
}

/// Looks at every residue class, of a modulus at most `most` that is fine enough. Returns what was
/// seen, by residue, and from where on it holds.
///
/// # Errors
/// What cannot be followed, in words.
pub fn every_class<'a, T>(
    most: i128,
    variable: &str,
    mut look: impl FnMut(&mut Class<'a>) -> Result<T, Trouble>,
) -> Result<(Vec<T>, i128)> {
    let (mut seen, mut modulus, mut from, mut steps) = (Vec::new(), 1, 0, STEPS);
    while (seen.len() as i128) < modulus {
        let mut class = Class::new(modulus, seen.len() as i128, variable);
        class.steps = steps;
        let result = look(&mut class);
        steps = class.steps;
        match result {
            Ok(found) => {
                seen.push(found);
                from = from.max(class.from);
            }
            Err(Trouble::Finer(finer)) if finer <= most => {
                modulus = finer;
                seen.clear();
            }
            Err(Trouble::Finer(_)) => {
                return Err(too_large(message!("there are more than {most} cases")));
            }
            Err(Trouble::Refused(why)) => return Err(why),
        }
    }
    Ok((seen, from))
}

/// The greatest common divisor, at least 1.
pub fn common(a: i128, b: i128) -> i128 {
    let common = arith::integer::gcd(a.unsigned_abs(), b.unsigned_abs());
    i128::try_from(common).unwrap_or(1).max(1)
}
