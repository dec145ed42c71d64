//! Decides quantifier-free conditions on natural numbers by products of automata.
//!
//! Numbers are read digit by digit in a numeration whose words are proved to be the greedy ones. A
//! condition has no solution if the product reaches no accepting tuple of states. The evidence for
//! an existential quantifier is a machine that covers every solution. Nothing is determinised,
//! projected or minimised here: this crate only checks what others construct.
//!
//! ```
//! use logic::formula::{Formula, Linear, Sign};
//! use logic::{numeration::Numeration, product::is_empty};
//!
//! // no natural number has 2x + 1 = 0
//! let odd = Linear { constant: 1, ..Linear::default() };
//! let odd = odd.plus(2, &Linear::variable(0)).expect("small numbers");
//! let base_2 = Numeration::base(2).expect("a base");
//! assert_eq!(is_empty(&base_2, 1, &Formula::compare(odd, Sign::Zero)), Ok(true));
//! ```

mod beatty;
mod eliminate;
mod error;
pub mod formula;
pub mod inequalities;
pub mod numeration;
pub mod product;

pub use error::{Error, Result};
