//! Runs compiled trees.
//!
//! Definitions may call themselves to any depth, the machine's stack may not grow with it: where a
//! call would nest too deeply, the running evaluation is given up with [`Stop::Need`], the value it
//! lacked is computed first (on a list of pending calls that lies on the heap), and the evaluation
//! starts again, now finding that value remembered. A call that is needed while it is pending
//! depends on itself.

use std::sync::Arc;

use hashbrown::HashSet;

use super::apply::binary;
use super::definitions::{Definitions, Shared};
use super::error::NamedCall;
use super::memory::Memory;
use super::op::{ArgumentOp, Body, Collection, CoordinateOp, Op, ValueOp};
use super::{Context, EvalError, GameUse, Passed};
use crate::ast::{Binary, Comparison};
use arith::NumberSet;

/// How many levels of trees may be active at once on the machine's stack.
const HEIGHT_LIMIT: usize = 700;
/// How many calls may be pending: millions of calls in one another.
const PENDING_LIMIT: usize = 20_000;
/// The same in a hasty frame.
const PENDING_LIMIT_IN_HASTE: usize = 100;
/// How many values are remembered at most, unless the frame says otherwise; between runs they are dropped
/// earlier.
const MEMORY_LIMIT: usize = 10_000_000;
const MEMORY_KEPT: usize = 2_000_000;
/// Bytes that a remembered value takes, roughly.
const BYTES_OF_VALUE: u64 = 96;
/// Choices of comprehensions and calls in one run.
const STEP_LIMIT: u64 = 100_000_000;
/// Steps that a call is as dear as whose value is remembered.
const STEPS_OF_CALL: u64 = 32;
/// Steps between two looks at whether the work should end: a unit of work.
const POLL: u64 = 1 << 10;

/// The values of the slots, and what definitions have given so far.
///
/// One frame serves any number of programs, one at a time.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    slots: Vec<i128>,
    /// How many of the slots the caller has set.
    given: usize,
    is_hasty: bool,
    /// How many values are remembered from one run to the next; `None`: a few millions.
    room: Option<usize>,
    definitions: Definitions,
    memory: Vec<Memory>,
    remembered: usize,
    spare_lists: Vec<Vec<i128>>,
    spare_sums: Vec<Vec<Vec<i128>>>,
    /// Steps since the last look at whether the work should end.
    unspent: u64,
}

impl Frame {
    /// A frame with these slots.
    #[must_use]
    pub fn new(slots: Vec<i128>) -> Self {
        Self { given: slots.len(), slots, ..Self::default() }
    }

    /// A frame for expressions that may well make no sense: definitions that call themselves without
    /// end are given up after some 100 pending calls, not after thousands.
    #[must_use]
    pub fn hasty() -> Self {
        Self { is_hasty: true, ..Self::default() }
    }

    /// A frame for the values of definitions at many arguments, each of which needs the ones before: they
    /// are remembered as long as they fit this memory, in bytes. What needs more values than fit is
    /// given up, [`EvalError::TooLong`].
    #[must_use]
    pub fn within(memory: u64) -> Self {
        let room = usize::try_from(memory / BYTES_OF_VALUE).unwrap_or(usize::MAX);
        Self { room: Some(room), ..Self::default() }
    }

    /// Sets a slot.
    pub fn set(&mut self, slot: usize, value: i128) {
        if slot >= self.given {
            self.slots.truncate(self.given);
            self.slots.resize(slot + 1, 0);
            self.given = slot + 1;
        }
        self.slots[slot] = value;
    }

    /// Forgets the slots; what definitions have given is kept.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.given = 0;
    }

    /// Sets the slots from 0 on.
    pub fn set_all<T: Into<i128>>(&mut self, values: impl IntoIterator<Item = T>) {
        for (slot, value) in values.into_iter().enumerate() {
            self.set(slot, value.into());
        }
    }

    fn prepare(&mut self, definitions: &Definitions) {
        let other = !Arc::ptr_eq(&self.definitions.shared, &definitions.shared);
        if other || self.remembered > self.room.unwrap_or(MEMORY_KEPT) {
            self.definitions = definitions.clone();
            self.memory.clear();
            self.memory.resize_with(definitions.shared.bodies.len(), Memory::default);
            self.remembered = 0;
        }
    }
}

/// Why an evaluation stopped.
#[derive(Debug)]
pub(super) enum Stop {
    Error(Box<EvalError>),
    /// The value of this definition at these arguments is needed first.
    Need(Box<Call>),
}

type Call = (usize, Box<[i128]>);

impl From<EvalError> for Stop {
    fn from(error: EvalError) -> Self {
        Self::Error(Box::new(error))
    }
}

