//! Games on given structures: graphs, trees and words read from files, and exact solvers for large
//! ones, each resting on a theorem that is named where it is used.
//!
//! No solver recurses on the depth of its input.
//!
//! ```
//! use arena::{Arcs, dag};
//!
//! // 0 -> 1 -> 2 and 0 -> 2
//! let values = dag::solve(&Arcs::new(3, &[(0, 1), (1, 2), (0, 2)])).expect("no cycle");
//! assert_eq!(values.sg, [2, 1, 0]);
//! ```

mod csr;
pub mod dag;
pub mod every;
pub mod geography;
pub mod hackenbush;
pub mod loopy;
pub mod misere;
pub mod product;
pub mod read;
pub mod rounds;
mod solver;
mod tabulate;
pub mod words;

pub use arith::graph::Outcome;
pub use csr::Arcs;
pub use solver::{Answer, Given, Move, Place, Refusal, Solver};
pub use tabulate::{Cells, Column, Rows};
