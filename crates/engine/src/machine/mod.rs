//! The batched machine: dense tables, one operation over many options at a time.

mod ahead;
mod batch;
mod bounds;
mod cases;
pub(crate) mod cell;
mod choices;
pub(crate) mod code;
pub(crate) mod compile;
mod count;
mod differences;
mod divisors;
mod few;
mod gather;
mod guarded;
pub(crate) mod lanes;
mod layers;
pub(crate) mod listing;
mod lists;
mod masks;
mod one_list;
pub(crate) mod parts;
mod period;
mod reach;
pub(crate) mod rows;
pub(crate) mod run;
pub(crate) mod scalar;
mod stationary;
#[cfg(test)]
mod tests;
mod ways;
