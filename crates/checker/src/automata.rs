//! Theorems decided by automata, checked by products and emptiness alone.

pub mod formula;
pub mod numeration;
pub mod product;
pub mod reading;
