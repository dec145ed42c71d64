//! The small stranger: verifies certificates with nothing of the search that found them.

pub mod automata;
