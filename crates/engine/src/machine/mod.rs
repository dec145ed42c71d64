//! The batched machine: dense tables, one operation over many options at a time.

mod batch;
pub(crate) mod cell;
pub(crate) mod code;
pub(crate) mod compile;
mod count;
mod gather;
pub(crate) mod lanes;
pub(crate) mod rows;
pub(crate) mod run;
pub(crate) mod scalar;
pub(crate) mod sieve;
mod simplify;
