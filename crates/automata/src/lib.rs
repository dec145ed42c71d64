//! Finite automata over addable numeration systems: first-order sentences about natural numbers
//! decided, with witnesses and counterexamples.
//!
//! Sets of tuples of numbers are accepted by automata that read the digits of all numbers of a
//! tuple together, most significant first. Such sets are closed under "and", "or", "not" and
//! "exists", and contain linear equations and comparisons when addition in the numeration is
//! automatic; so every sentence built from them is decided. Sources: J. R. Buchi, *Weak
//! second-order arithmetic and finite automata* (1960); V. Bruyere, G. Hansel, C. Michaux,
//! R. Villemaire, *Logic and p-recognizable sets of integers* (1994); J. Shallit, *The Logical
//! Approach to Automatic Sequences* (2022).
//!
//! ```
//! use automata::{Formula, Numeration, Solver, Term, Verdict};
//!
//! let x = || Term::from("x");
//! let mut solver = Solver::new(&Numeration::base(2)?);
//! // every number is even or odd
//! let even = x().equals(Term::from("y") * 2);
//! let odd = x().equals(Term::from("y") * 2 + 1);
//! let sentence = Formula::forall(["x"], Formula::exists(["y"], even.clone().or(odd)));
//! assert_eq!(solver.decide(&sentence)?, Verdict::True);
//! // not every number is even
//! let sentence = Formula::forall(["x"], Formula::exists(["y"], even));
//! assert_eq!(solver.decide(&sentence)?, Verdict::False(vec![("x".into(), 1)]));
//! # Ok::<(), automata::Error>(())
//! ```

mod alphabet;
mod automaton;
mod error;
mod explore;
mod formula;
mod minimise;
mod numeration;
mod product;
mod project;
mod relation;
mod smallest;
mod solver;
mod witness;

pub use automaton::Automaton;
pub use error::{Error, Limits, Result};
pub use formula::{Formula, Term};
pub use numeration::Numeration;
pub use relation::Relation;
pub use smallest::Assignment;
pub use solver::{Solver, Verdict};

pub mod walnut;

/// The name of a variable, and so of a track.
pub type Name = std::sync::Arc<str>;
