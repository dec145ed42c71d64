//! Rule to compiled game to table.
//!
//! [`Game::compile`] reads a bound rule into clauses and finds an evaluation order;
//! [`Game::table`] fills a box of positions with the batched machine (or, where a box cannot
//! hold the positions, by search), and [`Game::ask`] answers for single positions and sums.

mod ask;
mod exact;
mod family;
mod fault;
mod game;
mod kernel;
mod lower;
mod machine;
mod moves;
mod oracle;
mod order;
mod plan;
mod progress;
mod request;
mod search;
mod space;
mod tabulate;
mod wholes;

pub use ask::{Answer, FirstMove};
pub use family::{Variation, family};
pub use game::Game;
pub use progress::{Progress, Silent};
pub use request::{Bounds, Kernel, Limits, Plan, Positions, Request, Stop, size};
pub use search::SearchStop;
