//! Rule to compiled game to table.
//!
//! [`Game::compile`] reads a bound rule into clauses and finds an evaluation order;
//! [`Game::table`] fills a box of positions with the batched machine (or, where a box cannot
//! hold the positions, by search), and [`Game::ask`] answers for single positions and sums.
//!
//! ```
//! use engine::{Bounds, Game, Kernel, Limits, Positions, Request, Silent};
//! use expr::ast::Quantity;
//!
//! let text = "game g\nheap n\nmove n -> n - t for t in 1..min(n, 3)\n";
//! let (rule, _) = rule::parse(text);
//! let instance = rule::bind(&rule.expect("a rule"), &[]).expect("defaults");
//! let game = Game::compile(&instance, &rule::NoRules).expect("moves that decrease");
//! let request = Request {
//!     quantities: vec![Quantity::Sg],
//!     bounds: Bounds::All(6),
//!     positions: Positions::All,
//!     kernel: Kernel::Auto,
//! };
//! let table = game.table(&request, &Limits { memory: 1 << 20 }, &Silent).expect("a small table");
//! let values = &table.column("sg").expect("asked for").values;
//! assert_eq!(values.iter().collect::<Vec<_>>(), [0, 1, 2, 3, 0, 1, 2]);
//! ```

mod ask;
mod exact;
mod family;
mod fault;
mod form;
mod game;
mod guard;
mod kept;
mod kernel;
mod key;
mod loopy;
mod lower;
mod machine;
mod measure;
mod moves;
mod options;
mod oracle;
mod order;
mod partizan;
mod plan;
mod position;
mod progress;
mod reach;
mod request;
mod sample;
mod search;
mod space;
mod stop;
mod summary;
mod symmetry;
mod tabulate;
mod term;
mod wholes;

pub use arith::graph::Outcome as LoopyOutcome;
pub use ask::{Answer, FirstMove, FirstStep};
pub use family::{Variation, family};
pub use form::Shape;
pub use game::Game;
pub use kernels::period::Period;
pub use loopy::LoopyAnswer;
pub use options::Searcher;
pub use partizan::{Outcome, PartizanAnswer, PartizanValue};
pub use position::Component;
pub use progress::{Cells, Keeper, Progress, Silent};
pub use reach::Reached;
pub use request::{Bounds, Kernel, Limits, Plan, Positions, Request, size};
pub use stop::{Stop, lacks_bound};
pub use summary::{ColumnSummary, Summary};
pub use tabulate::Tabulated;
