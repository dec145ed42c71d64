//! Kernels: shapes of rules that have a much faster way than the machine's.
//!
//! A kernel recognises its shape on compiled clauses; its table must equal the machine's.

mod coins;
mod limits;
mod linear;
mod lines;
mod subtraction;
mod three_way;
mod walk;

pub(crate) use limits::WORDS as STONES_AND_A_LIMIT;

use crate::machine::run::{Code, Fold, Halt};
use crate::progress::Progress;

/// Cells in storage order, those that were not reached unset, and why it ended early.
pub(crate) type Filling<T> = (Vec<T>, Option<Halt>);

/// A shape that was recognised: a faster way to one table.
pub(crate) trait Shape {
    /// How the table is computed, in words.
    fn words(&self) -> String;

    /// About how many steps it takes, each like looking at one option.
    fn steps(&self, code: &Code) -> f64;

    /// The table in 16-bit values; `None` when the machine must do it after all.
    fn narrow(&self, code: &Code, progress: &dyn Progress) -> Option<Filling<u16>>;

    /// The table in 32-bit values, for one that does not fit 16 bits.
    fn wide(&self, _code: &Code, _progress: &dyn Progress) -> Option<Filling<u32>> {
        None
    }
}

/// Recognises a shape in the code of a game, for one fold.
type Recogniser = fn(&Code, Fold) -> Option<Box<dyn Shape>>;

/// All shapes; the first that fits is taken.
const RECOGNISERS: [Recogniser; 5] = [
    three_way::recognise,
    subtraction::recognise,
    coins::recognise,
    limits::recognise,
    lines::recognise,
];

/// The fastest way to a table, where there is one beside the machine.
pub(crate) fn recognise(code: &Code, fold: Fold) -> Option<Box<dyn Shape>> {
    RECOGNISERS.iter().find_map(|recognise| recognise(code, fold))
}

/// Why a kernel stopped, as the machine says it.
fn halt(result: Result<(), kernels::Halt>) -> Option<Halt> {
    match result {
        Ok(()) => None,
        Err(kernels::Halt::Interrupted) => Some(Halt::Interrupted),
        Err(kernels::Halt::Overflow) => Some(Halt::Overflow),
    }
}
