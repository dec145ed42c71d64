//! Theorems decided by automata, checked by products and emptiness alone.

mod beatty;
mod eliminate;
pub mod formula;
pub mod game;
pub mod numeration;
pub mod product;
pub mod reading;
pub mod sentences;
mod theorem;

pub(crate) use theorem::verify;