/// Runs a program: `evaluate` asks the machine for what the body is about.
pub(super) fn run<T>(
    body: &Body,
    definitions: &Definitions,
    frame: &mut Frame,
    context: &mut dyn Context,
    evaluate: impl Fn(&mut Machine<'_>) -> Result<T, Stop>,
) -> Result<T, EvalError> {
    frame.prepare(definitions);
    let shared = &*definitions.shared;
    let due = POLL.saturating_sub(frame.unspent);
    let mut machine = Machine { frame, shared, context, base: 0, height: 0, steps: 0, due };
    let outcome = loop {
        machine.begin(body, None);
        match evaluate(&mut machine) {
            Ok(value) => break Ok(value),
            Err(Stop::Error(error)) => break Err(*error),
            Err(Stop::Need(call)) => match machine.settle(*call) {
                Ok(()) => {}
                Err(why) => break Err(why),
            },
        }
    };
    machine.frame.unspent = POLL.saturating_sub(machine.due.saturating_sub(machine.steps));
    outcome
}

/// A running evaluation.
pub(super) struct Machine<'a> {
    frame: &'a mut Frame,
    shared: &'a Shared,
    context: &'a mut dyn Context,
    /// Where the slots of the running body begin.
    base: usize,
    height: usize,
    steps: u64,
    /// The step at which it asks again whether the work should end.
    due: u64,
}

