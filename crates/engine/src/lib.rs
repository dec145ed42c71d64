//! Rule to compiled game to table.
//!
//! [`Game::compile`] reads a bound rule into clauses and finds an evaluation order;
//! [`Game::table`] fills a box of positions with the batched machine (or, where a box cannot
//! hold the positions, by search), and [`Game::ask`] answers for single positions and sums.

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

pub use ask::{Answer, FirstMove, FirstStep};
pub use family::{Variation, family};
pub use form::Shape;
pub use game::Game;
pub use kernels::period::Period;
pub use loopy::{LoopyAnswer, LoopyOutcome};
pub use options::Searcher;
pub use partizan::{Outcome, PartizanAnswer, PartizanValue};
pub use position::Component;
pub use progress::{Cells, Keeper, Progress, Silent};
pub use reach::Reached;
pub use request::{Bounds, Kernel, Limits, Plan, Positions, Request, size};
pub use stop::{Stop, lacks_bound};
pub use summary::{ColumnSummary, Summary};
pub use tabulate::Tabulated;
