//! Exact evaluation: an expression is compiled once and run at many positions.
//!
//! Compiling resolves every name to a slot, checks that integers, conditions, lists and sets stand
//! where they may, and folds constants. Running walks the compiled tree on a [`Frame`]; integers
//! are checked 128-bit numbers, so a result is exact or an [`EvalError`].
//!
//! | code | mistake found when compiling |
//! |---|---|
//! | R101 | unknown name |
//! | R102 | unknown function |
//! | R103 | wrong number of arguments |
//! | R104 | a number, condition, list or set where something else is needed |
//! | R107 | something that must not stand here |
//! | R108 | a set without end where all its elements are needed |
//! | R109 | nested too deeply |

mod apply;
mod choose;
mod collection;
mod compile;
mod definitions;
mod error;
mod exact;
mod gather;
mod memory;
mod op;
mod resolve;
mod run;

use message::{Tell, message};
use std::collections::BTreeMap;

use arith::NumberSet;

use crate::ast::{Binder, Expr, GameRef, Quantity};
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;

pub use definitions::{Definitions, Let};
pub use error::{EvalError, NamedCall};
pub use resolve::{End, bound};
pub use run::Frame;

/// What the names in an expression stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Integers that change from one evaluation to the next: slot 0, 1, ... Of two with the same
    /// name the later hides the earlier.
    pub slots: Vec<String>,
    /// Vectors, counted from 1: name, slot of the first element, number of elements.
    pub vectors: Vec<(String, usize, usize)>,
    /// Everything that stays the same.
    pub constants: BTreeMap<String, Constant>,
}

/// A value that is known when an expression is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// An integer.
    Int(i128),
    /// A condition.
    Bool(bool),
    /// A list, counted from 0.
    List(Vec<i128>),
    /// A set of positive integers.
    Set(NumberSet),
    /// A word of a word parameter: compared by its index, handed to other games by its name.
    Word(i128, String),
}

impl Constant {
    /// What it is in an expression.
    fn kind(&self) -> Kind {
        match self {
            Self::Int(_) | Self::Word(..) => Kind::Number,
            Self::Bool(_) => Kind::Condition,
            Self::List(_) => Kind::List,
            Self::Set(_) => Kind::Set,
        }
    }
}

/// An argument for the parameter of another game, evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Passed {
    /// An integer.
    Int(i128),
    /// A set of positive integers.
    Set(NumberSet),
    /// A word, or any other name that means nothing here.
    Word(String),
    /// The name of a game.
    Game(String),
}

/// Another game, with its arguments in the order of [`GameRef::arguments`].
#[derive(Clone, Copy, Debug)]
pub struct GameUse<'a> {
    /// The reference as written.
    pub reference: &'a GameRef,
    /// Its arguments' values.
    pub arguments: &'a [Passed],
}

/// Where an expression gets what it does not compute itself.
pub trait Context {
    /// A quantity of the game at hand (`game` is `None`) or of another, at the position at hand
    /// (`position` is `None`) or at a sum of positions. Conditions are 1 or 0.
    ///
    /// # Errors
    /// When the quantity is not known there.
    fn value(
        &mut self,
        quantity: Quantity,
        game: Option<GameUse<'_>>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError> {
        let _ = (game, position);
        Err(EvalError::Unavailable(message!("`{}` is not known here", quantity.name())))
    }

    /// The quantity at every distinct option of the position at hand, in any order. Conditions are 1
    /// or 0.
    ///
    /// # Errors
    /// When there is no position at hand, or the quantity is not known at some option.
    fn options(&mut self, quantity: Quantity) -> Result<Vec<i128>, EvalError> {
        let name = quantity.name();
        Err(EvalError::Unavailable(message!(
            "`{name} of options` has no meaning without a position"
        )))
    }

    /// The integer that stands for a set in a position: the coordinate (counted from 0, the entries
    /// of a row one by one) of the game at hand or of another whose elements these are, ascending.
    ///
    /// # Errors
    /// When that coordinate is no set, or some element cannot belong to it.
    fn set_coordinate(
        &mut self,
        game: Option<GameUse<'_>>,
        coordinate: usize,
        elements: &[i128],
    ) -> Result<i128, EvalError> {
        let _ = (game, coordinate, elements);
        Err(EvalError::Unavailable("a set cannot be a coordinate here".into()))
    }

    /// The numbers of the coins that show heads, ascending.
    ///
    /// # Errors
    /// When there is no board, or its coins are not in one row.
    fn heads(&self) -> Result<&[i128], EvalError> {
        Err(EvalError::Unavailable("`heads` has no meaning without a board".into()))
    }

    /// Whether the coin shows heads.
    ///
    /// # Errors
    /// When there is no board.
    fn head(&mut self, coin: &[i128]) -> Result<bool, EvalError> {
        let _ = coin;
        Err(EvalError::Unavailable("`head` has no meaning without a board".into()))
    }
}