impl Machine<'_> {
    /// Goes to the start of a body: a definition on its arguments, a program on the given slots.
    fn begin(&mut self, body: &Body, arguments: Option<&[i128]>) {
        self.frame.slots.truncate(self.frame.given);
        self.base = if arguments.is_some() { self.frame.given } else { 0 };
        self.frame.slots.extend_from_slice(arguments.unwrap_or_default());
        let end = self.base + body.slots;
        if self.frame.slots.len() < end {
            self.frame.slots.resize(end, 0);
        }
        self.height = body.height;
    }

    /// Computes and remembers the value of a call, and before it what it needs.
    fn settle(&mut self, call: Call) -> Result<(), EvalError> {
        let shared = self.shared;
        let limit = if self.frame.is_hasty { PENDING_LIMIT_IN_HASTE } else { PENDING_LIMIT };
        let mut pending = vec![call.clone()];
        let mut under_way: HashSet<Call> = std::iter::once(call).collect();
        while let Some((definition, arguments)) = pending.last() {
            let body = &shared.bodies[*definition];
            self.begin(body, Some(arguments));
            match self.eval(&body.op).and_then(|value| self.step().map(|()| value)) {
                Ok(value) => {
                    let Some((definition, arguments)) = pending.pop() else { break };
                    under_way.remove(&(definition, arguments.clone()));
                    self.count()?;
                    self.frame.memory[definition].insert(&arguments, value);
                }
                Err(Stop::Error(error)) => return Err(*error),
                Err(Stop::Need(call)) => {
                    if !under_way.insert((*call).clone()) {
                        return Err(EvalError::NeverEnds(self.call(&call)));
                    }
                    if pending.len() == limit {
                        return Err(EvalError::TooDeep(self.call(&pending[0])));
                    }
                    pending.push(*call);
                }
            }
        }
        Ok(())
    }

    /// Says of work without end which call it was.
    #[cold]
    fn named(&self, stop: Stop, definition: usize, start: usize, arity: usize) -> Stop {
        match stop {
            Stop::Error(error) if *error == EvalError::TooMuchWork => {
                let arguments = self.frame.slots.get(start..start + arity).unwrap_or_default();
                EvalError::TooLong(self.call(&(definition, arguments.into()))).into()
            }
            stop => stop,
        }
    }

    fn call(&self, (definition, arguments): &Call) -> NamedCall {
        let definition = self.shared.signatures[*definition].name.clone();
        NamedCall { definition, arguments: arguments.to_vec() }
    }

    /// Counts a value to be remembered.
    fn count(&mut self) -> Result<(), EvalError> {
        self.steps += STEPS_OF_CALL;
        if self.frame.remembered > self.frame.room.unwrap_or(MEMORY_LIMIT) {
            return Err(EvalError::TooMuchWork);
        }
        self.frame.remembered += 1;
        Ok(())
    }

    /// Counts a step.
    pub(super) fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        let is_over = self.steps >= self.due && self.is_over();
        if self.steps > STEP_LIMIT || is_over { Err(EvalError::TooMuchWork.into()) } else { Ok(()) }
    }

    #[cold]
    fn is_over(&mut self) -> bool {
        self.due = self.steps + POLL;
        patience::is_over()
    }

    /// An empty list, with memory from earlier where there is some.
    pub(super) fn spare_list(&mut self) -> Vec<i128> {
        let mut list = self.frame.spare_lists.pop().unwrap_or_default();
        list.clear();
        list
    }

    /// Keeps the memory of a list for [`Machine::spare_list`].
    pub(super) fn return_list(&mut self, list: Vec<i128>) {
        self.frame.spare_lists.push(list);
    }

    pub(super) fn context(&mut self) -> &mut dyn Context {
        self.context
    }

    pub(super) fn slot(&self, slot: usize) -> i128 {
        self.frame.slots[self.base + slot]
    }

    pub(super) fn slots(&self, first: usize, length: usize) -> &[i128] {
        let first = self.base + first;
        &self.frame.slots[first..first + length]
    }

    /// Counts the work of gathering this many values.
    pub(super) fn charge(&mut self, values: usize) -> Result<(), Stop> {
        self.steps += values as u64 / 8;
        if self.steps > STEP_LIMIT { Err(EvalError::TooMuchWork.into()) } else { Ok(()) }
    }

    pub(super) fn set_slot(&mut self, slot: usize, value: i128) {
        let base = self.base;
        self.frame.slots[base + slot] = value;
    }

    /// The value of a tree; leaves are most of them, and need no call.
    #[inline(always)]
    pub(super) fn eval(&mut self, op: &Op) -> Result<i128, Stop> {
        match op {
            Op::Const(value) => Ok(*value),
            Op::Slot(slot) => Ok(self.frame.slots[self.base + slot]),
            _ => self.compound(op),
        }
    }

    fn compound(&mut self, op: &Op) -> Result<i128, Stop> {
        Ok(match op {
            Op::Const(_) | Op::Slot(_) => return self.eval(op),
            Op::Neg(operand) => self.eval(operand)?.checked_neg().ok_or(EvalError::Overflow)?,
            Op::Not(operand) => i128::from(self.eval(operand)? == 0),
            Op::Binary(operator, operands) => {
                let left = self.eval(&operands.0)?;
                match operator {
                    Binary::And if left == 0 => 0,
                    Binary::Or if left != 0 => 1,
                    Binary::Implies if left == 0 => 1,
                    _ => binary(*operator, left, self.eval(&operands.1)?)?,
                }
            }
            Op::Compare(comparison, operands) => {
                let left = self.eval(&operands.0)?;
                comparison.holds(left, self.eval(&operands.1)?).into()
            }
            Op::Chain(first, rest) => self.chain(first, rest)?.into(),
            Op::Member(element, set) => {
                let element = self.eval(element)?;
                self.contains(set, element)?.into()
            }
            Op::If(parts) => {
                let (condition, yes, no) = &**parts;
                return if self.eval(condition)? != 0 { self.eval(yes) } else { self.eval(no) };
            }
            Op::Call1(function, argument) => function.apply(self.eval(argument)?)?,
            Op::Call2(function, arguments) => {
                let first = self.eval(&arguments.0)?;
                function.apply(first, self.eval(&arguments.1)?)?
            }
            Op::Call3(function, arguments) => {
                let [first, second, third] = &**arguments;
                let (first, second) = (self.eval(first)?, self.eval(second)?);
                function.apply(first, second, self.eval(third)?)?
            }
            Op::Reduce(reduction, arguments) => {
                let mut result = None;
                for argument in arguments {
                    let value = self.eval(argument)?;
                    result = Some(reduction.next(result, value)?);
                }
                reduction.end(result)?
            }
            Op::OfAll(measure, all) => self.measure(*measure, all)?,
            Op::Listed(function, numbers, lists) => self.listed(function, numbers, lists)?,
            Op::Equal(wanted, pair) => i128::from(self.are_equal(pair)? == *wanted),
            Op::Index(parts) => self.index(&parts.0, &parts.1)?,
            Op::Fold(fold, items) => self.fold(*fold, items)?,
            Op::Floor(exact) => self.floor(exact)?,
            Op::Define(definition, arguments) => self.define(*definition, arguments)?,
            Op::Value(value) => self.value(value)?,
            Op::Head(coin) => self.head(coin)?.into(),
        })
    }

    /// Whether all comparisons of neighbours hold; the first that does not ends it.
    fn chain(&mut self, first: &Op, rest: &[(Comparison, Op)]) -> Result<bool, Stop> {
        let mut left = self.eval(first)?;
        for (comparison, right) in rest {
            let right = self.eval(right)?;
            if !comparison.holds(left, right) {
                return Ok(false);
            }
            left = right;
        }
        Ok(true)
    }

    fn head(&mut self, coin: &[Op]) -> Result<bool, Stop> {
        let mut numbers = self.spare_list();
        for number in coin {
            numbers.push(self.eval(number)?);
        }
        let head = self.context.head(&numbers)?;
        self.return_list(numbers);
        Ok(head)
    }

    fn define(&mut self, definition: usize, arguments: &[Op]) -> Result<i128, Stop> {
        self.step()?;
        let shared = self.shared;
        let (body, signature) = (&shared.bodies[definition], &shared.signatures[definition]);
        let start = self.frame.slots.len();
        for argument in arguments {
            let value = self.eval(argument)?;
            self.frame.slots.push(value);
        }
        let key = &self.frame.slots[start..];
        let known =
            if signature.remembered { self.frame.memory[definition].get(key) } else { None };
        if let Some(value) = known {
            self.frame.slots.truncate(start);
            return Ok(value);
        }
        if self.height + body.height > HEIGHT_LIMIT && signature.remembered {
            return Err(Stop::Need(Box::new((definition, key.into()))));
        }
        self.frame.slots.resize(start + body.slots, 0);
        let caller = std::mem::replace(&mut self.base, start);
        self.height += body.height;
        let value = self.eval(&body.op);
        let value = value.map_err(|stop| self.named(stop, definition, start, arguments.len()))?;
        self.height -= body.height;
        self.base = caller;
        if signature.remembered {
            self.count()?;
            let Frame { slots, memory, .. } = &mut *self.frame;
            memory[definition].insert(&slots[start..start + arguments.len()], value);
        }
        self.frame.slots.truncate(start);
        Ok(value)
    }

    /// `powers(base)`.
    pub(super) fn powers(&mut self, base: &Op) -> Result<NumberSet, Stop> {
        let base = self.eval(base)?;
        Ok(NumberSet::Powers(i64::try_from(base).map_err(|_| EvalError::Overflow)?))
    }

    fn value(&mut self, value: &ValueOp) -> Result<i128, Stop> {
        let mut given = Vec::new();
        if let Some((_, arguments)) = &value.game {
            for argument in arguments {
                given.push(self.given(argument)?);
            }
        }
        let game = value.game.as_ref();
        let game = game.map(|(reference, _)| GameUse { reference, arguments: &given });
        let Some(components) = &value.position else {
            return Ok(self.context.value(value.quantity, game, None)?);
        };
        let mut sum = self.frame.spare_sums.pop().unwrap_or_default();
        sum.truncate(components.len());
        sum.resize_with(components.len(), Vec::new);
        for (position, coordinates) in sum.iter_mut().zip(components) {
            position.clear();
            for coordinate in coordinates {
                match coordinate {
                    CoordinateOp::One(op) => position.push(self.eval(op)?),
                    CoordinateOp::All(list) => self.extend(list, position)?,
                    CoordinateOp::Set(set) => {
                        let coordinate = position.len();
                        let value = self.with(set, |machine, elements| {
                            Ok(machine.context.set_coordinate(game, coordinate, elements)?)
                        })?;
                        position.push(value);
                    }
                }
            }
        }
        let result = self.context.value(value.quantity, game, Some(&sum))?;
        self.frame.spare_sums.push(sum);
        Ok(result)
    }

    fn given(&mut self, argument: &ArgumentOp) -> Result<Passed, Stop> {
        let element = |value: i128| i64::try_from(value).map_err(|_| EvalError::Overflow);
        Ok(match argument {
            ArgumentOp::Known(value) => value.clone(),
            ArgumentOp::Int(op) => Passed::Int(self.eval(op)?),
            ArgumentOp::Range(lo, hi) => {
                let (lo, hi) = (element(self.eval(lo)?)?, element(self.eval(hi)?)?);
                if hi.saturating_sub(lo.max(1)) > 1_000_000 {
                    return Err(EvalError::TooMuchWork.into());
                }
                Passed::Set(NumberSet::finite(lo.max(1)..=hi))
            }
            ArgumentOp::Powers(base) => Passed::Set(self.powers(base)?),
            ArgumentOp::Set(set) => {
                let numbers = self.with(set, |_, values| {
                    let numbers: Result<Vec<i64>, _> = values.iter().map(|&v| element(v)).collect();
                    Ok(numbers?)
                })?;
                Passed::Set(NumberSet::finite(numbers))
            }
        })
    }
}

impl Op {
    /// Whether computing it may cost more than remembering it: it calls definitions, or goes over
    /// a comprehension, or asks for a quantity.
    pub(super) fn is_costly(&self) -> bool {
        match self {
            Self::Const(_) | Self::Slot(_) => false,
            Self::Neg(a) | Self::Not(a) | Self::Call1(_, a) => a.is_costly(),
            Self::Binary(_, pair) | Self::Compare(_, pair) | Self::Call2(_, pair) => {
                pair.0.is_costly() || pair.1.is_costly()
            }
            Self::Call3(_, all) => all.iter().any(Self::is_costly),
            Self::If(parts) => parts.0.is_costly() || parts.1.is_costly() || parts.2.is_costly(),
            Self::Reduce(_, operands) => operands.iter().any(Self::is_costly),
            Self::Index(parts) => match &parts.0 {
                Collection::Constant(_) | Collection::Vector(..) => parts.1.is_costly(),
                _ => true,
            },
            _ => true,
        }
    }
}
