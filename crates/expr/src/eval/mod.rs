//! Exact evaluation: an expression is compiled once, names resolved to slots, and run many times.
//!
//! Integers are `i128` with every operation checked. Conditions are 1 or 0. `and`, `or`, `implies`,
//! `if`, `any`, `all` and `first` evaluate no more than they need.

mod compile;
mod function;
mod run;

use crate::ast::{Expr, Quantity};
use crate::diagnostic::Diagnostic;
use arith::NumberSet;
use std::collections::{BTreeMap, HashMap};

pub use compile::{Definitions, Program};

/// What a name stands for when it is no variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A number, a word's index, or a condition as 1 or 0.
    Int(i128),
    /// A list, counted from 0.
    List(Vec<i128>),
    /// A set.
    Set(NumberSet),
    /// The name of a game.
    Game(String),
}

/// A vector of slots, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// Its name.
    pub name: String,
    /// Slot of its first component.
    pub first: usize,
    /// Number of components.
    pub length: usize,
}

/// The names an expression may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Variables: the i-th is found in slot i.
    pub slots: Vec<String>,
    /// Vectors over those slots.
    pub vectors: Vec<Vector>,
    /// Everything else.
    pub constants: BTreeMap<String, Constant>,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// A number left 128 bits.
    #[error("a number leaves 128 bits")]
    Overflow,
    /// `//`, `/` or `%` by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A list has no such element.
    #[error("a list of {length} has no element {index}")]
    NoElement {
        /// The index asked for.
        index: i128,
        /// Length of the list.
        length: usize,
    },
    /// `min`, `max` or `first` over nothing.
    #[error("`{0}` of nothing")]
    Nothing(&'static str),
    /// A definition needs its own value: `f(0)`.
    #[error("{0} never ends: it needs its own value")]
    NeverEnds(String),
    /// A definition calls itself too deeply.
    #[error("{0} calls itself more than {DEEPEST} deep")]
    TooDeep(String),
    /// An argument a function does not take.
    #[error("{0}")]
    Undefined(String),
}

/// Deepest nesting of definitions.
pub const DEEPEST: usize = 200;

/// An argument for another game's parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameArgument {
    /// A number.
    Int(i128),
    /// A set.
    Set(NumberSet),
    /// A word or the name of a game.
    Word(String),
}

/// Another game with its arguments evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameCall {
    /// Its name.
    pub name: String,
    /// Parameter (positional when `None`) and value.
    pub arguments: Vec<(Option<String>, GameArgument)>,
}

/// What an expression may ask of the world around it.
pub trait Context {
    /// A quantity of a position: of the game at hand or another, at the position at hand or a sum.
    ///
    /// # Errors
    /// No such value; the sentence says why.
    fn value(
        &mut self,
        quantity: Quantity,
        game: Option<&GameCall>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError>;

    /// The heads of the board at hand.
    ///
    /// # Errors
    /// There is no board.
    fn heads(&self) -> Result<Vec<i128>, EvalError>;

    /// Whether the coin is heads.
    ///
    /// # Errors
    /// There is no board.
    fn head(&self, coin: &[i128]) -> Result<bool, EvalError>;
}

/// No position, no board: for expressions that speak of numbers only.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoContext;

impl Context for NoContext {
    fn value(
        &mut self,
        quantity: Quantity,
        _game: Option<&GameCall>,
        _position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError> {
        Err(EvalError::Undefined(format!("`{}` is not known here", quantity.name())))
    }

    fn heads(&self) -> Result<Vec<i128>, EvalError> {
        Err(EvalError::Undefined("there is no board here".into()))
    }

    fn head(&self, _coin: &[i128]) -> Result<bool, EvalError> {
        Err(EvalError::Undefined("there is no board here".into()))
    }
}

/// Storage for runs: the variables' values, and what definitions have returned so far.
///
/// A frame belongs to programs compiled with the same [`Definitions`] and context.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Values of the variables, in slot order.
    pub slots: Vec<i128>,
    memo: HashMap<(usize, Vec<i128>), Option<i128>>,
    depth: usize,
}

impl Frame {
    /// A frame with these variables.
    #[must_use]
    pub fn new(slots: Vec<i128>) -> Self {
        Self { slots, ..Self::default() }
    }

    /// Forgets what definitions have returned (they may speak of the position at hand).
    pub fn forget(&mut self) {
        self.memo.clear();
    }
}

/// The value of an expression that uses constants only.
///
/// # Errors
/// The expression uses other names or has no value, in words.
pub fn constant(e: &Expr, constants: &BTreeMap<String, Constant>) -> Result<i128, String> {
    let names = Names { constants: constants.clone(), ..Names::default() };
    let program = Program::compile(e, &names, &Definitions::default()).map_err(first_message)?;
    program.integer(&mut Frame::default(), &mut NoContext).map_err(|e| e.to_string())
}

fn first_message(diagnostics: Vec<Diagnostic>) -> String {
    diagnostics.into_iter().next().map(|d| d.message).unwrap_or_default()
}

#[cfg(test)]
mod tests;