/// The context of expressions that speak of no game.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoContext;

impl Context for NoContext {}

/// A compiled integer or condition.
#[derive(Clone, Debug)]
pub struct Program {
    body: op::Body,
    definitions: Definitions,
    is_condition: bool,
}

impl Program {
    /// Compiles an integer or a condition.
    ///
    /// # Errors
    /// Every mistake in it: unknown names, conditions in place of integers, and the like.
    pub fn compile(
        expr: &Expr,
        names: &Names,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        Self::of(expr, None, names, definitions)
    }

    /// Compiles an integer.
    ///
    /// # Errors
    /// As [`Program::compile`]; also when it is a condition.
    pub fn compile_integer(
        expr: &Expr,
        names: &Names,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        Self::of(expr, Some(Kind::Number), names, definitions)
    }

    /// Compiles a condition.
    ///
    /// # Errors
    /// As [`Program::compile`]; also when it is an integer.
    pub fn compile_condition(
        expr: &Expr,
        names: &Names,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        Self::of(expr, Some(Kind::Condition), names, definitions)
    }

    /// Compiles what must be a condition, or an integer, if that is said.
    fn of(
        expr: &Expr,
        wanted: Option<Kind>,
        names: &Names,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        let (body, kind) = compile::program(expr, wanted, names, definitions, false)?;
        let is_condition = kind == Kind::Condition;
        Ok(Self { body, definitions: definitions.clone(), is_condition })
    }

    /// Whether it is a condition.
    #[must_use]
    pub fn is_condition(&self) -> bool {
        self.is_condition
    }

    /// The value when it is the same everywhere and known without running.
    #[must_use]
    pub fn constant(&self) -> Option<i128> {
        match self.body.op {
            op::Op::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The value; of a condition 1 or 0. Slots the frame has not set are 0.
    ///
    /// # Errors
    /// When there is no value, or it cannot be computed within the limits.
    pub fn integer(&self, frame: &mut Frame, context: &mut dyn Context) -> Result<i128, EvalError> {
        run::run(&self.body, &self.definitions, frame, context, |machine| {
            machine.eval(&self.body.op)
        })
    }

    /// Whether the condition is true (an integer: whether it is not 0).
    ///
    /// # Errors
    /// As [`Program::integer`].
    pub fn condition(
        &self,
        frame: &mut Frame,
        context: &mut dyn Context,
    ) -> Result<bool, EvalError> {
        Ok(self.integer(frame, context)? != 0)
    }
}

/// The compiled set of a variable that does not stand in a comprehension.
#[derive(Clone, Debug)]
pub struct Choices {
    item: op::ItemOp,
    body: op::Body,
    definitions: Definitions,
}

impl Choices {
    /// Compiles the set of `binders[0]`; `guard` and the later binders serve to bound a set without
    /// end.
    ///
    /// # Errors
    /// Every mistake in it; a set without end that the guard does not bound.
    pub fn compile(
        binders: &[Binder],
        guard: Option<&Expr>,
        names: &Names,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        let (item, body) = compile::choices(binders, guard, names, definitions)?;
        Ok(Self { item, body, definitions: definitions.clone() })
    }

    /// The elements, in the set's order.
    ///
    /// # Errors
    /// When a bound has no value; [`EvalError::TooMuchWork`] when there are more than `most`.
    pub fn list(
        &self,
        most: usize,
        frame: &mut Frame,
        context: &mut dyn Context,
    ) -> Result<Vec<i128>, EvalError> {
        run::run(&self.body, &self.definitions, frame, context, |machine| {
            machine.elements(&self.item, most)
        })
    }
}

/// The value of an expression over constants alone.
///
/// # Errors
/// When it is not well formed ([`EvalError::Undefined`] with the first mistake) or has no value.
pub fn evaluate_constant(
    expr: &Expr,
    constants: &BTreeMap<String, Constant>,
) -> Result<i128, EvalError> {
    let names = Names { constants: constants.clone(), ..Names::default() };
    let program = Program::compile(expr, &names, &Definitions::default()).map_err(|mistakes| {
        EvalError::Undefined(mistakes.first().map(Tell::message).unwrap_or_default())
    })?;
    program.integer(&mut Frame::default(), &mut NoContext)
}

/// Whether a condition over constants alone is true; `None` where it is no such condition, or has
/// no value.
#[must_use]
pub fn constant_truth(condition: &Expr, constants: &BTreeMap<String, Constant>) -> Option<bool> {
    let names = Names { constants: constants.clone(), ..Names::default() };
    let program = Program::compile_condition(condition, &names, &Definitions::default()).ok()?;
    program.condition(&mut Frame::default(), &mut NoContext).ok()
}
