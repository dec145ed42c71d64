//! Partizan games: who wins when Left or Right starts, and exact values of positions that are
//! numbers.
//!
//! [`stops`] is the theory: all that comparing a game with numbers can tell follows from the same
//! of its options. [`valuation`] finds stops by search, [`dense`] those of a whole box in
//! evaluation order, [`judge`] answers for single sums, [`columns`] for tables and [`answer`] for
//! one position with its winning moves.

mod answer;
mod columns;
mod dense;
mod judge;
mod listing;
mod stops;
mod valuation;

pub use answer::{PartizanAnswer, PartizanValue};
pub(crate) use judge::Judge;
pub use stops::Outcome;
pub(crate) use stops::{BYTES_A_CELL, Bounds, Stops};
pub(crate) use valuation::{Options, Valuation};
