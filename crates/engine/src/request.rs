//! What can be asked of a game, and what it may use.

use expr::ast::Quantity;
use message::{Message, message};
use rule::ast::Heading;

/// How far a table goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// As far as the rule's `table` statement says.
    Usual,
    /// As far as the rule's `check` statement says.
    Check,
    /// This greatest value for every coordinate.
    All(i64),
    /// Greatest values by coordinate (or vector) name; the rest as usual.
    Named(Vec<(String, i64)>),
}

/// Which positions are tabulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positions {
    /// Every position of the box (for coins: boards with one head), by its coordinates.
    All,
    /// The starting positions, by their sizes, which are no coordinates even where a size has the
    /// name of one.
    Starts,
    /// Every board of the first coins in each direction.
    Boards(Vec<u32>),
}

/// How tables are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// The fastest that fits.
    Auto,
    /// The batched machine.
    Machine,
    /// The definition.
    Oracle,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its columns in order; none: those of the rule's `table` statement.
    pub columns: Vec<Heading>,
    /// How far.
    pub bounds: Bounds,
    /// Which positions.
    pub positions: Positions,
    /// How.
    pub kernel: Kernel,
}

impl Request {
    /// A quantity of the positions within bounds, by the fastest method.
    #[must_use]
    pub fn of(quantity: Quantity, bounds: Bounds, positions: Positions) -> Self {
        Self { columns: vec![quantity.into()], bounds, positions, kernel: Kernel::Auto }
    }
}

/// What a computation may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes.
    pub memory: u64,
}

impl Limits {
    /// Bytes a searched position takes, roughly.
    pub(crate) const POSITION: u64 = 160;

    /// How many positions a search may remember.
    pub(crate) fn searched(&self) -> usize {
        usize::try_from(self.memory / Self::POSITION).unwrap_or(usize::MAX)
    }
}

/// A number of bytes for people, in powers of 1000, rounded down.
#[must_use]
pub fn size(bytes: u128) -> String {
    rounded(bytes, |bytes, by| bytes / by)
}

/// What is needed and the limit below it, in words. What is needed is rounded up: the numbers differ.
pub(crate) fn too_much(bytes: u128, memory: u64) -> Message {
    let needed = rounded(bytes, u128::div_ceil);
    message!("about {needed}; the limit is {}", size(memory.into()))
}

fn rounded(bytes: u128, divide: fn(u128, u128) -> u128) -> String {
    const UNITS: [&str; 5] = ["bytes", "kB", "MB", "GB", "TB"];
    let (mut value, mut unit) = (bytes, 0);
    while value >= 10_000 && unit < UNITS.len() - 1 {
        value = divide(value, 1000);
        unit += 1;
    }
    format!("{value} {}", UNITS[unit])
}
