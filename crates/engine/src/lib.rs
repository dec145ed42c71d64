//! From a rule to a compiled game, to its tables and answers for single positions.
//!
//! [`Game::compile`] turns a rule whose parameters have values into clauses and finds an evaluation
//! order. [`Game::table`] fills a box of positions with a kernel or the batched machine, or searches
//! where no box holds the positions. [`Game::ask`] answers for single positions and sums.
//!
//! ```
//! use engine::{Bounds, Game, Means, Positions, Request};
//! use expr::ast::Quantity;
//!
//! let text = "game g\nheap n\nmove n -> n - t for t in 1..min(n, 3)\n";
//! let (rule, _) = rule::parse(text);
//! let instance = rule::bind(&rule.expect("a rule"), &[]).expect("defaults");
//! let game = Game::compile(&instance, &rule::NoRules).expect("moves that decrease");
//! let request = Request::of(Quantity::Sg, Bounds::All(6), Positions::All);
//! let table = game.table(&request, Means::silent(1 << 20)).expect("a small table");
//! let values = &table.column("sg").expect("asked for").values;
//! assert_eq!(values.iter().collect::<Vec<_>>(), [0, 1, 2, 3, 0, 1, 2]);
//! ```

mod apart;
mod ask;
mod fill;
mod fold;
mod game;
mod kernel;
mod machine;
mod order;
mod partizan;
mod progress;
mod request;
mod search;
mod space;
mod stop;
mod term;
mod threads;
mod valuation;

pub use apart::Strip;
pub use arith::graph::Outcome as LoopyOutcome;
pub use ask::{
    Answer, FirstMove, FirstStep, HeapInterval, Intervals, IntoRange, LoopyAnswer, Reached,
    Searcher,
};
pub use fill::{ColumnSummary, Plan, Summary, Tabulated, Variation, family};
pub use game::{Coordinate, CoordinateKind, Game};
pub use kernels::Level;
pub use kernels::codes::SparseSpace;
pub use kernels::period::Period;
pub use partizan::{PartizanAnswer, PartizanValue};
pub use progress::{Cells, Keeper, Means, Progress, Silent};
pub use request::{Bounds, Kernel, Limits, Positions, Request, size};
pub use search::Component;
pub use stop::{SearchStop, Stop};
pub use valuation::stops::Outcome;
