//! What a rule says, in the terms of theorems.
//!
//! A rule is read in three ways: as clauses over natural numbers whose conditions are formulas
//! ([`game`]), as the options of single numbers and of all large ones ([`heap`]), and as a shape with
//! a theorem of its own ([`code`], [`range`], [`take_away`], [`composed`]). Expressions become
//! formulas ([`reading`]), or affine functions of large numbers ([`eventual`]). What is not understood
//! is refused.
//!
//! ```
//! let kayles = meaning::code::Code::read("octal:0.77")?;
//! assert_eq!(kayles.digits(), [0, 7, 7]);
//! assert_eq!((kayles.taken(), kayles.heaps()), (2, 2));
//! # Ok::<(), meaning::Error>(())
//! ```

pub mod code;
pub mod composed;
pub mod elaborate;
pub mod elsewhere;
pub mod error;
pub mod eventual;
pub mod game;
pub mod heap;
pub mod range;
pub mod reading;
pub mod sequence;
pub mod source;
pub mod take_away;

pub use error::{Error, Result};
