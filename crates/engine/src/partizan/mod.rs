//! Partizan games: who wins when Left or Right starts, and exact values of positions that are
//! numbers.
//!
//! [`crate::valuation`] has the theory, and finds stops by search; [`dense`] finds those of a whole box
//! in evaluation order, [`judge`] answers for single sums, [`columns`] for tables and [`answer`] for
//! one position with its winning moves.

mod answer;
mod columns;
mod dense;
mod judge;
mod listing;

pub use answer::{PartizanAnswer, PartizanValue};
pub(crate) use judge::SumJudge;
