//! Exact arithmetic of the field: mex, nim-product, generated number sets, quadratic irrationals,
//! dyadic rationals, functions of digits.
//!
//! Everything is exact. A result that does not fit is an error, never a rounded or wrapped number;
//! nothing here uses floating point (see [`float`], which models it on integers).
//!
//! ```
//! use arith::{mex, nim_product};
//!
//! assert_eq!(mex([0, 1, 3]), 2);
//! assert_eq!(nim_product(2, 3), 1);
//! ```

pub mod calendar;
pub mod divisors;
pub mod dyadic;
pub mod float;
pub mod graph;
pub mod integer;
pub mod modular;
pub mod named;
pub mod nim;
pub mod numeration;
pub mod primes;
pub mod quadratic;
pub mod recurrences;
pub mod sequences;
pub mod sets;

pub use dyadic::Dyadic;
use message::{Message, Tell};
pub use nim::{mex, nim_product};
pub use quadratic::Quadratic;
pub use sets::NumberSet;

/// The exact result does not fit the integers used (128 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

impl Tell for Overflow {
    fn message(&self) -> Message {
        "a number exceeds 128 bits".into()
    }
}

message::error!(Overflow);
