//! Coin-turning games with many options for each coin: the Grundy value of one head, where the
//! rightmost coin turned must be a head and the others are among those to its left.

mod chosen;
mod runs;

pub use chosen::extend_chosen;
pub use runs::extend_runs;
