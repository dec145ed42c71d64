//! Kernels: methods much faster than the machine's, for rules of certain shapes.
//!
//! A kernel recognises its shape on a lowered rule or on compiled clauses; its table must equal the
//! machine's. To add one, write a [`Kernel`], which extends a column, or a [`WholeColumn`], and put
//! its recogniser into [`RECOGNISERS`] or [`WHOLE_COLUMNS`].

mod codes;
mod coins;
mod limits;
mod linear;
mod lines;
mod outcomes;
mod subtraction;
mod take_any;
mod three_way;
mod walk;

pub(crate) use limits::{LimitedStarts, WORDS as STONES_AND_A_LIMIT};
pub(crate) use outcomes::{ByRows, Outcomes, WORDS as ROWS_OF_BITS};

use crate::fold::Fold;
use crate::game::Game;
use crate::machine::cell::Cell;
use crate::machine::code::ClauseCode;
use crate::machine::run::{Code, Halt};
use crate::space::Space;
use crate::stop::Stop;
use kernels::Pulse;
use kernels::codes::{Follow, SparseSpace};
use kernels::period::Period;
use message::Message;
use std::fmt::Debug;

/// The proved period of a column that was extended, or why it was not to the end.
pub(crate) type Extended = Result<Option<Period>, Halt>;

/// A faster way to one column of a table.
pub(crate) trait Kernel: Debug {
    /// How, in words, for plans.
    fn words(&self) -> Message;

    /// Options the machine could look at in the same time; `None` where that depends on what is
    /// found on the way.
    fn steps(&self, space: &Space) -> Option<f64>;

    /// Bytes per cell at the peak.
    fn bytes(&self) -> u64;

    /// Whether a period may be proved.
    fn may_repeat(&self) -> bool {
        false
    }

    /// Appends the values of the cells that follow the given ones in storage order. It ends with
    /// the last cell, or sooner with a proved period, whose copies the other values are
    /// ([`Period::fill`]). The values do not depend on how long the prefix was.
    ///
    /// # Errors
    /// Why it ended before; the values found are kept.
    fn extend(&self, space: &Space, values: &mut Vec<u16>, pulse: Pulse<'_>) -> Extended;

    /// The sparse space of these values, of 0, 1, 2, ..., where there is one.
    fn sparse_space(&self, _values: &[u16]) -> Option<SparseSpace> {
        None
    }

    /// Whether there may be a way to values that does not keep them, whatever their number.
    fn may_follow(&self) -> bool {
        self.may_repeat()
    }

    /// A way to the values after these that does not keep them, in that many bytes, where there is one.
    fn follow(&self, _values: &[u16], _memory: u64) -> Option<Follow> {
        None
    }
}

/// Whether a kernel has a way to what the fold computes over a box that holds all options.
type Recogniser = fn(&Game, &Space, Fold) -> Option<Box<dyn Kernel>>;

/// The first that recognises the rule is taken.
const RECOGNISERS: [Recogniser; 2] = [codes::recognise, three_way::recognise];

/// The kernel for what the fold computes over a box that holds all options.
pub(crate) fn recognise(game: &Game, space: &Space, fold: Fold) -> Option<Box<dyn Kernel>> {
    if space.cap.is_some() {
        return None;
    }
    RECOGNISERS.iter().find_map(|recognise| recognise(game, space, fold))
}

/// Cells in storage order, those that were not reached unset, and why it ended early.
pub(crate) type Filling<T> = (Vec<T>, Option<Halt>);

/// A faster way to a whole column, all at once.
pub(crate) trait WholeColumn {
    /// How the table is computed, in words.
    fn words(&self) -> Message;

    /// About how many steps it takes, each like looking at one option.
    fn steps(&self, code: &Code) -> f64;

    /// Whether every cell of a table that did not stop has a value.
    fn is_whole(&self) -> bool {
        false
    }

    /// Whether cells with the same coordinates in another order are copies of each other.
    fn is_mirrored(&self) -> bool {
        false
    }

    /// The table in 16-bit values; `None` when the machine must do it after all.
    fn narrow(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u16>>;

    /// The table in 32-bit values, for one that does not fit 16 bits.
    fn wide(&self, _code: &Code, _pulse: Pulse<'_>) -> Option<Filling<u32>> {
        None
    }
}

/// Recognises a shape in a game and its code, for one fold.
type WholeRecogniser = fn(&Game, &Code, Fold) -> Option<Box<dyn WholeColumn>>;

/// All shapes; the first that fits is taken where no [`Kernel`] does.
const WHOLE_COLUMNS: [WholeRecogniser; 6] = [
    |_, code, fold| subtraction::recognise(code, fold),
    |_, code, fold| coins::recognise(code, fold),
    |_, code, fold| limits::recognise(code, fold),
    |_, code, fold| lines::recognise(code, fold),
    take_any::recognise,
    |_, code, fold| outcomes::recognise(code, fold),
];

/// What fills a column of a box that holds all options.
pub(crate) enum Filler {
    /// A kernel that extends it.
    Kernel(Box<dyn Kernel>),
    /// One that computes the whole of it.
    Whole(Box<dyn WholeColumn>),
    /// The batched machine.
    Machine,
}

impl Filler {
    /// The fastest for what the fold computes.
    ///
    /// # Errors
    /// The moves cannot be compiled.
    pub(crate) fn new(game: &Game, space: &Space, fold: Fold) -> Result<Self, Stop> {
        match recognise(game, space, fold) {
            Some(kernel) => Ok(Self::Kernel(kernel)),
            None => Ok(Self::of_code(game, &*game.code(space)?, fold)),
        }
    }

    /// The fastest that computes all of it at once.
    pub(crate) fn of_code(game: &Game, code: &Code, fold: Fold) -> Self {
        if code.space.cap.is_some() {
            return Self::Machine;
        }
        let whole = WHOLE_COLUMNS.iter().find_map(|recognise| recognise(game, code, fold));
        whole.map_or(Self::Machine, Self::Whole)
    }

    /// How, in words.
    pub(crate) fn words(&self) -> Message {
        match self {
            Self::Kernel(kernel) => kernel.words(),
            Self::Whole(whole) => whole.words(),
            Self::Machine => "batched machine".into(),
        }
    }
}

/// A column of `length` cells from the values found of it, unless one does not fit.
fn filling<T: Cell>(
    values: Vec<u32>,
    length: usize,
    result: Result<(), kernels::Halt>,
) -> Filling<T> {
    match values.into_iter().map(T::store).collect::<Option<Vec<T>>>() {
        Some(mut cells) => {
            cells.resize(length, T::UNSET);
            (cells, halt(result))
        }
        None => (Vec::new(), Some(Halt::Overflow)),
    }
}

/// Whether nothing but the quantifiers says when the move is allowed.
fn is_free(clause: &ClauseCode) -> bool {
    !clause.when_stuck && clause.inner_guards.is_empty() && clause.guards.iter().all(Vec::is_empty)
}

/// Why a kernel stopped, as the machine says it.
fn halt(result: Result<(), kernels::Halt>) -> Option<Halt> {
    result.err().map(Halt::from)
}

impl From<kernels::Halt> for Halt {
    fn from(halt: kernels::Halt) -> Self {
        match halt {
            kernels::Halt::Interrupted => Self::Interrupted,
            kernels::Halt::Overflow => Self::Overflow,
        }
    }
}
