//! Games on given structures: graphs, trees and words read from files. Exact solvers, each resting
//! on a theorem that it names, answer for large inputs; small ones are also searched by definition.
//!
//! [`Arena`] answers questions about a rule on a structure. No solver recurses on the depth of its
//! input.
//!
//! ```
//! use arena::{Arcs, dag};
//!
//! // 0 -> 1 -> 2 and 0 -> 2
//! let values = dag::solve(&Arcs::new(3, &[(0, 1), (1, 2), (0, 2)])).expect("no cycle");
//! assert_eq!(values.iter().map(|v| v.sg).collect::<Vec<_>>(), [2, 1, 0]);
//! ```

mod arena;
mod csr;
pub mod dag;
mod definition;
mod drawing;
pub mod every;
mod facts;
mod family;
mod file;
pub mod geography;
pub mod hackenbush;
pub mod loopy;
pub mod misere;
mod partizan;
mod picture;
pub mod product;
pub mod read;
pub mod rounds;
mod solver;
mod tabulate;
pub mod words;

pub use arena::{Arena, solved};
pub use arith::graph::Outcome;
pub use csr::Arcs;
pub use definition::of_sum;
pub use family::{Family, FamilyGraph};
pub use file::File;
pub use solver::{Answer, ArenaMove, Components, GraphElement, Refusal, Solver, letter};
